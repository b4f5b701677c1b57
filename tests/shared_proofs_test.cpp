// Proofs shared out among workers of which some lie, or are broken.
#include "jobs/jobs.hpp"
#include "jobs/kinds.hpp"
#include "jobs/worker.hpp"
#include "program.hpp"
#include "solve/proof_share.hpp"
#include "support.hpp"
#include <SQLiteCpp/Database.h>
#include <filesystem>
#include <functional>
#include <unistd.h>

namespace tavoliere::jobs {
namespace {

namespace fs = std::filesystem;

Worker worker(const std::string& name) { return {name, "1", "2"}; }

// A queue before which something happens.
struct Interrupted final : WorkQueue {
    std::unique_ptr<WorkQueue> queue;
    std::function<void()> before_take;
    Expected<std::optional<Unit>> take(const Worker& w, const std::set<JobNumber>& unwilling) override {
        before_take();
        return queue->take(w, unwilling);
    }
    Expected<bool> renew(const Unit& unit, const Worker& w) override { return queue->renew(unit, w); }
    Expected<void> give_back(const Unit& unit, const Worker& w) override { return queue->give_back(unit, w); }
    Expected<void> fail(const Unit& unit, const Worker& w, const std::string& why) override {
        return queue->fail(unit, w, why);
    }
    Expected<bool> is_exhausted(const Worker& w, const std::set<JobNumber>& unwilling) override {
        return queue->is_exhausted(w, unwilling);
    }
};

struct Made {
    Unit unit;
    std::string bytes;
};

class SharedProofs : public testing::Test {
protected:
    SharedProofs() {
        remove();
        place_ = *open_jobs("sqlite:" + path_);
    }
    ~SharedProofs() override { remove(); }

    JobNumber begin(const std::string& game, std::uint64_t nodes, std::uint64_t check, std::uint32_t lease = 60) {
        const std::string request = R"({"game":")" + game + R"(","memory":16,"nodes":)" + std::to_string(nodes) + "}";
        work_ = *(*find_kind("solve"))->understood({request, ""});
        return *store().begin({.kind = "solve",
                               .request = request,
                               .identity = work_->identity(),
                               .grows = true,
                               .check = check,
                               .lease = lease,
                               .version = "1",
                               .signature = "2"});
    }
    JobStore& store() const { return *place_.store; }
    WorkQueue& queue() const { return *place_.queue; }
    Job job(JobNumber number) const { return *store().find(number); }
    Progress progress(JobNumber number) const { return *store().progress(job(number)); }
    std::vector<std::string> liars(JobNumber number) {
        std::vector<std::string> all;
        for (const auto& liar : progress(number).liars) all.push_back(liar.worker);
        return all;
    }
    // What an honest worker that comes just now makes of its unit, and does not keep yet; nothing where there is none.
    std::optional<Made> make(JobNumber number, const std::string& name) {
        while (const auto unit = *queue().take(worker(name), {})) {
            const auto growing = *work_->growing();
            const auto growth = *store().growth(number, 0, 0);
            for (const std::string& each : growth.heard) EXPECT_TRUE(growing->learn(each));
            if (!unit->is_to_be_found) return Made{*unit, *growing->make(unit->asked, unit->after, never)};
            const auto next = *growing->next(growth.asked);
            if (!next) return {};
            EXPECT_TRUE(store().grow(number, growth, next));
        }
        return {};
    }
    Kept keep(const std::string& name, const Made& made) {
        return *store().keep(made.unit, worker(name), {made.bytes, 1});
    }
    // Until there is nothing more for it.
    Expected<WorkerReport> work(const std::string& name) {
        const WorkerTells tells{.begun = [](const Unit&) {},
                                .done = [](const Unit&, const WorkerReport&) {},
                                .trouble = [&](const std::string& text) { troubles += text + "\n"; }};
        return jobs::work(place_, {.worker = worker(name), .until_done = true}, tells, never, never);
    }
    void change(const std::string& statement) { SQLite::Database(path_, SQLite::OPEN_READWRITE, 1000).exec(statement); }

