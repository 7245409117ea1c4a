"""A program with a cursor that looks at its keys sixty times a second, as many games do; on a clock of its own."""

from __future__ import annotations

import math

import numpy as np

from bot.action import Action, Click, Hover, Key
from bot.arcade.memory import VirtualClock
from bot.frame import Box, Frame, Pixels, Point
from bot.grid import Grid
from bot.target import Target

POLL = 1 / 60


class PolledGame(Target):
    """Capture, Actuator and Target at once: a board of coloured cells, 5 rows and 7 columns, and a cursor two wide."""

    title, program = "Polled", "polled"

    def __init__(self, *, wide: int = 2, blinks: bool = False, keys: dict[str, tuple[int, int]] | None = None) -> None:
        self.clock = VirtualClock()
        self.grid = Grid(30, 20, 24, 20, 5, 7)
        self.keys = keys or {"Right": (0, 1), "Left": (0, -1), "Down": (1, 0), "Up": (-1, 0)}
        self.wide, self.blinks = wide, blinks
        self.cursor = (2, 3)
        self.sent: list[Action] = []
        self._last_down = -1.0
        self._colours = np.random.default_rng(3).integers(40, 220, (5, 7, 3)).astype(np.uint8)

    def perform(self, action: Action, frame: Frame) -> None:
        """A key counts at the first poll at which it is down, if it was up at the poll before."""
        self.sent.append(action)
        assert isinstance(action, Key | Click | Hover)
        if isinstance(action, Key):
            press, release = self.clock.now(), self.clock.now() + action.hold
            poll = math.ceil(press / POLL) * POLL
            still_down = poll < self._last_down + 1.5 * POLL
            if poll <= release:
                self._last_down = math.floor(release / POLL) * POLL
            if poll <= release and action.name in self.keys and not still_down:
                rows, columns = self.keys[action.name]
                row, column = self.cursor[0] + rows, self.cursor[1] + columns
                if 0 <= row < 5 and 0 <= column <= 7 - self.wide:
                    self.cursor = row, column
            self.clock.sleep(action.hold)

    def close(self) -> None:
        """Nothing is held."""

    def grab(self) -> Frame:
        """The board with its cursor, which blinks on request."""
        self.clock.sleep(0.001)
        return Frame(self._picture(), self.clock.now())

    def wait(self, seconds: float) -> bool:
        """Let the time pass; True, the game may look different then."""
        self.clock.sleep(seconds)
        return True

    def box(self) -> Box:
        """Where the window is."""
        return Box(0, 0, 240, 140)

    def on_top(self, point: Point) -> bool:
        """It always is."""
        return self.box().contains(point)

    def focused(self) -> bool:
        """It always is."""
        return True

    def pointer(self) -> Point | None:
        """Nobody knows."""
        return None

    def activate(self) -> None:
        """Nothing to do."""

    def _picture(self) -> Pixels:
        pixels = np.full((140, 240, 3), 25, np.uint8)
        for row in range(5):
            for column in range(7):
                box = self.grid.cell((row, column))
                pixels[int(box.y) : int(box.y) + 19, int(box.x) : int(box.x) + 23] = self._colours[row, column]
        if not self.blinks or int(self.clock.now() / 0.2) % 2:
            row, column = self.cursor
            left, top = 30 + 24 * column, 20 + 20 * row
            pixels[top : top + 3, left : left + 24 * self.wide] = 255
            pixels[top + 16 : top + 19, left : left + 24 * self.wide] = 255
        return pixels
