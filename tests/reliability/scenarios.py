"""The scenarios, each a function of a seed and of how thorough it is to be (1: the short run). Each prints what it did in one line and
raises Broken where a promise is broken."""
import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time

from disk import WAYS, after_cut, read_log, write_files
from several import servers
from player import PERSON, PROGRAM, Broken, Folder, Game, Player, Server, Socket, Table, percentile, require, texts


def kills(seed, times):
    """kill -9 at random moments under load: every answered move is there after the restart."""
    dice = random.Random(seed)
    moves = 0
    count = 12 if times == 1 else 200
    with Folder() as folder:
        server = Server(folder + "/store")
        table = Table(server, seed, 6)
        for _ in range(count):
            killer = threading.Timer(dice.uniform(0, 0.3), server.process.kill)
            killer.start()
            try:
                while True:
                    table.round()
                    moves += len(table.games)
            except (ConnectionError, OSError):
                pass
            killer.join()
            server.kill()
            begun = time.monotonic()
            server = Server(folder + "/store")
            again = time.monotonic() - begun
            table.sit_at(server)
        server.kill()
    return f"{count} kills, {moves} answered moves, none lost; the last start took {again * 1000:.0f} ms"


def power_cuts_of(seed, rounds, cuts, extra):
    """Plays, and cuts the power at random moments of what was played: (states of a disk looked at, those that lost something)."""
    dice = random.Random(seed)
    looked_at = moves = 0
    broken = []
    for _ in range(rounds):
        with Folder() as folder:
            store, log = folder + "/store", folder + "/log.disk"
            layer = {"DISK_LAYER_FOLDER": store, "DISK_LAYER_LOG": log, **extra}
            with Server(store, layer) as server:
                table = Table(server, dice.random(), 4)
                for _ in range(dice.randrange(5, 60)):
                    table.round()
                server.kill()
                table.leave()
            records = read_log(log)
            require(records, "the layer saw nothing: is the library static?")
            moves += sum(game.count for game in table.games)
            for number in range(cuts):
                way = WAYS[number % len(WAYS)]
                # At the end, and just behind an answer, and wherever else.
                moment = records[-1].time
                if number % 3 == 1:
                    game = dice.choice(table.games)
                    moment = dice.choice(game.acknowledged)[0]
                elif number % 3 == 2:
                    moment = dice.choice(records).time
                else:
                    moment = max(moment, *(game.acknowledged[-1][0] for game in table.games))
                until = [record for record in records if record.time <= moment]
                looked_at += 1
                disk = f"{folder}/{number}"
                write_files(after_cut(until, way, dice), store, disk)
                try:
                    with Server(disk) as server:
                        player = Player(server.port)
                        for game in table.games:
                            game.check(player, moment)
                        player.close()
                except Broken as error:
                    broken.append(f"{way}: {error}")
    return looked_at, moves, broken


def power(seed, times):
    """Power cuts: what was not synced is lost, or torn, or done in another order. Every answered move is there."""
    rounds, cuts = (3, 8) if times == 1 else (30, 40)
    # The test can fail: on a disk that never syncs it does.
    _, _, found = power_cuts_of(seed, 1, 4, {"DISK_LAYER_NO_SYNC": "1"})
    require(found, "where nothing is ever synced nothing is lost: the test sees nothing")
    looked_at, moves, broken = power_cuts_of(seed, rounds, cuts, {})
    require(not broken, f"{len(broken)} of {looked_at} power cuts lost something, as {broken[:1]}")
    return f"{looked_at} power cuts in {moves} answered moves, none lost; without syncs {len(found)} of 4 lose some"


def pings_while(server, seconds):
    """Milliseconds that a stranger waits for his pings, 20 a second as long as he may speak."""
    waited = []
    end = time.monotonic() + seconds
    stranger = None
    while not waited or time.monotonic() < end:
        sent = time.monotonic()
        if stranger is None:
            stranger = Player(server.port)  # which takes its time too
        stranger.ask("ping")
        waited.append((time.monotonic() - sent) * 1000)
        if stranger.left < 2:
            stranger.close()
            stranger = None
        time.sleep(0.05)
    return waited


