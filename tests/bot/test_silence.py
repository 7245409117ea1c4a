"""After a stop nothing more is clicked: judged by an observer that is not the bot."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from bot.actuate.xtest import XTest
from bot.clock import RealClock
from bot.frame import Box
from bot.x11.display import shared
from bot.x11.keys import Keyboard
from tests.bot.observer import Observer
from tests.display import DisplayServer, wait_for
from tests.raw_input import Raw, RawInput

pytestmark = pytest.mark.x11
ROOT = Path(__file__).parents[2]
PLACE = Box(220, 130, 300, 170)


@contextmanager
def busy(display: DisplayServer, window: int) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """A process that clicks on a window as fast as it may; it has begun."""
    command = [sys.executable, "-m", "tests.busy_hand", "click", str(window), "1"]
    with subprocess.Popen(command, cwd=ROOT, env=display.env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process, process.stdout


def panic(_: subprocess.Popen[str]) -> None:
    """Press Ctrl+Alt+q, as a person does."""
    hand = XTest(shared(), RealClock())
    codes = [Keyboard(shared()).code(name) for name in ("Control_L", "Alt_L", "q")]
    for kind, order in ((2, codes), (3, codes[::-1])):
        for code in order:
            hand._send(kind, code)
    shared().settle()
    hand.close()


def presses(raw: list[Raw]) -> int:
    return sum(one.what == "button down" for one in raw)


@pytest.mark.parametrize(
    "stop",
    [panic, lambda process: process.send_signal(signal.SIGINT), lambda process: process.send_signal(signal.SIGTERM)],
    ids=["panic key", "Ctrl-C", "SIGTERM"],
)
def test_it_stops_clicking_and_lets_go(display: DisplayServer, stop: Callable[[subprocess.Popen[str]], None]) -> None:
    ears = RawInput(display.name)
    with Observer(display, PLACE) as board, busy(display, board.id) as (process, said):
        heard: list[Raw] = []
        while presses(heard) < 5:
            heard += ears.heard(0.05)
        stop(process)
        assert said.readline() == "stopped stopped\n"
        said_so = 1000 * time.monotonic()
        process.wait()
        # a window manager that is busy has later heard what was let through before
        wait_for(board.window.at_rest, "the window manager to have done what it had in hand")
        heard += ears.heard(0.05)
        ears.close()
    clicks = [one for one in heard if one.what.startswith("button")]
    assert max(one.ms for one in clicks) <= said_so, "after it said so nothing comes"
    assert [one.what for one in clicks] == ["button down", "button up"] * (len(clicks) // 2)


def test_the_panic_key_lets_no_more_through_than_is_under_way(display: DisplayServer) -> None:
    ears = RawInput(display.name)
    with Observer(display, PLACE) as board, busy(display, board.id) as (process, said):
        heard: list[Raw] = []
        while presses(heard) < 5:
            heard += ears.heard(0.05)
        panic(process)
        assert said.readline() == "stopped stopped\n"
        heard += ears.heard()
        ears.close()
    q = Keyboard(shared()).code("q")
    pressed = next(one.ms for one in heard if (one.what, one.code) == ("key down", q))
    # By the time when they were let through: a window manager that is busy has them heard later.
    assert presses([one for one in heard if one.ms > pressed]) <= 2, (
        "one click is on its way, one more may have been let through already"
    )
