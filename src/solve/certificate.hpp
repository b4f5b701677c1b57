// Proofs as files, and how they are checked: by the rules alone, whoever wrote them. docs/solving.md describes the format.
//
//     tavoliere proof 1
//     variant clobber:size=3x3
//     position xox/oxo/xox x
//     value win
//     strategy x wins
//     a1xa2 1x1/3/3 x                 his move, and the position in which he plays it
//     …
//     end 0123456789abcdef            a checksum of all before
//
// Who wins has a strategy in which every answer to a move ends the game, or leads to a position on a line above. So each
// line is proved by those above it, and nothing goes round. A draw is two strategies that `hold`: there an answer leads to
// any line of the strategy, and goes round if it likes.
#pragma once
#include "base/file.hpp"
#include "game/text.hpp"
#include "solve/checked.hpp"
#include "solve/strategy.hpp"
#include <string>

namespace tavoliere {

struct Certificate {
    struct Strategy {
        char player; // 'x' or 'o'
        bool wins;   // or holds
        std::string_view lines;
        std::size_t first_line; // its number in the file
    };
    std::string text; // the file; the lines are parts of it
    std::string variant, position;
    int value = 0; // for the player to move
    std::vector<Strategy> strategies;

    Certificate() = default;
    Certificate(const Certificate&) = delete; // `strategies` points into `text`
    Certificate& operator=(const Certificate&) = delete;
};

// Reads the frame: what is claimed, and that the file is whole. No position is looked at.
Expected<std::unique_ptr<Certificate>> parse_certificate(std::string text);

template <Game G> class CertificateChecker {
public:
    using Position = PositionOf<G>;

    explicit CertificateChecker(const G& game, const std::atomic<bool>& stop) : g(game), stop_(stop) {}

    // A position or a strategy that does not fit the claim is a failure too.
    Checked check(const Certificate& c) {
        const auto root = parse_position(g, c.position);
        if (!root) return failed(root.error().text);
        const Position p = Keys<G>::timeless(*root);
        if (const auto over = g.verdict(p)) {
            if (over->outcome == c.value && c.strategies.empty()) return {{}, 1};
            return failed("the game is over in " + shown(p) + ", and not a " +
                          std::string(value_names[std::size_t(c.value + 1)]));
        }
        if (const std::string wrong = does_not_fit(c, p); !wrong.empty()) return failed(wrong);
        Checked all;
        for (const auto& s : c.strategies) {
            const Checked one = check(s, p);
            all.positions += one.positions;
            if (!one.failure.empty()) return failed(one.failure);
        }
        return all;
    }

private:
    static Checked failed(std::string why) { return {std::move(why), 0}; }
    std::string shown(const Position& p) const { return in_quotes(position_text(g, p)); }

    // A win takes one strategy that wins, of the right player; a draw one that holds for each.
    std::string does_not_fit(const Certificate& c, const Position& p) const {
        const char mover = p.turn ? 'o' : 'x', other = p.turn ? 'x' : 'o';
        const auto has = [&](char player, bool wins) {
            return std::any_of(c.strategies.begin(), c.strategies.end(),
                               [&](const auto& s) { return s.player == player && s.wins == wins; });
        };
        const auto missing = [](char player, const char* what) {
            return std::string("there is no strategy with which ") + player + " " + what;
        };
        if (c.value != 0 && !has(c.value > 0 ? mover : other, true))
            return missing(c.value > 0 ? mover : other, "wins");
        for (const char player : {mover, other})
            if (c.value == 0 && !has(player, false)) return missing(player, "holds");
        return {};
    }

    Checked check(const Certificate::Strategy& s, const Position& root) {
        PositionSet<Position> proved;
        std::vector<MoveOf<G>> moves;
        const std::uint8_t player = s.player == 'o';
        std::size_t line_number = s.first_line;
        for (std::string_view rest = s.lines; !rest.empty(); ++line_number) {
            if (stop_.load(std::memory_order_relaxed)) return failed("interrupted");
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(rest.size(), line.size() + 1));
            const std::string where = "line " + std::to_string(line_number) + ": ";
            const std::size_t space = line.find(' ');
            const auto p = parse_position(g, space == line.npos ? "" : line.substr(space + 1));
            if (!p) return failed(where + p.error().text);
            const Position now = Keys<G>::timeless(*p);
            if (now.turn != player) return failed(where + "it is not " + s.player + "'s turn in " + shown(now));
            if (g.verdict(now)) return failed(where + "the game is over in " + shown(now));
            const auto m = parse_move(g, now, line.substr(0, space));
            if (!m) return failed(where + m.error().text);
            if (s.wins) {
                const std::string missing = missing_after(now, *m, player, proved, 1);
                if (!missing.empty()) return failed(where + missing);
            }
            if (proved.add(now).second) moves.push_back(*m);
        }
        if (!s.wins)
            for (std::size_t i = 0; i < moves.size(); ++i) {
                if (stop_.load(std::memory_order_relaxed)) return failed("interrupted");
                const std::string missing = missing_after(proved[i], moves[i], player, proved, 0);
                if (!missing.empty()) return failed(missing);
            }
        const std::string missing = root.turn != player ? missing_before(root, player, proved, s.wins ? 1 : 0)
                                    : proved.has(root)
                                        ? std::string()
                                        : "the position itself, " + shown(root) + ", is not among those of " + s.player;
        return missing.empty() ? Checked{{}, proved.size()} : failed(missing);
    }

