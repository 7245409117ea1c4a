"""Nonograms on grounds on which little is seen: lines that hardly show inside a frame, a panel on a page like it."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Pixels
from bot.reading import Sight
from tests.bot.test_vision_clues_filled import PICTURE, drawn_with, read
from tests.synthetic.digit_fonts import NEEDS_FONTS, faces
from tests.synthetic.nonograms import THEMES, Drawn

pytestmark = pytest.mark.skipif(not faces(frozenset({"DejaVu Sans"})), reason=NEEDS_FONTS)

SCATTERED = (
    "..##....#...",
    "#....##.....",
    "..###.#.....",
    "....#.###...",
    ".....##.....",
    "...##.##.##.",
    "..#..###....",
    ".##..#.#..#.",
    "....##.....#",
    "............",
)
"""Filled cells, next to each other in the middle."""


def with_faint_lines(drawn: Drawn) -> Pixels:
    """The picture without what is seen of the lines inside the frame."""
    pixels, theme = drawn.pixels.copy(), THEMES[drawn.look.theme]
    box = drawn.grid.box
    inside = pixels[round(box.y) + 2 : round(box.y + box.h) - 1, round(box.x) + 2 : round(box.x + box.w) - 1]
    lines = (np.abs(inside.astype(int) - np.array(theme.line)) <= 2).all(2)
    inside[lines] = np.array(theme.paper) + 2
    return pixels


@pytest.mark.parametrize("pitch", [26.0, 40.0, 57.0])
def test_a_frame_around_faint_lines_shows_how_far_the_board_reaches(pitch: float) -> None:
    drawn = drawn_with("dark", SCATTERED, pitch=pitch)
    reading = read(with_faint_lines(drawn))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth


@pytest.mark.parametrize("wide", [60, 150, 400])
def test_struck_clues_on_a_panel_that_hardly_differs_from_its_page(wide: int) -> None:
    drawn = drawn_with("paper", PICTURE, struck=1.0, done=1.0, digit=0.3, pitch=36.0)
    page = np.array(drawn.pixels[-2, 2])
    panel = np.full((len(drawn.pixels), wide, 3), page, np.uint8)
    around = np.full((len(drawn.pixels), 420, 3), page - np.array([0, 6, 13]), np.uint8)
    reading = read(np.hstack([around, panel, drawn.pixels]))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth
