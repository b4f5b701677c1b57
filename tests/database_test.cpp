// Databases of games: what they count is what the records say, whatever they went through.
#include "base/file.hpp"
#include "base/random.hpp"
#include "database/database.hpp"
#include "database/import.hpp"
#include "database/openings.hpp"
#include "records/format.hpp"
#include "support.hpp"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <unistd.h>

namespace tavoliere::database {
namespace {

namespace fs = std::filesystem;

// A folder that goes with the test.
struct TestFolder {
    fs::path path = fs::temp_directory_path() / ("database_test." + std::to_string(::getpid()));
    TestFolder() { fs::remove_all(path), fs::create_directories(path); }
    ~TestFolder() { fs::remove_all(path); }
    std::string operator/(const std::string& name) const { return (path / name).string(); }
};

Record random_record(const std::string& variant, std::uint64_t seed, std::size_t most) {
    Random random(seed);
    const auto session = opened(variant);
    Record record;
    record.variant = session->variant();
    while (!session->result() && record.moves.size() < most) {
        const auto moves = session->moves();
        record.moves.push_back(moves[std::size_t(random.below(int(moves.size())))].text);
        EXPECT_TRUE(session->play(record.moves.back()));
    }
    record.result = result_text(session->result());
    if (seed % 5 == 1 && record.moves.size() > 4) { // a game that begins in the middle
        const auto middle = opened(variant);
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(middle->play(record.moves[std::size_t(i)]));
        record.start = middle->position();
        record.moves.erase(record.moves.begin(), record.moves.begin() + 3);
    }
    record.tags = {{"First", seed % 2 ? "Ada" : "Bea"},
                   {"Second", "Carl"},
                   {"Date", "2026-11-27"},
                   {"Twice", "1"},
                   {"Twice", "2"}};
    record.comment = "number " + std::to_string(seed);
    if (!record.moves.empty()) record.notes = {"a note"};
    return record;
}

NewGame new_game(const Record& record) {
    const auto rules = open_replayer(record.variant);
    auto played = (*rules)->replay(record.start, record.moves);
    EXPECT_TRUE(played) << (played ? "" : played.error().text);
    return {record, std::move(*played), "test"};
}

std::unique_ptr<Database> to_write(const std::string& folder) {
    auto db = Database::open_to_write(folder);
    EXPECT_TRUE(db) << (db ? "" : db.error().text);
    return std::move(*db);
}
std::unique_ptr<Database> to_read(const std::string& folder) {
    auto db = Database::open(folder);
    EXPECT_TRUE(db) << (db ? "" : db.error().text);
    return std::move(*db);
}
std::vector<std::string> faults_of(const std::string& folder) {
    std::vector<std::string> faults;
    EXPECT_TRUE(to_read(folder)->check([&](const std::string& line) { faults.push_back(line); }, never_over));
    return faults;
}

// A position up to symmetry, by other code than the database's: as the player to move sees it, the least of all turned boards.
std::string canonical(const GameSession& session) {
    const std::string seen = session.seen();
    std::string least = seen;
    for (const Renaming& to : session.symmetries()) {
        std::string turned = seen;
        for (std::size_t c = 0; c < to.size(); ++c) turned[to[c]] = seen[c];
        least = std::min(least, turned);
    }
    return session.variant() + session.view().turn + least;
}

struct Truth {
    Counts all, ended;
    std::map<std::string, Counts> next; // by the position that it leads to
};
using Truths = std::map<std::string, Truth>;

void count(Truths& truths, const Record& record) {
    const auto session = opened(record.variant, record.start);
    const auto outcome = record.result == "1-0"   ? Outcome::x
                         : record.result == "0-1" ? Outcome::o
                         : record.result == "*"   ? Outcome::unknown
                                                  : Outcome::draw;
    for (std::size_t ply = 0;; ++ply) {
        Truth& truth = truths[canonical(*session)];
        ++truth.all[outcome];
        if (ply == record.moves.size()) {
            ++truth.ended[outcome];
            return;
        }
        EXPECT_TRUE(session->play(record.moves[ply]));
        ++truth.next[canonical(*session)][outcome];
    }
}

// Every position of a game, as the database and as the records have it.
void expect_true(Database& db, const Truths& truths, const Record& record) {
    const auto session = opened(record.variant, record.start);
    for (std::size_t ply = 0; ply <= record.moves.size(); ++ply) {
        const Place place{
            record.variant, record.start, {record.moves.begin(), record.moves.begin() + std::ptrdiff_t(ply)}};
        const auto found = db.explore(place);
        ASSERT_TRUE(found) << found.error().text;
        const Truth& truth = truths.at(canonical(*session));
        EXPECT_EQ(found->all, truth.all) << found->position;
        EXPECT_EQ(found->ended, truth.ended);
        std::map<std::string, Counts> next;
        for (const auto& [moves, counts] : found->moves)
            for (const std::string& move : moves) {
                const auto after = session->copy();
                ASSERT_TRUE(after->play(move));
                next[canonical(*after)] = Counts{counts};
            }
        EXPECT_EQ(next, truth.next) << found->position;
        const auto games = db.find(place, 5, {});
        ASSERT_TRUE(games);
        EXPECT_EQ(games->times, truth.all.all());
        EXPECT_EQ(games->games.empty(), false);
        if (ply < record.moves.size()) { ASSERT_TRUE(session->play(record.moves[ply])); }
    }
}

TEST(Database, CountsAsTheRecordsDoInEveryVariantAndAfterMerging) {
    const TestFolder at;
    const std::string folder = at / "games";
    Truths truths;
    std::vector<Record> records;
    std::vector<NewGame> all;
    // Small boards, where positions meet again, and where symmetries make many alike; one without symmetries.
    for (const char* variant : {"ataxx:size=3x3", "ataxx:size=4x4", "hexxagon:size=2", "clobber:size=3x3", "boop",
                                "insert", "penntagon:size=3x3", "magnetone", "attract:size=4x4", "blocco:size=3x3"})
        for (std::uint64_t seed = 0; seed < (std::string_view(variant) == "ataxx:size=4x4" ? 400 : 40); ++seed) {
            Record record = random_record(variant, seed, seed % 4 ? 400 : 6);
            NewGame game = new_game(record);
            const auto is_same = [&](const NewGame& other) {
                return other.record.variant == record.variant && other.played.start == game.played.start &&
                       other.played.actions == game.played.actions;
            };
            if (std::ranges::any_of(all, is_same)) continue; // small boards have few games
            all.push_back(std::move(game));
            count(truths, record);
            records.push_back(std::move(record));
        }
    auto db = to_write(folder);
    const std::size_t batch = all.size() / 23 + 1;
    for (std::size_t i = 0; i < all.size(); i += batch) {
        const auto added =
            db->add({all.begin() + std::ptrdiff_t(i), all.begin() + std::ptrdiff_t(std::min(i + batch, all.size()))});
        ASSERT_TRUE(added) << added.error().text;
        EXPECT_EQ(added->duplicates, 0u);
        ASSERT_TRUE(db->merge(never_over));
    }
    const auto sum = db->statistics();
    ASSERT_TRUE(sum);
    EXPECT_LT(sum->segments, 12u); // 23 were written, two times eight merged
    EXPECT_GT(sum->tallies, 0u);
    for (std::size_t i = 0; i < records.size(); i += 7) expect_true(*db, truths, records[i]);
    EXPECT_TRUE(faults_of(folder).empty());
    std::uint64_t frequent = 0;
    for (const auto& [position, truth] : truths) frequent += truth.all.all() >= tallied_from;
    EXPECT_GT(frequent, 0u);

    // They come out as they went in, and a second time none is added.
    std::size_t number = 0;
    ASSERT_TRUE(db->for_each({}, [&](const KeptGame& game) -> Expected<bool> {
        const Record& record = records[number++];
        EXPECT_EQ(game.record.variant, record.variant);
        EXPECT_EQ(game.record.start, record.start);
        EXPECT_EQ(game.record.moves, record.moves);
        EXPECT_EQ(game.record.result, record.result);
        EXPECT_EQ(game.record.tags, record.tags);
        EXPECT_EQ(game.record.notes, record.notes);
        EXPECT_EQ(game.record.comment, record.comment);
        return true;
    }));
    EXPECT_EQ(number, records.size());
    const auto again = db->add(all);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->games, 0u);
    EXPECT_EQ(again->duplicates, all.size());
    std::uint64_t ada = 0, won = 0;
    const auto counted = [](std::uint64_t& n) { return [&n](const KeptGame&) -> Expected<bool> { return ++n, true; }; };
    ASSERT_TRUE(db->for_each({.variant = "boop", .player = "Ada", .result = ""}, counted(ada)));
    EXPECT_EQ(ada, 20u);
    ASSERT_TRUE(db->for_each({.variant = "", .player = "", .result = "1-0"}, counted(won)));
    EXPECT_EQ(won, std::uint64_t(std::ranges::count(records, "1-0", &Record::result)));
}

// Turned games are other games, and their positions the same.
TEST(Database, TurnedGamesMeetInEveryPosition) {
    for (const std::string variant :
         {"ataxx:size=5x5", "hexxagon:size=3", "penntagon:size=4x4", "boop", "clobber:size=4x6"}) {
        const auto rules = open_replayer(variant);
        const auto session = opened(variant);
        const Record record = random_record(variant, 3, 30);
        const auto played = (*rules)->replay(record.start, record.moves);
        ASSERT_TRUE(played);
        std::map<std::string, PositionKey> keys;
        for (std::size_t ply = 0;; ++ply) {
            const auto [there, is_new] = keys.emplace(canonical(*session), played->keys[ply]);
            EXPECT_TRUE(is_new || there->second == played->keys[ply]);
            // Moves that lead to one position up to symmetry, and no others, lead to one key.
            const auto next = (*rules)->next(session->position(), {});
            ASSERT_TRUE(next);
            EXPECT_EQ(next->here, played->keys[ply]);
            for (const NextMove& m : next->moves) {
                const auto after = session->copy();
                ASSERT_TRUE(after->play(m.text));
                EXPECT_EQ(keys.emplace(canonical(*after), m.key).first->second, m.key) << variant << " " << m.text;
            }
            if (ply == record.moves.size()) break;
            ASSERT_TRUE(session->play(record.moves[ply]));
        }
        std::map<PositionKey, int> times;
        for (const auto& [position, key] : keys) EXPECT_EQ(++times[key], 1);
    }
}

// What is on somebody's disk has these.
TEST(Database, KeysDoNotChange) {
    const auto key = [](const char* variant, std::vector<std::string> moves) {
        return (*open_replayer(variant))->next("startpos", moves)->here;
    };
    EXPECT_EQ(key("ataxx", {}), 9069183266535643962u);
    EXPECT_EQ(key("ataxx", {"a2"}), 5164827164809416415u);
    EXPECT_EQ(key("boop", {"a1"}), 7789360768233316703u);
    EXPECT_EQ(key("hexxagon", {}), 10195218926897426195u);
}

TEST(Database, DamagedFilesAreRefusedInOneLine) {
    const TestFolder at;
    const std::string folder = at / "games";
    std::vector<NewGame> games;
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        games.push_back(new_game(random_record("ataxx:size=5x5", seed, 400)));
    ASSERT_TRUE(to_write(folder)->add(games));
    const std::string file = folder + "/positions/0001.segment";
    std::string whole;
    {
        std::ifstream in(file, std::ios::binary);
        whole.assign(std::istreambuf_iterator<char>(in), {});
    }
    const auto put = [&](const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; };
    for (const std::size_t size : {std::size_t(0), std::size_t(10), whole.size() / 2, whole.size() - 1}) {
        put(whole.substr(0, size));
        const auto db = Database::open(folder);
        ASSERT_FALSE(db) << size;
        EXPECT_TRUE(db.error().text.contains("0001.segment")) << db.error().text;
    }
    put(whole + "x");
    EXPECT_FALSE(Database::open(folder));
    // A wrong byte anywhere is refused at once or found by check(), and nothing else is worse than wrong counts.
    Random random(1);
    for (int i = 0; i < 60; ++i) {
        std::string bytes = whole;
        const std::size_t place = std::size_t(random.below(int(bytes.size())));
        bytes[place] = char(bytes[place] ^ 1 << random.below(8));
        put(bytes);
        if (!Database::open(folder)) continue;
        EXPECT_FALSE(faults_of(folder).empty()) << place;
        for (int ply = 0; ply < 5; ++ply) (void)to_read(folder)->explore({"ataxx:size=5x5", "startpos", {}});
    }
    put(whole);
    EXPECT_TRUE(faults_of(folder).empty());
    fs::remove(file);
    EXPECT_FALSE(Database::open(folder));
    EXPECT_FALSE(Database::open(at / "none"));
    std::ofstream(folder + "/games.sqlite") << "no database at all, but long enough to look at";
    EXPECT_FALSE(Database::open(folder));
}

TEST(Database, WhatNoTransactionNamesIsRemoved) {
    const TestFolder at;
    const std::string folder = at / "games";
    ASSERT_TRUE(to_write(folder)->add({new_game(random_record("boop", 1, 400))}));
    fs::copy_file(folder + "/positions/0001.segment", folder + "/positions/0002.segment");
    std::ofstream(folder + "/positions/0003.segment.abcdef") << "half a file";
    EXPECT_EQ(to_read(folder)->statistics()->segments, 1u);
    EXPECT_TRUE(fs::exists(folder + "/positions/0002.segment")); // who reads removes nothing
    {
        const auto db = to_write(folder);
        EXPECT_FALSE(Database::open_to_write(folder)); // another writer
        EXPECT_EQ(std::distance(fs::directory_iterator(folder + "/positions"), fs::directory_iterator()), 1);
        ASSERT_TRUE(db->add({new_game(random_record("boop", 2, 400))}));
    }
    EXPECT_TRUE(faults_of(folder).empty());
}

// The small file of a variant's openings answers as the database does, whichever way the board is turned.
TEST(Openings, SayWhatTheDatabaseSays) {
    const TestFolder at;
    auto db = to_write(at / "games");
    std::vector<Record> records;
    for (const char* variant : {"ataxx:size=4x4", "magnetone", "hexxagon:size=3"}) {
        std::vector<NewGame> games;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            records.push_back(random_record(variant, seed, seed % 3 ? 12 : 3));
            games.push_back(new_game(records.back()));
        }
        ASSERT_TRUE(db->add(games));
    }
    for (const char* variant : {"ataxx:size=4x4", "magnetone", "hexxagon:size=3"}) {
        const auto rules = open_replayer(variant);
        OpeningsPlan plan{.variant = variant, .made = "at random", .times = 2, .bytes = 1 << 20};
        const auto made = gather_openings(*db, plan, [](std::size_t) {}, never_over);
        ASSERT_TRUE(made) << made.error().text;
        const std::string text = openings_file(*made);
        const auto openings = read_openings(text);
        ASSERT_TRUE(openings) << openings.error().text;
        EXPECT_EQ(openings_file(*openings), text);
        EXPECT_GT(openings->top_games.size(), 1u);
        std::size_t known = 0, in_games = 0;
        for (const Record& record : records) {
            if (record.variant != (*rules)->variant()) continue;
            for (std::size_t ply = 0; ply <= record.moves.size(); ++ply) {
                const Place place{
                    record.variant, record.start, {record.moves.begin(), record.moves.begin() + std::ptrdiff_t(ply)}};
                const auto truth = db->explore(place);
                const auto next = (*rules)->next(place.start, place.moves);
                ASSERT_TRUE(truth && next);
                const auto found = explore(*openings, *next, 100);
                EXPECT_EQ(found.explored.position, truth->position);
                if (found.explored.all.all() == 0) continue;
                ++known;
                EXPECT_EQ(found.explored.all, truth->all);
                EXPECT_EQ(found.explored.ended, truth->ended);
                ASSERT_EQ(found.explored.moves.size(), std::min(truth->moves.size(), Openings::most_moves));
                for (std::size_t i = 0; i < found.explored.moves.size(); ++i) {
                    const auto& [moves, counts] = found.explored.moves[i];
                    const auto same = std::ranges::find(truth->moves, moves, &Explored::Move::moves);
                    ASSERT_NE(same, truth->moves.end());
                    EXPECT_EQ(counts, same->counts);
                    EXPECT_EQ(counts.all(), truth->moves[i].counts.all()); // none is left out that is more frequent
                }
                const auto here = opened(record.variant, record.start);
                for (const std::string& move : place.moves) ASSERT_TRUE(here->play(move));
                for (const ExploredGame& game : found.games) {
                    const auto there = opened(record.variant);
                    for (int i = 0; i < game.ply; ++i) ASSERT_TRUE(there->play(game.moves[std::size_t(i)]));
                    EXPECT_EQ(canonical(*there), canonical(*here));
                    ++in_games;
                }
            }
        }
        EXPECT_GT(known, 200u) << variant;
        EXPECT_GT(in_games, 200u) << variant;
        // No larger than was said.
        plan.bytes = text.size() / 3;
        const auto small = gather_openings(*db, plan, [](std::size_t) {}, never_over);
        ASSERT_TRUE(small);
        EXPECT_LE(openings_file(*small).size(), plan.bytes);
        EXPECT_GT(openings_file(*small).size(), plan.bytes / 2);
    }
}

TEST(Openings, WhatIsNoFileOfThemIsRefused) {
    for (
        const std::string_view text :
        {"", "[]", "{}", R"({"openings":2,"game":"ataxx","made":"","games":1,"positions":[],"top_games":[]})",
         R"({"openings":1,"made":"","games":1,"positions":[],"top_games":[]})",
         R"({"openings":1,"game":"ataxx","made":"","games":-1,"positions":[],"top_games":[]})",
         R"({"openings":1,"game":"ataxx","made":"","games":1,"positions":[["0000000",[0,1]]],"top_games":[]})",
         R"({"openings":1,"game":"ataxx","made":"","games":1,"positions":[["0000000g",[0,1]]],"top_games":[]})",
         R"({"openings":1,"game":"ataxx","made":"","games":1,"positions":[["00000000",[-3,1]]],"top_games":[]})",
         R"({"openings":1,"game":"ataxx","made":"","games":1,"positions":[["00000000",[0,1,1,1,1,1]]],"top_games":[]})",
         R"({"openings":1,"game":"ataxx","made":"","games":1,"positions":[],"top_games":[["1-0","a2",[0]]]})"}) {
        const auto read = read_openings(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(std::ranges::count(read.error().text, '\n'), 0);
    }
}

}
}
