"""Pictures that lay out several things beside each other: each panel has a ground of its own."""

from __future__ import annotations

import cv2
import numpy as np

from bot.frame import Pixels
from bot.vision.finding.panels import panels
from bot.vision.tiles import sight
from tests.bot.test_vision_shores import scattered

PAIRS = ((0, 0), (0, 3), (1, 1), (1, 5), (2, 2), (2, 4), (3, 0), (3, 5), (4, 1), (4, 3))


def page(board: Pixels) -> Pixels:
    """A page with a bar across its top and a board in a frame below it."""
    high, wide = board.shape[:2]
    drawn = np.full((high + 320, wide + 500, 3), 250, np.uint8)
    drawn[60:140] = (90, 60, 30)
    cv2.rectangle(drawn, (198, 218), (201 + wide, 221 + high), (40, 40, 40), 2)
    drawn[220 : 220 + high, 200 : 200 + wide] = board
    return drawn


def few() -> Pixels:
    """Ten tiles of five kinds on plain ground."""
    drawn = scattered(PAIRS, (60, 72), (54, 66))
    for one, other in zip(PAIRS[::2], PAIRS[1::2], strict=True):
        (top, left), (low, right) = ((30 + 72 * row, 30 + 60 * column) for row, column in (one, other))
        drawn[low : low + 66, right : right + 54] = drawn[top : top + 66, left : left + 54]
    return drawn


def test_each_ground_that_may_bear_a_board_is_a_panel() -> None:
    board = few()
    high, wide = board.shape[:2]
    ends = np.array([(rows.start, rows.stop, columns.start, columns.stop) for rows, columns in panels(page(board))])
    assert (np.abs(ends - (220, 220 + high, 200, 200 + wide)).max(1) <= 1).any()


def test_a_page_of_one_ground_has_no_panels() -> None:
    assert panels(few()) == []


def test_a_board_on_a_panel_lies_where_the_panel_does() -> None:
    board = few()
    alone, found = sight._sight(board, sight.GUESSES), sight._on_a_panel(page(board), sight.GUESSES)
    assert alone is not None
    assert found is not None
    assert (found.kind == alone.kind).all()
    assert np.allclose((found.grid.x - 200, found.grid.y - 220), (alone.grid.x, alone.grid.y), atol=1)
    assert sorted(np.bincount(found.kind[found.kind >= 0]).tolist()) == [2] * 5
