#include "server/asked.hpp"
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "ask/limits.hpp"
#include "ask/reading.hpp"
#include "ask/study.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "pictures/pictures.hpp"
#include "server/query.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace tavoliere::server {

namespace {

// Addresses from before there were routes. All their fields stand in the query, what else stands there is ignored.
struct Older {
    std::string_view path, route;
};
constexpr Older older[] = {{"/api/board", "/boards/{game}"}, {"/api/diagram", "/diagram.svg"}};

const Older* older_at(std::string_view path) {
    const auto found = std::ranges::find(older, path, &Older::path);
    return found == std::end(older) ? nullptr : found;
}

// The parts of a path that stand where a route's has names; nothing where it is another path.
using Parts = std::vector<std::pair<std::string_view, std::string_view>>;
std::optional<Parts> parts_of(const Route& route, std::string_view path) {
    const auto wanted = split(route.path, '/'), given = split(path, '/');
    if (wanted.size() != given.size()) return {};
    Parts parts;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (wanted[i].starts_with('{'))
            parts.emplace_back(wanted[i].substr(1, wanted[i].size() - 2), given[i]);
        else if (wanted[i] != given[i])
            return {};
    return parts;
}

std::vector<const Route*> routes_at(std::string_view target) {
    std::string_view path = target_of(target).path;
    std::vector<const Route*> found;
    const Older* const old = older_at(path);
    take(path, api_base);
    for (const Route& route : routes())
        if (old ? route.path == old->route && route.method == "GET" : parts_of(route, path).has_value())
            found.push_back(&route);
    return found;
}

bool answers_head(const Route& route) { return route.method == "GET" && route.content != Content::lines; }

// "game, position and moves are asked for"
std::string known_fields(const Route& route) {
    std::string names;
    for (const Field& field : route.request.fields)
        if (route.is_sent(field)) (names += names.empty() ? "" : ", ") += field.name;
    return names.empty() ? "nothing is asked for here" : "what can be is " + names;
}

Expected<void> need_known(const Route& route, std::string_view name) {
    const auto is_it = [&](const Field& field) { return field.name == name && route.is_sent(field); };
    if (std::ranges::any_of(route.request.fields, is_it)) return {};
    return problem(
        fmt::format("{}: {} is not asked for; {}", route.request.name, in_quotes(name), known_fields(route)));
}

// A value of a query as JSON has it. What is none of its kind becomes a text, and is refused as one.
std::string value_json(const Domain& domain, const std::string& text) {
    if (std::holds_alternative<OnOff>(domain)) {
        if (text == "true" || text == "on") return "true";
        if (text == "false" || text == "off") return "false";
    }
    if (std::holds_alternative<WholeRange>(domain) || std::holds_alternative<DecimalRange>(domain))
        if (const auto number = read_value(text, ""); number && number->digits()) return text;
    return json_string(text);
}

// In a query + is a space, as forms and most programs write it; but not in a variant, which has no spaces and joins cells by it, and is
// typed into addresses by hand.
std::string with_spaces(std::string_view name, std::string_view sent) {
    std::string text(sent);
    if (name != "game") std::ranges::replace(text, '+', ' ');
    return text;
}

Expected<void> add_decoded(JsonObject& all, const Route& route, std::string_view name, std::string_view sent) {
    const std::string what = fmt::format("{}.{}", route.request.name, name);
    const auto text = url_decoded(sent);
    if (!text) return problem(what + ": % and two hexadecimal digits are wanted for a special character");
    if (auto plain = need_one_line(what, *text); !plain) return plain;
    const auto field = std::ranges::find(route.request.fields, name, &Field::name);
    all.raw(name, value_json(field->domain_for(Asker::stranger), *text));
    return {};
}

Expected<std::string> fields_of_query(const Route& route, const Parts& parts, std::string_view query, bool is_older) {
    JsonObject all;
    std::vector<std::string_view> names;
    for (const auto& [name, sent] : parts)
        if (auto added = add_decoded(all, route, name, sent); !added) return std::unexpected(added.error());
    for (const auto& [name, sent] : pairs_of(query)) {
        const bool is_again = std::ranges::find(names, name) != names.end();
        const bool is_named = std::ranges::any_of(
            route.request.fields, [&](const Field& f) { return f.name == name && !f.traits.is_owners; });
        if (is_older && (is_again || !is_named)) continue;
        if (!is_older)
            if (auto known = need_known(route, name); !known) return std::unexpected(known.error());
        if (is_again) return problem(fmt::format("{}.{}: it is given twice", route.request.name, name));
        names.push_back(name);
        if (auto added = add_decoded(all, route, name, with_spaces(name, sent)); !added)
            return std::unexpected(added.error());
    }
    return all.text();
}

Expected<std::string> fields_of_body(const Route& route, const Parts& parts, std::string_view body) {
    const auto sent = read_object(body.empty() ? "{}" : body, route.request.name);
    if (!sent) return std::unexpected(sent.error());
    for (const Json::Member& member : *sent->object())
        if (auto known = need_known(route, member.name); !known) return std::unexpected(known.error());
    JsonObject of_path;
    for (const auto& [name, text] : parts)
        if (auto added = add_decoded(of_path, route, name, text); !added) return std::unexpected(added.error());
    if (parts.empty()) return std::string(body.empty() ? "{}" : body);
    // Two objects as one.
    std::string all = of_path.text();
    if (sent->object()->empty()) return all;
    all.back() = ',';
    return all + std::string(body.substr(body.find('{') + 1));
}

bool is_json(std::string_view type) {
    std::string name = lower(type.substr(0, type.find(';')));
    name.erase(std::min(name.find_last_not_of(" \t") + 1, name.size()));
    return name == json_type;
}

// "Bearer KEY"; empty where it is none.
std::string bearer_of(const HttpRequest& request) {
    std::string_view text = request.first("authorization");
    constexpr std::string_view scheme = "bearer ";
    if (lower(text.substr(0, scheme.size())) != scheme) return {};
    text.remove_prefix(scheme.size());
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return is_one_line(text) ? std::string(text) : std::string();
}

// `missing`: where there is none of what the path names, and the answer is an error.
template <class R> std::optional<Work> work(const Asked& asked, auto answer, auto missing) {
    auto request = read_request<R>(asked.fields, asked.route->request.name, Asker::stranger);
    return [request = std::move(request), answer, missing, is_older = asked.is_older,
            type = media_type(asked.route->content)]() -> Reply {
        if (!request) return error_reply(400, request.error().text);
        Expected<std::string> made = answer(*request);
        if (made) return reply_of(type, std::move(*made));
        return error_reply(!is_older && missing(*request) ? 404 : 400, made.error().text);
    };
}

// A picture as PNG. That it cannot be had is no fault of who asks.
Work painted(Work drawn, IsOver is_over) {
    return [drawn = std::move(drawn), is_over = std::move(is_over)]() -> Reply {
        Reply reply = drawn();
        if (reply.status != 200) return reply;
        auto made = png(*reply.body, print_zoom, is_over);
        return made ? reply_of(media_type(Content::png), std::move(*made)) : error_reply(503, made.error().text);
    };
}

// Of a GIF, which the one thread that has pictures painted makes: some 30 ms each.
constexpr std::size_t most_moves_painted = 200;

// A game as a GIF; that it cannot be had, as with a PNG.
Work painted_game(const Asked& asked, IsOver is_over) {
    auto request = read_request<AnimationRequest>(asked.fields, asked.route->request.name, Asker::stranger);
    return [request = std::move(request), is_over = std::move(is_over)]() -> Reply {
        if (!request) return error_reply(400, request.error().text);
        if (const auto moves = split(request->moves, ' ').size(); moves > most_moves_painted)
            return error_reply(400, fmt::format("moves: {} are too many for a GIF; {} are painted here, and "
                                                "animation.svg has them all",
                                                moves, most_moves_painted));
        const auto animation = animation_of(*request);
        if (!animation) return error_reply(400, animation.error().text);
        auto made = animated_gif(animation->pictures, request->pace, is_over);
        return made ? reply_of(media_type(Content::gif), std::move(*made)) : error_reply(503, made.error().text);
    };
}

Expected<std::string> variant_json(const BoardRequest& request) {
    const auto session = open(request.game);
    if (!session) return std::unexpected(session.error());
    return JsonObject().add("variant", (*session)->variant()).raw("game", to_json((*session)->info())).text();
}

Expected<std::string> board_of(const BoardRequest& request) {
    const auto session = open(request.game);
    if (!session) return std::unexpected(session.error());
    return board_json(**session);
}

}

