"""How far a half-empty board reaches: to the frame that is drawn around it, where the picture shows one."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.reason import About, Reason
from bot.vision.blocks.look import quantile_of
from bot.vision.blocks.panel import Lines

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

FARTHEST: Final = 24
"""Cells that a board may reach beyond its outermost block."""
LINE: Final = 0.85
"""Share of a side along which a line is drawn where the frame is."""
INWARDS: Final = 0.1
"""Cells by which the frame's line may lie inside the board."""
OUTWARDS: Final = 0.35
"""Cells by which it may lie outside."""
LOOSE: Final = 0.5
"""Cells by which two opposite sides, both together, lie outside of it where they are lines of something else, such as
the page that the board lies on: of seven frames around boards none has more than 0.3, two pages have 0.7."""
STANDS_OUT: Final = 0.3
"""Share by which a line is drawn along more of a side than what lies beside it."""
FAINT: Final = 0.02
"""Edge strength, 0 to 1, that counts as a line."""
ROOM: Final = 2
"""Cells beyond a full board as wide as the picture in which nothing is drawn where it may go on."""
UNKNOWN: Final = Reason(
    About.EXTENT,
    "Expected a frame or a full board to tell how far the board reaches, found empty cells without a border: "
    "give its size, or show it at the start of the game.",
)
GOES_ON: Final = Reason(
    About.EXTENT,
    "Expected a border or ground around a full board to tell that it is whole, found room beside it where it may "
    "go on: give its size.",
)

BESIDE: Final = (0.35, 0.9)
"""Cells beyond a side over which lines between cells go on, where blocks do; frames are thinner."""
ON: Final = 0.5
"""Share of these lines that do so then: on 120 drawn boards three of seven lines or fewer do beyond the true ones, on
waves and cloth, but four of six and seven of seven beyond parts of boards that were taken for whole ones."""

Sides = tuple[int, int, int, int]
"""Cells added on the left, top, right and bottom."""


def extent(
    across: Floats, down: Floats, core: Grid, size: tuple[int, int] | None, full: bool = False
) -> tuple[Grid, Reason | None]:
    """The whole board around the part `core` that holds blocks, and why it may reach farther, if it may.

    `across` and `down` are edge maps; `size` (rows, columns) is the board's where it is known; a core that is `full`
    of blocks is the whole board, unless the walls beside it go on.
    """
    passed = _passed(across, down, core) if full and size is None else (False,) * 4
    if full and size in {None, (core.rows, core.columns)} and not any(passed):
        return core, None
    # Where the walls go on the line at the core is drawn by blocks.
    lines = [[by for by in _lines(across, down, core, side) if by or not passed[side]] for side in range(4)]
    best: tuple[float, Sides] | None = None
    for left in lines[0]:
        for right in lines[2]:
            for top in lines[1]:
                for bottom in lines[3]:
                    sides = (left, top, right, bottom)
                    rows, columns = core.rows + top + bottom, core.columns + left + right
                    if size and (rows, columns) != size:
                        continue
                    shares, offsets = zip(*(_line(across, down, core, sides, side) for side in range(4)), strict=True)
                    worth = min(shares) - 0.02 * sum(sides)
                    close = not any(sides) or max(offsets[0] + offsets[2], offsets[1] + offsets[3]) < LOOSE
                    if min(shares) > LINE and close and (best is None or worth > best[0]):
                        best = (worth, sides)
    if best:
        return core.grown(*best[1]), None
    if size and size[0] >= core.rows and size[1] >= core.columns:
        sides = (0, size[0] - core.rows, size[1] - core.columns, 0)
        sure = size == (core.rows, core.columns)
        return core.grown(*sides), None if sure else UNKNOWN
    return core, GOES_ON if any(passed) else UNKNOWN


def _passed(across: Floats, down: Floats, core: Grid) -> tuple[bool, ...]:
    """On which sides of the core (left, top, right, bottom) lines along the two sides beside it go on, as walls do
    beside a stack; or the picture ends beside it, and nothing is drawn beyond.
    """
    found = []
    for side in range(4):
        strip, room = (_beyond(core, side, count) for count in (1, ROOM))
        drawn = all(_drawn(across, down, strip, (0, 0, 0, 0), wall) > LINE for wall in ((side + 1) % 4, (side + 3) % 4))
        found.append(drawn or _bare(across, down, room, side))
    return tuple(found)


def _beyond(core: Grid, side: int, count: int) -> Grid:
    """The next cells, `count` deep, beyond one side of the core."""
    if side % 2:
        return replace(core, y=core.y - count * core.pitch_y if side == 1 else core.y + core.box.h, rows=count)
    return replace(core, x=core.x - count * core.pitch_x if side == 0 else core.x + core.box.w, columns=count)


