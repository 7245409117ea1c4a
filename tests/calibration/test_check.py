"""Checking: a layout that is right says so, and one that is not names the cells and the crops."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from bot.frame import Box
from bot.layout import Layout, LayoutError
from calibration.beside import anchor_of
from calibration.check import check
from calibration.discover import discover
from calibration.write import save
from engine.position import Position
from tests.calibration.drawn import draw, rows
from tests.calibration.test_discover import FULL, GRID, LATER


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return save(discover([draw(FULL, GRID)], game="shisen"), tmp_path / "shisen" / "letters", title="Letters")


def test_a_good_layout_reads_its_pictures_back(layout: Layout) -> None:
    result = check(layout, [draw(FULL, GRID)], [Position({"board": rows(FULL)})])
    assert result.ok
    assert result.readings[0].position is not None
    assert result.readings[0].position.board == rows(FULL)
    assert len(result.narrowest) > 0
    assert result.narrowest[0].margin <= result.narrowest[-1].margin
    assert sum(result.confusion.values()) == sum(len(kind.samples) for kind in layout.board.kinds)
    assert result.confused == 0


def test_what_was_typed_otherwise_is_named(layout: Layout) -> None:
    typed = Position({"board": ("H" + rows(FULL)[0][1:], *rows(FULL)[1:])})
    result = check(layout, [draw(FULL, GRID)], [typed])
    assert not result.ok
    assert [(one.row, one.column, one.typed, one.read) for one in result.wrong] == [(0, 0, "H", "A")]


def test_a_picture_without_the_board_is_not_right(layout: Layout) -> None:
    assert not check(layout, [np.full((200, 300, 3), 90, np.uint8)]).ok


def test_a_picture_of_another_screen_is_told_as_one(tmp_path: Path) -> None:
    game, menu = draw(FULL, GRID), np.full((30, 60, 3), 40, np.uint8)
    menu[8:22:3, 6:54] = (220, 90, 240)
    shown = draw(FULL, GRID)
    shown[:] = 70
    shown[40:70, 80:140] = menu
    draft = discover([game], game="shisen", reader="tiles").labelled(Position({"board": rows(FULL)}))
    anchor = anchor_of("menu", shown, Box(80, 40, 60, 30))
    layout = save(draft, tmp_path / "shisen" / "drawn", title="For a test", anchors=[anchor])
    found = check(layout, [game, shown])
    assert [one.shows for one in found.readings] == [None, "menu"]
    assert found.ok


def test_crops_that_were_mixed_up_are_confused(layout: Layout) -> None:
    samples = layout.folder / "samples"
    first, second = layout.board.kinds[0].samples[0], layout.board.kinds[1].samples[0]
    shutil.copyfile(samples / second, samples / first)
    result = check(layout, [])
    assert result.confused >= 1
    assert result.confusion[layout.board.kinds[0].label, layout.board.kinds[1].label] == 1
    assert not result.ok


def test_a_missing_crop_and_a_linked_one_are_refused(layout: Layout) -> None:
    path = layout.folder / "samples" / layout.board.kinds[0].samples[0]
    path.unlink()
    with pytest.raises(LayoutError, match="samples"):
        check(layout, [])
    path.symlink_to(layout.folder / "samples" / layout.board.kinds[1].samples[0])
    with pytest.raises(LayoutError, match="not a plain file"):
        check(layout, [])


def test_a_layout_gives_the_labels_that_a_person_typed(tmp_path: Path) -> None:
    names = str.maketrans("ABCDEFGH", "稲1z&hgBA")
    typed = Position({"board": tuple(row.translate(names) for row in rows(FULL))})
    draft = discover([draw(FULL, GRID)], game="shisen").labelled(typed)
    layout = save(draft, tmp_path / "shisen" / "typed", title="Typed")
    later = "\n".join(LATER)
    result = check(layout, [draw(later, GRID), draw(FULL, GRID)], [None, typed])
    assert result.ok
    assert result.readings[0].position is not None
    assert result.readings[0].position.board == tuple(row.translate(names) for row in LATER)
