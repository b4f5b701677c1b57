// What every game must bring along; a new one learns from here what it lacks.
#include "base/random.hpp"
#include "game/options.hpp"
#include "session/manual.hpp"
#include "support.hpp"
#include <algorithm>
#include <map>
#include <regex>
#include <set>

namespace tavoliere {
namespace {

bool has_row(const std::string& file, std::string_view game) {
    for (const auto& row : test_data(file))
        if (text_of(row.at("game")).substr(0, text_of(row.at("game")).find(':')) == game) return true;
    return false;
}

TEST(Catalogue, NamesAreUnique) {
    EXPECT_EQ(name_given_twice(games()), std::nullopt);
    GameInfo another;
    std::vector<const GameInfo*> list = games();
    list.push_back(&another);
    for (const std::string_view name : {"boop", "thomas"}) { // a game's, an alias's
        another.name = name;
        EXPECT_EQ(name_given_twice(list), name);
    }
}

TEST(Catalogue, KnowsEachGameWhole) {
    for (const GameInfo* info : games()) {
        SCOPED_TRACE(info->name);
        for (std::string_view text :
             {info->name, info->title, info->summary.en, info->summary.it, info->origin.en, info->origin.it,
              info->colours[0].en, info->colours[0].it, info->colours[1].en, info->colours[1].it})
            EXPECT_FALSE(text.empty());
        EXPECT_NE(info->colours[0].en, info->colours[1].en);
        EXPECT_NE(info->colours[0].it, info->colours[1].it);
        ASSERT_FALSE(info->presets.empty());
        EXPECT_EQ(info->presets[0].variant, info->name) << "the game itself comes first";
        for (const Preset& preset : info->presets) {
            EXPECT_EQ(opened(preset.variant)->variant(), preset.variant) << "presets are canonical";
            EXPECT_FALSE(preset.title.en.empty() || preset.title.it.empty()) << preset.variant;
        }
        for (const Alias& alias : info->aliases) EXPECT_EQ(opened(alias.name)->variant(), alias.means);
        EXPECT_FALSE(rules_text(info->name).empty()) << "docs/games/NAME.md is missing";
        EXPECT_NE(rules_text(info->name), rules_text(info->name, "it")) << "docs/games/NAME.it.md is missing";
        for (const char* file : {"examples.json", "perft.json", "signatures.json"})
            EXPECT_TRUE(has_row(file, info->name)) << "tests/data/" << file << " has no row";
    }
}

// However a game ends, people are told why in both languages; and no declaration has words for what never happens.
TEST(Catalogue, HasWordsForEachReason) {
    std::map<const Reason*, std::set<std::string_view>> met; // by the declaration, which games of a family share
    const auto meet = [&](const GameSession& session) {
        const auto result = session.result();
        ASSERT_TRUE(result.has_value());
        EXPECT_FALSE(result->words.en.empty() || result->words.it.empty()) << session.variant() << result->reason;
        met[session.info().reasons.data()].insert(result->reason);
    };
    for (const auto& row : test_data("examples.json")) {
        const auto* result = row.as_object().if_contains("result");
        if (!result || result->is_null()) continue;
        const auto session = opened(text_of(row.at("game")), text_of(row.at("position")));
        for (const auto& move : row.at("moves").as_array()) ASSERT_TRUE(session->play(text_of(move)).has_value());
        meet(*session);
    }
    for (const GameInfo* info : games()) {
        ASSERT_FALSE(info->reasons.empty()) << info->name;
        for (const Reason& r : info->reasons) {
            SCOPED_TRACE(std::string(info->name) + ": " + std::string(r.name));
            EXPECT_FALSE(r.words.en.empty() || r.words.it.empty());
            EXPECT_EQ(r.of_draw.en.empty(), r.of_draw.it.empty());
            for (std::uint64_t seed = 1; seed <= 20 && !met[info->reasons.data()].contains(r.name); ++seed) {
                Random random(seed);
                const auto session = opened(info->name);
                while (!session->result()) {
                    const auto moves = session->moves();
                    ASSERT_TRUE(session->play(moves[std::size_t(random.below(int(moves.size())))].text).has_value());
                }
                meet(*session);
            }
            EXPECT_TRUE(met[info->reasons.data()].contains(r.name)) << "no row of tests/data/examples.json ends so";
        }
    }
}

// Words in Italian that somebody forgot to translate give themselves away by the small ones.
TEST(Catalogue, SpeaksItalianInItalian) {
    const auto check = [](const Words& words) {
        const std::string spaced = " " + std::string(words.it) + " ";
        for (const char* english : {" and ", " the ", " of ", " with ", " or ", " from ", " only ", " each "})
            EXPECT_EQ(spaced.find(english), spaced.npos) << words.it;
        EXPECT_EQ(words.en.empty(), words.it.empty()) << words.en;
    };
    for (const GameInfo* info : games()) {
        for (const Words& words : {info->summary, info->origin, info->note, info->pieces[0], info->pieces[1]})
            check(words);
        for (const Preset& preset : info->presets) check(preset.title);
        for (const OptionInfo& option : info->options) check(option.title), check(option.help);
    }
}

// No page deals them, and what older records hold is read.
TEST(Catalogue, SeedsMayBeLargerThanThoseThatAreDealt) {
    EXPECT_TRUE(open("insert:board=random-" + std::to_string(most_seed + 1)));
    EXPECT_TRUE(open("insert:board=random-9223372036854775807"));
    EXPECT_FALSE(open("insert:board=random-9223372036854775808"));
}

TEST(Catalogue, OptionsSayWhatTheyTake) {
    using Kind = OptionInfo::Kind;
    for (const GameInfo* info : games())
        for (const OptionInfo& option : info->options) {
            SCOPED_TRACE(std::string(info->name) + ":" + std::string(option.name));
            EXPECT_FALSE(option.help.en.empty() || option.help.it.empty());
            EXPECT_FALSE(option.title.en.empty() || option.title.it.empty());
            if (!option.dealt.empty()) {
                for (const long seed : {0L, most_seed}) {
                    const auto session = open(std::string(info->name) + ":" + std::string(option.name) + "=" +
                                              std::string(option.dealt) + std::to_string(seed));
                    EXPECT_TRUE(session.has_value()) << session.error().text;
                }
            }
            const bool has_bounds = option.kind == Kind::number || option.kind == Kind::size;
            EXPECT_TRUE(has_bounds ? option.least <= option.most : option.least == 0 && option.most == 0);
            if (option.kind == Kind::flag) continue;
            // The standard is a value that can be given, and giving it is giving nothing.
            if (option.standard.empty()) continue;
            const auto session =
                open(std::string(info->name) + ":" + std::string(option.name) + "=" + std::string(option.standard));
            ASSERT_TRUE(session.has_value()) << session.error().text;
            EXPECT_EQ((*session)->variant(), info->name);
        }
}

// All that a game says to people in a language.
std::vector<std::string_view> texts_of(const GameInfo& info, std::string_view Words::* language) {
    std::vector<std::string_view> texts{info.summary.*language, info.note.*language,
                                        rules_text(info.name, language == &Words::en ? "en" : "it")};
    for (const OptionInfo& option : info.options) texts.push_back(option.help.*language);
    for (const Words& piece : info.pieces) texts.push_back(piece.*language);
    return texts;
}

TEST(Catalogue, ItalianPiecesArePedine) { // but where a game has names of its own for its pieces, which "pezzi" covers
    for (const GameInfo* info : games()) {
        if (!info->pieces[0].it.empty() && info->pieces[0].it != "pedina") continue;
        for (const std::string_view text : texts_of(*info, &Words::it))
            EXPECT_EQ(text.find("pezz"), std::string_view::npos)
                << info->name << ": " << text.substr(text.find("pezz"), 60);
    }
}

TEST(Catalogue, SentencesHaveTheirSubjects) {
    const std::regex bare(R"(\bWho (can|cannot|has|moves)\b|[;:,] +who (can|cannot|has|moves)\b)");
    for (const std::string_view wrong : {"Who can do neither must pass", "and remove it; who cannot move loses."})
        EXPECT_TRUE(std::regex_search(std::string(wrong), bare)) << wrong;
    for (const GameInfo* info : games())
        for (const std::string_view text : texts_of(*info, &Words::en)) {
            std::string line(text);
            std::ranges::replace(line, '\n', ' ');
            std::smatch found;
            EXPECT_FALSE(std::regex_search(line, found, bare)) << info->name << ": …" << found.str();
        }
}

}
}
