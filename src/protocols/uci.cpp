// UCI, chess's Universal Chess Interface, as Fairy-Stockfish speaks it for other games: the option UCI_Variant names the
// game, and all is spelled as in chess. This table is what the program knows of that, and nothing outside it names a game.
//
//     ours    x5o/7/3-3/7/7/7/o5x x 0 1      g2      a1-c3   pass
//     UCI     P5p/7/3*3/7/7/7/p5P[PP…pp…] w - - 0 1      P@g2    a1c3    a1a1 or 0000
//
// Fairy-Stockfish knows blocked squares, *, since 2023; older ones do not understand such a position.
//
// A position is sent as it stands, without the moves that led to it: the games of the table end by nothing that lies further
// back, and one of Fairy-Stockfish's rules, the third repetition, is none of ours.
#include "game/options.hpp"
#include "protocols/remote.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

struct UciGame {
    std::string_view game;    // ours
    std::string_view variant; // ours, its start position and blocked cells left out; empty: any other of this game
    std::string_view name;    // UCI_Variant; empty: whoever plays it has defined it in a variants.ini
    bool drops;               // pieces are set down: chess has them in the hand
};
constexpr UciGame table[] = {
    {"ataxx", "ataxx", "ataxx", true},
    {"clobber", "clobber:size=5x6", "clobber", false},
    {"clobber", "clobber:size=10x10", "clobber10", false},
    {"clobber", "", "", false},
};

const UciGame* find(const GameSession& game) {
    for (const UciGame& g : table)
        if (g.game == game.info().name && (g.variant.empty() || g.variant == without(first_position, game.variant())))
            return &g;
    return nullptr;
}

Expected<GameOption> game_option(const GameSession& game) {
    const UciGame* const g = find(game);
    if (!g) return problem("UCI has no name for " + game.variant());
    return GameOption{"UCI_Variant", std::string(g->name), true};
}

std::string place(const std::string&, std::span<const std::string>, const GameSession& now) {
    const std::string position = now.position();
    const auto words = split(position, ' ');
    std::string board(words[0]);
    for (char& c : board) c = c == 'x' ? 'P' : c == 'o' ? 'p' : c == '-' ? '*' : c;
    if (const UciGame* const g = find(now); g && g->drops) {
        // More than enough for the rest of the game, and the same for both.
        const std::string cells = now.view().cells;
        const auto empty = std::size_t(std::count(cells.begin(), cells.end(), '.'));
        board += "[" + std::string(empty, 'P') + std::string(empty, 'p') + "]";
    }
    // Two counters end the line, as in chess: where our position has them, its own.
    const std::string counters = words.size() == 4 ? std::string(words[2]) + " " + std::string(words[3]) : "0 1";
    return "fen " + board + (words[1] == "x" ? " w - - " : " b - - ") + counters;
}

// The second cell of "a1c3", where the first ends.
std::string_view second_cell(std::string_view word) {
    const auto letter = word.find_first_not_of("0123456789", std::min<std::size_t>(1, word.size()));
    return letter == std::string_view::npos ? "" : word.substr(letter);
}

std::string read_move(std::string_view word) {
    if (word == "0000") return "pass";
    if (const auto at = word.find('@'); at != std::string_view::npos) return std::string(word.substr(at + 1));
    const std::string_view to = second_cell(word);
    const bool stays = !to.empty() && word.substr(0, word.size() - to.size()) == to;
    return stays ? "pass" : std::string(word);
}

}

const RemoteDialect remote_uci{"uci", {"wtime", "btime", "winc", "binc"}, game_option, place, read_move};

}
