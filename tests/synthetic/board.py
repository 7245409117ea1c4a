"""A drawn board: tiles laid on a ground, things beside it, and what is true of the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from tests.synthetic.beside import add, bars
from tests.synthetic.damage import damaged
from tests.synthetic.grounds import GROUNDS
from tests.synthetic.skins import SKINS
from tests.synthetic.spec import Spec

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""Labels of the kinds in the truth."""
Picture = NDArray[np.uint8]
APART = 60
"""Grey levels, in one colour at least, that every face differs from the ground."""
TONES = 20
"""Grounds that are tried until all faces do."""


@dataclass(frozen=True, eq=False)
class Truth:
    """What a picture shows."""

    board: tuple[str, ...]
    """A label for every tile, `.` where none is."""
    grid: Grid
    others: tuple[Grid, ...] = ()
    """Other things that look like boards: an opponent's, a preview, a thumbnail."""
    twin: Truth | None = None
    """The opponent's board, which is as large; which of the two is meant, no picture tells."""

    @property
    def seen(self) -> Grid:
        """The grid from the first to the last row and column that hold a tile."""
        full = np.array([[sign != "." for sign in row] for row in self.board])
        rows, columns = np.flatnonzero(full.any(1)), np.flatnonzero(full.any(0))
        corner = self.grid.cell((int(rows[0]), int(columns[0])))
        return Grid(
            corner.x, corner.y, self.grid.pitch_x, self.grid.pitch_y,
            int(rows[-1] - rows[0]) + 1, int(columns[-1] - columns[0]) + 1,
        )  # fmt: skip


def draw(spec: Spec) -> tuple[Pixels, Truth]:
    """The picture, (height, width, 3), and the truth; the same for the same spec."""
    rng = np.random.default_rng(spec.seed)
    faces = SKINS[spec.skin](rng, spec.kinds, *(max(8, round(2 * p)) for p in spec.pitch))
    pixels = GROUNDS[spec.ground](rng, *spec.size)
    for _ in range(TONES):
        if _stand_out(faces, pixels):
            break
        pixels = GROUNDS[spec.ground](rng, *spec.size)
    board = deal(rng, spec)
    width, height = spec.columns * spec.pitch[0], spec.rows * spec.pitch[1]
    slots = 2 if "opponent" in spec.beside else 1
    if spec.corner is None:
        side = 0.24 if {"thumbnail", "preview", "text"} & {*spec.beside} else 0.04
        free_x = spec.size[0] * (1 - side) - slots * width - (slots - 1) * 0.05 * spec.size[0]
        free_y = spec.size[1] * 0.9 - height
        x, y = (
            spec.size[0] * 0.02 + rng.uniform(0, 1) * max(0, free_x - spec.size[0] * 0.02),
            max(spec.size[1] * 0.05 + (rng.uniform(0, 1) * max(0, free_y)), bars(spec)),
        )
    else:
        x, y = spec.corner
    if spec.snapped:
        x, y = round(x), round(y)
    grid = Grid(x, y, *spec.pitch, spec.rows, spec.columns)
    lay(pixels, grid, faces, board, spec.snapped)
    other = deal(rng, spec)
    others = add(rng, pixels, spec, grid, faces, other)
    if spec.snapped and "opponent" in spec.beside:
        others = (_as_laid(others[0], other), *others[1:])
    twin = Truth(_text(other), others[0]) if "opponent" in spec.beside else None
    shown = _as_laid(grid, board) if spec.snapped else grid
    return damaged(rng, pixels, spec.damage), Truth(_text(board), shown, others, twin)


def _as_laid(grid: Grid, board: NDArray[np.int64]) -> Grid:
    """A grid whose tiles were laid on whole pixels, as the picture shows it: along the line nearest to where the
    rows and columns with a tile begin. Of few of them no picture tells the pitch that they were rounded from.
    """

    def nearest(start: float, pitch: float, lines: NDArray[np.intp]) -> tuple[float, float]:
        begin = np.round(start + lines * pitch)
        if len(lines) < 2:
            return float(begin[0] - lines[0] * pitch), pitch
        slope, first = np.polyfit(lines, begin, 1)
        return float(first), float(slope)

    x, pitch_x = nearest(grid.x, grid.pitch_x, np.flatnonzero((board >= 0).any(0)))
    y, pitch_y = nearest(grid.y, grid.pitch_y, np.flatnonzero((board >= 0).any(1)))
    return replace(grid, x=x, y=y, pitch_x=pitch_x, pitch_y=pitch_y)


def _stand_out(faces: list[Picture], ground: Picture) -> bool:
    """Whether no face has the colour of the ground."""
    looks = np.array([np.median(face[face[:, :, 3] > 127][:, :3], axis=0) for face in faces])
    tone = np.median(ground[::16, ::16].reshape(-1, 3), axis=0)
    return bool(np.abs(looks - tone).max(1).min() > APART)


