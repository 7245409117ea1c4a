"""Boards as arrays for the kernels, and back: every panel is a word."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np
from numpy.typing import NDArray

from engine.games.paneldepon import words as k
from engine.games.paneldepon.panels import Brick, Panel, Phase
from engine.games.paneldepon.stack import Stack
from engine.games.paneldepon.timing import COLUMNS, ROWS, Times

Words = NDArray[np.int64]

_FLAGS = {
    "changed": k.CHANGED,
    "chaining": k.CHAINING,
    "passes_chain": k.PASSES,
    "pulls": k.PULLS,
    "matches_once": k.ONCE,
    "held": k.HELD,
    "will_hover": k.WILL_HOVER,
}
_FIELDS = {
    "clock": k.CLOCK,
    "score": k.SCORE,
    "chain": k.CHAIN,
    "cleared": k.CLEARED,
    "stop": k.STOP,
    "pre_stop": k.PRE_STOP,
    "shake": k.SHAKE,
    "peak_shake": k.PEAK,
    "active": k.ACTIVE,
    "was_active": k.WAS_ACTIVE,
    "displacement": k.DISPLACEMENT,
    "speed": k.SPEED,
    "rise_timer": k.RISE_TIMER,
    "to_speedup": k.TO_SPEEDUP,
    "health": k.HEALTH,
    "max_health": k.MAX_HEALTH,
    "locked": k.LOCKED,
    "lifting": k.LIFTING,
    "lifting_begun": k.LIFTING_BEGUN,
    "lift_refused": k.LIFT_REFUSED,
    "lifted": k.LIFTED,
    "fed": k.FED,
    "greyed": k.GREYED,
    "bricks": k.BRICKS,
    "over": k.OVER,
    "rising": k.RISING,
    "one_pair": k.ONE_PAIR,
}
MOST_ROWS = 2 + 2 * ROWS
"""Rows that a stack with garbage above the screen may have, with row 0 and one more coming up."""


def word(panel: Panel) -> int:
    """A panel as a word."""
    w = panel.colour | panel.phase << k.PHASE_AT | panel.timer << k.TIMER_AT
    for name, bit in _FLAGS.items():
        w |= bit * bool(getattr(panel, name))
    brick = panel.brick
    if brick is None:
        return w | panel.index << k.INDEX_AT | panel.size << k.SIZE_AT
    w |= k.GARBAGE | k.FRESH * brick.fresh | k.KNOWN * brick.known | brick.x << k.X_AT | (brick.y + 1) << k.Y_AT
    return w | brick.width << k.WIDTH_AT | brick.height << k.HEIGHT_AT | (brick.number & 255) << k.NUMBER_AT


def panel(w: int) -> Panel:
    """The panel of a word."""
    phase, timer = Phase((w & k.PHASE) >> k.PHASE_AT), (w & k.TIMER) >> k.TIMER_AT
    found = Panel(w & k.COLOUR, phase, timer)
    for name, bit in _FLAGS.items():
        setattr(found, name, bool(w & bit))
    if w & k.GARBAGE:
        found.brick = Brick(
            (w >> k.NUMBER_AT) & 255,
            (w >> k.X_AT) & 7,
            ((w >> k.Y_AT) & 31) - 1,
            (w >> k.WIDTH_AT) & 7,
            (w >> k.HEIGHT_AT) & 31,
            bool(w & k.FRESH),
            bool(w & k.KNOWN),
        )
    else:
        found.index, found.size = (w >> k.INDEX_AT) & 127, (w >> k.SIZE_AT) & 127
    return found


def pack(stack: Stack, rows: int = MOST_ROWS) -> tuple[Words, Words]:
    """A stack as the arrays `cells` and `meta` of the kernels, with room for so many rows."""
    cells = np.zeros(rows * COLUMNS, dtype=np.int64)
    for r, row in enumerate(stack.rows):
        cells[r * COLUMNS : (r + 1) * COLUMNS] = [word(one) for one in row]
    meta = np.zeros(k.META, dtype=np.int64)
    for name, at in _FIELDS.items():
        meta[at] = getattr(stack, name)
    meta[k.QUEUED] = stack.queued[0] * COLUMNS + stack.queued[1] if stack.queued else -1
    meta[k.HEIGHT] = len(stack.rows)
    meta[k.CHANGES] = any(one.changed for _, _, one in stack.panels())
    meta[k.CHAINERS] = any(one.chaining for _, _, one in stack.panels())
    return cells, meta


def unpack(cells: Words, meta: Words, times: Times) -> Stack:
    """The stack of such arrays; what comes up and what garbage turns into are not in them."""
    rows = [[panel(int(w)) for w in cells[r * COLUMNS : (r + 1) * COLUMNS]] for r in range(int(meta[k.HEIGHT]))]
    stack = Stack(times, rows)
    for name, at in _FIELDS.items():
        setattr(stack, name, type(getattr(stack, name))(meta[at]))
    place = int(meta[k.QUEUED])
    stack.queued = divmod(place, COLUMNS) if place >= 0 else None
    return stack


def times_array(times: Times) -> Words:
    """The times in the order that the kernels know."""
    return np.array(astuple(times), dtype=np.int64)
