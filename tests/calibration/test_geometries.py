"""A layout that was learned from one picture reads its program wherever the window is, at any size, scale and deal."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.layout import Layout
from bot.layouts import find_layout
from bot.reading import Reading, Sight
from bot.vision.picture import load
from bot.vision.readers import make_reader
from calibration.discover import discover
from calibration.write import save
from engine.position import Position
from tests.bot.windows import Calibrated, desktop, place, shown
from tests.calibration.geometries import SORTS, Practice, learnt, program, somewhere
from tests.sweep import sweep

EACH = 5
FIRST = 400
"""Seed of the first program; those of the benchmark begin elsewhere."""
SHISEN = Path(__file__).parents[2] / "fixtures" / "shisen"


def read(layout: Layout, pixels: Pixels) -> Reading:
    return make_reader(layout).read(Frame(pixels, 0.0))


Learn = Callable[[int], tuple[Calibrated, Layout]]


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Learn:
    """The program of some number and the layout that is learned of it, once."""
    folder = tmp_path_factory.mktemp("programs") / "shisen"

    @cache
    def learn(number: int) -> tuple[Calibrated, Layout]:
        _, known = program(FIRST + number)
        return known, learnt(known, folder / f"drawn-{number}")[0]

    return learn


@pytest.mark.parametrize("number", range(len(SORTS)), ids=SORTS)
def test_random_geometries(number: int, learned: Learn) -> None:
    known, layout = learned(number)
    refused = []
    for turn in range(EACH):
        seen = somewhere(known, 100 * (FIRST + number) + turn)
        reading = read(layout, seen.frame)
        if reading.sight is Sight.CLEAR:
            assert reading.position is not None
            assert reading.position.board == seen.board, (turn, seen.kind)
        else:
            refused.append((turn, seen.kind, reading.why))
    assert len(refused) <= 1, refused


@pytest.mark.parametrize("number", sweep(range(len(SORTS))), ids=lambda number: SORTS[number])
def test_another_program_is_not_read(number: int, learned: Learn) -> None:
    _, layout = learned(number)
    _, other = program(FIRST + number + len(SORTS) // 2 + 8)
    bare = desktop(np.random.default_rng(number), 1280, 900)
    assert read(layout, bare).sight is not Sight.CLEAR
    window = other.window[: bare.shape[0] - 20, : bare.shape[1] - 20]
    reading = read(layout, place(window, other.grid, bare, 10, 10)[0])
    assert reading.sight is not Sight.CLEAR


def test_a_window_that_moves_is_followed(learned: Learn) -> None:
    for number in (0, 2):
        known, layout = learned(number)
        reader = make_reader(layout)
        bare = desktop(np.random.default_rng(3), known.window.shape[1] + 400, known.window.shape[0] + 200)
        for x in (0, 300, 20):
            frame, grid = place(known.window, known.grid, bare, x, 40)
            reading = reader.read(Frame(frame, float(x)))
            assert reading.sight is Sight.CLEAR, reading.why
            assert reading.position is not None
            assert reading.grid is not None
            assert reading.position.board == known.board
            assert abs(reading.grid.x - grid.x) < 0.12 * grid.pitch_x


def empty_sides(board: tuple[str, ...]) -> str:
    """The outer lines of a board without a tile."""
    columns = ["".join(column) for column in zip(*board, strict=True)]
    lines = {"top": board[0], "bottom": board[-1], "left": columns[0], "right": columns[-1]}
    return " ".join(side for side, line in lines.items() if not line.strip("."))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Practice, Layout]:
    """A small board of the practice game, and the layout that is learned of it."""
    practice = Practice("letters", 6, 8)
    folder = tmp_path_factory.mktemp("small") / "shisen" / "drawn"
    return practice, learnt(shown(practice, (420, 480), 5, 0.9, title=True), folder)[0]


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_a_board_of_tiles_keeps_its_empty_outer_line(side: str, small: tuple[Practice, Layout]) -> None:
    """The window was stretched, its bars were not, so that next to nothing around the board is where it was."""
    practice, layout = small
    content = next(n for n in range(500) if empty_sides(practice.board(n, 0.3, (6, 8))) == side)
    window, grid = practice.draw((530, 700), content, density=0.3)
    frame, grid = place(window, grid, desktop(np.random.default_rng(3), 1280, 800), 310, 70)
    reading = read(layout, frame)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == practice.board(content, 0.3, (6, 8))


def truth(picture: Path) -> tuple[str, ...]:
    return Position.parse(picture.with_suffix(".txt").read_text()).board


SETS = {
    "kshisen-alphabet": "full", "kshisen-classic": "full-on-wood", "kshisen-default": "full",
    "kshisen-egypt": "full-on-grey", "kshisen-jade": "full-on-landscape", "kshisen-traditional": "full",
}  # fmt: skip
SCREENS = [
    (skin, path.stem)
    for skin, full in SETS.items()
    for path in sorted((SHISEN / skin / "screens").glob("*.png"))
    if path.stem != full
]
REFUSED = {  # a notice or a hint lies over the board, or too few tiles are left, or too many of kinds never learned
    "few-left", "few-on-egyptian", "few-on-landscape", "few-on-wood", "half-on-landscape", "hint-line",
    "in-a-large-window", "in-a-small-window", "paused", "stuck-panel", "won-dialog",
}  # fmt: skip


@pytest.fixture(scope="module")
def tilesets(tmp_path_factory: pytest.TempPathFactory) -> object:
    folder = tmp_path_factory.mktemp("layouts")

    @cache
    def layout(skin: str) -> Layout:
        picture = SHISEN / skin / "screens" / f"{SETS[skin]}.png"
        draft = discover([load(picture)], game="shisen", reader="tiles").labelled(Position({"board": truth(picture)}))
        sizes = find_layout("shisen/kshisen").board.sizes
        return save(draft, folder / "shisen" / skin, title="For a test", sizes=sizes)

    return layout


@pytest.mark.parametrize(("skin", "screen"), sweep(SCREENS))
def test_other_screens_of_a_tileset(skin: str, screen: str, tilesets: object) -> None:
    """Other sizes, backgrounds and states; kinds that the learned screen did not show get labels of their own."""
    assert callable(tilesets)
    layout: Layout = tilesets(skin)
    picture = SHISEN / skin / "screens" / f"{screen}.png"
    reading = read(layout, load(picture))
    if reading.sight is not Sight.CLEAR:
        assert screen in REFUSED, reading.why
        return
    assert reading.position is not None
    known = {kind.label for kind in layout.board.kinds} | {"."}
    board = "\n".join(reading.position.board)
    pairs = {(want, got) for want, got in zip("\n".join(truth(picture)), board, strict=True) if want != "\n"}
    assert all(want == got for want, got in pairs if want in known), "a known kind has its label"
    assert len(pairs) == len({want for want, _ in pairs}) == len({got for _, got in pairs}), "one label, one kind"
