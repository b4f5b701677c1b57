// What is to be had over HTTP, sockets apart: the page's files, held in memory, and the facts about games and boards.
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavoliere::server {

struct Reply {
    unsigned status = 200;
    std::string_view type;  // of the content
    std::string_view cache; // how long a browser may keep it
    std::string etag;       // empty: none
    std::shared_ptr<const std::string> body;
    std::shared_ptr<const std::string> gzipped = {}; // the same, made beforehand; empty: it was not, or is no shorter
    int again_after = 0;                             // seconds, after which the same may succeed; 0: not by waiting
};

// The first value of a name in a target's query, decoded; nothing where it is missing, or cannot be decoded.
std::optional<std::string> query_text(std::string_view target, std::string_view name);

// {"error":text}
Reply error_reply(unsigned status, std::string_view text);
// How a reply is sent to who asked with these headers Accept-Encoding. What the tag names is then what is sent.
void choose_coding(Reply& reply, const std::vector<std::string_view>& accepted);

class Site {
public:
    // Reads the built page once: what is asked for later is looked up by name and never meets the file system.
    explicit Site(const std::filesystem::path& page);

    // `target`: a request's, a path and perhaps "?" and a query.
    std::optional<Reply> find(std::string_view target) const; // what lies ready; nothing where it must be worked out
    Reply work_out(std::string_view target) const;            // from any thread: boards and pictures

private:
    void read_page(const std::filesystem::path& page);
    void explain_missing_page(const std::filesystem::path& page);
    void add(std::string path, std::string_view type, std::string_view cache, std::string body);

    std::map<std::string, Reply, std::less<>> files_; // by path: "/assets/index-1f2e.js"
};

}
