// Solving by a table of every position: read from a file where there is one, else made, and kept there.
#pragma once
#include "base/file.hpp"
#include "game/laws.hpp"
#include "solve/read_once.hpp"
#include "solve/retrograde.hpp"
#include "solve/table_file.hpp"
#include <memory>
#include <variant>

namespace tavoliere {

// What a file of the table of g must be.
template <Game G> TableHead head_of(const G& g, const std::string& variant, int layers) {
    return {.variant = variant, .rules = Laws<G>(g).check(3, 1, std::atomic<bool>(false)).signature, .layers = layers};
}

inline std::vector<std::size_t> sizes_of(const Placements& places) {
    std::vector<std::size_t> sizes;
    for (int n = 0; n < places.layers(); ++n) sizes.push_back(places.size(n));
    return sizes;
}

// A table out of its file; a problem where that is not a complete table of the variant.
template <Game G> using ReadTable = Expected<std::shared_ptr<const Tablebase<G>>>;

// Nothing where `is_over` ended it.
template <Game G>
std::optional<ReadTable<G>> read_tablebase(const G& g, const std::string& variant, const std::string& path,
                                           const IsOver& is_over) {
    auto table = std::make_shared<Tablebase<G>>(g, g.start());
    if (!table->is_small()) return problem("table: " + variant + " has too many cells for one");
    if (!table->number(g, is_over)) return {};
    const auto head = read_table(path, head_of(g, variant, table->places().layers()), sizes_of(table->places()),
                                 table->values(), is_over);
    if (!head) return std::unexpected(head.error());
    if (!*head) return {};
    if ((*head)->from) return problem("table: " + in_quotes(path) + " is not finished; solve continues it");
    table->counts() = (*head)->counts;
    return table;
}

// The same, read once for all who ask, and kept until the file is another one; so is what is wrong with it. Reading goes on for the
// next who asks where `is_over` ends the waiting for it.
template <Game G>
std::optional<ReadTable<G>> shared_tablebase(const G& g, const std::string& variant, const std::string& path,
                                             const IsOver& is_over) {
    static ReadOnce<ReadTable<G>> kept;
    const auto read = [own = g, variant, path](const IsOver& is_unwanted) { // the game may be closed meanwhile
        return read_tablebase(own, variant, path, is_unwanted);
    };
    auto table = kept.get(path, file_version(path), read, is_over); // a file that changes meanwhile is read again
    if (table && !*table && !FileReader::open(path, file_kind::table)) kept.forget(path); // next time it may be had
    return table;
}

inline Expected<void> fits_bytes(double bytes, std::string_view more, std::size_t memory_mb) {
    if (bytes <= double(memory_mb << 20)) return {};
    char text[128];
    std::snprintf(text, sizeof text, "memory: a table of all positions needs %s%.0f MB; it may take %zu MB",
                  std::string(more).c_str(), std::ceil(bytes / (1 << 20)), memory_mb);
    return problem(text);
}

// Whether a table of p's board fits, as far as that can be said before its positions are numbered; the problem says what it
// would need. `slack`: what sets of cells that are symmetric themselves may add.
template <Game G>
Expected<void> fits(const Tablebase<G>& table, std::size_t memory_mb, double slack = 1) {
    if (!table.is_small())
        return problem("memory: a table of all positions of " + std::to_string(table.cells()) +
                       " cells is too large; it can have at most " + std::to_string(Placements::most_cells) + " cells");
    return fits_bytes(slack * table.least_bytes(), "more than ", memory_mb);
}

// Where a table is kept while it is made: each layer may be the last for now.
template <Game G, class Team = Alone> class TableKeeper {
public:
    // Only the variant's own board has a file.
    TableKeeper(const G& g, const std::string& variant, Tablebase<G>& table, const PositionOf<G>& p,
                const std::string& directory)
        : table_(table) {
        head_.layers = head_.from = table.places().layers();
        if (directory.empty() || p.neutral != g.start().neutral) return;
        path_ = table_path(directory, variant);
        head_ = head_of(g, variant, head_.layers);
        head_.from = head_.layers;
    }

    // Which layer is solved last of all. As if nothing had been, where `is_over` ended it.
    Expected<int> read(const IsOver& is_over, const Team& team) {
        const bool is_there = team.any(team.is_first() && !path_.empty() && file_exists(path_));
        if (!is_there) return head_.from;
        if constexpr (!Team::is_alone)
            return problem(
                "table: " + in_quotes(path_) +
                " is there already, and several processes make one from the beginning; delete it, or let one "
                "process use it");
        const auto found = read_table(path_, head_, sizes_of(table_.places()), table_.values(), is_over);
        if (!found) return std::unexpected(found.error());
        if (!*found) return head_.from;
        head_ = **found;
        table_.counts() = head_.counts;
        return head_.from;
    }
    // After each layer; writes when it is the last, and between where that takes no more than a twentieth of the time.
    void keep(int layer, const SolveClock& clock, Team& team) {
        const bool is_wanted = !path_.empty() && written && (!layer || clock.seconds() >= next_);
        if (!team.any(team.is_first() && is_wanted)) return;
        head_.from = layer;
        head_.counts = table_.counts();
        const double begin = clock.seconds();
        if (team.is_first())
            write(clock, team);
        else
            team.give_pieces(table_.values());
        if (team.any(!written) && written) written = problem("the first process could not write the table");
        next_ = clock.seconds() + std::max(least_seconds, 20 * (clock.seconds() - begin));
    }
    Expected<void> written;
    bool was_ended = false; // the last writing, by the clock

private:
    static constexpr double least_seconds = 60; // of work that a killed run may lose, beside those of a layer

    void write(const SolveClock& clock, Team& team) {
        const auto values = team.source(table_.places(), table_.values());
        const auto is_over = [&] { return clock.over().has_value(); };
        if (const auto done = write_table(path_, head_, *values, is_over); !done)
            written = std::unexpected(done.error());
        else
            was_ended = !*done;
    }

    Tablebase<G>& table_;
    TableHead head_;
    std::string path_; // empty: it is not kept
    double next_ = least_seconds;
};

// The best move from p by a whole table, and its value for the player who makes it; of equals the first in the list. Nothing
// where there is no move. probe(q) is what the table says of a position.
template <Game G> struct BestByTable {
    MoveOf<G> move;
    Exact value;
};
template <Game G, class Probe>
std::optional<BestByTable<G>> best_by(const G& g, const PositionOf<G>& p, Probe probe) {
    std::optional<BestByTable<G>> best;
    MovesOf<G> moves;
    g.moves(p, moves);
    for (const auto& m : moves) {
        const Exact v = probe(g.after(p, m)).before();
        if (!best || is_better(v, best->value)) best = {m, v};
    }
    return best;
}
template <Game G>
std::optional<BestByTable<G>> best_by_table(const G& g, const Tablebase<G>& table, const PositionOf<G>& p) {
    return best_by(g, p, [&](const PositionOf<G>& q) { return *table.probe(g, q); });
}

// The value that a complete table gives p, where probe(q) is what it gives p and what its moves lead to.
template <Game G, class Probe>
Solution<MoveOf<G>> looked_up(const G& g, const Tablebase<G>& table, const PositionOf<G>& p, Probe probe) {
    Solution<MoveOf<G>> s{{.method = Method::retrograde}};
    const Exact value = probe(p);
    s.value = value.outcome();
    if (!value.is_draw()) s.plies = value.plies();
    s.counts = table.counts();
    if (const auto best = best_by(g, p, probe)) s.best = best->move;
    return s;
}
template <Game G>
Solution<MoveOf<G>> looked_up(const G& g, const Tablebase<G>& table, const PositionOf<G>& p) {
    return looked_up(g, table, p, [&](const PositionOf<G>& q) { return *table.probe(g, q); });
}
// Likewise by one that several have shares of.
template <Game G>
Solution<MoveOf<G>> looked_up(const G& g, const Tablebase<G>& table, const PositionOf<G>& p, Together& team) {
    std::vector<Placements::Place> places;
    const auto note = [&](const PositionOf<G>& q) {
        if (table.has(q)) places.push_back(table.find(q));
        return Exact();
    };
    note(p);
    best_by(g, p, note);
    const std::vector<Exact> values = team.values_of(places, table.values());
    return looked_up(g, table, p, [&](const PositionOf<G>& q) {
        if (!table.has(q)) return Exact::ended(*g.verdict(q));
        const auto place = table.find(q);
        const auto found = std::ranges::find_if(
            places, [&](const auto& other) { return other.layer == place.layer && other.number == place.number; });
        return values[std::size_t(found - places.begin())];
    });
}
template <Game G>
Solution<MoveOf<G>> looked_up(const G& g, const Tablebase<G>& table, const PositionOf<G>& p, Alone&) {
    return looked_up(g, table, p);
}

template <Game G, class Team>
Expected<Solution<MoveOf<G>>> solve_by_table(const G& g, const std::string& variant, const PositionOf<G>& p,
                                             const SolveLimits& limits, const SolveReport& report,
                                             const std::atomic<bool>& stop, Team team) {
    const int ranks = team.count();
    Tablebase<G> table(g, p);
    if (const auto room = fits(table, limits.memory_mb, 1.0 / ranks); !room) return std::unexpected(room.error());
    if (!table.has(p))
        return problem("retrograde: no table has this position: the pieces in hand do not fit those on the board");
    SolveClock clock(limits, stop);
    const IsOver is_over = [&] { return clock.over().has_value(); };
    const auto nothing = [&] {
        return Solution<MoveOf<G>>{{.method = Method::retrograde,
                                    .why = clock.over().value_or(Unsolved::stopped),
                                    .seconds = clock.seconds()}};
    };
    if (const bool is_numbered = table.number(g, is_over); team.any(!is_numbered)) return nothing();
    const std::size_t bytes = team.bytes(table) + Retrograde<G, Team>::bytes_besides(table.places(), ranks);
    if (const auto room = fits_bytes(double(bytes), "", limits.memory_mb); !room) return std::unexpected(room.error());

    TableKeeper<G, Team> keeper(g, variant, table, p, limits.tables);
    const auto from = keeper.read(is_over, team);
    if (!from) return std::unexpected(from.error());
    if (team.any(is_over()) && *from) return nothing();
    Retrograde<G, Team> work(g, table, limits.threads, report, clock, std::move(team));
    const auto why = work.run(*from, [&](int layer) { keeper.keep(layer, clock, work.team()); });
    if (!keeper.written) return std::unexpected(keeper.written.error());
    if (work.is_too_long())
        return problem("retrograde: a win takes more than " + std::to_string(Exact::most_plies) +
                       " plies; a table has no room for that");
    auto s =
        why ? Solution<MoveOf<G>>{{.method = Method::retrograde, .why = *why}} : looked_up(g, table, p, work.team());
    if (!why && keeper.was_ended) s.trouble = "the table was not written: the time ran out, or it was interrupted";
    std::array<std::uint64_t, 1> looked_at{work.looked_at()};
    work.team().combine(looked_at, Ranks::Combining::sum);
    s.nodes = looked_at[0];
    s.seconds = clock.seconds();
    return s;
}
template <Game G>
Expected<Solution<MoveOf<G>>> solve_by_table(const G& g, const std::string& variant, const PositionOf<G>& p,
                                             const SolveLimits& limits, const SolveReport& report,
                                             const std::atomic<bool>& stop) {
    if (limits.ranks) return solve_by_table(g, variant, p, limits, report, stop, Together(*limits.ranks));
    return solve_by_table(g, variant, p, limits, report, stop, Alone());
}

// A table to ask; for games that have none, nothing.
template <class G> constexpr auto table_of() {
    if constexpr (has_tablebase<G>)
        return std::type_identity<std::shared_ptr<const Tablebase<G>>>{};
    else
        return std::type_identity<std::monostate>{};
}
template <class G> using TableOf = typename decltype(table_of<G>())::type;

// What a table says of a move: its value for the player who makes it, and how play goes on where that comes to an end.
template <Game G> struct TableLine {
    Exact value;
    std::vector<MoveOf<G>> moves;
};

// The moves from p, best first: soonest won, drawn, latest lost. Nothing where p is not in the table or a move's value hangs on
// the clock.
template <Game G>
std::optional<std::vector<TableLine<G>>> lines_by_table(const G& g, const Tablebase<G>& table, PositionOf<G> p) {
    if (!table.probe_in_play(g, p)) return {};
    std::vector<TableLine<G>> lines;
    MovesOf<G> list;
    g.moves(p, list);
    for (const auto& m : list) {
        const auto v = table.probe_in_play(g, g.after(p, m));
        if (!v) return {};
        const auto value = v->before();
        const auto worse = [&](const auto& line) { return is_better(value, line.value); };
        lines.insert(std::ranges::find_if(lines, worse), {value, {m}}); // of equals the first in the list stays first
    }
    return lines;
}

// The line that begins with l's move, to its end; a draw's is that move, as it may have none.
template <Game G> TableLine<G> to_its_end(const G& g, const Tablebase<G>& table, PositionOf<G> p, TableLine<G> l) {
    for (int left = l.value.is_draw() ? 0 : l.value.plies() - 1; left > 0; --left) {
        p = g.after(p, l.moves.back());
        const auto next = lines_by_table(g, table, p);
        if (!next || next->empty()) break; // not met: what ends in time ends so along the way
        l.moves.push_back(next->front().moves.front());
    }
    return l;
}

}
