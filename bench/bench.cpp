// Speed, in nodes a second. Not a test: run it on a quiet machine, and compare only figures of one run.
//
//     cmake --preset bench && cmake --build --preset bench && build/tavoliere_bench
#include "session/session.hpp"
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace tavoliere;

const std::atomic<bool> never{false};

std::unique_ptr<Session> opened(const std::string& variant, std::string_view position = "startpos") {
    auto session = open(variant);
    if (!session || !(*session)->set_position(position)) {
        std::fprintf(stderr, "bench: %s %s cannot be opened\n", variant.c_str(), std::string(position).c_str());
        std::exit(1);
    }
    return std::move(*session);
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
}

// A fixed depth with an empty table, one thread: the same nodes every time.
void alphabeta(benchmark::State& state, const std::string& variant, const std::string& position, int depth) {
    Limits limits;
    limits.depth = depth;
    std::uint64_t nodes = 0;
    for (auto _ : state) nodes = opened(variant, position)->think(limits, [](const ThoughtView&) {}, never).nodes;
    count_nodes(state, nodes);
}

// Random games of a variant, the number of them as a second counter.
void playouts(benchmark::State& state, const std::string& variant, std::uint64_t games) {
    const auto session = opened(variant);
    PlayoutReport report;
    for (auto _ : state) report = session->playouts(games, 1, never);
    count_nodes(state, report.plies);
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
    const char *variant, *position;
    int depth;
};
constexpr SearchRow searches[] = {
    {"ataxx", "startpos", 8},
    {"ataxx", "oo4x/o1o4/2oxx2/1o2x2/2xxx1o/xxxo3/xxxoo1o o 0 12", 6},
    {"hexxagon", "startpos", 7},
    {"penntagon", "startpos", 8},
    {"clobber:size=5x6", "startpos", 9},
    {"clobber:size=10x10", "startpos", 5},
    {"magnetone", "startpos", 4},
    {"boop", "startpos", 4},
    {"attract", "startpos", 5},
    {"insert", "startpos", 8},
    {"blocco", "startpos", 4},
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
        benchmark::RegisterBenchmark((std::string("alphabeta/") + row.variant + "/" + row.position).c_str(),
                                     [=](benchmark::State& s) { alphabeta(s, row.variant, row.position, row.depth); })
            ->Unit(benchmark::kMillisecond);
}

}

int main(int argc, char** argv) {
    add_all();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
