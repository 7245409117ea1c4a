"""Shisen-sho: take away pairs of equal tiles that can be joined by a line with at most two corners.

The readable truth about the game; what is fast is in `kernels`, and is held against this. A tile is joined to
another when at most three straight pieces of line, along rows and columns, lead from one to the other through
empty cells. The test is the one of the article "Shisen-Sho" puzzle players know: take the free runs through both
tiles along one axis, cut them to what they share, and look for one free line across in between; then do the same
with the axes exchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from engine.api import BadPosition, BadRule, Outcome
from engine.games.shisen.turning import WAYS, turned, turned_back
from engine.house import switch
from engine.moves import Cell, IllegalMove, Pick, show_cell
from engine.position import EMPTY, UNKNOWN, Position

MAX_SIDE = 62
"""The most rows and columns that a board may have: a line with its rim fits a machine word."""

GRAVITIES = ("off", *WAYS)
"""What the house rule `gravity` may be."""

_WALL = "\n"


@dataclass(frozen=True, slots=True)
class State:
    """The tiles on the board: rows from the top, `.` where a cell is empty."""

    board: tuple[str, ...]


@dataclass(frozen=True)
class House:
    """The house rules; text such as `on`, `off` or `ABCD,EFGH` does for the values. Raises BadRule."""

    rim: bool = True
    """Lines may leave the board by one ring of cells."""
    gravity: bool | str = "off"
    """Where the other tiles fall to when a pair is taken: `off`, one of `turning.WAYS`, or `on`, which is down."""
    groups: tuple[str, ...] = ()
    """Labels that fit one another although they differ, a text for each group: flowers, seasons."""
    walls: str = ""
    """Labels of blocks that are no tiles: they stay where they are, and lines go around them."""
    first_four: bool = False
    """The program stops the game when *its* search for a pair fails, and that search starts only from the first
    four tiles of each label, column by column (kshisen does so; it matters where a label has more than four)."""

    def __post_init__(self) -> None:
        for name in ("rim", "first_four"):
            object.__setattr__(self, name, switch(name, getattr(self, name)))
        falls = _fall_of(self.gravity)
        object.__setattr__(self, "gravity", falls)
        if self.first_four and falls in WAYS[1:]:
            raise BadRule(f"first_four is how a program looks whose tiles fall down; gravity is {falls}.")
        given: object = self.groups
        groups = given.split(",") if isinstance(given, str) else given
        if not isinstance(groups, list | tuple) or not all(isinstance(group, str) for group in groups):
            raise BadRule(f"groups are labels that fit one another, such as AB,CD; found {given!r}.")
        object.__setattr__(self, "groups", tuple(group.strip() for group in groups if group.strip()))
        if not isinstance(self.walls, str) or EMPTY in self.walls or UNKNOWN in self.walls:
            raise BadRule(f"walls are labels of blocks that stay, such as QR; found {self.walls!r}.")
        object.__setattr__(self, "walls", "".join(dict.fromkeys(self.walls.replace(",", "").replace(" ", ""))))
        if both := [label for label in self.walls if label in "".join(self.groups)]:
            raise BadRule(f"The label {both[0]!r} is in groups and in walls; a wall fits no tile.")
        if self.walls and falls != "off":
            raise BadRule("Where tiles fall it is not known what they do at walls; gravity must be off with walls.")
        twice = [label for label, times in Counter("".join(self.groups)).items() if times > 1]
        if twice:
            raise BadRule(f"The label {twice[0]!r} comes twice in groups={','.join(self.groups)}; once is enough.")

    @property
    def falls(self) -> str | None:
        """Where tiles fall to, one of `turning.WAYS`; None where they do not."""
        return None if self.gravity == "off" else str(self.gravity)

    def kind(self, label: str) -> str:
        """What a label counts as: its group where it has one, otherwise itself; nothing for a wall."""
        if label in self.walls:
            return ""
        return next((group for group in self.groups if label in group), label)

    def tiles(self, line: str) -> str:
        """A row of a board with nothing but its tiles: `.` where a wall is."""
        return line.translate(dict.fromkeys(map(ord, self.walls), EMPTY)) if self.walls else line


def _fall_of(value: object) -> str:
    """The house rule `gravity` as one of GRAVITIES. Raises BadRule."""
    text = str(value).strip().lower()
    if text in GRAVITIES:
        return text
    try:
        return "down" if switch("gravity", text) else "off"
    except BadRule:
        known = ", ".join(GRAVITIES)
        raise BadRule(f"The house rule gravity is one of {known}, or on, which is down; not {value!r}.") from None


# --- reading and writing ---------------------------------------------------------------------------------------


def parse(position: Position, house: House) -> State:
    """The state that a position shows. Raises BadPosition with the block, row or kind that is at fault."""
    strange = [name for name in position.blocks if name not in ("board", "marked")]
    if strange:
        raise BadPosition(f"Shisen-sho has the blocks board and marked, not {strange[0]!r}.")
    board = position.board
    if not board:
        raise BadPosition("Shisen-sho needs a block `board` with at least one row.")
    width = len(board[0])
    if len(board) > MAX_SIDE or width > MAX_SIDE:
        raise BadPosition(f"A board has at most {MAX_SIDE}x{MAX_SIDE} cells; this one has {width}x{len(board)}.")
    for row, line in enumerate(board):
        if len(line) != width:
            raise BadPosition(f"Row {row} of the board has {len(line)} cells; row 0 has {width}.")
        for column, label in enumerate(line):
            if label == UNKNOWN:
                raise BadPosition(f"Cell {row},{column} of the board is not known (`?`).")
            if not label.isprintable() or label.isspace():
                raise BadPosition(f"Cell {row},{column} of the board holds {label!r}, which is no label.")
    odd = odd_kinds(board, house)
    if odd:
        kind, count = odd[0]
        who = f"The group {kind}" if len(kind) > 1 else f"The kind {kind!r}"
        more = f" ({len(odd)} kinds are odd)" if len(odd) > 1 else ""
        raise BadPosition(f"{who} is seen {count} time{'s' * (count > 1)}; tiles come in pairs{more}.")
    return State(board)


def odd_kinds(board: tuple[str, ...], house: House) -> list[tuple[str, int]]:
    """The kinds that are there an odd number of times, with that number: a reading with one is wrong."""
    counts = Counter(house.kind(label) for line in board for label in house.tiles(line) if label != EMPTY)
    return sorted((kind, count) for kind, count in counts.items() if count % 2)


def show(state: State) -> Position:
    """The position of a state."""
    return Position({"board": state.board})


# --- lines -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """A board with its rim of one ring, seen by rows and by columns; cell 0,0 of the board is 1,1 here."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]


