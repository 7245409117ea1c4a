"""Nonograms drawn as programs and web pages draw them: any font, theme, spacing and kind of grid, with their truth.

What is drawn follows from a number, so that a test names the picture it means. Lines lie on whole pixels or between
them, clues stand free, on stripes or in boxes of their own; crosses are strokes, dots or a colour.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from engine.position import Position
from tests.synthetic.digit_fonts import Face, advance, coverage

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Theme:
    """The colours of a page: blue, green, red."""

    page: Colour
    ink: Colour
    paper: Colour
    filled: Colour
    crossed: Colour
    """Of the strokes of a cross."""
    line: Colour
    thick: Colour
    faded: Colour
    """Of clues that are done."""
    stripes: tuple[Colour, Colour] | None = None
    """Of the bands of clues, in turn."""
    boxes: Colour | None = None
    """Of the lines around each number, where numbers stand in boxes."""


def theme(colours: str, stripes: str = "", boxes: str = "") -> Theme:
    """A theme from colours written rrggbb, in the order of its fields."""

    def read(text: str) -> list[Colour]:
        return [(int(word[4:], 16), int(word[2:4], 16), int(word[:2], 16)) for word in text.split()]

    page, ink, paper, filled, crossed, line, thick, faded = read(colours)
    first, second = read(stripes) or (None, None)
    turns = (first, second) if first and second else None
    return Theme(page, ink, paper, filled, crossed, line, thick, faded, turns, read(boxes)[0] if boxes else None)


THEMES: Final = {
    "paper": theme("ffffff 000000 ffffff 000000 5a5a5a 969696 000000 969696"),
    "page": theme("f0f6fa 1e283c ffffff 2c3e50 c86e78 b4bec8 465a6e aab4be"),
    "dark": theme("1a1c1e e6e6e6 2d3034 78cdf5 968c8c 55585c 8c9196 7d7d7d"),
    "night": theme("181e30 f0dcd7 2a3246 fabe28 dc6e6e 505a6e 8c96aa 78828c"),
    "striped": theme("ebf0eb 141414 fafafa 28323c d23c3c 969696 3c3c3c 8c9196", stripes="e6f0e1 c8d7be"),
    "boxed": theme("ffffff 1e1e1e ffffff 282832 c85050 aaaaaa 282828 aaaaaa", stripes="e6ebf0 e6ebf0", boxes="bebebe"),
    "blue": theme("dcebfa 0a2878 f5faff 1450aa 8c96a0 a0bedc 3264a0 8caad2"),
    "grey": theme("e6e6e6 000000 808080 000000 ffffff 4d4d4d 4d4d4d 808080"),
    "reversed": theme("323c46 fafafa f5f5f5 1e1e28 a0a0a0 969696 3c3c3c 8c96a0"),
}


@dataclass(frozen=True)
class Look:
    """How a nonogram is drawn."""

    face: Face
    theme: str = "paper"
    pitch: float = 24.0
    digit: float = 0.5
    """Height of a digit as a share of the pitch."""
    whole: bool = True
    """Whether lines lie on whole pixels, as browsers put them; else they are smeared over two."""
    line: int = 1
    thick: int = 2
    every: int = 5
    """Cells between thick lines; 0: there are none but around the board."""
    space: float = 0.3
    """Width of the space between numbers of a row, in heights of an em."""
    stacked: float = 1.15
    """Distance of numbers of a column, in heights of a line of digits plus a little."""
    zero: bool = False
    """Whether an empty line shows 0."""
    cross: str = "x"
    """`x`, `dot`, or `plain`: a cell of another colour."""
    inset: float = 0.0
    """Room around a filled cell, as a share of the pitch."""
    done: float = 0.0
    """Share of clues that are shown as done."""
    struck: float = 0.0
    """Share of clues through which a line is drawn."""
    through: bool = False
    """Whether that line goes on from number to number of a row."""
    furniture: bool = True
    """Whether a menu, a title and a line of text stand around."""
    chips: float | None = None
    """How far numbers stand inside squares of their own colour, as a share of the pitch; None: they stand free."""
    right: bool = False
    """Whether the clues of the rows stand to the right of the board."""
    below: bool = False
    """Whether the clues of the columns stand below it."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """A picture and what is on it."""

    pixels: Pixels
    truth: Position
    grid: Grid
    digits: int
    """How many digits stand in it."""
    look: Look = field(repr=False)


COLOURS: Final[dict[str, Colour]] = {
    "a": (40, 40, 210),
    "b": (200, 90, 20),
    "c": (50, 140, 30),
    "d": (60, 215, 245),
    "e": (203, 192, 255),
}
"""Of the cells that letters stand for, and of their clues; `e` is a pale shade, nearly in the direction of `a`."""


def runs(line: str) -> str:
    """The clue of a line of `#` and letters of colours, and anything else."""
    lengths = ((sign, len(list(run))) for sign, run in groupby(line))
    return " ".join(f"{length}{sign.strip('#')}" for sign, length in lengths if sign in {"#", *COLOURS}) or "0"


def number(word: str) -> tuple[str, Colour | None]:
    """A word of a clue without its letter, and the colour that the letter stands for."""
    return (word[:-1], COLOURS[word[-1]]) if word[-1] in COLOURS else (word, None)


def puzzle(rng: random.Random, rows: int, columns: int, density: float) -> tuple[str, ...]:
    """A picture: `#` and `.`; neighbours are alike more often than not."""
    lines: list[str] = []
    for row in range(rows):
        line = ""
        for column in range(columns):
            near = [line[-1]] if column else []
            near += [lines[-1][column]] if row else []
            share = density if not near else 0.55 * density + 0.45 * near.count("#") / len(near)
            line += "#" if rng.random() < share else "."
        lines.append(line)
    return tuple(lines)


def draw(look: Look, picture: Sequence[str], marks: Sequence[str], seed: int = 0) -> Drawn:
    """A puzzle drawn in a look; `marks` are what the cells show: `#`, `x` and `.`."""
    rng = random.Random(seed)
    rows = [runs(line) for line in picture]
    cols = [runs("".join(column)) for column in zip(*picture, strict=True)]
    theme = THEMES[look.theme]
    size = look.digit * look.pitch / (coverage(look.face, "8", 100).shape[0] / 100)
    clue_w = max(_row_width(look, text, size) for text in rows)
    if _boxed(look):
        clue_w = look.pitch * max(len(text.split()) for text in rows)
    deepest = max(len(text.split()) for text in cols)
    step = look.pitch if _boxed(look) else look.stacked * max(look.digit * look.pitch + 3, 8)
    clue_h = deepest * step
    top_room, left_room = (64 if look.furniture else 6), rng.randint(4, 40)
    x = left_room + (0 if look.right else clue_w + 8)
    y = top_room + (0 if look.below else clue_h + 8)
    if look.whole:
        x, y = round(x), round(y)
    grid = Grid(float(x), float(y), look.pitch, look.pitch, len(rows), len(cols))
    width = int(x + len(cols) * look.pitch + (clue_w + 8) * look.right) + rng.randint(8, 60)
    height = int(y + len(rows) * look.pitch + (clue_h + 8) * look.below) + (40 if look.furniture else 8)
    canvas = np.empty((height, width, 3), np.float32)
    canvas[:] = theme.page
    _bands(canvas, look, grid, clue_w, clue_h, step)
    _cells(canvas, look, grid, marks)
    _lines(canvas, look, grid)
    faded = {(side, i) for side, n in ((0, len(rows)), (1, len(cols))) for i in range(n) if rng.random() < look.done}
    struck = {(side, i) for side, n in ((0, len(rows)), (1, len(cols))) for i in range(n) if rng.random() < look.struck}
    digits = 0
    for row, text in enumerate(rows):
        colour = theme.faded if (0, row) in faded else theme.ink
        digits += _row_clue(canvas, look, grid, row, text, size, colour, (0, row) in struck)
    for column, text in enumerate(cols):
        colour = theme.faded if (1, column) in faded else theme.ink
        digits += _column_clue(canvas, look, grid, column, text, size, step, colour, (1, column) in struck)
    if look.furniture:
        _text(canvas, look.face, "Nonogram 12  0:45", 13, (8, 8), theme.ink)
        _text(canvas, look.face, "File  Edit  Help", 12, (8, 30), theme.ink)
        _text(canvas, look.face, "Level 7 of 30", 13, (8, height - 24), theme.ink)
    pixels = np.clip(canvas + 0.5, 0, 255).astype(np.uint8)
    truth = Position({"rows": tuple(rows), "cols": tuple(cols), "board": tuple(marks)})
    return Drawn(pixels, truth, grid, digits, look)


def _boxed(look: Look) -> bool:
    """Whether numbers stand in places as large as a cell."""
    return THEMES[look.theme].boxes is not None or look.chips is not None


def _rectangle(canvas: np.ndarray, x0: float, y0: float, x1: float, y1: float, colour: Colour) -> None:
    """A rectangle whose edges may lie between pixels."""
    height, width = canvas.shape[:2]
    ax = np.clip(np.minimum(np.arange(width) + 1, x1) - np.maximum(np.arange(width), x0), 0, 1)
    ay = np.clip(np.minimum(np.arange(height) + 1, y1) - np.maximum(np.arange(height), y0), 0, 1)
    rows, columns = np.flatnonzero(ay), np.flatnonzero(ax)
    if not len(rows) or not len(columns):
        return
    part = canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    share = (ay[rows[0] : rows[-1] + 1, None] * ax[None, columns[0] : columns[-1] + 1])[:, :, None]
    part += share * (np.array(colour, np.float32) - part)


def _at(look: Look, place: float) -> float:
    return float(round(place)) if look.whole else place


def _lines(canvas: np.ndarray, look: Look, grid: Grid) -> None:
    """The lines of the grid, thin and thick."""
    theme = THEMES[look.theme]
    box = grid.box
    for thick in (False, True):
        for count, start, pitch, upright in (
            (grid.columns, grid.x, grid.pitch_x, True),
            (grid.rows, grid.y, grid.pitch_y, False),
        ):
            for k in range(count + 1):
                strong = k in {0, count} or (look.every and k % look.every == 0)
                if bool(strong) != thick:
                    continue
                half = (look.thick if strong else look.line) / 2
                at = start + k * pitch
                low, high = (
                    (round(at - half), round(at - half) + round(2 * half)) if look.whole else (at - half, at + half)
                )
                colour = theme.thick if strong else theme.line
                if upright:
                    _rectangle(canvas, low, box.y - half, high, box.y + box.h + half, colour)
                else:
                    _rectangle(canvas, box.x - half, low, box.x + box.w + half, high, colour)


def _cells(canvas: np.ndarray, look: Look, grid: Grid, marks: Sequence[str]) -> None:
    """The paper and the marks of all cells."""
    theme = THEMES[look.theme]
    box = grid.box
    _rectangle(canvas, box.x, box.y, box.x + box.w, box.y + box.h, theme.paper)
    for row, line in enumerate(marks):
        for column, mark in enumerate(line):
            cell = grid.cell((row, column))
            x0, y0, x1, y1 = (_at(look, v) for v in (cell.x, cell.y, cell.x + cell.w, cell.y + cell.h))
            if mark == "#" or mark in COLOURS:
                room = look.inset * look.pitch
                colour = COLOURS.get(mark, theme.filled)
                _rectangle(canvas, x0 + room, y0 + room, x1 - room, y1 - room, colour)
            elif mark == "x" and look.cross == "plain":
                _rectangle(canvas, x0, y0, x1, y1, theme.crossed)
            elif mark == "x":
                _stroke(canvas, look, ((x0 + x1) / 2, (y0 + y1) / 2), theme.crossed)


def _stroke(canvas: np.ndarray, look: Look, centre: tuple[float, float], colour: Colour) -> None:
    """An X or a dot."""
    fine = 8
    r = look.pitch / 2
    size = int(2 * r + 2) * fine
    mask = np.zeros((size, size), np.uint8)
    middle = size // 2
    if look.cross == "dot":
        cv2.circle(mask, (middle, middle), int(0.13 * look.pitch * fine), 255, -1)
    else:
        reach, width = int(0.26 * look.pitch * fine), max(1, int(0.07 * look.pitch * fine))
        for sign in (1, -1):
            cv2.line(mask, (middle - reach, middle - sign * reach), (middle + reach, middle + sign * reach), 255, width)
    small = cv2.resize(mask, (size // fine, size // fine), interpolation=cv2.INTER_AREA)
    _ink(canvas, small, round(centre[0] - small.shape[1] / 2), round(centre[1] - small.shape[0] / 2), colour)


def _bands(canvas: np.ndarray, look: Look, grid: Grid, clue_w: float, clue_h: float, step: float) -> None:
    """What clues stand on: stripes and boxes."""
    theme = THEMES[look.theme]
    if not theme.stripes:
        return
    box = grid.box
    rim = 0 if theme.boxes else 6
    left, right = (box.x + box.w, box.x + box.w + clue_w + rim) if look.right else (box.x - clue_w - rim, box.x)
    top, bottom = (box.y + box.h, box.y + box.h + clue_h + rim) if look.below else (box.y - clue_h - rim, box.y)
    for row in range(grid.rows):
        cell = grid.cell((row, 0))
        _rectangle(canvas, left, _at(look, cell.y), right, _at(look, cell.y + cell.h), theme.stripes[row % 2])
    for column in range(grid.columns):
        cell = grid.cell((0, column))
        _rectangle(canvas, _at(look, cell.x), top, _at(look, cell.x + cell.w), bottom, theme.stripes[column % 2])
    if theme.boxes:
        for row in range(grid.rows + 1):
            at = _at(look, grid.y + row * grid.pitch_y)
            _rectangle(canvas, left, at, right, at + 1, theme.boxes)
        for column in range(grid.columns + 1):
            at = _at(look, grid.x + column * grid.pitch_x)
            _rectangle(canvas, at, top, at + 1, bottom, theme.boxes)
        for k in range(round(clue_w / look.pitch) + 1):
            at = _at(look, left + k * look.pitch if look.right else right - k * look.pitch)
            _rectangle(canvas, at, grid.y, at + 1, grid.y + grid.box.h, theme.boxes)
        for k in range(round(clue_h / step) + 1):
            at = _at(look, top + k * step if look.below else bottom - k * step)
            _rectangle(canvas, grid.x, at, grid.x + grid.box.w, at + 1, theme.boxes)


def _row_width(look: Look, text: str, size: float) -> float:
    words = (number(word)[0] for word in text.split())
    return sum(advance(look.face, word, size)[0] + look.space * size + 2 for word in words)


def _ink(canvas: np.ndarray, ink: np.ndarray, x: int, y: int, colour: Colour) -> None:
    """Lay ink on the canvas with its upper left corner at x, y."""
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(canvas.shape[1], x + ink.shape[1]), min(canvas.shape[0], y + ink.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    share = ink[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    part = canvas[y0:y1, x0:x1]
    part += share * (np.array(colour, np.float32) - part)


def _text(canvas: np.ndarray, face: Face, text: str, size: float, at: tuple[int, int], colour: Colour) -> None:
    _ink(canvas, coverage(face, text, size), at[0], at[1], colour)


def _strike(canvas: np.ndarray, size: float, left: float, right: float, middle: float, colour: Colour) -> None:
    """A line through a number, as thick as that of a font of this size."""
    thick = max(1, round(size / 14))
    top = round(middle - thick / 2)
    canvas[top : top + thick, max(0, round(left)) : round(right)] = colour


def _row_clue(
    canvas: np.ndarray, look: Look, grid: Grid, row: int, text: str, size: float, colour: Colour, struck: bool = False
) -> int:
    """The clue beside a row, from the board outwards; `struck` out with a line."""
    words = text.split()
    if words == ["0"] and not look.zero:
        return 0
    cell = grid.cell((row, 0))
    end = grid.x + grid.box.w
    x = end + 6.0 if look.right else grid.x - 6.0
    tall = coverage(look.face, "0123456789", size).shape[0]
    for k, (word, own) in enumerate(map(number, words if look.right else reversed(words))):
        ink = coverage(look.face, word, size)
        y = round(cell.y + (cell.h - tall) / 2) + (tall - ink.shape[0]) // 2
        if _boxed(look):
            middle = end + (k + 0.5) * look.pitch if look.right else grid.x - (k + 0.5) * look.pitch
            shown = _chip(canvas, look, (middle, cell.centre.y), own or colour)
            _ink(canvas, ink, round(middle - ink.shape[1] / 2 + 0.5), y, shown)
            continue
        pen, bearing = advance(look.face, word, size)
        x -= 0 if look.right else pen
        _ink(canvas, ink, round(x + bearing), y, own or colour)
        if struck:
            left, more = round(x + bearing) - 1, look.space * size + 1 if look.through and k else 0.0
            ends = left - more * look.right, left + ink.shape[1] + 2 + more * (not look.right)
            _strike(canvas, size, *ends, round(cell.y + (cell.h - tall) / 2) + tall / 2, own or colour)
        x += pen + look.space * size if look.right else -look.space * size
    return sum(len(number(word)[0]) for word in words)


def _column_clue(
    canvas: np.ndarray,
    look: Look,
    grid: Grid,
    column: int,
    text: str,
    size: float,
    step: float,
    colour: Colour,
    struck: bool = False,
) -> int:
    """The clue above or below a column, from the board outwards; `struck` out with a line."""
    words = text.split()
    if words == ["0"] and not look.zero:
        return 0
    cell = grid.cell((0, column))
    room = 0 if _boxed(look) else 4
    for k, (word, own) in enumerate(map(number, words if look.below else reversed(words))):
        ink = coverage(look.face, word, size)
        middle = grid.y + grid.box.h + room + (k + 0.5) * step if look.below else grid.y - room - (k + 0.5) * step
        y = round(middle - ink.shape[0] / 2 + 0.5)
        shown = _chip(canvas, look, (cell.centre.x, middle), own or colour)
        x = round(cell.x + (cell.w - ink.shape[1]) / 2 + 0.5)
        _ink(canvas, ink, x, y, shown)
        if struck:
            _strike(canvas, size, x - 1, x + ink.shape[1] + 1, y + ink.shape[0] / 2, shown)
    return sum(len(number(word)[0]) for word in words)


def _chip(canvas: np.ndarray, look: Look, centre: tuple[float, float], colour: Colour) -> Colour:
    """Draw the square behind a number, if it has one; and the colour of the number."""
    if look.chips is None:
        return colour
    half = look.pitch * (0.5 - look.chips)
    x0, y0, x1, y1 = (_at(look, v) for v in (centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half))
    _rectangle(canvas, x0, y0, x1, y1, colour)
    bright = 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]
    return (0, 0, 0) if bright > 140 else (255, 255, 255)


def random_drawn(seed: int, faces: Sequence[Face], least: float = 12.0) -> Drawn:
    """A nonogram of any kind whose digits are at least so many pixels high."""
    rng = random.Random(seed)
    rows, columns = rng.randint(5, 25), rng.randint(5, 30)
    picture = puzzle(rng, rows, columns, rng.uniform(0.3, 0.7))
    shown = rng.choice([0.0, 0.0, 0.2, 0.6, 1.0])
    theme = rng.choice(list(THEMES))
    marks = tuple(
        "".join((cell if cell == "#" else rng.choice("x.")) if rng.random() < shown else "." for cell in line)
        for line in picture
    )
    share = rng.uniform(0.42, 0.6)
    pitch = max(least / share, rng.choice([18.0, 22.0, 24.0, 25.0, 30.0, 32.5, 37.5, 28.8]))
    if rng.random() < 0.5:
        pitch = float(np.ceil(pitch))
    look = Look(
        face=rng.choice(list(faces)),
        theme=theme,
        pitch=pitch,
        digit=max(share, least / pitch),
        whole=rng.random() < 0.7,
        line=rng.choice([1, 1, 2]),
        thick=rng.choice([2, 3, 3]),
        every=rng.choice([5, 5, 0]),
        space=rng.choice([0.26, 0.3, 0.5, 0.8]),
        stacked=rng.choice([1.05, 1.2, 1.5]),
        zero=rng.random() < 0.5,
        cross="plain" if theme == "grey" else rng.choice(["x", "dot"]),
        inset=rng.choice([0.0, 0.0, 0.08, 0.15]),
        done=rng.choice([0.0, 0.3]),
        furniture=rng.random() < 0.7,
    )
    return draw(look, picture, marks, seed)
