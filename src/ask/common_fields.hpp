// Fields that several requests have, each written once: its name, its bounds and its words. The path is where a request keeps it.
#pragma once
#include "ask/field.hpp"
#include "ask/limits.hpp"
#include "search/bounds.hpp"
#include "search/limits.hpp"
#include <algorithm>
#include <array>

namespace tavoliere {

// Tables one after the other.
template <std::size_t... sizes> constexpr auto joined(const std::array<Field, sizes>&... parts) {
    std::array<Field, (sizes + ... + 0)> all = {};
    auto end = all.begin();
    ((end = std::copy(parts.begin(), parts.end(), end)), ...);
    return all;
}
// A field under another name, which is its option's too.
constexpr Field with_name(Field field, std::string_view name) {
    field.name = name;
    field.traits.option = {};
    return field;
}
// With words of its own.
constexpr Field explained(Field field, [[maybe_unused]] const Words& help) {
#ifndef TAVOLIERE_FOR_PLAYERS
    field.help = help;
#endif
    return field;
}
// Which need not be given.
constexpr Field at_will(Field field) {
    field.traits.is_required = false;
    return field;
}

template <class R, auto... path>
inline constexpr Field game_field = field<R, path...>("game", TextLine{},
                                                      {"a game or variant, as in ataxx or ataxx:misere,size=5x5",
                                                       "un gioco o una variante, come ataxx o ataxx:misere,size=5x5"},
                                                      {.option = "GAME", .is_required = true});
template <class R, auto... path>
inline constexpr Field position_field =
    field<R, path...>("position", TextLine{.blanks = TextLine::Blanks::trimmed},
                      {"the position's text, or startpos", "il testo della posizione, o startpos"});

// When a search ends, and how it is made.
template <class R, auto... path>
inline constexpr Field seconds_field =
    field<R, path...>("seconds", DecimalRange{least_search_seconds, most_search_seconds},
                      {"seconds to search", "secondi di ricerca"},
                      {.option = "--time",
                       .strangers = DecimalRange{least_engine_seconds, most_engine_seconds},
                       .unit = Unit::seconds,
                       .strangers_must = true});
template <class R, auto... path>
inline constexpr Field patient_seconds_field =
    field<R, path...>("seconds", DecimalRange{0, most_search_seconds},
                      {"seconds after which it gives up", "secondi dopo i quali rinuncia"},
                      {.option = "--time",
                       .strangers = DecimalRange{least_engine_seconds, most_engine_seconds},
                       .unit = Unit::seconds,
                       .is_limit = true,
                       .strangers_must = true});
template <class R, auto... path>
inline constexpr Field depth_field =
    field<R, path...>("depth", WholeRange{1, most_search_depth}, {"plies to search", "semimosse di ricerca"});
template <class R, auto... path>
inline constexpr Field nodes_field =
    field<R, path...>("nodes", WholeRange{1, most_search_nodes}, {"positions to search", "posizioni da esaminare"});
template <class R, auto... path>
inline constexpr Field lines_field =
    field<R, path...>("lines", WholeRange{1, most_search_lines},
                      {"how many of the best moves", "quante delle mosse migliori"},
                      {.strangers = WholeRange{1, most_analysis_lines}, .strangers_must = true});
template <class R, auto... path>
inline constexpr Field threads_field =
    field<R, path...>("threads", WholeRange{1, most_search_threads},
                      {"threads to search with", "thread con cui cercare"}, {.is_owners = true});
template <class R, auto... path>
inline constexpr Field hash_field =
    field<R, path...>("hash", WholeRange{1, most_hash_mb},
                      {"megabytes for the transposition table", "megabyte per la tabella delle trasposizioni"},
                      {.unit = Unit::megabytes, .is_owners = true});
template <class R, auto... path>
inline constexpr Field memory_field = field<R, path...>("memory", WholeRange{1, most_memory_mb},
                                                        {"megabytes for its tables", "megabyte per le sue tabelle"},
                                                        {.unit = Unit::megabytes, .is_owners = true});
template <class R, auto... path>
inline constexpr Field network_field = field<R, path...>(
    "network", FileName{"own|none|FILE"},
    {"what the engine evaluates positions by: own (the variant's network), none (the plain evaluation), or a file",
     "con che cosa il motore valuta le posizioni: own (la rete della variante), none (la valutazione semplice), o un "
     "file"},
    {.is_owners = true});

// Of those who play for people.
template <class R, auto... path>
inline constexpr Field level_field =
    field<R, path...>("level", WholeRange{1, most_level},
                      {"the engine's level: from 1, for a beginner, to 8, the whole engine at a second a move",
                       "il livello del motore: da 1, per chi comincia, a 8, il motore intero a un secondo per mossa"});
static_assert(most_level == 8);
template <class R, auto... path>
inline constexpr Field strength_field =
    field<R, path...>("strength", DecimalRange{least_strength, most_strength},
                      {"the strength of the players; 1 more is twice the nodes and half the mistakes",
                       "la forza dei giocatori; 1 in più è il doppio delle posizioni e la metà degli errori"});

// Of many games, and of chance.
template <class R, auto... path>
inline constexpr Field games_field =
    field<R, path...>("games", WholeRange{1, most_games}, {"the number of games", "il numero delle partite"});
template <class R, auto... path>
inline constexpr Field opening_plies_field = field<R, path...>(
    "opening_plies", WholeRange{0, most_opening_plies}, {"random moves at the beginning", "mosse a caso all'inizio"});
template <class R, auto... path>
inline constexpr Field parallel_field =
    explained(threads_field<R, path...>, {"games at the same time", "partite allo stesso tempo"});
template <class R, auto... path>
inline constexpr Field seed_field = field<R, path...>("seed", WholeRange{0, std::numeric_limits<std::uint64_t>::max()},
                                                      {"the seed of the random numbers", "il seme dei numeri casuali"});

}
