"""How soon a change on the screen is answered, and what watching costs: `python -m benchmarks.latency [--keep]`.

`answer_ms` is the time from the moment when a program that is not the bot (`benchmarks/flasher.py`) tells the display
to draw until our click is delivered to it: seen, photographed, let through by the gate, pressed each time elsewhere, by
the hand that `play` has; nothing is searched. The program repaints its whole window, which takes the display a while:
after `drawn_ms` it says that it has done so, and where there is nothing to draw it answers after `asked_ms`.
`answer_cell_ms` is the same as `answer_ms` where the program repaints one cell of 48x48, as most games do, and
`answer_key_ms` where a key answers that instead of a click; with `_bare` no window manager looks at each click before
the program gets it. No bot gets below `floor_cell_ms`: there a hand presses as soon as it hears of a change, without a
picture and without a question.
Where the system lets us the processor is kept awake meanwhile, as while a running game is played; `wakeful` says so
(1 or 0), and `answer_cell_ms_drowsy` is `answer_cell_ms` without it.
`think_ms` is the same as `answer_ms` with eyes and a search in between: the program shows the
pictures of a game of Panel de Pon, and each is read and thought about before the click, as in a running game.
`capture_of_raw` is a picture of the window by our capture, in units of what the bare request for shared memory takes
at the same time. `watch_cpu` is the share of a core that it costs to photograph a window that changes 60 times a
second, `idle_cpu` what a session costs that waits for a window that stands still.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import select
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from benchmarks.line import report
from bot.action import Action, Click, Key
from bot.actuate.dry import Dry
from bot.actuate.gate import Gate, GateRules
from bot.actuate.xtest import XTest
from bot.capture.native import NativeCapture
from bot.chase import chaser
from bot.cli import EXIT_STOPPED
from bot.clock import RealClock
from bot.control.controls import make_control
from bot.frame import Box, Frame, Point
from bot.layouts import find_layout, load_layout
from bot.manners import Manners
from bot.pilot import Pilot
from bot.reading import Reading, Sight
from bot.record import Recording
from bot.rules import possible_games
from bot.session import Bounds, Session
from bot.settle import eyes
from bot.systems.wakeful import wakeful
from bot.target import ScreenRegion
from bot.vision.picture import load
from bot.x11.display import Display, shared
from bot.x11.forms import FAKE_INPUT
from bot.x11.segment import Segment
from bot.x11.windows import XWindow
from tests.display import display_server, missing_programs

ROOT = Path(__file__).parents[1]
WINDOWS = {"kshisen": (853, 533), "720p": (1280, 720)}
MOTION, PRESS, RELEASE = 6, 4, 5
CLOCK = RealClock()
WARM = 40
"""How many pictures are thought about before the time is taken."""


@contextmanager
def flasher(what: str, amount: float, *more: str) -> Iterator[tuple[XWindow, subprocess.Popen[str]]]:
    """The program, which does what it is asked to once it may `begin`; its window and its process."""
    command = [sys.executable, "-m", "benchmarks.flasher", what, str(amount), *more]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        window = XWindow(shared(), int(process.stdout.readline()), "Flasher")
        yield window, process
        process.communicate("end\n", timeout=60)
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()


def begin(process: subprocess.Popen[str]) -> None:
    """Let the program begin."""
    assert process.stdin is not None
    process.stdin.write("begin\n")
    process.stdin.flush()


def answers(
    what: str,
    count: int,
    *more: str,
    think: Callable[[Frame], object] | None = None,
    act: Callable[[Point], Action] = Click,
) -> list[float]:
    """Milliseconds from each change to the click, or another action, that answers it; of the whole window, of a cell,
    or of a picture that is thought about first.
    """
    with flasher(what, count, *more) as (window, process):
        window.activate()
        capture = NativeCapture(window, CLOCK)
        gate = Gate(XTest(shared(), CLOCK, window, guarded=True), window, CLOCK, GateRules(gap=0))
        places = itertools.cycle(Point(x, y) for x in range(60, 600, 37) for y in range(60, 500, 41))
        colour = capture.grab().pixels[5, 5, 1]
        begin(process)
        assert process.stdout is not None
        while not select.select([process.stdout], (), (), 0)[0]:
            if not capture.wait(0.05):
                continue
            frame = capture.grab()
            if frame.pixels[5, 5, 1] != colour:
                colour = frame.pixels[5, 5, 1]
                if think is not None:
                    think(frame)
                gate.perform(act(next(places)), frame)
        taken = json.loads(process.stdout.readline())
        capture.close()
        gate.close()
    if None in taken:
        sys.exit(f"{taken.count(None)} of {count} presses did not arrive.")
    return [float(ms) for ms in taken]


def tap(_: Point) -> Key:
    """A key, wherever the pointer is, let go at once as a click is."""
    return Key("Left", hold=0)


def reflexes(what: str, count: int) -> list[float]:
    """Milliseconds from each change to a click by a hand that does not look."""
    with flasher(what, count) as (window, process):
        capture, display = NativeCapture(window, CLOCK), Display()
        capture.grab()
        left, top, _, _ = window.box()
        begin(process)
        assert process.stdout is not None
        while not select.select([process.stdout], (), (), 0)[0]:
            if not capture.wait(0.05):
                continue
            with display.talk():
                for kind, detail in ((MOTION, 0), (PRESS, 1), (RELEASE, 1)):
                    display.wire.send(FAKE_INPUT, kind, detail, 0, display.root, int(left) + 300, int(top) + 300, 0)
            display.flush()
            capture.grab()
        taken = [float(ms) for ms in json.loads(process.stdout.readline()) if ms is not None]
        capture.close()
        display.close()
    return taken


def drawings(count: int) -> tuple[list[float], list[float]]:
    """Milliseconds until the display says that it has drawn the whole window, while nobody looks; and until it answers
    where it has nothing to draw.
    """
    with flasher("draw", count) as (_, process):
        begin(process)
        assert process.stdout is not None
        drawn, asked = json.loads(process.stdout.readline())
        return drawn, asked


def thoughts(count: int) -> list[float]:
    """Milliseconds from each picture of a game of Panel de Pon to a click, the picture read and thought about."""
    with TemporaryDirectory() as folder:
        game = Path(folder) / "game"
        demo = ["-m", "bot", "demo", "paneldepon", "--mode", "endless", "--memory", "--max-moves", str(count // 2)]
        command = [sys.executable, *demo, "--record", str(game)]
        played = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
        assert played.returncode in (0, EXIT_STOPPED), "Expected a game that is over, or ended by the limit of moves."
        layout, rules = load_layout(game), Recording(game).header["rules"]
        reader = eyes(layout, rules)
        player = chaser(layout.game, rules, layout.hands, make_control(layout.hands), Manners())

        def think(frame: Frame) -> object:
            return player.tick(reader.read(frame))

        frames = game / "frames"
        for file in sorted(frames.iterdir())[:WARM]:  # what has to be loaded is loaded now
            think(Frame(np.asarray(cv2.cvtColor(load(file), cv2.COLOR_BGR2BGRA), np.uint8), CLOCK.now()))
        return answers("album", min(count, len(list(frames.iterdir()))), str(frames), think=think)


def milliseconds(do: Callable[[], object]) -> float:
    """How long something takes."""
    start = time.perf_counter()
    do()
    return 1000 * (time.perf_counter() - start)


def of_raw(width: int, height: int, turns: int = 400) -> tuple[float, float]:
    """A picture by our capture and by the bare request, in milliseconds, each the lower quartile of many in turn."""
    capture = NativeCapture(ScreenRegion(Box(0, 0, width, height)), CLOCK)
    display = Display()
    segment = Segment(display, width * height)
    ours, raw = [], []
    for _ in range(turns):
        capture.forget()  # a picture of which nothing changed would be no picture
        ours.append(milliseconds(capture.grab))
        raw.append(milliseconds(lambda: segment.ask(display.root, 0, 0, width, height).reply()))
    capture.close()
    display.close()
    return statistics.quantiles(ours)[0], statistics.quantiles(raw)[0]


def spread(name: str, taken: list[float]) -> dict[str, float]:
    """The median, the 99th percentile and the least of some times."""
    cuts = statistics.quantiles(taken, n=100)
    return {f"{name}_p50": cuts[49], f"{name}_p99": cuts[98], f"{name}_min": min(taken)}


class Blind:
    """Eyes that find nothing to read, in no time."""

    def read(self, frame: Frame) -> Reading:
        """No board."""
        return Reading(frame.time, Sight.LOST, frame.size, why="Nothing is read here.")


def watch(seconds: float) -> tuple[float, float]:
    """The share of a core that photographing every change costs, and the changes seen in a second."""
    with flasher("flash", seconds) as (window, process):
        begin(process)
        capture, seen = NativeCapture(window, CLOCK), 0
        start, spent = time.perf_counter(), time.process_time()
        while time.perf_counter() - start < seconds - 0.2:
            if capture.wait(0.05):
                capture.grab()
                seen += 1
        share = (time.process_time() - spent) / (time.perf_counter() - start)
        rate = seen / (time.perf_counter() - start)
        capture.close()
    return share, rate


def idle(seconds: float) -> float:
    """The share of a core that a session costs which waits for a window that stands still."""
    with flasher("stand", seconds + 1) as (window, process):
        begin(process)
        layout = find_layout("null/lamps")
        pilot = Pilot(possible_games(layout.game, {}), make_control(layout.hands), Manners(patience=1e9))
        session = Session(NativeCapture(window, CLOCK), Blind(), pilot, Dry(), CLOCK, Bounds(seconds=seconds))
        spent = time.process_time()
        took = session.run().seconds
        return (time.process_time() - spent) / took


def quickest(clicks: int, name: str = "") -> dict[str, float]:
    """All answers that need no thought, and the floor below them."""
    answered = spread(f"answer_ms{name}", answers("answer", clicks))
    drawn, asked = drawings(clicks)
    return {
        **answered,
        **spread(f"drawn_ms{name}", drawn),
        **spread(f"asked_ms{name}", asked),
        **spread(f"answer_cell_ms{name}", answers("cell", clicks)),
        **spread(f"answer_key_ms{name}", answers("cell", clicks, act=tap)),
        **spread(f"floor_cell_ms{name}", reflexes("cell", clicks)),
    }


def main() -> None:
    """Measure on a display of its own and print the line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    if lacking := missing_programs("Xvfb", "openbox"):
        sys.exit(f"Expected {', '.join(lacking)} to be installed; install with apt-get.")
    figures: dict[str, float] = {}
    with display_server(window_manager=False) as server:
        os.environ.update(server.env)
        with wakeful() as awake:
            figures |= {"wakeful": float(awake)} | quickest(given.clicks, "_bare")
            figures |= spread("think_ms_bare", thoughts(given.clicks))
        shared().close()  # the next display may get the same name
    with display_server() as server:
        os.environ.update(server.env)
        with wakeful():
            figures |= quickest(given.clicks)
            share, rate = watch(given.seconds)
        figures |= spread("answer_cell_ms_drowsy", answers("cell", given.clicks))
        for name, size in WINDOWS.items():
            ours, raw = of_raw(*size)
            figures |= {f"capture_ms_{name}": ours, f"capture_of_raw_{name}": ours / raw}
        figures |= {"watch_cpu": share, "watch_rate": rate, "idle_cpu": idle(given.seconds)}
    report("latency", {name: round(value, 4) for name, value in figures.items()}, keep=given.keep)


if __name__ == "__main__":
    main()
