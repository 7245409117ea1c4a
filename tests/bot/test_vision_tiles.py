"""Boards that no program drew: first sight, and a board followed to its end."""

import cv2
import numpy as np
import pytest

from bot.arcade import make_scene
from bot.frame import Frame, Pixels
from bot.reading import Reading, Sight
from bot.vision.tiles.reader import TileReader
from tests.bot.compare import renamed, verdict
from tests.bot.synthetic_tiles import Drawn, draw, draw_flat
from tests.sweep import sweep
from tests.synthetic.board import draw as drawn_board
from tests.synthetic.spec import Spec


def read(reader: TileReader, pixels: Pixels, time: float = 0.0) -> Reading:
    return reader.read(Frame(pixels, time))


def ground_of(drawn: Drawn) -> Pixels:
    """The picture with every tile of the board painted over by what lies beside the board."""
    out = drawn.pixels.copy()
    for row in range(drawn.grid.rows):
        for column in range(drawn.grid.columns):
            wipe(out, drawn, row, column)
    return out


def wipe(pixels: Pixels, drawn: Drawn, row: int, column: int) -> None:
    """Take a tile away: its cell shows the ground left of the board at the same height."""
    box = drawn.grid.cell((row, column))
    top, bottom = round(box.y), round(box.y + box.h)
    left, right = round(box.x), round(box.x + box.w)
    pixels[top:bottom, left:right] = drawn.pixels[top:bottom, 4:24].mean(1, keepdims=True).astype(np.uint8)


@pytest.mark.parametrize("seed", sweep(range(100, 112)))
def test_is_never_confidently_wrong(seed: int) -> None:
    drawn = draw(seed)
    assert verdict(drawn.board, read(TileReader(), drawn.pixels)) != "wrong"


def test_most_boards_are_read_at_first_sight() -> None:
    verdicts = [verdict(d.board, read(TileReader(), d.pixels)) for d in map(draw, range(300, 308))]
    assert verdicts.count("perfect") >= 7


@pytest.mark.parametrize(("seed", "gone", "dark"), sweep(range(4), (0.0, 0.3), (False, True)))
def test_tiles_of_one_colour_are_never_misread(seed: int, gone: float, dark: bool) -> None:
    drawn = draw_flat(seed, 6, 10, gone, dark)
    assert verdict(drawn.board, read(TileReader(), drawn.pixels)) != "wrong"


@pytest.mark.parametrize(("rows", "columns", "size"), [(4, 9, (900, 600)), (4, 6, (200, 160)), (3, 8, (640, 480))])
def test_a_blank_tile_of_a_small_board_is_a_tile(rows: int, columns: int, size: tuple[int, int]) -> None:
    scene = make_scene("shisen", seed=3, skin="mahjong", rows=rows, columns=columns, size=size)
    scene.step(0)
    reading = read(TileReader(), np.array(scene.draw()))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None and len(reading.position.board) == rows
    assert all("." not in row for row in reading.position.board)


@pytest.mark.parametrize("size", [(900, 600), (1280, 720)])
def test_equal_tiles_stay_equal_at_any_place_of_the_board(size: tuple[int, int]) -> None:
    scene = make_scene("shisen", seed=6, skin="mahjong", rows=8, columns=17, size=size)
    scene.step(0)
    reading = read(TileReader(), np.array(scene.draw()))
    assert verdict(scene.truth().board, reading) == "perfect", reading.why


def test_keeps_labels_while_pairs_are_taken_to_the_empty_board() -> None:
    drawn = draw(103, rows=5, columns=8, gone=0.0)
    reader, pixels = TileReader(), drawn.pixels.copy()
    first = read(reader, pixels).position
    assert first is not None and renamed(first.board) == renamed(drawn.board)
    board = [list(row) for row in first.board]
    for kind in sorted(set("".join(first.board))):
        cells = [(r, c) for r in range(5) for c in range(8) if first.board[r][c] == kind]
        for pair in zip(cells[::2], cells[1::2], strict=True):
            for row, column in pair:
                wipe(pixels, drawn, row, column)
                board[row][column] = "."
            reading = read(reader, pixels.copy())
            assert reading.position is not None
            assert reading.position.board == tuple("".join(row) for row in board), reading.why
            assert reading.sight is Sight.CLEAR
    assert set("".join("".join(row) for row in board)) == {"."}


