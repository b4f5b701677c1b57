#include "lab/openings.hpp"
#include "base/text.hpp"
#include "game/options.hpp"
#include "protocols/remote.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

using Words = std::span<const std::string_view>;

std::string joined(Words words) {
    std::string out;
    for (std::string_view w : words) (out += out.empty() ? "" : " ") += w;
    return out;
}

Expected<Opening> opening(const GameSession& game, const std::string& start, Words moves) {
    const auto session = game.copy();
    if (const auto set = session->set_position(start); !set) return std::unexpected(set.error());
    Opening out{session->position(), {}};
    for (std::string_view m : moves) {
        const auto played = session->play(m);
        if (!played) return std::unexpected(played.error());
        out.moves.push_back(played->text);
    }
    if (session->result()) return problem("the game is over there");
    return out;
}

Expected<Opening> read_line(Words words, const GameSession& game) {
    if (const auto moves = std::find(words.begin(), words.end(), "moves"); moves != words.end()) {
        const auto place = std::size_t(moves - words.begin());
        return opening(game, place ? joined(words.first(place)) : "startpos", words.subspan(place + 1));
    }
    auto as_position = opening(game, joined(words), {});
    if (as_position) return as_position;
    auto as_moves = opening(game, "startpos", words);
    if (as_moves) return as_moves;
    // Whichever it was meant to be: a board has its rows parted by strokes, or a word for whose turn it is.
    const bool board =
        words[0].find('/') != std::string_view::npos || (words.size() > 1 && (words[1] == "x" || words[1] == "o"));
    return board ? as_position : as_moves;
}

}

Expected<std::vector<Opening>> read_openings(std::string_view text, const GameSession& game) {
    std::vector<Opening> openings;
    take(text, byte_order_mark);
    int number = 0;
    for (std::string_view line : split(text, '\n')) {
        ++number;
        const auto words = words_of(line.substr(0, line.find('#')));
        if (words.empty()) continue;
        auto read = read_line(words, game);
        if (!read) return problem("openings: line " + std::to_string(number) + ": " + read.error().text);
        openings.push_back(std::move(*read));
    }
    if (openings.empty()) return problem("openings: there is none; a line is a position, or moves");
    return openings;
}

}
