"""Deal boards that can certainly be cleared, and shuffle a board so that it still can.

A deal is drawn at random and certified by planning it; where luck does not do it, the tiles are laid in the order of
a clearing of blank tiles, which certifies itself.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.api import BadRule, Limit, Outcome
from engine.games.shisen import rules, search
from engine.games.shisen.rules import House, State
from engine.games.shisen.turning import turned, turned_back
from engine.generator import Made, NoPuzzleError, Wish
from engine.moves import Cell, Pick
from engine.position import EMPTY

LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$%&()*+,-/;<=>@[]^_{|}~'`\""
"""The labels of dealt tiles, in the order in which kinds get them."""

_DRAWS = 12
_NODES = 20_000


@dataclass(frozen=True, slots=True)
class Size:
    """A usual board: how many columns and rows, and how many kinds of tiles."""

    columns: int
    rows: int
    kinds: int

    def __str__(self) -> str:
        return f"{self.columns}x{self.rows}"


SIZES = (
    Size(17, 8, 34),
    Size(14, 6, 21),
    Size(16, 9, 36),
    Size(18, 8, 36),
    Size(24, 12, 42),
    Size(26, 14, 42),
    Size(30, 16, 42),
)
"""The article's board of 136 tiles, then those of kshisen."""


def generate(wish: Wish, house: House) -> Made:
    """A deal as wished, with as many kinds as boards of that size usually have. Raises NoPuzzleError."""
    if wish.grade is not None or wish.picture is not None:
        raise NoPuzzleError(
            "Boards of Shisen-sho are dealt by chance: they have no grades and are not made of pictures."
        )
    usual = SIZES[0]
    columns, rows = wish.columns or usual.columns, wish.rows or usual.rows
    known = {(size.columns, size.rows): size.kinds for size in SIZES}
    kinds = known.get((columns, rows), min(len(LABELS), max(1, columns * rows // 4)))
    try:
        return Made(rules.show(deal(columns, rows, kinds, seed=wish.seed, house=house)))
    except BadRule as error:
        raise NoPuzzleError(str(error)) from error


def deal(columns: int, rows: int, kinds: int, *, seed: int, house: House | None = None) -> State:
    """A full board that can be cleared under these house rules; the same seed deals the same board. Each kind comes
    an even number of times, all as equally as can be. Raises BadRule where the tiles do not come out even.
    """
    house = house or House()
    cells = columns * rows
    if not (0 < columns <= rules.MAX_SIDE and 0 < rows <= rules.MAX_SIDE) or cells % 2:
        raise BadRule(f"A board of {columns}x{rows} cells cannot be dealt: the cells must be even in number.")
    if not 0 < kinds <= min(len(LABELS), cells // 2):
        most = min(len(LABELS), cells // 2)
        raise BadRule(f"A board of {columns}x{rows} cells takes 1 to {most} kinds, not {kinds}.")
    tiles = "".join(LABELS[i % kinds] * 2 for i in range(cells // 2))
    full = State(tuple(tiles[row * columns : (row + 1) * columns] for row in range(rows)))
    return shuffle(full, house, seed=seed)


def shuffle(state: State, house: House, *, seed: int) -> State:
    """The same tiles on the same cells, in another order that can be cleared. Raises BadRule where none was found,
    as may happen with a few tiles that no line can ever join.
    """
    if house.falls in (None, "down"):
        return _shuffle(state, house, seed)
    fallen = _shuffle(State(turned(state.board, house.falls)), replace(house, gravity="down"), seed)
    return State(turned_back(fallen.board, house.falls))


def _shuffle(state: State, house: House, seed: int) -> State:
    """The same, where tiles fall down or not at all."""
    rng = random.Random(seed)
    board = [house.tiles(line) for line in state.board]
    cells = [(row, col) for row, line in enumerate(board) for col, label in enumerate(line) if label != EMPTY]
    labels = [state.board[row][col] for row, col in cells]
    for _ in range(_DRAWS):
        rng.shuffle(labels)
        drawn = _laid(state, cells, labels)
        if can_be_cleared(drawn, house):
            return drawn
    pairs = _couples(labels, house)
    for _ in range(_DRAWS):
        rng.shuffle(pairs)
        order = _clearing_of_blanks(state, house, rng)
        if order is None:
            continue
        where = [cell for couple in order for cell in couple]
        laid = _laid(state, where, [label for couple in pairs for label in couple])
        if can_be_cleared(laid, house):
            return laid
    raise BadRule(f"No way to lay these {len(cells)} tiles was found that can be cleared.")


def can_be_cleared(state: State, house: House) -> bool:
    """Whether a clearing is found with a fixed effort; False may mean that it was not enough."""
    return search.plan(state, house, Limit(nodes=_NODES)).reaches is Outcome.WON


def _laid(state: State, cells: Sequence[Cell], labels: Sequence[str]) -> State:
    """The board with these labels on these cells."""
    board = [list(line) for line in state.board]
    for (row, col), label in zip(cells, labels, strict=True):
        board[row][col] = label
    return State(tuple("".join(line) for line in board))


def _couples(labels: Sequence[str], house: House) -> list[tuple[str, str]]:
    """The labels, two and two that fit."""
    by_kind: dict[str, list[str]] = {}
    for label in sorted(labels):
        by_kind.setdefault(house.kind(label), []).append(label)
    return [(a, b) for kind in by_kind.values() for a, b in zip(kind[::2], kind[1::2], strict=True)]


def _clearing_of_blanks(state: State, house: House, rng: random.Random) -> list[tuple[Cell, Cell]] | None:
    """Pairs of cells in an order in which they could be taken if all tiles were equal; None when it gets stuck."""
    came_from = {(row, col): (row, col) for row, line in enumerate(state.board) for col in range(len(line))}
    order: list[tuple[Cell, Cell]] = []
    while not rules.cleared(state, house):
        on = rules.table(state, house)
        left = [(r, c) for r, line in enumerate(state.board) for c, label in enumerate(line) if label != EMPTY]
        pick = _random_pair(on, left, rng)
        if pick is None:
            return None
        order.append((came_from[pick.a], came_from[pick.b]))
        if house.falls:
            _let_fall(came_from, state, pick)
        state = rules.take(state, pick, house)
    return order


def _random_pair(on: rules.Table, left: Sequence[Cell], rng: random.Random) -> Pick | None:
    """Some two cells that are joined, each about as likely as any other; None where there are none."""
    for _ in range(4 * len(left)):
        a, b = rng.sample(left, 2)
        if rules.joined(on, a, b):
            return Pick(a, b)
    return next((Pick(a, b) for a in left for b in left if a < b and rules.joined(on, a, b)), None)


def _let_fall(came_from: dict[Cell, Cell], state: State, pick: Pick) -> None:
    """Follow the tiles as they fall after a pair is taken."""
    height = len(state.board)
    for col in range(len(state.board[0])):
        stack = [
            came_from[row, col]
            for row in range(height - 1, -1, -1)
            if state.board[row][col] != EMPTY and (row, col) not in (pick.a, pick.b)
        ]
        for level, cell in enumerate(stack):
            came_from[height - 1 - level, col] = cell
