"""Why no board of blocks is told where lines show one on which hardly anything lies."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.clip import said_whole
from bot.vision.blocks.first import first_sight
from bot.vision.blocks.pieces import pieces
from bot.vision.blocks.refusal import few_on_lines
from bot.vision.blocks.scene import Scene
from bot.vision.blocks.sort import sort_blocks
from bot.vision.picture import load
from tests.bot.test_vision_blocks_fixtures import FIXTURES

FEW = [(1, 2, (40, 40, 220)), (3, 5, (40, 200, 40)), (5, 0, (220, 60, 40))]


def ruled(balls: list[tuple[int, int, tuple[int, int, int]]], rows: int = 6, columns: int = 8) -> Pixels:
    """A window with a board of lines and some balls on it."""
    pixels = np.full((420, 560, 3), 236, np.uint8)
    cv2.rectangle(pixels, (60, 70), (60 + 48 * columns, 70 + 48 * rows), (170, 140, 110), -1)
    for row in range(rows + 1):
        cv2.line(pixels, (60, 70 + 48 * row), (60 + 48 * columns, 70 + 48 * row), (90, 70, 60), 1)
    for column in range(columns + 1):
        cv2.line(pixels, (60 + 48 * column, 70), (60 + 48 * column, 70 + 48 * rows), (90, 70, 60), 1)
    for row, column, ink in balls:
        cv2.circle(pixels, (84 + 48 * column, 94 + 48 * row), 17, ink, -1, cv2.LINE_AA)
    return pixels


def test_a_few_blocks_on_a_ruled_board_are_told_as_too_few() -> None:
    why = first_sight(ruled(FEW))
    assert isinstance(why, str)
    assert "found 3 on a board of 6 rows and 8 columns" in why


def test_the_start_of_a_game_of_lines_is_told_as_that() -> None:
    why = first_sight(load(FIXTURES / "lines" / "five-or-more" / "screens" / "start.png"))
    assert isinstance(why, str)
    assert "found 3 on a board of 9 rows and 9 columns" in why


@pytest.mark.parametrize(
    ("pixels", "what"),
    [
        (ruled([]), "an empty one"),
        (ruled(FEW, 3, 8), "too few rows"),
        (np.full((420, 560, 3), 236, np.uint8), "no lines"),
    ],
)
def test_nothing_is_said_of_a_ruled_board_that_is_none(pixels: Pixels, what: str) -> None:
    assert few_on_lines(Scene(pixels)) is None, what


def strewn(inks: list[tuple[int, int, int]], pitch: int = 40) -> Pixels:
    """A picture of bricks with a column of balls and two beside it, inked in turn."""
    pixels = np.full((420, 560, 3), 120, np.uint8)
    for row in range(0, 420, 22):
        cv2.line(pixels, (0, row), (559, row), (84, 90, 92), 2)
        for column in range(row // 22 % 2 * 25, 560, 50):
            cv2.line(pixels, (column, row), (column, row + 22), (84, 90, 92), 2)
    places = [(300, 380 - pitch * row) for row in range(4)] + [(300 + pitch, 380), (300 + pitch, 380 - pitch)]
    for number, middle in enumerate(places):
        cv2.circle(pixels, middle, 15, inks[number % len(inks)], -1, cv2.LINE_AA)
    return pixels


def stage(screen: str) -> Pixels:
    """A recorded screen of few puyos between bricks and grilles."""
    return load(FIXTURES / "puyo" / "flobopuyo-stage" / "screens" / f"{screen}.png")


def test_few_pieces_among_bricks_and_grilles_are_told_as_that() -> None:
    why = first_sight(stage("nearly-empty"))
    assert isinstance(why, str)
    assert "found about 14 pieces of one size" in why


@pytest.mark.parametrize(
    ("screen", "least", "most"),
    [("nearly-empty", 12, 16), ("group-blinks", 18, 24), ("group-bursts", 8, 12), ("neutrals-pending", 24, 32)],
)
def test_pieces_are_counted_wherever_they_lie(screen: str, least: int, most: int) -> None:
    found = pieces(stage(screen))
    assert found is not None
    assert least <= len(found.middles) <= most
    assert found.pitch == pytest.approx((32, 32), abs=0.5)


def test_pieces_are_told_one_by_one_where_they_hang_together() -> None:
    inks = [ink for _, _, ink in FEW]
    joined = strewn(inks)
    cv2.line(joined, (300, 380), (340, 380), inks[0], 8)
    for pixels in (strewn(inks), joined):
        found = pieces(pixels)
        assert found is not None
        places = {(round(x), round(y)) for x, y in found.middles.tolist()}
        assert places == {(300, 380), (300, 340), (300, 300), (300, 260), (340, 380), (340, 340)}


@pytest.mark.parametrize(
    ("pixels", "what"),
    [
        (strewn([(40, 40, 220)]), "marks of one colour"),
        (strewn([ink for _, _, ink in FEW], pitch=60), "pieces that stand far from each other"),
        (strewn([(128, 116, 112), (118, 122, 130)]), "hardly any colour"),
    ],
)
def test_what_may_be_no_pieces_is_not_counted(pixels: Pixels, what: str) -> None:
    assert pieces(pixels) is None, what


def test_blocks_that_lie_all_in_the_row_at_the_edge_of_the_picture_are_looked_at_like_others() -> None:
    """Without that row nothing is left to lay cells by."""
    pixels = np.full((120, 160, 3), 40, np.uint8)
    for column, ink in enumerate([(200, 40, 40), (40, 200, 40), (40, 40, 200), (200, 40, 40)]):
        cv2.rectangle(pixels, (40 * column + 2, 82), (40 * column + 37, 118), ink, -1)
    sorting = replace(sort_blocks(pixels, Grid(0, 0, 40, 40, 3, 4)), kind=np.array([[-1] * 4, [-1] * 4, [0, 1, 2, 0]]))
    assert said_whole(pixels, sorting).why is None
