// The law of the games: every worked example, every spelling of a variant, every count of leaves.
#include "support.hpp"
#include <algorithm>

namespace tavoliere {
namespace {

using boost::json::object;

std::vector<std::string> texts(const std::vector<MoveView>& moves) {
    std::vector<std::string> out;
    for (const auto& m : moves) out.push_back(m.text);
    std::sort(out.begin(), out.end());
    return out;
}

void check_result(const object& example, const GameSession& s) {
    const auto result = s.result();
    if (example.at("result").is_null()) {
        EXPECT_FALSE(result) << result->reason;
        return;
    }
    ASSERT_TRUE(result);
    const object& wanted = example.at("result").as_object();
    EXPECT_EQ(name(result->winner), wanted.at("winner").as_string());
    EXPECT_EQ(result->reason, std::string_view(wanted.at("reason").as_string()));
    if (wanted.contains("score")) { EXPECT_EQ(result->score, int(wanted.at("score").as_int64())); }
}

void check_legal(const object& example, const GameSession& s) {
    auto legal = texts(s.moves());
    if (example.contains("legal_count")) {
        EXPECT_EQ(std::int64_t(legal.size()), example.at("legal_count").as_int64());
    }
    if (!example.contains("legal")) return;
    if (example.contains("from"))
        std::erase_if(legal, [&](const std::string& m) { return !m.starts_with(text_of(example.at("from"))); });
    std::vector<std::string> wanted;
    for (const auto& m : example.at("legal").as_array()) wanted.push_back(text_of(m));
    std::sort(wanted.begin(), wanted.end());
    EXPECT_EQ(legal, wanted);
}

TEST(Rules, EveryExampleOfTheNewsletters) {
    ASSERT_GT(test_data("examples.json").size(), 50u);
    for (const auto& value : test_data("examples.json")) {
        const object& e = value.as_object();
        SCOPED_TRACE(text_of(e.at("id")) + ": " + text_of(e.at("comment")));
        auto s = opened(text_of(e.at("game")), text_of(e.at("position")));
        EXPECT_EQ(s->variant(), text_of(e.at("game")));
        for (const auto& m : e.at("moves").as_array()) {
            const auto played = s->play(text_of(m));
            ASSERT_TRUE(played) << played.error().text;
            EXPECT_EQ(played->text, text_of(m));
        }
        if (e.contains("result_position")) { EXPECT_EQ(s->position(), text_of(e.at("result_position"))); }
        check_result(e, *s);
        check_legal(e, *s);
        if (e.contains("illegal")) {
            for (const auto& m : e.at("illegal").as_array()) EXPECT_FALSE(s->copy()->play(text_of(m))) << m;
        }
        if (e.contains("accepts")) {
            for (const auto& [input, canonical] : e.at("accepts").as_object()) {
                const auto played = s->copy()->play(input);
                ASSERT_TRUE(played) << played.error().text;
                EXPECT_EQ(played->text, text_of(canonical));
            }
        }
    }
}

TEST(Rules, VariantsHaveOneCanonicalSpelling) {
    for (const auto& value : test_data("variants.json")) {
        const object& v = value.as_object();
        EXPECT_EQ(opened(text_of(v.at("text")))->variant(), text_of(v.at("canonical")));
        EXPECT_EQ(opened(text_of(v.at("canonical")))->variant(), text_of(v.at("canonical")));
    }
}

TEST(Rules, PerftCountedAndListed) {
    std::uint64_t leaves = 0;
    for (const auto& value : test_data("perft.json")) {
        const object& row = value.as_object();
        SCOPED_TRACE(boost::json::serialize(value));
        const auto s = opened(text_of(row.at("game")), text_of(row.at("position")));
        const int depth = int(row.at("depth").as_int64());
        const auto wanted = std::uint64_t(row.at("nodes").as_int64());
        EXPECT_EQ(s->perft(depth, true, never), wanted);
        EXPECT_EQ(s->perft(depth, false, never), wanted);
        leaves += wanted;
    }
    EXPECT_GT(leaves, 10'000'000u);
}

}
}
