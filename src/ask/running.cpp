#include "ask/running.hpp"
#include "ask/json.hpp"
#include "ask/study.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "game/options.hpp"
#include "solve/notation.hpp"
#include <algorithm>
#include <chrono>

namespace tavoliere {

namespace {

using SteadyClock = std::chrono::steady_clock;

double seconds_since(SteadyClock::time_point begin) {
    return std::chrono::duration<double>(SteadyClock::now() - begin).count();
}

}

Expected<PerftAnswer> run(const PerftRequest& request, const std::function<void(const MoveCount&)>& report,
                          const std::atomic<bool>& stop) {
    const auto session = session_at(request);
    if (!session) return std::unexpected(session.error());
    const auto begin = SteadyClock::now();
    PerftAnswer answer{(*session)->variant(), (*session)->position(), request.depth};
    if (!request.divide || request.depth == 0) {
        answer.nodes = (*session)->perft(request.depth, !request.listed, stop);
    } else {
        for (const MoveView& move : (*session)->moves()) {
            if (auto played = (*session)->play(move.text); !played) return std::unexpected(played.error());
            const std::uint64_t nodes = (*session)->perft(request.depth - 1, !request.listed, stop);
            (*session)->undo();
            if (stop) break;
            answer.nodes += nodes;
            report({move.text, nodes});
        }
    }
    answer.seconds = seconds_since(begin);
    return answer;
}

std::string to_json(const MoveCount& count) {
    return JsonObject().add("move", count.move).add("nodes", count.nodes).text();
}

std::string to_json(const PerftAnswer& answer) {
    const auto& [game, position, depth, nodes, seconds] = answer;
    return JsonObject()
        .add("game", game)
        .add("position", position)
        .add("depth", depth)
        .add("nodes", nodes)
        .add("seconds", seconds)
        .text();
}

Expected<PlayoutsAnswer> run(const PlayoutsRequest& request, const std::atomic<bool>& stop) {
    const auto session = session_at(request);
    if (!session) return std::unexpected(session.error());
    const auto begin = SteadyClock::now();
    PlayoutsAnswer answer;
    static_cast<PlayoutReport&>(answer) = (*session)->playouts(request.games, request.seed, stop);
    answer.seconds = seconds_since(begin);
    answer.game = (*session)->variant();
    answer.position = (*session)->position();
    answer.colours = (*session)->info().colour_names();
    return answer;
}

std::string to_json(const PlayoutsAnswer& answer) {
    return JsonObject()
        .add("game", answer.game)
        .add("position", answer.position)
        .add("games", answer.games)
        .add("plies", answer.plies)
        .add("longest", answer.longest)
        .add("choices_per_ply", answer.choices_per_ply())
        .add("x", answer.x_won)
        .add("o", answer.o_won)
        .add("draw", answer.drawn)
        .add("seconds", answer.seconds)
        .text();
}

Expected<ThoughtView> run(const AnalyseRequest& request, const std::function<Expected<void>(GameSession&)>& prepare,
                          const std::function<void(const ThoughtView&)>& report, const std::atomic<bool>& stop) {
    const auto session = session_at(request);
    if (!session) return std::unexpected(session.error());
    if ((*session)->result()) return problem("the game is over: " + situation(**session));
    const auto begin = SteadyClock::now();
    if (auto prepared = prepare(**session); !prepared) return std::unexpected(prepared.error());
    Limits limits = request.limits;
    if (limits.seconds > 0) limits.seconds = std::max(0.001, limits.seconds - seconds_since(begin));
    return (*session)->think(limits, report, stop);
}

namespace {

// A move's value is the opposite of its position's, and what it leads to ends a ply later.
Expected<SolutionView> value_of_move(GameSession& session, const std::string& move, const SolveLimits& limits,
                                     const SolveReports& report, const std::atomic<bool>& stop) {
    if (auto played = session.play(move); !played) return std::unexpected(played.error());
    auto found = session.solve(limits, report.progress, stop);
    session.undo();
    if (!found) return found;
    if (found->value) found->value = -*found->value;
    if (found->plies) ++*found->plies;
    if (found->most_plies) ++*found->most_plies;
    found->best = move;
    return found;
}

// The bindings here and below name every member: one that is added does not compile before it is told too.
std::string to_json(const TableCounts& counts) {
    const auto& [won, lost, ended, drawn, longest] = counts;
    JsonObject out;
    out.add("won", won).add("lost", lost).add("ended", ended).add("drawn", drawn).add("longest", longest);
    return out.text();
}

}

Expected<SolutionView> run(const SolveRequest& request, const SolveReports& report, const std::atomic<bool>& stop) {
    const auto session = session_at(request);
    if (!session) return std::unexpected(session.error());
    if (!request.each) return (*session)->solve(request.limits, report.progress, stop);
    SolutionView last;
    if ((*session)->result()) return last;
    (*session)->begin_here(); // else a move could end the game by the clock, or by repetition
    for (const MoveView& move : (*session)->moves()) {
        auto found = value_of_move(**session, move.text, request.limits, report, stop);
        if (!found) return found;
        if (stop) break; // the move's value may have been wanted longer
        report.move(*found);
        last = std::move(*found);
    }
    return last;
}

std::string_view value_name(const SolutionView& solution) {
    if (!solution.value) return "unknown";
    return value_names[std::size_t(*solution.value + 1)];
}

// `trouble` is nobody's answer: it is said apart.
std::string to_json(const SolutionView& solution) {
    const auto& [method, value, why, plies, most_plies, counts, nodes, seconds, trouble] =
        static_cast<const Solved&>(solution);
    JsonObject out;
    out.add("value", value_name(solution));
    if (solution.best) out.add("best", *solution.best);
    if (plies) out.add("plies", *plies);
    if (most_plies) out.add("most_plies", *most_plies);
    if (counts) out.raw("positions", to_json(*counts));
    if (!value) out.add("why", unsolved_names[std::size_t(why)]);
    return out.add("method", name(method)).add("nodes", nodes).add("seconds", seconds).text();
}

namespace {

// How many cells a row of a written position has: "x2o" has 4.
int cells_in(std::string_view row) {
    int cells = 0;
    for (std::size_t i = 0; i < row.size() && cells < 1000;) {
        const std::size_t digits = std::min(row.find_first_not_of("0123456789", i), row.size()) - i;
        const auto run = parse_number<int>(digits ? row.substr(i, digits) : "1", 1, 999);
        cells += run ? *run : run.error() == NumberFault::too_large ? 1000 : 1; // what is wrong is said by who reads it
        i += std::max<std::size_t>(digits, 1);
    }
    return cells;
}

// The game with its board as large as the text says, where it has an option for that and it is not given already.
std::string fitting(const std::string& game, std::string_view board) {
    const std::string_view name = std::string_view(game).substr(0, game.find(':'));
    const auto info = std::ranges::find(games(), name, [](const GameInfo* g) { return g->name; });
    if (info == games().end()) return game;
    const auto size = std::ranges::find((*info)->options, OptionInfo::Kind::size, &OptionInfo::kind);
    if (size == (*info)->options.end() || game.find(std::string(size->name) + "=") != std::string::npos) return game;
    const auto rows = split(board.substr(0, board.find(' ')), '/');
    int columns = 0;
    for (std::string_view row : rows) columns = std::max(columns, cells_in(row));
    return game + (game.find(':') == std::string::npos ? ":" : ",") + std::string(size->name) + "=" +
           std::to_string(columns) + "x" + std::to_string(rows.size());
}

Expected<ValueView> value_of_text(const ValueRequest& request, const ValueReport& report,
                                  const std::atomic<bool>& stop) {
    Values values(request.limits, stop, report);
    const auto value = parse_value(values, request.of);
    if (!value) return std::unexpected(value.error());
    ValueView view;
    view.sum = described(values, *value);
    return view;
}

std::string to_json(const std::optional<ValueText>& value) { return value ? to_json(*value) : "null"; }

}

Expected<ValueView> run(const ValueRequest& request, const ValueReport& report, const std::atomic<bool>& stop) {
    if (request.of.empty() == request.game.empty())
        return problem("value: give a GAME, or --of a value in notation, and not both");
    if (!request.of.empty()) return value_of_text(request, report, stop);
    StudyPlace place = request;
    if (const std::string& board = request.board; !board.empty()) {
        if (request.position != StudyPlace().position) return problem("value: give BOARD or --position, not both");
        place.game = fitting(request.game, board);
        place.position = board.find(' ') == std::string::npos ? board + " x" : board;
    }
    const auto session = session_at(place);
    if (!session) return std::unexpected(session.error());
    return (*session)->value(request.limits, report, stop);
}

std::string to_json(const ValueText& v) {
    JsonObject out;
    out.add("value", v.ascii).add("unicode", v.unicode).add("outcome", std::string(1, char(v.outcome)));
    out.add("x_wins_first", v.left_wins_first).add("o_wins_first", v.right_wins_first);
    out.add("birthday", v.birthday).add("positions", v.positions).add("all_small", v.is_all_small);
    if (v.weight) out.add("atomic_weight", *v.weight);
    if (v.ups)
        out.raw("ups", json_array(std::array{v.ups->least, v.ups->most}, [](int n) { return std::to_string(n); }));
    if (v.thermograph)
        out.add("mean", v.thermograph->mean.text()).add("temperature", v.thermograph->temperature.text());
    return out.text();
}

std::string to_json(const ValueView& view) {
    JsonObject out;
    out.raw("parts", json_array(view.parts, [](const ValueView::Part& part) {
                return JsonObject().add("position", part.position).raw("value", to_json(part.value)).text();
            }));
    out.raw("sum", to_json(view.sum));
    if (!view.sum) out.add("why", unsolved_names[std::size_t(view.why)]);
    return out.add("known", view.known).add("values", view.values).add("seconds", view.seconds).text();
}

}
