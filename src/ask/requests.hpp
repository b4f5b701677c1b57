// What can be asked of the program that belongs to no live game, each request with the table of its fields. The command line, the
// server and the page's modules read them by these tables; docs/protocol.md and the page's types are made of them.
#pragma once
#include "ask/field.hpp"
#include "ask/limits.hpp"
#include "search/bounds.hpp"
#include "search/limits.hpp"
#include "solve/solution.hpp"
#include <array>
#include <string>

namespace tavoliere {

namespace detail {
template <std::size_t A, std::size_t B>
constexpr std::array<Field, A + B> joined(const std::array<Field, A>& first, const std::array<Field, B>& second) {
    std::array<Field, A + B> all = {};
    std::copy(first.begin(), first.end(), all.begin());
    std::copy(second.begin(), second.end(), all.begin() + A);
    return all;
}
}

// A position: a variant's, from where the moves are played.
struct StudyPlace {
    std::string game, position = "startpos", moves;
};
template <class R>
inline constexpr std::array place_fields = {
    field<R, &StudyPlace::game>("game", TextLine{},
                                {"a game or variant, as in ataxx or ataxx:misere,size=5x5",
                                 "un gioco o una variante, come ataxx o ataxx:misere,size=5x5"},
                                {.option = "GAME", .is_required = true}),
    field<R, &StudyPlace::position>("position", TextLine{.blanks = TextLine::Blanks::trimmed},
                                    {"the position's text, or startpos", "il testo della posizione, o startpos"}),
    field<R, &StudyPlace::moves>(
        "moves", TextLine{.blanks = TextLine::Blanks::single},
        {"moves to play from there, separated by spaces", "le mosse da giocare da lì, separate da spazi"}),
};
template <> inline constexpr auto fields_of<StudyPlace> = place_fields<StudyPlace>;

struct BoardRequest {
    std::string game;
};
template <>
inline constexpr auto fields_of<BoardRequest> = std::array{
    field<BoardRequest, &BoardRequest::game>("game", TextLine{}, {"a game or variant", "un gioco o una variante"},
                                             {.option = "GAME", .is_required = true}),
};

// A position with the moves that led there.
struct StudyRequest : StudyPlace {
    int from = 0;
};
template <>
inline constexpr auto fields_of<StudyRequest> = detail::joined(
    place_fields<StudyRequest>,
    std::array{field<StudyRequest, &StudyRequest::from>(
        "from", any_number,
        {"the first move of the history that is wanted, from 0", "la prima mossa della partita che si vuole, da 0"})});

// A picture of a position.
struct DiagramRequest : StudyPlace {
    std::string marks, caption, style = "screen";
    bool coordinates = true, turned = false;
};
inline constexpr std::size_t longest_caption = 500; // letters
inline constexpr std::string_view diagram_styles[] = {"screen", "print"};
template <>
inline constexpr auto fields_of<DiagramRequest> = detail::joined(
    place_fields<DiagramRequest>,
    std::array{
        field<DiagramRequest, &DiagramRequest::marks>(
            "marks", TextLine{.blanks = TextLine::Blanks::single},
            {"marks to draw on it: arrow:a1-c3 cross:b2 dot:c3 circle:d4 label:e5=A",
             "i segni da disegnarvi: arrow:a1-c3 cross:b2 dot:c3 circle:d4 label:e5=A"}),
        field<DiagramRequest, &DiagramRequest::caption>(
            "caption", TextLine{longest_caption},
            {"a line of text below the picture", "una riga di testo sotto la figura"}),
        field<DiagramRequest, &DiagramRequest::style>(
            "style", ChoiceOf{diagram_styles},
            {"screen (in colours) or print (in black and white)", "screen (a colori) o print (in bianco e nero)"}),
        field<DiagramRequest, &DiagramRequest::coordinates>(
            "coordinates", OnOff{}, {"the letters and numbers at the edge", "le lettere e i numeri sul bordo"}),
        field<DiagramRequest, &DiagramRequest::turned>(
            "turned", OnOff{}, {"the board from the other side", "la scacchiera vista dall'altro lato"}),
    });

// The engine's best moves.
struct AnalyseRequest : StudyPlace {
    Limits limits;
};
template <>
inline constexpr auto fields_of<AnalyseRequest> = detail::joined(
    place_fields<AnalyseRequest>,
    std::array{
        field<AnalyseRequest, &AnalyseRequest::limits, &Limits::seconds>(
            "seconds", DecimalRange{least_search_seconds, most_search_seconds},
            {"seconds to search", "secondi di ricerca"},
            {.option = "--time",
             .strangers = DecimalRange{least_engine_seconds, most_engine_seconds},
             .unit = Unit::seconds,
             .strangers_must = true}),
        field<AnalyseRequest, &AnalyseRequest::limits, &Limits::depth>("depth", WholeRange{1, most_search_depth},
                                                                       {"plies to search", "semimosse di ricerca"}),
        field<AnalyseRequest, &AnalyseRequest::limits, &Limits::nodes>(
            "nodes", WholeRange{1, most_search_nodes}, {"positions to search", "posizioni da esaminare"}),
        field<AnalyseRequest, &AnalyseRequest::limits, &Limits::lines>(
            "lines", WholeRange{1, most_search_lines}, {"how many of the best moves", "quante delle mosse migliori"},
            {.strangers = WholeRange{1, most_analysis_lines}, .strangers_must = true}),
        field<AnalyseRequest, &AnalyseRequest::limits, &Limits::threads>(
            "threads", WholeRange{1, most_search_threads}, {"threads to search with", "thread con cui cercare"},
            {.is_owners = true}),
        field<AnalyseRequest, &AnalyseRequest::limits, &Limits::hash_mb>(
            "hash", WholeRange{1, most_hash_mb},
            {"megabytes for the transposition table", "megabyte per la tabella delle trasposizioni"},
            {.unit = Unit::megabytes, .is_owners = true}),
    });

// Who wins, exactly.
struct SolveRequest : StudyPlace {
    SolveLimits limits;
    bool each = false;
};
template <>
inline constexpr auto fields_of<SolveRequest> = detail::joined(
    place_fields<SolveRequest>,
    std::array{
        field<SolveRequest, &SolveRequest::limits, &SolveLimits::seconds>(
            "seconds", DecimalRange{0, most_search_seconds},
            {"seconds after which it gives up", "secondi dopo i quali rinuncia"},
            {.option = "--time",
             .strangers = DecimalRange{least_engine_seconds, most_engine_seconds},
             .unit = Unit::seconds,
             .strangers_must = true}),
        field<SolveRequest, &SolveRequest::limits, &SolveLimits::memory_mb>(
            "memory", WholeRange{1, most_memory_mb}, {"megabytes for its tables", "megabyte per le sue tabelle"},
            {.unit = Unit::megabytes, .is_owners = true}),
        field<SolveRequest, &SolveRequest::limits, &SolveLimits::threads>(
            "threads", WholeRange{1, most_search_threads},
            {"threads to use, where the method can use several",
             "thread da usare, dove il metodo ne sa usare più d'uno"},
            {.is_owners = true}),
        field<SolveRequest, &SolveRequest::limits, &SolveLimits::method>(
            "method", ChoiceOf{method_names},
            {"the method; by default the best one for the game", "il metodo; se manca, il migliore per il gioco"},
            {.is_owners = true}),
        field<SolveRequest, &SolveRequest::limits, &SolveLimits::patience>(
            "patience", DecimalRange{0, 1e9},
            {"how much work the distance to the end may cost, as a multiple of that for the value, beyond a few "
             "seconds; 0: no distance",
             "quanto lavoro può costare la distanza dalla fine, in multipli di quello per il valore, oltre alcuni "
             "secondi; 0: nessuna distanza"},
            {.is_owners = true}),
        field<SolveRequest, &SolveRequest::each>(
            "each", OnOff{},
            {"the value of every legal move, one per line; --time is then for each move",
             "il valore di ogni mossa, uno per riga; il tempo vale allora per ciascuna"},
            {.is_owners = true}),
    });

// What a position is worth as a sum of games.
struct ValueRequest : StudyPlace {
    std::string board, of;
    SolveLimits limits = {.seconds = 60};
};
template <>
inline constexpr auto fields_of<ValueRequest> = std::array{
    field<ValueRequest, &StudyPlace::game>("game", TextLine{}, place_fields<ValueRequest>[0].help, {.option = "GAME"}),
    field<ValueRequest, &ValueRequest::board>(
        "board", TextLine{},
        {"rows of cells as in a position; the board has their size",
         "righe di caselle come in una posizione; la scacchiera ha la loro grandezza"},
        {.option = "BOARD"}),
    place_fields<ValueRequest>[1],
    place_fields<ValueRequest>[2],
    field<ValueRequest, &ValueRequest::of>("of", TextLine{},
                                           {"instead of a game: a value in notation, as in \"{2|-1} + ^*\"",
                                            "invece di un gioco: un valore in notazione, come \"{2|-1} + ^*\""}),
    field<ValueRequest, &ValueRequest::limits, &SolveLimits::seconds>(
        "seconds", DecimalRange{0, most_search_seconds},
        {"seconds after which it gives up", "secondi dopo i quali rinuncia"},
        {.option = "--time",
         .strangers = DecimalRange{least_engine_seconds, most_engine_seconds},
         .unit = Unit::seconds,
         .strangers_must = true}),
    field<ValueRequest, &ValueRequest::limits, &SolveLimits::memory_mb>(
        "memory", WholeRange{1, most_memory_mb}, {"megabytes that it may use", "megabyte che può usare"},
        {.unit = Unit::megabytes, .is_owners = true}),
};

// Leaves of the game tree.
struct PerftRequest : StudyPlace {
    int depth = 0;
    bool divide = false, listed = false;
};
inline constexpr int most_perft_depth = 60;
template <>
inline constexpr auto fields_of<PerftRequest> =
    detail::joined(place_fields<PerftRequest>,
                   std::array{
                       field<PerftRequest, &PerftRequest::depth>("depth", WholeRange{0, most_perft_depth},
                                                                 {"the depth in plies", "la profondità in semimosse"},
                                                                 {.is_required = true}),
                       field<PerftRequest, &PerftRequest::divide>(
                           "divide", OnOff{}, {"print one line for each first move", "una riga per ogni prima mossa"}),
                       field<PerftRequest, &PerftRequest::listed>(
                           "listed", OnOff{},
                           {"list the last ply's moves too, where the game could count them",
                            "elenca anche le mosse dell'ultima semimossa, dove il gioco saprebbe contarle"}),
                   });

// Random games.
struct PlayoutsRequest : StudyPlace {
    std::uint64_t games = 1000, seed = 1;
};
template <>
inline constexpr auto fields_of<PlayoutsRequest> = detail::joined(
    place_fields<PlayoutsRequest>,
    std::array{
        field<PlayoutsRequest, &PlayoutsRequest::games>("games", WholeRange{1, 1'000'000'000},
                                                        {"the number of games", "il numero delle partite"}),
        field<PlayoutsRequest, &PlayoutsRequest::seed>(
            "seed", WholeRange{0, UINT64_MAX}, {"the seed of the random numbers", "il seme dei numeri casuali"}),
    });

// What each does, in a sentence.
inline constexpr Words show_help{"draws a position", "disegna una posizione"},
    moves_help{"the legal moves of a position, or its result", "le mosse legali di una posizione, o il suo risultato"},
    study_help{"shows a position, with the moves that led there",
               "mostra una posizione, con le mosse che vi hanno portato"},
    analyse_help{"the engine's best moves in a position", "le mosse migliori per il motore in una posizione"},
    solve_help{"find out exactly who wins, and how", "scopre esattamente chi vince, e come"},
    value_help{"what a position is worth as a sum of games (Clobber, Blocco)",
               "quanto vale una posizione come somma di giochi (Clobber, Blocco)"},
    perft_help{"count the leaves of the game tree", "conta le foglie dell'albero del gioco"},
    playouts_help{"play random games: how long they are and who wins them",
                  "gioca partite a caso: quanto durano e chi le vince"};

// What the command line can be asked of these, by the command's name; and what HTTP can.
std::vector<RequestInfo> commands();
std::vector<RequestInfo> queries();

}
