"""A board that the edge of the picture, or a bar, cuts off in the middle of its cells is never told as whole."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.reason import About
from bot.vision.blocks.reader import BlockReader
from bot.vision.clues.reader import ClueReader
from bot.vision.picture import load
from bot.vision.tiles.reader import TileReader
from tests.bot.synthetic_tiles import draw
from tests.bot.test_vision_blocks_fixtures import FIXTURES
from tests.sweep import sweep

FULL = ("abcadbdc", "bdacabda", "cadbdcab", "dcbadbca", "abdcacbd", "bacdbdac", "cdbacadb")
HEAP = ("........", "a.......", "b.....c.", "ca...bd.", "dcbadbca", "abdcacbd", "bacdbdac", "cdbacadb")
INKS = {"a": (60, 60, 220), "b": (70, 200, 70), "c": (220, 120, 40), "d": (40, 200, 220)}
PITCH = 36
LEFT, TOP = 90, 110


def page(rows: tuple[str, ...], ruled: bool) -> Pixels:
    """Blocks with gaps in a panel on a page, or with lines around all cells."""
    high, wide = len(rows) * PITCH, len(rows[0]) * PITCH
    pixels = np.full((TOP + high + 90, LEFT + wide + 120, 3), 214, np.uint8)
    cv2.rectangle(pixels, (LEFT - 10, TOP - 10), (LEFT + wide + 9, TOP + high + 9), (52, 44, 40), -1)
    for (row, column), label in np.ndenumerate(np.array([list(line) for line in rows])):
        x, y = LEFT + column * PITCH, TOP + row * PITCH
        if ruled:
            cv2.rectangle(pixels, (x, y), (x + PITCH - 1, y + PITCH - 1), (110, 104, 100), 1)
        if label != ".":
            cv2.rectangle(pixels, (x + 3, y + 3), (x + PITCH - 4, y + PITCH - 4), INKS[label], -1)
            cv2.rectangle(pixels, (x + 3, y + 3), (x + PITCH - 4, y + 8), (240, 240, 240), -1)
    return pixels


def cut_at(pixels: Pixels, side: str, by: float) -> Pixels:
    """What is left of a page whose board is cut off by so many cells."""
    off = round(by * PITCH)
    right, bottom = LEFT + len(FULL[0]) * PITCH - off, TOP + len(FULL) * PITCH - off
    if side in {"left", "right"}:
        return np.ascontiguousarray(pixels[:, LEFT + off :] if side == "left" else pixels[:, :right])
    return np.ascontiguousarray(pixels[TOP + off :] if side == "top" else pixels[:bottom])


def with_bar(pixels: Pixels, side: str) -> Pixels:
    """The same with a browser's bar above or below it."""
    bar = np.full((70, pixels.shape[1], 3), 246, np.uint8)
    bar[:32] = 200
    cv2.putText(bar, "file:///home/page.html", (60, 58), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (60, 60, 60), 1, cv2.LINE_AA)
    return np.vstack([bar, pixels] if side == "top" else [pixels, bar])


@pytest.mark.parametrize(
    ("side", "by", "ruled"), sweep(["left", "right", "top", "bottom"], [0.3, 0.6, 1.5], [False, True])
)
def test_a_board_of_blocks_that_the_picture_cuts_off_is_not_told_as_whole(side: str, by: float, ruled: bool) -> None:
    reading = BlockReader().read(Frame(cut_at(page(FULL, ruled), side, by), 0.0))
    assert reading.sight is Sight.DOUBT
    assert f"cut off at the {side} of the picture" in reading.why
    assert reading.about == {About.WHOLE}


@pytest.mark.parametrize("side", ["top", "bottom"])
def test_a_bar_across_the_picture_cuts_a_board_of_blocks_off(side: str) -> None:
    reading = BlockReader().read(Frame(with_bar(cut_at(page(FULL, ruled=True), side, 0.6), side), 0.0))
    assert reading.sight is Sight.DOUBT
    assert f"cut off at its {side}" in reading.why


def test_empty_cells_whose_lines_go_on_to_the_edge_are_cut_off() -> None:
    pixels = page(tuple(".." + row for row in HEAP), ruled=True)
    reading = BlockReader().read(Frame(cut_at(pixels, "left", 0.5), 0.0))
    assert reading.sight is not Sight.CLEAR
    assert "cut off at the left" in reading.why


@pytest.mark.parametrize(("ruled", "side"), sweep([False, True], ["left", "right", "top", "bottom"]))
def test_a_whole_board_beside_the_edge_of_the_picture_is_not_cut_off(side: str, ruled: bool) -> None:
    reading = BlockReader().read(Frame(cut_at(page(FULL, ruled), side, -0.5), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why


@pytest.mark.parametrize("side", ["top", "bottom"])
def test_tiles_that_a_bar_lies_over_are_cut_off(side: str) -> None:
    drawn = draw(109, rows=7, columns=10, gone=0.0)
    box, part = drawn.grid.box, round(0.5 * drawn.grid.pitch_y)
    start, end = (round(box.y) + part, None) if side == "top" else (0, round(box.y + box.h) - part)
    seen = np.ascontiguousarray(drawn.pixels[start:end, :, :3])
    reading = TileReader().read(Frame(with_bar(seen, side), 0.0))
    assert reading.sight is Sight.COVERED
    assert f"cut off at its {side}" in reading.why


@pytest.mark.parametrize(
    ("screen", "side", "by"),
    sweep(["page/screens/day", "sgt-pattern/screens/cursor"], ["right", "bottom"], [0.5, 1.4]),
)
def test_a_nonogram_that_is_cut_off_is_not_said_to_be_misread(screen: str, side: str, by: float) -> None:
    pixels = load(FIXTURES / "nonogram" / f"{screen}.png")
    whole = ClueReader().read(Frame(pixels, 0.0))
    assert whole.sight is Sight.CLEAR and whole.grid is not None
    grid, box = whole.grid, whole.grid.box
    if side == "right":
        seen = pixels[:, : round(box.x + box.w - by * grid.pitch_x)]
    else:
        seen = pixels[: round(box.y + box.h - by * grid.pitch_y)]
    reading = ClueReader().read(Frame(np.ascontiguousarray(seen), 0.0))
    assert reading.sight is Sight.COVERED
    assert f"cut off at the {side} of the picture" in reading.why
    assert not reading.guesses


@pytest.mark.parametrize("screen", ["page/screens/day", "sgt-pattern/screens/cursor"])
@pytest.mark.parametrize("by", [0.5, 1.7, 3.75])
def test_a_nonogram_that_ends_where_its_page_scrolls_is_cut_off(screen: str, by: float) -> None:
    """What lies below has the colour of the page, so that there is no edge but where the lines end."""
    pixels = load(FIXTURES / "nonogram" / f"{screen}.png")[:, :, :3]
    whole = ClueReader().read(Frame(pixels, 0.0))
    assert whole.grid is not None
    seen = pixels.copy()
    seen[round(whole.grid.box.y + whole.grid.box.h - by * whole.grid.pitch_y) :] = pixels[-2, 2]
    reading = ClueReader().read(Frame(seen, 0.0))
    assert reading.sight is Sight.COVERED
    assert "cut off at its bottom" in reading.why
    assert reading.clued
