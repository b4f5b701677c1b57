#!/usr/bin/env python3
"""An engine for tests. Plays Ataxx over UAI, badly, and does one thing wrong: its first argument says which.

fake_engine.py MANNER [FILE]     some manners need a file
"""
import os
import signal
import subprocess
import sys
import time

MANNER = sys.argv[1] if len(sys.argv) > 1 else "good"
BOARD = 7


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def cells(fen):
    """The rows from the top as lists of letters, and whose turn it is."""
    board, turn = fen.split()[:2]
    rows = []
    for row in board.split("/"):
        rows.append([])
        for c in row:
            rows[-1] += ["."] * int(c) if c.isdigit() else [c]
    return rows, turn


def first_move(fen):
    """The first growth there is, or jump, or the pass."""
    rows, turn = cells(fen)
    name = lambda r, c: "abcdefg"[c] + str(BOARD - r)
    for reach in (1, 2):
        for r in range(BOARD):
            for c in range(BOARD):
                for dr in range(-reach, reach + 1):
                    for dc in range(-reach, reach + 1):
                        a, b = r + dr, c + dc
                        if max(abs(dr), abs(dc)) == reach and 0 <= a < BOARD and 0 <= b < BOARD:
                            if rows[r][c] == turn and rows[a][b] == ".":
                                return name(a, b) if reach == 1 else name(r, c) + name(a, b)
    return "0000"


def misbehave(fen):
    """What this manner does in place of a move; true where it has moved after all."""
    if MANNER == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif MANNER == "exit":
        sys.exit(3)
    elif MANNER == "hang":
        time.sleep(60)
    elif MANNER == "flood":
        while True:
            sys.stdout.write("x" * 4096)
    elif MANNER == "flood-lines":
        while True:
            sys.stdout.write("info depth 1 score cp 1 pv a1\n" * 100)
    elif MANNER == "rubbish":
        os.write(1, b"\x00\xff\xfe bestmove\nbest move a1\n" + b"\n" * 100 + b"info score cp\ninfo score mate x\n")
    elif MANNER == "illegal":
        say("bestmove d4")
        return True
    elif MANNER == "no-word":
        say("bestmove")
        return True
    elif MANNER == "close-output":
        os.close(1)
        time.sleep(60)
    elif MANNER == "orphan":  # leaves a child that holds the pipe, and ends
        subprocess.Popen(["sleep", "60"])
        os._exit(0)
    elif MANNER == "slow":
        time.sleep(1.5)
        say("bestmove " + first_move(fen))
        return True
    elif MANNER == "twice":
        say("bestmove " + first_move(fen))
        say("bestmove d4")
        return True
    elif MANNER == "once":  # one move, and the next time it is asked for anything it is gone
        say("bestmove " + first_move(fen))
        sys.exit(0)
    elif MANNER == "stderr":
        os.write(2, b"error\n" * 100000)
    elif MANNER == "deaf":
        os.close(0)
        say("bestmove " + first_move(fen))
        time.sleep(60)
    return False


def main():
    if MANNER == "dies":
        sys.exit(7)
    if MANNER == "silent":
        time.sleep(60)
    if MANNER == "first-time-only":
        try:
            os.mkdir(sys.argv[2])
        except FileExistsError:
            sys.exit(7)
    fen = ""
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uai"]:
            if MANNER == "slow-start":
                time.sleep(0.7)
            say("id name Fake")
            say("option name Hash type spin default 1 min 1 max 64")
            say("option name Clear Hash type button")
            say("option name Style type combo default Solid var Solid var Very Risky var Risky")
            say("option name Own Book type check default false")
            say("uaiok")
        elif words[:1] == ["isready"]:
            say("readyok")
        elif words[:2] == ["position", "fen"]:
            fen = " ".join(words[2:])
        elif words[:1] == ["setoption"] and MANNER == "options":
            with open(sys.argv[2], "a") as file:
                file.write(line)
        elif words[:1] == ["go"]:
            if MANNER == "options":
                with open(sys.argv[2], "a") as file:
                    file.write(line)
            if MANNER == "first-time-only":
                sys.exit(0)
            if not misbehave(fen):
                if MANNER == "rubbish" or MANNER in ("good", "stderr", "options", "slow-start"):
                    say("info depth 1 score cp 30 nodes 1 pv")
                    say("bestmove " + first_move(fen))
        elif words[:1] == ["quit"]:
            break


main()
