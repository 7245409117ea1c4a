"""How far a board reaches above what lies on it, where no border shows that: as far as all boards of its game do."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from bot.grid import Grid
from bot.layouts import known_layouts
from bot.reason import About, Reason
from bot.vision.falling import may_be_pair
from calibration.draft import Draft
from calibration.resting import in_the_air
from calibration.shot import EMPTY, Shot
from calibration.sorting import sort_cells
from calibration.usual import falls, known_sizes, rises

LOWER: Final = 4
"""Rows that a board may lack at the top, as where a dialog lies over them."""
BEYOND: Final = 0.1
"""Share of a cell by which the uppermost row may lie beyond the picture."""


def assumed_reach(draft: Draft, game: str | None) -> tuple[Draft, bool, str]:
    """A draft of a board that may reach farther than its blocks, whether it is as large as all of its game, and what is
    assumed of that: as many rows as all boards of its `game` have, where it is as wide as they are and shows nothing
    but ground above, or what falls; or no more than it shows.
    """
    known, usual = _usual_size(game), False
    draft, by = replace(draft, reasons=()), "as far as there are blocks"
    if known is not None:
        rows, columns = known
        higher = draft if draft.shots[0].grid.rows == rows else _higher(draft, rows, pairs=falls(game))
        if higher is not None and higher.shots[0].grid.columns == columns:
            draft, usual, by = higher, len(draft.shots) == 1, f"as large as boards of {game} are"
    size = f"{draft.shots[0].grid.rows} rows and {draft.shots[0].grid.columns} columns"
    return draft, usual, f"No border shows how far the board reaches: it is taken to have {size}, {by}."


def _usual_size(game: str | None) -> tuple[int, int] | None:
    """Rows and columns of the boards of a game; None where they have several sizes, or no game is said."""
    sizes = {size for layout in known_layouts(game) for size in layout.sizes} if game is not None else set()
    return sizes.pop() if len(sizes) == 1 else None


def usual_rows(game: str, rows: int, columns: int) -> int | None:
    """How many rows boards of a game in which pieces fall or rise usually have that are as wide, where that is a few
    more; None where one as high as this is known.
    """
    known = {high for high, wide in known_sizes(game) if wide == columns} if falls(game) or rises(game) else set()
    if rows in known or not any(rows < high <= rows + LOWER for high in known):
        return None
    return min(high for high in known if high > rows)


def with_room(draft: Draft, game: str) -> Draft:
    """The draft with the rows above that all boards of its game have, where it is full of what rises or falls, so that
    the game were lost. Where the picture shows something else than ground there, or has no room, it is in doubt how far
    the board reaches.
    """
    size, shot = _usual_size(game), draft.shots[0]
    if size is None or not (rises(game) or falls(game)) or len(draft.shots) > 1 or draft.well is not None:
        return draft
    rows, columns = size
    if shot.grid.columns != columns or shot.grid.rows >= rows or (shot.kind == EMPTY).any():
        return draft
    full = Reason(
        About.EXTENT,
        f"Expected a board of {rows} rows, as boards of {game} are, found {shot.grid.rows} rows that are full, and no "
        "empty ones above: show all of the board, or give its size.",
    )
    return _higher(draft, rows, pairs=False) or replace(draft, reasons=(*draft.reasons, full))


def _higher(draft: Draft, rows: int, *, pairs: bool) -> Draft | None:
    """The draft with empty rows above, so that there are `rows` of them; None where the picture has no room for them,
    or shows anything there, but for one of the `pairs` that fall.
    """
    shot = draft.shots[0]
    above = rows - shot.grid.rows
    grid = _with_rows_above(shot.grid, above)
    if above <= 0 or grid is None:
        return None
    higher = draft.with_grid(grid)
    fresh = higher.shots[0]
    kind = fresh.kind.copy()
    for row, column in _falling(fresh) if pairs else []:
        kind[row, column] = EMPTY if row < above else shot.kind[row - above, column]
    same = kind.shape[1] == shot.kind.shape[1] and (kind[above:] == shot.kind).all()
    return higher if same and (kind[:above] == EMPTY).all() else None


def as_high(twin: Shot, draft: Draft, *, pairs: bool) -> Shot | None:
    """A board beside another one with empty rows above, so that it is as high; None where it is higher, or anything
    else is seen there, but for one of the `pairs` that fall.
    """
    above = draft.shots[0].grid.rows - twin.grid.rows
    if above == 0:
        return twin
    grid = _with_rows_above(twin.grid, above)
    if above < 0 or grid is None:
        return None
    fresh = sort_cells(twin.pixels, grid, draft.reader)
    kind = fresh.kind[:above].copy()
    for row, column in _falling(fresh) if pairs else []:
        if row < above:
            kind[row, column] = EMPTY
    if (kind != EMPTY).any():
        return None
    none = np.zeros_like(kind, np.bool_)
    return replace(
        twin,
        grid=grid,
        kind=np.concatenate([kind, twin.kind]),
        margins=np.concatenate([fresh.margins[:above], twin.margins]),
        marked=np.concatenate([none, twin.marked]),
    )


def _with_rows_above(grid: Grid, rows: int) -> Grid | None:
    """A grid with so many more rows above; None where the picture has no room for them."""
    higher = replace(grid, y=grid.cell((-rows, 0)).y, rows=grid.rows + rows)
    return higher if higher.y >= -BEYOND * higher.pitch_y else None


def _falling(shot: Shot) -> list[tuple[int, int]]:
    """The cells of the pair that hangs in the air; none where anything else does."""
    cells = in_the_air(shot)
    return cells if may_be_pair(cells) else []