def test_keeps_labels_when_the_window_is_resized() -> None:
    drawn = draw(104, rows=6, columns=9, gone=0.0)
    reader = TileReader()
    before = read(reader, drawn.pixels)
    larger = cv2.resize(drawn.pixels, None, fx=1.37, fy=1.37, interpolation=cv2.INTER_CUBIC)
    after = read(reader, np.asarray(larger, np.uint8))
    assert before.position is not None and after.position is not None
    assert after.position.board == before.position.board


def test_a_dialog_over_a_known_board_is_a_cover() -> None:
    drawn = draw(105, rows=6, columns=10, gone=0.0)
    reader, pixels = TileReader(), drawn.pixels.copy()
    assert read(reader, pixels).sight is Sight.CLEAR
    box = drawn.grid.box
    left, top = round(box.x + box.w * 0.3), round(box.y + box.h * 0.3)
    pixels = pixels.copy()
    pixels[top : round(top + box.h * 0.45), left : round(left + box.w * 0.45)] = (235, 60, 190)
    reading = read(reader, pixels)
    assert reading.sight is Sight.COVERED
    assert "covers" in reading.why or "over" in reading.why
    assert reading.position is not None and any("?" in row for row in reading.position.board)


@pytest.mark.parametrize("seed", [100, 102, 104])
def test_a_gap_in_the_colour_of_a_face_is_told_once_it_stands_still(seed: int) -> None:
    """A bright place of a picture behind the board looks like a tile without a figure: a flash, or a blank tile."""
    drawn = draw(seed, rows=6, columns=8, gone=0.0)
    reader, ground = TileReader(), np.median(drawn.pixels[:5].reshape(-1, 3), 0)
    first = read(reader, drawn.pixels)
    assert first.position and first.grid
    board, pixels = first.position.board, drawn.pixels.copy()
    pair = [(r, c) for r in range(6) for c in range(8) if board[r][c] == board[0][0]][:2]
    for cell in pair:
        box = first.grid.cell(cell)
        rows, columns = slice(round(box.y), round(box.y + box.h)), slice(round(box.x), round(box.x + box.w))
        pixels[rows, columns] = (np.median(pixels[rows, columns].reshape(-1, 3), 0) + ground) / 2
    assert [read(reader, pixels, time).sight for time in (1.0, 1.1)] == [Sight.DOUBT] * 2
    later = read(reader, pixels, 1.5)
    assert later.sight is Sight.CLEAR and later.position
    assert [(r, c) for r in range(6) for c in range(8) if later.position.board[r][c] == "."] == pair
    crossed, box = pixels.copy(), first.grid.cell(pair[0])
    crossed[:, round(box.x + box.w / 2) - 2 : round(box.x + box.w / 2) + 2] = (255, 255, 0)
    for step, time in enumerate((1.6, 1.65, 1.7), 1):  # it appears little by little
        mixed = cv2.addWeighted(crossed, step / 3, pixels, 1 - step / 3, 0)
        read(reader, np.asarray(mixed, np.uint8), time)
    after = read(reader, pixels, 1.75)
    assert after.sight is Sight.CLEAR, "what a line was drawn over is again what it was"
    assert after.position == later.position


