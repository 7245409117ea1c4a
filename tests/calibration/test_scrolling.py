"""A stack that rises by parts of a cell: found out from several pictures, and not taken for a window that moved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layouts import load_layout
from bot.reading import Sight
from bot.vision.picture import load
from bot.vision.readers import make_reader
from calibration.discover import discover, in_the_way
from calibration.single import board_of
from calibration.sorting import FAINT, Found, sort_cells
from calibration.write import save
from engine.position import Position

RISEN = Path(__file__).parents[2] / "fixtures" / "paneldepon" / "blockattack-endless" / "screens"
CELL = 34
WELL = Grid(93.0, 61.0, CELL, CELL, 8, 5)
STACK = """
    .....
    .....
    .....
    R...G
    GB.RG
    BGYRB
    RGYBR
    YRBGB
    GYRYG
    BRGBY
"""
COLOURS = {"R": (40, 40, 215), "G": (60, 170, 50), "B": (210, 110, 40), "Y": (40, 205, 235), "P": (190, 60, 180)}
SIGNS = {"R": 3, "G": 4, "B": 5, "Y": 6, "P": 7}


def stack(rows: tuple[str, ...]) -> Pixels:
    """The rows as they lie upon each other."""
    pixels = np.full((len(rows) * CELL, len(rows[0]) * CELL, 3), (46, 40, 38), np.uint8)
    for r, row in enumerate(rows):
        for c, label in enumerate(row):
            if label == ".":
                continue
            x, y = c * CELL, r * CELL
            cv2.rectangle(pixels, (x + 1, y + 1), (x + CELL - 2, y + CELL - 2), COLOURS[label], -1)
            cv2.rectangle(pixels, (x + 1, y + 1), (x + CELL - 2, y + CELL - 2), (235, 235, 235), 2)
            turns = np.arange(SIGNS[label]) * 2 * np.pi / SIGNS[label]
            points = np.stack([x + CELL / 2 + 9 * np.sin(turns), y + CELL / 2 - 9 * np.cos(turns)], 1)
            cv2.fillPoly(pixels, [points.round().astype(np.int32)], (245, 245, 245))
    return pixels


def picture(scroll: float, rows: tuple[str, ...], move: int = 0) -> Pixels:
    """The well in its frame, its stack risen by part of a cell; `move` shifts the whole window instead."""
    high = WELL.rows * CELL
    pixels = np.full((420, 360, 3), (120, 96, 70), np.uint8)
    rng = np.random.default_rng(7)
    rough = rng.integers(-18, 18, (21, 18, 1))
    pixels += np.asarray(cv2.resize(rough.astype(np.float32), (360, 420)), np.int8)[:, :, None].astype(np.uint8)
    x, y = round(WELL.x), round(WELL.y)
    cv2.rectangle(pixels, (x - 8, y - 8), (x + WELL.columns * CELL + 7, y + high + 7), (200, 210, 220), -1)
    cv2.putText(pixels, "RISE", (280, 90), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (250, 250, 250), 2)
    whole = stack(rows)
    start = round(scroll * CELL)
    pixels[y : y + high, x : x + WELL.columns * CELL] = whole[start : start + high]
    return np.roll(pixels, -move, axis=0)


def lines(text: str = STACK) -> tuple[str, ...]:
    return tuple(text.split())


def renamed(rows: tuple[str, ...]) -> list[str]:
    names = {".": ".", "?": "?"}
    for label in "".join(rows):
        names.setdefault(label, "ABCDEFGH"[len(names) - 2])
    return ["".join(names[label] for label in row) for row in rows]


SCROLLS = (0.0, 0.35, 0.65)


def test_that_a_stack_scrolls_is_seen_from_several_pictures(tmp_path: Path) -> None:
    draft = discover([picture(part, lines()) for part in SCROLLS], game="rise", size=(8, 5))
    assert draft.reader == "blocks"
    assert draft.well is not None
    assert draft.well.y == pytest.approx(WELL.y, abs=0.1 * CELL)
    assert draft.well.x == pytest.approx(WELL.x, abs=2.0)
    parts = [(draft.well.y - shot.grid.y) / CELL for shot in draft.shots]
    assert parts == pytest.approx(SCROLLS, abs=0.08)
    layout = save(draft, tmp_path / "rise" / "blocks", title="Rising")
    assert load_layout(layout.folder).board.scrolls
    reading = make_reader(layout).read(Frame(picture(0.5, lines()), 0.0))
    assert reading.position is not None
    assert float(reading.position.blocks["scroll"][0]) == pytest.approx(0.5, abs=0.06)
    assert renamed(reading.position.board)[-6:] == renamed(lines()[:8])[-6:]


def on_plain_page(scroll: float, move: int = 0) -> Pixels:
    """The well with nothing around it: the page says where it ends, and nothing else does."""
    pixels = np.full((420, 360, 3), (190, 160, 150), np.uint8)
    x, y, start = round(WELL.x), round(WELL.y) - move, round(scroll * CELL)
    high, wide = WELL.rows * CELL, WELL.columns * CELL
    pixels[y : y + high, x : x + wide] = stack(lines())[start : start + high]
    return pixels


def test_a_stack_on_a_plain_page_scrolls_where_the_board_ends_on_one_line() -> None:
    draft = discover([on_plain_page(part) for part in SCROLLS], game="rise", size=(8, 5))
    assert draft.well is not None
    assert draft.well.y == pytest.approx(WELL.y, abs=0.1 * CELL)
    moved = discover([on_plain_page(0.0), on_plain_page(0.0, 12), on_plain_page(0.0, 22)], game="rise", size=(8, 5))
    assert moved.well is None


def test_a_kind_that_comes_up_later_is_learned_once_it_has_stayed(tmp_path: Path) -> None:
    draft = discover([picture(part, lines()) for part in SCROLLS], game="rise", size=(8, 5))
    reader = make_reader(save(draft, tmp_path / "rise" / "blocks", title="Rising"))
    later = lines(STACK.replace("RGYBR", "RPYBR").replace("YRBGB", "YRBPB"))

    def board(time: float) -> list[str]:
        """What a look at the stack says that rises by a cell in twenty seconds."""
        reading = reader.read(Frame(picture(0.1 + time / 20, later), time))
        assert reading.position is not None
        return ["".join(row) for row in reading.position.board]

    looks = [board(number / 10) for number in range(50)]
    assert ["".join(now).count("?") for now in looks[:25]] == [2] * 25, "what vanishes looks otherwise for a while, too"
    assert "?" not in "".join(looks[-1])
    assert renamed(tuple(looks[-1]))[2:] == renamed(later[:8])[2:]


def over_a_scene(scroll: float, seed: int) -> Pixels:
    """The well with discs of many tones behind its stack, of which some are as clear as blocks."""
    pixels, rng = picture(scroll, lines()), np.random.default_rng(seed)
    x, y = round(WELL.x), round(WELL.y)
    high, wide = WELL.rows * CELL, WELL.columns * CELL
    well = pixels[y : y + high, x : x + wide]
    ground = well[0, 0].copy()
    behind = np.broadcast_to(ground, well.shape).copy()
    for _ in range(18):
        middle, radius = rng.integers((0, 0), (wide, high // 2)), int(rng.integers(6, 24))
        cv2.circle(behind, (int(middle[0]), int(middle[1])), radius, rng.integers(10, 150, 3).tolist(), -1)
    bare = (well == ground).all(2)
    well[bare] = behind[bare]
    return pixels


@pytest.mark.parametrize("seed", [5, 8, 10, 17, 21])
def test_what_shows_behind_a_stack_is_not_in_the_way(seed: int, tmp_path: Path) -> None:
    draft = discover([over_a_scene(part, seed) for part in (0.35, 0.55, 0.75)], game="rise", size=(8, 5))
    assert draft.well is not None
    assert in_the_way(draft) == ""
    reader = make_reader(save(draft, tmp_path / "rise" / "blocks", title="Rising"))
    reading = reader.read(Frame(over_a_scene(0.1, seed), 0.0))
    assert reading.position is not None
    told = list(zip("".join(lines()[:8]), "".join(reading.position.board), strict=True))
    pairs = {(true, seen) for true, seen in told if "?" not in (true, seen)}
    assert len(pairs) == len(dict(pairs)) == len({seen for _, seen in pairs}) == len("RGBY.")
    assert not any(true != "." and seen == "?" for true, seen in told)


def test_a_picture_that_shows_the_stack_faintly_is_left_out_where_others_show_it_plainly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = picture(0.0, lines())

    def seen(pixels: Pixels, *args: Any) -> Found | None:
        found = find(pixels, *args)
        return found and found._replace(reasons=(FAINT,)) if (pixels == first).all() else found

    find = board_of
    monkeypatch.setattr("calibration.discover.board_of", seen)
    assert in_the_way(discover([first], game="rise", size=(8, 5))) == FAINT.said
    draft = discover([first, *(picture(part, lines()) for part in (0.35, 0.65))], game="rise", size=(8, 5))
    assert draft.well is not None
    assert in_the_way(draft) == ""


def test_a_real_stack_that_rises_is_found_out() -> None:
    names = ("nearly-full-risen-45-of-50", "risen-7-of-50")
    truths = [Position.parse((RISEN / f"{name}.txt").read_text(encoding="utf-8")) for name in names]
    pictures = [load(RISEN / f"{name}.png") for name in names]
    draft = discover(pictures, game="paneldepon", size=(12, 6))
    assert draft.well is not None
    assert not in_the_way(draft)
    _, y, pitch = (float(value) for value in truths[0].blocks["grid"][0].split(",")[:3])
    assert abs(draft.well.y - y) < 0.08 * pitch
    for number, truth in enumerate(truths):
        part = (draft.well.y - draft.shots[number].grid.y) / pitch
        assert part == pytest.approx(float(truth.blocks["scroll"][0]), abs=0.05)
        told = zip("".join(truth.board[1:]), "".join(draft.position(number).board[1:]), strict=True)
        pairs = {(true, seen) for true, seen in told if seen != "?"}
        assert len(pairs) == len(dict(pairs)) == len({seen for _, seen in pairs})


@pytest.mark.parametrize("scrolls", [(0.0, 0.03, 0.1, 0.2), (0.05, 0.12, 0.0, 0.22)])
def test_a_stack_that_creeps_is_seen_to_scroll(scrolls: tuple[float, ...]) -> None:
    """It rises by a fifth of a cell: its blocks are told at either place, but more plainly at their own."""
    draft = discover([picture(part, lines()) for part in scrolls], game="rise", size=(8, 5))
    assert draft.well is not None
    assert draft.well.y == pytest.approx(WELL.y, abs=0.1 * CELL)


def test_a_window_that_moved_does_not_scroll() -> None:
    draft = discover([picture(0.0, lines(), move) for move in (0, 12, 22)], game="rise", size=(8, 5))
    assert draft.well is None


def test_a_grid_that_was_seen_beside_its_place_does_not_scroll(monkeypatch: pytest.MonkeyPatch) -> None:
    still = [picture(0.0, lines()), picture(0.0, lines(STACK.replace("RGYBR", "RGYBG")))]
    seen = iter((0.0, 0.4))

    def astray(pixels: Pixels, grid: Grid | None, size: tuple[int, int] | None, *_: object) -> Found:
        at = replace(WELL, y=WELL.y - next(seen) * CELL)
        return Found("blocks", sort_cells(pixels, at, "blocks"), 3.0)

    monkeypatch.setattr("calibration.discover.board_of", astray)
    assert discover(still, game="rise", size=(8, 5)).well is None


def test_one_picture_does_not_tell() -> None:
    assert discover([picture(0.4, lines())], game="rise", size=(8, 5)).well is None


FLAT = ("......",) * 6 + ("YYPRBR", "RBPGPB", "YYBGRP", "PRYGYG", "GYYBBR", "PPRRGG", "BGPRPY")
"""A stack of twelve rows in a well, and the row that comes up."""


def flat(risen: float, pitch: int = 46, *, text: bool = True) -> Pixels:
    """The same on a page with some `text`, without a line between blocks, risen by a part of a cell; what comes up is
    darkened.
    """
    well = np.full((13 * pitch, 6 * pitch, 3), 150, np.uint8)
    for row, line in enumerate(FLAT):
        for column, label in enumerate(line):
            if label != ".":
                colour = np.array(COLOURS[label]) // (2 if row == 12 else 1)
                well[row * pitch : (row + 1) * pitch, column * pitch : (column + 1) * pitch] = colour
    shown = np.full((12 * pitch, 6 * pitch, 3), 150, np.uint8)
    up = round(risen * pitch)
    shown[:] = well[up : up + 12 * pitch]
    page = np.full((760, 1000, 3), (105, 79, 52), np.uint8)
    page[120 : 120 + 12 * pitch, 360 : 360 + 6 * pitch] = shown
    for words, at in (("Player 1", (362, 700)), ("blocks a move", (520, 700)), ("Stack", (420, 80))) if text else ():
        cv2.putText(page, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7, (210, 210, 210), 1, cv2.LINE_AA)
    return page


@pytest.mark.parametrize("risen", [0.3, 0.55])
def test_one_picture_of_a_risen_stack_in_its_border_tells_that_boards_of_its_game_scroll(
    risen: float, tmp_path: Path
) -> None:
    draft = discover([flat(risen)], game="paneldepon")
    assert draft.well is not None
    assert (draft.well.rows, draft.well.columns) == (12, 6)
    assert draft.well.y == pytest.approx(120, abs=2)
    layout = save(draft, tmp_path / "paneldepon" / "flat", title="Flat")
    told = []
    for other in (risen, 0.0, 0.15, 0.8, 0.9):
        reading = make_reader(layout).read(Frame(flat(other), 0.0))
        assert reading.position is not None, reading.why
        assert float(reading.position.blocks["scroll"][0]) == pytest.approx(other, abs=0.05)
        told.append(reading.position.board[-6:])
    assert len(set(told)) == 1


def test_one_picture_of_a_stack_at_rest_does_not_tell() -> None:
    assert discover([flat(0.0)], game="paneldepon").well is None
    assert discover([flat(0.3)]).well is None


def test_a_stack_with_nothing_around_it_is_learned_as_one_that_stands_still(tmp_path: Path) -> None:
    draft = discover([flat(0.3, text=False)], game="paneldepon")
    assert draft.well is None
    reader = make_reader(save(draft, tmp_path / "paneldepon" / "flat", title="Flat"))
    assert reader.read(Frame(flat(0.3, text=False), 0.0)).sight is Sight.CLEAR
