"""Who wins, exactly, and what a position is worth as a sum of games."""
# %% Every first move of Clobber 3x4.
import tavoliere

state = tavoliere.load_game("clobber:size=3x4").new_initial_state()
print(state.solve())
values = {one["best"]: one["value"] for one in state.solve(each=True)}
print(values)

# %% Positions of Clobber fall apart into parts, and each has a value of combinatorial game theory.
apart = tavoliere.load_game("clobber:size=5x2").new_initial_state("xo1xo/5 x")
worth = apart.value()
for part in worth["parts"]:
    print(part["position"], "is", part["value"]["value"])
print("together", worth["sum"]["value"])
assert worth["sum"]["value"] == tavoliere.value_of("* + *")["sum"]["value"] == "0"

# %% A long question takes no longer than one lets it.
try:
    tavoliere.load_game("clobber:size=8x8").new_initial_state().solve(timeout=0.2)
except TimeoutError as late:
    print(late)
