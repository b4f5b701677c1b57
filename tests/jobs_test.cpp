// Work shared out: whatever becomes of who works, each item counts once, and what comes of all is what one process makes.
#include "base/file.hpp"
#include "base/json_read.hpp"
#include "base/random.hpp"
#include "jobs/jobs.hpp"
#include "jobs/kinds.hpp"
#include "jobs/worker.hpp"
#include "nats/nats.hpp"
#include "server/nats.hpp"
#include "server/postgres.hpp"
#include "solve/proof_share.hpp"
#include "sql/libpq.hpp"
#include "support.hpp"
#include "training/games.hpp"
#include <SQLiteCpp/Database.h>
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <thread>
#include <unistd.h>

namespace tavoliere::jobs {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

NatsProcess& shared_nats() {
    static NatsProcess one(NatsProcess::Keeps::streams);
    return one;
}

// Jobs in a database that goes with the test, at a time that the test sets; where a JetStream hands units out, which has its own time, that passes.
struct Jobs {
    bool has_jetstream;
    fs::path path = fs::temp_directory_path() / ("jobs_test." + std::to_string(::getpid()) + ".db");
    std::string url;
    Instant now{std::chrono::milliseconds(1'000'000)};
    Place place;

    explicit Jobs(std::string_view kind, NatsProcess* nats = nullptr)
        : has_jetstream(kind == "jetstream"), url(kind == "postgres" ? new_database() : "sqlite:" + path.string()) {
        remove();
        if (has_jetstream && !nats) nats = &shared_nats();
        auto opened = has_jetstream ? open_jobs(url, {}, {}, nats->url()) : open_jobs(url, {}, [this] { return now; });
        EXPECT_TRUE(opened) << opened.error().text;
        place = std::move(*opened);
    }
    ~Jobs() { remove(); }
    void remove() const {
        for (const char* end : {"", "-wal", "-shm"}) fs::remove(path.string() + end);
    }
    JobStore& store() const { return *place.store; }
    WorkQueue& queue() const { return *place.queue; }
    JobNumber begin(NewJob job) const {
        job.kind = "selfplay", job.request = "{}", job.version = "1", job.signature = "2";
        return *store().begin(job);
    }
    std::uint32_t lease() const { return has_jetstream ? 1 : 10; }
    void pass(std::chrono::milliseconds time) {
        now += time;
        if (has_jetstream) std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    }
    // One that was lost.
    std::optional<Unit> take_lost(const Worker& worker) {
        pass(std::chrono::seconds(11));
        return take_soon(worker);
    }
    // One that there is: a message may come a moment after it was sent.
    std::optional<Unit> take_soon(const Worker& worker) const { return take(worker, 600); }
    Progress progress(JobNumber job) const { return *store().progress(*store().find(job)); }
    std::optional<Unit> take(const Worker& worker, int tries = 0) const {
        for (;;) {
            const auto unit = queue().take(worker, {});
            EXPECT_TRUE(unit) << unit.error().text;
            if (!unit || *unit || !has_jetstream || --tries < 0) return unit ? *unit : std::nullopt;
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
    }
    std::string all(JobNumber job) const {
        std::string text;
        EXPECT_TRUE(store().for_each_result(job, [&](const Unit&, const std::string& bytes) {
            text += bytes;
            return Expected<void>();
        }));
        return text;
    }
};

Worker worker(const std::string& name) { return {name, "1", "2"}; }
std::string honest(const Unit& unit) {
    std::string text;
    for (auto i = unit.first; i < unit.last; ++i) text += std::to_string(i) + "\n";
    return text;
}
std::string of_items(std::uint64_t items) { return honest({.last = items}); }

class JobRows : public testing::TestWithParam<const char*> {};

TEST_P(JobRows, EachItemCountsOnceWhateverBecomesOfWorkers) {
    const std::string_view kind = GetParam();
    const std::uint64_t most = kind == "sqlite" ? 12 : kind == "postgres" ? 3 : 1; // they take longer
    for (std::uint64_t seed = 0; seed < most; ++seed) {
        Jobs jobs(GetParam());
        Random random(seed);
        const std::uint64_t items = 1 + std::uint64_t(random.below(60));
        const JobNumber job = jobs.begin({.items = items,
                                          .unit = std::uint64_t(random.below(4)),
                                          .check = std::uint64_t(random.below(4)),
                                          .lease = jobs.lease()});
        struct Hand {
            Worker who;
            std::optional<Unit> unit;
        };
        std::vector<Hand> hands;
        int born = 0;
        const auto renew_hand = [&](Hand& hand) { hand = {worker("w" + std::to_string(born++)), {}}; };
        for (int i = 0; i < 4; ++i) renew_hand(hands.emplace_back());
        for (int step = 0; step < 3000 && !is_complete(*jobs.store().find(job), jobs.progress(job)); ++step) {
            Hand& hand = hands[std::size_t(random.below(4))];
            if (!hand.unit) {
                hand.unit = jobs.take(hand.who);
                if (!hand.unit && random.below(9) == 0) { // what is left may be lost, or set aside
                    jobs.pass(std::chrono::seconds(11));
                    EXPECT_TRUE(jobs.store().resume(job));
                }
                continue;
            }
            switch (random.below(12)) {
            case 0: renew_hand(hand); break;                    // killed
            case 1: jobs.pass(std::chrono::seconds(11)); break; // frozen, all of them
            case 2: EXPECT_TRUE(jobs.queue().give_back(*hand.unit, hand.who)), hand.unit.reset(); break;
            case 3: EXPECT_TRUE(jobs.queue().renew(*hand.unit, hand.who)); break;
            case 4:
                EXPECT_TRUE(jobs.store().stop(job));
                EXPECT_FALSE(jobs.take(worker("other")));
                EXPECT_TRUE(jobs.store().resume(job)); // those too that were set aside
                break;
            default:
                EXPECT_TRUE(jobs.store().keep(*hand.unit, hand.who, {honest(*hand.unit), 1}));
                if (random.below(5)) jobs.queue().finish(*hand.unit, hand.who); // or that was lost
                if (random.below(3)) hand.unit.reset();                         // or kept once more
            }
        }
        const Progress p = jobs.progress(job);
        EXPECT_EQ(p.items, items) << seed;
        EXPECT_EQ(p.split, 0u);
        EXPECT_TRUE(p.liars.empty());
        EXPECT_EQ(jobs.all(job), of_items(items)) << seed;
    }
}

// Workers know a job by its number, and may come with a unit of it when it is gone.
TEST_P(JobRows, ANumberIsNeverAnotherJobs) {
    Jobs jobs(GetParam());
    const JobNumber first = jobs.begin({.items = 2, .unit = 2, .check = 0});
    const auto unit = jobs.take_soon(worker("ada"));
    ASSERT_TRUE(unit);
    ASSERT_TRUE(jobs.store().stop(first));
    ASSERT_TRUE(jobs.store().remove(first));
    const JobNumber second = jobs.begin({.items = 2, .unit = 2, .check = 0});
    EXPECT_NE(second, first);
    ASSERT_TRUE(jobs.take_soon(worker("bea")));
    EXPECT_EQ(*jobs.store().keep(*unit, worker("ada"), {"another's", 1}), Kept::was_there);
    EXPECT_EQ(jobs.progress(second).items, 0u);
}

// What is attached to a job is read with it, and not with all of them.
TEST_P(JobRows, WhatIsAttachedIsThere) {
    Jobs jobs(GetParam());
    const std::string bytes = "\0 openings \xff"s;
    const JobNumber job = jobs.begin({.attached = bytes, .identity = "what", .items = 3, .unit = 2, .lease = 7});
    const Job found = *jobs.store().find(job), listed = jobs.store().jobs()->at(0);
    EXPECT_EQ(found.attached, bytes);
    for (const Job& each : {found, listed})
        EXPECT_TRUE(each.number == job && each.identity == "what" && each.items == 3 && each.unit == 2 &&
                    each.lease == 7 && each.signature == "2" && each.is_running);
}

// One that cannot be done is not tried for ever.
TEST_P(JobRows, AJobOfWhichNothingCanBeDoneIsStopped) {
    Jobs jobs(GetParam());
    const JobNumber job = jobs.begin({.items = 40, .unit = 1, .check = 0});
    int tries = 0;
    for (; const auto unit = jobs.take(worker("ada"), 3); ++tries)
        ASSERT_TRUE(jobs.queue().fail(*unit, worker("ada"), "no such game"));
    EXPECT_EQ(tries, most_attempts * most_attempts);
    EXPECT_FALSE(jobs.store().find(job)->is_running);
    EXPECT_EQ(jobs.progress(job).why.at(0).why, "no such game");
    ASSERT_TRUE(jobs.store().resume(job));
    const auto unit = jobs.take_soon(worker("bea"));
    ASSERT_TRUE(unit);
    ASSERT_EQ(*jobs.store().keep(*unit, worker("bea"), {"done", 1}), Kept::counts);
    while (const auto next = jobs.take(worker("bea"), 3))
        ASSERT_TRUE(jobs.queue().fail(*next, worker("bea"), "some cannot"));
    EXPECT_TRUE(jobs.store().find(job)->is_running);
    EXPECT_EQ(jobs.progress(job).aside, 39u);
}

TEST_P(JobRows, WhoeverComesLateIsToldSo) {
    Jobs jobs(GetParam());
    const JobNumber job = jobs.begin({.items = 2, .unit = 2, .check = 0, .lease = jobs.lease()});
    const Worker slow = worker("slow"), quick = worker("quick");
    const auto unit = jobs.take_soon(slow);
    ASSERT_TRUE(unit);
    EXPECT_FALSE(jobs.take(quick)) << "it is another's";
    for (int i = 0; !jobs.has_jetstream && i < 2; ++i) {
        jobs.now += std::chrono::seconds(9);
        EXPECT_FALSE(jobs.take(quick)) << "it was renewed";
        EXPECT_TRUE(*jobs.queue().renew(*unit, slow));
    }
    const auto again = jobs.take_lost(quick);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->number, unit->number);
    EXPECT_FALSE(*jobs.queue().renew(*unit, slow));
    EXPECT_EQ(*jobs.store().keep(*unit, slow, {honest(*unit), 1}), Kept::counts) << "it is done, whoever did it";
    EXPECT_EQ(*jobs.store().keep(*again, quick, {honest(*again), 1}), Kept::was_there);
    EXPECT_EQ(jobs.progress(job).items, 2u);
    EXPECT_EQ(jobs.progress(job).seconds, 1);
    EXPECT_TRUE(*jobs.queue().is_exhausted(quick, {}));
}

TEST_P(JobRows, AUnitThatFailsOrKillsIsSetAsideWithItsReason) {
    for (const bool kills : {false, true}) {
        Jobs jobs(GetParam());
        const JobNumber job = jobs.begin({.items = 2, .unit = 1, .check = 0, .lease = jobs.lease()});
        for (int i = 0; i < most_attempts; ++i) {
            const Worker who = worker("w" + std::to_string(i));
            const auto unit = i > 0 && kills ? jobs.take_lost(who) : jobs.take_soon(who);
            ASSERT_TRUE(unit && unit->number == 0) << i;
            if (!kills) { EXPECT_TRUE(jobs.queue().fail(*unit, who, "it cannot be done\nso")); }
        }
        const auto other = kills ? jobs.take_lost(worker("last")) : jobs.take_soon(worker("last"));
        ASSERT_TRUE(other && other->number == 1);
        const Progress p = jobs.progress(job);
        ASSERT_EQ(p.why.size(), 1u);
        EXPECT_EQ(p.why[0].why, kills ? "w4 was not heard of any more" : "it cannot be done so");
        EXPECT_TRUE(jobs.store().keep(*other, worker("last"), {honest(*other), 1}));
        EXPECT_TRUE(*jobs.queue().is_exhausted(worker("last"), {}));
        EXPECT_FALSE(is_complete(*jobs.store().find(job), jobs.progress(job)));
        EXPECT_TRUE(jobs.store().resume(job));
        EXPECT_TRUE(jobs.take_soon(worker("last")));
    }
}

TEST_P(JobRows, WhoLiesIsSetAsideWithAllThatItDid) {
    Jobs jobs(GetParam());
    const JobNumber job = jobs.begin({.items = 30, .unit = 1, .check = 3, .lease = jobs.lease()});
    const Worker liar = worker("liar"), ada = worker("ada"), bea = worker("bea");
    const auto does = [&](const Worker& who, bool lies) {
        const auto unit = jobs.take(who, 3);
        if (!unit) return false;
        EXPECT_TRUE(jobs.store().keep(*unit, who, {lies ? "a lie" : honest(*unit), 1}));
        jobs.queue().finish(*unit, who);
        return true;
    };
    for (int i = 0; i < 12; ++i) ASSERT_TRUE(does(liar, true));
    Progress p = jobs.progress(job);
    EXPECT_EQ(p.split, 0u);
    const auto twice = p.checks; // one of three; JetStream's are cut before they are taken
    if (!jobs.has_jetstream) { EXPECT_EQ(twice, 4u); }
    while (does(ada, false)) {}
    p = jobs.progress(job);
    const auto split = p.split;
    EXPECT_TRUE(jobs.has_jetstream ? split >= 3 && split <= twice : split == twice)
        << split << ": of two nobody knows which is right";
    EXPECT_TRUE(p.liars.empty());
    EXPECT_FALSE(is_complete(*jobs.store().find(job), p));
    ASSERT_TRUE(does(bea, false));
    p = jobs.progress(job);
    EXPECT_EQ(p.split, 0u);
    ASSERT_EQ(p.liars.size(), 1u);
    EXPECT_EQ(p.liars[0].worker, "liar");
    EXPECT_TRUE(p.liars[0].why.ends_with(" of job 1 is not what 2 others made")) << p.liars[0].why;
    EXPECT_EQ(p.items, 30u - (12 - split)) << "what the liar alone did is to be done again";
    EXPECT_FALSE(jobs.queue().take(liar, {}));
    while (does(ada, false) || does(bea, false)) {}
    p = jobs.progress(job);
    EXPECT_TRUE(is_complete(*jobs.store().find(job), p));
    EXPECT_EQ(p.agreed, p.checks);
    EXPECT_EQ(jobs.all(job), of_items(30));
}

// What a proof's answer says of the node that was asked about, turned round.
std::string turned_round(const std::string& bytes) {
    auto answer = *read_answer(bytes);
    Facts& facts = answer.facts.at(0).facts;
    facts = Facts::decided(facts.kind == Facts::win ? Facts::lost : Facts::win, 1);
    return written_answer(answer);
}

// Three workers, and one that lies from the first unit on: the proof is none of its, whatever it said and whenever it is found out.
TEST_P(JobRows, AProofTakesBackAllThatALiarSaid) {
    const Written asked{R"({"game":"clobber:size=4x5","nodes":200,"memory":1})", {}};
    const auto understood = (*find_kind("solve"))->understood(asked);
    ASSERT_TRUE(understood) << understood.error().text;
    const Work* const work = understood->get();
    for (int round = 0; round < 2; ++round) {
        Jobs jobs(GetParam());
        const JobNumber job = *jobs.store().begin({.kind = "solve",
                                                   .request = asked.request,
                                                   .identity = work->identity(),
                                                   .grows = true,
                                                   .check = 1,
                                                   .version = "1",
                                                   .signature = "2"});
        const Worker liar = worker("liar");
        std::atomic<bool> is_found_out = false;
        const auto lie = [&](int most) { // so many times
            const auto place = open_jobs(jobs.url);
            ASSERT_TRUE(place) << place.error().text;
            auto growing = *work->growing();
            std::uint64_t epoch = 0, heard = 0;
            for (int lies = 0; lies < most;) {
                const auto unit = place->queue->take(liar, {});
                if (!unit) return void(is_found_out = true);
                if (!*unit && (*place->store->find(job)).is_over) return;
                if (!*unit) continue;
                const auto growth = *place->store->growth(job, epoch, heard);
                if (growth.epoch != epoch) growing = *work->growing(), epoch = growth.epoch, heard = 0;
                for (const std::string& each : growth.heard) ASSERT_TRUE(growing->learn(each));
                heard += growth.heard.size();
                if ((*unit)->is_to_be_found) {
                    const auto next = *growing->next(growth.asked);
                    if (!next) return;
                    ASSERT_TRUE(place->store->grow(job, growth, next));
                    continue;
                }
                const auto made = growing->make((*unit)->asked, (*unit)->after, never);
                if (!made) continue; // its job went back meanwhile
                ASSERT_TRUE(place->store->keep(**unit, liar, {turned_round(*made), 1}));
                ++lies;
            }
        };
        lie(1 + 2 * round);
        EXPECT_FALSE(is_found_out) << "nobody else has said anything";
        std::vector<std::thread> all;
        for (const char* name : {"ada", "bea", "eva"})
            all.emplace_back([&, name] {
                const auto place = open_jobs(jobs.url);
                ASSERT_TRUE(place) << place.error().text;
                const WorkerTells tells{[](const Unit&) {}, [](const Unit&, const WorkerReport&) {},
                                        [](const std::string&) {}};
                const auto done = jobs::work(*place, {.worker = worker(name), .until_done = true}, tells, never, never);
                EXPECT_TRUE(done) << done.error().text;
            });
        for (std::thread& each : all) each.join();
        const auto begun = *jobs.store().find(job);
        const Progress p = jobs.progress(job);
        EXPECT_TRUE(is_complete(begun, p)) << p.split << " units are in doubt";
        ASSERT_EQ(p.liars.size(), 1u);
        EXPECT_EQ(p.liars[0].worker, "liar");
        // Each result that is there is what follows from those before it, and all of them are the proof.
        auto growing = *work->growing();
        EXPECT_TRUE(jobs.store().for_each_result(job, [&](const Unit& unit, const std::string& bytes) {
            EXPECT_EQ(growing->make(unit.asked, unit.after, never).value_or(""), bytes) << unit.number;
            return growing->learn(bytes);
        }));
        EXPECT_TRUE(growing->is_over());
        EXPECT_EQ(growing->progress()[0].text, "win");
    }
}

TEST_P(JobRows, OtherVersionsAndSignaturesAreGivenNothing) {
    Jobs jobs(GetParam());
    const JobNumber job = jobs.begin({.items = 5});
    EXPECT_FALSE(jobs.take({"a", "1", "3"}));
    EXPECT_FALSE(jobs.take({"b", "3", "2"}));
    EXPECT_FALSE(*jobs.queue().take(worker("c"), {job})) << "nor who is not willing";
    EXPECT_TRUE(jobs.take_soon(worker("c")));
}

TEST_P(JobRows, UnitsAreAsLargeAsTheirCostSays) {
    EXPECT_EQ(unit_size({}), 1u) << "nothing is known yet";
    EXPECT_EQ(unit_size({.seconds = 0.1, .items = 1, .largest = 1, .left = 1'000'000}), 8u)
        << "one may have been short";
    EXPECT_EQ(unit_size({.seconds = 100, .items = 100, .largest = 50, .left = 1'000'000}), 120u);
    EXPECT_EQ(unit_size({.seconds = 100, .items = 100, .largest = 50, .left = 1000, .workers = 10}), 50u)
        << "towards the end all shall end together";
    EXPECT_EQ(unit_size({.seconds = 100, .items = 100, .largest = 50, .left = 100, .workers = 10}), 30u);
    EXPECT_EQ(unit_size({.seconds = 1000, .items = 1, .largest = 1, .left = 100}), 1u);
    Jobs jobs(GetParam());
    const JobNumber job = jobs.begin({.items = 1000});
    std::uint64_t last = 0;
    for (int i = 0; i < 30; ++i)
        if (const auto unit = jobs.take(worker("a" + std::to_string(i % 2)))) {
            const auto size = unit->last - unit->first;
            EXPECT_LE(size, std::max<std::uint64_t>(120, 1)) << i;
            EXPECT_GE(size, std::min<std::uint64_t>({30, last, 1000 - unit->first})) << i;
            last = std::max(size, last);
            EXPECT_TRUE(jobs.store().keep(*unit, worker("a" + std::to_string(i % 2)), {"", double(size)}));
            jobs.now += std::chrono::seconds(1);
        }
    EXPECT_EQ(jobs.progress(job).items, 1000u);
    EXPECT_DOUBLE_EQ(jobs.progress(job).cost, 1);
}

// A worker that is to end when all is done does so before a check that another one may make, only where nobody else is heard of any more.
TEST(JobChecks, AWorkerWaitsForWhoMayMakeOne) {
    const auto ends = [](Jobs& jobs, const Worker& who) {
        EXPECT_FALSE(jobs.take(who));
        return *jobs.queue().is_exhausted(who, {});
    };
    const auto keep = [](Jobs& jobs, const Worker& who, const std::string& bytes) {
        const auto unit = jobs.take_soon(who);
        ASSERT_TRUE(unit);
        ASSERT_EQ(*jobs.store().keep(*unit, who, {bytes, 1}), Kept::counts);
    };
    const Worker ada = worker("ada"), bea = worker("bea"), cleo = worker("cleo");
    for (const char* kind : {"sqlite", "postgres"}) {
        {
            Jobs jobs(kind);
            const JobNumber job = jobs.begin({.grows = true, .check = 1, .lease = jobs.lease()});
            const auto grow = [&](const std::optional<std::string>& asked) {
                ASSERT_TRUE(*jobs.store().grow(job, *jobs.store().growth(job, 0, 0), asked));
            };
            grow("one");
            keep(jobs, ada, "first");
            keep(jobs, bea, "first");
            grow("two");
            keep(jobs, ada, "second");
            grow({});
            EXPECT_FALSE(is_complete(*jobs.store().find(job), jobs.progress(job)));
            EXPECT_FALSE(ends(jobs, ada)) << "Bea may be about to come";
            jobs.pass(std::chrono::seconds(11));
            EXPECT_TRUE(ends(jobs, ada));
            const auto check = jobs.take_soon(bea);
            ASSERT_TRUE(check);
            EXPECT_FALSE(ends(jobs, ada));
            ASSERT_EQ(*jobs.store().keep(*check, bea, {"second", 1}), Kept::counts);
            EXPECT_TRUE(ends(jobs, ada));
            EXPECT_TRUE(is_complete(*jobs.store().find(job), jobs.progress(job)));
        }
        Jobs jobs(kind);
        const JobNumber job = jobs.begin({.items = 1, .check = 1, .lease = jobs.lease()});
        EXPECT_TRUE(jobs.take_soon(cleo)); // and is lost
        jobs.pass(std::chrono::seconds(11));
        keep(jobs, ada, "so");
        EXPECT_TRUE(ends(jobs, ada)) << "nobody waits for a check that nothing hangs on";
        keep(jobs, bea, "otherwise");
        EXPECT_EQ(jobs.progress(job).split, 1u);
        EXPECT_TRUE(ends(jobs, bea)) << "nobody else is there";
        ASSERT_EQ(*jobs.queue().is_exhausted(ada, {}), true);
        const auto third = jobs.take_soon(cleo);
        ASSERT_TRUE(third);
        ASSERT_TRUE(jobs.queue().give_back(*third, cleo));
        EXPECT_FALSE(ends(jobs, ada)) << "Cleo says who is right";
        jobs.pass(std::chrono::seconds(11));
        EXPECT_FALSE(*jobs.queue().take(cleo, {job}));
        EXPECT_TRUE(ends(jobs, ada)) << "Cleo is there, and will not; her lease is not waited for, too";
        keep(jobs, cleo, "so");
        EXPECT_TRUE(ends(jobs, ada));
    }
}

TEST(JobChecks, AllThatOneAloneDidIsDoneAgainOnRequest) {
    for (const char* kind : {"sqlite", "postgres"}) {
        Jobs jobs(kind);
        const JobNumber job = jobs.begin({.items = 5, .unit = 1, .check = 5});
        const auto make = [&](const char* name) {
            const auto unit = jobs.take(worker(name));
            if (unit) { EXPECT_EQ(*jobs.store().keep(*unit, worker(name), {honest(*unit), 1}), Kept::counts); }
            return unit.has_value();
        };
        ASSERT_TRUE(make("ada"));
        EXPECT_EQ(jobs.store().check(job).error().text,
                  "job 1 is not done; begun with --check 1 it is checked on the way");
        while (make("ada")) {}
        ASSERT_TRUE(jobs.store().stop(job));
        EXPECT_EQ(jobs.store().check(job).error().text, "job 1 is stopped; resume it first");
        ASSERT_TRUE(jobs.store().resume(job));
        EXPECT_EQ(*jobs.store().check(job), 5u) << "with the one that was to be done twice anyhow";
        EXPECT_EQ(*jobs.store().check(job), 5u) << "they still wait";
        EXPECT_EQ(jobs.progress(job).checks, 5u);
        EXPECT_FALSE(make("ada")) << "for others to do";
        while (make("bea")) {}
        EXPECT_EQ(jobs.progress(job).agreed, 5u);
        EXPECT_EQ(*jobs.store().check(job), 0u);
        EXPECT_EQ(jobs.all(job), of_items(5));
    }
}

// However short the lease: who has nothing to do asks only now and then, and is there all the same; and so is who may do what somebody lost had in hand.
TEST(JobChecks, AShortLeaseIsNoReasonToEndBeforeWhoMayMakeOne) {
    const Worker ada = worker("ada"), bea = worker("bea"), cleo = worker("cleo");
    for (const char* kind : {"sqlite", "postgres"})
        for (const bool is_lost : {false, true}) {
            Jobs jobs(kind);
            const JobNumber job = jobs.begin({.grows = true, .check = 1, .lease = 1});
            const auto grow = [&](const std::optional<std::string>& asked) {
                ASSERT_TRUE(*jobs.store().grow(job, *jobs.store().growth(job, 0, 0), asked));
            };
            const auto keep = [&](const Worker& who, const std::string& bytes) {
                const auto unit = jobs.take_soon(who);
                ASSERT_TRUE(unit);
                ASSERT_EQ(*jobs.store().keep(*unit, who, {bytes, 1}), Kept::counts);
            };
            grow("one");
            keep(ada, "first");
            keep(bea, "first");
            grow("two");
            keep(ada, "second");
            grow({});
            if (is_lost) {
                EXPECT_TRUE(jobs.take_soon(cleo));
                EXPECT_FALSE(jobs.take(bea)) << "Cleo has it in hand";
            }
            jobs.pass(longest_wait);
            EXPECT_FALSE(jobs.take(ada));
            EXPECT_FALSE(*jobs.queue().is_exhausted(ada, {})) << "Bea asks again now";
            jobs.pass(3 * longest_wait);
            EXPECT_FALSE(jobs.take(ada));
            EXPECT_TRUE(*jobs.queue().is_exhausted(ada, {}));
        }
}

TEST(JobFiles, OnlyJobsOfOursAreOpened) {
    const std::string path = (fs::temp_directory_path() / ("jobs_test.other." + std::to_string(::getpid()))).string();
    const auto refusal = [](const std::string& url) {
        const auto opened = open_jobs(url);
        return opened ? "opened" : opened.error().text;
    };
    EXPECT_TRUE(refusal("mysql://here").contains("write sqlite:PATH"));
    EXPECT_TRUE(refusal("sqlite:").contains("write sqlite:PATH"));
    EXPECT_TRUE(refusal("sqlite:/dev/null").contains("/dev/null"));
    {
        SQLite::Database other(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        other.exec("CREATE TABLE games (name)");
    }
    EXPECT_TRUE(refusal("sqlite:" + path).contains("the database of another program"));
    fs::remove(path);
    ASSERT_TRUE(write_whole(path, "no database at all, but long enough to be looked at as one by who opens it"));
    EXPECT_TRUE(refusal("sqlite:" + path).contains("not a database")) << refusal("sqlite:" + path);
    fs::remove(path);
    EXPECT_TRUE(open_jobs("sqlite:" + path, {.may_make = false}).error().text.contains("there is no such file"));
    EXPECT_FALSE(fs::exists(path));
    const Jobs jobs("sqlite");
    {
        // While somebody writes, what is there is read; who would write is told to come again.
        SQLite::Database holder(jobs.path.string(), SQLite::OPEN_READWRITE);
        holder.exec("BEGIN IMMEDIATE");
        const auto opened = open_jobs("sqlite:" + jobs.path.string(), {.patience = std::chrono::milliseconds(1)});
        ASSERT_TRUE(opened) << opened.error().text;
        EXPECT_TRUE(opened->store->jobs());
        EXPECT_EQ(opened->store->stop(1).error().again_after, 1);
    }
    SQLite::Database(jobs.path.string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
    EXPECT_TRUE(refusal("sqlite:" + jobs.path.string()).contains("made by a newer Tavoliere"));
}

INSTANTIATE_TEST_SUITE_P(Rows, JobRows, testing::Values("sqlite", "postgres", "jetstream"),
                         [](const auto& i) { return i.param; });

// Where the database was lost for a moment the same is asked again, and what was kept is there.
TEST(JobsInPostgres, AreThereAfterItWasKilled) {
    PostgresProcess own;
    const auto place = open_jobs(own.make_database("jobs"));
    ASSERT_TRUE(place) << place.error().text;
    const JobNumber job =
        *place->store->begin({.kind = "selfplay", .items = 20, .unit = 1, .version = "1", .signature = "2"});
    for (std::uint64_t done = 1; done <= 10; ++done) {
        const auto unit = place->queue->take(worker("ada"), {});
        ASSERT_TRUE(unit && *unit);
        ASSERT_EQ(*place->store->keep(**unit, worker("ada"), {honest(**unit), 1}), Kept::counts);
        if (done % 4) continue;
        own.kill();
        const auto lost = place->queue->take(worker("ada"), {});
        ASSERT_FALSE(lost);
        EXPECT_EQ(lost.error().again_after, 1) << lost.error().text;
        own.start();
        EXPECT_EQ(place->store->progress(*place->store->find(job))->items, done);
    }
}

// JetStream's messages are never the truth: whatever becomes of them, each item counts once.
TEST(JobsInJetStream, NothingIsLostWithIt) {
    NatsProcess nats(NatsProcess::Keeps::streams);
    Jobs jobs("jetstream", &nats);
    const std::uint64_t items = 60;
    const JobNumber job = jobs.begin({.items = items, .unit = 1, .check = 7, .lease = jobs.lease()});
    std::vector<Unit> in_hand;
    const Worker ada = worker("ada"), bea = worker("bea");
    const auto keep = [&](const Unit& unit, const Worker& who) {
        const auto kept = jobs.store().keep(unit, who, {honest(unit), 0.2}); // some are sent ahead
        ASSERT_TRUE(kept) << kept.error().text;
        jobs.queue().finish(unit, who);
    };
    const auto all_are_done = [&] { return jobs.progress(job).items == items; };
    for (int deaths = 0; deaths < 3; ++deaths) {
        for (int i = 0; i < 5; ++i)
            if (const auto unit = jobs.take(bea)) keep(*unit, bea);
        if (const auto unit = jobs.take(ada)) in_hand.push_back(*unit);
        nats.kill();
        if (deaths != 1) nats.lose_data();
        if (deaths == 2) { // units are handed out all the same
            for (int tries = 0; jobs.queue().trouble().empty() && tries < 600; ++tries)
                std::this_thread::sleep_for(std::chrono::milliseconds(100));
            EXPECT_TRUE(jobs.queue().trouble().contains("nobody answers there"));
            const auto unit = jobs.take(bea);
            ASSERT_TRUE(unit);
            keep(*unit, bea);
        }
        nats.start();
    }
    for (const Unit& unit : in_hand) keep(unit, ada); // who has a unit does it whatever becomes of the queue
    for (int tries = 0; !all_are_done() && tries < 600; ++tries) {
        const auto unit = jobs.queue().take(bea, {}); // a problem, until it is connected again
        if (unit && *unit)
            keep(**unit, bea);
        else
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    EXPECT_TRUE(all_are_done());
    EXPECT_TRUE(*jobs.queue().is_exhausted(bea, {}));
    EXPECT_EQ(jobs.progress(job).aside, 0u);
    EXPECT_EQ(jobs.all(job), of_items(items));
}

// Whoever can reach the server can write there.
TEST(JobsInJetStream, WhatSomebodyElseWritesThereIsNothing) {
    Jobs jobs("jetstream");
    const JobNumber job = jobs.begin({.items = 9, .unit = 1, .check = 0});
    const auto first = jobs.take_soon(worker("ada"));
    ASSERT_TRUE(first);
    // Its stream's name is in the names of all.
    auto nats = nats::Connection::open(shared_nats().url(), {.kept_bytes = 1000});
    ASSERT_TRUE(nats);
    nats::Message names;
    ASSERT_EQ((*nats)->request("$JS.API.STREAM.NAMES", "", names), nats::Answered::yes);
    const auto json = read_json(names.data, {.bytes = 100'000});
    ASSERT_TRUE(json) << names.data;
    for (const Json& name : *(*json)["streams"].array())
        for (const char* data : {"", "x", "-1", "0", "8", "99999999999999999999", "7"}) {
            nats::Message answer;
            EXPECT_EQ((*nats)->request(*name.text() + ".junk", data, answer), nats::Answered::yes);
        }
    ASSERT_EQ(*jobs.store().keep(*first, worker("ada"), {honest(*first), 1}), Kept::counts);
    jobs.queue().finish(*first, worker("ada"));
    std::set<std::int64_t> numbers{first->number};
    while (const auto unit = jobs.take(worker("ada"), 3)) {
        EXPECT_TRUE(numbers.insert(unit->number).second) << unit->number;
        ASSERT_EQ(*jobs.store().keep(*unit, worker("ada"), {honest(*unit), 1}), Kept::counts);
        jobs.queue().finish(*unit, worker("ada"));
    }
    EXPECT_EQ(jobs.all(job), of_items(9));
}

// Whoever made it, and though nobody could say so to the server when the job was removed. Those of other jobs are let alone.
TEST(JobsInJetStream, AStreamGoesWithItsJob) {
    NatsProcess server(NatsProcess::Keeps::streams);
    Jobs jobs("jetstream", &server);
    auto nats = nats::Connection::open(server.url(), {.kept_bytes = 1000});
    ASSERT_TRUE(nats);
    nats::Message answer;
    const auto streams = [&]() -> std::string {
        for (int tries = 0; tries < 600; ++tries) { // it may have to connect again
            if ((*nats)->request("$JS.API.STREAM.NAMES", "", answer) == nats::Answered::yes)
                if (const auto json = read_json(answer.data, {.bytes = 100'000}); json && (*json)["streams"].array()) {
                    std::string names;
                    for (const Json& name : *(*json)["streams"].array()) names += std::string(*name.text()) + " ";
                    return names;
                }
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return "nobody answers";
    };
    const std::string others = "tavoliere-job-of-others", alone = others + " ";
    ASSERT_EQ((*nats)->request("$JS.API.STREAM.CREATE." + others,
                               R"({"name":")" + others + R"(","subjects":["others.*"],"retention":"workqueue",)" +
                                   R"("storage":"file","num_replicas":1})",
                               answer),
              nats::Answered::yes);
    ASSERT_EQ(streams(), alone);
    const Worker ada = worker("ada"), bea = worker("bea");
    const auto elsewhere = open_jobs(jobs.url, {}, {}, server.url());
    ASSERT_TRUE(elsewhere);
    const auto nothing_is_left_for = [&](WorkQueue& queue, const Worker& who) {
        const auto unit = queue.take(who, {});
        EXPECT_TRUE(unit && !*unit);
    };

    // The last results are others' than who sent the units, who is gone; some checks are never made.
    const JobNumber done = jobs.begin({.items = 6, .unit = 1, .check = 3});
    while (const auto unit = jobs.take_soon(ada)) {
        EXPECT_NE(streams(), alone);
        ASSERT_EQ(*jobs.store().keep(*unit, ada, {honest(*unit), 1}), Kept::counts);
        jobs.queue().finish(*unit, ada);
        if (jobs.progress(done).items == 6) break;
    }
    EXPECT_LT(jobs.progress(done).agreed, jobs.progress(done).checks);
    EXPECT_NE(streams(), alone);
    ASSERT_TRUE(*elsewhere->queue->take(bea, {})); // a check
    EXPECT_EQ(streams(), alone);
    ASSERT_TRUE(jobs.store().stop(done));

    for (const bool is_away : {false, true}) {
        const JobNumber removed = jobs.begin({.items = 6, .unit = 1, .check = 0});
        ASSERT_TRUE(jobs.take_soon(ada));
        ASSERT_TRUE(jobs.store().stop(removed));
        nothing_is_left_for(*elsewhere->queue, worker("cleo"));
        EXPECT_NE(streams(), alone) << "it may be resumed";
        if (is_away) server.kill();
        ASSERT_TRUE(jobs.store().remove(removed));
        if (is_away) server.start();
        EXPECT_NE(streams(), alone);
        for (int tries = 0; streams() != alone && tries < 600; ++tries) {
            if (tries) std::this_thread::sleep_for(std::chrono::milliseconds(100));
            (void)elsewhere->queue->take(worker("eva"), {});
            if (!is_away) break;
        }
        EXPECT_EQ(streams(), alone) << is_away;
    }
}

TEST(JobsInJetStream, WhatIsNoneIsOneLine) {
    const std::string path = (fs::temp_directory_path() / ("jobs_test.queue." + std::to_string(::getpid()))).string();
    const auto refusal = [&](const std::string& queue) {
        const auto opened = open_jobs("sqlite:" + path, {}, {}, queue);
        return opened ? "opened" : opened.error().text;
    };
    EXPECT_TRUE(refusal("redis://me:secret@here").contains("is no address of a NATS; write nats://HOST:PORT"));
    EXPECT_FALSE(refusal("redis://me:secret@here").contains("secret"));
    const NatsProcess without;
    EXPECT_TRUE(refusal(without.url()).contains("has no JetStream; start it as nats-server -js"))
        << refusal(without.url());
    EXPECT_EQ(refusal("nats://127.0.0.1:1"), "opened") << "it may come";
    for (const char* end : {"", "-wal", "-shm"}) fs::remove(path + end);
}

// Many at work at once, whose results come in any order: each question is about a leaf that nobody is at, its answer the same whoever
// finds it and whenever, and the proof comes to what other solvers found. So does another that goes on from the state of any moment.
TEST(Kinds, AProofEndsRightInWhateverOrderItsResultsCome) {
    const std::string file = (fs::temp_directory_path() / ("jobs_test.state." + std::to_string(::getpid()))).string();
    std::uint64_t seed = 0;
    std::size_t most_out = 0;
    for (const auto& row : test_data("clobber-outcomes.json")) {
        if (++seed % 16) continue;
        const std::string place = R"("game":")" + text_of(row.at("game")) + R"(","position":")" +
                                  text_of(row.at("position")) + R"(","nodes":100,"memory":1)";
        const std::string value = text_of(row.at("value"));
        const auto kind = *find_kind("solve");
        Written asked{"{" + place + "}", {}};
        Random random(seed);
        for (int run = 0; run < 2; ++run) {
            const auto work = kind->understood(asked);
            ASSERT_TRUE(work) << work.error().text;
            auto proof = *(*work)->growing(), witness = *(*work)->growing();
            std::vector<std::string> out, kept;
            std::vector<std::uint64_t> after; // of those that are out
            std::vector<std::string> at_once; // what the witness answers before anything else is known
            const int stop = run == 0 ? 3 + random.below(5) : 1000;
            for (int steps = 0; !proof->is_over() && int(kept.size()) < stop; ++steps) {
                ASSERT_LT(steps, 5000) << place;
                if (out.size() < 5 && (out.empty() || random.below(2))) {
                    const auto next = proof->next(out);
                    ASSERT_TRUE(next) << next.error().text;
                    if (*next) {
                        EXPECT_EQ(std::ranges::count(out, **next), 0) << **next;
                        out.push_back(**next), after.push_back(kept.size());
                        at_once.push_back(witness->make(out.back(), after.back(), never).value_or(""));
                        most_out = std::max(most_out, out.size());
                        continue;
                    }
                    ASSERT_FALSE(out.empty()) << "nobody is at work, nothing is asked, and it is open: " << place;
                }
                const auto at = std::ptrdiff_t(random.below(std::uint32_t(out.size())));
                const auto made = proof->make(out[std::size_t(at)], after[std::size_t(at)], never);
                ASSERT_TRUE(made) << made.error().text;
                ASSERT_TRUE(proof->learn(*made));
                kept.push_back(*made);
                EXPECT_EQ(at_once[std::size_t(at)], *made);
                ASSERT_TRUE(witness->learn(*made));
                out.erase(out.begin() + at), after.erase(after.begin() + at), at_once.erase(at_once.begin() + at);
            }
            if (run == 1 || proof->is_over()) {
                EXPECT_EQ(proof->progress()[0].text, value) << place;
                EXPECT_EQ(witness->progress()[0].text, value) << place;
            }
            const auto written = (*work)->write(file, [&](const Work::Take& take) {
                for (const std::string& each : kept)
                    if (auto taken = take(each); !taken) return taken;
                return Expected<void>();
            });
            ASSERT_TRUE(written) << written.error().text;
            asked.attached = *training::text_of_frame(*read_whole(file, file_kind::proof_state));
            EXPECT_TRUE(read_state(asked.attached));
        }
    }
    EXPECT_EQ(most_out, 5u);
    fs::remove(file);
}

// Of what it knew before it was asked an answer says nothing but what is known now of the node itself; it tells of nodes below decided
// ones too, and of more where the question is larger.
TEST(Kinds, AnAnswerOfAProofTellsWhatIsNew) {
    const auto work = (*find_kind("solve"))->understood({R"({"game":"clobber:size=4x5","nodes":700,"memory":1})", {}});
    ASSERT_TRUE(work) << work.error().text;
    auto proof = *(*work)->growing();
    FactLog log;
    std::uint64_t heard = 0;
    std::size_t most = 0;
    for (; !proof->is_over(); ++heard) {
        const auto asked = proof->next({});
        ASSERT_TRUE(asked && *asked);
        const auto made = proof->make(**asked, heard, never);
        ASSERT_TRUE(made) << made.error().text;
        const auto answer = read_answer(*made);
        ASSERT_TRUE(answer);
        for (const KnownFacts& told : std::span(answer->facts).subspan(1))
            if (const auto known = log.find(told.key)) {
                EXPECT_NE(packed_facts::pack(*known), packed_facts::pack(told.facts)) << "answer " << heard;
            }
        if (!answer->facts[0].facts.is_open()) most = std::max(most, answer->facts.size());
        log.learn(answer->facts);
        ASSERT_TRUE(proof->learn(*made));
    }
    EXPECT_GT(heard, 5u);
    EXPECT_GT(most, 1u) << "nothing is told of what is below a decided node";
    const auto of = [](std::uint64_t nodes) { return facts_of_an_answer({.nodes = nodes}); };
    EXPECT_LT(of(10'000), of(1'000'000));
    EXPECT_LT(of(1'000'000), of(5'000'000));
    EXPECT_EQ(of(5'000'000), of(100'000'000'000));
}

// As a proof had it at any time, the same as a log that heard no more; a decided node stays so, and what says nothing new is not kept.
TEST(Kinds, ALogOfFactsKnowsWhatItKnewBefore) {
    const Facts open{Facts::undecided, 3, 4, 0, 8}, later{Facts::undecided, 5, 4, 0, 16},
        held = Facts::decided(Facts::held), won = Facts::decided(Facts::win, 3), lost = Facts::decided(Facts::lost, 1);
    Random random(1);
    FactLog log;
    std::vector<std::pair<std::size_t, FactLog>> before;
    for (int step = 0; step < 60; ++step) {
        before.emplace_back(log.length(), log);
        const Facts all[] = {open, later, held, won, lost};
        const KnownFacts more{{std::uint64_t(random.below(4)), 7}, all[random.below(5)]};
        log.learn(std::array{more, more});
    }
    std::size_t compared = 0;
    for (const auto& [length, then] : before)
        for (std::uint64_t place = 0; place < 4; ++place) {
            const auto now = log.find({place, 7}, length), was = then.find({place, 7});
            ASSERT_EQ(now.has_value(), was.has_value());
            if (!was) continue;
            EXPECT_EQ(packed_facts::pack(*now), packed_facts::pack(*was));
            ++compared;
        }
    EXPECT_GT(compared, 100u);
    EXPECT_EQ(log.nodes(), 4u);
    EXPECT_LE(log.length(), 60u); // each answer tells its fact twice

    FactLog one;
    one.learn(std::array<KnownFacts, 6>{
        {{{1, 7}, open}, {{1, 7}, open}, {{1, 7}, held}, {{1, 7}, later}, {{1, 7}, won}, {{1, 7}, lost}}});
    EXPECT_EQ(one.length(), 3u);
    EXPECT_EQ(one.find({1, 7})->kind, Facts::win);
    EXPECT_EQ(one.find({1, 7}, 2)->kind, Facts::held);
    EXPECT_TRUE(one.find({1, 7}, 1)->is_open());
    EXPECT_FALSE(one.find({1, 7}, 0));
}

// By the number of its item alone: cut anywhere, the pieces are the whole.
TEST(Kinds, ASliceIsTheSameInAnyUnit) {
    const std::string games = R"({"file":"a","number":1,"game":"ataxx:size=4x4","start":"startpos","o_begins":false,)"
                              R"("result":"*","tags":[],"moves":["a2","a3","b1"]})"
                              "\n"
                              R"({"file":"b","number":7,"game":"clobber:size=3x3","start":"startpos","o_begins":false,)"
                              R"("result":"*","tags":[["First","Ada"]],"moves":["a1-a2"]})";
    const std::pair<const char*, const char*> requests[] = {
        {"selfplay", R"({"game":"clobber:size=4x5","games":12,"nodes":60,"plies":4,"stray":20,"seed":7})"},
        {"match",
         R"({"game":"ataxx:size=5x5","games":11,"limit":"nodes=60","second":"random","seed":9,"max_plies":30})"},
        {"puzzles", R"({"variants":["clobber:size=4x4"],"games":9,"screen":500,"proof":2000,"search":2000,"plies":2})"},
        {"review", R"({"files":["a","b"],"nodes":100})"}};
    for (const auto& [name, request] : requests) {
        const auto kind = find_kind(name);
        ASSERT_TRUE(kind);
        const auto work = (*kind)->understood({request, std::string_view(name) == "review" ? games : ""});
        ASSERT_TRUE(work) << work.error().text;
        const std::uint64_t items = (*work)->items();
        const std::map<std::string_view, std::uint64_t> wanted{
            {"selfplay", 12}, {"match", 6}, {"puzzles", 9}, {"review", 2}};
        EXPECT_EQ(items, wanted.at(name));
        const std::string whole = *(*work)->make(0, items, never);
        EXPECT_GT(whole.size(), 100u);
        std::string pieces;
        for (std::uint64_t at = 0, size = 1; at < items; at += size, size = size % 3 + 1)
            pieces += *(*work)->make(at, std::min(items, at + size), never);
        EXPECT_EQ(pieces, whole) << name;
    }
}

// As it is filled in on the command line and written into the rows.
TEST(Kinds, ARequestIsWhatItWasOnceItIsWritten) {
    const std::string games = (fs::temp_directory_path() / ("jobs_test.games." + std::to_string(::getpid()))).string();
    ASSERT_TRUE(write_whole(games, "%tgn 1\n[Game \"ataxx:size=5x5\"]\n[Result \"*\"]\n\n1. a2 *\n"));
    for (const Kind& kind : kinds()) {
        const auto request = kind.blank();
        const auto set = [&](std::string_view name, std::string_view value) {
            for (const Field& field : kind.fields)
                if (field.name == name) {
                    const auto done = set_field(field, name, value, request.get(), Asker::owner);
                    ASSERT_TRUE(done) << done.error().text;
                }
        };
        const char* const game = kind.name == "solve" ? "clobber:size=4x4" : "ataxx:size=5x5"; // which goes round
        set("variants", game), set("game", game), set("games", "9"), set("nodes", "177"),
            set("seed", "18446744073709551615");
        set("files", games), set("limit", "depth=2"), set("first", "mcts:nodes=50"), set("shuffle", "on"),
            set("stray", "3");
        const auto written = kind.written(request.get());
        ASSERT_TRUE(written) << written.error().text;
        const auto work = kind.understood(*written);
        ASSERT_TRUE(work) << work.error().text;
        const std::string wanted = kind.name == "review"  ? R"("nodes":177)"
                                   : kind.name == "solve" ? "nodes=177"
                                                          : "18446744073709551615";
        EXPECT_TRUE((*work)->identity().contains(wanted)) << (*work)->identity();
        const auto json = read_json(written->request, {.bytes = 10000});
        const auto again = kind.blank();
        ASSERT_TRUE(read_fields(kind.fields, *json, "job", again.get(), Asker::owner));
        EXPECT_EQ(written_fields(kind.fields, again.get()), written->request);
    }
    fs::remove(games);
}

TEST(Kinds, WhatComesOutOtherwiseEachTimeIsNoJob) {
    const auto kind = *find_kind("match");
    for (const char* players : {R"("limit":"time=0.1")", R"("first":"engine:nodes=10,threads=2","second":"random")",
                                R"("first":"uai:./engine","limit":"nodes=10")", R"("second":"random")"}) {
        const auto work = kind->understood({std::string(R"({"game":"ataxx",)") + players + "}", ""});
        EXPECT_FALSE(work) << players;
        if (!work) { EXPECT_TRUE(work.error().text.contains("the same whoever plays them")) << work.error().text; }
    }
    const auto unknown = find_kind("chess");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().text, R"(job: "chess" is not one of selfplay, match, puzzles, review, levels, solve)");
}

}
}
