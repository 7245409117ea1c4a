"""The pilot, on boards typed as text and times written down: no screen, no clock, no sleep."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from bot.action import Click, Hover
from bot.control.click_cells import ClickCells
from bot.frame import Point
from bot.grid import Grid
from bot.manners import Manners
from bot.pilot import Pilot
from bot.reading import Sight
from bot.rules import possible_games
from bot.step import Act, Ending, Look, Step, Stop
from engine.api import Outcome, load_game
from engine.games.shisen import GAME
from tests.bot.scripted import reading

MANNERS = Manners(settle=0.2, response=1.0, patience=3.0, tries=3)

FOUR = "AA BB"
ONE = ".. BB"
NONE = ".. .."


def pilot(game: str = "shisen", **rules: object) -> Pilot:
    return Pilot([load_game(game, **rules)], ClickCells(), MANNERS)


def show(player: Pilot, start: float, board: str, seconds: float = 0.3, **how: object) -> tuple[Step, float]:
    """Show a still board, a look every 50 ms, until the pilot does something or the time is over."""
    time = start
    while True:
        step: Step = player.tick(reading(time, board, **how))  # type: ignore[arg-type]
        if not isinstance(step, Look) or time >= start + seconds:
            return step, time
        time += 0.05


def acted(player: Pilot, start: float, board: str, **how: object) -> tuple[Act, float]:
    step, time = show(player, start, board, seconds=5.0, **how)
    assert isinstance(step, Act), step
    player.performed(len(step.actions))
    return step, time


def stopped(player: Pilot, start: float, board: str, **how: object) -> Stop:
    step, _ = show(player, start, board, seconds=60.0, **how)
    assert isinstance(step, Stop), step
    return step


def after_a_pair() -> tuple[Pilot, float]:
    """A pilot that has just clicked the pair of `AA... BCB.. C....` which lies in the first row."""
    player = Pilot([load_game("shisen")], ClickCells(), replace(MANNERS, lines=0.5))
    first, time = acted(player, 0, "AA... BCB.. C....")
    assert str(first.moves[0]) == "pick 0,0 0,1"
    return player, time


def clicks(step: Act) -> list[Point]:
    return [action.at for action in step.actions if isinstance(action, Click)]


def test_a_board_is_believed_only_after_standing_still() -> None:
    player = pilot()
    assert isinstance(player.tick(reading(0.0, FOUR)), Look)
    assert isinstance(player.tick(reading(0.1, "AA CC")), Look)
    assert isinstance(player.tick(reading(0.2, FOUR)), Look)
    assert isinstance(player.tick(reading(0.3, FOUR)), Look)
    _, time = acted(player, 0.35, FOUR)
    assert time >= 0.4


def test_the_move_is_clicked_in_the_middle_of_its_cells_and_the_pointer_parked_beside_the_board() -> None:
    step, _ = acted(pilot(), 0, "AA ..")
    assert clicks(step) == [Point(25, 35), Point(35, 35)]
    assert isinstance(step.actions[-1], Hover)
    assert Grid(20, 30, 10, 10, 2, 2).at(step.actions[-1].at) is None


def test_the_predicted_board_is_enough_to_go_on_at_once() -> None:
    player = pilot()
    first, time = acted(player, 0, FOUR)
    rest = ONE if str(first.moves[0]).endswith("0,1") else "AA .."
    step = player.tick(reading(time + 0.13, rest))
    assert isinstance(step, Act)
    assert step.moves[0] != first.moves[0]
    assert player.tally.moves == 1


def test_it_wins_and_says_so() -> None:
    player = pilot()
    _, time = acted(player, 0, "AA")
    step = player.tick(reading(time + 0.13, ".."))
    assert isinstance(step, Stop)
    assert step.ending is Ending.WON
    assert player.tally.moves == 1


def test_both_clicks_lost_both_are_made_again() -> None:
    player = pilot()
    first, time = acted(player, 0, "AA")
    again, later = acted(player, time + 0.01, "AA")
    assert clicks(again) == clicks(first)
    assert later - time >= MANNERS.response
    assert again.attempt == 2
    assert player.tally.retries == 1


@pytest.mark.parametrize(("marked", "missing"), [("0,0", Point(35, 35)), ("0,1", Point(25, 35))])
def test_one_click_lost_only_that_one_is_made_again(marked: str, missing: Point) -> None:
    player = pilot()
    _, time = acted(player, 0, "AA")
    again, _ = acted(player, time + 0.01, "AA", marked=marked)
    assert clicks(again) == [missing]


@pytest.mark.parametrize(
    ("seen", "sight", "missing"),
    [
        ("?A", Sight.DOUBT, Point(35, 35)),
        ("A?", Sight.DOUBT, Point(25, 35)),
        (".A", Sight.CLEAR, Point(35, 35)),
        ("A.", Sight.CLEAR, Point(25, 35)),
    ],
)
def test_a_tile_that_looks_like_none_when_it_is_picked_is_left_alone(seen: str, sight: Sight, missing: Point) -> None:
    player = pilot()
    _, time = acted(player, 0, "AA")
    again, later = acted(player, time + 0.01, seen, sight=sight)
    assert clicks(again) == [missing]
    assert later - time >= MANNERS.response
    assert show(player, later + 0.1, "..", seconds=3.0)[0] == Stop(Ending.WON, "the game is won")


def test_nothing_is_clicked_where_more_cannot_be_told_than_what_was_clicked() -> None:
    player = pilot()
    first, time = acted(player, 0, FOUR)
    rest = "?A ?B" if str(first.moves[0]).endswith("0,1") else "?? BB"
    assert stopped(player, time + 0.01, rest, sight=Sight.DOUBT).ending is Ending.UNREADABLE
    assert player.tally.retries == 0


def test_a_line_that_stays_over_what_a_pair_left_empty_is_clicked_away() -> None:
    player, time = after_a_pair()
    second, later = acted(player, time + 0.1, "???.. BCB.. C....", sight=Sight.DOUBT)
    assert later - time >= 0.5
    assert second.attempt == 1
    assert player.tally.moves == 1
    # Where that click is lost the line is still there; the pair is clicked again.
    again, _ = acted(player, later + 0.1, "???.. BCB.. C....", sight=Sight.DOUBT)
    assert again.moves == second.moves
    assert again.attempt == 2


def test_a_gap_that_looks_like_nothing_that_was_seen_is_one_where_the_other_of_the_pair_is_gone() -> None:
    """A picture that lies behind the board may show anything where a tile was."""
    player, time = after_a_pair()
    second, later = acted(player, time + 0.1, "?.... BCB.. C....", sight=Sight.DOUBT)
    assert later - time >= 0.5
    assert player.tally.moves == 1
    assert player.tally.retries == 0
    # From then on it is known to be none: that it cannot be told is no doubt any more.
    left = "?.... .C... C...." if str(second.moves[0]) == "pick 1,0 1,2" else "?.... B.B.. ....."
    third, last = acted(player, later + 0.1, left, sight=Sight.DOUBT)
    assert third.attempt == 1
    assert last - later < 0.5


@pytest.mark.parametrize("seen", ["..??. ?CB.. C....", "..??. BCBA. C....", "A.??. BCB.. C...."])
def test_nothing_is_clicked_where_a_line_may_hide_more_than_empty_cells(seen: str) -> None:
    player, time = after_a_pair()
    assert stopped(player, time + 0.1, seen, sight=Sight.DOUBT).ending is Ending.UNREADABLE


def test_a_stray_pick_is_let_go_first() -> None:
    player = pilot()
    aside, time = acted(player, 0, "AAB B..", marked="0,2")
    assert aside.leads
    assert [type(action) for action in aside.actions] == [Hover]
    step, _ = acted(player, time + 0.05, "AAB B..", marked="0,2")
    assert clicks(step)[0] == Point(45, 35)
    assert clicks(step)[1:] == [Point(25, 35), Point(35, 35)]


def test_a_tile_that_only_the_pointer_lights_up_before_the_first_move_is_not_clicked() -> None:
    player = pilot()
    aside, time = acted(player, 0, "AAB B..", marked="0,2")
    assert clicks(aside) == []
    late = player.tick(reading(time + 0.1, "AAB B..", marked="0,2"))
    assert isinstance(late, Look), "pages redraw a little later"
    step, _ = acted(player, time + 0.15, "AAB B..")
    assert clicks(step) == [Point(25, 35), Point(35, 35)]
    assert step.attempt == 1
    assert player.tally.retries == 0


def test_a_program_that_takes_no_move_so_soon_after_another_is_given_longer_rests() -> None:
    """Pages take no click while what was taken away still fades, though no more is seen of it."""
    player = pilot()
    first, time = acted(player, 0, "AABB CCDD")
    board, rested = "AABB CCDD", []
    while True:
        gone = {cell for move in first.moves for cell in move.cells}
        rows = (
            "".join("." if (r, c) in gone else label for c, label in enumerate(row))
            for r, row in enumerate(board.split())
        )
        board = " ".join(rows)
        if not board.strip(". "):
            break
        shown = time + 0.3
        first, begun = acted(player, shown, board)
        rested.append(begun - shown)
        again, time = acted(player, begun + 0.05, board)
        assert again.attempt == 2
    assert rested == sorted(rested)
    assert rested[0] == 0.0
    assert rested[-1] >= 0.1 - 1e-9


def test_a_mark_that_comes_with_the_last_move_is_not_trusted() -> None:
    """The line between two tiles that go leads over others, and looks like a mark on them."""
    player = pilot()
    first, time = acted(player, 0, FOUR)
    rest, row = (ONE, 1) if str(first.moves[0]).endswith("0,1") else ("AA ..", 0)
    step = player.tick(reading(time + 0.1, rest, marked=f"{row},0"))
    assert isinstance(step, Act)
    assert clicks(step) == [Point(25, 35 + 10 * row), Point(35, 35 + 10 * row)]


def test_nothing_is_doubled_while_the_game_shows_both_tiles_picked() -> None:
    player = pilot()
    _, time = acted(player, 0, "AA")
    step, _ = show(player, time + 0.01, "AA", seconds=2.0, marked="0,0 0,1")
    assert isinstance(step, Look)
    assert player.tally.retries == 0


def test_a_pair_that_looks_picked_for_ever_is_clicked_in_the_end() -> None:
    player = Pilot([load_game("shisen")], ClickCells(), replace(MANNERS, tries=5))
    _, time = acted(player, 0, "AA")
    again, time = acted(player, time + 0.01, "AA", marked="0,0 0,1")
    assert clicks(again) == [Point(25, 35), Point(35, 35)], "attempts that would do nothing are no attempts"
    assert stopped(player, time + 0.01, "AA", marked="0,0 0,1").ending is Ending.DEAF


def test_a_game_that_takes_no_move_ends_the_session() -> None:
    player = pilot()
    time = 0.0
    for _ in range(MANNERS.tries):
        _, time = acted(player, time + 0.01, "AA")
    assert stopped(player, time + 0.01, "AA").ending is Ending.DEAF


def test_a_program_that_takes_nothing_is_given_longer_each_time_but_not_for_ever() -> None:
    player, tries = pilot(), list[float]()
    start, board = 0.0, "AA"
    for _ in range(MANNERS.tries):
        _, time = acted(player, start, board)
        tries.append(time)
        start = time + 0.01
    waits = [later - earlier for earlier, later in itertools.pairwise(tries)]
    assert waits == [pytest.approx(1.0, abs=0.1), pytest.approx(2.0, abs=0.1)]
    _, ended = show(player, start, board, seconds=60.0)
    assert ended - tries[-1] == pytest.approx(MANNERS.patience, abs=0.1)


def test_the_pace_of_the_game_is_learnt_so_that_a_lost_click_is_noticed_sooner() -> None:
    player = pilot()
    first, time = acted(player, 0, FOUR)
    rest = ONE if str(first.moves[0]).endswith("0,1") else "AA .."
    step = player.tick(reading(time + 0.1, rest))
    assert isinstance(step, Act)
    _, later = acted(player, time + 0.15, rest)
    assert later - (time + 0.1) < MANNERS.response


def test_a_helping_hand_is_no_fault() -> None:
    player = pilot()
    _, time = acted(player, 0, "AABB CCDD")
    step, _ = show(player, time + 0.05, ".... CCDD", seconds=2.0)
    assert isinstance(step, Act)
    assert player.tally.surprises == 1


def test_a_move_held_back_by_the_gate_is_not_waited_for() -> None:
    player = pilot()
    step, time = show(player, 0, "AA", seconds=2.0)
    assert isinstance(step, Act)
    player.performed(0)
    again = player.tick(reading(time + 0.01, "AA"))
    assert isinstance(again, Act)
    assert again.attempt == 1


@pytest.mark.parametrize(("way", "after"), [("down", ".. XY XY"), ("up", "XY XY ..")])
def test_gravity_is_found_out_by_looking(way: str, after: str) -> None:
    player = Pilot(possible_games("shisen", {"rim": False}), ClickCells(), MANNERS)
    assert len(player.games) == 5
    step, time = acted(player, 0, "XY AA XY")
    assert str(step.moves[0]) == "pick 1,0 1,1"
    look, _ = show(player, time + 0.05, "XY .. XY", seconds=0.1)
    assert isinstance(look, Look), "all rules are possible while tiles may still be falling"
    acted(player, time + 0.2, after)
    assert player.games == possible_games("shisen", {"rim": False, "gravity": way})


def test_tiles_that_fall_long_after_a_pair_is_gone_are_no_surprise() -> None:
    player = Pilot(possible_games("shisen", {"rim": False}), ClickCells(), MANNERS)
    _, time = acted(player, 0, "XY AA XY")
    acted(player, time + 0.2, "XY .. XY")
    assert player.game == GAME(rim=False)
    acted(player, time + 0.6, ".. XY XY")
    assert player.games == [GAME(rim=False, gravity="down")]
    assert (player.tally.moves, player.tally.surprises) == (1, 0)


def test_house_rules_that_are_given_are_not_found_out() -> None:
    assert len(possible_games("shisen", {"gravity": True})) == 1


def test_a_whole_game_in_text() -> None:
    game = load_game("shisen")
    player = pilot()
    board = "ABCD DCBA AABB"
    time = 0.0
    for _ in range(20):
        step, time = show(player, time + 0.05, board, seconds=2.0)
        if isinstance(step, Stop):
            break
        assert isinstance(step, Act)
        player.performed(len(step.actions))
        state = game.play(player.state, step.moves[0])
        board = " ".join(game.show(state).board)
    assert isinstance(step, Stop)
    assert step.ending is Ending.WON
    assert game.outcome(state) is Outcome.WON
    assert player.tally.moves == 6
    assert player.tally.plans == 1


def test_a_move_that_shows_sooner_than_the_game_can_is_not_believed_at_once() -> None:
    player = pilot()
    first, time = acted(player, 0, "AABBCC")
    second, time = acted(player, time + 0.13, "..BBCC")
    assert [str(first.moves[0]), str(second.moves[0])] == ["pick 0,0 0,1", "pick 0,2 0,3"]
    for late in (0.01, 0.05, 0.12):
        look = player.tick(reading(time + late, "....CC"))
        assert isinstance(look, Look), "in the light of being picked a tile looks gone; it cannot be yet"
    assert isinstance(player.tick(reading(time + 0.16, "....CC")), Act)
    assert (player.tally.moves, player.tally.retries) == (2, 0)


def test_a_game_that_got_quicker_is_believed_when_the_board_stands_still() -> None:
    player = pilot()
    _, time = acted(player, 0, "AABBCCDD")
    _, time = acted(player, time + 0.9, "..BBCCDD")
    _, later = acted(player, time + 0.1, "....CCDD")
    assert 0.3 <= later - time < 0.4
    assert isinstance(player.tick(reading(later + 0.1, "......DD")), Act), "now its pace is known"


@pytest.mark.parametrize(
    ("after", "left"), [("XY .. XY", ["off", "left", "right"]), (".. XY XY", ["down"])], ids=["a hole", "fallen"]
)
def test_the_likeliest_rules_have_their_plans_before_the_first_move(after: str, left: list[str]) -> None:
    player = Pilot(possible_games("shisen", {"rim": False}), ClickCells(), MANNERS)
    step, time = acted(player, 0, "XY AA XY")
    assert str(step.moves[0]) == "pick 1,0 1,1"
    acted(player, time + 0.1, after)
    assert player.games == [GAME(rim=False, gravity=way) for way in left]
    assert player.tally.plans == 1


def test_what_goes_on_changing_after_a_move_is_waited_for_longer() -> None:
    player = pilot()
    _, time = acted(player, 0.0, FOUR)
    boards = (f"?? {a}{b}" for a in "BC?" for b in "BC?")
    for board in boards:
        step, time = show(player, time + 0.05, board, 1.0, sight=Sight.DOUBT)
        assert isinstance(step, Look)
    assert time > 2 * MANNERS.patience
    assert stopped(player, time, "?? ??", sight=Sight.DOUBT).ending is Ending.UNREADABLE
