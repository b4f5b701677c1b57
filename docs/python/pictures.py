"""Positions as pictures. In a notebook a state shows itself."""
# %%
from pathlib import Path

import tavoliere

state = tavoliere.load_game("hexxagon").new_initial_state()
for move in ("b6", "a2", "f1", "i2"):
    state.apply_move(move)
state

# %% With marks, as print has it.
svg = state.diagram(style="print", caption="After four turns", marks="dot:e5")
Path("hexxagon.svg").write_text(svg)
print(len(svg), "bytes of SVG")

# %% The engine's best moves as arrows.
game = tavoliere.load_game("clobber:size=5x6")
state = game.new_initial_state()
best = [line["moves"][0] for line in state.analyse(depth=6, lines=3)["lines"]]
arrows = " ".join("arrow:" + move.replace("x", "-") for move in best)
Path("clobber.svg").write_text(state.diagram(marks=arrows))
print(arrows)
