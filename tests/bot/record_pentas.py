"""Record screens of the practice game with their truth: `python -m tests.bot.record_pentas`."""

from __future__ import annotations

from pathlib import Path

from bot.action import Button
from bot.arcade.pentas import PentasTray, make
from bot.vision.picture import save
from engine.games.pentas import Pentas
from engine.games.pentas.article import ArticlePlayer
from engine.position import Position

ROOT = Path(__file__).parents[2] / "fixtures" / "pentas"
SCREENS = (
    ("stones", "start", 8, 8, 0, (760, 640)),
    ("stones", "a-few-rows-gone", 8, 8, 25, (760, 640)),
    ("ink", "small-window", 8, 8, 12, (560, 470)),
    ("ink", "wide-board", 11, 6, 9, (900, 600)),
)
"""Skin, name, columns, rows, turns that were played, size of the window."""


def played(tray: PentasTray, turns: int) -> None:
    """Let the article's player click so many pieces."""
    game = Pentas(columns=tray.grid.columns, rows=tray.grid.rows)
    for turn in range(turns):
        for cell in ArticlePlayer(mended=True).choose(game.parse(tray.truth()), game) or ():
            tray.press(tray.grid.centre(cell), Button.LEFT, float(turn))
            tray.release(float(turn))


def main() -> None:
    """Draw every screen and write down what it shows."""
    for skin, name, columns, rows, turns, size in SCREENS:
        tray = make(seed=4, skin=skin, rows=rows, columns=columns, size=size)
        played(tray, turns)
        folder = ROOT / f"arcade-{skin}" / "screens"
        folder.mkdir(parents=True, exist_ok=True)
        save(folder / f"{name}.png", tray.draw())
        grid = tray.grid
        place = (",".join(f"{number:g}" for number in (grid.x, grid.y, grid.pitch_x, grid.pitch_y)),)
        truth = Position({**tray.truth().blocks, "grid": place})
        (folder / f"{name}.txt").write_text(f"{truth}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
