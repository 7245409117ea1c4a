"""Screens of blockattack: a stack that rises by pixels, a blinking cursor, bombs, and an opponent's board beside it.

The truth is the program's own memory, read while the program is held, after it stood still for some frames. Puzzle
levels are our own and are compared with what the memory says. Letters: `b` blue, `g` green, `p` purple, `r` red,
`t` turquoise, `y` yellow, `k` grey, `=` garbage, `?` under a bomb. `incoming` is the darkened row that comes up from
below. `clearing` names the cells under bombs and their colour, `row,column,letter`.
"""

from __future__ import annotations

import random
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.frame import Pixels
from bot.x11.windows import XWindow
from engine.position import Position
from tests.apps.memory import Memory
from tests.apps.screens import Scene, Screen, grab, grid_line, need, park, press, xdotool
from tests.display import DisplayServer, wait_for

COLOURS = "bgprtyk"
ROWS, COLUMNS, STORED = 12, 6, 30
CLASS = "12BlockGameSdl"
TICKS, BOARD, CORNER = 964, 984, 1984
"""Where an object of version 2.8.0 keeps its clock, its board and what follows it, its corner on the screen."""
DATA = Path("/usr/share/games/blockattack/blockattack.data")
COUNTDOWN = 4.5
"""Seconds after which a game has surely begun."""
CELL, HEIGHT = 50, 768
"""Pixels of a cell, and of the window that they are meant for."""


def stack(seed: int, *heights: int) -> list[str]:
    """A level: columns of these heights, no three equal blocks in a line."""
    rng, cells = random.Random(seed), dict[tuple[int, int], str]()
    for column, height in enumerate(heights):
        for row in range(height):
            twice = {
                cells.get((row - down, column - left), "")
                for down, left in ((1, 0), (0, 1))
                if cells.get((row - down, column - left)) == cells.get((row - 2 * down, column - 2 * left))
            }
            cells[row, column] = rng.choice([one for one in COLOURS if one not in twice])
    return ["".join(cells.get((row, c), ".") for c in range(COLUMNS)) for row in reversed(range(max(heights)))]


LEVELS = {
    "shallow": (5, stack(1, 3, 2, 3, 3, 3, 1)),
    "towers": (9, stack(2, 9, 10, 4, 5, 8, 7)),
    "islands": (7, stack(3, 11, 5, 9, 0, 6, 11)),
    "under-text": (4, stack(4, 12, 12, 12, 11, 12, 12)),
    "match": (3, ["r.....", "gr....", "rbty..", "gtpbyk"]),
}
"""Name: moves, rows."""


@dataclass(frozen=True)
class State:
    """What a board's object holds."""

    cells: tuple[tuple[int, ...], ...]
    """Columns from the left, each from the incoming row upwards."""
    halted: bool
    """Whether the stack waits after a clear."""
    pixels: int
    """How far the stack has risen within a cell, of 50."""
    moves_left: int
    cursor: tuple[int, int]
    corner: tuple[int, int]

    def row(self, row: int) -> str:
        """One row as letters; row 12 is the incoming one."""
        return "".join(letter(column[ROWS - row]) for column in self.cells)

    def clearing(self) -> tuple[str, ...]:
        """The cells under bombs."""
        return tuple(
            f"{row},{column},{COLOURS[value % 10]}"
            for row in range(ROWS)
            for column in range(COLUMNS)
            if bomb(value := self.cells[column][ROWS - row])
        )


def lasting(value: int) -> int:
    """A stored cell without the digits in which the program counts time down."""
    return -1 if value < 0 else value % 10 + value // 100_000 % 100 * 100_000


def bomb(value: int) -> bool:
    """Whether a stored cell is drawn as a bomb."""
    return value >= 0 and value // 100_000 % 10 == 1 and value // 1_000_000 % 10 == 0


def letter(value: int) -> str:
    """A stored cell as text."""
    if value < 0:
        return "."
    if value // 1_000_000 % 10:
        return "="
    return "?" if bomb(value) else COLOURS[value % 10]


