"""A display that dies at any moment whatever: each is told in a sentence, by an error of Banmen's own."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from bot.action import Action, Click, Drag, Hover, Key
from bot.actuate.gate import Gate, GateRules, Refused
from bot.actuate.xtest import XTest
from bot.capture.native import NativeCapture
from bot.devices import open_stopper, open_target
from bot.errors import BanmenError
from bot.frame import Box, Point
from bot.x11 import display as displays
from bot.x11.display import Display, shared
from bot.x11.windows import list_windows
from tests.bot.observer import Observer
from tests.display import DisplayServer

pytestmark = pytest.mark.x11

PLACE = Box(300, 200, 240, 160)
ACTIONS: list[Action] = [
    Click(Point(20, 30)),
    Drag(Point(20, 30), Point(60, 30)),
    Hover(Point(9, 9)),
    Key("Left", 0.001),
]


class Death:
    """Cuts every connection that was opened meanwhile before the conversation of this number."""

    def __init__(self, moment: int) -> None:
        self.moment = moment
        self.talks = 0
        self.lives: list[Display] = []

    def talk(self, display: Display) -> None:
        """Another conversation begins."""
        if display not in self.lives:
            self.lives.append(display)
        if self.talks == self.moment:
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


def live() -> None:
    """Look, wait, click, press and stop once, with all that a game on X11 has."""
    stopper, _ = open_stopper()
    with stopper:
        target = open_target(window="observer")
        capture = NativeCapture(target, stopper)
        try:
            gate = Gate(XTest(shared(), stopper), target, stopper, GateRules(gap=0), lambda: stopper.reason)
            try:
                for action in ACTIONS:
                    capture.wait(0.001)
                    with suppress(Refused):  # a busy machine may show it an old picture; the talk is what counts
                        gate.perform(action, capture.grab())
                    stopper.sleep(0.001)
            finally:
                gate.close()
        finally:
            capture.close()
            capture.close()
    list_windows(shared())


def test_at_every_moment(dying: list[Death], display: DisplayServer) -> None:
    with Observer(display, PLACE) as board:
        board.window.activate()
        moment = told = 0
        while True:
            dying.append(Death(moment))
            try:
                live()
            except BanmenError as error:
                assert str(error)
                told += 1
            if dying[-1].talks <= moment:
                break
            dying.pop()
            displays._open.clear()
            moment += 1
    assert moment > 50
    assert told > moment / 2
