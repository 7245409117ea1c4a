"""Keys and buttons of a process that is killed are released by another one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import xcffib.res

from bot.action import Click, Key
from bot.actuate.xtest import XTest
from bot.clock import RealClock
from bot.devices import open_actuator
from bot.frame import Frame, Point
from bot.x11.display import Display, shared
from bot.x11.keys import Keyboard
from bot.x11.watchdog import BUTTON_PRESS, KEY_PRESS, KEY_RELEASE, Watchdog
from tests.display import DisplayServer, display_server, wait_for

pytestmark = pytest.mark.x11
ROOT = Path(__file__).parents[2]
FRAME = Frame(np.zeros((1, 1, 4), np.uint8), 0.0)
HOLD = """
import sys
import numpy as np
from bot.action import Button, Click, Key
from bot.clock import RealClock
from bot.devices import open_actuator
from bot.frame import Frame, Point
hand = open_actuator("xtest", RealClock())
press = Key("Left", hold=60) if sys.argv[1] == "key" else Click(Point(5, 5), Button.RIGHT, hold=60)
hand.perform(press, Frame(np.zeros((1, 1, 4), np.uint8), 0.0))
"""


def down(display: Display) -> list[str]:
    """The keys, by code, and buttons that are held down on a display."""
    with display.talk() as core:
        keys = bytes(core.QueryKeymap().reply().keys.buf())[-32:]
        mask = core.QueryPointer(display.root).reply().mask
    codes = [f"key {code}" for code in range(256) if keys[code // 8] >> code % 8 & 1]
    return codes + [f"button {number}" for number in range(1, 6) if mask >> (7 + number) & 1]


@pytest.mark.parametrize("what", ["key", "button"])
def test_what_a_killed_process_held_down_is_released(display: DisplayServer, what: str) -> None:
    held = f"key {Keyboard(shared()).code('Left')}" if what == "key" else "button 3"
    run = subprocess.Popen([sys.executable, "-c", HOLD, what], cwd=ROOT, env=display.env)
    wait_for(lambda: held in down(display.connection), f"{held} to be down")
    run.kill()
    run.wait()
    wait_for(lambda: not down(display.connection), f"{held} to be released")


def test_what_was_released_is_left_alone(display: DisplayServer) -> None:
    """A person may hold the same key when the process ends."""
    dog, person = Watchdog(display.name), XTest(shared(), RealClock())
    left, right = (Keyboard(shared()).code(name) for name in ("Left", "Right"))
    for kind, code in ((KEY_PRESS, left), (KEY_PRESS, right), (KEY_RELEASE, left)):
        dog.tell(kind, code)
    for code in (left, right):
        person._send(KEY_PRESS, code)
    shared().settle()
    assert down(shared()) == [f"key {left}", f"key {right}"]
    dog.close()
    assert down(shared()) == [f"key {left}"]
    person._send(KEY_RELEASE, left)
    shared().settle()
    person.close()
    dog.close()


def test_a_hand_works_on_without_its_watchdog(display: DisplayServer) -> None:
    hand = open_actuator("xtest", RealClock())
    assert isinstance(hand, XTest)
    assert hand._watchdog is not None
    process = hand._watchdog._process
    process.kill()
    process.wait()
    for _ in range(2):
        hand.perform(Key("Left", hold=0), FRAME)
        hand.perform(Click(Point(5, 5)), FRAME)
    hand.close()
    assert down(shared()) == []


def test_a_lost_display_ends_it_without_a_word() -> None:
    with display_server((320, 240), window_manager=False) as server:
        before = connected(server)
        dog = Watchdog(server.name)
        dog.tell(BUTTON_PRESS, 1)
        wait_for(lambda: connected(server) > before, "it to connect")
    dog.close()
    assert dog._process.returncode == 0


def connected(server: DisplayServer) -> int:
    """How many programs are connected to a display."""
    with server.connection.talk():
        return len(list(server.connection.extension(xcffib.res).QueryClients().reply().clients))
