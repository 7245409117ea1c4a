"""Boards without a border, learned on the spot: what no picture tells is refused, or assumed and said."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bot.cli.content import Named
from bot.cli.opening import open_named
from bot.cli.said import Said
from bot.cli.still import read_named
from bot.errors import CannotReadError, UsageError
from bot.grid import Grid
from bot.reading import Sight
from bot.reason import About, Reason
from bot.vision.picture import load, save
from calibration.discover import discover
from calibration.draft import Draft
from calibration.keep import keep
from calibration.likely import likely_games
from calibration.place import Place
from calibration.shot import UNSURE, CalibrationError, NotOfGameError, SeveralBoardsError, Shot
from calibration.single import board_of
from calibration.spot import COMING, DARKENED, LEFT, Spot, learned, on_the_spot
from calibration.usual import falls
from engine.api import BadPosition, Limit
from engine.position import Position
from tests.bot.compare import renamed
from tests.bot.synthetic_blocks import Drawn, Wish, draw
from tests.bot.test_vision_blocks_twins import MINE, THEIRS, both

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.fixture(scope="module")
def heap() -> Drawn:
    """A heap of six columns without a frame, with an empty row above it."""
    drawn = draw(1, Wish("panel", "plain", "stack", size=(12, 6), kinds=4, framed=False, damage=False, lines=False))
    assert [set(row) == {"."} for row in drawn.board[:2]] == [True, False]
    return drawn


def test_a_board_without_a_border_is_refused_where_nothing_may_be_assumed(heap: Drawn) -> None:
    assert on_the_spot(heap.pixels, "paneldepon") is None


def test_a_board_without_a_border_is_taken_to_be_as_large_as_its_game_says(heap: Drawn) -> None:
    spot = on_the_spot(heap.pixels, "paneldepon", assuming=True)
    assert spot is not None
    assert "12 rows and 6 columns, as large as boards of paneldepon are" in spot.assumed
    reading, board = spot.reading(), spot.board({})
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(heap.board)
    assert board is not None
    assert board.position == reading.position


@pytest.mark.parametrize("assuming", [True, False])
def test_a_full_board_that_would_be_lost_has_room_above(assuming: bool) -> None:
    drawn = draw(1, Wish("panel", "plain", "full", size=(6, 6), kinds=5, framed=False, damage=False, lines=False))
    pitch = round(drawn.grid.pitch_y)
    ground = np.full((8 * pitch, *drawn.pixels.shape[1:]), drawn.pixels[0, 0], np.uint8)
    spot = on_the_spot(np.concatenate([ground, drawn.pixels]), "paneldepon", assuming=assuming)
    assert spot is not None
    board = spot.draft.position().board
    assert renamed(board[6:]) == renamed(drawn.board)
    assert set("".join(board[:6])) == {"."}


@pytest.mark.parametrize(
    ("name", "hidden"),
    [
        ("columns/kdiamond/screens/full-of-small-diamonds", 0),
        ("lines/primrose/screens/marked-squares", 8),
        ("paneldepon/blockattack-endless/screens/bombs", 6),
    ],
)
def test_a_board_that_is_plainly_one_is_shown_with_what_cannot_be_told_of_it(name: str, hidden: int) -> None:
    seen = open_named(Named(str(FIXTURES / f"{name}.png")), Said(), False)
    truth = Position.parse((FIXTURES / f"{name}.txt").read_text()).board
    assert seen.reading is not None and seen.reading.position is not None
    told = seen.reading.position.board
    assert renamed(told) == renamed(truth)
    assert len(seen.reading.doubts) == "".join(told).count("?") == hidden
    if hidden:
        with pytest.raises(CannotReadError, match=f"but not all of it: {hidden} cells could not be told"):
            seen.playable()


def test_of_a_game_that_is_named_it_is_said_that_cells_are_open_and_not_that_nobody_plays_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    read_named(Named(str(FIXTURES / "paneldepon/blockattack-endless/screens/bombs.png")), Said("paneldepon"), False)
    first, *board = capsys.readouterr().out.splitlines()
    assert first == "It may be paneldepon, but 6 cells could not be told, shown as ?."
    assert "".join(board).count("?") == 6


def test_what_is_assumed_is_told_beside_the_board(
    heap: Drawn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path / "heap.png", heap.pixels)
    read_named(Named(str(tmp_path / "heap.png")), Said("paneldepon"), as_json=True)
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert renamed(answer["position"]["board"]) == renamed(heap.board)
    assert answer["assumed"].startswith("No border shows how far the board reaches")
    assert answer["assumed"] in err


def test_nothing_is_assumed_where_a_person_says_where_it_lies_or_how_large_it_is(heap: Drawn) -> None:
    box = heap.grid.box
    for place in (
        Place.typed(size="6x12"),
        Place.typed(grid=f"{box.x + 2:.0f},{box.y - 2:.0f},{box.w:.0f},{box.h:.0f}"),
        Place.typed(grid=f"{box.x:.1f},{box.y:.1f},{box.w:.1f},{box.h:.1f}", size="6x12"),
    ):
        spot = learned([heap.pixels], "paneldepon", place=place)
        position = spot.reading().position
        assert position is not None
        assert renamed(position.board) == renamed(heap.board)
        assert not spot.assumed


@pytest.mark.parametrize("box", ["5000,5000,10,10", "-50,-50,60,60", "0,0,1e9,1e9"])
def test_a_place_beside_the_picture_is_refused(heap: Drawn, box: str) -> None:
    for size in (None, "6x12"):
        with pytest.raises(CalibrationError, match="lies beside the picture, which is"):
            learned([heap.pixels], "paneldepon", place=Place.typed(box, size))


@pytest.mark.parametrize("size", [(1, 40), (2, 40), (40, 2), (15, 300), (1, 1)])
def test_a_picture_too_small_for_any_board_is_refused(heap: Drawn, size: tuple[int, int]) -> None:
    height, width = size
    tiny = np.ascontiguousarray(heap.pixels[300 : 300 + height, 120 : 120 + width])
    with pytest.raises(CalibrationError, match=f"at least 16x16 pixels, found {width}x{height}"):
        learned([tiny])


def test_a_board_of_no_known_game_is_taken_to_end_with_its_blocks(heap: Drawn) -> None:
    spot = on_the_spot(heap.pixels, assuming=True)
    assert spot is not None
    assert "11 rows and 6 columns, as far as there are blocks" in spot.assumed
    assert spot.told is None


def test_of_a_full_board_without_room_above_it_is_said_what_is_missing() -> None:
    """As where the window cuts the empty rows off."""
    drawn = draw(1, Wish("panel", "plain", "full", size=(6, 6), kinds=5, framed=False, damage=False, lines=False))
    pixels = np.ascontiguousarray(drawn.pixels[round(drawn.grid.y) - 3 :])
    with pytest.raises(CalibrationError, match="found 6 rows that are full, and no empty ones above"):
        learned([pixels], "paneldepon")
    spot = on_the_spot(pixels, "paneldepon", assuming=True)
    assert spot is not None
    assert "found 6 rows that are full" in spot.assumed
    assert not learned([pixels], "paneldepon", place=Place.typed(size="6x6")).assumed


@pytest.mark.parametrize("which", ["left", "right"])
def test_the_board_that_is_meant_is_told_where_its_game_is_named(which: str) -> None:
    pixels = load(FIXTURES / "puyo/arcade-faces/screens/versus.png")
    spot = learned([pixels], "puyo", assuming=True, place=Place.typed(which=which))
    middle = spot.draft.shots[0].grid.box.centre.x
    assert (middle < pixels.shape[1] / 2) == (which == "left")


def test_a_row_that_is_cut_off_below_is_not_the_next_one_where_more_are_missing() -> None:
    drawn = draw(1, Wish("panel", "plain", "stack", size=(12, 6), kinds=5, framed=True, damage=False, lines=False))
    cut = round(drawn.grid.cell((0, 0)).y + 9.5 * drawn.grid.pitch_y)
    assert on_the_spot(np.ascontiguousarray(drawn.pixels[:cut]), "paneldepon", assuming=True) is None


def test_a_board_that_is_hardly_told_is_said_to_be_cut_off_too() -> None:
    drawn = draw(2, Wish("ball", "plain", "stack", size=(12, 6), kinds=4, framed=True, damage=False))
    cut = round(drawn.grid.y + 9.4 * drawn.grid.pitch_y)
    found = board_of(np.ascontiguousarray(drawn.pixels[:cut]), None, None, None, "puyo", None)
    assert found is not None
    assert {About.FAINT, About.WHOLE} <= found.about


@pytest.mark.parametrize(("rows", "said"), [(10, "taken to have 10 rows; puyo usually has 12"), (12, ""), (7, "")])
def test_of_a_framed_board_that_lacks_a_few_rows_it_is_asked_what_lies_over_it(rows: int, said: str) -> None:
    """The edge of a dialog over the upper rows passes for the frame's."""
    framed = draw(1, Wish("ball", "plain", "stack", size=(rows, 6), kinds=4, framed=True, damage=False))
    spot = on_the_spot(framed.pixels, "puyo", assuming=True)
    assert spot is not None
    assert said in spot.assumed
    assert said or not spot.assumed


