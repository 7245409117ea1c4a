"""Shisen-sho on the table: a first click picks a tile, a second one takes the pair or lets go of it."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from bot.arcade.scene import ArcadeError
from bot.arcade.skins import LABELS, load_skin
from bot.arcade.table import TileTable
from engine.api import Game, load_game
from engine.moves import Cell, IllegalMove, Pick
from engine.position import EMPTY, Position


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
    labels = [LABELS[n // 2 % kinds] for n in range(rows * columns // 2)]
    while True:
        chance.shuffle(labels)
        state = game.parse(Position({"board": ("A" * columns,) * rows}))
        stacks = [[(row, column) for row in range(rows)] for column in range(columns)]
        dealt = dict.fromkeys((cell for stack in stacks for cell in stack), "")
        for label in labels:
            board = game.show(state).board
            lying = [(r, c) for r in range(rows) for c in range(columns) if board[r][c] != EMPTY]
            first: dict[Cell, Cell] = {}
            for c, stack in enumerate(stacks):
                first |= dict(zip((cell for cell in lying if cell[1] == c), stack, strict=True))
            found = _any_pair(game, state, lying, chance)
            if found is None:
                break
            state, pair = found
            for cell in pair:
                dealt[first[cell]] = label
                stacks[cell[1]].remove(first[cell])
        else:
            return Position({"board": tuple("".join(dealt[r, c] for c in range(columns)) for r in range(rows))})


def _any_pair(game: Game[Any], state: Any, lying: list[Cell], chance: random.Random) -> tuple[Any, list[Cell]] | None:
    """A pair that can be taken, and what is left without it; None where there is none."""
    for _ in range(400):
        pair = chance.sample(lying, 2)
        try:
            return game.play(state, Pick(*pair)), pair
        except IllegalMove:
            continue
    return None
