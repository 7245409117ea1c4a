"""Screens of flobopuyo: two boards of melting balls, a pair that falls by half cells, neutrals, groups that blink.

The truth is the program's own memory, read while the program is held. `board` is the human's board on the right,
`board2` the computer's on the left; both have 13 rows, the first of them behind a grille. Letters: `b` blue, `r` red,
`g` green, `v` violet, `y` yellow, `#` neutral; `?` where the falling pair, a bounce or a burst covers the cell.
`falling` is the pair, pivot first, as `row,column,letter` with half rows; `next` is the pair in the air, if there is
one, then the pair to come, pivot first; `vanishing` are the cells of a group that bursts, `pending` is the number of
neutrals that wait over the board.
"""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from bot.frame import Pixels
from bot.x11.windows import XWindow
from engine.position import Position
from tests.apps.memory import Memory
from tests.apps.screens import Scene, Screen, grab, grid_line, need, park, press, xdotool
from tests.display import DisplayServer, wait_for

COLOURS = "brgvy"
NEUTRAL, STILL = 11, 6
ROWS, COLUMNS, CELL = 13, 6, 32
STORED = 15
LEVELS = {"easy": -1, "medium": 0, "hard": 1}
"""Where they stand in the menu."""
Animated = tuple[int, int, int, bool]
"""State, column, row and whether it moves."""


@dataclass(frozen=True)
class Field:
    """What one board holds: puyos that lie still, the pair in the air, and those that burst."""

    left: int
    """Left edge in the window."""
    running: bool
    puyos: tuple[Animated, ...]
    pair: tuple[Animated, ...]
    half: int
    """1 where the pair is drawn half a cell higher."""
    bursting: tuple[Animated, ...]
    neutrals: int
    """Those that wait to fall."""
    coming: tuple[int, ...]
    """The next pair, pivot first."""

    def cells(self) -> list[list[str]]:
        """The rows of the board, from the grille down."""
        rows = [["."] * COLUMNS for _ in range(STORED)]
        for state, column, row, _ in self.puyos:
            rows[row][column] = letter(state)
        for _, column, row, moves in self.puyos:
            if moves:
                rows[row][column] = "?"
                for above in range(row):
                    rows[above][column] = "?" if rows[above][column] == "." else rows[above][column]
        for _, column, row, _ in self.bursting:
            rows[row][column] = "?"
        if self.neutrals > 0:
            rows[1] = ["?"] * COLUMNS
        turning = any(moves for *_, moves in self.pair)
        for _, column, row, _ in self.pair:
            for r in range(row - self.half - turning, row + 1 + turning):
                for c in range(column - turning, column + 1 + turning):
                    if 0 <= r < STORED and 0 <= c < COLUMNS:
                        rows[r][c] = "?"
        return rows[1 : ROWS + 1]


def letter(state: int) -> str:
    """A puyo as text."""
    return "#" if state == NEUTRAL else COLOURS[state % STILL]