def test_nothing_is_assumed_where_a_frame_tells_how_far_a_board_reaches() -> None:
    drawn = draw(1, Wish("panel", "plain", "stack", size=(12, 6), kinds=4, framed=True, damage=False, lines=False))
    spot = on_the_spot(drawn.pixels, "paneldepon", assuming=True)
    assert spot is not None
    assert spot.assumed == ""


@pytest.mark.parametrize("seed", [1, 4])
def test_a_row_that_the_picture_cuts_off_below_is_the_next_one_of_a_game_whose_stacks_rise(seed: int) -> None:
    drawn = draw(seed, Wish("panel", "plain", "stack", size=(12, 6), kinds=5, framed=True, damage=False, lines=False))
    pixels = np.ascontiguousarray(drawn.pixels[: round(drawn.grid.box.y + drawn.grid.box.h - drawn.grid.pitch_y / 2)])
    assert on_the_spot(pixels, "paneldepon") is None
    assert on_the_spot(pixels, assuming=True) is None
    spot = on_the_spot(pixels, "paneldepon", assuming=True)
    assert spot is not None
    assert spot.assumed == COMING
    assert renamed(spot.draft.position().board) == renamed(drawn.board)[: spot.draft.shots[0].grid.rows]
    assert spot.draft.shots[0].grid.rows == 11


