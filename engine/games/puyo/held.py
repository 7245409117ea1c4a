"""The chain that a field holds: what would go off if up to three puyos of one colour fell on one column."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.puyo import rules
from engine.games.puyo.rules import GARBAGE, Field, House, Step

MOST = 3
"""A fourth puyo of a colour would be a group by itself."""


@dataclass(frozen=True)
class Held:
    """A chain that waits for its trigger."""

    column: int
    colour: str
    puyos: int
    """How many must fall there."""
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        """A sentence for people, who count columns from 1."""
        what = self.colour if self.puyos == 1 else f"{self.puyos} {self.colour}"
        return (
            f"The field holds a chain of {len(self.steps)} for {rules.score(self.steps):,} points, "
            f"set off by {what} on column {self.column + 1}."
        )


def held(field: Field, house: House) -> Held | None:
    """The most valuable chain that a field holds, of equals that with the fewest puyos; None where there is none."""
    return max(_all(field, house), key=lambda one: (rules.score(one.steps), -one.puyos), default=None)


def longest(field: Field, house: House) -> Held | None:
    """The longest chain that a field holds, of equals that with the fewest puyos: more of them, which make a larger
    group, may bring some points, but are not needed. None where there is none.
    """
    return max(_all(field, house), key=lambda one: (len(one.steps), -one.puyos, rules.score(one.steps)), default=None)


def _all(field: Field, house: House) -> list[Held]:
    """All chains that a field holds."""
    return [
        Held(x, colour, puyos, steps)
        for x, column in enumerate(field)
        for colour in sorted(set("".join(field)) - {GARBAGE})
        for puyos in range(1, min(MOST, house.counted - len(column)) + 1)
        if (steps := rules.chain((*field[:x], column + colour * puyos, *field[x + 1 :]), house))
    ]