@dataclass
class Flobopuyo:
    """The running program."""

    server: DisplayServer
    window: XWindow
    memory: Memory
    views: list[int] = field(default_factory=list)

    def find(self) -> None:
        """Find the two boards, the human's first. They lie elsewhere in each stage."""

        def both() -> list[int]:
            found = [at for at in self.memory.objects("8PuyoView") if self.memory.numbers(at + 16, 1) == [-CELL]]
            return sorted(found, key=lambda at: -self.memory.numbers(at + 12, 1)[0])

        self.views = wait_for(both, "a running game")

    def go_on(self, seconds: float = 0.0) -> None:
        """Press Return: begin, or leave a stage that is over for the next one."""
        press(self.server, "Return", gap=seconds)

    def puyo(self, at: int) -> Animated:
        """One puyo's state and place, and whether an animation waits for it."""
        state, column, row = self.memory.numbers(at + 8, 3)
        return state, column, row, self.memory.numbers(at + 36, 1)[0] > 0

    def field(self, view: int) -> Field:
        """What one board holds now."""
        left = self.memory.numbers(view + 12, 1)[0]
        (dead,), (count,) = self.memory.pointers(view + 40, 1), self.memory.numbers(view + 52, 1)
        (game,) = self.memory.pointers(view + 64, 1)
        flags = self.memory.read(game + 12, 2)
        stored = [at for at in self.memory.pointers(game + 48, COLUMNS * (STORED - 1)) if at]
        pair = [] if flags[1] else self.memory.pointers(game + 16, 2)
        (deck,), (at,) = self.memory.pointers(game + 768, 1), self.memory.numbers(game + 776, 1)
        (items,) = self.memory.pointers(deck, 1)
        neutrals, half = self.memory.numbers(game + 780, 1)[0], self.memory.numbers(game + 804, 1)[0]
        return Field(
            left,
            bool(flags[0]),
            tuple(self.puyo(at) for at in stored),
            tuple(self.puyo(at) for at in pair),
            half,
            tuple(self.puyo(at) for at in self.memory.pointers(dead, count)),
            neutrals,
            tuple(self.memory.pointers(items + 8 * at, 2)),
        )

    def fields(self) -> list[Field]:
        """Both boards, the human's first."""
        return [self.field(view) for view in self.views]

    def drawn(self) -> list[int]:
        """How often some puyos were drawn."""
        found = []
        for view in self.views:
            (game,) = self.memory.pointers(view + 64, 1)
            stored = [at for at in self.memory.pointers(game + 48, COLUMNS * (STORED - 1)) if at]
            found += [self.memory.numbers(at + 40, 1)[0] for at in stored[-1:]]
        return found

    def picture(
        self, good: Callable[[list[Field]], bool], seconds: float, still: float = 0.07, moving: bool = True
    ) -> Screen:
        """Wait for such a state and take the picture; `moving` where the program draws all the time."""
        pixels: list[Pixels] = []
        fields = self.memory.picture(
            self.fields,
            good,
            lambda: pixels.append(grab(self.server, self.window)),
            seconds,
            still,
            self.drawn if moving else None,
        )
        blocks: dict[str, tuple[str, ...]] = {}
        for number, now in zip(("", "2"), fields, strict=True):
            blocks["board" + number] = tuple("".join(row) for row in now.cells())
            blocks["grid" + number] = grid_line(now.left, 0, CELL, CELL)
            if now.pair:
                blocks["falling" + number] = tuple(
                    f"{row - 1 - now.half / 2:g},{column},{letter(state)}" for state, column, row, _ in now.pair
                )
            pairs = [[p[0] for p in now.pair]] * bool(now.pair) + [list(now.coming)]
            blocks["next" + number] = tuple("".join(map(letter, pair)) for pair in pairs)
            if now.bursting:
                blocks["vanishing" + number] = tuple(
                    f"{row - 1},{column},{letter(state)}" for state, column, row, _ in now.bursting
                )
            if now.neutrals > 0:
                blocks["pending" + number] = (str(now.neutrals),)
        return Screen(pixels[0], Position(blocks))


@contextmanager
def menu(server: DisplayServer, level: int, seed: int | None = None) -> Iterator[Flobopuyo]:
    """The program where Return begins the first stage; without a seed it deals other pairs each time."""
    need("flobopuyo", "xdotool", *(["gcc"] if seed is not None else []))
    fixed: dict[str, str] = {}
    if seed is not None:
        shim = server.home / "srandom.so"
        source = Path(__file__).with_name("srandom.c")
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", str(shim), str(source), "-ldl"], check=True)
        fixed = {"LD_PRELOAD": str(shim), "SRANDOM_SEED": str(seed)}
    park(server)
    program = server.start(["flobopuyo", "-win", "-quiet", "-nofx"], env=fixed)
    try:
        server.window("flobopuyo", program)
        time.sleep(2)
        window = server.window("flobopuyo", program)
        window.activate()
        press(server, "Return", gap=1.2)
        press(server, *["Down" if level > 0 else "Up"] * abs(level))
        yield Flobopuyo(server, window, Memory(program.pid))
    finally:
        program.end()


@contextmanager
def started(server: DisplayServer, seed: int, level: int) -> Iterator[Flobopuyo]:
    """The program in its first stage."""
    with menu(server, level, seed) as game:
        game.go_on(2.5)
        game.find()
        yield game


