// Speed, in nodes a second: run it on a quiet machine, and compare only figures of one run. What it counts must be what
// tests/data/counts.json says, at any speed; else it ends with status 1, and says what to do.
//
//     cmake --preset bench && cmake --build --preset bench && build/tavoliere_bench
#include "base/file.hpp"
#include "base/json_read.hpp"
#include "base/random.hpp"
#include "session/session.hpp"
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace tavoliere;

const std::atomic<bool> never{false};

std::unique_ptr<GameSession> opened(const std::string& variant) {
    auto session = open(variant);
    if (!session) {
        std::fprintf(stderr, "bench: %s cannot be opened\n", variant.c_str());
        std::exit(1);
    }
    return std::move(*session);
}

constexpr const char* counts_file = BENCH_COUNTS;
bool has_failed = false;

// What the file has for a name.
std::optional<std::uint64_t> expected_count(const std::string& name) {
    static const Json counts = [] {
        const auto text = read_whole(counts_file, {"a file of counts", file_kind::mb});
        const auto read = text ? read_json(*text, {.bytes = 1 << 20}) : std::unexpected(text.error());
        if (!read) std::fprintf(stderr, "bench: %s: %s\n", counts_file, read.error().text.c_str());
        return read.value_or(Json());
    }();
    if (!counts.array()) return {};
    for (const Json& row : *counts.array())
        if (row["name"].text() && *row["name"].text() == name)
            if (const auto nodes = row["nodes"].whole<std::uint64_t>(0, ~std::uint64_t{0})) return *nodes;
    return {};
}

// For what counts the same every time.
void expect_nodes(benchmark::State& state, const std::string& name, std::uint64_t nodes) {
    if (expected_count(name) == nodes) return;
    has_failed = true;
    std::fprintf(stderr,
                 "bench: %s counts other nodes than %s says. Where that is meant, its row is to be\n"
                 "{\"name\": \"%s\", \"nodes\": %llu}\n",
                 name.c_str(), counts_file, name.c_str(), static_cast<unsigned long long>(nodes));
    state.SkipWithError("it does not count what it did");
}

void count_nodes(benchmark::State& state, std::uint64_t nodes) {
    state.counters["nodes"] = double(nodes);
    state.counters["nodes/s"] = benchmark::Counter(double(nodes), benchmark::Counter::kIsIterationInvariantRate);
}

void perft(benchmark::State& state, const std::string& variant, int depth, bool counted) {
    const auto session = opened(variant);
    std::uint64_t nodes = 0;
    for (auto _ : state) benchmark::DoNotOptimize(nodes = session->perft(depth, counted, never));
    count_nodes(state, nodes);
    expect_nodes(state, "perft/" + variant, nodes);
}

// Positions to search: the first one, and three after so many moves drawn at random, the same ones every time.
std::vector<std::unique_ptr<GameSession>> positions_of(const std::string& variant) {
    std::vector<std::unique_ptr<GameSession>> positions;
    for (const int plies : {0, 4, 8, 12}) {
        auto session = opened(variant);
        Random random(std::uint64_t(plies) + 1);
        for (int ply = 0; ply < plies && !session->result(); ++ply) {
            const auto moves = session->moves();
            (void)session->play(moves[std::size_t(random.below(int(moves.size())))].text);
        }
        if (!session->result()) positions.push_back(std::move(session));
    }
    return positions;
}

// How long to a depth, each position with an empty table. With one thread the nodes are the same every time.
void to_depth(benchmark::State& state, const std::string& variant, int depth, const std::string& network, int threads) {
    Limits limits;
    limits.depth = depth;
    limits.threads = threads;
    const auto positions = positions_of(variant);
    std::uint64_t nodes = 0;
    for (auto _ : state) {
        nodes = 0;
        for (const auto& position : positions) {
            auto session = position->copy();
            (void)session->use_network(network); // own or none, which every variant has
            nodes += session->think(limits, [](const ThoughtView&) {}, never).nodes;
        }
    }
    count_nodes(state, nodes);
    if (threads == 1) expect_nodes(state, "depth/" + variant + "/" + network, nodes);
}

// Random games of a variant, the number of them as a second counter.
void playouts(benchmark::State& state, const std::string& variant, std::uint64_t games) {
    const auto session = opened(variant);
    PlayoutReport report;
    for (auto _ : state) report = session->playouts(games, 1, never);
    count_nodes(state, report.plies);
    expect_nodes(state, "playouts/" + variant, report.plies);
    state.counters["games/s"] = benchmark::Counter(double(games), benchmark::Counter::kIsIterationInvariantRate);
}

struct PerftRow {
    const char* variant;
    int depth;
};
constexpr PerftRow perfts[] = {{"ataxx", 6},
                               {"hexxagon", 5},
                               {"penntagon", 6},
                               {"clobber:size=5x6", 5},
                               {"clobber:size=10x10", 4},
                               {"clobber:size=12x12", 3},
                               {"magnetone", 4},
                               {"magnetone:weak", 4},
                               {"boop", 4},
                               {"attract", 5},
                               {"attract:size=12x12", 4},
                               {"insert", 7},
                               {"insert:xplus", 7},
                               {"blocco", 3}};

struct PlayoutRow {
    const char* variant;
    std::uint64_t games;
};
constexpr PlayoutRow random_games[] = {{"clobber:size=5x6", 20000},
                                       {"clobber", 5000},
                                       {"clobber:size=10x10", 2000},
                                       {"ataxx", 1000},
                                       {"hexxagon", 1000},
                                       {"penntagon", 1000},
                                       {"magnetone", 1000},
                                       {"magnetone:weak", 1000},
                                       {"boop", 500},
                                       {"attract", 5000},
                                       {"attract:size=10x10", 1000},
                                       {"attract:size=12x12", 1000},
                                       {"insert", 10000},
                                       {"insert:xplus", 10000},
                                       {"blocco", 1000}};

struct SearchRow {
    const char* variant;
    int depth;
};
constexpr SearchRow searches[] = {
    {"ataxx", 13},        {"hexxagon", 13},      {"penntagon", 13}, {"clobber", 7}, {"clobber:size=10x10", 6},
    {"magnetone", 5},     {"magnetone:weak", 5}, {"boop", 9},       {"attract", 6}, {"insert", 14},
    {"insert:xplus", 14}, {"blocco", 5},
};

void add_all() {
    for (const auto& row : perfts)
        for (const bool counted : {true, false})
            benchmark::RegisterBenchmark(
                (std::string("perft/") + row.variant + (counted ? "/counted" : "/listed")).c_str(),
                [=](benchmark::State& s) { perft(s, row.variant, row.depth, counted); })
                ->Unit(benchmark::kMillisecond);
    for (const auto& row : random_games)
        benchmark::RegisterBenchmark((std::string("playouts/") + row.variant).c_str(), [=](benchmark::State& s) {
            playouts(s, row.variant, row.games);
        })->Unit(benchmark::kMillisecond);
    for (const auto& row : searches)
        for (const auto& [network, threads] : {std::pair("own", 1), {"none", 1}, {"own", 2}})
            benchmark::RegisterBenchmark(
                (std::string("depth/") + row.variant + "/" + network + "/" + std::to_string(threads)).c_str(),
                [=](benchmark::State& s) { to_depth(s, row.variant, row.depth, network, threads); })
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime()
                ->MeasureProcessCPUTime();
}

}

int main(int argc, char** argv) {
    add_all();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    return has_failed ? 1 : 0;
}
