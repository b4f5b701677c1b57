"""Batches do to every position what a state does to one."""
import threading

import numpy as np
import pytest
import tavoliere
from test_state import PRESETS


@pytest.mark.parametrize("variant", PRESETS)
def test_a_batch_is_many_states(variant):
    game = tavoliere.load_game(variant)
    batch = tavoliere.Batch(game, 5, seed=7)
    states = [game.new_initial_state() for _ in range(5)]
    for _ in range(120):
        masks, views, ended = batch.legal_action_mask(), batch.observe(), batch.is_terminal()
        outcomes = batch.outcome()
        for i, state in enumerate(states):
            assert np.array_equal(masks[i], state.legal_actions_mask())
            assert np.array_equal(views[i], state.observation_tensor())
            assert ended[i] == state.is_terminal() and outcomes[i] == state.returns()[0]
            assert batch.position(i) == str(state)
        actions = batch.random_actions()
        assert ((actions == -1) == ended).all()
        rewards, terminated = batch.step(actions)
        for i, (state, action) in enumerate(zip(states, actions)):
            if action >= 0:
                state.apply_action(int(action))
            assert terminated[i] == state.is_terminal() and rewards[i].tolist() == state.returns()
        if terminated.all():
            break


def test_the_third_time_is_a_draw_there_too():
    game = tavoliere.load_game("magnetone:size=4x4,pieces=3,weak")
    batch = tavoliere.Batch(game, 500)
    states = [game.new_initial_state() for _ in range(500)]
    terminated = batch.is_terminal()
    while not terminated.all():
        actions = batch.random_actions()
        _, terminated = batch.step(actions)
        for state, action, over in zip(states, actions, terminated):
            if action >= 0:
                state.apply_action(int(action))
            assert over == state.is_terminal()
    assert batch.outcome().tolist() == [state.returns()[0] for state in states]
    assert "repetition" in {state.result()["reason"] for state in states}


def test_games_begin_again():
    batch = tavoliere.Batch("clobber:size=3x3", 100, auto_reset=True)
    first, ended = batch.position(0), 0
    for _ in range(40):
        rewards, terminated = batch.step(batch.random_actions())
        assert not batch.is_terminal().any()
        assert (np.abs(rewards).sum(axis=1) == 2 * terminated).all()
        for i in np.flatnonzero(terminated):
            assert batch.position(int(i)) == first
        ended += terminated.sum()
    assert ended > 300


def test_wrong_seeds_are_named_in_one_line():
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match=r"^seed: a whole number from 0 to 2\*\*64 - 1 is wanted here$"):
            tavoliere.Batch("ataxx", 5, seed=seed)
        with pytest.raises(ValueError, match="^seed: "):
            tavoliere.Batch("ataxx", 5).playouts(seed=seed)
    with pytest.raises(TypeError, match="^'float' object cannot be interpreted as an integer$"):
        tavoliere.Batch("ataxx", 5, seed=0.5)
    tavoliere.Batch("ataxx", 5, seed=np.uint64(2**64 - 1))


def test_chance_is_the_seed():
    one, two, other = (tavoliere.Batch("ataxx", 50, seed=seed) for seed in (1, 1, 2))
    a, b, c = one.random_actions(), two.random_actions(), other.random_actions()
    assert np.array_equal(a, b) and not np.array_equal(a, c)
    assert np.array_equal(one.playouts(seed=3), two.playouts(seed=3))
    assert np.array_equal(one.clone().random_actions(), one.random_actions())


def test_playouts_are_fair_and_change_nothing():
    batch = tavoliere.Batch("clobber:size=5x6", 20_000)
    before = batch.position(5)
    outcomes = batch.playouts()
    assert outcomes.dtype == np.int8 and set(outcomes.tolist()) == {1, -1} and batch.position(5) == before
    assert abs(outcomes.mean()) < 0.03  # 501,157 of a million are x's
    batch.set_position(0, "xxxx1/5/5/5/5/5 o")
    assert batch.playouts()[0] == 1 == batch.outcome()[0]


def test_no_copies():
    batch = tavoliere.Batch("ataxx", 8)
    view, mask = np.empty((8, 4, 7, 7), np.float32), np.empty((8, batch.num_distinct_actions()), bool)
    assert batch.observe(view) is view and batch.legal_action_mask(out=mask) is mask
    assert view[:, 0].sum() == 16 and (mask.sum(axis=1) == 16).all()
    shared = np.from_dlpack(view)
    batch.reset()
    batch.step(np.from_dlpack(batch.random_actions()))
    batch.observe(view)
    assert np.shares_memory(shared, view) and (shared[:, 0].sum(axis=(1, 2)) == 2).all()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda b: b.step([0.5] * 4),
        lambda b: b.step([0] * 3),
        lambda b: b.step([[0] * 4]),
        lambda b: b.step([-1] * 4),
        lambda b: b.step([2**40] * 4),
        lambda b: b.observe(np.empty((4, 4, 7, 7))),
        lambda b: b.observe(np.empty((4, 4, 7, 14), np.float32)[..., ::2]),
        lambda b: b.observe(np.frombuffer(bytearray(4 * 4 * 49 * 4 + 1), np.uint8)[1:].view(np.float32).reshape(4, 4, 7, 7)),
        lambda b: b.observe(np.frombuffer(bytes(4 * 4 * 49 * 4), np.float32).reshape(4, 4, 7, 7)),
        lambda b: b.legal_action_mask([0]),
        lambda b: b.set_position(0, "7 x"),
        lambda b: tavoliere.Batch("ataxx", 0),
        lambda b: tavoliere.Batch("ataxx", 1_000_001),
        lambda b: tavoliere.Batch("go", 1),
        lambda b: b.playouts(timeout=-1),
    ],
)
def test_what_is_wrong_is_one_line(wrong):
    batch = tavoliere.Batch("ataxx", 4)
    with pytest.raises(ValueError) as refused:
        wrong(batch)
    assert "\n" not in str(refused.value)
    with pytest.raises(IndexError):
        batch.position(4)


def test_a_refused_step_changes_nothing():
    batch = tavoliere.Batch("ataxx", 4)
    actions = batch.random_actions()
    actions[3] = 24  # the middle
    with pytest.raises(ValueError, match=r"actions\[3\]: 24 \(.*\) is not legal"):
        batch.step(actions)
    assert len({batch.position(i) for i in range(4)}) == 1


def test_threads_take_turns():
    batch = tavoliere.Batch("clobber:size=5x6", 2000, auto_reset=True)
    failures = []

    def work():
        try:
            for _ in range(50):
                batch.playouts()
                assert batch.legal_action_mask().any(axis=1).all()
                batch.reset()
        except Exception as error:  # told below, by the thread that tests
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