    // What is wrong after the player's move: an end that gives him less than `least`, or an answer that leads nowhere known.
    std::string missing_after(const Position& p, const MoveOf<G>& m, std::uint8_t player,
                              const PositionSet<Position>& proved, int least) const {
        const Position q = Keys<G>::timeless(g.after(p, m));
        std::string missing = g.verdict(q) ? bad_end(q, player, least) : missing_before(q, player, proved, least);
        if (!missing.empty()) missing = "after " + move_text(g, m) + " in " + shown(p) + ": " + missing;
        return missing;
    }
    // The same where the other is to move: all his moves count.
    std::string missing_before(const Position& q, std::uint8_t player, const PositionSet<Position>& proved,
                               int least) const {
        MovesOf<G> answers;
        g.moves(q, answers);
        for (const auto& m : answers) {
            const Position r = Keys<G>::timeless(g.after(q, m));
            if (g.verdict(r)) {
                if (const std::string bad = bad_end(r, player, least); !bad.empty())
                    return "the answer " + move_text(g, m) + ": " + bad;
            } else if (!proved.has(r)) {
                return "the answer " + move_text(g, m) + " leads to " + shown(r) +
                       (least > 0 ? ", which is not proved above" : ", which has no move");
            }
        }
        return {};
    }
    std::string bad_end(const Position& q, std::uint8_t player, int least) const {
        const int outcome = q.turn == player ? g.verdict(q)->outcome : -g.verdict(q)->outcome;
        if (outcome >= least) return {};
        return "the game ends in " + shown(q) + ", a " + std::string(value_names[std::size_t(outcome + 1)]) + " for " +
               (player ? "o" : "x");
    }

    const G& g;
    const std::atomic<bool>& stop_;
};

// The other way: the lines of a file for a strategy that was found.
template <Game G> void write_strategy(WholeFile& file, const G& g, char player, bool wins,
                                      const StrategyFinder<G>& found) {
    file.write(std::string("strategy ") + player + (wins ? " wins\n" : " holds\n"));
    for (std::size_t i = 0; i < found.size(); ++i)
        file.write(move_text(g, found.move(i)) + " " + position_text(g, found.position(i)) + "\n");
}
void begin_certificate(WholeFile& file, std::string_view variant, std::string_view position, int value);
Expected<void> end_certificate(WholeFile& file);

}
