"""Record screens of real tile games with their truth: `python -m tests.apps.record_shisen DISPLAY [NAME...]`.

Every picture in fixtures/shisen/*/screens comes from here. What a name asks for stands in SCENES; without names all
are recorded. The display must be running already, with openbox on it.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.moves import Cell
from engine.position import Position
from tests.apps.kshisen import DELAYS, Kshisen, Setting, build_shim

FIXTURES = Path(__file__).parents[2] / "fixtures" / "shisen"
Board = NDArray[np.int32]


def joined(board: Board, a: Cell, b: Cell) -> bool:
    """Whether a line with at most two corners joins two cells through empty ones, the rim included."""
    field = np.pad(board, 1)
    start, goal = (a[0] + 1, a[1] + 1), (b[0] + 1, b[1] + 1)
    reached, seen = {start}, {start}
    for _ in range(3):
        fresh = set()
        for row, column in reached:
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                r, c = row + dr, column + dc
                while 0 <= r < field.shape[0] and 0 <= c < field.shape[1]:
                    if (r, c) == goal:
                        return True
                    if field[r, c]:
                        break
                    fresh.add((r, c))
                    r, c = r + dr, c + dc
        reached = fresh - seen
        seen |= fresh
    return False


def pairs(board: Board) -> Iterator[tuple[Cell, Cell]]:
    """All pairs that may be taken."""
    cells = [(int(r), int(c)) for r, c in np.argwhere(board)]
    for i, a in enumerate(cells):
        for b in cells[i + 1 :]:
            if board[a] == board[b] and joined(board, a, b):
                yield a, b


def without(board: Board, pair: tuple[Cell, Cell], gravity: bool) -> Board:
    """The board after a pair was taken."""
    after = board.copy()
    for cell in pair:
        after[cell] = 0
    if gravity:
        for column in after.T:
            tiles = column[column > 0]
            column[:] = 0
            column[len(column) - len(tiles) :] = tiles
    return after


def line_of_play(board: Board, gravity: bool, cleared: bool, rng: random.Random) -> list[tuple[Cell, Cell]]:
    """Random play until nothing is left (`cleared`) or until nothing fits."""
    for _ in range(2000):
        now, line = board.copy(), []
        while choice := list(pairs(now)):
            line.append(rng.choice(choice))
            now = without(now, line[-1], gravity)
        if bool(now.any()) != cleared:
            return line
    raise LookupError(f"no random line of play ends as wished (cleared: {cleared})")


@dataclass(frozen=True)
class Scene:
    """A picture to take: how the program is set up and what happens before."""

    setting: Setting
    prepare: Callable[[Kshisen], None] = lambda game: None
    sight: str = ""
    """What a reader must say instead of reading it; empty where it must read it."""
    marked: tuple[str, ...] = ()
    """The cells that are picked."""
    whole_screen: bool = False


def take(game: Kshisen, pair: tuple[Cell, Cell]) -> None:
    """Click on a pair until it is gone."""
    before = np.count_nonzero(game.board())
    for _ in range(5):
        for cell in pair:
            game.click(*cell)
            time.sleep(0.03)
        time.sleep(DELAYS[game.setting.speed] + 0.06)
        if np.count_nonzero(game.board()) < before:
            return
    raise TimeoutError(f"the pair {pair} does not go away")


def after(pairs_left: int, cleared: bool = True) -> Callable[[Kshisen], None]:
    """Play on until this many pairs are left, on a line that clears the board or on one that gets stuck."""

    def prepare(game: Kshisen) -> None:
        board = game.board()
        line = line_of_play(board, game.setting.gravity, cleared, random.Random(game.setting.seed))
        for pair in line[: int(np.count_nonzero(board)) // 2 - pairs_left]:
            take(game, pair)
        game.park()
        time.sleep(1.0)

    return prepare


def picked(row: int, column: int) -> Callable[[Kshisen], None]:
    """Click on one tile, and leave it picked."""

    def prepare(game: Kshisen) -> None:
        game.click(row, column)
        game.park()
        time.sleep(0.3)

    return prepare


def keys(name: str, wait: float = 0.5) -> Callable[[Kshisen], None]:
    """Press a key."""

    def prepare(game: Kshisen) -> None:
        game.key(name)
        time.sleep(wait)

    return prepare


def both(first: Callable[[Kshisen], None], second: Callable[[Kshisen], None]) -> Callable[[Kshisen], None]:
    """One after the other."""

    def prepare(game: Kshisen) -> None:
        first(game)
        second(game)

    return prepare


SCENES: dict[str, Scene] = {
    "kshisen-default/full": Scene(Setting(seed=1)),
    "kshisen-default/tile-picked": Scene(
        Setting(seed=1), picked(2, 3), marked=("2,3",)
    ),
    "kshisen-default/half-played": Scene(Setting(seed=2), after(36)),
    "kshisen-default/few-left": Scene(Setting(seed=2, background="summerfield", window=(760, 500)), after(9)),
    "kshisen-default/gravity": Scene(Setting(seed=3, gravity=True, rows=6, columns=14, window=(601, 433)), after(20)),
    "kshisen-default/largest-board": Scene(Setting(seed=4, rows=16, columns=30, window=(1180, 770))),
    "kshisen-default/whole-screen": Scene(Setting(seed=5, window=(800, 520)), whole_screen=True),
    "kshisen-default/hint-line": Scene(Setting(seed=6, speed=0, rows=6, columns=14), keys("h", 0.3), sight="doubt"),
    "kshisen-default/paused": Scene(Setting(seed=6, rows=6, columns=14), keys("p"), sight="covered"),
    "kshisen-default/stuck-panel": Scene(Setting(seed=7, solvable=False), after(0, cleared=False), sight="covered"),
    "kshisen-default/won-dialog": Scene(Setting(seed=8, rows=6, columns=14), after(0), sight="covered"),
    "kshisen-default/in-a-large-window": Scene(Setting("default", "chinese_landscape", 14, 26, (1111, 707), seed=31)),
    "kshisen-default/in-a-small-window": Scene(Setting("default", "chinese_landscape", 14, 26, (641, 433), seed=31)),
    "kshisen-classic/full-on-wood": Scene(Setting("classic", "wood_light", seed=9, window=(933, 611))),
    "kshisen-classic/half-played": Scene(Setting("classic", "color_plain", seed=10), after(30)),
    "kshisen-classic/tile-picked": Scene(
        Setting("classic", "egyptian", 6, 14, (640, 480), seed=11), picked(5, 13), marked=("5,13",)
    ),
    "kshisen-jade/full-on-landscape": Scene(Setting("jade", "chinese_landscape", 9, 16, (701, 560), seed=12)),
    "kshisen-jade/half-played": Scene(Setting("jade", "default", 9, 16, (701, 560), seed=13), after(40)),
    "kshisen-jade/tile-picked": Scene(
        Setting("jade", "color_plain", 6, 14, (520, 380), seed=14), picked(3, 7), marked=("3,7",)
    ),
    "kshisen-traditional/full": Scene(Setting("traditional", "default", 8, 18, (777, 555), seed=15)),
    "kshisen-traditional/half-played": Scene(
        Setting("traditional", "color_plain", 6, 14, (580, 420), seed=16), after(21)
    ),
    "kshisen-traditional/tile-picked": Scene(
        Setting("traditional", "color_plain", 6, 14, (580, 420), seed=17), picked(1, 5), marked=("1,5",)
    ),
    "kshisen-alphabet/full": Scene(Setting("alphabet", "wood_light", 8, 18, (720, 480), seed=18)),
    "kshisen-alphabet/larger-board": Scene(Setting("alphabet", "color_plain", 14, 26, (1100, 760), seed=19)),
    "kshisen-egypt/in-a-wide-window": Scene(Setting("egypt", rows=16, columns=30, window=(1240, 745), seed=32)),
    "kshisen-egypt/in-a-tall-window": Scene(Setting("egypt", rows=16, columns=30, window=(672, 645), seed=32)),
    "kshisen-egypt/full-on-grey": Scene(Setting("egypt", "color_plain", 8, 18, (850, 520), seed=20)),
    "kshisen-egypt/full-nothing-picked": Scene(Setting("egypt", rows=8, columns=18, seed=609)),
    "kshisen-egypt/half-played": Scene(Setting("egypt", "egyptian", 9, 16, (650, 520), seed=21), after(36)),
    "kshisen-default/half-on-landscape": Scene(
        Setting("default", "chinese_landscape", 6, 14, (560, 420), seed=22), after(20)
    ),
    "kshisen-classic/half-on-summerfield": Scene(
        Setting("classic", "summerfield", 9, 16, (620, 520), seed=23), after(34)
    ),
    "kshisen-classic/few-on-landscape": Scene(
        Setting("classic", "chinese_landscape", 12, 24, (1240, 596), seed=38), after(34)
    ),
    "kshisen-jade/few-on-wood": Scene(Setting("jade", "wood_light", 8, 18, (720, 470), seed=24), after(12)),
    "kshisen-traditional/full-on-egyptian": Scene(
        Setting("traditional", "egyptian", 12, 24, (900, 620), seed=25)
    ),
    "kshisen-traditional/half-on-landscape": Scene(
        Setting("traditional", "chinese_landscape", 6, 14, (540, 400), seed=26), after(22)
    ),
    "kshisen-alphabet/half-on-summerfield": Scene(
        Setting("alphabet", "summerfield", 8, 18, (660, 440), seed=27), after(30)
    ),
    "kshisen-alphabet/few-on-egyptian": Scene(
        Setting("alphabet", "egyptian", 6, 14, (520, 400), seed=28), after(8)
    ),
    "kshisen-egypt/half-on-wood": Scene(Setting("egypt", "wood_light", 6, 14, (600, 450), seed=29), after(18)),
    "kshisen-egypt/tile-picked-on-summerfield": Scene(
        Setting("egypt", "summerfield", 6, 14, (560, 430), seed=30), picked(3, 4), marked=("3,4",)
    ),
}  # fmt: skip


def record(name: str, scene: Scene, display: str, shim: Path) -> None:
    """Take one picture and write it with its truth."""
    with tempfile.TemporaryDirectory() as home, Kshisen(scene.setting, display, Path(home), shim) as game:
        scene.prepare(game)
        left, top, *_ = game.box if scene.whole_screen else (0, 0)
        grid, pixels = game.grid, game.grab(scene.whole_screen)
        blocks = {"board": game.text(), "grid": (f"{grid.x + left},{grid.y + top},{grid.pitch_x},{grid.pitch_y}",)}
    if scene.marked:
        blocks["marked"] = scene.marked
    if scene.sight:
        blocks["sight"] = (scene.sight,)
    save(name, pixels, Position(blocks))


def save(name: str, pixels: NDArray[np.uint8], truth: Position) -> None:
    """Write a picture and its truth into the fixtures."""
    skin, picture = name.split("/")
    folder = FIXTURES / skin / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{picture}.png"), pixels, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    (folder / f"{picture}.txt").write_text(f"{truth}\n")


def main() -> None:
    """Record the scenes that the command line names, or all."""
    display, *names = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        shim = build_shim(Path(folder))
        for name in names or SCENES:
            record(name, SCENES[name], display, shim)


if __name__ == "__main__":
    main()
