"""Windows of made-up programs on made-up desktops: boards to find again at any place, size and scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.layout import Place
from bot.vision.cells import cut
from bot.vision.place.surroundings import surroundings
from bot.vision.samples import Sample

EACH = 8
"""Crops of one kind, at most."""
Colour = tuple[int, int, int]
Doubles = NDArray[np.float64]
KINDS = ("moved", "scaled", "stretched", "bars kept", "bars kept, stretched", "alone")
"""What happened to the window: only moved; its picture scaled; scaled unequally; made larger or smaller with bars that
keep their height, the rest of one shape or not; shown alone, in the middle or the corner of an otherwise bare frame."""


LABELS = "ABCDEFG"
"""Labels of a made-up program's kinds of block."""


class Shown(Protocol):
    """A program that draws its window in any size, with its cells dealt anew for every `content`."""

    def draw(
        self, size: tuple[int, int], content: int, *, density: float, bars: float = 1.0, title: bool = True
    ) -> tuple[Pixels, Grid]:
        """Its window, and where the board lies in it."""

    def board(self, content: int, density: float, shape: tuple[int, int]) -> tuple[str, ...]:
        """What the cells then show; `shape` is rows and columns."""


@dataclass(frozen=True)
class Program:
    """One program: its colours, its bars, its board and what stands beside it."""

    seed: int
    framed: bool = True
    """Whether the board has a frame and a ground of its own."""

    def board(self, content: int, density: float, shape: tuple[int, int]) -> tuple[str, ...]:
        """What the cells show, a label or `.` for each."""
        rng, rows, kinds = np.random.default_rng(content), [], self._kinds()
        for _ in range(shape[0]):
            filled, kind = rng.random(shape[1]) < density, rng.integers(len(kinds), size=shape[1])
            rows.append("".join(LABELS[k] if full else "." for full, k in zip(filled, kind, strict=True)))
        return tuple(rows)

    def draw(
        self, size: tuple[int, int], content: int, *, density: float, bars: float = 1.0, title: bool = True
    ) -> tuple[Pixels, Grid]:
        """Its window in that size (of the part between the bars); `content` deals the cells, `bars` scales them."""
        rng = np.random.default_rng(self.seed)
        width, height = size
        dark = rng.random() < 0.6
        ground = _colour(rng, 20, 90) if dark else _colour(rng, 150, 235)
        inside = _colour(rng, 0, 45) if rng.random() < 0.6 else _colour(rng, 200, 250)
        trim = _colour(rng, 90, 210)
        rows, columns = int(rng.integers(5, 17)), int(rng.integers(5, 17))
        picture = _ground(rng, width, height, ground)
        share_h = rng.uniform(0.78, 0.9)
        share_w = min(rng.uniform(0.45, 0.6), share_h * columns / rows * 0.75)
        share_h = min(share_h, share_w * 4 / 3 * rows / columns * rng.uniform(0.9, 1.25))
        left = rng.uniform(0.06, 0.9 - share_w)
        top = rng.uniform(0.04, 0.96 - share_h)
        box = Box(left * width, top * height, share_w * width, share_h * height)
        style, rim = int(rng.integers(0, 3)), rng.uniform(3, 9)
        if self.framed:
            for share, colour in ((1.0, trim), (0.5, ground))[: 2 if style else 1]:
                x, y = share * rim * width / 640, share * rim * height / 480
                _rectangle(picture, Box(box.x - x, box.y - y, box.w + 2 * x, box.h + 2 * y), colour)
            _rectangle(picture, box, inside)
        self._beside(rng, picture, box, trim)
        grid = Grid(box.x, box.y, box.w / columns, box.h / rows, rows, columns)
        _cells(self._kinds(), picture, grid, self.board(content, density, (rows, columns)))
        tool = _bar(rng, width, round(rng.uniform(18, 44) * bars), trim, 5)
        foot = _bar(rng, width, round(rng.uniform(16, 28) * bars), ground, 2)
        parts = [tool, picture, foot]
        above = tool.shape[0]
        if title:
            parts.insert(0, _bar(rng, width, round(24 * bars), _colour(rng, 120, 200), 1))
            above += parts[0].shape[0]
        return np.vstack(parts), Grid(grid.x, grid.y + above, grid.pitch_x, grid.pitch_y, rows, columns)

    def _kinds(self) -> list[Block]:
        """What its blocks look like: colours that a person tells apart, a sign, a gap."""
        rng = np.random.default_rng((self.seed, 7))
        blocks: list[Block] = []
        gap, count = float(rng.uniform(0, 0.08)), int(rng.integers(3, 8))
        while len(blocks) < count:
            colour = _colour(rng, 30, 255)
            if all(sum(abs(a - b) for a, b in zip(colour, block.colour, strict=True)) > 120 for block in blocks):
                blocks.append(Block(colour, float(rng.uniform(0.2, 0.4)), gap))
        return blocks

    def _beside(self, rng: np.random.Generator, picture: Pixels, box: Box, trim: Colour) -> None:
        height, width = picture.shape[:2]
        unit, thick = width / 640, 4 * height / 480
        for side in (0.0, 1.0):
            x0, x1 = (box.x + box.w + 14 * unit, width - 6 * unit) if side else (6 * unit, box.x - 14 * unit)
            if x1 - x0 < 30 * unit:
                continue
            for n in range(int(rng.integers(0, 4))):
                y = (0.08 + 0.29 * n) * height
                panel = Box(x0, y, (x1 - x0) * rng.uniform(0.5, 1), 0.2 * height * rng.uniform(0.6, 1))
                _rectangle(picture, panel, _colour(rng, 30, 220))
                if rng.random() < 0.5:
                    _rectangle(picture, Box(panel.x, panel.y, panel.w, thick), trim)


