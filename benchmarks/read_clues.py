"""How surely clues are read: `python -m benchmarks.read_clues [--puzzles 60] [--covers 90] [--tell] [--keep]`.

Four lines. Digits of fonts that were not learned from, each for itself, plain and spoilt, at 12 pixels and more:
right, wrong, and doubted (their margin says so). Puzzles drawn in those fonts, plain and spoilt in turn, read and
settled by the game: right, flagged (in doubt, and why), wrong (said to be clear and is not). Such puzzles with
something see-through over two by two cells and more: whatever is said to be clear must be right. And the recorded
screens of real programs. Fonts are those that are installed; `tests/synthetic/digit_fonts.py` names the packages.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.line import report
from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Reading, Sight
from bot.settle import SettledReader
from bot.vision.clues.bank import bank
from bot.vision.clues.clue import FLOOR
from bot.vision.clues.glyph import Bytes, features, tile
from bot.vision.clues.pieces import STRANGE
from bot.vision.clues.reader import ClueReader
from bot.vision.picture import load
from engine.api import load_game
from engine.doubt import Settler
from engine.position import Position
from tests.synthetic.damage import spoilt
from tests.synthetic.digit_fonts import APART, PACKAGES, Face, coverage, digits, faces
from tests.synthetic.nonograms import THEMES, Drawn, draw, random_drawn
from tests.synthetic.nonograms import puzzle as random_picture

SCREENS = sorted((Path(__file__).parents[1] / "fixtures" / "nonogram").glob("*/screens/*.png"))
HEIGHTS = (12, 14, 17, 22, 30)
"""Pixels of a digit."""
WAYS = ("", "blur", "jpeg", "noise", "up", "down", "photo")
"""How pictures are spoilt."""


def glyphs(face: Face, way: str, seed: int) -> Iterator[tuple[int, Bytes]]:
    """The digits of a face at all heights, spoilt, cut to their ink."""
    share = coverage(face, "8", 100).shape[0] / 100
    for height in HEIGHTS:
        for name, ink in digits(face, height / share):
            paper = np.dstack([255 - np.pad(ink, 4)] * 3)
            seen = spoilt(paper, way, seed + height) if way else paper
            dark = 255 - np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY))
            strong = (dark > 0.25 * dark.max()).astype(np.uint8)
            _, groups = cv2.connectedComponents(strong, connectivity=8)
            rows, columns = np.nonzero(groups)
            box = slice(rows.min() - 1, rows.max() + 2), slice(columns.min() - 1, columns.max() + 2)
            yield int(name), tile(np.asarray(dark[box], np.uint8))


def read_digits() -> dict[str, float]:
    """Digits of held-apart fonts, each for itself."""
    count: Counter[str] = Counter()
    for seed, face in enumerate(faces(APART)):
        for way in WAYS:
            names, tiles = zip(*glyphs(face, way, seed), strict=True)
            told = bank().name(features(np.stack(tiles)))
            sure = (told.margin >= FLOOR) & (told.distance < STRANGE)
            right = told.digit == np.array(names)
            count["digits"] += len(names)
            count["right"] += int((right & sure).sum())
            count["wrong"] += int((~right & sure).sum())
            count["doubted_right"] += int((right & ~sure).sum())
            count["doubted"] += int((~right & ~sure).sum())
    return dict(count) | {"right_share": round((count["right"] + count["doubted_right"]) / max(1, count["digits"]), 5)}


def verdict(reading: Reading, truth: Position) -> str:
    """`right`, `flagged` (it says so itself) or `wrong`."""
    if reading.sight is not Sight.CLEAR or reading.position is None:
        return "flagged"
    clues = all(reading.position.blocks[name] == truth.blocks[name] for name in ("rows", "cols"))
    shown, true = "".join(reading.position.board), "".join(truth.board)
    if "." not in true:  # of a finished picture in two colours nobody can tell what was crossed out
        shown, true = shown.replace("x", "."), true.replace("x", ".")
    return "right" if clues and shown == true else "wrong"


def read(pixels: Pixels) -> Reading:
    """A picture read and settled by the game."""
    game = load_game("nonogram")
    assert isinstance(game, Settler)
    return SettledReader(ClueReader(), game).read(Frame(pixels, 0.0))


def drawn(number: int) -> Iterator[tuple[str, Drawn, Pixels]]:
    """Puzzles of any look, spoilt in turn."""
    some = faces(APART)
    for seed in range(5000, 5000 + number if some else 5000):
        way = WAYS[seed % len(WAYS)]
        puzzle = random_drawn(seed, some)
        yield way or "plain", puzzle, spoilt(puzzle.pixels, way, seed) if way else puzzle.pixels


def read_puzzles(number: int, tell: bool) -> dict[str, float]:
    """Drawn puzzles, with the digits that stand in those said to be clear."""
    count: Counter[str] = Counter()
    for way, puzzle, pixels in drawn(number):
        reading = read(pixels)
        found = verdict(reading, puzzle.truth)
        count[found] += 1
        count["settled"] += bool(found == "right" and reading.notes)
        count["digits_in_clear"] += puzzle.digits if reading.sight is Sight.CLEAR else 0
        if tell and found != "right":
            print(found, way, puzzle.look, reading.why)
    return {name: count[name] for name in ("right", "settled", "flagged", "wrong", "digits_in_clear")}


def covered(pixels: Pixels, grid: Grid, rng: random.Random) -> Pixels:
    """The picture with something of any colour and density over some cells, its edges on lines or between them."""
    (top, bottom), (left, right) = (two_apart(count, rng) for count in (grid.rows, grid.columns))
    box = (
        [left, top, right, bottom]
        if rng.random() < 0.3
        else [at + rng.uniform(-0.45, 0.45) for at in (left, top, right, bottom)]
    )
    x0, x1 = (round(grid.x + grid.pitch_x * min(max(at, 0), grid.columns)) for at in box[::2])
    y0, y1 = (round(grid.y + grid.pitch_y * min(max(at, 0), grid.rows)) for at in box[1::2])
    colour = np.array(
        rng.choice([[level] * 3 for level in (0, 20, 128, 200, 230, 255)] + [[200, 120, 40], [40, 40, 210]])
    )
    out = pixels.astype(np.float32)
    out[y0:y1, x0:x1] += rng.choice([0.15, 0.25, 0.35, 0.5, 0.7, 0.85, 0.93, 0.97]) * (colour - out[y0:y1, x0:x1])
    return out.astype(np.uint8)


def two_apart(count: int, rng: random.Random) -> tuple[int, int]:
    """Two of the lines between so many cells, with two cells between them at least."""
    first = rng.randint(0, count - 2)
    return first, rng.randint(first + 2, count)


def read_covered(number: int, tell: bool) -> dict[str, float]:
    """Drawn puzzles under a cover, the themes in turn."""
    count: Counter[str] = Counter()
    some = faces(APART)
    for seed in range(6000, 6000 + number if some else 6000):
        rng = random.Random(seed)
        shown = rng.choice([0.0, 0.2, 0.6, 1.0])
        picture = random_picture(rng, rng.randint(5, 12), rng.randint(5, 12), rng.uniform(0.3, 0.7))
        marks = ["".join(rng.choice("x.") if c == "." else c for c in row) for row in picture]
        marks = ["".join(c if rng.random() < shown else "." for c in row) for row in marks]
        theme = list(THEMES)[seed % len(THEMES)]
        look = replace(random_drawn(seed, some).look, theme=theme, cross="plain" if theme == "grey" else "x")
        puzzle = draw(look, picture, marks, seed)
        found = verdict(read(covered(puzzle.pixels, puzzle.grid, rng)), puzzle.truth)
        count[found] += 1
        if tell and found == "wrong":
            print(found, seed, puzzle.look)
    return {name: count[name] for name in ("right", "flagged", "wrong")}


def read_recorded(tell: bool) -> dict[str, float]:
    """The recorded screens, and how long the first look takes."""
    count: Counter[str] = Counter()
    taken = []
    for picture in SCREENS:
        pixels = load(picture)
        start = time.perf_counter()
        reading = read(pixels)
        taken.append(time.perf_counter() - start)
        found = verdict(reading, Position.parse(picture.with_suffix(".txt").read_text()))
        count[found] += 1
        if tell and found != "right":
            print(found, picture, reading.why)
    return {name: count[name] for name in ("right", "flagged", "wrong")} | {
        "first_p50_ms": round(1000 * sorted(taken)[len(taken) // 2], 1)
    }


def unchanged() -> float:
    """Milliseconds for a look at a board in which nothing changed, the least of many."""
    pixels = load(next(path for path in SCREENS if path.stem == "twenty"))
    frame, reader = Frame(np.dstack([pixels, pixels[:, :, :1]]), 0.0), ClueReader()
    reader.read(frame)
    taken = []
    for _ in range(200):
        start = time.perf_counter()
        reader.read(frame)
        taken.append(time.perf_counter() - start)
    return round(1000 * min(taken), 3)


def main() -> None:
    """Print the lines."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--puzzles", type=int, default=60)
    parser.add_argument("--covers", type=int, default=90, help="puzzles under a cover")
    parser.add_argument("--tell", action="store_true", help="say which were not read")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    wish = parser.parse_args()
    if faces(APART):
        report("read_clues_digits", read_digits(), keep=wish.keep)
        report("read_clues_puzzles", read_puzzles(wish.puzzles, wish.tell), keep=wish.keep)
        report("read_clues_covered", read_covered(wish.covers, wish.tell), keep=wish.keep)
    else:
        print(f"No fonts to measure on: apt install {PACKAGES}")
    report("read_clues_recorded", read_recorded(wish.tell) | {"same_min_ms": unchanged()}, keep=wish.keep)


if __name__ == "__main__":
    main()