def _text(board: NDArray[np.int64]) -> tuple[str, ...]:
    return tuple("".join("." if kind < 0 else SIGNS[kind] for kind in row) for row in board)


def empty(spec: Spec) -> Pixels:
    """The same ground without a board; only menus, tools and text stand on it."""
    rng = np.random.default_rng(spec.seed)
    pixels = GROUNDS[spec.ground](rng, *spec.size)
    grid = Grid(0.1 * spec.size[0], 0.1 * spec.size[1], spec.size[0] / 20, spec.size[1] / 12, 8, 12)
    beside = tuple(name for name in spec.beside if name in {"menu", "tools", "text"})
    add(rng, pixels, replace(spec, beside=beside), grid, [], deal(rng, spec))
    return damaged(rng, pixels, spec.damage)


def deal(rng: np.random.Generator, spec: Spec) -> NDArray[np.int64]:
    """(rows, columns), the kind of every tile, -1 where there is none."""
    shape, cells = (spec.rows, spec.columns), spec.rows * spec.columns
    if spec.deal == "stack":
        board = rng.integers(0, spec.kinds, shape)
        height = spec.rows * (1 - spec.gone) + rng.normal(0, spec.rows / 10 if spec.gone else 0, spec.columns)
        height = np.clip(np.round(height), 1, spec.rows)
        board[np.arange(spec.rows)[:, None] < spec.rows - height[None]] = -1
        return board
    pairs = max(2, round(cells * (1 - spec.gone) / 2))
    kinds = np.repeat(
        np.concatenate([np.arange(min(spec.kinds, pairs)), rng.integers(0, spec.kinds, pairs)])[:pairs], 2
    )
    board = np.full(cells, -1)
    board[rng.choice(cells, len(kinds), replace=False)] = rng.permutation(kinds)
    return board.reshape(shape)


def lay(pixels: Picture, grid: Grid, faces: list[Picture], board: NDArray[np.int64], snapped: bool = False) -> None:
    """Lay tiles upon a picture. Faces are drawn at twice the size, with what shows through in a fourth channel;
    what is larger than a cell hangs over its right and lower edge.
    """
    if snapped:
        small = [cv2.resize(_bare(f), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for f in faces]
        for row, column in np.argwhere(board >= 0):
            at = round(grid.x + column * grid.pitch_x), round(grid.y + row * grid.pitch_y)
            _paste(pixels, small[board[row, column]], at)
        return
    wide, high = max(8, round(2 * grid.pitch_x)), max(8, round(2 * grid.pitch_y))
    over_y, over_x = max(f.shape[0] for f in faces) - high, max(f.shape[1] for f in faces) - wide
    sheet = np.zeros((grid.rows * high + over_y, grid.columns * wide + over_x, 4), np.uint8)
    for row, column in np.argwhere(board >= 0):
        face = faces[board[row, column]]
        part = sheet[row * high : row * high + face.shape[0], column * wide : column * wide + face.shape[1]]
        part[:] = np.where(face[:, :, 3:] > 127, face, part)
    # At twice the size it is moved and stretched to the fraction of a pixel, then averaged.
    left, top = int(grid.x), int(grid.y)
    fx, fy = wide / (2 * grid.pitch_x), high / (2 * grid.pitch_y)
    size = round(sheet.shape[1] / fx / 2 + 2) * 2, round(sheet.shape[0] / fy / 2 + 2) * 2
    matrix = np.array([[fx, 0, -2 * (grid.x - left) * fx], [0, fy, -2 * (grid.y - top) * fy]])
    drawn = cv2.warpAffine(_bare(sheet), matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    halved = cv2.resize(drawn, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    _paste(pixels, np.asarray(halved, np.float32), (left, top))


def _bare(face: Picture) -> NDArray[np.float32]:
    """Colours weighed by what is not seen through, so that scaling does not mix in what lies under it."""
    share = face[:, :, 3:].astype(np.float32) / 255
    return np.dstack([face[:, :, :3] * share, share])


def _paste(pixels: Picture, drawn: NDArray[np.float32], at: tuple[int, int]) -> None:
    x, y = at
    top, left = max(0, -y), max(0, -x)
    drawn = drawn[top : pixels.shape[0] - y, left : pixels.shape[1] - x]
    part = pixels[y + top : y + top + drawn.shape[0], x + left : x + left + drawn.shape[1]]
    part[:] = np.clip(part * (1 - drawn[:, :, 3:]) + drawn[:, :, :3] + 0.5, 0, 255).astype(np.uint8)
