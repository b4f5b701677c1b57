// lab: a game measured by letting the engine play it.
#include "base/file.hpp"
#include "common.hpp"
#include "lab/lab_page.hpp"
#include "lab/requests.hpp"
#include "language.hpp"
#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace tavoliere::cli {
namespace {

struct LabOptions {
    LabRequest request;
    bool json = false;
};

constexpr std::size_t columns = 3; // variants side by side, in a terminal

void print_row(const std::string& title, const std::vector<std::string>& cells, std::string_view by = {}) {
    fmt::print("{:<32}", title);
    for (const std::string& cell : cells) fmt::print(" {:<25}", cell);
    fmt::print("{}{}\n", by.empty() ? "" : " ", by);
}

template <class F> std::vector<std::string> cells_of(std::span<const LabReport> reports, F f) {
    std::vector<std::string> out;
    for (const LabReport& r : reports) out.push_back(f(r));
    return out;
}

std::string step_text(const LabReport& r, std::size_t i) {
    const LabStep& step = r.steps[i];
    if (step.elo.of == 0) return "-";
    return step.is_least ? fmt::format("{:.0f} or more", step.elo.value)
                         : fmt::format("{:+.0f} ± {:.0f}", step.elo.value, step.elo.half_width());
}

std::string depth_text(const LabReport& r) {
    const double of_level = elo_of_level();
    if (r.elo.of == 0) return "-";
    return fmt::format("{}{:.1f} ± {:.1f}", r.is_elo_least ? "at least " : "", r.elo.value / of_level,
                       r.elo.half_width() / of_level);
}

std::string exact_text(const LabReport& r) {
    if (!r.exact) return "-";
    if (!r.exact->value.empty()) return "first mover: " + r.exact->value;
    return fmt::format("not found in {:g} s", r.exact->seconds);
}

std::string trick_text(const LabReport& r, LabPlayer::Trick trick) {
    const auto found = std::ranges::find(r.tricks, trick, [](const LabTrick& t) { return t.player.trick; });
    if (found == r.tricks.end()) return "never came up";
    if (!found->is_used) return "hardly ever came up";
    return estimate_text(MeasureUnit::share, found->points) + (found->is_breaking ? " BREAKS" : "");
}

void print_table(std::span<const LabReport> reports) {
    using enum LabPlayer::Trick;
    print_row("", cells_of(reports, [](const LabReport& r) { return r.start; }));
    print_row("games", cells_of(reports, [](const LabReport& r) { return std::to_string(r.lengths.size()); }));
    for (std::size_t i = 0; i < measures().size(); ++i) {
        const MeasureInfo& m = measures()[i];
        print_row(std::string(m.title.en),
                  cells_of(reports, [&](const LabReport& r) { return estimate_text(m.unit, r.measures[i]); }),
                  name(reports[0].measures[i].by));
    }
    fmt::print("first mover's share, by player\n");
    for (std::size_t i = 0; i < reports[0].levels.size(); ++i)
        print_row(
            "  " + reports[0].levels[i].player.name(),
            cells_of(reports, [&](const LabReport& r) { return estimate_text(MeasureUnit::share, r.levels[i].share); }),
            "wilson");
    fmt::print("Elo over the next weaker player\n");
    for (std::size_t i = 0; i < reports[0].steps.size(); ++i)
        print_row("  " + reports[0].steps[i].above.name(),
                  cells_of(reports, [&](const LabReport& r) { return step_text(r, i); }), "pairs");
    print_row("depth, levels of 70 %", cells_of(reports, depth_text), "pairs");
    print_row("exact value", cells_of(reports, exact_text));
    fmt::print("points of an eighth of the nodes, with a trick\n");
    for (const auto& [title, trick] : {std::pair("  without any", none), std::pair("  mirrors", mirror),
                                       std::pair("  passes", pass), std::pair("  shuffles", shuffle)})
        print_row(title, cells_of(reports, [&](const LabReport& r) { return trick_text(r, trick); }), "wilson");
}

void print_list(const LabRun& run) {
    fmt::print("{:>4}  {:<25} {:>6}  {:<18} until round\n", "", "first mover's share", "games", "unfair by");
    for (std::size_t i = 0; i < run.candidates.size(); ++i) {
        const LabCandidate& c = run.candidates[i];
        fmt::print("{:>4}  {:<25} {:>6}  {:<18} {:<3} {}{}\n", i + 1, estimate_text(MeasureUnit::share, c.share),
                   c.share.of,
                   measure_text(MeasureUnit::share, c.least) + " to " + measure_text(MeasureUnit::share, c.most),
                   c.round, run.starts[c.start].name, c.is_settled ? "  (surely less fair than the first)" : "");
    }
}

// What plays the same games.
std::string command_of(const LabRequest& o) {
    std::string out = "tavoliere lab";
    for (const std::string& v : o.plan.variants) out += " " + v;
    for (const std::string& s : o.plan.sweeps) out += " --sweep " + s;
    const LabRequest standard;
    LabRequest asked = o;
    for (const Field& field : fields_of<LabRequest>) {
        LabRequest none = standard;
        const auto now = text_of(field, &asked), before = text_of(field, &none);
        // All others decide which games are played.
        const bool is_told = field.name != "out" && field.name != "html" && field.name != "language" &&
                             field.name != "threads" && field.name != "seconds";
        if (!now || now == before || !is_told) continue;
        std::string name =
            field.traits.option.empty() ? "--" + std::string(field.name) : std::string(field.traits.option);
        std::ranges::replace(name, '_', '-');
        out += " " + name + (std::holds_alternative<OnOff>(field.domain) ? "" : " " + *now);
    }
    return out;
}

void lab(const LabOptions& o) {
    const LabPlan& plan = o.request.plan;
    need_apart({{"--out", plan.out}, {"--html", o.request.html}});
    if (!o.request.html.empty()) need(WholeFile::try_path(o.request.html));
    const auto report = [&](const LabProgress& p) { show_progress(fmt::format("{}  {}", bar(p.done, p.all), p.now)); };
    const LabRun run = need(run_lab(plan, report, interrupted()));
    end_progress();
    if (run.cut_off) fmt::print(stderr, "{} bytes of an unfinished line were cut off\n", run.cut_off);
    if (run.were_there) fmt::print(stderr, "{} games were played already\n", run.were_there);
    if (run.end == LabRun::End::stopped)
        fail(plan.out.empty() ? "interrupted; without --out nothing is kept"
                              : "interrupted; the same command goes on where this one ended",
             1);
    const auto all = plan.search ? std::vector<LabReport>{} : reports(run);
    if (!o.request.html.empty())
        need(write_whole(o.request.html, lab_page(plan, run, all, command_of(o.request),
                                                  o.request.language.empty() ? own_language() : o.request.language)));
    if (o.json) {
        for (const LabReport& r : all) fmt::print("{}\n", to_json(r));
        for (std::size_t i = 0; i < run.candidates.size(); ++i)
            fmt::print("{}\n", to_json(run, run.candidates[i], int(i) + 1));
        return;
    }
    if (run.end == LabRun::End::time) fmt::print("The time was over before the intervals were narrow enough.\n");
    if (plan.search) return print_list(run);
    for (std::size_t i = 0; i < all.size(); i += columns) {
        if (i > 0) fmt::print("\n");
        print_table(std::span(all).subspan(i, std::min(columns, all.size() - i)));
    }
}

}

void add_lab(CLI::App& app) {
    auto* command = app.add_subcommand("lab", std::string(lab_help.en));
    auto o = std::make_shared<LabOptions>();
    add_fields(*command, o->request);
    command->add_flag("--json", o->json,
                      "one JSON object on each line: for each variant, or for each place in the search");
    command->footer("The intervals hold the true value in about 95 of 100 reports; docs/lab.md says what each measure "
                    "is. The games are the "
                    "same whatever\nthe number of threads; with --out the same command continues after Ctrl-C or a "
                    "kill, and with more --games "
                    "or a smaller --width\nan old report is made better.\n"
                    "Examples:\n"
                    "  tavoliere lab attract --sweep size=8x8,10x10,12x12 --html attract.html --threads 2\n"
                    "  tavoliere lab ataxx ataxx:misere --nodes 200 --games 100 --out ataxx.games --time 600\n"
                    "  tavoliere lab insert --sweep board=random-0..31 --search --threads 2\n"
                    "  tavoliere lab clobber:size=5x5 --pie --search");
    command->callback([o] { lab(*o); });
}

}
