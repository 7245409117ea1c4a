"""Recorded boards of few kinds: no cell is wrong on the true grid; at first sight a board is right or refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import ceil, floor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.frame import Frame
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.blocks.reader import BlockReader, sort_blocks
from bot.vision.blocks.sorting import EMPTY
from bot.vision.picture import load
from engine.position import Position

GAMES = ("samegame", "columns", "lines", "paneldepon", "puyo")
LAMPS = {"crack-attack"}
"""Programs with uneven light, which are read by hue: see `test_vision_hues`."""
FIXTURES = Path(__file__).parents[2] / "fixtures"
SCREENS = sorted(
    path
    for game in GAMES
    for path in (FIXTURES / game).glob("*/screens/*.png")
    if path.parts[-3] not in LAMPS and "grid" in Position.parse(path.with_suffix(".txt").read_text()).blocks
)
GREY = {"lost", "paused"}
"""Screens that the game shows without colours, and with text over the board."""
RUBBISH = {"garbage-small-window", "early", "later", "neutrals", "small-window", "bombs", "clearing", "group-bursts"}
"""Screens with slabs of rubbish, things that clear, or text over the board: few cells may be told wrong."""


def name(path: Path) -> str:
    return f"{path.parts[-3]}/{path.stem}"


def truth(path: Path) -> tuple[Position, Grid]:
    position = Position.parse(path.with_suffix(".txt").read_text())
    x, y, pitch_x, pitch_y = (float(v) for v in position.blocks["grid"][0].split(","))
    y -= pitch_y * float(position.blocks.get("scroll", ("0",))[0])
    return position, Grid(x, y, pitch_x, pitch_y, len(position.board), len(position.board[0]))


def shown(position: Position, number: str = "") -> tuple[str, ...]:
    """The first board of a screen, or that with a `number`, with `?` where a pair falls through it: it is seen there,
    but no part of the board.
    """
    rows = [list(row) for row in position.blocks["board" + number]]
    for line in position.blocks.get("falling" + number, ()):
        y, x = line.split(",")[:2]
        for row in {floor(float(y)), ceil(float(y))} & set(range(len(rows))):
            rows[row][int(x)] = "?"
    return tuple("".join(row) for row in rows)


def wrong(board: tuple[str, ...], kind: NDArray[np.int64]) -> int:
    """Cells told wrong; capitals are the same kind, `?` is not known, and kinds may be numbered in any way."""
    labels = np.char.lower(np.array([list(row) for row in board]))
    known = labels != "?"
    count = int(((kind == EMPTY) & (labels != ".") & known).sum())
    taken: set[str] = set()
    for number in sorted(set(kind[(kind >= 0) & known].tolist()), key=lambda k: -int((kind == k).sum())):
        here = labels[(kind == number) & known]
        label, times = Counter(here.tolist()).most_common(1)[0]
        count += len(here) if label == "." or label in taken else len(here) - times
        taken.add(label)
    return count


@pytest.mark.parametrize("path", [p for p in SCREENS if p.stem not in GREY], ids=name)
def test_no_cell_is_told_wrong_where_the_grid_is_known(path: Path) -> None:
    position, grid = truth(path)
    found = sort_blocks(load(path), grid)
    assert wrong(shown(position), found.kind) <= (5 if path.stem in RUBBISH else 0)


@pytest.mark.parametrize("down", [-2, 0, 2])
@pytest.mark.parametrize("right", [-1.5, 0, 1.5])
def test_slabs_that_recur_are_no_ground_a_little_beside_their_grid_either(right: float, down: float) -> None:
    path = FIXTURES / "paneldepon" / "blockattack-versus" / "screens" / "early.png"
    _, grid = truth(path)
    found = sort_blocks(load(path), replace(grid, x=grid.x + right, y=grid.y + grid.pitch_y + down, rows=grid.rows - 1))
    assert (found.kind[5, :5] != EMPTY).all()
    assert (found.kind[6, 2:] != EMPTY).all()


@pytest.mark.parametrize("path", SCREENS[:: max(1, len(SCREENS) // 16)], ids=name)
def test_a_board_is_right_or_refused_at_first_sight(path: Path) -> None:
    position, grid = truth(path)
    reading = BlockReader().read(Frame(load(path), 0.0))
    if reading.sight is not Sight.CLEAR:
        assert reading.why
        return
    assert reading.position is not None
    assert reading.grid is not None
    assert reading.grid.pitch_x == pytest.approx(grid.pitch_x, abs=0.25)
    down, right = (reading.grid.y - grid.y) / grid.pitch_y, (reading.grid.x - grid.x) / grid.pitch_x
    assert abs(down - round(down)) < 0.25
    assert round(right) == 0
    # The outermost row may be hidden behind the frame, or be the next one that is just coming up.
    seen = reading.position.board
    rows = [r for r in range(len(seen)) if 0 <= r + round(down) < grid.rows]
    assert len(rows) >= grid.rows - 1
    kind = np.array([[EMPTY if c == "." else ord(c) for c in seen[r]] for r in rows])
    assert wrong(tuple(shown(position)[r + round(down)] for r in rows), kind) == 0


def test_there_are_screens() -> None:
    assert len(SCREENS) >= 40