def locks(seed, times):
    """Another program holds the store: a move is kept or refused in words, and nothing is lost."""
    lines = []
    with Folder() as folder, Server(folder + "/store") as server:
        table = Table(server, seed, 4)
        table.round()
        for held in (1.0, 4.0) if times == 1 else (0.5, 1.0, 1.9, 3.0, 10.0):
            # A process of its own: locks of one process do not exclude each other.
            locker = subprocess.Popen([sys.executable, "-c", f"""
import sqlite3, time
c = sqlite3.connect({folder + '/store/games.db'!r}, isolation_level=None)
c.execute("BEGIN EXCLUSIVE"); print("held", flush=True); time.sleep({held}); c.execute("ROLLBACK")"""], stdout=subprocess.PIPE)
            locker.stdout.readline()
            pings = []
            other = threading.Thread(target=lambda: pings.extend(pings_while(server, held)))
            other.start()
            before = len(table.errors)
            sent = time.monotonic()
            table.round()
            waited = time.monotonic() - sent
            other.join()
            locker.wait()
            locker.stdout.close()
            require(all("another program holds it" in error for error in table.errors), f"a move is refused so: {table.errors[-1:]}")
            table.check()
            table.round()
            lines.append(f"{held} s: pings worst {max(pings):.0f} ms, a round of moves {waited * 1000:.0f} ms, {len(table.errors) - before} refused")
        table.check()
        table.leave()
    return "; ".join(lines)


def full(seed, times):
    """The disk is full: moves are refused in words, those answered stay, and it goes on when there is room."""
    refused = 0
    with Folder() as folder:
        flag, store = folder + "/full", folder + "/store"
        layer = {"DISK_LAYER_FOLDER": store, "DISK_LAYER_FULL": flag}
        with Server(store, layer) as server:
            table = Table(server, seed, 4)
            for _ in range(3 if times == 1 else 30):
                for _ in range(5):
                    table.round()
                require(not table.errors, f"a move is refused though there is room: {table.errors}")
                open(flag, "wb").close()
                for _ in range(60):  # until the log that is written anew has no room either
                    table.round()
                    if len(table.errors) >= 8:
                        break
                require(table.errors, "nothing is ever refused: does the layer work?")
                require(all("its disk is full" in error for error in table.errors), f"a move is refused so: {table.errors[-1]}")
                refused += len(table.errors)
                table.errors.clear()
                table.check()
                require(server.is_alive(), "the server died of it")
                os.remove(flag)
            table.round()
            require(not table.errors, f"there is room again, and a move is refused: {table.errors}")
            server.kill()
        with Server(store) as server:
            table.sit_at(server)
            table.leave()
    return f"{refused} moves refused, none of those answered lost"


def flips(seed, times):
    """Wrong bits in the store: refused, or an error for the game; never a crash, and never another game unless nothing can tell."""
    dice = random.Random(seed)
    count = {"refused": 0, "the same": 0, "an error": 0, "another": 0}
    with Folder() as folder:
        store = folder + "/store"
        with Server(store) as server:
            table = Table(server, seed, 20)
            for _ in range(10):
                table.round()
            table.leave()
            require(server.stop() == 0, "it does not end as it should")
        with open(store + "/games.db", "rb") as file:
            whole = file.read()
        for number in range(15 if times == 1 else 300):
            wrong = bytearray(whole)
            for _ in range(1 << dice.randrange(5)):
                wrong[dice.randrange(len(wrong))] ^= 1 << dice.randrange(8)
            disk = f"{folder}/{number}"
            os.mkdir(disk)
            with open(disk + "/games.db", "wb") as file:
                file.write(wrong)
            with Server(disk, wanted=False) as server:
                if not server.port:
                    require(server.process.wait() == 2, f"status {server.process.returncode} for a damaged store, with flip {number}")
                    count["refused"] += 1
                    continue
                player = Player(server.port)
                for game in table.games:
                    t, d = player.ask("open", key=game.key)
                    right = t == "state" and texts(d) == game.moves[:game.count]
                    count["the same" if right else "an error" if t == "error" else "another"] += 1
                require(server.is_alive(), f"it died of flip {number}")
                player.close()
            shutil.rmtree(disk)
    return "; ".join(f"{what}: {n}" for what, n in count.items())


