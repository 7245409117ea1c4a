"""Which game a board is: told where the board tells it, listed where a person must say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bot.grid import Grid
from bot.vision.picture import load
from calibration.discover import discover
from calibration.draft import Draft, start
from calibration.likely import fitted, likely_games, plain
from calibration.shot import Shot
from calibration.sorting import sort_cells
from calibration.spot import Spot
from engine.position import Position
from tests.calibration.drawn import draw
from tests.calibration.test_discover import FULL, GRID

FIXTURES = Path(__file__).parents[2] / "fixtures"
COLOURS = """
    ABABCCAB
    BABACABC
    AACBBACB
    CBACABBA
    BCABBACA
    ACBACBBA
"""


def board(text: str) -> Position:
    return Position.parse(text)


def test_many_kinds_of_few_tiles_are_told() -> None:
    draft = start([sort_cells(draw(FULL, GRID), GRID, "tiles")], "tiles")
    assert likely_games(draft).told == "shisen"


def test_few_colours_in_even_numbers_are_listed_and_asked_for() -> None:
    draft = start([sort_cells(draw(COLOURS, GRID), GRID, "tiles")], "tiles")
    assert likely_games(draft).games == ("shisen",)
    assert likely_games(draft).told is None
    spot = Spot(draft, likely_games(draft).games, likely_games(draft).told)
    assert spot.board({}) is None
    assert "--game shisen" in spot.asks()
    said = Spot(draft, ("shisen",), "shisen")
    assert said.board({}) is not None
    assert said.asks() == ""


WELL = """
    ......
    ......
    ......
    ...aba
    ccbccb
    bbacab
"""


@pytest.mark.parametrize(("rows", "left"), [(11, 11), (12, 12), (13, 12), (15, 12)])
def test_empty_rows_above_a_well_are_none_of_it(rows: int, left: int) -> None:
    cells = WELL.split()
    shown = ["......"] * (rows - len(cells)) + cells
    kind = np.array([[-1 if label == "." else ord(label) - ord("a") for label in row] for row in shown])
    grid = Grid(40, 30, 20, 20, rows, 6)
    whole = np.ones(kind.shape, np.float32)
    shot = Shot(np.zeros((400, 200, 3), np.uint8), grid, kind, whole, np.zeros(kind.shape, np.bool_))
    draft = Draft((shot,), ("a", "b", "c"), ("", "", ""), "blocks")
    assert "paneldepon" in likely_games(draft).games
    well = fitted(draft, "paneldepon")
    assert well.position().board == tuple(shown[rows - left :])
    assert well.shots[0].grid.box.y + well.shots[0].grid.box.h == grid.box.y + grid.box.h
    filled = Draft((shot.with_kinds(np.maximum(kind, 0)),), *(("a", "b", "c"), ("", "", ""), "blocks"))
    assert fitted(filled, "paneldepon") is filled


def without_a_column(draft: Draft) -> Draft:
    """The draft without the first of its columns, which is empty, on a board that is high enough for Puyo Puyo."""
    shot = draft.shots[0]
    grid = replace(shot.grid, x=shot.grid.cell((0, 1)).x, columns=shot.grid.columns - 1)
    return replace(draft, shots=(Shot(shot.pixels, grid, shot.kind[:, 1:], shot.margins[:, 1:], shot.marked[:, 1:]),))


@pytest.mark.parametrize("cells", [WELL, WELL.replace("ccbccb", ".cbccb").replace("bbacab", ".bacab")])
def test_empty_columns_beside_a_well_are_none_of_it_where_its_game_is_sure(cells: str) -> None:
    shown = [f"..{row}." for row in cells.split()]
    kind = np.array([[-1 if label == "." else ord(label) - ord("a") for label in row] for row in shown])
    whole = np.ones(kind.shape, np.float32)
    grid = Grid(40, 30, 20, 20, *kind.shape)
    shot = Shot(np.zeros((400, 300, 3), np.uint8), grid, kind, whole, np.zeros(kind.shape, np.bool_))
    draft = Draft((shot,), ("a", "b", "c"), ("", "", ""), "blocks")
    assert fitted(draft, "paneldepon") is draft
    well = fitted(draft, "paneldepon", surely=True)
    if cells == WELL:
        assert well.position().board == tuple(cells.split())
        assert well.shots[0].grid.x == 80
    else:
        assert well is draft, "which of the empty columns belong to it is not seen"
    assert fitted(without_a_column(draft), "puyo", surely=True).shots[0].grid.columns == 8, "its boards may be so wide"


@pytest.mark.parametrize(
    ("text", "reader", "is_plain"),
    [
        ("ABCDEF\nABCDEF\nABCDEF\nABCDEF", "tiles", True),
        ("ABC\nABC\nABC\nABC", "tiles", False),
        ("AAAAAA\nBBBBBB\nAABBAA\nBBAABB", "tiles", False),
        ("ABCDEFGHI\nABCDEFGHI", "tiles", True),
        ("AAAB\nBBBA\nCCAB\nCCCB\nABAA", "blocks", True),
        ("ABCDEFGHI\nABCDEFGHI", "blocks", False),
        ("......\n......", "tiles", False),
        ("rows:\n1\n1\ncols:\n1\n1\nboard:\n..\n..", "clues", True),
    ],
)
def test_how_many_kinds_there_are_and_how_many_cells_each_has_tells(text: str, reader: str, is_plain: bool) -> None:
    assert plain(board(text), reader) is is_plain


@pytest.mark.parametrize(
    ("screen", "game"),
    [
        ("paneldepon/arcade-letters/screens/puzzle-101", "paneldepon"),
        ("puyo/amoebax/screens/stack-below-a-panel", "puyo"),
    ],
)
def test_blocks_that_nobody_named_can_be_played(screen: str, game: str) -> None:
    """Their kinds get labels that falling blocks may have; cells that shine are no obstacle."""
    draft = discover([load(FIXTURES / f"{screen}.png")], reader="blocks")
    assert game in likely_games(draft).games
    assert all(label.islower() for label in draft.labels)


def test_colours_side_by_side_are_no_game_that_has_boards_of_another_size() -> None:
    draft = discover([load(FIXTURES / "columns/gweled/screens/full-on-chequered-ground.png")], reader="blocks")
    assert likely_games(draft).games == ()
    assert likely_games(draft).told is None
    draft = discover([load(FIXTURES / "samegame/swell-foop/screens/start.png")], reader="blocks")
    assert likely_games(draft).told is None
