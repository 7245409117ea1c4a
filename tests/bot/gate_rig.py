"""A gate with everything around it simulated: the window, the hand and the clock."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from bot.action import Action, ActuatorError, Click, Drag, Hover, Wait
from bot.actuate.gate import Gate, GateRules, Refused
from bot.frame import Box, Frame, Point
from bot.target import Target, TargetError

BOARD = Box(100, 50, 300, 200)
CLICK = Click(Point(30, 20))
DRAG = Drag(Point(30, 20), Point(130, 20), steps=4)


@dataclass
class ManualClock:
    """A clock that moves when somebody sleeps or sets it."""

    time: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.slept.append(seconds)
        self.time += seconds


@dataclass
class FakeWindow(Target):
    """A window as the test wants it to be."""

    rectangle: Box | None = BOARD
    covered: Box | None = None
    keyboard: bool = True
    mouse: Point | None = Point(0, 0)
    button: bool = False
    title: str = "Board"
    program: str = "board"

    def box(self) -> Box:
        if self.rectangle is None:
            raise TargetError("The window is gone.")
        return self.rectangle

    def on_top(self, point: Point) -> bool:
        return self.covered is None or not self.covered.contains(point)

    def focused(self) -> bool:
        return self.keyboard

    def pointer(self) -> Point | None:
        return self.mouse

    def pressed(self) -> bool:
        return self.button

    def activate(self) -> None:
        self.keyboard = True


@dataclass
class FakeHand:
    """Moves the fake pointer and remembers when it did what."""

    window: FakeWindow
    clock: ManualClock
    done: list[tuple[float, Action]] = field(default_factory=list)
    closed: int = 0
    broken: bool = False

    def perform(self, action: Action, frame: Frame) -> None:
        if self.broken:
            raise ActuatorError("The hand failed.")
        self.done.append((self.clock.time, action))
        if isinstance(action, Drag) and self.window.mouse is not None:
            self.window.mouse = Point(*(side // 1 for side in frame.to_screen(action.end)))
        if isinstance(action, Click | Hover) and self.window.mouse is not None:
            self.window.mouse = Point(*(side // 1 for side in frame.to_screen(action.at)))
        if isinstance(action, Wait):
            self.clock.sleep(action.seconds)

    def close(self) -> None:
        self.closed += 1


class Rig:
    """A gate with everything around it simulated."""

    def __init__(self, rules: GateRules | None = None) -> None:
        self.clock = ManualClock()
        self.window = FakeWindow()
        self.hand = FakeHand(self.window, self.clock)
        self.reason: str | None = None
        self.gate = Gate(self.hand, self.window, self.clock, rules, lambda: self.reason)

    def frame(self, box: Box = BOARD, scale: float = 1.0) -> Frame:
        height, width = int(box.h * scale), int(box.w * scale)
        return Frame(np.zeros((height, width, 4), np.uint8), self.clock.now(), Point(box.x, box.y), scale)

    def pointer_arrives(self, time: float, at: Point) -> None:
        """From this time on, whoever waits finds the pointer there."""

        def arrive(seconds: float) -> None:
            self.clock.time += seconds
            if self.clock.time > time:
                self.window.mouse = at

        self.clock.sleep = arrive  # type: ignore[method-assign]

    def refusal(self, action: Action, frame: Frame | None = None) -> Refused:
        before = len(self.hand.done)
        with pytest.raises(Refused) as caught:
            self.gate.perform(action, frame or self.frame())
        assert len(self.hand.done) == before
        assert self.gate.counts[f"refused {caught.value.rule}"] == 1
        assert str(caught.value) == caught.value.reason
        return caught.value
