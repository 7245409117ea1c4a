"""Shisen-sho on the table: a first click picks a tile, a second one takes the pair or lets go of it."""

from __future__ import annotations

from bot.arcade.scene import ArcadeError
from bot.arcade.skins import load_skin
from bot.arcade.table import TileTable
from engine.api import load_game
from engine.games.shisen.deal import SIZES, deal
from engine.games.shisen.rules import House
from engine.moves import Cell, IllegalMove, Pick


class ShisenTable(TileTable):
    """Take away pairs of equal tiles joined by a line with at most two turns."""

    name = "Shisen-sho"

    def choose(self, cell: Cell) -> None:
        """Pick the tile, let go of it, take the pair, or let go of both where they do not fit."""
        first = self.picked
        if first is None:
            self.pick(cell, "select", cell)
        elif first == cell:
            self.pick(None, "unselect", cell)
        else:
            try:
                self.take(Pick(first, cell), (first, cell))
            except IllegalMove:
                self.pick(None, "mismatch", first, cell)


def make(
    *,
    seed: int = 0,
    skin: str = "mahjong",
    rows: int = 8,
    columns: int = 17,
    size: tuple[int, int] = (900, 600),
    gravity: bool | str = False,
    removal: float = 0.25,
    fall: float = 0.15,
) -> ShisenTable:
    """A solvable deal of this size. Raises ArcadeError."""
    if rows * columns % 2 or rows < 1 or columns < 1:
        raise ArcadeError(f"A board has an even number of tiles; {columns}x{rows} has not.")
    game = load_game("shisen", gravity=gravity)
    table = load_skin(skin)
    kinds = usual_kinds(rows, columns, table.kinds)
    house = House(gravity=gravity)
    return ShisenTable(
        game,
        lambda n: game.show(deal(columns, rows, kinds, seed=n, house=house)),
        skin=table,
        seed=seed,
        size=size,
        removal=removal,
        fall=fall,
    )


def usual_kinds(rows: int, columns: int, most: int) -> int:
    """How many kinds a board of this size usually has: four tiles of each, where the set has as many."""
    for size in SIZES:
        if (size.rows, size.columns) == (rows, columns):
            return min(size.kinds, most)
    return min(most, -(-rows * columns // 4))
