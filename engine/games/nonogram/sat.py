"""A puzzle as a question for a clause-learning SAT solver, for what lines and probing leave open.

Each run of a line has an order of variables, "it begins at cell p or later", one for every place that `line.study`
leaves it; each open cell has a variable for every colour. The clauses have two or three literals:

- later than p is also later than the places before;
- a run that begins at p or later pushes the next run along;
- between a run's first and last cell the cells have its colour, between two runs they are empty.

Written so, bounds propagate by themselves, and a clause that is learned says something about whole ranges of places.
(Order encoding of integers: Tamura, Taga, Kitagawa, Banbara, "Compiling finite linear CSP into SAT", 2009.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Literal

from pysat.solvers import Cadical195, Glucose4

from engine.budget import Budget
from engine.games.nonogram.line import study
from engine.games.nonogram.rules import CROSS, Clue, State
from engine.moves import Cell
from engine.position import EMPTY

if TYPE_CHECKING:
    from engine.games.nonogram.likely import Likely

_TRUE = 1
"""The variable that is always true: a literal for what is certain."""
_WORK = 4_000_000
"""Conflicts between two glances at the clock are this many, divided by the clauses: some 30 ms."""
_FEWEST = {False: 20, True: 1_000}
"""But not fewer than this; a thorough solver tidies up whenever it is called."""


class Question:
    """How the open cells of a board can be filled."""

    def __init__(
        self, state: State, budget: Budget, lines: Sequence[int] | None = None, *, thorough: bool = False
    ) -> None:
        """Of a board whose lines are settled and do not contradict themselves; or, with `lines`, of these lines only
        (by number, columns after rows), each of which may be left out when asking (`contradicting`). Where the budget
        ends while the question is written down, it stays incomplete and is never answered. A `thorough` solver takes
        longer for each conflict and needs far fewer of them on the largest questions.
        """
        self.state = state
        self.thorough = thorough
        self._asked: dict[int, int] | None = None if lines is None else dict.fromkeys(lines, 0)
        self.cells: dict[Cell, dict[str, int]] = {}
        """For each open cell the variable of each colour."""
        self._wished: list[int] = []
        self._names = _TRUE
        self._conflicts = 0
        self._orders: list[tuple[int, list[int]]] = []
        """The number of a run among all, and its order."""
        self._solver = Cadical195() if thorough else Glucose4()
        self._solver.add_clause([_TRUE])
        self._count = 0
        self.written = self._write(budget)

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.delete()

    def answer(self, budget: Budget, conflicts: int) -> tuple[str, ...] | Literal[False] | None:
        """A board that fits; False where there is none (any more); None after so many conflicts or a spent budget."""
        if not self.written:
            return None
        left = conflicts
        while left > 0 and (some := budget.slice(min(left, max(_FEWEST[self.thorough], _WORK // (self._count + 1))))):
            self._solver.conf_budget(some)
            found = self._solver.solve_limited(assumptions=self._wished)
            left -= self._spend(budget)
            if found:
                self._wished = []
                return self._board()
            if found is False:
                culprits = self._solver.get_core() if self._wished else []
                if not culprits:
                    return False
                self._wished.remove(culprits[-1])
        return None

    def contradicting(self, lines: Collection[int], budget: Budget, conflicts: int) -> tuple[int, ...] | None:
        """Lines of these that contradict each other; none where they have a solution; None where that stays open."""
        if not self.written or self._asked is None or not budget.slice(1):
            return None
        number = {self._asked[line]: line for line in sorted(lines)}
        self._solver.conf_budget(budget.slice(conflicts))
        found = self._solver.solve_limited(assumptions=list(number))
        self._spend(budget)
        if found is None:
            return None
        return () if found else tuple(sorted(number[literal] for literal in self._solver.get_core() or ()))

    def _spend(self, budget: Budget) -> int:
        """Count the conflicts since this was last done, at least 1."""
        total = int(self._solver.accum_stats()["conflicts"])
        new = max(1, total - self._conflicts)
        self._conflicts = total
        budget.spend(new)
        return new

    def exclude(self, board: Sequence[str]) -> None:
        """Ask for other boards than this one from now on."""
        self._solver.add_clause([-literal for literal in self._literals(board)])

    def fix(self, board: Sequence[str]) -> None:
        """Cells that are decided on a board are known from now on."""
        known = {cell: colours for cell, colours in self.cells.items() if board[cell[0]][cell[1]] != EMPTY}
        self._solver.append_formula([literal] for literal in self._literals(board, known))

    def prefer(self, board: Sequence[str]) -> None:
        """Keep as many filled cells of a board as can easily be kept in the next answer: of those that contradict each
        other one is given up, again and again.
        """
        filled = {cell: colours for cell, colours in self.cells.items() if board[cell[0]][cell[1]] != EMPTY}
        self._wished = [
            literal for cell, colours in filled.items() for literal in self._literals(board, {cell: colours})
        ]

    def lean(self, likely: Likely) -> None:
        """Guess what is likely, where something must be guessed."""
        chances = [
            (variable, likely.chance(row, column, colour))
            for (row, column), colours in self.cells.items()
            for colour, variable in colours.items()
        ]
        for run, order in self._orders:
            chances += zip(order, likely.later(run), strict=False)
        leaning = {literal: chance > 0.5 for literal, chance in chances if abs(literal) != _TRUE}
        self._solver.set_phases(literal if so else -literal for literal, so in leaning.items())

    def beside(self, board: Sequence[str], rows: range, budget: Budget, conflicts: int) -> tuple[str, ...] | None:
        """A board not excluded that is like this one but for these rows; None where none is found."""
        kept = {cell: colours for cell, colours in self.cells.items() if cell[0] not in rows}
        some = budget.slice(conflicts)
        if not self.written or not some:
            return None
        self._solver.conf_budget(some)
        found = self._solver.solve_limited(assumptions=list(self._literals(board, kept)))
        self._spend(budget)
        return self._board() if found else None

    def _literals(self, board: Sequence[str], cells: dict[Cell, dict[str, int]] | None = None) -> Iterator[int]:
        """What a board says of open cells."""
        for (row, column), colours in (self.cells if cells is None else cells).items():
            for colour, variable in colours.items():
                yield variable if board[row][column] == colour else -variable

    def _board(self) -> tuple[str, ...]:
        """The board of the answer just found."""
        model = self._solver.get_model() or []
        rows = [list(row) for row in self.state.board]
        for (row, column), colours in self.cells.items():
            rows[row][column] = next((colour for colour, v in colours.items() if model[v - 1] > 0), CROSS)
        return tuple("".join(row) for row in rows)

    def _write(self, budget: Budget) -> bool:
        """Put every line into clauses; False when the budget ends first."""
        rows, cols, board = self.state.rows, self.state.cols, self.state.board
        across = [{colour for _, colour in clue} for clue in rows]
        down = [{colour for _, colour in clue} for clue in cols]
        for row, cells in enumerate(board):
            for column, cell in enumerate(cells):
                if cell == EMPTY:
                    both = across[row] & down[column] if self._asked is None else across[row] | down[column]
                    colours = sorted(both)
                    self.cells[row, column] = {colour: self._name() for colour in colours}
                    self._solver.append_formula([-a, -b] for a, b in combinations(self.cells[row, column].values(), 2))
        where = [[(row, column) for column in range(len(cols))] for row in range(len(rows))]
        where += [[(row, column) for row in range(len(rows))] for column in range(len(cols))]
        runs = 0
        for number, ((clue, cells), line) in enumerate(zip(self.state.lines, where, strict=True)):
            if budget.spent:
                return False
            if EMPTY in cells and (self._asked is None or number in self._asked):
                clauses = self._line(clue, cells, line, runs)
                if self._asked is not None:
                    self._asked[number] = self._name()
                    clauses = [[-self._asked[number], *clause] for clause in clauses]
                self._count += len(clauses)
                self._solver.append_formula(clauses)
            runs += len(clue)
        return True

    def _name(self) -> int:
        """A new variable."""
        self._names += 1
        return self._names

    def _line(self, clue: Clue, cells: str, where: Sequence[Cell], runs: int) -> list[list[int]]:
        """The clauses of one line, before whose runs there are so many in other lines."""
        seen = study(clue, cells)
        if seen is None:
            raise ValueError(f"The line {cells} contradicts its clue; settle the lines first.")
        size = len(cells)
        is_colour = {
            colour: [self._literal(cell, at, colour) for cell, at in zip(cells, where, strict=True)]
            for colour in sorted({colour for _, colour in clue})
        }
        clauses = [
            [-foreign]
            for cell, at in zip(cells, where, strict=True)
            if cell == EMPTY
            for colour, foreign in self.cells[at].items()
            if colour not in is_colour
        ]
        earliest, latest, later, length = 0, 0, [-_TRUE] * (size + 2), 0
        for number, ((run, colour), starts) in enumerate(zip(clue, seen.starts, strict=True)):
            first, last = (starts & -starts).bit_length() - 1, starts.bit_length() - 1
            here = self._order(starts, size)
            self._orders.append((runs + number, here))
            changes = dict.fromkeys(here[first + 1 : last + 1])
            clauses += [[-b, a] for a, b in pairwise(changes)]
            if number:
                step = length + (clue[number - 1][1] == colour)
                clauses += [[-later[p], here[p + step]] for p in range(earliest + 1, latest + 1)]
            behind = [_TRUE] * run + here
            ahead = here[first + 1 : last + run + 1]
            clauses += [
                [-a, b, c]
                for a, b, c in zip(
                    behind[first + 1 : last + run + 1], ahead, is_colour[colour][first : last + run], strict=True
                )
            ]
            clauses += self._gap([_TRUE] * length + later, here, range(earliest + length, last), is_colour)
            earliest, latest, later, length = first, last, here, run
        clauses += self._gap([_TRUE] * length + later, [_TRUE] * (size + 2), range(earliest + length, size), is_colour)
        return clauses

    def _literal(self, cell: str, at: Cell, colour: str) -> int:
        """That a cell has a colour."""
        if cell == EMPTY:
            return self.cells[at].get(colour, -_TRUE)
        return _TRUE if cell == colour else -_TRUE

    def _order(self, starts: int, size: int) -> list[int]:
        """For each place, one more than there are cells and one behind, that a run begins there or later."""
        order = [-_TRUE] * (size + 2)
        literal = -_TRUE
        first = (starts & -starts).bit_length() - 1
        for place in range(starts.bit_length() - 1, -1, -1):
            if place <= first:
                literal = _TRUE
            elif starts >> place & 1:
                literal = self._name()
            order[place] = literal
        return order

    @staticmethod
    def _gap(behind: list[int], here: list[int], cells: range, is_colour: dict[str, list[int]]) -> list[list[int]]:
        """Cells behind one run and before the next are empty."""
        return [[behind[x + 1], -here[x + 1], -colour[x]] for colour in is_colour.values() for x in cells]