bool is_of_api(std::string_view target) {
    const std::string_view path = target_of(target).path;
    return path.starts_with(std::string(api_base) + "/") || path == api_base || older_at(path);
}

std::string methods_of(std::string_view target) {
    std::string methods;
    for (const Route* const route : routes_at(target)) {
        methods += std::string(route->method) + ", ";
        if (answers_head(*route)) methods += "HEAD, ";
    }
    return methods.empty() ? methods : methods + "OPTIONS";
}

std::expected<const Route*, Reply> route_of(const HttpRequest& request) {
    for (const Route* const route : routes_at(request.target))
        if (route->method == request.method || (request.method == "HEAD" && answers_head(*route))) return route;
    const std::string methods = methods_of(request.target);
    if (methods.empty())
        return std::unexpected(error_reply(
            404, fmt::format("there is nothing at this address; {}/openapi.json has all there are", api_base)));
    Reply refused = error_reply(405, fmt::format("method: {} are answered here", methods));
    refused.allow = methods;
    return std::unexpected(std::move(refused));
}

std::expected<Asked, Reply> read_asked(const Route& route, const HttpRequest& request) {
    const auto refuse = [](const Problem& wrong) { return std::unexpected(error_reply(400, wrong.text)); };
    std::string key = route.has_key ? bearer_of(request) : "";
    if (route.has_key && key.empty())
        return std::unexpected(error_reply(401, "Authorization: Bearer and the key to a game are wanted here"));
    if (!request.body.empty() && (route.method != "POST" || !is_json(request.first("content-type")))) {
        if (route.method != "POST") return refuse({"request: a body is not asked for here"});
        return std::unexpected(error_reply(415, fmt::format("Content-Type: {} is wanted here", json_type)));
    }
    // What the thread of the games reads is no longer than a WebSocket's message, whose positions it sets up as well.
    if (route.is_guarded && request.body.size() > most_message_bytes)
        return std::unexpected(
            error_reply(413, fmt::format("request: the body is longer than {} bytes", most_message_bytes)));
    const auto [path, query] = target_of(request.target);
    const bool is_older = older_at(path) != nullptr;
    if (route.method == "POST" && !query.empty()) return refuse({"request: the fields stand in the body, not after ?"});
    const Parts parts = is_older ? Parts() : *parts_of(route, path.substr(api_base.size()));
    const auto text = route.method == "POST" ? fields_of_body(route, parts, request.body)
                                             : fields_of_query(route, parts, query, is_older);
    if (!text) return refuse(text.error());
    auto fields = read_object(*text, route.request.name);
    if (!fields) return refuse(fields.error());
    return Asked{&route, std::move(*fields), std::move(key), is_older};
}

