"""`calibrate` on the command line: from pictures to a kept layout, and what it says where it cannot."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bot.cli.calibrate import Wish, calibrate, gather, learn, parse_size, slug
from bot.cli.check import check_layout
from bot.cli.still import read_file
from bot.errors import UsageError
from bot.layout import find_layout, own_home
from bot.vision.picture import load, save
from calibration.shot import CalibrationError
from tests.calibration.drawn import draw, in_order, rows
from tests.calibration.test_discover import FULL, GRID, LATER


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def shot(tmp_path: Path) -> Path:
    path = tmp_path / "My Game.png"
    save(path, draw(FULL, GRID))
    return path


def run(*pictures: Path, wish: Wish = Wish(), **given: object) -> None:  # noqa: B008
    usual: dict[str, object] = {
        "window": None, "region": None, "name": None, "out": None, "title": None, "picture": None,
        "force": False, "dry": False, "as_json": True,
    }  # fmt: skip
    calibrate(pictures=pictures, wish=wish, **{**usual, **given})  # type: ignore[arg-type]


def test_a_picture_becomes_a_layout_of_ones_own(shot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(shot)
    said = json.loads(capsys.readouterr().out)
    assert said["layout"] == "shisen/my-game"
    assert said["position"]["board"] == list(rows(FULL))
    assert (said["rows"], said["columns"], said["reader"]) == (6, 8, "tiles")
    assert {kind["cells"] for kind in said["kinds"]} == {6}
    assert find_layout("shisen/my-game").folder == (own_home() / "shisen" / "my-game").resolve()
    with pytest.raises(UsageError, match="--force"):
        run(shot)
    run(shot, force=True)


def test_a_person_is_told_what_was_found_and_what_to_do(shot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(shot, as_json=False, picture=shot.with_name("drawn.png"))
    said = capsys.readouterr().out
    assert "6 rows x 8 columns" in said
    assert rows(FULL)[3] in said
    assert "Kept as shisen/my-game" in said
    assert load(shot.with_name("drawn.png")).shape == load(shot).shape
    assert not np.array_equal(load(shot.with_name("drawn.png")), load(shot))


def test_a_dry_run_keeps_nothing(shot: Path) -> None:
    run(shot, dry=True)
    assert not own_home().exists()


def test_a_typed_board_gives_the_labels(shot: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed = tmp_path / "board.txt"
    typed.write_text("\n".join(row.lower() for row in rows(FULL)), encoding="utf-8")
    run(shot, wish=Wish(board=typed), out=tmp_path / "shisen" / "typed")
    assert json.loads(capsys.readouterr().out)["position"]["board"] == [row.lower() for row in rows(FULL)]
    later = tmp_path / "later.png"
    save(later, draw("\n".join(LATER), GRID))
    read_file(str(later), None, str(tmp_path / "shisen" / "typed"), (), True)
    assert json.loads(capsys.readouterr().out)["position"]["board"] == [row.lower() for row in LATER]


def test_a_rough_box_is_enough(shot: Path) -> None:
    box = f"{GRID.x - 6:.0f},{GRID.y + 5:.0f},{GRID.box.w + 9:.0f},{GRID.box.h - 8:.0f}"
    for wish in (Wish(grid=box), Wish(grid=box, size="8x6")):
        assert learn([load(shot)], wish).position().board == rows(FULL)


def test_what_cannot_be_seen_is_said_and_nothing_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "page.png"
    save(path, np.full((300, 400, 3), 230, np.uint8))
    with pytest.raises(CalibrationError, match="--grid"):
        run(path)
    with pytest.raises(CalibrationError, match="--size"):
        learn([load(path)], Wish(grid="10,10,200,100"))


def test_a_board_of_no_known_game_is_kept_only_under_a_name_for_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, typed = tmp_path / "odd.png", tmp_path / "odd.txt"
    save(path, draw(FULL, GRID))
    typed.write_text(FULL.replace("HGFECDBA", "HGFECDB*"), encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        run(path, wish=Wish(board=typed))
    assert left.value.code == 3
    assert "--game" in json.loads(capsys.readouterr().out)["why"]
    run(path, wish=Wish(game="oddments", board=typed))
    assert json.loads(capsys.readouterr().out)["layout"] == "oddments/odd"


def test_check_says_whether_all_is_right(shot: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(shot)
    capsys.readouterr()
    check_layout("shisen/my-game", [shot], None, None, None, True)
    said = json.loads(capsys.readouterr().out)
    assert said["ok"]
    assert said["crops"] > 0
    empty = tmp_path / "empty.png"
    save(empty, np.full((300, 400, 3), 90, np.uint8))
    with pytest.raises(SystemExit):
        check_layout("shisen/my-game", [shot, empty], None, None, None, False)
    said_in_words = capsys.readouterr().out
    assert "Picture 2: lost" in said_in_words
    assert "Not all is right" in said_in_words


def test_a_folder_of_pictures_is_taken_whole(shot: Path, tmp_path: Path) -> None:
    folder = tmp_path / "shots"
    folder.mkdir()
    for number, text in enumerate((FULL, "\n".join(LATER))):
        save(folder / f"{number}.png", draw(text, GRID))
    assert len(gather([folder], None, None).pictures) == 2
    draft = learn(gather([folder], None, None).pictures, Wish())
    assert in_order(draft.position(1).board) == in_order(LATER)


@pytest.mark.parametrize("given", [([], None, None), (["a.png"], "game", None), ([], "game", "1,1,5,5")])
def test_one_source_is_asked_for(given: tuple[list[str], str | None, str | None]) -> None:
    with pytest.raises(UsageError, match="what to learn from"):
        gather([Path(name) for name in given[0]], given[1], given[2])


@pytest.mark.parametrize("text", ["18", "18x", "x8", "0x8", "999x8", "18*8"])
def test_a_size_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="COLUMNSxROWS"):
        parse_size(text)


def test_names_become_folders() -> None:
    assert [slug(text) for text in ("KShisen — 1", "2048", "日本", "x" * 90)] == [
        "kshisen-1",
        "board-2048",
        "board",
        "x" * 40,
    ]
