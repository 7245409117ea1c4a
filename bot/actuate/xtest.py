"""Clicks and keys through X11's XTEST: what a game cannot tell from a real mouse and keyboard."""

from __future__ import annotations

import atexit
from collections.abc import Sequence

from bot.action import Action, ActuatorError, Click, Drag, Hover, Key, Wait
from bot.actuate import pixel
from bot.clock import Clock
from bot.frame import Frame, Point
from bot.target import Target, TargetError
from bot.x11.arrival import arrived
from bot.x11.display import Display
from bot.x11.forms import FAKE_INPUT
from bot.x11.hold import Hold
from bot.x11.keys import Keyboard, UnknownKey
from bot.x11.watchdog import BUTTON_PRESS, KEY_PRESS, RELEASES, Watchdog
from bot.x11.windows import XWindow, pointer

_MOTION = 6


class XTest:
    """Plays on an X11 display, on the connection it is given."""

    def __init__(self, display: Display, clock: Clock, target: Target | None = None, *, guarded: bool = False) -> None:
        """With a `target` a button goes down only where that still lies when the pointer has arrived; a window that is
        asked about on the same connection may be held meanwhile. A `guarded` hand has a watchdog, which releases what
        is down if this process is killed. Raises NoDisplay where the server has no XTEST.
        """
        self.display = display
        self.clock = clock
        self.target = target
        display.require("XTEST")
        self._keyboard = Keyboard(display)
        self._watchdog = Watchdog(display.name) if guarded else None
        self._down: list[tuple[int, int]] = []
        self._left: Point | None = None
        """Where the pointer was at the last release."""
        self._hold = Hold(display)
        if isinstance(target, XWindow) and target.display is display:
            # Of two hands on one window each ends what is held before it waits, whoever of them came last.
            self._hold = target.hold = target.hold or self._hold
        atexit.register(self.close)

    def perform(self, action: Action, frame: Frame) -> None:
        """Do it; the server has all of it when this returns. A button goes down only where the pointer has arrived, or
        nothing can keep it from that. Raises ActuatorError, Slipped among them, and TargetError where the target or the
        display is gone.
        """
        try:
            match action:
                case Click(at, button, hold):
                    there = frame.to_screen(at)
                    self._bring(there, frame, button.value)
                    self._press(BUTTON_PRESS, button.value, hold)
                    self._hold.proven = self._left == Point(*pixel(there))
                case Drag(button=button, hold=hold):
                    start, *way = (frame.to_screen(point) for point in action.path)
                    self._bring(way[-1], frame)  # it is let go there
                    self._bring(start, frame, button.value)
                    self._press(BUTTON_PRESS, button.value, hold, way)
                case Hover(at):
                    self._move(frame.to_screen(at))
                    self.display.settle()
                case Key(name, hold):
                    code = self._keyboard.code(name)
                    self._tell(KEY_PRESS, code)
                    self._press(KEY_PRESS, code, hold)
                case Wait(seconds):
                    self.clock.sleep(seconds)
        except UnknownKey as error:
            raise ActuatorError(str(error)) from error

    def close(self) -> None:
        """Release every key and button that is still down. May be called twice."""
        atexit.unregister(self.close)
        try:
            while self._down:
                self._release(*self._down[-1])
            self.display.settle()
        except TargetError:  # the server is gone, and with it everything that was held
            self._down.clear()
        if self._watchdog is not None:
            self._watchdog.close()

    def _bring(self, point: Point, frame: Frame, button: int | None = None) -> None:
        """Move the pointer and see it arrive; the watchdog hears before which button will be pressed there. Where the
        display is held the pointer leaves with the press.
        """
        self._move(point)  # it leaves together with the question whether it has arrived
        if button is not None:
            self._tell(BUTTON_PRESS, button)
        if self._hold.taken:
            return
        try:
            arrived(self.display, Point(*pixel(point)), self.clock, frame, self.target)
        except (ActuatorError, TargetError):
            if button is not None:
                self._tell(RELEASES[BUTTON_PRESS], button)
            raise

    def _move(self, point: Point) -> None:
        self._send(_MOTION, 0, *pixel(point))

    def _press(self, kind: int, detail: int, hold: float, way: Sequence[Point] = ()) -> None:
        """Press what the watchdog was told of, hold and release it, with the pointer moved along a way before; the
        release comes also when it is broken off.
        """
        self._down.append((kind, detail))
        try:
            self._send(kind, detail)
            self._hold.end()
            self.display.flush()
            self._stay(hold)
            for point in way:
                self._move(point)
                self._stay(hold)
        finally:
            self._release(kind, detail)

    def _stay(self, seconds: float) -> None:
        if seconds > 0:
            self.display.settle()
            self.clock.sleep(seconds)

    def _release(self, kind: int, detail: int) -> None:
        self._send(RELEASES[kind], detail)
        self._down.remove((kind, detail))
        self._left = pointer(self.display)  # which is answered when all is done
        self._tell(RELEASES[kind], detail)

    def _tell(self, kind: int, detail: int) -> None:
        if self._watchdog is not None:
            self._watchdog.tell(kind, detail)

    def _send(self, kind: int, detail: int, x: int = 0, y: int = 0) -> None:
        with self.display.talk():
            self.display.wire.send(FAKE_INPUT, kind, detail, 0, self.display.root, x, y, 0)
