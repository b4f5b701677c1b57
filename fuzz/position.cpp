// A position's text, after the byte that chooses the game: a whole position that can be written and read again and played
// on from, or a problem and nothing changed.
#include "fuzz.hpp"

void tavoliere::fuzz::try_one(std::string_view input) {
    GameSession& s = chosen(input);
    const std::string before = s.position();
    if (const auto set = s.set_position(input); !set) {
        require_one_line(set.error());
        return require(s.position() == before, "a refused position changes nothing");
    }
    const std::string canonical = s.position();
    const PositionView view = s.view();
    const auto moves = s.moves();
    require(moves.empty() == s.result().has_value(), "there are moves exactly while the game lasts");
    if (!moves.empty())
        require(s.play(moves[input.size() % moves.size()].text).has_value(), "a legal move can be played");
    require(s.set_position(canonical).has_value() && s.position() == canonical, "a written position can be read");
    require(s.view().cells == view.cells && s.moves().size() == moves.size(), "and is the same");
}
