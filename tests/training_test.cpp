// Self-play and training: files that survive, results that repeat, a network that learns.
#include "base/file.hpp"
#include "search/thought.hpp"
#include "support.hpp"
#include "training/selfplay.hpp"
#include "training/serving.hpp"
#include "training/trainer.hpp"
#include <filesystem>
#include <fstream>
#include <set>

namespace tavoliere::training {
namespace {

// A file of its own for each test, gone afterwards.
struct Scratch {
    std::string path =
        (std::filesystem::temp_directory_path() / ("tavoliere-" + std::to_string(::getpid()) + "-" +
                                                   ::testing::UnitTest::GetInstance()->current_test_info()->name()))
            .string();
    explicit Scratch(const char* ending = ".zst") {
        path += ending;
        std::filesystem::remove(path);
    }
    ~Scratch() { std::filesystem::remove(path); }
    std::string bytes() const {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& text) const { std::ofstream(path, std::ios::binary) << text; }
};

SelfplayPlan plan_for(const char* variant) {
    SelfplayPlan plan;
    plan.variant = variant;
    plan.nodes = 60;
    plan.plies = 4;
    plan.network = "none";
    return plan;
}

Expected<void> ignore_line(std::string_view) { return {}; }

// As the command does it: goes on where the file ends.
void play_into(const SelfplayPlan& plan, const std::string& path, std::uint64_t games, int threads) {
    const auto held = read_games(path, ignore_line);
    ASSERT_TRUE(held) << held.error().text;
    auto writer = Writer::open(path, plan.header(nullptr), *held);
    ASSERT_TRUE(writer) << writer.error().text;
    const auto played = selfplay(
        plan, held->games, games, threads, [&](const std::string& lines) { return writer->append(lines); },
        [](const SelfplayProgress&) {}, never);
    ASSERT_TRUE(played) << played.error().text;
}

TEST(Selfplay, TheFileIsTheSameWhateverHappened) {
    const SelfplayPlan plan = plan_for("clobber:size=4x4");
    const Scratch file;
    play_into(plan, file.path, 3 * batch_size, 1);
    const std::string whole = file.bytes();
    // By two threads.
    std::filesystem::remove(file.path);
    play_into(plan, file.path, 3 * batch_size, 2);
    EXPECT_EQ(file.bytes(), whole);
    // Killed at any byte, and gone on with.
    for (std::size_t cut = 0; cut < whole.size(); cut += 1 + whole.size() / 23) {
        file.write(whole.substr(0, cut));
        play_into(plan, file.path, 3 * batch_size, 1);
        EXPECT_EQ(file.bytes(), whole) << "cut at " << cut;
    }
}

std::string loaded(const std::string& path) {
    const auto samples = load_samples({path}, 10, never);
    if (!samples) return samples.error().text;
    std::string all = std::to_string(samples->games) + " games, " + std::to_string(samples->held_out) + " held out";
    for (const std::string& trouble : samples->troubles) all += "; " + trouble;
    return all + std::string(samples->seen.begin(), samples->seen.end());
}

// One wrong bit anywhere is told, and nothing is learned; but for bits that change nothing of what is in the file.
TEST(Selfplay, NoWrongBitIsLearnedFrom) {
    const Scratch file;
    play_into(plan_for("clobber:size=4x4"), file.path, 2 * batch_size, 2);
    const std::string whole = file.bytes(), right = loaded(file.path);
    ASSERT_TRUE(right.starts_with("64 games, ")) << right;
    std::size_t harmless = 0;
    const auto is_in_head = [&](std::size_t at) { return at - whole.rfind("\x28\xb5\x2f\xfd", at) < 24; };
    for (std::size_t at = 0; at < whole.size(); at += is_in_head(at) ? 1 : 5) { // all of them would take long
        std::string damaged = whole;
        damaged[at] = char(damaged[at] ^ 1 << at * 5 % 8);
        file.write(damaged);
        const std::string said = loaded(file.path);
        const bool is_told =
            said.contains(" is damaged after its game ") || said.contains("holds no games of selfplay");
        EXPECT_TRUE(is_told || said == right) << at << ": " << said.substr(0, 200);
        harmless += said == right;
        const auto held = read_games(file.path, ignore_line);
        if (is_told && held) { EXPECT_FALSE(Writer::open(file.path, held->header, *held)) << at; }
        EXPECT_EQ(file.bytes(), damaged) << "nothing of it is cut away";
    }
    EXPECT_LT(harmless, whole.size() / 50) << "of zstd's bits a few are read by nobody";
}

TEST(Selfplay, OnlyATornEndIsNoDamage) {
    const Scratch file;
    play_into(plan_for("clobber:size=4x4"), file.path, 2 * batch_size, 2);
    const std::string whole = file.bytes();
    const std::size_t second = whole.rfind("\x28\xb5\x2f\xfd");
    for (std::size_t cut = 1; second + cut < whole.size(); cut += 1 + cut / 4) {
        file.write(whole.substr(0, second + cut));
        const std::string said = loaded(file.path);
        EXPECT_TRUE(said.starts_with("32 games, ")) << said.substr(0, 200);
        EXPECT_TRUE(
            said.contains(": " + std::to_string(cut) + " bytes of unfinished games left out after 32 whole ones"))
            << said.substr(0, 200);
    }
    const std::string zeros(100, '\0');
    for (const std::string& damaged :
         {whole + "something else", whole + zeros, whole.substr(0, second) + zeros + whole.substr(second),
          whole.substr(0, second - 10) + whole.substr(second), whole.substr(0, second) + zeros}) {
        file.write(damaged);
        EXPECT_TRUE(loaded(file.path).contains(" is damaged after its game ")) << loaded(file.path).substr(0, 200);
    }
}

// Bytes that are all right, of games that are not.
TEST(Selfplay, GamesAgainstTheRulesAreNotLearnedFrom) {
    const SelfplayPlan plan = plan_for("clobber:size=4x4");
    const auto start = open(plan.variant).value();
    std::vector<Game> games;
    for (std::uint64_t number = 0; number < 20; ++number)
        games.push_back(play_game(plan, *start, number, never).value());
    const Scratch file;
    const auto loaded_with = [&](std::size_t number, const std::string& line, const SelfplayPlan& by) {
        std::filesystem::remove(file.path);
        auto writer = Writer::open(file.path, by.header(nullptr), {});
        EXPECT_TRUE(writer);
        std::string lines;
        for (std::size_t i = 0; i < games.size(); ++i) lines += i == number ? line : to_line(games[i]);
        EXPECT_TRUE(writer->append(lines));
        return loaded(file.path);
    };
    EXPECT_TRUE(loaded_with(99, "", plan).starts_with("20 games, "));
    const std::size_t number = 7;
    Game ended = games[number]; // its result was proved before it was over: here it is played to its end
    const auto end = start->copy();
    for (const std::string& m : ended.moves) ASSERT_TRUE(end->play(m));
    for (; !end->result(); ended.scores.push_back(0)) {
        ended.moves.push_back(end->moves().front().text);
        ASSERT_TRUE(end->play(ended.moves.back()));
    }
    ended.result = end->result()->winner;
    EXPECT_TRUE(loaded_with(number, to_line(ended), plan).starts_with("20 games, "));
    const std::string place = "\", game " + std::to_string(number + 1) + ": ";
    Game wrong = ended;
    wrong.result = wrong.result == Winner::x ? Winner::o : Winner::x;
    EXPECT_TRUE(loaded_with(number, to_line(wrong), plan).contains(place + "its result is "));
    SelfplayPlan solved = plan;
    solved.solve_from = 8; // there the last move may have given the game away
    EXPECT_TRUE(loaded_with(number, to_line(wrong), solved).starts_with("20 games, "));
    wrong = ended;
    wrong.moves.back() = wrong.moves.front(); // somebody stands there no more
    EXPECT_TRUE(loaded_with(number, to_line(wrong), plan).contains(place));
    wrong = ended;
    wrong.moves.push_back(wrong.moves.back()); // after the end
    wrong.scores.push_back(0);
    EXPECT_TRUE(loaded_with(number, to_line(wrong), plan).contains(place));
    EXPECT_TRUE(loaded_with(number, "{\"random\":0}\n", plan).contains(place));
}

TEST(Selfplay, GamesCanBePlayedAgain) {
    for (const char* variant : {"ataxx:size=4x4", "boop", "insert", "clobber:size=4x4"}) {
        const Scratch file;
        play_into(plan_for(variant), file.path, 4, 1);
        const auto held = read_games(file.path, [&](std::string_view line) -> Expected<void> {
            const auto game = game_of(line);
            EXPECT_TRUE(game) << line;
            EXPECT_EQ(to_line(*game), std::string(line) + "\n");
            const auto s = opened(variant);
            for (const std::string& m : game->moves) EXPECT_TRUE(s->play(m)) << m;
            EXPECT_EQ(game->scores.size() + std::size_t(game->random), game->moves.size());
            EXPECT_TRUE(game->random >= 2 && game->random <= 4);
            if (const auto result = s->result()) { EXPECT_EQ(result->winner, game->result); }
            return {};
        });
        ASSERT_TRUE(held);
        EXPECT_EQ(held->games, 4u);
        EXPECT_EQ(held->header, plan_for(variant).header(nullptr));
    }
}

TEST(Selfplay, OtherFilesAndLinesAreRefused) {
    const Scratch file;
    file.write("something else altogether");
    EXPECT_FALSE(read_games(file.path, ignore_line));
    EXPECT_EQ(file.bytes(), "something else altogether");
    for (const char* line : {"", "{}", "[]", R"({"random":0,"moves":["a2"],"scores":[],"result":"x"})",
                             R"({"random":0,"moves":["a2"],"scores":[1],"result":"y"})",
                             R"({"random":2,"moves":["a2"],"scores":[],"result":"x"})",
                             R"({"random":0,"moves":[7],"scores":[1],"result":"x"})",
                             R"({"random":0,"moves":["a2"],"scores":[99999],"result":"x"})",
                             R"({"random":0,"moves":["a2"],"scores":[-9223372036854775808],"result":"x"})",
                             R"({"random":0,"moves":["a2"],"scores":[1],"strays":1,"result":"x"})",
                             R"({"random":0,"moves":["a2"],"scores":[1],"strays":[1],"result":"x"})",
                             R"({"random":1,"moves":["a2","b3"],"scores":[1],"strays":[0],"result":"x"})",
                             R"({"random":0,"moves":["a2","b3"],"scores":[1,1],"strays":[1,1],"result":"x"})"})
        EXPECT_FALSE(game_of(line)) << line;
}

TEST(Selfplay, PositionsFromAPlyOnAreSolved) {
    SelfplayPlan plan = plan_for("clobber:size=4x4");
    plan.nodes = 1; // plays badly, so that wins are given away
    plan.solve_from = 6;
    const auto start = open(plan.variant).value();
    SolveLimits limits;
    int solved = 0, given_away = 0; // the last move may have lost what was won
    for (std::uint64_t number = 0; number < 60; ++number) {
        const auto game = play_game(plan, *start, number, never);
        ASSERT_TRUE(game);
        const auto session = start->copy();
        for (std::size_t i = 0; i < game->moves.size(); ++i) {
            if (i >= std::max(6u, unsigned(game->random))) {
                const int value = session->solve(limits, [](const SolveProgress&) {}, never).value().value.value();
                const int score = game->scores[i - std::size_t(game->random)];
                ASSERT_GE(score * value, proven);
                ASSERT_EQ(game->result == Winner::x, (value > 0) == (i % 2 == 0));
                ++solved;
            }
            ASSERT_TRUE(session->play(game->moves[i]));
        }
        if (session->result()) continue;
        const bool x_to_move = game->moves.size() % 2 == 0;
        const int value = session->solve(limits, [](const SolveProgress&) {}, never).value().value.value();
        given_away += (game->result == Winner::x) != ((value > 0) == x_to_move);
    }
    EXPECT_GT(solved, 100);
    EXPECT_GT(given_away, 10);
    EXPECT_NE(plan.header(nullptr).find("solve_from"), std::string::npos);
    EXPECT_EQ(plan_for("clobber").header(nullptr).find("solve_from"), std::string::npos);
}

TEST(Selfplay, StraysAreSearchedAndTheResultIsNotThatOfWhatCameBefore) {
    SelfplayPlan plan = plan_for("ataxx:size=4x4");
    plan.stray = 20;
    const Scratch file;
    play_into(plan, file.path, 40, 2);
    std::size_t strays = 0, before = 0, positions = 0;
    ASSERT_TRUE(read_games(file.path, [&](std::string_view line) -> Expected<void> {
        const auto game = game_of(line);
        EXPECT_TRUE(game) << line;
        EXPECT_EQ(to_line(*game), std::string(line) + "\n");
        EXPECT_EQ(game->scores.size() + std::size_t(game->random), game->moves.size());
        strays += game->strays.size();
        if (!game->strays.empty()) before += std::size_t(game->strays.back() - game->random + 1);
        positions += game->scores.size();
        return {};
    }));
    EXPECT_GT(strays, positions / 10);
    EXPECT_LT(strays, positions / 3);
    const auto samples = load_samples({file.path}, 10, never);
    ASSERT_TRUE(samples) << samples.error().text;
    EXPECT_EQ(samples->size(), positions);
    EXPECT_EQ(std::size_t(std::count(samples->points.begin(), samples->points.end(), unknown)), before);
    EXPECT_NE(plan.header(nullptr).find("\"stray\":20"), std::string::npos);
    EXPECT_EQ(plan_for("clobber").header(nullptr).find("stray"), std::string::npos);
}

TEST(Selfplay, NothingStraysWherePositionsAreSolved) {
    SelfplayPlan plan = plan_for("clobber:size=4x4");
    plan.stray = 100;
    plan.solve_from = 6;
    const auto start = open(plan.variant).value();
    int strays = 0, solved = 0;
    for (std::uint64_t number = 0; number < 20; ++number) {
        const auto game = play_game(plan, *start, number, never);
        ASSERT_TRUE(game);
        for (const int at : game->strays) EXPECT_LT(at, plan.solve_from);
        strays += int(game->strays.size());
        solved += int(game->moves.size()) > plan.solve_from;
    }
    EXPECT_GT(strays, 10);
    EXPECT_GT(solved, 10);
}

TEST(Selfplay, GamesThatOnlyStrayTeachNothing) {
    SelfplayPlan plan = plan_for("ataxx:size=4x4");
    plan.stray = 100;
    const Scratch file;
    play_into(plan, file.path, 20, 1);
    const auto samples = load_samples({file.path}, 10, never);
    ASSERT_FALSE(samples);
    EXPECT_NE(samples.error().text.find("no estimate has a result"), std::string::npos) << samples.error().text;
}

TEST(Selfplay, NothingIsWrittenAfterABatchThatWasLost) {
    int batches = 0;
    const auto played = selfplay(
        plan_for("clobber:size=4x4"), 0, 4 * batch_size, 2,
        [&](const std::string&) -> Expected<void> {
            ++batches;
            return problem("the disk is full");
        },
        [](const SelfplayProgress&) {}, never);
    EXPECT_FALSE(played);
    EXPECT_EQ(batches, 1);
}

TEST(Selfplay, OpeningsThatEndEveryGameAreSaidToBe) {
    SelfplayPlan plan = plan_for("clobber:size=2x1");
    const auto played = selfplay(
        plan, 0, 1, 1, [](const std::string&) -> Expected<void> { return {}; }, [](const SelfplayProgress&) {}, never);
    ASSERT_FALSE(played);
    EXPECT_NE(played.error().text.find("random plies"), std::string::npos);
}

TrainPlan small_plan() {
    TrainPlan plan;
    plan.inputs = "corners";
    plan.hidden = 32;
    plan.buckets = 2;
    plan.epochs = 8;
    plan.batch = 256;
    plan.rate = 0.01;
    return plan;
}

Trained trained_on(const Samples& samples, const TrainPlan& plan) {
    auto t = train(samples, plan, *opened(samples.variant), [](const Epoch&) {}, never);
    EXPECT_TRUE(t);
    return std::move(*t);
}

TEST(Train, LearnsAndRepeats) {
    const Scratch file;
    play_into(plan_for("ataxx:size=4x4"), file.path, 192, 2);
    const auto samples = load_samples({file.path}, 10, never);
    ASSERT_TRUE(samples) << samples.error().text;
    EXPECT_EQ(samples->games, 192u);
    EXPECT_GT(samples->held_out, 0u);
    EXPECT_GT(samples->trained_on(), 1000u);

    TrainPlan plan = small_plan();
    const Trained first = trained_on(*samples, plan);
    EXPECT_LT(first.epochs.back().loss, 0.8 * first.epochs.front().loss);
    EXPECT_LT(first.epochs.back().held_out_loss, first.epochs.front().held_out_loss);
    // The integers say what the floats say.
    EXPECT_NEAR(first.quantised_loss, first.epochs.back().held_out_loss, 0.002);

    plan.threads = 3;
    EXPECT_EQ(network_file(trained_on(*samples, plan).network), network_file(first.network));
    plan.seed = 2;
    EXPECT_NE(network_file(trained_on(*samples, plan).network), network_file(first.network));

    // What it wrote can be read, and used.
    Network named = first.network;
    named.made = "by a test";
    const auto s = opened("ataxx:size=4x4");
    const auto read = read_network(network_file(named), s->geometry(), s->shape());
    ASSERT_TRUE(read) << read.error().text;
    const std::string svg = loss_svg(first.epochs, "a test");
    EXPECT_NE(svg.find("<polyline"), std::string::npos);
}

// Ended after each epoch in turn, and gone on with.
TEST(Train, GoesOnFromItsCheckpointAsIfNothingHadBeen) {
    const Scratch file;
    play_into(plan_for("ataxx:size=4x4"), file.path, 40, 2);
    const auto samples = load_samples({file.path}, 10, never);
    ASSERT_TRUE(samples) << samples.error().text;
    TrainPlan plan = small_plan();
    const std::string whole = network_file(trained_on(*samples, plan).network);
    const Scratch kept{".checkpoint"};
    plan.checkpoint = kept.path;
    const auto game = opened(samples->variant);
    // Trains until so many epochs are done, as if it had been killed then; gives all epochs that were reported.
    const auto train_until = [&](const TrainPlan& by, const Samples& from, int last) {
        std::atomic<bool> stop{false};
        std::vector<int> were_there;
        auto t = train(
            from, by, *game,
            [&](const Epoch& e) {
                if (e.was_there) were_there.push_back(e.number);
                stop = e.number == last;
            },
            stop);
        return std::pair(std::move(t), were_there.size());
    };
    for (int last = 1; last < plan.epochs; ++last) {
        const auto [t, were_there] = train_until(plan, *samples, last);
        ASSERT_TRUE(t) << t.error().text;
        EXPECT_EQ(t->epochs.size(), std::size_t(last));
        EXPECT_EQ(were_there, std::size_t(last - 1));
        plan.threads = 1 + last % 2; // may change
    }
    const std::string saved = kept.bytes();
    const auto [t, were_there] = train_until(plan, *samples, 0);
    ASSERT_TRUE(t) << t.error().text;
    EXPECT_EQ(were_there, std::size_t(plan.epochs - 1));
    EXPECT_EQ(network_file(t->network), whole);
    EXPECT_EQ(t->epochs.size(), std::size_t(plan.epochs));

    // Other settings, other games, and files that are broken: one line, and the file stays as it is.
    const auto refused = [&](const TrainPlan& by, const Samples& from, const std::string& wanted) {
        const std::string before = kept.bytes();
        const auto [other, n] = train_until(by, from, 0);
        ASSERT_FALSE(other) << wanted;
        EXPECT_TRUE(other.error().text.contains(wanted)) << other.error().text;
        EXPECT_EQ(kept.bytes(), before);
    };
    kept.write(saved);
    TrainPlan other = plan;
    other.seed = 2;
    refused(other, *samples, "it has \"seed=1\" where this one has \"seed=2\"");
    other = plan;
    other.rate = 0.02;
    refused(other, *samples, "it has \"rate=0.01\" where this one has \"rate=0.02\"");
    Samples changed = *samples;
    changed.points.front() ^= 2;
    refused(plan, changed, "it has \"games' checksum=");
    for (std::size_t at = 0; at < saved.size(); at += 1 + saved.size() / 23) {
        std::string damaged = saved;
        damaged[at] = char(damaged[at] ^ 1 << at % 8);
        kept.write(damaged);
        refused(plan, *samples, "checkpoint");
        kept.write(saved.substr(0, at));
        refused(plan, *samples, "checkpoint");
    }
}

TEST(Train, GoesOnFromANetwork) {
    const Scratch file;
    play_into(plan_for("ataxx:size=4x4"), file.path, 192, 2);
    const auto samples = load_samples({file.path}, 10, never);
    ASSERT_TRUE(samples) << samples.error().text;
    TrainPlan plan = small_plan();
    const Trained first = trained_on(*samples, plan);

    // With a rate of nothing it is the same network, to the last integer.
    plan.from = std::make_shared<const Network>(first.network);
    plan.epochs = 1;
    plan.rate = 0;
    EXPECT_EQ(network_file(trained_on(*samples, plan).network), network_file(first.network));
    // So it is where the games at hand lack what the first had seen.
    const Scratch few;
    play_into(plan_for("ataxx:size=4x4"), few.path, 20, 1);
    const auto less = load_samples({few.path}, 10, never);
    ASSERT_TRUE(less) << less.error().text;
    EXPECT_EQ(network_file(trained_on(*less, plan).network), network_file(first.network));

    plan.rate = 0.001;
    EXPECT_LT(trained_on(*samples, plan).epochs.back().loss, first.epochs.back().loss);
}

TEST(Train, LearnsWhereverAWindowLies) {
    const Scratch file;
    play_into(plan_for("clobber:size=4x4"), file.path, 192, 2);
    const auto samples = load_samples({file.path}, 10, never);
    ASSERT_TRUE(samples) << samples.error().text;

    TrainPlan plan = small_plan();
    const std::size_t apart = network_file(trained_on(*samples, plan).network).size();
    plan.inputs = "shared-corners";
    const Trained shared = trained_on(*samples, plan);
    EXPECT_LT(shared.epochs.back().held_out_loss, shared.epochs.front().held_out_loss);
    EXPECT_NEAR(shared.quantised_loss, shared.epochs.back().held_out_loss, 0.002);
    EXPECT_LT(network_file(shared.network).size(), apart / 2);

    plan.threads = 3;
    EXPECT_EQ(network_file(trained_on(*samples, plan).network), network_file(shared.network));
}

// A small board's weights may be too large for the many windows of a large one, unless they leave room for those.
TEST(Train, LeavesRoomForALargerBoard) {
    const Scratch file;
    play_into(plan_for("clobber:size=4x4"), file.path, 40, 1);
    const auto samples = load_samples({file.path}, 10, never);
    ASSERT_TRUE(samples) << samples.error().text;
    TrainPlan plan = small_plan();
    plan.inputs = "shared-corners+shared-crosses";
    plan.rate = 1; // as large as they may be
    const auto large = opened("clobber:size=12x12");
    const auto refused =
        read_network(network_file(trained_on(*samples, plan).network), large->geometry(), large->shape());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text.find("16 bits"), std::string::npos) << refused.error().text;
    plan.windows = int(windows_of(large->geometry(), large->shape(), plan.inputs)->size());
    EXPECT_GT(plan.windows, 254); // so many that it matters how the weights are rounded
    const auto fits = read_network(network_file(trained_on(*samples, plan).network), large->geometry(), large->shape());
    EXPECT_TRUE(fits) << fits.error().text;
}

TEST(Train, ScoresFindTheirUnit) {
    std::vector<std::int16_t> scores;
    std::vector<std::uint8_t> points;
    std::vector<std::uint16_t> left;
    // Scores of 300 that are worth `eighths` / 8 of the point.
    const auto add = [&](int count, int eighths, int plies_left) {
        for (int i = 0; i < count; ++i) {
            const bool is_ahead = (i / 8) % 2 == 0;
            scores.push_back(std::int16_t(is_ahead ? 300 : -300));
            points.push_back(std::uint8_t((i % 8 < eighths) == is_ahead ? 2 : 0));
            left.push_back(std::uint16_t(plies_left));
        }
    };
    add(400, 6, 10);
    EXPECT_NEAR(fitted_unit(scores, points, left), 300 / std::log(3.0), 3);

    // Late scores that say more. The early positions stand for as many as there were, whatever is known of them.
    add(400, 7, 1);
    const double of_all = fitted_unit(scores, points, left);
    EXPECT_LT(of_all, 270);
    add(800, 6, 10);
    std::fill(points.end() - 800, points.end(), unknown);
    const double weighed = fitted_unit(scores, points, left);
    add(800, 6, 10);
    points.erase(points.begin() + 800, points.begin() + 1600);
    scores.erase(scores.begin() + 800, scores.begin() + 1600);
    left.erase(left.begin() + 800, left.begin() + 1600);
    EXPECT_NEAR(weighed, fitted_unit(scores, points, left), 3);
    EXPECT_LT(of_all, weighed);
}

TEST(Train, OneGameInSoManyOfEachFileIsHeldOut) {
    const Scratch first;
    play_into(plan_for("ataxx:size=4x4"), first.path, 25, 1);
    const auto once = load_samples({first.path}, 10, never), twice = load_samples({first.path, first.path}, 10, never);
    ASSERT_TRUE(once);
    ASSERT_TRUE(twice);
    EXPECT_EQ(twice->held_out, 2 * once->held_out);
    EXPECT_EQ(twice->games, 50u);
}

TEST(Train, SamplesAreTheSameForAnyNumberOfThreads) {
    const Scratch file;
    play_into(plan_for("clobber:size=4x4"), file.path, 200, 2);
    const auto by_one = load_samples({file.path}, 10, never), by_three = load_samples({file.path}, 10, never, 3);
    ASSERT_TRUE(by_one);
    ASSERT_TRUE(by_three);
    EXPECT_EQ(by_one->games, 200u);
    EXPECT_EQ(by_three->seen, by_one->seen);
    EXPECT_EQ(by_three->score, by_one->score);
    EXPECT_EQ(by_three->points, by_one->points);
    EXPECT_EQ(by_three->held_out, by_one->held_out);
}

TEST(Train, FilesOfOtherGamesAreRefused) {
    const Scratch file;
    play_into(plan_for("clobber:size=4x4"), file.path, 4, 1);
    const std::string other = file.path + ".other";
    play_into(plan_for("ataxx:size=4x4"), other, 4, 1);
    EXPECT_FALSE(load_samples({file.path, other}, 2, never));
    EXPECT_FALSE(load_samples({file.path + ".none"}, 2, never));
    std::filesystem::remove(other);
}

TEST(Serving, VariantsAreNamedOnceAndKept) {
    using Names = std::vector<std::string>;
    const auto served = [](std::string_view first, const Names& any, const Names& also) {
        const auto all = variants_served(first, any, also);
        return all ? *all : all.error().text;
    };
    EXPECT_EQ(served("clobber", {}, {}), "clobber");
    EXPECT_EQ(served("clobber", {"size"}, {"clobber:size=12x12"}), "clobber:size=any");
    EXPECT_EQ(served("ataxx:size=any ataxx:straight,size=any", {"size"}, {}), "ataxx:size=any ataxx:straight,size=any");
    EXPECT_EQ(served("ataxx:size=any ataxx:straight,size=any", {}, {"thomas"}),
              "ataxx:size=any ataxx:straight,size=any ataxx:orthogonal");
    EXPECT_EQ(served("blocco:size=any", {}, {"blocco:size=12x12"}), "blocco:size=any blocco:size=12x12");
    EXPECT_EQ(served("hexxagon hexxagon:noblocks", {"size"}, {}), "hexxagon:size=any hexxagon:noblocks,size=any");
    EXPECT_NE(served("clobber", {"misere"}, {}).find("no option of clobber"), std::string::npos);
    EXPECT_NE(served("clobber", {}, {"boop"}).find("no variant of clobber"), std::string::npos);
    EXPECT_NE(served("clobber", {}, {"clobber:size=0x0"}).find("size"), std::string::npos);
}

TEST(Serving, WindowsOfOnesOwnStayOnTheirBoard) {
    const auto s = opened("clobber:size=4x4");
    const auto any_size = std::vector<std::string>{"size"};
    EXPECT_TRUE(need_shared(*s, any_size, "shared-corners", "(0,0)(64,0)(0,64)(64,64)"));
    const auto refused = need_shared(*s, any_size, "corners", "");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text.find("\"corners\" have weights of their own"), std::string::npos)
        << refused.error().text;
    // Where the boards are all alike there is nothing to share.
    EXPECT_TRUE(need_shared(*opened("ataxx"), std::vector<std::string>{"misere", "blocks", "start"}, "corners", ""));
    EXPECT_TRUE(need_shared(*opened("magnetone"), std::vector<std::string>{"pieces"}, "rows4", ""));
    EXPECT_FALSE(need_shared(*opened("hexxagon"), any_size, "cells", ""));
}

