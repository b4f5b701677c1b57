// The lessons of lessons/: each is played by the rules, and what it claims of its right moves is worked out again.
#include "support.hpp"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <sstream>

namespace tavoliere {
namespace lesson_tests {

using boost::json::object;
using Moves = std::vector<std::string>;

std::vector<object> files() {
    std::vector<object> all;
    for (const auto& entry : std::filesystem::directory_iterator(LESSONS)) {
        if (entry.path().extension() != ".json") continue;
        std::stringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        all.push_back(boost::json::parse(text.str()).as_object());
        EXPECT_EQ(entry.path().stem().string(), text_of(all.back().at("game")));
    }
    return all;
}

Moves moves_in(const boost::json::value& list) {
    Moves all;
    for (const auto& move : list.as_array()) all.push_back(text_of(move));
    return all;
}

Winner side(char letter) { return letter == 'x' ? Winner::x : Winner::o; }
Winner other(Winner player) { return player == Winner::x ? Winner::o : Winner::x; }

// What a position is worth to a player: the larger the better.
using Worth = std::function<int(GameSession&, Winner)>;

// The moves after which it is the most.
std::set<std::string> best_moves(GameSession& session, const Worth& worth) {
    const Winner player = side(session.view().turn);
    std::map<int, std::set<std::string>> by_worth;
    for (const MoveView& move : session.moves()) {
        EXPECT_TRUE(session.play(move.text));
        by_worth[worth(session, player)].insert(move.text);
        session.undo();
    }
    return by_worth.rbegin()->second;
}

int ends_won(GameSession& session, Winner player) {
    const auto result = session.result();
    return result && result->winner == player;
}

// The opponent has no move that ends the game as his, nor has it ended so.
int is_safe(GameSession& session, Winner player) {
    if (const auto result = session.result()) return result->winner != other(player);
    return std::ranges::none_of(session.moves(), [&](const MoveView& move) {
        EXPECT_TRUE(session.play(move.text));
        const bool lost = ends_won(session, other(player));
        session.undo();
        return lost;
    });
}

// How many more pieces than the opponent the player has on the board.
int lead(GameSession& session, Winner player) {
    const std::string cells = session.view().cells;
    const auto count = [&](char small, char large) {
        return int(std::ranges::count(cells, small) + std::ranges::count(cells, large));
    };
    const int of_x = count('x', 'X') - count('o', 'O');
    return player == Winner::x ? of_x : -of_x;
}

// The lead after the opponent's best answer.
int lead_kept(GameSession& session, Winner player) {
    if (session.result()) return lead(session, player);
    int least = std::numeric_limits<int>::max();
    for (const MoveView& move : session.moves()) {
        EXPECT_TRUE(session.play(move.text));
        least = std::min(least, lead(session, player));
        session.undo();
    }
    return least;
}

// The player's score by a search of so many nodes.
Score searched(GameSession& session, Winner player, std::uint64_t nodes) {
    using enum Score::Kind;
    if (const auto result = session.result())
        return {result->winner == player ? win : result->winner == Winner::draw ? draw : loss, 0};
    Limits limits;
    limits.nodes = nodes;
    Score score = session.think(limits, ignore, never).lines.front().score;
    if (score.kind == win)
        score.kind = loss;
    else if (score.kind == loss)
        score.kind = win;
    score.value = score.kind == estimate ? -score.value : score.value;
    return score;
}

void check_claim(const object& lesson, GameSession& session) {
    const std::string claim = text_of(lesson.at("claim"));
    const Moves right = moves_in(lesson.at("right"));
    const std::map<std::string, Worth> by_rules = {
        {"ends", ends_won}, {"saves", is_safe}, {"most", lead}, {"holds", lead_kept}};
    if (const auto known = by_rules.find(claim); known != by_rules.end()) {
        EXPECT_EQ(best_moves(session, known->second), std::set(right.begin(), right.end()));
        return;
    }
    ASSERT_TRUE(claim == "wins" || claim == "best") << claim;
    if (sanitized) return;
    const auto nodes = lesson.at("nodes").to_number<std::uint64_t>();
    std::map<std::string, Score> scores;
    const Winner player = side(session.view().turn);
    for (const MoveView& move : session.moves()) {
        EXPECT_TRUE(session.play(move.text));
        scores[move.text] = searched(session, player, nodes);
        session.undo();
    }
    const auto is_right = [&](const std::string& move) { return std::ranges::find(right, move) != right.end(); };
    if (claim == "wins") {
        bool proved = true; // what every move is worth
        for (const auto& [move, score] : scores) {
            EXPECT_EQ(score.kind == Score::Kind::win, is_right(move)) << move;
            proved &= score.kind != Score::Kind::estimate;
        }
        EXPECT_EQ(text_of(lesson.at("proof")), proved ? "proved" : "search");
        return;
    }
    for (const auto& [one, good] : scores)
        for (const auto& [another, bad] : scores)
            if (is_right(one) && !is_right(another)) {
                EXPECT_EQ(good.kind, Score::Kind::estimate) << one;
                EXPECT_EQ(bad.kind, Score::Kind::estimate) << another;
                EXPECT_GT(good.value, bad.value) << one << " and " << another;
            }
}

void check_lesson(const object& lesson) {
    for (const char* words : {"tells", "asks", "says"})
        for (const char* language : {"en", "it"}) {
            const std::string text = text_of(lesson.at(words).at(language));
            EXPECT_TRUE(text.size() > 10 && text.back() == '.') << words << ": " << text;
            EXPECT_EQ(text.find('\''), text.npos) << words << " has a typewriter's apostrophe";
        }
    const auto session = opened(text_of(lesson.at("variant")), text_of(lesson.at("position")));
    EXPECT_EQ(session->variant(), text_of(lesson.at("variant"))) << "as it is spelled";
    EXPECT_EQ(session->position(), text_of(lesson.at("position"))) << "as it is spelled";
    ASSERT_FALSE(session->result()) << "the game is over";
    const Moves right = moves_in(lesson.at("right")), line = moves_in(lesson.at("line"));
    ASSERT_FALSE(right.empty() || line.empty());
    EXPECT_LT(right.size(), session->moves().size()) << "there is nothing to find";
    EXPECT_NE(std::ranges::find(right, line.front()), right.end()) << "the line begins with a right move";
    const Winner player = side(session->view().turn);
    for (const std::string& move : line) {
        const auto played = session->play(move);
        ASSERT_TRUE(played) << played.error().text;
        EXPECT_EQ(played->text, move) << "as it is spelled";
    }
    const std::string claim = text_of(lesson.at("claim"));
    if (claim == "ends" || claim == "wins") { EXPECT_TRUE(ends_won(*session, player)) << "the line does not win"; }
    while (session->undo()) {}
    check_claim(lesson, *session);
}

TEST(Lessons, AreTrue) {
    const auto all = files();
    EXPECT_GE(all.size(), 9u);
    std::set<std::string> positions;
    for (const object& file : all) {
        Moves about;
        for (const auto& lesson : file.at("lessons").as_array()) {
            about.push_back(text_of(lesson.at("about")));
            SCOPED_TRACE(text_of(file.at("game")) + " " + about.back());
            EXPECT_EQ(std::string(opened(text_of(lesson.at("variant")))->info().name), text_of(file.at("game")));
            check_lesson(lesson.as_object());
            positions.insert(text_of(lesson.at("variant")) + text_of(lesson.at("position")));
        }
        EXPECT_EQ(about, Moves({"aim", "tactic", "defence", "ending", "plan"}));
    }
    EXPECT_EQ(positions.size(), 5 * all.size()) << "each has a position of its own";
}

}
}
