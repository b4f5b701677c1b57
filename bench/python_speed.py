#!/usr/bin/env python3
"""How fast a batch of positions is, a second of one core: steps without and with observations, and random games.

    scripts/python tests/python/test_batch.py && build/python/bin/python bench/python_speed.py

Steps count the drawing of a random action, playing it, and beginning again what ended. Random games of Clobber 5x6 are compared with the
77,900 a second and core that OpenSpiel's own playouts were measured at; OpenSpiel is not run here. The exit status is 1 where a goal is
missed.
"""
import sys
import time

import numpy as np
import tavoliere

SIZE, SECONDS = 1000, 1.0
OPENSPIEL = 77_900  # random games of Clobber 5x6, a second and core
GOALS = {"steps": 2_000_000, "steps with observations": 500_000, "random games": 10 * OPENSPIEL}
VARIANTS = ["ataxx", "clobber:size=5x6", "clobber", "hexxagon", "penntagon", "boop", "magnetone", "attract", "insert", "blocco"]
WITH_GOALS = {"ataxx": ["steps", "steps with observations"], "clobber": ["steps", "steps with observations"]}
WITH_GOALS["clobber:size=5x6"] = list(GOALS)


def rate(work, many):
    """How often a second of the processor's time, where work() does it so many times."""
    work()
    rounds, begin = 0, time.process_time()
    while time.process_time() - begin < SECONDS:
        work()
        rounds += 1
    return rounds * many / (time.process_time() - begin)


def measured(variant):
    batch = tavoliere.Batch(variant, SIZE, auto_reset=True)
    actions, view = np.empty(SIZE, np.int64), np.empty((SIZE, *batch.observation_shape()), np.float32)
    first = tavoliere.Batch(variant, SIZE)

    def step():
        batch.step(batch.random_actions(actions))

    def step_and_observe():
        step()
        batch.observe(view)

    yield "steps", rate(step, SIZE)
    yield "steps with observations", rate(step_and_observe, SIZE)
    yield "random games", rate(first.playouts, SIZE)


missed = 0
for variant in VARIANTS:
    for what, found in measured(variant):
        goal = GOALS[what] if what in WITH_GOALS.get(variant, ()) else None
        against = f"  {found / OPENSPIEL:5.1f} times OpenSpiel's {OPENSPIEL:,}" if variant == "clobber:size=5x6" and what == "random games" else ""
        print(f"{variant:18}{what:26}{found:12,.0f}{f'  goal {goal:,}' if goal else ''}{against}", flush=True)
        missed += goal is not None and found < goal
sys.exit(missed > 0)
