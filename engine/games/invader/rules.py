"""Puyo Invader: pairs of puyos are shot at rows of aliens; four and more of a colour that touch vanish.

The readable truth about the game. A field is rows of labels, row 0 nearest to the player: `.` blank, a lower-case
letter an alien, its capital a puyo of the same colour, `*` an alien whose colour is not seen yet. Nothing falls: what
is cut off stays where it is, unless it hangs together with so few cells that it evaporates. The whole field comes down
two pixels at a time, with every shot and with the clock; a cell that is drawn too low ends the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine.house import one_of, switch, whole
from engine.position import EMPTY

UNSEEN = "*"
"""An alien above the screen."""
Field: TypeAlias = tuple[str, ...]
"""Rows of labels from the player's side."""
Spot: TypeAlias = tuple[int, int]
"""Row, from the player's side, and column."""
SIDES = "RDLU"
"""Where the child lies, seen from the pivot, as the pair is turned clockwise from how it appears."""
_BESIDE = {"R": 1, "L": -1}
GOALS = ("clear", "points")
"""What a game may be played for."""


class Aim(NamedTuple):
    """How a pair is shot: the column of its pivot, and the side of its child."""

    column: int
    side: str

    @property
    def child(self) -> int:
        """The column of the child."""
        return self.column + _BESIDE.get(self.side, 0)


@dataclass(frozen=True)
class House:
    """The house rules; numbers may be given as text. Raises BadRule."""

    columns: int = 9
    rows: int = 14
    begun: int = 7
    """How many rows are full of aliens at the start, the farthest ones."""
    colours: int = 4
    group: int = 4
    """How many of a colour must touch to vanish."""
    lump: int = 8
    """Cells of any colour that hang together and are not more than these evaporate."""
    most: int = 16
    """A group counts as no more cells than these for its points."""
    overflow: int = 16
    """Bits of the points of one group: a sum that needs more is lost."""
    goal: str = GOALS[0]
    """What is played for: to clear the field, or points, at the risk of not clearing it."""
    swapped: bool = True
    """The fault of the original: of a pair that is shot with its child below, the cells are tested with each other's
    colour, so only a pair of one colour can make anything vanish."""

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            object.__setattr__(self, name, whole(name, getattr(self, name), least, most))
        object.__setattr__(self, "swapped", switch("swapped", self.swapped))
        one_of("goal", self.goal, GOALS)


_RANGES = {
    "columns": (2, 12),
    "rows": (4, 20),
    "begun": (1, 20),
    "colours": (1, 6),
    "group": (2, 9),
    "lump": (0, 100),
    "most": (1, 31),
    "overflow": (1, 64),
}

# --- where things are on the screen, in pixels of the original ---------------------------------------------------

CELL_WIDTH, CELL_HEIGHT = 33, 24
SCREEN_WIDTH, SCREEN_HEIGHT = 320, 240
LEFT_WALL = 12
SHOOTER_Y = 216
START_HEIGHT = 194
"""Where row 0 is drawn at the start."""
SINKS = 2
"""How far the field comes down with every shot and every tick of the clock."""
LOWEST = 200
"""A cell that is drawn below this ends the game."""
SEEN_FROM = -SINKS
"""A row is seen that is on the screen all but its rim."""


def y_of(row: int, height: int) -> int:
    """Where a row is drawn."""
    return height - CELL_HEIGHT * row


def rows_seen(height: int, house: House) -> int:
    """How many rows are on the screen.

    >>> rows_seen(START_HEIGHT, House())
    9
    """
    return sum(y_of(row, height) >= SEEN_FROM for row in range(house.rows))


def lowest_seen(height: int, house: House) -> int:
    """The row nearest to the player that may hold something.

    >>> lowest_seen(START_HEIGHT, House()), lowest_seen(START_HEIGHT + 8, House())
    (0, 1)
    """
    return next(row for row in range(house.rows + 1) if y_of(row, height) <= LOWEST)


def landed(field: Field, height: int) -> bool:
    """Whether a cell is drawn so low that the game is over."""
    return any(y_of(row, height) > LOWEST and cells.strip(EMPTY) for row, cells in enumerate(field))


def aliens(field: Field) -> int:
    """How many aliens are left; the game is won when none is."""
    return sum(label.islower() or label == UNSEEN for cells in field for label in cells)


# --- a shot ------------------------------------------------------------------------------------------------------


class Shot(NamedTuple):
    """What a shot does, before anything evaporates."""

    stuck: Field
    """The field with the pair on it, and nothing gone yet: it is drawn so, and must not reach too low."""
    groups: tuple[frozenset[Spot], ...]
    after: Field
    score: int


