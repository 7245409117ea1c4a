"""Stopping by signal, by panic key, by hand."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from bot.action import Key
from bot.actuate.xtest import XTest
from bot.clock import Clock, RealClock
from bot.frame import Frame
from bot.stop import Stopper
from bot.x11.display import shared
from bot.x11.hotkey import PANIC, Hotkey, NoHotkey
from bot.x11.keys import Keyboard
from tests.display import DisplayServer, display_server, wait_for

LONG = 60.0
FRAME = Frame(np.zeros((1, 1, 4), np.uint8), 0.0)


class FakePanicKey:
    """A panic key on a pipe."""

    keys = "Ctrl+Alt+p"
    lost = False

    def __init__(self) -> None:
        self.reader, self.writer = os.pipe()
        self.closed = False

    def press(self, byte: bytes = b"!") -> None:
        os.write(self.writer, byte)

    def pressed(self) -> bool:
        os.set_blocking(self.reader, False)
        try:
            return b"!" in os.read(self.reader, 16)
        except BlockingIOError:
            return False

    def fileno(self) -> int:
        return self.reader

    def close(self) -> None:
        self.closed = True
        os.close(self.reader)
        os.close(self.writer)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (signal.SIGINT, "Stopped by Ctrl-C."),
        (signal.SIGTERM, "Stopped by SIGTERM."),
        (signal.SIGTSTP, "Stopped by Ctrl-Z."),
    ],
)
def test_a_signal_gives_the_reason_and_the_old_handlers_come_back(number: signal.Signals, reason: str) -> None:
    before = [signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)]
    with Stopper() as stopper:
        assert not stopper.reason
        signal.raise_signal(number)
        assert stopper.reason == reason
    assert [signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)] == before


def test_a_second_ctrl_c_interrupts_at_once() -> None:
    with Stopper() as stopper, pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
        assert stopper.reason == "Stopped by SIGTERM."
        signal.raise_signal(signal.SIGINT)


def test_the_first_reason_stays() -> None:
    with Stopper() as stopper:
        stopper.stop("The window was closed.")
        stopper.stop("Later.")
        assert stopper.reason == "The window was closed."


def test_a_sleep_ends_with_a_signal() -> None:
    clock: Clock
    with Stopper() as stopper:
        clock = stopper
        threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGTERM)).start()
        start = clock.now()
        clock.sleep(LONG)
        assert clock.now() - start < LONG
        assert stopper.reason == "Stopped by SIGTERM."
        clock.sleep(LONG)
        assert clock.now() - start < LONG


def test_a_sleep_ends_with_the_panic_key() -> None:
    panic = FakePanicKey()
    with Stopper(panic) as stopper:
        threading.Timer(0.02, panic.press).start()
        start = stopper.now()
        stopper.sleep(LONG)
        assert stopper.now() - start < LONG
        assert stopper.reason == "Stopped by the panic key Ctrl+Alt+p."
    assert panic.closed


def test_a_sleep_goes_on_after_other_events() -> None:
    panic = FakePanicKey()
    with Stopper(panic) as stopper:
        panic.press(b".")
        start = stopper.now()
        stopper.sleep(0.03)
        assert stopper.now() - start >= 0.03
        assert stopper.reason is None


def test_in_another_thread_signals_are_left_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen: list[object] = []

    def run() -> None:
        with Stopper() as stopper:
            seen.append(signal.getsignal(signal.SIGINT))
            stopper.stop("Enough.")
            stopper.sleep(LONG)
            seen.append(stopper.reason)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [before, "Enough."]


@pytest.fixture
def panic(display: DisplayServer) -> Iterator[Hotkey]:
    hotkey = Hotkey()
    yield hotkey
    hotkey.close()


def press_panic(display: DisplayServer) -> None:
    """Press Ctrl+Alt+q as a person would."""
    hand = XTest(shared(), RealClock())
    keys = [Keyboard(shared()).code(name) for name in ("Control_L", "Alt_L", "q")]
    for kind, order in ((2, keys), (3, keys[::-1])):
        for code in order:
            hand._send(kind, code)
    shared().settle()
    hand.close()


@pytest.mark.x11
def test_the_panic_key_is_caught_wherever_the_keyboard_is(display: DisplayServer, panic: Hotkey) -> None:
    with Stopper(panic) as stopper:
        XTest(shared(), RealClock()).perform(Key("q", hold=0), FRAME)
        assert stopper.reason is None
        press_panic(display)
        stopper.sleep(LONG)
        assert stopper.reason == f"Stopped by the panic key {PANIC}."


@pytest.mark.x11
def test_a_sleep_goes_on_when_the_display_of_the_panic_key_dies() -> None:
    """The next look tells that the display is gone; the sleep neither fails nor turns round and round."""
    asked = 0

    class Counted(Hotkey):
        def pressed(self) -> bool:
            nonlocal asked
            asked += 1
            return super().pressed()

    with display_server(window_manager=False) as server, Stopper(Counted(name=server.name)) as stopper:
        server.kill()
        start = stopper.now()
        stopper.sleep(0.3)
        stopper.sleep(0.01)
        assert stopper.now() - start >= 0.3
        assert stopper.reason is None
        assert asked < 10


@pytest.mark.x11
def test_a_panic_key_that_is_taken_is_told(panic: Hotkey) -> None:
    with pytest.raises(NoHotkey, match=r"already catches Ctrl\+Alt\+q"):
        Hotkey()
    panic.close()
    wait_for(_can_be_caught, "the keys to be free")


def _can_be_caught() -> bool:
    try:
        Hotkey().close()
    except NoHotkey:
        return False
    return True


@pytest.mark.x11
@pytest.mark.parametrize(("keys", "told"), [("Hyper+q", "no modifier 'hyper'"), ("Ctrl+Quit", "'Quit' is no X11 key")])
def test_a_combination_that_is_none_is_told(display: DisplayServer, keys: str, told: str) -> None:
    with pytest.raises(NoHotkey, match=told):
        Hotkey(keys)


@pytest.mark.x11
def test_a_program_that_is_ended_releases_its_keys(display: DisplayServer) -> None:
    """SIGTERM in the middle of a long press, with nobody calling close."""
    code = """
import numpy as np
from bot.action import Key
from bot.actuate.xtest import XTest
from bot.frame import Frame
from bot.stop import Stopper
from bot.x11.display import shared
with Stopper() as stopper:
    print("ready", flush=True)
    XTest(shared(), stopper).perform(Key("Left", hold=60), Frame(np.zeros((1, 1, 4), np.uint8), 0.0))
    print(stopper.reason, flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "ready\n"
        wait_for(lambda: _keys_down(display), "the key to be down")
        run.terminate()
        assert run.stdout.readline() == "Stopped by SIGTERM.\n"
    assert run.returncode == 0
    assert not _keys_down(display)


def _keys_down(display: DisplayServer) -> bool:
    with display.connection.talk() as core:
        return any(bytes(core.QueryKeymap().reply().keys.buf())[:32])
