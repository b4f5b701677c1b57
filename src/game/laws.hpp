// The laws every game obeys, checked on random games. A new game's author writes no test for them: `tavoliere check`
// names the law that broke and the position where it did.
#pragma once
#include "base/random.hpp"
#include "game/actions.hpp"
#include "game/law_report.hpp"
#include "game/text.hpp"
#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <unordered_set>

namespace tavoliere {

template <Game G> class Laws {
public:
    using Position = PositionOf<G>;
    using Move = MoveOf<G>;
    static_assert(is_within_limits<G>());

    // `reasons`: those of the game's declaration; without, nobody asks for words.
    explicit Laws(const G& game, std::optional<std::span<const Reason>> reasons = {}) : g(game), reasons_(reasons) {}

    LawReport check(int games, std::uint64_t seed, const std::atomic<bool>& stop) {
        stop_ = &stop;
        for (int number = 0; number < actions_.size(); ++number)
            if (!demand(actions_.number_of(actions_[number]) == number, "every_move gives no move twice", g.start()))
                return report;
        for (int n = 0; n < games && report.broken.empty() && !stop; ++n) play(Random(seed + std::uint64_t(n)));
        // Every law holds of a game without a move.
        if (report.broken.empty() && g.verdict(g.start())) report.broken = "the game is over before its first move";
        return report;
    }

private:
    using Steps = std::vector<int>;

    bool is_stopped() const { return stop_->load(std::memory_order_relaxed); }

    void play(Random random) {
        Position p = g.start();
        been_.clear();
        for (int ply = 0;; ++ply) {
            if (is_stopped() || !demand(ply < longest_game, "every game ends", p)) return;
            MovesOf<G> legal;
            g.moves(p, legal);
            const auto by_text = texts(p, legal);
            here(p, legal, by_text);
            comes_again(p, legal);
            if (!report.broken.empty()) return;
            sign(p, by_text);
            if (legal.empty()) break;
            // Chosen among the sorted spellings: the same game whatever the order of the list.
            const Move m = std::next(by_text.begin(), random.below(int(by_text.size())))->second;
            const Position q = g.after(p, m);
            between(p, q);
            if (!report.broken.empty()) return;
            p = q;
            ++report.plies;
        }
        ++report.games;
    }

    bool demand(bool holds, const char* law, const Position& p) {
        if (!holds && report.broken.empty()) report.broken = std::string(law) + ": " + position_text(g, p);
        return holds;
    }

    std::map<std::string, Move> texts(const Position& p, const MovesOf<G>& legal) {
        std::map<std::string, Move> by_text;
        for (const Move& m : legal) by_text.emplace(move_text(g, m), m);
        demand(int(by_text.size()) == legal.size(), "no two moves are spelled alike", p);
        return by_text;
    }

    // What must hold in one position.
    void here(const Position& p, const MovesOf<G>& legal, const std::map<std::string, Move>& by_text) {
        demand(!legal.has_lost(), "the list holds all moves (most_moves)", p);
        MovesOf<G> again;
        g.moves(p, again);
        demand(std::ranges::equal(legal, again), "the same position has the same list of moves", p);
        demand(legal.empty() == g.verdict(p).has_value(), "there are moves exactly while the game lasts", p);
        ended(p);
        if constexpr (requires { g.count(p); })
            demand(g.count(p) == legal.size(), "the moves are as many as are counted", p);
        one_piece_a_cell(p);
        paths(p, legal);
        numbered(p, legal);
        read_back(p, by_text);
        turned(p, legal);
        reduced(p, legal);
        apart(p, legal);
        shown_once(p, legal);
        soon(p, legal);
        near_wins(p);
        Position passed = p;
        passed.pass_turn();
        near_wins(passed);
    }

    // Every move has a number, and no two the same.
    void numbered(const Position& p, const MovesOf<G>& legal) {
        for (const Move& m : legal) {
            const int number = actions_.number_of(m);
            demand(number != Actions<G>::none && actions_[number] == m, "every_move gives each legal move", p);
        }
    }

    // What a verdict must say, and when there must be one.
    void ended(const Position& p) {
        const auto verdict = g.verdict(p);
        if (const int limit = clock_limit_of(g))
            demand(verdict || p.clock < limit, "the game ends when its clock comes to clock_limit", p);
        if (!verdict) return;
        const auto has_words = [&](const Reason& r) { return r.name == verdict->reason && !r.words.en.empty(); };
        demand(!reasons_ || std::ranges::any_of(*reasons_, has_words),
               "the game's .reasons have words for each verdict's reason", p);
        demand(!is_decisive<G>() || verdict->outcome != 0, "no game that is decisive is drawn", p);
    }

    // Where a position can come again, in as many moves as it may take, a game must say so: whoever looks to the end of it would
    // go round for ever. Looked for in all that two plies lead to, so that what people hardly ever do is found as well: the same
    // place as one of this game, and where a clock counts, at the same time.
    void comes_again(const Position& p, const MovesOf<G>& legal) {
        if (!does_repeat(g)) {
            const char* const law = clock_limit_of(g)
                                        ? "the clock goes on until a position cannot come again"
                                        : "a game in which a position comes again says `repeats` or `clock_limit`, "
                                          "in a text `repeat draw` or `clock`";
            const std::uint64_t place = place_of(p);
            been_.insert(place);
            const auto is_new = [&](const Position& q) { return demand(!been_.contains(place_of(q)), law, q); };
            int looked_at = 0;
            for (int i = 0; i < legal.size() && looked_at < most_looked_at && !is_stopped(); ++i) { // from any move on
                const Position q = g.after(p, legal[int((place + std::uint64_t(i)) % std::uint64_t(legal.size()))]);
                if (!is_new(q)) return;
                MovesOf<G> replies;
                g.moves(q, replies);
                looked_at += replies.size();
                for (const Move& m : replies)
                    if (!is_new(g.after(q, m))) return;
            }
        }
    }
    static constexpr int most_looked_at = 1 << 16; // positions; with up to 256 moves that is all
    std::uint64_t place_of(Position p) const {
        if constexpr (requires { g.essence(p); }) p = g.essence(p);
        std::uint64_t place = hash(p);
        if (clock_limit_of(g)) place ^= mix(p.clock + 1u);
        return place;
    }

    // A hand that may show a move in several ways shows none of them twice.
    void shown_once(const Position& p, const MovesOf<G>& legal) {
        for (const Move& m : legal) {
            const Path path = g.path(m);
            std::set<Steps> seen{{path.begin(), path.end()}};
            for (const Path& way : other_ways(g, p, m))
                demand(seen.emplace(way.begin(), way.end()).second, "no way to show a move is given twice", p);
        }
    }

    // What a game says of how soon it may be won is looked into for three plies, where moves are few.
    void soon(const Position& p, const MovesOf<G>& legal) {
        if constexpr (requires { g.soonest(p); }) {
            constexpr int few = 12;
            if (legal.empty()) return;
            const int soonest = g.soonest(p);
            demand((soonest == 1) == (forced(p, 1) > 0), "soonest is 1 where the mover wins at once, and nowhere else",
                   p);
            for (int plies = 2; plies <= 3 && plies < soonest && legal.size() <= few; ++plies)
                demand(forced(p, plies) <= 0, "no win is sooner than soonest", p);
        }
    }
    // 1 where the mover can win within so many plies, -1 where the opponent can, 0 where neither.
    int forced(const Position& p, int plies) const {
        if (const auto verdict = g.verdict(p)) return (verdict->outcome > 0) - (verdict->outcome < 0);
        if (plies == 0) return 0;
        MovesOf<G> legal;
        g.moves(p, legal);
        int best = -1;
        for (const Move& m : legal) best = std::max(best, -forced(g.after(p, m), plies - 1));
        return best;
    }

    // What is near a win is legal, and no move wins at once that is not near it.
    void near_wins(const Position& p) {
        if constexpr (SaysNearWins<G>) {
            MovesOf<G> legal, near;
            g.moves(p, legal);
            g.near_wins(p, near);
            const auto has = [](const MovesOf<G>& list, const Move& m) {
                return std::find(list.begin(), list.end(), m) != list.end();
            };
            for (const Move& m : near) demand(has(legal, m), "moves near a win are legal", p);
            for (const Move& m : legal)
                if (wins(g.verdict(g.after(p, m))))
                    demand(has(near, m), "a move that wins at once is among those near a win", p);
        }
    }
    static bool wins(const std::optional<Verdict>& after) { return after && after->outcome < 0; }

    // The essence goes on as the position does.
    void reduced(const Position& p, const MovesOf<G>& legal) {
        if constexpr (requires { g.essence(p); }) {
            const Position least = g.essence(p);
            MovesOf<G> there;
            g.moves(least, there);
            demand(std::equal(legal.begin(), legal.end(), there.begin(), there.end()), "the essence has the same moves",
                   p);
            demand(g.verdict(least).has_value() == g.verdict(p).has_value(), "the essence ends as the position does",
                   p);
            for (const Move& m : legal)
                demand(g.essence(g.after(least, m)) == g.essence(g.after(p, m)), "the essence goes on as the position",
                       p);
        }
    }

    // A position that falls apart: its moves are those of its parts, and a move leaves all parts but its own as they are.
    void apart(const Position& p, const MovesOf<G>& legal) {
        if constexpr (FallsApart<G>) {
            const auto parts = parts_of(p);
            std::size_t moves = 0;
            for (const Position& part : parts) {
                MovesOf<G> there;
                g.moves(part, there);
                demand(!there.empty(), "in every part there is a move", p);
                moves += std::size_t(there.size());
                for (int i = 0; i < there.size(); i += 1 + there.size() / 8) { // some of them: it takes its time
                    const Move& m = there[i];
                    demand(std::find(legal.begin(), legal.end(), m) != legal.end(), "a part's moves are the position's",
                           p);
                    auto left = parts_of(g.after(part, m));
                    for (const Position& other : parts)
                        if (!(other == part)) left.push_back(passed(other));
                    const auto whole = parts_of(g.after(p, m));
                    demand(std::is_permutation(left.begin(), left.end(), whole.begin(), whole.end()),
                           "a move changes one part", p);
                }
            }
            demand(moves == std::size_t(legal.size()), "the moves are those of the parts", p);
            const auto verdict = g.verdict(p);
            demand(!verdict || verdict->outcome < 0, "who cannot move loses, where positions fall apart", p);
        }
    }
    std::vector<Position> parts_of(const Position& p) const {
        std::vector<Position> parts;
        g.split(p, [&](const Position& part) { parts.push_back(part); });
        return parts;
    }
    static Position passed(Position p) {
        p.pass_turn();
        return p;
    }

    void one_piece_a_cell(const Position& p) {
        WordOf<G> seen{};
        const auto add = [&](const auto& planes) {
            for (const auto& plane : planes) {
                demand(!any(seen & plane), "one piece to a cell", p);
                seen |= plane;
            }
        };
        add(p.mine);
        add(p.theirs);
        add(p.neutral);
        demand(!any(seen & ~g.board.all), "pieces stay on the board", p);
    }

    void paths(const Position& p, const MovesOf<G>& legal) {
        std::set<Steps> seen;
        for (const Move& m : legal) {
            const Path path = g.path(m);
            demand(seen.emplace(path.begin(), path.end()).second, "no two moves are shown alike", p);
            demand(path.size <= Path::most, "a path is short", p);
            for (Cell c : path) demand(is_hand(c) || c < g.board.size(), "a hand touches cells of the board", p);
        }
    }

    void read_back(const Position& p, const std::map<std::string, Move>& by_text) {
        const auto again = parse_position(g, position_text(g, p));
        if (!demand(again.has_value(), "a position that is written can be read", p)) return;
        // How a game ended may depend on the last turn, which a position's text does not show.
        demand((*again == p || g.verdict(p)) && position_text(g, *again) == position_text(g, p),
               "a position read is the one that was written", p);
        demand(!(*again == p) || hash(*again) == hash(p), "equal positions have equal hashes", p);
        for (const auto& [text, m] : by_text) {
            const auto read = parse_move(g, p, text);
            demand(read && *read == m, "a move read is the one that was written", p);
        }
    }

    // Turning the board turns the moves, what they lead to, and the result. Colours too: the other player to move, with
    // the same pieces his own, has the same moves. Cells that a move touches may come in another order on the turned board.
    void turned(const Position& p, const MovesOf<G>& legal) {
        const auto shown = [&](const MovesOf<G>& list, const Position& from, const Renaming* to) {
            std::map<Steps, std::multiset<std::uint64_t>> led;
            for (const Move& m : list) {
                const Path path = g.path(m);
                Steps cells(path.begin(), path.end());
                const Position after = g.after(from, m);
                if (to)
                    for (int& c : cells)
                        if (!is_hand(Cell(c))) c = (*to)[std::size_t(c)];
                std::sort(cells.begin(), cells.end());
                led[cells].insert(hash(to ? renamed(after, *to) : after));
            }
            return led;
        };
        for (const Renaming& to : symmetries_of(g)) {
            if (&to == &symmetries_of(g).front() && symmetries_of(g).size() == 1) break;
            const Position image = renamed(p, to);
            MovesOf<G> there;
            g.moves(image, there);
            demand(shown(legal, p, &to) == shown(there, image, nullptr), "turning the board turns the moves", p);
            demand(same_end(g.verdict(p), g.verdict(image)), "turning the board does not change the result", p);
        }
        if (!plays_alike(g)) return;
        Position other = p;
        other.turn ^= 1;
        MovesOf<G> swapped;
        g.moves(other, swapped);
        bool same = std::equal(legal.begin(), legal.end(), swapped.begin(), swapped.end());
        for (int i = 0; same && i < legal.size(); ++i) {
            Position q = g.after(other, legal[i]);
            q.turn ^= 1;
            same = q == g.after(p, legal[i]);
        }
        same = same && same_end(g.verdict(p), g.verdict(other));
        demand(same, "both colours play by the same rules: none of them asks for `turn`", p);
    }

    static bool same_end(const std::optional<Verdict>& a, const std::optional<Verdict>& b) {
        return a.has_value() == b.has_value() && (!a || (a->outcome == b->outcome && a->score == b->score));
    }

    void between(const Position& p, const Position& q) {
        demand(q.turn != p.turn, "turns alternate", p);
        Position still = p; // nothing but the turn
        still.pass_turn();
        demand(hash(still) != hash(p), "whose turn it is is part of the hash", p);
    }

    void sign(const Position& p, const std::map<std::string, Move>& by_text) {
        const auto add = [&](std::string_view text) {
            for (char c : text) report.signature = mix(report.signature + static_cast<unsigned char>(c) + 1);
        };
        add(position_text(g, p));
        for (const auto& [text, m] : by_text) add(text);
        if (const auto verdict = g.verdict(p)) {
            add(verdict->reason);
            add(std::to_string(verdict->outcome) + " " + std::to_string(verdict->score));
        }
    }

    const G& g;
    const Actions<G> actions_{g};
    const std::atomic<bool>* stop_ = nullptr; // of check()
    const std::optional<std::span<const Reason>> reasons_;
    std::unordered_set<std::uint64_t> been_; // the places of this game
    LawReport report;
};

}
