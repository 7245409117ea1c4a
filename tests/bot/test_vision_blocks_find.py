"""Boards of few kinds in whole pictures: found by their frames, refused where they go on, read under text."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bot.frame import Frame
from bot.reading import Sight
from bot.vision.blocks.reader import EMPTY, UNSURE, BlockReader, first_sight_blocks, sort_blocks
from tests.bot.compare import renamed
from tests.bot.synthetic_blocks import Wish, draw
from tests.bot.test_vision_blocks import CALM, faults


@pytest.mark.parametrize(
    ("seed", "what"),
    [
        (513, "gems, thin ones, on a slope"),
        (526, "thirds of cells recur like cells"),
        (546, "hanging blocks without a frame"),
        (558, "a column of blocks that looks like the side of a frame"),
        (1001, "gems hanging on cloth"),
        (1167, "two kinds with signs of one ink, one of them in one place"),
        (1124, "a frame with nothing in it that recurs"),
        (7031, "two cells of ground in another light than beside the board"),
        (7108, "a full board of which one row lies a little beside the grid"),
    ],
)
def test_a_board_is_right_or_refused(seed: int, what: str) -> None:
    drawn = draw(seed)
    reading = BlockReader().read(Frame(drawn.pixels, 0.0))
    if reading.sight is Sight.CLEAR:
        assert reading.position is not None
        assert renamed(reading.position.board) == renamed(drawn.board), what
    else:
        assert reading.why


def test_kinds_that_light_parts_are_doubted() -> None:
    drawn = draw(110_026)
    assert faults(drawn, sort_blocks(drawn.pixels, drawn.grid))[0] == 0


def test_kinds_that_a_ground_like_a_picture_joins_are_doubted() -> None:
    drawn = draw(1018)
    assert faults(drawn, sort_blocks(drawn.pixels, drawn.grid))[0] == 0


def test_empty_cells_under_a_line_of_text_are_empty() -> None:
    drawn = draw(21, replace(CALM, skin="bevel", fill="stack"))
    top = [column for column, label in enumerate(drawn.board[0]) if label == "."]
    assert len(top) >= 3
    at = drawn.grid.cell((0, top[0]))
    text = (int(at.x) + 3, int(at.y) + 18)
    cv2.putText(drawn.pixels, "Moves: 17", text, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA)
    found = sort_blocks(drawn.pixels, drawn.grid)
    assert faults(drawn, found) == (0, 0)
    assert (found.kind[0, top] == EMPTY).all()


def test_a_block_under_strokes_is_told_and_marked() -> None:
    drawn = draw(7, replace(CALM, skin="panel", fill="full"))
    box = drawn.grid.cell((4, 3))
    left, top = round(box.x), round(box.y)
    for y in (9, 17):
        drawn.pixels[top + y : top + y + 3, left : left + 32] = (250, 250, 250)
    found = sort_blocks(drawn.pixels, drawn.grid)
    assert faults(drawn, found)[0] == 0
    assert found.kind[4, 3] == UNSURE or found.marked[4, 3]


def test_rows_of_a_stack_that_has_risen_in_its_frame_are_the_whole_ones() -> None:
    drawn = draw(23, Wish(skin="panel", fill="full", size=(9, 7), kinds=5, pitch=32.0, ground="plain", damage=False))
    box = drawn.grid.box
    area = np.s_[round(box.y) : round(box.y + box.h), round(box.x) : round(box.x + box.w)]
    drawn.pixels[area] = np.roll(drawn.pixels[area], -13, axis=0)
    inner = drawn.pixels[area].copy()
    corner, end = (round(box.x) - 6, round(box.y) - 6), (round(box.x + box.w) + 5, round(box.y + box.h) + 5)
    cv2.rectangle(drawn.pixels, corner, end, (10, 240, 240), 6)
    drawn.pixels[area] = inner
    found = first_sight_blocks(drawn.pixels)
    assert found is not None
    assert found.grid.columns == 7
    down = (found.grid.y - box.y + 13) / 32
    assert abs(down - round(down)) < 0.15


def test_a_picture_of_text_shows_no_board() -> None:
    page = np.full((400, 600, 3), 245, np.uint8)
    for line in range(16):
        words = "the quick brown fox jumps over a lazy dog and back"[line % 5 :]
        cv2.putText(page, words, (20, 30 + 23 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (30, 30, 30), 1, cv2.LINE_AA)
    assert BlockReader().read(Frame(page, 0.0)).sight is not Sight.CLEAR
