"""How the pilot ends: won, stuck, or with a board that cannot be told; and what may lie behind one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.control.mark_cells import MarkCells
from bot.layout import Marks
from bot.pilot import LIKELY_WON, NEXT, Pilot
from bot.reading import Sight
from bot.step import Act, Ending, Look, Step, Stop
from engine.api import load_game
from engine.position import Position
from tests.bot.scripted import reading
from tests.bot.test_pilot import acted, pilot, show, stopped


def test_a_window_that_goes_after_the_last_moves_is_most_likely_that_of_a_game_that_is_won() -> None:
    player = pilot()
    acted(player, 0, "AA BB")
    assert player.out_of_sight("the window is gone") == "the window is gone"
    player = pilot()
    acted(player, 0, "AA")
    assert player.out_of_sight("the window is gone") == f"{LIKELY_WON} (the window is gone)"


def marked() -> Pilot:
    """A pilot that has just marked the only cell of a puzzle of 2 x 2 cells, at 3 s."""
    player = Pilot([load_game("nonogram")], MarkCells(Marks(left={"empty": "filled"})))
    step: Step = Look("")
    for tenth in range(30):
        first = Position({"rows": ("1", "0"), "cols": ("1", "0"), "board": ("..", "..")})
        step = player.tick(replace(reading(tenth / 10, ".. .."), position=first))
        if isinstance(step, Act):
            break
    assert isinstance(step, Act)
    player.performed(len(step.actions))
    return player


def followed(player: Pilot, clues: tuple[str, ...], sight: Sight = Sight.CLEAR) -> Step:
    """What comes of another puzzle, blank, with these clues on both sides."""
    step: Step = Look("")
    for tenth in range(40, 120):
        other = Position({"rows": clues, "cols": clues, "board": ("." * len(clues),) * len(clues)})
        step = player.tick(replace(reading(tenth / 10, ".. .."), position=other, sight=sight, why="a dialog"))
        if not isinstance(step, Look):
            break
    return step


@pytest.mark.parametrize("clues", [("1", "0", "1"), ("0", "1")])
def test_a_puzzle_in_whose_place_another_stands_after_the_last_marks_is_won(clues: tuple[str, ...]) -> None:
    """Some programs show the next puzzle at once, of the same size or of another."""
    player = marked()
    assert followed(player, clues) == Stop(Ending.WON, NEXT)
    assert player.tally.moves == 1


def test_and_most_likely_so_where_something_lies_over_the_other_one() -> None:
    assert followed(marked(), ("1", "0", "1"), Sight.COVERED) == Stop(Ending.COVERED, LIKELY_WON)
    assert followed(marked(), ("1", "0"), Sight.COVERED) == Stop(Ending.COVERED, "a dialog"), "the same puzzle, blank"


def test_a_board_that_empties_all_at_once_is_not_won() -> None:
    player = pilot()
    _, time = acted(player, 0, "AABB CCDD")
    stop = stopped(player, time + 0.05, ".... ....")
    assert stop.ending is not Ending.WON
    assert "paused" in stop.why


def test_a_stuck_board_ends_it() -> None:
    stop = stopped(pilot(rim=False), 0, "ABAB")
    assert stop.ending is Ending.STUCK


@pytest.mark.parametrize(
    ("sight", "ending"),
    [
        (Sight.COVERED, Ending.COVERED),
        (Sight.DOUBT, Ending.UNREADABLE),
        (Sight.LOST, Ending.LOST_SCREEN),
    ],
)
def test_a_board_that_stays_unclear_ends_it_with_the_reason(sight: Sight, ending: Ending) -> None:
    player = pilot()
    stop = stopped(player, 0, "" if sight is Sight.LOST else "A?", sight=sight, why="a dialog lies over row 0")
    assert stop == Stop(ending, "a dialog lies over row 0")


def test_a_board_that_is_unclear_for_a_while_is_waited_for() -> None:
    player = pilot()
    step, time = show(player, 0, "A?", seconds=2.0, sight=Sight.COVERED)
    assert isinstance(step, Look)
    acted(player, time + 0.05, "AA")


def test_arithmetic_that_does_not_add_up_is_not_played() -> None:
    stop = stopped(pilot(), 0, "AAB ...")
    assert stop.ending is Ending.UNREADABLE
    assert "'B'" in stop.why


@pytest.mark.parametrize("seen", ["..", ".?", "?."])
def test_a_dialog_over_the_cleared_board_is_a_win(seen: str) -> None:
    player = pilot()
    _, time = acted(player, 0, "AA")
    assert stopped(player, time + 0.05, seen, sight=Sight.COVERED).ending is Ending.WON


def test_what_looks_like_a_tile_where_none_was_belongs_to_the_cover() -> None:
    player = pilot()
    _, time = acted(player, 0, "AA. ...")
    assert stopped(player, time + 0.05, ".?B .B?", sight=Sight.COVERED).ending is Ending.WON


@pytest.mark.parametrize("seen", ["?B.", "B?.", "?A."])
def test_what_still_falls_over_a_board_that_clears_is_no_cover(seen: str) -> None:
    player = pilot()
    _, time = acted(player, 0, "AA.")
    assert stopped(player, time + 0.05, seen, sight=Sight.COVERED).ending is not Ending.WON


@pytest.mark.parametrize("seen", ["A?", "??"])
def test_a_dialog_over_a_board_that_may_not_be_cleared_is_no_win(seen: str) -> None:
    player = pilot()
    _, time = acted(player, 0, "AA")
    assert stopped(player, time + 0.05, seen, sight=Sight.COVERED).ending is Ending.COVERED
