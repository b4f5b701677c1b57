// Databases of games from outside: imported, asked, written out again, and killed on the way.
#include "program.hpp"
#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>

namespace tavoliere {
namespace {

std::string fresh(const std::string& name) {
    std::filesystem::remove_all(folder() / name);
    return folder() / name;
}

TEST(DatabaseCommand, ImportedTwiceIsThereOnceAndComesOutAsItWas) {
    const std::string db = fresh("db"), ataxx = random_games("ataxx:size=5x5", 60, "db-a.tgn"),
                      boop = random_games("boop", 20, "db-b.tgn");
    const std::string sgf = folder() / "db-b.sgf", played = folder() / "db.jsonl.zst";
    ASSERT_EQ(run({"convert", boop, "--to", "sgf", "--out", sgf}).status, 0);
    std::filesystem::remove(played);
    ASSERT_EQ(run({"selfplay", "clobber:size=4x5", "--games", "40", "--nodes", "50", "--out", played}).status, 0);
    const Output first = run({"db", "import", db, ataxx, boop, played, "--threads", "2"});
    ASSERT_EQ(first.status, 0) << first.err;
    const Output again = run({"db", "import", db, sgf, ataxx, played});
    EXPECT_TRUE(again.status == 0 && again.out.contains(": 0 games more")) << again.out << again.err;
    EXPECT_EQ(run({"db", "check", db}).out, "no fault\n");
    for (const auto& [game, file] : {std::pair("ataxx:size=5x5", ataxx), {"boop", boop}})
        EXPECT_EQ(run({"db", "export", db, "--game", game, "--to", "jsonl"}).out,
                  run({"convert", file, "--to", "jsonl"}).out);
    const std::string out = folder() / "db-out.pgn";
    EXPECT_TRUE(run({"db", "export", db, "--to", "pgn", "--out", out, "--game", "boop"}).out.contains("20 games"));
    EXPECT_EQ(run({"convert", out, "--to", "jsonl"}).out, run({"convert", boop, "--to", "jsonl"}).out);
    EXPECT_TRUE(run({"db", "stats", db}).out.contains("boop: 20 games"));
    EXPECT_TRUE(run({"db", "explore", db, "boop"}).out.contains("\nall                      20  x"));
    EXPECT_TRUE(run({"db", "explore", db, "boop", "--json"}).out.contains("\"moves\":[{\"move\":"));
    EXPECT_TRUE(
        run({"db", "find", db, "boop", "--most", "3"}).out.contains("the position came 20 times\ngame 80, ply 0 of "));
    EXPECT_TRUE(run({"db", "explore", db, "attract", "--json"}).out.contains("\"moves\":[]"));
    const std::string openings = folder() / "db-openings.json";
    const Output wrote = run({"db", "openings", db, "boop", "--times", "1", "--made", "by chance", "--out", openings});
    EXPECT_TRUE(wrote.status == 0 && wrote.out.ends_with(" games of 20\n")) << wrote.out << wrote.err;
    EXPECT_TRUE(slurp(openings).starts_with(R"({"openings":1,"game":"boop","made":"by chance","games":20,)"));
    EXPECT_EQ(run({"db", "openings", db, "boop", "--times", "1", "--made", "by chance"}).out, slurp(openings));
}

TEST(DatabaseCommand, GamesAreFoundByTheirDays) {
    const std::string db = fresh("db-days"), file = folder() / "db-days.tgn";
    std::ofstream out(file);
    const std::pair<const char*, const char*> games[] = {
        {"a2", "2025.12.31"}, {"b2", "2026-01-01"}, {"a1-a3", "2026.11.27"}, {"a1-b3", "2026-11-28"}, {"a1-c3", ""}};
    for (const auto& [move, date] : games)
        out << "%tgn 1\n[Game \"ataxx\"]\n[Date \"" << date << "\"]\n[Result \"*\"]\n\n1. " << move << " *\n\n";
    out.close();
    ASSERT_EQ(run({"db", "import", db, file}).status, 0);
    const auto counted = [&](std::vector<std::string> days) {
        std::vector<std::string> find{"db", "find", db, "ataxx"}, write{"db", "export", db, "--to", "jsonl"};
        find.insert(find.end(), days.begin(), days.end());
        write.insert(write.end(), days.begin(), days.end());
        const auto lines = std::ranges::count(run(write).out, '\n');
        EXPECT_EQ(std::ranges::count(run(find).out, '\n') - 1, lines);
        return lines;
    };
    EXPECT_EQ(counted({}), 5);
    EXPECT_EQ(counted({"--since", "2026"}), 3);
    EXPECT_EQ(counted({"--until", "2026"}), 4);
    EXPECT_EQ(counted({"--until", "2026.01"}), 2);
    EXPECT_EQ(counted({"--since", "2026-11-28"}), 1);
    EXPECT_EQ(counted({"--since", "2026-01-02", "--until", "2026-11-27"}), 1);
}

TEST(DatabaseCommand, WhatIsWrongGetsOneLine) {
    const std::string db = fresh("db-wrong"), good = random_games("ataxx:size=5x5", 5, "db-good.tgn"),
                      bad = folder() / "db-bad.tgn";
    std::ofstream(bad) << slurp(good) << "%tgn 1\n[Game \"ataxx\"]\n\n1. zz *\n";
    const Output o = run({"db", "import", db, bad});
    EXPECT_EQ(o.status, 2);
    EXPECT_TRUE(o.err.contains("game 6: it begins in line ")) << o.err;
    EXPECT_TRUE(o.out.contains("5 games more")) << o.out; // those before it
    EXPECT_EQ(run({"db", "check", db}).out, "no fault\n");
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"db", "stats", folder() / "db-none"},
                                                      {"db", "stats", good},
                                                      {"db", "import", folder(), good}, // a folder of something else
                                                      {"db", "explore", db, "nogame"},
                                                      {"db", "explore", db, "ataxx", "--moves", "zz"},
                                                      {"db", "explore", db, "ataxx", "--position", "zz"},
                                                      {"db", "export", db, "--game", "nogame"},
                                                      {"db", "export", db, "--result", "won"},
                                                      {"db", "find", db, "ataxx", "--most", "-1"},
                                                      {"db", "find", db, "ataxx", "--since", "26-11-27"},
                                                      {"db", "export", db, "--until", "yesterday"},
                                                      {"db", "openings", db, "nogame"},
                                                      {"db", "openings", db, "ataxx", "--bytes", "0"},
                                                      {"db", "import", db, "/dev/null"},
                                                      {"db", "import", db, folder() / "db-none.tgn"},
                                                      {"db", "export", db, "--out", db + "/games.sqlite"},
                                                      {"db", "openings", db, "ataxx", "--out", db + "/positions/x"},
                                                      {"db", "nothing", db}}) {
        const Output refused = run(arguments);
        EXPECT_EQ(refused.status, 2) << arguments[1];
        EXPECT_EQ(std::ranges::count(refused.err, '\n'), 1) << refused.err;
    }
    EXPECT_EQ(run({"db", "check", db}).out, "no fault\n");
    const std::string segment = std::string(db) + "/positions/0001.segment";
    std::filesystem::resize_file(segment, std::filesystem::file_size(segment) / 2);
    expect_one_line_refusal(run({"db", "explore", db, "ataxx:size=5x5"}));
    EXPECT_EQ(run({"db", "import", db, good}).status, 2);
}

