"""A game between the engine, who looks ahead, and chance."""
# %% A game is named as everywhere in this project.
import random

import tavoliere

game = tavoliere.load_game("ataxx:size=5x5")
print(game.info()["title"])
print(game.num_distinct_actions(), "actions;", game.observation_planes())

# %% The engine is x. It is asked for a move as `tavoliere analyse` is.
state = game.new_initial_state()
chance = random.Random(1)
while not state.is_terminal():
    if state.current_player() == 0:
        state.apply_move(state.analyse(nodes=2000)["lines"][0]["moves"][0])
    else:
        state.apply_action(chance.choice(state.legal_actions()))
print(state.result(), "after", state.move_number(), "plies")

# %% The game as a file that every part of this project reads.
print(state.record(First="the engine", Second="chance"))
assert state.returns() == [1.0, -1.0]