@pytest.mark.parametrize(("skin", "side"), sweep(["letters", "mahjong"], ["left", "right", "top", "bottom"]))
def test_a_tile_of_which_a_side_still_shows_is_no_gap(skin: str, side: str) -> None:
    scene = make_scene("shisen", skin=skin, rows=6, columns=10, seed=3)
    reader, pixels = TileReader(), np.ascontiguousarray(scene.draw()[:, :, :3])
    assert read(reader, pixels).sight is Sight.CLEAR
    hidden = pixels.copy()
    for column in range(1, 9, 3):
        box = scene.grid.cell((2, column))
        left, right, top, bottom = round(box.x), round(box.x + box.w), round(box.y), round(box.y + box.h)
        across, down = round(0.42 * box.w), round(0.42 * box.h)
        rows = slice(top + down * (side == "top"), bottom - down * (side == "bottom"))
        columns = slice(left + across * (side == "left"), right - across * (side == "right"))
        hidden[rows, columns] = (38, 30, 24)
    reading = read(reader, hidden)
    assert reading.position is not None
    assert "." not in "".join(reading.position.board)


@pytest.mark.parametrize(("side", "axis"), [("left", 1), ("right", 1), ("top", 0), ("bottom", 0)])
def test_a_board_that_is_cut_off_is_refused(side: str, axis: int) -> None:
    drawn = draw(109, rows=5, columns=8, gone=0.0)
    box = drawn.grid.box
    start, pitch = ((box.x, drawn.grid.pitch_x), (box.y, drawn.grid.pitch_y))[1 - axis]
    extent = (box.w, box.h)[1 - axis]
    near, far = round(start + 0.4 * pitch), round(start + extent - 0.4 * pitch)
    keep = slice(near, None) if side in {"left", "top"} else slice(0, far)
    pixels = drawn.pixels[:, keep] if axis else drawn.pixels[keep]
    reading = read(TileReader(), np.ascontiguousarray(pixels))
    assert reading.sight is Sight.COVERED
    assert f"cut off at the {side}" in reading.why


def test_a_board_that_fills_the_picture_is_whole() -> None:
    drawn = draw(109, rows=7, columns=10, gone=0.0)
    box = drawn.grid.box
    rows = slice(round(box.y) - 2, round(box.y + box.h) + 3)
    columns = slice(round(box.x) - 2, round(box.x + box.w) + 3)
    reading = read(TileReader(), np.ascontiguousarray(drawn.pixels[rows, columns]))
    assert "cut off" not in reading.why
    assert verdict(drawn.board, reading) != "wrong"


def test_a_picture_of_one_colour_is_a_failed_capture() -> None:
    reading = read(TileReader(), np.zeros((120, 200, 3), np.uint8))
    assert reading.sight is Sight.LOST
    assert "capture failed" in reading.why


@pytest.mark.parametrize(("colour", "sight"), [("ground", Sight.CLEAR), ("other", Sight.LOST)])
def test_a_picture_of_the_colour_of_the_gaps_is_an_empty_board(colour: str, sight: Sight) -> None:
    pixels, truth = drawn_board(
        Spec(5, 6, 14, (31.3, 36.8), skin="letters", ground="plain", kinds=12, gone=0.3, size=(800, 480))
    )
    reader, ground = TileReader(), pixels[-1, -1]
    assert verdict(truth.board, read(reader, pixels)) == "perfect"
    bare = read(reader, np.full_like(pixels, ground if colour == "ground" else 255 - ground))
    assert bare.sight is sight
    if bare.position is not None:
        assert bare.position.board == ("." * 14,) * 6


@pytest.mark.parametrize("seed", range(4))
def test_noise_is_no_board(seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (180, 320, 3), dtype=np.uint8)
    assert read(TileReader(), noise).sight is not Sight.CLEAR


def test_the_ground_alone_is_no_board() -> None:
    assert read(TileReader(), ground_of(draw(106, gone=0.0))).sight is not Sight.CLEAR


def test_the_same_picture_again_costs_no_new_look() -> None:
    drawn = draw(107, rows=5, columns=8, gone=0.0)
    reader = TileReader()
    first = read(reader, drawn.pixels, 1.0)
    again = read(reader, drawn.pixels.copy(), 2.0)
    assert again.position == first.position and again.time == 2.0
    assert "locate" not in again.seconds
