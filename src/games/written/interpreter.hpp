// A written game on words of one width: what a graph of nodes was compiled to (rules.hpp), run.
//
// A position's planes are registers, and every operation works on a whole set; a position's few dozen of them are read off one flat
// list. What costs most is not interpreted: the last choice of a move where it is a known set & what a relation gives for the
// choice before is listed, counted and looked for by loops of its own, and what walks over the board stands outside of the loop
// that reads the list.
#pragma once
#include "base/text.hpp"
#include "game/game.hpp"
#include "games/written/rules.hpp"
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace tavoliere {

struct WrittenSetup {
    std::shared_ptr<const Geometry> geometry;
    std::shared_ptr<const written::Rules> rules;
};

// The two forms of position there are: what nearly all games need, and what those with kinds of pieces or hands do.
struct OneKind {
    static constexpr int kinds = 1, numbers = 2, hands = 0, choices = 3;
    static constexpr std::string_view letters = "xo-";
    static constexpr int most_moves = 8192;
};
struct TwoKinds {
    static constexpr int kinds = 2, numbers = 4, hands = 2, choices = 5;
    static constexpr std::string_view letters = "xXoO-";
    static constexpr int most_moves = 32768;
};

template <class W, class Shape> struct Written {
    using Code = written::Code;
    using Operation = written::Operation;
    using Position = tavoliere::Position<W, Shape::kinds, 1, Shape::numbers, Shape::hands>;
    struct alignas(Shape::choices == 3 ? 4 : 2) Move {
        std::array<Cell, Shape::choices> at; // what was chosen; nowhere where there are fewer choices
        std::uint8_t rule;
        bool operator==(const Move&) const = default;
    };
    static constexpr std::uint8_t no_rule = 255;
    // The bytes of a move put together in a register: written one by one and then read as one they would be waited for.
    static Move move_of(std::uint64_t cells, std::uint8_t rule) {
        Move m;
        if constexpr (std::endian::native == std::endian::little) {
            const std::uint64_t bytes = cells | std::uint64_t(rule) << (8 * Shape::choices);
            std::memcpy(&m, &bytes, sizeof m);
        } else {
            for (std::size_t i = 0; i < Shape::choices; ++i) m.at[i] = Cell(cells >> (8 * i));
            m.rule = rule;
        }
        return m;
    }
    static constexpr std::uint64_t no_cells = (std::uint64_t(1) << (8 * Shape::choices)) - 1; // `nowhere` in each byte
    static constexpr std::uint64_t with(std::uint64_t cells, std::size_t i, Cell c) {
        return (cells & ~(std::uint64_t(255) << (8 * i))) | std::uint64_t(c) << (8 * i);
    }
    static Move pass_move() { return move_of(no_cells, no_rule); }
    static constexpr std::string_view letters = Shape::letters, separator = "-";
    static constexpr std::array<std::string_view, 7> field_names{"HANDS", "CLOCK", "MOVE", "1", "2", "3", "4"};
    static constexpr int most_moves = Shape::most_moves;
    using List = MoveList<Move, most_moves>;

    Board<W> board;

    explicit Written(const WrittenSetup& s) : board(s.geometry), rules_(s.rules), r(*s.rules) {
        for (const auto& d : r.directions) ways_.emplace_back(d, board.size());
        for (const auto& relation : r.relations) relations_.emplace_back(relation, board.size());
        for (const Related& relation : relations_)
            way_of_.push_back(relation.directions.empty() ? nullptr : &ways_[std::size_t(relation.directions[0])]);
        for (std::size_t i = 0; i < ways_.size(); ++i) ways_[i].opposite = r.directions[i].opposite;
        for (const auto& zone : r.zones) zones_.push_back(word(zone));
        first_.mine[0] = word(r.x), first_.theirs[0] = word(r.o), first_.neutral[0] = word(r.stones);
        if constexpr (Shape::kinds == 2) first_.mine[1] = word(r.x_too), first_.theirs[1] = word(r.o_too);
        for (std::size_t n = 0; n < Shape::numbers; ++n) first_.number[n] = r.first_number[n];
        if constexpr (Shape::hands > 0)
            for (std::size_t k = 0; k < Shape::hands; ++k)
                first_.my_hand[k] = first_.their_hand[k] = std::uint8_t(std::max(0, r.hands[k]));
    }

    // What the concept asks for as constants of other games.
    Traits traits() const { return {r.repeats, r.clock_limit, r.colours_alike, says_gains_()}; }
    const std::vector<Renaming>& kept() const { return r.kept; }
    const Renaming& as_x() const { return r.as_x; }

    Position start() const { return first_; }
    const std::vector<Stroke>& strokes() const { return r.strokes; }
    std::span<const LegendEntry> legend() const { return r.legend; }
    // Are there ever pieces beside the board?
    bool has_hands() const { return r.hands[0] >= 0 || r.hands[1] >= 0; }

    void moves(const Position& p, List& list) const {
        Frame f(*this, p);
        if (ended(p, f) || is_timed_out(p)) return;
        for (std::size_t i = 0; i < r.moves.size(); ++i) list_moves(p, f, r.moves[i], std::uint8_t(i), list);
        if (list.empty() && r.passes && other_can_move(p)) list.push(pass_move());
    }

    int count(const Position& p) const {
        Frame f(*this, p);
        if (ended(p, f) || is_timed_out(p)) return 0;
        int n = 0;
        for (const written::MoveRule& rule : r.moves) {
            if (!may_be_used(p, f, rule)) continue;
            const W& from = f.r[rule.from[0]];
            if (rule.choices == 1 && rule.must < 0)
                n += tavoliere::count(from);
            else if (rule.is_fused && rule.must < 0)
                n += relations_[std::size_t(rule.fused_relation ^ p.turn)].pairs(from, f.r[rule.fused_set]);
            else
                choose(p, f, rule, 0, 0, [&](const Move&) { return ++n < most_moves; });
        }
        n = std::min(n, most_moves);
        return n || !r.passes ? n : other_can_move(p);
    }

#ifndef TAVOLIERE_FOR_PLAYERS
    // How many there are after each of these moves, in all. A program is read once for several moves of the same rule, whose sets lie side
    // by side in a processor's wide registers.
    [[gnu::noinline]] std::uint64_t count_after(const Position& p, std::span<const Move> moves) const {
        std::uint64_t sum = 0;
        while (!moves.empty()) {
            const auto of_rule = std::ranges::find_if_not(moves.first(std::min(moves.size(), many)),
                                                          [&](const Move& m) { return m.rule == moves[0].rule; });
            const auto some = moves.first(std::size_t(of_rule - moves.begin()));
            moves = moves.subspan(some.size());
            if (counts_many_ && some[0].rule != no_rule && some.size() > 1)
                sum += count_after_some(p, some);
            else
                for (const Move& m : some) sum += std::uint64_t(count(after(p, m)));
        }
        return sum;
    }
#endif

    template <class F> void every_move(F f) const {
        for (std::size_t i = 0; i < r.moves.size(); ++i)
            r.every_way(i, [&](std::span<const Cell> cells) {
                std::uint64_t chosen = no_cells;
                for (std::size_t c = 0; c < cells.size(); ++c) chosen = with(chosen, c, cells[c]);
                f(move_of(chosen, std::uint8_t(i)));
            });
        if (r.passes) f(pass_move());
    }

    Position after(const Position& p, const Move& m) const {
        if (m.rule == no_rule) {
            Position q = p;
            if (r.clock_limit && q.clock < 0xffff) ++q.clock;
            q.pass_turn();
            return q;
        }
        return become<true>(p, m, r.moves[m.rule].effect, r.moves[m.rule].after);
    }
    std::optional<Position> halfway(const Position& p, const Move& m) const {
        if (m.rule == no_rule) return {};
        const written::MoveRule& rule = r.moves[m.rule];
        if (!rule.has_half || m.at[std::size_t(rule.choices - 1)] == nowhere) return {};
        return become<false>(p, m, rule.half, rule.before_last);
    }

    std::optional<Verdict> verdict(const Position& p) const {
        Frame f(*this, p);
        if (const auto* end = ended(p, f)) return said(*end, p);
        if (!can_move(p, f) && !(r.passes && other_can_move(p))) return said(r.stuck, p);
        if (is_timed_out(p)) return said(r.clock_out, p);
        return {};
    }

    int estimate(const Position& p) const {
        if (r.value_number < 0) {
            int lead = tavoliere::count(p.mine[0]) - tavoliere::count(p.theirs[0]);
            if constexpr (Shape::kinds == 2) lead += 2 * (tavoliere::count(p.mine[1]) - tavoliere::count(p.theirs[1]));
            return 100 * lead;
        }
        Frame f(*this, p);
        run(r.value, &p, f);
        return std::clamp(f.k[r.value_number], -20000, 20000);
    }
    int gain(const Position& p, const Move& m) const {
        if (m.rule == no_rule) return 0;
        const written::MoveRule& rule = r.moves[m.rule];
        if (rule.gain_number < 0) return -estimate(after(p, m)) - estimate(p);
        Frame f(*this, p);
        choose_all(f, m);
        run(rule.gain, &p, f);
        return std::clamp(f.k[rule.gain_number], -20000, 20000);
    }

    Path path(const Move& m) const {
        Path way;
        if (m.rule == no_rule) return way;
        if (r.moves[m.rule].from_hand >= 0 && r.kinds == 2) way.push(hand(r.moves[m.rule].from_hand));
        for (Cell c : m.at)
            if (c != nowhere) way.push(c);
        return way;
    }
    // A piece from the hand is its letter: "X@c3-d4". What is chosen of no cells says nothing.
    std::string spelling(const Move& m) const {
        if (m.rule == no_rule) return "pass";
        const int kind = r.kinds == 2 ? r.moves[m.rule].from_hand : -1;
        std::string out = kind < 0 ? "" : kind == 0 ? "x@" : "X@";
        bool first = true;
        for (Cell c : m.at)
            if (c != nowhere) out += (first ? "" : "-") + board.geometry->name(c), first = false;
        return out;
    }

    std::vector<std::string> fields(const Position& p) const {
        std::vector<std::string> out;
        if (const std::string hands = hands_text(p); !hands.empty()) out.push_back(hands);
        if (r.clock_limit) out.insert(out.end(), {std::to_string(p.clock), std::to_string(p.ply / 2 + 1)});
        for (std::size_t n = 0; n < std::size_t(r.numbers); ++n)
            out.push_back(!r.is_cell[n]            ? std::to_string(p.number[n])
                          : p.number[n] == nowhere ? "-"
                                                   : board.geometry->name(p.number[n]));
        return out;
    }
    std::optional<Problem> read_fields(std::span<const std::string_view> words, Position& p) const {
        p.number = first_.number;
        if (!r.has_stones && any(p.neutral[0])) return Problem{"- stands on the board; this game has no blocked cells"};
        std::size_t at = 0;
        if constexpr (Shape::hands > 0) {
            if (r.hands[0] >= 0 || r.hands[1] >= 0)
                if (auto wrong = read_hands(words, at, p)) return wrong;
        }
        if (r.clock_limit) {
            const auto clock = parse_number(at < words.size() ? words[at] : "0", 0, 9999);
            if (!clock)
                return Problem{"CLOCK is " + in_quotes(words[at]) +
                               "; it is a number from 0 to 9999, the plies since the clock began again"};
            ++at;
            const auto move = parse_number(at < words.size() ? words[at] : "1", 1, 32768);
            if (!move)
                return Problem{"MOVE is " + in_quotes(words[at]) +
                               "; it is a number from 1 to 32768, that of the pair of turns"};
            ++at;
            p.clock = std::uint16_t(*clock);
            p.ply = std::uint16_t(2 * (*move - 1) + p.turn);
        }
        for (std::size_t n = 0; n < std::size_t(r.numbers) && at < words.size(); ++n, ++at) {
            const std::string name = r.number_names[n];
            if (r.is_cell[n]) {
                const auto cell = board.geometry->find(words[at]);
                if (!cell && words[at] != "-")
                    return Problem{name + " is " + in_quotes(words[at]) + "; it is a cell, or -"};
                p.number[n] = cell ? *cell : nowhere;
            } else {
                const auto value = parse_number(words[at], 0, 255);
                if (!value) return Problem{name + " is " + in_quotes(words[at]) + "; it is a number from 0 to 255"};
                p.number[n] = std::uint8_t(*value);
            }
        }
        if (at < words.size())
            return Problem{in_quotes(words[at]) + " is a field too many; the game has " + std::to_string(at)};
        return {};
    }

private:
    bool says_gains_() const {
        return std::ranges::all_of(r.moves, [](const written::MoveRule& rule) { return rule.gain_number >= 0; });
    }
    static W word(const written::Cells& cells) {
        W w{};
        for (int c = 0; c < int(8 * sizeof(W)) && c < Geometry::most_cells; ++c)
            if (cells[std::size_t(c)]) w |= bit<W>(Cell(c));
        return w;
    }

    // One direction: a set moves by a shift for each distance between the numbers of neighbours, on rectangles by a single one.
    struct Way {
        struct Step {
            int length;
            W from{};
        };
        std::vector<Step> steps;
        std::vector<W> rays;
        Step only{};
        int opposite = -1;
        bool ascending, is_single;

        Way(const written::Direction& d, int size) : rays(std::size_t(size)), ascending(d.ascending) {
            for (int c = 0; c < size; ++c) {
                const Cell next = d.next[std::size_t(c)];
                for (Cell at = next; at != nowhere; at = d.next[at]) rays[std::size_t(c)] |= bit<W>(at);
                if (next == nowhere) continue;
                auto step = std::ranges::find(steps, next - c, &Step::length);
                if (step == steps.end()) step = steps.insert(step, {next - c});
                step->from |= bit<W>(Cell(c));
            }
            is_single = steps.size() <= 1;
            if (!steps.empty()) only = steps[0];
        }
        static W moved_by(const W& set, const Step& s) {
            return s.length > 0 ? (set & s.from) << s.length : (set & s.from) >> -s.length;
        }
        [[gnu::always_inline]] W moved(const W& set) const { return is_single ? moved_by(set, only) : moved_more(set); }
        [[gnu::noinline]] W moved_more(const W& set) const {
            W out{};
            for (const Step& s : steps) out |= moved_by(set, s);
            return out;
        }
        Cell nearest_cell(const W& set) const { return ascending ? first(set) : last(set); } // of a set that has some
        W nearest(const W& set) const { return !any(set) ? set : bit<W>(nearest_cell(set)); }
        W farthest(const W& set) const { return !any(set) ? set : bit<W>(ascending ? last(set) : first(set)); }
    };

    struct Related {
        std::array<W, 256> to{}; // for `nowhere` none
        std::unique_ptr<Relation<W>> table;
        std::vector<int> directions;
        std::vector<typename Way::Step> distances; // all pairs, by how far apart their numbers are

        Related(const written::RelationData& data, int size) {
            std::vector<std::vector<Cell>> cells(std::size_t(size), std::vector<Cell>{});
            for (std::size_t c = 0; c < cells.size(); ++c)
                for (int d = 0; d < size; ++d)
                    if (data.to[c][std::size_t(d)]) {
                        cells[c].push_back(Cell(d));
                        auto step = std::ranges::find(distances, d - int(c), &Way::Step::length);
                        if (step == distances.end()) step = distances.insert(step, {d - int(c)});
                        step->from |= bit<W>(Cell(c));
                    }
            for (std::size_t c = 0; c < cells.size(); ++c) to[c] = set_of<W>(cells[c]);
            for (int d = 0; data.directions >> d; ++d)
                if (data.directions >> d & 1) directions.push_back(d);
            if (distances.size() > few) table = std::make_unique<Relation<W>>(cells);
        }
        // So many shifts cost less than a look-up a byte; and so many of several sets at once, which look-ups do one by one.
        static constexpr std::size_t few = 8, several = 16;
        W of(const W& set) const {
            if (table) return table->of(set);
            W out{};
            for (const auto& s : distances) out |= Way::moved_by(set, s);
            return out;
        }
        void put(W& result, const W& set) const { result = of(set); }
        template <std::size_t n> void put(std::array<W, n>& result, const std::array<W, n>& sets) const {
            std::array<W, n> all{};
            if (distances.size() > several)
                for (std::size_t i = 0; i < n; ++i) all[i] = table->of(sets[i]);
            else
                for (const auto& s : distances)
                    if (s.length > 0)
                        for (std::size_t i = 0; i < n; ++i) all[i] |= (sets[i] & s.from) << s.length;
                    else
                        for (std::size_t i = 0; i < n; ++i) all[i] |= (sets[i] & s.from) >> -s.length;
            result = all;
        }
        // How many pairs of a cell of one set and a cell of the other related to it.
        template <std::size_t n>
        std::array<int, n> pairs(const std::array<W, n>& from, const std::array<W, n>& other) const {
            std::array<int, n> sum{};
            if (distances.size() > several)
                for (std::size_t i = 0; i < n; ++i) sum[i] = pairs(from[i], other[i]);
            else
                for (const auto& s : distances)
                    if (s.length > 0)
                        for (std::size_t i = 0; i < n; ++i)
                            sum[i] += tavoliere::count(from[i] & s.from & other[i] >> s.length);
                    else
                        for (std::size_t i = 0; i < n; ++i)
                            sum[i] += tavoliere::count(from[i] & s.from & other[i] << -s.length);
            return sum;
        }
        int pairs(const W& from, const W& other) const {
            int n = 0;
            if (!table)
                for (const auto& s : distances)
                    n += tavoliere::count(from & s.from & (s.length > 0 ? other >> s.length : other << -s.length));
            else
                for (Cell c : each{from}) n += tavoliere::count(to[c] & other);
            return n;
        }
    };

    // So many positions are worked out together, where they have no more than so many registers.
    static constexpr std::size_t many = sizeof(W) == 8 ? 16 : 8, registers_of_many = 256;
    // The registers of `n` positions, of the same player's turn, side by side. Not filled: a program reads what it has written, but
    // for the planes and the choices.
    template <std::size_t n> struct FrameOf {
        template <class T> using Lanes = std::conditional_t<n == 1, T, std::array<T, n>>;
        static constexpr std::size_t registers = n == 1 ? std::size_t(written::most_registers) : registers_of_many;
        std::array<Lanes<W>, registers> r;
        std::array<Lanes<int>, registers> k;
        std::array<Lanes<Cell>, written::most_choices> at;
        FrameOf() {} // NOLINT(modernize-use-equals-default,cppcoreguidelines-pro-type-member-init): nothing is set
        FrameOf(const Written& g, const Position& p) { // NOLINT(cppcoreguidelines-pro-type-member-init)
            stand(written::mine, p.mine[0]), stand(written::theirs, p.theirs[0]), stand(written::stones, p.neutral[0]);
            if constexpr (Shape::kinds == 2)
                stand(written::mine_too, p.mine[1]), stand(written::theirs_too, p.theirs[1]);
            find_empty(g);
        }
        void stand(written::Plane plane, const W& set) {
            for (std::size_t i = 0; i < n; ++i) lane(r[plane], i) = set;
        }
        void find_empty(const Written& g) {
            for (std::size_t i = 0; i < n; ++i) {
                W taken = lane(r[written::mine], i) | lane(r[written::theirs], i) | lane(r[written::stones], i);
                if constexpr (Shape::kinds == 2)
                    taken |= lane(r[written::mine_too], i) | lane(r[written::theirs_too], i);
                lane(r[written::empty], i) = g.board.all & ~taken;
            }
        }
        void choose(std::size_t i, Cell c, std::size_t position = 0) {
            lane(at[i], position) = c;
            lane(r[written::first_choice + i], position) = c == nowhere ? W{} : bit<W>(c);
        }
    };
    using Frame = FrameOf<1>;
    static void choose_all(Frame& f, const Move& m) {
        for (std::size_t i = 0; i < Shape::choices; ++i) f.choose(i, m.at[i]);
    }
    template <class T> static T& lane(T& of, std::size_t) { return of; }
    template <class T, std::size_t n> static T& lane(std::array<T, n>& of, std::size_t i) { return of[i]; }
    template <class T, std::size_t n> static const T& lane(const std::array<T, n>& of, std::size_t i) { return of[i]; }

    bool is_timed_out(const auto& p) const { return r.clock_limit && p.clock >= r.clock_limit; }

    const written::Outcome* ended(const Position& p, Frame& f) const {
        run(r.ends, &p, f);
        for (const auto& [condition, outcome] : r.end)
            if (f.k[condition]) return &outcome;
        return nullptr;
    }
    [[gnu::noinline]] Verdict said(const written::Outcome& o, const Position& p) const {
        using O = written::Outcome;
        if (o.kind != O::lead) return {std::int8_t(o.kind == O::win ? 1 : o.kind == O::lose ? -1 : 0), -1, o.reason};
        Frame f(*this, p);
        run(o.program, &p, f);
        const int lead = std::clamp(f.k[o.number], -32000, 32000);
        return {std::int8_t((lead > 0) - (lead < 0)), std::int16_t(std::abs(lead)), o.reason};
    }

    // What stands after a program of the move; with `passes` as the other player sees it.
    template <bool passes>
    [[gnu::noinline]] Position become(const Position& p, const Move& m, const written::Program& program,
                                      const written::After& a) const {
        Position q = p;
        Frame f(*this, p);
        choose_all(f, m);
        run(program, &p, f);
        auto& own = passes ? q.theirs : q.mine;
        auto& others = passes ? q.mine : q.theirs;
        own[0] = f.r[a.plane[written::mine]];
        others[0] = f.r[a.plane[written::theirs]];
        q.neutral[0] = f.r[a.plane[written::stones]];
        if constexpr (Shape::kinds == 2) {
            own[1] = f.r[a.plane[written::mine_too]];
            others[1] = f.r[a.plane[written::theirs_too]];
        }
        settle<passes>(q, a, [&](std::int16_t at) { return f.k[std::size_t(at)]; });
        if constexpr (passes) {
            if (++q.ply == 0) q.ply = 65534; // as Position::pass_turn() has it
        }
        return q;
    }
    // All but the planes.
    template <bool passes, class P, class Number>
    [[gnu::always_inline]] void settle(P& q, const written::After& a, Number number) const {
        if (r.clock_limit && q.clock < 0xffff) ++q.clock;
        for (std::size_t n = 0; n < Shape::numbers; ++n)
            if (a.number[n] >= 0) q.number[n] = std::uint8_t(number(a.number[n]));
        if constexpr (Shape::hands > 0)
            for (std::size_t k = 0; k < Shape::hands; ++k) {
                const auto held = [&](std::int16_t at, std::uint8_t before) {
                    return at < 0 ? before : std::uint8_t(std::clamp(number(at), 0, 250));
                };
                const std::uint8_t mine = held(a.hand[k], q.my_hand[k]);
                const std::uint8_t theirs = held(a.their_hand[k], q.their_hand[k]);
                (passes ? q.their_hand : q.my_hand)[k] = mine;
                (passes ? q.my_hand : q.their_hand)[k] = theirs;
            }
        if (a.always_restarts || (a.restarts >= 0 && number(a.restarts))) q.clock = 0;
        if constexpr (passes) q.turn ^= 1;
    }

    // May all moves be counted without making their choices?
    bool counts_many() const {
        return r.registers <= int(registers_of_many) && r.number_registers <= int(registers_of_many) &&
               std::ranges::all_of(r.moves, [&](const written::MoveRule& rule) {
                   return rule.must < 0 && (rule.choices == 1 || rule.is_fused);
               });
    }
    // What a position has beside its planes.
    struct Beside {
        decltype(Position::number) number;
        decltype(Position::my_hand) my_hand, their_hand;
        std::uint8_t turn;
        std::uint16_t clock;
    };
    // count_after() of at most `many` moves of one rule.
    std::uint64_t count_after_some(const Position& p, std::span<const Move> moves) const {
        const written::MoveRule& rule = r.moves[moves[0].rule];
        std::array<Beside, many> after;
        after.fill({p.number, p.my_hand, p.their_hand, p.turn, p.clock});
        FrameOf<many> f(*this, p);
        for (std::size_t i = 0; i < many; ++i)
            for (std::size_t j = 0; j < std::size_t(rule.choices); ++j)
                f.choose(j, moves[i < moves.size() ? i : 0].at[j], i);
        run(rule.effect, after.data(), f);

        // The other player's turn, in the same registers.
        for (std::size_t i = 0; i < many; ++i)
            settle<true>(after[i], rule.after, [&](std::int16_t at) { return f.k[std::size_t(at)][i]; });
        auto planes = [&]<std::size_t... plane>(std::index_sequence<plane...>) {
            return std::array{f.r[rule.after.plane[plane]]...};
        }(std::make_index_sequence<Shape::kinds == 2 ? written::planes : written::empty>());
        f.r[written::mine] = planes[written::theirs], f.r[written::theirs] = planes[written::mine];
        f.r[written::stones] = planes[written::stones];
        if constexpr (Shape::kinds == 2)
            f.r[written::mine_too] = planes[written::theirs_too], f.r[written::theirs_too] = planes[written::mine_too];
        f.find_empty(*this);

        std::array<int, many> is_over{}, found{};
        run(r.ends, after.data(), f);
        for (const auto& [condition, outcome] : r.end)
            for (std::size_t i = 0; i < many; ++i) is_over[i] |= f.k[condition][i];
        for (const written::MoveRule& next : r.moves) {
            run(next.before[0], after.data(), f);
            const auto& from = f.r[next.from[0]];
            std::array<int, many> more;
            if (next.choices == 1)
                for (std::size_t i = 0; i < many; ++i) more[i] = tavoliere::count(from[i]);
            else
                more = relations_[std::size_t(next.fused_relation ^ after[0].turn)].pairs(from, f.r[next.fused_set]);
            for (std::size_t i = 0; i < many; ++i)
                found[i] += next.guard < 0 || f.k[std::size_t(next.guard)][i] ? more[i] : 0;
        }
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (is_over[i] || is_timed_out(after[i])) continue;
            sum +=
                std::uint64_t(found[i] || !r.passes ? std::min(found[i], most_moves) : count(this->after(p, moves[i])));
        }
        return sum;
    }

    // Works out what its first choice needs. What ends the game has been looked at in f.
    bool may_be_used(const Position& p, Frame& f, const written::MoveRule& rule) const {
        run(rule.before[0], &p, f);
        return rule.guard < 0 || f.k[std::size_t(rule.guard)];
    }

    [[gnu::noinline]] bool can_move(const Position& p, Frame& f) const {
        for (const written::MoveRule& rule : r.moves) {
            if (!may_be_used(p, f, rule)) continue;
            const W& from = f.r[rule.from[0]];
            if (rule.choices == 1 && rule.must < 0) {
                if (any(from)) return true;
            } else if (rule.is_fused && rule.must < 0) {
                if (any(relations_[std::size_t(rule.fused_relation ^ p.turn)].of(from) & f.r[rule.fused_set]))
                    return true;
            } else {
                bool found = false;
                choose(p, f, rule, 0, 0, [&](const Move&) { return found = true, false; });
                if (found) return true;
            }
        }
        return false;
    }
    [[gnu::noinline]] bool other_can_move(Position p) const {
        p.pass_turn();
        Frame f(*this, p);
        run(r.ends, &p, f);
        return can_move(p, f);
    }

    void list_moves(const Position& p, Frame& f, const written::MoveRule& rule, std::uint8_t number, List& list) const {
        if (!may_be_used(p, f, rule)) return;
        if (rule.choices == 1 && rule.must < 0) {
            for (Cell c : each{f.r[rule.from[0]]}) list.push(move_of(with(no_cells, 0, c), number));
        } else if (rule.is_fused && rule.must < 0) {
            const auto& relation = relations_[std::size_t(rule.fused_relation ^ p.turn)];
            const W to = f.r[rule.fused_set];
            for (Cell c : each{f.r[rule.from[0]]}) {
                const std::uint64_t cells = with(no_cells, 0, c);
                for (Cell d : each{relation.to[c] & to}) list.push(move_of(with(cells, 1, d), number));
            }
        } else {
            choose(p, f, rule, number, 0, [&](const Move& m) {
                list.push(m);
                return list.size() < most_moves;
            });
        }
    }
    // The choices from `i` on, those before it made. False when `found` wants no more.
    template <class F>
    [[gnu::noinline]] bool choose(const Position& p, Frame& f, const written::MoveRule& rule, std::uint8_t number,
                                  std::size_t i, F found) const {
        if (i > 0) run(rule.before[i], &p, f);
        const W set = f.r[rule.from[i]];
        const auto go_on = [&](Cell c) {
            f.choose(i, c);
            if (int(i) + 1 < rule.choices) return choose(p, f, rule, number, i + 1, found);
            if (rule.must >= 0) {
                run(rule.before[std::size_t(rule.choices)], &p, f);
                if (!f.k[std::size_t(rule.must)]) return true;
            }
            std::uint64_t cells = no_cells;
            for (std::size_t j = 0; j <= i; ++j) cells = with(cells, j, f.at[j]);
            return bool(found(move_of(cells, number)));
        };
        if (rule.may_be_none[i] && !any(set)) return go_on(nowhere);
        for (Cell c : each{set})
            if (!go_on(c)) return false;
        return true;
    }

    // Works out a program for as many positions as f has, which stand at p one after the other.
    template <std::size_t n, class P>
    [[gnu::noinline]] void run(const written::Program& program, const P* p, FrameOf<n>& f) const {
        const Operation* const end = program.data() + program.size();
        const Related* const relations = relations_.data();
        const Way* const* const ways = way_of_.data();
        const int turn = p->turn;
        for (const Operation* at = program.data(); at != end; ++at) {
            const Operation o = *at;
            const auto a = [&](std::size_t i) -> const W& { return lane(f.r[o.a], i); };
            const auto b = [&](std::size_t i) -> const W& { return lane(f.r[o.b], i); };
            const auto c = [&](std::size_t i) -> const W& { return lane(f.r[o.c], i); };
            const auto x = [&](std::size_t i) -> const W& { return lane(f.r[std::size_t(o.x)], i); };
            const auto ka = [&](std::size_t i) { return lane(f.k[o.a], i); };
            const auto kb = [&](std::size_t i) { return lane(f.k[o.b], i); };
            const auto cell = [&](std::size_t i) { return lane(f.at[o.c], i); };
            const auto relation = [&]() -> const Related& { return relations[o.x ^ turn]; };
            const auto way = [&](std::int16_t of) -> const Way& { return *ways[of ^ turn]; };
            // What is worked out is put down once all is known, so that it may be worked out together.
            const auto put = [](auto& to, auto of) {
                std::remove_reference_t<decltype(to)> all;
                for (std::size_t i = 0; i < n; ++i) lane(all, i) = of(i);
                to = all;
            };
            const auto set = [&](auto of) { put(f.r[o.to], of); };
            const auto number = [&](auto of) { put(f.k[o.to], of); };
            using I = std::size_t;
            switch (o.code) {
            case Code::none_at_all: set([](I) { return W{}; }); break;
            case Code::zone: set([&](I) { return zones_[std::size_t(o.x ^ turn)]; }); break;
            case Code::both: set([&](I i) { return a(i) & b(i); }); break;
            case Code::either: set([&](I i) { return a(i) | b(i); }); break;
            case Code::without: set([&](I i) { return a(i) & ~b(i); }); break;
            case Code::when: set([&](I i) -> W { return kb(i) ? a(i) : W{}; }); break;
            case Code::around_cell: set([&](I i) { return relation().to[cell(i)]; }); break;
            case Code::around: relation().put(f.r[o.to], f.r[o.a]); break;
            case Code::around_one: set([&](I i) -> W { return any(a(i)) ? relation().to[first(a(i))] : W{}; }); break;
            case Code::step: set([&](I i) { return way(o.x).moved(a(i)); }); break;
            case Code::nearest: set([&](I i) { return way(o.x).nearest(a(i)); }); break;
            case Code::farthest: set([&](I i) { return way(o.x).farthest(a(i)); }); break;
            case Code::both_around_cell: set([&](I i) { return a(i) & relation().to[cell(i)]; }); break;
            case Code::both_step: set([&](I i) { return a(i) & way(o.x).moved(b(i)); }); break;
            case Code::both_steps: set([&](I i) { return a(i) & way(o.x).moved(b(i)) & way(o.y).moved(c(i)); }); break;
            case Code::step_both: set([&](I i) { return way(o.x).moved(a(i) & b(i)); }); break;
            case Code::around_nearest:
                set([&](I i) -> W { return any(a(i)) ? relation().to[way(o.y).nearest_cell(a(i))] : W{}; });
                break;
            case Code::either_more: set([&](I i) { return a(i) | b(i) | (c(i) | x(i)); }); break;
            case Code::without_more: set([&](I i) { return a(i) & ~(b(i) | (c(i) | x(i))); }); break;
            case Code::either_without: set([&](I i) { return a(i) | (b(i) & ~(c(i) | x(i))); }); break;
            case Code::kept_cell:
            case Code::flood:
            case Code::over:
            case Code::span:
            case Code::slide:
            case Code::hops:
            case Code::leap:
            case Code::row:
            case Code::between:
                set([&](I i) { return walked(o, turn, p[i].number, a(i), b(i), c(i), lane(f.k[o.b], i)); });
                break;
            case Code::constant: number([&](I) { return o.x; }); break;
            case Code::count: number([&](I i) { return tavoliere::count(a(i)); }); break;
            case Code::any: number([&](I i) { return tavoliere::any(a(i)); }); break;
            case Code::none: number([&](I i) { return !tavoliere::any(a(i)); }); break;
            case Code::clock: number([&](I i) { return p[i].clock; }); break;
            case Code::number: number([&](I i) { return p[i].number[std::size_t(o.x)]; }); break;
            case Code::hand:
            case Code::their_hand:
                if constexpr (Shape::hands > 0)
                    number(
                        [&](I i) { return (o.code == Code::hand ? p[i].my_hand : p[i].their_hand)[std::size_t(o.x)]; });
                else
                    number([](I) { return 0; });
                break;
            case Code::is_o: number([&](I) { return turn; }); break;
            case Code::parts: number([&](I i) { return parts(a(i), relation()).first; }); break;
            case Code::largest: number([&](I i) { return parts(a(i), relation()).second; }); break;
            case Code::cell_of:
                number([&](I i) { return tavoliere::any(a(i)) ? tavoliere::first(a(i)) : nowhere; });
                break;
            case Code::plus:
                number([&](I i) { return int(unsigned(ka(i)) + unsigned(kb(i))); });
                break; // wraps: no number is undefined
            case Code::minus: number([&](I i) { return int(unsigned(ka(i)) - unsigned(kb(i))); }); break;
            case Code::times: number([&](I i) { return int(unsigned(ka(i)) * unsigned(kb(i))); }); break;
            case Code::less: number([&](I i) { return ka(i) < kb(i); }); break;
            case Code::below: number([&](I i) { return ka(i) < o.x; }); break;
            case Code::equal: number([&](I i) { return ka(i) == kb(i); }); break;
            case Code::is: number([&](I i) { return ka(i) == o.x; }); break;
            case Code::conj: number([&](I i) { return ka(i) && kb(i); }); break;
            case Code::disj: number([&](I i) { return ka(i) || kb(i); }); break;
            case Code::negate: number([&](I i) { return !ka(i); }); break;
            case Code::any_both: number([&](I i) { return tavoliere::any(a(i) & b(i)); }); break;
            case Code::none_both: number([&](I i) { return !tavoliere::any(a(i) & b(i)); }); break;
            case Code::count_both: number([&](I i) { return tavoliere::count(a(i) & b(i)); }); break;
            case Code::plus_count:
                number([&](I i) { return int(unsigned(ka(i)) + unsigned(tavoliere::count(b(i)))); });
                break;
            case Code::unlike: number([&](I i) { return ka(i) != kb(i); }); break;
            case Code::is_not: number([&](I i) { return ka(i) != o.x; }); break;
            case Code::not_less: number([&](I i) { return ka(i) >= kb(i); }); break;
            case Code::not_below: number([&](I i) { return ka(i) >= o.x; }); break;
            default: std::unreachable();
            }
        }
    }

    // The operations that walk over the board.
    [[gnu::noinline]] W walked(const Operation& o, int turn, const decltype(Position::number)& number, const W& a,
                               const W& b, const W& c, const int& steps) const {
        if (o.code == Code::kept_cell) {
            const std::uint8_t kept = number[std::size_t(o.x)];
            return kept < board.size() ? bit<W>(kept) : W{};
        }
        const Related& relation = relations_[std::size_t(o.x ^ turn)];
        if (o.code == Code::flood) return flooded(a, b, relation);
        if (o.code == Code::leap) {
            const Way& way = *way_of_[std::size_t(o.x ^ turn)];
            W front = a;
            for (int n = steps; n > 0 && any(front); --n) front = n > 1 ? way.moved(front) & c : way.moved(front);
            return front;
        }
        W found{};
        for (int d : relation.directions) {
            const Way &way = ways_[std::size_t(d)], &home = ways_[std::size_t(way.opposite)];
            switch (o.code) {
            case Code::slide: found |= run_of(a, b, way); break;
            case Code::over: found |= way.moved(run_of(a, b, way)); break;
            case Code::span:
                if (const W run = run_of(a, b, way); any(run)) found |= run_of(c, run, home);
                break;
            case Code::hops:
                for (W front = a; any(front);) found |= front = way.moved(way.moved(front) & b) & c;
                break;
            case Code::row: { // a row backwards is a row
                if (!way.ascending && std::ranges::find(relation.directions, way.opposite) != relation.directions.end())
                    break;
                W row = a;
                for (int n = o.c; n > 1 && any(row); --n) row = a & home.moved(row);
                for (int n = o.c; n > 1 && any(row); --n) found |= row, row = way.moved(row);
                found |= row;
                break;
            }
            default: // between
                for (Cell from : each{a})
                    if (const W hit = way.nearest(way.rays[from] & b); any(hit))
                        found |= way.rays[from] & home.rays[first(hit)];
            }
        }
        return found;
    }
    // The cells of `through` on straight runs that begin beside a.
    static W run_of(const W& a, const W& through, const Way& way) {
        W run{};
        for (W front = way.moved(a) & through; any(front); front = way.moved(front) & through) run |= front;
        return run;
    }
    W flooded(W set, const W& within, const Related& by) const {
        set &= within;
        for (W front = set; any(front);) {
            front = by.of(front) & within & ~set;
            set |= front;
        }
        return set;
    }
    // How many parts a set has, and the cells of the largest.
    [[gnu::noinline]] std::pair<int, int> parts(W left, const Related& by) const {
        int n = 0, most = 0;
        for (; any(left); ++n) {
            const W part = flooded(bit<W>(first(left)), left, by);
            most = std::max(most, tavoliere::count(part));
            left &= ~part;
        }
        return {n, most};
    }

    // x's pieces in hand and o's, by kind, of the kinds that are held at all or may be.
    std::string hands_text(const Position& p) const {
        std::string out;
        if constexpr (Shape::hands > 0) {
            if (!has_hands()) return out;
            for (const auto* hand : {p.turn ? &p.their_hand : &p.my_hand, p.turn ? &p.my_hand : &p.their_hand})
                for (std::size_t k = 0; k < std::size_t(r.kinds); ++k)
                    out += (out.empty() ? "" : ",") + std::to_string((*hand)[k]);
        }
        return out;
    }
    std::optional<Problem> read_hands(std::span<const std::string_view> words, std::size_t& at, Position& p) const {
        if constexpr (Shape::hands > 0) {
            auto& x = p.turn ? p.their_hand : p.my_hand;
            auto& o = p.turn ? p.my_hand : p.their_hand;
            if (at >= words.size()) { // those that are not on the board
                for (bool of_mine : {true, false}) {
                    int on_board = 0;
                    for (const W& plane : of_mine ? p.mine : p.theirs) on_board += tavoliere::count(plane);
                    (of_mine ? p.my_hand : p.their_hand)[0] = std::uint8_t(std::max(0, r.hands[0] - on_board));
                }
                return {};
            }
            const auto given = split(words[at], ',');
            const std::size_t kinds = std::size_t(r.kinds);
            for (std::size_t i = 0; i < 2 * kinds; ++i) {
                const auto n = parse_number(given.size() == 2 * kinds ? given[i] : "", 0, 250);
                if (!n)
                    return Problem{
                        "HANDS is " + in_quotes(words[at]) + "; it is " + std::to_string(2 * kinds) +
                        " numbers up to 250 with commas between them: what x has in hand of each kind, then o"};
                (i < kinds ? x : o)[i % kinds] = std::uint8_t(*n);
            }
            ++at;
        }
        return {};
    }

    std::shared_ptr<const written::Rules> rules_;
    const written::Rules& r;
    std::vector<Way> ways_;
    std::vector<Related> relations_;
    std::vector<const Way*> way_of_; // the first direction of each relation; null where there is none
    std::vector<W> zones_;
    Position first_{};
    const bool counts_many_ = counts_many();
};

}
