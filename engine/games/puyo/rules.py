"""Puyo Puyo under the rules of Tsu: pairs fall, four and more of a colour that touch vanish, what lies above falls.

The readable truth about the game; what is fast is in `kernels`, and is held against this. Boards are columns of
labels from the floor up, so that falling is nothing but leaving out what vanished. Columns are counted from the left
and heights from the floor, both from 0; the field has `rows` rows, of which only the lowest `counted` form groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine.api import BadRule
from engine.games.puyo.tables import bonus_of_colours, bonus_of_group, power_of_step, score_of_step
from engine.house import one_of, switch, whole

GARBAGE = "#"
Column: TypeAlias = str
"""The labels of a column from the floor up; it ends with its highest puyo."""
Field: TypeAlias = tuple[Column, ...]
Spot: TypeAlias = tuple[int, int]
"""Column and height."""
SIDES = "URDL"
"""Where the child lies, seen from the axis: above, right, below, left."""
_BESIDE = {"R": 1, "L": -1}


class Placement(NamedTuple):
    """Where a pair comes to rest: the column of its axis, and the side of its child."""

    column: int
    side: str

    @property
    def child(self) -> int:
        """The column of the child."""
        return self.column + _BESIDE.get(self.side, 0)


@dataclass(frozen=True)
class House:
    """The house rules; numbers may be given as text. Raises BadRule."""

    columns: int = 6
    rows: int = 13
    """How many rows hold puyos."""
    counted: int = 12
    """How many of them form groups; in those above (the ghost row) nothing vanishes."""
    visible: int = 12
    """How many of them are seen at the least; what is not seen is taken for empty."""
    swallows: bool = True
    """A child that comes to rest right above the field vanishes, once in each column; where not, it cannot be put
    there."""
    colours: int = 4
    """How many colours may come; more are taken as they are seen."""
    group: int = 4
    """How many of a colour must touch to vanish."""
    spawn: int = 2
    """The column in which a pair appears."""
    death: int = 12
    """The game is over when the column of the spawn is as high as this and the next pair should appear."""
    steering: str = "tsu"
    """How a pair gets over high columns: `tsu`, with kicks and quick turns; or `low`, only where it need not climb,
    and is not lifted by what lies under it."""
    turning: str = "both"
    """Which ways a pair can be turned: `turn`, clockwise; `back`; or `both`."""
    attack: str = "points"
    """What sends garbage: `points`, one piece for every `rate` of them; or `puyos`, all that vanish but three of a
    step, and six more in every later step."""
    rate: int = 70
    """Points that send a piece at the start of a match."""
    at_once: int = 30
    """Pieces that fall in one turn at the most; 0: all."""
    holds_off: bool = True
    """What is on its way waits while one's own placement makes something vanish."""
    goal: str = "chain"
    """What is played for: `chain`, one that is as large as may be; `rush`, early ones that send `enough`; `versus`, as
    the opponent's field and what is on its way ask for."""
    enough: int = 14
    """Pieces that are worth sending at once."""

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            object.__setattr__(self, name, whole(name, getattr(self, name), least, most))
        object.__setattr__(self, "swallows", switch("swallows", self.swallows))
        one_of("steering", self.steering, ("tsu", "low"))
        object.__setattr__(self, "holds_off", switch("holds_off", self.holds_off))
        one_of("turning", self.turning, ("both", "turn", "back"))
        one_of("attack", self.attack, ("points", "puyos"))
        one_of("goal", self.goal, ("chain", "rush", "versus"))
        if max(self.counted, self.visible) > self.rows or self.spawn >= self.columns or self.death > self.rows:
            raise BadRule(
                f"A field of {self.columns} columns and {self.rows} rows cannot count {self.counted} and show "
                f"{self.visible} rows, let pairs appear in column {self.spawn} and end at height {self.death}."
            )


_RANGES = {
    "columns": (2, 8),
    "rows": (4, 15),
    "counted": (4, 15),
    "visible": (4, 15),
    "colours": (1, 9),
    "group": (2, 9),
    "spawn": (0, 7),
    "death": (2, 15),
    "rate": (1, 10_000),
    "at_once": (0, 1_000),
    "enough": (1, 1_000),
}

# --- what vanishes ---------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """One step of a chain."""

    groups: tuple[frozenset[Spot], ...]
    """The groups that vanish together."""
    garbage: frozenset[Spot]
    """The garbage that goes with them, because it lies beside them."""
    after: Field
    """The field when everything has fallen."""
    score: int

    @property
    def puyos(self) -> int:
        """How many coloured puyos vanish."""
        return sum(map(len, self.groups))


def chain(field: Field, house: House) -> tuple[Step, ...]:
    """Everything that happens to a field until it is still; () where it is."""
    steps: list[Step] = []
    while step := _step(steps[-1].after if steps else field, len(steps) + 1, house):
        steps.append(step)
    return tuple(steps)


def score(steps: Sequence[Step]) -> int:
    """The points of a chain, without those for clearing the whole field."""
    return sum(step.score for step in steps)


def clears_all(field: Field) -> bool:
    """Whether nothing is left: the player's next step is worth `tables.ALL_CLEAR` points more."""
    return not any(field)


def _step(field: Field, number: int, house: House) -> Step | None:
    groups = tuple(group for group in _groups(field, house) if len(group) >= house.group)
    if not groups:
        return None
    gone = frozenset().union(*groups)
    garbage = frozenset(
        spot for each in gone for spot in _beside(each) if _label(field, spot, house.counted) == GARBAGE
    )
    after = tuple(
        "".join(label for height, label in enumerate(column) if (x, height) not in gone | garbage)
        for x, column in enumerate(field)
    )
    colours = {_label(field, next(iter(group)), house.counted) for group in groups}
    bonus = power_of_step(number) + bonus_of_colours(len(colours)) + sum(bonus_of_group(len(g)) for g in groups)
    return Step(groups, garbage, after, score_of_step(len(gone), bonus))


