"""`calibrate` on the command line: from pictures to a kept layout, and what it says where it cannot."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from bot.cli.beside import add_to_layout, parse_beside, parse_screen
from bot.cli.calibrate import Wish, calibrate, learn
from bot.cli.check import check_layout
from bot.cli.content import Named
from bot.cli.gathered import gather, slug
from bot.cli.said import Said
from bot.cli.still import read_named
from bot.errors import BanmenError, UsageError
from bot.frame import Box, Frame
from bot.grid import Grid
from bot.layouts import find_layout, own_home
from bot.vision.picture import load, save
from bot.vision.place.finder import Finder
from bot.vision.readers import make_reader
from calibration.hands import Measured
from calibration.keep import keep_hands
from calibration.place import Place, parse_size
from calibration.shot import CalibrationError
from tests.bot.test_vision_regions import SIDE, screen
from tests.calibration.drawn import draw, in_order, rows
from tests.calibration.test_discover import FULL, GRID, LATER
from tests.calibration.test_studio_around import won

CLUES_LIKE_TILES = Path(__file__).parents[2] / "fixtures" / "nonogram" / "pills" / "screens" / "clues-like-tiles.png"
"""A nonogram with the clues of its columns in boxes that look like tiles."""
SIZED = Place(size=(6, 8))


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
    read_named(Named(str(later)), Said(layout=str(tmp_path / "shisen" / "typed")), True)
    assert json.loads(capsys.readouterr().out)["position"]["board"] == [row.lower() for row in LATER]


def test_a_rough_box_is_enough(shot: Path) -> None:
    box = f"{GRID.x - 6:.0f},{GRID.y + 5:.0f},{GRID.box.w + 9:.0f},{GRID.box.h - 8:.0f}"
    for wish in (Wish(place=Place.typed(box)), Wish(place=Place.typed(box, "8x6"))):
        assert learn([load(shot)], wish).position().board == rows(FULL)


def test_cells_of_a_page_may_be_any_part_of_a_pixel_wide(tmp_path: Path) -> None:
    path = tmp_path / "page.png"
    save(path, draw(FULL, Grid(30.25, 26.5, 33.75, 41.25, 6, 8)))
    grid = learn([load(path)], Wish(place=Place.typed("30.25,26.5,270,247.5", "8x6"))).shots[0].grid
    assert (grid.x, grid.pitch_x, grid.pitch_y) == pytest.approx((30.25, 33.75, 41.25), abs=0.3)


@pytest.mark.parametrize("text", ["1,2,3", "1,2,x,4", "1,2,0,4", "1,2,nan,4", "1,2,inf,4"])
def test_a_box_that_is_none_is_refused_with_an_example(text: str, shot: Path) -> None:
    with pytest.raises(UsageError, match="--grid is written X,Y,WIDTH,HEIGHT"):
        learn([load(shot)], Wish(place=Place.typed(text)))


def test_what_cannot_be_seen_is_said_and_nothing_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "page.png"
    save(path, np.full((300, 400, 3), 230, np.uint8))
    with pytest.raises(CalibrationError, match="--grid"):
        run(path)
    with pytest.raises(CalibrationError, match="--size"):
        learn([load(path)], Wish(place=Place.typed("10,10,200,100")))


@pytest.mark.parametrize("game", [None, "nonogram"])
def test_a_nonogram_needs_no_layout(game: str | None) -> None:
    with pytest.raises(CalibrationError, match=r"nonogram of 12 rows x 15 columns.*nonogram/paper.*banmen solve"):
        run(CLUES_LIKE_TILES, wish=Wish(game=game), force=True)
    assert not own_home().exists()


@pytest.mark.parametrize("wish", [Wish(reader="tiles"), Wish(game="oddments")])
def test_who_says_that_it_is_another_board_has_it_learned(wish: Wish, capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        run(CLUES_LIKE_TILES, wish=wish, dry=True)
    assert json.loads(capsys.readouterr().out)["reader"] == "tiles"


def test_a_board_of_no_known_game_is_kept_where_a_name_asks_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, typed = tmp_path / "odd.png", tmp_path / "odd.txt"
    save(path, draw(FULL, GRID))
    typed.write_text(FULL.replace("HGFECDBA", "HGFECDB*"), encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        run(path, wish=Wish(board=typed))
    assert left.value.code == 3
    assert "--name" in json.loads(capsys.readouterr().out)["why"]
    run(path, wish=Wish(game="oddments", board=typed))
    assert json.loads(capsys.readouterr().out)["layout"] == "oddments/odd"
    run(path, wish=Wish(board=typed), name="odd")
    assert json.loads(capsys.readouterr().out)["layout"] == "other/odd"
    run(path, wish=Wish(board=typed), name="gems/odd")
    assert json.loads(capsys.readouterr().out)["layout"] == "gems/odd"


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


@pytest.fixture
def window(tmp_path: Path) -> Path:
    """A window with a board and the next tiles beside it; `won.png` beside it is the same after the game."""
    save(tmp_path / "game.png", screen())
    save(tmp_path / "won.png", won())
    return tmp_path / "game.png"


NEXT = f"next={SIDE.box.x:.0f},{SIDE.box.y:.0f},{SIDE.box.w:.0f},{SIDE.box.h:.0f}:1x3"


def test_regions_and_screens_are_made_with_a_layout(window: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wish = Wish(game="shisen", place=SIZED, regions=[NEXT], screens=[f"won={window.with_name('won.png')}"])
    run(window, wish=wish)
    said = json.loads(capsys.readouterr().out)
    assert said["regions"] == [{"name": "next", "reader": "cells", "lines": ["A", "C", "H"]}]
    layout = find_layout("shisen/game")
    assert (layout.regions[0].rows, layout.screens[0].shows) == (3, "won")
    frame = Frame(screen("B\nB\nF"), 0.0)
    reading = make_reader(layout).read(frame)
    assert reading.position is not None
    assert reading.position.blocks["next"] == ("B", "B", "F")
    finder = Finder(layout)
    finder.find(frame.pixels)
    assert (finder.screen(won()), finder.screen(frame.pixels)) == ("won", None)


def test_they_are_added_to_a_layout_that_is_there(window: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(window, wish=Wish(game="shisen", place=SIZED))
    capsys.readouterr()
    file = own_home() / "shisen" / "game" / "layout.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("[hands]", "# mine\n[hands]"), encoding="utf-8")
    moved = np.full((480, 620, 3), 90, np.uint8)
    moved[70:430, 90:570] = screen("B\nB\nF")
    at = SIDE.box
    text = f"next={at.x + 90:.0f},{at.y + 70:.0f},{at.w:.0f},{at.h:.0f}:1x3"
    add_to_layout("shisen/game", [moved], [text], [], True)
    assert json.loads(capsys.readouterr().out)["regions"][0]["lines"] == ["B", "B", "F"]
    shown = window.with_name("won.png")
    add_to_layout("shisen/game", [screen()], [], [f"won={shown}"], False)
    add_to_layout("shisen/game", [], [], [f"won={shown}:100,125,220,70"], False)
    assert "Screen won: known by its mark at 100,125, 220x70 pixels." in capsys.readouterr().out
    layout = find_layout("shisen/game")
    assert [region.name for region in layout.regions] == ["next"]
    assert layout.regions[0].left == pytest.approx(at.x / 480, abs=0.004)
    assert [one.shows for one in layout.screens] == ["won"]
    assert "# mine" in file.read_text(encoding="utf-8")
    assert len(list((layout.folder / "samples").glob("screen-*.png"))) == 1


def test_what_was_added_survives_being_calibrated_again(window: Path) -> None:
    run(window, wish=Wish(game="shisen", place=SIZED, regions=[NEXT], screens=[f"won={window.with_name('won.png')}"]))
    keep_hands(own_home() / "shisen" / "game", Measured(0.1, 0.034, 0.05, {"left": "Left"}, 9))
    first = find_layout("shisen/game")
    run(window, wish=Wish(game="shisen", place=SIZED), force=True)
    again = find_layout("shisen/game")
    assert (again.regions, again.hands) == (first.regions, first.hands)
    assert [one.shows for one in again.screens] == ["won"]
    wide = np.full((400, 560, 3), 90, np.uint8)
    wide[20:380, 40:520] = screen("B\nB\nF")
    save(window, wide)
    run(window, wish=Wish(game="shisen", place=SIZED), force=True)
    reading = make_reader(find_layout("shisen/game")).read(Frame(wide, 0.0))
    assert reading.position is not None
    kind = dict(zip("".join(rows(FULL)), "".join(reading.position.board), strict=True))
    assert reading.position.blocks["next"] == (kind["B"], kind["B"], kind["F"])


BAD = {
    "no box": ("next", "NAME=X,Y,W,H"),
    "half a box": ("next=1,2,3", "X,Y,WIDTH,HEIGHT"),
    "no name": ("=1,2,30,40", "NAME=X,Y,W,H"),
    "no cells": ("next=1,2,30,40:0x2", "1 to 200"),
    "a size that is none": ("next=1,2,30,40:2", "no reader"),
    "a name that is none": ("Next=1,2,30,40", "small letters"),
    "a block of the board": ("marked=1,2,30,40", "board itself"),
    "an unknown reader": ("next=1,2,30,40:1x2:magic", "magic"),
    "beside the picture": ("next=470,2,30,40", "beside the picture"),
    "tiny cells": ("next=1,2,30,40:20x20", "smaller than"),
}


@pytest.mark.parametrize(("text", "said"), BAD.values(), ids=BAD.keys())
def test_a_region_that_is_none_is_refused_and_nothing_is_kept(window: Path, text: str, said: str) -> None:
    with pytest.raises(BanmenError, match=said):
        run(window, wish=Wish(game="shisen", place=SIZED, regions=[text]))
    assert not own_home().exists()


def test_a_screen_that_is_none_is_refused(window: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.png"
    save(other, np.full((200, 300, 3), 9, np.uint8))
    shown = window.with_name("won.png")
    for text, said in (
        ("won", "MEANING=PICTURE"), (f"victory={shown}", "victory"), (f"won={tmp_path / 'none.png'}", "none.png"),
        (f"won={other}", "one window"), (f"won={window}", "surely"), (f"won={shown}:0,0,900,900", "beside the picture"),
    ):  # fmt: skip
        with pytest.raises(BanmenError, match=said):
            run(window, wish=Wish(game="shisen", place=SIZED, screens=[text]))
    assert not own_home().exists()
    with pytest.raises(UsageError, match="came with Banmen"):
        add_to_layout("shisen/kshisen", [], [NEXT], [], True)


def test_what_is_typed_is_understood(window: Path) -> None:
    assert parse_beside("board2=1,2,30,40:6x12") == parse_beside("board2=1,2,30,40:6x12:cells")
    odd = window.with_name("a:b=c.png")
    save(odd, screen())
    assert parse_screen(f"menu={odd}").box is None
    assert parse_screen(f"menu={odd}:10,20,30,40").box == Box(10, 20, 30, 40)


def test_a_board_of_few_colours_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = "ABABCCAB\nBABACABC\nAACBBACB\nCBACABBA\nBCABBACA\nACBACBBA"
    path = tmp_path / "few.png"
    save(path, draw(few, GRID))
    with pytest.raises(SystemExit) as left:
        run(path, wish=Wish(reader="tiles", place=SIZED), name="mine")
    assert left.value.code == 3
    said = json.loads(capsys.readouterr().out)
    assert said["game"] is None
    assert said["likely"] == ["shisen"]
    assert "--game shisen" in said["why"]
    run(path, wish=Wish(game="shisen", reader="tiles", place=SIZED))
    assert find_layout("shisen/few").game == "shisen"


def test_a_full_board_of_blocks_does_not_tell_what_is_empty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    full = "ABABCCAB\nBABACABC\nAACBBACB\nCBACABBA\nBCABBACA\nACBACBBA"
    holes = "......AB\n..BACABC\nAACBBACB\nCBACABBA\nBCABBACA\nACBACBBA"
    first, second = tmp_path / "full.png", tmp_path / "holes.png"
    save(first, draw(full, GRID))
    save(second, draw(holes, GRID))
    wish = Wish(game="mine", reader="blocks", place=SIZED)
    run(first, wish=wish, as_json=False)
    assert "No empty cell was seen" in capsys.readouterr().out
    run(first, second, wish=wish, name="both", as_json=False)
    assert "No empty cell was seen" not in capsys.readouterr().out
