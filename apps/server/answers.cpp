#include "server/answers.hpp"
#include "base/text.hpp"
#include "server/coding.hpp"
#include "server/query.hpp"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <spdlog/spdlog.h>
#include <utility>

namespace tavoliere::server {

namespace {

constexpr const char* security_policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' "
                                        "'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
                                        "form-action 'self'; frame-ancestors ";

constexpr std::string_view readiness = "/readyz";

bool is_for_play(const HttpRequest& request) { return target_of(request.target).path == "/api/play"; }

bool is_to_read(const HttpRequest& request) { return request.method == "GET" || request.method == "HEAD"; }

// Why a page of that origin may not open a WebSocket, or where there is none, another program; nothing where it may.
std::optional<Reply> refusal_of(Origins& origins, std::optional<std::string_view> origin, const HttpRequest& request) {
    const auto refused = origins.refusal(request.first("host"), origin);
    return refused ? std::optional(error_reply(403, refused->text)) : std::nullopt;
}

// A client that asks as a proxy is asked, "GET http://host/path", means the path, and its host counts: RFC 9112, 3.2.2.
void take_absolute_form(HttpRequest& request) {
    const std::string target = request.target;
    constexpr std::string_view scheme = "http://";
    if (lower(target.substr(0, scheme.size())) != scheme) return;
    const auto end = std::min(target.find_first_of("/?", scheme.size()), target.size());
    const std::string path = target.substr(end);
    std::erase_if(request.headers, [](const auto& header) { return header.first == "host"; });
    request.headers.emplace_back("host", target.substr(scheme.size(), end - scheme.size()));
    request.target = path.starts_with('/') ? path : "/" + path;
}

// What is wrong with a request that could be read: RFC 9112, 3.2. Nothing where it may be answered.
std::optional<Reply> fault_of(const HttpRequest& request) {
    const auto hosts = request.all("host").size();
    if (hosts > 1 || (hosts == 0 && request.version >= 11))
        return error_reply(400, "Host: a request of HTTP/1.1 has one such header");
    return {};
}

// 16 bytes in base64, whose last digit has bits to spare.
bool is_websocket_key(std::string_view key) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return key.size() == 24 && key.ends_with("==") && key.find_first_not_of(digits) == 22;
}

// Why a WebSocket may not be opened; nothing where it may. A browser says which page opens it, other programs say nothing.
std::optional<Reply> refusal(Origins& origins, const HttpRequest& request) {
    if (!is_for_play(request)) return error_reply(404, "WebSockets are at /api/play");
    if (!is_websocket_key(request.first("sec-websocket-key")))
        return error_reply(400, "Sec-WebSocket-Key: 16 bytes in base64 are wanted");
    const auto from = request.all("origin");
    return refusal_of(origins, from.empty() ? std::nullopt : std::optional(from.front()), request);
}

// Which header is missing from a request that was one for a WebSocket when its browser sent it: what stands between sends on the key,
// and takes off what is meant for it alone, unless it is told not to. Nothing where there is no key either.
std::optional<Problem> lost_on_the_way(const HttpRequest& request) {
    if (request.first("sec-websocket-key").empty()) return {};
    constexpr std::string_view hint = "; a proxy must pass Upgrade and Connection by HTTP/1.1 (docs/nginx.conf)";
    const auto names = [&](std::string_view header, std::string_view value) {
        return lower(request.first(header)).find(value) != std::string::npos;
    };
    if (!names("upgrade", "websocket")) return Problem{fmt::format("Upgrade: this header is missing{}", hint)};
    if (!names("connection", "upgrade")) return Problem{fmt::format("Connection: this does not say upgrade{}", hint)};
    return Problem{fmt::format("HTTP/1.0: it knows no WebSockets{}", hint)};
}

// To a request that opens none. A page is not told by its browser why its WebSocket was refused, and asks here.
Reply reply_for_play(Origins& origins, const HttpRequest& request) {
    if (const auto lost = lost_on_the_way(request)) {
        origins.tell(*lost);
        return error_reply(426, lost->text);
    }
    const auto origin = query_text(request.target, "origin");
    const auto refused = origin ? refusal_of(origins, *origin, request) : std::nullopt;
    return refused ? *refused : error_reply(426, "/api/play is for WebSockets");
}

// Whether a list of tags, as If-None-Match has it, names this one: RFC 9110, 8.8.3.2 and 13.1.2. For what is asked here it is
// the same whether a tag is weak ("W/" before it). A list that cannot be read names none.
bool names_tag(std::string_view list, std::string_view tag) {
    const auto skip = [&](std::string_view letters) {
        list.remove_prefix(std::min(list.find_first_not_of(letters), list.size()));
    };
    skip(" \t");
    if (list.substr(0, list.find_last_not_of(" \t") + 1) == "*") return true;
    while (skip(" \t,"), !list.empty()) {
        take(list, "W/");
        const auto end = list.starts_with('"') ? list.find('"', 1) : list.npos;
        if (end == list.npos) return false;
        if (list.substr(0, end + 1) == tag) return true;
        list.remove_prefix(end + 1);
    }
    return false;
}

// Where a request has the header several times, its values are one list.
bool has_already(const HttpRequest& request, std::string_view tag) {
    return std::ranges::any_of(request.all("if-none-match"),
                               [&](std::string_view list) { return names_tag(list, tag); });
}

// Coded as who asks can read it, and without what he has already.
Reply as_wanted(Reply reply, const HttpRequest& request) {
    if (!reply.has_secret) choose_coding(reply, request.all("accept-encoding"));
    if (!reply.etag.empty() && has_already(request, reply.etag)) reply.status = 304;
    return reply;
}

// As a browser does that somebody has given an address; who takes anything, or reads JSON, is a program.
bool prefers_page(const HttpRequest& request) {
    const auto accepted = request.all("accept");
    const double wish = wish_for("text/html", accepted);
    return wish > wish_for("application/problem+json", accepted) && wish > wish_for(json_type, accepted);
}

Reply refused_for_now(const Problem& problem) {
    Reply reply = error_reply(429, problem.text);
    reply.again_after = problem.again_after;
    return reply;
}

HttpResponse response_for(Reply reply, bool is_of_api = false) {
    HttpResponse response{.status = reply.status};
    const auto set = [&](std::string_view name, std::string_view value) { response.headers.emplace_back(name, value); };
    if (!reply.type.empty()) set("Content-Type", reply.type);
    set("Cache-Control", reply.cache);
    set("Content-Security-Policy", security_policy + std::string(reply.may_be_framed ? "*" : "'none'"));
    set("X-Content-Type-Options", "nosniff");
    set("Referrer-Policy", "no-referrer");
    if (!reply.etag.empty()) set("ETag", reply.etag);
    if (is_compressible(reply.type) && !reply.has_secret) set("Vary", "Accept-Encoding");
    if (reply.gzipped) set("Content-Encoding", "gzip");
    if (reply.again_after) set("Retry-After", std::to_string(reply.again_after));
    if (reply.status == 405 || reply.status == 204) set("Allow", reply.allow);
    if (reply.status == 401) set("WWW-Authenticate", "Bearer");
    if (is_of_api) {
        // Any page may read what it is told; what it may not ask for is refused by its origin (Api::refusal). A key is sent by who has
        // it, never by the browser of its own accord.
        set("Access-Control-Allow-Origin", "*");
        set("Access-Control-Expose-Headers", "Retry-After");
        if (reply.status == 204) {
            set("Access-Control-Allow-Methods", reply.allow);
            set("Access-Control-Allow-Headers", "Authorization, Content-Type");
            set("Access-Control-Max-Age", "86400");
        }
    }
    if (reply.status == 426) set("Upgrade", "websocket");
    if (reply.status != 304) response.body = std::move(reply.body);
    if (reply.stream) {
        set("X-Accel-Buffering", "no"); // what stands between, nginx above all, must not wait for more lines
        response.stream = std::make_shared<const HttpStream>(
            HttpStream{.begin = reply.stream->begin,
                       .refusal = [stream = reply.stream](std::string_view message) -> std::optional<HttpResponse> {
                           auto refused = stream->refusal(message);
                           if (!refused) return {};
                           return response_for(std::move(*refused), true);
                       },
                       .is_last = reply.stream->is_last});
    }
    return response;
}

}

