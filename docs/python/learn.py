"""An agent that learns Clobber 3x3 by playing against itself: a value for each position, seen from whoever is to move."""
# %% What it knows: the mean of what games from a position brought.
from collections import defaultdict

import numpy as np
import tavoliere

known = defaultdict(lambda: [0.0, 0])  # the sum of results, and how many
game = tavoliere.load_game("clobber:size=3x3")
chance = np.random.default_rng(1)


def worth(state):
    """For the player to move."""
    if state.is_terminal():
        return state.returns()[1 if state.move_number() % 2 else 0]
    total, games = known[state.observation_tensor().tobytes()]
    return total / games if games else 0.0


def choose(state, curious):
    actions = state.legal_actions()
    if chance.random() < curious:
        return int(chance.choice(actions))
    return min(actions, key=lambda action: worth(state.child(action)))


# %% Games against itself, less and less curious.
for number in range(1500):
    state, seen = game.new_initial_state(), []
    while not state.is_terminal():
        seen.append((state.observation_tensor().tobytes(), state.current_player()))
        state.apply_action(choose(state, curious=0.5 * (1 - number / 1500)))
    for key, player in seen:
        known[key][0] += state.returns()[player]
        known[key][1] += 1
print(len(known), "positions known")

# %% It is asked against chance, and what it plays first against the truth.
wins = 0
for _ in range(200):
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(choose(state, curious=state.current_player()))  # x plays, o is chance
    wins += state.returns()[0] > 0
print(f"it wins {wins} of 200 against chance")
assert wins > 150