class Blockattack:
    """The running program."""

    def __init__(self, server: DisplayServer, window: XWindow, pid: int, home: Path) -> None:
        self.server, self.window, self.memory, self.home = server, window, Memory(pid), home
        self.boards: list[int] = []

    def find(self) -> None:
        """Find the objects of the two boards: those whose clocks run."""

        def running() -> list[int]:
            found = self.memory.objects(CLASS)
            before = [self.memory.numbers(at + TICKS, 1) for at in found]
            time.sleep(0.3)
            return [at for at, was in zip(found, before, strict=True) if self.memory.numbers(at + TICKS, 1) != was]

        self.boards = wait_for(running, "a running board")

    def state(self, player: int = 0) -> State:
        """What one board's object holds now."""
        values = self.memory.numbers(self.boards[player] + BOARD, 7 * STORED + 10)
        cells = tuple(tuple(map(lasting, values[c * STORED : c * STORED + ROWS + 1])) for c in range(COLUMNS))
        stop, _, pixels, moves, _, _, _, _, x, y = values[7 * STORED :]
        left, top = self.memory.numbers(self.boards[player] + CORNER, 2)
        return State(cells, stop > 0, pixels, moves, (ROWS - 1 - y, x), (left, top))

    def runs(self) -> bool:
        """Whether the clock of the left board still runs."""
        before = self.memory.numbers(self.boards[0] + TICKS, 1)
        time.sleep(0.5)
        return self.memory.numbers(self.boards[0] + TICKS, 1) != before

    def stacks(self, player: int = 0) -> list[str]:
        """The columns of a board, from below, without the cells above the highest block."""
        state = self.state(player)
        rows = [state.row(row) for row in reversed(range(ROWS))]
        return ["".join(column).rstrip(".") for column in zip(*rows, strict=True)]

    def shows(self, rows: Sequence[str]) -> bool:
        """Whether these rows, from the top, are what the left board holds."""
        now = self.state()
        return [now.row(row) for row in range(ROWS)] == list(rows)

    def won(self) -> bool:
        """Whether nothing is left on the board of a puzzle."""
        return all(value < 0 for column in self.state().cells for value in column[1:])

    def picture(self, good: Callable[[list[State]], bool], players: int = 1, seconds: float = 90.0) -> Screen:
        """Wait for such a state and take the picture."""
        pixels: list[Pixels] = []
        states = self.memory.picture(
            ask=lambda: [self.state(player) for player in range(players)],
            good=good,
            take=lambda: pixels.append(grab(self.server, self.window)),
            seconds=seconds,
            still=0.05,
            beat=lambda: self.memory.numbers(self.boards[0] + TICKS, 1),
        )
        scale = pixels[0].shape[0] / HEIGHT
        blocks: dict[str, tuple[str, ...]] = {}
        for number, state in zip(("", "2"), states, strict=False):
            left, top = (place * scale for place in state.corner)
            blocks["board" + number] = tuple(state.row(row) for row in range(ROWS))
            blocks["grid" + number] = grid_line(left, top, CELL * scale, CELL * scale)
            if state.pixels:
                blocks["scroll" + number] = (f"{state.pixels / CELL:g}",)
                blocks["incoming" + number] = (state.row(ROWS),)
            if bombs := state.clearing():
                blocks["clearing" + number] = bombs
            if state.moves_left > 0:
                blocks["moves" + number] = (str(state.moves_left),)
            if state.cursor[0] >= 0 and (players == 1 or not number):
                blocks["cursor" + number] = (f"{state.cursor[0]},{state.cursor[1]}",)
        return Screen(pixels[0], Position(blocks))


@contextmanager
def started(
    server: DisplayServer, *options: str, height: int = HEIGHT, own: str | None = None
) -> Iterator[Blockattack]:
    """The program in its menu, or where the options lead it; `own` are levels instead of ours."""
    need("blockattack", "xdotool")
    home = Path(tempfile.mkdtemp(prefix="blockattack-", dir=server.home))
    (home / "puzzles").mkdir()
    settings = ("fullscreen 0", "musicenabled 0", "soundenabled 0", "player1name player", f"screenHeight {height}")
    (home / "configFile").write_text("\n".join(settings) + "\n")
    (home / "puzzles" / "own.levels").write_text(own or levels())
    park(server)
    command = ["blockattack", "--homepath", str(home), "--bind-text-domain", "/dev/null", "--software-renderer"]
    program = server.start([*command, "--nosound", *options])
    try:
        server.window("blockattack", program)
        time.sleep(1.5)  # its first window goes away again
        yield Blockattack(server, server.window("blockattack", program), program.pid, home)
    finally:
        program.end()


