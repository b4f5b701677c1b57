// Moves' texts, parted by spaces, after the byte that chooses the game: each is played, or a problem and nothing changed.
#include "fuzz.hpp"
#include "game/options.hpp"
#include <algorithm>

void tavoliere::fuzz::try_one(std::string_view input) {
    GameSession& s = chosen(input);
    // Listing them takes longer than all else here.
    const auto legal = input.size() % 8 == 0 ? s.moves() : std::vector<MoveView>();
    int words = 0;
    for (const std::string_view word : split(input, ' ')) {
        if (++words > 4) break;
        const std::string before = s.position();
        const auto played = s.play(word);
        if (!played) {
            require_one_line(played.error());
            require(s.position() == before, "a refused move changes nothing");
            continue;
        }
        const auto same = [&](const MoveView& m) { return m.text == played->text && m.path == played->path; };
        if (s.ply() == 1 && !legal.empty())
            require(std::count_if(legal.begin(), legal.end(), same) == 1, "what is played is one of the legal moves");
        require(s.view().turn != before[before.find(' ') + 1], "turns alternate");
    }
    const int plies = s.ply();
    for (int i = 0; i < plies; ++i) require(s.undo(), "what was played can be taken back");
    require(!s.undo(), "and no more");
}
