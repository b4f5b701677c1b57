"""Several servers on one PostgreSQL, which hear of each other by NATS: what each of the four does when it is killed."""
import ctypes
import glob
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import threading
import time

from player import PATIENCE, PERSON, Folder, Player, Server, require, texts

DEATH = 1  # PR_SET_PDEATHSIG: nothing outlives a test that crashes
LIBC = ctypes.CDLL(None)


def free_port():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return held.getsockname()[1]


def wait_until(holds, what):
    end = time.monotonic() + PATIENCE
    while not holds():
        require(time.monotonic() < end, what)
        time.sleep(0.02)


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), PATIENCE).close()
        return True
    except ConnectionError:
        return False


class Postgres:
    """As the user postgres where the test is run by root, whom it refuses."""

    def __init__(self):
        self.user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        self.folder = subprocess.run(["mktemp", "-d", "--tmpdir", "tavoliere-postgres-XXXXXX"], capture_output=True, text=True, check=True).stdout.strip()
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        require(programs, "there is no PostgreSQL; scripts/setup test installs it")
        self.programs = programs[-1]
        self.port = free_port()
        made = self.begin("initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "postgres", "-N", "-E", "UTF8", "--locale=C", "--no-instructions")
        require(made.wait() == 0, "initdb fails")
        self.start()
        require(self.sql("postgres", "CREATE DATABASE games").returncode == 0, "no database can be made")
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/games"

    def become(self):
        if self.user:
            os.setgroups([])
            os.setgid(self.user.pw_gid)
            os.setuid(self.user.pw_uid)
        os.setpgid(0, 0)
        LIBC.prctl(DEATH, signal.SIGQUIT)  # after that, which forgets it

    def begin(self, program, *words):
        with open(f"{self.folder}/log", "ab") as log:
            return subprocess.Popen([f"{self.programs}/{program}", *words], stdout=log, stderr=log, preexec_fn=self.become)

    def sql(self, database, statement):
        return subprocess.run([f"{self.programs}/psql", "-qAt", f"postgresql://postgres@127.0.0.1:{self.port}/{database}", "-c", statement],
                              capture_output=True, text=True, check=False)

    def start(self):
        # While a process of the one that was killed lives, the next one does not begin, and ends.
        self.process = None

        def is_there():
            if self.process is None or self.process.poll() is not None:
                self.process = self.begin("postgres", "-D", f"{self.folder}/data", "-p", str(self.port), "-h", "127.0.0.1", "-k", self.folder,
                                          "-c", "shared_buffers=16MB", "-c", "max_connections=50")
            return self.sql("postgres", "SELECT 1").returncode == 0
        wait_until(is_there, "PostgreSQL does not begin")

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
        shutil.rmtree(self.folder)


class Nats:
    def __init__(self):
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        program = shutil.which("nats-server", path=os.environ.get("PATH", "") + ":/usr/sbin")
        require(program, "there is no nats-server; scripts/setup test installs it")
        self.process = subprocess.Popen([program, "-a", "127.0.0.1", "-p", str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        preexec_fn=lambda: LIBC.prctl(DEATH, signal.SIGKILL))
        wait_until(lambda: answers(self.port), "nats-server does not begin")

    def kill(self):
        self.process.kill()
        self.process.wait()

    end = kill


class Shared(Server):
    """One server of several."""

    def __init__(self, folder, store, bus):
        self.begun_with = (folder, store, bus)
        super().__init__(folder, store=store, more=["--bus", bus] if bus else [])

    def start(self):
        folder, store, bus = self.begun_with
        self.__init__(folder, store, bus)


class Servers:
    """PostgreSQL, NATS and two servers."""

    def __init__(self, folder, with_bus=True):
        self.postgres = Postgres()
        self.nats = Nats() if with_bus else None
        self.servers = [Shared(folder + "/store", self.postgres.url, self.nats.url if with_bus else None) for _ in range(2)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.kill()
        if self.nats:
            self.nats.end()
        self.postgres.end()

    def parts(self):
        return [("a server", self.servers[0]), ("the other server", self.servers[1]), ("PostgreSQL", self.postgres), ("NATS", self.nats)]


class Place:
    """Somebody at a game: a player, or one who watches. Where his server is gone he goes on by the other, as a proxy would send him."""

    def __init__(self, servers, key, first):
        self.servers, self.key, self.at = servers, key, first
        self.player = None
        self.seen = {"history": []}  # the last state

    def leave(self):
        if self.player:
            self.player.close()
        self.player = None

    def again(self, what):
        """What `what` does with a connection, once it can be done: the connection may break, and the store be away for a while."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if self.player is None or self.player.left < 3:
                    self.leave()
                    self.player = Player(self.servers[self.at].port)
                t, d = what(self.player)
                if t == "state":
                    self.seen = d
                    return d
                # Whoever asks while the store cannot be reached is told so, and asks again.
                require("cannot be reached" in d["error"] or "ask again" in d["error"] or "log says why" in d["error"], f"refused: {d['error']}")
                time.sleep(0.1)
            except OSError:
                self.leave()
                self.at = 1 - self.at
                time.sleep(0.05)
            require(time.monotonic() < end, f"nobody could go on for {PATIENCE} s")

    def open(self):
        return self.again(lambda player: player.ask("open", key=self.key))

    def told(self, ply):
        """A state with so many moves, which comes without being asked for."""
        end = time.monotonic() + PATIENCE
        while len(self.seen["history"]) < ply:
            try:
                if self.player is None:
                    self.open()
                    continue
                message = self.player.message()
                if message["t"] == "state":
                    self.seen = message["d"]
            except socket.timeout:
                require(False, f"nobody was told of the move {ply}")
            except OSError:
                self.leave()
                self.at = 1 - self.at
            require(time.monotonic() < end, f"nobody was told of the move {ply} for {PATIENCE} s")
        return self.seen


class LinkGame(threading.Thread):
    """A game by link: the two sit at different servers, and somebody watches at each. In some one of the two is the engine."""

    def __init__(self, servers, seed, pace, has_engine):
        super().__init__(daemon=True)
        self.servers, self.dice, self.pace, self.has_engine = servers, random.Random(seed), pace, has_engine
        self.ends = threading.Event()
        self.broken = None
        self.moves = 0  # that were acknowledged, or the engine's that were told of
        self.games = 0
        self.last = time.monotonic()  # when the last one was
        self.gaps = []  # (when, how long) between one and the next

    def run(self):
        try:
            while not self.ends.is_set():
                self.play()
                self.games += 1
        except Exception as error:  # pylint: disable=broad-except  (told to who waits for the thread)
            self.broken = error

    def begin(self):
        maker = Player(self.servers[self.dice.randrange(2)].port)
        other = {"o": {"kind": "engine", "seconds": 0.05}} if self.has_engine else {"o": PERSON, "seat": "x"}
        t, state = maker.ask("new", game="ataxx", clock={"seconds": 600, "increment": 1}, x=PERSON, **other)
        if t != "state":
            require("store" in state["error"], f"no game is begun: {state['error']}")
            raise ConnectionError(state["error"])
        maker.close()
        return state

    def begun(self):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self.begin()
            except OSError:
                require(time.monotonic() < end, f"no game could be begun for {PATIENCE} s")
                time.sleep(0.05)

    def play(self):
        made = self.begun()
        side = self.dice.randrange(2)
        places = {"x": Place(self.servers, made["key"], side)}
        if not self.has_engine:
            guest = Place(self.servers, made["key"], 1 - side)
            key = "".join(self.dice.choice("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") for _ in range(22))
            guest.again(lambda player: player.ask("sit", key=made["invite"], seat=key))
            guest.key = key
            places["o"] = guest
        watch = made.get("watch") or made["key"]
        watchers = [Place(self.servers, watch, i) for i in range(2)]
        try:
            self.play_between(places, watchers)
        finally:
            for place in [*places.values(), *watchers]:
                place.leave()

    def play_between(self, places, watchers):
        shown = {colour: place.open() for colour, place in places.items()}
        for place in watchers:
            place.open()
        state = shown["x"]
        known = texts(state)
        asked = told = time.monotonic()  # the last move was asked for, and answered
        self.last = told

        def look(seen):
            require(texts(seen)[:len(known)] == known, f"a move that was acknowledged is another, or gone: {known} became {texts(seen)}")

        while state["result"] is None and not self.ends.wait(max(0, told + self.pace - time.monotonic())):
            mover, clock = state["turn"], state["clock"]
            is_person = mover in places  # the engine is charged with what it thought
            ply = len(known)
            if is_person:
                move = self.dice.choice(shown[mover]["moves"])["text"]
                begun = time.monotonic()
                state = places[mover].again(lambda player: player.ask("move", key=places[mover].key, ply=ply, move=move))
                require(texts(state)[ply:ply + 1] == [move], f"{move} was acknowledged, and is not there")
            else:
                begun = asked
                state = places["x"].told(ply + 1)
                mover = "x"
            now = time.monotonic()
            look(state)
            # The clock of who moved ran while it was his turn: at least from one answer to the next request, at most from the last request to the
            # answer, to the tenth of a second.
            if clock["running"] == state["history"][-1]["turn"] == mover and is_person:
                used = clock[mover] - state["clock"][mover] + 1000
                require(1000 * (begun - told) - 100 <= used <= 1000 * (now - asked) + 100,
                        f"{used} ms of a clock were used between {1000 * (begun - told):.0f} and {1000 * (now - asked):.0f} ms")
            require(state["clock"][mover] > 0, "a clock ran out")
            known = texts(state)
            shown[mover] = state
            for colour, place in [*places.items(), *((None, watcher) for watcher in watchers)]:
                if colour != mover:
                    seen = place.told(len(known))
                    look(seen)
                    if colour:
                        shown[colour] = seen
            self.gaps.append((now, now - self.last))
            asked, told = begun, now
            self.last = now
            self.moves += len(known) - ply
        # Every acknowledged move is there once, whichever server is asked, and nothing else.
        for at, place in enumerate(watchers):
            place.leave()
            place.at = at
            seen = texts(place.open())
            require(seen[:len(known)] == known and (self.has_engine or seen == known), f"{known} was acknowledged, {seen} is there")


def servers(seed, times):
    """Two servers, PostgreSQL, NATS, games by link with watchers: each of the four is killed in turn. Every acknowledged move is there
    once, everybody goes on, clocks are right, and no engine moves twice."""
    rounds, count, pace = (1, 6, 0.2) if times == 1 else (10, 100, 1)
    waits = {}
    with Folder() as folder, Servers(folder) as all_four:
        games = [LinkGame(all_four.servers, f"{seed} {i}", pace, i % 3 == 2) for i in range(count)]
        for game in games:
            game.start()

        def goes_on(since):
            """Until each game has had two moves more."""
            for game in games:
                wait_until(lambda: game.broken or game.moves >= since[game] + 2, "a game does not go on")
                if game.broken:
                    raise game.broken

        goes_on({game: 0 for game in games})
        for _ in range(rounds):
            for name, part in all_four.parts():
                part.kill()
                killed = time.monotonic()
                time.sleep(0.5)
                part.start()
                # Without its database nobody can go on.
                back = time.monotonic() if name == "PostgreSQL" else killed
                goes_on({game: game.moves for game in games})
                waits.setdefault(name, []).extend(when - back for game in games for when, gap in game.gaps if when > back > when - gap)
        for game in games:
            game.ends.set()
        for game in games:
            game.join(PATIENCE)
            if game.broken:
                raise game.broken
        moves = sum(game.moves for game in games)
        twice = all_four.postgres.sql("games", "SELECT count(*) FROM tavoliere.games AS g WHERE plies <> (SELECT count(*) FROM tavoliere.moves WHERE game = g.key)")
        require(twice.stdout.strip() == "0", f"games whose moves are not as many as they should be: {twice.stdout}{twice.stderr}")
    slowest = ", ".join(f"{name} {max(found):.1f} s" for name, found in waits.items() if found)
    return f"{4 * rounds} kills, {count} games at a time, {moves} moves, each there once; the longest wait for a move after a kill: {slowest}"
