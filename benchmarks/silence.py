"""How soon it is silent when it has to be: `python -m benchmarks.silence [--rounds 60] [--keep]`.

A process clicks as fast as the gate lets it; an observer that is not the bot (XInput's raw events) hears every device.
`panic_ms` and `sigterm_ms` are from the panic key going down, and from the signal, to the last event of the hand; 0
where none came later. `killed_ms` is from a SIGKILL in the middle of a long press to the key being released by the
watchdog.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from benchmarks.flasher import SIZE
from benchmarks.line import report
from bot.actuate.xtest import XTest
from bot.clock import RealClock
from bot.frame import Box
from bot.x11.display import shared
from bot.x11.keys import Keyboard
from bot.x11.watchdog import KEY_PRESS, KEY_RELEASE
from tests.bot.observer import Observer
from tests.display import display_server, missing_programs, wait_for
from tests.raw_input import Raw, RawInput

ROOT = Path(__file__).parents[1]
UNDER_WAY = 0.1
"""Seconds for which events may still come in that were sent before it said that it stopped."""


@contextmanager
def hand(what: str, window: int, rounds: int) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """A process that clicks, or holds a key, round after round."""
    command = [sys.executable, "-m", "tests.busy_hand", what, str(window), str(rounds)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process, process.stdout


def stops(window: int, rounds: int, stop: Callable[[subprocess.Popen[str]], None]) -> list[float]:
    """Milliseconds from a stop to the last event after it, by the display's own clock."""
    taken = []
    ears = RawInput()
    q = Keyboard(shared()).code("q")
    with hand("click", window, rounds) as (process, said):
        assert process.stdin is not None
        for number in range(rounds):
            if number:
                process.stdin.write("again\n")
                process.stdin.flush()
            assert said.readline() == "ready\n"
            heard: list[Raw] = []
            while len(heard) < 20 + 7 * (number % 5):
                heard += ears.heard(0.003)
            start = 1000 * time.monotonic()
            stop(process)
            assert said.readline().startswith("stopped")
            heard += ears.heard(UNDER_WAY)
            start = next((one.ms for one in heard if (one.what, one.code) == ("key down", q)), start)
            taken.append(max(0.0, *(one.ms - start for one in heard if one.what.startswith("button"))))
    ears.close()
    return taken


def panic(_: subprocess.Popen[str]) -> None:
    """Press Ctrl+Alt+q, as a person does."""
    person = XTest(shared(), RealClock())
    codes = [Keyboard(shared()).code(name) for name in ("Control_L", "Alt_L", "q")]
    for kind, order in ((KEY_PRESS, codes), (KEY_RELEASE, codes[::-1])):
        for code in order:
            person._send(kind, code)
    shared().settle()
    person.close()


def killed(window: int, rounds: int) -> list[float]:
    """Milliseconds from a SIGKILL in the middle of a press to the key coming up."""
    taken = []
    left = Keyboard(shared()).code("Left")
    for _ in range(rounds):
        ears = RawInput()
        with hand("hold", window, 1) as (process, said):
            assert said.readline() == "ready\n"
            wait_for(lambda: Raw("key down", left, 0) in _timeless(ears), "the key to be down")  # noqa: B023
            time.sleep(1.0)  # a watchdog takes a moment to wake up
            start = 1000 * time.monotonic()
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
        with Observer(server, Box(60, 60, *SIZE)) as board:
            board.window.activate()
            taken = {
                "panic_ms": stops(board.id, given.rounds, panic),
                "sigterm_ms": stops(board.id, given.rounds, lambda process: process.send_signal(signal.SIGTERM)),
                "killed_ms": killed(board.id, max(3, given.rounds // 10)),
            }
    figures: dict[str, float] = {}
    for name, values in taken.items():
        figures |= {f"{name}_p50": round(statistics.median(values), 2), f"{name}_max": round(max(values), 2)}
    report("silence", {"rounds": given.rounds, **figures}, keep=given.keep)


if __name__ == "__main__":
    main()
