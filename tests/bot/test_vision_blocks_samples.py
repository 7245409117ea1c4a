"""Sample crops of a layout: loaded as they are, and refused where they are not plain small pictures of its own."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.frame import Frame
from bot.layout import Layout, LayoutError
from bot.layouts import load_layout
from bot.reading import Sight
from bot.vision.blocks.known import Known
from bot.vision.blocks.look import looks
from bot.vision.blocks.sorting import UNSURE
from bot.vision.readers import make_reader
from bot.vision.samples import Sample, load_samples
from tests.bot.synthetic_blocks import Wish, draw

TOML = """
schema = 1
game = "null"
title = "A board of blocks"
[board]
reader = "blocks"
[[board.kinds]]
label = "r"
samples = ["r-1.png"]
marked = ["r-dark.png"]
[[board.kinds]]
label = "."
samples = ["empty.png"]
[hands]
control = "click"
"""


def folder(tmp_path: Path) -> Path:
    (tmp_path / "samples").mkdir()
    (tmp_path / "layout.toml").write_text(TOML)
    for name, grey in (("r-1.png", 200), ("r-dark.png", 80), ("empty.png", 10)):
        cv2.imwrite(str(tmp_path / "samples" / name), np.full((20, 30, 3), grey, np.uint8))
    return tmp_path


def test_samples_are_loaded_kind_after_kind(tmp_path: Path) -> None:
    found = load_samples(load_layout(folder(tmp_path)))
    assert [(sample.label, sample.marked) for sample in found] == [("r", False), ("r", True), (".", False)]
    assert found[1].pixels.shape == (20, 30, 3)
    assert int(found[1].pixels[0, 0, 0]) == 80


def test_a_missing_sample_is_refused(tmp_path: Path) -> None:
    (folder(tmp_path) / "samples" / "r-1.png").unlink()
    with pytest.raises(LayoutError, match=r"r-1\.png"):
        load_samples(load_layout(tmp_path))


def test_a_link_is_refused(tmp_path: Path) -> None:
    path = folder(tmp_path) / "samples" / "r-1.png"
    path.rename(tmp_path / "elsewhere.png")
    path.symlink_to(tmp_path / "elsewhere.png")
    with pytest.raises(LayoutError, match="plain file"):
        load_samples(load_layout(tmp_path))


def test_what_is_no_png_is_refused(tmp_path: Path) -> None:
    (folder(tmp_path) / "samples" / "empty.png").write_bytes(b"GIF89a nothing")
    with pytest.raises(LayoutError, match="PNG"):
        load_samples(load_layout(tmp_path))


def test_a_large_sample_is_refused(tmp_path: Path) -> None:
    cv2.imwrite(str(folder(tmp_path) / "samples" / "empty.png"), np.zeros((20, 900, 3), np.uint8))
    with pytest.raises(LayoutError, match="900x20"):
        load_samples(load_layout(tmp_path))


def test_a_layout_without_kinds_is_read_at_first_sight() -> None:
    layout = Layout.model_validate(
        {"schema": 1, "game": "null", "title": "", "board": {"reader": "blocks"}, "hands": {"control": "click"}}
    )
    drawn = draw(
        21, Wish(skin="bevel", ground="plain", fill="stack", size=(9, 7), kinds=5, pitch=32, damage=False, framed=True)
    )
    reading = make_reader(layout).read(Frame(drawn.pixels, 0.0))
    assert reading.sight is Sight.CLEAR
    assert reading.grid is not None
    assert (reading.grid.rows, reading.grid.columns) == (9, 7)


def flat(label: str, grey: int) -> Sample:
    return Sample(label, False, np.full((20, 20, 3), grey, np.uint8))


def test_a_kind_that_is_shown_in_several_looks_may_differ_as_much_where_all_others_look_as_ever() -> None:
    samples = [flat("a", 120), flat("a", 126), flat("a", 132), flat("a", 138), flat("b", 200), flat(".", 10)]
    known = Known.of_samples(samples, ["a", "b"])

    def rows(grey: int) -> NDArray[np.float32]:
        greys = [grey] + [200] * 7 + [120] * 2 + [10] * 2
        return looks(np.repeat(np.array(greys, np.float32), 16 * 16 * 3).reshape(-1, 16, 16, 3))

    light = known.look(rows(200), (3, 4))[1]
    told = {grey: int(known.tell(rows(grey), light).kind[0]) for grey in (123, 129, 141, 145, 200, 205)}
    assert told == {123: 0, 129: 0, 141: 0, 145: UNSURE, 200: 1, 205: UNSURE}
