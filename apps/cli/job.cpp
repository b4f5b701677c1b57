// job, worker: long work shared out among processes.
#include "../server/figures.hpp"
#include "../server/log.hpp"
#include "../server/outbox.hpp"
#include "../server/own_files.hpp"
#include "../server/transport.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "common.hpp"
#include "jobs/jobs.hpp"
#include "jobs/kinds.hpp"
#include "jobs/worker.hpp"
#include "version.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <utility>

namespace tavoliere::cli {
namespace {

using jobs::Job;
using jobs::JobNumber;
using jobs::Progress;

struct JobOptions {
    std::string url, out, name, queue, at = "127.0.0.1:9101";
    JobNumber number = 0;
    jobs::NewJob settings;
    bool json = false, until_done = false;
};
using J = JobOptions;

constexpr Field url_field = field<J, &J::url>(
    "jobs", TextLine{},
    {"where the jobs are kept: sqlite:PATH, a file on this machine, or postgresql://USER@HOST/DATABASE, for workers "
     "on many; by default in the user's data folder",
     "dove si tengono i lavori: sqlite:FILE, un file su questa macchina, o postgresql://UTENTE@HOST/DATABASE, per "
     "lavoratori su molte; se manca, nella cartella dei dati dell'utente"});
constexpr Field number_field =
    field<J, &J::number>("job", WholeRange{1, 1'000'000'000}, {"the job's number", "il numero del lavoro"},
                         {.option = "JOB", .is_required = true});
constexpr std::array place_of_jobs = {url_field};
constexpr std::array one_job = {url_field, number_field};
constexpr std::array metrics_job_fields = {
    url_field, field<J, &J::at>("at", TextLine{},
                                {"where it is answered, which only its host should reach",
                                 "dove si risponde, che solo il suo host dovrebbe raggiungere"})};
constexpr std::array export_job_fields = {
    url_field, number_field,
    field<J, &J::out>("out", FileName{}, {"the file to write", "il file da scrivere"}, {.is_required = true})};
constexpr std::array start_fields = {
    url_field,
    field<J, &J::settings, &jobs::NewJob::unit>(
        "unit", WholeRange{0, most_games},
        {"games, or pairs of games, of a unit; 0: as many as take half a minute to two, by what those so far cost",
         "partite, o coppie di partite, di un'unità; 0: quante durano da mezzo minuto a due, secondo quanto sono "
         "costate finora"}),
    field<J, &J::settings, &jobs::NewJob::check>(
        "check", WholeRange{0, 1'000'000},
        {"of so many units one is done again by another worker, and compared byte by byte; 0: none",
         "di tante unità una è rifatta da un altro lavoratore, e confrontata byte per byte; 0: nessuna"}),
    field<J, &J::settings, &jobs::NewJob::lease>(
        "lease", WholeRange{1, 86'400},
        {"seconds after which a worker that is not heard of has lost its unit",
         "secondi dopo i quali un lavoratore che non si fa sentire ha perso la sua unità"},
        {.unit = Unit::seconds})};
constexpr std::array worker_fields = {
    url_field,
    field<J, &J::queue>(
        "queue", TextLine{},
        {"a NATS with JetStream that hands units out in place of the jobs' own database, for many short "
         "ones: nats://HOST:PORT, or several with commas between them",
         "un NATS con JetStream che assegna le unità al posto della base di dati dei lavori, se sono "
         "tante e brevi: nats://HOST:PORTA, o più d'uno separati da virgole"}),
    field<J, &J::name>("name", TextLine{100},
                       {"its name, which no other worker has; by default the machine's and a number",
                        "il suo nome, che nessun altro lavoratore ha; se manca, quello della macchina e un numero"}),
    field<J, &J::until_done>("until_done", OnOff{},
                             {"end when there is no more to do; otherwise it waits for work",
                              "finisce quando non c'è più niente da fare; altrimenti aspetta lavoro"})};

// The file's place, by a url that is not empty.
std::string url_of(const JobOptions& o) {
    if (!o.url.empty()) return o.url;
    const auto path = server::path_in_user_data("jobs.db");
    if (!path) fail("jobs: " + path.error().text + "; give the place for the jobs as --jobs sqlite:PATH");
    return "sqlite:" + *path;
}
// Of jobs that somebody has begun.
jobs::Place opened_jobs(const JobOptions& o) { return need(jobs::open_jobs(url_of(o), {.may_make = false})); }

// What all workers of a job have in common: what `bench --depth 3` counts, in a part of a second.
std::string signature() {
    return std::to_string(bench_nodes(3, [](const BenchPosition&) {}));
}

std::string_view items_of(const Job& job) {
    const auto kind = jobs::find_kind(job.kind);
    return kind ? (*kind)->items : "items";
}

std::string_view state_of(const Job& job, const Progress& p) {
    if (is_complete(job, p)) return "complete";
    return job.is_running ? "running" : "stopped";
}

// "1 h 05 min", "3 min 20 s", "0.8 s".
std::string duration_text(double seconds) {
    if (seconds < 10) return fmt::format("{:.1f} s", seconds);
    const auto s = std::uint64_t(std::llround(seconds));
    if (s < 3600) return s < 60 ? fmt::format("{} s", s) : fmt::format("{} min {:02} s", s / 60, s % 60);
    if (s < std::uint64_t{48} * 3600) return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
    return fmt::format("{:.1f} days", seconds / 86400);
}

// How far a job that grows has come, by all its results, or why that cannot be said; nothing of the others.
std::vector<jobs::Growing::Line> growth_of(const jobs::Place& place, const Job& job) {
    if (!job.grows) return {};
    const auto unknown = [](const std::string& why) -> std::vector<jobs::Growing::Line> {
        return {{"growth", "unknown: " + why, false}};
    };
    const auto work = need(jobs::find_kind(job.kind))->understood({job.request, job.attached});
    if (!work) return unknown(work.error().text);
    const auto growing = (*work)->growing();
    if (!growing) return unknown(growing.error().text);
    const auto learnt = place.store->for_each_result(
        job.number, [&](const jobs::Unit& unit, const std::string& bytes) -> Expected<void> {
            if (auto taken = (*growing)->learn(bytes); !taken)
                return problem(fmt::format("unit {}: {}", unit.number, taken.error().text));
            return {};
        });
    return learnt ? (*growing)->progress() : unknown(learnt.error().text);
}

std::string job_json(const Job& job, const Progress& p, const std::vector<jobs::Growing::Line>& growth = {}) {
    JsonObject o;
    o.add("job", job.number).add("kind", job.kind).raw("request", job.request).add("state", state_of(job, p));
    o.add("items", job.items).add("of", items_of(job)).add("done", p.items);
    o.add("units", p.units).add("out", p.out).raw("aside", json_array(p.why, [](const Progress::Aside& a) {
                                                      return JsonObject()
                                                          .add("unit", a.unit)
                                                          .add("first", a.first)
                                                          .add("last", a.last)
                                                          .add("why", a.why)
                                                          .text();
                                                  }));
    o.raw("checks", JsonObject().add("wanted", p.checks).add("agreed", p.agreed).add("split", p.split).text());
    o.add("seconds", p.seconds).raw("workers", json_strings(p.workers));
    if (p.cost > 0) o.add("cost", p.cost).add("rate", double(p.workers.size()) / p.cost);
    if (const auto left = time_left(job, p)) o.add("left", *left);
    o.raw("set_aside", json_array(p.liars, [](const Progress::Liar& l) {
              return JsonObject().add("worker", l.worker).add("why", l.why).text();
          }));
    o.add("version", job.version).add("signature", job.signature).add("unit", job.unit).add("check", job.check);
    for (const auto& line : growth) line.is_number ? o.raw(line.name, line.text) : o.add(line.name, line.text);
    return o.add("lease", job.lease).add("begun", job.begun.time_since_epoch().count()).text();
}

std::string share_text(const Job& job, const Progress& p) {
    if (job.grows) return fmt::format("{} {}", p.items, items_of(job));
    return fmt::format("{} of {} {} ({:.0f} %)", p.items, job.items, items_of(job),
                       job.items ? 100.0 * double(p.items) / double(job.items) : 100.0);
}

void print_job(const Job& job, const Progress& p, const std::vector<jobs::Growing::Line>& growth) {
    const auto line = [](std::string_view what, const std::string& is) { fmt::print("  {:<12}{}\n", what, is); };
    fmt::print("job {}: {}, {}\n", job.number, job.kind, state_of(job, p));
    line("request", job.request);
    line("done", share_text(job, p));
    for (const auto& each : growth) line(each.name, each.text);
    line("units", fmt::format("{} done, {} at work, {} set aside", p.units, p.out, p.aside));
    if (p.checks)
        line("checks",
             fmt::format("{} of {} units came out the same twice{}{}{}", p.agreed, p.checks,
                         p.split ? fmt::format(", {} did not: one more worker is to say which is right", p.split) : "",
                         is_done(job, p) && p.agreed + p.split < p.checks ? "; the rest wait for another worker" : "",
                         p.units > p.checks ? fmt::format("; {} were done once", p.units - p.checks) : ""));
    else if (job.grows)
        line("checks", "none: each answer is one worker's word");
    line("cost", duration_text(p.seconds) + " of processors" +
                     (p.cost > 0 ? fmt::format(", {:.3g} s for each of the last", p.cost) : ""));
    if (!is_complete(job, p)) {
        if (p.cost > 0 && !p.workers.empty())
            line("rate",
                 fmt::format("{:.3g} a second by {} at work", double(p.workers.size()) / p.cost, p.workers.size()));
        const auto left = time_left(job, p);
        line("time left", left ? duration_text(*left) : p.workers.empty() ? "nobody works at it" : "not known yet");
    }
    for (const std::string& worker : p.workers) line("worker", worker);
    for (const auto& a : p.why)
        line("set aside", fmt::format("unit {} ({} to {}): {}", a.unit, a.first, a.last - 1, a.why));
    for (const auto& l : p.liars) line("liar", l.worker + ": " + l.why);
    line("made by", fmt::format("{}, signature {}", job.version, job.signature));
}

void list_jobs(const JobOptions& o) {
    const auto place = opened_jobs(o);
    for (const Job& job : need(place.store->jobs())) {
        const Progress p = need(place.store->progress(job));
        if (o.json)
            fmt::print("{}\n", job_json(job, p));
        else
            fmt::print("{:>4}  {:<10} {:<9} {}  {}\n", job.number, job.kind, state_of(job, p), share_text(job, p),
                       first_letters(job.request, 60));
    }
}

void show_job(const JobOptions& o) {
    const auto place = opened_jobs(o);
    const Job job = need(place.store->find(o.number));
    const Progress p = need(place.store->progress(job));
    const auto growth = growth_of(place, job);
    if (o.json)
        fmt::print("{}\n", job_json(job, p, growth));
    else
        print_job(job, p, growth);
}

class JobFigures final : public server::FiguresService {
public:
    explicit JobFigures(jobs::JobStore& store) : store_(store) {}

private:
    Expected<std::string> text() override {
        const auto all = store_.jobs();
        if (!all) return std::unexpected(all.error());
        std::vector<Progress> progress;
        for (const Job& job : *all) {
            auto p = store_.progress(job);
            if (!p) return std::unexpected(p.error());
            progress.push_back(std::move(*p));
        }
        server::Figures out;
        using Value = std::optional<double>; // none where it is not known
        const auto add = [&](std::string_view name, std::string_view help, auto value) {
            out.add(name, "gauge", help);
            for (std::size_t i = 0; i < all->size(); ++i)
                if (const Value v = value((*all)[i], progress[i]))
                    out.value(*v, fmt::format("{{job=\"{}\",kind=\"{}\"}}", (*all)[i].number, (*all)[i].kind));
        };
        add("job_running", "Whether its units are handed out, 1 or 0.",
            [](const Job& job, const Progress&) -> Value { return job.is_running; });
        add("job_complete", "Whether all of it is done, and nothing in doubt, 1 or 0.",
            [](const Job& job, const Progress& p) -> Value { return is_complete(job, p); });
        add("job_items", "Games, or pairs of games; of a job that grows nobody knows how many.",
            [](const Job& job, const Progress&) { return job.grows ? Value() : Value(double(job.items)); });
        add("job_items_done", "Those that are done, or questions that are answered.",
            [](const Job&, const Progress& p) -> Value { return double(p.items); });
        add("job_units_done", "Units that are done.",
            [](const Job&, const Progress& p) -> Value { return double(p.units); });
        add("job_units_out", "Units that workers have.",
            [](const Job&, const Progress& p) -> Value { return double(p.out); });
        add("job_units_set_aside", "Units that no worker could do.",
            [](const Job&, const Progress& p) -> Value { return double(p.aside); });
        add("job_checks", "Units to be done twice.",
            [](const Job&, const Progress& p) -> Value { return double(p.checks); });
        add("job_checks_agreed", "Those that came out the same twice.",
            [](const Job&, const Progress& p) -> Value { return double(p.agreed); });
        add("job_checks_split", "Those that did not, and of which one more worker is to say which is right.",
            [](const Job&, const Progress& p) -> Value { return double(p.split); });
        add("job_processor_seconds", "Of processors, for all that is done.",
            [](const Job&, const Progress& p) -> Value { return p.seconds; });
        add("job_item_seconds", "Of a processor, for an item, by the last results.",
            [](const Job&, const Progress& p) { return p.cost > 0 ? Value(p.cost) : Value(); });
        add("job_items_per_second", "What those at work do.", [](const Job&, const Progress& p) {
            return p.cost > 0 ? Value(double(p.workers.size()) / p.cost) : Value();
        });
        add("job_seconds_left", "Until it is done, with the workers of now.",
            [](const Job& job, const Progress& p) { return time_left(job, p); });
        out.gauge("workers_set_aside", "Workers whose results were not what others made.",
                  progress.empty() ? 0 : progress.front().liars.size());
        return std::move(out.text);
    }

    jobs::JobStore& store_;
};

void serve_job_metrics(const JobOptions& o) {
    const auto listening = server::read_place(o.at);
    if (!listening) fail("--at: " + listening.error().text);
    const auto place = opened_jobs(o);
    server::begin_log(need(server::read_log_form("text")));
    JobFigures figures(*place.store);
    server::Unsent unsent;
    server::Transport transport(unsent);
    const auto port = transport.listen(listening->host, listening->port, figures);
    if (!port) fail("--at: " + port.error().text);
    fmt::print("figures are at http://{}/metrics\n", server::address(listening->host, *port));
    std::fflush(stdout);
    transport.run();
}

void export_job(const JobOptions& o) {
    const std::string url = url_of(o);
    if (url.starts_with("sqlite:"))
        need_apart({{"--out", o.out}}, database_files("--jobs", url.substr(url.find(':') + 1)));
    const auto place = opened_jobs(o);
    const Job job = need(place.store->find(o.number));
    const Progress p = need(place.store->progress(job));
    if (!is_complete(job, p) && !job.grows)
        fail(p.split
                 ? fmt::format("job {}: {} units did not come out the same twice, and one more worker is to say which "
                               "is right",
                               job.number, p.split)
                 : fmt::format("job {}: {} are done; it is exported when all are", job.number, share_text(job, p)),
             1);
    const auto* const kind = need(jobs::find_kind(job.kind));
    const auto work = need(kind->understood({job.request, job.attached}));
    if (work->identity() != job.identity)
        fail(fmt::format("job {}: it was made with {}, and here it would be {}", job.number, job.identity,
                         work->identity()));
    std::uint64_t next = 0;
    need(work->write(o.out, [&](const jobs::Work::Take& take) {
        return place.store->for_each_result(
            job.number, [&](const jobs::Unit& unit, const std::string& bytes) -> Expected<void> {
                const auto taken = job.grows || std::exchange(next, unit.last) == unit.first
                                       ? take(bytes)
                                       : problem("the units before it do not end where it begins");
                if (taken) return {};
                return problem(fmt::format("job {}, unit {}: {}", job.number, unit.number, taken.error().text));
            });
    }));
    if (p.agreed < p.checks)
        fmt::print(stderr, "{} of {} checks were not made: they want another worker\n", p.checks - p.agreed, p.checks);
    fmt::print("{}: {} {}{}\n", printable(o.out), p.items, items_of(job),
               job.grows ? fmt::format(", {} of them by two workers who agree", p.agreed) : "");
}

void check_job(const JobOptions& o) {
    const auto units = need(opened_jobs(o).store->check(o.number));
    if (o.json)
        fmt::print("{}\n", JsonObject().add("job", o.number).add("units", units).text());
    else
        fmt::print("job {}: {} units are to be done again, each by another worker\n", o.number, units);
}

void start_job(const JobOptions& o, const jobs::Kind& kind, void* request) {
    if (const std::string& file = file_of_rules(); !file.empty())
        fail("job: " + in_quotes(file) + " is on this machine alone; a job is of a game that `tavoliere games` lists");
    const auto written = need(kind.written(request));
    const auto work = need(kind.understood(written));
    const auto place = need(jobs::open_jobs(url_of(o)));
    jobs::NewJob job = o.settings;
    job.kind = kind.name, job.request = written.request, job.attached = written.attached;
    job.identity = work->identity(), job.items = work->items();
    job.grows = need(work->growing()) != nullptr;
    if (job.grows && job.unit)
        fail("--unit: what a unit of " + std::string(kind.name) + " is follows from what was found before");
    job.version = version, job.signature = signature();
    const JobNumber number = need(place.store->begin(job));
    if (o.json)
        fmt::print("{}\n", JsonObject().add("job", number).add("items", job.items).add("of", kind.items).text());
    else if (job.grows)
        fmt::print("job {}: as many {} as it takes; each `tavoliere worker` works at it on one processor\n", number,
                   kind.items);
    else
        fmt::print("job {}: {} {} to be done; each `tavoliere worker` does them on one processor\n", number, job.items,
                   kind.items);
}

std::atomic<bool>& drains() {
    static std::atomic<bool> flag{false};
    return flag;
}

// The machine's name, and a number that is no other process's.
std::string name_of_worker() {
    char host[256] = "worker";
    gethostname(host, sizeof host - 1);
    const auto now = std::uint64_t(std::chrono::steady_clock::now().time_since_epoch().count());
    return fmt::format("{}-{}-{:04x}", host, getpid(), Random(now ^ std::uint64_t(getpid())).next() & 0xffff);
}

void run_worker(const JobOptions& o) {
    drains();
    std::signal(SIGTERM, [](int) {
        drains() = true;
        std::signal(SIGTERM, SIG_DFL);
    });
    const auto tell = [](const std::string& line) {
        end_progress();
        fmt::print(stderr, "{}\n", printable(line));
    };
    // Whoever holds the file is told of each second, and Ctrl-C is heard meanwhile.
    const std::string url = url_of(o);
    const auto open = [&] { return jobs::open_jobs(url, {.patience = std::chrono::seconds(1)}, {}, o.queue); };
    auto opened = open();
    for (; !opened && opened.error().again_after && !interrupted() && !drains(); opened = open())
        tell(opened.error().text + "; it is asked again");
    if (!opened && interrupted()) fail("interrupted", 1);
    const auto place = need(std::move(opened));
    const jobs::WorkerPlan plan{{o.name.empty() ? name_of_worker() : o.name, version, signature()}, o.until_done};
    for (const Job& job : need(place.store->jobs()))
        if (job.is_running && (job.version != plan.worker.version || job.signature != plan.worker.signature))
            fmt::print(
                stderr,
                "job {} is of version {}, signature {}; this one is {}, signature {}, and is given nothing of it\n",
                job.number, job.version, job.signature, plan.worker.version, plan.worker.signature);
    const auto worked = jobs::work(
        place, plan,
        {.begun = [](const jobs::Unit& u) { show_progress(fmt::format("job {}, unit {} …", u.job, u.number)); },
         .done = [](const jobs::Unit&, const jobs::WorkerReport&) {},
         .trouble = tell},
        drains(), interrupted());
    end_progress();
    if (!worked && interrupted())
        fail("interrupted; the unit in hand is another worker's when its lease is over: " + worked.error().text, 1);
    const auto report = need(worked);
    fmt::print("{}: {} units, {} of processor time\n", printable(plan.worker.name), report.units,
               duration_text(report.seconds));
    if (interrupted()) fail("interrupted; the unit in hand was given back", 1);
    if (!o.until_done || drains()) return;
    std::vector<std::string> incomplete;
    for (const Job& job : need(place.store->jobs())) {
        if (job.version != plan.worker.version || job.signature != plan.worker.signature ||
            report.unwilling.contains(job.number))
            continue;
        const Progress p = need(place.store->progress(job));
        if (p.aside || p.split || (job.is_running && !is_complete(job, p)))
            incomplete.push_back(std::to_string(job.number));
    }
    if (!incomplete.empty())
        fail(fmt::format("not complete: job {}; `tavoliere job show` says why", fmt::join(incomplete, ", ")), 1);
}

constexpr Subcommand<J> job_subcommands[] = {
    {"job list",
     {"the jobs, and how far each is", "i lavori, e a che punto è ciascuno"},
     place_of_jobs,
     list_jobs,
     &J::json},
    {"job show",
     {"how far a job is, what it costs, when it will be done",
      "a che punto è un lavoro, quanto costa, quando sarà finito"},
     one_job,
     show_job,
     &J::json},
    {"job stop",
     {"hand out no more units; those at work are finished",
      "non assegna altre unità; quelle in lavorazione si finiscono"},
     one_job,
     [](const J& s) { need(opened_jobs(s).store->stop(s.number)); }},
    {"job resume",
     {"hand out units again, those too that were set aside", "assegna di nuovo le unità, anche quelle messe da parte"},
     one_job,
     [](const J& s) { need(opened_jobs(s).store->resume(s.number)); }},
    {"job check",
     {"have another worker do again all that one alone did of a job that is done, and compare it",
      "di un lavoro finito fa rifare da un altro ciò che ha fatto uno solo, e confronta i risultati"},
     one_job,
     check_job,
     &J::json},
    {"job export",
     {"write the file that one process would have made; of solve, at any time, the state from which another job goes "
      "on",
      "scrive il file che avrebbe fatto un solo processo; di solve, in ogni momento, lo stato da cui un altro lavoro "
      "riprende"},
     export_job_fields,
     export_job},
    {"job metrics",
     {"answer Prometheus at /metrics with how far all jobs are, until it is ended",
      "risponde a Prometheus su /metrics a che punto sono tutti i lavori, finché lo si ferma"},
     metrics_job_fields,
     serve_job_metrics},
    {"job remove",
     {"forget a job that is complete or stopped, with its results",
      "dimentica un lavoro finito o fermato, con i suoi risultati"},
     one_job,
     [](const J& s) { need(opened_jobs(s).store->remove(s.number)); }}};
constexpr Words worker_help{"do units of jobs, on one processor", "fa unità di lavori, su un processore"};

// `job start KIND`: the kind's fields, and those of any job. One value of a field that is not given for each kind, by its place in the list.
constexpr std::size_t most_kinds = 16;
template <std::size_t kind> std::optional<std::string> standard_of(const Field& field) {
    JobOptions any;
    const bool is_any = std::ranges::any_of(start_fields, [&](const Field& f) { return f.slot == field.slot; });
    return text_of(field, is_any ? &any : jobs::kinds()[kind].blank().get());
}
std::span<const RequestInfo> start_commands() {
    struct Start {
        std::string name;
        std::vector<Field> fields;
    };
    static const auto all = [] {
        std::vector<Start> starts;
        for (const jobs::Kind& kind : jobs::kinds()) {
            Start& start = starts.emplace_back(fmt::format("job start {}", kind.name),
                                               std::vector<Field>(kind.fields.begin(), kind.fields.end()));
            start.fields.insert(start.fields.end(), start_fields.begin(), start_fields.end());
        }
        return starts;
    }();
    static const auto infos = []<std::size_t... kind>(std::index_sequence<kind...>) {
        constexpr std::array<std::optional<std::string> (*)(const Field&), most_kinds> standard{standard_of<kind>...};
        std::vector<RequestInfo> made;
        for (std::size_t i = 0; i < all.size(); ++i)
            made.push_back({all[i].name, jobs::kinds()[i].help, "", all[i].fields, standard.at(i)});
        return made;
    }(std::make_index_sequence<most_kinds>());
    return infos;
}

}

std::vector<RequestInfo> job_commands() {
    std::vector<RequestInfo> infos = infos_of<J>(job_subcommands);
    infos.insert(infos.begin(), start_commands().begin(), start_commands().end());
    infos.push_back(request_info<J>("worker", worker_help, "", worker_fields));
    return infos;
}

void add_job(CLI::App& app) {
    auto* command = app.add_subcommand("job", "long work shared out among processes: begun, looked at, its results");
    auto o = std::make_shared<JobOptions>();
    auto* const begin = command->add_subcommand("start", "begin a job, which workers do");
    begin->require_subcommand(1);
    begin->footer("Example:\n  tavoliere job start selfplay ataxx --games 20000");
    for (const jobs::Kind& kind : jobs::kinds()) {
        auto* const part = begin->add_subcommand(std::string(kind.name), std::string(kind.help.en));
        const auto request = kind.blank();
        add_fields(*part, kind.fields, request.get());
        add_fields(*part, start_fields, o.get());
        part->add_flag("--json", o->json, "one object of JSON");
        part->callback([o, &kind, request] { start_job(*o, kind, request.get()); });
    }
    add_subcommands<J>(*command, job_subcommands);
    command->footer("docs/jobs.md tells how work is shared out, and what happens to who dies or lies.\n"
                    "Examples:\n  tavoliere job start selfplay ataxx --games 20000\n"
                    "  tavoliere job start match ataxx --first engine --second greedy --limit nodes=2000 --games 400\n"
                    "  tavoliere worker --until-done\n  tavoliere job show 1\n"
                    "  tavoliere job export 1 --out ataxx.jsonl.zst");
}

void add_worker(CLI::App& app) {
    auto* command = app.add_subcommand("worker", std::string(worker_help.en));
    auto o = std::make_shared<JobOptions>();
    add_fields(*command, worker_fields, o.get());
    command->footer(
        "SIGTERM lets it finish the unit in hand and end; Ctrl-C gives the unit back at once. What a worker "
        "had that was killed\ngoes to another one when its lease is over. Start one for each processor.\n"
        "Examples:\n  tavoliere worker\n  tavoliere worker --until-done --jobs sqlite:jobs.db\n"
        "  tavoliere worker --jobs postgresql://tavoliere@db/jobs --queue nats://queue:4222");
    command->callback([o] { run_worker(*o); });
}

}