    const std::string path_ = (fs::temp_directory_path() / ("shared_proofs." + std::to_string(::getpid()))).string();
    std::string troubles;

private:
    void remove() const {
        for (const char* end : {"", "-wal", "-shm"}) fs::remove(path_ + end);
    }
    Place place_;
    std::unique_ptr<Work> work_;
};

// Who heard a liar and is at work when it is found out forgets what it said.
TEST_F(SharedProofs, WhatALiarSaidIsNotReckonedWith) {
    const JobNumber number = begin("clobber:size=4x5", 100, 1);
    std::atomic<bool> drain{false};
    int done = 0;
    std::optional<Made> held;
    bool is_found_out = false;
    auto hers = *open_jobs("sqlite:" + path_);
    auto queue = std::make_unique<Interrupted>();
    queue->queue = std::move(hers.queue);
    queue->before_take = [&] {
        if (done == 1 && !held) {
            keep("ada", *make(number, "ada"));
            Made lie = *make(number, "liar");
            auto answer = *read_answer(lie.bytes);
            ASSERT_GT(answer.facts.size(), 1u);
            for (std::size_t i = 1; i < answer.facts.size(); ++i)
                answer.facts[i].facts = Facts{Facts::undecided, 70, 3, 0, 900};
            lie.bytes = written_answer(answer);
            keep("liar", lie);
            held = make(number, "ada");
            ASSERT_EQ(held->unit.number, lie.unit.number);
        } else if (done == 2 && !is_found_out) {
            keep("ada", *held);
            keep("bea", *make(number, "bea"));
            is_found_out = true;
            EXPECT_EQ(liars(number), std::vector<std::string>{"liar"});
            // The job goes on until there are as many results again, and a copy of a unit that builds on them.
            for (int i = 0; i < 20; ++i) {
                const std::string name = i % 2 ? "ada" : "bea";
                const auto made = make(number, name);
                ASSERT_TRUE(made);
                keep(name, *made);
                if (made->unit.number >= 3 && made->unit.copy == 0 && made->unit.after >= 2) break;
            }
        } else if (done == 3) {
            if (const auto third = make(number, "cleo")) keep("cleo", *third); // says who is right, where two differ
            drain = true;
        }
    };
    const WorkerTells tells{.begun = [](const Unit&) {},
                            .done = [&](const Unit&, const WorkerReport&) { ++done; },
                            .trouble = [](const std::string& text) { ADD_FAILURE() << text; }};
    const auto report =
        jobs::work({std::move(hers.store), std::move(queue)}, {.worker = worker("eva")}, tells, drain, never);
    EXPECT_TRUE(report) << report.error().text;
    EXPECT_TRUE(is_found_out);
    EXPECT_GE(done, 3);
    EXPECT_EQ(liars(number), std::vector<std::string>{"liar"});
    EXPECT_EQ(progress(number).split, 0u);
}

// It costs its maker its place, and neither the job nor others.
TEST_F(SharedProofs, AResultThatIsNoneEndsNobodyElse) {
    for (const char* bytes : {"x'00'", "x''"}) {
        const JobNumber number = begin("clobber:size=4x5", 500, 0);
        const std::string maker = "broken" + std::to_string(number);
        ASSERT_EQ(keep("ada", *make(number, "ada")), Kept::counts);
        ASSERT_EQ(keep(maker, *make(number, maker)), Kept::counts);
        change("UPDATE results SET bytes = " + std::string(bytes) + " WHERE worker = '" + maker + "'");
        const Output shown = run({"job", "show", std::to_string(number), "--jobs", "sqlite:" + path_});
        EXPECT_EQ(shown.status, 0) << shown.err;
        EXPECT_TRUE(shown.out.contains("growth      unknown: unit 1: proof: what should be an answer is none"))
            << shown.out;
        EXPECT_TRUE(shown.out.contains("2 done, 0 at work")) << shown.out;
        const JobNumber other = begin("clobber:size=4x4", 200, 0);
        const auto done = work("bea");
        ASSERT_TRUE(done) << done.error().text;
        EXPECT_TRUE(troubles.contains("a result of job " + std::to_string(number) + " is none")) << troubles;
        EXPECT_EQ(liars(number).back(), maker);
        EXPECT_EQ(progress(number).liars.back().why,
                  "its result of unit 1 of job " + std::to_string(number) + " is none");
        for (const JobNumber each : {number, other}) EXPECT_TRUE(is_complete(job(each), progress(each))) << each;
        EXPECT_FALSE(queue().take(worker(maker), {}));
    }
}

// What decides a proof is looked at twice, however rarely others are.
TEST_F(SharedProofs, WhatDecidesAProofIsChecked) {
    const std::uint64_t rarely = 1'000'000'000;
    for (const bool lies : {false, true}) {
        const JobNumber number = begin("clobber:size=4x5", 200, rarely, 1);
        const std::string name = lies ? "liar" : "eva";
        ASSERT_EQ(keep("ada", *make(number, "ada")), Kept::counts);
        if (lies) { // of the position itself, as the first answer was
            Made lie = *make(number, name);
            auto answer = *read_answer(store().growth(number, 0, 0)->heard.at(0));
            answer.facts.resize(1);
            answer.facts[0].facts = Facts::decided(Facts::lost, 3);
            lie.bytes = written_answer(answer);
            keep(name, lie);
        }
        ASSERT_TRUE(work(name));
        EXPECT_TRUE(job(number).is_over);
        EXPECT_FALSE(is_complete(job(number), progress(number))) << lies;
        EXPECT_EQ(progress(number).checks, 1u);
        ASSERT_TRUE(work("ada"));
        EXPECT_EQ(is_complete(job(number), progress(number)), !lies);
        if (!lies) continue;
        EXPECT_EQ(progress(number).split, 1u);
        ASSERT_TRUE(work("bea"));
        EXPECT_EQ(liars(number), std::vector<std::string>{"liar"});
        ASSERT_TRUE(work("ada"));
        EXPECT_TRUE(is_complete(job(number), progress(number)));
    }
    // One worker alone cannot be checked, which is said.
    const JobNumber alone = begin("clobber:size=4x4", 200, rarely), unchecked = begin("clobber:size=4x4", 200, 0);
    ASSERT_TRUE(work("ada"));
    EXPECT_TRUE(is_complete(job(alone), progress(alone)));
    EXPECT_EQ(progress(alone).checks, 1u);
    EXPECT_EQ(progress(alone).agreed, 0u);
    EXPECT_EQ(progress(unchecked).checks, 0u);
}

// A lie that nothing happens to check is believed, until all that the proof rests on is done again: then nobody's word is.
TEST_F(SharedProofs, ALieThatNothingChecksIsFoundByCheckingAll) {
    const JobNumber number = begin("clobber:size=4x5", 400, 1'000'000'000, 1);
    const auto check = [&] { return run({"job", "check", std::to_string(number), "--jobs", "sqlite:" + path_}); };
    int lies = 0;
    while (lies == 0) {
        Made made = *make(number, "liar");
        auto answer = *read_answer(made.bytes);
        for (std::size_t i = 1; i < answer.facts.size(); ++i)
            if (Facts& facts = answer.facts[i].facts; !facts.is_open())
                facts = Facts::decided(facts.kind == Facts::win ? Facts::lost : Facts::win, 3), ++lies;
        made.bytes = written_answer(answer);
        ASSERT_EQ(keep("liar", made), Kept::counts);
    }
    const Output early = check();
    EXPECT_EQ(early.status, 2);
    EXPECT_TRUE(early.err.contains("job 1 is not done; begun with --check 1 it is checked on the way")) << early.err;
    for (const char* name : {"ada", "bea"}) ASSERT_TRUE(work(name));
    EXPECT_TRUE(is_complete(job(number), progress(number)));
    EXPECT_TRUE(liars(number).empty()) << "nobody looked";

    const auto units = progress(number).units;
    EXPECT_EQ(progress(number).checks, 1u) << "what decided it";
    const Output begun = check();
    EXPECT_EQ(begun.status, 0) << begun.err;
    EXPECT_EQ(begun.out,
              "job 1: " + std::to_string(units - 1) + " units are to be done again, each by another worker\n");
    EXPECT_FALSE(is_complete(job(number), progress(number)));
    for (int round = 0; round < 3; ++round)
        for (const char* name : {"ada", "bea", "cleo"}) ASSERT_TRUE(work(name));
    EXPECT_EQ(liars(number), std::vector<std::string>{"liar"});
    const auto p = progress(number);
    EXPECT_TRUE(is_complete(job(number), p));
    EXPECT_EQ(p.agreed, p.checks);
    EXPECT_EQ(p.units, p.agreed) << "what came after is all done twice";
    const Output shown = run({"job", "show", std::to_string(number), "--jobs", "sqlite:" + path_});
    EXPECT_TRUE(shown.out.contains("value       win")) << shown.out;
    EXPECT_TRUE(check().out.contains("job 1: 0 units"));
}

// A question that is none is its job's trouble.
TEST_F(SharedProofs, AQuestionThatIsNoneEndsNoOtherJob) {
    const JobNumber broken = begin("clobber:size=4x5", 200, 0);
    const auto held = make(broken, "ada");
    change("UPDATE units SET asked = 'what?'");
    const JobNumber other = begin("clobber:size=4x4", 200, 0);
    const auto done = work("bea");
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(troubles.contains("job " + std::to_string(broken) + " cannot be worked at here: proof: \"what?\" is"))
        << troubles;
    EXPECT_TRUE(is_complete(job(other), progress(other)));
}

}
}
