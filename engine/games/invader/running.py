"""The running game: ten milliseconds a tick, with the clock, the shooter, the bullets and what evaporates.

Everything happens as in the original, in its order: the field comes down every 200 ticks and with every shot, a scanner
looks at one cell a tick for lumps that evaporate, and every 20 ticks a bullet flies on, or leaves from a column whose
front is an alien. The shooter is hit when a bullet crosses one of its columns. Keys are words: `left`, `right`, `turn`
(clockwise), `back`, `shoot`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from engine.games.invader import rules
from engine.games.invader.rules import CELL_HEIGHT, SHOOTER_Y, SIDES, UNSEEN, Aim, Field, House, Spot
from engine.position import EMPTY

TICKS_A_SECOND = 100
SINK_TICKS = 200
BULLET_TICKS = 20
BULLET_STEP = 10
"""Pixels that a bullet flies at a time."""
COLOURS = "abcdef"
LEFT, RIGHT, TURN, BACK, SHOOT = "left", "right", "turn", "back", "shoot"


@dataclass(frozen=True)
class Bullet:
    """What an alien shot: its column, and where it is drawn."""

    column: int
    y: int


@dataclass
class Running:
    """One game; `tick` lets a hundredth of a second pass."""

    house: House
    chance: random.Random
    bullets: bool = True
    cells: Field = ()
    height: int = rules.START_HEIGHT
    column: int = 0
    side: str = "R"
    pair: str = ""
    bullet: Bullet | None = None
    score: int = 0
    ticks: int = 0
    shots: int = 0
    pending: str = ""
    """A pair of which a half hit nothing yet: it flies on when the shooter comes to another column."""
    over: str = ""
    """`won`, `landed` or `hit`; empty while the game goes on."""
    _stuck: list[Spot | None] = field(default_factory=lambda: [None, None])
    """Where pivot and child of the pending pair stick already."""
    _scan: Spot = (0, 0)
    _scanned: set[Spot] = field(default_factory=set)
    _ended: bool = False
    """The bullet before has just left the screen: the next one waits for a turn."""

    @classmethod
    def start(cls, seed: int, house: House, *, bullets: bool = True) -> Running:
        """A new game; the same seed gives the same aliens and, to the same keys, everything else."""
        chance = random.Random(seed)
        labels = COLOURS[: house.colours]
        blank = (EMPTY * house.columns,) * (house.rows - house.begun)
        full = tuple("".join(chance.choices(labels, k=house.columns)) for _ in range(house.begun))
        game = cls(house, chance, bullets, blank + full)
        game.pair = game._next()
        return game

    @property
    def seen(self) -> Field:
        """The field as the screen shows it: aliens above it have no colour yet."""
        shown = rules.rows_seen(self.height, self.house)
        return tuple(
            cells if row < shown else "".join(EMPTY if label == EMPTY else UNSEEN for label in cells)
            for row, cells in enumerate(self.cells)
        )

    def press(self, key: str) -> None:
        """What a key does; nothing where a wall is in the way, and while a shot is not done."""
        if key in (LEFT, RIGHT):
            self._walk(-1 if key == LEFT else 1)
        elif key in (TURN, BACK):
            self.side = SIDES[(SIDES.index(self.side) + (1 if key == TURN else -1)) % len(SIDES)]
        elif key == SHOOT and not self.pending:
            self.pending, self.pair = self.pair, self._next()

    def tick(self) -> None:
        """Let a hundredth of a second pass."""
        if self.over:
            return
        if self.ticks % SINK_TICKS == 0:
            self._sink()
            if not rules.aliens(self.cells):
                self.over = self.over or "won"
        self.ticks += 1
        if self.pending:
            self._shoot()
        self._look_for_lumps()
        if self.bullets and self.ticks % BULLET_TICKS == 0:
            self._bullet()
        self._hit()

    def _next(self) -> str:
        return "".join(self.chance.choices(COLOURS[: self.house.colours], k=2))

    def _walk(self, step: int) -> None:
        aim = Aim(self.column + step, self.side)
        if 0 <= aim.column < self.house.columns and 0 <= aim.child < self.house.columns:
            self.column = aim.column

    def _sink(self) -> None:
        self.height += rules.SINKS
        if rules.landed(self.cells, self.height):
            self.over = "landed"

    def _shoot(self) -> None:
        """Let both halves stick, or the one that hits something: the other one flies when the shooter has moved."""
        aim = Aim(self.column, self.side)
        if aim.child == aim.column:
            spots = rules.spots_of(self.cells, aim)
            if spots is None:
                return
            self._stuck = list(spots)
            self.cells = rules.with_labels(self.cells, dict(zip(spots, self.pending.upper(), strict=True)))
        else:
            for half, column in enumerate((aim.column, aim.child)):
                front = rules.front_of(self.cells, column) if column < self.house.columns else -1
                if self._stuck[half] is None and front >= 1:
                    spot = self._stuck[half] = (front - 1, column)
                    self.cells = rules.with_labels(self.cells, {spot: self.pending[half].upper()})
        pivot, child = self._stuck
        if pivot is None or child is None:
            return
        shot = rules.tested(self.cells, (pivot, child), self.pending, self.side, self.house)
        self._sink()
        if self.over:
            return
        self.cells = shot.after
        self.score += shot.score
        self.shots += 1
        self.pending, self.side, self._stuck = "", SIDES[0], [None, None]

    def _look_for_lumps(self) -> None:
        """The scanner: a blank cell is worth a point; a lump is looked at once in a round."""
        row, column = self._scan
        if self._scan not in self._scanned:
            lump = rules.lump_at(self.cells, self._scan)
            self._scanned |= lump | {self._scan}
            if len(lump) <= self.house.lump:
                self.cells = rules.with_labels(self.cells, dict.fromkeys(lump, EMPTY))
                self.score += rules.points(len(lump), self.house)
            return
        column += 1
        if column == self.house.columns:
            row, column = row + 1, 0
        if row == self.house.rows:
            row = 0
            self._scanned.clear()
        self._scan = (row, column)

    def _bullet(self) -> None:
        if self._ended:
            self._ended = False
        elif self.bullet is None:
            column = self.chance.randrange(self.house.columns)
            fronts = (row for row, cells in enumerate(self.cells) if cells[column] != EMPTY)
            row = next(fronts, None)
            if row is not None and self.cells[row][column].islower():
                self.bullet = Bullet(column, rules.y_of(row - 1, self.height))
        else:
            self.bullet = Bullet(self.bullet.column, self.bullet.y + BULLET_STEP)
            if self.bullet.y > SHOOTER_Y + CELL_HEIGHT:
                self.bullet, self._ended = None, True

    def _hit(self) -> None:
        if self.bullet and SHOOTER_Y <= self.bullet.y < SHOOTER_Y + CELL_HEIGHT:
            aim = Aim(self.column, self.side)
            if self.bullet.column in (aim.column, aim.child):
                self.over = self.over or "hit"
