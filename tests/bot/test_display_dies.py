"""A display that dies at any moment whatever: each is told in a sentence, as a screen that was lost."""

from __future__ import annotations

import itertools
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest

from bot.action import Action, Click, Drag, Hover, Key
from bot.actuate.gate import Gate, GateRules
from bot.actuate.xtest import XTest
from bot.capture.native import NativeCapture
from bot.devices import open_stopper, open_target
from bot.frame import Box, Frame, Point
from bot.pilot import Pilot, Tally
from bot.reading import Reading, Sight
from bot.session import Bounds, Session
from bot.step import Act, Ending, Look, Step, Stop
from bot.target import TargetError
from bot.x11 import display as displays
from bot.x11.display import Display, shared
from bot.x11.windows import list_windows
from tests.bot.observer import Observer
from tests.display import DisplayServer

pytestmark = pytest.mark.x11

PLACE = Box(300, 200, 240, 160)
ACTIONS: tuple[Action, ...] = (
    Click(Point(20, 30)),
    Drag(Point(20, 30), Point(60, 30)),
    Hover(Point(9, 9)),
    Key("Left", 0.001),
)


class Death:
    """Cuts every connection that was opened meanwhile before the conversation of this number."""

    def __init__(self, moment: int) -> None:
        self.moment = moment
        self.talks = 0
        self.lives: list[Display] = []
        self.done = False
        """Whether all was done that the game needs."""
        self.late = False
        """Whether that was so when the display died: then the last picture may already show the end."""

    def talk(self, display: Display) -> None:
        """Another conversation begins."""
        if display not in self.lives:
            self.lives.append(display)
        if self.talks == self.moment:
            self.late = self.done
            for one in self.lives:
                if not one.lost:
                    with socket.socket(fileno=os.dup(one.fileno())) as wire:
                        wire.shutdown(socket.SHUT_RDWR)
        self.talks += 1


@pytest.fixture
def dying(display: DisplayServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Death]]:
    """The last of the list watches over what is said to the display."""
    deaths: list[Death] = []
    talk = Display.talk

    @contextmanager
    def watched(self: Display) -> Iterator[Any]:
        if deaths and self is not display.connection:
            deaths[-1].talk(self)
        with talk(self) as core:
            yield core

    monkeypatch.setattr(Display, "talk", watched)
    yield deaths
    displays._open.pop(display.name, None)


class Blank:
    """Eyes that see nothing in particular."""

    def read(self, frame: Frame) -> Reading:
        """The same of every frame."""
        return Reading(frame.time, Sight.CLEAR)


class Script:
    """A pilot that does one thing after the other, then looks once more and has won."""

    def __init__(self, death: Death) -> None:
        self.death = death
        self.tally = Tally()
        self.plan = None
        self._steps: list[Step] = [
            *(Act((), (action,)) for action in ACTIONS),
            Look("once more"),
            Stop(Ending.WON, "all was done"),
        ]

    def tick(self, _: Reading) -> Step:
        """The next of it."""
        return self._steps.pop(0)

    def performed(self, actions: int) -> None:
        """What the gate held back, because a busy machine showed it an old picture, is not done again."""
        self.death.done = not any(isinstance(step, Act) for step in self._steps)

    def out_of_sight(self, why: str) -> str:
        """Nothing more is known of why the display is gone."""
        return why


def live(death: Death) -> Ending:
    """A session that looks, waits, clicks, presses and stops, with all that a game on X11 has; how it ended."""
    list_windows(shared())
    stopper, _ = open_stopper()
    with stopper:
        target = open_target(window="observer")
        capture = NativeCapture(target, stopper)
        try:
            gate = Gate(XTest(shared(), stopper), target, stopper, GateRules(gap=0.001), lambda: stopper.reason)
            pilot = cast(Pilot, Script(death))
            session = Session(
                capture, Blank(), pilot, gate, stopper, Bounds(look=0.001), stopped=lambda: stopper.reason
            )
            report = session.run()
        finally:
            capture.close()
            capture.close()
    assert report.why
    return report.ending


def test_at_every_moment(dying: list[Death], display: DisplayServer) -> None:
    with Observer(display, PLACE) as board:
        board.window.activate()
        moments = itertools.count()
        while True:
            death = Death(next(moments))
            dying.append(death)
            try:
                ending = live(death)
            except TargetError as error:  # before it began
                assert str(error)
                ending = Ending.LOST_SCREEN
            if death.talks <= death.moment:
                break
            dying.pop()
            displays._open.clear()
            assert ending is Ending.LOST_SCREEN or (death.late and ending is Ending.WON), f"before talk {death.moment}"
    assert death.moment > 50
