// What can be asked of the laboratory, each request with the table of its fields.
#pragma once
#include "ask/common_fields.hpp"
#include "ask/requests.hpp"
#include "lab/experiment.hpp"
#include "lab/levels.hpp"
#include "lab/puzzle_maker.hpp"
#include "lab/review.hpp"
#include "lab/tournament.hpp"
#include "lab/tune.hpp"

namespace tavoliere {

// Two players against each other.
struct MatchRequest {
    MatchPlan plan{.variant = {}, .first = {.spec = "engine"}, .second = {.spec = "engine"}};
    std::string limit, openings, clock, sprt, draw, resign, engine_log; // as they are written; openings and log: files
    std::optional<int> opening_plies;
};
// The plan that is asked for, with its openings. The limits of an engine of ours stand in its name.
Expected<MatchPlan> complete(const MatchRequest& request);

namespace detail {

template <PlayerPlan MatchPlan::* which>
constexpr std::array<Field, 4> player_fields(std::array<std::string_view, 4> names) {
    using R = MatchRequest;
    return {
        field<R, &R::plan, which, &PlayerPlan::spec>(
            names[0], TextLine{},
            {"random, greedy, engine or engine:depth=4, uct, mcts, or uai:, ugi:, uci: and a command",
             "random, greedy, engine o engine:depth=4, uct, mcts, oppure uai:, ugi:, uci: e un comando"}),
        field<R, &R::plan, which, &PlayerPlan::limits>(names[1], TextLine{},
                                                       {"limits for each of its moves: time=SECONDS,nodes=N,depth=N",
                                                        "limiti per ogni sua mossa: time=SECONDI,nodes=N,depth=N"}),
        field<R, &R::plan, which, &PlayerPlan::options>(
            names[2], TextList{most_texts},
            {"NAME=VALUE, an option of somebody's engine; may be given more than once",
             "NOME=VALORE, un'opzione di un motore altrui; si può dare più volte"}),
        field<R, &R::plan, which, &PlayerPlan::name>(
            names[3], TextLine{},
            {"its name in reports and records", "il suo nome nei rapporti e nelle registrazioni"})};
}

}

template <>
inline constexpr auto fields_of<MatchRequest> = joined(
    std::array{game_field<MatchRequest, &MatchRequest::plan, &MatchPlan::variant>},
    detail::player_fields<&MatchPlan::first>({"first", "first_limit", "first_option", "first_name"}),
    detail::player_fields<&MatchPlan::second>({"second", "second_limit", "second_option", "second_name"}),
    std::array{
        field<MatchRequest, &MatchRequest::limit>(
            "limit", TextLine{},
            {"limits of each player that has none of its own; by default time=0.1, unless there is a clock",
             "limiti di ogni giocatore che non ne ha di suoi; se manca, time=0.1, a meno che ci sia un orologio"}),
        field<MatchRequest, &MatchRequest::clock>("clock", TextLine{},
                                                  {"SECONDS+INCREMENT for a game and each move, as in 60+0.6",
                                                   "SECONDI+INCREMENTO per una partita e per ogni mossa, come 60+0.6"}),
        field<MatchRequest, &MatchRequest::plan, &MatchPlan::margin>(
            "margin", DecimalRange{0, 60},
            {"seconds that a move may come late", "secondi di cui una mossa può tardare"}, {.unit = Unit::seconds}),
        explained(games_field<MatchRequest, &MatchRequest::plan, &MatchPlan::games>,
                  {"the number of games; each opening is played with both colours",
                   "il numero delle partite; ogni apertura si gioca con entrambi i colori"}),
        field<MatchRequest, &MatchRequest::openings>(
            "openings", FileName{},
            {"a file with a position or moves on each line", "un file con una posizione o delle mosse in ogni riga"}),
        field<MatchRequest, &MatchRequest::plan, &MatchPlan::shuffled>(
            "shuffle", OnOff{},
            {"use the openings in an order that the seed decides", "usa le aperture nell'ordine che il seme decide"}),
        explained(opening_plies_field<MatchRequest, &MatchRequest::opening_plies>,
                  {"random moves at the beginning; by default 2, or 0 with --openings",
                   "mosse a caso all'inizio; se manca, 2, o 0 con --openings"}),
        parallel_field<MatchRequest, &MatchRequest::plan, &MatchPlan::threads>,
        seed_field<MatchRequest, &MatchRequest::plan, &MatchPlan::seed>,
        field<MatchRequest, &MatchRequest::sprt>(
            "sprt", TextLine{},
            {"end when a sequential test is decided: elo0=0,elo1=10,alpha=0.05,beta=0.05",
             "finisce quando un test sequenziale è deciso: elo0=0,elo1=10,alpha=0.05,beta=0.05"}),
        field<MatchRequest, &MatchRequest::draw>("draw", TextLine{},
                                                 {"adjudicate games as drawn: move=40,count=8,score=10",
                                                  "aggiudica partite come patte: move=40,count=8,score=10"}),
        field<MatchRequest, &MatchRequest::resign>(
            "resign", TextLine{},
            {"adjudicate games as lost: count=4,score=500", "aggiudica partite come perse: count=4,score=500"}),
        field<MatchRequest, &MatchRequest::plan, &MatchPlan::adjudication, &Adjudication::most_plies>(
            "max_plies", WholeRange{1, most_adjudged_plies},
            {"adjudicate longer games as drawn", "aggiudica come patte le partite più lunghe"}),
        field<MatchRequest, &MatchRequest::plan, &MatchPlan::records>(
            "records", FileName{}, {"a plain file to keep the games in", "un file in cui tenere le partite"}),
        field<MatchRequest, &MatchRequest::plan, &MatchPlan::resume>(
            "resume", OnOff{}, {"continue where the records end", "continua dove finiscono le registrazioni"}),
        field<MatchRequest, &MatchRequest::plan, &MatchPlan::patience>(
            "patience", DecimalRange{0.1, 86400},
            {"seconds for an engine to start, and to move where no time is set",
             "secondi perché un motore parta, e muova dove non è dato un tempo"},
            {.unit = Unit::seconds}),
        field<MatchRequest, &MatchRequest::engine_log>(
            "engine_log", FileName{},
            {"a file, or /dev/stderr, for what engines write to standard error",
             "un file, o /dev/stderr, per ciò che i motori scrivono sull'errore standard"}),
    });

// The search's parameters, by playing.
struct TuneRequest {
    TunePlan plan;
    std::string parameters, begin, out; // as they are written; out: a file
};
Expected<TunePlan> complete(const TuneRequest& request);
template <>
inline constexpr auto fields_of<TuneRequest> = std::array{
    game_field<TuneRequest, &TuneRequest::plan, &TunePlan::variant>,
    field<TuneRequest, &TuneRequest::out>(
        "out", FileName{},
        {"the file of values; an existing one is continued", "il file dei valori; se c'è già, si continua"},
        {.is_required = true}),
    field<TuneRequest, &TuneRequest::plan, &TunePlan::pairs>(
        "pairs", WholeRange{1, most_pairs}, {"the number of pairs of games", "il numero delle coppie di partite"}),
    field<TuneRequest, &TuneRequest::plan, &TunePlan::limits>(
        "limit", TextLine{},
        {"the limit of each move, and other settings of the engines",
         "il limite di ogni mossa, e altre impostazioni dei motori"}),
    field<TuneRequest, &TuneRequest::parameters>(
        "parameters", TextLine{},
        {"NAME,NAME; by default all that have a step", "NOME,NOME; se manca, tutti quelli che hanno un passo"}),
    field<TuneRequest, &TuneRequest::begin>(
        "begin", TextLine{},
        {"NAME=VALUE,NAME=VALUE: the values to begin with", "NOME=VALORE,NOME=VALORE: i valori da cui cominciare"}),
    opening_plies_field<TuneRequest, &TuneRequest::plan, &TunePlan::opening_plies>,
    field<TuneRequest, &TuneRequest::plan, &TunePlan::rate>(
        "rate", DecimalRange{0.0001, 1},
        {"the fraction of a step by which the last pairs change a value",
         "la frazione di un passo di cui le ultime coppie cambiano un valore"}),
    parallel_field<TuneRequest, &TuneRequest::plan, &TunePlan::threads>,
    seed_field<TuneRequest, &TuneRequest::plan, &TunePlan::seed>,
};

// How the levels for people fare.
struct LevelsRequest {
    LevelsPlan plan;
    bool find = false;
};
template <>
inline constexpr auto fields_of<LevelsRequest> = std::array{
    game_field<LevelsRequest, &LevelsRequest::plan, &LevelsPlan::variant>,
    field<LevelsRequest, &LevelsRequest::find>(
        "find", OnOff{},
        {"find the strengths that give the wanted share of the points, and print the line for strength/FILE.txt",
         "trova le forze che danno la parte voluta dei punti, e stampa la riga per strength/FILE.txt"}),
    field<LevelsRequest, &LevelsRequest::plan, &LevelsPlan::share>(
        "share", DecimalRange{0.55, 0.95},
        {"the share of the points that --find aims at for each level against the one below",
         "la parte dei punti che --find cerca per ogni livello contro quello sotto"}),
    explained(games_field<LevelsRequest, &LevelsRequest::plan, &LevelsPlan::games>,
              {"the number of games in each match", "il numero delle partite di ogni incontro"}),
    opening_plies_field<LevelsRequest, &LevelsRequest::plan, &LevelsPlan::opening_plies>,
    parallel_field<LevelsRequest, &LevelsRequest::plan, &LevelsPlan::threads>,
    seed_field<LevelsRequest, &LevelsRequest::plan, &LevelsPlan::seed>,
    field<LevelsRequest, &LevelsRequest::plan, &LevelsPlan::checkpoint>(
        "checkpoint", FileName{},
        {"a file to save each match in; after Ctrl-C or a kill the same command goes on from there",
         "un file in cui salvare ogni incontro; dopo Ctrl-C lo stesso comando riprende da lì"}),
};

// Puzzles made, or a file of them checked.
struct PuzzlesRequest {
    PuzzlePlan plan;
    std::string out, check; // files
    double seconds = 0;
    std::uint64_t judge = 0; // nodes
};
template <>
inline constexpr auto fields_of<PuzzlesRequest> = std::array{
    field<PuzzlesRequest, &PuzzlesRequest::plan, &PuzzlePlan::variants>(
        "variants", TextList{most_texts},
        {"variants of one game, which take turns", "varianti di un gioco, che si alternano"}, {.option = "GAME"}),
    field<PuzzlesRequest, &PuzzlesRequest::out>("out", FileName{}, {"the file to write", "il file da scrivere"}),
    field<PuzzlesRequest, &PuzzlesRequest::check>(
        "check", FileName{}, {"check this file, and make no puzzles", "controlla questo file, e non crea problemi"}),
    explained(patient_seconds_field<PuzzlesRequest, &PuzzlesRequest::seconds>,
              {"seconds after which --check begins no further proof",
               "secondi dopo i quali --check non comincia altre prove"}),
    explained(with_name(nodes_field<PuzzlesRequest, &PuzzlesRequest::judge>, "judge"),
              {"nodes with which --check searches once more each puzzle that is not proved",
               "posizioni con cui --check cerca di nuovo ogni problema non dimostrato"}),
    field<PuzzlesRequest, &PuzzlesRequest::plan, &PuzzlePlan::puzzles>(
        "puzzles", WholeRange{1, 100'000}, {"the number of puzzles wanted", "il numero dei problemi che si vogliono"}),
    explained(games_field<PuzzlesRequest, &PuzzlesRequest::plan, &PuzzlePlan::games>,
              {"the number of games, after which puzzles that are not proved fill the file",
               "il numero delle partite, dopo le quali il file si riempie di problemi non dimostrati"}),
    strength_field<PuzzlesRequest, &PuzzlesRequest::plan, &PuzzlePlan::strength>,
    explained(with_name(opening_plies_field<PuzzlesRequest, &PuzzlesRequest::plan, &PuzzlePlan::plies>, "plies"),
              {"random moves at the beginning: from half as many to this many",
               "mosse a caso all'inizio: dalla metà di tante a tante"}),
    field<PuzzlesRequest, &PuzzlesRequest::plan, &PuzzlePlan::last>(
        "last", WholeRange{1, 1000},
        {"how many of the last positions of each game are examined",
         "quante delle ultime posizioni di ogni partita si esaminano"}),
    explained(with_name(nodes_field<PuzzlesRequest, &PuzzlesRequest::plan, &PuzzlePlan::screen>, "screen"),
              {"nodes of the first search of a position", "posizioni della prima ricerca"}),
    explained(with_name(nodes_field<PuzzlesRequest, &PuzzlesRequest::plan, &PuzzlePlan::proof>, "proof"),
              {"nodes to prove a puzzle with", "posizioni per dimostrare un problema"}),
    explained(with_name(nodes_field<PuzzlesRequest, &PuzzlesRequest::plan, &PuzzlePlan::search>, "search"),
              {"nodes for puzzles that are not proved", "posizioni per i problemi non dimostrati"}),
    field<PuzzlesRequest, &PuzzlesRequest::plan, &PuzzlePlan::margin>(
        "margin", WholeRange{1, 100'000},
        {"hundredths of a piece by which the other moves of these must be worse",
         "centesimi di pezzo di cui le altre mosse di questi devono essere peggiori"}),
    parallel_field<PuzzlesRequest, &PuzzlesRequest::plan, &PuzzlePlan::threads>,
    seed_field<PuzzlesRequest, &PuzzlesRequest::plan, &PuzzlePlan::seed>,
};

// Games looked through for what their moves gave away.
struct ReviewRequest {
    std::vector<std::string> files;
    std::string out;
    ReviewPlan plan;
    std::uint64_t nodes = 0; // 0: the plan's, unless there is a time
    int threads = 1;
};
ReviewPlan complete(const ReviewRequest& request);
template <>
inline constexpr auto fields_of<ReviewRequest> = std::array{
    field<ReviewRequest, &ReviewRequest::files>(
        "files", TextList{most_texts, true}, {"files of games, in any format", "file di partite, in qualunque formato"},
        {.option = "FILES", .is_required = true}),
    field<ReviewRequest, &ReviewRequest::out>(
        "out", FileName{},
        {"the file of reviews; an existing one is continued", "il file delle analisi; se c'è già, si continua"},
        {.is_required = true}),
    explained(nodes_field<ReviewRequest, &ReviewRequest::nodes>,
              {"positions to search for each position of a game; by default 20000, where --time is not given",
               "posizioni da esaminare per ogni posizione di una partita; se manca, 20000, se non c'è --time"}),
    explained(at_will(seconds_field<ReviewRequest, &ReviewRequest::plan, &ReviewPlan::seconds>),
              {"seconds for each position of a game", "secondi per ogni posizione di una partita"}),
    network_field<ReviewRequest, &ReviewRequest::plan, &ReviewPlan::network>,
    parallel_field<ReviewRequest, &ReviewRequest::threads>,
};

// Variants of games measured, or the fairest of many searched for.
struct LabRequest {
    LabPlan plan;
    std::string html;     // a file
    std::string language; // of that page
};
template <>
inline constexpr auto fields_of<LabRequest> = std::array{
    field<LabRequest, &LabRequest::plan, &LabPlan::variants>(
        "variants", TextList{most_texts},
        {"games or variants, measured side by side", "giochi o varianti, misurati fianco a fianco"},
        {.option = "GAME", .is_required = true}),
    field<LabRequest, &LabRequest::plan, &LabPlan::sweeps>(
        "sweep", TextList{most_texts},
        {"OPTION=VALUE,VALUE: each variant with each value, as in size=5x5,6x6,7x7; none leaves the option out, on "
         "sets one "
         "without a value, and random-0..31 counts; may be given more than once",
         "OPZIONE=VALORE,VALORE: ogni variante con ogni valore, come size=5x5,6x6,7x7; none omette l'opzione, on ne "
         "mette una "
         "senza valore, e random-0..31 conta; si può dare più volte"}),
    field<LabRequest, &LabRequest::plan, &LabPlan::search>(
        "search", OnOff{},
        {"search for the fairest variant: all play a little, the better half plays twice as much, and so on",
         "cerca la variante più equa: tutte giocano un poco, la metà migliore gioca il doppio, e così via"}),
    field<LabRequest, &LabRequest::plan, &LabPlan::pie>(
        "pie", OnOff{},
        {"take the first moves of each variant in its place, as for a pie rule",
         "al posto di ogni variante prendi le sue prime mosse, come per la regola della torta"}),
    explained(nodes_field<LabRequest, &LabRequest::plan, &LabPlan::nodes>,
              {"positions that the strongest player searches for each move",
               "posizioni che il giocatore più forte esamina per ogni mossa"}),
    explained(games_field<LabRequest, &LabRequest::plan, &LabPlan::games>,
              {"the most games of the strongest player against itself; others play half or a quarter as many",
               "il massimo delle partite del giocatore più forte contro sé stesso; gli altri ne giocano la metà o un "
               "quarto"}),
    field<LabRequest, &LabRequest::plan, &LabPlan::width>(
        "width", DecimalRange{0.001, 0.5},
        {"no more games once the interval of the first mover's share reaches so far to either side",
         "niente altre partite quando l'intervallo della parte di chi comincia arriva a tanto da ogni lato"}),
    field<LabRequest, &LabRequest::plan, &LabPlan::seconds>(
        "seconds", DecimalRange{0, most_search_seconds},
        {"seconds after which no game goes on", "secondi dopo i quali nessuna partita continua"},
        {.option = "--time", .unit = Unit::seconds, .is_limit = true}),
    explained(opening_plies_field<LabRequest, &LabRequest::plan, &LabPlan::how, &LabConditions::opening_plies>,
              {"moves at the beginning that are drawn among good ones", "mosse all'inizio estratte fra quelle buone"}),
    field<LabRequest, &LabRequest::plan, &LabPlan::how, &LabConditions::temperature>(
        "temperature", WholeRange{0, 100'000},
        {"hundredths of a piece by which a move must be worse to be drawn e times less often",
         "centesimi di pezzo di cui una mossa deve essere peggiore per essere estratta e volte meno spesso"}),
    field<LabRequest, &LabRequest::plan, &LabPlan::how, &LabConditions::most_plies>(
        "max_plies", WholeRange{1, most_adjudged_plies},
        {"plies after which a game counts as one that does not end",
         "semimosse dopo le quali una partita conta come senza fine"}),
    field<LabRequest, &LabRequest::plan, &LabPlan::solve>(
        "solve", DecimalRange{0, most_search_seconds},
        {"seconds to look for the exact value of each variant; 0: it is not looked for",
         "secondi per cercare il valore esatto di ogni variante; 0: non si cerca"},
        {.unit = Unit::seconds}),
    field<LabRequest, &LabRequest::plan, &LabPlan::out>("out", FileName{},
                                                        {"a file to keep the games in; an existing one is continued",
                                                         "un file in cui tenere le partite; se c'è già, si continua"}),
    field<LabRequest, &LabRequest::html>(
        "html", FileName{},
        {"a file for the report as a page with plots", "un file per il rapporto come pagina con grafici"}),
    field<LabRequest, &LabRequest::language>(
        "language", ChoiceOf{languages},
        {"of that page, en or it; by default the language of the environment (LANG)",
         "di quella pagina, en o it; se manca, la lingua dell'ambiente (LANG)"}),
    parallel_field<LabRequest, &LabRequest::plan, &LabPlan::threads>,
    seed_field<LabRequest, &LabRequest::plan, &LabPlan::how, &LabConditions::seed>,
};

inline constexpr Words lab_help{
    "measure a game by letting the engine play it: fairness, length, depth, drama, flaws",
    "misura un gioco facendolo giocare al motore: equità, durata, profondità, emozione, difetti"},
    match_help{"play two players against each other many times", "fa giocare due giocatori fra loro, molte volte"},
    tune_help{"tune the search's parameters for one game by playing (SPSA)",
              "regola i parametri della ricerca per un gioco, giocando (SPSA)"},
    levels_help{"measure the levels for people, each against the one below",
                "misura i livelli per le persone, ognuno contro quello sotto"},
    review_help{"find what the moves of many games gave away",
                "trova che cosa hanno regalato le mosse di molte partite"},
    puzzles_help{"positions with one right move, found in games of the engine",
                 "posizioni con una sola mossa giusta, trovate in partite del motore"};
// These, by the command's name.
std::vector<RequestInfo> lab_commands();

}
