"""The engine, exact answers, pictures and puzzles; and how long calls end."""
import os
import signal
import threading
import xml.dom.minidom

import pytest
import tavoliere


def at(variant, position="startpos"):
    return tavoliere.load_game(variant).new_initial_state(position)


def test_analyse():
    state, heard = at("ataxx"), []
    state.apply_move("a2")
    found = state.analyse(depth=5, lines=3, report=heard.append)
    assert found["depth"] == 5 and len(found["lines"]) == 3 and found["done"] is True
    assert [one["depth"] for one in heard] == sorted(one["depth"] for one in heard) and heard[-1]["depth"] == 5
    for line in found["lines"]:
        again = state.clone()
        for move in line["moves"]:
            again.apply_move(move)
    plain = state.analyse(depth=5, network="none")
    assert plain["nodes"] != found["nodes"]
    with pytest.raises(ValueError, match="the game is over"):
        at("clobber:size=2x1", "x1 x").analyse(depth=1)


def test_history_counts():
    """An answer is about the game so far: the third time that a position comes draws."""
    state = at("magnetone:size=4x4,pieces=2")
    assert state.perft(depth=1) == len(state.legal_actions())
    state.apply_action(0)
    assert state.perft(depth=2) == sum(state.perft(depth=2, divide=True).values())


def test_solve():
    found = at("clobber:size=3x3").solve()
    assert found["value"] == "win" and at("clobber:size=3x3").child(
        at("clobber:size=3x3").string_to_action(found["best"])
    ).solve()["value"] == "loss"
    each = at("clobber:size=2x2").solve(each=True)
    assert len(each) == len(at("clobber:size=2x2").legal_actions())
    assert at("clobber:size=6x6").solve(seconds=0.05)["value"] == "unknown"


def test_value():
    assert at("clobber:size=2x1", "xo x").value()["sum"]["value"] == "*"
    assert tavoliere.value_of("{1|-1} + {1|-1}")["sum"]["value"] == "0"
    with pytest.raises(ValueError):
        at("ataxx").value()
    with pytest.raises(ValueError):
        tavoliere.value_of("{1|")


def test_playouts():
    found = at("boop:size=5x5").playouts(games=50, seed=3)
    assert found["games"] == 50 == found["x"] + found["o"] + found["draw"]
    assert at("boop:size=5x5").playouts(games=50, seed=3)["plies"] == found["plies"]


def test_diagrams():
    state = at("hexxagon")
    state.apply_action(state.legal_actions()[0])
    for svg in (state._repr_svg_(), state.diagram(style="print", caption="A move", marks="cross:e5", turned=True)):
        assert xml.dom.minidom.parseString(svg).documentElement.tagName == "svg"
    assert "A move" in state.diagram(caption="A move") and "A move" not in state.diagram()
    with pytest.raises(ValueError, match="marks"):
        state.diagram(marks="cross:z99")


def test_puzzles(root, tmp_path):
    puzzles = tavoliere.load_puzzles(root / "puzzles" / "clobber.json")
    assert len(puzzles) >= 50
    for puzzle in puzzles[:10]:
        state = at(puzzle["variant"], puzzle["position"])
        for move in puzzle["line"]:
            state.apply_move(move)
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    with pytest.raises(ValueError, match="is not a file of puzzles"):
        tavoliere.load_puzzles(str(wrong))
    made = tavoliere.make_puzzles(["clobber:size=4x4"], puzzles=2, games=30, proof=20000)
    assert made and all(puzzle["variant"] == "clobber:size=4x4" for puzzle in made)
    with pytest.raises(ValueError):
        tavoliere.make_puzzles(["chess"])


@pytest.mark.parametrize(
    "call, given, kind, said",
    [
        ("analyse", {"dpth": 3}, TypeError, '"dpth" is no argument of it; these are: seconds, depth'),
        ("analyse", {"depth": 0}, ValueError, "depth: "),
        ("analyse", {"depth": "many"}, ValueError, "depth: "),
        ("analyse", {"depth": 2.5}, ValueError, "depth: "),
        ("analyse", {"seconds": float("nan")}, ValueError, "seconds: "),
        ("analyse", {"position": "startpos"}, TypeError, '"position" is no argument'),
        ("analyse", {"depth": 1, "network": "/nowhere"}, ValueError, "nowhere"),
        ("perft", {}, TypeError, "depth is missing"),
        ("solve", {"method": "magic"}, ValueError, "method: "),
        ("diagram", {"style": "ink"}, ValueError, "style: "),
        ("playouts", {"games": 5, "report": print}, TypeError, '"report" is no argument'),
        ("playouts", {"timeout": -1}, ValueError, "timeout: "),
        ("perft", {"depth": 1, "timeout": "soon"}, ValueError, "timeout: "),
        ("perft", {"depth": 1, "timeout": float("nan")}, ValueError, "timeout: "),
    ],
)
def test_what_is_wrong_is_one_line(call, given, kind, said):
    with pytest.raises(kind) as refused:
        getattr(at("ataxx"), call)(**given)
    assert said in str(refused.value) and "\n" not in str(refused.value)


LONG = [
    lambda **more: at("ataxx").analyse(depth=60, **more),
    lambda **more: at("clobber:size=8x8").solve(**more),
    lambda **more: at("clobber:size=8x8").value(seconds=600, **more),
    lambda **more: at("ataxx").perft(depth=12, **more),
    lambda **more: at("ataxx").playouts(games=10**9, **more),
    lambda **more: tavoliere.make_puzzles(["ataxx"], puzzles=1000, games=10**6, **more),
    lambda **more: tavoliere.Batch("ataxx", 1_000_000).playouts(**more),
]


@pytest.mark.parametrize("call", LONG)
def test_long_calls_end_in_time(call):
    with pytest.raises(TimeoutError, match="not done in 0.1 seconds"):
        call(timeout=0.1)


@pytest.mark.parametrize("call", LONG)
def test_control_c_ends_long_calls(call):
    """And other threads go on meanwhile, or nobody would press it."""
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call(timeout=30)
    timer.join()


def test_what_a_report_raises_is_raised():
    def refuse(_):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        at("ataxx").analyse(depth=40, report=refuse, timeout=30)