std::optional<Work> work_of(const Asked& asked, const Puzzles& puzzles, IsOver is_over) {
    const auto never = [](const auto&) { return false; };
    const auto always = [](const auto&) { return true; };
    const auto is_missing = [&puzzles](const PuzzleRequest& request) { return !puzzles.has(request.id); };
    switch (asked.route->call) {
    case Call::game: return work<BoardRequest>(asked, variant_json, always);
    case Call::board: return work<BoardRequest>(asked, board_of, always);
    case Call::moves: return work<StudyRequest>(asked, study_json, never);
    case Call::diagram: return work<DiagramRequest>(asked, drawing_svg, never);
    case Call::diagram_png: return painted(*work<DiagramRequest>(asked, drawing_svg, never), std::move(is_over));
    case Call::animation: return work<AnimationRequest>(asked, animation_svg, never);
    case Call::animation_gif: return painted_game(asked, std::move(is_over));
    case Call::puzzles:
        return work<PuzzleListRequest>(
            asked, [&puzzles](const PuzzleListRequest& r) { return puzzles.list(r.game); }, never);
    case Call::puzzle:
        return work<PuzzleRequest>(asked, [&puzzles](const PuzzleRequest& r) { return puzzles.one(r.id); }, is_missing);
    case Call::try_puzzle:
        return work<TryRequest>(
            asked, [&puzzles](const TryRequest& r) { return puzzles.trial(r.id, r.moves); }, is_missing);
    default: return {};
    }
}

}