@pytest.mark.parametrize("seed", [1, 4, 5])
def test_a_darkened_row_at_the_bottom_is_the_next_one_of_a_game_whose_stacks_rise(seed: int) -> None:
    drawn = draw(seed, Wish("panel", "plain", "stack", size=(13, 6), kinds=5, framed=True, damage=False, lines=False))
    pixels, grid = drawn.pixels.copy(), drawn.grid
    box, top = grid.box, round(grid.cell((12, 0)).y)
    pixels[top : round(box.y + box.h), round(box.x) : round(box.x + box.w)] //= 2
    spot = on_the_spot(pixels, "paneldepon", assuming=True)
    assert spot is not None
    assert spot.assumed == DARKENED
    assert renamed(spot.draft.position().board) == renamed(drawn.board[:12])


def test_a_board_that_its_game_does_not_have_is_refused_with_what_was_found() -> None:
    drawn = draw(3, Wish("panel", "plain", "stack", size=(12, 10), kinds=5, framed=True, damage=False, lines=False))
    with pytest.raises(NotOfGameError, match=r"12 rows and 10 columns.*--size COLUMNSxROWS"):
        on_the_spot(drawn.pixels, "paneldepon", assuming=True)
    with pytest.raises(NotOfGameError, match=r"12 rows and 10 columns, on which it is not played here\.$"):
        learned([drawn.pixels], "paneldepon", place=Place.typed(size="10x12"))