def enter(server: DisplayServer, *items: int) -> None:
    """Choose such an item in each menu, one menu after the other; items are counted from 0 at the top."""
    for item in items:
        tap(server, *["Down"] * item, "Return")


def tap(server: DisplayServer, *keys: str) -> None:
    """Tap keys so shortly that none of them repeats, however busy the machine is; the program forgets none."""
    for key in keys:
        xdotool(server, "key", key)
        time.sleep(0.3)
    time.sleep(0.4)


def endless(speed: int = 0) -> tuple[int, ...]:
    """The way through the menus to an endless game; 0 is slow, 1 fast, and so on to 4."""
    return 0, 0, speed


def versus(level: int = 0) -> tuple[int, ...]:
    """The way through the menus to a game against the computer at a level from 0 to 6."""
    return 0, 4, level


def puzzles() -> tuple[int, ...]:
    """The way through the menus to the choice of a puzzle."""
    return 0, 3


def choose(game: Blockattack, number: int) -> None:
    """Choose a puzzle, counted from 0, where the program asks for one, and wait until it has begun.

    Its ten columns are walked from the first. On a busy machine a key may be lost or repeat: then it is another puzzle
    that begins, and is left again. Raises RuntimeError where that goes on.
    """
    rows = shipped()[number]
    for _ in range(5):
        tap(game.server, *["Down"] * (number // 10), *["Right"] * (number % 10), "Return")
        time.sleep(COUNTDOWN)
        game.find()
        if game.shows(rows):
            return
        tap(game.server, "F2")
    raise RuntimeError(f"puzzle {number} was not to be chosen in the menu")


def shipped() -> list[list[str]]:
    """The puzzles that come with the program: twelve rows from the top each."""
    with zipfile.ZipFile(DATA) as data:
        _, *lines = data.read("puzzles/puzzle.levels").decode().split("\n")
    rows = [
        "".join("." if n == "-1" else COLOURS[int(n)] for n in words)
        for line in lines
        if len(words := line.split()) == COLUMNS
    ]
    return [rows[at : at + ROWS] for at in range(0, len(rows), ROWS)]


def single(number: int, file: str = "own.levels") -> tuple[str, ...]:
    """The options that lead to one level of a file, counted from 0."""
    return ("--puzzle-level-file", file, "--puzzle-single-level", str(number))


def levels(given: Sequence[tuple[int, Sequence[str]]] = tuple(LEVELS.values())) -> str:
    """Levels (moves, rows) in the program's own format: moves, then 12 rows of 6 numbers, -1 for empty."""
    lines = [str(len(given))]
    for moves, rows in given:
        lines.append(str(moves))
        full = ["." * COLUMNS] * (ROWS - len(rows)) + list(rows)
        lines += [" ".join(str(COLOURS.find(one)) for one in row) for row in full]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Puzzle:
    """One of our levels, some keys later."""

    level: str
    height: int = HEIGHT
    keys: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    clearing: bool = False

    def __call__(self, server: DisplayServer) -> Screen:
        """Open the level, press the keys and take the picture. Raises ValueError where memory and level differ."""
        number = list(LEVELS).index(self.level)
        with started(server, *single(number), *self.options, height=self.height) as game:
            time.sleep(4.5)  # it counts down from three
            game.find()
            rows = LEVELS[self.level][1]
            if [game.state().row(row) for row in range(ROWS - len(rows), ROWS)] != rows:
                raise ValueError("the memory does not hold the level that was given: is it another version?")
            press(server, *self.keys)
            return game.picture(lambda now: bool(now[0].clearing()) == self.clearing, seconds=10)


@dataclass(frozen=True)
class Endless:
    """The rising stack, some pushes and random swaps later, when it has risen by so many of 50 pixels."""

    pixels: int
    pushes: int = 0
    swaps: int = 0
    height: int = HEIGHT
    options: tuple[str, ...] = ()
    clearing: bool = False

    def __call__(self, server: DisplayServer) -> Screen:
        """Start an endless game, play and wait."""
        with started(server, *self.options, height=self.height) as game:
            enter(server, *endless())
            time.sleep(4.5)
            game.find()
            for _ in range(self.pushes):
                press(server, "Shift_R", gap=0.4)
            play(game, random.Random(self.pixels), self.swaps)
            if self.clearing:
                return self.bombs(game)
            return game.picture(
                lambda now: now[0].pixels == self.pixels and not now[0].halted and not now[0].clearing()
            )

    def bombs(self, game: Blockattack) -> Screen:
        """Swap at random until three are equal, and take the picture while the bombs burn."""
        rng = random.Random(self.pixels)
        for _ in range(200):
            play(game, rng, 1)
            if game.state().clearing():
                return game.picture(lambda now: bool(now[0].clearing()), seconds=1)
        raise TimeoutError("random play never made three equal")


@dataclass(frozen=True)
class Versus:
    """Against the computer: two boards."""

    seconds: float
    height: int = HEIGHT
    options: tuple[str, ...] = ()
    level: int = 0
    over: bool = False
    """Whether it is lost by then, so that words lie over the boards."""

    def __call__(self, server: DisplayServer) -> Screen:
        """Start a game against the computer, play at random for a while and take the picture."""
        with started(server, *self.options, height=self.height) as game:
            enter(server, *versus(self.level))
            time.sleep(2.5)
            game.find()
            time.sleep(1)
            end, rng = time.monotonic() + self.seconds, random.Random(self.level)
            while time.monotonic() < end:
                play(game, rng, 1)
            if not self.over:
                return game.picture(self.quiet, players=2)
            screen = game.picture(lambda now: True, players=2)
            return Screen(screen.pixels, Position({**screen.truth.blocks, "sight": ("doubt",)}))

    @staticmethod
    def quiet(now: list[State]) -> bool:
        """Whether nothing clears and nothing flies about on either board."""
        return now[0].pixels > 0 and not now[1].halted and not any(one.clearing() for one in now)


def play(game: Blockattack, rng: random.Random, swaps: int) -> None:
    """Walk about with the cursor and swap."""
    for _ in range(swaps):
        row, column = game.state().cursor
        low, side = rng.randrange(4, ROWS) - row, rng.randrange(COLUMNS - 1) - column
        keys = ["Down" if low > 0 else "Up"] * abs(low) + ["Right" if side > 0 else "Left"] * abs(side)
        press(game.server, *keys, "Control_R", hold=0.02, gap=0.02)


_SCENES: dict[str, Scene] = {
    "puzzle/shallow": Puzzle("shallow"),
    "puzzle/cursor-over-blocks": Puzzle("towers", keys=("Down", "Down", "Down", "Right", "Right")),
    "puzzle/small-window": Puzzle("islands", 480),
    "puzzle/wide-window": Puzzle("towers", 600, options=("--always-sixteen-nine",)),
    "puzzle/text-over-top-row": Puzzle("under-text", 600),
    "puzzle/clearing": Puzzle("match", 600, ("Left", "Left", "Down", "Control_R"), clearing=True),
    "endless/risen-7-of-50": Endless(7),
    "endless/risen-23-of-50": Endless(23, pushes=3, swaps=3, height=600),
    "endless/risen-38-of-50": Endless(38, pushes=5, height=480),
    "endless/nearly-full-risen-45-of-50": Endless(45, pushes=5),
    "endless/wide-risen-31-of-50": Endless(31, pushes=4, height=540, options=("--always-sixteen-nine",)),
    "endless/bombs": Endless(5, pushes=2, height=600, clearing=True),
    "bricks/endless-risen-17-of-50": Endless(17, pushes=3, height=600, options=("-m", "1.3.0.bricks")),
    "versus/early": Versus(0),
    "versus/later": Versus(25, 600, level=4),
    "versus/lost": Versus(75, 480, level=6, over=True),
}
SCENES = {f"paneldepon/blockattack-{name}": scene for name, scene in _SCENES.items()}
