"""A game as an environment of PettingZoo, for two agents that take turns (AEC).

    import tavoliere.pettingzoo
    env = tavoliere.pettingzoo.env("ataxx")

PettingZoo and Gymnasium are imported when env() is called, and not before.
"""
from typing import Any, Optional

import numpy as np

from ._core import load_game


def env(variant: str, render_mode: Optional[str] = None) -> Any:
    """An AECEnv of a variant.

    An agent sees {"observation": float32 of the game's observation_tensor_shape(), as it sees the board,
    "action_mask": int8 of shape (num_distinct_actions,), 1 for what it may do now}. Rewards are 1, 0 or -1 at the end.
    `render_mode`: "ansi", the position's text, or "svg".

    ValueError where there is no such variant or mode, ImportError where PettingZoo is not installed.
    """
    try:
        from gymnasium import spaces
        from pettingzoo import AECEnv
    except ImportError as missing:
        raise ImportError(f"tavoliere.pettingzoo needs PettingZoo: pip install pettingzoo ({missing})") from missing

    game = load_game(variant)
    shape, actions = tuple(game.observation_tensor_shape()), game.num_distinct_actions()

    class Env(AECEnv):
        metadata = {"name": game.variant, "render_modes": ["ansi", "svg"], "is_parallelizable": False}

        def __init__(self):
            super().__init__()
            if render_mode not in (None, *self.metadata["render_modes"]):
                raise ValueError(f"render_mode: {render_mode!r} is neither ansi nor svg")
            self.render_mode = render_mode
            self.possible_agents = ["player_0", "player_1"]
            seen = {
                "observation": spaces.Box(low=0, high=np.inf, shape=shape, dtype=np.float32),
                "action_mask": spaces.Box(low=0, high=1, shape=(actions,), dtype=np.int8),
            }
            self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
            self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
            self.reset()

        def observation_space(self, agent):
            return self.observation_spaces[agent]

        def action_space(self, agent):
            return self.action_spaces[agent]

        def reset(self, seed=None, options=None):
            """Begins a game. Nothing is left to chance, so that the seed changes nothing."""
            self.state_now = game.new_initial_state((options or {}).get("position", "startpos"))
            self.agents = list(self.possible_agents)
            self.rewards = dict.fromkeys(self.agents, 0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0)
            self.terminations = dict.fromkeys(self.agents, self.state_now.is_terminal())
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos = {agent: {} for agent in self.agents}
            self._give_turn()

        def observe(self, agent):
            player = self.possible_agents.index(agent)
            return {
                "observation": self.state_now.observation_tensor(player),
                "action_mask": self.state_now.legal_actions_mask(player).astype(np.int8),
            }

        def step(self, action):
            """Plays an action of agent_selection; None where its game is over. ValueError where it is not legal."""
            agent = self.agent_selection
            if self.terminations[agent]:
                if action is not None:
                    raise ValueError("step: the game is over, and None is the only action")
                for held in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
                    del held[agent]
                self.agents.remove(agent)
                self.rewards = dict.fromkeys(self.agents, 0)
                self.agent_selection = self.agents[0] if self.agents else agent
                return
            self.state_now.apply_action(action)
            self._cumulative_rewards[agent] = 0
            if self.state_now.is_terminal():
                self.rewards = dict(zip(self.possible_agents, self.state_now.returns()))
                self.terminations = dict.fromkeys(self.agents, True)
            for one in self.agents:
                self._cumulative_rewards[one] += self.rewards[one]
            self._give_turn()

        def _give_turn(self):
            player = self.state_now.current_player()
            self.agent_selection = self.possible_agents[player if player >= 0 else 0]

        def render(self):
            if self.render_mode == "svg":
                return self.state_now._repr_svg_()
            return str(self.state_now) if self.render_mode else None

        def close(self):
            pass

    return Env()
