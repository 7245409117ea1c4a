"""From pictures alone to a draft: find the board in each, sort its cells, and join what is the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from bot.errors import UsageError
from bot.frame import Pixels
from bot.grid import Grid
from calibration.draft import Draft, start
from calibration.shot import CalibrationError
from calibration.sorting import READERS, Found, at_first_sight, sort_cells

CLEAR_LEAD: Final = 1.0
"""Quality of a board from which no other reader is tried."""

Progress = Callable[[str], None]


def discover(
    pictures: Sequence[Pixels],
    *,
    game: str | None = None,
    grid: Grid | None = None,
    size: tuple[int, int] | None = None,
    reader: str | None = None,
    progress: Progress | None = None,
) -> Draft:
    """The board in these pictures, each (height, width, 3), whatever program they show.

    `grid` says where it lies, in pixels of all of them; `size` is (rows, columns); `reader` is one of READERS.
    `progress` is told what is being done. Raises CalibrationError with one sentence when nothing can be found,
    UsageError for a reader that does not exist.
    """
    if not pictures:
        raise UsageError("Say which picture to learn from: name a file, a recording, --window or --region.")
    if reader is not None and reader not in READERS:
        raise UsageError(f"There is no reader {reader!r}; those that learn are {' and '.join(READERS)}.")
    found = []
    for number, pixels in enumerate(pictures, 1):
        if progress:
            progress(f"Looking at picture {number} of {len(pictures)}.")
        found.append(_find(np.ascontiguousarray(pixels[:, :, :3]), grid, size, reader))
    seen = [one for one in found if one is not None]
    if not seen:
        raise CalibrationError(_nothing(grid, size, len(pictures)))
    kept = _agreed(seen)
    why = next((one.why for one in kept if one.why), "")
    if len(kept) < len(pictures):
        why = (
            why
            or f"{len(pictures) - len(kept)} of {len(pictures)} pictures do not show that board; they were left out."
        )
    return start([one.shot for one in kept], kept[0].reader, game, why)


def _find(pixels: Pixels, grid: Grid | None, size: tuple[int, int] | None, reader: str | None) -> Found | None:
    """The board of one picture by the reader that is best borne out."""
    best: Found | None = None
    for name in (reader,) if reader else READERS:
        if grid is not None:
            found: Found | None = _on_grid(pixels, grid, name)
        else:
            found = at_first_sight(pixels, name)
        if found is not None and (best is None or found.quality > best.quality):
            best = found
            if found.quality >= CLEAR_LEAD:
                break
    if best is None or size is None or grid is not None:
        return best
    return _of_size(pixels, best, size)


def _on_grid(pixels: Pixels, grid: Grid, reader: str) -> Found:
    shot = sort_cells(pixels, grid, reader)
    return Found(reader, shot, float(shot.margins.mean()), "")


def _of_size(pixels: Pixels, found: Found, size: tuple[int, int]) -> Found:
    """The found board with so many rows and columns, about the same middle."""
    grid = found.shot.grid
    rows, columns = size
    if (grid.rows, grid.columns) == size:
        return found
    wanted = Grid(
        grid.x + (grid.columns - columns) / 2 * grid.pitch_x,
        grid.y + (grid.rows - rows) / 2 * grid.pitch_y,
        grid.pitch_x, grid.pitch_y, rows, columns,
    )  # fmt: skip
    return _on_grid(pixels, wanted, found.reader)


def _agreed(found: Sequence[Found]) -> list[Found]:
    """The pictures that one reader reads with boards of one size: the size that most agree upon."""

    def about(one: Found) -> tuple[str, int, int]:
        return one.reader, one.shot.grid.rows, one.shot.grid.columns

    votes: dict[tuple[str, int, int], float] = {}
    for one in found:
        votes[about(one)] = votes.get(about(one), 0) + max(one.quality, 0.01)
    best = max(votes, key=lambda key: votes[key])
    return [one for one in found if about(one) == best]


def _nothing(grid: Grid | None, size: tuple[int, int] | None, pictures: int) -> str:
    where = "the picture" if pictures == 1 else f"any of the {pictures} pictures"
    return (
        f"Expected a board of equal cells, found none in {where}: show the whole board with nothing over it, "
        "or say where it is with --grid X,Y,WIDTH,HEIGHT and --size COLUMNSxROWS."
    )
