// Jobs and workers as processes: killed, frozen, out of room, lying. What is exported is what one process makes, byte for byte.
#include "base/json_read.hpp"
#include "jobs/jobs.hpp"
#include "jobs/kinds.hpp"
#include "program.hpp"
#include "server/nats.hpp"
#include "support.hpp"
#include <SQLiteCpp/Database.h>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sys/wait.h>
#include <thread>

namespace tavoliere {
namespace {

using namespace std::chrono_literals;
using Command = std::vector<std::string>;
using jobs::JobNumber;

constexpr auto patience = 300s; // for what must come: nothing is decided by it

void wait_until(const char* what, const auto& is_so) {
    for (const auto end = std::chrono::steady_clock::now() + patience; std::chrono::steady_clock::now() < end;) {
        if (is_so()) return;
        std::this_thread::sleep_for(5ms);
    }
    FAIL() << "in vain: " << what;
}

// A file of jobs in a folder of its own; where there is a NATS, it hands units out.
class Jobs {
public:
    explicit Jobs(const std::string& name, const NatsProcess* nats = nullptr)
        : folder_(folder() / name), queue_(nats ? nats->url() : "") {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        auto opened = jobs::open_jobs(url(), {}, {}, queue_);
        EXPECT_TRUE(opened) << opened.error().text;
        place_ = std::move(*opened);
    }
    ~Jobs() {
        for (const auto& [name, id] : running_) kill(id, SIGKILL), status_of(id);
    }
    std::string file(const std::string& name) const { return folder_ / name; }
    std::string url() const { return "sqlite:" + file("jobs.db"); }
    jobs::JobStore& store() const { return *place_.store; }
    jobs::WorkQueue& queue() const { return *place_.queue; }

