"""Search a puzzle on boards at rest, deeper and deeper: all shortest answers, and how few swaps do not do.

The boards are tried in `explore`; here stands what a search is given and what it knows in the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.budget import Budget
from engine.games.paneldepon import rules
from engine.games.paneldepon.notation import State, labels_of
from engine.games.paneldepon.rules import GOALS, House
from engine.games.paneldepon.timing import COLUMNS, ROWS
from engine.moves import Swap

_SLICE = 2_000
_KEPT = 10_000

Words = NDArray[np.int64]


@dataclass
class Found:
    """What a search knows."""

    swaps: int | None = None
    """The fewest swaps that do; None while nothing was found."""
    refuted: int = 0
    """The most swaps of which it is proved that they do not do."""
    complete: bool = False
    """Whether all answers with `swaps` swaps are known."""
    answers: list[tuple[int, ...]] = field(default_factory=list)
    """Each a swap a word: row from the bottom, counted from 1, times six, plus the left column."""
    count: int = 0
    """How many answers there are; only the first ten thousand are kept."""
    nodes: int = 0
    played: int = 0
    """Swaps that had to be played out."""


@cache
def memory() -> NDArray[np.uint8]:
    """What the bounds remember, for all searches of this process."""
    from engine.games.paneldepon.bounds import new_memory

    return new_memory()


def cells_of(state: State, house: House) -> Words:
    """A board at rest as words."""
    from engine.games.paneldepon.packing import pack

    stack, _ = rules.stack_of(state, house)
    for _, _, panel in stack.panels():
        panel.changed = False
    return pack(stack, rows=ROWS + 1)[0]


def find(root: State, house: House, most: int, budget: Budget) -> Found:
    """All shortest answers on a board at rest, with at most so many swaps, as far as the budget goes."""
    from engine.games.paneldepon import explore
    from engine.games.paneldepon.packing import times_array
    from engine.games.paneldepon.words import META

    found, depths = Found(), most + 3
    cells, bounds, table = cells_of(root, house), memory(), explore.new_table()
    boards = np.zeros((depths, len(cells)), dtype=np.int64)
    tally, need = np.zeros((2, depths, explore.TALLIES), dtype=np.int64)
    cursor, key, path = np.zeros((3, depths), dtype=np.int64)
    answers = np.zeros((_KEPT, depths), dtype=np.int64)
    meta, greys = np.zeros(META, dtype=np.int64), np.full((1, COLUMNS), 9, dtype=np.int64)
    state = np.zeros(explore.STATE, dtype=np.int64)
    physics = rules.PHYSICS.index(house.physics) ^ 1
    board_key = explore.open_board(cells, tally[0], need[0], bounds)
    if house.goal != "garbage":
        found.refuted = min(most, int(max(need[0, : explore.SUM].max(), (need[0, explore.SUM] + 1) // 2)) - 1)
        found.complete = found.refuted == most
    while found.refuted < most:
        state[explore.LIMIT], state[explore.DEPTH] = found.refuted + 1, 0
        boards[0], cursor[0], key[0] = cells, COLUMNS, board_key
        while state[explore.DEPTH] >= 0:
            share = budget.slice(_SLICE)
            before = int(state[explore.NODES])
            if share:
                explore.explore(
                    boards, cursor, tally, key, need, path, state, bounds, table, answers, meta,
                    times_array(house.times), greys, physics, GOALS.index(house.goal), before + share,
                )  # fmt: skip
            budget.spend(int(state[explore.NODES]) - before)
            if not share:
                break
        found.nodes, found.played = int(state[explore.NODES]), int(state[explore.PLAYED])
        found.count = int(state[explore.ANSWERS])
        found.complete = bool(state[explore.DEPTH] < 0)
        if found.count:
            found.swaps = found.refuted + 1
            found.answers = [tuple(map(int, row[: found.swaps])) for row in answers[: min(found.count, _KEPT)]]
            break
        if not found.complete:
            break
        found.refuted += 1
    return found


def most_swaps(state: State, house: House) -> int | None:
    """How many swaps a plan may take; None where nobody counts them."""
    known = [moves for moves in (state.moves, house.swaps or None) if moves is not None]
    return min(known) if known else None


def lost_colour(state: State, house: House) -> str:
    """Why a colour can never be cleared; empty where none is lost."""
    if house.goal == "garbage":
        return ""
    cells = "".join(state.board)
    few = [label for label in labels_of(state.board) if cells.count(label) < 3]
    return f"the colour {few[0]!r} is there only {cells.count(few[0])}x; three are needed" if few else ""


def in_swaps(swaps: int) -> str:
    """That so many swaps do, in words."""
    return "1 swap clears the board" if swaps == 1 else f"{swaps} swaps clear the board"


def swap_of(word: int, state: State) -> Swap:
    """The move of a swap that the kernels found."""
    row, column = divmod(word, COLUMNS)
    return Swap((len(state.board) - row, column))


def moves_of(answer: tuple[int, ...], state: State) -> tuple[Swap, ...]:
    """The moves of an answer."""
    return tuple(swap_of(word, state) for word in answer)
