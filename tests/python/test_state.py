"""Games and states: against the data that all languages share, and against each other."""
import copy
import pickle
import random

import numpy as np
import pytest
import tavoliere
from conftest import data

GAMES = tavoliere.registered_names()
PRESETS = [preset["game"] for name in GAMES for preset in tavoliere.load_game(name).info()["presets"]]


def perft(state, depth):
    """Leaves, counted through actions alone."""
    if depth == 0:
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    nodes = 0
    for action in actions:
        state.apply_action(action)
        nodes += perft(state, depth - 1)
        state.undo_action()
    return nodes


def played(variant, seed, plies):
    state = tavoliere.load_game(variant).new_initial_state()
    chance = random.Random(seed)
    for _ in range(plies):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return state


def test_perft_is_that_of_the_data():
    seen = set()
    for row in data("perft.json"):
        state = tavoliere.load_game(row["game"]).new_initial_state(row["position"])
        if row["nodes"] < 50_000_000:
            assert state.perft(depth=row["depth"]) == row["nodes"], row
        if row["nodes"] < 20_000:
            assert perft(state, row["depth"]) == row["nodes"], row
        seen.add(row["game"].split(":")[0])
    assert seen == {name for name in GAMES if not tavoliere.load_game(name).info().get("written")}


def test_every_variant_agrees_with_the_programs_perft():
    for row in data("actions.json"):
        state = tavoliere.load_game(row["game"]).new_initial_state()
        depth = 2 if state.perft(depth=2) < 20_000 else 1
        assert perft(state, depth) == state.perft(depth=depth), row["game"]


def test_actions_are_numbered_as_they_were():
    rows = data("actions.json")
    assert {row["game"] for row in rows} >= set(PRESETS)
    for row in rows:
        game = tavoliere.load_game(row["game"])
        texts = [game.action_to_string(action) for action in range(game.num_distinct_actions())]
        assert len(set(texts)) == len(texts) == row["actions"], row
        for action, text in row["some"]:
            assert texts[action] == text, row


