"""From the board as it stands to a solution in few strokes: runs of cells that change in one and the same way."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from engine.games.nonogram.rules import CROSS, House, State
from engine.moves import Cell, Mark
from engine.position import EMPTY

Run: TypeAlias = tuple[Cell, ...]


def marks(state: State, goal: Sequence[str], house: House) -> list[Mark]:
    """The strokes to mark: first what is filled or wiped, then the crosses that the house rule asks for.

    Strokes go along rows, along columns, or in both ways, the longest first: whichever takes the fewest. Crosses that
    stand already stay; cells that the goal leaves open stay as they are.
    """
    wanted = [
        "".join(_wanted(old, new, house) for old, new in zip(olds, news, strict=True))
        for olds, news in zip(state.board, goal, strict=True)
    ]
    strokes: list[Mark] = []
    for crosses in (False, True):
        changed = {
            (row, column): (old, new)
            for row, (olds, news) in enumerate(zip(state.board, wanted, strict=True))
            for column, (old, new) in enumerate(zip(olds, news, strict=True))
            if old != new and (new == CROSS) == crosses
        }
        across, down = _runs(changed, (0, 1)), _runs(changed, (1, 0))
        longest = _longest_first(across + down)
        fewest = min((across, down, longest), key=len)
        strokes += [Mark(run[0], run[-1], changed[run[0]][1]) for run in sorted(fewest)]
    return strokes


def _wanted(old: str, new: str, house: House) -> str:
    """What a cell is marked with where the goal has `new`."""
    if new == EMPTY or (new == CROSS and not house.crosses and old == EMPTY):
        return old
    return EMPTY if new == CROSS and old != CROSS and not house.crosses else new


def _runs(changed: Mapping[Cell, tuple[str, str]], step: Cell) -> list[Run]:
    """The longest runs of cells in one direction that change in one and the same way."""
    runs = []
    for row, column in sorted(changed):
        before = (row - step[0], column - step[1])
        if changed.get(before) == changed[row, column]:
            continue
        run = [(row, column)]
        while changed.get(ahead := (run[-1][0] + step[0], run[-1][1] + step[1])) == changed[row, column]:
            run.append(ahead)
        runs.append(tuple(run))
    return runs


def _longest_first(runs: Iterable[Run]) -> list[Run]:
    """Runs that share no cell and cover the same as these: always the longest that is left."""
    waiting = [(-len(run), run) for run in runs]
    heapq.heapify(waiting)
    done: set[Cell] = set()
    taken = []
    while waiting:
        _, run = heapq.heappop(waiting)
        left = [tuple(cells) for is_done, cells in groupby(run, done.__contains__) if not is_done]
        if left == [run]:
            taken.append(run)
            done.update(run)
        else:
            for part in left:
                heapq.heappush(waiting, (-len(part), part))
    return taken
