"""Record screens of nonograms with their truth: `python -m tests.apps.record_nonograms [NAME...]`.

Every picture in fixtures/nonogram/*/screens comes from here, on a display of its own. A name is a part of
`nonogram/skin/picture`; without names all are recorded. The programs come with apt-get: sgt-puzzles picmi chromium,
and xvfb openbox xdotool dbus-daemon. The clues are the program's own word: `sgt-pattern --generate` prints them, and
picmi and the page are given them.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.frame import Pixels
from bot.x11.windows import XWindow
from engine.api import Limit, Outcome, load_game
from engine.moves import Cell
from engine.position import Position
from tests.apps.screens import Scene, Screen, grab, grid_line, need, park, resize, save, xdotool
from tests.display import DisplayServer, display_server

LEFT, MIDDLE, RIGHT = 1, 2, 3
MENU: Final = 25
"""Pixels of the menu bar above sgt-pattern's canvas."""


def runs(line: str) -> str:
    """The clue of a line of `#` and anything else."""
    filled = "".join(cell if cell == "#" else " " for cell in line).split()
    return " ".join(str(len(run)) for run in filled) or "0"


def clues(picture: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The clues of a picture of `#` and anything else."""
    columns = ("".join(column) for column in zip(*picture, strict=True))
    return {"rows": tuple(map(runs, picture)), "cols": tuple(map(runs, columns))}


def scattered(picture: Sequence[str], share: float, wrong: int, seed: int) -> dict[Cell, str]:
    """Cells that are filled and crossed out as the picture says, about this share of all, and some that are `wrong`."""
    rng = random.Random(seed)
    cells = [(r, c) for r in range(len(picture)) for c in range(len(picture[0]))]
    rng.shuffle(cells)
    right = {(r, c): "#" if picture[r][c] == "#" else "x" for r, c in cells[: round(share * len(cells))]}
    return right | {cell: "x" if right.get(cell) == "#" else "#" for cell in cells[:wrong]}


def solved(blocks: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The picture that the clues make. Raises ValueError where there is none or more than one."""
    game = load_game("nonogram")
    state = game.parse(Position(blocks))
    for move in game.plan(state, Limit(seconds=60)).moves:
        state = game.play(state, move)
    if game.outcome(state) is not Outcome.WON:
        raise ValueError("these clues have no solution")
    return game.show(state).board


def with_marks(rows: int, columns: int, marks: Mapping[Cell, str]) -> tuple[str, ...]:
    """The board on which only these cells are marked."""
    return tuple("".join(marks.get((r, c), ".") for c in range(columns)) for r in range(rows))


@dataclass(frozen=True)
class Pattern:
    """A screen of sgt-pattern."""

    columns: int
    rows: int
    seed: int
    window: tuple[int, int] | None = None
    marks: float = 0.0
    """Share of the cells that are filled or crossed out."""
    wrong: int = 0
    """Cells of these that are wrong."""
    colours: Mapping[int, str] = field(default_factory=dict)
    """PATTERN_COLOUR_n: background, empty, full, clue, undecided, grid, cursor, error, guide."""
    keys: tuple[str, ...] = ()

    def __call__(self, server: DisplayServer) -> Screen:
        """Start it, mark cells, take the picture."""
        need("sgt-pattern", "xdotool")
        game = f"{self.columns}x{self.rows}#{self.seed}"
        said = subprocess.run(
            ["sgt-pattern", "--generate", "1", game], env=server.env, capture_output=True, text=True, check=True
        ).stdout
        lines = [part.replace(".", " ") or "0" for part in said.strip().split(":")[1].split("/")]
        blocks = {"rows": tuple(lines[self.columns :]), "cols": tuple(lines[: self.columns])}
        marks = scattered(solved(blocks), self.marks, self.wrong, self.seed) if self.marks else {}
        env = {f"PATTERN_COLOUR_{number}": colour for number, colour in self.colours.items()}
        with server.playing(["sgt-pattern", game], "sgt-pattern", env=env) as window:
            time.sleep(0.5)
            if self.window:
                resize(server, window, *self.window)
            x, y, pitch, _ = self.grid(window)
            for (row, column), mark in marks.items():
                click(
                    server,
                    window,
                    (x + (column + 0.5) * pitch, y + (row + 0.5) * pitch),
                    LEFT if mark == "#" else RIGHT,
                )
            if self.keys:
                xdotool(server, "windowactivate", "--sync", window.id, "key", "--delay", 60, *self.keys)
            park(server)
            time.sleep(0.5)
            pixels = grab(server, window)
        grid = grid_line(x + 0.5, y + 0.5, pitch, pitch)
        return Screen(pixels, Position({**blocks, "board": with_marks(self.rows, self.columns, marks), "grid": grid}))

    def grid(self, window: XWindow) -> tuple[int, int, int, int]:
        """Where the program draws its cells: the largest whole tile that fits, the canvas in the middle."""
        box = window.box()
        width, height = int(box.w), int(box.h) - MENU
        tile = 1
        while size(tile + 1, self.columns) <= width and size(tile + 1, self.rows) <= height:
            tile += 1
        edge = 3 * tile // 4 + tile // 2
        left = (width - size(tile, self.columns)) // 2 + edge + tile * room(self.columns)
        top = MENU + (height - size(tile, self.rows)) // 2 + edge + tile * room(self.rows)
        return left, top, tile, tile


def room(count: int) -> int:
    """Tiles that sgt-pattern leaves for the clues beside so many cells."""
    return count // 5 + 2


def size(tile: int, count: int) -> int:
    """Pixels of sgt-pattern's canvas along one side."""
    return 2 * (3 * tile // 4) + tile // 2 + tile * (room(count) + count)


def click(server: DisplayServer, window: XWindow, at: tuple[float, float], button: int) -> None:
    """Click at a place of a window."""
    box = window.box()
    xdotool(server, "mousemove", int(box.x + at[0]), int(box.y + at[1]), "click", "--delay", 0, button)
    time.sleep(0.04)


PICTURES: Final = {
    "kettle": (
        "....####....",
        "...#....#...",
        "..##########",
        "#.#########.",
        "##########..",
        ".#########..",
        "..#######...",
        "..#######...",
    ),
    "stairs": (
        "##########",
        "##########",
        "#########.",
        "#.........",
        "#######...",
        "..........",
        "#.#.#.#.#.",
        "##.##.###.",
        "###.......",
        ".#########",
        ".#.#.#.###",
        "#.....####",
    ),
}
"""Pictures of our own for picmi and for the page."""
PICMI_TOP, PICMI_FOOT = 22, 31
"""Pixels of picmi's menu bar and status bar."""


@dataclass(frozen=True)
class Picmi:
    """A screen of picmi with a puzzle of our own."""

    picture: str
    window: tuple[int, int] | None = None
    marks: float = 0.0
    wrong: int = 0

    def __call__(self, server: DisplayServer) -> Screen:
        """Start it on the puzzle, mark cells, take the picture."""
        need("picmi", "xdotool", "dbus-run-session")
        rows = PICTURES[self.picture]
        folder = server.home / "levels"
        folder.mkdir(exist_ok=True)
        text = "".join(f"<row>{row.replace('.', '-').replace('#', '1')}</row>\n" for row in rows)
        (folder / "own.xml").write_text(
            f'<?xml version="1.0"?>\n<picmi name="Own"><board name="own" author="own" difficulty="0">\n{text}'
            "</board></picmi>\n"
        )
        marks = scattered(rows, self.marks, self.wrong, len(rows)) if self.marks else {}
        qt = {"QT_QPA_PLATFORM_PLUGIN_PATH": "", "QT_QPA_FONTDIR": ""}
        with server.playing(["dbus-run-session", "--", "picmi"], "picmi", cwd=server.home, env=qt) as window:
            time.sleep(2)
            xdotool(server, "windowactivate", "--sync", window.id, "key", "ctrl+o")
            time.sleep(1)
            xdotool(server, "key", "Return")
            time.sleep(1)
            if self.window:
                resize(server, window, *self.window)
            pixels = grab(server, window)
            x, y, pitch = picmi_cells(pixels, len(rows), len(rows[0]))
            for (row, column), mark in marks.items():
                click(
                    server,
                    window,
                    (x + (column + 0.5) * pitch, y + (row + 0.5) * pitch),
                    LEFT if mark == "#" else RIGHT,
                )
            park(server)
            time.sleep(0.6)
            pixels = grab(server, window)
        blocks = {**clues(rows), "board": with_marks(len(rows), len(rows[0]), marks)}
        return Screen(pixels, Position({**blocks, "grid": grid_line(x, y, pitch, pitch)}))


def picmi_cells(pixels: Pixels, rows: int, columns: int) -> tuple[int, int, int]:
    """Where picmi draws its cells, x, y and pitch: whole pixels, all in the middle, four cells for the clues or, where
    the font needs them, more; which it is shows in the black between the cells.
    """
    width, height = pixels.shape[1], pixels.shape[0] - PICMI_TOP - PICMI_FOOT
    tried = []
    for band in range(4, 12):
        pitch = min(width // (columns + band), height // (rows + band))
        x = (width - pitch * (columns + band)) // 2 + band * pitch
        y = PICMI_TOP + (height - pitch * (rows + band)) // 2 + band * pitch
        lines = [pixels[y + k * pitch, x : x + pitch * columns].mean() for k in range(rows)]
        tried.append((float(sum(lines)) / len(lines), (x, y, pitch)))
    return min(tried)[1]


@dataclass(frozen=True)
class Web:
    """A screen of our own page in chromium."""

    picture: str
    style: str = ""
    scale: float = 1.0
    marks: float = 0.0
    wrong: int = 0

    def __call__(self, server: DisplayServer) -> Screen:
        """Open the page with some cells marked already, take the picture."""
        from tests.apps.nonogram_page import Page, playing

        need("chromium", "xdotool")
        rows = PICTURES[self.picture]
        marks = scattered(rows, self.marks, self.wrong, len(rows)) if self.marks else {}
        board = with_marks(len(rows), len(rows[0]), marks)
        with playing(server, Page(rows, self.style, self.scale, board, (560, 560)), server.home / "profile") as page:
            time.sleep(1)
            pixels = grab(server, page.window)
        return Screen(pixels, Position({**clues(rows), "board": board}))


DARK: Final = {0: "202030", 1: "101018", 2: "e0c040", 3: "e0e0e0", 4: "404050", 5: "808090"}
SEPIA: Final = {0: "f4ecd8", 1: "fffdf4", 2: "5b3a1a", 3: "6b4a2a", 4: "d8c8a4", 5: "a08c64"}
SLATE: Final = {0: "c8d0d8", 1: "f0f4f8", 2: "204080", 3: "102040", 4: "90a0b0", 5: "506070"}

SCENES: Final[dict[str, Scene]] = {
    "nonogram/sgt-pattern/start": Pattern(15, 15, 42),
    "nonogram/sgt-pattern/marked": Pattern(15, 10, 5, marks=0.3, wrong=3),
    "nonogram/sgt-pattern/five": Pattern(5, 5, 3),
    "nonogram/sgt-pattern/finished": Pattern(10, 10, 8, marks=1.0),
    "nonogram/sgt-pattern/tall": Pattern(8, 20, 11, marks=0.2),
    "nonogram/sgt-pattern/tiles-12": Pattern(30, 25, 7, (510, 440)),
    "nonogram/sgt-pattern/tiles-13-marked": Pattern(25, 20, 12, (470, 400), marks=0.4),
    "nonogram/sgt-pattern/tiles-32": Pattern(10, 10, 9, (530, 560), marks=0.3),
    "nonogram/sgt-pattern/twenty": Pattern(20, 20, 21, marks=0.5, wrong=4),
    "nonogram/sgt-pattern/thirty": Pattern(30, 30, 4),
    "nonogram/sgt-pattern/dark": Pattern(15, 15, 13, colours=DARK),
    "nonogram/sgt-pattern/dark-marked": Pattern(15, 10, 14, marks=0.4, colours=DARK),
    "nonogram/sgt-pattern/sepia-marked": Pattern(10, 15, 15, marks=0.4, colours=SEPIA),
    "nonogram/sgt-pattern/slate-marked": Pattern(20, 15, 16, marks=0.3, wrong=5, colours=SLATE),
    "nonogram/sgt-pattern/cursor": Pattern(10, 10, 17, marks=0.2, keys=("Down", "Down", "Right")),
    "nonogram/picmi/kettle": Picmi("kettle", (440, 380)),
    "nonogram/picmi/kettle-marked": Picmi("kettle", (470, 420), marks=0.3, wrong=2),
    "nonogram/picmi/stairs": Picmi("stairs", (420, 460)),
    "nonogram/picmi/stairs-in-a-wide-window": Picmi("stairs", (1049, 387), marks=0.2),
    "nonogram/page/day": Web("kettle"),
    "nonogram/page/day-125-marked": Web("kettle", scale=1.25, marks=0.4, wrong=1),
    "nonogram/page/day-150": Web("stairs", scale=1.5, marks=0.2),
    "nonogram/page/night-marked": Web("stairs", "night", marks=0.5),
    "nonogram/page/night-125": Web("stairs", "night", 1.25),
    "nonogram/page/small-150-marked": Web("kettle", "night small", 1.5, marks=0.3),
    "nonogram/page/small": Web("stairs", "small", marks=0.3),
}


def main() -> None:
    """Record the scenes whose names hold one of the words of the command line, or all."""
    for name, scene in SCENES.items():
        if any(word in name for word in sys.argv[1:] or [""]):
            with display_server((1280, 1000)) as server:
                save(name, scene(server))


if __name__ == "__main__":
    main()
