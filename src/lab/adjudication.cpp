#include "lab/adjudication.hpp"
#include <cstdlib>

namespace tavoliere {
namespace {

constexpr int most_score = 1'000'000;

constexpr Setting<Adjudication::Draw> draw_settings[] = {
    {"move", "move=N from 1, the first at which a game may be drawn",
     [](Adjudication::Draw& d, std::string_view v) { return set_number(d.move, v, 1, 100000); }},
    {"count", "count=N from 1, how many moves of either side",
     [](Adjudication::Draw& d, std::string_view v) { return set_number(d.count, v, 1, 100000); }},
    {"score", "score=CP from 0, hundredths of a piece",
     [](Adjudication::Draw& d, std::string_view v) { return set_number(d.score, v, 0, most_score); }},
};
constexpr Setting<Adjudication::Resign> resign_settings[] = {
    {"count", "count=N from 1, how many moves of either side",
     [](Adjudication::Resign& r, std::string_view v) { return set_number(r.count, v, 1, 100000); }},
    {"score", "score=CP from 1, hundredths of a piece",
     [](Adjudication::Resign& r, std::string_view v) { return set_number(r.score, v, 1, most_score); }},
};

// A score as a number: a win, however far, is more than any estimate.
int value(const Score& s) {
    switch (s.kind) {
    case Score::Kind::win: return most_score;
    case Score::Kind::loss: return -most_score;
    case Score::Kind::draw: return 0;
    case Score::Kind::estimate: break;
    }
    return s.value;
}

}

Expected<Adjudication::Draw> read_draw(std::string_view text) {
    Adjudication::Draw draw;
    if (const auto read = read_settings<Adjudication::Draw>("draw", text, draw_settings, draw); !read)
        return std::unexpected(read.error());
    if (!draw.count) return problem("draw: " + in_quotes(text) + " has no count, as in move=40,count=8,score=10");
    return draw;
}

Expected<Adjudication::Resign> read_resign(std::string_view text) {
    Adjudication::Resign resign;
    if (const auto read = read_settings<Adjudication::Resign>("resign", text, resign_settings, resign); !read)
        return std::unexpected(read.error());
    if (!resign.count || !resign.score)
        return problem("resign: " + in_quotes(text) + " lacks count or score, as in count=4,score=500");
    return resign;
}

std::optional<Result> Adjudicator::after(std::size_t mover, const std::optional<Score>& score, int plies) {
    Rows& mine = rows_[mover];
    const Rows& theirs = rows_[1 - mover];
    const int v = score ? value(*score) : 0;
    const auto go_on = [&](int& row, bool yes) { row = score && yes ? row + 1 : 0; };
    go_on(mine.even, std::abs(v) <= rules_.draw.score);
    go_on(mine.lost, v <= -rules_.resign.score);
    go_on(mine.won, v >= rules_.resign.score);

    const auto wins = [](std::size_t side) { return Result{side ? Winner::o : Winner::x, adjudicated, {}}; };
    const int enough = rules_.resign.count;
    if (enough && mine.lost >= enough && theirs.won >= enough) return wins(1 - mover);
    if (enough && mine.won >= enough && theirs.lost >= enough) return wins(mover);
    const int even = rules_.draw.count;
    if (even && plies >= 2 * rules_.draw.move && mine.even >= even && theirs.even >= even)
        return Result{Winner::draw, adjudicated, {}};
    if (rules_.most_plies && plies >= rules_.most_plies) return Result{Winner::draw, too_long, {}};
    return {};
}

}
