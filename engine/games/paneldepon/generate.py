"""New puzzles with exactly one shortest answer, of a chosen number of swaps, certified under both models of physics.

A puzzle is drawn backwards, from its end to its beginning. What comes out is searched through, and only kept where no
fewer swaps do and one answer alone has so many.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from engine.api import Limit
from engine.budget import Budget
from engine.games.paneldepon import notation, rules, shortest
from engine.games.paneldepon.frames import step
from engine.games.paneldepon.notation import State
from engine.games.paneldepon.rules import House
from engine.games.paneldepon.settling import settled
from engine.games.paneldepon.timing import COLUMNS, ROWS
from engine.generator import Made, NoPuzzleError, Wish
from engine.moves import Swap
from engine.position import EMPTY, Position
from engine.teacher import Grade

GRADES: Final = ("beginner", "easy", "medium", "hard", "expert")
"""Puzzles of one, two, three, four and five swaps."""
LABELS: Final = "abcdef"
TELL_EVERY: Final = 200
_NODES: Final = 200_000
_HOUSES: Final = (House(physics="settled"), House(physics="frames"))

Columns = list[list[str]]
"""The panels of each column from the bottom."""


def generate(wish: Wish, limit: Limit) -> Made:
    """A puzzle as wished. Raises NoPuzzleError."""
    if wish.grade is not None and wish.grade not in GRADES:
        raise NoPuzzleError(f"The grades are {', '.join(GRADES)}; {wish.grade!r} is none of them.")
    if (wish.picture, wish.colours) != (None, None) or wish.columns not in (None, COLUMNS):
        raise NoPuzzleError(f"Boards of Panel de Pon have {COLUMNS} columns, and their own colours: no picture's.")
    rows = wish.rows or ROWS
    if not 2 <= rows <= ROWS:
        raise NoPuzzleError(f"Boards of Panel de Pon have 2 to {ROWS} rows, not {rows}.")
    swaps = GRADES.index(wish.grade) + 1 if wish.grade else 3
    budget = Budget(limit)
    for drawn, state in enumerate(candidates(random.Random(wish.seed), swaps, rows)):
        if drawn % TELL_EVERY == 0:
            wish.say(f"{drawn} boards drawn")
        if drawn and budget.spent:
            break
        nodes = certify(state)
        budget.spend(abs(nodes))
        if nodes > 0:
            made = grade(state, Limit())
            proved = f"{swaps} swaps in one way only and no fewer, under both kinds of physics"
            return Made(position_of(state, made), (f"{made.band} ({made.technique}): {proved}.",))
    raise NoPuzzleError(f"No puzzle of {swaps} swaps and {rows} rows was found in the time.")


def position_of(state: State, made: Grade) -> Position:
    """A puzzle with its grade, as it is kept."""
    return Position({"grade": (made.band,), **notation.show(state).blocks})


def candidates(rng: random.Random, swaps: int, rows: int = ROWS) -> Iterator[State]:
    """Boards that so many swaps clear, perhaps fewer; without end."""
    while True:
        board = drawn_backwards(rng, swaps, rows)
        if board is not None:
            yield State(board, swaps)


def drawn_backwards(rng: random.Random, swaps: int, rows: int) -> tuple[str, ...] | None:
    """A board from the end of the puzzle to its beginning: threes are put in that would clear, then a swap is taken
    back that sets them off, and so on. None where that was not to be.
    """
    columns: Columns = [[] for _ in range(COLUMNS)]
    labels = LABELS[: rng.randint(2, 3 + swaps // 2)]
    for number in range(swaps):
        for _ in range(rng.randint(1, 2) if number == 0 or rng.random() < 0.8 else 0):
            insert(columns, rng.choice(labels), rng)
        height = max(map(len, columns))
        if height > rows:
            return None
        board = tuple("".join(c[r] if r < len(c) else EMPTY for c in columns) for r in reversed(range(height)))
        for _ in range(20):
            other = swapped(board, rng.randrange(height), rng.randrange(COLUMNS - 1))
            if other != board and settled(other) == other:
                break
        else:
            return None
        columns = [[line[x] for line in reversed(other) if line[x] != EMPTY] for x in range(COLUMNS)]
    return other


def insert(columns: Columns, label: str, rng: random.Random) -> None:
    """Put three of a colour (seldom four) on, under or between what is there, up or across."""
    if rng.random() < 0.5:
        column = rng.choice(columns)
        at = rng.randint(0, len(column))
        column[at:at] = label * rng.choice((3, 3, 3, 4))
        return
    x = rng.randrange(COLUMNS - 2)
    at = rng.randint(0, min(map(len, columns[x : x + 3])))
    for column in columns[x : x + 3]:
        column.insert(at, label)


def swapped(board: Sequence[str], row: int, column: int) -> tuple[str, ...]:
    """The board with two cells swapped, and nothing else."""
    line = board[row]
    line = line[:column] + line[column + 1] + line[column] + line[column + 2 :]
    return (*board[:row], line, *board[row + 1 :])


def certify(state: State) -> int:
    """Whether the board has exactly one answer with its swaps and none with fewer, under both models: the boards that
    were looked at for that, negative where it has not.
    """
    nodes = 1
    first: list[tuple[int, ...]] | None = None
    for house in _HOUSES:
        found = shortest.find(state, house, state.moves or 1, Budget(Limit(nodes=_NODES)))
        nodes += found.nodes
        if not found.complete or found.swaps != state.moves or found.count != 1 or first not in (None, found.answers):
            return -nodes
        first = found.answers
    return nodes


def grade(state: State, limit: Limit) -> Grade:
    """How hard a puzzle is for a person: by its swaps, those of them that clear nothing yet, and its longest chain."""
    house = House()
    found = shortest.find(
        rules.at_rest(state, house), house, shortest.most_swaps(state, house) or len(GRADES), Budget(limit)
    )
    if not found.answers:
        return Grade("none", "no answer", 0, 0.0, 0)
    chain, quiet = 1, 0
    for swap in shortest.moves_of(found.answers[0], state):
        longest, cleared = _watch(state, swap, house)
        chain, quiet = max(chain, longest), quiet + (cleared == 0)
        state = rules.play(State(state.board), swap, house)
    swaps = found.swaps or 0
    band = GRADES[min(swaps, len(GRADES)) - 1]
    score = swaps + quiet / 2 + (chain - 1) / 4
    steps = {"swaps": swaps, "quiet": quiet, "chain": chain}
    return Grade(band, f"chain of {chain}" if chain > 1 else "match", swaps - 1, score, found.count, steps)


def _watch(state: State, swap: Swap, house: House) -> tuple[int, int]:
    """The longest chain that a swap starts, and how many panels it clears."""
    stack, _ = rules.stack_of(State(state.board), house)
    stack.queued = (len(state.board) - swap.cell[0], swap.cell[1])
    chain = 1
    while rules.stirs(stack):
        step(stack)
        chain = max(chain, stack.chain)
    return chain, stack.cleared
