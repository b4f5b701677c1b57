// What can be asked of the training, each request with the table of its fields.
#pragma once
#include "ask/common_fields.hpp"
#include "training/selfplay.hpp"
#include "training/trainer.hpp"

namespace tavoliere::training {

// Games of the engine against itself.
struct SelfplayRequest {
    SelfplayPlan plan;
    std::string out; // a file
    std::uint64_t games = 10'000;
    int threads = 1;
};
// A network of such games.
struct TrainRequest {
    TrainPlan plan;
    std::vector<std::string> files;
    std::string out, from, plot; // files
    std::string note, largest;
    std::vector<std::string> any, also;
};

inline constexpr Words selfplay_help{"let the engine play itself: games to train a network with",
                                     "fa giocare il motore contro sé stesso: partite per addestrare una rete"},
    train_help{"train a network on games of selfplay", "addestra una rete su partite di selfplay"};
// These, by the command's name.
std::vector<RequestInfo> commands();

}

namespace tavoliere {

template <>
inline constexpr auto fields_of<training::SelfplayRequest> = [] {
    using R = training::SelfplayRequest;
    using Plan = training::SelfplayPlan;
    return std::array{
        game_field<R, &R::plan, &Plan::variant>,
        field<R, &R::out>(
            "out", FileName{},
            {"the file of games; an existing one is continued", "il file delle partite; se c'è già, si continua"},
            {.is_required = true}),
        explained(games_field<R, &R::games>, {"the number of games wanted", "il numero delle partite che si vogliono"}),
        explained(nodes_field<R, &R::plan, &Plan::nodes>,
                  {"positions searched for each move", "posizioni esaminate per ogni mossa"}),
        explained(with_name(opening_plies_field<R, &R::plan, &Plan::plies>, "plies"),
                  {"random moves at the beginning: from half as many to this many",
                   "mosse a caso all'inizio: dalla metà di tante a tante"}),
        field<R, &R::plan, &Plan::stray>(
            "stray", WholeRange{0, 100},
            {"percentage of the later moves that are random too, for positions off the path of good play",
             "percentuale delle mosse seguenti che sono a caso anch'esse, per posizioni fuori dal buon gioco"}),
        field<R, &R::plan, &Plan::solve_from>(
            "solve_from", WholeRange{0, training::most_plies},
            {"after so many plies, when solving takes moments, every position is solved, and a move that changes the "
             "winner ends the game; 0: never",
             "dopo tante semimosse, quando risolvere è questione di attimi, ogni posizione è risolta, e una mossa che "
             "cambia il vincitore finisce la partita; 0: mai"}),
        network_field<R, &R::plan, &Plan::network>,
        parallel_field<R, &R::threads>,
        seed_field<R, &R::plan, &Plan::seed>,
    };
}();

template <>
inline constexpr auto fields_of<training::TrainRequest> = [] {
    using R = training::TrainRequest;
    using Plan = training::TrainPlan;
    return std::array{
        field<R, &R::files>("files", TextList{most_texts, true},
                            {"games of selfplay, all of one game", "partite di selfplay, tutte di un gioco"},
                            {.option = "FILE"}),
        field<R, &R::out>("out", FileName{}, {"the file of the network", "il file della rete"}, {.is_required = true}),
        field<R, &R::from>("from", FileName{},
                           {"the network to begin with; the new one has the same inputs, hidden units and buckets",
                            "la rete da cui cominciare; la nuova ha gli stessi ingressi, unità nascoste e gruppi"}),
        field<R, &R::plan, &Plan::inputs>(
            "inputs", TextLine{},
            {"windows, joined by +: cells, corners, edges, crosses, saltires, rows2 to rows8; shared-… for the same "
             "weights everywhere",
             "finestre, unite da +: cells, corners, edges, crosses, saltires, da rows2 a rows8; shared-… per gli "
             "stessi pesi ovunque"}),
        field<R, &R::plan, &Plan::hidden>("hidden", WholeRange{32, 256, 32}, {"hidden units", "unità nascoste"}),
        field<R, &R::plan, &Plan::buckets>("buckets", WholeRange{1, 64},
                                           {"sets of output weights, by how full the board is",
                                            "gruppi di pesi d'uscita, secondo quanto è piena la scacchiera"}),
        field<R, &R::plan, &Plan::epochs>("epochs", WholeRange{1, 10'000},
                                          {"passes through all positions", "passate su tutte le posizioni"}),
        field<R, &R::plan, &Plan::batch>("batch", WholeRange{16, 1 << 24},
                                         {"positions in each step", "posizioni in ogni passo"}),
        field<R, &R::plan, &Plan::rate>(
            "rate", DecimalRange{1e-7, 1},
            {"the learning rate at the beginning", "la velocità di apprendimento all'inizio"}),
        field<R, &R::plan, &Plan::mix>(
            "mix", DecimalRange{0, 1},
            {"how much the search's scores count; the rest is the games' results",
             "quanto contano le valutazioni della ricerca; il resto sono i risultati delle partite"}),
        field<R, &R::plan, &Plan::least>(
            "least", WholeRange{1, 1'000'000},
            {"windows seen fewer times get no weights", "le finestre viste meno volte non hanno pesi"}),
        field<R, &R::plan, &Plan::step>(
            "step", WholeRange{1, 255},
            {"the windows' weights are multiples of this; the larger, the smaller the file when compressed",
             "i pesi delle finestre sono multipli di questo; più è grande, più piccolo è il file compresso"}),
        explained(threads_field<R, &R::plan, &Plan::threads>,
                  {"threads to train with; the result does not depend on them",
                   "thread con cui addestrare; il risultato non ne dipende"}),
        seed_field<R, &R::plan, &Plan::seed>,
        field<R, &R::any>(
            "any", TextList{most_texts},
            {"an option of the game that may differ where the network is used, as in --any size; may be given more "
             "than once",
             "un'opzione del gioco che può essere un'altra dove si usa la rete, come --any size; si può dare più "
             "volte"}),
        field<R, &R::also>(
            "also", TextList{most_texts},
            {"another variant that the network is for; may be given more than once. With --from and no FILE the "
             "network stays as it is and is for more variants",
             "un'altra variante per cui è la rete; si può dare più volte. Con --from e senza FILE la rete resta "
             "com'è, ed è per più varianti"}),
        field<R, &R::largest>("largest", TextLine{},
                              {"with --any size: the variant with the largest board on which the network is to be used",
                               "con --any size: la variante con la scacchiera più grande su cui si userà la rete"}),
        field<R, &R::plot>("plot", FileName{},
                           {"draw the losses into this SVG file", "disegna gli errori in questo file SVG"}),
        field<R, &R::note>("note", TextLine{},
                           {"a word to keep in the network's file", "una parola da tenere nel file della rete"}),
    };
}();

}
