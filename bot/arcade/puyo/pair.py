"""A pair in the air: its steps, its turns with their kicks, and how it sinks. Values only.

Heights are counted in halves of a row from the floor, for that is how a pair sinks. A half of the pair has room where
nothing lies as high as its lower edge; what is beside the field or too high has none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.games.puyo.rules import SIDES, Field, House, Placement

TOP = 1
"""Rows above the field into which a child may reach."""


@dataclass(frozen=True)
class Pair:
    """Two puyos that fall together."""

    labels: str
    """The axis, then the child."""
    column: int
    height: int
    """Of the axis, in halves of a row."""
    side: str = "U"

    @classmethod
    def appearing(cls, labels: str, house: House) -> Pair:
        """A pair at the top of the rows that count, its child above."""
        return cls(labels, house.spawn, 2 * (house.counted - 1))

    @property
    def placement(self) -> Placement:
        """Where it would come to rest."""
        return Placement(self.column, self.side)

    @property
    def parts(self) -> tuple[tuple[str, int, int], ...]:
        """Label, column and height of the axis and of the child."""
        up = {"U": 2, "D": -2}.get(self.side, 0)
        child = self.placement.child
        return (self.labels[0], self.column, self.height), (self.labels[1], child, self.height + up)

    def fits(self, field: Field, house: House) -> bool:
        """Whether there is room for both."""
        return self.height <= 2 * (house.rows - 1) and all(
            0 <= column < house.columns and 2 * len(field[column]) <= height <= 2 * (house.rows - 1 + TOP)
            for _, column, height in self.parts
        )

    def stepped(self, away: int, field: Field, house: House) -> Pair:
        """A column to the side; the same where there is no room."""
        there = replace(self, column=self.column + away)
        return there if there.fits(field, house) else self

    def sunk(self, field: Field, house: House) -> Pair | None:
        """Half a row lower; None where it rests."""
        there = replace(self, height=self.height - 1)
        return there if there.fits(field, house) else None

    def turned(self, times: int, field: Field, house: House) -> Pair | None:
        """A quarter clockwise (1) or back (-1), pushed off what is in the way; None where even that has no room."""
        there = replace(self, side=SIDES[(SIDES.index(self.side) + times) % len(SIDES)])
        return next((each for each in (there, there._pushed(field)) if each.fits(field, house)), None)

    def flipped(self, field: Field, house: House) -> Pair | None:
        """Its halves change places: what a second press does between two walls."""
        up = {"U": 2, "D": -2}.get(self.side, 0)
        there = replace(
            self, side=SIDES[(SIDES.index(self.side) + 2) % len(SIDES)], height=self.height + up,
            column=self.placement.child,
        )  # fmt: skip
        return there if there.fits(field, house) else None

    def _pushed(self, field: Field) -> Pair:
        """Away from where its child is."""
        if self.side == "D":
            return replace(self, height=max(self.height, 2 * len(field[self.column]) + 2))
        return replace(self, column=self.column + {"R": -1, "L": 1}.get(self.side, 0))
