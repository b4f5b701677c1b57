"""The package as a whole: stubs, docstrings, leaks, the adapter, the examples."""
import ast
import gc
import os
import resource
import subprocess
import sys
import types
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
import tavoliere
from tavoliere import _core

PACKAGE = Path(tavoliere.__file__).parent
STUBS = ast.parse((PACKAGE / "_core.pyi").read_text())


def members(nodes):
    return {node.name: node for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def test_stubs_are_the_module():
    stubs = members(STUBS.body)
    assert (PACKAGE / "py.typed").exists()
    assert set(stubs) == {name for name in dir(_core) if not name.startswith("_")}
    for name in ("Game", "State", "Batch"):
        public = {one for one in dir(getattr(_core, name)) if not one.startswith("_")}
        assert {one for one in members(stubs[name].body) if not one.startswith("_")} == public, name
        assert all(hasattr(getattr(_core, name), one) for one in members(stubs[name].body))


def test_stubs_have_the_arguments_of_the_tables():
    stubs = members(STUBS.body)
    calls = {**stubs, **members(stubs["State"].body)}
    for call, names in _core._arguments.items():
        keywords = [argument.arg for argument in calls[call].args.kwonlyargs]
        assert [one for one in keywords if one not in ("timeout", "report")] == names, call
        doc = getattr(_core, call, getattr(_core.State, call, None)).__doc__
        assert all(f"    {name}: " in doc for name in names)


def test_pip_knows_the_version_of_the_program():
    assert metadata.version("tavoliere") == tavoliere.__version__.replace("-dev", ".dev0")


def test_all_is_documented():
    for holder in (_core, _core.Game, _core.State, _core.Batch):
        for name in dir(holder):
            if not name.startswith("_"):
                assert getattr(holder, name).__doc__, name


def test_nothing_leaks():
    """A million steps, and as many arrays as that makes: memory stays where it is."""

    def used():
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize()

    batch = tavoliere.Batch("ataxx", 1000, auto_reset=True)
    state = tavoliere.load_game("clobber:size=5x6").new_initial_state()

    def work(rounds):
        for _ in range(rounds):
            batch.step(batch.random_actions())
            batch.observe()
            batch.legal_action_mask()
            other = state.clone()
            other.apply_action(other.legal_actions()[0])
            other.legal_actions_mask(), other.observation_tensor(), other.serialize(), other.result()
            with pytest.raises(ValueError):
                batch.step([-1] * 1000)

    work(200)
    before, objects = used(), len(gc.get_objects())
    work(1000)
    assert used() - before < 4 << 20
    assert len(gc.get_objects()) - objects < 100


def test_answers_do_not_leak():
    state = tavoliere.load_game("ataxx").new_initial_state()
    for _ in range(20):
        state.analyse(depth=2, hash=1)
        with pytest.raises(TimeoutError):
            state.perft(depth=12, timeout=0)
    before = int(Path("/proc/self/statm").read_text().split()[1])
    for _ in range(200):
        state.analyse(depth=2, hash=1)
        state.diagram()
    assert (int(Path("/proc/self/statm").read_text().split()[1]) - before) * resource.getpagesize() < 8 << 20


def test_the_adapter_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    import tavoliere.pettingzoo

    with pytest.raises(ImportError, match="pip install pettingzoo") as refused:
        tavoliere.pettingzoo.env("ataxx")
    assert "\n" not in str(refused.value)


class Space:
    """Of gymnasium.spaces, what the adapter makes: a stand-in, as Debian has no gymnasium."""

    def __init__(self, *arguments, **named):
        self.arguments, self.named = arguments, named


def test_the_adapter_goes_round(monkeypatch):
    """Against the interface that PettingZoo documents for AECEnv; its own checks want the library, which may not be there."""
    zoo, gym, spaces = types.ModuleType("pettingzoo"), types.ModuleType("gymnasium"), types.ModuleType("gymnasium.spaces")
    zoo.AECEnv = type("AECEnv", (), {})
    gym.spaces = spaces
    spaces.Box = spaces.Dict = spaces.Discrete = Space
    for module in (zoo, gym, spaces):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    import tavoliere.pettingzoo

    env = tavoliere.pettingzoo.env("clobber:size=3x3", render_mode="ansi")
    assert isinstance(env, zoo.AECEnv) and env.possible_agents == ["player_0", "player_1"]
    assert env.action_space("player_0").arguments == (tavoliere.load_game("clobber:size=3x3").num_distinct_actions(),)
    for seed in range(5):
        env.reset(seed=seed)
        turns = []
        while env.agents:
            agent = env.agent_selection
            observation, reward, termination, truncation, info = (
                env.observe(agent),
                env._cumulative_rewards[agent],
                env.terminations[agent],
                env.truncations[agent],
                env.infos[agent],
            )
            assert observation["observation"].shape == (2, 3, 3) and observation["action_mask"].dtype == np.int8
            assert not truncation and info == {}
            if termination:
                assert abs(reward) == 1
                env.step(None)
                continue
            assert reward == 0
            turns.append(agent)
            env.step(int(np.flatnonzero(observation["action_mask"])[seed % observation["action_mask"].sum()]))
        assert turns == [env.possible_agents[i % 2] for i in range(len(turns))]
    env.reset()
    with pytest.raises(ValueError):
        env.step(10**6)
    assert env.render() == str(tavoliere.load_game("clobber:size=3x3").new_initial_state())
    with pytest.raises(ValueError, match="render_mode"):
        tavoliere.pettingzoo.env("ataxx", render_mode="human")


EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "docs" / "python").glob("*.py"))


def test_there_are_examples():
    assert len(EXAMPLES) == 5


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_examples_run(example, tmp_path):
    done = subprocess.run([sys.executable, example], cwd=tmp_path, env=os.environ, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert done.stdout
