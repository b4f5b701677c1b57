#include "play/api.hpp"
#include "base/text.hpp"
#include <algorithm>
#include <vector>

namespace tavoliere {

namespace {

struct NoFields {};

Route stateless(std::string_view method, std::string_view path, RequestInfo request, Call call,
                Content content = Content::json) {
    return {method, path, request, call, content};
}

Route thinking(std::string_view path, RequestInfo request, Call call, Content content = Content::json) {
    return {.method = "POST", .path = path, .request = request, .call = call, .content = content, .is_guarded = true};
}

// A message of docs/protocol.md. Where it has a key, that is the bearer's.
Route live(std::string_view method, std::string_view path, std::string_view name, bool makes = false) {
    for (const RequestInfo& info : messages())
        if (info.name == name) {
            const bool has_key = std::ranges::any_of(info.fields, [](const Field& f) { return f.name == "key"; });
            return {method, path, info, Call::message, Content::json, has_key, true, makes};
        }
    return {};
}

std::vector<Route> all_routes() {
    return {
        stateless("GET", "/openapi.json",
                  request_info<NoFields>("openapi", {"this document", "questo documento"}, "OPENAPI"), Call::document),
        stateless("GET", "/games", request_info<NoFields>("games", games_help, "GAMES"), Call::games),
        stateless("GET", "/games/{game}",
                  request_info<BoardRequest>(
                      "game", {"one game, by its name or a variant's", "un gioco, per nome o per variante"}, "VARIANT"),
                  Call::game),
        stateless("GET", "/boards/{game}",
                  request_info<BoardRequest>(
                      "board", {"the geometry of a variant's board", "la geometria della scacchiera di una variante"},
                      "BOARD"),
                  Call::board),
        stateless("GET", "/moves", request_info<StudyRequest>("moves", moves_help, "STUDY"), Call::moves),
        stateless("POST", "/moves", request_info<StudyRequest>("moves", moves_help, "STUDY"), Call::moves),
        stateless("GET", "/diagram.svg", request_info<DiagramRequest>("diagram", show_help, "SVG"), Call::diagram,
                  Content::svg),
        stateless(
            "GET", "/diagram.png",
            request_info<DiagramRequest>(
                "diagram_png", {"draws a position, twice as large", "disegna una posizione, grande il doppio"}, "PNG"),
            Call::diagram_png, Content::png),
        stateless("GET", "/animation.svg",
                  request_info<AnimationRequest>("animation",
                                                 {"draws a game: its positions, one after the other",
                                                  "disegna una partita: le posizioni, una dopo l'altra"},
                                                 "SVG"),
                  Call::animation, Content::svg),
        stateless(
            "GET", "/animation.gif",
            request_info<AnimationRequest>("animation_gif",
                                           {"draws a game of at most 200 moves, for what shows no moving SVG",
                                            "disegna una partita di al più 200 mosse, per chi non mostra SVG animati"},
                                           "GIF"),
            Call::animation_gif, Content::gif),
        thinking("/analyse", request_info<AnalyseRequest>("analyse", analyse_help, "LINES"), Call::analyse,
                 Content::lines),
        thinking("/solve", request_info<SolveRequest>("solve", solve_help, "SOLUTION"), Call::solve),
        thinking("/value", request_info<ValueRequest>("value", value_help, "VALUE"), Call::value),
        stateless("GET", "/explorer", request_info<ExplorerRequest>("explorer", explorer_help, "EXPLORED"),
                  Call::explorer),
        stateless("POST", "/explorer", request_info<ExplorerRequest>("explorer", explorer_help, "EXPLORED"),
                  Call::explorer),
        thinking("/perft", request_info<PerftRequest>("perft", perft_help, "PERFT"), Call::perft),
        thinking("/playouts", request_info<PlayoutsRequest>("playouts", playouts_help, "PLAYOUTS"), Call::playouts),
        stateless("GET", "/puzzles",
                  request_info<PuzzleListRequest>("puzzles",
                                                  {"what puzzles there are, the easy ones of a game first",
                                                   "quali problemi ci sono, prima i facili di un gioco"},
                                                  "PUZZLES"),
                  Call::puzzles),
        stateless("GET", "/puzzles/{id}",
                  request_info<PuzzleRequest>("puzzle", {"one puzzle", "un problema"}, "PUZZLE"), Call::puzzle),
        stateless("POST", "/puzzles/{id}/try",
                  request_info<TryRequest>("try",
                                           {"whether moves solve a puzzle, and how they are answered",
                                            "se delle mosse risolvono un problema, e la risposta"},
                                           "TRIAL"),
                  Call::try_puzzle),
        live("POST", "/live", "new", true),
        live("GET", "/live", "open"),
        {.method = "GET",
         .path = "/live/events",
         .request = request_info<EventsRequest>(
             "events", {"a live game, whenever it changes", "una partita, a ogni cambiamento"}, "EVENT"),
         .call = Call::events,
         .content = Content::lines,
         .has_key = true,
         .is_guarded = true},
        live("POST", "/live/seat", "sit"),
        live("POST", "/live/moves", "move"),
        live("POST", "/live/undo", "undo"),
        live("POST", "/live/resign", "resign"),
        live("POST", "/live/players", "players"),
        live("POST", "/live/hint", "hint"),
        live("POST", "/live/offer", "offer"),
        live("POST", "/live/accept", "accept"),
        live("POST", "/live/decline", "decline"),
        live("POST", "/live/glance", "glance"),
    };
}

}

std::string_view media_type(Content content) {
    switch (content) {
    case Content::svg: return "image/svg+xml";
    case Content::png: return "image/png";
    case Content::gif: return "image/gif";
    case Content::lines: return "application/x-ndjson";
    case Content::json: break;
    }
    return "application/json";
}

bool Route::is_in_path(std::string_view field) const { return path.find("{" + std::string(field) + "}") != path.npos; }

bool Route::is_sent(const Field& field) const {
    return !field.traits.is_owners && !(has_key && field.name == "key") && !is_in_path(field.name);
}

std::span<const Route> routes() {
    static const std::vector<Route> all = all_routes();
    return all;
}

}
