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
template <Game G> class TableKeeper {
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
    Expected<int> read(const IsOver& is_over) {
        if (path_.empty() || !file_exists(path_)) return head_.from;
        const auto found = read_table(path_, head_, sizes_of(table_.places()), table_.values(), is_over);
        if (!found) return std::unexpected(found.error());
        if (!*found) return head_.from;
        head_ = **found;
        table_.counts() = head_.counts;
        return head_.from;
    }
    // After each layer; writes when it is the last, and between where that takes no more than a twentieth of the time.
    void keep(int layer, const SolveClock& clock) {
        if (path_.empty() || !written || (layer && clock.seconds() < next_)) return;
        head_.from = layer;
        head_.counts = table_.counts();
        const double begin = clock.seconds();
        const auto is_over = [&] { return clock.over().has_value(); };
        if (const auto done = write_table(path_, head_, table_.values(), is_over); !done)
            written = std::unexpected(done.error());
        else
            was_ended = !*done;
        next_ = clock.seconds() + std::max(least_seconds, 20 * (clock.seconds() - begin));
    }
    Expected<void> written;
    bool was_ended = false; // the last writing, by the clock

private:
    static constexpr double least_seconds = 60; // of work that a killed run may lose, beside those of a layer

    Tablebase<G>& table_;
    TableHead head_;
    std::string path_; // empty: it is not kept
    double next_ = least_seconds;
};

// The best move from p by a whole table, and its value for the player who makes it; of equals the first in the list. Nothing
// where there is no move.
template <Game G> struct BestByTable {
    MoveOf<G> move;
    Exact value;
};
template <Game G>
std::optional<BestByTable<G>> best_by_table(const G& g, const Tablebase<G>& table, const PositionOf<G>& p) {
    std::optional<BestByTable<G>> best;
    MovesOf<G> moves;
    g.moves(p, moves);
    for (const auto& m : moves) {
        const Exact v = table.probe(g, g.after(p, m))->before();
        if (!best || is_better(v, best->value)) best = {m, v};
    }
    return best;
}

// The value that a complete table gives p.
template <Game G>
Solution<MoveOf<G>> looked_up(const G& g, const Tablebase<G>& table, const PositionOf<G>& p) {
    Solution<MoveOf<G>> s{{.method = Method::retrograde}};
    const Exact value = *table.probe(g, p);
    s.value = value.outcome();
    if (!value.is_draw()) s.plies = value.plies();
    s.counts = table.counts();
    if (const auto best = best_by_table(g, table, p)) s.best = best->move;
    return s;
}

template <Game G>
Expected<Solution<MoveOf<G>>> solve_by_table(const G& g, const std::string& variant, const PositionOf<G>& p,
                                             const SolveLimits& limits, const SolveReport& report,
                                             const std::atomic<bool>& stop) {
    Tablebase<G> table(g, p);
    if (const auto room = fits(table, limits.memory_mb); !room) return std::unexpected(room.error());
    if (!table.has(p))
        return problem("retrograde: no table has this position: the pieces in hand do not fit those on the board");
    SolveClock clock(limits, stop);
    const IsOver is_over = [&] { return clock.over().has_value(); };
    const auto nothing = [&] {
        return Solution<MoveOf<G>>{{.method = Method::retrograde,
                                    .why = clock.over().value_or(Unsolved::stopped),
                                    .seconds = clock.seconds()}};
    };
    if (!table.number(g, is_over)) return nothing();
    const std::size_t bytes = table.bytes() + Retrograde<G>::bytes_besides(table.places());
    if (const auto room = fits_bytes(double(bytes), "", limits.memory_mb); !room) return std::unexpected(room.error());

    TableKeeper<G> keeper(g, variant, table, p, limits.tables);
    const auto from = keeper.read(is_over);
    if (!from) return std::unexpected(from.error());
    if (is_over() && *from) return nothing();
    Retrograde<G> work(g, table, limits.threads, report, clock);
    const auto why = work.run(*from, [&](int layer) { keeper.keep(layer, clock); });
    if (!keeper.written) return std::unexpected(keeper.written.error());
    if (work.is_too_long())
        return problem("retrograde: a win takes more than " + std::to_string(Exact::most_plies) +
                       " plies; a table has no room for that");
    auto s = why ? Solution<MoveOf<G>>{{.method = Method::retrograde, .why = *why}} : looked_up(g, table, p);
    if (!why && keeper.was_ended) s.trouble = "the table was not written: the time ran out, or it was interrupted";
    s.nodes = work.looked_at();
    s.seconds = clock.seconds();
    return s;
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
