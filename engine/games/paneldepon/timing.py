"""Times, scores and sizes of Panel de Pon: everything that is a number and not a rule.

Frames are sixtieths of a second. Sources: the community's measurements of the Super Famicom game (Panel de Pon /
Tetris Attack); the hover of panels set free from garbage is that of the community's versus levels.
"""

from __future__ import annotations

from dataclasses import dataclass

ROWS = 12
COLUMNS = 6
FRAMES_PER_SECOND = 60
SWAP_FRAMES = 4
LANDING_FRAMES = 12
ROW_PARTS = 16
"""Into how many steps the rise by one row is cut."""


@dataclass(frozen=True, slots=True)
class Times:
    """How long things take, in frames, and how the stack rises."""

    hover: int
    flash: int
    face: int
    pop: int
    garbage_hover: int
    stop_combo: int
    """How long a combo stops the rise."""
    stop_chain: int
    stop_danger: int
    """How long a chain or combo stops it while the top row is reached."""


PRESETS = {
    "easy": Times(12, 44, 17, 9, 41, 120, 300, 600),
    "normal": Times(9, 36, 13, 8, 31, 120, 180, 420),
    "hard": Times(6, 22, 15, 7, 16, 120, 120, 240),
    "ex": Times(3, 16, 10, 6, 4, 90, 90, 180),
}

PANEL_SCORE = 10
CHAIN_SCORES = (0, 0, 50, 80, 150, 300, 400, 500, 700, 900, 1100, 1300, 1500, 1800)
"""What chain link 0, 1, 2 … is worth; longer ones are worth nothing."""
COMBO_SCORES = (
    *(0, 0, 0, 0, 20, 30, 50, 60, 70, 80, 100, 140, 170, 210, 250, 290),
    *(340, 390, 440, 490, 550, 610, 680, 750, 820, 900, 980, 1060, 1150, 1240, 1330),
)
"""What a combo of 0, 1, 2 … panels is worth; larger ones are worth as much as the last."""

RISE_FRAMES = (
    *(942, 983, 838, 790, 755, 695, 649, 604, 570, 515, 474, 444, 394, 370, 347, 325, 306, 289, 271, 256),
    *(240, 227, 213, 201, 189, 178, 169, 158, 148, 138, 129, 120, 112, 105, 99, 92, 86, 82, 77, 73),
    *(69, 66, 62, 59, 56, 54, 52, 50, 48, 47),
)
"""Frames that the stack takes to rise by a row, at speed 1, 2, 3 …; the last holds from there on."""
TOP_SPEED = 99
PANELS_TO_NEXT_SPEED = (
    *(9, 12, 12, 12, 12, 12, 15, 15, 18, 18, 24, 24, 24, 24, 24, 24, 21, 18, 18, 18),
    *(36,) * 10,
    *(39,) * 10,
    *(45,) * 60,
)
"""Panels to clear at speed 1, 2, 3 … until the next one."""

COMBO_GARBAGE: tuple[tuple[int, ...], ...] = (
    *((), (), (), (), (3,), (4,), (5,), (6,), (3, 4), (4, 4), (5, 5), (5, 6), (6, 6), (6, 6, 6)),
    *((6, 6, 6, 6),) * 6,
    *((6,) * 6,) * 7,
    (6,) * 8,
)
"""Widths of the pieces that a combo of 0, 1, 2 … panels sends; the last holds from there on."""
DROP_COLUMNS = ((), (0, 1, 2, 3, 4, 5), (0, 2, 4), (0, 3), (0, 1, 2), (0, 1), (0,))
"""The left columns in which garbage of width 0, 1, 2 … falls, one after the other."""
SHAKE_FRAMES = (0, 18, 18, 18, 18, 24, 42, 42, 42, 42, 42, 42, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 76)
"""How long the landing of garbage of 0, 1, 2 … cells stops the rise; the last holds from there on."""


def combo_garbage(size: int) -> tuple[int, ...]:
    """Widths of the pieces that a combo sends.

    >>> combo_garbage(4), combo_garbage(8), combo_garbage(60)
    ((3,), (3, 4), (6, 6, 6, 6, 6, 6, 6, 6))
    """
    return COMBO_GARBAGE[min(size, len(COMBO_GARBAGE) - 1)]