def table(state: State, house: House) -> Table:
    """The board laid out for drawing lines; where lines must stay inside, the ring is a wall."""
    edge = EMPTY if house.rim else _WALL
    width = len(state.board[0])
    rows = (edge * (width + 2), *(edge + line + edge for line in state.board), edge * (width + 2))
    return Table(rows, tuple("".join(column) for column in zip(*rows, strict=True)))


def _run(line: str, place: int) -> tuple[int, int]:
    """The first and last place of the free run through a tile along its line, its own place included."""
    left = len(line[:place].rstrip(EMPTY))
    right = len(line) - len(line[place + 1 :].lstrip(EMPTY)) - 1
    return left, right


def _crossings(along: tuple[str, ...], across: tuple[str, ...], p: Cell, q: Cell) -> Iterator[int]:
    """Where a free line across joins the free runs of p and q; `along` are the lines in which the runs lie."""
    (p_line, p_place), (q_line, q_place) = sorted((p, q))
    if p_line == q_line:
        p_place, q_place = sorted((p_place, q_place))
        if not along[p_line][p_place + 1 : q_place].strip(EMPTY):
            yield p_place
        return
    p_run, q_run = _run(along[p_line], p_place), _run(along[q_line], q_place)
    for place in range(max(p_run[0], q_run[0]), min(p_run[1], q_run[1]) + 1):
        if not across[place][p_line + 1 : q_line].strip(EMPTY):
            yield place


def paths(on: Table, p: Cell, q: Cell) -> Iterator[tuple[Cell, ...]]:
    """All lines with at most two corners from cell p to cell q of the board; their cells may lie one outside."""
    a, b = (p[0] + 1, p[1] + 1), (q[0] + 1, q[1] + 1)
    for column in _crossings(on.rows, on.columns, a, b):
        yield _corners(p, (p[0], column - 1), (q[0], column - 1), q)
    for row in _crossings(on.columns, on.rows, (a[1], a[0]), (b[1], b[0])):
        yield _corners(p, (row - 1, p[1]), (row - 1, q[1]), q)


def _corners(*cells: Cell) -> tuple[Cell, ...]:
    """A line without the cells that come twice or lie on a straight piece."""
    line = [cells[0]]
    for cell in cells[1:]:
        if cell == line[-1]:
            continue
        if len(line) > 1 and any(line[-2][axis] == line[-1][axis] == cell[axis] for axis in (0, 1)):
            line.pop()
        line.append(cell)
    return tuple(line)


def joined(on: Table, p: Cell, q: Cell) -> bool:
    """Whether a line with at most two corners leads from p to q."""
    return next(paths(on, p, q), None) is not None


def pair_joined(state: State, pick: Pick, house: House) -> bool:
    """Whether a line with at most two corners joins a pair."""
    return joined(table(state, house), pick.a, pick.b)


def path(on: Table, p: Cell, q: Cell) -> tuple[Cell, ...] | None:
    """The line from p to q with the fewest corners, then the shortest: its ends and corners; None without one."""
    return min(paths(on, p, q), key=_clumsiness, default=None)