TEST(Serving, LargestBoardsAreTried) {
    const auto boards = [](const char* variant, std::string_view option) {
        std::vector<int> cells;
        each_largest_board(*opened(variant), option, [&](const GameSession& board) {
            cells.push_back(board.geometry().size());
            return true;
        });
        return cells;
    };
    const auto of_blocco = boards("blocco", "size");
    EXPECT_EQ(std::ranges::max(of_blocco), 144); // 12x12 among them
    EXPECT_GT(of_blocco.size(), 10u);
    EXPECT_EQ(boards("hexxagon", "size").size(), boards("hexxagon:noblocks", "size").size());
    EXPECT_GT(boards("hexxagon", "size").size(), 3u);
    EXPECT_TRUE(boards("ataxx", "misere").empty());
    EXPECT_TRUE(boards("ataxx", "none").empty());
}

TEST(Serving, NetworksServeWhatTheySay) {
    std::set<std::string> folders;
    for (const char* folder : {NETWORKS, NETWORKS "/small"})
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() != ".net") continue;
            SCOPED_TRACE(entry.path());
            folders.insert(folder);
            const auto file = read_whole(entry.path(), file_kind::network);
            ASSERT_TRUE(file);
            const auto s = opened(variant_of_network(*file));
            const auto network = read_network(*file, s->geometry(), s->shape());
            ASSERT_TRUE(network) << network.error().text;
            EXPECT_EQ(not_served(**network).value_or(""), "");
        }
    EXPECT_EQ(folders.size(), 2u);
    // A network that does not says so.
    const auto s = opened("clobber:size=4x4");
    Network loud = *network_for("clobber:size=any", s->geometry(), s->shape(), "shared-corners", 32, 1);
    loud.row_of[1] = 1;
    loud.weights.assign(64, 3000); // 9 windows' sums fit, 10 do not
    loud.bias.assign(32, 0);
    loud.out.assign(32, 0);
    loud.out_bias.assign(1, 0);
    const auto why = not_served(loud);
    ASSERT_TRUE(why);
    EXPECT_EQ(why->substr(0, 13), "clobber:size=") << *why;
    EXPECT_NE(why->find("16 bits"), std::string::npos) << *why;
    loud.game = "clobber:size=4x4";
    EXPECT_EQ(not_served(loud).value_or(""), "");
    loud.game = "clobber:size=4x4 clobber:size=9x1";
    EXPECT_NE(not_served(loud).value_or("").find("clobber:size=9x1: network: none of its windows"), std::string::npos);
}

}
}
