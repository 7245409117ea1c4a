"""Which way to take pictures is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from bot.capture import CaptureError
from bot.capture.backends import BACKENDS, Screen, attempt, cheapest
from bot.clock import Clock, RealClock
from bot.errors import CannotReadError
from bot.frame import Box, Frame
from bot.target import ScreenRegion, Target, TargetError

TARGET = ScreenRegion(Box(0, 0, 30, 20))
FRAME = Frame(np.zeros((20, 30, 4), np.uint8), 0.0)


@dataclass
class Way:
    """A way to take pictures, with what it costs and what goes wrong."""

    hears: bool
    ms: float = 1.0
    fails: CannotReadError | None = None
    method: str = "hand"
    open: bool = field(default=True, compare=False)

    def grab(self) -> Frame:
        if self.fails:
            raise self.fails
        return FRAME

    def wait(self, seconds: float) -> bool:
        return True

    def close(self) -> None:
        self.open = False


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> Callable[[Way, Way], None]:
    """Puts two ways in place of `native` and `mss`; time passes only in their grabs."""

    def put(native: Way, mss: Way) -> None:
        now = [0.0]
        for name, way in (("native", native), ("mss", mss)):

            def maker(_target: Target, _clock: Clock, _through: bool, way: Way = way) -> Screen:
                grab = way.grab

                def counted() -> Frame:
                    now[0] += way.ms / 1000
                    return grab()

                monkeypatch.setattr(way, "grab", counted)
                return way

            monkeypatch.setitem(BACKENDS, name, maker)
        monkeypatch.setattr("bot.capture.backends.time.perf_counter", lambda: now[0])

    return put


@pytest.mark.parametrize(
    ("native", "mss", "taken"),
    [
        (Way(True, 0.3), Way(False, 0.9), "native"),
        (Way(True, 3.0), Way(False, 0.9), "native"),  # a look now and then is cheaper than many quick ones
        (Way(True, 30.0), Way(False, 0.9), "mss"),
        (Way(True, fails=TargetError("no shared memory")), Way(False, 9.0), "mss"),
        (Way(True, 30.0), Way(False, fails=CaptureError("no screen")), "native"),
    ],
)
def test_the_way_that_costs_least_is_taken_and_the_other_closed(
    ways: Callable[[Way, Way], None], native: Way, mss: Way, taken: str
) -> None:
    ways(native, mss)
    best = cheapest(TARGET, RealClock())
    assert best is {"native": native, "mss": mss}[taken]
    assert (native.open, mss.open) == (taken == "native", taken == "mss")


def test_to_see_through_other_windows_the_way_that_can_is_taken(ways: Callable[[Way, Way], None]) -> None:
    native = Way(True, 30.0)
    ways(native, Way(False, 0.9))
    assert cheapest(TARGET, RealClock(), through=True) is native


def test_why_there_is_none_is_told_by_the_way_that_every_system_has(ways: Callable[[Way, Way], None]) -> None:
    ways(Way(True, fails=TargetError("no shared memory")), Way(False, fails=CaptureError("the screen is off")))
    with pytest.raises(CaptureError, match="the screen is off"):
        cheapest(TARGET, RealClock())


def test_how_a_way_did_is_told_in_a_line(ways: Callable[[Way, Way], None]) -> None:
    ways(Way(True, 0.25), Way(False, fails=CaptureError("the screen is off")))
    assert str(attempt("native", TARGET, RealClock())) == "0.25 ms by hand, told of changes"
    assert str(attempt("mss", TARGET, RealClock())) == "not here: the screen is off"
