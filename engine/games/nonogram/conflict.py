"""Sentences for a person about a puzzle: what contradicts what, what seems misread, which other solution there is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.api import Proof
from engine.budget import Budget
from engine.games.nonogram import clues
from engine.games.nonogram.line import settle
from engine.games.nonogram.proof import Verdict, decide_within, settled
from engine.games.nonogram.rules import State, room, show_clue
from engine.moves import Cell
from engine.position import EMPTY

_CONFLICTS = 2_000
_TRIAL = 3_000
"""Conflicts, and nodes, that a single question of a search for the culprit may cost."""
_TRIES = 300
"""Changes of a clue that are tried."""
_LISTED = 12
"""Cells that a sentence names at the most."""


def notes(state: State, verdict: Verdict, budget: Budget, *, spoilt: bool) -> tuple[str, ...]:
    """What a person should know besides the moves. `spoilt`: the cells contradict the puzzle, the verdict is that of
    the empty board.
    """
    said = []
    if verdict.proof is Proof.NONE:
        return tuple(_contradiction(state.with_board([EMPTY * len(state.cols)] * len(state.rows)), budget))
    if spoilt:
        said.append(_spoilt(state, verdict))
    if verdict.proof is Proof.SEVERAL:
        a, b = verdict.solutions
        said.append(f"There is another solution; the two differ in {_cells(_differing(a, b))}.")
    elif verdict.proof is None:
        said.append(
            "A solution is found; the limit came before it was certain that there is no other."
            if verdict.solutions
            else "The limit came before a solution was found; the marks are what is certain so far."
        )
    return tuple(said)


def _differing(a: Sequence[str], b: Sequence[str]) -> list[Cell]:
    return [
        (row, column)
        for row, (one, other) in enumerate(zip(a, b, strict=True))
        for column, (x, y) in enumerate(zip(one, other, strict=True))
        if x != y
    ]


def _cells(cells: Sequence[Cell]) -> str:
    """How many and which cells, the first of them by name."""
    more = f", and {len(cells) - _LISTED} more" if len(cells) > _LISTED else ""
    return f"{len(cells)} cell{'s' * (len(cells) != 1)}: {clues.cells_of(cells[:_LISTED])}{more}"


def _spoilt(state: State, verdict: Verdict) -> str:
    """What is wrong with the cells as they are filled."""
    if verdict.solutions:
        wrong = [at for at in _differing(state.board, verdict.solutions[0]) if state.board[at[0]][at[1]] != EMPTY]
        which = "" if verdict.proof is Proof.UNIQUE else "for the nearest solution found, "
        return f"The board is filled wrongly; {which}this changes {_cells(wrong)}."
    bad = [line for line, (clue, cells) in enumerate(state.lines) if settle(clue, cells) is None]
    if bad:
        return f"As it is filled, {clues.names_of(state, bad[:1])} cannot be completed."
    return "As it is filled, the board cannot be completed."


# --- no solution at all ------------------------------------------------------------------------------------------


def _contradiction(state: State, budget: Budget) -> list[str]:
    """Why an empty board has no solution, and which clue seems misread."""
    said = [
        f"The clue of {clues.name_of(state, line)} needs {room(clues.clue_of(state, line))} cells; "
        f"there are {clues.size_of(state, line)}."
        for line in clues.too_long(state)
    ]
    more = clues.missing(state)
    rows, cols = clues.total(state.rows), clues.total(state.cols)
    said += [
        f"The rows ask for {rows.get(colour, 0)} {clues.in_colour(colour)}, the columns for {cols.get(colour, 0)}."
        for colour in more
    ]
    every = range(len(state.rows) + len(state.cols))
    lines = clues.too_long(state)[:1] or contradicting(state, budget)
    if lines and not clues.too_long(state):
        said.append(f"No board fits these clues together: {clues.names_of(state, lines)}.")
    said += _misread(state, lines or (every if more else ()), budget)
    return said


def contradicting(state: State, budget: Budget) -> tuple[int, ...]:
    """A set of lines, as small as can be found, that no board fits together; empty where none was found in time.

    Each line is left out in turn; where the rest still contradicts itself, it was not needed.
    """
    every = range(len(state.rows) + len(state.cols))
    best: tuple[int, ...] = ()
    if settled(state, every) is None:
        for order in (list(every), list(every)[::-1]):
            lines = _by_lines(state, order, budget)
            if not best or len(lines) < len(best):
                best = lines
    return _by_sat(state, best or tuple(every), budget) or best


def _by_lines(state: State, order: Sequence[int], budget: Budget) -> tuple[int, ...]:
    """Of lines whose solving ends in a contradiction those that are needed for it: in large parts, then one by one."""
    lines = list(order)
    part = max(1, len(lines) // 2)
    while part:
        at = 0
        while at < len(lines) and budget.slice(1):
            budget.spend(1)
            rest = lines[:at] + lines[at + part :]
            if settled(state, frozenset(rest)) is None:
                lines = rest
            else:
                at += part
        part //= 2
    return tuple(sorted(lines))


def _by_sat(state: State, lines: tuple[int, ...], budget: Budget) -> tuple[int, ...]:
    """The same by the SAT solver, which sees more; empty where it does not come to an end."""
    from engine.games.nonogram.sat import Question

    question = Question(state, budget, lines)
    needed = question.contradicting(lines, budget, 10 * _CONFLICTS) or ()
    for line in needed:
        if line in needed:
            less = question.contradicting([other for other in needed if other != line], budget, _CONFLICTS)
            needed = less or needed
    question.close()
    return needed


def _misread(state: State, lines: Sequence[int], budget: Budget) -> list[str]:
    """The clues, each of which alone may have been read wrongly: one of the contradicting lines must be."""
    more = clues.missing(state)
    tries = []
    for line in lines:
        need = more if line < len(state.rows) else {colour: -cells for colour, cells in more.items()}
        for unlikely, clue in clues.rewritings(clues.clue_of(state, line), need):
            if room(clue) <= clues.size_of(state, line):
                tries.append((unlikely, line, clue))
    tries.sort(key=lambda attempt: attempt[0])
    fitting = []
    for unlikely, line, clue in tries[:_TRIES]:
        if not budget.slice(1):
            break
        verdict = decide_within(clues.with_clue(state, line, clue), budget, _TRIAL)
        if verdict.solutions:
            fitting.append((verdict.proof is not Proof.UNIQUE, unlikely, line, clue))
    if not fitting:
        return []
    fitting.sort(key=lambda fit: fit[:2])
    best = [fit for fit in fitting if fit[:2] == fitting[0][:2]]
    named = [
        f"{show_clue(clue)} instead of {show_clue(clues.clue_of(state, line))} for {clues.name_of(state, line)}"
        for _, _, line, clue in dict.fromkeys(best)
    ]
    if len(named) == 1:
        return [f"A clue was probably misread: with {named[0]} there is {'a' if best[0][0] else 'just one'} solution."]
    more_said = f" (and {len(named) - 3} more)" if len(named) > 3 else ""
    return [f"A clue may have been misread; there would be a solution with {', or with '.join(named[:3])}{more_said}."]
