"""What the open cells of a board probably are: where a search that must guess should look first.

Nothing here is certain, and nothing that is proved depends on it. On large pictures with millions of fillings that
nearly fit, a search that guesses so finds one that does in a hundredth of the time, or at all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.budget import Budget
from engine.games.nonogram.beliefs import tell
from engine.games.nonogram.words import Board

_ROUNDS = 100
_MORE = 5
"""How often rows and columns tell each other what they believe: at first, and after some cells were taken for sure."""
_STILL = 1e-3
"""They have told each other everything when no message changes by more than this."""
_SUREST = 0.05
"""The part of the open cells that is taken for sure at once."""
_FAR = 0.1
"""Where such a trial ends in a contradiction, the part of the cells still open then that makes it worth following."""


@dataclass(frozen=True)
class Likely:
    """How likely each cell has each colour, and each run begins at each place."""

    labels: str
    """What a cell can be: empty first, then the colours."""
    cells: NDArray[np.float64]
    """(rows, columns, labels)."""
    starts: NDArray[np.float64]
    """(runs, places): the runs of the rows from the top down, then those of the columns."""

    @property
    def open(self) -> int:
        """The number of cells that can still be several things."""
        return int(((self.cells > 0).sum(2) > 1).sum())

    def chance(self, row: int, column: int, label: str) -> float:
        """How likely a cell is what the label says."""
        return float(self.cells[row, column, self.labels.index(label)])

    def later(self, run: int) -> list[float]:
        """For each place, how likely a run begins there or later."""
        return [float(x) for x in np.cumsum(self.starts[run, ::-1])[::-1]]


def likely(board: Board, budget: Budget) -> Likely:
    """Weigh a board whose lines are settled; the board stays as it is.

    The surest cells are taken for sure, the others are weighed again, and so on: what that ends with agrees with itself
    far better than what is likely of each cell alone. Where it soon ends in a contradiction, the latter is the answer.
    """
    scales = _Scales(board)
    alone = scales.weigh(budget, _ROUNDS)
    before = board.can.copy()
    together, left = alone, alone.open
    while left and not budget.spent and _take(board, together):
        together = scales.weigh(budget, _MORE)
        left = together.open
    board.can[:] = before
    return together if left < _FAR * alone.open else alone


def _take(board: Board, weighed: Likely) -> bool:
    """Take the surest of the open cells for sure; False where the lines contradict that."""
    several = (weighed.cells > 0).sum(2) > 1
    sure = np.where(several, weighed.cells.max(2), 0.0)
    count = max(1, int(_SUREST * several.sum()))
    taken = several & (sure >= np.partition(sure, -count, axis=None)[-count])
    label = weighed.cells.argmax(2)
    board.keep([~taken | (label == c) for c in range(len(board.labels))])
    return board.settle()


class _Scales:
    """What the lines of a board believe, kept from one weighing to the next."""

    def __init__(self, board: Board) -> None:
        self._board = board
        lines, cells, labels = len(board.can), max(board.rows, board.cols), len(board.labels)
        self._message = np.full((lines, cells, labels), 1 / labels)
        self._starts = np.zeros((max(1, int(board.first[-1])), cells))

    def weigh(self, budget: Budget, rounds: int) -> Likely:
        """Let rows and columns tell each other what they believe, so often or until nothing changes."""
        board, message = self._board, self._message
        rows, cols = board.rows, board.cols
        puzzle = (board.can, board.first, board.length, board.colour, rows, cols)
        for _ in range(rounds):
            if not budget.slice(1):
                break
            budget.spend(1)
            across = tell(*puzzle, 0, rows, message, self._starts)
            down = tell(*puzzle, rows, rows + cols, message, self._starts)
            if max(across, down) < _STILL:
                break
        both = message[:rows, :cols] * message[rows:, :rows].transpose(1, 0, 2)
        both = np.where(np.stack(board.sets(), axis=2), both + 1e-12, 0.0)
        return Likely("".join(board.labels), both / both.sum(2, keepdims=True), self._starts.copy())
