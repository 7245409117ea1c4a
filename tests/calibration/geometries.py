"""Programs calibrated on one picture of their window, and their windows in random geometries with the truth."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bot.arcade.shisen import ShisenTable
from bot.arcade.skins import load_skin
from bot.frame import Pixels
from bot.grid import Grid
from bot.layout import Layout
from calibration.discover import discover
from calibration.shot import CalibrationError
from calibration.write import save
from engine.api import load_game
from engine.position import EMPTY, Position
from tests.bot.windows import Calibrated, Program, Seen, geometry, shown

SORTS = ("blocks", "blocks without a frame", "letters", "mahjong")
"""What is calibrated: blocks of few kinds with and without a frame around the board, tiles of two skins."""
SMALLEST = 14.0
"""Cells of fewer pixels, in either direction, are beyond what is promised."""
DENSITIES = (0.5, 1.0, -1.0)
FEWEST = 8
"""Cells that are not empty, at the least, on a board that is promised to be read."""


@dataclass(frozen=True)
class Practice:
    """The practice game of tiles, which draws its window in any size; its bars grow with it."""

    skin: str
    rows: int
    columns: int

    def board(self, content: int, density: float, shape: tuple[int, int]) -> tuple[str, ...]:
        """Pairs of tiles, of which a share has been taken away."""
        rng = np.random.default_rng(content)
        cells = shape[0] * shape[1]
        kinds = min(load_skin(self.skin).kinds, cells // 4)
        labels = np.array(list("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefgh")[:kinds])
        pairs = np.resize(np.repeat(labels, 4), cells)
        gone = cells // 2 - max(3, round(density * cells / 2))
        # The second pair of every kind goes before the first.
        order = [*rng.permutation(np.arange(2, cells - 1, 4)), *rng.permutation(np.arange(0, cells - 1, 4))]
        for first in order[: max(0, gone)]:
            pairs[first : first + 2] = EMPTY
        return tuple("".join(row) for row in rng.permutation(pairs).reshape(shape))

    def draw(
        self, size: tuple[int, int], content: int, *, density: float, bars: float = 1.0, title: bool = True
    ) -> tuple[Pixels, Grid]:
        """Its window in that size."""
        board = Position({"board": self.board(content, density, (self.rows, self.columns))})
        table = ShisenTable(
            load_game("shisen"), lambda _: board, skin=load_skin(self.skin), seed=0, size=size, removal=0.1, fall=0.1
        )
        return table.draw().copy(), table.grid


def program(seed: int) -> tuple[str, Calibrated]:
    """A program and the one picture that it is calibrated on; which sort it is goes round."""
    rng = np.random.default_rng((seed, 11))
    sort = SORTS[seed % len(SORTS)]
    if sort.startswith("blocks"):
        size = int(rng.integers(480, 900)), int(rng.integers(400, 700))
        return sort, shown(
            Program(seed, framed=sort == "blocks"),
            size,
            seed,
            float(rng.uniform(0.6, 0.9)),
            title=bool(rng.integers(2)),
        )
    rows, columns = 2 * int(rng.integers(2, 5)), int(rng.integers(6, 15))
    size = 44 * columns + int(rng.integers(60, 240)), 60 * rows + int(rng.integers(100, 240))
    return sort, shown(Practice(sort, rows, columns), size, seed, 0.9, title=True)


def learnt(known: Calibrated, folder: Path) -> tuple[Layout, bool]:
    """The layout that one picture gives, and whether its board was found without help: where it was not, the grid
    is drawn by hand. The labels are typed.
    """
    reader = "tiles" if isinstance(known.program, Practice) else "blocks"
    alone = True
    try:
        draft = discover([known.window], game="shisen", reader=reader)
        found = draft.shots[0].grid
        alone = (found.rows, found.columns) == (known.grid.rows, known.grid.columns) and (
            abs(found.x - known.grid.x) < 0.12 * found.pitch_x and abs(found.y - known.grid.y) < 0.12 * found.pitch_y
        )
    except CalibrationError:
        alone = False
    if not alone:
        draft = discover([known.window], game="shisen", reader=reader, grid=known.grid)
    draft = draft.labelled(Position({"board": known.board}))
    return save(draft, folder, title="For a test"), alone


def somewhere(known: Calibrated, seed: int) -> Seen:
    """Its window in a random geometry, with another deal, and with cells that are large enough."""
    for turn in range(20):
        seen = geometry(known, 1000 * seed + turn, DENSITIES)
        told = sum(label != EMPTY for label in "".join(seen.board))
        if min(seen.grid.pitch_x, seen.grid.pitch_y) >= SMALLEST and told >= FEWEST:
            break
    return seen
