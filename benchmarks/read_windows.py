"""How surely boards of blocks are read at first sight in whole windows.

`python -m benchmarks.read_windows [COUNT [FIRST]] [--keep]` takes the stacks of COUNT seeds from FIRST on, drawn at
1280x720 by `tests.synthetic` with menus, text, previews, an opponent's board and thumbnails beside them; a third have
cells that are not square. `tuned` boards are of skins and grounds that code was tried on, `apart` ones of others.
Times are of processor.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np

from benchmarks.find_board import meant, same_place
from benchmarks.line import report
from bot.frame import Frame
from bot.reading import Reading, Sight
from bot.reason import About
from bot.vision.blocks.common import named
from bot.vision.blocks.reader import BlockReader
from engine.position import EMPTY, UNKNOWN, Position
from tests.bot.compare import renamed
from tests.synthetic import APART, TUNED, Part, Truth, draw, spec_of

COUNT, FIRST = 60, 8_000
VERDICTS = (
    "perfect", "but_for_the_extent", "both_of_two", "one_of_two", "doubted", "missing_rows", "another_grid",
    "not_found", "wrong_but_open", "wrong",
)  # fmt: skip
"""What a reading is worth. How far a board goes on that has no border, and which of two equal ones is the player's, no
picture tells: that counts as neither right nor wrong, whether both are told, with like labels for like blocks, or one.
`wrong`: said to be clear with a cell that is not, or is missing, or on a grid of cells of another size."""


def worth(truth: Truth, reading: Reading) -> str:
    """What a reading of a picture that may show a board's twin is worth, one of VERDICTS."""
    verdict = judged(meant(reading.grid, truth), reading)
    return "both_of_two" if verdict == "one_of_two" and _both(truth, reading) else verdict


def _both(truth: Truth, reading: Reading) -> bool:
    """Whether several boards are told without a doubt, with like labels for like blocks."""
    assert reading.grid is not None and reading.position is not None
    told, shown = list[str](), list[str]()
    grids = (reading.grid, *reading.beside)
    for grid, name in zip(grids, named("board", len(grids)), strict=True):
        board, there = reading.position.blocks[name], meant(grid, truth)
        here, missing = laid_over(there, replace(reading, grid=grid, position=Position({"board": board})))
        if missing or not same_place(grid, there.grid):
            return False
        told += board
        shown += here
    return len(grids) > 1 and not reading.doubts and renamed(told) == renamed(shown)


def judged(truth: Truth, reading: Reading) -> str:
    """What a reading of a board is worth, one of VERDICTS."""
    clear = reading.sight is Sight.CLEAR
    if reading.grid is None or reading.position is None:
        return "not_found"
    if not same_place(reading.grid, truth.grid):
        return "wrong" if clear else "another_grid"
    told = reading.position.board
    shown, missing = laid_over(truth, reading)
    if renamed(told) != renamed(shown):
        return "wrong" if clear else "wrong_but_open"
    if clear:
        return "wrong" if missing else "perfect"
    if any(doubt.block == "board" for doubt in reading.doubts):
        return "doubted"
    if missing:
        return "missing_rows"
    return "but_for_the_extent" if reading.about == {About.EXTENT} else "one_of_two"


def laid_over(truth: Truth, reading: Reading) -> tuple[list[str], bool]:
    """What the cells of a reading show, those in doubt as such; and whether tiles lie beyond them."""
    assert reading.grid is not None and reading.position is not None
    at, there = reading.grid, truth.grid
    top, left = round((at.y - there.y) / there.pitch_y), round((at.x - there.x) / there.pitch_x)
    beyond = {place for place, label in np.ndenumerate(np.array([list(row) for row in truth.board])) if label != EMPTY}
    shown = []
    for y, row in enumerate(reading.position.board, top):
        line = ""
        for x, label in enumerate(row, left):
            inside = 0 <= y < there.rows and 0 <= x < there.columns
            line += UNKNOWN if label == UNKNOWN else truth.board[y][x] if inside else EMPTY
            beyond.discard((y, x))
        shown.append(line)
    return shown, bool(beyond)


def figures(name: str, part: Part, seeds: range) -> dict[str, float]:
    """How many readings were worth what, and the time that a look takes."""
    count: Counter[str] = Counter({f"{name}_{verdict}": 0 for verdict in VERDICTS})
    taken = []
    for seed in seeds:
        pixels, truth = draw(spec_of(seed, part, "stack"))
        start = time.process_time()
        reading = BlockReader().read(Frame(pixels, 0.0))
        taken.append(1000 * (time.process_time() - start))
        count[f"{name}_{worth(truth, reading)}"] += 1
    return {**count, f"{name}_median_ms": round(float(np.median(taken))), f"{name}_worst_ms": round(max(taken))}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", nargs="?", type=int, default=COUNT, help="boards of each part")
    parser.add_argument("first", nargs="?", type=int, default=FIRST, help="the first seed")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    seeds = range(args.first, args.first + args.count)
    both = {**figures("tuned", TUNED, seeds), **figures("apart", APART, seeds)}
    report("read_windows", {"boards": args.count, "first": args.first, **both}, keep=args.keep)


if __name__ == "__main__":
    main()