std::vector<std::string_view> HttpRequest::all(std::string_view name) const {
    std::vector<std::string_view> values;
    for (const auto& header : headers)
        if (header.first == name) values.push_back(header.second);
    return values;
}

std::string_view HttpRequest::first(std::string_view name) const {
    const auto found = std::ranges::find(headers, name, [](const auto& header) { return header.first; });
    return found == headers.end() ? std::string_view() : found->second;
}

Answers::GiveUp Answers::answer(const HttpRequest& asked, Answer answer) {
    const AboutRequest about(asked.number);
    const auto give = [is_head = asked.method == "HEAD", is_for_api = is_of_api(asked.target)](const Answer& to,
                                                                                               Reply reply) {
        HttpResponse response = response_for(std::move(reply), is_for_api);
        response.is_head = is_head;
        to(std::move(response));
    };
    const auto at_once = [&](Reply reply) -> GiveUp {
        give(answer, std::move(reply));
        return {};
    };
    if (auto fault = fault_of(asked)) return at_once(std::move(*fault));
    HttpRequest request = asked;
    take_absolute_form(request);
    if (request.is_upgrade) {
        if (auto refused = refusal(origins_, request)) return at_once(std::move(*refused));
        answer({});
        return {};
    }
    if (is_of_api(request.target))
        return api_.answer(request, visitors_.network_of(request), [give, answer, request](Reply reply) {
            give(answer, as_wanted(std::move(reply), request));
        });
    if (request.target != readiness || !is_to_read(request)) return at_once(as_wanted(quick_reply(request), request));
    if (const auto may = visitors_.may_ask(visitors_.network_of(request)); !may)
        return at_once(refused_for_now(may.error()));
    const bool is_taken = threads_.probing.offer(
        [this, give, answer, request] { give(answer, as_wanted(metrics_.readiness(), request)); });
    if (is_taken) return {};
    Reply busy = error_reply(503, "server: the store has not answered those who asked before; ask again");
    busy.again_after = 2;
    return at_once(std::move(busy));
}

