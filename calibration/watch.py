"""Watching a board while something is done to it: which cells changed, how soon, and when they stood still again."""

from __future__ import annotations

from collections import deque
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.action import Action, Actuator
from bot.capture import Capture
from bot.clock import Clock
from bot.frame import Frame
from bot.grid import Grid
from bot.vision.cells import cut
from engine.moves import Cell

Looks = NDArray[np.float32]
"""(rows, columns, 8, 8, 3): what the cells show, reduced."""

SIZE: Final = (8, 8)
NOISE: Final = 2.0
"""Levels by which the look of a cell that nobody touches may change from picture to picture."""
CALM: Final = 0.2
"""Seconds without a change after which the board stands still."""
PERIOD: Final = 0.8
"""Seconds over which a board that never stands still (a cursor blinks) is averaged."""
BETWEEN: Final = 0.002
"""Seconds between two looks."""
FRAME: Final = 1 / 30
"""Seconds in which a program looks at its keys at least once."""
GOLDEN: Final = 0.618
"""Steps of this part of a whole come by every place evenly."""


class Watch:
    """Eyes on a board and a hand on the program, for measuring how the one answers to the other."""

    def __init__(self, capture: Capture, hand: Actuator, clock: Clock, grid: Grid) -> None:
        self.capture, self.hand, self.clock, self.grid = capture, hand, clock, grid
        self.restless = False
        """Whether something on the board changes by itself: a cursor blinks, faces roll their eyes."""
        self._level = NOISE
        self._phase = 0.0

    def grab(self) -> Frame:
        """The picture of now."""
        return self.capture.grab()

    def looks(self, frame: Frame) -> Looks:
        """What the cells show in a picture."""
        return cut(frame.pixels, self.grid, size=SIZE)

    def learn_unrest(self) -> None:
        """Watch the untouched board for a while: what changes by itself is told from what a press does."""
        self.restless = bool((self._swing() > NOISE).any())
        if self.restless:
            means = [self._mean() for _ in range(3)]
            self._level = max(NOISE, *(2 * float(self._apart(means[0], mean).max()) for mean in means[1:]))

    def settled(self, patience: float = 2.0) -> Looks:
        """What the cells show once they stand still; on a board that never does, what they show on average."""
        if self.restless:
            self.clock.sleep(CALM)
            return self._mean()
        start = self.clock.now()
        past: deque[tuple[float, Looks]] = deque()
        while True:
            frame = self._next(4 * BETWEEN)
            past.append((frame.time, self.looks(frame)))
            while past[-1][0] - past[0][0] > CALM and len(past) > 2:
                past.popleft()
            still = past[-1][0] - past[0][0] > CALM - 8 * BETWEEN
            if still and not any(self.changed(past[0][1], look).any() for _, look in list(past)[1:]):
                return past[-1][1]
            if self.clock.now() - start > patience:
                return np.asarray(np.mean([look for _, look in past], 0), np.float32)

    def shows(self, wanted: Looks, other: Looks, patience: float = 2.0) -> Looks:
        """What the cells show once they look more like `wanted` than like `other` and stand still, or at the latest
        after `patience` seconds: a busy machine may show a press late.
        """
        end = self.clock.now() + patience
        while not nearer(now := self.settled(), wanted, other) and self.clock.now() < end:
            pass
        return now

    def changed(self, before: Looks, after: Looks) -> NDArray[np.bool_]:
        """(rows, columns), cells that look different, by more than they do on their own."""
        return np.asarray(self._apart(before, after) > self._level)

    def cells(self, before: Looks, after: Looks) -> frozenset[Cell]:
        """The cells that look different."""
        return frozenset((int(row), int(column)) for row, column in np.argwhere(self.changed(before, after)))

    def do(self, *actions: Action, gap: float = 0.0) -> None:
        """Carry out actions, `gap` seconds apart. They begin at another moment of the program's frame each time."""
        self._phase = (self._phase + GOLDEN) % 1
        self.clock.sleep(self._phase * FRAME)
        for number, action in enumerate(actions):
            if number:
                self.clock.sleep(gap)
            self.hand.perform(action, self.grab())

    def answer(self, action: Action, patience: float = 1.0) -> float | None:
        """Seconds from an action's beginning to the first change that it makes; None where none shows in `patience`."""
        calm = self._swing() <= NOISE if self.restless else None
        before = self.looks(self.grab())
        frame = self.grab()
        start = self.clock.now()
        self.hand.perform(action, frame)
        while self.clock.now() - start < patience:
            frame = self._next()
            changed = self._apart(before, self.looks(frame)) > NOISE
            # What blinks anyway tells nothing: the answer is seen where the board stood still.
            if (changed if calm is None else changed & calm).any():
                return frame.time - start
        return None

    def _next(self, after: float = BETWEEN) -> Frame:
        self.clock.sleep(after)
        return self.capture.grab()

    def _watched(self) -> Looks:
        """(n, rows, columns, …): the looks of one period."""
        start = self.clock.now()
        seen = []
        while self.clock.now() - start < PERIOD:
            seen.append(self.looks(self._next(4 * BETWEEN)))
        return np.stack(seen)

    def _mean(self) -> Looks:
        """What the cells show on average."""
        return np.asarray(self._watched().mean(0), np.float32)

    def _swing(self) -> NDArray[np.float32]:
        """(rows, columns), how far the cells stray by themselves, in levels."""
        seen = self._watched()
        return np.asarray(np.abs(seen - seen.mean(0)).mean((3, 4, 5)).max(0), np.float32)

    def _apart(self, before: Looks, after: Looks) -> NDArray[np.float32]:
        """(rows, columns), how different the cells look, in levels."""
        return np.asarray(np.abs(after - before).mean((2, 3, 4)), np.float32)


def nearer(now: Looks, wanted: Looks, other: Looks) -> bool:
    """Whether the board looks more like one of two boards than like the other."""
    return float(np.abs(now - wanted).mean()) < float(np.abs(now - other).mean())
