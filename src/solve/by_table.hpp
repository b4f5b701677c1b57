// Solving by a table of every position: read from a file where there is one, else made, and kept there.
#pragma once
#include "game/laws.hpp"
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

// The table of a variant, out of its file; a problem where that is no whole table of it.
template <Game G>
Expected<std::shared_ptr<const Tablebase<G>>> read_tablebase(const G& g, const std::string& variant,
                                                             const std::string& path) {
    auto table = std::make_shared<Tablebase<G>>(g, g.start());
    if (!table->is_small()) return problem("table: " + variant + " has too many cells for one");
    table->number(g);
    const auto head =
        read_table(path, head_of(g, variant, table->places().layers()), sizes_of(table->places()), table->values());
    if (!head) return std::unexpected(head.error());
    if (head->from) return problem("table: " + in_quotes(path) + " is not finished; solve goes on with it");
    table->counts() = head->counts;
    return table;
}

inline std::string megabytes(double bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.0f MB", std::ceil(bytes / (1 << 20)));
    return text;
}

// Whether a table of p's board fits; the problem says what it would need.
template <Game G> Expected<void> fits(const Tablebase<G>& table, const SolveLimits& limits) {
    if (!table.is_small())
        return problem("memory: a table of all positions of " + std::to_string(table.cells()) +
                       " cells is too large; at most " + std::to_string(Placements::most_cells) + " cells");
    if (table.least_bytes() > double(limits.memory_mb << 20))
        return problem("memory: a table of all positions needs more than " + megabytes(table.least_bytes()) +
                       "; it may take " + std::to_string(limits.memory_mb) + " MB");
    return {};
}

template <Game G>
Expected<Solution<MoveOf<G>>> solve_by_table(const G& g, const std::string& variant, const PositionOf<G>& p,
                                             const SolveLimits& limits, const SolveReport& report,
                                             const std::atomic<bool>& stop) {
    Tablebase<G> table(g, p);
    if (const auto room = fits(table, limits); !room) return std::unexpected(room.error());
    if (!table.has(p))
        return problem(
            "retrograde: no table has this position: it has other pieces in hand than belong to those on the board");
    table.number(g);
    const std::size_t bytes = table.bytes() + Retrograde<G>::bytes_besides(table.places());
    if (bytes > limits.memory_mb << 20)
        return problem("memory: a table of all positions needs " + megabytes(double(bytes)) + "; it may take " +
                       std::to_string(limits.memory_mb) + " MB");

    // Only the variant's own board has a file.
    const bool is_kept = !limits.tables.empty() && p.neutral == g.start().neutral;
    const std::string path = is_kept ? table_path(limits.tables, variant) : "";
    const int layers = table.places().layers();
    TableHead head{.variant = {}, .layers = layers, .from = layers};
    if (is_kept) {
        head = head_of(g, variant, layers);
        head.from = layers;
        if (has_table(path)) {
            const auto read = read_table(path, head, sizes_of(table.places()), table.values());
            if (!read) return std::unexpected(read.error());
            head = *read;
            table.counts() = head.counts;
        }
    }

    Solution<MoveOf<G>> s{.method = Method::retrograde, .value = {}, .best = {}, .plies = {}};
    Retrograde<G> work(g, table, limits, report, stop);
    Expected<void> written;
    double last_written = 0;
    const auto keep = [&](int layer) {
        constexpr double often_enough = 60; // seconds of work that a killed run may lose, and a layer's
        if (!is_kept || !written || (layer && work.seconds() < last_written + often_enough)) return;
        head.from = layer;
        head.counts = table.counts();
        written = write_table(path, head, table.values());
        last_written = work.seconds();
    };
    const auto why = work.run(head.from, keep);
    s.nodes = work.looked_at();
    s.seconds = work.seconds();
    if (!written) return std::unexpected(written.error());
    if (work.is_too_long())
        return problem("retrograde: a win takes more than " + std::to_string(Exact::most_plies) +
                       " plies; no table tells that");
    if (why) {
        s.why = *why;
        return s;
    }
    const Exact value = *table.probe(g, p);
    s.value = value.outcome();
    if (!value.is_draw()) s.plies = value.plies();
    s.counts = table.counts();
    MovesOf<G> moves;
    g.moves(p, moves);
    std::optional<Exact> best;
    for (const auto& m : moves) {
        const Exact v = table.probe(g, g.after(p, m))->before();
        if (best && !is_better(v, *best)) continue;
        best = v;
        s.best = m;
    }
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
        lines.push_back({v->before(), {m}});
    }
    std::ranges::stable_sort(lines, [](const auto& a, const auto& b) { return is_better(a.value, b.value); });
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
