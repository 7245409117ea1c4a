"""Steps in words, for people, at three depths: which line; which technique; which cells and why.

Rows and columns are counted from 1 in sentences, rows from the top and columns from the left; the first sentence says
so. Notation (`row,column`, as in moves) counts from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

from engine.games.nonogram.hints import english, japanese
from engine.games.nonogram.hints.desk import Place, Step
from engine.games.nonogram.hints.facts import is_black
from engine.games.nonogram.rules import BLACK, Clue, State, show_clue
from engine.moves import Cell, Mark
from engine.position import EMPTY
from engine.teacher import Hint

TONGUES: Mapping[str, ModuleType] = {"en": english, "ja": japanese}
TOLD = 4
"""Cells, out of one line, that a sentence lists one by one."""
_NO_SOLUTION = ("X_REPAIR none", "X_REPAIR clues")
"""The cases in which the puzzle itself is wrong, not what is filled in."""


class Said(Mapping[str, tuple[str, str, str]]):
    """The sentences of a step by language; each is put together when it is asked for."""

    def __init__(self, step: Step, state: State) -> None:
        self._step, self._state = step, state

    def __getitem__(self, language: str) -> tuple[str, str, str]:
        """Which line; which technique; which cells and why."""
        return _says(self._step, self._state, TONGUES[language])

    def __iter__(self) -> Iterator[str]:
        """The languages."""
        return iter(TONGUES)

    def __len__(self) -> int:
        """How many languages there are."""
        return len(TONGUES)


def hint(step: Step, state: State) -> Hint:
    """A step as it is told; `state` is the puzzle before it, for its clues."""
    return Hint(
        step.technique,
        where=tuple(dict.fromkeys(cell for place in _shown(step) for cell in _cells_of(place, state))),
        because=step.because,
        moves=tuple(marks(step.cells)),
        says=Said(step, state),
        rung=step.rung,
    )


def marks(cells: Mapping[Cell, str]) -> Iterable[Mark]:
    """The runs of cells to mark, each as long as can be, along the line in which they lie."""
    down = len({column for _, column in cells}) == 1
    left = dict(sorted(cells.items()))
    while left:
        first = last = next(iter(left))
        label = left.pop(first)
        step = (1, 0) if down else (0, 1)
        while left.get(after := (last[0] + step[0], last[1] + step[1])) == label:
            del left[after]
            last = after
        yield Mark(first, last, label)


def _cells_of(place: Place, state: State) -> list[Cell]:
    if place.across:
        return [(place.at, column) for column in range(len(state.cols))]
    return [(row, place.at) for row in range(len(state.rows))]


def _shown(step: Step) -> Sequence[Place]:
    """The lines to look at."""
    if step.technique == "X_REPAIR":
        return step.places
    return step.places[: 1 if step.technique == "COLOUR_CROSSING" else 2]


def _says(step: Step, state: State, tongue: ModuleType) -> tuple[str, str, str]:
    case = _case(step)
    name, idea = tongue.IDEAS[case if case in _NO_SOLUTION else step.technique]
    shown = _shown(step)
    if shown:
        places = tongue.listed([tongue.line(*place) for place in shown])
        counted = tongue.listed([tongue.counted(*place) for place in shown])
        wrong = step.technique == "X_REPAIR" and case not in _NO_SOLUTION
        look = (tongue.LOOK_WRONG if wrong else tongue.LOOK).format(places=counted)
        second = tongue.IDEA.format(Places=places[:1].upper() + places[1:], name=name, idea=idea)
    else:
        look = second = tongue.LOOK_NOWHERE
    fields = _fields(step, state, tongue)
    why = tongue.WHYS[case].format(**fields)
    return look, second, why


def _case(step: Step) -> str:
    """Which sentence fits a step."""
    if step.technique == "X_REPAIR":
        if not step.places:
            return "X_REPAIR without" if step.cells else "X_REPAIR"
        if step.cells:
            return "X_REPAIR line" if step.dead else "X_REPAIR cells"
        return "X_REPAIR open" if step.dead else "X_REPAIR none" if len(step.places) == 1 else "X_REPAIR clues"
    if step.technique == "SEARCH" and not step.cells:
        return "SEARCH several"
    finding = step.finding
    if finding is None:
        return step.technique
    if step.technique == "COLOUR_BOXES":
        return "SIMPLE_BOXES"
    if step.technique == "RANGE_CROSS" and not finding.numbers:
        return "RANGE_CROSS none"
    return f"{step.technique} {finding.kind}" if step.technique in ("ALL_FIXED", "CAN_NOT_REACH") else step.technique


def _fields(step: Step, state: State, tongue: ModuleType) -> dict[str, Any]:
    """Everything that a sentence may name."""
    fields: dict[str, Any] = {"result": _result(step, state, tongue), "depth": tongue.lines(step.depth)}
    if step.places:
        place = step.places[0]
        line = tongue.line(*place)
        fields |= {"line": line, "Line": line[:1].upper() + line[1:], "clue": _clue(state, place)}
        fields["wrong"] = _where(step.cells, place, tongue)
        fields["lines"] = tongue.listed([tongue.line(*shown) for shown in step.places])
        if len(step.places) > 1:
            fields["other"] = tongue.line(*step.places[1])
    elif step.cells:
        fields["wrong"] = _where(step.cells, None, tongue)
    if step.dead is not None:
        fields |= {"dead": tongue.line(*step.dead), "deadclue": _clue(state, step.dead)}
    if step.assumed is not None:
        cell = tongue.cell(*step.assumed[0])
        fields |= {"assumedcell": cell, "assumed": tongue.were(cell, _colour(step.assumed[1], state))}
    if step.technique == "SEARCH" and step.because:
        fields["cell"] = tongue.cell(*step.because[0])
    if step.finding is not None:
        fields |= _of_finding(step, state, tongue)
    return fields


def _of_finding(step: Step, state: State, tongue: ModuleType) -> dict[str, Any]:
    finding, place = step.finding, step.places[0]
    assert finding is not None
    clue = state.rows[place.at] if place.across else state.cols[place.at]
    named = _numbers(finding.numbers, clue, tongue)
    fields: dict[str, Any] = {
        **finding.figures,
        "numbers": tongue.numbers(named) if named else "",
        "either": tongue.either(named),
        "cells": tongue.cells(place.across, _ranges([at for at, _ in finding.cells])),
    }
    filled = [at for at in finding.because if at != finding.figures.get("wall")]
    if filled:
        fields["because"] = tongue.cells(place.across, _ranges(filled))
    if "wall" in finding.figures:
        wall = finding.figures["wall"]
        size = len(state.cols) if place.across else len(state.rows)
        inside = 0 <= wall < size
        at = tongue.cells(place.across, [(wall, wall)]) if inside else ""
        what = tongue.edge(wall < 0, place.across)
        fields["wall"] = what if not inside else tongue.cross(at) if finding.figures["crossed"] else at
    for name in ("first", "last"):
        if name in finding.figures:
            at = finding.figures[name]
            fields[name] = tongue.cells(place.across, [(at, at)])
    return fields


def _numbers(numbers: Sequence[int], clue: Clue, tongue: ModuleType) -> list[str]:
    """Numbers of a clue by name."""
    texts = [show_clue((run,)) for run in clue]
    if len(numbers) == len(clue) and len(clue) > 1:
        return [tongue.number(text, 0, 1) for text in texts]
    return [
        tongue.number(texts[number], texts[:number].count(texts[number]), texts.count(texts[number]))
        for number in numbers
    ]


def _result(step: Step, state: State, tongue: ModuleType) -> str:
    """What follows for the cells, colour by colour, crosses last."""
    if not step.cells:
        return ""
    along = step.places[0] if step.finding is not None or step.technique == "COLOUR_CROSSING" else None
    labels = sorted(set(step.cells.values()), key=lambda label: (not is_black(label), label))
    parts = []
    for label in labels:
        mine = [cell for cell, other in step.cells.items() if other == label]
        parts.append(tongue.filled(_where(mine, along, tongue), _colour(label, state), len(mine) > 1))
    return str(tongue.RESULT.format(parts=tongue.listed(parts)))


def _where(cells: Iterable[Cell], along: Place | None, tongue: ModuleType) -> str:
    """Cells by their places in a line, or one by one where no line is given."""
    cells = list(cells)
    if not cells:
        return ""
    if along is not None:
        return str(tongue.cells(along.across, _ranges(cell[along.across] for cell in cells)))
    told = [tongue.cell(*cell) for cell in cells[:TOLD]]
    if len(cells) > TOLD:
        told.append(tongue.more(len(cells) - TOLD))
    return str(tongue.listed(told))


def _ranges(places: Iterable[int]) -> list[tuple[int, int]]:
    """Numbers as ranges that include their ends.

    >>> _ranges([1, 2, 3, 7])
    [(1, 3), (7, 7)]
    """
    ranges: list[tuple[int, int]] = []
    for place in sorted(places):
        if ranges and ranges[-1][1] == place - 1:
            ranges[-1] = (ranges[-1][0], place)
        else:
            ranges.append((place, place))
    return ranges


def _clue(state: State, place: Place) -> str:
    return show_clue(state.rows[place.at] if place.across else state.cols[place.at])


def _colour(label: str, state: State) -> str | None:
    """The colour to name: none in black and white, None for an empty cell."""
    if not is_black(label) or label == EMPTY:
        return None
    if len(state.colours) <= 1:
        return ""
    return label if label != BLACK else "#"