class Block(NamedTuple):
    """What one kind of block looks like."""

    colour: Colour
    sign: float
    """Where its sign begins, in widths of a cell."""
    gap: float
    """Room around it, in parts of a cell."""


def place(window: Pixels, grid: Grid, frame: Pixels, x: int, y: int) -> tuple[Pixels, Grid]:
    """The window on a desktop with its upper left corner at x, y; all of it must lie on it."""
    out = frame.copy()
    out[y : y + window.shape[0], x : x + window.shape[1]] = window
    return out, Grid(grid.x + x, grid.y + y, grid.pitch_x, grid.pitch_y, grid.rows, grid.columns)


def scaled(window: Pixels, grid: Grid, scale_x: float, scale_y: float) -> tuple[Pixels, Grid]:
    """The window's picture at another scale, as a screen with many pixels shows it."""
    height, width = window.shape[:2]
    size = max(1, round(width * scale_x)), max(1, round(height * scale_y))
    sx, sy = size[0] / width, size[1] / height
    method = cv2.INTER_AREA if sx < 1 and sy < 1 else cv2.INTER_LINEAR
    picture = np.asarray(cv2.resize(window, size, interpolation=method), np.uint8)
    return picture, Grid(grid.x * sx, grid.y * sy, grid.pitch_x * sx, grid.pitch_y * sy, grid.rows, grid.columns)


def desktop(rng: np.random.Generator, width: int, height: int) -> Pixels:
    """A wallpaper with windows of other programs: rectangles, lines of text, blocks of colour."""
    picture = _ground(rng, width, height, _colour(rng, 20, 220))
    for _ in range(int(rng.integers(0, 6))):
        w, h = rng.uniform(0.1, 0.6) * width, rng.uniform(0.1, 0.6) * height
        box = Box(rng.uniform(-0.1, 0.9) * width, rng.uniform(-0.1, 0.9) * height, w, h)
        paper = _colour(rng, 20, 250)
        _rectangle(picture, box, paper)
        _rectangle(picture, Box(box.x, box.y, box.w, 22), _colour(rng, 60, 220))
        ink = 255 - paper[0], 255 - paper[1], 255 - paper[2]
        for line in range(int(rng.integers(0, 14))):
            at = Box(box.x + 8, box.y + 34 + 16 * line, rng.uniform(0.2, 0.9) * box.w, 7)
            if at.y + at.h < box.y + box.h:
                for x in np.arange(at.x, min(at.x + at.w, box.x + box.w - 8), 7):
                    if rng.random() < 0.8:
                        _rectangle(picture, Box(float(x), at.y, 4, rng.uniform(3, 8)), ink)
    return picture


