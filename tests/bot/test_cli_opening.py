"""A picture that is opened: windows in it are looked at once, and a part of a board is not told as all of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import cv2
import numpy as np
import pytest

from bot.cli import gathered, opening
from bot.cli.content import Named
from bot.cli.gathered import Source
from bot.cli.said import Said
from bot.cli.shown import Seen
from bot.errors import CannotReadError, UsageError
from bot.frame import Box, Point
from bot.grid import Grid
from bot.reading import Doubt, Reading, Sight
from bot.solve import UnclearBoardError
from bot.vision import desktop
from bot.vision.picture import load, save
from engine.position import Position
from tests.bot.beads import screen
from tests.calibration.test_ruled import LYING, missing_lines


@pytest.mark.parametrize(("bare", "looks"), [(True, 1), (False, 2)])
def test_a_window_on_a_bare_screen_is_looked_at_once(
    bare: bool, looks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, ...]] = []

    def refuse(pixels: Any, *_: Any) -> NoReturn:
        asked.append(pixels.shape[:2])
        raise CannotReadError("Expected a board, found none.")

    monkeypatch.setattr(desktop, "windows", lambda _: (Box(20, 30, 100, 80),))
    monkeypatch.setattr(desktop, "bare_beside", lambda *_: bare)
    monkeypatch.setattr(opening, "_shown", refuse)
    save(tmp_path / "screen.png", np.zeros((200, 300, 3), np.uint8))
    with pytest.raises(CannotReadError, match="found none"):
        opening.open_named(Named(str(tmp_path / "screen.png")), Said(), False)
    assert asked == [(80, 100), (200, 300)][:looks]


PURE = {"R": (0, 0, 187), "G": (0, 187, 0), "B": (187, 187, 0), "Y": (0, 187, 187), "P": (187, 0, 187)}


def test_the_full_half_of_a_well_is_not_told_as_a_board_of_tiles(tmp_path: Path) -> None:
    """Every kind is there an even number of times, as on a board of pairs; above it the well is empty."""
    pitch, up, rng = 46, 17, np.random.default_rng(0)
    kinds = list("RRRRRRRRGGGGGGGGBBBBBBBBYYYYYYPPPPPP")
    rng.shuffle(kinds)
    well = np.full((13 * pitch, 6 * pitch, 3), 150, np.uint8)
    for place, label in enumerate([*kinds, *rng.choice(list(PURE), 6)]):
        row, column = 6 + place // 6, place % 6
        colour = np.array(PURE[label]) // (2 if row == 12 else 1)
        well[row * pitch : (row + 1) * pitch, column * pitch : (column + 1) * pitch] = colour
    page = np.full((1000, 1200, 3), (105, 79, 52), np.uint8)
    page[60 : 60 + 12 * pitch, 340 : 340 + 6 * pitch] = well[up : up + 12 * pitch]
    top = 60 + 6 * pitch - up
    cv2.rectangle(page, (340 + 2 * pitch, top), (340 + 4 * pitch, top + pitch), (0, 0, 0), 5)
    cv2.putText(page, "Player 1", (342, 640), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (210, 210, 210), 1, cv2.LINE_AA)
    save(tmp_path / "page.png", page)
    seen = opening.open_named(Named(str(tmp_path / "page.png")), Said(), False)
    reading = seen.board.reading if seen.board else seen.reading
    assert reading is not None
    assert reading.position is not None
    assert len(reading.position.board) > 8
    assert "paneldepon" in (seen.also.get("likely", ()) or [seen.board.game.name if seen.board else ""])


def test_where_the_game_is_named_the_reason_that_says_most_is_given(tmp_path: Path) -> None:
    """Lines around the cells are seen, though not all of them, and not what lies between; or nothing like a board."""
    save(tmp_path / "lines.png", missing_lines(LYING))
    with pytest.raises(CannotReadError, match="found lines around 12 rows x 6 columns but not what lies between them"):
        opening.open_named(Named(str(tmp_path / "lines.png")), Said.typed("paneldepon", None, None), False)
    sky = np.full((300, 400, 3), (200, 120, 40), np.uint8)
    cv2.circle(sky, (270, 90), 50, (40, 180, 240), -1)
    save(tmp_path / "sky.png", sky)
    with pytest.raises(CannotReadError, match="Expected a board of paneldepon, found none"):
        opening.open_named(Named(str(tmp_path / "sky.png")), Said.typed("paneldepon", None, None), False)


def test_cells_without_clues_are_no_nonogram(tmp_path: Path) -> None:
    """They were learned on the spot, and told as one without its clues."""
    save(tmp_path / "well.png", screen(LYING))
    assert (
        opening.open_named(Named(str(tmp_path / "well.png")), Said.typed("puyo", None, None), False).board is not None
    )
    with pytest.raises(CannotReadError, match="clues"):
        opening.open_named(Named(str(tmp_path / "well.png")), Said.typed("nonogram", None, None), False)


def test_what_a_window_shows_now_is_read_like_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    full = Path(__file__).parents[2] / "fixtures" / "shisen" / "kshisen-default" / "screens" / "full.png"
    asked: list[tuple[str | None, str | None]] = []

    def shown(window: str | None, region: str | None) -> Source:
        asked.append((window, region))
        return Source([load(full)], "kshisen", "kshisen")

    monkeypatch.setattr(gathered, "screen", shown)
    seen = opening.open_named(Named(window="kshisen"), Said(), False).playable()
    assert asked == [("kshisen", None)]
    assert seen.position == opening.open_named(Named(str(full)), Said(), False).playable().position


@pytest.mark.parametrize("named", [{}, {"file": "shot.png", "window": "kshisen"}, {"window": "a", "region": "0,0,9,9"}])
def test_one_thing_is_named_to_be_read(named: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="Say what to read"):
        Named(**named)


def test_what_is_named_is_said_as_it_is_typed() -> None:
    assert str(Named(window="Same Game")) == "--window 'Same Game'"
    assert str(Named(region="0,0,640,480")) == "--region 0,0,640,480"
    assert str(Named("shot.png")) == "shot.png"


def test_where_a_window_was_read_a_refusal_of_the_whole_screen_is_not_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    grid = Grid(1, 1, 5, 5, 2, 2)
    doubts = (Doubt("board", 0, 0, 0.0),)
    partly = Reading(0.0, Sight.DOUBT, (100, 80), Position({"board": ("?a", "ab")}), grid, doubts=doubts)

    def look(pixels: Any, said: Said, named: Named, as_json: bool, keep: str | None) -> Seen:
        if pixels.shape[0] != 80:
            opening._refuse(UnclearBoardError("Expected a board, found none.", partly, pixels), as_json)
        return Seen(None, pixels, partly)

    monkeypatch.setattr(desktop, "windows", lambda _: (Box(20, 30, 100, 80),))
    monkeypatch.setattr(desktop, "bare_beside", lambda *_: False)
    monkeypatch.setattr(opening, "_shown", look)
    save(tmp_path / "screen.png", np.zeros((200, 300, 3), np.uint8))
    seen = opening.open_named(Named(str(tmp_path / "screen.png")), Said(), True)
    assert seen.reading is not None
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("x", "cut"), [(113.0, False), (101.0, True), (160.0, False)])
def test_a_frame_around_a_board_is_no_window_that_cuts_it_off(x: float, cut: bool) -> None:
    frame = Box(100, 50, 216, 260)
    board = Position({"board": ("abcdef",) * 7})
    seen = Seen(
        None, np.zeros((400, 500, 3), np.uint8), Reading(0.0, Sight.CLEAR, (500, 400), board, Grid(x, 67, 32, 32, 7, 6))
    )
    over = Reading(0.0, Sight.COVERED, (216, 260), board, Grid(x - 100, 17, 32, 32, 7, 6))
    refusal = UnclearBoardError("Expected the whole board, found it cut off at the left.", over)
    assert opening._cut_off(seen, frame, refusal) == cut


def test_where_lines_lie_in_a_part_is_said_for_the_whole_picture() -> None:
    part = UnclearBoardError("Expected cells", Reading(0.0, Sight.DOUBT, (90, 80)), None, Grid(3.0, 4.0, 10, 12, 5, 6))
    whole = part.moved(Point(100, 20), np.zeros((200, 300, 3), np.uint8))
    assert "begin with --grid 103,24,60,60 --size 6x5" in str(whole)
    assert "begin with" in str(whole.moved(Point(1, 1), np.zeros((300, 400, 3), np.uint8)))


def test_of_a_game_without_layouts_it_is_said_what_keeps_its_board_from_being_learned(tmp_path: Path) -> None:
    sky = np.full((300, 400, 3), (200, 120, 40), np.uint8)
    cv2.circle(sky, (270, 90), 50, (40, 180, 240), -1)
    save(tmp_path / "sky.png", sky)
    with pytest.raises(CannotReadError, match="Expected a board of equal cells, found none"):
        opening.open_named(Named(str(tmp_path / "sky.png")), Said.typed("samegame", None, None), False)
