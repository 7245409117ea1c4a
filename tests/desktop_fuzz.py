"""A restless desktop: windows move, shrink, cover each other, vanish and take the keyboard while somebody plays in one.

All windows belong to a connection that is not the player's and write down every press. The floor lies under all of
them, so nothing that misses the target goes unheard.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, Protocol

import xcffib.xproto as x

from bot.action import Action, ActuatorError, Click, Drag, Key
from bot.actuate.gate import Gate, GateRules, Refused
from bot.actuate.xtest import XTest
from bot.capture import Capture, CaptureError
from bot.capture.native import NativeCapture
from bot.clock import RealClock
from bot.frame import Box, Frame, Point
from bot.target import NoWindow, TargetError
from bot.x11.display import Display
from bot.x11.windows import XWindow

_HEARD: Final = {x.ButtonPressEvent: "button", x.KeyPressEvent: "key"}
_PRESSES: Final = x.EventMask.ButtonPress | x.EventMask.KeyPress
MENUS: Final = 3
ARRIVES: Final = 0.5
"""Seconds in which a press arrives."""


class Hasty(RealClock):
    """Nobody has to be waited for where no window manager looks at clicks first."""

    def sleep(self, seconds: float) -> None:
        """Go on at once."""


class Desktop:
    """The windows and what they heard."""

    def __init__(self, name: str, seed: int, *, managed: bool = False) -> None:
        """Open a floor, a target and some menus. A `managed` target is moved by the window manager."""
        self.display = Display(name)
        self.chance = random.Random(seed)
        self.heard: Counter[str] = Counter()
        with self.display.talk() as core:
            size = core.GetGeometry(self.display.root).reply()
        self.screen = size.width, size.height
        self.names: dict[int, str] = {}
        self._at = [200, 150]
        self._managed = managed
        self._player: Display | None = None
        self._floor = self._open("floor", Box(0, 0, *self.screen))
        self.target = self._open("target", Box(200, 150, 300, 200), free=not managed)
        self.menus = [self._open("menu", Box(10, 10, 60, 40), shown=False) for _ in range(MENUS)]
        self.window = XWindow(self.display, self.target, "Target")
        self.display.settle()

    def player(self) -> tuple[NativeCapture, Gate]:
        """Eyes and a hand in the target, on a connection of their own."""
        clock = RealClock() if self._managed else Hasty()
        self._player = Display(self.display.name)
        window = XWindow(self._player, self.target, "Target")
        hand = XTest(self._player, clock, window)
        return NativeCapture(window, clock), Gate(hand, window, clock, GateRules(gap=0, stale=60))

    def stir(self) -> str:
        """Do one thing at random; what it was. The server has done it when this returns."""
        with self.display.talk() as core:  # a window manager may have put it over its windows
            core.ConfigureWindow(self._floor, x.ConfigWindow.StackMode, [x.StackMode.Below])
        do = self.chance.choice(
            [self._move, self._resize, self._cover, self._uncover, self._raise, self._focus, self._blink]
        )
        with self.display.talk() as core:
            do(core)
        self.display.settle()
        return do.__name__.strip("_")

    def rest(self) -> None:
        """Let nothing happen until what was pressed has arrived, where a window manager looks at it first."""
        end, before = time.monotonic() + ARRIVES, self.heard.total()
        while self._managed and self.listen().total() == before and time.monotonic() < end:
            time.sleep(0.001)

    def listen(self) -> Counter[str]:
        """How many presses each kind of window has heard so far: `button target`, `key floor` …"""
        self.display.settle()
        for event in self._events():
            if type(event) in _HEARD:
                self.heard[f"{_HEARD[type(event)]} {self.names.get(event.event, 'other')}"] += 1
        return self.heard

    def _events(self) -> Iterator[Any]:
        """What came in; that a window which is not shown cannot have the keyboard is no news."""
        while True:
            try:
                yield from self.display.events()
            except NoWindow:
                continue
            return

    def close(self) -> None:
        """Close all windows."""
        if self._player is not None:
            self._player.close()
        self.display.close()

    def _open(self, name: str, box: Box, *, free: bool = True, shown: bool = True) -> int:
        window = self.display.new_id()
        settings = x.CW.BackPixel | x.CW.OverrideRedirect | x.CW.EventMask
        values = [self.chance.randrange(1 << 24), int(free), _PRESSES]
        sides = (int(side) for side in box)
        with self.display.talk() as core:
            core.CreateWindow(0, window, self.display.root, *sides, 0, x.WindowClass.InputOutput, 0, settings, values)
            if shown:
                core.MapWindow(window)
        self.names[window] = name
        return window

    def _somewhere(self) -> list[int]:
        """A corner from which most of the target, but not always all of it, lies on the screen."""
        return [self.chance.randrange(-60, self.screen[0] - 150), self.chance.randrange(-40, self.screen[1] - 100)]

    def _move(self, core: Any) -> None:
        self._at = self._somewhere()
        core.ConfigureWindow(self.target, x.ConfigWindow.X | x.ConfigWindow.Y, list(self._at))

    def _resize(self, core: Any) -> None:
        sides = [self.chance.randrange(40, 400), self.chance.randrange(40, 300)]
        core.ConfigureWindow(self.target, x.ConfigWindow.Width | x.ConfigWindow.Height, sides)

    def _cover(self, core: Any) -> None:
        """Open a menu, half of the time on the target."""
        left, top = self._at if self.chance.random() < 0.5 else self._somewhere()
        values = [left + self.chance.randrange(-50, 200), top + self.chance.randrange(-50, 150)]
        values += [self.chance.randrange(20, 200), self.chance.randrange(20, 200), x.StackMode.Above]
        menu, place = self.chance.choice(self.menus), x.ConfigWindow.X | x.ConfigWindow.Y
        size, order = x.ConfigWindow.Width | x.ConfigWindow.Height, x.ConfigWindow.StackMode
        core.ConfigureWindow(menu, place | size | order, values)
        core.MapWindow(menu)

    def _uncover(self, core: Any) -> None:
        core.UnmapWindow(self.chance.choice(self.menus))

    def _raise(self, core: Any) -> None:
        core.ConfigureWindow(self.target, x.ConfigWindow.StackMode, [x.StackMode.Above])

    def _focus(self, core: Any) -> None:
        window = self.target if self.chance.random() < 0.7 else self._floor
        core.SetInputFocus(x.InputFocus.PointerRoot, window, 0)

    def _blink(self, core: Any) -> None:
        if self.chance.random() < 0.2:
            core.UnmapWindow(self.target)
        core.MapWindow(self.target)


class Restless(Protocol):
    """A desktop to fuzz on."""

    def player(self) -> tuple[Capture, Gate]:
        """Eyes and a hand in the target."""

    def stir(self) -> object:
        """Do one thing at random; it is done when this returns."""

    def rest(self) -> None:
        """Let nothing happen until what was pressed has arrived."""

    def listen(self) -> Counter[str]:
        """How many presses each kind of window has heard so far."""


def play(desktop: Restless, steps: int, seed: int) -> Counter[str]:
    """Look, click, drag and press at random in the target, through the gate; what was let through, by its kind, and
    what was refused, by the rule.
    """
    chance, fates = random.Random(seed), Counter[str]()
    capture, gate = desktop.player()
    frame: Frame | None = None
    for step in range(steps):
        for _ in range(chance.randrange(3)):
            desktop.stir()
        try:
            if frame is None or chance.random() < 0.7:
                frame = capture.grab()
            action = _some_action(chance, frame)
            for _ in range(chance.randrange(2)):
                desktop.stir()
            gate.perform(action, frame)
            fates[type(action).__name__.lower()] += 1
            desktop.rest()
        except Refused as refusal:
            fates[refusal.rule] += 1
        except ActuatorError:
            fates["not arrived"] += 1
        except (TargetError, CaptureError):
            fates["gone"] += 1
        if step % 200 == 0:
            desktop.listen()
    capture.close()
    gate.close()
    return fates


def _some_action(chance: random.Random, frame: Frame) -> Action:
    """A click mostly in the frame, a drag, or a key."""
    width, height = frame.size
    at = Point(chance.uniform(-9, width + 9), chance.uniform(-9, height + 9))
    kind = chance.random()
    if kind < 0.2:
        return Key("Left", hold=0)
    if kind < 0.3:
        return Drag(at, Point(chance.uniform(0, width), chance.uniform(0, height)), steps=3)
    return Click(at)
