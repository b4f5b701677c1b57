// What can be asked of a state, by src/ask/: keyword arguments, their bounds, their refusals and their help come from the tables of
// the requests' fields, and answers are those of `--json`.
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "ask/running.hpp"
#include "ask/study.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "common.hpp"
#include "lab/puzzle_check.hpp"
#include "lab/requests.hpp"
#include <algorithm>
#include <functional>

namespace tavoliere::python {

namespace {

// Fields that a state says itself, or a function's own arguments.
using Hidden = std::vector<std::string_view>;
const Hidden of_state = {"game", "position", "moves", "board", "of"};

bool is_offered(const Field& field, const Hidden& hidden) {
    return std::ranges::find(hidden, field.name) == hidden.end();
}

// A value as set_field() reads it.
std::string text_of(const py::handle& value) {
    if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "on" : "off";
    return py::str(value);
}

// What every question takes besides its fields.
struct Asked {
    std::optional<double> timeout;
    py::object report = py::none(); // a function that hears how far it is

    // report(answer so far), from the thread that works. What it raises ends the work, and is raised.
    void tell(const std::string& json) const {
        const py::gil_scoped_acquire held;
        if (!report.is_none()) report(from_json(json));
    }
};

// The fields' values out of keyword arguments; None is left out.
Asked read_arguments(std::string_view call, std::span<const Field> fields, const Hidden& hidden, bool reports,
                     const py::kwargs& given, void* request) {
    Asked asked;
    for (const auto& [key, value] : given) {
        const std::string name = py::str(key);
        if (name == "timeout") {
            if (!value.is_none()) asked.timeout = PyFloat_AsDouble(value.ptr());
            if (PyErr_Occurred()) {
                PyErr_Clear();
                throw py::value_error(no_timeout);
            }
            continue;
        }
        if (name == "report" && reports) {
            asked.report = py::reinterpret_borrow<py::object>(value);
            continue;
        }
        const auto field = std::ranges::find(fields, name, &Field::name);
        if (field == fields.end() || !is_offered(*field, hidden)) {
            std::string names;
            for (const Field& f : fields)
                if (is_offered(f, hidden)) names += std::string(f.name) + ", ";
            throw py::type_error(std::string(call) + ": " + in_quotes(name) + " is no argument of it; these are: " +
                                 names + "timeout" + (reports ? ", report" : ""));
        }
        if (value.is_none()) continue;
        if (std::holds_alternative<TextList>(field->domain) && !py::isinstance<py::str>(value))
            for (const auto& one : value) need(set_field(*field, name, text_of(one), request, Asker::owner));
        else
            need(set_field(*field, name, text_of(value), request, Asker::owner));
    }
    for (const Field& field : fields)
        if (field.traits.is_required && is_offered(field, hidden) && !given.contains(py::str(std::string(field.name))))
            throw py::type_error(std::string(call) + ": " + std::string(field.name) + " is missing");
    return asked;
}

// A request about a state.
template <class R> std::pair<R, Asked> asked_of(const State& s, std::string_view call, bool reports,
                                                const py::kwargs& given) {
    R request;
    Asked asked = read_arguments(call, fields_of<R>, of_state, reports, given, &request);
    request.game = s.session->variant();
    request.position = s.start;
    for (const std::string& move : s.moves) request.moves += (request.moves.empty() ? "" : " ") + move;
    return {std::move(request), std::move(asked)};
}

// A docstring: what it does, then a line for each field.
template <class R> std::string doc_of(std::string_view call, std::string_view what, const Hidden& hidden,
                                      bool reports) {
    const RequestInfo info = request_info<R>(call, {}, {});
    std::string doc = std::string(call) + "(**arguments): " + std::string(what) + "\n\n";
    for (const Field& field : info.fields) {
        if (!is_offered(field, hidden)) continue;
        doc += "    " + std::string(field.name) + ": " + range_text(field.domain) + "; " + std::string(field.help.en);
        const auto standard = info.standard(field);
        if (standard && !standard->empty() && *standard != "0") doc += " [" + *standard + "]";
        doc += "\n";
    }
    doc += "    timeout: seconds after which TimeoutError is raised\n";
    if (reports) doc += "    report: a function that hears of what is known so far; what it raises ends the call\n";
    return doc + "\nValueError where an argument has another value, TypeError where there is no such argument. Ctrl-C "
                 "ends it.";
}
template <class R> py::list names_of(const Hidden& hidden) {
    py::list names;
    for (const Field& field : fields_of<R>)
        if (is_offered(field, hidden)) names.append(std::string(field.name));
    return names;
}

py::object analyse(const State& s, const py::kwargs& given) {
    auto [request, asked] = asked_of<AnalyseRequest>(s, "analyse", true, given);
    std::vector<std::pair<int, Score>> depths;
    const auto prepare = [&r = request](GameSession& session) { return session.use_network(r.network); };
    const auto hear = [&a = asked, &depths](const ThoughtView& thought) {
        note_depth(depths, thought);
        a.tell(lines_json(thought));
    };
    const ThoughtView found = need(run_long(
        asked.timeout, [&, &r = request](const std::atomic<bool>& stop) { return run(r, prepare, hear, stop); }));
    return from_json(lines_json(found, depths));
}

py::object solve(const State& s, const py::kwargs& given) {
    auto [request, asked] = asked_of<SolveRequest>(s, "solve", true, given);
    py::list moves;
    const SolveReports reports{.progress = [](const SolveProgress&) {},
                               .move =
                                   [&a = asked, &moves](const SolutionView& one) {
                                       const py::gil_scoped_acquire held;
                                       moves.append(from_json(to_json(one)));
                                       if (!a.report.is_none()) a.report(moves[moves.size() - 1]);
                                   }};
    const SolutionView found = need(
        run_long(asked.timeout, [&, &r = request](const std::atomic<bool>& stop) { return run(r, reports, stop); }));
    if (request.each) return moves;
    return from_json(to_json(found));
}

py::object value(const State& s, const py::kwargs& given) {
    auto [request, asked] = asked_of<ValueRequest>(s, "value", false, given);
    return from_json(to_json(need(run_long(
        asked.timeout, [&r = request](const std::atomic<bool>& stop) { return run(r, ValueReport(), stop); }))));
}

py::object perft(const State& s, const py::kwargs& given) {
    auto [request, asked] = asked_of<PerftRequest>(s, "perft", false, given);
    py::dict counts;
    const auto hear = [&](const MoveCount& count) {
        const py::gil_scoped_acquire held;
        counts[py::str(count.move)] = count.nodes;
    };
    const PerftAnswer found =
        need(run_long(asked.timeout, [&, &r = request](const std::atomic<bool>& stop) { return run(r, hear, stop); }));
    if (request.divide) return counts;
    return py::int_(found.nodes);
}

py::object playouts(const State& s, const py::kwargs& given) {
    auto [request, asked] = asked_of<PlayoutsRequest>(s, "playouts", false, given);
    return from_json(
        to_json(need(run_long(asked.timeout, [&r = request](const std::atomic<bool>& stop) { return run(r, stop); }))));
}

std::string diagram(const State& s, const py::kwargs& given) {
    return need(drawing_svg(asked_of<DiagramRequest>(s, "diagram", false, given).first));
}

py::object value_of(const std::string& notation, const py::kwargs& given) {
    ValueRequest request;
    const Asked asked = read_arguments("value_of", fields_of<ValueRequest>, of_state, false, given, &request);
    request.of = notation;
    return from_json(to_json(need(
        run_long(asked.timeout, [&](const std::atomic<bool>& stop) { return run(request, ValueReport(), stop); }))));
}

PuzzleFile read_puzzles(const std::string& path) {
    auto file = read_puzzle_file(need(read_text_file(path, file_kind::puzzles)));
    if (!file) throw py::value_error(in_quotes(path) + " is not a file of puzzles: " + file.error().text);
    return std::move(*file);
}

py::list as_list(std::span<const Puzzle> puzzles) {
    py::list all;
    for (const Puzzle& puzzle : puzzles) all.append(from_json(to_json(puzzle)));
    return all;
}

py::list load_puzzles(const py::object& given) {
    const std::string path = py::str(py::module_::import("os").attr("fspath")(given));
    const PuzzleFile file = read_puzzles(path);
    if (auto checked = check_puzzles(file.game, file.puzzles); !checked)
        throw py::value_error(in_quotes(path) + ": " + checked.error().text);
    return as_list(file.puzzles);
}

const Hidden of_puzzle_files = {"variants", "out", "check", "seconds", "judge"};

py::list make_puzzles(const std::vector<std::string>& variants, const py::kwargs& given) {
    PuzzlesRequest request;
    const Asked asked =
        read_arguments("make_puzzles", fields_of<PuzzlesRequest>, of_puzzle_files, false, given, &request);
    request.plan.variants = variants;
    return as_list(need(run_long(asked.timeout, [&](const std::atomic<bool>& stop) {
        return tavoliere::make_puzzles(request.plan, [](const PuzzleProgress&) {}, stop);
    })));
}

}

void add_asking(py::module_& module, py::class_<Game>&, py::class_<State>& state) {
    py::dict names;
    const auto ask = [&]<class R>(std::type_identity<R>, const char* call, auto answer, const char* what,
                                  bool reports) {
        state.def(call, answer, doc_of<R>(call, what, of_state, reports).c_str());
        names[call] = names_of<R>(of_state);
    };
    ask(std::type_identity<AnalyseRequest>{}, "analyse", &analyse,
        "the engine's best moves (dict): depth, nodes, seconds and lines, each a score of the player to move "
        "and\nmoves; depths "
        "are the best line's scores on the way. Without seconds, depth or nodes it goes on until Ctrl-C or the "
        "timeout. ValueError "
        "where the game is over.",
        true);
    ask(std::type_identity<SolveRequest>{}, "solve", &solve,
        "who wins, exactly (dict): value, for the player to move, best, method, nodes, seconds, and where they\nare "
        "known plies; value is "
        "\"unknown\" where the limits did not suffice. With each=True a list of such, one for every legal move.",
        true);
    ask(std::type_identity<ValueRequest>{}, "value", &value,
        "the position as a sum of games (dict): parts, each with its position and value, and their sum. "
        "ValueError\nwhere the game's "
        "positions do not fall apart.",
        false);
    ask(std::type_identity<PerftRequest>{}, "perft", &perft,
        "leaves of the game tree (int), or with divide=True those after each move (dict).", false);
    ask(std::type_identity<PlayoutsRequest>{}, "playouts", &playouts,
        "random games from here (dict): how many x won, o won, were drawn; their plies, and choices a ply.", false);
    ask(std::type_identity<DiagramRequest>{}, "diagram", &diagram, "the position as SVG (str).", false);
    state.def("_repr_svg_", [](const State& s) { return diagram(s, {}); }, "The position as SVG, for notebooks (str).");
    module.def("value_of", &value_of, py::arg("notation"),
               doc_of<ValueRequest>("value_of", "a value in notation, as in \"{2|-1} + ^*\", simplified (dict).",
                                    of_state, false)
                   .c_str());
    names["value_of"] = names_of<ValueRequest>(of_state);
    module.def("load_puzzles", &load_puzzles, py::arg("path"),
               "The puzzles of a file that `tavoliere puzzles` or this project made (list of dict): id, variant, "
               "position, goal, line, wrong.\n"
               "ValueError where it is none, or a puzzle is wrong by the rules.");
    module.def("make_puzzles", &make_puzzles, py::arg("variants"),
               doc_of<PuzzlesRequest>("make_puzzles",
                                      "puzzles of variants of one game (list of dict), found in games of the engine.",
                                      of_puzzle_files, false)
                   .c_str());
    names["make_puzzles"] = names_of<PuzzlesRequest>(of_puzzle_files);
    module.attr("_arguments") = names; // by which the stubs are tested
}

}
