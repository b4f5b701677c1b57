"""A server of one's own, and people who play there: what the scenarios share."""
import base64
import json
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PROGRAM = os.path.join(ROOT, "build/tavoliere")
LAYER = os.path.join(ROOT, "build/disk_layer.so")
PATIENCE = 60  # seconds, for a machine that is busy
ALLOWED = 90  # messages of a connection; the server takes 100 at once


class Broken(Exception):
    """A promise was broken: what a scenario fails with."""


def require(holds, what):
    if not holds:
        raise Broken(what)


class Server:
    """`build/tavoliere serve` with the store of `folder`, or another; killed where it is left."""

    def __init__(self, folder, layer=None, wanted=True, store=None, more=()):
        environment = dict(os.environ, NO_COLOR="1", **(layer or {}))
        if layer:
            environment["LD_PRELOAD"] = LAYER
        self.log = open(os.path.join(folder, "..", "log"), "ab")
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--engine-threads", "1", "--store", store or f"sqlite:{folder}/games.db", *more],
            stdout=subprocess.PIPE, stderr=self.log, env=environment)
        line = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)/?\s*$", line)
        self.port = int(found[1]) if found else 0
        if wanted:
            require(self.port, f"the server does not begin (status {self.process.wait() if not found else 0}); its words are in {self.log.name}")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def is_alive(self):
        return self.process.poll() is None

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        self.process.stdout.close()
        self.log.close()


class Folder:
    """With a folder "store" in it, and all gone afterwards unless the scenario failed."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="tavoliere-reliability-")
        os.mkdir(self.path + "/store")
        return self.path

    def __exit__(self, kind, *_):
        if kind is None:
            shutil.rmtree(self.path)
        else:
            print(f"    what was there is kept in {self.path}", flush=True)


class Socket:
    """A connection to the server from one address of the loopback, each of which is another network."""

    networks = 0

    def __init__(self, port, network=None):
        if network is None:
            Socket.networks += 1
            network = Socket.networks
        self.tcp = socket.socket()
        self.tcp.settimeout(PATIENCE)
        self.tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.tcp.bind((f"127.2.{network // 250 % 250}.{network % 250 + 1}", 0))
        self.tcp.connect(("127.0.0.1", port))
        self.port = port
        self.bytes = b""

    def close(self):
        self.tcp.close()

    def take(self, size):
        while len(self.bytes) < size:
            more = self.tcp.recv(1 << 16)
            if not more:
                raise ConnectionError("closed")
            self.bytes += more
        taken, self.bytes = self.bytes[:size], self.bytes[size:]
        return taken


class Player(Socket):
    """A WebSocket at /api/play."""

    def __init__(self, port, network=None):
        super().__init__(port, network)
        self.left = ALLOWED
        self.tcp.sendall(f"GET /api/play HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                         f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}\r\n\r\n".encode())
        while b"\r\n\r\n" not in self.bytes:
            more = self.tcp.recv(1 << 16)
            if not more:
                raise ConnectionError("closed")
            self.bytes += more
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        if not head.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(head.split(b"\r\n")[0].decode())
        self.last = 0

    def frame(self, text, opcode=1):
        data = text if isinstance(text, bytes) else text.encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        return bytes([0x80 | opcode]) + size + bytes(4) + data  # a mask of zeros leaves it as it is

    def send(self, kind, **d):
        self.left -= 1
        self.last += 1
        self.tcp.sendall(self.frame(json.dumps({"t": kind, "id": self.last, "d": d})))
        return self.last

    def message(self):
        while True:
            first, size = self.take(2)
            if size == 126:
                size = struct.unpack(">H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.take(8))[0]
            data = self.take(size)
            if first & 15 == 1:
                return json.loads(data)
            if first & 15 == 8:
                raise ConnectionError(f"closed with {struct.unpack('>H', data[:2])[0] if data else 0}")

    def answer(self, number):
        while True:
            message = self.message()
            if message.get("id") == number:
                return message

    def ask(self, kind, **d):
        """The answer's t and d."""
        message = self.answer(self.send(kind, **d))
        return message["t"], message["d"]

    def state(self, kind, **d):
        t, d = self.ask(kind, **d)
        require(t == "state", f"{kind} is answered by {t}: {d}")
        return d


PERSON = {"kind": "person"}


def texts(state):
    return [entry["text"] for entry in state["history"]]


class Game:
    """A game with one key for both sides, and what was answered of it."""

    def __init__(self, player, dice, variant="ataxx"):
        self.dice = dice
        state = player.state("new", game=variant, x=PERSON, o=PERSON)
        self.key = state["key"]
        self.acknowledged = [(time.monotonic_ns(), 0)]  # when so many moves were
        self.moves = []  # those asked for; the last may be without answer
        self.heard(state)

    def heard(self, state):
        self.choices = [m["text"] for m in state["moves"]]
        self.is_over = state["result"] is not None
        self.count = len(self.moves)

    def send_move(self, player):
        """Gives the request's number."""
        self.moves = self.moves[:self.count] + [self.dice.choice(self.choices)]
        return player.send("move", key=self.key, ply=self.count, move=self.moves[-1])

    def take_answer(self, player, number):
        message = player.answer(number)
        if message["t"] != "state":
            self.moves = self.moves[:self.count]
            return message["d"]["error"]
        self.heard(message["d"])
        self.acknowledged.append((time.monotonic_ns(), self.count))
        return None

    def move(self, player):
        """None, or the error that it was answered by."""
        return self.take_answer(player, self.send_move(player))

    def known_at(self, moment):
        """How many moves were answered until then; -1: the game itself was not."""
        return max((count for when, count in self.acknowledged if when <= moment), default=-1)

    def check(self, player, moment=None):
        """That all which was answered is there, and nothing that was not asked for. Goes on from there."""
        known = self.count if moment is None else self.known_at(moment)
        if known < 0:
            return
        t, d = player.ask("open", key=self.key)
        require(t == "state", f"the game {self.key} with {known} answered moves is gone: {d}")
        there = texts(d)
        require(there[:known] == self.moves[:known], f"answered moves are lost: {known} were answered, {len(there)} are there")
        require(there == self.moves[:len(there)] and (moment is not None or len(there) <= known + 1), "there are moves that nobody made")
        if moment is None:
            self.moves = there
            self.heard(d)


class Table:
    """Some games and whoever plays them, a connection each, as long as they may speak."""

    def __init__(self, server, seed, games):
        self.server = server
        self.dice = random.Random(seed)
        self.players = [Player(server.port) for _ in range(games)]
        self.games = [Game(player, self.dice) for player in self.players]
        self.errors = []

    def sit_at(self, server):
        """After a restart: new connections, and all games looked at."""
        self.leave()
        self.server = server
        self.players = [Player(server.port) for _ in self.games]
        self.check()

    def leave(self):
        for player in self.players:
            player.close()

    def check(self):
        for game, player in zip(self.games, self.players):
            game.check(player)

    def round(self):
        """A move in each game. Games that are over, and players who have said what they may, are replaced."""
        for i, game in enumerate(self.games):
            if self.players[i].left < 3:
                self.players[i].close()
                self.players[i] = Player(self.server.port)
            if game.is_over:
                self.games[i] = Game(self.players[i], self.dice)
        asked = [game.send_move(player) for game, player in zip(self.games, self.players)]
        for game, player, number in zip(self.games, self.players, asked):
            error = game.take_answer(player, number)
            if error:
                self.errors.append(error)


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0
