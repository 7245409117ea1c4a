"""A window is looked at when it is in front and drawn; what lies over it is told."""

from __future__ import annotations

import numpy as np
import pytest

from bot.arcade.memory import MemoryScreen
from bot.arcade.shisen import make
from bot.cli.raised import seen_whole
from bot.errors import CannotReadError
from bot.frame import Box


def covered() -> MemoryScreen:
    screen = MemoryScreen(make(seed=3, skin="letters", rows=4, columns=7), origin=(30, 20))
    screen.cover(Box(40, 40, 200, 180))
    return screen


def test_a_window_below_another_is_raised_before_it_is_looked_at() -> None:
    screen = covered()
    frame = seen_whole(screen, screen, screen.clock, raising=True)
    assert np.array_equal(frame.pixels, screen.scene.draw())


def test_without_raising_it_is_told_where_another_window_lies() -> None:
    screen = covered()
    with pytest.raises(CannotReadError, match=r"another window over it at .* add --live"):
        seen_whole(screen, screen, screen.clock, raising=False)


def test_a_window_that_stays_on_top_is_told_of() -> None:
    screen = covered()
    screen.uncover = lambda: None  # type: ignore[method-assign]
    with pytest.raises(CannotReadError, match=r"another window over it at .* move it away"):
        seen_whole(screen, screen, screen.clock, raising=True)


def test_what_was_hidden_is_waited_for_until_it_is_drawn() -> None:
    screen = covered()
    screen.activate()
    screen.cover(Box(40, 40, 200, 180))
    screen.activate = lambda: None  # type: ignore[method-assign]
    screen.at(screen.clock.now() + 0.15, screen.uncover)
    assert np.array_equal(seen_whole(screen, screen, screen.clock, raising=True).pixels, screen.scene.draw())
