"""Windows in pictures of a whole screen: found whatever lies behind them, and never made up within one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from bot.cli.content import Named
from bot.cli.opening import open_named
from bot.cli.said import Said
from bot.errors import CannotReadError
from bot.frame import Box, Pixels
from bot.vision.desktop import bare_beside, pictured, windows
from bot.vision.picture import load, save
from calibration.discover import _moved, discover, in_the_way
from calibration.place import Place
from tests.synthetic import TUNED, draw, spec_of

WORDS = "This page is being controlled by automated test software"
FIXTURES = Path(__file__).parents[2] / "fixtures"
SCREENS = sorted(FIXTURES.glob("*/*/screens/*.png"))
WHOLE = {
    "lines/five-or-more/screens/start": Box(285, 152, 710, 546),
    "lines/five-or-more/screens/large-window": Box(40, 60, 1100, 710),
    "lines/five-or-more/screens/small-window": Box(40, 60, 420, 370),
    "samegame/swell-foop/screens/start": Box(450, 297, 379, 256),
    "shisen/kshisen-default/screens/whole-screen": Box(19, 31, 802, 504),
}
"""The recorded screens that show more than one window, and where its inner part lies, but for a border."""
BORDER = 6
"""Pixels of the border of these windows, at most."""
WALLPAPERS = ("black", "slope", "photograph")
BAR = 26


class Theme(NamedTuple):
    """How a window is drawn."""

    bar: tuple[int, int, int]
    ink: tuple[int, int, int]
    border: tuple[int, int, int]
    corner: int


THEMES = {
    "blue": Theme((200, 170, 140), (40, 40, 40), (120, 100, 80), 0),
    "dark": Theme((48, 44, 40), (230, 230, 230), (20, 20, 20), 0),
    "round": Theme((235, 235, 235), (60, 60, 60), (150, 150, 150), 9),
}


def wallpaper(kind: str, rng: np.random.Generator, height: int = 900, width: int = 1400) -> Pixels:
    """What lies behind windows."""
    if kind == "black":
        return np.zeros((height, width, 3), np.uint8)
    down, across = np.mgrid[0:height, 0:width] / max(height, width)
    if kind == "slope":
        return np.dstack([40 + 120 * across, 60 + 90 * down, 30 + 60 * (across + down)]).astype(np.uint8)
    drawn = np.full((height, width, 3), 110, np.float32)
    for coarse, strong in ((3, 60), (9, 40), (40, 25), (160, 12)):
        spots = rng.uniform(-1, 1, (coarse * height // width + 2, coarse + 2, 3)).astype(np.float32)
        drawn += strong * cv2.resize(spots, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.clip(drawn + rng.normal(0, 3, drawn.shape), 0, 255).astype(np.uint8)


def placed(screen: Pixels, inner: Pixels, theme: Theme, x: int, y: int) -> None:
    """Draw a window on a screen, its inner part at x, y."""
    height, width = inner.shape[:2]
    behind = screen.copy()
    screen[y - BAR - 1 : y + height + 1, x - 1 : x + width + 1] = theme.border
    screen[y - BAR : y, x : x + width] = theme.bar
    cv2.putText(screen, "A game", (x + 12, y - 8), cv2.FONT_HERSHEY_SIMPLEX, 0.5, theme.ink, 1, cv2.LINE_AA)
    cv2.line(screen, (x + width - 18, y - 18), (x + width - 8, y - 8), theme.ink, 2, cv2.LINE_AA)
    cv2.line(screen, (x + width - 18, y - 8), (x + width - 8, y - 18), theme.ink, 2, cv2.LINE_AA)
    for row in range(theme.corner):
        gone = theme.corner - round((theme.corner**2 - (theme.corner - row) ** 2) ** 0.5)
        for part in (np.s_[x - 1 : x - 1 + gone], np.s_[x + width + 1 - gone : x + width + 1]):
            screen[y - BAR - 1 + row, part] = behind[y - BAR - 1 + row, part]
    screen[y : y + height, x : x + width] = inner


def near(box: Box, other: Box, pixels: float) -> bool:
    ends = [(one.x, one.y, one.x + one.w, one.y + one.h) for one in (box, other)]
    return bool(np.abs(np.subtract(ends[0], ends[1])).max() <= pixels)


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: str(path.relative_to(FIXTURES).with_suffix("")))
def test_a_recorded_screen_has_the_windows_that_it_shows_and_no_others(path: Path) -> None:
    found = windows(load(path)[:, :, :3])
    known = WHOLE.get(str(path.relative_to(FIXTURES).with_suffix("")))
    if known is None:
        assert not found
    else:
        assert len(found) == 1
        assert near(found[0], known, BORDER)


@pytest.mark.parametrize("kind", WALLPAPERS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_window_is_found_on_any_wallpaper_to_the_pixel(kind: str, theme: Theme) -> None:
    rng = np.random.default_rng(len(kind))
    for name in (
        "puyo/flobopuyo-stage/screens/half-full",
        "columns/nes-gems/screens/once",
        "columns/monsterz/screens/full",
    ):
        inner = load(FIXTURES / f"{name}.png")[:, :, :3]
        screen = wallpaper(kind, rng)
        height, width = inner.shape[:2]
        x, y = int(rng.integers(2, 1400 - width - 2)), int(rng.integers(BAR + 2, 900 - height - 2))
        placed(screen, inner, theme, x, y)
        found = windows(screen)
        assert [near(one, Box(x, y, width, height), 3) for one in found] == [True], (name, found, (x, y, width, height))


@pytest.mark.parametrize("size", [(1, 1), (1, 400), (400, 1), (119, 400), (120, 160)])
def test_a_picture_smaller_than_any_window_shows_none(size: tuple[int, int]) -> None:
    assert not windows(np.random.default_rng(1).integers(0, 255, (*size, 3)).astype(np.uint8))


def test_of_two_windows_both_are_told_the_larger_first() -> None:
    rng = np.random.default_rng(1)
    screen = wallpaper("slope", rng)
    small, large = (
        load(FIXTURES / f"{name}.png")[:, :, :3]
        for name in ("columns/nes-gems/screens/once", "columns/monsterz/screens/full")
    )
    placed(screen, small, THEMES["blue"], 40, 60)
    placed(screen, large, THEMES["dark"], 600, 200)
    assert [round(one.x / 20) * 20 for one in windows(screen)] == [600, 40]


def test_boards_of_two_players_under_their_names_are_no_windows() -> None:
    screen = np.full((480, 640, 3), 30, np.uint8)
    for x in (20, 340):
        placed(screen, np.full((380, 240, 3), 200, np.uint8), THEMES["blue"], x, 60)
    assert not windows(screen)


def test_a_board_in_a_window_is_read_where_it_lies_on_the_screen(tmp_path: Path) -> None:
    inner = load(FIXTURES / "columns/nes-gems/screens/once.png")[:, :, :3]
    screen = wallpaper("photograph", np.random.default_rng(3))
    placed(screen, inner, THEMES["blue"], 900, 300)
    save(tmp_path / "screen.png", screen)
    save(tmp_path / "window.png", inner)
    seen = open_named(Named(str(tmp_path / "screen.png")), Said(), False)
    assert seen.also["window"] == [900, 300, 256, 224]
    whole, alone = seen.reading, open_named(Named(str(tmp_path / "window.png")), Said(), False).reading
    assert whole is not None and alone is not None and whole.grid is not None and alone.grid is not None
    assert whole.position == alone.position
    assert whole.size == (1400, 900)
    assert abs(whole.grid.x - alone.grid.x - 900) < 1
    assert abs(whole.grid.y - alone.grid.y - 300) < 1


@pytest.mark.parametrize(
    "name",
    [
        "samegame/swell-foop/screens/full-without-signs",
        "samegame/sgt-flood/screens/full",
        "nonogram/sgt-pattern/screens/cursor",
    ],
)
def test_a_board_that_its_window_cuts_off_is_refused_on_a_screen_too(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inner = load(FIXTURES / f"{name}.png")[:, :, :3]
    screen = wallpaper("black", np.random.default_rng(1))
    placed(screen, np.ascontiguousarray(inner[: round(0.7 * len(inner))]), THEMES["blue"], 200, 120)
    save(tmp_path / "screen.png", screen)
    with pytest.raises(CannotReadError, match="cut off at the bottom"):
        open_named(Named(str(tmp_path / "screen.png")), Said(), True)
    answer = json.loads(capsys.readouterr().out)
    assert "cut off at the bottom" in answer["error"]
    assert answer["board_box"][0] > 200 and answer["board_box"][1] > 120, "where it lies on the screen"


def test_where_a_person_says_where_the_board_lies_no_window_is_looked_for(tmp_path: Path) -> None:
    inner = load(FIXTURES / "columns/nes-gems/screens/once.png")[:, :, :3]
    screen = wallpaper("black", np.random.default_rng(3))
    placed(screen, inner, THEMES["blue"], 900, 300)
    save(tmp_path / "screen.png", screen)
    alone = open_named(Named(str(tmp_path / "screen.png")), Said(), False).reading
    assert alone is not None and alone.grid is not None
    box = alone.grid.box
    grid = ",".join(str(round(side)) for side in box)
    told = open_named(Named(str(tmp_path / "screen.png")), Said(place=Place.typed(grid, "6x12", None)), False).reading
    assert told is not None and told.position is not None and alone.position is not None
    assert told.position.board == alone.position.board


def test_what_is_learned_of_a_window_lies_in_the_picture_of_the_screen() -> None:
    inner = load(FIXTURES / "columns/nes-gems/screens/once.png")[:, :, :3]
    screen = wallpaper("photograph", np.random.default_rng(3))
    placed(screen, inner, THEMES["blue"], 900, 300)
    draft, alone = discover([screen]), discover([pictured(screen, Box(900, 300, 256, 224))])
    assert in_the_way(draft) == in_the_way(alone) == ""
    shot = draft.shots[0]
    assert shot.pixels.shape == screen.shape
    assert np.array_equal(shot.kind, alone.shots[0].kind)
    assert abs(shot.grid.x - alone.shots[0].grid.x - 900) < 1


@pytest.mark.parametrize("changed", [False, True])
def test_a_draft_of_copies_of_a_window_lies_on_the_screen_and_one_of_other_pictures_nowhere(changed: bool) -> None:
    inner = load(FIXTURES / "columns/nes-gems/screens/once.png")[:, :, :3]
    screen = wallpaper("photograph", np.random.default_rng(3))
    placed(screen, inner, THEMES["blue"], 900, 300)
    window = Box(900, 300, 256, 224)
    part = pictured(screen, window)
    draft = discover([part])
    copies = replace(draft, shots=tuple(replace(shot, pixels=shot.pixels + np.uint8(changed)) for shot in draft.shots))
    found = _moved(copies, window, [part], [screen])
    assert (found is None) == changed
    assert found is None or found.shots[0].pixels is screen


def test_what_lies_beside_windows_is_bare_where_nothing_repeats() -> None:
    pixels, truth = draw(spec_of(3, TUNED))
    board = truth.seen.box
    inside = Box(board.x - 4, board.y - 4, board.w + 8, board.h + 8)
    desktop = np.full((900, 1366, 3), (90, 60, 30), np.uint8)
    part = pictured(pixels, inside)
    desktop[100 : 100 + part.shape[0], 60 : 60 + part.shape[1]] = part
    window = Box(60, 100, part.shape[1], part.shape[0])
    cv2.putText(desktop, "Wednesday 12:41", (1100, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 255, 255), 1)
    assert bare_beside(desktop, [window])
    assert not bare_beside(desktop, [Box(60, 100, 40, 40)]), "the board lies beside it"


def test_the_words_of_a_tool_bar_are_no_board_beside_a_window() -> None:
    desktop = np.full((900, 1366, 3), 250, np.uint8)
    for y, words in (
        (30, "Nonogram - a page in a browser"),
        (70, "127.0.0.1:8000/nonogram/index.html?size=10"),
        (110, WORDS),
    ):
        cv2.putText(desktop, words, (240, y), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 1, cv2.LINE_AA)
    window = Box(4, 143, 1358, 740)
    desktop[143:883, 4:1362] = (90, 60, 30)
    assert bare_beside(desktop, [window])