def _groups(field: Field, house: House) -> Iterator[frozenset[Spot]]:
    """All puyos of one colour that hang together, in the rows that count."""
    seen: set[Spot] = set()
    for x, column in enumerate(field):
        for height, label in enumerate(column[: house.counted]):
            if label == GARBAGE or (x, height) in seen:
                continue
            group = {(x, height)}
            edge = [(x, height)]
            while edge:
                for spot in _beside(edge.pop()):
                    if spot not in group and _label(field, spot, house.counted) == label:
                        group.add(spot)
                        edge.append(spot)
            seen |= group
            yield frozenset(group)


def _beside(spot: Spot) -> tuple[Spot, ...]:
    x, height = spot
    return ((x - 1, height), (x + 1, height), (x, height - 1), (x, height + 1))


def _label(field: Field, spot: Spot, counted: int) -> str:
    """What lies there; nothing beside the field and above the rows that count."""
    x, height = spot
    inside = 0 <= x < len(field) and 0 <= height < min(len(field[x]), counted)
    return field[x][height] if inside else ""


# --- placements ------------------------------------------------------------------------------------------------


def dead(field: Field, house: House) -> bool:
    """Whether the next pair cannot appear."""
    return len(field[house.spawn]) >= house.death


def placements(field: Field, house: House, spent: frozenset[int] = frozenset()) -> tuple[Placement, ...]:
    """Everywhere a pair can be brought to rest, side by side from `U`, each from left to right.

    `spent` are the columns that swallowed a child already. Which columns a pair can cross is told in `_open_columns`.
    """
    if dead(field, house):
        return ()
    ways = _open_columns([len(column) for column in field], house)
    return tuple(
        placement
        for side in SIDES
        for placement in (Placement(x, side) for x in range(house.columns))
        if _fits(field, placement, ways, spent, house)
    )


def _fits(field: Field, placement: Placement, ways: frozenset[int], spent: frozenset[int], house: House) -> bool:
    x, child = placement.column, placement.child
    if not 0 <= child < house.columns or not {x, child} <= ways:
        return False
    axis_at, child_at = rests(field, placement)
    if house.steering == "low" and placement.side == "D" and (axis_at >= house.death or len(ways) == 1):
        return False
    room = house.rows + (house.swallows and child not in spent)
    return axis_at < house.rows and child_at < room


def rests(field: Field, placement: Placement) -> tuple[int, int]:
    """The heights at which axis and child come to rest."""
    height, beside = len(field[placement.column]), len(field[placement.child])
    match placement.side:
        case "U":
            return height, height + 1
        case "D":
            return height + 1, height
        case _:
            return height, beside


def _open_columns(heights: Sequence[int], house: House) -> frozenset[int]:
    """The columns that a pair can be brought over.

    It appears in its column with the axis in the row that ends the game when it is filled, and walks from there,
    column by column. A column lower than that row is in nobody's way. One that reaches it can be crossed only in the
    row above, and into that a pair must be lifted: by a quick turn where it appears, if both neighbours are in its
    way; or by a kick off a column one lower, which must be reached first. Higher columns cannot be crossed.
    """
    top = house.death
    lifted = house.steering == "tsu" and _may_climb(heights, house)
    return _reach(heights, house, top if lifted else top - 1)


def _may_climb(heights: Sequence[int], house: House) -> bool:
    """Whether a pair can be lifted into the row above the one in which it appears."""
    near = [heights[x] for x in (house.spawn - 1, house.spawn + 1) if 0 <= x < house.columns]
    quick_turn = all(height >= house.death for height in near)
    walked = _reach(heights, house, house.death - 1)
    return quick_turn or any(heights[x] == house.death - 1 for x in walked)


def _reach(heights: Sequence[int], house: House, highest: int) -> frozenset[int]:
    """The columns that a pair reaches from where it appears, over columns that are not higher than this."""
    reached = {house.spawn}
    for away in (-1, 1):
        x = house.spawn + away
        while 0 <= x < house.columns and heights[x] <= highest:
            reached.add(x)
            x += away
    return frozenset(reached)


def put(field: Field, pair: str, placement: Placement, house: House) -> Field:
    """The field with a pair on it, before anything vanishes; a child above the field is gone."""
    axis_at, child_at = rests(field, placement)
    columns = list(field)
    dropped = sorted(((axis_at, placement.column, pair[0]), (child_at, placement.child, pair[1])))
    for height, x, label in dropped:
        if height < house.rows:
            columns[x] += label
    return tuple(columns)


class Dropped(NamedTuple):
    """What comes of a pair that is placed."""

    field: Field
    """At rest, when everything has vanished."""
    steps: tuple[Step, ...]
    """The chain that it set off."""
    spent: frozenset[int]
    """Columns that swallowed a child, the pair's own included."""


def drop(field: Field, pair: str, placement: Placement, house: House, spent: frozenset[int] = frozenset()) -> Dropped:
    """Place a pair and let the chain run; `spent` are the columns that swallowed a child before."""
    swallowed = rests(field, placement)[1] >= house.rows
    full = put(field, pair, placement, house)
    steps = chain(full, house)
    return Dropped(steps[-1].after if steps else full, steps, spent | {placement.child} if swallowed else spent)
