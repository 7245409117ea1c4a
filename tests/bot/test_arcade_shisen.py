"""Shisen-sho of the arcade, as a person with a mouse meets it."""

from __future__ import annotations

import pytest

from bot.action import Button
from bot.arcade.scene import ArcadeError
from bot.arcade.shisen import make
from bot.arcade.skins import Look
from bot.frame import Point
from engine.api import Limit, Outcome, load_game
from engine.moves import Pick
from tests.bot.arcade_play import Finger

BOARD = """\
ABA
CBC"""


def test_a_first_click_picks_a_tile() -> None:
    finger = Finger(BOARD).click((0, 1))
    assert finger.marked == ("0,1",)
    assert finger.happened == ["select"]


def test_a_pair_is_shown_with_its_line_for_the_removal_time_and_then_gone() -> None:
    finger = Finger(BOARD, removal=0.25).click((0, 1), (1, 1)).wait(0.24)
    assert finger.shown == BOARD
    assert finger.marked == ("0,1", "1,1")
    assert finger.scene.picture().line == ((0, 1), (1, 1))
    finger.wait(0.02)
    assert finger.shown == "A.A\nC.C"
    assert finger.happened == ["select", "take", "removed"]


def test_a_line_may_run_outside_the_board() -> None:
    finger = Finger(BOARD).click((0, 0), (0, 2))
    assert (-1, 0) in finger.scene.picture().line
    finger.wait(1)
    assert finger.shown == ".B.\nCBC"


@pytest.mark.parametrize("second", [(1, 1), (1, 2)], ids=["another-kind", "no-line"])
def test_tiles_that_do_not_fit_are_both_let_go(second: tuple[int, int]) -> None:
    finger = Finger("XBCY\nBXYC\nBXYC\nXBCY").click((0, 1) if second == (1, 1) else (2, 1), second)
    assert finger.marked == ()
    assert finger.happened == ["select", "mismatch"]
    assert finger.wait(1).scene.left == 16


def test_the_same_tile_twice_is_let_go() -> None:
    finger = Finger(BOARD).click((0, 1), (0, 1))
    assert finger.marked == ()
    assert finger.happened == ["select", "unselect"]


@pytest.mark.parametrize("button", [Button.RIGHT, Button.MIDDLE])
def test_another_button_lets_go(button: Button) -> None:
    finger = Finger(BOARD).click((0, 1)).click((1, 1), button=button)
    assert finger.marked == ()


def test_a_click_beside_the_board_or_on_an_empty_cell_lets_go() -> None:
    finger = Finger("A.A\nCBC\n.B.").click((0, 0), (0, 1))
    assert finger.marked == ()
    finger.click((0, 0))
    finger.scene.press(Point(1, 299), Button.LEFT, finger.now)
    assert finger.happened == ["select", "unselect"] * 2


def test_clicks_while_a_pair_vanishes_are_ignored() -> None:
    finger = Finger(BOARD).click((0, 1), (1, 1), (0, 0)).wait(1)
    assert finger.marked == ()
    assert finger.happened == ["select", "take", "ignored", "removed"]


def test_a_long_silence_is_no_different_from_many_short_ones() -> None:
    long, short = Finger("AB\nAC\nBC", gravity=True), Finger("AB\nAC\nBC", gravity=True)
    long.click((0, 0), (1, 0)).wait(5)
    short.click((0, 0), (1, 0))
    for _ in range(50):
        short.wait(0.1)
    assert long.shown == short.shown
    assert [h.what for h in long.scene.history] == [h.what for h in short.scene.history]


def test_with_gravity_tiles_fall_while_one_watches_and_clicks_wait() -> None:
    finger = Finger("XY\nAY\nAX", gravity=True, removal=0.25, fall=0.2).click((1, 0), (2, 0)).wait(0.3)
    assert finger.shown == ".Y\n.Y\nXX"
    falling = finger.scene.picture().falling
    assert falling.keys() == {(2, 0)}
    assert -2 < falling[2, 0][0] < -1 and falling[2, 0][1] == 0
    assert finger.click((2, 0)).happened[-1] == "ignored"
    finger.wait(0.2)
    assert finger.scene.picture().falling == {}
    assert finger.click((2, 0), (2, 1)).happened[-1] == "take"


def test_slow_animations_take_longer() -> None:
    finger = Finger(BOARD, removal=0.25)
    finger.scene.pace = 3.0
    assert finger.click((0, 1), (1, 1)).wait(0.7).shown == BOARD
    assert finger.wait(0.1).shown != BOARD


def test_undo_goes_back_pair_by_pair() -> None:
    finger = Finger(BOARD).take((0, 1), (1, 1), (0, 0), (0, 2))
    assert finger.shown == "...\nC.C"
    assert finger.push("undo").shown == "A.A\nC.C"
    assert finger.key("u").shown == BOARD
    assert finger.key("u").shown == BOARD
    assert finger.happened.count("undo") == 2


def test_undo_has_nothing_to_do_at_first_and_its_button_is_off() -> None:
    finger = Finger(BOARD)
    assert "undo" in finger.scene.picture().off
    assert "undo" not in finger.take((0, 1), (1, 1)).scene.picture().off


