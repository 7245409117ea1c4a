"""From the board as it stands to a solution in few strokes: runs of cells that change in one and the same way."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.nonogram.rules import CROSS, House, State
from engine.moves import Mark
from engine.position import EMPTY


def marks(state: State, goal: Sequence[str], house: House) -> list[Mark]:
    """The strokes to mark: first what is filled or wiped, then the crosses that the house rule asks for.

    Each kind goes along rows or along columns, whichever takes fewer strokes. Crosses that stand already stay; cells
    that the goal leaves open stay as they are.
    """
    wanted = [
        "".join(_wanted(old, new, house) for old, new in zip(olds, news, strict=True))
        for olds, news in zip(state.board, goal, strict=True)
    ]
    strokes: list[Mark] = []
    for labels in (set(state.colours) | {"#", EMPTY}, {CROSS}):
        across = _strokes(state.board, wanted, labels, down=False)
        down = _strokes(_turned(state.board), _turned(wanted), labels, down=True)
        strokes += across if len(across) <= len(down) else down
    return strokes


def _wanted(old: str, new: str, house: House) -> str:
    """What a cell is marked with where the goal has `new`."""
    if new == EMPTY or (new == CROSS and not house.crosses and old == EMPTY):
        return old
    return EMPTY if new == CROSS and old != CROSS and not house.crosses else new


def _turned(board: Sequence[str]) -> list[str]:
    """The columns of a board as rows."""
    return ["".join(cells) for cells in zip(*board, strict=True)]


def _strokes(olds: Sequence[str], news: Sequence[str], labels: set[str], *, down: bool) -> list[Mark]:
    """The longest runs of cells along lines that change in one and the same way, to one of these labels."""
    strokes = []
    for line, (old, new) in enumerate(zip(olds, news, strict=True)):
        start = 0
        for end in range(1, len(old) + 1):
            if end < len(old) and (old[end], new[end]) == (old[start], new[start]):
                continue
            if old[start] != new[start] and new[start] in labels:
                a, b = (line, start), (line, end - 1)
                strokes.append(Mark(a[::-1], b[::-1], new[start]) if down else Mark(a, b, new[start]))
            start = end
    return strokes
