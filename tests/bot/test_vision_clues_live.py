"""A nonogram that is being followed: what changed is read again, what lies over it is noticed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import bot.vision.clues.reader
from bot.frame import Box, Frame, Pixels
from bot.grid import Grid
from bot.reading import Reading, Sight
from bot.vision.clues import cells
from bot.vision.clues.follow import Track
from bot.vision.clues.marks import Anchors
from bot.vision.clues.reader import ClueReader
from bot.vision.picture import load
from tests.synthetic.digit_fonts import NEEDS_FONTS, faces
from tests.synthetic.nonograms import Look, draw

SCREEN = Path(__file__).parents[2] / "fixtures" / "nonogram" / "sgt-pattern" / "screens" / "marked.png"
BLACK, WHITE, GREY = 0, 255, 128


@pytest.fixture
def screen() -> Pixels:
    """The screen with a fourth channel, as a capture gives it."""
    pixels = load(SCREEN)
    return np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)])


@pytest.fixture
def reader(screen: Pixels) -> ClueReader:
    reader = ClueReader()
    assert reader.read(Frame(screen, 0.0)).sight is Sight.CLEAR
    return reader


def grid_of(reader: ClueReader, screen: Pixels) -> Grid:
    grid = reader.read(Frame(screen, 0.5)).grid
    assert grid is not None
    return grid


def board(reading: Reading) -> tuple[str, ...]:
    assert reading.position is not None
    return reading.position.board


def painted(screen: Pixels, box: Box, level: int, inset: int = 2) -> Pixels:
    """The screen with a rectangle of one level of grey."""
    out = screen.copy()
    out[round(box.y) + inset : round(box.y + box.h) - inset, round(box.x) + inset : round(box.x + box.w) - inset] = (
        level
    )
    return out


def test_only_changed_cells_are_measured_again(
    reader: ClueReader, screen: Pixels, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = grid_of(reader, screen)
    measured = []
    honest = cells.measure

    def counted(pixels: Pixels, part: Grid) -> cells.Looks:
        measured.append(part.rows * part.columns)
        return honest(pixels, part)

    monkeypatch.setattr(cells, "measure", counted)
    before = board(reader.read(Frame(screen, 1.0)))
    assert measured == []
    row, column = next((r, line.index(".")) for r, line in enumerate(before) if "." in line)
    after = board(reader.read(Frame(painted(screen, grid.cell((row, column)), BLACK), 2.0)))
    assert measured == [1]
    assert after[row] == before[row][:column] + "#" + before[row][column + 1 :]
    assert after[:row] + after[row + 1 :] == before[:row] + before[row + 1 :]


def test_the_last_undecided_cell_of_a_look_keeps_its_meaning(reader: ClueReader, screen: Pixels) -> None:
    """Once every cell is black or white, white is still crossed out."""
    grid = grid_of(reader, screen)
    full = screen
    before = board(reader.read(Frame(screen, 1.0)))
    for row, line in enumerate(before):
        for column, cell in enumerate(line):
            if cell == ".":
                full = painted(full, grid.cell((row, column)), WHITE)
    assert board(reader.read(Frame(full, 2.0))) == tuple(line.replace(".", "x") for line in before)


def test_a_dialog_over_the_board_is_noticed_and_its_end_too(reader: ClueReader, screen: Pixels) -> None:
    grid = grid_of(reader, screen)
    corner = grid.cell((3, 4))
    dialog = painted(screen, Box(corner.x, corner.y, 5 * grid.pitch_x, 4 * grid.pitch_y), 230, 0)
    reading = reader.read(Frame(dialog, 1.0))
    assert reading.sight is Sight.COVERED
    assert "lies over it" in reading.why
    assert reader.read(Frame(screen, 2.0)).sight is Sight.CLEAR


@pytest.mark.skipif(not faces(frozenset({"DejaVu Sans"})), reason=NEEDS_FONTS)
def test_crosses_beside_a_notice_are_seen_that_came_together_with_it() -> None:
    """Some programs cross out what is left when the last cell is filled, and say at once that it is won."""
    faces_here = faces(frozenset({"DejaVu Sans"}))
    picture = ("###.....##", "##...#####", "##########", "#.#.#.#.#.", "####..####", "#........#", "#########.")
    look = Look(faces_here[0], "paper", pitch=26.0)
    before = draw(look, picture, picture)
    after = draw(look, picture, tuple(line.replace(".", "x") for line in picture))
    reader = ClueReader()
    assert reader.read(Frame(before.pixels, 0.0)).sight is Sight.CLEAR
    corner = after.grid.cell((1, 1))
    notice = painted(after.pixels, Box(corner.x + 4, corner.y + 7, 3.5 * 26, 3.2 * 26), 225, 0)
    reading = reader.read(Frame(notice, 0.2))
    assert reading.sight is Sight.COVERED
    assert (board(reading)[5][6:], board(reading)[6]) == ("xxx#", "#########x")
    assert board(reading)[2][2] == "?"


@pytest.mark.skipif(not faces(frozenset({"DejaVu Sans"})), reason=NEEDS_FONTS)
@pytest.mark.parametrize(("left", "shade"), [(0.37, 0), (0.6, 96), (0.5, 30)], ids=["dark", "pale", "grey"])
def test_cells_are_read_through_the_backdrop_of_a_dialog(left: float, shade: int) -> None:
    """Pages darken all that lies behind a dialog: what was filled with the last click is seen through it."""
    picture = ("###.....##", "##...#####", "##########", "#.#.#.#.#.", "####..####", "#........#", "#########.")
    look = Look(faces(frozenset({"DejaVu Sans"}))[0], "paper", pitch=26.0)
    before, after = (
        draw(look, picture, ("..........",) * 7),
        draw(look, picture, tuple(r.replace("x", ".") for r in picture)),
    )
    reader = ClueReader()
    assert reader.read(Frame(before.pixels, 0.0)).sight is Sight.CLEAR
    behind = np.round(after.pixels * left + shade).clip(0, 255).astype(np.uint8)
    corner = after.grid.cell((1, 1))
    reading = reader.read(Frame(painted(behind, Box(corner.x, corner.y, 6 * 26, 4 * 26), 255, 0), 0.2))
    assert reading.sight is Sight.COVERED
    assert board(reading)[6] == picture[6], "below the dialog"
    assert [row[8:] for row in board(reading)] == [row[8:] for row in picture], "beside it"
    assert {row[2:6] for row in board(reading)[2:4]} == {"????"}


@pytest.mark.skipif(not faces(frozenset({"DejaVu Sans"})), reason=NEEDS_FONTS)
@pytest.mark.parametrize("same", [True, False], ids=["same", "other"])
def test_a_puzzle_that_moves_as_a_dialog_comes_is_known_by_its_clues(same: bool) -> None:
    """The scroll bar of a page goes away with its dialog; of another puzzle there nothing is told."""
    picture = ("###.....##", "##...#####", "##########", "#.#.#.#.#.", "####..####", "#........#", "#########.")
    other = ("#.#.#.#.#.", "..######..", ".#.#.#.###", "##.##.##.#", "#..####..#", ".########.", ".#..##...#")
    face = faces(frozenset({"DejaVu Sans"}))[0]
    large = draw(Look(face, "paper", pitch=28.0), picture if same else other, picture if same else other)
    small = draw(Look(face, "paper", pitch=26.0), picture, ("..........",) * 7)
    height, width = large.pixels.shape[:2]
    lacks = [(0, most - has) for most, has in zip((height, width), small.pixels.shape, strict=False)]
    reader = ClueReader()
    before = np.pad(small.pixels, (*lacks, (0, 0)), mode="edge")
    assert reader.read(Frame(before, 0.0)).sight is Sight.CLEAR
    corner = large.grid.cell((1, 1))
    dialog = Box(corner.x, corner.y, 6 * 28, 4 * 28)
    full = painted(large.pixels, dialog, 255, 0)
    coming = np.round(0.6 * large.pixels + 0.4 * full).astype(np.uint8)
    if same:
        reader.read(Frame(coming, 0.2))
    behind = painted(np.round(large.pixels * 0.4).astype(np.uint8), dialog, 255, 0)
    reading = reader.read(Frame(behind, 2.0))
    assert reading.sight is Sight.COVERED
    if same:
        assert board(reading)[6] == picture[6], "below the dialog"
        assert {row[2:6] for row in board(reading)[2:4]} == {"????"}
    else:
        assert board(reading)[6] != other[6], "it is not followed there"


def test_a_dialog_over_the_clues_is_noticed(reader: ClueReader, screen: Pixels) -> None:
    grid = grid_of(reader, screen)
    dialog = painted(screen, Box(grid.x, grid.y - 80, 150, 60), 240, 0)
    assert reader.read(Frame(dialog, 1.0)).sight is not Sight.CLEAR
    assert reader.read(Frame(screen, 2.0)).sight is Sight.CLEAR


def test_a_dialog_at_first_sight_is_noticed(screen: Pixels) -> None:
    grid = grid_of(ClueReader(), screen)
    corner = grid.cell((3, 4))
    dialog = painted(screen, Box(corner.x, corner.y, 5 * grid.pitch_x, 4 * grid.pitch_y), 230, 0)
    assert ClueReader().read(Frame(dialog, 1.0)).sight is not Sight.CLEAR


def test_a_clue_that_changes_its_colour_is_the_same_clue(reader: ClueReader, screen: Pixels) -> None:
    grid = grid_of(reader, screen)
    red = screen.copy()
    strip = red[round(grid.y) + 2 : round(grid.y + grid.pitch_y) - 2, : round(grid.x) - 4]
    strip[strip[:, :, :3].max(2) < 120] = (0, 0, 255, 255)
    assert not np.array_equal(red, screen)
    reading = reader.read(Frame(red, 1.0))
    assert reading.sight is Sight.CLEAR
    assert reading.position == reader.read(Frame(screen, 2.0)).position


def test_a_clue_that_grows_faint_is_the_same_clue_but_not_one_that_is_wiped_out(
    reader: ClueReader, screen: Pixels
) -> None:
    grid = grid_of(reader, screen)
    strip = slice(round(grid.y) + 2, round(grid.y + grid.pitch_y) - 2), slice(0, round(grid.x) - 4)
    ground = np.median(screen[strip].reshape(-1, screen.shape[2]), 0)
    for share, alike in ((0.2, True), (0.0, False)):
        other = screen.copy()
        other[strip] = (ground + share * (screen[strip] - ground)).astype(np.uint8)
        reading = reader.read(Frame(other, 1.0 + share))
        assert (reading.sight is Sight.CLEAR) is alike, share
        assert reader.read(Frame(screen, 3.0)).sight is Sight.CLEAR


def test_a_board_that_moves_is_found_again(reader: ClueReader, screen: Pixels) -> None:
    grid = grid_of(reader, screen)
    # The ground continues beyond the edge, as when a window is scrolled.
    moved = np.pad(screen, ((0, 6), (0, 9), (0, 0)), mode="edge")[6:, 9:]
    reading = reader.read(Frame(np.ascontiguousarray(moved), 1.0))
    assert reading.sight is Sight.CLEAR
    assert reading.grid is not None
    assert (reading.grid.x, reading.grid.y) == pytest.approx((grid.x - 9, grid.y - 6), abs=0.3)


def test_another_size_of_the_picture_is_read_anew(reader: ClueReader, screen: Pixels) -> None:
    larger = np.pad(screen, ((10, 3), (7, 5), (0, 0)), mode="edge")
    reading = reader.read(Frame(larger, 1.0))
    assert reading.sight is Sight.CLEAR
    assert reading.size == (larger.shape[1], larger.shape[0])


def test_an_empty_picture_is_lost() -> None:
    reading = ClueReader().read(Frame(np.full((200, 300, 3), 230, np.uint8), 0.0))
    assert reading.sight is Sight.LOST
    assert "clues" in reading.why


@pytest.mark.parametrize("frames", [True, False])
def test_a_frame_around_what_is_done_is_no_cover(frames: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some programs draw all lines of cells that are done in another colour; a sheet has no lines."""
    searched: list[float] = []
    honest = bot.vision.clues.reader.find

    def counted(frame: Frame, anchors: Anchors = ()) -> tuple[Reading, Track | None]:
        searched.append(frame.time)
        return honest(frame, anchors)

    monkeypatch.setattr(bot.vision.clues.reader, "find", counted)
    picture = ("###.....##", "##...#####", "##########", "#.#.#.#.#.", "####..####", "#........#", "#########.")
    look = Look(faces(frozenset({"DejaVu Sans"}))[0], "dark", pitch=26.0)
    before, after = (draw(look, picture, ("..........",) * count + picture[count:]) for count in (7, 5))
    reader = ClueReader()
    assert reader.read(Frame(before.pixels, 0.0)).sight is Sight.CLEAR
    for row in (5, 6):
        for column in range(10):
            x, y, w, h = (round(side) for side in after.grid.cell((row, column)))
            cv2.rectangle(after.pixels, (x, y), (x + w, y + h), (50, 125, 50), 2 if frames else -1)
    reading = reader.read(Frame(after.pixels, 0.2))
    assert (reading.sight is Sight.CLEAR) is frames
    assert not frames or reading.position == after.truth
    assert searched == ([0.0] if frames else [0.0, 0.2]), "a known puzzle is not searched for anew"
