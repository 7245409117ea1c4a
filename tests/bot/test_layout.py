"""Layouts: strictly checked data, with errors that name the file and the field."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.layout import LayoutError
from bot.layouts import candidates, find_layout, layout_names, load_layout
from bot.vision.readers import likelier_first

GOOD = """
schema = 1
game = "shisen"
title = "A test"
windows = ["kshisen"]

[board]
reader = "tiles"
sizes = ["14x6"]

[hands]
control = "click-cells"
gap = 0.05

[rules]
gravity = true
"""


def written(folder: Path, text: str) -> Path:
    skin = folder / "shisen" / "test"
    skin.mkdir(parents=True)
    (skin / "layout.toml").write_text(text, encoding="utf-8")
    return skin


def test_a_layout_says_what_it_is(tmp_path: Path) -> None:
    layout = load_layout(written(tmp_path, GOOD))
    assert layout.name == "shisen/test"
    assert layout.sizes == ((6, 14),)
    assert layout.hands.gap == 0.05
    assert dict(layout.rules) == {"gravity": True}
    assert layout.made_for("KShisen 22.12")
    assert not layout.made_for("sgt-pattern")


def test_a_layout_that_is_asked_for_again_is_taken_apart_once_and_a_changed_one_anew(tmp_path: Path) -> None:
    here, there = written(tmp_path / "here", GOOD), written(tmp_path / "there", GOOD)
    first, again = load_layout(here), load_layout(there)
    assert again.board is first.board
    assert (first.folder, again.folder) == (here.resolve(), there.resolve())
    (here / "layout.toml").write_text(GOOD.replace("14x6", "16x9"), encoding="utf-8")
    assert load_layout(here).sizes == ((9, 16),)
    assert load_layout(there).sizes == ((6, 14),)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("schema = 1", "schema = 2", "schema"),
        ('game = "shisen"', 'game = "../etc"', "game"),
        ('game = "shisen"', "game = 7", "game"),
        ('reader = "tiles"', "", "board.reader"),
        ("gap = 0.05", "gap = -1.0", "hands.gap"),
        ("gap = 0.05", 'gap = "fast"', "hands.gap"),
        ("gap = 0.05", "if_covered = 1", "hands.if_covered"),
        ('sizes = ["14x6"]', 'sizes = ["14 by 6"]', "board.sizes"),
        ("gravity = true", "gravity = [1]", "rules.gravity"),
        ("gravity = true", "gravity = ", "not TOML"),
        ('title = "A test"', 'name = "other"', "title"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, field: str) -> None:
    skin = written(tmp_path, GOOD.replace(old, new))
    with pytest.raises(LayoutError, match=field) as caught:
        load_layout(skin)
    assert "layout.toml" in str(caught.value)


def test_a_layout_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="larger than"):
        load_layout(written(tmp_path, GOOD + "#" * 300_000))


def test_a_layout_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=r"expected a readable layout\.toml"):
        load_layout(tmp_path)
    with pytest.raises(LayoutError, match="shisen/tiles"):
        find_layout("shisen/nothing")


def test_a_folder_is_a_layout_too(tmp_path: Path) -> None:
    assert find_layout(str(written(tmp_path, GOOD))).title == "A test"


@pytest.mark.parametrize("name", layout_names())
def test_every_layout_that_ships_loads(name: str) -> None:
    assert find_layout(name).name == name


def test_the_layout_for_the_window_comes_first_and_the_others_are_general() -> None:
    names = [layout.name for layout in candidates("shisen", "kshisen")]
    assert names[0] == "shisen/kshisen"
    assert "shisen/tiles" in names
    assert "shisen/kshisen" not in [layout.name for layout in candidates("shisen", "Some browser")]


def test_what_is_not_to_be_guessed_must_be_named() -> None:
    assert "null/lamps" not in [layout.name for layout in candidates()]
    assert "null/lamps" in [layout.name for layout in candidates("null", "Banmen arcade: Null")]


def test_of_layouts_for_any_program_the_quicker_reader_comes_first() -> None:
    paper, picmi, tiles = (find_layout(name) for name in ("nonogram/paper", "nonogram/picmi", "shisen/tiles"))
    assert likelier_first([tiles, picmi, paper], (620, 720)) == [paper, picmi, tiles]
    assert likelier_first([picmi, tiles, paper], (620, 720)) == [picmi, paper, tiles]
    shapes = find_layout("pentas/shapes")
    assert likelier_first([shapes, tiles, paper], (620, 720)) == [paper, shapes, tiles]


def test_layouts_learned_from_a_picture_of_the_same_size_are_tried_first() -> None:
    tiles, panels, versus = map(find_layout, ("shisen/tiles", "paneldepon/arcade", "paneldepon/arcade-versus"))
    assert likelier_first([tiles, panels, versus], (1080, 720)) == [versus, tiles, panels]
    assert likelier_first([tiles, panels, versus], (1080, 721)) == [tiles, panels, versus]


def test_a_press_that_would_repeat_is_refused(tmp_path: Path) -> None:
    hands = "[hands]\n"
    assert hands in GOOD
    known = GOOD.replace(hands, hands + "repeats = 0.25\n")
    assert load_layout(written(tmp_path / "known", known)).hands.repeats == 0.25
    with pytest.raises(LayoutError, match=r"hands: .*hold must be shorter than 0\.25 s"):
        load_layout(written(tmp_path / "long", known.replace("repeats", "hold = 0.25\nrepeats")))


def test_a_layout_called_by_its_second_name_is_suggested() -> None:
    with pytest.raises(LayoutError, match=r"'kshisen': expected its whole name, such as shisen/kshisen\.$"):
        find_layout("kshisen")
