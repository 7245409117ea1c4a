"""A board of which not all kinds are known teaches the others while it is read: what lies still, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import pytest

from bot.frame import Frame, Pixels
from bot.layout import Layout
from bot.layouts import load_layout
from bot.reading import Reader, Reading, Sight
from bot.vision.readers import make_reader
from calibration.discover import discover
from calibration.keep import keep
from tests.bot.beads import CELL, COLOURS, LEFT, START, TOP, bead, screen


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> Layout:
    """Learned from a picture on which two kinds lie."""
    draft = discover([screen(START)], game="puyo")
    return keep(draft, tmp_path_factory.mktemp("home") / "puyo" / "begun", title="For a test")


def watched(reader: Reader, pictures: Sequence[Pixels], start: float, seconds: float) -> Reading:
    """The last of many looks at pictures that follow each other, each shown for a twentieth of a second."""
    readings = [
        reader.read(Frame(pictures[number % len(pictures)], start + number / 20))
        for number in range(round(seconds * 20) + 1)
    ]
    return readings[-1]


def board_of(reading: Reading) -> tuple[str, ...]:
    assert reading.position is not None
    return reading.position.board


def test_a_layout_of_a_game_in_which_pairs_fall_says_that_it_learns(layout: Layout) -> None:
    assert layout.board.learns
    assert load_layout(layout.folder).board.learns


def test_a_piece_that_nobody_knows_is_a_new_kind_once_it_lies_still(layout: Layout) -> None:
    reader = make_reader(layout)
    told = board_of(watched(reader, [screen(START)], 0.0, 0.2))
    red, green = told[9][0], told[10][0]
    more = (*START[:8], "...b..", "r..b..", "gg.y..", "rg.r..")
    first = watched(reader, [screen(more)], 1.0, 0.5)
    assert first.sight is Sight.DOUBT, "it may still be falling"
    after = board_of(watched(reader, [screen(more)], 1.0, 3.0))
    assert "?" not in "".join(after)
    blue, yellow = after[8][3], after[10][3]
    assert after[9][3] == blue
    assert len({red, green, blue, yellow}) == 4
    assert (after[9][0], after[10][1], after[11][3]) == (red, green, red)


def test_kinds_are_learned_while_more_of_them_keep_landing(layout: Layout) -> None:
    """Each lies still for itself, and what shows the same is one look, however many there are."""
    reader = make_reader(layout)
    more = (*START[:9], "r..byp", "gg.byp", "rg.byp")
    pictures = [screen((*more[:8], line, *more[9:])) for line in ("......", "...b..", "...by.", "...byp")]
    for number in range(33):
        reading = reader.read(Frame(pictures[min(3, number // 8)], number / 10))
    told = board_of(reading)
    assert "?" not in "".join(told[9:])
    assert len({told[10][column] for column in (0, 3, 4, 5)}) == 4


def test_what_was_learned_is_known_in_another_place(layout: Layout) -> None:
    reader = make_reader(layout)
    more = (*START[:9], "r..b..", "gg.b..", "rg.r..")
    blue = board_of(watched(reader, [screen(more)], 0.0, 2.0))[9][3]
    moved = (*START[:9], "rb....", "gg....", "rg.rb.")
    told = reader.read(Frame(screen(moved), 5.0))
    assert told.sight is Sight.CLEAR
    assert (board_of(told)[9][1], board_of(told)[11][4]) == (blue, blue)


def test_a_pair_in_the_air_is_learned_only_when_it_lies(layout: Layout) -> None:
    reader = make_reader(layout)
    told = watched(reader, [screen(("......", "..b...", "..b...", *START[3:]))], 0.0, 3.0)
    assert told.position is not None
    assert "current" not in told.position.blocks
    assert told.position.blocks["falling"] == ("1,2", "2,2")
    lying = board_of(watched(reader, [screen((*START[:10], "gg.b..", "rg.r.."))], 4.0, 2.0))
    assert lying[10][3] not in "?."


def test_what_moves_or_flashes_is_no_kind(layout: Layout) -> None:
    lying = (*START[:9], "r..b..", "gg.b..", "rg.r..")
    bright = screen(lying)
    bright[TOP + 9 * CELL : TOP + 11 * CELL, LEFT + 3 * CELL + 2 : LEFT + 4 * CELL - 2] += 25
    told = board_of(watched(make_reader(layout), [screen(lying), bright], 0.0, 3.0))
    assert told[9][3] == "?"


def test_words_over_the_board_are_no_kinds(layout: Layout) -> None:
    pixels = screen((*START[:8], "ggrgrg", "rggrgr", "ggrrgg", "rgrgrr"))
    reader = make_reader(layout)
    watched(reader, [pixels], 0.0, 0.2)
    over = pixels.copy()
    cv2.putText(over, "PAUSE", (LEFT + 4, TOP + 10 * CELL), cv2.FONT_HERSHEY_SIMPLEX, 2.0, (255, 255, 255), 14)
    told = "".join(board_of(watched(reader, [over], 1.0, 6.0)))
    assert "?" in told
    assert set(told) <= set("?.ab")


def test_a_known_kind_in_another_state_is_no_new_one(layout: Layout) -> None:
    pixels = screen(START)
    for row, column in ((9, 0), (11, 0)):
        x, y = LEFT + column * CELL, TOP + row * CELL
        bead(pixels, x, y, COLOURS["r"], lid=True)
        cv2.rectangle(pixels, (x + 2, y + 2), (x + CELL - 2, y + 9), (245, 245, 245), -1)
    reader = make_reader(layout)
    red = board_of(watched(reader, [screen(START)], 0.0, 0.2))[9][0]
    told = board_of(watched(reader, [pixels], 1.0, 3.0))
    assert told[9][0] in {red, "?"}


def test_a_grey_piece_that_comes_later_is_garbage_until_it_falls_beside_a_colour(layout: Layout) -> None:
    reader = make_reader(layout)
    watched(reader, [screen(START)], 0.0, 0.2)
    three = (*START[:10], "gg.b..", "rg.r..")
    told = board_of(watched(reader, [screen(three)], 1.0, 3.0))
    assert len({label for line in told for label in line} - {"."}) == 3
    littered = (*START[:10], "ggob..", "rgor..")
    told = board_of(watched(reader, [screen(littered)], 5.0, 3.0))
    assert (told[10][2], told[11][2]) == ("#", "#")
    reading = watched(reader, [screen(("...o..", "...r..", *littered[2:]))], 9.0, 0.2)
    again = board_of(reading)
    assert again[10][2] == again[11][2] != "#"
    assert reading.position is not None
    assert reading.position.blocks["current"] == (f"{again[11][3]}{again[10][2]}",)


def test_pale_kinds_that_differ_in_a_part_of_a_cell_only_are_two_by_their_hues(layout: Layout) -> None:
    """Mint was taken for sky blue in another state: plainly they differ where no light falls on them."""
    reader = make_reader(layout)
    watched(reader, [screen(START)], 0.0, 0.2)
    pixels = screen(START)
    sky, mint = (231, 199, 167), (215, 234, 181)
    for row, column, colour in ((10, 5, sky), (11, 5, mint), (11, 4, sky)):
        x, y = LEFT + column * CELL, TOP + row * CELL
        bead(pixels, x, y, colour)
        lit = pixels[y + 2 : y + 22, x + 2 : x + CELL - 2]
        lit[:] = 255 - (255 - lit) // 2
    told = board_of(watched(reader, [pixels], 1.0, 4.0))
    assert told[11][4] == told[10][5] != told[11][5]
    assert "?" not in told[10] + told[11]
