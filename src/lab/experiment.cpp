#include "lab/experiment.hpp"
#include "base/file.hpp"
#include "base/json.hpp"
#include "base/json_read.hpp"
#include "base/text.hpp"
#include "lab/in_order.hpp"
#include "search/bounds.hpp"
#include "search/threads.hpp"
#include <algorithm>
#include <charconv>
#include <chrono>
#include <climits>
#include <cmath>
#include <set>
#include <thread>
#include <tuple>

namespace tavoliere {
namespace {

using Clock = std::chrono::steady_clock;
using Trick = LabPlayer::Trick;

constexpr std::size_t most_starts = 10'000;
constexpr std::uint64_t fewest_nodes = 16; // of the lowest rung that thinks
constexpr int first_batch = 24, search_batch = 16;
constexpr std::size_t finalists = 3; // of a search, which are played until their intervals are narrow
constexpr std::uint64_t trick_handicap =
    8;                                   // whoever has a trick thinks with so many times fewer nodes than its opponent
constexpr std::uint64_t only_factor = 4; // only moves are looked for with so many times the nodes
constexpr std::size_t solver_mb = 512;

int even(int n) { return std::max(2, n - n % 2); }

// The share of the points that `first` has.
Estimate share_of_first(const std::vector<const LabGame*>& games) {
    double points = 0;
    for (const LabGame* g : games) points += g->number % 2 == 0 ? g->points_of_x() : 1 - g->points_of_x();
    return wilson(points, games.size());
}
Estimate share_of_x(const std::vector<const LabGame*>& games) {
    double points = 0;
    for (const LabGame* g : games) points += g->points_of_x();
    return wilson(points, games.size());
}

// "random-0..31" is thirty-two values, all else one.
Expected<void> add_values(std::vector<std::string>& values, std::string_view text, std::string_view what) {
    const auto dots = text.find("..");
    if (dots == std::string_view::npos) return values.emplace_back(text), Expected<void>{};
    std::size_t begin = dots;
    while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
    const auto from = parse_number<int>(text.substr(begin, dots - begin), 0, INT_MAX);
    const auto to = parse_number<int>(text.substr(dots + 2), 0, INT_MAX);
    if (!from || !to || *from > *to || std::size_t(*to - *from) >= most_starts)
        return problem("sweep: " + std::string(what) + ": " + in_quotes(text) +
                       " does not count; it is two numbers with .. between them, as in random-0..31");
    for (int n = *from; n <= *to; ++n) values.push_back(std::string(text.substr(0, begin)) + std::to_string(n));
    return {};
}

class Laboratory {
public:
    using Progress = std::function<void(const LabProgress&)>;

    Laboratory(const LabPlan& plan, const Progress& progress, const std::atomic<bool>& stop)
        : plan_(plan), progress_(progress), stop_(stop) {}