def test_restart_lays_out_the_same_board_and_new_another() -> None:
    finger = Finger(BOARD).take((0, 1), (1, 1)).click((0, 0)).push("restart")
    assert finger.shown == BOARD
    assert finger.marked == ()
    assert finger.key("n").shown == BOARD.replace("A", "Z")
    assert finger.scene.seed == 1
    assert finger.key("r").shown == BOARD.replace("A", "Z")


def test_a_restart_while_a_pair_vanishes_forgets_the_pair() -> None:
    finger = Finger(BOARD).click((0, 1), (1, 1)).key("r").wait(1)
    assert finger.shown == BOARD


def test_a_hint_highlights_a_pair_that_fits_for_a_while() -> None:
    finger = Finger("AXYA\nXYBB").click((0, 0)).push("hint")
    looks = finger.scene.picture().looks
    (first, second) = looks
    assert set(looks.values()) == {Look.HINTED}
    assert finger.scene.history[-1].cells == (first, second)
    game = load_game("shisen")
    game.play(game.parse(finger.scene.truth()), Pick(first, second))
    assert finger.wait(1.9).marked
    assert not finger.wait(0.2).marked


def test_a_hint_goes_away_when_a_tile_is_picked() -> None:
    finger = Finger(BOARD).key("h").click((1, 2))
    assert finger.marked == ("1,2",)


def test_a_pause_hides_the_tiles_and_any_click_ends_it() -> None:
    finger = Finger(BOARD).click((0, 1)).push("pause")
    picture = finger.scene.picture()
    assert picture.rows == ("...", "...")
    assert "Paused" in picture.panel
    finger.click((1, 1))
    assert finger.scene.picture().rows == ("ABA", "CBC")
    assert finger.marked == ("0,1",)
    assert finger.happened == ["select", "pause", "resume"]


def test_a_pause_while_the_last_pair_vanishes_can_be_ended() -> None:
    finger = Finger("A.A").click((0, 0), (0, 2)).key("p").wait(1)
    assert "Paused" in finger.scene.picture().panel
    finger.key("p")
    assert "Cleared!" in finger.scene.picture().panel


def test_the_time_starts_with_the_first_pick_and_stands_still_while_paused() -> None:
    finger = Finger(BOARD).wait(10)
    assert finger.scene.picture().status[1].endswith("0:00")
    finger.click((0, 1)).wait(3).key("p").wait(60).key("p").wait(62)
    assert finger.scene.picture().status[1].endswith("1:05")


def test_a_stuck_board_gets_a_notice_and_undo_takes_it_away() -> None:
    finger = Finger("CC\nAB\nBA").take((0, 0), (0, 1))
    assert finger.status == "stuck"
    assert "No move is left" in finger.scene.picture().panel
    assert finger.happened[-1] == "stuck"
    assert finger.click((0, 0)).marked == ()
    finger.push("undo")
    assert finger.status == "open"
    assert finger.scene.picture().panel == ()


def test_a_cleared_board_gets_a_notice_and_takes_no_click() -> None:
    finger = Finger(BOARD).take((0, 1), (1, 1), (0, 0), (0, 2))
    finger.click((1, 0), (1, 2)).wait(0.2)
    assert finger.status == "open"
    finger.wait(0.1)
    assert finger.status == "won"
    assert "Cleared!" in finger.scene.picture().panel
    assert finger.happened.count("won") == 1
    assert finger.click((0, 0)).shown == "...\n..."
    assert finger.scene.wakes() is None


def test_letters_on_the_keyboard_are_the_first_of_each_button() -> None:
    finger = Finger(BOARD)
    assert len({name[0] for name in finger.scene.buttons}) == len(finger.scene.buttons)
    assert finger.key("x").key("F5").happened == []
    assert finger.click((0, 0)).key("Escape").happened == ["select", "unselect"]


@pytest.mark.parametrize("gravity", [False, True])
@pytest.mark.parametrize(("rows", "columns"), [(8, 17), (6, 14), (3, 10)])
def test_a_deal_is_full_and_the_same_for_the_same_seed(rows: int, columns: int, gravity: bool) -> None:
    def deal(seed: int) -> tuple[str, ...]:
        return make(rows=rows, columns=columns, gravity=gravity, seed=seed).truth().board

    board = deal(5)
    assert (len(board), len(board[0])) == (rows, columns)
    assert "." not in "".join(board)
    assert board == deal(5) != deal(6)


def test_a_small_deal_can_be_cleared() -> None:
    game = load_game("shisen")
    state = game.parse(make(rows=4, columns=6, seed=2).truth())
    assert game.plan(state, Limit(nodes=100_000)).reaches is Outcome.WON


@pytest.mark.parametrize(
    ("rows", "columns", "kinds", "each"),
    [(8, 17, 34, {4}), (8, 18, 36, {4}), (6, 14, 21, {4}), (16, 30, 42, {10, 12}), (1, 6, 2, {2, 4})],
)
def test_kinds_come_in_fours_or_as_equally_as_can_be(rows: int, columns: int, kinds: int, each: set[int]) -> None:
    tiles = "".join(make(rows=rows, columns=columns).truth().board)
    assert len(set(tiles)) == kinds
    assert {tiles.count(label) for label in tiles} == each


@pytest.mark.parametrize(("rows", "columns"), [(3, 5), (0, 4)])
def test_a_board_that_cannot_be_paired_is_refused(rows: int, columns: int) -> None:
    with pytest.raises(ArcadeError, match=f"{columns}x{rows}"):
        make(rows=rows, columns=columns)
