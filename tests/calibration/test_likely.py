"""Which game a board is: told where the board tells it, listed where a person must say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.picture import load
from calibration.discover import discover
from calibration.draft import Draft, start
from calibration.likely import fitted, in_pairs, likely_games, plain
from calibration.shot import EMPTY, UNSURE, Shot
from calibration.sorting import Found, at_first_sight, sort_cells
from calibration.spot import Spot, learned
from engine.position import Position
from tests.bot.joined_pieces import screen
from tests.bot.test_vision_blocks_joining import LEFT
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


def drafted(rows: Sequence[str], reader: str = "blocks") -> Draft:
    """A draft of a board of these letters; `?` is a cell that could not be told."""
    kind = np.array([[{".": EMPTY, "?": UNSURE}.get(label, ord(label) - ord("a")) for label in row] for row in rows])
    grid = Grid(40, 30, 20, 20, *kind.shape)
    margins = np.where(kind == UNSURE, 0, 1).astype(np.float32)
    shot = Shot(np.zeros((400, 400, 3), np.uint8), grid, kind, margins, np.zeros(kind.shape, np.bool_))
    labels = tuple(chr(ord("a") + number) for number in range(int(kind.max()) + 1))
    return Draft((shot,), labels, ("",) * len(labels), reader)


def test_a_score_in_the_empty_top_of_a_well_is_none_of_it_where_its_game_is_sure() -> None:
    """Nothing rests upon an empty row: what is seen above it is the page, or what the program writes there."""
    rows = ["??????", ".....?", *["......"] * 8, *WELL.split()[3:], "abcabc"]
    draft = drafted(rows)
    assert fitted(draft, "paneldepon", surely=True).position().board == tuple(rows[2:])
    assert fitted(draft, "paneldepon") is draft
    held = drafted([*rows[:2], ".....a", *rows[3:]])
    assert fitted(held, "paneldepon", surely=True) is held


def test_many_kinds_in_pairs_are_tiles_though_they_were_told_like_blocks() -> None:
    rows = ("abcdefag", "hcijdjgh", "kclgiajb", "fmmbbjbh", "ibebdhfh", "njhmclgn", "ldbbdjaf", "dkbilbmb")
    assert in_pairs(rows)
    assert likely_games(drafted(rows)).told == "shisen"
    assert not in_pairs(("n" + rows[0][1:], *rows[1:]))
    assert not in_pairs(("?" + rows[0][1:], *rows[1:]))


def test_tiles_that_look_too_much_alike_for_their_reader_are_told_like_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = at_first_sight

    def blind(pixels: Pixels, reader: str, *rest: Any, **more: Any) -> Found | None:
        return None if reader == "tiles" else honest(pixels, reader, *rest, **more)

    monkeypatch.setattr("calibration.single.at_first_sight", blind)
    inks = [
        (220, 60, 60),
        (60, 200, 60),
        (60, 60, 220),
        (220, 220, 60),
        (220, 60, 220),
        (60, 220, 220),
        (250, 250, 250),
    ]
    inks += [(120, 60, 160), (60, 140, 240), (160, 190, 120)]
    rows = ("abcdefghij", "jihgfedcba", "cadbefhgji", "ijghfebdac")
    pixels = np.full((240, 500, 3), 34, np.uint8)
    for row, line in enumerate(rows):
        for column, label in enumerate(line):
            x, y = 50 + 40 * column, 40 + 40 * row
            cv2.rectangle(pixels, (x + 2, y + 2), (x + 37, y + 37), inks[ord(label) - ord("a")], -1)
    draft = discover([pixels], game="shisen")
    assert draft.reader == "blocks"
    assert in_pairs(draft.position().board)


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


def test_pieces_that_join_by_bridges_are_those_of_puyo_puyo() -> None:
    spot = learned([screen([LEFT], cross=False)[0]], assuming=True)
    assert (spot.told, spot.likely) == ("puyo", ("puyo",))
    assert spot.played({}) is not None


def test_pieces_that_lie_apart_may_be_those_of_several_games() -> None:
    spot = learned([screen([LEFT], cross=False, join=False)[0]], assuming=True)
    assert "paneldepon" in spot.likely
