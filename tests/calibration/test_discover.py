"""Discovering: pictures alone give the board; where they cannot, one sentence says what would help."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bot.errors import UsageError
from bot.grid import Grid
from bot.vision.picture import load
from calibration.discover import discover, in_the_way
from calibration.likely import likely_games
from calibration.shot import CalibrationError
from engine.position import Position
from tests.bot.compare import renamed
from tests.bot.test_vision_blocks_fixtures import FIXTURES
from tests.calibration.drawn import GRID as SMALL
from tests.calibration.drawn import draw, in_order, rows

GRID = Grid(45.0, 38.0, 36.0, 44.0, 6, 8)
FULL = """
    ABCDEFGH
    BADCFEHG
    EFGHBACD
    FEHGABDC
    GHEFDCAB
    HGFECDBA
"""
LATER = (*rows(FULL)[:2], *(row.replace("C", ".").replace("F", ".") for row in rows(FULL)[2:]))


def test_a_board_is_found_and_its_kinds_are_told() -> None:
    draft = discover([draw(FULL, GRID)])
    grid = draft.shots[0].grid
    assert draft.position().board == rows(FULL)
    assert (grid.rows, grid.columns) == (6, 8)
    assert grid.x == pytest.approx(GRID.x, abs=3)
    assert grid.pitch_y == pytest.approx(GRID.pitch_y, abs=0.3)
    assert draft.why == ""
    assert in_the_way(draft) == ""


def test_kinds_are_shared_between_pictures_and_another_picture_is_left_out() -> None:
    said: list[str] = []
    page = np.full((300, 400, 3), 230, np.uint8)
    draft = discover([draw(FULL, GRID), page, draw("\n".join(LATER), GRID)], progress=said.append)
    assert [draft.position(shot).board for shot in range(2)] == [rows(FULL), LATER]
    assert said[-1] == "Picture 2 of 3 does not show that board, or not clearly; it is left out."


def test_a_half_played_board_is_as_large_as_the_others_show_it() -> None:
    half = [row[:-2] + ".." for row in rows(FULL)]
    draft = discover([draw("\n".join(half), GRID), draw(FULL, GRID)])
    assert draft.shots[0].grid.columns == 8
    assert [in_order(draft.position(shot).board) for shot in range(2)] == [in_order(half), in_order(rows(FULL))]


def test_a_picture_with_something_over_the_board_is_left_out_where_others_show_it() -> None:
    said: list[str] = []
    few = "\n".join(["......", "..A...", "..AB..", "BABB.."])
    covered = draw(few)
    covered[50:150, 60:210] = np.random.default_rng(1).integers(0, 256, (100, 150, 3), np.uint8)
    draft = discover([covered, draw(few)], grid=SMALL, game="paneldepon", progress=said.append)
    assert len(draft.shots) == 1
    assert in_the_way(draft) == ""
    assert any("left out" in text for text in said)


def test_two_blocks_side_by_side_are_no_tile_though_no_look_doubts_it() -> None:
    folder = FIXTURES / "samegame" / "swell-foop" / "screens"
    draft = discover([load(folder / "small-window.png")], game="samegame")
    truth = Position.parse((folder / "small-window.txt").read_text(encoding="utf-8")).board
    assert draft.reader == "blocks"
    assert renamed(draft.position().board) == renamed(truth)


def test_a_named_game_is_read_as_its_layouts_are() -> None:
    few = "\n".join(["......", "..A...", "..AB..", "BABB.."])
    draft = discover([draw(few)], game="paneldepon", grid=SMALL)
    assert draft.reader == "blocks"
    assert draft.position().board == ("......", "..a...", "..ab..", "babb..")


def test_a_given_grid_is_taken_as_it_is() -> None:
    part = replace(GRID, rows=3, columns=5)
    draft = discover([draw(FULL, GRID)], grid=part)
    assert draft.shots[0].grid == part
    assert draft.position().board == in_order([row[:5] for row in rows(FULL)[:3]])


def test_a_given_size_is_kept() -> None:
    draft = discover([draw(FULL, GRID)], size=(6, 8))
    assert (draft.shots[0].grid.rows, draft.shots[0].grid.columns) == (6, 8)


@pytest.mark.parametrize("value", [0, 230])
def test_a_picture_without_a_board_is_refused_with_what_would_help(value: int) -> None:
    with pytest.raises(CalibrationError, match="--grid"):
        discover([np.full((300, 400, 3), value, np.uint8)])


@pytest.mark.parametrize("game", [None, "puyo"])
def test_an_empty_board_between_lines_is_no_notice(game: str | None) -> None:
    page = np.full((700, 1000, 3), (235, 225, 250), np.uint8)
    cv2.rectangle(page, (394, 54), (694, 642), (190, 180, 255), 5)
    page[60:636, 400:688] = 252
    page[60:637:48, 400:689] = page[60:637, 400:689:48] = (235, 228, 252)
    with pytest.raises(CalibrationError, match="found lines around 12 rows x 6 columns"):
        discover([page], game=game)


@pytest.mark.parametrize(("which", "found"), [("left", "right"), ("right", "left")])
def test_the_only_board_is_not_taken_for_the_one_on_the_other_side(which: str, found: str) -> None:
    """It reaches over the middle of the picture by a tenth of its width."""
    picture = draw(FULL, GRID)
    box, wide = GRID.box, picture.shape[1]
    room = wide - 2 * (box.x + 0.1 * box.w) if found == "right" else 2 * (box.x + 0.9 * box.w) - wide
    beside = np.full((len(picture), round(room), 3), picture[0, 0], np.uint8)
    whole = np.concatenate([beside, picture] if found == "right" else [picture, beside], 1)
    with pytest.raises(CalibrationError, match=f"found only the {found} one"):
        discover([whole], which=which)
    assert discover([whole], which=found).position().board == rows(FULL)


def test_nothing_to_learn_from_is_a_mistake() -> None:
    with pytest.raises(UsageError, match="which picture"):
        discover([])
    with pytest.raises(UsageError, match="no reader"):
        discover([draw(FULL, GRID)], reader="ears")


def test_a_grid_of_one_look_is_in_the_way() -> None:
    ground = replace(GRID, x=2.0, y=2.0, pitch_x=4.0, pitch_y=4.0)
    assert "--grid" in in_the_way(discover([draw(FULL, GRID)], grid=ground))


def test_the_games_that_fit_are_named() -> None:
    draft = discover([draw(FULL, GRID)])
    assert "shisen" in likely_games(draft).games
    assert "shisen" not in likely_games(draft.with_kind(0, (5, 7), "*")).games
