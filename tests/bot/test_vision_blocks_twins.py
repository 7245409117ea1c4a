"""Boards like each other in one picture, whose cells one grid may fit, with ground between them that looks empty."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.blocks.cluster import numbered
from bot.vision.blocks.common import SEVERAL, in_common, led
from bot.vision.blocks.first import first_sight_blocks
from bot.vision.blocks.reader import BlockReader
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting
from bot.vision.blocks.twins import apart, halves
from tests.bot.compare import renamed, trimmed
from tests.sweep import sweep
from tests.synthetic import APART, TUNED, Part, draw, spec_of


@pytest.mark.parametrize(
    ("part", "seed", "what"),
    sweep(
        [
            (TUNED, 8230, "full, on nearly one grid"),
            (TUNED, 8155, "full, on no common grid"),
            (TUNED, 8248, "heaps"),
            (APART, 8209, "heaps of which one is higher"),
            (APART, 8243, "full, over clouds"),
            (APART, 8115, "full, and a preview beside them"),
        ]
    ),
)
def test_two_boards_beside_each_other_are_told_apart(part: Part, seed: int, what: str) -> None:
    pixels, drawn = draw(spec_of(seed, part, "stack"))
    reading = BlockReader().read(Frame(pixels, 0.0))
    assert reading.position is not None, what
    assert SEVERAL.said in reading.why, what
    assert drawn.twin is not None
    boards = {renamed(trimmed(board)) for board in (drawn.board, drawn.twin.board)}
    told = [renamed(trimmed(reading.position.blocks[name])) for name in ("board", "board2")]
    if reading.doubts:
        assert told[0] in boards, what
    else:
        assert set(told) == boards, what


MINE = ("......", "......", "......", "..d...", ".bac..", "cbdaab", "aacbdd", "dcbabc")
THEIRS = ("......", "......", "......", "......", "...e..", ".bce..", "bbcdec", "ecdbbd")


def both(mine: tuple[str, ...] = MINE, theirs: tuple[str, ...] = THEIRS) -> Pixels:
    """A page with two boards beside each other."""
    pixels = np.full((520, 800, 3), 235, np.uint8)
    for rows, left in ((mine, 40), (theirs, 440)):
        cv2.rectangle(pixels, (left - 6, 54), (left + 6 * 40 + 5, 65 + 8 * 40), (90, 60, 40), -1)
        for (row, column), label in np.ndenumerate(np.array([list(row) for row in rows])):
            x, y = left + 40 * column, 60 + 40 * row
            cv2.rectangle(pixels, (x, y), (x + 39, y + 39), (40, 30, 30), -1)
            if label != ".":
                cv2.rectangle(pixels, (x + 2, y + 2), (x + 37, y + 37), INKS[label], -1)
    return pixels


INKS = {"a": (200, 60, 230), "b": (230, 200, 40), "c": (40, 210, 240), "d": (230, 90, 40), "e": (60, 200, 60)}


def test_of_two_boards_both_are_told_and_like_blocks_have_one_label() -> None:
    reading = BlockReader().read(Frame(both(), 0.0))
    assert reading.position is not None and reading.grid is not None
    assert reading.sight is Sight.DOUBT
    assert reading.why == SEVERAL.said
    assert reading.about == {SEVERAL.about}
    assert not reading.doubts
    told = [
        row + other for row, other in zip(*(reading.position.blocks[one] for one in ("board", "board2")), strict=True)
    ]
    assert renamed(tuple(told)) == renamed(tuple(row + other for row, other in zip(MINE, THEIRS, strict=True)))
    assert reading.grid.x == pytest.approx(40, abs=1)
    assert [grid.x for grid in reading.beside] == pytest.approx([440], abs=1)


@pytest.mark.parametrize(("side", "x", "rows"), [("left", 40, MINE), ("right", 440, THEIRS)])
def test_boards_are_led_by_the_one_that_is_meant(side: str, x: int, rows: tuple[str, ...]) -> None:
    found = first_sight_blocks(both())
    assert found is not None
    meant = led(found, side)
    assert meant.grid.x == pytest.approx(x, abs=1)
    assert len(meant.twins) == 1
    assert renamed(tuple("".join(".abcde"[kind + 1] for kind in row) for row in meant.kind)) == renamed(rows)
    # Its kinds are numbered in order of appearance, like those of a board alone.
    shown = meant.kind[meant.kind >= 0]
    assert numbered(shown).tolist() == shown.tolist()


@pytest.mark.parametrize(("more", "number"), [(0, 0), (20, UNSURE), (90, 2)])
def test_a_kind_that_is_hardly_another_boards_is_in_doubt(more: int, number: int) -> None:
    inks = [(60, 60, 60), (60, 60, 120), (60 + more, 60, 60), (60, 60, 120)]
    kinds = np.array([[0, 1, 0, 1], [1, 0, 1, 0], [0, 0, 1, 1]])
    colours = np.array(inks)[np.hstack([kinds, kinds + 2])]
    pixels = np.kron(colours, np.ones((20, 20, 1))).astype(np.uint8)
    whole, plain = np.ones(kinds.shape, np.float32), np.zeros(kinds.shape, np.bool_)
    boards = [Sorting(Grid(x, 0, 20, 20, 3, 4), kinds, whole, plain, 3.0) for x in (0, 80)]
    (other,) = in_common(pixels, boards).twins
    assert set(other.kind[kinds == 0].tolist()) == {number}
    assert set(other.kind[kinds == 1].tolist()) == {1}


def beside(mine: NDArray[np.int64], theirs: NDArray[np.int64], pixels: Pixels) -> tuple[Sorting, Sorting]:
    """What is told in common of two boards of 20 pixels a cell beside each other that were sorted by themselves."""
    boards = [
        Sorting(
            Grid(x, 0, 20, 20, *kinds.shape),
            kinds,
            (kinds != UNSURE).astype(np.float32),
            np.zeros(kinds.shape, np.bool_),
            3.0,
        )
        for x, kinds in ((0, mine), (20 * mine.shape[1], theirs))
    ]
    found = in_common(pixels, boards)
    return found, found.twins[0]


def painted(kinds: NDArray[np.int64], inks: list[tuple[int, int, int]]) -> Pixels:
    """Flat blocks of 20 pixels."""
    return np.kron(np.array(inks)[kinds], np.ones((20, 20, 1))).astype(np.uint8)


INK = [(60, 60, 60), (60, 60, 200), (60, 200, 60), (200, 60, 60)]
KINDS = np.array([[0, 1, 0, 1], [1, 0, 1, 0], [0, 2, 1, 2]])


@pytest.mark.parametrize(("ink", "number"), [(INK[2], 2), ((60, 130, 130), UNSURE)])
def test_a_block_in_doubt_is_told_by_another_board_that_shows_its_like(ink: tuple[int, int, int], number: int) -> None:
    theirs = np.where(KINDS == 2, 1, KINDS)
    theirs[0, 0] = UNSURE
    shown = np.hstack([KINDS, np.where(theirs == UNSURE, 3, theirs)])
    mine, other = beside(KINDS, theirs, painted(shown, [*INK[:3], ink]))
    assert other.kind[0, 0] == number
    assert (other.margins[0, 0] > 0.15) == (number != UNSURE)
    assert (np.delete(other.kind, 0) == np.delete(theirs, 0)).all()
    assert (mine.kind == KINDS).all()


def test_faces_with_their_eyes_shut_on_one_board_are_those_of_the_other() -> None:
    theirs = np.where(KINDS == 0, 3, KINDS)
    pixels = painted(np.hstack([KINDS, theirs]), [(40, 170, 170), (40, 110, 170), (170, 60, 60), (60, 170, 60)])
    for row, column in np.argwhere(theirs == 1):
        x, y = 20 * (4 + column), 20 * row
        pixels[y + 8 : y + 12, x + 6 : x + 14] = 240
    _, other = beside(KINDS, np.where(theirs == 3, 0, theirs), pixels)
    assert set(other.kind[theirs == 1].tolist()) == {1}
    assert set(other.kind[theirs == 3].tolist()) == {3}


def test_kinds_are_shared_by_boards_whose_grids_lie_otherwise_on_their_blocks() -> None:
    pixels = painted(np.hstack([KINDS, KINDS]), INK)
    for row, column in np.ndindex(3, 8):
        cv2.circle(pixels, (20 * column + 9, 20 * row + 9), 5, (240, 240, 240), 2)
    boards = [
        Sorting(Grid(x, y, 20, 20, 3, 4), KINDS, np.ones((3, 4), np.float32), np.zeros((3, 4), np.bool_), 3.0)
        for x, y in ((-1, 1.5), (82, -1.5))
    ]
    assert (in_common(pixels, boards).twins[0].kind == KINDS).all()


def sorting_of(*rows: str) -> Sorting:
    """A sorting that tells these rows, of blocks of one colour a letter."""
    inks = {
        label: np.array(ink)
        for label, ink in zip(".abc", ((40, 40, 40), (60, 60, 220), (70, 200, 70), (220, 120, 30)), strict=True)
    }
    pixels = np.kron(np.array([[inks[label] for label in row] for row in rows]), np.ones((20, 20, 1))).astype(np.uint8)
    found = sort_blocks(pixels, Grid(0, 0, 20, 20, len(rows), len(rows[0])))
    kind = np.array([[".abc".index(label) - 1 for label in row] for row in rows])
    return Sorting(**{**vars(found), "kind": np.where(kind < 0, EMPTY, kind)})


def test_boards_of_one_width_are_parted_where_columns_between_them_are_empty() -> None:
    parts = halves(sorting_of(".......b.", "abab.baba", "baba.abbb"))
    assert [(part.grid.x, part.grid.columns, part.cells.sum()) for part in parts] == [(0, 4, 8), (100, 4, 9)]


def test_boards_are_parted_where_columns_between_them_show_what_neither_does() -> None:
    parts = apart(sorting_of(".abab.cbaba", ".babaccabba", ".abba.cbaab"))
    assert [(part.grid.x, part.grid.columns) for part in parts] == [(20, 4), (140, 4)]


@pytest.mark.parametrize(
    "rows",
    [
        ("ababcbabc", "baba.abba"),
        ("ababcaaaa", "babacaaaa"),
        ("abab.bab", "baba.abb"),
        ("aba.bab", "bab.abb"),
        ("abab....", "baba...."),
        ("ab.ba.ab", "ba.ab.ab"),
    ],
)
def test_no_board_is_parted_into_others_of_another_width_or_tiny_ones(rows: tuple[str, ...]) -> None:
    assert halves(sorting_of(*rows)) == apart(sorting_of(*rows)) == []


def test_a_part_of_several_boards_that_is_all_of_them_again_is_not_parted_once_more() -> None:
    pixels, drawn = draw(spec_of(102309, TUNED, "stack"))
    found = first_sight_blocks(pixels)
    assert found is not None
    assert abs(found.grid.pitch_x - drawn.grid.pitch_x) < 0.25


def test_what_is_drawn_in_step_between_two_boards_is_part_of_none() -> None:
    full = ("eabcde", "abcade", "cbadbe", "abecba", "badcab")
    few = ("......", "......", "..a...", "bca.d.", "abcdbc")
    page = np.full((264, 456, 3), (120, 90, 60), np.uint8)
    for rows, left in ((full, 48), (("fff",) * 5, 192), (few, 264)):
        for (row, column), label in np.ndenumerate(np.array([list(row) for row in rows])):
            x, y = left + 24 * column, 96 + 24 * row
            if label != ".":
                cv2.rectangle(page, (x, y), (x + 23, y + 23), (20, 20, 20), -1)
                cv2.rectangle(page, (x + 2, y + 2), (x + 21, y + 21), INKS.get(label, (90, 130, 60)), -1)
                cv2.circle(page, (x + 12, y + 12), 4 if label in INKS else 8, (255, 255, 255), 2)
    found = first_sight_blocks(page)
    assert found is not None
    assert [board.grid.columns for board in (found, *found.twins)] == [6, 6]
    assert (found.kind >= 0).all()
