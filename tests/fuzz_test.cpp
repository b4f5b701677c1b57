// Mutated text at every parser: it is understood or refused in one line, never half-read, never a crash.
#include "base/text.hpp"
#include "game/record.hpp"
#include "games/written/rules.hpp"
#include "games/written/shipped.hpp"
#include "support.hpp"
// rapidcheck's bridge wants gtest before it.
#include <cctype>
#include <rapidcheck/gtest.h>

namespace tavoliere {
namespace {

// Some of the text's characters replaced, dropped, doubled or swapped, by the alphabet of all our notations.
std::string mutated(const std::string& text) {
    static const std::string alphabet = "xoXO-/0123456789abcgz:,=+ @.%[]{}()\"\\\x01\xff";
    std::string out = text;
    const int changes = *rc::gen::inRange(1, 6);
    for (int i = 0; i < changes; ++i) {
        const auto at = *rc::gen::inRange<std::size_t>(0, out.size() + 1);
        const char letter = alphabet[*rc::gen::inRange<std::size_t>(0, alphabet.size())];
        switch (*rc::gen::inRange(0, 4)) {
        case 0: out.insert(at, 1, letter); break;
        case 1:
            if (at < out.size()) out.erase(at, 1);
            break;
        case 2:
            if (at < out.size()) out[at] = letter;
            break;
        default:
            if (at < out.size()) out.insert(at, out.substr(at, 3));
            break;
        }
    }
    return out;
}

void one_line(const Problem& p) {
    RC_ASSERT(!p.text.empty());
    RC_ASSERT(p.text.size() < 600u);
    RC_ASSERT(is_one_line(p.text));
}

std::string some_variant() { return sample_variants()[*rc::gen::inRange<std::size_t>(0, sample_variants().size())]; }

RC_GTEST_PROP(Mutated, Variants, ()) {
    const auto session = open(mutated(some_variant()));
    if (!session) return one_line(session.error());
    const std::string canonical = (*session)->variant();
    RC_ASSERT(opened(canonical)->variant() == canonical);
}

RC_GTEST_PROP(Mutated, Positions, ()) {
    const auto s = opened(some_variant());
    const std::string before = s->position();
    const auto set = s->set_position(mutated(before));
    if (!set) {
        one_line(set.error());
        RC_ASSERT(s->position() == before);
        return;
    }
    const std::string canonical = s->position();
    RC_ASSERT(s->set_position(canonical).has_value());
    RC_ASSERT(s->position() == canonical);
    RC_ASSERT(s->moves().empty() == s->result().has_value());
}

RC_GTEST_PROP(Mutated, Moves, ()) {
    const auto s = opened(some_variant());
    const auto moves = s->moves();
    RC_PRE(!moves.empty());
    const std::string before = s->position();
    const auto played = s->play(mutated(moves[*rc::gen::inRange<std::size_t>(0, moves.size())].text));
    if (!played) {
        one_line(played.error());
        RC_ASSERT(s->position() == before);
    } else {
        RC_ASSERT(std::any_of(moves.begin(), moves.end(), [&](const MoveView& m) { return m.text == played->text; }));
    }
}

RC_GTEST_PROP(Mutated, Records, ()) {
    const auto read = read_record(mutated("%tgn 1\n[Game \"ataxx:misere\"]\n[First \"Ada\"]\n[Result \"*\"]\n\n1. a2 "
                                          "a7-a5 {why} (1... a6) 2. a2-a4 *\n"));
    if (!read) one_line(read.error());
}

// Every text of rules that comes with the program without one of its words or signs.
TEST(Mutated, RulesThatLackAWord) {
    const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (const auto& [name, text] : written::shipped()) {
        for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
            end = at + 1;
            while (is_of_word(text[at]) && end < text.size() && is_of_word(text[end])) ++end;
            if (text[at] == ' ' || text[at] == '\n') continue;
            const std::string less = std::string(text.substr(0, at)) += text.substr(end);
            const auto declared = written::declare(less);
            const auto rules =
                declared ? written::read(*declared, Options((*declared)->info)) : std::unexpected(declared.error());
            EXPECT_TRUE(rules || is_one_line(rules.error().text)) << less;
        }
    }
}

}
}
