#include "lab/adjudication.hpp"
#include "base/text.hpp"
#include "lab/settings.hpp"
#include <cstdlib>

namespace tavoliere {
namespace {

constexpr int most_score = 1'000'000;

constexpr Words move_help{"the first move at which a game may be drawn",
                          "la prima mossa a cui una partita può essere patta"},
    count_help{"how many moves of either side", "quante mosse di ogni parte"},
    score_help{"hundredths of a piece", "centesimi di pezzo"};
constexpr WholeRange moves{1, most_adjudged_plies};
using Draw = Adjudication::Draw;
constexpr Field draw_fields[] = {field<Draw, &Draw::move>("move", moves, move_help),
                                 field<Draw, &Draw::count>("count", moves, count_help),
                                 field<Draw, &Draw::score>("score", WholeRange{0, most_score}, score_help)};
using Resign = Adjudication::Resign;
constexpr Field resign_fields[] = {field<Resign, &Resign::count>("count", moves, count_help),
                                   field<Resign, &Resign::score>("score", WholeRange{1, most_score}, score_help)};

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
    if (const auto read = read_settings("draw", text, draw_fields, &draw); !read) return std::unexpected(read.error());
    if (!draw.count) return problem("draw: " + in_quotes(text) + " has no count, as in move=40,count=8,score=10");
    return draw;
}

Expected<Adjudication::Resign> read_resign(std::string_view text) {
    Adjudication::Resign resign;
    if (const auto read = read_settings("resign", text, resign_fields, &resign); !read)
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
