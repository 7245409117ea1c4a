"""What each of several pictures of one window shows: a board that one of them tells is not looked for in the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.frame import Pixels
from calibration.following import Following, drawn, following
from calibration.scrolling import higher
from calibration.shot import EMPTY
from calibration.sorting import Found, blocks_on

Progress = Callable[[str], None]


def looked_at(
    pictures: Sequence[Pixels],
    look: Callable[[Pixels], Found | None],
    *,
    rising: bool = True,
    progress: Progress | None = None,
) -> list[Found | None]:
    """What is found in each picture by a `look` at it, or where another one shows it: on a board that is `rising`, a
    little higher. Tiles are followed from the fullest board, wherever it comes, so that they have the same kinds in all
    pictures.
    """
    found: dict[int, Found | None] = {}
    followed: Following | None = None
    rest = list(range(len(pictures)))
    while rest:
        number = rest.pop(0)
        pixels = pictures[number]
        if progress:
            progress(f"Looking at picture {len(found) + 1} of {len(pictures)}.")
        here, seen = followed.seen(pixels) if followed else (False, None)
        if not here and rising:
            seen = _risen(pixels, list(found.values()))
        found[number] = one = seen if here else seen or look(pixels)
        if not here and len(pictures) > 1:
            followed = following(one, followed)
        if not here and one is not None and one.reader == "tiles":
            rest.sort(key=lambda other: drawn(pictures[other]), reverse=True)
    for number, one in found.items():
        if followed and one is not None and one.reader == "tiles" and not followed.knows(one):
            _, again = followed.seen(pictures[number])
            found[number] = again or one
    return [found[number] for number in range(len(pictures))]


def _risen(pixels: Pixels, found: Sequence[Found | None]) -> Found | None:
    """The board of blocks that was found in an earlier picture, where it has risen since by a part of a cell: so it is
    seen in a fraction of the time that a search takes. None where it has not, or that is not beyond question.
    """
    known = next((one for one in found if one is not None and one.reader == "blocks" and not one.reasons), None)
    grid = None if known is None or known.shot.twins else higher(known.shot, pixels)
    seen = blocks_on(pixels, grid) if grid is not None else None
    if seen is None or grid is None or not (seen.shot.kind[0] == EMPTY).all():
        return seen
    return blocks_on(pixels, replace(grid, y=grid.cell((1, 0)).y, rows=grid.rows - 1))
