#include "play/messages.hpp"
#include "ask/reading.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <limits>
#include <utility>

namespace tavoliere {

namespace {

using What = decltype(Request::what);

constexpr std::string_view colours[] = {"x", "o"}, seats[] = {"x", "o", "either"};

constexpr Nested player_nested{"PLAYER", [](const Json& value, std::string_view what, void* kept) -> Expected<void> {
                                   const auto player = read_player(value, what);
                                   if (!player) return std::unexpected(player.error());
                                   *static_cast<Players::Player*>(kept) = *player;
                                   return {};
                               }};
constexpr Nested clock_nested{"CONTROL", [](const Json& value, std::string_view what, void* kept) -> Expected<void> {
                                  const auto control = read_time_control(value, what);
                                  if (!control) return std::unexpected(control.error());
                                  *static_cast<std::optional<TimeControl>*>(kept) = *control;
                                  return {};
                              }};

template <class R>
constexpr std::array key_field = {field<R, &Keyed::key>(
    "key", TextLine{}, {"the key to the game", "la chiave della partita"}, {.is_required = true})};
template <class R>
constexpr std::array player_fields = {
    field<R, &R::players, &Players::x>("x", player_nested, {"who plays first", "chi gioca per primo"},
                                       {.is_required = true}),
    field<R, &R::players, &Players::o>("o", player_nested, {"who plays second", "chi gioca per secondo"},
                                       {.is_required = true})};

}

template <> inline constexpr auto fields_of<OpenGame> = key_field<OpenGame>;
template <> inline constexpr auto fields_of<TakeBack> = key_field<TakeBack>;
template <> inline constexpr auto fields_of<AskHint> = key_field<AskHint>;
template <> inline constexpr auto fields_of<Ping> = no_fields;
template <> inline constexpr auto fields_of<StopAnalysis> = no_fields;
template <>
inline constexpr auto fields_of<NewGame> =
    joined(std::array{game_field<NewGame, &NewGame::game>, position_field<NewGame, &NewGame::position>},
           player_fields<NewGame>,
           std::array{field<NewGame, &NewGame::control>(
                          "clock", clock_nested,
                          {"how much time there is; null for no clock", "quanto tempo c'è; null: nessun orologio"}),
                      field<NewGame, &NewGame::seat>("seat", ChoiceOf{seats},
                                                     {"of a game by link: the colour of its maker",
                                                      "per una partita con un link: il colore di chi la crea"})});
template <>
inline constexpr auto fields_of<TakeSeat> = joined(
    key_field<TakeSeat>,
    std::array{field<TakeSeat, &TakeSeat::seat>("seat", TextLine{},
                                                {"22 letters and digits drawn by chance: the seat's key from now on",
                                                 "22 lettere e cifre a caso: d'ora in poi la chiave del posto"},
                                                {.is_required = true})});
template <>
inline constexpr auto fields_of<PlayMove> = joined(
    key_field<PlayMove>,
    std::array{field<PlayMove, &PlayMove::ply>("ply", any_number,
                                               {"how many moves were made before it", "quante mosse la precedono"},
                                               {.is_required = true}),
               field<PlayMove, &PlayMove::move>("move", TextLine{}, {"the move", "la mossa"}, {.is_required = true})});
template <>
inline constexpr auto fields_of<Resign> =
    joined(key_field<Resign>,
           std::array{field<Resign, &Resign::player>("player", ChoiceOf{colours}, {"who resigns", "chi abbandona"},
                                                     {.is_required = true})});
template <>
inline constexpr auto fields_of<SeatPlayers> = joined(key_field<SeatPlayers>, player_fields<SeatPlayers>);
template <>
inline constexpr auto fields_of<Propose> =
    joined(key_field<Propose>,
           std::array{field<Propose, &Propose::what>(
               "what", ChoiceOf{deal_names}, {"what is offered", "che cosa si propone"}, {.is_required = true})});
template <>
inline constexpr auto fields_of<GlanceAt> = std::array{field<GlanceAt, &GlanceAt::keys>(
    "keys", TextList{most_glances}, {"keys to games", "chiavi di partite"}, {.is_required = true})};

namespace {

// What a message says, and where it stands.
struct Said {
    const Json& d;
    std::string_view where;
    const std::string* key; // that came apart from it; nullptr: it is among the members
};
template <class R> Expected<R> read_said(const Said& said) {
    R request;
    std::span<const Field> fields = fields_of<R>;
    if constexpr (std::derived_from<R, Keyed>) {
        static_assert(fields_of<R>[0].name == "key");
        if (said.key) {
            request.key = *said.key;
            fields = fields.subspan(1);
        }
    }
    if (auto read = read_fields(fields, said.d, said.where, &request, Asker::stranger); !read)
        return std::unexpected(read.error());
    return request;
}

struct Kind {
    RequestInfo info;
    What (*read)(const Said& said);
};
template <class R> constexpr Kind kind(std::string_view type, Words help, std::string_view answer) {
    return {request_info<R>(type, help, answer), [](const Said& said) -> What {
                auto request = read_said<R>(said);
                if (!request) return std::unexpected(request.error());
                return std::move(*request);
            }};
}
template <Propose::How how> constexpr Kind proposal(std::string_view type, Words help) {
    return {request_info<Propose>(type, help, "state"), [](const Said& said) -> What {
                auto request = read_said<Propose>(said);
                if (!request) return std::unexpected(request.error());
                request->how = how;
                return std::move(*request);
            }};
}

constexpr Kind kinds[] = {
    kind<NewGame>("new", {"makes a game", "crea una partita"}, "state"),
    kind<OpenGame>("open", {"shows a game, and follows it", "mostra una partita, e la segue"}, "state"),
    kind<TakeSeat>("sit", {"takes the seat to which the key invites", "prende il posto a cui la chiave invita"},
                   "state"),
    kind<PlayMove>("move", {"plays a move", "gioca una mossa"}, "state"),
    kind<TakeBack>(
        "undo",
        {"takes back to where a person was last to move", "torna a quando è toccato l'ultima volta a una persona"},
        "state"),
    kind<Resign>("resign", {"gives the game up", "abbandona la partita"}, "state"),
    kind<SeatPlayers>("players", {"changes who plays", "cambia chi gioca"}, "state"),
    kind<AskHint>("hint", {"asks for a good move", "chiede una buona mossa"}, "hint"),
    proposal<Propose::How::offer>("offer", {"offers the other side something", "propone qualcosa all'altra parte"}),
    proposal<Propose::How::accept>("accept",
                                   {"takes what the other side offers", "accetta ciò che l'altra parte propone"}),
    proposal<Propose::How::decline>("decline", {"turns down what the other side offers, or withdraws one's own offer",
                                                "rifiuta ciò che l'altra parte propone, o ritira la propria proposta"}),
    kind<GlanceAt>("glance", {"tells how games stand", "dice a che punto sono delle partite"}, "glance"),
    kind<Ping>("ping", {"asks whether anybody is there", "chiede se c'è qualcuno"}, "pong"),
    kind<StudyRequest>("study", study_help, "study"),
    kind<AnalyseRequest>("analyse", analyse_help, "lines"),
    kind<SolveRequest>("solve", solve_help, "solution"),
    kind<ExplorerRequest>("explorer", explorer_help, "explored"),
    kind<StopAnalysis>("stop", {"ends the analysis that is under way", "ferma l'analisi in corso"}, "stopped"),
};

What read_what(const Json& object) {
    const auto type = read_text(object, "message", "t");
    if (!type) return std::unexpected(type.error());
    const Json& d = object["d"];
    if (!d.object()) return problem("message.d: an object {…} is wanted here");
    std::vector<std::string_view> known;
    for (const Kind& kind : kinds) {
        if (kind.info.name == *type) return kind.read({d, "d", nullptr});
        known.push_back(kind.info.name);
    }
    return problem("message.t: " + choose(*type, known).error().text);
}

}

What read_named(std::string_view type, const Json& d, const std::string* key) {
    for (const Kind& kind : kinds)
        if (kind.info.name == type) return kind.read({d, type, key});
    return problem("message.t: there is no message " + in_quotes(type));
}

std::vector<RequestInfo> messages() {
    std::vector<RequestInfo> all;
    for (const Kind& kind : kinds) all.push_back(kind.info);
    return all;
}

Request read_request(std::string_view text) {
    const auto object = read_object(text, "message");
    if (!object) return {{}, std::unexpected(object.error())};
    const auto id = (*object)["id"].whole(INT64_MIN, INT64_MAX);
    if (!id) return {{}, problem("message.id: a whole number is wanted here")};
    return {*id, read_what(*object)};
}

std::string message(std::string_view type, std::optional<std::int64_t> id, std::string_view d) {
    JsonObject out;
    out.add("t", type);
    if (id) out.add("id", *id);
    return out.raw("d", d).text();
}

std::optional<Told> taken_apart(std::string_view message) {
    Told told;
    if (!take(message, R"({"t":")")) return {};
    told.type = message.substr(0, message.find('"'));
    message.remove_prefix(std::min(told.type.size() + 1, message.size()));
    if (take(message, R"(,"id":)")) {
        const auto id = parse_number<std::int64_t>(message.substr(0, message.find(',')), INT64_MIN, INT64_MAX);
        if (!id) return {};
        told.id = *id;
        message.remove_prefix(std::min(message.find(','), message.size()));
    }
    if (!take(message, R"(,"d":)") || !message.ends_with('}')) return {};
    told.d = message.substr(0, message.size() - 1);
    return told;
}

std::string error_message(std::optional<std::int64_t> id, const Problem& problem) {
    JsonObject d;
    d.add("error", problem.text);
    if (problem.again_after) d.add("again", problem.again_after);
    return message("error", id, d.text());
}

}
