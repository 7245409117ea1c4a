"""What a solution drawn on the picture leaves to be seen of the board."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bot.cli.answer import save_plan
from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.layouts import known_layouts
from bot.solve import read_picture
from bot.vision.outlines import draw_moves
from bot.vision.picture import load
from engine.api import Limit
from engine.moves import Cell, Drop, Move, Raise, Swap, Take

SCREENS = Path(__file__).parents[2] / "fixtures"
GRID = Grid(10, 6, 32, 30, 4, 6)


def painted(before: Pixels, after: Pixels, box: Box) -> float:
    """Share of a box that is drawn over."""
    part = np.s_[round(box.y) : round(box.y + box.h), round(box.x) : round(box.x + box.w)]
    return float((np.abs(before[part].astype(int) - after[part]).max(2) > 24).mean())


def middle(grid: Grid, cell: Cell) -> Box:
    """The half of a cell that tells what lies in it."""
    x, y, w, h = grid.cell(cell)
    return Box(x + 0.25 * w, y + 0.25 * h, 0.5 * w, 0.5 * h)


@pytest.mark.parametrize("game", ["paneldepon/arcade-panels/screens/garbage", "pentas/arcade-ink/screens/small-window"])
def test_what_lies_in_the_cells_of_a_move_is_seen(game: str, tmp_path: Path) -> None:
    picture = load(SCREENS / f"{game}.png")
    board = read_picture(picture, list(known_layouts(game.partition("/")[0])), {})
    plan = board.plan(Limit(nodes=400))
    save_plan(board, plan, picture, tmp_path / "out.png")
    drawn = load(tmp_path / "out.png")
    assert board.reading is not None and board.reading.grid is not None
    grid = board.reading.grid
    cells = plan.moves[0].cells
    assert max(painted(picture, drawn, grid.cell(cell)) for cell in cells) > 0.1
    for cell in cells:
        assert painted(picture, drawn, middle(grid, cell)) < 0.35
    for move in plan.later:
        assert max(painted(picture, drawn, grid.cell(cell)) for cell in move.cells) > 0.05, "later swaps are drawn, too"


def test_a_longer_plan_is_given_with_what_follows_later() -> None:
    picture = load(SCREENS / "paneldepon" / "arcade-panels" / "screens" / "garbage.png")
    plan = read_picture(picture, list(known_layouts("paneldepon")), {}).plan(Limit(nodes=20_000))
    told = [word for note in plan.notes[1:] for word in note.split(": ")[1].split(" swap ")]
    assert plan.later
    assert [str(move) for move in plan.later] == [f"swap {word.removeprefix('swap ')}" for word in told]


def drawn_with(*moves: tuple[Move, tuple[Cell, ...]], now: int | None = None) -> Pixels:
    ground = np.full((140, 220, 3), 90, np.uint8)
    return draw_moves(ground, GRID, moves, len(moves) if now is None else now)


def test_numbers_of_moves_at_one_place_stand_beside_each_other() -> None:
    swap = (Swap((1, 1)), ((1, 1), (1, 2)))
    one, two = drawn_with(swap), drawn_with(swap, swap)
    left, right = GRID.cell((1, 1)), GRID.cell((1, 2))
    for box, least, most in ((left, 0.0, 0.02), (right, 0.5, 1.0)):
        corner = Box(box.x - 3, box.y - 3, 7, 7)
        assert least <= painted(one, two, corner) <= most


def test_what_follows_later_is_fainter() -> None:
    swap = (Swap((1, 1)), ((1, 1), (1, 2)))
    bottom = GRID.cell((1, 1))
    edge = np.s_[round(bottom.y + bottom.h - 4), round(bottom.x + 12)]
    strong, faint = (drawn_with(swap, now=now)[edge].astype(int) for now in (1, 0))
    assert 0 < np.abs(faint - 90).max() < 0.6 * np.abs(strong - 90).max()


def test_moves_without_a_place_draw_nothing() -> None:
    assert (drawn_with((Raise(), ())) == 90).all()


def test_a_piece_has_one_outline_and_a_pair_its_axis() -> None:
    piece: tuple[Cell, ...] = ((1, 1), (1, 2), (2, 2))
    taken = drawn_with((Take(piece), piece))
    shared = GRID.cell((1, 2))
    assert painted(np.full_like(taken, 90), taken, Box(shared.x - 3, shared.y + 12, 6, 6)) == 0, "no line between"
    pair: tuple[Cell, ...] = ((1, 1), (0, 1))
    dropped = drawn_with((Drop(1, "U"), pair))
    ground = np.full_like(dropped, 90)
    assert painted(ground, dropped, middle(GRID, pair[0])) > 0.2
    assert painted(ground, dropped, middle(GRID, pair[1])) < 0.15


def test_numbers_lie_where_corners_of_cells_meet_and_hide_no_figure() -> None:
    plain = np.full((140, 220, 3), 90, np.uint8)
    drawn = drawn_with((Swap((1, 1)), ((1, 1), (1, 2))))
    for cell in ((1, 1), (1, 2)):
        x, y, w, h = GRID.cell(cell)
        assert painted(plain, drawn, Box(x + 0.2 * w, y + 0.2 * h, 0.6 * w, 0.15 * h)) == 0
    x, y, _, _ = GRID.cell((1, 1))
    assert painted(plain, drawn, Box(x - 3, y - 3, 6, 6)) == 1
