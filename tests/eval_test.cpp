// Networks: their windows, their accumulators, their files, and the loops that they spend their time in.
#include "base/checksum.hpp"
#include "base/random.hpp"
#include "eval/built_in.hpp"
#include "eval/evaluate.hpp"
#include "games/attract.hpp"
#include "games/blocco.hpp"
#include "games/boop.hpp"
#include "games/clobber.hpp"
#include "games/infection.hpp"
#include "games/insert.hpp"
#include "games/magnetone.hpp"
#include "games/written.hpp"
#include "support.hpp"
#include <map>
#include <set>

namespace tavoliere {
namespace {

std::size_t window_count(const char* variant, std::string_view inputs) {
    const auto s = opened(variant);
    const auto windows = windows_of(s->geometry(), s->shape(), inputs);
    EXPECT_TRUE(windows) << inputs;
    return windows ? windows->size() : 0;
}

TEST(Inputs, WindowsFollowFromTheBoard) {
    EXPECT_EQ(window_count("ataxx", "cells"), 49u);
    EXPECT_EQ(window_count("ataxx", "corners"), 36u);      // 2 x 2
    EXPECT_EQ(window_count("ataxx", "edges"), 2u * 5 * 6); // 2 x 3 and 3 x 2
    EXPECT_EQ(window_count("ataxx", "rows7"), 7u + 7 + 2); // and the two long diagonals
    EXPECT_EQ(window_count("ataxx", "cells+corners"), 49u + 36);
    EXPECT_EQ(window_count("attract", "crosses"), 64u);
    EXPECT_EQ(window_count("attract", "shared-crosses"), 64u);
    EXPECT_EQ(window_count("attract", "saltires"), 64u);
    const auto most_cells = [](const char* variant, const char* inputs) {
        const auto s = opened(variant);
        std::size_t most = 0;
        const auto windows = *windows_of(s->geometry(), s->shape(), inputs);
        for (const Window& w : windows) most = std::max(most, w.cells.size());
        return most;
    };
    EXPECT_EQ(most_cells("attract", "crosses"), 5u);
    EXPECT_EQ(most_cells("attract", "saltires"), 5u);
    EXPECT_EQ(most_cells("hexxagon", "crosses"), 7u);
    EXPECT_EQ(most_cells("hexxagon", "saltires"), 1u);          // any two that meet in a corner share an edge
    EXPECT_EQ(window_count("hexxagon", "corners"), 6u * 4 * 4); // triples around a point
    EXPECT_EQ(window_count("magnetone", "rows4"), 2u * 8 * 5 + 2 * 5 * 5 + 3); // and a number and two hands
    // 156 pairs of neighbours; the windows of the 24 at the rim are parts of others.
    EXPECT_EQ(window_count("hexxagon", "edges"), 132u);
    EXPECT_EQ(window_count("penntagon", "cells"), 50u);
    // Every set of windows has the board's symmetries: what a turn makes of a window is one again.
    for (const char* variant : {"ataxx", "hexxagon", "penntagon"})
        for (const char* inputs : {"cells", "corners", "edges", "crosses", "saltires", "rows3"}) {
            const auto s = opened(variant);
            std::set<std::set<int>> all;
            const auto windows = windows_of(s->geometry(), s->shape(), inputs);
            for (const Window& w : *windows) all.emplace(w.cells.begin(), w.cells.end());
            for (const Renaming& to : s->geometry().symmetries())
                for (const auto& window : all) {
                    std::set<int> turned;
                    for (int c : window) turned.insert(to[std::size_t(c)]);
                    EXPECT_TRUE(all.contains(turned)) << variant << " " << inputs;
                }
        }
}

// A cross in the middle, at each of the four sides and in each of the four corners; a pair of neighbours in three directions
// on hexagons; and windows that are not shared have weights of their own.
TEST(Inputs, SharedWindowsHaveTheSameWeightsWhereverTheyLie) {
    const auto tables = [](const char* variant, const char* inputs) {
        const auto s = opened(variant);
        const auto n = network_for(variant, s->geometry(), s->shape(), inputs, 32, 1);
        EXPECT_TRUE(n) << inputs;
        return n ? std::set(n->first.begin(), n->first.end()).size() : 0;
    };
    EXPECT_EQ(tables("attract", "shared-crosses"), 9u);
    EXPECT_EQ(tables("attract", "shared-crosses+shared-corners"), 10u);
    EXPECT_EQ(tables("attract", "shared-cells+corners"), 1u + 49);
    EXPECT_EQ(tables("hexxagon", "shared-rows2"), 3u);
    EXPECT_EQ(tables("penntagon", "shared-cells"), 1u);
    const auto s = opened("clobber");
    const auto n = *network_for("clobber", s->geometry(), s->shape(), "shared-rows2", 32, 1);
    for (std::size_t w = 0; w < n.windows.size(); ++w)
        for (std::size_t v = 0; v < w; ++v)
            EXPECT_EQ(n.first[w] == n.first[v],
                      n.windows[w].cells[1] - n.windows[w].cells[0] == n.windows[v].cells[1] - n.windows[v].cells[0]);
}

TEST(Inputs, NamesThatAreNone) {
    const auto s = opened("ataxx");
    for (const char* inputs :
         {"", "cell", "cells+", "rows", "rows1", "rows9", "rows10", "corners,cells", "shared-", "shared"})
        EXPECT_FALSE(windows_of(s->geometry(), s->shape(), inputs)) << inputs;
}

// A network of random weights that has rows for most codes.
Network random_network(const GameSession& s, std::string_view inputs, int hidden, int buckets) {
    Network n = *network_for(s.variant(), s.geometry(), s.shape(), inputs, hidden, buckets);
    Random random(7);
    const auto noise = [&](int most) { return std::int16_t(random.below(2 * most + 1) - most); };
    std::size_t rows = 1;
    for (auto& row : n.row_of) row = random.below(8) && rows < 60000 ? std::uint16_t(rows++) : std::uint16_t(0);
    const int most = 30000 / int(n.windows.size() + 1);
    n.weights.assign(rows * std::size_t(hidden), 0);
    for (std::size_t i = std::size_t(hidden); i < n.weights.size(); ++i) n.weights[i] = noise(most);
    for (int h = 0; h < hidden; ++h) n.bias.push_back(noise(most));
    for (int i = 0; i < buckets * hidden; ++i) n.out.push_back(noise(127));
    for (int b = 0; b < buckets; ++b) n.out_bias.push_back(noise(20000));
    n.made = "of noise";
    return n;
}

// The value written out from what GameSession::seen() says, with none of the devices.
int plain_value(const Network& n, const std::string& seen) {
    const auto at = [&](int i) { return int(std::uint8_t(seen[std::size_t(i)])); };
    std::vector<int> sums(n.bias.begin(), n.bias.end());
    for (std::size_t w = 0; w < n.windows.size(); ++w) {
        int code = n.windows[w].cells.empty() ? at(n.shape.cells + n.windows[w].byte) : 0, power = 1;
        for (Cell c : n.windows[w].cells) code += power * at(c), power *= n.shape.states();
        const std::int16_t* row = n.row(w, std::uint16_t(code));
        for (std::size_t h = 0; h < sums.size(); ++h) sums[h] += row[h];
    }
    int taken = 0;
    for (int c = 0; c < n.shape.cells; ++c) taken += at(c) > 0 && at(c) <= 2 * n.shape.kinds;
    const int bucket = taken * n.buckets / (n.shape.cells + 1);
    std::int64_t sum = 0;
    for (std::size_t h = 0; h < sums.size(); ++h) {
        const std::int64_t v = std::clamp(sums[h], 0, 255);
        sum += v * v * n.out[std::size_t(bucket) * sums.size() + h];
    }
    return int((sum / 255 + n.out_bias[std::size_t(bucket)]) * 400 / (255 * 64));
}

// Along random games, there and back, the accumulators say what the plain sums do, with every kind of kernels.
template <class G> void follow_games(const G& g, const char* variant, std::string_view inputs, int hidden) {
    SCOPED_TRACE(variant);
    const auto s = opened(variant);
    const Network n = random_network(*s, inputs, hidden, 5);
    for (const char* name : {"plain", "avx2", "avx512"}) {
        const Kernels* kernels = find_kernels(name);
        if (!kernels) continue;
        SCOPED_TRACE(name);
        Accumulators<PositionOf<G>> line(n, turn_for_o(g), *kernels);
        Random random(1);
        std::vector<PositionOf<G>> positions{g.start()};
        MovesOf<G> list;
        for (int step = 0; step < 60; ++step) {
            const int ply = int(positions.size()) - 1;
            line.enter(ply, positions.back());
            if (random.below(3)) {
                ASSERT_EQ(line.value(ply),
                          plain_value(n, seen_by_mover(positions.back(), s->shape().cells, turn_for_o(g))));
            }
            list.clear();
            g.moves(positions.back(), list);
            if (list.empty() || (ply > 3 && random.below(4) == 0)) {
                positions.resize(positions.size() - std::size_t(1 + random.below(ply)));
            } else {
                positions.push_back(g.after(positions.back(), list[random.below(list.size())]));
            }
        }
    }
}
template <template <class> class Rules, class Family, class W = Word64>
void follow(const char* variant, std::string_view inputs, int hidden) {
    Options options = *options_of(variant);
    follow_games(Rules<W>(*Family::setup(options)), variant, inputs, hidden);
}

TEST(Network, AccumulatorsAreTheSums) {
    follow<Infection, InfectionFamily>("ataxx", "corners", 256);
    follow<Infection, InfectionFamily>("hexxagon", "edges", 32);
    follow<Infection, InfectionFamily>("hexxagon", "shared-edges+cells", 32);
    follow<Infection, InfectionFamily, Word128>("ataxx:size=11x11", "corners+cells", 96);
    follow<Clobber, ClobberFamily, Word256>("clobber:size=12x12", "corners", 64);
    follow<Magnetone, MagnetoneFamily>("magnetone", "rows4", 64);
    follow<Boop, BoopFamily>("boop", "rows3+cells", 64);
    follow<Attract, AttractFamily>("attract", "corners", 64);
    follow<Insert, InsertFamily>("insert", "rows5", 64);
    follow<Blocco, BloccoFamily>("blocco", "corners", 64);
    follow<WrittenFamily::Rules, WrittenFamily>("breakthrough", "corners", 32); // o sees the board upside down
}

TEST(Network, FilesComeBackAsTheyWere) {
    for (const char* variant : {"ataxx", "boop", "insert"}) {
        const auto s = opened(variant);
        const Network n = random_network(*s, "rows3", 32, 3);
        const std::string file = network_file(n);
        const auto read = read_network(file, s->geometry(), s->shape());
        ASSERT_TRUE(read) << read.error().text;
        EXPECT_EQ((*read)->game, variant);
        EXPECT_EQ((*read)->made, "of noise");
        EXPECT_EQ((*read)->weights, n.weights);
        EXPECT_EQ((*read)->row_of, n.row_of);
        EXPECT_EQ((*read)->out, n.out);
        EXPECT_EQ(network_file(**read), file);
        EXPECT_EQ(game_of_network(file), variant);
    }
}

TEST(Network, BrokenFilesAreRefused) {
    const auto s = opened("ataxx");
    const std::string file = network_file(random_network(*s, "corners", 32, 1));
    Random random(3);
    for (int i = 0; i < 300; ++i) {
        std::string broken = file;
        broken[std::size_t(random.below(int(file.size())))] ^= char(1 << random.below(8));
        EXPECT_FALSE(read_network(broken, s->geometry(), s->shape()));
        EXPECT_FALSE(
            read_network(file.substr(0, std::size_t(random.below(int(file.size())))), s->geometry(), s->shape()));
    }
    EXPECT_FALSE(read_network("", s->geometry(), s->shape()));
    // For another board, or another kind of position.
    for (const char* other : {"ataxx:size=8x8", "boop", "insert"}) {
        const auto o = opened(other);
        EXPECT_FALSE(read_network(file, o->geometry(), o->shape())) << other;
    }
    // One whose sums could leave 16 bits.
    Network n = random_network(*s, "corners", 32, 1);
    for (std::size_t i = 32; i < n.weights.size(); ++i) n.weights[i] = 2000;
    EXPECT_FALSE(read_network(network_file(n), s->geometry(), s->shape()));
}

TEST(Network, OneFileServesManyVariants) {
    const auto s = opened("ataxx");
    std::vector<std::string> files;
    for (const char* game :
         {"ataxx:size=any", "ataxx ataxx:straight", "ataxx:misere,size=any,start=any ataxx:straight,size=any",
          "clobber:size=5x6", "hexxagon"}) {
        Network n = random_network(*s, "shared-corners", 32, 1);
        n.game = game;
        files.push_back(network_file(n));
    }
    const std::vector<std::string_view> views(files.begin(), files.end());
    const auto serving = [&](const char* variant) {
        const std::string_view file = network_file_for(variant, views);
        return std::find(views.begin(), views.end(), file) - views.begin();
    };
    EXPECT_EQ(serving("ataxx"), 1); // its own before one of many
    EXPECT_EQ(serving("ataxx:straight"), 1);
    EXPECT_EQ(serving("ataxx:size=5x5"), 0);
    EXPECT_EQ(serving("ataxx:size=5x5,straight"), 2);
    EXPECT_EQ(serving("ataxx:size=9x6,misere"), 2);
    EXPECT_EQ(serving("ataxx:misere"), 2);
    EXPECT_EQ(serving("ataxx:misere,start=uai"), 2);
    EXPECT_EQ(serving("clobber:size=5x6"), 3);
    for (const char* none : {"ataxx:orthogonal", "ataxx:size=5x5,start=uai", "ataxx:size=5x5,blocks=c3", "clobber",
                             "clobber:size=6x5", "hexxagon:size=4", "boop", ""})
        EXPECT_EQ(network_file_for(none, views), "") << none;
    EXPECT_EQ(network_file_for("ataxx", {}), "");
    // Where all windows are shared, it is read for any size; one whose sums might leave 16 bits there is not called broken.
    for (const char* size : {"ataxx:size=3x4", "ataxx:size=6x6", "ataxx:size=7x5"}) {
        const auto other = opened(size);
        EXPECT_TRUE(read_network(files[0], other->geometry(), other->shape())) << size;
    }
    const auto large = opened("ataxx:size=11x11");
    const auto refused = read_network(files[0], large->geometry(), large->shape());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text.find("16 bits"), std::string::npos) << refused.error().text;
}

// A file with another line of patterns, or none.
std::string with_patterns(std::string file, std::string_view patterns) {
    const auto from = file.find("\npatterns "), end = file.find("\n\n");
    file.replace(from, end - from, patterns.empty() ? "" : "\npatterns " + std::string(patterns));
    file.resize(file.size() - 8);
    const std::uint64_t sum = checksum(file);
    return file.append(reinterpret_cast<const char*>(&sum), sizeof sum);
}

// Another board's windows come in another order: the pentagons of a board with an even number of rows or columns begin with another
// block, and where there are three columns the right edge comes before the middle.
TEST(Network, WhatIsSharedIsTheSameOnEveryBoard) {
    const auto test = [](const char* made_on, std::initializer_list<const char*> boards, std::string_view inputs) {
        const auto s = opened(made_on);
        Network n = random_network(*s, inputs, 32, 2);
        for (auto& weight : n.weights) weight /= 8; // there are more windows elsewhere
        const auto called = [](const Window& w) { return w.cells.empty() ? std::to_string(w.byte) : w.pattern; };
        std::map<std::string, std::uint32_t> first;
        for (std::size_t w = 0; w < n.windows.size(); ++w) first.emplace(called(n.windows[w]), n.first[w]);
        for (const char* board : boards) {
            SCOPED_TRACE(board);
            const auto o = opened(board);
            const auto read = read_network(network_file(n), o->geometry(), o->shape());
            ASSERT_TRUE(read) << read.error().text;
            const auto all = *windows_of(o->geometry(), o->shape(), inputs);
            std::size_t known = 0;
            for (const Window& window : all) known += first.contains(called(window));
            ASSERT_EQ((*read)->windows.size(), known);
            EXPECT_GT(known, all.size() / 2);
            for (std::size_t w = 0; w < known; ++w) {
                const std::string window = called((*read)->windows[w]);
                EXPECT_EQ((*read)->first[w], first.at(window)) << window;
            }
            // What this board has none of is not lost when the file is written again.
            EXPECT_EQ(network_file(**read), network_file(n));
        }
    };
    test("penntagon", {"penntagon:size=6x6", "penntagon:size=4x4", "penntagon:size=7x3", "penntagon"},
         "shared-corners+shared-crosses");
    test("ataxx", {"ataxx:size=3x7", "ataxx:size=7x3", "ataxx:size=8x8"}, "shared-crosses+shared-edges");
    test("hexxagon", {"hexxagon:size=2", "hexxagon:size=6"}, "shared-crosses+shared-rows3");
    test("clobber:size=3x3", {"clobber:size=6x7"}, "shared-crosses+shared-corners");
    test("magnetone", {"magnetone:size=4x10"}, "shared-rows4+shared-cells"); // with bytes
}

TEST(Network, PatternsAreReadAsTheyAreWritten) {
    const auto s = opened("clobber:size=5x5");
    const Network n = random_network(*s, "shared-corners", 32, 1);
    const std::string file = network_file(n);
    EXPECT_EQ(n.patterns, "(0,0)(64,0)(0,64)(64,64)");
    EXPECT_EQ(with_patterns(file, n.patterns), file);
    // Files of before had none: their codes come in the order of the board's own windows.
    const auto old = read_network(with_patterns(file, ""), s->geometry(), s->shape());
    ASSERT_TRUE(old) << old.error().text;
    EXPECT_EQ((*old)->row_of, n.row_of);
    EXPECT_EQ((*old)->patterns, n.patterns);
    // In a single row none of them lies anywhere.
    const auto row = opened("clobber:size=9x1");
    EXPECT_FALSE(read_network(file, row->geometry(), row->shape()));
    EXPECT_FALSE(network_for("", s->geometry(), s->shape(), "rows8", 32, 1));
    // Where windows of one's own have weights too, there is no such line.
    EXPECT_EQ(random_network(*s, "cells+shared-corners", 32, 1).patterns, "");
}

// A file's own words reach whoever reads the refusal, or asks for what the network is.
TEST(Network, WhatAHeaderSaysIsOneLine) {
    const auto s = opened("clobber:size=5x5"), other = opened("clobber:size=4x4");
    Network n = random_network(*s, "cells", 32, 1);
    for (std::string Network::* said : {&Network::game, &Network::made}) {
        Network broken = n;
        broken.*said += "\x1b[2J";
        const auto read = read_network(network_file(broken), s->geometry(), s->shape());
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().text, "network: the file is broken; fetch or make it again");
    }
    n.game = "clobber:" + std::string(5000, '5');
    const auto read = read_network(network_file(n), other->geometry(), other->shape());
    ASSERT_FALSE(read);
    EXPECT_LT(read.error().text.size(), 200U);
    EXPECT_NE(read.error().text.find("it was made for"), std::string::npos) << read.error().text;
}

