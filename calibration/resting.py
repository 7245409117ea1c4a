"""What lies on a board of a game in which pairs fall, without what hangs in the air: that may be between two rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.reason import About, Reason
from bot.vision.blocks.ghost import Ghosts, unseen
from bot.vision.blocks.look import cells_of
from bot.vision.falling import hanging, may_be_pair
from calibration.draft import Draft
from calibration.joined import bodiless
from calibration.shot import EMPTY, UNSURE, NoPieceYetError, Shot
from calibration.tiles import in_order
from calibration.usual import falls
from engine.moves import Cell
from engine.position import EMPTY as NOTHING
from engine.position import UNKNOWN

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

FALLEN: Final = 2
"""Heights at which a pair must be seen to tell in which column it falls."""
HEAP: Final = 4
"""Cells that lie on a floor, at least, where they tell that it is one."""
FEW: Final = 3
"""Cells that are marked where nothing lies yet, at the most: where pairs appear, and where one would come to lie."""
MOSTLY: Final = 0.5
"""Share of the cells below a row of another tone that are empty, at the least."""
FLOOR: Final = Reason(
    About.EXTENT,
    "Expected pieces that lie on the board's lowest row, found them all on one that lies higher, so it is not known "
    "how far the board reaches: give its size.",
)


def in_the_air(shot: Shot) -> list[tuple[int, int]]:
    """The cells of a picture that are not empty, over an empty one."""
    return _hanging(shot.kind == EMPTY)


def rests(shot: Shot) -> bool:
    """Whether all that a picture shows lies on the lowest row, or on what does, but for a pair that may fall."""
    empty = shot.kind == EMPTY
    above = in_the_air(shot)
    on_floor = np.count_nonzero(~empty) - len(above) >= HEAP and not empty[-1].all()
    return bool(empty.any() and on_floor and (not above or may_be_pair(above)))


def _hanging(empty: Bools) -> list[tuple[int, int]]:
    """The cells over an empty one that are not `empty` (rows, columns)."""
    return hanging(_text(empty))


def on_its_floor(draft: Draft) -> Draft:
    """The draft without the rows below a floor on which all lies, but for a pair that falls: what bounds them is no
    border of the board, and then its upper one may be none either. The same where something else hangs in the air, or
    nothing does.
    """
    empty = [shot.kind == EMPTY for shot in draft.shots]
    below = min(int((~rows.all(1))[::-1].argmax()) for rows in empty)
    if draft.reader != "blocks" or draft.well is not None or not below or not all(map(_heaped, empty)):
        return draft
    for number, shot in enumerate(draft.shots):
        draft = draft.with_grid(replace(shot.grid, rows=shot.grid.rows - below), number)
    return replace(draft, reasons=(FLOOR,))


def _heaped(empty: Bools) -> bool:
    """Whether cells that are not `empty` (rows, columns) lie on one floor which is not the lowest row."""
    full = np.argwhere(~empty)
    if len(full) < HEAP or not empty[-1].all():
        return False
    lowest = int(full[:, 0].max())
    above = _hanging(empty[: lowest + 1])
    return may_be_pair(above) and len(full) - len(above) >= HEAP


def appears(draft: Draft) -> int | None:
    """The column in which pairs appear, if some pictures show one that falls in the same column, upright; None where
    they do not tell: nobody must have steered it meanwhile.
    """
    falling = [cells for shot in draft.shots if (cells := in_the_air(shot)) and may_be_pair(cells)]
    columns = {column for cells in falling for _, column in cells}
    rows = {cells[0][0] for cells in falling}
    return columns.pop() if len(columns) == 1 and len(rows) >= FALLEN else None


def lying(draft: Draft) -> Draft:
    """The draft with what hangs in the air left open, which tells where pairs appear, and without kinds that nothing
    else shows: once a piece of them lies still a reader learns them. Where a board was watched, a piece lies still that
    is seen twice: one about to land touches others, too.

    Raises NoPieceYetError where nothing lies on the board in any picture.
    """
    found = _ghosts(draft.shots, [shot.pixels for shot in draft.shots])
    bare = tuple(_with(shot, cells, EMPTY) for shot, cells in zip(draft.shots, found, strict=True))
    shots = [
        _with(shot, [*cells, *in_the_air(empty)], UNSURE)
        for shot, cells, empty in zip(draft.shots, found, bare, strict=True)
    ]
    if draft.behind is not None:
        shots = _still(shots)
    if all((shot.kind < 0).all() for shot in shots):
        grid = draft.shots[0].grid
        raise NoPieceYetError(
            f"Expected pieces that lie on the board of {grid.rows} rows x {grid.columns} columns, found none yet: show "
            "it later in the game."
        )
    return replace(draft, shots=tuple(shots), appears=appears(replace(draft, shots=bare))).tidied()


def _still(shots: Sequence[Shot]) -> list[Shot]:
    """The shots of a board at different moments with all left open whose kind no cell shows from one to the next."""
    stays = {int(kind) for one, other in pairwise(shots) for kind in one.kind[one.kind == other.kind] if kind >= 0}
    return [
        _with(shot, map(tuple, np.argwhere((shot.kind >= 0) & ~np.isin(shot.kind, [*stays]))), UNSURE) for shot in shots
    ]


def without_ghosts(shots: Sequence[Shot], pictures: Sequence[Pixels]) -> list[Shot]:
    """The shots of these pictures, (height, width, 3), with all open that shows only where a pair would come to lie: a
    shot itself may show one tone instead of what lies behind the board, and less of what is faint.
    """
    found = _ghosts(shots, pictures)
    bare = [_with(shot, cells, UNSURE) if cells else shot for shot, cells in zip(shots, found, strict=True)]
    return [shot.with_kinds(in_order(shot.kind)) for shot in bare]


def without_marks(draft: Draft, game: str) -> Draft:
    """The draft with those cells empty where a game in which pairs fall marks its ground: a row of another tone above
    all that lies, in which pairs come in; rings where pieces have bodies, and a cross that hangs alone. The same where
    no pairs fall.
    """
    if not falls(game) or draft.reader != "blocks" or draft.behind is not None:
        return draft
    shots = []
    for shot in draft.shots:
        kind = shot.kind.copy()
        if _toned(kind):
            kind[0] = EMPTY
        if (found := bodiless(shot.pixels, shot.grid)) is not None:
            for cell, told in _marks(kind, *found):
                kind[cell] = told
        shots.append(shot.with_kinds(kind))
    return replace(draft, shots=tuple(shots)).tidied()


def _marks(kind: Ints, bare: Bools, rings: Bools) -> list[tuple[Cell, int]]:
    """The cells of a board, (rows, columns), that are marked, and EMPTY for each; UNSURE where it may be a piece as
    well, or nothing lies on the board. `bare` are those that show something without a body, `rings` those of them whose
    middle is empty.
    """
    bodies, air = np.count_nonzero((kind >= 0) & ~bare), _hanging(kind == EMPTY)
    found: list[tuple[Cell, int]] = []
    for one in np.unique(kind[kind >= 0]):
        cells = [(int(row), int(column)) for row, column in np.argwhere(kind == one)]
        if all(rings[cell] for cell in cells):
            found += [(cell, EMPTY) for cell in cells]
        elif len(cells) == 1 and bare[cells[0]]:  # on top of what lies a cross may be a star, the only one of its kind
            found.append((cells[0], EMPTY if cells[0] in air else UNSURE))
    if bodies >= HEAP:
        return found
    return [(cell, UNSURE) for cell, _ in found] if not bodies and len(found) <= FEW else []


def _toned(kind: Ints) -> bool:
    """Whether the top row of a board, (rows, columns), shows one kind that no other row does, above empty cells."""
    if len(kind) < HEAP or kind[0, 0] < 0 or (kind[0] != kind[0, 0]).any() or (kind[1:] == kind[0, 0]).any():
        return False
    return bool((kind[1] == EMPTY).mean() > MOSTLY)


def without_copies(draft: Draft, game: str, number: int) -> Draft:
    """The draft with `number`, EMPTY or UNSURE, in the cells that show only where a pair of this game would come to
    lie, and without kinds that nothing else shows; the same where no pairs fall. Where a pair has not come in yet, what
    may be its copies is UNSURE.
    """
    if not falls(game) or draft.reader != "blocks" or draft.behind is not None:
        return draft
    found = _ghosts(draft.shots, [shot.pixels for shot in draft.shots])
    shots = [_with(shot, cells, number) for shot, cells in zip(draft.shots, found, strict=True)]
    shots = [_with(shot, _pale(shot), UNSURE) if not cells else shot for shot, cells in zip(shots, found, strict=True)]
    return replace(draft, shots=tuple(shots)).tidied()


def _pale(shot: Shot) -> list[Cell]:
    """Two cells that may be the copies of a pair that is not seen; none where something hangs in the air."""
    empty = shot.kind == EMPTY
    if in_the_air(shot):
        return []
    cells = cells_of(shot.pixels, shot.grid)
    return unseen(_text(empty), lambda cell: cells[cell])


def _ghosts(shots: Sequence[Shot], pictures: Sequence[Pixels]) -> list[list[Cell]]:
    """The cells of each picture that show only where a pair would come to lie."""
    ghosts = Ghosts()

    def of(shot: Shot, pixels: Pixels) -> list[Cell]:
        cells = cells_of(pixels, shot.grid)
        return ghosts.find(_text(shot.kind == EMPTY), lambda cell: cells[cell])

    for shot, pixels in zip(shots, pictures, strict=True):
        of(shot, pixels)  # once a pair of them was seen whole, half of one is known
    return [of(shot, pixels) for shot, pixels in zip(shots, pictures, strict=True)]


def _with(shot: Shot, cells: Iterable[Cell], number: int) -> Shot:
    """The picture with some cells sorted otherwise."""
    kind = shot.kind.copy()
    for cell in cells:
        kind[cell] = number
    return shot.with_kinds(kind)


def _text(empty: Bools) -> list[str]:
    """A board (rows, columns) of which no more is said than which cells are empty."""
    return ["".join(row) for row in np.where(empty, NOTHING, UNKNOWN)]
