"""Which of several readings of a puzzle is right: the one whose clues agree, fit and have a solution.

Readings are tried from the likeliest on. One that has a solution is believed when no other that is nearly as likely has
one too; lines in which such readings differ stay open.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TypeAlias

from engine.api import Limit, Proof
from engine.budget import Budget
from engine.doubt import Guess, Settled
from engine.games.nonogram import clues
from engine.games.nonogram.line import study
from engine.games.nonogram.proof import decide_within, settled
from engine.games.nonogram.rules import CROSS, LARGEST, Clue, State, parse_clue, room
from engine.position import EMPTY, UNKNOWN, Position

_BEYOND = 0.5
"""A reading this much less likely than one with a solution is not believed, whether it has one or not."""
_LATER = 0.05
"""How much less likely each further text of a guess is taken to be than the one before."""
_READINGS = 50_000
"""Readings that are looked at; those whose sums agree are solved, with at most so many nodes each:"""
_TRIAL = 3_000
_LONG = 100_000
"""Nodes for those that are still undecided when all were tried."""
_OPEN = 24
"""Readings that may have a solution after which no more are looked for: it is open."""
_TEXTS = 400
"""Texts that a clue with unknown digits may stand for; with more of them it stays open."""

_Choice: TypeAlias = tuple[int, ...]
"""The number of a text for each line in doubt."""

_TOKEN = re.compile(r"([0-9?]{1,3})([a-wyz#]?)")


@dataclass(frozen=True)
class _Line:
    """A clue that may be read in several ways."""

    line: int
    """Its number; columns after rows."""
    block: str
    row: int
    texts: tuple[str, ...]
    clues: tuple[Clue, ...]
    costs: tuple[float, ...]
    """How much less likely each text is than the first."""
    shown: str
    """What the position holds: the first text, or one with unknown digits."""


def settle(position: Position, guesses: Sequence[Guess], limit: Limit) -> Settled:
    """The reading that the rules allow. Never raises for what a position holds."""
    rows, cols = (position.blocks.get(block, ()) for block in ("rows", "cols"))
    if not rows or not cols or max(len(rows), len(cols)) > LARGEST:
        return Settled(position, open=tuple(guesses))
    budget = Budget(limit)
    of_clues = [guess for guess in guesses if guess.block in {"rows", "cols"} and guess.row is not None]
    others = [guess for guess in guesses if guess not in of_clues]
    lines, unclear = _lines(position, of_clues)
    told = {(guess.block, guess.row) for guess in of_clues}
    doubts = [*of_clues, *(Guess(x.block, x.row, x.texts, 0.0) for x in lines if (x.block, x.row) not in told)]
    doubts += [guess for guess in unclear if (guess.block, guess.row) not in told]
    state = _state(rows, cols, lines)
    if unclear or state is None:
        return Settled(position, open=(*doubts, *others))
    possible = _possible(state, lines, budget)
    readings: list[_Choice] = []
    certain = True
    if all(line.texts for line in possible):
        state = _state(rows, cols, possible) or state
        readings, certain = _readings(state, possible, budget)
    if not readings or not certain:
        why = ("No way to read the clues has a solution.",) if certain else ()
        return Settled(position, why, (*doubts, *others))
    chosen = _chosen(position, possible, readings)
    if chosen.open:
        return Settled(chosen.position, chosen.notes, (*chosen.open, *others))
    return _with_board(chosen, _read(state, possible, readings[0]), others, budget)


# --- clues -------------------------------------------------------------------------------------------------------


def _lines(position: Position, guesses: Sequence[Guess]) -> tuple[list[_Line], list[Guess]]:
    """The clues that may be read in several ways, and those of which nothing can be made."""
    lines: list[_Line] = []
    unclear: list[Guess] = []
    height, width = len(position.blocks["rows"]), len(position.blocks["cols"])
    told = {(guess.block, guess.row): guess for guess in guesses}
    for block, size, before in (("rows", width, 0), ("cols", height, height)):
        for row, shown in enumerate(position.blocks[block]):
            guess = told.get((block, row), Guess(block, row, (shown,), 1.0))
            texts = list(dict.fromkeys((shown, *guess.texts)))
            if texts == [shown] and UNKNOWN not in shown:
                continue
            costs: dict[str, float] = {}
            for number, text in enumerate(texts):
                cost = guess.margin + _LATER * (number - 1) if number else 0.0
                for meant in _meanings(text, size):
                    costs.setdefault(meant, cost)
            read = {text: clue for text in costs if (clue := _clue(text)) is not None and room(clue) <= size}
            if not read or len(read) > _TEXTS:
                unclear.append(Guess(block, row, (shown,), 0.0))
                continue
            options = sorted(read, key=lambda text: costs[text])
            lines.append(
                _Line(
                    before + row,
                    block,
                    row,
                    tuple(options),
                    tuple(read[text] for text in options),
                    tuple(costs[text] for text in options),
                    shown,
                )
            )
    return lines, unclear


def _meanings(text: str, size: int) -> Iterator[str]:
    """The texts that one with unknown numbers or digits may stand for."""
    if UNKNOWN not in text:
        yield text
        return
    options: list[list[str]] = []
    for word in text.split():
        match = _TOKEN.fullmatch(word)
        if match is None:
            return
        number, colour = match.groups()
        if number == UNKNOWN:
            values = [str(n) for n in range(1, size + 1)]
        else:
            digits = ("0123456789" if digit == UNKNOWN else digit for digit in number)
            values = [value for value in map("".join, product(*digits)) if value[0] != "0"]
        options.append([value + colour for value in values])
    count = 1
    for values in options:
        count *= len(values)
    if count <= LARGEST * _TEXTS:
        yield from map(" ".join, product(*options))


def _clue(text: str) -> Clue | None:
    try:
        return parse_clue(text)
    except ValueError:
        return None


def _state(rows: Sequence[str], cols: Sequence[str], lines: Sequence[_Line]) -> State | None:
    """The puzzle as it reads first, with an empty board; None where a clue is none that could be read otherwise."""
    read = [_clue(text) for text in (*rows, *cols)]
    for line in lines:
        read[line.line] = line.clues[0]
    sure = [clue for clue in read if clue is not None]
    if len(sure) < len(read):
        return None
    return State(tuple(sure[: len(rows)]), tuple(sure[len(rows) :]), (EMPTY * len(cols),) * len(rows))


def _read(state: State, lines: Sequence[_Line], choice: Sequence[int]) -> State:
    """The puzzle under one choice of texts."""
    for line, number in zip(lines, choice, strict=True):
        if number:
            state = clues.with_clue(state, line.line, line.clues[number])
    return state


def _possible(state: State, lines: Sequence[_Line], budget: Budget) -> list[_Line]:
    """The same lines with only those texts that go with what the lines that are not in doubt tell of the cells. A line
    of which one text is left tells something, too, so this is done until nothing changes; none may be left.
    """
    left = list(lines)
    while budget.slice(1):
        budget.spend(1)
        doubtful = {line.line for line in left if len(line.texts) > 1}
        for line in left:
            state = clues.with_clue(state, line.line, line.clues[0])
        told = settled(state, frozenset(range(len(state.rows) + len(state.cols))) - doubtful)
        if told is None:
            return [replace(line, texts=(), clues=(), costs=()) for line in left]
        cells = [cells for _, cells in told.lines]
        fewer = [_completing(line, cells[line.line]) for line in left]
        if fewer == left or not all(line.texts for line in fewer):
            return fewer
        left = fewer
    return left


def _completing(line: _Line, cells: str) -> _Line:
    """A line with only those texts with which these cells can be completed."""
    keep = [number for number, clue in enumerate(line.clues) if study(clue, cells) is not None]
    return replace(
        line,
        texts=tuple(line.texts[number] for number in keep),
        clues=tuple(line.clues[number] for number in keep),
        costs=tuple(line.costs[number] for number in keep),
    )


def _readings(state: State, lines: Sequence[_Line], budget: Budget) -> tuple[list[_Choice], bool]:
    """The readings with a solution that are about as likely as the likeliest of them; and whether these are all.

    Where there are too many readings to look at, those that differ from the likeliest with a solution in one or two
    lines are enough: that three misread clues together go with the puzzle as well is not to be expected.
    """
    found: list[_Choice] = []
    unsure: list[_Choice] = []
    fits = _Fits(state, lines, budget)
    complete = True
    for count, (cost, choice) in enumerate(_by_likelihood(lines)):
        if found and cost >= _cost(lines, found[0]) + _BEYOND:
            break
        if count >= _READINGS or len(found) + len(unsure) >= _OPEN or not budget.slice(1):
            complete = False
            break
        solvable = fits(choice, _TRIAL)
        if solvable:
            found.append(choice)
        elif solvable is None:
            unsure.append(choice)
    if not complete and len(found) == 1 and not unsure:
        near = (choice for choice in _near(lines, found[0]) if _cost(lines, choice) < _cost(lines, found[0]) + _BEYOND)
        others = [choice for choice in near if fits(choice, _TRIAL) is not False]
        found += others
        complete = not budget.spent
    for choice in unsure:
        solvable = fits(choice, _LONG)
        if solvable is not False:
            complete &= bool(solvable)
            found.append(choice)
    found.sort(key=lambda choice: _cost(lines, choice))
    return found, complete


def _near(lines: Sequence[_Line], choice: _Choice) -> Iterator[_Choice]:
    """The choices that differ from one in one or two lines."""
    others = [(at, n) for at, line in enumerate(lines) for n in range(len(line.texts)) if n != choice[at]]
    for change in ((one,) for one in others):
        yield _changed(choice, change)
    for pair in combinations(others, 2):
        if pair[0][0] != pair[1][0]:
            yield _changed(choice, pair)


def _changed(choice: _Choice, changes: Sequence[tuple[int, int]]) -> _Choice:
    new = list(choice)
    for at, number in changes:
        new[at] = number
    return tuple(new)


def _cost(lines: Sequence[_Line], choice: _Choice) -> float:
    """How much less likely a choice of texts is than the first ones."""
    return sum(line.costs[number] for line, number in zip(lines, choice, strict=True))


class _Fits:
    """Whether a choice of texts makes a puzzle with a solution."""

    def __init__(self, state: State, lines: Sequence[_Line], budget: Budget) -> None:
        self._state, self._lines, self._budget = state, lines, budget
        self._misses = clues.missing(state)
        self._more = [[self._added(line, clue) for clue in line.clues] for line in lines]

    def __call__(self, choice: _Choice, nodes: int) -> bool | None:
        """None where that stays open after so many nodes."""
        misses = dict(self._misses)
        for more, number in zip(self._more, choice, strict=True):
            if number:
                for colour, cells in more[number].items():
                    misses[colour] = misses.get(colour, 0) + cells
        if any(misses.values()):
            return False
        verdict = decide_within(_read(self._state, self._lines, choice), self._budget, nodes, enough=1)
        return bool(verdict.solutions) if verdict.proof or verdict.solutions else None

    def _added(self, line: _Line, clue: Clue) -> dict[str, int]:
        """By how much a text makes the columns ask for more than the rows than the first one does, by colour."""
        sign = 1 if line.line >= len(self._state.rows) else -1
        new, old = clues.total((clue,)), clues.total((line.clues[0],))
        return {colour: sign * (new.get(colour, 0) - old.get(colour, 0)) for colour in {*new, *old}}


def _by_likelihood(lines: Sequence[_Line]) -> Iterator[tuple[float, _Choice]]:
    """Every choice of texts, a number for each line, the likeliest first."""
    start = (0,) * len(lines)
    waiting = [(_cost(lines, start), start)]
    while waiting:
        cost, choice = heapq.heappop(waiting)
        yield cost, choice
        last = max((at for at, number in enumerate(choice) if number), default=0)
        for at in range(last, len(lines)):
            costs, number = lines[at].costs, choice[at]
            if number + 1 < len(costs):
                after = (*choice[:at], number + 1, *choice[at + 1 :])
                heapq.heappush(waiting, (cost + costs[number + 1] - costs[number], after))


def _chosen(position: Position, lines: Sequence[_Line], choices: Sequence[Sequence[int]]) -> Settled:
    """The position with the lines put in that are the same in all readings; the others stay open."""
    blocks = {name: list(texts) for name, texts in position.blocks.items()}
    notes: list[str] = []
    open_: list[Guess] = []
    for at, line in enumerate(lines):
        numbers = list(dict.fromkeys(choice[at] for choice in choices))
        text = line.texts[numbers[0]]
        where = clues.called(line.block == "rows", line.row)
        if len(numbers) > 1:
            texts = tuple(line.texts[number] for number in numbers)
            open_.append(Guess(line.block, line.row, texts, max(0.0, line.costs[numbers[1]] - line.costs[numbers[0]])))
            continue
        if text != line.shown:
            blocks[line.block][line.row] = text
            notes.append(f"The clue of {where} looked like {line.shown}; the puzzle only allows {text}.")
    return Settled(Position({name: tuple(texts) for name, texts in blocks.items()}), tuple(notes), tuple(open_))


# --- the board ---------------------------------------------------------------------------------------------------


def _with_board(chosen: Settled, state: State, guesses: Sequence[Guess], budget: Budget) -> Settled:
    """Settle lines of the board, or what its looks mean as a whole, by what can be completed."""
    position, notes, open_ = chosen.position, list(chosen.notes), list(chosen.open)
    for guess in guesses:
        options = [text for text in guess.texts if _put(position, guess, text) is not None]
        if guess.block != "board" or not options:
            open_.append(guess)
            continue
        boards = {text: _cells(_put(position, guess, text), state) for text in options}
        right = [
            text
            for text, board in boards.items()
            if board is not None
            and decide_within(state.with_board(board), budget, _TRIAL, enough=1).proof is not Proof.NONE
        ]
        if not right and (verdict := decide_within(state, budget, _TRIAL)).proof is Proof.UNIQUE:
            right = _least_wrong(boards, verdict.solutions[0])
        if not right or (len(right) > 1 and (right[0] != guess.texts[0] or guess.margin < _BEYOND)):
            open_.append(Guess(guess.block, guess.row, tuple(right) or guess.texts, guess.margin))
            continue
        position = _put(position, guess, right[0]) or position
        if right[0] != guess.texts[0]:
            which = "The board" if guess.row is None else f"Row {guess.row + 1} of the board"
            notes.append(f"{which} was read in another way than it looked: only so it goes with the clues.")
    return Settled(position, tuple(notes), tuple(open_))


def _put(position: Position, guess: Guess, text: str) -> Position | None:
    """The position with a guess read so; None where it has no such line."""
    lines = list(position.blocks.get(guess.block, ()))
    if guess.row is None:
        lines = text.split("\n")
    elif 0 <= guess.row < len(lines):
        lines[guess.row] = text
    else:
        return None
    return Position({**position.blocks, guess.block: tuple(lines)})


def _cells(position: Position | None, state: State) -> tuple[str, ...] | None:
    """The board of a position, unknown cells open; None where it is none of this puzzle."""
    board = tuple(row.replace(UNKNOWN, EMPTY) for row in position.board) if position else ()
    size = {(len(board), len(row)) for row in board}
    labels = {*state.colours, CROSS, EMPTY}
    return board if size == {(len(state.rows), len(state.cols))} and labels.issuperset("".join(board)) else None


def _least_wrong(boards: Mapping[str, Sequence[str] | None], solution: Sequence[str]) -> list[str]:
    """The text whose board has far fewer wrong cells than any other, where there is one."""
    wrong = sorted(
        (
            sum(
                cell not in (EMPTY, goal)
                for row, goals in zip(board, solution, strict=True)
                for cell, goal in zip(row, goals, strict=True)
            ),
            text,
        )
        for text, board in boards.items()
        if board is not None
    )
    clear = wrong and (len(wrong) == 1 or 2 * wrong[0][0] < wrong[1][0])
    return [wrong[0][1]] if clear else []
