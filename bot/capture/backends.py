"""The ways to take pictures of the screen, measured where they are to be used; the cheapest is taken."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from bot.capture import Capture
from bot.clock import Clock
from bot.errors import CannotReadError
from bot.frame import Frame
from bot.target import Target

GRABS: Final = 3
"""Pictures by which a way is measured."""
POLLED: Final = 5
"""Pictures that are taken of a screen that does not say when it changes, for one of a screen that does."""


class Screen(Capture, Protocol):
    """A capture of the screen that can be told from others."""

    @property
    def method(self) -> str:
        """How pictures are taken."""

    @property
    def hears(self) -> bool:
        """Whether it is told when the screen changes."""


def _native(target: Target, clock: Clock, through: bool) -> Screen:
    from bot.capture.native import NativeCapture

    return NativeCapture(target, clock, through=through)


def _mss(target: Target, clock: Clock, through: bool) -> Screen:
    from bot.capture.screen import ScreenCapture

    return ScreenCapture(target, clock)


BACKENDS: Final[dict[str, Callable[[Target, Clock, bool], Screen]]] = {"native": _native, "mss": _mss}
"""What X11 alone has, and what every system has. Only `native` sees a window through others that cover it."""


@dataclass(frozen=True)
class Tried:
    """How one way to take pictures did on a target."""

    name: str
    capture: Screen | None = None
    """Open; None where this way cannot be taken."""
    frame: Frame | None = None
    """The last picture that it took."""
    ms: float = 0.0
    """Milliseconds for a picture, the median of some."""
    method: str = ""
    """How it took them."""
    error: CannotReadError | None = None
    """Why it cannot be taken."""

    def __str__(self) -> str:
        if self.capture is None:
            return f"not here: {self.error}"
        wakes = "told of changes" if self.capture.hears else "has to look for changes"
        return f"{self.ms:.2f} ms by {self.method}, {wakes}"

    @property
    def cost(self) -> float:
        """What following a game costs with it, in milliseconds for each change."""
        assert self.capture is not None
        return self.ms * (1 if self.capture.hears else POLLED)


def attempt(name: str, target: Target, clock: Clock, *, through: bool = False, grabs: int = GRABS) -> Tried:
    """Take some pictures of a target in one way."""
    try:
        capture = BACKENDS[name](target, clock, through)
    except CannotReadError as error:
        return Tried(name, error=error)
    try:
        spent = []
        for _ in range(1 + grabs):
            start = time.perf_counter()
            frame = capture.grab()
            spent.append(time.perf_counter() - start)
    except CannotReadError as error:
        capture.close()
        return Tried(name, error=error)
    return Tried(name, capture, frame, 1000 * statistics.median(spent[1:]), capture.method)


def cheapest(target: Target, clock: Clock, *, through: bool = False) -> Screen:
    """The way that costs least to follow this target; with `through` one that sees it where others cover it, if there
    is one. Raises CaptureError or TargetError where there is none.
    """
    tried = [attempt(name, target, clock, through=through) for name in BACKENDS]
    usable = [one for one in tried if one.capture is not None]
    if not usable:
        assert tried[-1].error is not None
        raise tried[-1].error
    best = usable[0] if through else min(usable, key=lambda one: one.cost)
    for other in usable:
        if other is not best and other.capture is not None:
            other.capture.close()
    assert best.capture is not None
    return best.capture