// What there is in a folder and below it, with sizes: it changes with everything that is written.
std::map<std::string, std::uintmax_t> listing(const std::filesystem::path& of) {
    std::map<std::string, std::uintmax_t> all;
    std::error_code gone; // what is written is renamed and removed meanwhile
    for (std::filesystem::recursive_directory_iterator at(of, gone), end; !gone && at != end; at.increment(gone))
        all[at->path()] = std::filesystem::is_regular_file(at->path(), gone) ? at->file_size(gone) : 0, gone.clear();
    return all;
}

// Wherever it is killed, what is there afterwards is whole, and the same command goes on to the same end. It is killed at once, then
// when it has written something, then when it has written twice, and so on; after an import that ended before that, at once again.
TEST(DatabaseCommand, KilledAnywhereItIsWhole) {
    const std::string db = fresh("db-killed"), out = folder() / "killed.out", err = folder() / "killed.err";
    // Many files make one batch; so each is imported by itself, and they are enough to be merged.
    std::vector<std::string> files;
    for (int i = 0; i < 12; ++i)
        files.push_back(random_games("ataxx:size=" + std::to_string(4 + i % 5) + "x" + std::to_string(4 + i / 5), 30,
                                     "killed-" + std::to_string(i) + ".tgn"));
    int kills = 0;
    for (int changes = 0; const std::string& file : files)
        for (int attempt = 0;; ++attempt) {
            const pid_t id = start({"db", "import", db, file}, out, err);
            auto last = listing(db);
            const int status = attempt == 4 ? status_of(id) : ended_when(id, SIGKILL, [&, seen = 0]() mutable {
                auto now = listing(db);
                if (now != last) last = std::move(now), ++seen;
                return seen >= changes;
            });
            if (status == 0) {
                if (attempt < 4) changes = 0;
                break;
            }
            ASSERT_EQ(status, 128 + SIGKILL) << slurp(err);
            ++kills, ++changes;
            if (std::filesystem::exists(std::filesystem::path(db) / "games.sqlite") &&
                std::filesystem::file_size(std::filesystem::path(db) / "games.sqlite")) {
                const Output checked = run({"db", "check", db});
                EXPECT_TRUE(checked.out == "no fault\n" || checked.err.contains("it is not made yet"))
                    << checked.out << checked.err;
            }
        }
    EXPECT_GT(kills, 5);
    EXPECT_EQ(run({"db", "check", db}).out, "no fault\n");
    const std::string once = fresh("db-once");
    std::vector<std::string> all{"db", "import", once};
    all.insert(all.end(), files.begin(), files.end());
    ASSERT_EQ(run(all).status, 0);
    EXPECT_EQ(run({"db", "export", db, "--to", "jsonl"}).out, run({"db", "export", once, "--to", "jsonl"}).out);
}

}
}
