"""Slow, obvious twins of the kernels of Pentas: boards as text, every placement tried, nothing kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.games.pentas import packing, rules
from engine.games.pentas.rules import PIECES, Board, House

HOUSE = House()
Judge: TypeAlias = Callable[[Board], float]
"""Tells what a board is worth before its next piece is known."""


def mirrored(board: Board) -> Board:
    return tuple(line[::-1] for line in board)


def number(cells: str) -> int:
    """Marks as bits, the first the lowest."""
    return sum(1 << n for n, mark in enumerate(cells) if mark == rules.FILLED)


def block(board: Board, top: int, left: int, rows: int, columns: int) -> int:
    return number("".join(line[left : left + columns] for line in board[top : top + rows]))


def places(board: Board) -> list[tuple[int, int]]:
    """Table and pattern of every place of sixteen cells, as `value` describes them, in no order."""
    other = mirrored(board)
    found = []
    for left in range(3):
        for top in range(5):
            pair = block(board, top, left, 4, 4), block(other, top, left, 4, 4)
            found += [(5 * left + top, n) for n in (pair if left < 2 else (min(pair),))]
    found += [(15 + top, min(block(board, top, 0, 2, 8), block(other, top, 0, 2, 8))) for top in range(7)]
    for left in range(4):
        pair = block(board, 0, left, 8, 2), block(other, 0, left, 8, 2)
        found += [(22 + left, n) for n in (pair if left < 3 else (min(pair),))]
    return found


def rooms(board: Board) -> list[int]:
    """Placements of every piece."""
    return [len(list(rules.placements(board, piece, HOUSE))) for piece in PIECES]


def worth(board: Board, table: NDArray[np.int16]) -> int:
    return sum(int(table[at]) for at in numbers(board))


@cache
def numbers(board: Board) -> tuple[int, ...]:
    """Where the numbers of a board stand in a table."""
    patterns = (kind << 16 | pattern for kind, pattern in places(board))
    return (*patterns, *((26 << 16) + 64 * n + min(room, 63) for n, room in enumerate(rooms(board))))


def answers(board: Board, judge: Judge, discount: float, death: float) -> list[float]:
    """What a board is worth with every piece."""
    return [
        max(
            (discount * judge(rules.taken(board, cells)[0]) for cells in rules.placements(board, piece, HOUSE)),
            default=death,
        )
        for piece in PIECES
    ]


def answers_further(
    board: Board, depth: int, judge: Judge, discount: float, death: float, calm: float
) -> list[float]:  # fmt: skip
    """What a board is worth with every piece, by looking `depth` pieces further wherever it is not calm."""
    found = []
    for piece in PIECES:
        ends = [rules.taken(board, cells)[0] for cells in rules.placements(board, piece, HOUSE)]
        value = max((discount * judge(end) for end in ends), default=death)
        if ends and depth and value < calm:
            rows = [answers_further(end, depth - 1, judge, discount, death, calm) for end in ends]
            value = min(calm, discount * sum(max(column) for column in zip(*rows, strict=True)) / len(PIECES))
        found.append(value)
    return found


def look(
    board: Board, piece: str, following: str, judge: Judge, discount: float, death: float
) -> dict[frozenset[tuple[int, int]], float]:
    """What every placement is worth: the mean, over the pieces that may come, of the best second placement."""
    judged = {}
    for first in rules.placements(board, piece, HOUSE):
        then = rules.taken(board, first)[0]
        ends = [rules.taken(then, second)[0] for second in rules.placements(then, following, HOUSE)]
        rows = [answers(end, judge, discount, death) for end in ends]
        best = [discount * max(column) for column in zip(*rows, strict=True)] if rows else [death]
        judged[frozenset(first)] = discount * sum(best) / len(best)
    return judged


def article(board: Board, piece: str, following: str, reward: Sequence[float]) -> tuple[tuple[int, int], ...] | None:
    """The article's player, unmended."""
    best, least, last = None, float("inf"), None
    for first in rules.placements(board, piece, HOUSE):
        then, gone = rules.taken(board, first)
        last = first
        for second in rules.placements(then, following, HOUSE):
            end, more = rules.taken(then, second)
            cost = rules.surface(end) - reward[gone] - reward[more]
            if cost <= least:
                best, least = first, cost
    return best or last


def word(board: Board) -> np.uint64:
    return packing.word(board)
