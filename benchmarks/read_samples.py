"""How surely cells are told by a layout's samples in another light: `python -m benchmarks.read_samples [--cells N]`.

Boards of two generators that no test uses are drawn clean, and crops are taken from the clean picture as `banmen
calibrate` takes them. The same boards are then read, on their true grid, from pictures in other lights: uneven by up to
28 % to each side, gamma 0.7 to 1.4, a cast of up to 15 % of a colour, blur, noise, scan lines and JPEG, at least one of
these in each picture. Cells are 16 to 130 pixels; grounds are plain, sloping and cloth-like in the first, blurred
pictures too in the second.

`--slice NUMBER` starts at another board, so that a long run can be made in parts; `--hide` takes the samples of one
kind away, so that its cells should be doubted and are not counted as such. Progress goes to the error output.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from typing import Final

import numpy as np

from benchmarks.line import report
from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.known import Known
from bot.vision.blocks.look import cells_of, looks
from bot.vision.blocks.sorting import EMPTY, UNSURE
from bot.vision.samples import Sample, crop
from calibration.looks import crops, members, spread
from calibration.shot import Shot
from calibration.write import crops_each
from tests.bot import synthetic_blocks
from tests.synthetic import board as synthetic
from tests.synthetic.damage import damaged
from tests.synthetic.spec import APART, TUNED, Damage, spec_of

SLICE: Final = 1_000_000
"""Seeds in a slice."""
LIGHTS: Final = 4
"""Pictures of each board in other lights."""
GROUNDS: Final = {"flat": ("plain", "gradient"), "gem": ("plain", "gradient", "cloth")}
USUAL: Final = ("plain", "gradient", "cloth")
"""Grounds, of each skin, on which a person sees what is empty."""
EVERY: Final = 20.0
"""Seconds between two lines of progress."""

Lit = tuple[tuple[str, ...], Grid, Pixels, list[Pixels]]
"""A board, its cells, the clean picture, and those in other lights."""


def boards(first: int) -> Iterator[Lit]:
    """Boards of both generators in turn."""
    seed = first
    while True:
        drawn = synthetic_blocks.draw(seed, synthetic_blocks.Wish(damage=False))
        if drawn.ground in GROUNDS.get(drawn.skin, USUAL):
            rng = np.random.default_rng((seed, 1))
            lit: list[Pixels] = []
            while len(lit) < LIGHTS:
                seen = synthetic_blocks.damaged(rng, drawn.pixels)
                lit += [seen] if not np.array_equal(seen, drawn.pixels) else []
            yield drawn.board, drawn.grid, drawn.pixels, lit
        else:
            yield _laid(seed)
        seed += 1


def _laid(seed: int) -> Lit:
    """A board of the generator for all games."""
    part = (TUNED, APART)[seed % 2]
    spec = replace(spec_of(seed, part, "stack"), damage=Damage(), beside=())
    pixels, truth = synthetic.draw(spec)
    rng = np.random.default_rng((seed, 2))
    damages = (spec_of(100 * seed + n, part, "stack").damage for n in count(1))
    lit = [damaged(rng, pixels, damage) for damage in islice((one for one in damages if one != Damage()), LIGHTS)]
    return truth.board, truth.grid, pixels, lit


def known_of(board: tuple[str, ...], grid: Grid, pixels: Pixels, labels: list[str], hidden: str) -> Known:
    """The kinds of a board by the crops that a layout would keep."""
    kind = np.array([[EMPTY if label == "." else labels.index(label) for label in row] for row in board])
    shot = Shot(pixels, grid, kind, np.ones(kind.shape, np.float32), np.zeros(kind.shape, np.bool_))
    samples = []
    for number, label in [(EMPTY, "."), *enumerate(labels)]:
        where = members([shot], number)
        if where and label != hidden:
            kept = spread(crops([shot], where), crops_each(len(labels)))
            samples += [Sample(label, False, crop(pixels, grid, where[i][1:])) for i in kept]
    return Known.of_samples(samples, labels)


def run(cells: int, first: int, hide: bool) -> dict[str, float]:
    """So many cells, and how they were told."""
    seen: Counter[str] = Counter(cells=0, right=0, doubted=0, wrong=0, boards=0, pictures=0, pictures_doubted=0)
    shown = time.monotonic()
    for number, (board, grid, clean, lit) in enumerate(boards(first), first):
        labels = sorted(set("".join(board)) - {"."})
        hidden = labels[number % len(labels)] if hide else ""
        known = known_of(board, grid, clean, labels, hidden)
        truth = np.array([EMPTY if label == "." else labels.index(label) for label in "".join(board)])
        gone = np.array([label == hidden for label in "".join(board)])
        for pixels in lit:
            cut = cells_of(pixels, grid)
            kind = known.look(looks(cut.reshape(-1, *cut.shape[2:])), cut.shape[:2])[0].kind
            unsure = kind == UNSURE
            wrong = int((~unsure & (kind != truth)).sum())
            doubted = int((unsure & ~gone).sum())
            seen.update(cells=len(kind), wrong=wrong, doubted=doubted, right=len(kind) - wrong - int(unsure.sum()))
            seen.update(pictures=1, pictures_doubted=doubted > 0, hidden=int(gone.sum()))
            if wrong:
                print(f"board {number}: {wrong} cells wrong, {doubted} doubted", file=sys.stderr, flush=True)
        seen.update(boards=1)
        if time.monotonic() > shown + EVERY:
            shown = time.monotonic()
            print(f"board {number}: {dict(seen)}", file=sys.stderr, flush=True)
        if seen["cells"] >= cells:
            return {**seen, "doubt_percent": round(100 * seen["doubted"] / seen["cells"], 4)}
    return {}


def main() -> None:
    """Print the line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cells", type=int, default=20_000, help="at least so many")
    parser.add_argument("--slice", type=int, default=0, help="which boards; those of another slice are others")
    parser.add_argument("--hide", action="store_true", help="leave out the samples of one kind of each board")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    name = "read_samples hidden" if given.hide else "read_samples"
    report(name, run(given.cells, 3_000_000 + SLICE * given.slice, given.hide), keep=given.keep)


if __name__ == "__main__":
    main()
