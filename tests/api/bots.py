#!/usr/bin/python3
"""The bots of examples/bots play whole games, against each other and against the engine, on a real server.

    tests/api/bots.py CPP-BOT    the one in C++ as it was compiled
"""
import os
import subprocess
import sys

from house import ROOT, Server

PERSON = {"kind": "person"}


def commands(server, cpp):
    bots = os.path.join(ROOT, "examples/bots")
    return {"python": [sys.executable, os.path.join(bots, "bot.py"), server.url], "javascript": ["node", os.path.join(bots, "bot.mjs"), server.url],
            "c++": [cpp, "127.0.0.1", str(server.port)]}


def played(players, keys):
    """What each bot printed at the end of the game."""
    running = [subprocess.Popen([*command, key], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
               for command, key in zip(players, keys)]
    said = []
    try:
        for bot in running:
            out, wrong = bot.communicate(timeout=120)
            said.append(out.strip() if bot.returncode == 0 else f"{bot.returncode}: {wrong.strip()}")
    finally:
        for bot in running:
            if bot.poll() is None:
                bot.kill()
    return said


def main():
    if len(sys.argv) != 2:
        sys.exit("bots: usage: bots.py CPP-BOT")
    wrong = passed = 0
    with Server() as server:
        bots = commands(server, sys.argv[1])
        games = [("python", "javascript", "clobber:size=5x6"), ("c++", "python", "boop:size=5x5"), ("javascript", "c++", "ataxx:size=5x5"),
                 ("python", "engine", "ataxx:size=5x5"), ("c++", "engine", "clobber:size=4x4"), ("javascript", "engine", "boop:size=5x5")]
        for x, o, variant in games:
            is_alone = o == "engine"
            body = {"game": variant, "x": PERSON, "o": {"kind": "engine", "level": 1} if is_alone else PERSON}
            status, state = server.ask("POST", "/live", body if is_alone else {**body, "seat": "x"})
            assert status == 201, state
            said = played([bots[x]] if is_alone else [bots[x], bots[o]], [state["key"]] if is_alone else [state["key"], state["invite"]])
            _, end = server.ask("GET", "/live", key=state["key"])
            winner = end["result"] and end["result"]["winner"]
            good = winner is not None and all(each == winner for each in said)
            print(f"{x} and {o} in {variant}: {len(end['history'])} moves, {winner} {'' if good else f'but they say {said}'}")
            wrong, passed = wrong + (not good), passed + good
        ending = server.end()
    if ending:
        print(ending)
    print(f"{passed} passed, {wrong + bool(ending)} failed")
    return 1 if wrong or ending else 0


if __name__ == "__main__":
    sys.exit(main())
