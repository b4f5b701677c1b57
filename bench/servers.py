#!/usr/bin/env python3
"""How long a move made at one server takes to somebody who watches at another: with NATS, and by looking at the store alone.

    bench/servers.py [--moves 500] [--games 10] [--pause 0.1]

Two of build/tavoliere on a PostgreSQL of their own, on this machine; the generator shares the processors with all of them.
"""
import argparse
import os
import random
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/reliability"))
sys.dont_write_bytecode = True
from player import PERSON, Folder, Player, percentile  # noqa: E402  (its folder is named above)
from several import Servers  # noqa: E402


def watch(player, moves, seen):
    """When a state with each number of moves came first, until the connection is closed."""
    try:
        while len(seen) <= moves:
            message = player.message()
            while message["t"] == "state" and len(seen) <= len(message["d"]["history"]):
                seen.append(time.monotonic())
    except OSError:
        pass


def play(ports, moves, pause, waits, dice):
    """One game: the times from a request to the watcher's state, and to the mover's own answer."""
    while moves > 0:
        mover, watcher = Player(ports[0]), Player(ports[1])
        state = mover.state("new", game="ataxx", x=PERSON, o=PERSON)
        watcher.state("open", key=state["key"])
        seen, asked, some = [0], [0], min(moves, 40)  # of what a connection may say at once
        thread = threading.Thread(target=watch, args=(watcher, some, seen), daemon=True)
        thread.start()
        while len(asked) <= some and state["result"] is None:
            time.sleep(dice.uniform(0.5, 1.5) * pause)
            asked.append(time.monotonic())
            state = mover.state("move", key=state["key"], ply=len(asked) - 2, move=dice.choice(state["moves"])["text"])
            waits["answered"].append(1000 * (time.monotonic() - asked[-1]))
        if state["result"] is None:
            thread.join(30)
            waits["watched"].extend(1000 * (there - here) for here, there in zip(asked[1:], seen[1:]))
        moves -= len(asked) - 1
        mover.close()
        watcher.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=500, help="of each game")
    parser.add_argument("--games", type=int, default=10, help="at the same time")
    parser.add_argument("--pause", type=float, default=0.1, help="seconds before each move")
    given = parser.parse_args()
    for with_bus in (True, False):
        waits = {"answered": [], "watched": []}
        with Folder() as folder, Servers(folder, with_bus) as all_of_them:
            ports = [server.port for server in all_of_them.servers]
            threads = [threading.Thread(target=play, args=(ports, given.moves, given.pause, waits, random.Random(i))) for i in range(given.games)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        for what, found in waits.items():
            print(f"{'NATS' if with_bus else 'the store alone':16} {what:9} {len(found):6} moves  p50 {percentile(found, 0.5):7.1f} ms  "
                  f"p99 {percentile(found, 0.99):7.1f} ms  worst {max(found):7.1f} ms", flush=True)


main()
