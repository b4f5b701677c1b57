// puzzles: positions with one right move, found by the engine in games against itself, and files of them checked.
#include "base/job_file.hpp"
#include "common.hpp"
#include "lab/puzzle_check.hpp"
#include "lab/requests.hpp"
#include <chrono>
#include <fmt/core.h>
#include <utility>

namespace tavoliere::cli {
namespace {

void make(PuzzlesRequest o) {
    if (o.plan.variants.empty()) fail("puzzles: name a GAME (see tavoliere puzzles --help)");
    if (o.out.empty()) fail("puzzles: --out is missing, the file to write");
    need(WholeFile::try_path(o.out));
    std::string game;
    for (std::string& variant : o.plan.variants) {
        const auto session = need(open(variant));
        variant = session->variant();
        game = session->info().name;
    }
    o.plan.checkpoint = JobFile::path_for(o.out);
    bool is_told = false;
    const auto progress = [&](const PuzzleProgress& p) {
        if (p.were_there && !std::exchange(is_told, true))
            fmt::print(stderr, "{} games were looked through already\n", p.were_there);
        show_progress(fmt::format("{}  {} proved, {} by search", bar(p.games, o.plan.games), p.proved, p.searched));
    };
    const auto puzzles = make_puzzles(o.plan, progress, interrupted());
    end_progress();
    need(puzzles);
    if (interrupted())
        fail(o.plan.checkpoint.empty() ? "interrupted; nothing is written"
                                       : "interrupted; the same command goes on where this one ended",
             1);
    if (puzzles->empty()) {
        JobFile::remove(o.plan.checkpoint);
        fail("puzzles: the games gave none, and nothing is written; --games asks for more of them", 1);
    }
    need(write_whole(o.out, puzzle_file(game, command_of(o.plan), *puzzles)));
    JobFile::remove(o.plan.checkpoint);
    const auto proved = std::ranges::count_if(*puzzles, &Puzzle::proved);
    fmt::print("{}: {} puzzles, {} of them proved\n", printable(o.out), puzzles->size(), proved);
    if (int(puzzles->size()) < o.plan.puzzles)
        fail("puzzles: the games gave no more; --games asks for more of them", 1);
}

PuzzleFile read_puzzles(const std::string& path) {
    auto file = read_puzzle_file(need(read_text_file(path, file_kind::puzzles)));
    if (!file) fail(in_quotes(path) + " is not a file of puzzles: " + file.error().text);
    return std::move(*file);
}

// Those that are not proved, all of them: each that does not stand is named.
void judge(const PuzzleFile& file, const PuzzlesRequest& o) {
    int fallen = 0;
    for (const Puzzle& p : file.puzzles) {
        if (p.proved || interrupted()) continue;
        const auto judged = judge_again(p, o.judge, interrupted());
        if (judged) continue;
        fmt::print("{}\n", judged.error().text);
        ++fallen;
    }
    if (fallen)
        fail(fmt::format("{}: {} of the puzzles that are not proved have failed", in_quotes(o.check), fallen), 1);
}

// Those that are proved, in an order that takes some of every depth first, until the time is over; one at least.
void check(const PuzzlesRequest& o) {
    const PuzzleFile file = read_puzzles(o.check);
    if (const auto checked = check_puzzles(file.game, file.puzzles); !checked)
        fail(in_quotes(o.check) + ": " + checked.error().text, 1);
    std::vector<const Puzzle*> proved;
    for (const Puzzle& p : file.puzzles)
        if (p.proved) proved.push_back(&p);
    constexpr std::size_t stride = 7;
    constexpr std::uint64_t nodes = 5'000'000; // a move
    const auto begin = std::chrono::steady_clock::now();
    const auto is_over = [&] {
        return o.seconds > 0 &&
               std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > o.seconds;
    };
    std::size_t tried = 0, again = 0;
    for (std::size_t first = 0; first < stride; ++first)
        for (std::size_t i = first; i < proved.size() && (again == 0 || !is_over()) && !interrupted(); i += stride) {
            const auto whether = prove_again(*proved[i], nodes, interrupted());
            if (!whether) fail(in_quotes(o.check) + ": " + whether.error().text, 1);
            ++tried;
            again += *whether;
        }
    if (o.judge) judge(file, o);
    fmt::print("{}: {} puzzles of {}, legal and all different; {} proved, {} of {} tried proved again\n",
               printable(o.check), file.puzzles.size(), file.game, proved.size(), again, tried);
    if (interrupted()) fail("interrupted", 1);
}

}

void add_puzzles(CLI::App& app) {
    auto* command = app.add_subcommand("puzzles", std::string(puzzles_help.en));
    auto o = std::make_shared<PuzzlesRequest>();
    add_fields(*command, *o);
    CLI::Option* const checked = command->get_option("--check");
    for (CLI::Option* option : command->get_options())
        if (const std::string name = option->get_name(); name == "--time" || name == "--judge")
            option->needs(checked);
        else if (option != checked && option != command->get_help_ptr())
            checked->excludes(option);
    command->footer(
        "The file is the same for any number of threads. What was found is saved in a checkpoint beside it, "
        "OUT.checkpoint, until it\nis written: after Ctrl-C or a kill the same command goes on from there. --check "
        "plays all lines, and proves again what is "
        "proved:\nthe exit status is 0 where all is true, 1 where a puzzle is wrong, 2 where the file is "
        "not one of puzzles.\nExamples:\n"
        "  tavoliere puzzles ataxx ataxx:misere --out puzzles/ataxx.json\n"
        "  tavoliere puzzles --check puzzles/ataxx.json --time 10");
    command->callback([o] { o->check.empty() ? make(*o) : check(*o); });
}

}