    JobNumber begin(Command what) const {
        what.insert(what.begin(), {"job", "start"});
        what.insert(what.end(), {"--jobs", url(), "--json"});
        const Output o = run(what);
        EXPECT_EQ(o.status, 0) << o.err;
        const auto json = read_json(o.out, {.bytes = 1000});
        return json ? (*json)["job"].whole(1, 1000).value_or(0) : 0;
    }
    jobs::Progress progress(JobNumber job) const {
        const auto p = store().progress(*store().find(job));
        EXPECT_TRUE(p) << p.error().text;
        return *p;
    }
    void start_worker(const std::string& name) {
        Command worker{"worker", "--jobs", url(), "--until-done", "--name", name};
        if (!queue_.empty()) worker.insert(worker.end(), {"--queue", queue_});
        running_[name] = start(worker, file(name + ".out"), file(name + ".err"));
    }
    void signal_worker(const std::string& name, int signal) { kill(running_.at(name), signal); }
    int end_of(const std::string& name) {
        const int status = status_of(running_.at(name));
        running_.erase(name);
        return status;
    }
    std::string said_by(const std::string& name) const { return slurp(file(name + ".err")); }
    bool has_unit(const std::string& name) const {
        const SQLite::Database database(file("jobs.db"), SQLite::OPEN_READONLY, 10'000);
        SQLite::Statement found(database, "SELECT count(*) FROM units WHERE state IN ('out', 'sent') AND worker = ?");
        found.bind(1, name);
        found.executeStep();
        return found.getColumn(0).getInt() > 0;
    }
    // Stopped when this returns.
    void freeze(const std::string& name) {
        signal_worker(name, SIGSTOP);
        siginfo_t seen{};
        waitid(P_PID, id_t(running_.at(name)), &seen, WSTOPPED | WEXITED | WNOWAIT);
    }
    // Nobody is in the middle of a change.
    bool is_free() const {
        try {
            SQLite::Database database(file("jobs.db"), SQLite::OPEN_READWRITE, 0);
            database.exec("BEGIN IMMEDIATE");
            database.exec("ROLLBACK");
            return true;
        } catch (const SQLite::Exception&) { return false; }
    }
    void expect_complete(JobNumber job) const {
        const Output o = run({"job", "show", std::to_string(job), "--jobs", url(), "--json"});
        EXPECT_EQ(o.status, 0) << o.err;
        const auto json = read_json(o.out, {.bytes = 100'000});
        ASSERT_TRUE(json) << o.out;
        EXPECT_EQ(*(*json)["state"].text(), "complete") << o.out;
        EXPECT_EQ(*(*json)["done"].digits(), *(*json)["items"].digits()) << o.out;
    }
    std::string exported(JobNumber job) const {
        const Output o = run({"job", "export", std::to_string(job), "--jobs", url(), "--out", file("exported")});
        EXPECT_EQ(o.status, 0) << o.err;
        return slurp(file("exported"));
    }
    // As a worker of this program would be.
    jobs::Worker like_the_others(const std::string& name, JobNumber job) const {
        const auto begun = *store().find(job);
        return {name, begun.version, begun.signature};
    }

private:
    std::filesystem::path folder_;
    std::string queue_;
    jobs::Place place_;
    std::map<std::string, pid_t> running_;
};

const std::string nodes = sanitized ? "200" : "2500";
const Command selfplay{"selfplay", "clobber:size=8x8", "--nodes", nodes, "--games", "100", "--seed", "3"};

const std::string& made_by_one_process() {
    static const std::string made = [] {
        const std::string out = folder() / "one-process.zst";
        Command alone = selfplay;
        alone.insert(alone.end(), {"--out", out, "--threads", "2"});
        EXPECT_EQ(run(alone).status, 0);
        return slurp(out);
    }();
    return made;
}

// Whoever hands units out.
class Queues : public testing::TestWithParam<const char*> {
protected:
    bool has_nats() const { return std::string_view(GetParam()) == "jetstream"; }
    NatsProcess* nats() { return nats_ ? &*nats_ : nullptr; }
    void SetUp() override {
        if (has_nats()) nats_.emplace(NatsProcess::Keeps::streams);
    }

private:
    std::optional<NatsProcess> nats_;
};

TEST_P(Queues, KilledInTurnAndFrozenEachUnitCountsOnce) {
    Jobs here("killed", nats());
    // Who has a unit of a queue is known a third of its lease later.
    const std::uint64_t unit = has_nats() ? 16 : 4;
    Command what = selfplay;
    what.insert(what.end(), {"--unit", std::to_string(unit), "--lease", "1", "--check", "5"});
    const JobNumber job = here.begin(what);
    const std::string names[] = {"ada", "bea", "eva"};
    for (const std::string& name : names) here.start_worker(name);

    // Frozen while it has a unit, and not in the middle of a change, for the others could only wait for it then.
    std::string frozen;
    wait_until("a worker frozen with a unit", [&] {
        for (const std::string& name : names) {
            here.freeze(name);
            if (here.has_unit(name) && here.is_free()) return frozen = name, true;
            here.signal_worker(name, SIGCONT);
        }
        return false;
    });
    int born = 0;
    std::uint64_t done = 0;
    std::string victim = names[0] == frozen ? names[1] : names[0], other = names[2] == frozen ? names[1] : names[2];
    for (int kills = 0; kills < 4; ++kills) {
        wait_until("a unit more", [&] { return here.progress(job).units > done || here.progress(job).items == 100; });
        here.signal_worker(victim, SIGKILL);
        here.end_of(victim); // killed, or done already
        const std::string next = "new-" + std::to_string(born++);
        here.start_worker(next);
        victim = std::exchange(other, next);
        done = here.progress(job).units;
    }
    wait_until("all items", [&] { return here.progress(job).items == 100; });
    EXPECT_EQ(here.end_of(victim), 0) << here.said_by(victim);
    EXPECT_EQ(here.end_of(other), 0) << here.said_by(other);
    here.signal_worker(frozen, SIGCONT);
    EXPECT_EQ(here.end_of(frozen), 0) << here.said_by(frozen);
    EXPECT_TRUE(here.said_by(frozen).contains("another worker")) << here.said_by(frozen);

    here.expect_complete(job);
    EXPECT_EQ(here.progress(job).units, (100 + unit - 1) / unit);
    EXPECT_EQ(here.progress(job).split, 0u);
    EXPECT_TRUE(here.progress(job).liars.empty());
    EXPECT_TRUE(here.exported(job) == made_by_one_process());
}

TEST_P(Queues, WhoLiesIsFoundOutAndNothingOfItIsExported) {
    Jobs here("liar", nats());
    Command what = selfplay;
    what.insert(what.end(), {"--unit", "10", "--check", "2"});
    const JobNumber job = here.begin(what);
    const auto begun = *here.store().find(job);
    const auto work = *(*jobs::find_kind(begun.kind))->understood({begun.request, begun.attached});
    const auto liar = here.like_the_others("liar", job);
    for (int i = 0; i < 6; ++i) { // of ten, of which five are done twice: those that are not may come first
        const auto unit = here.queue().take(liar, {});
        ASSERT_TRUE(unit && *unit);
        std::string bytes = *work->make((*unit)->first, (*unit)->last, never);
        const auto at = bytes.rfind("\"result\":\"x\"");
        ASSERT_NE(at, bytes.npos);
        bytes[at + 10] = 'o'; // one game's winner
        ASSERT_TRUE(here.store().keep(**unit, liar, {bytes, 0.1}));
        here.queue().finish(**unit, liar);
    }
    for (const char* name : {"ada", "bea", "eva"}) here.start_worker(name);
    for (const char* name : {"ada", "bea", "eva"}) EXPECT_EQ(here.end_of(name), 0) << here.said_by(name);
    here.expect_complete(job);
    const auto p = here.progress(job);
    ASSERT_EQ(p.liars.size(), 1u);
    EXPECT_EQ(p.liars[0].worker, "liar");
    EXPECT_EQ(p.agreed, p.checks);
    EXPECT_TRUE(here.exported(job) == made_by_one_process());
    const Output refused = run({"worker", "--jobs", here.url(), "--until-done", "--name", "liar"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_TRUE(refused.err.contains("this worker, liar, is set aside: its result of unit ")) << refused.err;
    EXPECT_TRUE(run({"job", "show", std::to_string(job), "--jobs", here.url()}).out.contains("  liar        liar: "));
}

TEST_P(Queues, AFullDiskIsOneLineAndLosesNothing) {
    if (sanitized) GTEST_SKIP() << "its runtime wants to be loaded before the layer";
    Jobs here("full", nats());
    Command what = selfplay;
    what.insert(what.end(), {"--unit", "5", "--lease", "1"});
    const JobNumber job = here.begin(what);
    const std::string full = folder() / "full-flag";
    std::filesystem::remove(full);
    setenv("LD_PRELOAD", DISK_LAYER, 1);
    setenv("DISK_LAYER_FOLDER", std::filesystem::path(here.file("")).parent_path().c_str(), 1);
    setenv("DISK_LAYER_FULL", full.c_str(), 1);
    here.start_worker("ada");
    unsetenv("LD_PRELOAD");
    wait_until("units", [&] { return here.progress(job).units > 1; });
    std::ofstream(full) << "full";
    EXPECT_EQ(here.end_of("ada"), 2);
    const std::string said = here.said_by("ada");
    EXPECT_TRUE(said.starts_with("tavoliere: jobs: ") && said.contains("disk is full")) << said;
    EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
    const auto done = here.progress(job).units;
    EXPECT_GT(done, 1u);
    std::filesystem::remove(full);
    here.start_worker("bea");
    EXPECT_EQ(here.end_of("bea"), 0) << here.said_by("bea");
    here.expect_complete(job);
    EXPECT_TRUE(here.exported(job) == made_by_one_process());
}

// The queue is killed with all that it has, and comes back with nothing; workers go on meanwhile.
TEST(Workers, QueueLostWithItsDataTheJobIsDoneAllTheSame) {
    NatsProcess nats(NatsProcess::Keeps::streams);
    Jobs here("lost", &nats);
    Command what = selfplay;
    what.insert(what.end(), {"--unit", "1", "--lease", "1", "--check", "9"});
    const JobNumber job = here.begin(what);
    for (const char* name : {"ada", "bea"}) here.start_worker(name);
    for (const std::uint64_t units : {5u, 20u, 40u}) {
        wait_until("units", [&] { return here.progress(job).units >= units; });
        nats.kill();
        nats.lose_data();
        if (units != 20) wait_until("units without it", [&] { return here.progress(job).units > units + 5; });
        nats.start();
    }
    for (const char* name : {"ada", "bea"}) EXPECT_EQ(here.end_of(name), 0) << here.said_by(name);
    EXPECT_TRUE((here.said_by("ada") + here.said_by("bea")).contains("queue: ")) << "it is told";
    here.expect_complete(job);
    EXPECT_TRUE(here.exported(job) == made_by_one_process());
}

INSTANTIATE_TEST_SUITE_P(Workers, Queues, testing::Values("rows", "jetstream"), [](const auto& i) { return i.param; });

TEST(Workers, SignalsGiveTheUnitBackOrLetItBeFinished) {
    for (const int signal : {SIGTERM, SIGINT}) {
        Jobs here("signals");
        Command what = selfplay;
        what.insert(what.end(), {"--unit", "20", "--lease", "600", "--check", "0"});
        const JobNumber job = here.begin(what);
        here.start_worker("ada");
        wait_until("a unit", [&] { return here.has_unit("ada"); });
        here.signal_worker("ada", signal);
        EXPECT_EQ(here.end_of("ada"), signal == SIGINT ? 1 : 0) << here.said_by("ada");
        const auto p = here.progress(job);
        EXPECT_EQ(p.out, 0u) << "nobody waits for a lease";
        if (signal == SIGTERM) { EXPECT_GT(p.units, 0u); }
    }
}

TEST(Workers, AMatchIsExportedAsOneProcessKeepsIt) {
    Jobs here("match");
    const std::string openings = here.file("openings.txt"), records = here.file("records.tgn");
    std::ofstream(openings) << "a2\na2 a6-a4\nb2\n";
    const Command match{"match",     "ataxx:size=6x6",  "--first", "engine", "--second",   "engine:depth=2",
                        "--limit",   "nodes=300",       "--games", "31",     "--openings", openings,
                        "--shuffle", "--opening-plies", "1",       "--seed", "5",          "--first-name",
                        "one's own"};
    Command alone = match;
    alone.insert(alone.end(), {"--records", records});
    ASSERT_EQ(run(alone).status, 0);
    const JobNumber job = here.begin(match);
    std::filesystem::remove(openings); // its text is in the rows
    const Output early = run({"job", "export", "1", "--jobs", here.url(), "--out", here.file("early")});
    EXPECT_EQ(early.status, 1);
    EXPECT_TRUE(early.err.contains("0 of 16 pairs of games (0 %) are done")) << early.err;
    EXPECT_FALSE(std::filesystem::exists(here.file("early")));
    for (const char* name : {"ada", "bea"}) here.start_worker(name);
    for (const char* name : {"ada", "bea"}) EXPECT_EQ(here.end_of(name), 0) << here.said_by(name);
    here.expect_complete(job);
    EXPECT_EQ(here.exported(job), slurp(records));
    EXPECT_NE(slurp(records), "");
}

TEST(Workers, PuzzlesAreThoseOfOneProcess) {
    Jobs here("puzzles");
    const Command puzzles{"puzzles", "clobber:size=5x4", "--puzzles", "8",        "--games", "16", "--screen",
                          "1000",    "--proof",          "5000",      "--search", "5000"};
    Command alone = puzzles;
    alone.insert(alone.end(), {"--out", here.file("alone.json")});
    const Output made = run(alone);
    ASSERT_NE(slurp(here.file("alone.json")), "") << made.err;
    const JobNumber job = here.begin(puzzles);
    for (const char* name : {"ada", "bea"}) here.start_worker(name);
    for (const char* name : {"ada", "bea"}) EXPECT_EQ(here.end_of(name), 0) << here.said_by(name);
    here.expect_complete(job);
    EXPECT_EQ(here.exported(job), slurp(here.file("alone.json")));
}

// A file of two games each by its name, in whatever format; the files are nowhere when workers come.
TEST(Workers, ReviewsAreThoseOfOneProcess) {
    Jobs here("review");
    const std::string clobber = random_games("clobber:size=4x5", 9, "clobber.tgn"),
                      ataxx = random_games("ataxx:size=4x4", 4, "ataxx.tgn");
    const Command review{"review", clobber, ataxx, "--nodes", "300"};
    Command alone = review;
    alone.insert(alone.end(), {"--out", here.file("alone")});
    const Output made = run(alone);
    ASSERT_EQ(made.status, 0) << made.err;
    Command what = review;
    what.insert(what.end(), {"--unit", "2"});
    const JobNumber job = here.begin(what);
    EXPECT_EQ(here.store().find(job)->items, 13u);
    std::filesystem::remove(clobber), std::filesystem::remove(ataxx);
    for (const char* name : {"ada", "bea"}) here.start_worker(name);
    for (const char* name : {"ada", "bea"}) EXPECT_EQ(here.end_of(name), 0) << here.said_by(name);
    here.expect_complete(job);
    EXPECT_EQ(std::ranges::count(slurp(here.file("alone")), '\n'), 14);
    EXPECT_EQ(here.exported(job), slurp(here.file("alone")));
}

TEST(Workers, LevelsAreThoseOfOneProcess) {
    Jobs here("levels");
    const Command levels{"levels", "clobber:size=3x3", "--games", "5", "--seed", "4"};
    const Output alone = run(levels);
    ASSERT_EQ(alone.status, 0) << alone.err;
    Command what = levels;
    what.insert(what.end(), {"--unit", "5"}); // three pairs a level: units end within levels
    const JobNumber job = here.begin(what);
    EXPECT_EQ(here.store().find(job)->items, 21u);
    for (const char* name : {"ada", "bea"}) here.start_worker(name);
    for (const char* name : {"ada", "bea"}) EXPECT_EQ(here.end_of(name), 0) << here.said_by(name);
    here.expect_complete(job);
    EXPECT_EQ(std::ranges::count(alone.out, '\n'), 9);
    EXPECT_EQ(here.exported(job), alone.out);
}

// The solver's value of several games, by three workers of which one is killed; a state that is exported on the way is gone on with.
TEST(Workers, AProofThatManyShareHasTheSolversValue) {
    for (const char* game : {"clobber:size=4x4", "clobber:size=2x6", "blocco:size=3x4", "attract:size=4x4"}) {
        Jobs here("proof");
        const Output alone = run({"solve", game, "--json"});
        ASSERT_EQ(alone.status, 0) << alone.err;
        const auto solved = read_json(alone.out, {.bytes = 10'000});
        ASSERT_TRUE(solved) << alone.out;
        const std::string value(*(*solved)["value"].text());
        const JobNumber job = here.begin({"solve", game, "--nodes", game[0] == 'a' ? "5000" : "100", "--memory", "16",
                                          "--lease", "1", "--check", "3"});
        here.start_worker("ada");
        wait_until("a unit", [&] { return here.has_unit("ada") || here.progress(job).units > 0; });
        here.signal_worker("ada", SIGKILL);
        for (const char* name : {"bea", "eva"}) here.start_worker(name);
        here.end_of("ada");
        for (const char* name : {"bea", "eva"}) EXPECT_EQ(here.end_of(name), 0) << here.said_by(name);
        const Output o = run({"job", "show", std::to_string(job), "--jobs", here.url(), "--json"});
        const auto json = read_json(o.out, {.bytes = 100'000});
        ASSERT_TRUE(json) << o.out;
        EXPECT_EQ(*(*json)["state"].text(), "complete") << o.out;
        EXPECT_EQ(*(*json)["value"].text(), value) << game << o.out;
        EXPECT_TRUE(here.progress(job).liars.empty());
        EXPECT_EQ(here.progress(job).split, 0u);
    }
}

// What decided it is not believed yet: whoever ends before somebody else has checked it says so.
TEST(Workers, AProofThatWaitsForItsCheckIsNotComplete) {
    Jobs here("unchecked");
    const JobNumber job = here.begin(
        {"solve", "clobber:size=4x5", "--nodes", "200", "--memory", "16", "--lease", "1", "--check", "1000000"});
    const auto work = *(*jobs::find_kind("solve"))->understood({here.store().find(job)->request, ""});
    const auto growing = *work->growing();
    const auto ada = here.like_the_others("ada", job);
    ASSERT_TRUE(*here.store().grow(job, *here.store().growth(job, 0, 0), *growing->next({})));
    const auto unit = *here.queue().take(ada, {});
    ASSERT_TRUE(unit);
    ASSERT_TRUE(here.store().keep(*unit, ada, {*growing->make(unit->asked, unit->after, never), 1}));
    // Another job that no worker here can do is nothing of theirs.
    ASSERT_TRUE(here.store().begin({.kind = "solve", .request = "{}", .grows = true, .version = "another"}));

    here.start_worker("eva");
    EXPECT_EQ(here.end_of("eva"), 1);
    EXPECT_TRUE(here.said_by("eva").contains("not complete: job 1; `tavoliere job show` says why"))
        << here.said_by("eva");
    EXPECT_TRUE(here.store().find(job)->is_over);
    const Output shown = run({"job", "show", "1", "--jobs", here.url()});
    EXPECT_TRUE(shown.out.contains("the rest wait for another worker")) << shown.out;
    here.start_worker("ada");
    EXPECT_EQ(here.end_of("ada"), 0) << here.said_by("ada");
    EXPECT_TRUE(is_complete(*here.store().find(job), here.progress(job)));
    here.start_worker("eva");
    EXPECT_EQ(here.end_of("eva"), 0) << here.said_by("eva");
}

TEST(Workers, AProofsStateIsGoneOnFromAndDamageIsRefused) {
    Jobs here("state");
    const Command what{"solve", "clobber:size=4x5", "--nodes", "500", "--memory", "16", "--check", "0"};
    const JobNumber job = here.begin(what);
    const auto work = *(*jobs::find_kind("solve"))->understood({here.store().find(job)->request, ""});
    const auto growing = *work->growing();
    const auto worker = here.like_the_others("ada", job);
    for (int unit = 0; unit < 4; ++unit) {
        const auto growth = *here.store().growth(job, 0, 0);
        const auto asked = *growing->next(growth.asked);
        ASSERT_TRUE(asked);
        ASSERT_TRUE(*here.store().grow(job, growth, asked));
        EXPECT_FALSE(*here.store().grow(job, growth, asked)) << "somebody said so already";
        const auto taken = *here.queue().take(worker, {});
        ASSERT_TRUE(taken);
        const auto made = *growing->make(taken->asked, taken->after, never);
        EXPECT_TRUE(made == *growing->make(taken->asked, taken->after, never));
        ASSERT_TRUE(growing->learn(made));
        ASSERT_TRUE(here.store().keep(*taken, worker, {made, 1}));
    }
    const std::string state = here.exported(job);
    Command on = what;
    on.insert(on.end(), {"--from", here.file("exported")});
    const JobNumber second = here.begin(on);
    here.start_worker("bea");
    EXPECT_EQ(here.end_of("bea"), 0) << here.said_by("bea");
    const Output o = run({"job", "show", std::to_string(second), "--jobs", here.url()});
    EXPECT_TRUE(o.out.contains("value       win")) << o.out;
    std::string bytes = state;
    bytes[bytes.size() / 2] = char(bytes[bytes.size() / 2] ^ 1);
    for (const std::string& damaged : {bytes, state.substr(0, state.size() - 9), std::string("no state")}) {
        std::ofstream(here.file("exported"), std::ios::binary) << damaged;
        Command again = on;
        again.insert(again.begin(), {"job", "start"});
        again.insert(again.end(), {"--jobs", here.url()});
        expect_one_line_refusal(run(again));
    }
    std::ofstream(here.file("exported"), std::ios::binary) << state;
    expect_one_line_refusal(
        run({"job", "start", "solve", "clobber:size=4x6", "--from", here.file("exported"), "--jobs", here.url()}));
    expect_one_line_refusal(run({"job", "start", "solve", "ataxx:size=4x4", "--jobs", here.url()}));
    expect_one_line_refusal(run({"job", "start", "solve", "clobber", "--unit", "3", "--jobs", here.url()}));
}

TEST(Workers, AnotherSignatureIsGivenNothing) {
    Jobs here("signature");
    const JobNumber job = *here.store().begin(
        {.kind = "selfplay", .request = R"({"game":"ataxx","games":5})", .items = 5, .version = "0", .signature = "1"});
    const Output o = run({"worker", "--jobs", here.url(), "--until-done"});
    EXPECT_EQ(o.status, 0);
    EXPECT_TRUE(o.err.contains("job 1 is of version 0, signature 1; this one is ")) << o.err;
    EXPECT_EQ(here.progress(job).items, 0u);
    EXPECT_TRUE(o.out.contains(": 0 units")) << o.out;
}

// A job's rules are on every machine; a text of this one's is not.
TEST(Workers, AGameOfOnesOwnIsNoJob) {
    Jobs here("own");
    const std::string text = here.file("mine.game");
    std::ofstream(text) << "game mine\nboard rectangle 3x3\nmove place  at in empty\n  put mine at\n"
                           "end line lose if any row(3, theirs)\nstuck full draw\n";
    const Output o = run({"job", "start", "selfplay", text, "--jobs", here.url()});
    expect_one_line_refusal(o);
    EXPECT_TRUE(o.err.contains(text)) << o.err;
    EXPECT_EQ(run({"job", "list", "--jobs", here.url()}).out, "");
}

// By a process of its own, which any workers may come and go beside.
TEST(Workers, FiguresOfJobsAreAtMetrics) {
    Jobs here("metrics");
    const JobNumber job = here.begin({"selfplay", "clobber:size=4x5", "--games", "6", "--nodes", "10", "--unit", "2"});
    here.begin({"levels", "clobber:size=3x3", "--games", "2"});
    here.begin({"solve", "clobber:size=4x4", "--nodes", "500", "--memory", "16"});
    const std::string port = std::to_string(free_port());
    const pid_t server = start({"job", "metrics", "--jobs", here.url(), "--at", "127.0.0.1:" + port}, here.file("out"),
                               here.file("err"));
    wait_until("figures", [&] { return slurp(here.file("out")).ends_with("/metrics\n"); });
    const auto asked = [&](const std::string& path) {
        const std::string answer = here.file("answer");
        const std::string curl = "curl -s -m 60 -o " + answer + " -w '%{http_code}' http://127.0.0.1:" + port + path +
                                 " > " + answer + ".status";
        EXPECT_EQ(std::system(curl.c_str()), 0);
        return std::pair(slurp(answer + ".status"), "\n" + slurp(answer));
    };
    const std::string one = "{job=\"1\",kind=\"selfplay\"} ", two = "{job=\"2\",kind=\"levels\"} ";
    const auto expect = [&](const std::vector<std::string>& lines) {
        const auto [status, figures] = asked("/metrics");
        EXPECT_EQ(status, "200");
        for (const std::string& line : lines)
            EXPECT_TRUE(figures.contains("\ntavoliere_" + line + "\n")) << line << figures;
        return figures;
    };
    const std::string before = expect({"job_items" + one + "6", "job_items_done" + one + "0", "job_running" + one + "1",
                                       "job_complete" + one + "0", "job_items" + two + "7", "workers_set_aside 0"});
    EXPECT_FALSE(before.contains("job_item_seconds{")) << "not known yet" << before;
    EXPECT_TRUE(before.contains("job_items_done{job=\"3\",kind=\"solve\"} 0\n")) << before;
    EXPECT_FALSE(before.contains("job_items{job=\"3\"")) << "nobody knows how many" << before;
    const auto unit = here.queue().take(here.like_the_others("ada", job), {});
    ASSERT_TRUE(unit && *unit);
    expect({"job_units_out" + one + "1"});
    ASSERT_TRUE(here.store().keep(**unit, here.like_the_others("ada", job), {"", 4}));
    ASSERT_TRUE(*here.queue().take(here.like_the_others("ada", job), {}));
    expect({"job_items_done" + one + "2", "job_units_done" + one + "1", "job_item_seconds" + one + "2",
            "job_items_per_second" + one + "0.5", "job_seconds_left" + one + "8", "job_processor_seconds" + one + "4",
            "job_units_set_aside" + one + "0"});
    EXPECT_EQ(asked("/").first, "404");
    ASSERT_TRUE(here.store().stop(2));
    expect({"job_running" + two + "0"});
    kill(server, SIGTERM);
    EXPECT_EQ(status_of(server), 0) << slurp(here.file("err"));
}

// From one table: what `schema` says of a kind's options, the help, the manual page and the completion have them all.
TEST(Workers, WhatAJobIsBegunWithIsDeclared) {
    const auto schema = read_json(run({"schema"}).out, {.bytes = 1 << 22});
    ASSERT_TRUE(schema) << schema.error().text;
    ASSERT_EQ(run({"man", folder() / "man"}).status, 0);
    const std::string completion = run({"completion", "bash"}).out;
    for (const jobs::Kind& kind : jobs::kinds()) {
        const std::string name(kind.name), help = run({"job", "start", name, "--help"}).out,
                                           page = slurp(folder() / "man" / ("tavoliere-job-start-" + name + ".1"));
        const Json& declared = (*schema)["$defs"]["command.job start " + name]["properties"];
        ASSERT_TRUE(declared.object()) << name;
        std::vector<std::string_view> fields{"jobs", "unit", "check", "lease"};
        for (const Field& field : kind.fields) fields.push_back(field.name);
        EXPECT_EQ(declared.object()->size(), fields.size()) << name;
        for (const std::string_view field : fields)
            EXPECT_FALSE(declared[field]["description"].is_null()) << name << " " << field;
        EXPECT_EQ(*declared["lease"]["default"].digits(), "60");
        for (const char* option : {"--unit", "--check", "--lease"}) {
            EXPECT_TRUE(help.contains(option)) << name;
            EXPECT_TRUE(completion.contains("options='--help") && completion.contains("'job start " + name + "')"));
            EXPECT_TRUE(page.contains(std::string("\\-\\-") + (option + 2)) || page.contains(option)) << page;
        }
    }
}

// What cannot be done ends, with a line a try and a status that says so.
TEST(Workers, WhatCannotBeDoneEnds) {
    Jobs here("impossible");
    const JobNumber job = here.begin({"selfplay", "clobber:size=2x2", "--games", "1000", "--unit", "1"});
    const Output o = run({"worker", "--jobs", here.url(), "--until-done"});
    EXPECT_EQ(o.status, 1);
    EXPECT_TRUE(o.err.ends_with("not complete: job 1; `tavoliere job show` says why\n")) << o.err;
    EXPECT_LT(std::ranges::count(o.err, '\n'), 30);
    EXPECT_EQ(here.progress(job).items, 0u);
}

TEST(Workers, WhatIsWrongIsOneLine) {
    Jobs here("wrong");
    const std::string at = here.url();
    const std::vector<Command> all{
        {"job", "show", "7", "--jobs", at},
        {"job", "show", "x", "--jobs", at},
        {"job", "show", "--jobs", at},
        {"job", "export", "7", "--jobs", at, "--out", here.file("none")},
        {"job", "start", "chess", "--jobs", at},
        {"job", "start", "selfplay", "chess", "--jobs", at},
        {"job", "start", "selfplay", "--jobs", at},
        {"job", "start", "match", "ataxx", "--jobs", at},
        {"job", "start", "match", "ataxx", "--clock", "9"},
        {"job", "start", "match", "ataxx", "--limit", "nodes=9", "--first", "nobody", "--jobs", at},
        {"job", "start", "selfplay", "ataxx", "--jobs", "mysql://here"},
        {"job", "start", "selfplay", "ataxx", "--jobs", at, "--lease", "0"},
        {"job", "start", "review", here.file("none.tgn"), "--jobs", at},
        {"job", "start", "review", here.file("jobs.db"), "--jobs", at},
        {"job", "start", "review", "--jobs", at},
        {"job", "start", "levels", "ataxx", "--find", "--jobs", at},
        {"job", "start", "match", "ataxx", "--first", "engine:level=8", "--second", "random", "--jobs",
         at}, // a second a move
        {"job", "list", "--jobs", "sqlite:" + here.file("no/such/folder.db")},
        {"job", "list", "--jobs", "sqlite:" + here.file("mistyped.db")},
        {"job", "show", "1", "--jobs", "sqlite:" + here.file("mistyped.db")},
        {"job", "metrics", "--jobs", at, "--at", "9101"},
        {"job", "metrics", "--jobs", at, "--at", "127.0.0.1:70000"},
        {"job", "metrics", "--jobs", "sqlite:" + here.file("mistyped.db")},
        {"worker", "--jobs", at, "--queue", "here"},
        {"worker", "--jobs", at, "--queue", "nats://here:port"},
        {"worker", "--jobs", "here.db"}};
    for (const Command& wrong : all) {
        const Output o = run(wrong);
        expect_one_line_refusal(o);
    }
    EXPECT_FALSE(std::filesystem::exists(here.file("mistyped.db")));
    // The way to more help is that of the command which was meant.
    EXPECT_TRUE(run({"job", "start", "selfplay", "ataxx", "--unit", "x"}).err.contains("job start selfplay --help"));
    EXPECT_TRUE(run({"job", "show", "x"}).err.contains("(see tavoliere job show --help)"));
    EXPECT_EQ(run({"job", "list", "--jobs", at}).out, "");
    const JobNumber job = here.begin({"selfplay", "ataxx", "--games", "3", "--nodes", "10"});
    const Output busy = run({"job", "remove", "1", "--jobs", at});
    EXPECT_TRUE(busy.status == 2 && busy.err.contains("stop it first")) << busy.err;
    EXPECT_EQ(run({"job", "stop", "1", "--jobs", at}).status, 0);
    EXPECT_TRUE(run({"job", "list", "--jobs", at}).out.contains("stopped   0 of 3 games (0 %)"));
    EXPECT_EQ(run({"worker", "--jobs", at, "--until-done"}).status, 0);
    EXPECT_EQ(here.progress(job).items, 0u);
    EXPECT_EQ(run({"job", "resume", "1", "--jobs", at}).status, 0);
    EXPECT_EQ(run({"worker", "--jobs", at, "--until-done"}).status, 0);
    here.expect_complete(job);
    for (const char* taken : {"jobs.db", "jobs.db-wal", "jobs.db-shm"}) {
        const Output over = run({"job", "export", "1", "--jobs", at, "--out", here.file(taken)});
        EXPECT_TRUE(over.status == 2 && over.err.contains("name another file")) << over.err;
    }
    EXPECT_EQ(run({"job", "remove", "1", "--jobs", at}).status, 0);
    EXPECT_EQ(run({"job", "list", "--jobs", at, "--json"}).out, "");
}
}
}
