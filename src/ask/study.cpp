#include "ask/study.hpp"
#include "ask/json.hpp"
#include "game/options.hpp"

namespace tavoliere {
namespace {

Expected<std::unique_ptr<GameSession>> session_before(const StudyPlace& place,
                                                      std::unique_ptr<GameSession> known = nullptr) {
    auto session = open(place.game);
    if (!session) return session;
    if (known && known->variant() == (*session)->variant()) session = std::move(known);
    if (auto set = (*session)->set_position(place.position); !set) return std::unexpected(set.error());
    return session;
}

// Plays the moves; `played` hears of each.
Expected<void> play_all(GameSession& session, std::string_view moves, const auto& played) {
    if (moves.empty()) return {};
    int number = 0;
    for (std::string_view text : split(moves, ' ')) {
        ++number;
        const char turn = session.view().turn;
        const auto move = session.play(text);
        if (!move) return problem("moves, move " + std::to_string(number) + ": " + move.error().text);
        played(*move, turn);
    }
    return {};
}

JsonObject thought_json(const ThoughtView& thought) {
    JsonObject out;
    out.add("depth", thought.depth)
        .add("nodes", thought.nodes)
        .add("seconds", thought.seconds)
        .raw("lines", json_array(thought.lines, [](const ThoughtView::Line& line) {
                 return JsonObject().raw("score", to_json(line.score)).raw("moves", json_strings(line.moves)).text();
             }));
    return out;
}

}

Expected<std::unique_ptr<GameSession>> session_at(const StudyPlace& place) {
    std::unique_ptr<GameSession> none;
    return session_at(place, none);
}

Expected<std::unique_ptr<GameSession>> session_at(const StudyPlace& place, std::unique_ptr<GameSession>& known) {
    auto session = session_before(place, std::move(known));
    if (!session) return session;
    if (auto done = play_all(**session, place.moves, [](const MoveView&, char) {}); !done)
        return std::unexpected(done.error());
    return session;
}

Expected<std::unique_ptr<GameSession>> session_at(const StudyPlace& place, std::vector<std::string>& last) {
    auto session = session_before(place);
    if (!session) return session;
    const auto hear = [&](const MoveView& move, char) { last = move.path; };
    if (auto done = play_all(**session, place.moves, hear); !done) return std::unexpected(done.error());
    return session;
}

Expected<std::unique_ptr<GameSession>> session_at(const StudyPlace& place, const PositionHeard& hear) {
    auto session = session_before(place);
    if (!session) return session;
    hear(**session, {});
    const auto hear_move = [&](const MoveView& move, char) { hear(**session, move.path); };
    if (auto done = play_all(**session, place.moves, hear_move); !done) return std::unexpected(done.error());
    return session;
}

Expected<std::string> study_json(const StudyRequest& request) {
    const auto session = session_before(request);
    if (!session) return std::unexpected(session.error());
    const PositionView start = (*session)->view();
    std::vector<std::string> history;
    const auto hear = [&](const MoveView& move, char turn) {
        if ((*session)->ply() > request.from) history.push_back(played_json(move, turn, (*session)->view()));
    };
    if (auto done = play_all(**session, request.moves, hear); !done) return std::unexpected(done.error());

    const auto result = (*session)->result();
    const auto moves = result ? std::vector<MoveView>() : (*session)->moves();
    return JsonObject()
        .add("game", (*session)->variant())
        .raw("start", position_json(start))
        .add("from", request.from)
        .raw("history", json_array(history, [](const std::string& one) { return one; }))
        .add("position", (*session)->position())
        .raw("moves", json_array(moves, [](const MoveView& move) { return to_json(move); }))
        .raw("result", to_json(result))
        .text();
}

std::string lines_json(const ThoughtView& thought) { return thought_json(thought).add("done", false).text(); }

std::string lines_json(const ThoughtView& thought, std::span<const std::pair<int, Score>> depths) {
    const auto scored = [](const auto& one) {
        return JsonObject().add("depth", one.first).raw("score", to_json(one.second)).text();
    };
    return thought_json(thought).raw("depths", json_array(depths, scored)).add("done", true).text();
}

void note_depth(std::vector<std::pair<int, Score>>& depths, const ThoughtView& thought) {
    if (!thought.lines.empty() && (depths.empty() || depths.back().first < thought.depth))
        depths.emplace_back(thought.depth, thought.lines[0].score);
}

std::string solution_json(const SolutionView& solution) {
    constexpr std::string_view names[] = {"loss", "draw", "win"};
    // All there is, so that what is added is not forgotten; how it was solved is not the page's business, nor are files.
    const auto& [method, value, why, plies, most_plies, counts, nodes, seconds, trouble] =
        static_cast<const Solved&>(solution);
    JsonObject out;
    if (value)
        out.add("value", names[std::size_t(*value + 1)]);
    else
        out.raw("value", "null");
    if (solution.best) out.add("best", *solution.best);
    if (plies) out.add("plies", *plies);
    if (most_plies) out.add("most_plies", *most_plies);
    return out.add("nodes", nodes).add("seconds", seconds).text();
}

std::string situation(const GameSession& session) {
    const auto colours = session.info().colour_names();
    const auto result = session.result();
    if (!result) return std::string(colours[session.view().turn == 'x' ? 0 : 1]) + " to move";
    const std::string why = ": " + std::string(result->words.en);
    if (result->winner == Winner::draw) return "a draw" + why;
    return std::string(colours[result->winner == Winner::x ? 0 : 1]) + " wins" +
           (result->score && *result->score ? " by " + std::to_string(*result->score) : "") + why;
}

}