TEST(Network, PatternsThatAreNoneAreRefused) {
    const auto refused = [](const GameSession& s, const std::string& file, std::string_view why) {
        const auto read = read_network(file, s.geometry(), s.shape());
        ASSERT_FALSE(read) << why;
        EXPECT_NE(read.error().text.find(why), std::string::npos) << read.error().text;
    };
    const auto s = opened("clobber:size=5x5");
    for (const char* inputs : {"shared-corners", "cells", "edges", "rows5", "cells+shared-corners"}) {
        SCOPED_TRACE(inputs);
        Network n = random_network(*s, inputs, 32, 1);
        n.patterns = "(0,0)"; // so that there is such a line
        const std::string file = network_file(n);
        for (const char* wrong : {" ", "X ", "(0,0) (0,0)", "(0,0)  (0,0)(64,0)", "(64,0)(0,0)", "x"})
            refused(*s, with_patterns(file, wrong), "pattern");
        refused(*s, file, "lies on this board");
        std::string many;
        for (int i = 0; i < 2000; ++i)
            many +=
                (i ? " " : "") + std::string("(0,0)(1,1)(2,2)(3,3)(4,4)(5,5)(6,6)(7,7)(8,") + std::to_string(i) + ")";
        refused(*s, with_patterns(file, many), "8388608 codes");
    }
    Network n = random_network(*s, "shared-corners", 32, 1);
    n.patterns += " " + n.patterns + "(9,9)"; // which would be other weights' room
    refused(*s, network_file(n), "it was made for");
}

