// What can be asked of the program that belongs to no live game, each request with the table of its fields. The command line, the
// server and the page's modules read them by these tables; docs/protocol.md and the page's types are made of them.
#pragma once
#include "ask/common_fields.hpp"
#include "diagram/diagram.hpp"
#include "records/format.hpp"
#include "solve/solution.hpp"
#include <array>
#include <optional>
#include <string>

namespace tavoliere {

// A position: a variant's, from where the moves are played.
struct StudyPlace {
    std::string game, position = "startpos", moves;
};
template <class R>
inline constexpr std::array place_fields = {
    game_field<R, &StudyPlace::game>, position_field<R, &StudyPlace::position>,
    field<R, &StudyPlace::moves>(
        "moves", TextLine{.blanks = TextLine::Blanks::single},
        {"moves to play from there, separated by spaces", "le mosse da giocare da lì, separate da spazi"})};
template <> inline constexpr auto fields_of<StudyPlace> = place_fields<StudyPlace>;

struct BoardRequest {
    std::string game;
};
template <> inline constexpr auto fields_of<BoardRequest> = std::array{game_field<BoardRequest, &BoardRequest::game>};

// A position with the moves that led there.
struct StudyRequest : StudyPlace {
    int from = 0;
};
template <>
inline constexpr auto fields_of<StudyRequest> =
    joined(place_fields<StudyRequest>,
           std::array{field<StudyRequest, &StudyRequest::from>("from", any_number,
                                                               {"the first move of the history that is wanted, from 0",
                                                                "la prima mossa della partita che si vuole, da 0"})});

// A picture of a position.
struct DiagramRequest : StudyPlace {
    std::string marks, caption, style = "screen";
    bool coordinates = true, turned = false;
};
inline constexpr std::size_t longest_caption = 500; // letters
inline constexpr std::string_view diagram_styles[] = {"screen", "print", "wood"};
template <class R>
inline constexpr auto diagram_fields = joined(
    place_fields<R>,
    std::array{
        field<R, &DiagramRequest::marks>("marks", TextLine{.blanks = TextLine::Blanks::single},
                                         {"marks to draw on it: arrow:a1-c3 cross:b2 dot:c3 circle:d4 label:e5=A",
                                          "i segni da disegnarvi: arrow:a1-c3 cross:b2 dot:c3 circle:d4 label:e5=A"}),
        field<R, &DiagramRequest::caption>("caption", TextLine{longest_caption},
                                           {"a line of text below the picture", "una riga di testo sotto la figura"}),
        field<R, &DiagramRequest::style>("style", ChoiceOf{diagram_styles},
                                         {"screen (in colours), print (in black and white) or wood (as on the page)",
                                          "screen (a colori), print (in bianco e nero) o wood (come nella pagina)"}),
        field<R, &DiagramRequest::coordinates>(
            "coordinates", OnOff{}, {"the letters and numbers at the edge", "le lettere e i numeri sul bordo"}),
        field<R, &DiagramRequest::turned>("turned", OnOff{},
                                          {"the board from the other side", "la scacchiera vista dall'altro lato"}),
    });
template <> inline constexpr auto fields_of<DiagramRequest> = diagram_fields<DiagramRequest>;

// A game as a moving picture: its first position, and that after each move. Marks are on the last.
struct AnimationRequest : DiagramRequest {
    Pace pace;
};
inline constexpr int most_animated = 1000; // moves
template <>
inline constexpr auto fields_of<AnimationRequest> =
    joined(diagram_fields<AnimationRequest>,
           std::array{field<AnimationRequest, &AnimationRequest::pace, &Pace::each>(
                          "seconds", DecimalRange{0.05, 60},
                          {"seconds that each position is shown", "i secondi per cui si vede ogni posizione"},
                          {.unit = Unit::seconds}),
                      field<AnimationRequest, &AnimationRequest::pace, &Pace::last>(
                          "rest", DecimalRange{0.05, 600},
                          {"seconds that the last position is shown", "i secondi per cui si vede l'ultima posizione"},
                          {.unit = Unit::seconds})});

// The engine's best moves.
struct AnalyseRequest : StudyPlace {
    Limits limits;
    std::string network = "own"; // for GameSession::use_network()
};
template <>
inline constexpr auto fields_of<AnalyseRequest> = joined(
    place_fields<AnalyseRequest>, std::array{seconds_field<AnalyseRequest, &AnalyseRequest::limits, &Limits::seconds>,
                                             depth_field<AnalyseRequest, &AnalyseRequest::limits, &Limits::depth>,
                                             nodes_field<AnalyseRequest, &AnalyseRequest::limits, &Limits::nodes>,
                                             lines_field<AnalyseRequest, &AnalyseRequest::limits, &Limits::lines>,
                                             threads_field<AnalyseRequest, &AnalyseRequest::limits, &Limits::threads>,
                                             hash_field<AnalyseRequest, &AnalyseRequest::limits, &Limits::hash_mb>,
                                             network_field<AnalyseRequest, &AnalyseRequest::network>});

// What the page's modules are asked for where they think.
struct ThinkRequest : StudyPlace {
    Limits limits;
};
template <>
inline constexpr auto fields_of<ThinkRequest> =
    joined(place_fields<ThinkRequest>, std::array{seconds_field<ThinkRequest, &ThinkRequest::limits, &Limits::seconds>,
                                                  depth_field<ThinkRequest, &ThinkRequest::limits, &Limits::depth>,
                                                  nodes_field<ThinkRequest, &ThinkRequest::limits, &Limits::nodes>,
                                                  lines_field<ThinkRequest, &ThinkRequest::limits, &Limits::lines>,
                                                  hash_field<ThinkRequest, &ThinkRequest::limits, &Limits::hash_mb>,
                                                  level_field<ThinkRequest, &ThinkRequest::limits, &Limits::level>,
                                                  seed_field<ThinkRequest, &ThinkRequest::limits, &Limits::seed>});

// Who wins, exactly.
struct SolveRequest : StudyPlace {
    SolveLimits limits;
    bool each = false;
};
template <>
inline constexpr auto fields_of<SolveRequest> = joined(
    place_fields<SolveRequest>,
    std::array{
        patient_seconds_field<SolveRequest, &SolveRequest::limits, &SolveLimits::seconds>,
        memory_field<SolveRequest, &SolveRequest::limits, &SolveLimits::memory_mb>,
        explained(threads_field<SolveRequest, &SolveRequest::limits, &SolveLimits::threads>,
                  {"threads to use, where the method can use several",
                   "thread da usare, dove il metodo ne sa usare più d'uno"}),
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
        field<SolveRequest, &SolveRequest::limits, &SolveLimits::proof>(
            "proof", FileName{},
            {"a file to write the proof to, which `tavoliere verify` checks",
             "un file in cui scrivere la prova, che `tavoliere verify` controlla"},
            {.is_owners = true}),
        field<SolveRequest, &SolveRequest::limits, &SolveLimits::checkpoint>(
            "checkpoint", FileName{},
            {"a file that is written every few minutes, and at the end if nothing was found, and from which the same "
             "command continues",
             "un file scritto ogni pochi minuti, e alla fine se non si è trovato nulla, da cui lo stesso comando "
             "riprende"},
            {.is_owners = true}),
    });

// What was played from a position in games that are kept.
struct ExplorerRequest : StudyPlace {
    int most_moves = 12, top_games = 4;
};
template <>
inline constexpr auto fields_of<ExplorerRequest> =
    joined(place_fields<ExplorerRequest>,
           std::array{field<ExplorerRequest, &ExplorerRequest::most_moves>(
                          "most_moves", WholeRange{0, 100},
                          {"how many of the most frequent moves", "quante delle mosse più frequenti"}),
                      field<ExplorerRequest, &ExplorerRequest::top_games>(
                          "top_games", WholeRange{0, 15},
                          {"how many games: of the newest, those of the highest rated players",
                           "quante partite: fra le più nuove, quelle dei giocatori più forti"})});

// What a position is worth as a sum of games.
struct ValueRequest : StudyPlace {
    std::string board, of;
    SolveLimits limits = {.seconds = 60};
};
template <>
inline constexpr auto fields_of<ValueRequest> = std::array{
    at_will(game_field<ValueRequest, &StudyPlace::game>),
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
    patient_seconds_field<ValueRequest, &ValueRequest::limits, &SolveLimits::seconds>,
    memory_field<ValueRequest, &ValueRequest::limits, &SolveLimits::memory_mb>,
};

// Leaves of the game tree.
struct PerftRequest : StudyPlace {
    int depth = 0;
    bool divide = false, listed = false;
};
inline constexpr int most_perft_depth = 60;
template <>
inline constexpr auto fields_of<PerftRequest> =
    joined(place_fields<PerftRequest>,
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
inline constexpr auto fields_of<PlayoutsRequest> =
    joined(place_fields<PlayoutsRequest>, std::array{games_field<PlayoutsRequest, &PlayoutsRequest::games>,
                                                     seed_field<PlayoutsRequest, &PlayoutsRequest::seed>});

// What games there are.
struct GamesRequest {
    std::string game;
};
template <>
inline constexpr auto fields_of<GamesRequest> =
    std::array{explained(at_will(game_field<GamesRequest, &GamesRequest::game>),
                         {"a game, or a variant of it; all games if none is named",
                          "un gioco, o una sua variante; tutti i giochi, se manca"})};

// How a game is played.
struct RulesRequest {
    std::string game, language;
};
inline constexpr std::string_view languages[] = {"en", "it"};
template <>
inline constexpr auto fields_of<RulesRequest> = std::array{
    game_field<RulesRequest, &RulesRequest::game>,
    field<RulesRequest, &RulesRequest::language>("language", ChoiceOf{languages},
                                                 {"en or it; by default the language of the environment (LANG)",
                                                  "en o it; se manca, la lingua dell'ambiente (LANG)"})};

// The laws that every game obeys, on random games.
struct CheckRequest {
    std::string game;
    int games = 20;
    std::uint64_t seed = 1;
};
template <>
inline constexpr auto fields_of<CheckRequest> =
    std::array{explained(at_will(game_field<CheckRequest, &CheckRequest::game>),
                         {"a game (with its presets) or a variant; all games if none is named",
                          "un gioco (con le sue varianti predefinite) o una variante; tutti i giochi, se manca"}),
               explained(games_field<CheckRequest, &CheckRequest::games>,
                         {"random games of each variant", "partite a caso di ogni variante"}),
               seed_field<CheckRequest, &CheckRequest::seed>};

// A fixed search.
struct BenchRequest {
    int depth = 5;
};
template <>
inline constexpr auto fields_of<BenchRequest> = std::array{depth_field<BenchRequest, &BenchRequest::depth>};

// Whether a proof or a table is right.
struct VerifyRequest {
    std::string file;
    std::uint64_t sample = 0, seed = 1; // 0: the whole table
};
template <>
inline constexpr auto fields_of<VerifyRequest> = std::array{
    field<VerifyRequest, &VerifyRequest::file>("file", FileName{},
                                               {"as `tavoliere solve` writes it with --proof FILE or --tables DIR",
                                                "come lo scrive `tavoliere solve` con --proof FILE o --tables DIR"},
                                               {.option = "FILE", .is_required = true}),
    field<VerifyRequest, &VerifyRequest::sample>("sample", WholeRange{1, 1'000'000'000'000},
                                                 {"check only so many positions of a table, drawn at random",
                                                  "controlla solo tante posizioni di una tabella, scelte a caso"}),
    seed_field<VerifyRequest, &VerifyRequest::seed>};

// A game in the terminal. What is not said here, a saved game may say.
struct PlayRequest : StudyPlace {
    std::string x, o; // one of player_kinds
    std::optional<double> seconds = {};
    std::optional<int> level = {};
    std::string network = "own", load = {};
};
inline constexpr std::string_view player_kinds[] = {"person", "engine"};
template <>
inline constexpr auto fields_of<PlayRequest> =
    std::array{at_will(place_fields<PlayRequest>[0]),
               place_fields<PlayRequest>[1],
               place_fields<PlayRequest>[2],
               field<PlayRequest, &PlayRequest::x>("x", ChoiceOf{player_kinds},
                                                   {"who plays first: person or engine; by default a person",
                                                    "chi gioca per primo: person o engine; se manca, una persona"}),
               field<PlayRequest, &PlayRequest::o>("o", ChoiceOf{player_kinds},
                                                   {"who plays second: person or engine; by default the engine",
                                                    "chi gioca per secondo: person o engine; se manca, il motore"}),
               explained(seconds_field<PlayRequest, &PlayRequest::seconds>,
                         {"seconds that the engine thinks about a move; by default 1",
                          "secondi in cui il motore pensa a una mossa; se manca, 1"}),
               level_field<PlayRequest, &PlayRequest::level>,
               network_field<PlayRequest, &PlayRequest::network>,
               field<PlayRequest, &PlayRequest::load>("load", FileName{},
                                                      {"continue a saved game, with the players that it was saved with",
                                                       "continua una partita salvata, con i giocatori di allora"})};

// The engine behind a protocol.
struct EngineRequest {
    std::string protocol = "ugi", game;
    Limits limits;
};
inline constexpr std::string_view engine_protocols[] = {"ugi", "uai", "gtp"};
template <>
inline constexpr auto fields_of<EngineRequest> = std::array{
    field<EngineRequest, &EngineRequest::protocol>(
        "protocol", ChoiceOf{engine_protocols},
        {"ugi or gtp (every game) or uai (Ataxx)", "ugi o gtp (ogni gioco) o uai (Ataxx)"}),
    with_name(
        explained(
            at_will(game_field<EngineRequest, &EngineRequest::game>),
            {"the game or variant at first; ugi's option Game and gtp's command set_game change it",
             "il gioco o la variante all'inizio; l'opzione Game di ugi e il comando set_game di gtp lo cambiano"}),
        "game"),
    explained(seconds_field<EngineRequest, &EngineRequest::limits, &Limits::seconds>,
              {"of gtp: seconds for a move; by default 1, where neither --nodes nor --level is given",
               "di gtp: secondi per una mossa; se manca, 1, se non ci sono --nodes o --level"}),
    explained(nodes_field<EngineRequest, &EngineRequest::limits, &Limits::nodes>,
              {"of gtp: positions to search for a move", "di gtp: posizioni da esaminare per una mossa"}),
    level_field<EngineRequest, &EngineRequest::limits, &Limits::level>};

// Files of games in another format.
struct ConvertRequest {
    std::vector<std::string> files;
    std::string from, to = "tgn", out; // formats; from is empty: by how each file begins
};
template <>
inline constexpr auto fields_of<ConvertRequest> = std::array{
    field<ConvertRequest, &ConvertRequest::files>("files", TextList{most_texts, true},
                                                  {"files of games", "file di partite"},
                                                  {.option = "FILES", .is_required = true}),
    field<ConvertRequest, &ConvertRequest::to>("to", ChoiceOf{record_format_names},
                                               {"the format to write", "il formato da scrivere"}),
    field<ConvertRequest, &ConvertRequest::from>("from", ChoiceOf{record_format_names},
                                                 {"the format of the files; by default that of how each begins",
                                                  "il formato dei file; se manca, quello di come ciascuno comincia"}),
    field<ConvertRequest, &ConvertRequest::out>(
        "out", FileName{},
        {"the file to write; by default standard output", "il file da scrivere; se manca, l'output standard"})};

// What each does, in a sentence.
inline constexpr Words show_help{"draws a position", "disegna una posizione"},
    moves_help{"the legal moves of a position, or its result", "le mosse legali di una posizione, o il suo risultato"},
    study_help{"shows a position, with the moves that led there",
               "mostra una posizione, con le mosse che vi hanno portato"},
    analyse_help{"the engine's best moves in a position", "le mosse migliori per il motore in una posizione"},
    solve_help{"find out exactly who wins, and how", "scopre esattamente chi vince, e come"},
    explorer_help{"what was played from a position in the server's games, and what came of it",
                  "che cosa si è giocato da una posizione nelle partite del server, e com'è finita"},
    value_help{"what a position is worth as a sum of games (Clobber, Blocco)",
               "quanto vale una posizione come somma di giochi (Clobber, Blocco)"},
    games_help{"every game, its options and where its rules come from",
               "ogni gioco, le sue opzioni e da dove vengono le sue regole"},
    rules_help{"the rules of a game", "le regole di un gioco"},
    check_help{"check the laws that every game obeys, on random games",
               "controlla le leggi che ogni gioco rispetta, su partite a caso"},
    bench_help{"a fixed search: its node count is the program's signature",
               "una ricerca fissa: il numero delle posizioni è la firma del programma"},
    verify_help{"check a proof or a table by the rules", "controlla una prova o una tabella con le regole"},
    play_help{"play in the terminal", "gioca nel terminale"},
    engine_help{"run the engine in a protocol, for other programs",
                "fa parlare il motore in un protocollo, per altri programmi"},
    convert_help{"write games in another format: tgn, sgf, pgn, jsonl, abstractplay",
                 "scrive partite in un altro formato: tgn, sgf, pgn, jsonl, abstractplay"},
    perft_help{"count the leaves of the game tree", "conta le foglie dell'albero del gioco"},
    playouts_help{"play random games: how long they are and who wins them",
                  "gioca partite a caso: quanto durano e chi le vince"};

// What the command line can be asked of these, by the command's name; and what HTTP can.
std::vector<RequestInfo> commands();
std::vector<RequestInfo> queries();

}
