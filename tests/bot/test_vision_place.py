"""A calibrated board is found again wherever its window is, or not at all; never in the wrong place."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.arcade import make_scene
from bot.arcade.memory import MemoryScreen, VirtualClock
from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.layout import Area, LayoutError, Screen
from bot.layouts import load_layout
from bot.vision.picture import load, save
from bot.vision.place.finder import Finder, Found
from bot.vision.place.screens import Screens
from bot.vision.place.surroundings import surroundings
from engine.position import Position
from tests.bot.windows import KINDS, Program, calibrated, desktop, geometry, off, place, placed, scaled
from tests.sweep import sweep

PROGRAMS = 10
EACH = 5
FIRST = 700
"""Seed of the first program; those of the benchmark begin elsewhere."""
ENOUGH = 12
"""Cells, not counting empty ones, that hold a board to a fraction of a pixel."""
LESS = 0.5
"""Pixels by which a corner may be farther off where there are fewer, or of unknown kinds."""
SHISEN = Path(__file__).parents[2] / "fixtures" / "shisen"

LAYOUT = """\
schema = 1
game = "shisen"
title = "For a test"
[board]
reader = "tiles"
[board.place]
left = {left}
top = {top}
right = {right}
bottom = {bottom}
rows = {rows}
columns = {columns}
picture = [{picture[0]}, {picture[1]}]
surroundings = "surroundings.png"
[hands]
control = "click-cells"
"""


def tolerance(grid: Grid) -> float:
    """What a corner of the board may be off, in pixels: 0.35 and 0.3 % of a cell."""
    return 0.35 + 0.003 * max(grid.pitch_x, grid.pitch_y)


def finder(window: Pixels, grid: Grid, *more: Pixels) -> Finder:
    return Finder.of(placed(window, grid), surroundings([window, *more], [grid]))


def window(seed: int, content: int = 0, density: float = 0.7) -> tuple[Pixels, Grid]:
    return Program(seed).draw((560, 460), content, density=density)


def test_random_geometries() -> None:
    missed, kinds = [], set()
    programs = sweep(range(FIRST, FIRST + PROGRAMS), every=3)  # with fewer not every kind of geometry is met
    for seed in programs:
        known = calibrated(seed)
        finds = Finder.of(known.place, known.sample, known.samples)
        for number in range(EACH * seed, EACH * (seed + 1)):
            kind, frame, grid, _ = geometry(known, number)
            found = finds.find(frame)
            kinds.add(kind)
            if found is None:
                missed.append((number, kind))
                continue
            borne = found.cells is not None and found.cells.share > 0.9 and found.cells.full >= ENOUGH
            assert off(found.grid, grid) <= tolerance(grid) + (0 if borne else LESS), (number, kind, found)
            assert (found.grid.rows, found.grid.columns) == (grid.rows, grid.columns)
    assert kinds == set(KINDS)
    assert len(missed) <= len(programs) * EACH // 10, missed


@pytest.mark.parametrize(
    ("seed", "what"),
    [
        (10_001, "a window that is wider, on other windows"),
        (10_008, "large cells in a window of another shape, with bars that kept their height"),
        (10_037, "thin lines of one side only where the picture is much reduced"),
        (10_052, "a frame too thin to tell the scale where the picture is much reduced"),
    ],
)
def test_an_empty_board_is_found_by_what_lies_around_it(seed: int, what: str) -> None:
    known = calibrated(seed // 5)
    _, frame, grid, board = geometry(known, seed)
    assert set("".join(board)) == {"."}
    finds = Finder.of(known.place, known.sample, known.samples)
    found = finds.find(frame)
    assert found is not None, what
    assert off(found.grid, grid) < 0.5
    assert finds.find(desktop(np.random.default_rng(seed), 1280, 720)) is None


@pytest.mark.parametrize("seed", range(4))
def test_what_is_not_there_is_not_found(seed: int) -> None:
    finds = finder(*window(seed))
    bare = desktop(np.random.default_rng(seed), 1280, 720)
    other, grid = window(seed + 50)
    assert finds.find(bare) is None
    assert finds.find(place(other, grid, bare, 200, 60)[0]) is None
    assert finds.find(np.zeros((720, 1280, 3), np.uint8)) is None
    assert finds.find(np.random.default_rng(seed).integers(0, 255, (300, 400, 3)).astype(np.uint8)) is None


def test_a_frame_with_four_channels_is_read_as_well() -> None:
    picture, grid = window(3)
    found = finder(picture, grid).find(np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]))
    assert found is not None
    assert off(found.grid, grid) < 0.1


def test_a_moved_window_is_noticed() -> None:
    picture, grid = window(5)
    finds = finder(picture, grid)
    bare = desktop(np.random.default_rng(5), 1280, 720)
    at = {x: place(picture, grid, bare, x, 40) for x in (100, 102, 400)}
    first = finds.find(at[100][0])
    assert finds.find(at[100][0].copy()) is first
    for x in (102, 400):
        moved = finds.find(at[x][0])
        assert moved is not None
        assert off(moved.grid, at[x][1]) < 0.25


@pytest.mark.parametrize("first", [3, 4])
def test_the_frames_of_a_screen_show_what_pictures_show(first: int) -> None:
    """They have a fourth channel; a board that was found without it stays where it is, and the other way round."""
    picture, grid = window(4)
    seen = {3: picture, 4: np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA), np.uint8)}
    finds = finder(picture, grid)
    found = finds.find(seen[first])
    assert found is not None
    assert finds.stays(seen[7 - first])
    assert finds.find(seen[7 - first]) is found


def test_cells_may_change_while_the_window_stays() -> None:
    picture, grid = window(6)
    finds = finder(picture, grid)
    first = finds.find(picture)
    second = finds.find(window(6, content=9, density=0.2)[0])
    assert first is not None
    assert second is not None
    assert second.grid == first.grid


@pytest.mark.parametrize("skin", ["letters", "mahjong"])
def test_practice_window_elsewhere_on_the_screen(skin: str) -> None:
    scene = make_scene("shisen", seed=1, skin=skin, rows=6, columns=10, size=(760, 560))
    finds = finder(scene.draw(), scene.grid)
    other = make_scene("shisen", seed=2, skin=skin, rows=6, columns=10, size=(760, 560))
    screen = MemoryScreen(other, VirtualClock())
    frame, grid = place(
        screen.grab().pixels[:, :, :3], other.grid, desktop(np.random.default_rng(2), 1280, 720), 77, 31
    )
    found = finds.find(frame)
    assert found is not None
    assert off(found.grid, grid) < 0.25
    larger = scaled(frame, grid, 1.25, 1.25)
    found = finds.find(larger[0])
    assert found is not None
    assert off(found.grid, larger[1]) <= tolerance(larger[1])


def recorded(name: str) -> tuple[Pixels, Grid]:
    picture = SHISEN / f"{name}.png"
    truth = Position.parse(picture.with_suffix(".txt").read_text())
    x, y, wide, high = (float(part) for part in truth.blocks["grid"][0].split(","))
    rows = truth.blocks["board"]
    return load(picture), Grid(x, y, wide, high, len(rows), len(rows[0]))


PAIRS = [  # the first shows the same window again; the others are far from it: played on, another ground, size or board
    ("kshisen-default/screens/full", "kshisen-default/screens/tile-picked"),
    ("kshisen-default/screens/full", "kshisen-default/screens/half-played"),
    ("kshisen-traditional/screens/half-played", "kshisen-traditional/screens/tile-picked"),
    ("kshisen-jade/screens/full-on-landscape", "kshisen-jade/screens/half-played"),
    ("kshisen-default/screens/full", "kshisen-default/screens/whole-screen"),
    ("kshisen-default/screens/full", "kshisen-default/screens/few-left"),
    ("kshisen-default/screens/full", "kshisen-default/screens/gravity"),
    ("kshisen-classic/screens/half-played", "kshisen-classic/screens/full-on-wood"),
    ("kshisen-egypt/screens/full-on-grey", "kshisen-default/screens/half-played"),
]


@pytest.mark.parametrize(("learnt", "seen"), PAIRS)
def test_recorded_window_is_found_or_refused(learnt: str, seen: str) -> None:
    known, before = recorded(learnt)
    frame, grid = recorded(seen)
    found = finder(known, before).find(frame)
    assert found is not None or (learnt, seen) not in PAIRS[:1]
    if found is not None:
        assert (found.grid.rows, found.grid.columns) == (grid.rows, grid.columns)
        assert off(found.grid, grid) <= 0.5


def write(folder: Path, picture: Pixels, grid: Grid) -> Path:
    home = folder / "shisen" / "drawn"
    (home / "samples").mkdir(parents=True)
    lines = LAYOUT.format(**placed(picture, grid).model_dump())
    (home / "layout.toml").write_text(lines)
    cv2.imwrite(str(home / "samples" / "surroundings.png"), surroundings([picture], [grid]))
    return home


def test_layout_on_disk(tmp_path: Path) -> None:
    picture, grid = window(8)
    found = Finder(load_layout(write(tmp_path, picture, grid))).find(picture)
    assert found is not None
    assert off(found.grid, grid) < 0.1
    assert found.box(Area(left=0.0, top=0.0, right=0.5, bottom=1.0)) == pytest.approx(
        (0, 0, picture.shape[1] / 2, picture.shape[0]), abs=0.5
    )


@pytest.mark.parametrize("fault", ["missing", "link", "text", "no fourth channel"])
def test_bad_sample_is_refused(tmp_path: Path, fault: str) -> None:
    picture, grid = window(8)
    home = write(tmp_path, picture, grid)
    sample = home / "samples" / "surroundings.png"
    kept = sample.rename(home / "samples" / "kept.png")
    if fault == "link":
        sample.symlink_to(kept)
    elif fault == "text":
        sample.write_text("no picture")
    elif fault == "no fourth channel":
        save(sample, picture)
    with pytest.raises(LayoutError, match=r"surroundings\.png"):
        Finder(load_layout(home))


def test_surroundings_hide_what_changes() -> None:
    first, grid = window(4)
    second = first.copy()
    second[5:15, 40:60] = 255 - second[5:15, 40:60]
    sample = surroundings([first, second, np.zeros((9, 9, 3), np.uint8)], [grid])
    x, y = (round(side) for side in grid.box.centre)
    assert sample.shape == (*first.shape[:2], 4)
    assert sample[y, x, 3] == 0
    assert sample[10, 50, 3] == 0
    assert sample[2, 2, 3] == 255
    assert (sample[2, 2, :3] == first[2, 2]).all()


def test_surroundings_of_a_large_picture_are_reduced() -> None:
    picture, grid = scaled(*window(4), 3, 3)
    assert max(surroundings([picture], [grid]).shape) == 1024


def test_screens_are_told_apart() -> None:
    rng = np.random.default_rng(3)
    crops = {
        name: cv2.resize(rng.integers(0, 255, (6, 16, 3)).astype(np.uint8), (160, 60), interpolation=cv2.INTER_CUBIC)
        for name in ("game", "won", "menu")
    }
    game, middle = {"left": 0.05, "top": 0.05, "right": 0.25, "bottom": 0.15}, {"left": 0.4, "top": 0.4}
    screens = Screens(
        [
            Screen(shows="game", sample="game.png", **game),
            Screen(shows="won", sample="won.png", right=0.6, bottom=0.5, **middle),
            Screen(shows="menu", sample="menu.png", right=0.6, bottom=0.5, **middle),
        ],
        [np.asarray(crop, np.uint8) for crop in crops.values()],
    )

    def show(*names: str, scale: float = 1.0) -> str | None:
        picture = np.full((600, 800, 3), 90, np.uint8)
        for name in names:
            x, y = (40, 30) if name == "game" else (320, 240)
            picture[y : y + 60, x : x + 160] = crops[name]
        size = round(800 * scale), round(600 * scale)
        frame = np.full((1000, 1500, 3), 20, np.uint8)
        frame[70 : 70 + size[1], 90 : 90 + size[0]] = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        return screens.shown(frame, Box(90, 70, *size))

    assert show() is None
    assert show("game") == "game"
    assert show("game", "won") == "won"
    assert show("menu", scale=0.6) == "menu"
    assert show("game", scale=1.5) == "game"


@pytest.mark.parametrize(("words", "shows"), [("You win!", "won"), ("You lose", "lost"), ("You", None)])
def test_notices_in_nearly_the_same_words_are_told_apart(words: str, shows: str | None) -> None:
    """What lies behind a notice shines through it, and both begin alike; where nothing tells them apart, neither is."""

    def written(text: str, behind: int) -> Pixels:
        crop = np.full((40, 200, 3), behind, np.uint8)
        crop[:, 90:100] += 8
        return np.asarray(cv2.putText(crop, text, (6, 30), cv2.FONT_HERSHEY_DUPLEX, 1.0, (240, 240, 240), 3), np.uint8)

    part = {"left": 0.2, "top": 0.3, "right": 0.7, "bottom": 0.4}
    screens = Screens(
        [Screen(shows=end, sample=f"{end}.png", **part) for end in ("won", "lost")],
        [written("You win!", 24), written("You lose", 24)],
    )
    picture = np.full((400, 400, 3), 90, np.uint8)
    picture[120:160, 80:280] = written(words, 34)
    assert screens.shown(picture, Box(0, 0, 400, 400)) == shows


def test_found_places_areas() -> None:
    found = Found(Grid(0, 0, 1, 1, 2, 3), Box(100, 50, 400, 200), 1.0)
    assert found.box(Area(left=0.25, top=0.5, right=0.5, bottom=1.0)) == Box(200, 150, 100, 100)