// What a file names costs no more than what a network may have, however often it is named.
TEST(Network, CodesAreBounded) {
    const auto s = opened("ataxx:size=11x11");
    Network n = random_network(*opened("ataxx"), "cells", 32, 1);
    const auto asked = [&](const std::string& inputs) {
        n.inputs = inputs;
        const auto read = read_network(network_file(n), s->geometry(), s->shape());
        return read ? std::string() : read.error().text;
    };
    EXPECT_NE(asked("rows8+rows8").find("named twice"), std::string::npos);
    EXPECT_NE(asked("cells+shared-rows8+cells").find("\"cells\" is named twice"), std::string::npos);
    EXPECT_NE(asked("rows7+rows8").find("8388608 codes"), std::string::npos);
    EXPECT_NE(asked("rows8").find("it was made for"), std::string::npos);
    EXPECT_NE(asked("shared-rows7+shared-rows8").find("it was made for"),
              std::string::npos); // which have four patterns each
}

// A server meets boards without number.
TEST(Network, OnlySoManyAreKept) {
    const auto own = [](const std::string& variant) {
        const auto s = opened(variant);
        return own_network(s->network_game(), s->geometry(), s->shape());
    };
    const std::weak_ptr<const Network> first = own("clobber:size=4x4"), second = own("clobber:size=4x5");
    ASSERT_TRUE(first.lock());
    for (int columns = 5; columns <= 10; ++columns)
        for (int rows = 2; rows <= 9; ++rows) {
            EXPECT_TRUE(own("clobber:size=" + std::to_string(columns) + "x" + std::to_string(rows)));
            EXPECT_EQ(own("clobber:size=4x4"), first.lock()); // which is asked for again and again
        }
    EXPECT_TRUE(first.lock());
    EXPECT_FALSE(second.lock());
    EXPECT_TRUE(own("clobber:size=4x5"));
}

