"""Boards of few kinds in whole pictures: found by their frames, refused where they go on, read under text."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bot.frame import Frame
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.blocks.common import SEVERAL
from bot.vision.blocks.plausible import floats, lined, parts
from bot.vision.blocks.reader import BlockReader, first_sight_blocks, sort_blocks
from bot.vision.blocks.refusal import colourless
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting
from bot.vision.picture import load
from tests.bot.compare import renamed
from tests.bot.synthetic_blocks import Wish, draw
from tests.bot.test_vision_blocks import CALM, faults
from tests.bot.test_vision_blocks_fixtures import FIXTURES, shown, truth, wrong
from tests.synthetic import TUNED, spec_of
from tests.synthetic import draw as drawn_of


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
        (955_046, "one cell of ground in another light than all others"),
        (980_088, "a heap without a frame, in which narrower cells recur as well"),
        (997_174, "flat blocks on cloth, whose ground passes for a kind on a grid that lies a little beside"),
        (995_127, "hanging blocks whose sides look like a frame that smaller cells fill"),
        (1_345_132, "a full board that larger cells cut in four ways by turns"),
        (1_345_136, "full rows below others, whose upper edges look like a frame"),
        (1_345_188, "full rows above others, which lower cells cut nearly as well"),
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


@pytest.mark.parametrize("screen", ["lost", "paused"])
def test_a_screen_that_a_game_has_greyed_is_refused_as_such(screen: str) -> None:
    reading = BlockReader().read(Frame(load(FIXTURES / "puyo" / "flobopuyo-stage" / "screens" / f"{screen}.png"), 0.0))
    assert reading.sight is Sight.LOST
    assert "colour" in reading.why


def test_a_picture_with_a_coloured_board_in_it_is_not_colourless() -> None:
    drawn = draw(29, replace(FRAMED, size=(9, 6)))
    grey = np.repeat(drawn.pixels[:, :, 1:2], 3, axis=2)
    cv2.putText(grey, "Paused", (40, 60), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (40, 220, 240), 2)
    assert not colourless(drawn.pixels)
    assert colourless(grey)


def test_a_few_coloured_pieces_on_a_plain_page_are_no_paused_game() -> None:
    page = np.full((600, 800, 3), 255, np.uint8)
    for at, colour in enumerate(((0, 0, 230), (0, 200, 0), (230, 60, 0)) * 2):
        cv2.circle(page, (200 + 40 * (at % 3), 400 + 40 * (at // 3)), 18, colour, -1)
    assert not colourless(page)


def test_ground_in_the_colour_of_a_kind_around_a_frame_is_no_part_of_the_board() -> None:
    drawn = draw(991_002, Wish(skin="flat", ground="plain", fill="full", kinds=3, framed=True))
    reading = BlockReader().read(Frame(drawn.pixels, 0.0))
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(drawn.board)


def test_a_picture_of_text_shows_no_board() -> None:
    page = np.full((240, 600, 3), 245, np.uint8)
    for line in range(9):
        words = "the quick brown fox jumps over a lazy dog and back"[line % 5 :]
        cv2.putText(page, words, (20, 30 + 23 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (30, 30, 30), 1, cv2.LINE_AA)
    assert BlockReader().read(Frame(page, 0.0)).sight is not Sight.CLEAR


def board_of(rows: list[str], pitch: int, grounds: tuple[int, int], figure: float) -> np.ndarray:
    """A picture of a board of diamonds, `figure` of a cell wide, on ground of two grey levels by turns."""
    colours = {"a": (60, 60, 220), "b": (70, 200, 70), "c": (220, 120, 40), "d": (40, 200, 220)}
    height, width = pitch * (len(rows) + 2), pitch * (len(rows[0]) + 4)
    page = np.full((height, width, 3), 90, np.uint8)
    for (row, column), label in np.ndenumerate(np.array([list(row) for row in rows])):
        y, x = pitch * (row + 1), pitch * (column + 2)
        page[y : y + pitch, x : x + pitch] = grounds[(row + column) % 2]
        if label != ".":
            middle, half = np.array([x + pitch / 2, y + pitch / 2]), figure * pitch / 2
            corners = middle + half * np.array([[0, -1], [1, 0], [0, 1], [-1, 0]])
            cv2.fillPoly(page, [np.round(corners).astype(np.int32)], colours[label], cv2.LINE_AA)
    return page


DIAMONDS = ["abcadbdc", "bdacabda", "cadbdcab", "dcbadbca", "abdcacbd", "bcadbdac"]


@pytest.mark.parametrize("grounds", [(30, 90), (245, 200)])
def test_figures_on_chequered_ground_are_one_kind_on_both_colours(grounds: tuple[int, int]) -> None:
    rows = [*DIAMONDS[:2], "..dba.ac", *DIAMONDS[3:]]
    found = sort_blocks(board_of(rows, 36, grounds, 0.6), Grid(72, 36, 36, 36, len(rows), len(rows[0])))
    seen = tuple("".join(".?"[kind + 1 :][:1] if kind < 0 else chr(65 + kind) for kind in line) for line in found.kind)
    assert renamed(seen) == renamed(tuple(rows))


def test_lines_between_cells_of_chequered_ground_are_no_sides_of_a_frame() -> None:
    rows = ["........", "........", *("." + row[:7] for row in DIAMONDS)]
    page = board_of(rows, 32, (244, 232), 0.9)
    cv2.rectangle(page, (62, 30), (64 + 8 * 32 + 1, 32 + len(rows) * 32 + 1), (20, 20, 20), 2)
    found = first_sight_blocks(page)
    assert found is not None
    assert (found.grid.rows, found.grid.columns) == (8, 8)


def test_a_panel_above_a_board_of_the_same_width_is_no_part_of_it() -> None:
    drawn = draw(29, Wish(skin="bevel", fill="stack", size=(9, 6), kinds=5, pitch=36.0, ground="plain", framed=True))
    box = drawn.grid.box
    left, right, top = round(box.x) - 4, round(box.x + box.w) + 3, round(box.y) - 4
    colour = drawn.pixels[top + 1, left + 30].tolist()
    cv2.rectangle(drawn.pixels, (left, top - 44), (right, top - 12), colour, 4)
    found = first_sight_blocks(drawn.pixels)
    assert found is not None
    assert (found.grid.rows, found.grid.columns) == (9, 6)


def test_merged_blocks_without_a_border_are_read_and_their_border_asked_for() -> None:
    drawn = draw(
        31, Wish(skin="flat", fill="samegame", size=(9, 11), kinds=4, pitch=30.0, ground="plain", framed=False)
    )
    reading = BlockReader().read(Frame(drawn.pixels, 0.0))
    assert reading.sight is Sight.DOUBT
    assert "border" in reading.why
    assert not reading.doubts


def test_the_pitch_of_a_small_picture_is_not_rounded() -> None:
    drawn = draw(300_019)
    found = first_sight_blocks(drawn.pixels)
    assert found is not None
    assert found.grid.pitch_x == pytest.approx(drawn.grid.pitch_x, abs=0.25)


FRAMED = Wish(skin="panel", fill="stack", size=(11, 6), kinds=5, pitch=32.0, ground="plain", framed=True, damage=False)


@pytest.mark.parametrize(
    ("seed", "what"),
    [
        (910024, "a frame on cloth, which is full of faint lines"),
        (910089, "thin figures on a photograph, of which hardly one recurs"),
        (1_500_020, "a full board without a frame, whose blocks' halves recur nearly as well"),
        (9_500_167, "balls with a photograph between them, which recur in their middles alone"),
        (1_340_194, "small balls, of which eyes that blink are a large part"),
        (1_340_209, "a cell of a photograph in a corner of the frame, which parts it from all other ground"),
    ],
)
def test_a_board_is_found_where_cells_hardly_tell(seed: int, what: str) -> None:
    drawn = draw(seed)
    reading = BlockReader().read(Frame(drawn.pixels, 0.0))
    assert reading.sight is Sight.CLEAR, what
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(drawn.board), what


def test_the_outline_of_some_flat_blocks_is_no_frame_of_smaller_ones() -> None:
    pixels, drawn = drawn_of(spec_of(102396, TUNED, "stack"))
    found = first_sight_blocks(pixels)
    assert found is not None
    assert (found.grid.rows, found.grid.columns) == (drawn.seen.rows, drawn.seen.columns)
    assert found.why is not None


def test_parts_of_cells_between_the_lines_of_a_ruled_board_are_no_board() -> None:
    rows = (
        ".a.?..a.b.",
        "cdceccdcec",
        ".a.b..a.?.",
        "f?f?ff?f?f",
        ".a.b..a.b.",
        ".a.b..a.b.",
        "cdceccdcec",
        ".a.b..a.b.",
    )
    kind = np.array([["?.abcdef".index(label) - 2 for label in row] for row in rows])
    of = first_sight_blocks(draw(31, FRAMED).pixels)
    assert of is not None
    assert lined(replace(of, kind=kind))
    assert not lined(replace(of, kind=np.random.default_rng(1).permuted(kind, axis=1)))


def test_a_nearly_empty_board_is_known_by_its_frame() -> None:
    rows = [*["......"] * 9, "...a..", ".aabbb"]
    page = board_of(rows, 32, (30, 44), 0.8)
    cv2.rectangle(page, (62, 30), (64 + 6 * 32 + 1, 32 + len(rows) * 32 + 1), (200, 210, 220), 2)
    found = first_sight_blocks(page)
    assert found is not None
    assert (found.grid.rows, found.grid.columns) == (11, 6)
    assert (found.kind >= 0).sum() == 6
    assert not (found.kind == UNSURE).any()


def test_a_few_flat_blocks_in_different_places_are_told() -> None:
    path = FIXTURES / "puyo" / "arcade-shapes" / "screens" / "endless.png"
    position, grid = truth(path)
    found = first_sight_blocks(np.ascontiguousarray(load(path)[:, :, :3]))
    assert found is not None
    assert (found.grid.rows, found.grid.columns) == (grid.rows, grid.columns)
    assert not (found.kind == UNSURE).any()
    assert wrong(shown(position), found.kind) == 0


@pytest.mark.parametrize("other", [41, 43])
def test_of_two_equal_boards_both_are_seen_and_the_left_one_is_read(other: int) -> None:
    mine, theirs = draw(31, FRAMED), draw(other, FRAMED)
    width = mine.pixels.shape[1]
    page = np.hstack([mine.pixels, mine.pixels])
    # The other player's well is drawn alike, but holds other blocks.
    box, there = mine.grid.box, theirs.grid.box
    high, wide = round(box.h), round(box.w)
    well = theirs.pixels[round(there.y) : round(there.y) + high, round(there.x) : round(there.x) + wide]
    page[round(box.y) : round(box.y) + high, width + round(box.x) : width + round(box.x) + wide] = well
    found = first_sight_blocks(page)
    assert found is not None
    assert len(found.twins) == 1
    assert found.grid.x == pytest.approx(mine.grid.x, abs=3)


def test_walls_that_go_on_below_the_floor_are_the_sides_of_a_board() -> None:
    drawn = draw(31, replace(FRAMED, skin="bevel", framed=False))
    box = drawn.grid.box
    left, right = round(box.x), round(box.x + box.w)
    top, bottom = round(box.y), round(box.y + box.h)
    for x in (left - 8, right):
        cv2.rectangle(drawn.pixels, (x, top - 8), (x + 7, bottom + 40), (10, 240, 240), -1)
    cv2.rectangle(drawn.pixels, (left, top - 8), (right, top - 1), (10, 240, 240), -1)
    cv2.rectangle(drawn.pixels, (left, bottom), (right, bottom + 8), (240, 10, 240), -1)
    found = first_sight_blocks(drawn.pixels)
    assert found is not None
    assert (found.grid.rows, found.grid.columns) == (11, 6)
    assert not found.why


@pytest.mark.parametrize(
    ("screen", "what"),
    [
        ("puyo/arcade-faces/screens/versus", "few blocks, whose edges hardly return at the size of a cell"),
        ("puyo/flobopuyo-stage/screens/some-rows", "a frame that goes on below the floor"),
    ],
)
def test_few_blocks_are_found_by_the_frame_that_they_stand_in(screen: str, what: str) -> None:
    path = FIXTURES / f"{screen}.png"
    position, grid = truth(path)
    found = first_sight_blocks(np.ascontiguousarray(load(path)[:, :, :3]))
    assert found is not None, what
    # Of two boards that are both found the left one is told.
    number = "2" if abs(found.grid.x - grid.x) > grid.box.w and found.twins else ""
    x = float(position.blocks["grid" + number][0].split(",")[0])
    assert found.grid.x == pytest.approx(x, abs=0.1 * grid.pitch_x), what
    down = round((found.grid.y - grid.y) / grid.pitch_y)
    assert (found.grid.columns, down + found.grid.rows) == (grid.columns, grid.rows), what
    assert wrong(shown(position, number)[down:], found.kind) == 0, what
    # A pair that falls is seen in part, and may be doubted; nothing else may.
    assert set(np.array([list(row) for row in shown(position, number)[down:]])[found.kind == UNSURE]) <= {"?"}


def sorted_as(*rows: str) -> Sorting:
    """A board whose kinds are these letters."""
    kind = np.array([[EMPTY if label == "." else ord(label) - ord("a") for label in row] for row in rows])
    grid = Grid(0, 0, 20, 20, len(rows), len(rows[0]))
    return Sorting(grid, kind, np.ones(kind.shape, np.float32), np.zeros(kind.shape, np.bool_), 3.0)


def test_few_blocks_keep_to_every_other_column_by_chance_and_halves_of_blocks_always_do() -> None:
    assert not parts(sorted_as("..a...", "......", ".ba.a.", ".cd.a.", ".cd.d.", "bbacb."))
    assert parts(sorted_as("abcdab", "efghef", "ababcd", "efefgh", "cdabab", "ghefef"))
    assert parts(sorted_as("abab", "cdcd", "abeb", "cdcd"))
    assert parts(sorted_as("..ab....", "..cd....", "abefabef", "cdghcdgh"))
    assert not parts(sorted_as("..ab....", "..cd....", "abefabef", "cdghcdgb"))
    assert parts(sorted_as("abgd", "acgd", "ebhd", "ebhf", "ackf", "lckf", "ebgd"))
    assert not parts(sorted_as("abgd", "cbga", "ebhd", "ehbf", "ackf", "lckd", "ebgd"))


def test_a_pair_in_the_air_does_not_hide_that_the_floor_is_higher_up() -> None:
    above = ("......", "..ab..", "......", "......", ".ab...", "abb.a.")
    assert floats(sorted_as(*above, "......"))
    assert not floats(sorted_as(*above))
    assert not floats(sorted_as("......", ".ab...", "...ab.", ".ba...", "...a..", "......"))


def test_two_full_boards_without_a_frame_are_told_of() -> None:
    one = draw(31, replace(CALM, skin="panel", fill="full", size=(9, 6), framed=False))
    reading = BlockReader().read(Frame(np.hstack([one.pixels, one.pixels]), 0.0))
    assert SEVERAL.said in reading.why


@pytest.mark.parametrize(
    ("seed", "what"),
    [
        (1_300_059, "a heap of which two rows look like the whole board in its frame"),
        (1_300_150, "a row that recurs nowhere, on top of others"),
        (1_300_076, "blocks in groups that hang together by corners, with a photograph between them"),
    ],
)
def test_a_board_without_a_border_is_read_as_far_as_its_blocks_reach(seed: int, what: str) -> None:
    drawn = draw(seed)
    reading = BlockReader().read(Frame(drawn.pixels, 0.0))
    assert reading.position is not None and reading.grid is not None, what
    assert "border" in reading.why
    assert not reading.doubts
    assert reading.grid.pitch_x == pytest.approx(drawn.grid.pitch_x, abs=0.25)
    top, left = (round((a - b) / drawn.grid.pitch_x) for a, b in zip(
        (reading.grid.y, reading.grid.x), (drawn.grid.y, drawn.grid.x), strict=True))  # fmt: skip
    right, bottom = left + reading.grid.columns, top + reading.grid.rows
    assert renamed(reading.position.board) == renamed(tuple(row[left:right] for row in drawn.board[top:bottom]))
    left_out = [*drawn.board[:top], *drawn.board[bottom:], *(row[:left] + row[right:] for row in drawn.board)]
    assert set("".join(left_out)) <= {"."}
