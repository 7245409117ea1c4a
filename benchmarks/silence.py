"""How soon it is silent when it has to be: `python -m benchmarks.silence [--rounds 60] [--keep]`.

A process clicks as fast as the gate lets it; an observer that is not the bot (XInput's raw events) hears every device.
`panic_ms`, `sigint_ms` and `sigterm_ms` are from the panic key going down, and from the signal, to the last event of
the hand; 0 where none came later; `pointer_ms` from a person's hand beginning to move the mouse, at the speed of a
slow hand. For `focus_ms` the process types, and somebody gives the keyboard to another window. `killed_ms` is from a
SIGKILL in the middle of a long press to the key being released by the watchdog. `_p99` is the worst where there are
fewer than a hundred rounds.
"""

from __future__ import annotations

import argparse
import os
import select
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from benchmarks.flasher import SIZE
from benchmarks.line import report
from bot.actuate.xtest import XTest
from bot.clock import RealClock
from bot.frame import Box, Point
from bot.x11.display import shared
from bot.x11.keys import Keyboard
from bot.x11.watchdog import KEY_PRESS, KEY_RELEASE
from bot.x11.windows import XWindow
from tests.bot.observer import Look, Observer
from tests.display import display_server, missing_programs, wait_for
from tests.raw_input import Raw, RawInput

ROOT = Path(__file__).parents[1]
PANIC = "Control_L", "Alt_L", "q"
STEPS, SWING, STRIDE, PACE = 2000, 60, 5, 0.002
"""How a person moves the mouse: steps at the most, steps to and fro, pixels a step, seconds between two."""
UNDER_WAY = 0.1
"""Seconds for which events may still come in that were sent before it said that it stopped."""


@contextmanager
def hand(what: str, window: int, rounds: int) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """A process that clicks, or holds a key, round after round."""
    command = [sys.executable, "-m", "tests.busy_hand", what, str(window), str(rounds)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process, process.stdout


def stops(
    board: Observer, rounds: int, stop: Callable[[subprocess.Popen[str]], float], what: str, rule: str = "stopped"
) -> list[float]:
    """Milliseconds from a stop, which tells when it came, to the last event after it, by the display's own clock."""
    taken = []
    ears = RawInput()
    board.window.activate()
    with hand(what, board.id, rounds) as (process, said):
        assert process.stdin is not None
        for number in range(rounds):
            if number:
                board.window.activate()
                process.stdin.write("again\n")
                process.stdin.flush()
            assert said.readline() == "ready\n"
            heard: list[Raw] = []
            while len(heard) < 20 + 7 * (number % 5):
                heard += ears.heard(0.003)
            start = stop(process)
            end = said.readline()
            assert end == f"stopped {rule}\n", f"Expected it to stop by {rule}, found {end!r}."
            heard += ears.heard(UNDER_WAY)
            theirs = [Keyboard(shared()).code(name) for name in PANIC]
            start = next((one.ms for one in heard if (one.what, one.code) == ("key down", theirs[-1])), start)
            ours = (one.ms for one in heard if one.what.startswith("button") or one.code not in theirs)
            taken.append(max(0.0, *(ms - start for ms in ours)))
    ears.close()
    return taken


def panic(_: subprocess.Popen[str]) -> float:
    """Press the panic key, as a person does."""
    person, start = XTest(shared(), RealClock()), now()
    codes = [Keyboard(shared()).code(name) for name in PANIC]
    for kind, order in ((KEY_PRESS, codes), (KEY_RELEASE, codes[::-1])):
        for code in order:
            person._send(kind, code)
    shared().settle()
    person.close()
    return start


def signalled(number: signal.Signals, process: subprocess.Popen[str]) -> float:
    """Send a signal."""
    start = now()
    process.send_signal(number)
    return start


def moved(process: subprocess.Popen[str]) -> float:
    """Move the mouse to and fro, a few pixels at a time, as a person does, until the hand has stopped."""
    person, said, start = XTest(shared(), RealClock()), process.stdout, now()
    assert said is not None
    for step in range(STEPS):
        person._move(Point(300 + STRIDE * abs(step % SWING - SWING // 2), 300))
        shared().settle()
        if select.select([said], (), (), PACE)[0]:
            break
    person.close()
    return start


def elsewhere(window: XWindow, _: subprocess.Popen[str]) -> float:
    """Give the keyboard to another window."""
    revert_to_root = 1
    start = now()
    with shared().talk() as core:
        core.SetInputFocus(revert_to_root, window.id, 0)
    shared().settle()
    return start


def now() -> float:
    """Milliseconds of the clock that the display has, too."""
    return 1000 * time.monotonic()


def killed(board: Observer, rounds: int) -> list[float]:
    """Milliseconds from a SIGKILL in the middle of a press to the key coming up."""
    taken = []
    board.window.activate()
    left = Keyboard(shared()).code("Left")
    for _ in range(rounds):
        ears = RawInput()
        with hand("hold", board.id, 1) as (process, said):
            assert said.readline() == "ready\n"
            wait_for(lambda: Raw("key down", left, 0) in _timeless(ears), "the key to be down")  # noqa: B023
            time.sleep(1.0)  # a watchdog takes a moment to wake up
            start = now()
            process.kill()
            up = wait_for(lambda: next((one for one in ears.heard() if one.what == "key up"), None), "the key to be up")  # noqa: B023
            taken.append(up.ms - start)
        ears.close()
    return taken


def _timeless(ears: RawInput) -> list[Raw]:
    return [Raw(one.what, one.code, 0) for one in ears.heard()]


def main() -> None:
    """Measure on a display of its own and print the line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    if lacking := missing_programs("Xvfb", "openbox"):
        sys.exit(f"Expected {', '.join(lacking)} to be installed; install with apt-get.")
    with display_server() as server:
        os.environ.update(server.env)
        with (
            Observer(server, Box(700, 600, 200, 100), Look(title="Other")) as other,
            Observer(server, Box(60, 60, *SIZE)) as board,
        ):
            taken = {
                "panic_ms": stops(board, given.rounds, panic, "click"),
                "sigint_ms": stops(board, given.rounds, partial(signalled, signal.SIGINT), "click"),
                "sigterm_ms": stops(board, given.rounds, partial(signalled, signal.SIGTERM), "click"),
                "pointer_ms": stops(board, given.rounds, moved, "click", "person"),
                "focus_ms": stops(board, given.rounds, partial(elsewhere, other.window), "type", "focus"),
                "killed_ms": killed(board, max(3, given.rounds // 10)),
            }
    figures: dict[str, float] = {}
    for name, values in taken.items():
        worst = statistics.quantiles(values, n=100)[98] if len(values) >= 100 else max(values)
        middle = statistics.median(values)
        figures |= {
            f"{name}_p50": round(middle, 2),
            f"{name}_p99": round(worst, 2),
            f"{name}_max": round(max(values), 2),
        }
    report("silence", {"rounds": given.rounds, **figures}, keep=given.keep)


if __name__ == "__main__":
    main()