TEST(Network, NamesOfNetworks) {
    const auto s = opened("ataxx");
    EXPECT_TRUE(s->use_network("none"));
    EXPECT_EQ(s->network(), nullptr);
    EXPECT_FALSE(s->use_network("/no/such/file"));
    EXPECT_TRUE(s->use_network("own"));
}

TEST(Network, KernelsOfEveryKindAgree) {
    Random random(5);
    const int size = 96;
    Row from(size), weight(size), row(size), to(size), expected(size);
    Codes codes(size), power(size), shifted(size), expected_codes(size);
    for (int round = 0; round < 100; ++round) {
        for (std::size_t i = 0; i < size; ++i) {
            from[i] = std::int16_t(random.below(1200) - 600);
            weight[i] = std::int16_t(random.below(255) - 127);
            row[i] = std::int16_t(random.below(1200) - 600);
            codes[i] = std::uint16_t(random.below(65536));
            power[i] = std::uint16_t(random.below(65536));
            expected_codes[i] = std::uint16_t(codes[i] + power[i] * 5 - power[i] * 2);
        }
        const std::uint16_t* const powers[] = {power.data(), power.data()};
        const std::uint16_t times[] = {5, std::uint16_t(-2)};
        const std::int16_t* const rows[] = {row.data(), row.data(), row.data()};
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const int v = std::clamp<int>(from[i], 0, 255);
            sum += v * v * weight[i];
            expected[i] = std::int16_t(from[i] + 3 * row[i] - row[i]);
        }
        for (const char* name : {"plain", "avx2", "avx512"})
            if (const Kernels* k = find_kernels(name)) {
                EXPECT_EQ(k->dot(from.data(), weight.data(), size), sum) << name;
                k->update(to.data(), from.data(), rows, 3, rows, 1, size);
                EXPECT_EQ(to, expected) << name;
                k->shift(shifted.data(), codes.data(), powers, times, 2, size);
                EXPECT_EQ(shifted, expected_codes) << name;
                k->shift(shifted.data(), shifted.data(), powers, times, 0, size);
                EXPECT_EQ(shifted, expected_codes) << name;
                shifted = codes;
                k->shift(shifted.data(), shifted.data(), powers, times, 2, size);
                EXPECT_EQ(shifted, expected_codes) << name;
            }
    }
    EXPECT_NE(find_kernels("plain"), nullptr);
    EXPECT_EQ(find_kernels("none"), nullptr);
}

