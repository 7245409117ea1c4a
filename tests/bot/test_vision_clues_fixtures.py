"""Every recorded screen of a nonogram is read without a fault, or refused with the reason."""

from pathlib import Path

import numpy as np
import pytest

from bot.frame import Frame
from bot.reading import Sight
from bot.vision.clues.reader import ClueReader
from bot.vision.picture import load
from engine.position import Position

FOLDER = Path(__file__).parents[2] / "fixtures" / "nonogram"
SCREENS = sorted(FOLDER.glob("*/screens/*.png"))


def name(picture: Path) -> str:
    return f"{picture.parts[-3]}/{picture.stem}"


@pytest.mark.parametrize("picture", SCREENS, ids=name)
def test_screen_is_read_or_refused(picture: Path) -> None:
    truth = Position.parse(picture.with_suffix(".txt").read_text())
    reading = ClueReader().read(Frame(load(picture), 0.0))
    if "sight" in truth.blocks:
        assert reading.sight is not Sight.CLEAR
        assert reading.why
        return
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    for block in ("rows", "cols"):
        assert reading.position.blocks[block] == truth.blocks[block]
    shown = [reading.position.board]
    # Of a picture in two colours nobody can tell whether what is not filled was crossed out.
    shown += [tuple(guess.texts[1].split("\n")) for guess in reading.guesses if guess.block == "board"]
    assert truth.board in shown
    if "grid" not in truth.blocks:
        return
    assert reading.grid is not None
    x, y, pitch_x, pitch_y = (float(v) for v in truth.blocks["grid"][0].split(","))
    assert reading.grid.pitch_x == pytest.approx(pitch_x, abs=0.1)
    assert reading.grid.pitch_y == pytest.approx(pitch_y, abs=0.1)
    assert reading.grid.x == pytest.approx(x, abs=0.1 * pitch_x)
    assert reading.grid.y == pytest.approx(y, abs=0.1 * pitch_y)


@pytest.mark.parametrize(
    ("screen", "above", "left", "shade"),
    [
        ("picmi/screens/kettle", 4, 26, 20),
        ("picmi/screens/stairs", 27, 36, 0),
        ("sgt-pattern/screens/cursor", 60, 28, 0),
    ],
)
def test_the_desktop_around_a_window_is_no_square_of_its_page(screen: str, above: int, left: int, shade: int) -> None:
    picture = FOLDER / f"{screen}.png"
    window = load(picture)[:, :, :3]
    desktop = np.pad(window, ((above, 50), (left, 70), (0, 0)), constant_values=shade)
    reading = ClueReader().read(Frame(desktop, 0.0))
    truth = Position.parse(picture.with_suffix(".txt").read_text())
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert all(reading.position.blocks[block] == truth.blocks[block] for block in ("rows", "cols"))


def test_there_are_screens() -> None:
    assert len(SCREENS) >= 20


@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize("screen", ["page/screens/day.png", "page/screens/small-150-marked.png"])
def test_a_page_that_ends_below_a_row_that_is_not_the_last_one_is_cut_off_there(screen: str, rows: int) -> None:
    """Nothing of the next row is seen, and every line of the rows that are is: only the clues tell it."""
    pixels = load(FOLDER / screen)
    grid = ClueReader().read(Frame(pixels, 0.0)).grid
    assert grid is not None
    end = round(grid.y + (grid.rows - rows) * grid.pitch_y) + 3
    reading = ClueReader().read(Frame(np.ascontiguousarray(pixels[:end]), 0.0))
    assert reading.sight is Sight.COVERED
    assert "cut off at the bottom of the picture" in reading.why
    window = pixels.copy()
    window[end:] = 60
    reading = ClueReader().read(Frame(window, 0.0))
    assert reading.sight is not Sight.CLEAR
    assert "cut off at its bottom by a straight edge: scroll" in reading.why or "is not seen" in reading.why


def test_a_picture_of_nothing_but_a_puzzle_is_not_cut_off_because_a_clue_is_wrong() -> None:
    pixels = load(FOLDER / "page" / "screens" / "day.png")
    grid = ClueReader().read(Frame(pixels, 0.0)).grid
    assert grid is not None
    end, right = round(grid.y + (grid.rows - 1) * grid.pitch_y) + 3, round(grid.x + grid.box.w) + 3
    reading = ClueReader().read(Frame(np.ascontiguousarray(pixels[:end, :right]), 0.0))
    assert reading.sight is not Sight.CLEAR
    assert "cut off" not in reading.why


@pytest.mark.parametrize("screen", ["page/screens/day.png", "picmi/screens/kettle.png"])
def test_a_program_may_draw_lines_only_between_the_cells(screen: str) -> None:
    pixels, truth = load(FOLDER / screen).copy(), Position.parse((FOLDER / screen).with_suffix(".txt").read_text())
    grid = ClueReader().read(Frame(pixels, 0.0)).grid
    assert grid is not None
    left, top, right, bottom = (round(side) for side in (grid.x, grid.y, grid.x + grid.box.w, grid.y + grid.box.h))
    within = pixels[top + 8, left + 8].copy()
    pixels[top - 4 : top + 4, left - 4 : right + 5] = pixels[bottom - 3 : bottom + 5, left - 4 : right + 5] = within
    pixels[top - 4 : bottom + 5, left - 4 : left + 4] = pixels[top - 4 : bottom + 5, right - 3 : right + 5] = within
    reading = ClueReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert {block: reading.position.blocks[block] for block in ("rows", "cols")} == {
        block: truth.blocks[block] for block in ("rows", "cols")
    }
