"""A picture without a readable board is refused with the reason that is true of it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.arcade import make_scene
from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Reading, Sight
from bot.vision.cells import CELL_H, CELL_W
from bot.vision.picture import load
from bot.vision.tiles.cover import Traces
from bot.vision.tiles.cover import face_down as face_down_of
from bot.vision.tiles.reader import TileReader
from bot.vision.tiles.refusal import why_not
from engine.position import Position
from tests import synthetic
from tests.bot.spoilt_pictures import blurred, face_down, part, shrunk, thinned, with_dialog, with_veil
from tests.bot.synthetic_tiles import Drawn, draw
from tests.sweep import sweep

SHISEN = Path(__file__).parents[2] / "fixtures" / "shisen"
SCREENS = SHISEN / "kshisen-default" / "screens"
SEEDS = (201, 206)
UNTRUE = ("dialog", "panel", "lies over", "lie face down", "paused", "notice", "cut off", "take away")
"""Words that send a person looking for what is not there when nothing lies over a board."""
LIES_OVER = ("close the dialog or panel", "close it", "lies over", "take away")


def read(pixels: Pixels) -> Reading:
    return TileReader().read(Frame(np.ascontiguousarray(pixels), 0.0))


def whole(seed: int) -> Drawn:
    return draw(seed, gone=0.0)


def said(reading: Reading, *reasons: str) -> bool:
    assert reading.sight is not Sight.CLEAR
    assert reading.why.startswith("Expected ") and "found" in reading.why and reading.why.endswith(".")
    return any(reason in reading.why for reason in reasons)


def paused(skin: str, size: tuple[int, int]) -> Pixels:
    scene = make_scene("shisen", seed=4, skin=skin, size=size)
    scene.step(0)
    scene.key("p", 0.1)
    return np.array(scene.draw())


@pytest.mark.parametrize("skin", ["letters", "mahjong"])
@pytest.mark.parametrize("size", [(900, 600), (640, 480)])
def test_a_paused_game_that_hides_its_tiles(skin: str, size: tuple[int, int]) -> None:
    reading = read(paused(skin, size))
    assert said(reading, "paused"), reading.why
    assert reading.sight is Sight.COVERED


@pytest.mark.parametrize("name", ["paused", "won-dialog"])
def test_a_notice_on_empty_ground(name: str) -> None:
    reading = read(load(SCREENS / f"{name}.png"))
    assert said(reading, "notice on empty ground"), reading.why
    assert reading.sight is Sight.COVERED


def test_empty_ground_alone() -> None:
    rng = np.random.default_rng(1)
    ground = np.full((400, 640, 3), (40, 90, 50), np.uint8) + rng.integers(0, 6, (400, 640, 3), dtype=np.uint8)
    ground[:24] = 220
    cv2.putText(ground, "Game  Help", (8, 17), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (20, 20, 20), 1, cv2.LINE_AA)
    assert said(read(ground), "empty ground")


def test_tiles_that_lie_face_down() -> None:
    readings = [read(face_down(d.pixels, d.grid, np.random.default_rng(seed))) for seed, d in drawn()]
    assert sum(said(reading, "all look alike") for reading in readings) >= len(readings) - 1


def drawn() -> list[tuple[int, Drawn]]:
    return [(seed, whole(seed)) for seed in SEEDS]


@pytest.mark.parametrize(
    "spoil",
    sweep(
        [
            pytest.param(lambda d: with_dialog(d.pixels, part(d.grid.box, 0.25, 0.25, 0.75, 0.75)), id="light-dialog"),
            pytest.param(
                lambda d: with_dialog(d.pixels, part(d.grid.box, 0.45, 0.1, 0.95, 0.7), (60, 55, 50)), id="dark-dialog"
            ),
            pytest.param(
                lambda d: with_dialog(np.asarray(d.pixels * 0.45, np.uint8), part(d.grid.box, 0.2, 0.2, 0.8, 0.8)),
                id="dialog-on-darkened",
            ),
            pytest.param(
                lambda d: with_veil(d.pixels, part(d.grid.box, 0.12, 0.15, 0.88, 0.85), (110, 110, 110), 0.7),
                id="grey-veil",
            ),
            pytest.param(
                lambda d: with_veil(d.pixels, part(d.grid.box, 0.2, 0.25, 0.8, 0.8), (30, 24, 20), 0.9), id="dark-veil"
            ),
            pytest.param(
                lambda d: with_veil(d.pixels, part(d.grid.box, 0.15, 0.2, 0.85, 0.8), (240, 240, 240), 0.75),
                id="light-veil",
            ),
        ]
    ),
)
def test_what_lies_over_a_board_is_said(spoil) -> None:  # type: ignore[no-untyped-def]
    reading = read(spoil(draw(SEEDS[0], rows=6, columns=10, gone=0.0)))
    assert said(reading, *LIES_OVER), reading.why


@pytest.mark.parametrize("skin", ["letters", "mahjong"])
def test_a_stuck_notice_that_tiles_shine_through(skin: str) -> None:
    scene = make_scene("shisen", seed=2, skin=skin)
    scene.step(0)
    reading = read(with_veil(np.array(scene.draw()), part(scene.grid.box, 0.2, 0.3, 0.8, 0.7), (30, 24, 20), 0.85))
    assert said(reading, *LIES_OVER), reading.why
    assert reading.sight is Sight.COVERED


def test_a_recorded_stuck_panel() -> None:
    reading = read(load(SCREENS / "stuck-panel.png"))
    assert said(reading, *LIES_OVER), reading.why


def test_a_board_too_small_to_be_read() -> None:
    readings = [read(shrunk(d.pixels, pitch / d.grid.pitch_x)) for _, d in drawn() for pitch in (8,)]
    named = [said(reading, "show the board larger") for reading in readings]
    assert sum(named) >= len(named) - 1, [reading.why for reading in readings]


def test_a_picture_out_of_focus() -> None:
    for _, d in drawn():
        reading = read(blurred(d.pixels, d.grid.pitch_x, 0.25))
        assert said(reading, "in focus"), reading.why
        assert reading.sight is Sight.DOUBT


@pytest.mark.parametrize("seed", range(2))
def test_where_the_picture_does_not_tell_nothing_is_made_up(seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (360, 640, 3), dtype=np.uint8)
    reading = read(noise)
    assert said(reading, "nothing that repeats"), reading.why
    assert reading.sight is Sight.LOST


@pytest.mark.parametrize("pairs", [1, 2])
def test_a_nearly_empty_board(pairs: int) -> None:
    full = whole(204)
    pixels = full.pixels.copy()
    pixels[26:-22] = np.median(pixels[30:-26, :20].reshape(-1, 3), axis=0)
    label = full.board[2][3]
    spots = [(r, c) for r, row in enumerate(full.board) for c, cell in enumerate(row) if cell == label][: 2 * pairs]
    for row, column in spots:
        box = full.grid.cell((row, column))
        window = np.s_[round(box.y) : round(box.y + box.h), round(box.x) : round(box.x + box.w)]
        pixels[window] = full.pixels[window]
    reading = read(pixels)
    assert said(reading, "nearly empty", "empty ground"), reading.why


@pytest.mark.parametrize("skin", ["letters", "mahjong"])
def test_a_healthy_board_is_not_refused(skin: str) -> None:
    scene = make_scene("shisen", seed=5, skin=skin, rows=6, columns=10)
    scene.step(0)
    reading = read(np.array(scene.draw()))
    assert (reading.sight, reading.why) == (Sight.CLEAR, "")


def recorded(name: str) -> tuple[Pixels, Grid]:
    """A recorded screen and where its board lies."""
    skin, screen = name.split("/")
    picture = SHISEN / skin / "screens" / f"{screen}.png"
    truth = Position.parse(picture.with_suffix(".txt").read_text())
    x, y, pitch_x, pitch_y = (float(v) for v in truth.blocks["grid"][0].split(","))
    return np.ascontiguousarray(load(picture)), Grid(x, y, pitch_x, pitch_y, len(truth.board), len(truth.board[0]))


def nothing_untrue(pixels: Pixels) -> None:
    """Neither the reading of a healthy picture nor the reason, were it asked for, names what is not there."""
    reading, reason = read(pixels), why_not(pixels)
    assert reading.sight is not Sight.COVERED, reading.why
    assert reason.sight is not Sight.COVERED, reason.why
    for why in (reading.why, reason.why):
        assert not any(word in why for word in UNTRUE), why


@pytest.mark.parametrize(
    ("name", "soft"),
    sweep(
        ["kshisen-default/half-on-landscape", "kshisen-jade/few-on-wood", "kshisen-alphabet/few-on-egyptian"],
        [0.0, 1.3],
    ),
)
def test_a_recorded_board_on_a_picture_is_not_covered(name: str, soft: float) -> None:
    pixels, _ = recorded(name)
    nothing_untrue(np.asarray(cv2.GaussianBlur(pixels, (0, 0), soft), np.uint8) if soft else pixels)


@pytest.mark.parametrize(
    ("name", "left"),
    sweep(["kshisen-egypt/half-played", "kshisen-jade/half-played", "kshisen-default/whole-screen"], [6, 16]),
)
def test_a_board_of_which_little_is_left_is_not_covered(name: str, left: int) -> None:
    pixels, grid = recorded(name)
    nothing_untrue(thinned(pixels, grid, left))


@pytest.mark.parametrize("seed", sweep([3, 24, 28, 57, 79]))
def test_a_drawn_board_is_not_covered(seed: int) -> None:
    nothing_untrue(synthetic.draw(synthetic.spec_of(seed))[0])


def test_a_window_in_which_tiles_are_left_is_no_notice() -> None:
    screen, grid = recorded("kshisen-egypt/half-played")
    window = thinned(screen, grid, 6)
    height, width = window.shape[:2]
    desktop = np.full((height * 3 // 2, width * 3 // 2, 3), (96, 70, 40), np.uint8)
    desktop[height // 4 : height // 4 + height, width // 4 : width // 4 + width] = window
    nothing_untrue(desktop)


def test_lines_that_repeat_are_no_tiles_that_lie_face_down() -> None:
    pixels = np.full((480, 720, 3), (40, 170, 170), np.uint8)
    pixels[::24] = pixels[1::24] = (30, 120, 120)
    nothing_untrue(pixels)


def test_a_hole_in_a_board_is_no_panel() -> None:
    full = draw(105, rows=7, columns=12, gone=0.0)
    pixels, cell = full.pixels.copy(), full.grid.cell((2, 3))
    ground = np.median(pixels[40:, : int(full.grid.x) - 8].reshape(-1, 3), axis=0)
    pixels[round(cell.y) : round(cell.y + 3 * cell.h), round(cell.x) : round(cell.x + 5 * cell.w)] = ground
    nothing_untrue(pixels)


def test_a_panel_beside_a_board_does_not_cover_it() -> None:
    full = draw(105, rows=7, columns=12, gone=0.0)
    height, width = full.pixels.shape[:2]
    pixels = np.full((height, width + 240, 3), 60, np.uint8)
    pixels[:, :width] = full.pixels
    pixels[30:-30, width + 8 : width + 228] = 235
    cv2.putText(pixels, "Score 1230", (width + 30, 90), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (20, 20, 20), 2, cv2.LINE_AA)
    nothing_untrue(pixels)


def test_the_sentence_of_a_board_that_is_not_understood_names_no_wrong_size() -> None:
    pixels, grid = recorded("kshisen-default/half-on-landscape")
    why = why_not(pixels).why
    assert "of only" not in why, (why, grid)


def test_a_board_of_which_single_tiles_are_missing_is_said_to_be_odd_and_where() -> None:
    scene = make_scene("shisen", seed=4, skin="letters", size=(900, 600))
    scene.step(0)
    pixels = np.array(scene.draw())
    reading = read(pixels)
    assert reading.sight is Sight.CLEAR and reading.grid is not None and reading.position is not None
    board, grid = reading.position.blocks["board"], reading.grid
    kinds = list(dict.fromkeys(board[0]))[:4]
    ground = pixels[round(grid.y - grid.pitch_y / 2), round(grid.x - grid.pitch_x / 2)].copy()
    for kind in kinds:
        cell = grid.cell((0, board[0].index(kind)))
        pixels[int(cell.y) : round(cell.y + cell.h), int(cell.x) : round(cell.x + cell.w)] = ground
    spoilt = read(pixels)
    assert said(spoilt, "every kind of tile an even number of times, found 4 that are not (such as at ")
    assert not said(spoilt, "easy to tell")


@pytest.mark.parametrize(("colours", "backs"), [(1, True), (3, False)])
def test_balls_of_several_colours_do_not_lie_face_down(colours: int, backs: bool) -> None:
    balls = np.zeros((3, CELL_H, CELL_W, 3), np.uint8)
    for ball, colour in zip(balls, ((50, 200, 205), (50, 205, 120), (50, 50, 210)), strict=True):
        cv2.circle(ball, (CELL_W // 2, CELL_H // 2), 9, colour, -1)
    kind = np.arange(48).reshape(6, 8) % colours
    cells = balls[kind].astype(np.float32)
    seen = Traces(Grid(0, 0, 20, 28, 6, 8), cells, np.ones((6, 8), np.bool_), likeness=0.95, contrast=60.0, worth=1.0)
    assert face_down_of(seen) == backs