@pytest.mark.parametrize("variant", PRESETS)
def test_whole_games(variant):
    game = tavoliere.load_game(variant)
    state = game.new_initial_state()
    chance = random.Random(1)
    plies = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        assert actions == sorted(set(actions)) and actions[0] >= 0 and actions[-1] < game.num_distinct_actions()
        mask = state.legal_actions_mask()
        assert mask.dtype == bool and mask.shape == (game.num_distinct_actions(),)
        assert np.flatnonzero(mask).tolist() == actions
        player = state.current_player()
        assert player in (0, 1) and state.legal_actions(1 - player) == [] and state.returns() == [0, 0]
        action = chance.choice(actions)
        text = state.action_to_string(player, action)
        assert state.string_to_action(text) == state.string_to_action(player, text) == action
        before, view = str(state), state.observation_tensor()
        assert view.dtype == np.float32 and list(view.shape) == game.observation_tensor_shape()
        state.apply_action(action)
        if plies % 7 == 0:
            state.undo_action(player, action)
            assert str(state) == before and np.array_equal(state.observation_tensor(), view)
            state.apply_action(action)
        plies += 1
        if plies == 150:
            break
    assert len(state.history()) == plies == state.move_number()
    if state.is_terminal():
        assert state.current_player() == -4 and state.legal_actions() == [] and not state.legal_actions_mask().any()
        assert sum(state.returns()) == 0 and state.result()["winner"] in ("x", "o", "draw")
    for again in (game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert str(again) == str(state) and again.history() == state.history() and again.moves() == state.moves()


def test_clones_are_apart():
    state = played("ataxx", 3, 6)
    clone, before = state.clone(), str(state)
    clone.apply_action(clone.legal_actions()[-1])
    assert str(state) == before != str(clone)
    assert str(state.child(state.legal_actions()[-1])) == str(clone)


def test_observation():
    game = tavoliere.load_game("ataxx:blocks=c3+c5+e3+e5")
    assert game.observation_planes() == ["mine x", "theirs x", "nobody's -", "clock"]
    assert game.observation_tensor_shape() == [4, 7, 7]
    state = game.new_initial_state()
    view = state.observation_tensor()
    cells = game.cells()
    at = {name: divmod(cells.index(name), 7) for name in cells}
    assert view[0].sum() == 2 and view[0][at["a1"]] == view[0][at["g7"]] == 1
    assert view[1].sum() == 2 and view[2].sum() == 4 and view[2][at["c3"]] == 1 and not view[3].any()
    other = state.observation_tensor(1)
    assert np.array_equal(other[0], view[1]) and np.array_equal(other[1], view[0])
    state.apply_action(state.string_to_action("a1-a3"))
    out = np.empty((4, 7, 7), np.float32)
    assert state.observation_tensor(out=out) is out
    assert np.array_equal(out[1], state.observation_tensor(0)[0]) and (out[3] == 1).all()
    assert tavoliere.load_game("hexxagon").observation_tensor_shape() == [4, 61]
    assert tavoliere.load_game("boop").observation_planes()[4:] == ["my hand x", "my hand X", "their hand x", "their hand X"]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: tavoliere.load_game("chess"),
        lambda: tavoliere.load_game("ataxx:size=99"),
        lambda: tavoliere.load_game("ataxx").new_initial_state("7/7 x"),
        lambda: tavoliere.load_game("ataxx").new_initial_state().apply_action(-1),
        lambda: tavoliere.load_game("ataxx").new_initial_state().apply_action(10**6),
        lambda: tavoliere.load_game("ataxx").new_initial_state().apply_action(24),
        lambda: tavoliere.load_game("ataxx").new_initial_state().apply_move("z9"),
        lambda: tavoliere.load_game("ataxx").new_initial_state().undo_action(),
        lambda: tavoliere.load_game("ataxx").new_initial_state().legal_actions(2),
        lambda: tavoliere.load_game("ataxx").new_initial_state().observation_tensor(out=np.zeros((4, 7, 7))),
        lambda: tavoliere.load_game("ataxx").deserialize_state("nonsense"),
        lambda: tavoliere.load_game("ataxx").deserialize_state(tavoliere.load_game("hexxagon").new_initial_state().serialize()),
        lambda: tavoliere.load_game("ataxx").rules("fr"),
        lambda: tavoliere.load_game("ataxx").new_initial_state().record(Game="boop"),
        lambda: tavoliere.load_game("ataxx").new_initial_state().record(First="Ada\nEve"),
    ],
)
def test_what_is_wrong_is_one_line(wrong):
    with pytest.raises(ValueError) as refused:
        wrong()
    assert str(refused.value) and "\n" not in str(refused.value)


def test_an_illegal_action_changes_nothing():
    state = played("ataxx", 1, 4)
    before = state.serialize()
    illegal = next(a for a in range(1000) if a not in state.legal_actions())
    with pytest.raises(ValueError):
        state.apply_action(illegal)
    assert state.serialize() == before


def test_records():
    state = played("hexxagon:misere", 5, 9)
    text = state.record(First="Ada", Event="a test")
    assert '[First "Ada"]' in text and '[Game "hexxagon:misere"]' in text
    again = tavoliere.load_record(text)
    assert again.moves() == state.moves() and again.get_game() == state.get_game()
    o_begins = tavoliere.load_game("ataxx").new_initial_state("x5o/7/7/7/7/7/o5x o")
    o_begins.apply_action(o_begins.legal_actions()[0])
    assert str(tavoliere.load_record(o_begins.record())) == str(o_begins)
    with pytest.raises(ValueError, match="moves, move 1"):
        tavoliere.load_record('%tgn 1\n[Game "ataxx"]\n[Result "*"]\n\n1. d4 *\n')