    Expected<void> open_starts();
    Expected<void> open_file();
    void play() {
        // A search may be long: somebody looks at the time meanwhile.
        const auto watch = start_thread([this] {
            while (!has_ended_ && !is_over()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        });
        if (plan_.search) {
            search();
        } else {
            solve_all();
            measure();
        }
        flush();
        has_ended_ = true;
    }
    Expected<LabRun> result();

private:
    // Games between two players at one start; a file may have them in any order.
    struct Played {
        std::map<int, LabGame> games; // by number
        bool is_finished = false;

        std::vector<const LabGame*> below(int number) const {
            std::vector<const LabGame*> out;
            for (auto it = games.begin(); it != games.end() && it->first < number; ++it) out.push_back(&it->second);
            return out;
        }
    };
    struct Job {
        std::size_t start, series;
        int number;
    };

    Expected<void> add_pies();
    Expected<void> read_line(std::string_view line, std::uint64_t number);
    void solve_all();
    void measure();
    void search();
    void want(std::vector<Job>& jobs, std::size_t start, std::size_t series, int from, int to);
    bool play(const std::vector<Job>& jobs);
    bool is_over() {
        if (plan_.seconds > 0 && Clock::now() >= deadline_) is_late_ = true;
        if (stop_ || is_late_) is_over_ = true;
        return is_over_;
    }
    void keep(const std::string& line) {
        if (!file_) return;
        unwritten_ += line + "\n";
        if (Clock::now() >= next_write_) flush();
    }
    void flush();
    void tell(const std::string& now) { progress_({done_, all_, now}); }

    const LabPlan& plan_;
    const Progress& progress_;
    const std::atomic<bool>& stop_;
    LabRun run_;
    std::vector<std::vector<Played>> played_;                           // by start and series
    std::map<std::string, std::pair<std::size_t, std::size_t>> places_; // of a game, by start and players
    std::optional<AppendedFile> file_;
    std::string unwritten_;
    Clock::time_point next_write_ = Clock::now();
    const Clock::time_point deadline_ =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(plan_.seconds));
    std::atomic<bool> is_late_{false}, is_over_{false}, has_ended_{false};
    bool is_complete_ = false; // all that was asked for is there
    std::uint64_t done_ = 0, all_ = 0;
    std::optional<Problem> trouble_;
};

std::string place_of(const std::string& start, const std::string& first, const std::string& second) {
    return start + "\n" + first + "\n" + second;
}

Expected<void> Laboratory::open_starts() {
    std::vector<std::string> names = plan_.variants;
    for (const std::string& text : plan_.sweeps) {
        auto more = sweep(names, text);
        if (!more) return std::unexpected(more.error());
        names = std::move(*more);
    }
    if (names.empty()) return problem("lab: no game is named");
    for (const std::string& text : names) {
        auto session = open(text);
        if (!session) return std::unexpected(session.error());
        const std::string name = (*session)->variant();
        if (std::ranges::find(run_.starts, name, &LabStart::name) != run_.starts.end())
            return problem("lab: " + in_quotes(name) + " is there twice");
        run_.starts.push_back({name, std::move(*session)});
    }
    if (plan_.pie)
        if (auto added = add_pies(); !added) return added;
    if (plan_.search && run_.starts.size() < 2)
        return problem("--search: there is nothing to choose from; name several variants, or a --sweep, or --pie");
    run_.series = series_of(plan_);
    played_.resize(run_.starts.size());
    run_.exact.resize(plan_.solve > 0 && !plan_.search ? run_.starts.size() : 0);
    for (std::size_t s = 0; s < run_.starts.size(); ++s) {
        played_[s].resize(run_.series.size());
        for (std::size_t k = 0; k < run_.series.size(); ++k) {
            const LabSeries& series = run_.series[k];
            places_[place_of(run_.starts[s].name, series.first.name(), series.second.name())] = {s, k};
            if (!plan_.search) all_ += std::uint64_t(series.games);
        }
    }
    return {};
}

// First moves that are not symmetric to one another.
Expected<void> Laboratory::add_pies() {
    std::vector<LabStart> all;
    for (const LabStart& start : run_.starts) {
        std::set<std::string> seen;
        for (const MoveView& move : start.session->moves()) {
            auto session = start.session->copy();
            if (!session->play(move.text) || session->result() || !seen.insert(opening_key(*session)).second) continue;
            all.push_back({start.name + " " + move.text, std::move(session)});
        }
    }
    if (all.size() > most_starts)
        return problem("--pie: there are " + std::to_string(all.size()) + " first moves, and no more than " +
                       std::to_string(most_starts) + " are taken");
    run_.starts = std::move(all);
    return {};
}

Expected<void> Laboratory::open_file() {
    if (plan_.out.empty()) return {};
    auto file = AppendedFile::open(plan_.out);
    if (!file) return std::unexpected(file.error());
    const auto held = file->read(file_kind::match_records);
    if (!held) return std::unexpected(held.error());
    const std::size_t whole = held->rfind('\n') + 1; // 0 where there is none
    const std::string first = plan_.settings() + "\n";
    // Nothing is cut off or added before it is known that all of it is ours: the first line may be the unfinished one.
    if (!held->starts_with(first) && !first.starts_with(*held))
        return problem("--out: " + in_quotes(plan_.out) +
                       " holds something else, or was made with other settings: it begins with " +
                       in_quotes(held->substr(0, held->find('\n'))) + ", and this one with " +
                       in_quotes(plan_.settings()));
    const auto lines = split(std::string_view(*held).substr(0, whole ? whole - 1 : 0), '\n');
    for (std::size_t i = 1; i < lines.size(); ++i)
        if (auto read = read_line(lines[i], i + 1); !read)
            return problem("--out: " + in_quotes(plan_.out) + ": line " + std::to_string(i + 1) + ": " +
                           read.error().text);
    if (whole < held->size()) {
        if (auto cut = file->cut(whole); !cut) return cut;
        run_.cut_off = held->size() - whole;
    }
    if (whole == 0)
        if (auto begun = file->append(first); !begun) return begun;
    file_ = std::move(*file);
    return {};
}

Expected<void> Laboratory::read_line(std::string_view line, std::uint64_t number) {
    const auto json = read_json(line, {.bytes = line.size(), .first_line = number});
    if (!json) return std::unexpected(json.error());
    const std::string *start = (*json)["game"].text(), *rules = (*json)["rules"].text();
    if (start && (rules ? *rules : "") != rules_mark(*start))
        return problem("it is by other rules of " + in_quotes(*start) + "; make another file");
    if (json->find("exact")) {
        const std::string *game = (*json)["game"].text(), *value = (*json)["exact"].text(),
                          *why = (*json)["why"].text();
        const auto seconds = (*json)["seconds"].decimal(0, most_search_seconds);
        const bool is_value = value && (value->empty() || std::ranges::find(value_names, *value) != value_names.end());
        if (!game || !is_value || !why || !seconds)
            return problem("it is no exact value, with game, exact, why and seconds");
        for (std::size_t s = 0; s < run_.exact.size(); ++s)
            if (run_.starts[s].name == *game) run_.exact[s] = LabExact{*game, *value, *why, *seconds};
        return {};
    }
    auto game = read_lab_game(*json);
    if (!game) return std::unexpected(game.error());
    const bool first_is_x = game->number % 2 == 0;
    const auto place =
        places_.find(place_of(game->start, first_is_x ? game->x : game->o, first_is_x ? game->o : game->x));
    if (place == places_.end()) return {}; // of a variant that nobody asks for today
    const auto [s, k] = place->second;
    if (game->watched.has_value() != (run_.series[k].kind == LabSeries::Kind::best))
        return problem(game->watched ? "\"watched\": such a game is not watched" : "\"watched\" is missing");
    const int number_of_game = game->number;
    if (!played_[s][k].games.emplace(number_of_game, std::move(*game)).second)
        return problem("this game is there twice");
    ++run_.were_there;
    return {};
}

void Laboratory::flush() {
    next_write_ = Clock::now() + std::chrono::seconds(1); // each write waits for the disk
    if (unwritten_.empty() || !file_ || trouble_) return;
    if (auto written = file_->append(unwritten_); !written) trouble_ = written.error();
    unwritten_.clear();
}

void Laboratory::solve_all() {
    for (std::size_t s = 0; s < run_.exact.size() && !is_over(); ++s) {
        LabExact& exact = run_.exact[s];
        if (!exact.start.empty()) continue; // of the file
        tell("solving " + run_.starts[s].name);
        const auto session = run_.starts[s].session->copy();
        SolveLimits limits;
        limits.seconds = plan_.solve;
        limits.memory_mb = solver_mb;
        limits.patience = 0; // the value alone
        const auto solved = session->solve(limits, [](const SolveProgress&) {}, is_over_);
        if (is_over_) return;
        LabExact found{run_.starts[s].name, "", "", plan_.solve};
        if (!solved) {
            found.why = solved.error().text;
        } else if (!solved->value) {
            found.why = unsolved_names[std::size_t(solved->why)];
        } else {
            const int of_x = session->view().turn == 'x' ? *solved->value : -*solved->value;
            found.value = value_names[std::size_t(of_x + 1)];
        }
        exact = found;
        JsonObject line;
        line.add("game", exact.start).add("exact", exact.value).add("why", exact.why).add("seconds", exact.seconds);
        if (const std::string known = rules_mark(exact.start); !known.empty()) line.add("rules", known);
        keep(line.text());
    }
}

void Laboratory::want(std::vector<Job>& jobs, std::size_t start, std::size_t series, int from, int to) {
    for (int n = from; n < to; ++n)
        if (!played_[start][series].games.contains(n)) jobs.push_back({start, series, n});
}

bool Laboratory::play(const std::vector<Job>& jobs) {
    bool is_whole = true;
    in_order<std::optional<LabGame>>(
        plan_.threads, jobs.size(),
        [&](std::uint64_t i) -> std::optional<LabGame> {
            const Job& job = jobs[i];
            const LabSeries& series = run_.series[job.series];
            const bool first_is_x = job.number % 2 == 0, is_watched = series.kind == LabSeries::Kind::best;
            return play_lab_game(
                run_.starts[job.start], first_is_x ? series.first : series.second,
                first_is_x ? series.second : series.first, job.number, plan_.how, is_watched,
                is_watched && !plan_.search ? only_factor * plan_.nodes : 0, [&] { return is_over(); }, is_over_);
        },
        [&](std::uint64_t i, std::optional<LabGame> game) {
            if (!game) return is_whole = false;
            keep(to_line(*game));
            if (trouble_) return is_whole = false;
            const Job& job = jobs[i];
            played_[job.start][job.series].games.emplace(job.number, std::move(*game));
            ++done_;
            tell(run_.starts[job.start].name);
            return true;
        });
    return is_whole;
}

void Laboratory::measure() {
    done_ = run_.were_there;
    tell("");
    for (int round = 0;; ++round) {
        std::vector<Job> jobs;
        bool goes_on = false;
        for (std::size_t s = 0; s < played_.size(); ++s)
            for (std::size_t k = 0; k < played_[s].size(); ++k) {
                const LabSeries& series = run_.series[k];
                const std::int64_t from = std::int64_t(round) * series.batch;
                if (from >= series.games) played_[s][k].is_finished = true;
                if (played_[s][k].is_finished) continue;
                goes_on = true;
                want(jobs, s, k, int(from), int(std::min<std::int64_t>(from + series.batch, series.games)));
            }
        if (!goes_on) is_complete_ = std::ranges::none_of(run_.exact, &std::string::empty, &LabExact::start);
        if (!goes_on || !play(jobs)) return;
        for (auto& of_variant : played_)
            for (std::size_t k = 0; k < of_variant.size(); ++k) {
                Played& played = of_variant[k];
                if (played.is_finished) continue;
                const LabSeries& series = run_.series[k];
                const auto games = played.below((round + 1) * series.batch);
                const bool is_best = series.kind == LabSeries::Kind::best;
                const bool by_colour = is_best || series.kind == LabSeries::Kind::level;
                const Estimate known = by_colour ? share_of_x(games) : share_of_first(games);
                // A trick that was never possible is none.
                const bool is_idle = series.first.trick != Trick::none &&
                                     std::ranges::all_of(games, [](const LabGame* g) { return g->tricks == 0; });
                played.is_finished = is_idle || known.half_width() <= (is_best ? plan_.width : 2 * plan_.width);
                if (played.is_finished && int(games.size()) < series.games)
                    all_ -= std::uint64_t(series.games) - games.size();
            }
    }
}

void Laboratory::search() {
    std::vector<LabCandidate> alive, fallen;
    for (std::size_t s = 0; s < run_.starts.size(); ++s) alive.push_back({s, 1, {}, 0, 0.5, false});
    const int most = run_.series[0].games;
    done_ = run_.were_there;
    int target = search_batch;
    const auto judge = [&] {
        for (LabCandidate& c : alive) {
            c.share = share_of_x(played_[c.start][0].below(target)); // a file may have later ones
            if (c.share.of == 0) continue;
            const double low = c.share.low - 0.5, high = c.share.high - 0.5;
            c.most = std::max(std::abs(low), std::abs(high));
            c.least = low <= 0 && high >= 0 ? 0 : std::min(std::abs(low), std::abs(high));
        }
        std::ranges::sort(alive, {}, [](const LabCandidate& c) { return std::tuple(c.most, c.least, c.start); });
    };
    for (int round = 1;; ++round) {
        target = std::min(target, most);
        std::vector<Job> jobs;
        for (LabCandidate& c : alive) {
            c.round = round;
            if (c.share.of == 0 || c.share.half_width() > plan_.width) want(jobs, c.start, 0, 0, target);
        }
        run_.rounds = round;
        all_ = done_ + jobs.size();
        const bool is_whole = play(jobs);
        judge();
        const bool is_narrow = std::ranges::all_of(
            alive, [&](const LabCandidate& c) { return c.share.of && c.share.half_width() <= plan_.width; });
        is_complete_ = is_whole && (target == most || (is_narrow && alive.size() <= finalists));
        if (!is_whole || is_complete_) break;
        // Halved; and who is surely less fair than the best one goes, too.
        std::size_t kept = std::max(std::min(finalists, alive.size()), (alive.size() + 1) / 2);
        for (LabCandidate& c : alive) c.is_settled = c.least > alive[0].most;
        while (kept > 1 && alive[kept - 1].is_settled) --kept;
        fallen.insert(fallen.begin(), alive.begin() + std::ptrdiff_t(kept), alive.end());
        alive.resize(kept);
        is_complete_ = alive.size() == 1 && alive[0].share.half_width() <= plan_.width;
        if (is_complete_) break;
        target *= 2;
    }
    run_.candidates = std::move(alive);
    run_.candidates.insert(run_.candidates.end(), fallen.begin(), fallen.end());
}

Expected<LabRun> Laboratory::result() {
    if (trouble_) return std::unexpected(*trouble_);
    for (auto& of_start : played_)
        for (Played& played : of_start)
            for (auto& [number, game] : played.games) run_.games.push_back(std::move(game));
    std::erase_if(run_.exact, [](const LabExact& e) { return e.start.empty(); });
    run_.end = is_complete_ ? LabRun::End::complete : stop_ ? LabRun::End::stopped : LabRun::End::time;
    return std::move(run_);
}

}

std::string LabPlan::settings() const {
    return JsonObject()
        .add("lab", 1)
        .add("search", search)
        .add("nodes", nodes)
        .add("opening_plies", how.opening_plies)
        .add("temperature", how.temperature)
        .add("max_plies", how.most_plies)
        .add("solve", solve)
        .add("seed", how.seed)
        .text();
}

std::vector<LabPlayer> ladder(std::uint64_t nodes) {
    std::vector<LabPlayer> rungs{{.nodes = nodes}};
    while (rungs.back().nodes / 2 >= fewest_nodes) rungs.push_back({.nodes = rungs.back().nodes / 2});
    const std::uint64_t lowest = rungs.back().nodes;
    for (const int random : {12, 25, 50}) rungs.push_back({.nodes = lowest, .random = random});
    rungs.push_back({}); // draws all
    return rungs;
}

std::vector<LabSeries> series_of(const LabPlan& plan) {
    using enum LabSeries::Kind;
    const auto rungs = ladder(plan.nodes);
    std::vector<LabSeries> all{{best, rungs[0], rungs[0], even(plan.games), first_batch}};
    if (plan.search) return all;
    const int fewer = even(plan.games / 2), fewest = even(plan.games / 4);
    for (std::size_t i = 1; i < rungs.size(); ++i) {
        all.push_back({step, rungs[i - 1], rungs[i], fewer, first_batch / 2});
        if (rungs[i].random == 0) all.push_back({level, rungs[i], rungs[i], fewer, first_batch / 2});
    }
    const std::uint64_t nodes = std::max<std::uint64_t>(1, plan.nodes / trick_handicap);
    for (const Trick trick : {Trick::none, Trick::mirror, Trick::pass, Trick::shuffle})
        all.push_back({LabSeries::Kind::trick, {.trick = trick, .nodes = nodes}, rungs[0], fewest, first_batch / 4});
    return all;
}

Expected<std::vector<std::string>> sweep(const std::vector<std::string>& variants, std::string_view text) {
    const auto equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    if (equals == std::string_view::npos || name.empty() || equals + 1 == text.size())
        return problem("sweep: " + in_quotes(text) +
                       " is no option with values; it is OPTION=VALUE,VALUE, as in size=5x5,6x6,7x7");
    std::vector<std::string> values, out;
    for (const std::string_view value : split(text.substr(equals + 1), ',')) {
        if (value.empty())
            return problem("sweep: " + in_quotes(text) + " has a value that is empty; none leaves the option out");
        if (auto added = add_values(values, value, name); !added) return std::unexpected(added.error());
    }
    if (variants.size() * values.size() > most_starts)
        return problem("sweep: those are more than " + std::to_string(most_starts) + " variants");
    for (const std::string& variant : variants)
        for (const std::string& value : values) {
            if (value == "none") {
                out.push_back(variant);
                continue;
            }
            out.push_back(variant + (variant.contains(':') ? "," : ":") + std::string(name) +
                          (value == "on" ? std::string() : "=" + value));
        }
    return out;
}

Expected<LabRun> run_lab(const LabPlan& plan, const std::function<void(const LabProgress&)>& progress,
                         const std::atomic<bool>& stop) {
    Laboratory laboratory(plan, progress, stop);
    if (auto opened = laboratory.open_starts(); !opened) return std::unexpected(opened.error());
    if (auto opened = laboratory.open_file(); !opened) return std::unexpected(opened.error());
    laboratory.play();
    return laboratory.result();
}

}
