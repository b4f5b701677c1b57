"""Abstract board games: their rules, an engine, exact answers, batches of positions.

    import tavoliere
    game = tavoliere.load_game("ataxx:misere")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    print(state.analyse(seconds=1)["lines"][0]["moves"])

docs/python.md tells all of it.
"""
from ._core import (
    Batch,
    Game,
    State,
    __version__,
    load_game,
    load_puzzles,
    load_record,
    make_puzzles,
    registered_names,
    value_of,
)

__all__ = [
    "Batch",
    "Game",
    "State",
    "load_game",
    "load_puzzles",
    "load_record",
    "make_puzzles",
    "registered_names",
    "value_of",
]
