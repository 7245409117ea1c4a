"""Boards of few kinds that are ruled, or that go on where nothing is drawn: found out, or said to be in doubt."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.blocks.apart import with_heaps
from bot.vision.blocks.extent import GOES_ON, UNKNOWN, extent
from bot.vision.blocks.plausible import edged, margin, split
from bot.vision.blocks.reader import BlockReader, sort_blocks
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting
from bot.vision.picture import load
from tests.bot.compare import renamed
from tests.bot.test_vision_blocks_fixtures import FIXTURES, shown, truth, wrong

COLOURS = {"a": (60, 60, 220), "b": (70, 200, 70), "c": (220, 120, 40), "d": (40, 200, 220)}
ROWS = ("abcadbdcab", "bdacabdacd", "cadbdcabbc", "dcbadbcada", "abdcacbdcb")
RULED = ("a.....b...", "...c......", ".b....a.c.", "......a...", "..c.b....a", ".a......b.", "....c.....", "b....a..c.")


def blocks(rows: tuple[str, ...], pitch: int, above: int = 0, below: int = 0, beside: int = 0) -> Pixels:
    """Blocks with a dark rim on black, with so many cells above, below and on both sides of them."""
    height, width = (above + len(rows) + below) * pitch, (2 * beside + len(rows[0])) * pitch
    page = np.zeros((height, width, 3), np.uint8)
    for (row, column), label in np.ndenumerate(np.array([list(line) for line in rows])):
        x, y = (beside + column) * pitch, (above + row) * pitch
        if label != ".":
            cv2.rectangle(page, (x + 1, y + 1), (x + pitch - 2, y + pitch - 2), COLOURS[label], -1)
    return page


def ruled(rows: tuple[str, ...], pitch: int, edge: int) -> Pixels:
    """The same within lines around every cell, `edge` pixels of the ground around them."""
    page = np.full((len(rows) * pitch + 2 * edge, len(rows[0]) * pitch + 2 * edge, 3), 40, np.uint8)
    for (row, column), label in np.ndenumerate(np.array([list(line) for line in rows])):
        x, y = edge + column * pitch, edge + row * pitch
        cv2.rectangle(page, (x, y), (x + pitch - 1, y + pitch - 1), (200, 200, 200), 1)
        if label in COLOURS:
            cv2.rectangle(page, (x + 2, y + 2), (x + pitch - 3, y + pitch - 3), COLOURS[label], -1)
        elif label == "+":
            cv2.rectangle(
                page, (x + pitch // 2 - 4, y + pitch // 2 - 4), (x + pitch // 2 + 4, y + pitch // 2 + 4), (255,) * 3, -1
            )
    return page


def test_full_rows_as_wide_as_the_picture_may_go_on_where_nothing_is_drawn() -> None:
    reading = BlockReader().read(Frame(blocks(ROWS, 40, below=6), 0.0))
    assert reading.sight is Sight.DOUBT
    assert reading.why == GOES_ON.said
    assert reading.about == {GOES_ON.about}
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(ROWS)


def test_three_full_rows_may_go_on_wherever_they_lie() -> None:
    for page in (blocks(ROWS[:3], 40, below=6), blocks(ROWS[:3], 40, above=4, below=6, beside=5)):
        reading = BlockReader().read(Frame(page, 0.0))
        assert reading.sight is Sight.DOUBT
        assert reading.why == GOES_ON.said
        assert reading.about == {GOES_ON.about}
        assert reading.position is not None
        assert renamed(reading.position.board) == renamed(ROWS[:3])


def test_three_rows_of_a_heap_tell_its_cells() -> None:
    heap = ("a..b...cd.", *ROWS[:2])
    reading = BlockReader().read(Frame(blocks(heap, 40, above=4, below=6, beside=5), 0.0))
    assert reading.sight is Sight.DOUBT
    assert reading.why == UNKNOWN.said
    assert reading.about == {UNKNOWN.about}
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(heap)


def test_rows_that_are_too_few_for_a_board_are_refused_as_such() -> None:
    reading = BlockReader().read(Frame(blocks(ROWS[:2], 40, below=6), 0.0))
    assert reading.sight is Sight.LOST
    assert "found 2 full ones" in reading.why


def test_full_rows_with_ground_all_around_are_the_whole_board() -> None:
    reading = BlockReader().read(Frame(blocks(ROWS, 40, above=2, below=4, beside=2), 0.0))
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(ROWS)


def test_full_rows_between_walls_that_go_on_are_not_the_whole_board() -> None:
    page = blocks(ROWS, 40, above=6, below=2, beside=3)
    for x in (3 * 40 - 1, 13 * 40):
        cv2.line(page, (x, 30), (x, 11 * 40), (200, 210, 220), 2)
    reading = BlockReader().read(Frame(page, 0.0))
    assert reading.sight is Sight.DOUBT
    assert reading.why


def test_cells_with_nothing_but_lines_around_them_are_empty() -> None:
    reading = BlockReader().read(Frame(ruled(RULED, 40, 90), 0.0))
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(RULED)


def test_where_a_kind_is_torn_in_two_the_others_are_numbered_without_it() -> None:
    def sorting(*rows: tuple[int, ...]) -> Sorting:
        kind = np.array(rows)
        return Sorting(
            Grid(0, 0, 20, 20, *kind.shape), kind, np.ones(kind.shape, np.float32), np.zeros(kind.shape, np.bool_), 1.0
        )

    found = split(sorting((0, 0, 1), (1, 2, 2)), sorting((0, 0, 1), (2, 3, 3)))
    assert found.kind.tolist() == [[0, 0, UNSURE], [UNSURE, 1, 1]]


def test_ground_beside_a_ruled_board_is_no_row_of_it() -> None:
    page = ruled(RULED, 40, 90)
    on, beside = Grid(90, 90, 40, 40, 8, 10), Grid(90, 50, 40, 40, 9, 10)
    assert not margin(page, sort_blocks(page, on))
    found = sort_blocks(page, beside)
    assert (found.kind[0] == EMPTY).all()
    assert margin(page, found)


def test_a_figure_on_bare_ground_among_blocks_that_fill_their_cells_may_be_a_mark() -> None:
    rows = (
        "a...+.b...",
        "...c+.....",
        ".b..+.a.c.",
        "....+.a...",
        "++c.b.+++a",
        ".a..+...b.",
        "....c.....",
        "b....a..c.",
    )
    found = sort_blocks(ruled(rows, 40, 90), Grid(90, 90, 40, 40, 8, 10))
    labels = np.array([list(row) for row in rows])
    assert (found.kind[labels == "+"] == UNSURE).all()
    assert (found.kind[labels == "."] == EMPTY).all()
    assert (found.kind[np.isin(labels, ["a", "b", "c"])] >= 0).all()


def test_two_walls_with_nothing_between_them_are_no_blocks() -> None:
    grid = Grid(0, 0, 20, 20, 8, 5)
    kind = np.full((8, 5), EMPTY)
    kind[1:-1, 0], kind[1:-1, -1] = 0, 1
    kind[4, -1], kind[-2, 2] = UNSURE, 2
    sorting = Sorting(grid, kind, np.ones((8, 5), np.float32), np.zeros((8, 5), np.bool_), 2.0)
    assert edged(sorting)
    kind[-3:, 1:-1] = [[0, 1, 0], [1, 0, 2], [2, 1, 0]]
    assert not edged(sorting)


@pytest.mark.parametrize(
    ("screen", "what"),
    [
        (
            "columns/stax/screens/risen-over-bricks",
            "bricks that return at nearly the same distance, and halves that recur",
        ),
        ("columns/monsterz/screens/full", "figures over a ground of many colours"),
        ("columns/quadrapassel/screens/heap-and-piece", "a board that few blocks stand in"),
        ("lines/five-or-more/screens/large-window", "a dozen pieces on a ruled board"),
    ],
)
def test_a_recorded_board_is_read_at_first_sight(screen: str, what: str) -> None:
    path = FIXTURES / f"{screen}.png"
    position, grid = truth(path)
    reading = BlockReader().read(Frame(load(path), 0.0))
    assert reading.sight is Sight.CLEAR, what
    assert reading.grid is not None
    assert reading.position is not None
    first = round((reading.grid.y - grid.y) / grid.pitch_y)
    seen = reading.position.board
    assert len(seen) >= grid.rows - 1
    kind = np.array([[EMPTY if cell == "." else ord(cell) for cell in row] for row in seen])
    assert wrong(shown(position)[first : first + len(seen)], kind) == 0


def test_marbles_without_a_border_are_found_though_their_halves_recur() -> None:
    path = FIXTURES / "samegame/klickety/screens/marbles-without-a-frame.png"
    position, grid = truth(path)
    reading = BlockReader().read(Frame(load(path), 0.0))
    assert reading.why == UNKNOWN.said
    assert reading.about == {UNKNOWN.about}
    assert reading.grid is not None
    assert reading.position is not None
    first = round((reading.grid.y - grid.y) / grid.pitch_y)
    seen = reading.position.board
    kind = np.array([[EMPTY if cell == "." else ord(cell) for cell in row] for row in seen])
    assert wrong(tuple(row[: len(seen[0])] for row in shown(position)[first : first + len(seen)]), kind) == 0


def test_a_kind_that_nearly_fills_a_ruled_board_is_its_ground() -> None:
    name = "lines/five-or-more/screens/small-window"
    pixels = np.asarray(cv2.resize(load(FIXTURES / f"{name}.png")[:, :, :3], None, fx=1, fy=1.143), np.uint8)
    reading = BlockReader().read(Frame(pixels, 0.0))
    assert reading.position is not None, reading.why
    assert renamed(reading.position.board) == renamed(shown(truth(FIXTURES / f"{name}.png")[0]))


HEAPS = ("..d.........", "..ad...b....", "..ca...a..d.", ".bbdc.cdb.ab", ".cabd.bcadca")


@pytest.mark.parametrize(("first", "columns"), [(1, 11), (6, 11)])
def test_heaps_that_stand_apart_on_one_floor_are_of_one_board(first: int, columns: int) -> None:
    pixels = blocks(HEAPS, 25, above=6, beside=4)
    part = Grid((4 + first) * 25.0, 150.0, 25, 25, 5, 4)
    whole = with_heaps(pixels, sort_blocks(pixels, part))
    assert (round(whole.x), whole.columns) == (4 * 25 + 25, columns)


def test_a_heap_at_the_edge_of_the_picture_is_of_the_board_that_stands_apart() -> None:
    pixels = blocks(HEAPS, 25, above=6)[:, 25:]
    whole = with_heaps(pixels, sort_blocks(pixels, Grid(124.7, 150.0, 25, 25, 5, 7)))
    assert (round(whole.x), whole.columns) == (0, 12)


def test_a_heap_beyond_a_wall_is_of_another_board() -> None:
    pixels = blocks(HEAPS, 25, above=6, beside=4)
    pixels[:, 9 * 25 + 5 : 9 * 25 + 20] = 90
    part = Grid(5 * 25.0, 150.0, 25, 25, 5, 4)
    assert with_heaps(pixels, sort_blocks(pixels, part)) == part


@pytest.mark.parametrize(("aside", "bounded"), [(0.2, True), (0.34, False)])
def test_lines_that_stand_off_on_both_sides_are_those_of_a_page(aside: float, bounded: bool) -> None:
    core, off = Grid(200.0, 180.0, 40.0, 40.0, 5, 6), round(aside * 40)
    across, down = np.zeros((2, 420, 640), np.float32)
    left, right, top, bottom = 120 - off, 480 + off, 140, 380
    across[top:bottom, [left, right]] = down[[top, bottom], left:right] = 0.8
    grid, why = extent(across, down, core, None)
    assert (why is None) == bounded
    assert (grid.rows, grid.columns) == ((6, 9) if bounded else (5, 6))
