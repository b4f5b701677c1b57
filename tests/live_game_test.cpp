// Live games as values, at times that the test makes up: who may do what, and when the engine is to speak.
#include "base/random.hpp"
#include "play/changes.hpp"
#include "play/engine_turn.hpp"
#include <gtest/gtest.h>

namespace tavoliere {
namespace {

using namespace std::chrono_literals;

const Instant noon{Milliseconds(1'800'000'000'000)};
const Opens all{"xo", 0}, only_x{"x", 0}, only_o{"o", 0}, none{"", 0};
const std::string name = "the rematch";
const Players::Player engine{.level = 3};

LiveGame started(Players players = {}, std::optional<TimeControl> control = {}) {
    auto game = LiveGame::start("clobber:size=4x4", "startpos", players, control);
    EXPECT_TRUE(game);
    return std::move(*game);
}
LiveGame done_start(std::string_view variant) {
    auto game = LiveGame::start(variant, "startpos", {});
    EXPECT_TRUE(game);
    return std::move(*game);
}
std::string refused(const Expected<Change>& change) { return change ? "" : change.error().text; }
LiveGame done(const Expected<Change>& change) {
    EXPECT_TRUE(change && change->game) << refused(change);
    return *change->game;
}
std::string first_move(const LiveGame& game) { return game.session().moves().at(0).text; }
LiveGame moved(const LiveGame& game, Instant now) {
    return done(change(game, all, PlayMove{{""}, game.ply(), first_move(game)}, now));
}

// Moves of Boop drawn by chance, but for those that end the game; where all seem to, some are taken back.
std::string endless_moves(int plies) {
    const auto session = *open("boop");
    Random random(1);
    std::vector<std::string> played;
    for (int in_vain = 0; session->ply() < plies;) {
        const auto moves = session->moves();
        played.push_back(moves[std::size_t(random.below(int(moves.size())))].text);
        EXPECT_TRUE(session->play(played.back()));
        in_vain = session->result() ? in_vain + 1 : 0;
        for (int i = in_vain == 0 ? 0 : in_vain % 20 == 0 ? 5 : 1; i > 0 && session->undo(); --i) played.pop_back();
    }
    std::string all_played;
    for (const std::string& move : played) (all_played += all_played.empty() ? "" : " ") += move;
    return all_played;
}
GameRow row_of(std::string_view variant, std::string moves) {
    GameRow row = done_start(variant).record();
    row.moves = std::move(moves);
    return row;
}

TEST(LiveGame, IsDrawnWhenItHasBecomeTooLong) {
    const std::string moves = endless_moves(longest_live_game);
    auto last = LiveGame::replay(row_of("boop", moves.substr(0, moves.rfind(' '))));
    ASSERT_TRUE(last) << last.error().text;
    EXPECT_FALSE(last->result());
    ASSERT_TRUE(last->play(moves.substr(moves.rfind(' ') + 1), noon));
    ASSERT_TRUE(last->result());
    EXPECT_EQ(last->result()->reason, "length");
    EXPECT_EQ(last->result()->winner, Winner::draw);
    EXPECT_FALSE(last->play(first_move(*last), noon));
    // It is told again from the record, which has no word of it.
    const auto again = LiveGame::replay(last->record());
    ASSERT_TRUE(again && again->result());
    EXPECT_EQ(again->result()->reason, "length");
}

TEST(LiveGame, SharesWithALaterOneWhatIsTheSame) {
    const LiveGame one = moved(moved(started(), noon), noon);
    const LiveGame two = moved(one, noon), back = done(change(two, all, TakeBack{}, noon));
    EXPECT_EQ(two.plies_shared_with(one), 2);
    EXPECT_EQ(one.plies_shared_with(two), 2);
    EXPECT_EQ(back.plies_shared_with(two), 2);
    const LiveGame other = moved(done(change(back, all, TakeBack{}, noon)), noon);
    EXPECT_EQ(other.plies_shared_with(two), 1) << "a move that is made again is another one";
    EXPECT_EQ(two.history(3), "[]");
    EXPECT_EQ(two.history(0), one.history(0).substr(0, one.history(0).size() - 1) + "," + two.history(2).substr(1));
}

TEST(LiveGame, WhatAMoveWaitsForIsNobodysTime) {
    LiveGame game = moved(moved(started({}, TimeControl{.begin = 60s}), noon), noon);
    game = done(change(game, all, PlayMove{{""}, 2, first_move(game)}, noon + 10s)); // x thought for ten seconds
    game.hold_up(noon + 10s, noon + 12s);                                            // and the store was held for two
    EXPECT_EQ(game.clock()->left('x', 'o', noon + 13s), 50s);
    EXPECT_EQ(game.clock()->left('o', 'o', noon + 13s), 59s);
    game.hold_up(noon + 10s, noon + 14s); // of another change: this turn began before
    EXPECT_EQ(game.clock()->left('o', 'o', noon + 15s), 57s);
}

TEST(LiveGame, IsChangedOnlyByWhoMay) {
    const LiveGame game = started();
    const PlayMove move{{""}, 0, first_move(game)};
    EXPECT_EQ(refused(change(game, none, move, noon)), "move: this key is only for watching");
    EXPECT_EQ(refused(change(game, only_o, move, noon)), "move: this key plays o, not x");
    EXPECT_EQ(refused(change(game, all, PlayMove{{""}, 1, "a2xa1"}, noon)),
              "move: ply is 1, but 0 moves have been made");
    EXPECT_EQ(refused(change(game, only_x, TakeBack{}, noon)), "undo: a take-back must be offered here");
    EXPECT_EQ(refused(change(game, only_x, SeatPlayers{}, noon)), "players: each has a seat here");
    EXPECT_EQ(refused(change(game, only_x, Resign{{""}, 'o'}, noon)), "resign: this key plays x, not o");
    EXPECT_EQ(refused(change(game, none, Propose{{""}, Deal::draw, Propose::How::offer}, noon, name)),
              "offer: this key is only for watching");

    const LiveGame next = done(change(game, only_x, move, noon));
    EXPECT_EQ(next.ply(), 1);
    EXPECT_EQ(next.version(), game.version() + 1);
    EXPECT_EQ(game.ply(), 0);
    // Asked again, because the answer was lost: nothing changes.
    const auto again = change(next, only_x, move, noon);
    ASSERT_TRUE(again);
    EXPECT_FALSE(again->game);
}

TEST(LiveGame, ComesBackFromItsRow) {
    LiveGame game = started({}, TimeControl{.begin = 60s});
    for (int i = 0; i < 3; ++i) game = moved(game, noon + i * 1s);
    game = done(change(game, only_x, Propose{{""}, Deal::draw, Propose::How::offer}, noon + 5s, name));
    const auto again = LiveGame::replay(game.record());
    ASSERT_TRUE(again);
    const Viewer viewer{"key", all};
    EXPECT_EQ(again->state(viewer, noon + 9s), game.state(viewer, noon + 9s));
    EXPECT_EQ(after_flag_fall(*again, noon + 99s).result()->winner, Winner::x);
}

// Whatever was known of it before: the same as from nothing, and what both have is shared.
TEST(LiveGame, ComesBackFromItsRowByWhatWasKnown) {
    Random random(5);
    std::vector<LiveGame> known{started({}, TimeControl{.begin = 60s}), done_start("ataxx")};
    LiveGame game = known[0];
    for (int i = 0; i < 60; ++i) {
        const auto moves = game.session().moves();
        const bool goes_back = game.result() || (game.ply() > 0 && random.below(3) == 0);
        const std::string move = moves.empty() ? "" : moves[std::size_t(random.below(int(moves.size())))].text;
        const auto by = game.turn() == 'x' ? only_x : only_o;
        const auto next = goes_back ? change(game, all, TakeBack{}, noon + i * 1s)
                                    : change(game, all, PlayMove{{""}, game.ply(), move}, noon + i * 1s);
        game = done(next);
        known.push_back(game);
        if (!game.result()) known.push_back(done(change(game, all, Resign{{""}, 'x'}, noon + i * 1s)));
        if (!game.result() && random.below(4) == 0)
            game = done(change(game, by, Propose{{""}, Deal::draw, Propose::How::offer}, noon + i * 1s, name));
    }
    const Viewer viewer{"key", all};
    for (const LiveGame& before : known)
        for (const LiveGame& after : known) {
            const GameRow row = after.record();
            const auto anew = LiveGame::replay(row), by_known = LiveGame::replay(row, &before);
            ASSERT_TRUE(anew && by_known);
            ASSERT_EQ(by_known->state(viewer, noon + 99s), anew->state(viewer, noon + 99s));
            ASSERT_EQ(by_known->record().moves, row.moves);
            EXPECT_EQ(by_known->record().deadline, anew->record().deadline);
            EXPECT_GE(by_known->plies_shared_with(before), after.plies_shared_with(before));
        }
    GameRow spoiled = game.record();
    for (const char* moves : {"a1", " ", "a2xa1  a2xa1"}) {
        spoiled.moves = moves;
        EXPECT_FALSE(LiveGame::replay(spoiled, &game)) << moves;
        EXPECT_FALSE(LiveGame::replay(spoiled)) << moves;
    }
}

// Each row but for one thing as a game wrote it.
TEST(LiveGame, WhatNeverIsInAGameIsNotReadFromARow) {
    const auto refusal = [](const GameRow& row) {
        const auto game = LiveGame::replay(row);
        return game ? "" : game.error().text;
    };
    const GameRow begun = started({}, TimeControl{.begin = 60s}).record();
    GameRow row = begun;
    ASSERT_EQ(refusal(row), "");
    row.offers = R"([{"what":"takeback","by":"x","declined":false}])";
    EXPECT_EQ(refusal(row), "offer: there is no move to take back");
    row.offers = R"([{"what":"rematch","by":"x","declined":false}])";
    EXPECT_EQ(refusal(row), "offer: a rematch can be offered when the game is over");
    row = begun;
    row.result = R"({"winner":"x","reason":"resigned"})";
    ASSERT_EQ(refusal(row), "");
    row.offers = R"([{"what":"draw","by":"x","declined":false}])";
    EXPECT_EQ(refusal(row), "offer: the game is over: resigned");
    row.offers = "[]";
    row.clock = R"({"seconds":60,"increment":0,"x":1,"o":1,"since":1})";
    EXPECT_EQ(refusal(row), "clock: it runs, and the game is over");
    for (const std::string spoiled :
         {R"({"winner":"z","reason":"resigned"})", R"({"winner":"draw","reason":"resigned"})",
          R"({"winner":"x","reason":"agreed"})", R"({"winner":"x"})", "[]"}) {
        row = begun;
        row.result = spoiled;
        EXPECT_NE(refusal(row), "") << spoiled;
    }
    for (const std::int64_t version : {std::int64_t(0), INT64_MAX, INT64_MIN}) {
        row = begun;
        row.version = version;
        EXPECT_EQ(refusal(row), "version: a whole number from 1 to 9007199254740991 is wanted here");
    }
    // What was kept when more could be asked for is played on, as far as may be asked for now.
    row = begun;
    row.players = R"({"x":{"kind":"engine","seconds":60},"o":{"kind":"person"}})";
    row.clock = "";
    const auto game = LiveGame::replay(row);
    ASSERT_TRUE(game) << game.error().text;
    EXPECT_EQ(engine_limits(*game, 1)->seconds, engine_seconds.most);
}

TEST(LiveGame, BothWantARematch) {
    const Propose offer{{""}, Deal::rematch, Propose::How::offer};
    LiveGame game = done(change(started(), only_x, Resign{{""}, 'x'}, noon));
    game = done(change(game, only_x, offer, noon, name));
    const auto both = change(game, only_o, offer, noon, name);
    ASSERT_TRUE(both && both->game && both->rematch);
    EXPECT_EQ(both->game->rematch(), name);
    EXPECT_EQ(both->rematch->game, name);
    EXPECT_EQ(both->rematch->record.moves, "");
    EXPECT_TRUE(both->rematch->keys.empty());
}

TEST(LiveGame, TheEngineMovesOnItsClock) {
    LiveGame game = started({.x = {}, .o = engine}, TimeControl{.begin = 60s});
    EXPECT_FALSE(engine_limits(game, 7));
    game = moved(game, noon);
    EXPECT_EQ(refused(change(game, all, PlayMove{{""}, 1, "a2xa1"}, noon)), "move: the engine is to move");
    const auto limits = engine_limits(game, 7);
    ASSERT_TRUE(limits);
    EXPECT_EQ(limits->level, 3);
    EXPECT_EQ(limits->seed, 7u);
    EXPECT_NEAR(limits->seconds, 60. / 25, 1e-9);
    EXPECT_FALSE(goes_on_alone(game)); // no clock runs yet
    const auto after = after_thought(game, {}, noon + 1s);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->ply(), 2);
    const LiveGame third = moved(*after, noon + 2s);
    EXPECT_TRUE(goes_on_alone(third));
    // It is charged with what it thought, however long it waited: for its turn, or for somebody who serves the game.
    EXPECT_FALSE(third.is_time_up(noon + 1h));
    EXPECT_NEAR(engine_limits(third, 7)->seconds, 60. / 25, 1e-9);
    const auto waited = after_thought(third, {.seconds = 2.4, .lines = {}}, noon + 1h);
    ASSERT_TRUE(waited);
    EXPECT_EQ(waited->ply(), 4);
    EXPECT_EQ(waited->clock()->left('o', 'x', noon + 1h), 57600ms);
    EXPECT_EQ(waited->clock()->left('x', 'x', noon + 1h), 59s); // whose time runs from now on
    EXPECT_TRUE(waited->is_time_up(noon + 1h + 59s));
    EXPECT_EQ(after_thought(third, {.seconds = 60, .lines = {}}, noon + 1h)->result()->reason, "time");
    // Nor does a move taken back while it waits cost it anything.
    const LiveGame back = done(change(third, all, TakeBack{{""}}, noon + 1h));
    EXPECT_EQ(back.clock()->left('o', 'x', noon + 1h), 60s);
}

TEST(LiveGame, AGameByLinkIsBetweenTwoPersons) {
    const NewNames names{"game", "maker", "invitation"};
    for (const char seat : {'x', 'o', 'e'}) {
        const auto begun = begin_game({.game = "ataxx", .players = {}, .seat = seat}, names, 'o');
        ASSERT_TRUE(begun) << seat;
        const char mine = seat == 'e' ? 'o' : seat;
        ASSERT_EQ(begun->keys.size(), 2u);
        EXPECT_EQ(begun->keys[0].opens.seats, std::string(1, mine));
        EXPECT_EQ(begun->keys[1].opens.invites_to, other_side(mine));
        for (const Players& players :
             {Players{.x = engine, .o = {}}, Players{.x = {}, .o = engine}, Players{engine, engine}}) {
            const auto refused = begin_game({.game = "ataxx", .players = players, .seat = seat}, names, 'o');
            ASSERT_FALSE(refused);
            EXPECT_EQ(refused.error().text, "new: seat: a game by link is between two persons");
        }
    }
    EXPECT_TRUE(begin_game({.game = "ataxx", .players = {.x = engine, .o = engine}}, names, 'o'));
}

// By its seconds alone, or its level, which needs none.
TEST(LiveGame, TheEngineNeedNotHurryWithoutAClock) {
    const TimeControl days{.days = 3};
    for (const std::optional<TimeControl>& control : {std::optional<TimeControl>(), std::optional(days)}) {
        const auto limits_of = [&](Players::Player player) {
            return engine_limits(moved(started({.x = {}, .o = player}, control), noon), 7);
        };
        EXPECT_EQ(limits_of({.level = 3})->seconds, 0);
        EXPECT_EQ(limits_of({.level = 0, .seconds = 2})->seconds, 2);
    }
}

TEST(LiveGame, AMoveIsTakenBackWhereBothAgree) {
    const Propose offer{{""}, Deal::takeback, Propose::How::offer}, yes{{""}, Deal::takeback, Propose::How::accept};
    const LiveGame two = moved(moved(started(), noon), noon);
    // To where the player was to move who wants it, whoever is now.
    const LiveGame for_o = done(change(done(change(two, only_o, offer, noon, name)), only_x, yes, noon, name));
    EXPECT_EQ(for_o.ply(), 1);
    EXPECT_EQ(for_o.turn(), 'o');
    const LiveGame for_x = done(change(done(change(two, only_x, offer, noon, name)), only_o, yes, noon, name));
    EXPECT_EQ(for_x.ply(), 0);
    EXPECT_FALSE(for_x.has_offered(Deal::takeback, 'x'));
    EXPECT_EQ(refused(change(two, only_x, yes, noon, name)), "accept: no takeback is offered any more");
}

// Nor gives a move that is taken back any time: what was thought is gone, and who is to move again thinks from then on.
TEST(LiveGame, TheClockGoesOnFromATakeBack) {
    LiveGame game = moved(moved(started({}, TimeControl{.begin = 60s}), noon), noon);
    game = moved(game, noon + 10s); // x thought for ten seconds
    game = done(change(game, all, TakeBack{}, noon + 30s));
    EXPECT_EQ(game.clock()->left('o', 'x', noon + 31s), 40s);
    EXPECT_EQ(game.clock()->left('x', 'x', noon + 31s), 49s);
    EXPECT_EQ(game.record().deadline, noon + 30s + 50s);
    game = done(change(game, all, TakeBack{}, noon + 35s)); // to where no clock ran yet
    EXPECT_FALSE(game.clock()->is_running());
    EXPECT_EQ(game.record().deadline, std::nullopt);
    EXPECT_EQ(game.clock()->left('x', 'x', noon + 99s), 45s);

    game = moved(moved(started({}, TimeControl{.days = 3}), noon), noon);
    game = done(change(moved(game, noon + 30h), all, TakeBack{}, noon + 40h));
    EXPECT_EQ(game.record().deadline, noon + 40h + 72h);
    EXPECT_FALSE(done(change(moved(started(), noon), all, TakeBack{}, noon)).clock()) << "where there is none";
}

TEST(LiveGame, TheEngineAnswersAnOffer) {
    LiveGame game = started({.x = {}, .o = engine});
    game = done(change(game, all, Propose{{""}, Deal::draw, Propose::How::offer}, noon, name));
    EXPECT_EQ(game.waits_for_engine(), 'x');
    EXPECT_NEAR(engine_limits(game, 7)->seconds, 0.3, 1e-9);
    const auto declined = after_thought(game, {}, noon);
    ASSERT_TRUE(declined);
    EXPECT_FALSE(declined->result());
    EXPECT_FALSE(declined->has_offered(Deal::draw, 'x'));
    // Two at one board agree at once.
    const auto agreed = change(started(), all, Propose{{""}, Deal::draw, Propose::How::offer}, noon, name);
    EXPECT_EQ(done(agreed).result()->reason, "agreed");
}

// A draw is for a game that has taken shape: before twenty moves are made the engine declines even where it is lost.
TEST(LiveGame, TheEngineTakesNoDrawBeforeTwentyMoves) {
    auto game = LiveGame::start("clobber:size=8x8", "startpos", {.x = {}, .o = {}}, {});
    ASSERT_TRUE(game);
    const ThoughtView lost{
        .lines = {{.score = {Score::Kind::win, 3}, .moves = {}}}}; // for its opponent, who is to move
    const ThoughtView better{.lines = {{.score = {Score::Kind::estimate, -1}, .moves = {}}}};
    const auto answer = [](LiveGame against, const ThoughtView& thought) {
        const Players::Player person;
        const bool by_x = against.turn() == 'x'; // the other one is the engine
        against = done(
            change(against, all, SeatPlayers{{""}, {.x = by_x ? person : engine, .o = by_x ? engine : person}}, noon));
        against = done(change(against, all, Propose{{""}, Deal::draw, Propose::How::offer}, noon, name));
        const auto answered = after_thought(against, thought, noon);
        EXPECT_TRUE(answered);
        return answered->result().has_value();
    };
    for (int ply = 0; ply < 20; ++ply) {
        EXPECT_FALSE(answer(*game, lost)) << ply;
        *game = moved(*game, noon);
    }
    EXPECT_EQ(game->ply(), 20);
    EXPECT_TRUE(answer(*game, lost));
    EXPECT_FALSE(answer(*game, better));
}

}
}
