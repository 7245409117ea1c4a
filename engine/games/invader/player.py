"""Which shot to take, and how to bring the shooter there without being hit.

`choose` judges every shot by what it clears, what evaporates, how near the field has come, and by the best answer to
each pair that may come next. `Hands` turns that into keys: the fewest that lead there, never through a column that a
bullet is about to cross.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import astuple, dataclass, field, replace

import numpy as np

from engine.games.invader import kernels, packing, rules
from engine.games.invader.rules import CELL_HEIGHT, SHOOTER_Y, SIDES, Aim, Field, House
from engine.games.invader.running import BACK, BULLET_STEP, LEFT, RIGHT, SHOOT, TURN, Bullet
from engine.position import EMPTY

LEAD = 3 * BULLET_STEP
"""So many pixels before a bullet can hit, its column is left alone."""


@dataclass(frozen=True)
class Weights:
    """What a field is judged by, in the order of the constants of `kernels`."""

    alien: float = -1.0
    puyo: float = -0.8
    low: float = -4.0
    """For each cell, over the draws that are left before it lands."""
    score: float = 0.0002
    few: float = -1.0
    """For each draw before the front lands that is fewer than…"""
    near: float = 24.0
    """…so many."""
    joined: float = 0.12
    """For each two neighbours of one colour."""
    cleared: float = 1_000.0
    """For a field without aliens."""


@dataclass(frozen=True)
class Choice:
    """A shot, and what speaks for it."""

    aim: Aim
    worth: float
    waiting: float
    """What it would be worth not to shoot."""
    nodes: int


def choose(
    cells: Field, height: int, pair: str, house: House, weights: Weights | None = None, followed: int = 12
) -> Choice | None:
    """The best shot of a pair; None where every one misses or ends the game. The `followed` most promising shots are
    looked at with every pair that may come next.
    """
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
    best = int(np.argmax(worth[:-1]))
    if worth[best] <= kernels.LOST:
        return None
    return Choice(packing.aim_of(best, house), float(worth[best]), float(worth[-1]), nodes)


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
    """Plays by keys, one for each look."""

    house: House
    aim: Callable[[View], Aim | None]
    """What to do with what is seen; None: nothing yet."""
    _wanted: tuple[tuple[Field, str, int], Aim | None] = field(default=(((), "", 0), None))

    def key(self, view: View) -> str | None:
        """The key to press now; None: none. After a shot the pair lies as it appeared, so that must be safe too."""
        now = Aim(view.column, view.side)
        hot = self._hot(view.bullet)
        looked_at = (view.cells, view.pair, view.height)
        if self._wanted[0] != looked_at:
            self._wanted = (looked_at, self.aim(view))
        wanted = self._wanted[1]
        if wanted == now and not hot & {now.column, now.child, Aim(now.column, SIDES[0]).child}:
            return SHOOT
        return self._way(now, wanted, hot)

    def _way(self, now: Aim, wanted: Aim | None, hot: frozenset[int]) -> str | None:
        """The first key of the shortest way to where one wants to be, or out of the way of a bullet."""
        first: dict[Aim, str | None] = {now: None}
        edge = deque([now])
        while edge:
            aim = edge.popleft()
            safe = not hot & {aim.column, aim.child}
            if safe and (aim == wanted or (wanted is None and aim == now) or (hot & {now.column, now.child})):
                return first[aim]
            for key, then in _steps(aim):
                inside = 0 <= then.column < self.house.columns and 0 <= then.child < self.house.columns
                if not inside or then in first or (safe and hot & {then.column, then.child}):
                    continue
                first[then] = first[aim] or key
                edge.append(then)
        return None

    def _hot(self, bullet: Bullet | None) -> frozenset[int]:
        if bullet is None or not SHOOTER_Y - LEAD <= bullet.y < SHOOTER_Y + CELL_HEIGHT:
            return frozenset()
        return frozenset({bullet.column})


def _steps(aim: Aim) -> tuple[tuple[str, Aim], ...]:
    """What each key makes of where a pair is aimed."""
    turned = SIDES.index(aim.side)
    return (
        (LEFT, Aim(aim.column - 1, aim.side)),
        (RIGHT, Aim(aim.column + 1, aim.side)),
        (TURN, Aim(aim.column, SIDES[(turned + 1) % len(SIDES)])),
        (BACK, Aim(aim.column, SIDES[turned - 1])),
    )


@dataclass(frozen=True)
class Clearing:
    """Clears the field in time, and takes the points on the way that waiting brings.

    A field that is not cleared goes on being worth points, for every blank cell that the scanner looks at. So while few
    cells are left and the front is far away, only what makes the field better is shot, and the last aliens are left
    alone.
    """

    house: House
    weights: Weights = field(default_factory=Weights)
    few: int = 20
    """No more cells than these are left…"""
    calm: int = 75
    """…and so many draws before the front lands: there is time."""
    kept: float = -100.0
    """What a field without aliens is worth then."""

    def __call__(self, view: View) -> Aim | None:
        """The shot to take; None while something is about to evaporate, or where waiting is better."""
        settled, _ = rules.evaporate(view.cells, self.house)
        if settled != view.cells:
            return None
        calm = self._calm(view)
        weights = replace(self.weights, cleared=self.kept) if calm else self.weights
        choice = choose(view.cells, view.height, view.pair, self.house, weights)
        return choice.aim if choice and not (calm and choice.worth <= choice.waiting) else None

    def _calm(self, view: View) -> bool:
        filled = [row for row, cells in enumerate(view.cells) for label in cells if label != EMPTY]
        return len(filled) <= self.few and draws_left(min(filled, default=0), view.height) >= self.calm


def draws_left(row: int, height: int) -> int:
    """How many times the field may come down before a row lands."""
    return (rules.LOWEST - rules.y_of(row, height)) // rules.SINKS
