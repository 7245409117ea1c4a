"""Which shot to take, and how to bring the shooter there without being hit.

`choose` judges every shot by what it clears, what evaporates, how near the field has come, and by the best answer to
each pair that may come next. `Hands` turns that into keys: the fewest that lead there, never through a column that a
bullet is about to cross.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, field

import numpy as np

from engine.games.invader import kernels, packing, rules
from engine.games.invader.prospects import Prospects
from engine.games.invader.rules import CELL_HEIGHT, SHOOTER_Y, SIDES, UNSEEN, Aim, Field, House
from engine.games.invader.running import BACK, BULLET_STEP, LEFT, RIGHT, SHOOT, TURN, Bullet
from engine.games.invader.weights import CLEARING, GROWING, Weights
from engine.position import EMPTY

FOLLOWED = 12
"""Shots that are looked at with every pair that may come next."""
HURRY = 12
"""Draws before the front lands from which a shot is taken that may meet nothing, where there is no other."""
LEAD = 3 * BULLET_STEP
"""Pixels that a bullet flies while hands that are never late step aside."""


@dataclass(frozen=True)
class Choice:
    """A shot, and what speaks for it."""

    aim: Aim
    worth: float
    nodes: int
    """Shots that were looked at."""


def choose(
    cells: Field, height: int, pair: str, house: House, weights: Weights | None = None, followed: int = FOLLOWED
) -> Choice | None:
    """The best shot of a pair; None where every one misses or ends the game. The `followed` most promising shots are
    looked at with every pair that may come next.
    """
    return next(iter(choices(cells, height, pair, house, weights, followed)), None)


def choices(
    cells: Field, height: int, pair: str, house: House, weights: Weights | None = None, followed: int = FOLLOWED
) -> list[Choice]:
    """The shots of a pair that hit and do not end the game, the best first; none in a field without rows."""
    if not cells:
        return []
    colours = packing.colours_of(cells, pair)
    worth = np.zeros(4 * house.columns + 1)
    nodes = kernels.best_shots(
        packing.packed(cells, colours),
        1 + colours.index(pair[0]),
        1 + colours.index(pair[1]),
        packing.house_words(house, height),
        np.array(astuple(weights or Weights()), np.float64),
        followed,
        worth,
    )
    return [
        Choice(packing.aim_of(int(shot), house), float(worth[shot]), nodes)
        for shot in np.argsort(-worth[:-1], kind="stable")
        if worth[shot] > kernels.LOST
    ]


@dataclass(frozen=True)
class View:
    """What is seen of a running game."""

    cells: Field
    height: int
    column: int
    side: str
    pair: str
    bullet: Bullet | None = None


@dataclass
class Hands:
    """Plays by keys."""

    house: House
    aim: Callable[[View], Aim | None]
    """What to do with what is seen; None: nothing yet."""
    lead: int = LEAD
    """So many pixels before a bullet can hit, its column is left alone."""
    _wanted: tuple[tuple[Field, str, int], Aim | None] = field(default=(((), "", 0), None))

    def keys(self, view: View) -> tuple[str, ...]:
        """The keys to press now: the way to where one wants to be, or the shot from there; none: nothing. After a shot
        the pair lies as it appeared, so that must be safe too.
        """
        now = Aim(view.column, view.side)
        hot = self._hot(view.bullet)
        looked_at = (view.cells, view.pair, view.height)
        if self._wanted[0] != looked_at:
            self._wanted = (looked_at, self.aim(view))
        wanted = self._wanted[1]
        if wanted == now and not hot & {now.column, now.child, Aim(now.column, SIDES[0]).child}:
            return (SHOOT,)
        return self._way(now, wanted, hot)

    def _way(self, now: Aim, wanted: Aim | None, hot: frozenset[int]) -> tuple[str, ...]:
        """The shortest way to where one wants to be, or out of the way of a bullet."""
        ways: dict[Aim, tuple[str, ...]] = {now: ()}
        edge = deque([now])
        while edge:
            aim = edge.popleft()
            safe = not hot & {aim.column, aim.child}
            if safe and (aim == wanted or (wanted is None and aim == now) or (hot & {now.column, now.child})):
                return ways[aim]
            for key, then in _steps(aim):
                inside = 0 <= then.column < self.house.columns and 0 <= then.child < self.house.columns
                if not inside or then in ways or (safe and hot & {then.column, then.child}):
                    continue
                ways[then] = (*ways[aim], key)
                edge.append(then)
        return ()

    def _hot(self, bullet: Bullet | None) -> frozenset[int]:
        if bullet is None or not SHOOTER_Y - self.lead <= bullet.y < SHOOTER_Y + CELL_HEIGHT:
            return frozenset()
        return frozenset({bullet.column})


def led(aim: Aim, keys: Iterable[str]) -> Aim:
    """Where keys lead."""
    for key in keys:
        aim = dict(_steps(aim))[key]
    return aim


def _steps(aim: Aim) -> tuple[tuple[str, Aim], ...]:
    """What each key makes of where a pair is aimed."""
    turned = SIDES.index(aim.side)
    return (
        (LEFT, Aim(aim.column - 1, aim.side)),
        (RIGHT, Aim(aim.column + 1, aim.side)),
        (TURN, Aim(aim.column, SIDES[(turned + 1) % len(SIDES)])),
        (BACK, Aim(aim.column, SIDES[turned - 1])),
    )


@dataclass
class Shooting:
    """Clears the field before it comes too low; where points are the goal, lets a lump of one colour grow before.

    What vanishes together is worth two to its number, so one lump of fifteen is worth more than all else. A pair of two
    colours that is shot with its child below makes nothing vanish (the fault of the original), so a lump can be made
    larger without being lost. Whether there is time for that, and which shot clears the field most surely, is told by
    playing on to the end many times.
    """

    house: House
    room: int = 18
    """Draws before the front lands from which there is time to let lumps grow…"""
    many: int = 15
    """…as long as so many aliens are left…"""
    enough: int = 1 << 14
    """…no more points than these were made…"""
    sure: float = 0.68
    """…and so large a share of the plays is cleared in the end…"""
    haste: float = 0.2
    """…and so much more the nearer the front comes: plays that are cleared with much time left are played badly, those
    with little are played as well as can be…"""
    calm: tuple[int, int] = (20, 50)
    """…from the more of these draws before it lands to the fewer."""
    tried: int = 4
    """So many of the most promising shots are played on from, when the field is to be cleared…"""
    grown: int = 3
    """…and so many when a lump is to grow."""
    _made: int = 0
    _meant: tuple[int, frozenset[rules.Spot]] = (0, frozenset())
    """What the last shot was to make, and the cells that were to vanish, rows counted as at the start."""

    def __call__(self, view: View) -> Aim | None:
        """The shot to take; None while something is about to evaporate, or nothing is sure to be met."""
        self._count(view)
        settled, _ = rules.evaporate(view.cells, self.house)
        aim = self._best(view) if settled == view.cells else None
        if aim is not None:
            shot, passed = rules.shoot(view.cells, view.pair, aim, self.house), self._passed(view)
            self._meant = shot.score, frozenset((passed + row, x) for group in shot.groups for row, x in group)
        return aim

    def _count(self, view: View) -> None:
        """Take in whether the last shot was taken."""
        (made, vanish), passed = self._meant, self._passed(view)
        if made and all(row < passed or view.cells[row - passed][column] == EMPTY for row, column in vanish):
            self._made += made
            self._meant = 0, frozenset()

    def _passed(self, view: View) -> int:
        """Rows that have come lower than a cell may be."""
        return self.house.rows - len(view.cells)

    def _best(self, view: View) -> Aim | None:
        """The shot by which a lump grows, where there is time for it or none is surer; else the one that clears most
        surely. Of equals that one which meets what is seen: what is above the screen may have vanished, and a half that
        meets nothing sticks where it is not wanted.
        """
        shown = {column for row in view.cells for column, label in enumerate(row) if label not in (EMPTY, UNSEEN)}
        if not shown and self._left(view) >= HURRY:
            return None
        prospects = Prospects(view.cells, view.height, view.pair, self.house)
        clearing = self._aims(view, CLEARING)[: self.tried]
        growing = list[Aim]()
        if self.house.goal == "points" and self._time(view):
            growing = [aim for aim in self._aims(view, GROWING) if {aim.column, aim.child} <= shown][: self.grown]
            asked = self._asked(view)
            for aim in growing:
                if prospects.reaches(aim, asked):
                    return aim
        best = prospects.best([*growing, *clearing])
        grown = next((aim for aim in growing if prospects.share(aim) >= best), None)
        met = lambda aim: (prospects.share(aim), {aim.column, aim.child} <= shown)  # noqa: E731
        return grown or max(clearing, key=met, default=None)

    def _asked(self, view: View) -> float:
        """How sure a shot must be for a lump to grow."""
        late, calm = self.calm
        return self.sure + self.haste * float(np.interp(self._left(view), (late, calm), (1.0, 0.0)))

    def _time(self, view: View) -> bool:
        """Whether there is time to let lumps grow, and something to be won by it."""
        late = self._left(view) < self.room or rules.aliens(view.cells) < self.many
        return not late and self._made < self.enough

    def _left(self, view: View) -> int:
        """Draws before the front lands."""
        front = next((row for row, cells in enumerate(view.cells) if cells.strip(EMPTY)), 0)
        return draws_left(front, view.height)

    def _aims(self, view: View, weights: Weights) -> list[Aim]:
        """The shots that hit and do not end the game, the best first."""
        return [one.aim for one in choices(view.cells, view.height, view.pair, self.house, weights)]


def draws_left(row: int, height: int) -> int:
    """How many times the field may come down before a row lands."""
    return (rules.LOWEST - rules.y_of(row, height)) // rules.SINKS


def strategy(house: House) -> Callable[[View], Aim | None]:
    """How a game is played to its goal."""
    return Shooting(house)
