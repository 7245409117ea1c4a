"""How surely clues are read: `python -m benchmarks.read_clues [--puzzles 60] [--tell] [--keep]`.

Three lines. Digits of fonts that were not learned from, each for itself, plain and spoilt, at 12 pixels and more:
right, wrong, and doubted (their margin says so). Puzzles drawn in those fonts, plain and spoilt in turn, read and
settled by the game: right, flagged (in doubt, and why), wrong (said to be clear and is not). And the recorded screens
of real programs. Fonts are those that are installed; `tests/synthetic/digit_fonts.py` names the packages.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from benchmarks.line import report
from bot.frame import Frame, Pixels
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
from tests.synthetic.digit_fonts import APART, PACKAGES, Face, coverage, digits, faces
from tests.synthetic.nonograms import Drawn, random_drawn, spoilt

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
    parser.add_argument("--tell", action="store_true", help="say which were not read")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    wish = parser.parse_args()
    if faces(APART):
        report("read_clues_digits", read_digits(), keep=wish.keep)
        report("read_clues_puzzles", read_puzzles(wish.puzzles, wish.tell), keep=wish.keep)
    else:
        print(f"No fonts to measure on: apt install {PACKAGES}")
    report("read_clues_recorded", read_recorded(wish.tell) | {"same_min_ms": unchanged()}, keep=wish.keep)


if __name__ == "__main__":
    main()
