"""Saving: a folder that loads again, whole or not at all, and never over something that is there."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot.errors import UsageError
from bot.frame import Box
from bot.layout import Hands, LayoutError, Region
from bot.layouts import MAX_BYTES, candidates, find_layout, load_layout, own_home
from bot.vision.picture import load
from bot.vision.samples import LARGEST
from calibration.beside import anchor_of
from calibration.draft import Draft, start
from calibration.shot import CalibrationError
from calibration.sorting import sort_cells
from calibration.write import FEWEST, save
from tests.calibration.drawn import GRID, PAIRS, draw


@pytest.fixture(scope="module")
def draft() -> Draft:
    return start([sort_cells(draw(PAIRS, picked=((0, 1),)), GRID, "tiles")], "tiles", "shisen").named(
        "A", "α", 'a "name"'
    )


def test_what_is_saved_loads_again(draft: Draft, tmp_path: Path) -> None:
    folder = tmp_path / "shisen" / "letters"
    region = Region(name="next", reader="cells", left=0.1, top=0.1, right=0.2, bottom=0.3, rows=2)
    layout = save(
        draft,
        folder,
        title="Letters # 1",
        windows=["gl\\chess"],
        rules={"gravity": False},
        hands=Hands(control="click-cells", gap=0.05, keys={"left": "Left"}),
        regions=[region],
        anchors=[anchor_of("won", draft.shots[0].pixels, Box(50, 46, 30, 20))],
    )
    assert layout == load_layout(folder)
    assert (layout.name, layout.title, layout.windows) == ("shisen/letters", "Letters # 1", ("gl\\chess",))
    assert layout.sizes == ((4, 6),)
    assert dict(layout.rules) == {"gravity": False}
    assert dict(layout.hands.keys) == {"left": "Left"}
    assert layout.regions == (region,)
    assert layout.screens[0].shows == "won"
    assert load(folder / "samples" / layout.screens[0].sample).shape == (20, 30, 3)
    labels = [kind.label for kind in layout.board.kinds]
    assert labels == [".", *draft.labels]
    assert layout.board.kinds[1].name == 'a "name"'
    place = layout.board.place
    assert place is not None
    height, width = draft.shots[0].pixels.shape[:2]
    assert place.picture == (width, height)
    assert place.left * width == pytest.approx(GRID.x, abs=0.01)
    assert place.bottom * height == pytest.approx(GRID.y + 4 * GRID.pitch_y, abs=0.01)


def test_crops_are_few_small_and_of_one_cell(draft: Draft, tmp_path: Path) -> None:
    layout = save(draft, tmp_path / "shisen" / "letters", title="Letters")
    for kind in layout.board.kinds:
        assert len(kind.samples) + len(kind.marked) >= 1
        for name in (*kind.samples, *kind.marked):
            high, wide = load(layout.folder / "samples" / name).shape[:2]
            assert max(high, wide) <= LARGEST
            assert (wide, high) == (36, 44)
    assert sum(path.stat().st_size for path in layout.folder.rglob("*") if path.is_file()) < 1 << 20
    assert max(len(kind.samples) for kind in layout.board.kinds) >= FEWEST
    assert (layout.folder / "layout.toml").stat().st_size < MAX_BYTES


def test_the_file_explains_itself(draft: Draft, tmp_path: Path) -> None:
    text = (save(draft, tmp_path / "g" / "s", title="T").folder / "layout.toml").read_text(encoding="utf-8")
    assert "adding-a-layout.md" in text
    assert text.count("\n#") >= 6
    assert tomllib.loads(text)["schema"] == 1


def test_a_folder_that_is_there_is_kept_unless_forced(draft: Draft, tmp_path: Path) -> None:
    folder = tmp_path / "shisen" / "letters"
    folder.mkdir(parents=True)
    (folder / "precious.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="--force"):
        save(draft, folder, title="Letters")
    assert [path.name for path in folder.iterdir()] == ["precious.txt"]
    save(draft, folder, title="Letters", force=True)
    assert sorted(path.name for path in folder.iterdir()) == ["layout.toml", "samples"]
    assert [path.name for path in folder.parent.iterdir()] == ["letters"]


def test_nothing_is_left_where_it_fails(draft: Draft, tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="title"):
        save(draft, tmp_path / "shisen" / "letters", title="T" * 500)
    assert list((tmp_path / "shisen").iterdir()) == []


def test_a_draft_without_a_game_is_refused(tmp_path: Path) -> None:
    nameless = start([sort_cells(draw(PAIRS), GRID, "tiles")], "tiles")
    with pytest.raises(CalibrationError, match="--game"):
        save(nameless, tmp_path / "x", title="T")


def test_a_layout_of_ones_own_is_found_by_name_and_tried_first(
    draft: Draft, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    save(draft, own_home() / "shisen" / "letters", title="Letters", windows=["letters"])
    assert find_layout("shisen/letters").title == "Letters"
    assert candidates()[0].name == "shisen/letters"
    assert candidates("shisen", "letters - a game")[0].name == "shisen/letters"
    assert "shisen/letters" not in [layout.name for layout in candidates(window="kshisen")]


def test_a_broken_layout_of_ones_own_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    broken = own_home() / "shisen" / "broken"
    broken.mkdir(parents=True)
    (broken / "layout.toml").write_text("schema = 1", encoding="utf-8")
    assert "shisen/tiles" in [layout.name for layout in candidates()]
    assert "passed over" in caplog.text
    with pytest.raises(LayoutError, match="broken"):
        find_layout("shisen/broken")
