"""Play moves by clicking their cells one after the other; cells that already show as picked are left alone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.action import Action, Click, Hover
from bot.control.tempo import Tempo, unhurried
from bot.frame import Point
from bot.grid import Grid
from bot.layout import Hands
from bot.reading import Reading
from engine.moves import Move, parse_cell

SIDES = ("below", "right", "left", "above")


class ClickCells:
    """For programs in which a click picks a cell and a second click on it lets it go."""

    def __init__(self, hold: float = 0.0) -> None:
        self._tempo = Tempo(hold)
        self._last: tuple[Move, ...] = ()
        self._before = 0
        """How often the same moves were played before, and taken back."""
        self._attempt = 0

    @classmethod
    def of(cls, hands: Hands) -> ClickCells:
        """The hand that a layout describes."""
        return cls(hands.hold)

    def actions(self, moves: Sequence[Move], seen: Reading, attempt: int = 1) -> Sequence[Action]:
        """Let go of a tile that is picked and not part of the moves, click what is missing, park the pointer.

        No game lets more than one tile be picked, so of several strays all but one are only in another light, and so is
        what looks picked among several in the first attempt. A stray is let go in the first two attempts: where it is
        of the same kind, some games take no other tile. Of several one by one is from the second attempt on: where two
        tiles of a kind look unlike, nobody can tell which of them is picked. Every fourth one trusts no mark: then what
        looks picked is clicked too, but last, when a tile that really was is gone already. Whatever the looks, one of
        the attempts gets through. The same moves once more are a further attempt at them, too.
        """
        if seen.grid is None or seen.position is None:
            return ()
        number = self._number(tuple(moves), attempt)
        marked = [parse_cell(line) for line in seen.position.blocks.get("marked", ())]
        wanted = [cell for move in moves for cell in move.cells]
        strays = [cell for cell in marked if cell not in wanted]
        if len(strays) > 1:
            strays = strays[number - 2 : number - 1] if number > 1 else []
        elif number > 2:
            strays = []
        missing = [cell for cell in wanted if cell not in marked]
        if number % 4 == 0 or (number == 1 and len(marked) > 1):
            missing += [cell for cell in wanted if cell in marked]
        if not strays and not missing:
            return ()
        level = self._tempo.level(attempt)
        clicks = [Click(seen.grid.centre(cell), hold=self._tempo.held(level)) for cell in (*strays, *missing)]
        return (*(unhurried(clicks, level) if level > 1 else clicks), *self.aside(seen))

    def _number(self, moves: tuple[Move, ...], attempt: int) -> int:
        """Which attempt at these moves this is, those counted after which they were taken back."""
        if attempt == 1:
            self._before = self._before + self._attempt if moves == self._last else 0
            self._last = moves
        self._attempt = attempt
        return self._before + attempt

    def aside(self, seen: Reading) -> Sequence[Action]:
        """Put the pointer where it lies over no cell."""
        return () if seen.grid is None else (Hover(resting_place(seen.grid, seen.size)),)


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
