"""What lies beside a board and looks like its own cells: other players' boards, and what comes next. It changes as they
do, so no board is known again by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box
from bot.grid import Grid
from bot.vision.cells import Cells, cut
from bot.vision.place.surroundings import UNLIKE
from calibration.shot import EMPTY, Shot

SIDE: Final = 16
"""Pixels of a cell in the reduced picture in which cells are looked for."""
RIM: Final = 2
"""Of them, those at each side that are not compared: neighbours and frames reach into them."""
LARGEST: Final = 4096
"""Longest side of the reduced picture."""
SEVERAL: Final = 4
"""Cells in step with one another by which another board is seen."""
AROUND: Final = SIDE // 4
"""How far around two boards what lies there is compared."""
SLACK: Final = SIDE // 4
"""How far two boards may seem to lie over each other."""
ALIKE: Final = 0.6
"""Share of what lies around two boards that is the same; blocks hang over the rest, or the next pairs lie there."""
FRAME: Final = 0.1
"""Share of what lies around a board, so close to it, that a frame takes up at least."""


class _Hit(NamedTuple):
    """Where a cell's upper left corner was seen, in pixels of the reduced picture."""

    x: int
    y: int


def elsewhere(shot: Shot) -> tuple[Box, ...]:
    """The cells beside the board that look like cells of its kinds, and the boards in the same frame that some of them
    lie in, in pixels of the picture.
    """
    grid = shot.grid
    height, width = shot.pixels.shape[:2]
    wide, high = round(width * SIDE / grid.pitch_x), round(height * SIDE / grid.pitch_y)
    if min(wide, high) < SIDE or max(wide, high) > LARGEST:
        return ()
    small = np.asarray(cv2.resize(shot.pixels, (wide, high), interpolation=cv2.INTER_AREA), np.float32)
    scale_x, scale_y = width / wide, height / high
    home = Grid(grid.x / scale_x, grid.y / scale_y, SIDE, SIDE, grid.rows, grid.columns)
    hits = _hits(small, home, _looks(shot))
    boards: list[Box] = []
    rest = hits
    while (board := _board(small, [home.box, *boards], rest)) is not None:
        boards.append(board)
        rest = [hit for hit in rest if not _within(board, hit)]
    places = [*(Box(hit.x, hit.y, SIDE, SIDE) for hit in hits), *boards]
    return tuple(Box(x * scale_x, y * scale_y, w * scale_x, h * scale_y) for x, y, w, h in places)


def _looks(shot: Shot) -> list[tuple[Cells, float]]:
    """What cells of each kind look like in their middles, and how far cells may be from that to be told as such: as far
    as those of the kind are, but not half as far as what is empty or of another kind.
    """
    inner = cut(shot.pixels, shot.grid, size=(SIDE, SIDE))[:, :, RIM:-RIM, RIM:-RIM]
    means = {int(kind): inner[shot.kind == kind].mean(0) for kind in np.unique(shot.kind) if kind >= EMPTY}
    looks = []
    for kind, mean in means.items():
        apart = [_far(mean, other) for number, other in means.items() if number != kind]
        if kind == EMPTY or not apart or min(apart) < 2 * UNLIKE:
            continue
        scatter = max(_far(mean, cell) for cell in inner[shot.kind == kind])
        looks.append((mean, min(max(UNLIKE, 1.5 * scatter), min(apart) / 2)))
    return looks


def _far(one: Cells, other: Cells) -> float:
    """How far two pictures are apart, in grey levels."""
    return float(np.sqrt(np.square(one - other).mean()))


def _hits(small: Cells, home: Grid, looks: list[tuple[Cells, float]]) -> list[_Hit]:
    """Where cells of the kinds lie beside the board."""
    hits = []
    near = np.ones((SIDE // 2 + 1, SIDE // 2 + 1), np.uint8)
    for mean, most in looks:
        if min(small.shape[:2]) < SIDE:
            break
        square = cv2.matchTemplate(small, mean, cv2.TM_SQDIFF) / mean.size
        best = (square <= most * most) & (square <= cv2.erode(square, near))
        hits += [_Hit(int(x) - RIM, int(y) - RIM) for y, x in np.argwhere(best)]
    return [hit for hit in hits if not _within(home.box, hit)]


def _within(box: Box, hit: _Hit) -> bool:
    """Whether the middle of a cell lies in a rectangle."""
    x, y = hit.x + SIDE / 2, hit.y + SIDE / 2
    return box.x <= x <= box.x + box.w and box.y <= y <= box.y + box.h


def _board(small: Cells, known: Sequence[Box], hits: list[_Hit]) -> Box | None:
    """The rectangle, as large as the board and away from those that are `known`, the board first, in whose cells most
    hits lie, with the same around it.
    """
    height, width = small.shape[:2]
    x, y, w, h = (round(side) for side in known[0])
    if len(hits) < SEVERAL or w > width or h > height:
        return None
    votes = np.zeros((height - h + 1, width - w + 1), np.float32)  # by the upper left corner
    for hit in hits:
        for down in range(0, h - SIDE // 2, SIDE):
            for across in range(0, w - SIDE // 2, SIDE):
                at = hit.y - down, hit.x - across
                if 0 <= at[0] < votes.shape[0] and 0 <= at[1] < votes.shape[1]:
                    votes[at] += 1
    exact = votes
    votes = np.asarray(cv2.filter2D(votes, -1, np.ones((3, 3), np.float32), borderType=cv2.BORDER_CONSTANT))
    for box in known:
        left, top = round(box.x), round(box.y)
        votes[max(0, top - h + SLACK) : top + h - SLACK, max(0, left - w + SLACK) : left + w - SLACK] = 0
    if votes.max() < SEVERAL:
        return None
    soft = np.asarray(cv2.blur(small, (3, 3)), np.float32)  # a thin line lies otherwise between pixels there
    best = [(int(column), int(row)) for row, column in np.argwhere(votes >= votes.max() - 0.5)]
    alike = {corner: _alike(soft, (x, y), corner, (w, h)) for corner in best}
    corner = max(best, key=lambda one: (alike[one] >= ALIKE, exact[one[1], one[0]], alike[one]))
    return Box(*corner, w, h) if alike[corner] >= ALIKE else None


def _alike(small: Cells, one: tuple[int, int], other: tuple[int, int], size: tuple[int, int]) -> float:
    """Share of what lies around a rectangle that lies around the other as well, where both have something around them:
    of plain ground and of what is drawn on it, the smaller share.
    """
    height, width = small.shape[:2]
    left, top = (min(AROUND, one[axis], other[axis]) for axis in (0, 1))
    right, bottom = (min(AROUND, (width, height)[axis] - max(one[axis], other[axis]) - size[axis]) for axis in (0, 1))
    cuts = [small[y - top : y + size[1] + bottom, x - left : x + size[0] + right] for x, y in (one, other)]
    ring: NDArray[np.bool_] = np.ones(cuts[0].shape[:2], np.bool_)
    ring[top : top + size[1], left : left + size[0]] = False
    if not ring.any():
        return 0.0
    here, there = (part[ring] for part in cuts)
    drawn = np.abs(here - np.median(here, axis=0)).max(axis=1)
    same = np.abs(here - there).max(axis=1) <= np.maximum(UNLIKE, drawn / 2)
    parts = [same[part] for part in (drawn <= UNLIKE, drawn > UNLIKE) if part.mean() >= FRAME]
    return min(float(part.mean()) for part in parts)
