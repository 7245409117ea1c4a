"""Plan a puzzle: the first answer at once, then all shortest answers and the proof that fewer swaps do not do.

Swaps on boards at rest are searched by `explore`, deeper and deeper; where swaps may be made while panels move
(`active`), `motion` searches on from there. Every answer is told in the notation of players, too: the left cell of each
swap as (x, y) from the bottom left.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.api import Limit, Outcome, Plan
from engine.budget import Budget
from engine.games.paneldepon import rules
from engine.games.paneldepon.notation import MOST_SWAPS, State, labels_of
from engine.games.paneldepon.rules import GOALS, House
from engine.games.paneldepon.timing import COLUMNS, ROWS
from engine.moves import Swap

_SLICE = 2_000
_KEPT = 10_000
_TOLD = 24
"""So many answers are written out in the notes."""

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


def plan(state: State, house: House, limit: Limit) -> Plan:
    """An answer with the fewest swaps, all others in the notes; or the proof that there is none; or what was found."""
    outcome = rules.outcome(state, house)
    if outcome is not Outcome.OPEN:
        return Plan((), outcome, proof="nothing is left" if outcome is Outcome.WON else "no swap is left")
    budget = Budget(limit)
    if house.active:
        from engine.games.paneldepon import motion

        return motion.plan(state, house, budget)
    root, most = rules.at_rest(state, house), most_swaps(state, house)
    if rules.won(root, house):
        return Plan((), Outcome.OPEN, notes=("The board clears by itself.",))
    if most is None and house.goal == "clear" and (state.rises or state.incoming):
        from engine.games.paneldepon import advice

        return advice.plan(state, house, budget)
    lost = lost_colour(root, house)
    if lost:
        return Plan((), Outcome.STUCK, proof=lost)
    found = find(root, house, most or MOST_SWAPS, budget)
    return _tell(found, root, most)


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


def _tell(found: Found, root: State, most: int | None) -> Plan:
    """The plan that a search amounts to."""
    info = {"nodes": float(found.nodes), "played": float(found.played), "answers": float(found.count)}
    if found.swaps is None:
        if most is not None and found.refuted >= most:
            swaps = f"{most} swap{'s' * (most != 1)}"
            return Plan((), Outcome.STUCK, proof=f"no {swaps} on a board at rest do: all were searched", info=info)
        tried = (f"No {found.refuted} swaps do; more were not searched through.",) if found.refuted else ()
        return Plan((), Outcome.OPEN, notes=tried, info=info)
    info["swaps"] = float(found.swaps)
    moves = tuple(swap_of(word, root) for word in found.answers[0])
    proof = f"{in_swaps(found.swaps)}; with fewer all was searched in vain"
    return Plan(moves, Outcome.WON, proof=proof, notes=_notes(found, root), info=info)


def in_swaps(swaps: int) -> str:
    """That so many swaps do, in words."""
    return "1 swap clears the board" if swaps == 1 else f"{swaps} swaps clear the board"


def _notes(found: Found, root: State) -> tuple[str, ...]:
    """All shortest answers, as players write them."""
    told = [
        " ".join(f"({x}, {y})" for x, y in (rules.from_below(swap_of(word, root), root) for word in answer))
        for answer in found.answers[:_TOLD]
    ]
    if found.count == 1 and found.complete:
        head = "This is the only shortest answer"
    elif found.complete:
        head = f"There are {found.count} shortest answers"
    else:
        head = f"{found.count} shortest answers were found, and not all was searched"
    lines = [f"{head}; left cells as (x, y) from the bottom left, counted from 0:", *told]
    if found.count > len(told):
        lines.append(f"… and {found.count - len(told)} more.")
    return tuple(lines)


def swap_of(word: int, state: State) -> Swap:
    """The move of a swap that the kernels found."""
    row, column = divmod(word, COLUMNS)
    return Swap((len(state.board) - row, column))


def moves_of(answer: tuple[int, ...], state: State) -> tuple[Swap, ...]:
    """The moves of an answer."""
    return tuple(swap_of(word, state) for word in answer)
