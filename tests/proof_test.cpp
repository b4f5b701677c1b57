// Proof-number search: right where the truth is known, its proofs checked by the rules alone, its files never misread.
#include "base/random.hpp"
#include "games/clobber.hpp"
#include "games/infection.hpp"
#include "solve/prover.hpp"
#include "solving.hpp"
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace tavoliere {
namespace {

struct Folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("tavoliere-proof-" + std::to_string(getpid()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
};
std::string file(const std::string& name) {
    static const Folder folder;
    return folder.path / name;
}
std::string slurp(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}
void spit(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

// First player to move. Clobber: 2xn is lost exactly for n divisible by 3, 3xn exactly for even n >= 4, (xo)^n in a row for
// n = 3. Blocco: our earlier search. Ataxx: retrograde analysis.
TEST(Proof, KnownResults) {
    const std::map<std::string, int> truth{
        {"clobber:size=2x2", 1},
        {"clobber:size=2x3", -1},
        {"clobber:size=2x4", 1},
        {"clobber:size=2x5", 1},
        {"clobber:size=2x6", -1},
        {"clobber:size=7x2", 1},
        {"clobber:size=3x3", 1},
        {"clobber:size=3x4", -1},
        {"clobber:size=5x3", 1},
        {"clobber:size=3x6", -1},
        {"clobber:size=4x4", 1},
        {"clobber:size=4x1", 1},
        {"clobber:size=6x1", -1},
        {"clobber:size=8x1", 1},
        {"clobber:size=1x16", 1},
        {"blocco:size=1x2", 1},
        {"blocco:size=1x4", 1},
        {"blocco:size=1x6", 1},
        {"blocco:size=1x8", 1},
        {"blocco:size=10x1", 1},
        {"blocco:size=2x2", 1},
        {"blocco:size=2x3", 1},
        {"blocco:size=2x4", 1},
        {"blocco:size=2x5", 1},
        {"blocco:size=6x2", 1},
        {"blocco:size=3x3", 1},
        {"blocco:size=3x4", 1},
        {"ataxx:size=3x3", 1},
        {"ataxx:size=3x4", 1},
        {"ataxx:size=4x4", 1},
        {"thomas:size=3x3", 1},
        {"assimilation:size=3x3", 1},
        {"ataxx:size=3x3,misere", 1},
        {"ataxx:size=3x4,misere", 0},
        {"magnetone:size=4x4,pieces=2", 0},
    };
    for (const auto& [variant, value] : truth) {
        const auto found = solved(*opened(variant), by(Method::proof));
        EXPECT_EQ(found.value, value) << variant;
        EXPECT_TRUE(found.best.has_value()) << variant;
    }
}

using InfectionRules = RulesOf<InfectionFamily>;

// Every position that can come about, and its value by going back from the ends: a draw is what is left.
struct Truth {
    PositionSet<InfectionRules::Position> all;
    std::vector<int> values;
};
Truth by_going_back(const InfectionRules& g) {
    constexpr int open = 2;
    Truth t;
    std::vector<std::vector<std::uint32_t>> next;
    t.all.add(Keys<InfectionRules>::timeless(g.start()));
    for (std::size_t i = 0; i < t.all.size(); ++i) {
        const auto p = t.all[i];
        const auto over = g.verdict(p);
        t.values.push_back(over ? over->outcome : open);
        next.emplace_back();
        MovesOf<InfectionRules> list;
        if (!over) g.moves(p, list);
        for (const auto& m : list) next[i].push_back(t.all.add(Keys<InfectionRules>::timeless(g.after(p, m))).first);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = t.all.size(); i-- > 0;) {
            if (t.values[i] != open) continue;
            const auto is = [&](int v) { return [&t, v](std::uint32_t n) { return t.values[n] == v; }; };
            const bool wins = std::any_of(next[i].begin(), next[i].end(), is(-1));
            if (!wins && !std::all_of(next[i].begin(), next[i].end(), is(1))) continue;
            t.values[i] = wins ? 1 : -1;
            changed = true;
        }
    }
    std::replace(t.values.begin(), t.values.end(), open, 0);
    return t;
}

// Games that go round, where what a line has met before must not be taken for the truth.
TEST(Proof, AgreesWithGoingBackWhereGamesGoRound) {
    for (const auto& [variant, samples] : std::map<std::string, int>{
             {"ataxx:size=3x3", 200}, {"ataxx:size=3x3,misere", 200}, {"ataxx:size=3x4,misere", 60}}) {
        const auto g = rules<InfectionFamily>(variant);
        Truth truth = by_going_back(g);
        Random random(1);
        for (int i = 0; i < samples; ++i) {
            const std::size_t n = i == 0 ? 0 : std::size_t(random.next() % truth.values.size());
            const auto p = truth.all[n];
            if (g.verdict(p)) continue;
            SCOPED_TRACE(variant + " " + position_text(g, p));
            SolveLimits limits = by(Method::proof);
            limits.variant = variant;
            if (i % 4 == 0) limits.proof = file("round.proof");
            const auto found = solve_by_proof<InfectionRules>(g, p, limits, unheard, never);
            ASSERT_TRUE(found);
            ASSERT_EQ(found->value, truth.values[n]);
            const auto q = Keys<InfectionRules>::timeless(g.after(p, *found->best));
            EXPECT_EQ(truth.values[truth.all.add(q).first], -truth.values[n]) << "the best move keeps the value";
            if (limits.proof.empty()) continue;
            EXPECT_EQ(found->trouble, "");
            const auto proof = parse_certificate(slurp(limits.proof));
            ASSERT_TRUE(proof);
            EXPECT_EQ((*proof)->value, truth.values[n]);
            EXPECT_EQ(CertificateChecker<InfectionRules>(g, never).check(**proof).failure, "");
        }
    }
}

TEST(Proof, ThreadsAgree) {
    SolveLimits limits = by(Method::proof);
    limits.threads = 3;
    for (const auto& [variant, value] : std::map<std::string, int>{
             {"clobber:size=4x4", 1}, {"clobber:size=3x6", -1}, {"ataxx:size=3x4,misere", 0}, {"blocco:size=4x4", 1}})
        EXPECT_EQ(solved(*opened(variant), limits).value, value) << variant;
}

// What a proof says, as the command verify finds it.
Expected<Checked> verified(const std::string& text) {
    const auto proof = parse_certificate(text);
    if (!proof) return std::unexpected(proof.error());
    const auto s = open((*proof)->variant);
    if (!s) return std::unexpected(s.error());
    return (*s)->verify(**proof, never);
}
std::string proof_of(const std::string& variant) {
    SolveLimits limits = by(Method::proof);
    limits.proof = file("a.proof");
    EXPECT_EQ(solved(*opened(variant), limits).trouble, "") << variant;
    return slurp(limits.proof);
}
// The text with a true checksum.
std::string sealed(std::string text) {
    text.resize(text.size() - std::string("end 0123456789abcdef\n").size());
    Checksum sum;
    sum.add(text.data(), text.size());
    char end[32];
    std::snprintf(end, sizeof end, "end %016llx\n", static_cast<unsigned long long>(sum.value()));
    return text + end;
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
    EXPECT_NE(text.find(from), text.npos) << from;
    return text.replace(text.find(from), from.size(), to);
}

TEST(Proof, IsProvedByTheRules) {
    for (const char* variant : {"clobber:size=3x3", "clobber:size=3x4", "clobber:size=4x4", "blocco:size=3x4",
                                "ataxx:size=4x4", "ataxx:size=3x4,misere", "magnetone:size=4x4,pieces=2"}) {
        const auto checked = verified(proof_of(variant));
        ASSERT_TRUE(checked) << variant;
        EXPECT_EQ(checked->failure, "") << variant;
        EXPECT_GT(checked->positions, 0u) << variant;
    }
}

// A table that forgets most of what it found: the rest is searched again.
template <class Family> void proved_by_a_small_table(const char* variant, std::size_t bytes) {
    SCOPED_TRACE(variant);
    using G = typename Family::template Rules<Word64>;
    const GameInfo* info[] = {&Family::games()[0]};
    Options options = *parse_variant(variant, info);
    const G g(*Family::setup(options));
    ProofTable table(bytes);
    ProofSearch<GameTree<G>> search([&] { return std::make_unique<GameTree<G>>(g); }, table, 1,
                                    [] { return std::optional<Unsolved>(); });
    const Facts facts = search.ask(g.start(), true).facts;
    ASSERT_FALSE(facts.is_open());
    const bool drawn = !facts.is_won_or_lost();
    auto out = WholeFile::create(file("small.proof"));
    begin_certificate(*out, variant, position_text(g, g.start()), drawn ? 0 : facts.kind == Facts::win ? 1 : -1);
    for (const std::uint8_t player : {0, 1}) {
        if (!drawn && player == (facts.kind == Facts::lost ? 0 : 1)) continue;
        StrategyFinder<G> finder(g, search, player, true, 64 << 20);
        ASSERT_EQ(int(drawn ? finder.hold(g.start()) : finder.win(g.start())), int(StrategyFinder<G>::Outcome::found));
        write_strategy(*out, g, player ? 'o' : 'x', !drawn, finder);
    }
    ASSERT_TRUE(end_certificate(*out));
    EXPECT_EQ(CertificateChecker<G>(g, never).check(**parse_certificate(slurp(file("small.proof")))).failure, "");
}
TEST(Proof, IsWrittenThoughTheTableForgot) {
    proved_by_a_small_table<ClobberFamily>("clobber:size=3x5", 8 << 10);
    proved_by_a_small_table<ClobberFamily>("clobber:size=3x6", 32 << 10);
    proved_by_a_small_table<InfectionFamily>("ataxx:size=3x3,misere", 1 << 10);
    proved_by_a_small_table<InfectionFamily>("ataxx:size=3x4,misere", 64 << 10);
}

// A table that is to grow, and keys of what was put into it.
struct Filled {
    explicit Filled(std::size_t megabytes) : table(megabytes << 20), keys(2 * table.size()) {
        Random random(1);
        for (Key& key : keys) {
            key = {random.next(), random.next()};
            table.keep(key, facts_of(key));
        }
    }
    static Facts facts_of(Key key) {
        return {Facts::Kind(1 + key.check % 4), std::uint32_t(1 + key.check % Facts::most),
                std::uint32_t(1 + key.place % Facts::most), std::uint32_t(key.place % Facts::most), 1};
    }
    // The keys that a table knows, each with its own facts.
    std::vector<Key> known_to(const ProofTable& t) const {
        std::vector<Key> found;
        for (const Key& key : keys) {
            const auto f = t.find(key);
            if (!f) continue;
            const Facts of = facts_of(key);
            EXPECT_EQ(f->kind, of.kind);
            EXPECT_TRUE(f->is_open() ? f->phi == of.phi && f->delta == of.delta : f->rank == of.rank);
            found.push_back(key);
        }
        return found;
    }

    ProofTable table;
    std::vector<Key> keys;
};

TEST(Proof, ATableGrowsWithWhatIsInIt) {
    Filled filled(64);
    ProofTable& table = filled.table;
    const std::size_t first = table.size();
    const auto before = filled.known_to(table);
    EXPECT_GT(before.size(), filled.keys.size() * 9 / 10);
    EXPECT_TRUE(table.is_to_grow());
    while (table.size() < table.largest_size()) table.grow();
    EXPECT_GE(table.size(), 15 * first);
    EXPECT_FALSE(table.is_to_grow());
    EXPECT_EQ(filled.known_to(table), before);
}

TEST(Proof, ATableThatWasBrokenOffGrowsOn) {
    Filled filled(64);
    ProofTable& table = filled.table;
    const auto before = filled.known_to(table);
    int pieces = 0, looks = 0;
    while (!table.grow([&] { return ++looks % 2 == 0; })) {
        EXPECT_TRUE(table.is_growing() && table.is_to_grow());
        EXPECT_LE(filled.known_to(table).size(), before.size()); // each with its own facts
        ++pieces;
    }
    EXPECT_GT(pieces, 3);
    EXPECT_FALSE(table.is_growing());
    EXPECT_EQ(filled.known_to(table), before);
}

TEST(Proof, ATableGrowsByManySmallQuestions) {
    const GameInfo* info[] = {&ClobberFamily::games()[0]};
    Options options = *parse_variant("clobber:size=4x5", info);
    const Clobber<Word64> g(*ClobberFamily::setup(options));
    ProofTable table(std::size_t{8} << 20);
    const std::size_t first = table.size();
    ProofSearch<GameTree<Clobber<Word64>>> search([&] { return std::make_unique<GameTree<Clobber<Word64>>>(g); }, table,
                                                  1, [] { return std::optional<Unsolved>(); });
    Random random(2);
    for (int i = 0; i < 400'000 && table.size() == first; ++i) {
        table.keep({random.next(), random.next()}, Facts{});
        if (i % 1000 == 0) search.ask(g.start(), true); // known after the first time
    }
    EXPECT_GT(table.size(), first);
}

TEST(Proof, ACheckpointKeepsATableThatGrows) {
    Filled filled(16);
    filled.table.grow();
    const std::string path = file("growing.checkpoint");
    const CheckpointHead head{"variant", "position", 7, 1.5};
    ASSERT_TRUE(save_checkpoint(path, head, filled.table));
    ProofTable again(std::size_t{16} << 20);
    ASSERT_TRUE(load_checkpoint(path, head, again));
    EXPECT_EQ(again.size(), filled.table.size());
    EXPECT_EQ(filled.known_to(again), filled.known_to(filled.table));
    EXPECT_EQ(again.is_to_grow(), filled.table.is_to_grow());
    // What is ended leaves the file as it was, and gives nothing.
    const std::string whole = slurp(path);
    EXPECT_EQ(save_checkpoint(path, {"another", "position", 0, 0}, again, [] { return true; }).value(), false);
    EXPECT_EQ(slurp(path), whole);
    ProofTable ended(std::size_t{16} << 20);
    EXPECT_FALSE(load_checkpoint(path, head, ended, [] { return true; }).value());
    again.grow();
    EXPECT_EQ(filled.known_to(again), filled.known_to(filled.table));
    const std::string text = slurp(path), buckets = "buckets " + std::to_string(filled.table.size());
    for (const char* hostile : {"0", "-1", "1", "131073", "4294967296", "9223372036854775808", "18446744073709551615",
                                "18446744073709551616", "many"})
        for (const std::string& line : {buckets, "at most " + std::to_string(filled.table.largest_size())}) {
            spit(path, replaced(text, line, line.substr(0, line.rfind(' ') + 1) + hostile));
            ProofTable empty(std::size_t{16} << 20);
            EXPECT_FALSE(load_checkpoint(path, head, empty)) << line << " " << hostile;
        }
}

TEST(Proof, OfAGameThatIsOver) {
    SolveLimits limits = by(Method::proof);
    limits.proof = file("over.proof");
    EXPECT_EQ(solved(*opened("clobber:size=3x3", "x2/3/2o x"), limits).value, -1);
    EXPECT_EQ(verified(slurp(limits.proof))->failure, "");
    EXPECT_NE(verified(sealed(replaced(slurp(limits.proof), "value loss", "value win")))->failure, "");
}

TEST(Proof, FalseClaimsAreNotProved) {
    const std::string win = proof_of("clobber:size=3x3"), loss = proof_of("clobber:size=2x3"),
                      draw = proof_of("ataxx:size=3x4,misere");
    EXPECT_EQ(verified(sealed(win))->failure, "") << "sealed() seals";
    for (const std::string& wrong : {
             replaced(win, "value win", "value loss"),
             replaced(win, "value win", "value draw"),
             replaced(win, "x wins", "o wins"),
             replaced(win, "x wins", "x holds"), // not what a win needs
             replaced(loss, "value loss", "value win"),
             replaced(draw, "value draw", "value win"),
             replaced(draw, "x holds", "x wins"), // goes round
             replaced(replaced(draw, "x holds", "x wins"), "value draw", "value win"),
             replaced(draw, "o holds", "x holds"),
             replaced(win, "size=3x3", "size=3x5"),
             replaced(win, "size=3x3", "size=3x1"),
             replaced(win, " x\nvalue", " o\nvalue"),
         }) {
        const auto checked = verified(sealed(wrong));
        EXPECT_TRUE(!checked || !checked->failure.empty()) << wrong.substr(0, 200);
    }
}

// Each line of a win is needed, and none may come before what it rests on.
TEST(Proof, NoLineCanBeMissing) {
    const std::string win = proof_of("clobber:size=3x3");
    const std::size_t first = win.find("wins\n") + 5;
    for (std::size_t at = first; !win.substr(at).starts_with("end ");) {
        const std::size_t next = win.find('\n', at) + 1;
        const auto checked = verified(sealed(win.substr(0, at) + win.substr(next)));
        ASSERT_TRUE(checked);
        EXPECT_NE(checked->failure, "") << win.substr(at, next - at);
        at = next;
    }
}

TEST(Proof, BrokenFilesAreRefused) {
    const std::string whole = proof_of("clobber:size=3x3");
    for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_FALSE(verified(whole.substr(0, size))) << size;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string flipped = whole;
        flipped[at] = char(flipped[at] ^ 1 << at % 8);
        EXPECT_FALSE(verified(flipped)) << at;
    }
    EXPECT_FALSE(verified(whole + "x"));
    EXPECT_FALSE(verified(""));
}

// With a true checksum too, nothing false is ever proved, and nothing crashes.
TEST(Proof, HostileFilesProveNothingFalse) {
    const std::map<std::string, int> truth{{"clobber:size=3x3", 1}, {"ataxx:size=3x3,misere", 1}};
    Random random(5);
    for (const auto& [variant, value] : truth) {
        const std::string whole = proof_of(variant);
        for (int i = 0; i < 3000; ++i) {
            std::string hostile = whole;
            for (int changes = 1 + random.below(3); changes > 0; --changes) {
                const auto at = std::size_t(random.below(int(hostile.size()) - 22));
                static const std::string letters = "xoXO123456789abc/ \n-\xff";
                if (random.below(3) == 0)
                    hostile.erase(at, 1);
                else
                    hostile[at] = letters[std::size_t(random.below(int(letters.size())))];
            }
            const auto proof = parse_certificate(sealed(hostile));
            if (!proof) continue;
            const auto s = open((*proof)->variant);
            if (!s || !(*s)->verify(**proof, never).failure.empty()) continue;
            ASSERT_TRUE((*s)->set_position((*proof)->position));
            if (!(*s)->result()) { EXPECT_EQ(solved(**s, by(Method::proof)).value, (*proof)->value) << hostile; }
        }
    }
}

// Ended by the clock again and again, it goes on from the file and comes to the same end.
TEST(Proof, GoesOnFromACheckpoint) {
    const auto s = opened("clobber:size=3x7");
    SolveLimits limits = by(Method::proof);
    limits.checkpoint = file("clobber.checkpoint");
    limits.memory_mb = 8;
    limits.seconds = 0.02;
    SolutionView found = solved(*s, limits);
    EXPECT_TRUE(found.value || std::filesystem::exists(limits.checkpoint));
    const std::string first = slurp(limits.checkpoint);
    // Who ends it before the file is read is told so, and the file is as it was.
    const std::atomic<bool> at_once = true;
    const auto ended = s->solve(limits, unheard, at_once);
    ASSERT_TRUE(ended);
    EXPECT_NE(ended->trouble.find("before the checkpoint was read"), std::string::npos) << ended->trouble;
    EXPECT_TRUE(slurp(limits.checkpoint) == first);
    std::uint64_t nodes = 0;
    for (limits.seconds = 0.05; !found.value && limits.seconds < 1000; limits.seconds *= 1.5) {
        EXPECT_EQ(found.why, Unsolved::time);
        EXPECT_GE(found.nodes, nodes)
            << "nodes of all runs are counted"; // there may be no processor for so short a time
        nodes = found.nodes;
        found = solved(*s, limits);
    }
    EXPECT_EQ(found.value, 1);
    // Others' and broken ones.
    const auto refused = [&](const std::string& text, const char* why, GameSession& of) {
        spit(limits.checkpoint, text);
        const auto answer = of.solve(limits, unheard, never);
        ASSERT_FALSE(answer) << why;
        EXPECT_NE(answer.error().text.find(why), std::string::npos) << answer.error().text;
    };
    ASSERT_FALSE(first.empty());
    refused(first, "it is of", *opened("clobber:size=3x5"));
    refused("", "does not begin", *s);
    refused(first.substr(0, first.size() / 2), "cut off", *s);
    for (const std::size_t at : {first.size() - 1, first.size() - 100, first.size() / 2}) {
        std::string broken = first;
        broken[at] = char(broken[at] ^ 4);
        spit(limits.checkpoint, broken);
        EXPECT_FALSE(s->solve(limits, unheard, never));
    }
    limits.memory_mb = 4;
    refused(first, "--memory", *s);
}

TEST(Proof, SaysWhereAFileCannotBeWritten) {
    SolveLimits limits = by(Method::proof);
    limits.proof = "/nowhere/at/all.proof";
    EXPECT_FALSE(opened("clobber:size=3x3")->solve(limits, unheard, never));
    limits.proof = "";
    limits.checkpoint = "/nowhere/at/all.checkpoint";
    EXPECT_FALSE(opened("clobber:size=3x3")->solve(limits, unheard, never));
}

TEST(Proof, ObeysTimeAndStop) {
    const auto s = opened("clobber:size=8x8");
    SolveLimits limits = by(Method::proof);
    limits.seconds = 0.2;
    limits.threads = 2;
    const std::clock_t begin = std::clock(); // processor time: the same on a busy machine
    auto found = solved(*s, limits);
    EXPECT_FALSE(found.value);
    EXPECT_EQ(found.why, Unsolved::time);
    EXPECT_LT(std::clock() - begin, 2 * CLOCKS_PER_SEC) << "0.5 of two threads in 0.25 seconds";
    const std::clock_t again = std::clock();
    std::atomic<bool> stop{false};
    std::jthread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop = true;
    });
    limits.seconds = 0;
    const auto stopped = s->solve(limits, unheard, stop);
    ASSERT_TRUE(stopped);
    EXPECT_EQ(stopped->why, Unsolved::stopped);
    EXPECT_LT(std::clock() - again, 2 * CLOCKS_PER_SEC);
}

}
}