def _clumsiness(line: tuple[Cell, ...]) -> tuple[int, int, tuple[Cell, ...]]:
    steps = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(line))
    return len(line), steps, line


# --- playing ---------------------------------------------------------------------------------------------------


def tiles_by_kind(state: State, house: House) -> dict[str, list[Cell]]:
    """Where the tiles of each kind lie, row by row."""
    found: dict[str, list[Cell]] = {}
    for row, line in enumerate(state.board):
        for column, label in enumerate(house.tiles(line)):
            if label != EMPTY:
                found.setdefault(house.kind(label), []).append((row, column))
    return found


def find_pairs(state: State, house: House) -> Iterator[Pick]:
    """The pairs that fit and are joined, kind by kind, as they are found."""
    on = table(state, house)
    for cells in tiles_by_kind(state, house).values():
        for i, p in enumerate(cells):
            yield from (Pick(p, q) for q in cells[i + 1 :] if joined(on, p, q))


def pairs(state: State, house: House) -> list[Pick]:
    """All pairs that fit and are joined, in order of their cells."""
    return sorted(find_pairs(state, house))


def in_sight(state: State, house: House) -> bool:
    """Whether the program's own search for a pair succeeds: it starts from the first four tiles of each label,
    column by column, and looks at all mates of these (kshisen, `Board::pathFoundBetweenMatchingTiles`).
    """
    first: dict[str, list[Cell]] = {}
    for column in range(len(state.board[0])):
        for row, line in enumerate(state.board):
            first.setdefault(line[column], []).append((row, column))
    starts = {cell for cells in first.values() for cell in cells[:4]}
    on = table(state, house)
    return any(
        joined(on, p, q)
        for cells in tiles_by_kind(state, house).values()
        for p in cells
        if p in starts
        for q in cells
        if p != q
    )


def moves(state: State, house: House) -> list[Pick]:
    """All legal moves; none where the program has stopped the game."""
    return [] if house.first_four and not in_sight(state, house) else pairs(state, house)


def cleared(state: State, house: House) -> bool:
    """Whether no tile is left."""
    return not any(house.tiles(line).strip(EMPTY) for line in state.board)


def outcome(state: State, house: House) -> Outcome:
    """Won when the board is empty, stuck when no pair is left (or the program finds none)."""
    if cleared(state, house):
        return Outcome.WON
    if house.first_four:
        return Outcome.OPEN if in_sight(state, house) else Outcome.STUCK
    return Outcome.STUCK if next(find_pairs(state, house), None) is None else Outcome.OPEN


def check(state: State, pick: Pick, house: House) -> tuple[Cell, ...]:
    """The line along which a pair is taken. Raises IllegalMove with what is wrong with the pair."""
    height, width = len(state.board), len(state.board[0])
    for row, column in (pick.a, pick.b):
        if not (row < height and column < width):
            raise IllegalMove(f"{pick}: the board has {height} rows and {width} columns.")
        if state.board[row][column] == EMPTY:
            raise IllegalMove(f"{pick}: there is no tile at {show_cell((row, column))}.")
        if state.board[row][column] in house.walls:
            raise IllegalMove(f"{pick}: {state.board[row][column]!r} at {show_cell((row, column))} is a wall.")
    a, b = (state.board[row][column] for row, column in (pick.a, pick.b))
    if pick.a == pick.b:
        raise IllegalMove(f"{pick}: two tiles are needed.")
    if house.kind(a) != house.kind(b):
        raise IllegalMove(f"{pick}: {a!r} and {b!r} do not fit.")
    line = path(table(state, house), pick.a, pick.b)
    if line is None:
        raise IllegalMove(f"{pick}: no line with at most two corners joins the tiles.")
    if house.first_four and not in_sight(state, house):
        raise IllegalMove(f"{pick}: the program has stopped the game, as it finds no pair itself.")
    return line


def play(state: State, pick: Pick, house: House) -> State:
    """The board without the pair; with gravity the others have fallen. Raises IllegalMove."""
    check(state, pick, house)
    return take(state, pick, house)


def take(state: State, pick: Pick, house: House) -> State:
    """The board without two tiles, whether they are joined or not."""
    board = [list(line) for line in state.board]
    for row, column in (pick.a, pick.b):
        board[row][column] = EMPTY
    left = State(tuple("".join(line) for line in board))
    return settled(left, house.falls) if house.falls else left


def settled(state: State, way: str = "down") -> State:
    """The board after everything has fallen, down or to another side."""
    board = turned(state.board, way)
    columns = ("".join(column).replace(EMPTY, "").rjust(len(board), EMPTY) for column in zip(*board, strict=True))
    return State(turned_back(tuple("".join(row) for row in zip(*columns, strict=True)), way))
