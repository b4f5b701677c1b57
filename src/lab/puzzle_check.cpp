#include "lab/puzzle_check.hpp"
#include <algorithm>
#include <set>

namespace tavoliere {
namespace {

Expected<std::unique_ptr<GameSession>> opened(const Puzzle& p) {
    auto session = open(p.variant);
    if (!session) return session;
    if (const auto set = (*session)->set_position(p.position); !set) return std::unexpected(set.error());
    return session;
}

// Plays moves that must be legal and spelled as they are canonically.
Expected<void> play(GameSession& session, const Puzzle::Moves& moves) {
    for (const std::string& move : moves) {
        const auto played = session.play(move);
        if (!played) return std::unexpected(played.error());
        if (played->text != move) return problem("move: " + in_quotes(move) + " is spelled " + played->text);
    }
    return {};
}

bool reaches(const GameSession& end, char player, Goal goal) {
    const auto result = end.result();
    if (!result) return false;
    return goal == Goal::draw ? result->winner == Winner::draw : char(result->winner) == player;
}

Expected<void> check_line(GameSession& session, const Puzzle& p) {
    const char player = session.view().turn;
    if (p.line.empty()) return problem("line: it has no move");
    if (p.find < 1 || 2 * std::size_t(p.find) > p.line.size() + 1)
        return problem("find: " + std::to_string(p.find) + " is not the number of the player's moves in the line");
    if (const auto played = play(session, p.line); !played) return played;
    if (p.goal == Goal::gain) {
        if (p.plies || p.proved) return problem("goal: a gain has no plies, and is not proved");
    } else if (p.plies.value_or(0) != int(p.line.size()) || !reaches(session, player, p.goal)) {
        return problem("line: it does not end in a " + std::string(name(p.goal)) + " after " +
                       std::to_string(p.plies.value_or(0)) + " plies");
    }
    return {};
}

Expected<void> check_wrong(GameSession& session, const Puzzle& p) {
    std::set<std::string> moves = {p.line.front()};
    if (p.wrong.size() > most_wrong)
        return problem("wrong: there are more than " + std::to_string(most_wrong) + " moves");
    for (const auto& [move, answer] : p.wrong) {
        if (!moves.insert(move).second)
            return problem("wrong: " + in_quotes(move) + " is the right move, or is there twice");
        Puzzle::Moves all = {move};
        all.insert(all.end(), answer.begin(), answer.end());
        if (const auto played = play(session, all); !played) return played;
        if (answer.empty() && !session.result()) return problem("wrong: " + in_quotes(move) + " is not answered");
        while (session.undo()) {}
    }
    return {};
}

Expected<void> check(std::string_view game, const Puzzle& p) {
    const auto opening = opened(p);
    if (!opening) return std::unexpected(opening.error());
    GameSession& session = **opening;
    if (session.info().name != game) return problem("variant: " + in_quotes(p.variant) + " is of another game");
    if (session.variant() != p.variant) return problem("variant: it is spelled " + session.variant());
    if (session.position() != p.position) return problem("position: it is spelled " + session.position());
    if (puzzle_id(session) != p.id) return problem("id: it is " + puzzle_id(session));
    if (int(session.moves().size()) < least_choice) return problem("position: there is no choice");
    if (p.depth < 1) return problem("depth: " + std::to_string(p.depth) + " is not a depth");
    if (!p.proved && p.nodes == 0) return problem("nodes: the number of nodes of the search is missing");
    if (const auto line = check_line(session, p); !line) return line;
    while (session.undo()) {}
    return check_wrong(session, p);
}

std::string about(const Puzzle& p) { return "puzzle " + in_quotes(p.id) + ": "; }

}

Expected<void> check_puzzles(std::string_view game, std::span<const Puzzle> puzzles) {
    std::set<std::string> ids;
    const Puzzle* before = nullptr;
    for (const Puzzle& p : puzzles) {
        if (const auto checked = check(game, p); !checked) return problem(about(p) + checked.error().text);
        if (!ids.insert(p.id).second) return problem(about(p) + "it is there twice, perhaps turned");
        if (before && std::pair(before->depth, before->id) > std::pair(p.depth, p.id))
            return problem(about(p) + "it comes too late: puzzles are sorted by depth, then by id");
        before = &p;
    }
    return {};
}

Expected<bool> prove_again(const Puzzle& p, std::uint64_t nodes, const std::atomic<bool>& stop) {
    using enum Score::Kind;
    const auto session = opened(p);
    if (!session) return std::unexpected(session.error());
    Limits limits;
    limits.nodes = nodes;
    for (const MoveView& move : (*session)->moves()) {
        const bool right = move.text == p.line.front();
        (void)(*session)->play(move.text);
        // Of a finished game nothing is left to search.
        const char mover = (*session)->view().turn;
        Score::Kind value = estimate;
        if (const auto result = (*session)->result())
            value = result->winner == Winner::draw ? draw : char(result->winner) == mover ? win : loss;
        else
            value = (*session)->think(limits, [](const ThoughtView&) {}, stop).lines.front().score.kind;
        (*session)->undo();
        if (value == estimate) return false;
        const Score::Kind wanted = p.goal == Goal::win ? loss : draw; // the opponent's, after the right move
        const bool reached = value == wanted || value == loss;
        if (right != reached || (right && value != wanted))
            return problem(about(p) + "the value of " + in_quotes(move.text) + " is not what the puzzle says");
    }
    return true;
}

Expected<void> judge_again(const Puzzle& p, std::uint64_t nodes, const std::atomic<bool>& stop) {
    const auto session = opened(p);
    if (!session) return std::unexpected(session.error());
    Limits limits;
    limits.nodes = nodes;
    limits.lines = 2;
    const auto found = (*session)->think(limits, [](const ThoughtView&) {}, stop);
    if (stop || found.lines.size() < 2) return {};
    const auto &best = found.lines[0], &other = found.lines[1];
    if (best.moves.front() != p.line.front())
        return problem(about(p) + in_quotes(best.moves.front()) + " is better, by a search of " +
                       std::to_string(nodes) + " nodes");
    if (other.score.kind == Score::Kind::win || (p.goal == Goal::draw && other.score.kind == Score::Kind::draw))
        return problem(about(p) + in_quotes(other.moves.front()) + " gets as much");
    return {};
}

}