@dataclass(frozen=True, eq=False)
class Calibrated:
    """One program, calibrated on one picture of it."""

    program: Shown
    size: tuple[int, int]
    title: bool
    window: Pixels
    grid: Grid
    board: tuple[str, ...]

    @property
    def place(self) -> Place:
        """What a layout says of where the board lay."""
        return placed(self.window, self.grid)

    @property
    def sample(self) -> Pixels:
        """Its surroundings."""
        return surroundings([self.window], [self.grid])

    @property
    def samples(self) -> tuple[Sample, ...]:
        """Some crops of every kind."""
        found: dict[str, list[Sample]] = {}
        size = round(self.grid.pitch_x), round(self.grid.pitch_y)
        cells = np.rint(cut(self.window, self.grid, size=size)).astype(np.uint8)
        for row, line in enumerate(self.board):
            for column, label in enumerate(line):
                found.setdefault(label, []).append(Sample(label, False, cells[row, column]))
        return tuple(sample for crops in found.values() for sample in crops[:: max(1, len(crops) // EACH)][:EACH])


def calibrated(seed: int) -> Calibrated:
    """A program and one picture of it."""
    rng = np.random.default_rng((seed, 1))
    program, title = Program(seed), bool(rng.random() < 0.5)
    size = int(rng.integers(480, 900)), int(rng.integers(400, 700))
    return shown(program, size, seed, float(rng.uniform(0.3, 1)), title=title)


def shown(program: Shown, size: tuple[int, int], content: int, density: float, *, title: bool) -> Calibrated:
    """One picture of a program, to calibrate it on."""
    window, grid = program.draw(size, content, density=density, title=title)
    board = program.board(content, density, (grid.rows, grid.columns))
    return Calibrated(program, size, title, window, grid, board)


def placed(window: Pixels, grid: Grid) -> Place:
    """What a layout says of where the board lay."""
    box, (height, width) = grid.box, window.shape[:2]
    return Place(
        left=box.x / width, top=box.y / height, right=(box.x + box.w) / width, bottom=(box.y + box.h) / height,
        rows=grid.rows, columns=grid.columns, picture=(width, height),
    )  # fmt: skip


class Seen(NamedTuple):
    """A frame that shows a program's board somewhere."""

    kind: str
    """What happened to its window, one of KINDS."""
    frame: Pixels
    grid: Grid
    board: tuple[str, ...]


def geometry(known: Calibrated, seed: int, densities: tuple[float, float, float] = (0.0, 1.0, -1.0)) -> Seen:
    """The same program with another deal, somewhere else; one of the densities, a negative one is random."""
    rng = np.random.default_rng((seed, 2))
    kind = KINDS[int(rng.integers(len(KINDS)))]
    density, other = float(densities[rng.integers(3)]), float(rng.random())
    density = other if density < 0 else density
    title = known.title if rng.random() < 0.6 else not known.title
    screen = float((1.0, 1.25, 1.5, 2.0)[int(rng.integers(4))])
    free = float(np.exp(rng.uniform(np.log(0.5), np.log(4.0 if rng.random() < 0.2 else 1.8))))
    scale_x = {"moved": 1.0, "bars kept": 1.0, "bars kept, stretched": screen}.get(
        kind, free if rng.random() < 0.6 else screen
    )
    scale_y = scale_x * float(rng.uniform(0.8, 1.25)) if kind == "stretched" else scale_x
    size = known.size
    if kind.startswith("bars"):
        larger = float(rng.uniform(0.7, 1.6))
        shape = float(rng.uniform(0.85, 1.18)) if kind.endswith("stretched") else 1.0
        size = round(size[0] * larger), round(size[1] * larger * shape)
    window, grid = known.program.draw(size, seed, density=density, title=title)
    window, grid = scaled(window, grid, scale_x, scale_y)
    height, width = window.shape[:2]
    if kind == "alone":
        more_x, more_y = ((0, 0), (int(rng.integers(20, 300)), 0), (0, int(rng.integers(20, 300))))[rng.integers(3)]
        frame = np.full((height + more_y, width + more_x, 3), _colour(rng, 0, 255), np.uint8)
        x, y = (more_x // 2, more_y // 2) if rng.random() < 0.5 else (0, 0)
    else:
        frame = desktop(rng, max(width + int(rng.integers(1, 500)), 1280), max(height + int(rng.integers(1, 300)), 720))
        x, y = int(rng.integers(frame.shape[1] - width)), int(rng.integers(frame.shape[0] - height))
    frame, grid = place(window, grid, frame, x, y)
    return Seen(kind, frame, grid, known.program.board(seed, density, (grid.rows, grid.columns)))


def off(found: Grid, truth: Grid) -> float:
    """How far a corner of the found grid lies from the true one, in pixels."""
    one, two = found.box, truth.box
    corners = [one.x - two.x, one.y - two.y, one.x + one.w - two.x - two.w, one.y + one.h - two.y - two.h]
    return max(abs(side) for side in corners)


def _colour(rng: np.random.Generator, low: int, high: int) -> Colour:
    b, g, r = (int(c) for c in rng.integers(low, high, 3))
    return b, g, r


def _lighter(colour: Colour, by: int) -> Colour:
    b, g, r = (min(255, max(0, c + by)) for c in colour)
    return b, g, r


def _ground(rng: np.random.Generator, width: int, height: int, colour: Colour) -> Pixels:
    """One colour, a run of colours, or a blurred picture."""
    kind = rng.integers(0, 3)
    rough = rng.normal(0, 1, (7, 9, 3)) if kind == 2 else np.zeros((7, 9, 3))
    if kind == 1:
        rough = rough + np.linspace(-1, 1, 7)[:, None, None]
    wide = cv2.resize(rough.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    ground: Pixels = np.clip(np.asarray(colour, np.float32) + 16 * wide, 0, 255).astype(np.uint8)
    return ground


def _rectangle(picture: Pixels, box: Box, colour: Colour) -> None:
    """A filled rectangle with its edges where they belong, to a part of a pixel."""
    height, width = picture.shape[:2]
    across, down = _cover(box.x, box.x + box.w, width), _cover(box.y, box.y + box.h, height)
    rows, columns = np.flatnonzero(down), np.flatnonzero(across)
    if not rows.size or not columns.size:
        return
    cut = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    share = (down[cut[0], None] * across[None, cut[1]])[:, :, None]
    picture[cut] = np.round(picture[cut] * (1 - share) + np.asarray(colour) * share).astype(np.uint8)


def _cover(start: float, end: float, length: int) -> Doubles:
    """How much of each pixel lies between two places."""
    return np.diff(np.clip(np.arange(length + 1.0), start, max(start, end)))


def _cells(blocks: list[Block], picture: Pixels, grid: Grid, board: tuple[str, ...]) -> None:
    """Blocks in a few colours, with a light upper edge and a sign."""
    for row, line in enumerate(board):
        for column, label in enumerate(line):
            if label == ".":
                continue
            box, block = grid.cell((row, column)), blocks[LABELS.index(label)]
            dx, dy = block.gap * box.w, block.gap * box.h
            body = Box(box.x + dx, box.y + dy, box.w - 2 * dx, box.h - 2 * dy)
            _rectangle(picture, body, block.colour)
            _rectangle(picture, Box(body.x, body.y, body.w, body.h * 0.12), _lighter(block.colour, 50))
            sign = Box(box.x + box.w * block.sign, box.y + box.h * 0.3, box.w * 0.3, box.h * 0.4)
            _rectangle(picture, sign, _lighter(block.colour, -60))


def _bar(rng: np.random.Generator, width: int, height: int, colour: Colour, signs: int) -> Pixels:
    bar = np.full((max(1, height), width, 3), colour, np.uint8)
    x = 8.0
    for _ in range(signs):
        w = rng.uniform(20, 60) * height / 24
        _rectangle(bar, Box(x, height * 0.25, w, height * 0.5), _colour(rng, 0, 255))
        x += w + 10
    bar[-1:] = np.asarray(colour) // 2
    return bar
