"""Shisen-sho on the table: a first click picks a tile, a second one takes the pair or lets go of it."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from bot.arcade.scene import ArcadeError
from bot.arcade.skins import LABELS, load_skin
from bot.arcade.table import TileTable
from engine.api import Game, load_game
from engine.moves import Cell, IllegalMove, Pick
from engine.position import Position


class ShisenTable(TileTable):
    """Take away pairs of equal tiles joined by a line with at most two turns."""

    name: ClassVar[str] = "Shisen-sho"

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
    gravity: bool = False,
    removal: float = 0.25,
    fall: float = 0.15,
) -> ShisenTable:
    """A solvable deal of this size. Raises ArcadeError."""
    if rows * columns % 2 or rows < 1 or columns < 1:
        raise ArcadeError(f"A board has an even number of tiles; {columns}x{rows} has not.")
    game = load_game("shisen", gravity=gravity)
    table = load_skin(skin)
    return ShisenTable(
        game,
        lambda n: deal(game, rows, columns, table.kinds, n),
        skin=table,
        seed=seed,
        size=size,
        removal=removal,
        fall=fall,
    )


def deal(game: Game[Any], rows: int, columns: int, kinds: int, seed: int) -> Position:
    """A board that can be cleared: pairs are taken from a board of one kind, and get their kinds as they go."""
    chance = random.Random(seed)
    labels = [LABELS[n // 2 % min(kinds, 34)] for n in range(rows * columns // 2)]
    while True:
        chance.shuffle(labels)
        state = game.parse(Position({"board": ("A" * columns,) * rows}))
        where = [[(r, c) for c in range(columns)] for r in range(rows)]
        board = [[""] * columns for _ in range(rows)]
        for label in labels:
            moves = game.moves(state)
            if not moves:
                break
            move = chance.choice(list(moves))
            assert isinstance(move, Pick)
            for r, c in (move.a, move.b):
                fr, fc = where[r][c]
                board[fr][fc] = label
            state = game.play(state, move)
        else:
            return Position({"board": tuple("".join(row) for row in board)})