@dataclass(frozen=True)
class Stage:
    """Play at random until so many puyos lie there, then wait for a moment."""

    seed: int
    puyos: int
    moment: Callable[[list[Field]], bool]
    level: int = 0
    """-1 easy, 0 medium, 1 hard."""
    still: float = 0.07
    paused: bool = False
    grey: bool = False
    """Whether the picture is grey and stands still: its colours cannot be told."""
    middle: bool = False
    """Drop pairs where they come, so that the stack grows in the middle."""
    wait: float = 0.0
    """Seconds before the moment is looked for."""
    groups: bool = False
    """Play for groups and look for the moment after every pair."""

    def __call__(self, server: DisplayServer) -> Screen:
        """Play and take the picture."""
        with started(server, self.seed, self.level) as game:
            rng, end = random.Random(self.seed), time.monotonic() + 120
            while time.monotonic() < end:
                now = game.fields()[0]
                if not now.running or (not self.groups and len(now.puyos) >= self.puyos):
                    break
                if now.pair and now.pair[0][2] <= (6 if self.groups else 2):
                    if self.groups:
                        drop(server, matching(now, rng), 0)
                        with suppress(TimeoutError):
                            return game.picture(self.moment, 0.9, self.still)
                    else:
                        drop(server, 0 if self.middle else rng.randrange(-2, 4), rng.randrange(4))
            if self.paused:
                press(server, "Escape", gap=1.0)
            time.sleep(self.wait)
            screen = game.picture(self.moment, 60, self.still, moving=not self.grey)
            return (
                Screen(screen.pixels, Position({**screen.truth.blocks, "sight": ("doubt",)})) if self.grey else screen
            )


def matching(now: Field, rng: random.Random) -> int:
    """How far to the side lies a column that ends in a colour of the pair."""
    tops = {column: (row, state) for state, column, row, _ in sorted(now.puyos, key=lambda one: -one[2])}
    wanted = {state + STILL for state, *_ in now.pair}
    good = [column for column, (row, state) in tops.items() if state in wanted and row > 5]
    low = [column for column in range(COLUMNS) if tops.get(column, (STORED, 0))[0] > 8]
    return rng.choice(good or low or [2]) - 2


def drop(server: DisplayServer, side: int, turns: int) -> None:
    """Bring the pair over a column and let it fall."""
    press(server, *["Up"] * turns, *["Right" if side > 0 else "Left"] * abs(side), hold=0.05, gap=0.05)
    xdotool(server, "keydown", "Down")
    time.sleep(0.45)
    xdotool(server, "keyup", "Down")
    time.sleep(0.15)


def calm(now: list[Field]) -> bool:
    """Whether nothing moves but the pairs."""
    return all(one.pair and not one.bursting and not any(p[3] for p in one.puyos + one.pair) for one in now)


def calm_with_neutrals(now: list[Field]) -> bool:
    """Whether nothing moves and neutrals lie on a board."""
    return calm(now) and any(p[0] == NEUTRAL for one in now for p in one.puyos)


def bursting(now: list[Field]) -> bool:
    """Whether a group bursts on a board."""
    return any(one.bursting for one in now)


def pending(now: list[Field]) -> bool:
    """Whether nothing moves and neutrals wait over a board."""
    return calm(now) and any(one.neutrals > 0 for one in now)


def over(now: list[Field]) -> bool:
    """Whether the human's board is full."""
    return not now[0].running


_SCENES: dict[str, Scene] = {
    "stage/nearly-empty": Stage(1, 4, calm),
    "stage/some-rows": Stage(2, 18, calm),
    "stage/half-full": Stage(3, 32, calm, -1),
    "stage/tower-in-the-middle": Stage(4, 14, calm, -1, middle=True),
    "stage/neutrals": Stage(5, 10, calm_with_neutrals, 1),
    "stage/neutrals-pending": Stage(6, 12, pending, 1),
    "stage/group-blinks": Stage(7, 14, bursting, still=0.0, groups=True),
    "stage/group-bursts": Stage(8, 14, bursting, still=0.12, groups=True),
    "stage/paused": Stage(9, 16, lambda now: True, still=0.3, paused=True, grey=True),
    "stage/lost": Stage(10, 90, over, middle=True, wait=2.0, grey=True),
}
SCENES = {f"puyo/flobopuyo-{name}": scene for name, scene in _SCENES.items()}
