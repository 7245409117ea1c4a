"""The smallest game on the table: a tap takes a tile away. To be copied for a new game."""

from __future__ import annotations

import random

from bot.arcade.scene import ArcadeError
from bot.arcade.skins import LABELS, load_skin
from bot.arcade.table import TileTable
from engine.api import load_game
from engine.moves import Cell, Tap
from engine.position import Position


class NullTable(TileTable):
    """Take all tiles, one by one."""

    name = "Null"

    def choose(self, cell: Cell) -> None:
        """Take the tile."""
        self.take(Tap(cell), (cell,))


def make(
    *,
    seed: int = 0,
    skin: str = "letters",
    rows: int = 4,
    columns: int = 6,
    size: tuple[int, int] = (480, 400),
    removal: float = 0.1,
    fall: float = 0.0,
) -> NullTable:
    """A board of this size, a few kinds in no order, several of each. Raises ArcadeError."""
    if rows < 1 or columns < 1:
        raise ArcadeError(f"A board has at least one row and one column; {columns}x{rows} has not.")
    table = load_skin(skin)

    def deal(number: int) -> Position:
        cells = [LABELS[n % max(1, rows * columns // 4)] for n in range(rows * columns)]
        random.Random(number).shuffle(cells)
        return Position({"board": tuple("".join(cells[r * columns : (r + 1) * columns]) for r in range(rows))})

    return NullTable(load_game("null"), deal, skin=table, seed=seed, size=size, removal=removal, fall=fall)
