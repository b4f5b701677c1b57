#include "server/site.hpp"
#include "ask/json.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "play/api.hpp"
#include "server/coding.hpp"
#include "server/homes.hpp"
#include "server/query.hpp"
#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <spdlog/spdlog.h>
#include <stdexcept>
#include <utility>

namespace tavoliere::server {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view html_type = "text/html; charset=utf-8";
constexpr std::string_view ask_again = "no-cache"; // the browser keeps it, but asks each time whether it still holds
constexpr std::size_t least_compressed = 512;      // bytes: what is shorter fits one packet as it is
constexpr int fast = 1, small_and_fast = 6; // how hard gzip tries: for what is asked for once, and for the page's files
constexpr std::string_view embed_path = "/embed/"; // what may stand in other people's pages, and nothing else may
constexpr std::string_view kept_for_ever = "public, max-age=31536000, immutable";

std::string_view content_type(const fs::path& file) {
    static const std::map<std::string_view, std::string_view> types = {
        {".html", html_type},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", json_type},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".wasm", "application/wasm"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const auto found = types.find(file.extension().string());
    return found == types.end() ? "application/octet-stream" : found->second;
}

// As RFC 9110 has it.
std::string_view title_of(unsigned status) {
    switch (status) {
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    default: return "Service Unavailable";
    }
}

// It tells one build's file from the next one's, no more.
std::string etag_of(std::string_view content) { return fmt::format("\"{:016x}\"", checksum(content)); }

std::string content_of(const fs::path& file) {
    auto content = read_whole(file.string(), file_kind::page);
    if (!content) throw std::runtime_error("--page: " + content.error().text);
    return std::move(*content);
}

}

Reply reply_of(std::string_view type, std::string body) {
    return {200, type, never_kept, {}, std::make_shared<const std::string>(std::move(body))};
}

Reply error_reply(unsigned status, std::string_view text) {
    Reply reply = reply_of("application/problem+json", JsonObject()
                                                           .add("type", "about:blank")
                                                           .add("title", title_of(status))
                                                           .add("status", status)
                                                           .add("detail", text)
                                                           .text());
    reply.status = status;
    return reply;
}

void choose_coding(Reply& reply, const std::vector<std::string_view>& accepted) {
    if (!wants_gzip(accepted)) return reply.gzipped.reset();
    if (!reply.gzipped && reply.etag.empty() && is_compressible(reply.type) && reply.body &&
        reply.body->size() >= least_compressed)
        reply.gzipped = std::make_shared<const std::string>(gzipped(*reply.body, fast));
    if (!reply.gzipped) return;
    reply.body = reply.gzipped;
    if (reply.etag.ends_with('"')) reply.etag.insert(reply.etag.size() - 1, "-gzip");
}

Site::Site(const fs::path& page, std::string_view origin) {
    std::error_code error;
    if (fs::is_regular_file(page / "index.html", error))
        read_page(page, origin);
    else
        explain_missing_page(page);
    for (const std::string_view path : {"/api/games", "/api/v1/games"})
        add(std::string(path), json_type, ask_again, games_json());
    add("/api/v1/openapi.json", json_type, ask_again, openapi());
    add("/healthz", "text/plain; charset=utf-8", never_kept, "ok");
}

Reply Site::find(std::string_view target, bool wants_page) const {
    const std::string path(target_of(target).path);
    if (path == position_path && !index_.empty()) {
        Reply reply = reply_of(html_type, position_page(index_, origin_, target));
        reply.cache = ask_again;
        return reply;
    }
    auto found = files_.find(path);
    // The page itself says whether there is such a variant.
    if (const std::string home = game_home(path); found == files_.end() && home != embed_path)
        found = files_.find(home);
    if (found != files_.end()) return found->second;
    Reply nothing = error_reply(404, "there is nothing at this address");
    const bool is_for_people = path.starts_with('/') && path != "/api" && !path.starts_with("/api/");
    if (!wants_page || !is_for_people || index_.empty()) return nothing;
    Reply page = reply_of(html_type, folders_down(index_, std::size_t(std::ranges::count(path, '/')) - 1));
    page.status = nothing.status;
    return page;
}

void Site::read_page(const fs::path& page, std::string_view origin) {
    for (const auto& entry : fs::recursive_directory_iterator(page)) {
        if (!entry.is_regular_file()) continue;
        const std::string path = "/" + entry.path().lexically_relative(page).generic_string();
        // What the build puts under assets has a hash of its content in its name.
        const bool hashed = path.starts_with("/assets/");
        add(path, content_type(entry.path()), hashed ? kept_for_ever : ask_again, content_of(entry.path()));
    }
    if (const auto built = files_.find("/embed.html"); built != files_.end()) {
        add(std::string(embed_path), html_type, ask_again, folders_down(*built->second.body, 1));
        files_.at(std::string(embed_path)).may_be_framed = true;
        files_.erase(built);
    }
    const std::string& index = index_ = *files_.at("/index.html").body;
    origin_ = origin;
    const auto has = [&](std::string_view path) { return files_.contains(path); };
    for (auto& [path, body] : homes(index, origin, has)) add(path, html_type, ask_again, std::move(body));
    files_["/index.html"] = files_.at("/");
}

void Site::explain_missing_page(const fs::path& page) {
    spdlog::warn("there is no built page in {}", printable(page.string()));
    add("/", html_type, never_kept,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tavoliere</title><h1>Tavoliere</h1>"
        "<p>The server runs, but its page is not built. In the repository, run <code>scripts/build</code>, "
        "then start the server again.</p></html>");
}

void Site::add(std::string path, std::string_view type, std::string_view cache, std::string body) {
    std::string etag = etag_of(body);
    std::shared_ptr<const std::string> small;
    if (is_compressible(type) && body.size() >= least_compressed)
        if (std::string made = gzipped(body, small_and_fast); made.size() < body.size())
            small = std::make_shared<const std::string>(std::move(made));
    files_[std::move(path)] = {
        200, type, cache, std::move(etag), std::make_shared<const std::string>(std::move(body)), std::move(small)};
}

}
