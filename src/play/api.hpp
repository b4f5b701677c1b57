// What is asked over HTTP at /api/v1, declared once: from this table come the server's routing, the OpenAPI document and the tables of
// docs/api.md.
#pragma once
#include "ask/field.hpp"
#include "ask/requests.hpp"
#include "play/messages.hpp"
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace tavoliere {

inline constexpr std::string_view api_base = "/api/v1";

// Requests that only HTTP has.
struct PuzzleListRequest {
    std::string game;
};
template <>
inline constexpr auto fields_of<PuzzleListRequest> = std::array{explained(
    at_will(game_field<PuzzleListRequest, &PuzzleListRequest::game>),
    {"a game or variant; all puzzles if none is named", "un gioco o una variante; tutti i problemi, se manca"})};
struct PuzzleRequest {
    std::string id;
};
template <class R>
inline constexpr Field puzzle_id_field =
    field<R, &PuzzleRequest::id>("id", TextLine{},
                                 {"the puzzle's name, as in ataxx-05c5a8", "il nome del problema, come ataxx-05c5a8"},
                                 {.is_required = true});
template <> inline constexpr auto fields_of<PuzzleRequest> = std::array{puzzle_id_field<PuzzleRequest>};
struct TryRequest : PuzzleRequest {
    std::string moves;
};
template <>
inline constexpr auto fields_of<TryRequest> =
    std::array{puzzle_id_field<TryRequest>,
               field<TryRequest, &TryRequest::moves>(
                   "moves", TextLine{.blanks = TextLine::Blanks::single},
                   {"the moves from the puzzle's position on: the first is the solver's, the next the reply, and so on",
                    "le mosse dalla posizione del problema: la prima di chi risolve, poi la risposta, e così via"},
                   {.is_required = true})};
struct EventsRequest : OpenGame {
    std::string states = "whole";
};
inline constexpr std::string_view states_told[] = {"whole", "changes"};
template <>
inline constexpr auto fields_of<EventsRequest> =
    std::array{field<EventsRequest, &EventsRequest::key>(
                   "key", TextLine{}, {"the key to the game", "la chiave della partita"}, {.is_required = true}),
               field<EventsRequest, &EventsRequest::states>(
                   "states", ChoiceOf{states_told},
                   {"whole: each state has the whole history; changes: the moves that were not told before",
                    "whole: ogni stato ha tutta la partita; changes: le mosse non ancora dette"})};

// What answers a route.
enum class Call : std::uint8_t {
    document,
    games,
    game,
    board,
    moves,
    diagram,
    diagram_png,
    animation,
    animation_gif,
    analyse,
    solve,
    value,
    explorer,
    perft,
    playouts,
    puzzles,
    puzzle,
    try_puzzle,
    events,  // of a live game
    message, // of docs/protocol.md, by the request's name
};

enum class Content : std::uint8_t { json, svg, png, gif, lines }; // lines: a JSON object a line, as they come
std::string_view media_type(Content content);

struct Route {
    std::string_view method; // "GET", which HEAD is answered like; "POST"
    std::string_view path;   // below api_base; a name in braces is a field of the request
    RequestInfo request;     // its answer is the schema's name in the OpenAPI document
    Call call;
    Content content = Content::json;
    bool has_key = false; // the field `key` comes as a bearer token
    bool is_guarded =
        false; // answered only to welcome pages and by a name of the server: it has the engine work, or is about a live game
    bool makes = false; // it is answered by 201

    bool is_in_path(std::string_view field) const;
    // Whether a field comes in the query or the body, and is for those who ask over a network.
    bool is_sent(const Field& field) const;
};
std::span<const Route> routes();

// The OpenAPI 3.1 document, in JSON.
std::string openapi();

}
