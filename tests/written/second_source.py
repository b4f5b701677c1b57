#!/usr/bin/python3
"""A second source for the written games: their rules in plain Python, one cell after the other, and nothing of the program's.

    tests/written/second_source.py            prints the rows of tests/data/written.json that have it for their source

Cells are (column, row) from the bottom left; a position is a dict of cells, and who moves is 0 or 1.
"""
import json

ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
ALL = ORTHOGONAL + DIAGONAL


class Rectangle:
    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = [(x, y) for y in range(rows) for x in range(columns)]

    def on(self, c):
        return 0 <= c[0] < self.columns and 0 <= c[1] < self.rows

    def cell(self, name):
        return ord(name[0]) - ord("a"), int(name[1:]) - 1


def step(c, d, n=1):
    return c[0] + n * d[0], c[1] + n * d[1]


def flood(starts, within, near):
    seen, front = set(), [c for c in starts if c in within]
    while front:
        c = front.pop()
        if c in seen:
            continue
        seen.add(c)
        front += [n for n in near(c) if n in within]
    return seen


class Game(Rectangle):
    def start(self):
        return {}

    def over(self, board, who):  # before who moves
        return False


class Lines(Game):
    def __init__(self):
        super().__init__(8, 8)

    def start(self):
        board = {}
        for i in range(1, 7):
            for c, who in (((i, 0), 0), ((i, 7), 0), ((0, i), 1), ((7, i), 1)):
                board[c] = who
        return board

    def connected(self, board, who):
        own = {c for c in board if board[c] == who}
        return len(own) == 0 or flood([min(own)], own, lambda c: [step(c, d) for d in ALL]) == own

    def over(self, board, who):
        return self.connected(board, 0) or self.connected(board, 1)

    def moves(self, board, who):
        for c in [c for c in board if board[c] == who]:
            for d in ALL:
                line = sum(1 for way in (1, -1) for n in range(1, 8) if step(c, d, n * way) in board) + 1
                between = [step(c, d, n) for n in range(1, line)]
                to = step(c, d, line)
                if self.on(to) and board.get(to) != who and all(board.get(b) != 1 - who for b in between):
                    after = dict(board)
                    del after[c]
                    after[to] = who
                    yield after


class Konane(Game):
    def __init__(self):
        super().__init__(8, 8)

    def start(self):
        board = {c: (c[0] + c[1]) % 2 for c in self.cells}
        del board[self.cell("d4")], board[self.cell("d5")]
        return board

    def moves(self, board, who):
        for c in [c for c in board if board[c] == who]:
            for d in ORTHOGONAL:
                after, at = dict(board), c
                del after[c]
                while board.get(step(at, d)) == 1 - who and self.on(step(at, d, 2)) and step(at, d, 2) not in board:
                    del after[step(at, d)]
                    at = step(at, d, 2)
                    yield {**after, at: who}


class Domineering(Game):
    def moves(self, board, who):
        for c in self.cells:
            other = step(c, (0, 1) if who == 0 else (1, 0))
            if self.on(other) and c not in board and other not in board:
                yield {**board, c: who, other: who}


class Snort(Game):
    def moves(self, board, who):
        for c in self.cells:
            if c not in board and all(board.get(step(c, d)) != 1 - who for d in ORTHOGONAL):
                yield {**board, c: who}


class CaptureGo(Game):
    def start(self):
        return {"taken": False}

    def over(self, board, who):
        return board["taken"]

    def dead(self, board, who):
        own = {c for c in self.cells if board.get(c) == who}
        near = lambda c: [step(c, d) for d in ORTHOGONAL]
        alive = flood([c for c in own if any(self.on(n) and n not in board for n in near(c))], own, near)
        return own - alive

    def moves(self, board, who):
        for c in self.cells:
            if c in board:
                continue
            after = {**board, c: who}
            gone = self.dead(after, 1 - who)
            for g in gone:
                del after[g]
            if not self.dead(after, who):
                after["taken"] = bool(gone)
                yield after


class Hex(Game):
    """Swap: o takes x's first stone and puts his own on its mirror image."""
    LINK = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]

    def start(self):
        return {"swapped": False}

    def over(self, board, who):
        n = self.columns - 1
        for one in (0, 1):
            own = {c for c in self.cells if board.get(c) == one}
            along = 1 if one == 0 else 0
            if any(c[along] == n for c in flood([c for c in own if c[along] == 0], own, lambda c: [step(c, d) for d in self.LINK])):
                return True
        return False

    def moves(self, board, who):
        stones = [c for c in self.cells if c in board]
        for c in self.cells:
            if c not in board:
                yield {**board, c: who}
        if len(stones) == 1 and board[stones[0]] != who and not board["swapped"]:
            yield {"swapped": True, (stones[0][1], stones[0][0]): who}


class Amazons(Game):
    def __init__(self):
        super().__init__(6, 6)

    def start(self):
        return {self.cell("c1"): 0, self.cell("d6"): 0, self.cell("a4"): 1, self.cell("f3"): 1}

    def reached(self, board, c):
        for d in ALL:
            n = 1
            while self.on(step(c, d, n)) and step(c, d, n) not in board:
                yield step(c, d, n)
                n += 1

    def moves(self, board, who):
        for c in [c for c in board if board[c] == who]:
            for to in self.reached(board, c):
                after = dict(board)
                del after[c]
                after[to] = who
                for arrow in self.reached(after, to):
                    yield {**after, arrow: 2}


def perft(game, board, who, depth):
    if depth == 0:
        return 1
    if game.over(board, who):
        return 0
    moves = game.moves(board, who)
    return sum(1 for _ in moves) if depth == 1 else sum(perft(game, m, 1 - who, depth - 1) for m in moves)


GAMES = [("lines-of-action", Lines(), 3), ("konane", Konane(), 6), ("domineering:size=5x4", Domineering(5, 4), 5), ("domineering", Domineering(8, 8), 3),
         ("snort", Snort(6, 6), 3), ("snort:size=3x4", Snort(3, 4), 7), ("capture-go:size=3x3", CaptureGo(3, 3), 6), ("capture-go:size=4x3", CaptureGo(4, 3), 5),
         ("hex:size=3x3", Hex(3, 3), 7), ("hex:noswap,size=3x3", Hex(3, 3), 7), ("amazons:small", Amazons(), 2)]
if __name__ == "__main__":
    for name, game, depth in GAMES:
        if "noswap" in name:
            start = {"swapped": True}
        else:
            start = game.start()
        print(json.dumps({"game": name, "depth": depth, "nodes": perft(game, start, 0, depth), "source": "tests/written/second_source.py"}) + ",", flush=True)
