// Games and states, by OpenSpiel's names.
#include "ask/drawing.hpp"
#include "ask/json.hpp"
#include "ask/requests.hpp"
#include "base/text.hpp"
#include "common.hpp"
#include "game/game.hpp"
#include "game/record.hpp"
#include "session/manual.hpp"
#include <algorithm>

namespace tavoliere::python {

namespace {

constexpr int players = 2, terminal_player = -4; // OpenSpiel's

Game load_game(const std::string& variant) {
    std::shared_ptr<GameSession> session = need(open(variant));
    session->actions(); // so that states share them
    return {std::move(session)};
}

std::string action_to_string(GameSession& session, int action) {
    if (action < 0 || action >= session.actions())
        throw py::value_error("action: " + std::to_string(action) + " is none; they are numbered from 0 to " +
                              std::to_string(session.actions() - 1));
    return session.action_text(action);
}

int current_player(const State& s) {
    if (s.session->result()) return terminal_player;
    return s.session->view().turn == 'o';
}

// The player that somebody means: the one to move, where he says nothing.
int player_meant(const State& s, std::optional<int> player) {
    if (!player) return s.session->view().turn == 'o';
    if (*player != 0 && *player != 1)
        throw py::value_error("player: 0 (x) or 1 (o) is wanted here, not " + std::to_string(*player));
    return *player;
}

std::vector<int> legal_actions(const State& s, std::optional<int> player) {
    if (player && player_meant(s, player) != current_player(s)) return {};
    return s.session->legal_actions();
}

py::array_t<bool> legal_actions_mask(const State& s, std::optional<int> player) {
    py::array_t<bool> mask(s.session->actions());
    bool* const at = mask.mutable_data();
    std::fill_n(at, mask.size(), false);
    for (const int action : legal_actions(s, player)) at[action] = true;
    return mask;
}

std::vector<double> returns(const State& s) {
    const auto result = s.session->result();
    if (!result || result->winner == Winner::draw) return {0, 0};
    return result->winner == Winner::x ? std::vector<double>{1, -1} : std::vector<double>{-1, 1};
}

void apply_action(State& s, int action) {
    const std::string move = action_to_string(*s.session, action);
    const MoveView played = need(s.session->play(move));
    s.moves.push_back(played.text);
    s.actions.push_back(action);
    s.last = played.path;
}

void undo_action(State& s, std::optional<int> player, std::optional<int> action) {
    if (s.actions.empty()) throw py::value_error("undo_action: no action was applied");
    const int mover = s.session->view().turn != 'o'; // of the last action
    if ((player && *player != mover) || (action && *action != s.actions.back()))
        throw py::value_error("undo_action: the last action was " + std::to_string(s.actions.back()) + ", of player " +
                              std::to_string(mover));
    s.undo();
}

py::array_t<float> observation_tensor(const State& s, std::optional<int> player, const py::object& out) {
    const bool by_other = player_meant(s, player) != (s.session->view().turn == 'o');
    auto tensor =
        array_for<float>(out, observation_shape(s.session->geometry(), int(s.session->observation_planes().size())));
    s.session->observe(by_other, span_of(tensor));
    return tensor;
}

bool is_tag(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

std::string record_of(const State& s, const py::kwargs& tags) {
    Record record;
    record.variant = s.session->variant();
    record.start = s.start;
    record.moves = s.moves;
    record.first_is_o = (s.session->view().turn == 'o') != (s.moves.size() % 2 == 1);
    record.result = result_text(s.session->result());
    for (const auto& [key, value] : tags) {
        const std::string name = py::str(key), text = py::str(value);
        if (!is_tag(name) || name == "Game" || name == "Start" || name == "Result")
            throw py::value_error("record: " + in_quotes(name) +
                                  " is no tag of one's own: letters, digits and _, and not Game, Start or Result");
        need(need_one_line("record: " + name, text));
        record.tags.emplace_back(name, text);
    }
    return write_record(record);
}

State load_record(const std::string& text) {
    const Record record = need(read_record(text));
    State s = state_at(load_game(record.variant), record.start);
    int number = 0;
    for (const std::string& move : record.moves) {
        ++number;
        try {
            s.play(move);
        } catch (const py::value_error& wrong) {
            throw py::value_error("moves, move " + std::to_string(number) + ": " + wrong.what());
        }
    }
    return s;
}

State deserialize_state(const Game& game, const std::string& text) {
    State s = load_record(text);
    if (s.session->variant() != game.variant())
        throw py::value_error("deserialize_state: this is a state of " + s.session->variant() + ", not of " +
                              game.variant());
    return s;
}

void add_game(py::class_<Game>& game) {
    game.def_property_readonly("variant", &Game::variant,
                               "The variant's one canonical name, as in \"ataxx:misere\" (str).");
    game.def(
        "num_distinct_actions", [](const Game& g) { return g.first->actions(); },
        "How many actions there are: they are numbered from 0, the same for a variant whatever stands on the board "
        "(int).");
    game.def("num_players", [](const Game&) { return players; }, "2 (int).");
    game.def(
        "max_game_length", [](const Game&) { return longest_game; }, "Plies after which every game is a draw (int).");
    game.def("min_utility", [](const Game&) { return -1.0; }, "-1.0 (float): what a player has lost with.");
    game.def("max_utility", [](const Game&) { return 1.0; }, "1.0 (float): what a player has won with.");
    game.def("utility_sum", [](const Game&) { return 0.0; }, "0.0 (float).");
    game.def(
        "observation_planes", [](const Game& g) { return g.first->observation_planes(); },
        "What each plane of an observation holds, in their order (list of str): \"mine x\", \"theirs x\", \"nobody's "
        "-\", "
        "\"number 1\",\n\"my hand x\", \"their hand x\", \"clock\". Sets of cells are 1 and 0; the others have one "
        "number in "
        "every cell.");
    game.def(
        "observation_tensor_shape",
        [](const Game& g) { return observation_shape(g.first->geometry(), int(g.first->observation_planes().size())); },
        "(planes, rows, columns), or (planes, cells) where the board's rows are not equally long (list of int).");
    game.def(
        "cells",
        [](const Game& g) {
            std::vector<std::string> names;
            for (int c = 0; c < g.first->geometry().size(); ++c) names.push_back(g.first->geometry().name(Cell(c)));
            return names;
        },
        "The names of the cells, in the order in which observations have them (list of str).");
    game.def("new_initial_state", &state_at, py::arg("position") = "startpos",
             "A State at the first position, or at a position's text. ValueError where that is none.");
    game.def("deserialize_state", &deserialize_state, py::arg("text"),
             "The State that serialize() wrote. ValueError where the text is none, or one of another variant.");
    game.def(
        "action_to_string", [](const Game& g, int action) { return action_to_string(*g.first, action); },
        py::arg("action"), "An action's move, as it is written (str). ValueError where there is no such action.");
    game.def(
        "rules",
        [](const Game& g, const std::string& language) {
            const auto chosen = need(choose(language, languages));
            return std::string(rules_text(g.first->info().name, languages[chosen]));
        },
        py::arg("language") = "en", "How it is played, in Markdown (str). `language` is \"en\" or \"it\".");
    game.def(
        "info", [](const Game& g) { return from_json(to_json(g.first->info())); },
        "What the game declares of itself: its title, options, presets, who made it (dict).");
    game.def("__repr__", [](const Game& g) { return "tavoliere.load_game(" + in_quotes(g.variant()) + ")"; });
    game.def("__eq__", [](const Game& a, const Game& b) { return a.variant() == b.variant(); });
    game.def("__hash__", [](const Game& g) { return std::hash<std::string>()(g.variant()); });
    game.def(
        py::pickle([](const Game& g) { return g.variant(); }, [](const std::string& name) { return load_game(name); }));
}

void add_state(py::class_<State>& state) {
    const auto optional = py::arg("player") = py::none();
    state.def("current_player", &current_player, "Whose turn it is: 0 x, 1 o; -4 when the game is over (int).");
    state.def(
        "is_terminal", [](const State& s) { return s.session->result().has_value(); },
        "Whether the game is over (bool).");
    state.def("returns", &returns,
              "What x and o have got: 1.0, 0.0 or -1.0 each; 0.0 while the game goes on (list of float).");
    state.def(
        "result", [](const State& s) { return from_json(to_json(s.session->result())); },
        "How the game ended, as docs/protocol.md has it (dict); None while it goes on.");
    state.def("legal_actions", &legal_actions, optional,
              "The legal actions, ascending (list of int); none when the game is over, or for the player who is not to "
              "move.");
    state.def("legal_actions_mask", &legal_actions_mask, optional,
              "An array of bool, of shape (num_distinct_actions,): True for the legal actions.");
    state.def("apply_action", &apply_action, py::arg("action"),
              "Plays an action. ValueError, and nothing changes, where it is not legal.");
    state.def(
        "apply_move", [](State& s, const std::string& move) { s.play(move); }, py::arg("move"),
        "Plays a move in any accepted spelling. ValueError, and nothing changes, where it is not legal.");
    state.def(
        "undo_action", &undo_action, optional, py::arg("action") = py::none(),
        "Takes the last action back. ValueError where there is none, or where another player or action is named.");
    state.def(
        "clone", [](const State& s) { return State(s); }, "A State of its own, with the same position and history.");
    state.def(
        "child",
        [](const State& s, int action) {
            State next(s);
            apply_action(next, action);
            return next;
        },
        py::arg("action"), "The State after an action; this one stays. ValueError where it is not legal.");
    state.def(
        "action_to_string", [](const State& s, int action) { return action_to_string(*s.session, action); },
        py::arg("action"),
        "action_to_string(action) or (player, action): an action's move, as it is written (str). ValueError where "
        "there is no "
        "such action.");
    state.def(
        "action_to_string", [](const State& s, int, int action) { return action_to_string(*s.session, action); },
        py::arg("player"), py::arg("action"));
    state.def(
        "string_to_action", [](const State& s, const std::string& move) { return need(s.session->action_of(move)); },
        py::arg("move"),
        "string_to_action(move) or (player, move): the action of a legal move, in any accepted spelling (int). "
        "ValueError where "
        "it is not legal.");
    state.def(
        "string_to_action",
        [](const State& s, int, const std::string& move) { return need(s.session->action_of(move)); },
        py::arg("player"), py::arg("move"));
    state.def("history", [](const State& s) { return s.actions; }, "The actions applied so far (list of int).");
    state.def(
        "moves", [](const State& s) { return s.moves; }, "The moves played so far, as they are written (list of str).");
    state.def("move_number", [](const State& s) { return s.actions.size(); }, "How many actions were applied (int).");
    state.def("observation_tensor", &observation_tensor, optional, py::arg("out") = py::none(),
              "The position as an array of float32, of the game's observation_tensor_shape(), as a player sees it: by "
              "default the one to "
              "move.\nWritten into `out`, where that is given. ValueError where it has another shape or type.");
    state.def(
        "serialize", [](const State& s) { return record_of(s, {}); },
        "A text from which Game.deserialize_state() makes this State again, history and all (str): its record.");
    state.def("record", &record_of,
              "record(**tags): the game so far as a .tgn record (str), with tags such as First=\"Ada\". ValueError "
              "where a tag or its text is "
              "none.");
    state.def("position", [](const State& s) { return s.session->position(); }, "The position's text (str).");
    state.def("get_game", [](const State& s) { return load_game(s.session->variant()); }, "Its Game.");
    state.def("__str__", [](const State& s) { return s.session->position(); });
    state.def("__repr__", [](const State& s) {
        return "<tavoliere.State " + s.session->variant() + " " + s.session->position() + ">";
    });
    state.def("__copy__", [](const State& s) { return State(s); });
    state.def("__deepcopy__", [](const State& s, const py::dict&) { return State(s); });
    state.def(py::pickle([](const State& s) { return record_of(s, {}); },
                         [](const std::string& text) { return load_record(text); }));
}

}

void State::play(std::string_view move) {
    const int action = need(session->action_of(move));
    const MoveView played = need(session->play(move));
    moves.push_back(played.text);
    actions.push_back(action);
    last = played.path;
}

bool State::undo() {
    if (!session->undo()) return false;
    moves.pop_back();
    actions.pop_back();
    last.clear();
    return true;
}

State state_at(const Game& game, const std::string& position) {
    State s(game.first->copy(), position);
    need(s.session->set_position(position));
    return s;
}

std::vector<py::ssize_t> observation_shape(const Geometry& geometry, int planes) {
    const auto& rows = geometry.row_lengths();
    if (std::ranges::any_of(rows, [&](int length) { return length != rows.front(); })) return {planes, geometry.size()};
    return {planes, py::ssize_t(rows.size()), rows.front()};
}

py::object from_json(const std::string& text) { return py::module_::import("json").attr("loads")(text); }

void add_states(py::module_& module) {
    py::class_<Game> game(module, "Game", "A game, or a variant of one. See load_game().");
    py::class_<State> state(module, "State", "A position with the moves that led there. See Game.new_initial_state().");
    module.def("load_game", &load_game, py::arg("variant"),
               "A Game, by its name and options, as in \"ataxx\" or \"ataxx:size=5x5,misere\". ValueError where there "
               "is none.");
    module.def("load_record", &load_record, py::arg("text"),
               "The State at the end of a .tgn record. ValueError with the place, where the text is none or a move is "
               "not legal.");
    module.def(
        "registered_names",
        [] {
            std::vector<std::string> names;
            for (const GameInfo* info : games()) names.emplace_back(info->name);
            return names;
        },
        "The names of all games (list of str). Game.info()[\"presets\"] has variants of each.");
    add_game(game);
    add_state(state);
    add_asking(module, game, state);
}

}