// What the thread of the sockets answers itself, by what it has in memory.
Reply Answers::quick_reply(const HttpRequest& request) {
    if (!is_to_read(request)) return error_reply(405, "method: GET and HEAD are answered here");
    if (is_for_play(request)) return reply_for_play(origins_, request);
    if (const auto may = visitors_.may_ask(visitors_.network_of(request)); !may) return refused_for_now(may.error());
    return site_.find(request.target, prefers_page(request));
}

HttpResponse Answers::answer(Unreadable what, std::string_view why) {
    switch (what) {
    case Unreadable::long_header:
        return response_for(
            error_reply(431, fmt::format("request: the header is longer than {} bytes", most_header_bytes)));
    case Unreadable::long_body:
        return response_for(
            error_reply(413, fmt::format("request: the body is longer than {} bytes", most_body_bytes)));
    case Unreadable::no_http: break;
    }
    return response_for(error_reply(400, fmt::format("request: this is not HTTP: {}", why)));
}

bool Answers::receive(Follower& from, std::string_view message, std::shared_ptr<void> handled) {
    const Instant arrived = now();
    ++from.messages;
    if (!from.credit.take()) return false;
    Request request = read_request(message);
    const std::optional<std::int64_t> id = request.id;
    games_.count_request();
    // Whoever waits for the store is not silent.
    if (request.what && std::holds_alternative<Ping>(*request.what)) {
        from.answer(plain(Games::pong(*id)));
        return true;
    }
    bool is_taken = false;
    if (const auto* const study = request.what ? std::get_if<StudyRequest>(&*request.what) : nullptr)
        is_taken = threads_.drawing.offer(
            [this, to = from.weak_from_this(), network = from.asker.address, id, study = *study, handled] {
                const auto may = visitors_.may_compute("study", network);
                const Visitors::Bill bill(visitors_, network);
                outbox_.send(to, may ? Analyses::answer_to(*id, study) : error_message(id, may.error()));
            });
    else
        is_taken = threads_.games.offer([this, to = from.shared_from_this(), request = std::move(request), arrived,
                                         handled] { games_.receive(*to, request, arrived); });
    if (!is_taken)
        from.answer(plain(error_message(id, Problem{"server: too much waits to be done; ask again in 2 s", 2})));
    return true;
}

void Answers::catch_up(Follower& follower, int from) {
    threads_.games.post([this, to = follower.shared_from_this(), from] { games_.catch_up(*to, from); });
}

bool Answers::enter(const std::string& address) {
    return visitors_.enter(network_of(address), visitors_.is_proxy(address));
}

HttpResponse Answers::no_place() {
    Reply reply = error_reply(503, "server: all places are taken; come again in a minute");
    reply.again_after = 60;
    return response_for(std::move(reply));
}

void Answers::leave(const std::string& address) { visitors_.leave(network_of(address)); }

// What whoever runs it would else notice late: that the whole world is one network.
void Answers::check_proxy(const HttpRequest& request) {
    const bool says = !request.all("x-forwarded-for").empty();
    if (says == visitors_.is_proxy(request.from) || std::exchange(proxy_told_, true)) return;
    if (says)
        spdlog::warn("X-Forwarded-For: {} sends it, and is not believed; if it is a proxy, --proxy {} is wanted",
                     request.from, request.from);
    else
        spdlog::warn("X-Forwarded-For: the proxy {} does not send it: all who come through it are one network",
                     request.from);
}

void Answers::sent(const HttpRequest& request, unsigned status, std::size_t bytes) {
    const std::string network = visitors_.network_of(request);
    visitors_.note_bytes(network, bytes);
    if (log_) log_->answered(network, request, status, bytes, std::chrono::steady_clock::now() - request.begun);
}

void Answers::begin(Follower& from, const HttpRequest& request) {
    from.asker = {visitors_.network_of(request), request.number};
    from.credit = visitors_.take_credit(from.asker.address);
    from.takes_changes = query_text(request.target, "states") == "changes";
    from.since = request.begun;
    check_proxy(request);
    if (log_) log_->opened(from.asker.address, request);
}

void Answers::end(Follower& follower) {
    if (follower.since != std::chrono::steady_clock::time_point()) {
        visitors_.give_back(follower.asker.address, follower.credit);
        if (log_)
            log_->closed(follower.asker.address, follower.asker.connection,
                         std::chrono::steady_clock::now() - follower.since, follower.messages);
    }
    // It comes back here, to end where it lived.
    threads_.games.post([this, gone = follower.shared_from_this()]() mutable {
        games_.leave(*gone);
        outbox_.give_back(std::move(gone));
    });
}

}
