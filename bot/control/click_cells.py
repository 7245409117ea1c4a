"""Play moves by clicking their cells one after the other; cells that already show as picked are left alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.action import Action, Click, Hover, Wait
from bot.frame import Point
from bot.grid import Grid
from bot.layout import Hands
from bot.reading import Reading
from engine.moves import Move, parse_cell

SIDES = ("below", "right", "left", "above")
REST: Final = 0.08
"""Seconds that the pointer rests on a cell before it is pressed again: some programs look where the pointer is before
they take the click that came with it, and so click where it was."""
LOST: Final = 2
"""Moves one after the other whose first clicks were not taken, from which it always rests."""


class ClickCells:
    """For programs in which a click picks a cell and a second click on it lets it go."""

    def __init__(self, hold: float = 0.0) -> None:
        self.hold = hold
        self._attempt = 1
        self._lost = 0
        """How many moves in a row needed another attempt."""

    @classmethod
    def of(cls, hands: Hands) -> ClickCells:
        """The hand that a layout describes."""
        return cls(hands.hold)

    def actions(self, moves: Sequence[Move], seen: Reading, attempt: int = 1) -> Sequence[Action]:
        """Let go of a tile that is picked and not part of the moves, click what is missing, park the pointer.

        No game lets more than one tile be picked, so several strays are only in another light, and so is what looks
        picked among several in the first attempt. A stray is let go in the first two attempts: where it is of the same
        kind, some games take no other tile. Every fourth one trusts no mark: then what looks picked is clicked too, but
        last, when a tile that really was is gone already. Whatever the looks, one of the attempts gets through.
        """
        if seen.grid is None or seen.position is None:
            return ()
        marked = [parse_cell(line) for line in seen.position.blocks.get("marked", ())]
        wanted = [cell for move in moves for cell in move.cells]
        strays = [cell for cell in marked if cell not in wanted]
        if len(strays) > 1 or attempt > 2:
            strays = []
        missing = [cell for cell in wanted if cell not in marked]
        if attempt % 4 == 0 or (attempt == 1 and len(marked) > 1):
            missing += [cell for cell in wanted if cell in marked]
        clicks = [Click(seen.grid.centre(cell), hold=self.hold) for cell in (*strays, *missing)]
        if not clicks:
            return ()
        return (*(unhurried(clicks) if self._rests(attempt) else clicks), *self.aside(seen))

    def _rests(self, attempt: int) -> bool:
        """Whether the pointer rests before it clicks."""
        if attempt == 1 and self._lost < LOST:
            self._lost = self._lost + 1 if self._attempt > 1 else 0
        self._attempt = attempt
        return attempt > 1 or self._lost >= LOST

    def aside(self, seen: Reading) -> Sequence[Action]:
        """Put the pointer where it lies over no cell."""
        return () if seen.grid is None else (Hover(resting_place(seen.grid, seen.size)),)


def unhurried(clicks: Sequence[Click]) -> list[Action]:
    """The clicks, each after the pointer has rested where it goes."""
    return [action for click in clicks for action in (Hover(click.at), Wait(REST), click)]


def resting_place(grid: Grid, size: tuple[int, int], sides: Sequence[str] = SIDES) -> Point:
    """A place in a frame of this (width, height) beside the board, where the pointer hides and highlights no cell.

    It lies half a cell from the board's widest margin on one of these `sides`, nearer where the margin is narrower,
    and at the frame's edge where there is none.
    """
    width, height = size
    box, centre = grid.box, grid.box.centre
    margins = {
        "below": height - (box.y + box.h),
        "right": width - (box.x + box.w),
        "left": box.x,
        "above": box.y,
    }
    side = max(sides, key=lambda name: margins[name])
    reach = max(0.0, min(grid.pitch_y / 2, margins[side] / 2))
    place = {
        "below": Point(centre.x, box.y + box.h + reach),
        "right": Point(box.x + box.w + reach, centre.y),
        "left": Point(box.x - reach, centre.y),
        "above": Point(centre.x, box.y - reach),
    }[side]
    return Point(min(max(place.x, 1), width - 2), min(max(place.y, 1), height - 2))