def test_a_cell_that_could_not_be_told_is_named_where_nothing_else_is_in_the_way(
    tmp_path: Path,
) -> None:
    drawn = draw(1, Wish("panel", "plain", "stack", size=(12, 6), kinds=4, framed=True, damage=False, lines=False))
    row, column = next((11, column) for column in range(5) if drawn.board[11][column] != drawn.board[11][column + 1])
    first, second = (drawn.grid.cell((row, at)) for at in (column, column + 1))
    top, left, right, high, wide = (round(side) for side in (first.y, first.x, second.x, first.h, first.w))
    mixed = drawn.pixels[top : top + high, [left, right]].mean(1, keepdims=True)
    drawn.pixels[top : top + high, left : left + wide // 2] = mixed
    save(tmp_path / "odd.png", drawn.pixels)
    with pytest.raises(CannotReadError, match=f"at {row},{column}"):
        open_named(Named(str(tmp_path / "odd.png")), Said("paneldepon"), as_json=False).playable()


AIRBORNE = "..a... ..b... " + "...... " * 8 + "...cbd .d.eea"


def drawn_draft(shown: Sequence[str]) -> Draft:
    """A draft of a board of flat squares, each kind in a colour of its own."""
    kind = np.array([[-1 if label == "." else ord(label) - ord("a") for label in row] for row in shown])
    colours = np.random.default_rng(3).integers(60, 255, (6, 3))
    colours[-1] = 20
    pixels = np.full((40 + 20 * len(shown), 200, 3), 20, np.uint8)
    pixels[20:-20, 40 : 40 + 20 * kind.shape[1]] = colours[kind].repeat(20, 0).repeat(20, 1)
    plain = np.zeros(kind.shape, np.bool_)
    shot = Shot(pixels, Grid(40, 20, 20, 20, *kind.shape), kind, np.ones(kind.shape, np.float32), plain)
    return Draft((shot,), tuple("abcde"), ("",) * 5, "blocks")


def test_a_pair_in_the_air_is_the_one_to_be_placed() -> None:
    draft = drawn_draft(AIRBORNE.split())
    assert "puyo" in likely_games(draft).games
    board = Spot(draft, ("puyo",), "puyo").board({})
    assert board is not None
    assert board.position.blocks["current"] == ("ba",)
    assert board.position.board[:10] == ("......",) * 10
    assert board.plan(Limit(nodes=500)).moves


def test_the_rules_of_a_game_that_is_named_say_what_they_have_against_a_board() -> None:
    spot = Spot(drawn_draft(AIRBORNE.replace("...cbd", "a..cbd").split()), ("puyo",), "puyo")
    assert spot.board({}) is None
    with pytest.raises(BadPosition, match="empty below a puyo"):
        spot.played({})


def test_what_is_kept_of_it_knows_that_pairs_fall(tmp_path: Path) -> None:
    draft = replace(drawn_draft(AIRBORNE.split()), game="puyo")
    assert keep(draft, tmp_path / "mine", title="A page").board.falls
    assert not falls("paneldepon")


def test_of_boards_beside_each_other_the_left_one_is_taken_and_that_is_said() -> None:
    assert on_the_spot(both()) is None
    spot = on_the_spot(both(), assuming=True)
    assert spot is not None
    assert spot.assumed == LEFT
    reading = spot.reading()
    assert reading.position is not None and reading.grid is not None
    told = [
        row + other for row, other in zip(*(reading.position.blocks[one] for one in ("board", "board2")), strict=True)
    ]
    assert renamed(tuple(told)) == renamed(tuple(row + other for row, other in zip(MINE, THEIRS, strict=True)))
    assert reading.beside[0].x - reading.grid.x == pytest.approx(400, abs=1)
    board = replace(spot, told="puyo").board({})
    assert board is None or "board2" not in board.position.blocks


def test_a_board_without_a_border_is_shown_though_a_cell_of_it_is_in_doubt(
    heap: Drawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = discover([heap.pixels], game="paneldepon")
    kind = draft.shots[0].kind.copy()
    kind[8, 2] = UNSURE
    shot = replace(draft.shots[0], kind=kind)
    doubted = replace(draft, shots=(shot,), reasons=(*draft.reasons, Reason(About.CELLS, "One cell is not told.")))
    monkeypatch.setattr("calibration.spot.discover", lambda *_, **__: doubted)
    with pytest.raises(CalibrationError, match="One cell is not told"):
        learned([heap.pixels], "paneldepon")
    spot = learned([heap.pixels], "paneldepon", assuming=True)
    assert "taken to have" in spot.assumed
    reading = spot.reading()
    assert reading.sight is Sight.DOUBT
    assert [(doubt.row, doubt.col) for doubt in reading.doubts] == [(8, 2)]


@pytest.mark.parametrize(("which", "rows"), [("left", MINE), ("right", THEIRS)])
def test_what_is_learned_is_the_board_that_is_said_to_be_meant(which: str, rows: tuple[str, ...]) -> None:
    spot = learned([both()], place=Place(which))
    position = spot.reading().position
    assert position is not None
    assert renamed(position.board) == renamed(rows)
    assert "board2" not in position.blocks
    assert not spot.assumed


@pytest.mark.parametrize(("which", "hidden"), [("left", np.s_[:, :350]), ("right", np.s_[:, 350:])])
def test_the_other_board_is_not_taken_where_the_one_that_is_meant_is_not_seen(
    which: str, hidden: tuple[slice, slice]
) -> None:
    pixels = both()
    pixels[hidden] = pixels[5, 5]
    assert learned([pixels]).draft.shots[0].twins == ()
    with pytest.raises(CalibrationError, match=f"of which the {which} one is meant"):
        learned([pixels], place=Place(which))
    assert learned([pixels], place=Place({"left": "right", "right": "left"}[which])).twins == ()


def test_who_looks_for_a_board_to_play_is_asked_which_one_it_is() -> None:
    with pytest.raises(SeveralBoardsError, match="--which left or --which right"):
        learned([both()])


def test_the_command_line_reads_both_boards_and_draws_them_or_reads_the_one_that_is_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, out = tmp_path / "both.png", tmp_path / "out.png"
    save(picture, both())
    read_named(Named(str(picture)), Said(), True, out=out)
    answer = json.loads(capsys.readouterr().out)
    assert {"board", "board2"} <= set(answer["position"])
    assert LEFT in answer["assumed"]
    changed = (load(out)[:, :, :3] != both()).any(2)
    assert changed[60:380, 40:280].any() and changed[60:380, 440:680].any()
    read_named(Named(str(picture)), Said(place=Place("right")), True)
    position = json.loads(capsys.readouterr().out)["position"]
    assert renamed(tuple(position["board"])) == renamed(THEIRS)
    with pytest.raises(UsageError, match="--layout or --which"):
        read_named(Named(str(picture)), Said(layout="puyo/arcade", place=Place("right")), True)
