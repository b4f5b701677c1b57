#include "server/site.hpp"
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "server/coding.hpp"
#include "session/session.hpp"
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

constexpr std::string_view json_type = "application/json";
constexpr std::string_view html_type = "text/html; charset=utf-8";
constexpr std::string_view ask_again = "no-cache"; // the browser keeps it, but asks each time whether it still holds
constexpr std::string_view never_kept = "no-store";
constexpr std::size_t least_compressed = 512; // bytes: what is shorter fits one packet as it is
constexpr int fast = 1, small_and_fast = 6; // how hard gzip tries: for what is asked for once, and for the page's files
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

// It tells one build's file from the next one's, no more.
std::string etag_of(std::string_view content) { return fmt::format("\"{:016x}\"", checksum(content)); }

std::string content_of(const fs::path& file) {
    auto content = read_whole(file.string(), file_kind::page);
    if (!content) throw std::runtime_error("--page: " + content.error().text);
    return std::move(*content);
}

Reply json_reply(unsigned status, std::string body) {
    return {status, json_type, never_kept, {}, std::make_shared<const std::string>(std::move(body))};
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// %XX decoded; nothing where a % is not followed by two digits. A + stays one: variants have them, and no spaces.
std::optional<std::string> url_decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = high < 0 ? -1 : hex_digit(text[i + 2]);
        if (low < 0) return {};
        out += char(high * 16 + low);
        i += 2;
    }
    return out;
}

// The first value of a name in "a=1&b=2", as it was sent.
std::optional<std::string_view> query_value(std::string_view query, std::string_view name) {
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(pair.size() + 1, query.size()));
        if (pair.starts_with(name) && pair.substr(name.size()).starts_with('=')) return pair.substr(name.size() + 1);
    }
    return {};
}

// A request that stands in an address, as fields; `what` begins a problem.
template <class R> Expected<R> read_query(std::string_view what, std::string_view query) {
    R request;
    for (const Field& field : fields_of<R>) {
        const std::string name = fmt::format("{}: {}", what, field.name);
        const auto sent = query_value(query, field.name);
        if (!sent && field.is_required_of(Asker::stranger))
            return problem(fmt::format("{} is missing; /api/{}?{}=… is right", name, what, field.name));
        if (!sent) continue;
        const auto value = url_decoded(*sent);
        if (!value) return problem(name + ": % and two hexadecimal digits are wanted for a special character");
        if (auto set = set_field(field, name, *value, &request, Asker::stranger); !set)
            return std::unexpected(set.error());
    }
    return request;
}

Reply board_reply(std::string_view query) {
    const auto asked = read_query<BoardRequest>("board", query);
    if (!asked) return error_reply(400, asked.error().text);
    const auto session = open(asked->game);
    if (!session) return error_reply(400, session.error().text);
    return json_reply(200, board_json(**session));
}

Reply diagram_reply(std::string_view query) {
    const auto diagram = read_query<DiagramRequest>("diagram", query);
    if (!diagram) return error_reply(400, diagram.error().text);
    auto drawn = drawing_svg(*diagram);
    if (!drawn) return error_reply(400, drawn.error().text);
    return {200, "image/svg+xml", never_kept, {}, std::make_shared<const std::string>(std::move(*drawn))};
}

}

std::optional<std::string> query_text(std::string_view target, std::string_view name) {
    const auto begin = target.find('?');
    const auto sent = query_value(begin == target.npos ? "" : target.substr(begin + 1), name);
    return sent ? url_decoded(*sent) : std::nullopt;
}

Reply error_reply(unsigned status, std::string_view text) {
    return json_reply(status, JsonObject().add("error", text).text());
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

Site::Site(const fs::path& page) {
    std::error_code error;
    if (fs::is_regular_file(page / "index.html", error))
        read_page(page);
    else
        explain_missing_page(page);
    add("/api/games", json_type, ask_again, games_json());
    add("/healthz", "text/plain; charset=utf-8", never_kept, "ok");
}

std::optional<Reply> Site::find(std::string_view target) const {
    const std::string_view path = target.substr(0, target.find('?'));
    if (const auto found = files_.find(path); found != files_.end()) return found->second;
    if (path == "/api/board" || path == "/api/diagram") return {};
    return error_reply(404, "there is nothing at this address");
}

Reply Site::work_out(std::string_view target) const {
    const std::string_view path = target.substr(0, target.find('?'));
    const std::string_view query = target.substr(std::min(path.size() + 1, target.size()));
    return path == "/api/board" ? board_reply(query) : diagram_reply(query);
}

void Site::read_page(const fs::path& page) {
    for (const auto& entry : fs::recursive_directory_iterator(page)) {
        if (!entry.is_regular_file()) continue;
        const std::string path = "/" + entry.path().lexically_relative(page).generic_string();
        // What the build puts under assets has a hash of its content in its name.
        const bool hashed = path.starts_with("/assets/");
        add(path, content_type(entry.path()), hashed ? kept_for_ever : ask_again, content_of(entry.path()));
    }
    files_["/"] = files_.at("/index.html");
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
