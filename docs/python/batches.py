"""Thousands of positions at once."""
# %% A thousand games of Clobber, which begin again as they end.
import time

import numpy as np
import tavoliere

batch = tavoliere.Batch("clobber:size=5x6", 1000, seed=1, auto_reset=True)
view = np.empty((len(batch), *batch.observation_shape()), np.float32)  # filled again and again: nothing is copied
games = won = 0
begin = time.perf_counter()
for _ in range(200):
    rewards, terminated = batch.step(batch.random_actions())
    batch.observe(view)
    games += terminated.sum()
    won += (rewards[:, 0] > 0).sum()
print(f"{200_000 / (time.perf_counter() - begin):,.0f} steps a second; x won {won} of {games} games")

# %% A legal action of one's own choice: here the one with the highest number.
mask = batch.legal_action_mask()
actions = mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
batch.step(actions)

# %% How good is a position? A thousand random games tell a little.
batch.reset()
for index in range(len(batch)):
    batch.set_position(index, "xoxox/oxoxo/xoxox/oxoxo/xoxox/oxoxo x")
print("x gets", batch.playouts(seed=1).mean())
assert np.shares_memory(np.from_dlpack(view), view)
