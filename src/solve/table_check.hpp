// Checks a table by the rules and by its own values. Taken for granted are how positions are numbered, and that the rules are the
// same for a board that is turned or mirrored: of those that are images of each other one is looked at.
//
// A position that is over must have the value of its end, and any other the best of what its moves lead to. Where that holds of
// every position, every value is proved. A win in n plies has a move to a loss in n - 1, and none to a sooner one; of a loss in n
// all moves lead to wins, the longest in n - 1. So plies fall along both until a game is over, and no value rests on itself. From a
// draw no move leads to a lost position and one leads to another draw: whoever never leaves the draws cannot be made to lose.
#pragma once
#include "base/random.hpp"
#include "game/text.hpp"
#include "solve/by_table.hpp"
#include "solve/certificate.hpp"

namespace tavoliere {

template <Game G>
    requires has_tablebase<G>
class TableChecker {
public:
    TableChecker(const G& game, const Tablebase<G>& table, const std::atomic<bool>& stop)
        : g(game), table_(table), places_(table.places()), stop_(stop) {
        for (int n = 0; n < places_.layers(); ++n) checked_.of += places_.size(n);
    }

    // Every position that is stored, and how many in all have each value.
    Checked check_all() {
        TableCounts counts;
        for (int n = 0; n < places_.layers(); ++n)
            for (std::size_t b = 0; b < places_.blocks(n); ++b)
                for (std::size_t i = 0; i < places_.patterns(n); ++i) {
                    const auto found = look_at(n, b, i);
                    if (!found) return checked_;
                    count(counts, *found, std::uint64_t(places_.images(n, b)));
                }
        if (counts != table_.counts()) checked_.failure = "the table counts its positions wrongly";
        return checked_;
    }
    // So many, drawn at random.
    Checked check_some(std::uint64_t n, std::uint64_t seed) {
        Random random(seed);
        while (checked_.positions < n) {
            std::uint64_t at = Word128(random.next()) * checked_.of >> 64;
            int layer = 0;
            while (at >= places_.size(layer)) at -= places_.size(layer++);
            const std::size_t patterns = places_.patterns(layer);
            if (!look_at(layer, at / patterns, at % patterns)) break;
        }
        return checked_;
    }

private:
    using Position = PositionOf<G>;

    struct Found {
        Exact value;
        bool is_over;
    };

    // What the table says of one position; nothing, and why, where that is not right.
    std::optional<Found> look_at(int layer, std::size_t block, std::size_t pattern) {
        if (checked_.positions++ % 1024 == 0 && stop_.load(std::memory_order_relaxed)) return fails("interrupted");
        const Position p = table_.position(layer, block, pattern);
        const auto place = table_.find(p);
        if (place.layer != layer || place.number != block * places_.patterns(layer) + pattern)
            return fails(shown(p) + " has another position's number");
        const auto verdict = g.verdict(p);
        const auto best = verdict ? std::nullopt : best_by_table(g, table_, p);
        if (!verdict && !best) return fails(shown(p) + " is not over and has no move");
        const Exact says = table_.at(place), is = verdict ? Exact::ended(*verdict) : best->value;
        if (says.plies() > Exact::most_plies) return fails(shown(p) + " is " + name(says) + ", longer than can be");
        if (says != is)
            return fails(shown(p) + " is " + name(says) + " in the table and " + name(is) + " by its moves");
        return Found{says, verdict.has_value()};
    }
    static void count(TableCounts& c, const Found& found, std::uint64_t images) {
        if (found.value.is_draw())
            (found.is_over ? c.ended : c.drawn) += images;
        else
            (found.value.outcome() > 0 ? c.won : c.lost) += images,
                c.longest = std::max(c.longest, found.value.plies());
    }

    std::nullopt_t fails(std::string why) {
        checked_.failure = std::move(why);
        return std::nullopt;
    }
    std::string shown(const Position& p) const { return in_quotes(position_text(g, p)); }
    static std::string name(Exact v) {
        if (v.is_draw()) return "a draw";
        return (v.outcome() > 0 ? "a win in " : "a loss in ") + std::to_string(v.plies());
    }

    const G& g;
    const Tablebase<G>& table_;
    const Placements& places_;
    const std::atomic<bool>& stop_;
    Checked checked_;
};

// The file's table: every position, or `sample` of them drawn at random.
template <Game G>
Expected<Checked> check_table(const G& g, const std::string& variant, const std::string& path, std::uint64_t sample,
                              std::uint64_t seed, const std::atomic<bool>& stop) {
    const auto table = read_tablebase(g, variant, path, [&] { return stop.load(std::memory_order_relaxed); });
    if (!table) return Checked{"interrupted"};
    if (!*table) return std::unexpected(table->error());
    TableChecker<G> checker(g, ***table, stop);
    return sample ? checker.check_some(sample, seed) : checker.check_all();
}

}