// A first position of another kind changes nothing for a network; blocks do, however they came there.
TEST(Network, IsTheSameWhereverAGameBegins) {
    const auto ataxx = opened("ataxx"), uai = opened("ataxx:start=uai");
    ASSERT_TRUE(ataxx->network());
    EXPECT_EQ(uai->network(), ataxx->network());
    ASSERT_TRUE(uai->set_position("x5o/7/7/3-3/7/7/o5x x 0 1"));
    EXPECT_FALSE(uai->network());
    ASSERT_TRUE(uai->use_network("own")); // as programs say at the start
    EXPECT_FALSE(uai->network());
    ASSERT_TRUE(uai->set_position("x5o/7/7/7/7/7/o5x x 0 1"));
    EXPECT_EQ(uai->network(), ataxx->network());
    EXPECT_FALSE(opened("ataxx:blocks=d4")->network());
    ASSERT_TRUE(opened("hexxagon")->network());
    EXPECT_EQ(opened("hexxagon:aligned")->network(), opened("hexxagon")->network());
}

// Those that are built in fit their variants, and a search with one ends.
TEST(Network, OwnNetworksFit) {
    std::set<std::string> found;
    for (const GameInfo* info : games())
        for (const Preset& p : info->presets) {
            const auto s = opened(p.variant);
            if (!s->network()) continue;
            const std::string& game = s->network()->game;
            found.insert(game);
            const auto named = split(game, ' ');
            EXPECT_TRUE(std::ranges::find(named, p.variant) != named.end() || game.find("=any") != std::string::npos)
                << game << " for " << p.variant;
            Limits limits;
            limits.nodes = 2000;
            EXPECT_FALSE(s->think(limits, ignore, never).lines.empty());
        }
    EXPECT_EQ(found.size(), OWN_NETWORKS) << "of the files in networks/; one is for no variant on offer, or broken";
}

}
}
