"""A frame of a running game, compiled: the frame itself, a swap where the cursor is, and garbage that falls in."""

from __future__ import annotations

from typing import Any

from engine.games.paneldepon.kernels import (
    frame,
    may_swap,
)
from engine.games.paneldepon.lifting import (
    falling_garbage,
    topped,
)
from engine.games.paneldepon.words import (
    ACTIVE,
    BRICKS,
    FALLING,
    FED,
    FRESH,
    GARBAGE,
    GREY,
    HEIGHT,
    HEIGHT_AT,
    LAST,
    NUMBER_AT,
    PHASE_AT,
    QUEUED,
    WAS_ACTIVE,
    WIDTH_AT,
    X_AT,
    Y_AT,
)
from engine.jit import helper, kernel

_A, _B = "i8[::1]", "i8[:,::1]"


@helper
def pass_frame(cells: Any, meta: Any, times: Any, feed: Any, greys: Any, place: Any, lifts: Any) -> None:
    """One frame; a swap is asked for where the cursor stands (-1: none), which rises with the stack."""
    busy, fed = meta[QUEUED] >= 0, meta[FED]
    frame(cells, meta, times, feed, greys, -1, lifts)
    if place >= 0 and not busy:
        place += 6 * (meta[FED] - fed)
        if place < LAST - 1 and may_swap(cells, meta, place):
            meta[QUEUED] = place


@kernel(f"void({_A}, {_A}, {_A}, {_B}, {_B}, i8, b1)")
def turn(cells: Any, meta: Any, times: Any, feed: Any, greys: Any, place: Any, lifts: Any) -> None:
    """One frame; a swap is asked for where the cursor stands (-1: none), which rises with the stack."""
    pass_frame(cells, meta, times, feed, greys, place, lifts)


@kernel(f"b1({_A}, {_A}, i8)")
def can_drop(cells: Any, meta: Any, height: Any) -> Any:
    """Whether a piece of garbage so high may fall in now: low ones wait until nothing moves."""
    if topped(cells, meta) or falling_garbage(cells, meta):
        return False
    return height > 1 or (meta[QUEUED] < 0 and meta[ACTIVE] == 0 and meta[WAS_ACTIVE] == 0)


@kernel(f"void({_A}, {_A}, i8, i8, i8)")
def drop(cells: Any, meta: Any, column: Any, width: Any, height: Any) -> None:
    """Let a piece of garbage fall in from above the screen; its left column is `column`."""
    meta[BRICKS] += 1
    meta[HEIGHT] = max(meta[HEIGHT], LAST // 6 + height)
    for y in range(height):
        for x in range(width):
            w = GREY | FALLING << PHASE_AT | GARBAGE | FRESH | x << X_AT | (y + 1) << Y_AT
            w |= width << WIDTH_AT | height << HEIGHT_AT | (meta[BRICKS] & 255) << NUMBER_AT
            cells[LAST + y * 6 + column + x] = w