def hostile(seed, times):
    """Slow, silent, half, flooding and forging clients: games stay as they are, and others are served."""
    dice = random.Random(seed)
    seconds = 6 if times == 1 else 60
    done = {"junk": 0, "forged": 0, "slow": 0, "half": 0, "closed": 0}
    with Folder() as folder, Server(folder + "/store") as server:
        table = Table(server, seed, 4)
        for _ in range(8):
            table.round()
        # A game by link, whose watcher and whose other seat try to move.
        maker = Player(server.port)
        made = maker.state("new", game="ataxx", x=PERSON, o=PERSON, seat="x")
        seat = "".join(dice.choice("abcdefghijkmnopqrstuvwxyz0123456789") for _ in range(22))
        friend = Player(server.port)
        friend.state("sit", key=made["invite"], seat=seat)
        before = server.memory()
        end = time.monotonic() + seconds
        pings = []
        beside = threading.Thread(target=lambda: pings.extend(pings_while(server, seconds)))
        beside.start()
        lasting = []

        def junk(player):
            kind = dice.choice(["move", "undo", "resign", "players", "sit", "accept", "offer", "open", "new", "nothing", "study", ""])
            key = dice.choice([game.key for game in table.games])
            wrong = dice.choice([key[:-1], key + "x", key.swapcase(), "", "x" * 22, key[::-1], 7, None, [key]])
            player.send(kind, key=wrong, ply=dice.choice([0, 1, -1, 1 << 40, "0", None]), move=dice.choice(["a1", "", "pass", "\x00", 5, "a1-a3"]),
                        player=dice.choice("xoz"), what=dice.choice(["draw", "rematch", ""]))
            done["junk"] += 1

        def forge(player):
            # By who may only watch, and by who is not to move.
            state = maker.state("open", key=made["key"])
            move = dice.choice(state["moves"])["text"]
            for key in (made["watch"], made["invite"], seat):
                t, d = player.ask("move", key=key, ply=0, move=move)
                require(t == "error", f"a move by a key that must not move is answered by {t}")
                done["forged"] += 1
            for key in (made["watch"], made["invite"]):
                for kind, d in (("resign", {"player": "x"}), ("undo", {}), ("offer", {"what": "draw"})):
                    t, answer = player.ask(kind, key=key, **d)
                    require(t == "error", f"{kind} by a key that only watches is answered by {t}: {answer}")
                    done["forged"] += 1
            # Moves that the rules do not have.
            legal = set(table.games[0].choices)
            for _ in range(5):
                text = "".join(dice.choice("abcdefgh") + dice.choice("123456789") for _ in range(dice.randrange(1, 4)))
                if text in legal or any(move.replace("-", "") == text for move in legal):
                    continue
                t, _ = player.ask("move", key=table.games[0].key, ply=table.games[0].count, move=text[:2] + "x" + text[2:])
                require(t == "error", f"the move {text} is answered by {t}")
                done["forged"] += 1

        while time.monotonic() < end:
            try:
                player = Player(server.port)
                what = dice.randrange(6)
                if what == 0:  # a header, a byte now and then
                    slow = Socket(server.port)
                    slow.tcp.sendall(b"GET / HTTP/1.1\r\nHo"[:dice.randrange(1, 18)])
                    lasting.append(slow)
                    done["slow"] += 1
                elif what == 1:  # half a frame
                    frame = player.frame('{"t":"ping","id":1,"d":{}}')
                    player.tcp.sendall(frame[:dice.randrange(1, len(frame))])
                    lasting.append(player)
                    done["half"] += 1
                elif what == 2:  # a flood
                    try:
                        for _ in range(400):
                            junk(player)
                        while True:
                            player.message()
                    except (ConnectionError, OSError):
                        done["closed"] += 1
                elif what == 3:  # bytes that are no frames
                    player.tcp.sendall(dice.randbytes(dice.randrange(1, 5000)))
                    done["junk"] += 1
                    lasting.append(player)
                elif what == 4:
                    forge(player)
                else:
                    for _ in range(50):
                        junk(player)
                    player.close()
                for one in lasting[-20:]:
                    if isinstance(one, Socket) and not isinstance(one, Player):
                        try:
                            one.tcp.send(b"x")
                        except OSError:
                            pass
            except (ConnectionError, socket.timeout):
                done["closed"] += 1
            if maker.left < 20:
                maker.close()
                maker = Player(server.port)
        beside.join()
        require(server.is_alive(), "the server died")
        table.sit_at(server)
        require(texts(maker.state("open", key=made["key"])) == [], "a forged move was made")
        for one in lasting:
            one.close()
        table.leave()
        after = server.memory()
    lines = ", ".join(f"{n} {what}" for what, n in done.items())
    return f"{lines}; a stranger's pings p99 {percentile(pings, 0.99):.0f} ms, worst {max(pings):.0f} ms; memory {before:.0f} to {after:.0f} MB"


SCENARIOS = {function.__name__: function for function in (kills, power, locks, full, flips, hostile, servers)}