def _bare(across: Floats, down: Floats, room: Grid, side: int) -> bool:
    """Whether nothing is drawn in the room beyond one side of a board that is as wide as the picture, or as high."""
    (height, width), box, reach = across.shape, room.box, OUTWARDS * min(room.pitch_x, room.pitch_y)
    start, length, whole = (box.x, box.w, width) if side % 2 else (box.y, box.h, height)
    top, left = round(box.y), round(box.x)
    bottom, right = round(box.y + box.h), round(box.x + box.w)
    if start > reach or start + length < whole - reach:
        return False
    if min(top, left) < -reach or bottom > height + reach or right > width + reach:
        return False
    # Beside the last block its own edge is seen.
    aside = np.s_[
        max(0, top + round(reach)) : bottom - round(reach), max(0, left + round(reach)) : right - round(reach)
    ]
    return not (np.maximum(across[aside], down[aside]) > FAINT).any()


def _lines(across: Floats, down: Floats, core: Grid, side: int) -> list[int]:
    """How many cells beyond the core a line may bound the board on one side, the nearest first."""
    found = []
    for by in range(FARTHEST + 1):
        sides = tuple(by if number == side else 0 for number in range(4))
        if _drawn(across, down, core, (sides[0], sides[1], sides[2], sides[3]), side) > LINE:
            found.append(by)
        if len(found) == 4:
            break
    return found


def bounded(across: Floats, down: Floats, grid: Grid, empty: Bools) -> bool:
    """Whether lines bound a grid beside its `empty` cells (rows, columns), too: blocks alone may look like a frame."""
    lines = (empty[:, 0], empty[0], empty[:, -1], empty[-1])
    return all(
        _drawn(across, down, grid, (0, 0, 0, 0), side, bare) > LINE for side, bare in enumerate(lines) if bare.any()
    )


def ruled_beyond(upright: Lines, level: Lines, grid: Grid, full: Bools) -> bool:
    """Whether lines between the cells of a grid go on beyond one of its sides: then it is no border, but the outline of
    blocks, or of empty cells, with others behind them. Where it is not `full` of blocks (rows, columns), the same lines
    must be drawn before that side, too: masonry shows some anywhere.
    """
    box = grid.box
    x = grid.x + np.arange(1, grid.columns) * grid.pitch_x
    y = grid.y + np.arange(1, grid.rows) * grid.pitch_y
    sides = (
        (level, y, grid.pitch_y, box.x, -grid.pitch_x),
        (upright, x, grid.pitch_x, box.y, -grid.pitch_y),
        (level, y, grid.pitch_y, box.x + box.w, grid.pitch_x),
        (upright, x, grid.pitch_x, box.y + box.h, grid.pitch_y),
    )
    on = []
    for lines, places, pitch, at, way in sides:
        ways = (way,) if full.all() else (way, -way)
        ends = [sorted(at + one * part for part in BESIDE) for one in ways]
        drawn = np.all([lines.going_on(places, first, last, pitch) for first, last in ends], axis=0)
        on.append(np.count_nonzero(drawn) / len(places))
    return any(share >= ON for share in on)


def _drawn(across: Floats, down: Floats, core: Grid, sides: Sides, side: int, beside: Bools | None = None) -> float:
    """The share of one side of the grown board along which one straight line is drawn; of the part `beside` some of
    its cells, where they are given.
    """
    return _line(across, down, core, sides, side, beside)[0]


def _line(
    across: Floats, down: Floats, core: Grid, sides: Sides, side: int, beside: Bools | None = None
) -> tuple[float, float]:
    """The same, and how many cells outside of the board that line lies."""
    grid = core.grown(*sides)
    box = grid.box
    edge, start, length, at, pitch = (
        (across, box.y, box.h, box.x, grid.pitch_x) if side == 0
        else (down.T, box.x, box.w, box.y, grid.pitch_y) if side == 1
        else (across, box.y, box.h, box.x + box.w, grid.pitch_x) if side == 2
        else (down.T, box.x, box.w, box.y + box.h, grid.pitch_y)
    )  # fmt: skip
    inner, outer = (INWARDS, OUTWARDS) if side >= 2 else (OUTWARDS, INWARDS)
    low, high = round(at - inner * pitch), round(at + outer * pitch) + 1
    first, last = round(start), round(start + length)
    if low < 0 or high > edge.shape[1] or first < 0 or last > edge.shape[0] or last <= first:
        return 0.0, 0.0
    some = slice(None)
    if beside is not None:
        some = beside[
            np.minimum(((np.arange(last - first) + 0.5) * len(beside) / (last - first)).astype(int), len(beside) - 1)
        ]
    # A line may be blurred over two pixels.
    share = (edge[first:last, low:high][some] > FAINT).mean(0)
    # On cloth there are edges everywhere: a line stands out.
    beyond = (edge[first:last, max(0, low - round(pitch / 2)) : high + round(pitch / 2)][some] > FAINT).mean(0)
    top = float(share.max())
    place = low + int(share.argmax())
    offset = (place - at if side >= 2 else at - place) / pitch
    return (top if top - quantile_of(beyond, 0.3) > STANDS_OUT else 0.0), offset