def aims(field: Field, house: House) -> tuple[Aim, ...]:
    """Every way to shoot at which both halves hit something and have room in front of it."""
    return tuple(
        aim
        for side in SIDES
        for aim in (Aim(column, side) for column in range(house.columns))
        if 0 <= aim.child < house.columns and spots_of(field, aim) is not None
    )


def shoot(field: Field, pair: str, aim: Aim, house: House) -> Shot:
    """Shoot a pair, pivot before child. Raises ValueError where a half would hit nothing."""
    spots = spots_of(field, aim) if 0 <= aim.child < house.columns else None
    if spots is None:
        raise ValueError(f"A pair cannot be shot up column {aim.column} with its child at {aim.side}.")
    stuck = with_labels(field, {spot: label.upper() for spot, label in zip(spots, pair, strict=True)})
    return tested(stuck, spots, pair, aim.side, house)


def tested(stuck: Field, spots: tuple[Spot, Spot], pair: str, side: str, house: House) -> Shot:
    """What vanishes when a pair has stuck."""
    colours = pair[::-1] if house.swapped and side == "D" else pair
    after, groups, score = stuck, list[frozenset[Spot]](), 0
    for spot, label in zip(spots, colours, strict=True):
        group = _hanging(after, spot, label.lower() + label.upper())
        if len(group) >= house.group:
            groups.append(group)
            score += points(len(group), house)
            after = with_labels(after, dict.fromkeys(group, EMPTY))
    return Shot(stuck, tuple(groups), after, score)


def points(cells: int, house: House) -> int:
    """What a group of so many cells is worth: two to their number, of which the highest bits are lost.

    >>> [points(cells, House()) for cells in (4, 15, 16, 20)]
    [16, 32768, 0, 0]
    """
    return (1 << min(cells, house.most)) % (1 << house.overflow)


def spots_of(field: Field, aim: Aim) -> tuple[Spot, Spot] | None:
    """Where pivot and child stick; None where one hits nothing or has no room."""
    front = [front_of(field, column) for column in (aim.column, aim.child)]
    if aim.side in _BESIDE:
        near, far = front
        return ((near - 1, aim.column), (far - 1, aim.child)) if min(near, far) >= 1 else None
    if front[0] < 2:
        return None
    ahead, behind = (front[0] - 1, aim.column), (front[0] - 2, aim.column)
    return (behind, ahead) if aim.side == "U" else (ahead, behind)


def front_of(field: Field, column: int) -> int:
    """The lowest row of a column that is not blank; -1 where all are."""
    return next((row for row, cells in enumerate(field) if cells[column] != EMPTY), -1)


def with_labels(field: Field, changes: dict[Spot, str]) -> Field:
    """The field with other labels in some cells."""
    rows = [list(cells) for cells in field]
    for (row, column), label in changes.items():
        rows[row][column] = label
    return tuple("".join(cells) for cells in rows)


def _hanging(field: Field, start: Spot, labels: str) -> frozenset[Spot]:
    """The cells with one of these labels that hang together with one; none where it is none itself."""
    if field[start[0]][start[1]] not in labels:
        return frozenset()
    found, edge = {start}, [start]
    while edge:
        row, column = edge.pop()
        for spot in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            inside = 0 <= spot[0] < len(field) and 0 <= spot[1] < len(field[0])
            if inside and spot not in found and field[spot[0]][spot[1]] in labels:
                found.add(spot)
                edge.append(spot)
    return frozenset(found)


# --- what evaporates ---------------------------------------------------------------------------------------------


def lump_at(field: Field, spot: Spot) -> frozenset[Spot]:
    """All cells that hang together with one, of any colour; none where it is blank."""
    labels = "".join(set("".join(field)) - {EMPTY})
    return _hanging(field, spot, labels)


def lumps(field: Field) -> Iterator[frozenset[Spot]]:
    """What hangs together, of any colour."""
    seen: set[Spot] = set()
    for row, cells in enumerate(field):
        for column, label in enumerate(cells):
            if label != EMPTY and (row, column) not in seen:
                lump = lump_at(field, (row, column))
                seen |= lump
                yield lump


def evaporate(field: Field, house: House) -> tuple[Field, int]:
    """The field without its small lumps, and the points that they are worth."""
    small = [lump for lump in lumps(field) if len(lump) <= house.lump]
    gone = dict.fromkeys((spot for lump in small for spot in lump), EMPTY)
    return with_labels(field, gone), sum(points(len(lump), house) for lump in small)
