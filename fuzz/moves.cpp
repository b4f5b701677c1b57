// Moves' texts, parted by spaces, after the byte that chooses the game: each is played, or a problem and nothing changed.
#include "fuzz.hpp"
#include "game/options.hpp"
#include <algorithm>

void tavoliere::fuzz::try_one(std::string_view input) {
    Session& s = chosen(input);
    const auto legal = s.moves();
    for (const std::string_view word : split(input, ' ')) {
        const std::string before = s.position();
        const auto played = s.play(word);
        if (!played) {
            require_one_line(played.error());
            require(s.position() == before, "a refused move changes nothing");
            continue;
        }
        const auto same = [&](const MoveView& m) { return m.text == played->text && m.path == played->path; };
        if (s.ply() == 1)
            require(std::count_if(legal.begin(), legal.end(), same) == 1, "what is played is one of the legal moves");
        require(s.view().turn != before[before.find(' ') + 1], "turns alternate");
        if (s.ply() == 6) break;
    }
    const int plies = s.ply();
    for (int i = 0; i < plies; ++i) require(s.undo(), "what was played can be taken back");
    require(!s.undo(), "and no more");
}
