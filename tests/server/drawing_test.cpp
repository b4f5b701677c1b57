// Which thread does what is asked over HTTP, and who waits for whom, without sockets.
#include "around_games.hpp"
#include "server/answers.hpp"
#include <cstdlib>
#include <filesystem>
#include <future>
#include <gtest/gtest.h>

namespace tavoliere {
namespace {

using namespace server;
using namespace std::chrono_literals;

// Does nothing until it is let go, and is where the test can tell what waits.
class Held {
public:
    explicit Held(Worker& worker) {
        worker.post([wait = go_.get_future().share()] { wait.wait(); });
    }
    ~Held() { go(); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    void go() {
        if (!std::exchange(is_gone_, true)) go_.set_value();
    }

private:
    std::promise<void> go_;
    bool is_gone_ = false;
};

class DrawingTest : public testing::Test, protected AroundGames {
protected:
    Games games{**store, engine, analyses, *visitors, outbox, bus, [](std::optional<Instant>) {}};
    const Site site{folder / "page"};
    Metrics metrics{**store, engine, *visitors, games, unsent, bus};
    Expected<Origins> origins = Origins::named({});
    Worker games_thread{100}, drawing{100}, painting{100}, probing{1};
    Answers answers{site,   metrics,  *origins, *visitors,
                    games,  analyses, outbox,   {games_thread, drawing, painting, probing},
                    nullptr};

    using Answer = std::shared_future<unsigned>; // its status
    Answer get(const std::string& target) {
        const auto promise = std::make_shared<std::promise<unsigned>>();
        answers.answer({.method = "GET", .target = target, .from = "192.0.2.7", .headers = {{"host", "localhost"}}},
                       [promise](const std::optional<HttpResponse>& said) { promise->set_value(said->status); });
        return promise->get_future().share();
    }
    static unsigned status_of(const Answer& answer) {
        return answer.wait_for(60s) == std::future_status::ready ? answer.get() : 0;
    }
    static bool is_waiting(const Answer& answer) { return answer.wait_for(0s) != std::future_status::ready; }
};

TEST_F(DrawingTest, NobodyWaitsForWhatAnotherProcessPaints) {
    Held held(painting);
    const auto png = get("/api/v1/diagram.png?game=ataxx"), gif = get("/api/v1/animation.gif?game=ataxx&moves=a2");
    EXPECT_EQ(status_of(get("/api/v1/diagram.svg?game=ataxx")), 200u);
    EXPECT_EQ(status_of(get("/api/v1/moves?game=ataxx")), 200u);
    EXPECT_EQ(status_of(get("/readyz")), 200u);
    EXPECT_TRUE(is_waiting(png) && is_waiting(gif));
    held.go();
    EXPECT_EQ(status_of(png), 200u);
    EXPECT_EQ(status_of(gif), 200u);
}

// A converter that paints for ever is ended, not waited for: it would be for ten seconds.
TEST_F(DrawingTest, WhatIsPaintedDoesNotKeepTheServer) {
    folder.write("rsvg-convert", "#!/bin/sh\necho >" + (folder / "painting").string() + "\nexec sleep 1000\n");
    std::filesystem::permissions(folder / "rsvg-convert", std::filesystem::perms::owner_all);
    const std::string searched = std::getenv("PATH");
    ASSERT_EQ(setenv("PATH", ((folder / "").string() + ":" + searched).c_str(), 1), 0);
    std::string body;
    answers.answer({.method = "GET",
                    .target = "/api/v1/animation.gif?game=ataxx&moves=a2",
                    .from = "192.0.2.7",
                    .headers = {{"host", "localhost"}}},
                   [&body](const std::optional<HttpResponse>& said) { body = *said->body; });
    while (!std::filesystem::exists(folder / "painting")) std::this_thread::sleep_for(1ms);
    painting.stop();
    ASSERT_EQ(setenv("PATH", searched.c_str(), 1), 0);
    EXPECT_NE(body.find("picture: it was stopped"), std::string::npos) << body;
}

// A database that does not answer: who asks whether the server is ready waits, and nobody else.
TEST_F(DrawingTest, NobodyWaitsForWhetherTheStoreIsReady) {
    Held held(drawing), held_too(painting);
    EXPECT_EQ(status_of(get("/readyz")), 200u);
    Held store_is_held(probing);
    Answer waiting;
    do waiting = get("/readyz");
    while (!is_waiting(waiting)); // until that thread has what holds it, and there is room
    EXPECT_EQ(status_of(get("/readyz")), 503u) << "as many wait as may";
    held.go();
    EXPECT_EQ(status_of(get("/api/v1/moves?game=ataxx")), 200u);
    store_is_held.go();
    EXPECT_EQ(status_of(waiting), 200u);
}

// Each looks at the store: they are counted as all that is asked.
TEST_F(DrawingTest, WhetherTheStoreIsReadyIsNotAskedWithoutEnd) {
    bool is_refused = false;
    for (int asked = 0; asked < 10'000 && !is_refused; ++asked) { // some more come each second
        get("/healthz");
        const auto answer = get("/readyz");
        is_refused = !is_waiting(answer) && answer.get() == 429;
    }
    EXPECT_TRUE(is_refused);
}

// However much is asked for at once, before anything of it is done.
TEST_F(DrawingTest, WhatWasAskedForIsNotDoneWhereWhatCameBeforeItCostTooMuch) {
    Held held(drawing), held_too(painting);
    const std::vector<Answer> asked{get("/api/v1/diagram.png?game=ataxx"), get("/api/v1/diagram.svg?game=ataxx")};
    for (const Answer& answer : asked) EXPECT_TRUE(is_waiting(answer));
    visitors->note_computing("192.0.2.7", 1000s);
    held.go();
    held_too.go();
    for (const Answer& answer : asked) EXPECT_EQ(status_of(answer), 429u);
}

}
}
