"""Boards of few kinds that no program ever drew: random skins, grounds, frames, lights and damage, with their truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid

Image = NDArray[Any]
LABELS: Final = "ABCDEFGHI"
SKINS: Final = ("flat", "gapped", "bevel", "panel", "signs", "ball", "gem")
GROUNDS: Final = ("plain", "gradient", "waves", "cloth", "photo")
FILLS: Final = ("full", "stack", "samegame", "holes", "hanging")


@dataclass(frozen=True, eq=False)
class Drawn:
    """A picture of a board and what is on it."""

    pixels: Pixels
    board: tuple[str, ...]
    grid: Grid
    skin: str
    ground: str
    fill: str
    framed: bool
    marked: frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Wish:
    """What is asked of a board; what is None is drawn by lot."""

    skin: str | None = None
    ground: str | None = None
    fill: str | None = None
    size: tuple[int, int] | None = None
    kinds: int | None = None
    pitch: float | None = None
    framed: bool | None = None
    damage: bool = True
    mark: str | None = None
    """`dark` darkens the lowest row, `cursor` lays a frame over two cells, `lit` lightens one cell."""
    lines: bool = True
    """Whether three like ones may lie in a line, which Panel de Pon would not leave there."""


def draw(seed: int, wish: Wish = Wish()) -> Drawn:
    """A random board; the same seed and wish draw the same one."""
    rng = np.random.default_rng(seed)
    skin = wish.skin or str(rng.choice(SKINS))
    ground = wish.ground or str(rng.choice(GROUNDS))
    fill = wish.fill or str(rng.choice(FILLS))
    rows, columns = wish.size or (int(rng.integers(7, 15)), int(rng.integers(5, 13)))
    kinds = wish.kinds or int(rng.integers(3, 8))
    pitch = wish.pitch or float(rng.uniform(18, 56))
    framed = bool(rng.random() < 0.7) if wish.framed is None else wish.framed
    board = _deal(rng, rows, columns, kinds, fill)
    if not wish.lines:
        _part(board, kinds)
    grid = Grid(float(rng.uniform(2, 4) * pitch), float(rng.uniform(2, 4) * pitch), pitch, pitch, rows, columns)
    height, width = int(2 * grid.y + grid.box.h), int(2 * grid.x + grid.box.w)
    canvas = _ground(rng, 2 * height, 2 * width, ground)
    colours = _colours(rng, kinds, canvas)
    if framed:
        _frame(rng, canvas, grid)
    faces = [_face(skin, kind, colours, round(2 * pitch)) for kind in range(kinds)]
    for row, column in np.ndindex(rows, columns):
        if board[row, column] >= 0:
            _lay(canvas, faces[board[row, column]], 2 * grid.x + 2 * pitch * column, 2 * grid.y + 2 * pitch * row)
    if skin == "ball":
        _bridges(canvas, board, grid, colours)
        _eyes(rng, canvas, board, grid)
    marked = _mark(rng, canvas, board, grid, wish.mark)
    pixels = np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    pixels = damaged(rng, pixels) if wish.damage else pixels
    text = tuple("".join("." if k < 0 else LABELS[k] for k in line) for line in board)
    return Drawn(pixels, text, grid, skin, ground, fill, framed, marked)


def _deal(rng: np.random.Generator, rows: int, columns: int, kinds: int, fill: str) -> NDArray[np.int64]:
    board = rng.integers(0, kinds, (rows, columns))
    # Equal neighbours are usual: half of the cells copy the one above.
    for row in range(1, rows):
        copy = rng.random(columns) < 0.25
        board[row, copy] = board[row - 1, copy]
    high = rng.integers(rows // 3, rows + 1, columns)
    if fill == "samegame":
        high = np.sort(high)[::-1]
        high[columns - int(rng.integers(0, columns // 3)) :] = 0
        high[0] = max(high[0], 3)
    depth = np.arange(rows)[:, None]
    if fill in {"stack", "samegame"}:
        board[depth < rows - high] = -1
    elif fill == "hanging":
        board[depth >= high] = -1
    elif fill == "holes":
        board[rng.random((rows, columns)) < rng.uniform(0.1, 0.5)] = -1
    return np.asarray(board, np.int64)


def _part(board: NDArray[np.int64], kinds: int) -> None:
    """Give those of a board other kinds that end a line of three like ones, from above and from the left."""
    for row, column in np.argwhere(board >= 0).tolist():
        left, above = board[row, max(0, column - 2) : column], board[max(0, row - 2) : row, column]
        taken = {int(line[0]) for line in (left, above) if len(line) == 2 and line[0] == line[1]}
        if int(board[row, column]) in taken:
            board[row, column] = next(kind for kind in range(kinds) if kind not in taken)


def _colours(rng: np.random.Generator, kinds: int, canvas: Image) -> list[tuple[int, int, int]]:
    """Colours that a person tells apart, from each other and from the ground."""
    ground = cv2.cvtColor(np.asarray(canvas[::40, ::40] / 255, np.float32), cv2.COLOR_BGR2LAB).reshape(-1, 3)
    taken: list[Image] = []
    least = 38.0
    while len(taken) < kinds:
        colour = rng.integers(0, 256, 3)
        lab = cv2.cvtColor(np.asarray(colour[None, None] / 255, np.float32), cv2.COLOR_BGR2LAB)[0, 0]
        far = [
            float(
                np.linalg.norm(lab - cv2.cvtColor(np.asarray(c[None, None] / 255, np.float32), cv2.COLOR_BGR2LAB)[0, 0])
            )
            for c in taken
        ]
        if min(far, default=999) > least and np.linalg.norm(ground - lab, axis=1).min() > 24:
            taken.append(colour)
        least *= 0.997
    return [(int(c[0]), int(c[1]), int(c[2])) for c in taken]


def _ground(rng: np.random.Generator, height: int, width: int, kind: str) -> Image:
    base = rng.integers(20, 230, 3).astype(np.float32)
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :, None]
    flat = np.broadcast_to(base, (height, width, 3)).copy()
    if kind == "gradient":
        flat += (y - 0.5) * rng.uniform(-70, 70, 3).astype(np.float32) + (x - 0.5) * rng.uniform(-40, 40, 3).astype(
            np.float32
        )
    elif kind == "waves":
        level = ((y[..., 0] * 6 + 0.3 * np.sin(x[..., 0] * 9)) // 1).astype(int) % 6
        flat = (0.6 * base + 0.4 * rng.integers(0, 256, (6, 3)).astype(np.float32))[level]
    elif kind in {"cloth", "photo"}:
        fine, strong = (3, 14) if kind == "cloth" else (70, 28)
        small = rng.normal(0, 1, (height // fine + 2, width // fine + 2, 3 if kind == "photo" else 1)).astype(
            np.float32
        )
        grain = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC).reshape(height, width, -1)
        flat += strong * grain
    return np.clip(flat, 0, 255).astype(np.uint8)


def _frame(rng: np.random.Generator, canvas: Image, grid: Grid) -> None:
    box = grid.box
    thick = int(rng.integers(2, 14))
    left, top = round(2 * box.x) - thick, round(2 * box.y) - thick
    right, bottom = round(2 * (box.x + box.w)) + thick, round(2 * (box.y + box.h)) + thick
    inner = canvas[top + thick : bottom - thick, left + thick : right - thick].copy()
    around = canvas[top:bottom, left:right].mean((0, 1))
    colour = rng.integers(0, 256, 3)
    while np.abs(colour - around).max() < 60:
        colour = rng.integers(0, 256, 3)
    canvas[top:bottom, left:right] = colour
    canvas[top + thick : bottom - thick, left + thick : right - thick] = inner


def _face(skin: str, kind: int, colours: list[tuple[int, int, int]], size: int) -> Image:
    """A cell's picture, (size, size, 4), what shows through in the last channel."""
    colour = colours[0] if skin == "signs" else colours[kind]
    face = np.zeros((size, size, 4), np.uint8)
    solid = (*colour, 255)
    light, dark = (tuple(int(np.clip(c + d, 0, 255)) for c in colour) for d in (60, -60))
    inset = max(2, size // 16)
    if skin == "flat":
        face[:] = solid
    elif skin in {"gapped", "signs"}:
        face[inset:-inset, inset:-inset] = solid
    elif skin in {"bevel", "panel"}:
        face[:] = (*dark, 255)
        face[: size - inset, : size - inset] = (*light, 255)
        face[inset : size - inset, inset : size - inset] = solid
    elif skin == "ball":
        middle = (size // 2, size // 2)
        cv2.circle(face, middle, size // 2 - 2, (*dark, 255), -1, cv2.LINE_AA)
        cv2.circle(face, middle, size // 2 - 2 - inset, solid, -1, cv2.LINE_AA)
        cv2.circle(face, (size * 2 // 5, size // 4), max(2, size // 10), (*light, 255), -1, cv2.LINE_AA)
    else:
        cv2.fillPoly(face, [_shape(kind, size, 0.46)], (*dark, 255), cv2.LINE_AA)
        cv2.fillPoly(face, [_shape(kind, size, 0.36)], solid, cv2.LINE_AA)
    if skin in {"signs", "panel"}:
        ink = 20 if sum(colour) > 380 else 235
        cv2.fillPoly(face, [_shape(kind, size, 0.3)], (ink, ink, ink, 255), cv2.LINE_AA)
    return face


def _shape(kind: int, size: int, reach: float) -> Image:
    """A polygon of its own for every kind: triangle, square, star, cross…"""
    corners, inner, turn = (
        (3, 1, 0),
        (4, 1, 0.5),
        (5, 0.45, 0),
        (4, 0.35, 0),
        (6, 1, 0),
        (3, 1, 0.5),
        (4, 1, 0),
        (8, 0.6, 0),
        (2, 0.3, 0),
    )[kind]
    if inner == 1:
        angles = (np.arange(corners) + turn) * 2 * np.pi / corners - np.pi / 2
        radius = np.full(corners, reach)
    else:
        angles = (np.arange(2 * corners) / 2 + turn) * 2 * np.pi / corners - np.pi / 2
        radius = np.where(np.arange(2 * corners) % 2 == 0, reach, reach * inner)
    points = np.stack([np.cos(angles), np.sin(angles)], 1) * radius[:, None] + 0.5
    return np.asarray(np.round(points * size), np.int32)


def _lay(canvas: Image, face: Image, x: float, y: float) -> None:
    left, top = round(x), round(y)
    part = canvas[top : top + len(face), left : left + len(face)]
    share = face[..., 3:].astype(np.float32) / 255
    part[:] = (part * (1 - share) + face[..., :3] * share).astype(np.uint8)


def _bridges(canvas: Image, board: NDArray[np.int64], grid: Grid, colours: list[tuple[int, int, int]]) -> None:
    for row, column in np.ndindex(*board.shape):
        for down, right in ((0, 1), (1, 0)):
            r, c = row + down, column + right
            if r < board.shape[0] and c < board.shape[1] and board[row, column] == board[r, c] >= 0:
                a, b = grid.centre((row, column)), grid.centre((r, c))
                ends = [
                    (round(2 * p.x + q), round(2 * p.y + s))
                    for p, q, s in (
                        (a, 0.6 * right * grid.pitch_x, 0.6 * down * grid.pitch_x),
                        (b, -0.6 * right * grid.pitch_x, -0.6 * down * grid.pitch_x),
                    )
                ]
                cv2.line(canvas, ends[0], ends[1], colours[board[row, column]], max(2, round(grid.pitch_x * 0.5)))


def _eyes(rng: np.random.Generator, canvas: Image, board: NDArray[np.int64], grid: Grid) -> None:
    for row, column in np.ndindex(*board.shape):
        if board[row, column] < 0:
            continue
        middle, size = grid.centre((row, column)), grid.pitch_x * 2
        for side in (-1, 1):
            at = (round(2 * middle.x + side * size * 0.13), round(2 * middle.y - size * 0.04))
            if rng.random() < 0.85:
                cv2.circle(canvas, at, max(1, round(size * 0.09)), (255, 255, 255), -1, cv2.LINE_AA)
                cv2.circle(canvas, at, max(1, round(size * 0.04)), (0, 0, 0), -1, cv2.LINE_AA)
            else:
                cv2.line(canvas, (at[0] - round(size * 0.08), at[1]), (at[0] + round(size * 0.08), at[1]), (0, 0, 0), 2)


def _mark(
    rng: np.random.Generator, canvas: Image, board: NDArray[np.int64], grid: Grid, how: str | None
) -> frozenset[tuple[int, int]]:
    full = [(int(r), int(c)) for r, c in np.argwhere(board >= 0)]
    if how is None or not full:
        return frozenset()
    if how == "dark":
        box = grid.cell((grid.rows - 1, 0))
        part = canvas[
            round(2 * box.y) : round(2 * (box.y + box.h)), round(2 * box.x) : round(2 * (grid.x + grid.box.w))
        ]
        part[:] = (part * 0.45).astype(np.uint8)
        return frozenset((r, c) for r, c in full if r == grid.rows - 1)
    row, column = full[int(rng.integers(len(full)))]
    box = grid.cell((row, column))
    left, top, right, bottom = (round(2 * v) for v in (box.x, box.y, box.x + box.w, box.y + box.h))
    if how == "cursor":
        cv2.rectangle(
            canvas, (left - 2, top - 2), (right + 1, bottom + 1), (255, 255, 255), max(3, round(grid.pitch_x / 10))
        )
    else:
        part = canvas[top:bottom, left:right]
        part[:] = np.clip(part * 0.6 + 0.4 * 255, 0, 255).astype(np.uint8)
    return frozenset({(row, column)})


def damaged(rng: np.random.Generator, pixels: Pixels) -> Pixels:
    """The picture in a random light: uneven, of another gamma, blurred, noisy, compressed, each of it sometimes."""
    out: Image = pixels.astype(np.float32)
    if rng.random() < 0.4:
        height, width = out.shape[:2]
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        slope = rng.uniform(-0.14, 0.14, 2)
        out *= (1 + slope[0] * (y / height - 0.5) * 2 + slope[1] * (x / width - 0.5) * 2)[..., None]
    if rng.random() < 0.3:
        out = 255 * np.clip(out / 255, 0, 1) ** rng.uniform(0.8, 1.25)
    if rng.random() < 0.3:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 0.7)))
    if rng.random() < 0.4:
        out += rng.normal(0, rng.uniform(0.5, 4), out.shape)
    done = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.35:
        _, data = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(75, 97))])
        done = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return done
