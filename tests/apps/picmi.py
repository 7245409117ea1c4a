"""A real game of picmi on an X display: puzzles that come with it, our own, and random ones by number."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.x11.windows import XWindow, list_windows
from engine.moves import Cell
from tests.apps.record_nonograms import LEFT, RIGHT, click, picmi_cells
from tests.apps.screens import grab, park, resize, wait_until_gone, xdotool
from tests.display import DisplayServer, missing_programs, wait_for

LEVELS = {(10, 10): 30, (15, 10): 40, (15, 15): 50}
"""Columns and rows of the random games, and what the program calls them; any other size is its own custom game."""
SHIPPED = Path("/usr/share/picmi/levels")


def missing() -> str:
    """What this needs and the machine lacks, as one sentence; empty when all is there."""
    programs = missing_programs("Xvfb", "openbox", "xdotool", "g++", "dbus-run-session", "picmi")
    return f"Expected {', '.join(programs)} to be installed; install with apt-get." if programs else ""


@dataclass(frozen=True)
class Random:
    """A random game: the same each time for a seed."""

    columns: int = 15
    rows: int = 10
    seed: int = 1
    window: tuple[int, int] | None = None

    def config(self) -> str:
        """The program's own settings file."""
        level = LEVELS.get((self.columns, self.rows), -1)
        return f"[game]\nlevel={level}\nwidth={self.columns}\nheight={self.rows}\nbox_ratio=0.55\n"


@dataclass(frozen=True)
class Drawn:
    """A puzzle with a picture as its solution."""

    picture: tuple[str, ...]
    """`#` and `.`."""
    window: tuple[int, int] | None = None
    seed: int = 1
    marks: Mapping[Cell, str] = field(default_factory=dict)
    """What is filled in or crossed out already, right or wrong."""

    def config(self) -> str:
        """The program's own settings file."""
        return "[game]\nlevel=40\n"

    def spoilt(self, right: int, wrong: int) -> Drawn:
        """The puzzle with so many cells marked already as its solution wants them, and so many not."""
        cells = [(row, column) for row in range(len(self.picture)) for column in range(len(self.picture[0]))]
        chosen = random.Random(self.seed).sample(cells, right + wrong)
        black = {cell for cell in chosen if self.picture[cell[0]][cell[1]] == "#"} ^ set(chosen[:wrong])
        return replace(self, marks={cell: "#" if cell in black else "x" for cell in chosen})


def shipped(least: int = 1, most: int = 99, window: tuple[int, int] | None = None) -> list[Drawn]:
    """The puzzles that come with the program and whose sides have from `least` to `most` cells."""
    pictures = []
    for file in sorted(SHIPPED.glob("*.xml")):
        for board in re.findall(r"<board\b.*?</board>", file.read_text(encoding="utf-8"), re.DOTALL):
            rows = re.findall(r"<row>([-1]+)</row>", board)
            if rows and least <= min(len(rows), len(rows[0])) and max(len(rows), len(rows[0])) <= most:
                pictures.append(tuple(row.replace("-", ".").replace("1", "#") for row in rows))
    return [Drawn(picture, window) for picture in pictures]


@dataclass(frozen=True)
class Playing:
    """A puzzle that is on the screen."""

    display: DisplayServer
    window: XWindow

    def solved(self) -> bool:
        """Whether the program says so, in a window of its own; it opens when the last cell has grown."""
        end = time.monotonic() + 2
        while not (told := [title for title in self.titles() if title != self.window.title]):
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return any("Solved" in title or "Scores" in title or "Picmi" in title for title in told)

    def titles(self) -> list[str]:
        """All windows of the program."""
        shown = [facts for facts in list_windows(self.display.connection) if facts.shown]
        return [facts.title for facts in shown if facts.fit("picmi") is not None]


@contextmanager
def playing(display: DisplayServer, game: Random | Drawn, home: Path, shim: Path) -> Iterator[Playing]:
    """The program with a game, ended afterwards."""
    (home / "levels").mkdir(parents=True, exist_ok=True)
    (home / ".config" / "picmi").mkdir(parents=True, exist_ok=True)
    (home / ".config" / "picmi" / "picmi.conf").write_text(game.config())
    if isinstance(game, Drawn):
        (home / "levels" / "own.xml").write_text(_level(game.picture))
    env = {
        "HOME": os.fspath(home), "XDG_CONFIG_HOME": f"{home}/.config", "XDG_DATA_HOME": f"{home}/.local/share",
        "QT_QPA_PLATFORM_PLUGIN_PATH": "", "QT_QPA_FONTDIR": "", "QT_SEED": str(game.seed),
    }  # fmt: skip
    command = ["dbus-run-session", "--", "env", f"LD_PRELOAD={shim}", "picmi"]
    wait_until_gone(display, "picmi")
    with display.playing(command, "picmi", env=env, cwd=home) as window:
        time.sleep(1.0)
        if isinstance(game, Drawn):
            xdotool(display, "windowactivate", "--sync", window.id, "key", "ctrl+o")
            wait_for(lambda: len(Playing(display, window).titles()) > 1, "the dialog of levels")
            time.sleep(0.3)
            xdotool(display, "key", "Return")
            wait_for(lambda: len(Playing(display, window).titles()) == 1, "the level")
        if game.window:
            resize(display, window, *game.window)
        park(display)
        time.sleep(0.5)
        if isinstance(game, Drawn) and game.marks:
            mark(display, window, game)
            time.sleep(0.5)
        yield Playing(display, window)


def mark(display: DisplayServer, window: XWindow, game: Drawn) -> None:
    """Fill in and cross out what the game says."""
    x, y, pitch = picmi_cells(grab(display, window), len(game.picture), len(game.picture[0]))
    for (row, column), label in game.marks.items():
        at = x + (column + 0.5) * pitch, y + (row + 0.5) * pitch
        click(display, window, at, LEFT if label == "#" else RIGHT)
    park(display)


def _level(picture: Sequence[str]) -> str:
    rows = "".join(f"<row>{row.replace('.', '-').replace('#', '1')}</row>\n" for row in picture)
    board = f'<board name="own" author="own" difficulty="0">\n{rows}</board>'
    return f'<?xml version="1.0"?>\n<picmi name="Own">{board}</picmi>\n'
