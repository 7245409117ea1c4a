"""The mark of a screen is found where the picture differs from the game for good, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.layout import Area
from bot.vision.picture import load
from bot.vision.regions import CellTeller
from calibration.beside import Anchor, anchor_of, screens_of, teller
from calibration.draft import start
from calibration.marks import find_mark
from calibration.shot import CalibrationError
from calibration.sorting import sort_cells
from tests.calibration.drawn import draw
from tests.calibration.test_discover import FULL, GRID, LATER

SCREENS = Path(__file__).parents[2] / "fixtures" / "shisen" / "kshisen-default" / "screens"
FEW = "\n".join(["........"] * 3 + ["..AB...."] + ["........"] * 2)


def game(text: str = FULL, clock: str = "0:07") -> Pixels:
    """The board with a clock below it."""
    pixels = draw(text, GRID)
    cv2.putText(pixels, clock, (240, 335), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (250, 250, 250), 2, cv2.LINE_AA)
    return pixels


def notice(pixels: Pixels, text: str, at: tuple[int, int] = (110, 130)) -> Pixels:
    """The same with a notice over the middle of the board."""
    lain = pixels.copy()
    x, y = at
    cv2.rectangle(lain, (x, y), (x + 190, y + 60), (225, 225, 225), -1)
    cv2.putText(lain, text, (x + 15, y + 42), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (30, 30, 130), 2, cv2.LINE_AA)
    return lain


@pytest.fixture(scope="module")
def cells() -> CellTeller:
    draft = start([sort_cells(draw(text, GRID), GRID, "tiles") for text in (FULL, "\n".join(LATER))], "tiles", "shisen")
    known = teller(draft)
    assert known is not None
    return known


def boxed(anchor: Anchor, pixels: Pixels) -> Box:
    height, width = pixels.shape[:2]
    area: Area = anchor.area
    return Box(
        area.left * width, area.top * height, (area.right - area.left) * width, (area.bottom - area.top) * height
    )


def test_the_mark_lies_on_the_notice_and_tells_it_from_every_game(cells: CellTeller) -> None:
    usual = [game(), game("\n".join(LATER), "1:38")]
    won = notice(game(FEW, "5:52"), "You won!")
    found = find_mark("won", won, usual, GRID, cells)
    box = boxed(found, won)
    assert 105 <= box.x <= box.x + box.w <= 305
    assert 125 <= box.y <= box.y + box.h <= 195
    screens, whole = screens_of([found]), Box(0, 0, won.shape[1], won.shape[0])
    assert screens.shown(won, whole) == "won"
    assert screens.shown(game(FEW, "9:41"), whole) is None
    assert screens.shown(notice(game("\n".join(LATER)), "You won!"), whole) == "won"
    assert screens.shown(notice(game(), "Paused"), whole) is None


def test_other_notices_are_told_apart(cells: CellTeller) -> None:
    won, lost = notice(game(FEW), "You won!"), notice(game(), "You lost")
    usual = [game(), game("\n".join(LATER))]
    marks = [
        find_mark("won", won, usual, GRID, cells, rivals=[lost]),
        find_mark("lost", lost, usual, GRID, cells, rivals=[won]),
    ]
    screens, whole = screens_of(marks), Box(0, 0, won.shape[1], won.shape[0])
    assert (screens.shown(won, whole), screens.shown(lost, whole)) == ("won", "lost")


def test_a_board_that_is_played_out_is_no_mark(cells: CellTeller) -> None:
    with pytest.raises(CalibrationError, match="picture for won"):
        find_mark("won", game(FEW), [game(), game("\n".join(LATER))], GRID, cells)


def test_ground_that_was_never_seen_is_no_mark() -> None:
    rng = np.random.default_rng(5)
    ground = cv2.resize(rng.integers(30, 220, (18, 22, 3)).astype(np.uint8), (378, 340), interpolation=cv2.INTER_CUBIC)
    full = draw(FULL, GRID)[:340, :378]
    box = GRID.box
    bare = full.copy()
    rows, columns = slice(round(box.y), round(box.y + box.h)), slice(round(box.x), round(box.x + box.w))
    bare[rows, columns] = ground[rows, columns]
    draft = start([sort_cells(full, GRID, "tiles")], "tiles", "shisen")
    with pytest.raises(CalibrationError, match="empty cells"):
        find_mark("won", bare, [full], GRID, teller(draft))


def test_a_clock_is_no_mark(cells: CellTeller) -> None:
    with pytest.raises(CalibrationError, match="surely"):
        find_mark("won", game(FULL, "9:59"), [game(FULL, "0:07"), game(FULL, "1:38")], GRID, cells)


def test_the_game_itself_is_known_by_what_stays() -> None:
    usual = [game(), game("\n".join(LATER), "1:38")]
    for picture in usual:
        cv2.putText(picture, "Letters", (30, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (240, 240, 90), 2, cv2.LINE_AA)
    found = find_mark("game", usual[0], usual, GRID, None)
    assert boxed(found, usual[0]).y < 30


@pytest.mark.parametrize(("shows", "name"), [("won", "won-dialog"), ("lost", "stuck-panel"), ("paused", "paused")])
def test_real_notices_are_found(shows: str, name: str) -> None:
    usual = [load(SCREENS / f"{one}.png") for one in ("full", "half-played")]
    grid = Grid(103.5, 90.0, 36.0, 48.0, 8, 18)
    draft = start([sort_cells(one, grid, "tiles") for one in usual], "tiles", "shisen")
    shown = load(SCREENS / f"{name}.png")
    screens = screens_of([find_mark(shows, shown, usual, grid, teller(draft))])
    whole = Box(0, 0, shown.shape[1], shown.shape[0])
    others = {"won-dialog", "stuck-panel", "paused", "full", "half-played"} - {name}
    assert screens.shown(shown, whole) == shows
    assert {screens.shown(load(SCREENS / f"{other}.png"), whole) for other in others} == {None}


def test_a_mark_by_hand_must_show_something() -> None:
    pixels = game()
    for box, said in (
        (Box(2, 2, 30, 25), "next to nothing"), (Box(0, 0, 370, 330), "larger than"), (Box(60, 60, 5, 40), "smaller"),
        (Box(300, 300, 200, 40), "beside the picture"),
    ):  # fmt: skip
        with pytest.raises(CalibrationError, match=said):
            anchor_of("won", pixels, box)
