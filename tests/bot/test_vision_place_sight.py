"""A calibrated board of few kinds that is drawn at a size at which what lies around it looks otherwise: it is seen to
be whole without knowing any, and its cells bear it out.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.layout import Layout
from bot.layouts import known_layouts
from bot.reading import Sight
from bot.vision.blocks.first import first_sight_blocks
from bot.vision.blocks.sorting import Sorting
from bot.vision.picture import load
from bot.vision.place.finder import Finder
from bot.vision.place.palette import Palette
from bot.vision.place.vivid import Vivid
from bot.vision.readers import make_reader
from bot.vision.samples import load_samples
from calibration.discover import discover
from calibration.write import save
from tests.bot.test_vision_blocks_fixtures import FIXTURES, shown, truth

GEMS, LINES = FIXTURES / "columns" / "nes-gems", FIXTURES / "lines" / "five-or-more"
FACES = FIXTURES / "puyo" / "arcade-faces"


def screen(folder: Path, name: str) -> Path:
    return folder / "screens" / f"{name}.png"


def learned(path: Path, tmp_path: Path) -> Layout:
    position, _ = truth(path)
    size = (len(position.board), len(position.board[0]))
    return save(discover([load(path)], game="board", size=size), tmp_path / "board" / "skin", title="Skin")


@pytest.mark.parametrize(
    ("folder", "first", "other"),
    [(GEMS, "few", "twice"), (GEMS, "few", "three-times"), (LINES, "large-window", "small-window")],
)
def test_a_board_is_known_at_another_size_by_its_cells(folder: Path, first: str, other: str, tmp_path: Path) -> None:
    reading = make_reader(learned(screen(folder, first), tmp_path)).read(Frame(load(screen(folder, other)), 0.0))
    position, grid = truth(screen(folder, other))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.grid is not None
    assert (reading.grid.x, reading.grid.y) == pytest.approx((grid.x, grid.y), abs=0.1 * grid.pitch_x)
    names: dict[str, str] = {}
    for told, known in zip("".join(reading.position.board), "".join(shown(position)), strict=True):
        assert names.setdefault(known.lower(), told) == told
    assert len(set(names.values())) == len(names)


def test_another_board_of_the_same_size_is_not_taken_for_it(tmp_path: Path) -> None:
    reader = make_reader(learned(screen(GEMS, "few"), tmp_path))
    other = load(screen(FACES, "endless"))
    assert reader.read(Frame(other, 0.0)).sight is Sight.LOST


def test_a_board_that_was_found_is_looked_for_like_that_only_in_a_frame_of_another_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Pixels] = []

    def looked(pixels: Pixels) -> Sorting | None:
        looks.append(pixels)
        return first_sight_blocks(pixels)

    monkeypatch.setattr("bot.vision.place.finder.first_sight_blocks", looked)
    finder = Finder(learned(screen(LINES, "large-window"), tmp_path))
    found = load(screen(LINES, "small-window"))
    assert finder.find(found) is not None
    assert len(looks) == 1
    assert finder.find(found[::-1].copy()) is None
    assert len(looks) == 1
    assert finder.find(np.pad(found, ((9, 14), (11, 8), (0, 0)))) is not None
    assert len(looks) == 2


def test_a_picture_without_the_hues_of_the_kinds_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a look takes seconds, and tells a part of a window of a known program, cut out with its board alone."""
    looks: list[Pixels] = []

    def looked(pixels: Pixels) -> Sorting | None:
        looks.append(pixels)
        return first_sight_blocks(pixels)

    monkeypatch.setattr("bot.vision.place.finder.first_sight_blocks", looked)
    layout = next(one for one in known_layouts("paneldepon") if one.board.hues)
    towers = FIXTURES / "paneldepon" / "crack-attack" / "screens" / "towers.png"
    grid = truth(towers)[1]
    first, last = grid.cell((-1, -1)), grid.cell((grid.rows + 1, grid.columns + 1))
    alone = load(towers)[max(0, round(first.y)) : round(last.y), round(first.x) : round(last.x)]
    assert make_reader(layout).read(Frame(np.ascontiguousarray(alone), 0.0)).grid is not None
    seen = len(looks)
    assert seen
    for other in (FIXTURES / "shisen" / "page-emoji" / "screens").glob("*.png"):
        make_reader(layout).read(Frame(load(other), 0.0))
    assert len(looks) == seen


def test_without_samples_no_colour_is_asked_for() -> None:
    assert Vivid(()).shown(np.zeros((60, 80, 3), np.uint8))


def test_a_picture_without_the_colours_of_the_kinds_is_not_searched(tmp_path: Path) -> None:
    palette = Palette(load_samples(learned(screen(LINES, "large-window"), tmp_path)))
    assert palette.shown(load(screen(LINES, "small-window")))
    assert not palette.shown(load(screen(FACES, "endless"))[:, :, :1].repeat(3, 2))
