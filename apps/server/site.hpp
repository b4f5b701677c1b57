// What lies ready to be had over HTTP, sockets apart: the page's files, held in memory, and what is the same for all.
#pragma once
#include "server/http.hpp"
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
    std::string_view type = {};  // of the content
    std::string_view cache = {}; // how long a browser may keep it
    std::string etag = {};       // empty: none
    std::shared_ptr<const std::string> body = {};
    std::shared_ptr<const std::string> gzipped = {}; // the same, made beforehand; empty: it was not, or is no shorter
    int again_after = 0;                             // seconds, after which the same may succeed; 0: not by waiting
    std::string allow = "GET, HEAD";                 // methods, where the status is 405
    bool has_secret = false;                         // a key is in it: it is not compressed
    bool may_be_framed = false;                      // somebody else's page may show it in a frame
    struct Stream;                                   // as HttpStream is
    std::shared_ptr<const Stream> stream = {};       // in the body's place
};

struct Reply::Stream {
    std::function<void(Follower&)> begin;
    std::function<std::optional<Reply>(std::string_view message)> refusal;
    std::function<bool(std::string_view message)> is_last;
};

inline constexpr std::string_view json_type = "application/json";
inline constexpr std::string_view never_kept = "no-store";
Reply reply_of(std::string_view type, std::string body);

// A problem of RFC 9457: {"type":"about:blank","title":"Not Found","status":404,"detail":text}
Reply error_reply(unsigned status, std::string_view text);
// How a reply is sent to who asked with these headers Accept-Encoding. What the tag names is then what is sent.
void choose_coding(Reply& reply, const std::vector<std::string_view>& accepted);

class Site {
public:
    // Reads the built page once: what is asked for later is looked up by name and never meets the file system.
    // `origin`: where the world finds it, "https://play.example", for links that must be whole; empty: not known.
    explicit Site(const std::filesystem::path& page, std::string_view origin = {});

    // `target`: a request's, a path and perhaps "?" and a query. Where there is nothing, who wants a page gets the one that says so; at the
    // API's addresses nobody does.
    Reply find(std::string_view target, bool wants_page = false) const;

private:
    void read_page(const std::filesystem::path& page, std::string_view origin);
    void explain_missing_page(const std::filesystem::path& page);
    void add(std::string path, std::string_view type, std::string_view cache, std::string body);

    std::string index_, origin_;
    // By path, "/assets/index-1f2e.js"; a home that is not among them is that of its game, "/ataxx/".
    std::map<std::string, Reply, std::less<>> files_;
};

}
