"""How fast and how surely boards of few kinds are read.

`python -m benchmarks.read_blocks [--cells N] [--first SEED] [--keep]` prints it in a line.

Cells right, wrong and doubted are over drawn boards that no test uses, on the true grid, inside the stated ranges:
cells of 18 to 56 pixels, 3 to 7 kinds, seven skins, plain, sloping and cloth-like grounds, uneven light, noise, blur
and JPEG. Screens are the recorded ones at first sight. Times are of a 6x12 board once located, in milliseconds.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.line import report
from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Reading, Sight
from bot.reason import About
from bot.vision.blocks.common import named
from bot.vision.blocks.reader import BlockReader, sort_blocks
from bot.vision.blocks.sorting import EMPTY, UNSURE
from bot.vision.picture import load
from calibration.shot import CalibrationError
from calibration.spot import learned
from engine.position import UNKNOWN, Position
from tests.bot.synthetic_blocks import Wish, draw
from tests.bot.test_vision_blocks import calibrated, faults
from tests.bot.test_vision_blocks_fixtures import SCREENS, shown, wrong

FIRST_SEED = 100_000
GROUNDS = {"flat": ("plain", "gradient"), "gem": ("plain", "gradient", "cloth")}
USUAL = ("plain", "gradient", "cloth")
VERDICTS = (
    "perfect", "perfect_both_of_two", "perfect_one_of_two", "perfect_but_for_the_hidden", "perfect_but_for_the_extent",
    "refused_but_right", "refused", "wrong",
)  # fmt: skip
"""Of a screen at first sight. Where both of two equal boards are told without a doubt, or only one of them, a person is
asked which one is meant: which of two equal boards is the player's own no picture says; what is hidden, no reader
sees; and how far a board goes on beyond its blocks where no border is drawn, none can know. These do not count as
faults of the reading, which says what it cannot know."""
EXACT = ("perfect", "perfect_both_of_two", "perfect_but_for_the_hidden")
"""Of these every reading is the truth cell by cell, with a doubt where the truth has one and nowhere else: the sum of
them is told as `screens_exact`. A reader that tells a hidden cell without a doubt guesses, so that `perfect` alone,
which takes any answer there, would favour guessing."""
ANSWERS = ("right", "assumed", "hidden", "refused", "wrong")
BESIDE = 0.25
"""Share of a cell by which a grid may lie beside the true one."""


def drawn(cells: int, first: int = FIRST_SEED) -> dict[str, float]:
    """Cells of the boards drawn from a first seed on, told without knowing any kind."""
    count: Counter[str] = Counter(first=first)
    seed = first
    while count["cells"] < cells:
        board = draw(seed)
        seed += 1
        if board.ground not in GROUNDS.get(board.skin, USUAL):
            continue
        bad, doubted = faults(board, sort_blocks(board.pixels, board.grid))
        if bad:
            sys.stderr.write(f"read_blocks: {bad} cells of seed {seed - 1} are told wrong\n")
        count.update(cells=board.grid.rows * board.grid.columns, wrong=bad, doubted=doubted)
        count.update(boards=1, boards_perfect=bad + doubted == 0, boards_wrong=bad > 0)
    share = count["doubted"] / max(1, count["cells"])
    return {**count, "doubt_percent": round(100 * share, 3)}


def screens() -> dict[str, float]:
    """Recorded screens at first sight: what is told of them, and the time that a look takes."""
    count: Counter[str] = Counter({f"screens_{name}": 0 for name in VERDICTS})
    taken = []
    for path in SCREENS:
        pixels = load(path)
        start = time.process_time()
        reading = BlockReader().read(Frame(pixels, 0.0))
        taken.append(1000 * (time.process_time() - start))
        count[f"screens_{judged(Position.parse(path.with_suffix('.txt').read_text()), reading)}"] += 1
    return {
        **count,
        "screens_exact": sum(count[f"screens_{name}"] for name in EXACT),
        "first_sight_median_ms": round(float(np.median(taken))),
        "first_sight_worst_ms": round(max(taken)),
    }


def answers() -> dict[str, float]:
    """What a person is told of the same screens, who names neither a layout nor a game: all of them right; right by
    what is `assumed`, and told to be; right but for cells that are hidden, and told to be; refused; or wrong.
    """
    count: Counter[str] = Counter({f"answers_{name}": 0 for name in ANSWERS})
    for path in SCREENS:
        truth = Position.parse(path.with_suffix(".txt").read_text())
        try:
            spot = learned([load(path)], assuming=True)
        except CalibrationError:
            count["answers_refused"] += 1
            continue
        reading = spot.reading()
        assert reading.position is not None and reading.grid is not None
        there = [_shown(truth, number, reading.position.board, reading.grid, True) for number in _boards(truth)]
        known = next((board for board in there if board is not None), None)
        own = [doubt for doubt in reading.doubts if doubt.block == "board"]
        if known is None:
            count["answers_wrong"] += 1
        elif any(known[doubt.row][doubt.col] != UNKNOWN for doubt in own):
            count["answers_refused"] += 1
        else:
            count[f"answers_{'hidden' if own else 'assumed' if spot.assumed else 'right'}"] += 1
    told = sum(count[f"answers_{name}"] for name in ANSWERS[:3])
    return {**count, "answers_percent": round(100 * told / len(SCREENS), 1)}


def judged(truth: Position, reading: Reading) -> str:
    """What a reading of a screen is worth, one of VERDICTS."""
    at, seen = reading.grid, reading.position
    known = None
    if at is not None and seen is not None:
        boards = [_shown(truth, number, seen.board, at, reading.about == {About.EXTENT}) for number in _boards(truth)]
        known = next((board for board in boards if board is not None), None)
    if known is None:
        return "wrong" if reading.sight is Sight.CLEAR else "refused"
    if reading.sight is Sight.CLEAR:
        return "perfect"
    own = [doubt for doubt in reading.doubts if doubt.block == "board"]
    if any(known[doubt.row][doubt.col] != UNKNOWN for doubt in own):
        return "refused_but_right"
    if reading.beside:
        return _both(truth, reading)
    if reading.about == {About.EXTENT} and not reading.doubts:
        return "perfect_but_for_the_extent"
    return "perfect_but_for_the_hidden" if reading.doubts else "refused_but_right"


def _both(truth: Position, reading: Reading) -> str:
    """What a reading is worth of which one board is right: both are told, with like labels for like blocks, or one."""
    assert reading.position is not None and reading.grid is not None
    shown, seen = list[str](), list[str]()
    for grid, name in zip((reading.grid, *reading.beside), named("board", 1 + len(reading.beside)), strict=True):
        board = reading.position.blocks[name]
        there = [_shown(truth, number, board, grid) for number in _boards(truth)]
        known = next((one for one in there if one is not None), None)
        if known is None:
            return "perfect_one_of_two" if len(_boards(truth)) < 2 else "refused"
        shown += known
        seen += board
    if wrong(tuple(shown), _numbers(seen)):
        return "refused"
    pairs = zip("".join(shown), "".join(seen), strict=True)
    open_ = any(label == UNKNOWN != known for known, label in pairs)
    return "perfect_one_of_two" if open_ else "perfect_both_of_two"


def _boards(truth: Position) -> list[str]:
    """The numbers of the boards of which it is known where they lie and what they hold; the first has none."""
    return [number for number in ("", "2") if {"grid" + number, "board" + number} <= truth.blocks.keys()]


def _numbers(board: Sequence[str]) -> NDArray[np.int64]:
    """The labels of a board as numbers."""
    numbers = {".": EMPTY, UNKNOWN: UNSURE}
    return np.array([[numbers.get(label, ord(label)) for label in row] for row in board])


def _shown(
    truth: Position, number: str, seen: tuple[str, ...], where: Grid, open_ended: bool = False
) -> tuple[str, ...] | None:
    """The cells of a screen's first board, or of that with a `number`, where a board was `seen`; None where another was
    seen, or cells of this one were told wrong. An outer row that is hidden or only coming up need not be there, nor any
    empty row or column of a board that is said to be `open_ended`.
    """
    x, y, pitch_x, pitch_y = (float(part) for part in truth.blocks["grid" + number][0].split(","))
    scroll = float(truth.blocks.get("scroll" + number, ("0",))[0])
    board = (*shown(truth, number), *truth.blocks.get("incoming" + number, ()))
    down, right = (where.y - y) / pitch_y + scroll, (where.x - x) / pitch_x
    top, left = round(down), round(right)
    rows, columns = len(truth.blocks["board" + number]), len(board[0])
    beside = max(abs(down - top), abs(right - left)) > BESIDE
    if beside or abs(where.pitch_x / pitch_x - 1) * columns > 0.5:
        return None
    if min(top, left) < 0 or left + where.columns > columns or top + len(seen) > len(board):
        return None
    aside = "".join(row[:left] + row[left + where.columns :] for row in board)
    left_out = "".join((aside, *board[:top], *board[top + len(seen) :]))
    if (aside or len(seen) < rows - 1) and not (open_ended and set(left_out) <= {"."}):
        return None
    board = tuple(row[left : left + where.columns] for row in board)
    here = board[top : top + len(seen)]
    return here if wrong(here, _numbers(seen)) == 0 else None


def speed() -> dict[str, float]:
    """A 6x12 board that is followed: nothing changed, a pair changed, every cell changed."""
    before = draw(7, Wish(skin="panel", fill="full", ground="plain", size=(12, 6), kinds=6, pitch=40.0, damage=False))
    top = before.grid.cell((0, 0))
    after = before.pixels.copy()
    height, width = round(before.grid.box.h), round(before.grid.box.w)
    window = np.s_[round(top.y) : round(top.y) + height, round(top.x) : round(top.x) + width]
    after[window] = np.roll(before.pixels[window], 40, axis=0)
    pair = before.pixels.copy()
    cells = np.s_[round(top.y) : round(top.y) + 40, round(top.x) : round(top.x) + 80]
    pair[cells] = np.roll(before.pixels[cells], 40, axis=1)
    full = [np.dstack([p, np.full(p.shape[:2], 255, np.uint8)]) for p in (before.pixels, after, pair)]
    reader = calibrated(before)
    reader.read(Frame(full[0], 0.0))
    return {
        "same_ms": quickest(reader, [full[0]], 400),
        "pair_ms": quickest(reader, [full[2], full[0]], 400),
        "all_ms": quickest(reader, [full[1], full[0]], 400),
    }


def quickest(reader: BlockReader, pictures: list[Pixels], turns: int) -> float:
    """The tenth part of the readings that was quickest took at most this long, in milliseconds."""
    taken = []
    for turn in range(turns):
        frame = Frame(pictures[turn % len(pictures)], float(turn))
        start = time.perf_counter()
        reader.read(frame)
        taken.append(1000 * (time.perf_counter() - start))
    return round(float(np.quantile(taken, 0.1)), 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cells", type=int, default=20_000, help="drawn cells, at least")
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the seed of the first drawn board")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    args = parser.parse_args()
    report("read_blocks", {**drawn(args.cells, args.first), **screens(), **answers(), **speed()}, keep=args.keep)


if __name__ == "__main__":
    main()
