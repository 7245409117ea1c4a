"""A program that refuses a move tells that it plays by stricter house rules; one that only sleeps does not."""

from __future__ import annotations

import pytest

from bot.cli.view import conclusion
from bot.pilot import Pilot
from bot.reading import Sight
from bot.refusals import LETTING_GO, OTHERS, TRIES
from bot.session import Report
from bot.step import Act, Ending, Stop
from engine.games.shisen import Shisen
from engine.moves import show_cell
from engine.position import UNKNOWN, Position
from tests.bot.test_pilot import MANNERS, pilot, show

AROUND = "ADCA BECB DEFF"
"""Twelve tiles; the As and Bs are joined by lines around the board only, as long as nothing else is gone."""
ONLY_AROUND = "ABAB"


def played_on(player: Pilot, program: Shisen, board: str, asleep: int = 0, turned: str = "") -> tuple[list[str], Stop]:
    """Play against a program that takes what its own rules allow, after it slept through so many attempts: the moves
    that were tried, and how it ended. A tile that it heard of, but did not take, looks `turned` over until others are.
    """
    state, tried, time = program.parse(Position({"board": tuple(board.split())})), list[str](), 0.0
    seen = state.board
    while True:
        how = {"sight": Sight.DOUBT} if UNKNOWN in "".join(seen) else {}
        step, time = show(player, time + 0.05, " ".join(seen), seconds=60.0, **how)
        if isinstance(step, Stop):
            return tried, step
        assert isinstance(step, Act), step
        player.performed(len(step.actions))
        if step.leads:
            continue
        tried.append(str(step.moves[0]))
        if len(tried) > asleep and step.moves[0] in program.moves(state):
            state = program.play(state, step.moves[0])
            seen = state.board
        elif turned:
            row, column = step.moves[0].cells[-1]
            lines = [list(line) for line in state.board]
            lines[row][column] = turned
            seen = tuple("".join(line) for line in lines)


@pytest.mark.parametrize("gravity", ["off", "down"])
def test_pairs_around_the_board_are_passed_over_once_one_is_refused(gravity: str) -> None:
    player = Pilot([Shisen(), Shisen(gravity="down")], pilot().control, MANNERS)
    tried, stop = played_on(player, Shisen(rim=False, gravity=gravity), AROUND)
    assert stop.ending is Ending.WON
    assert player.tally.rule == "rim=off"
    assert len(tried) == TRIES + 6


@pytest.mark.parametrize("turned", [".", UNKNOWN])
def test_a_tile_of_the_refused_pair_may_lie_face_down_until_the_next_pair_goes(turned: str) -> None:
    player = pilot()
    tried, stop = played_on(player, Shisen(rim=False), AROUND, turned=turned)
    assert stop.ending is Ending.WON, stop
    assert (player.tally.rule, len(tried)) == ("rim=off", TRIES + 6)


def test_a_program_that_sleeps_is_woken_and_nothing_is_learned_of_it() -> None:
    player = pilot()
    _, stop = played_on(player, Shisen(), AROUND, asleep=2)
    assert stop.ending is Ending.WON
    assert not player.tally.rule


def test_the_looser_rules_hold_again_where_the_stricter_ones_lead_nowhere() -> None:
    player = pilot()
    tried, stop = played_on(player, Shisen(), ONLY_AROUND, asleep=TRIES)
    assert (len(tried), stop.ending, player.tally.rule) == (TRIES + 2, Ending.WON, "")


def test_a_program_that_takes_nothing_under_any_rules_is_deaf() -> None:
    tried, stop = played_on(pilot(), Shisen(rim=False), ONLY_AROUND)
    assert stop.ending is Ending.DEAF
    assert len(tried) == TRIES + MANNERS.tries


def test_a_game_that_is_stuck_by_the_stricter_rules_is_told_so() -> None:
    player = pilot()
    tried, stop = played_on(player, Shisen(rim=False), "ABABCC")
    assert (stop.ending, player.tally.rule, player.tally.moves) == (Ending.STUCK, "rim=off", 1)
    assert tried.count("pick 0,4 0,5") == 1


def mixed_up(player: Pilot, board: str, *, heard: bool) -> tuple[list[str], Stop]:
    """Play against a program two of whose kinds look the same; it shows which tile is picked where that is `heard`."""
    program = Shisen()
    state, tried, time, marked = program.parse(Position({"board": tuple(board.split())})), list[str](), 0.0, ""
    while True:
        seen = " ".join(state.board).translate(str.maketrans("XY", "AA"))
        step, time = show(player, time + 0.05, seen, seconds=60.0, marked=marked)
        if isinstance(step, Stop):
            return tried, step
        assert isinstance(step, Act), step
        player.performed(len(step.actions))
        if step.leads:
            continue
        tried.append(str(step.moves[0]))
        taken = step.moves[0] in program.moves(state)
        marked = show_cell(step.moves[0].cells[0]) if heard and not taken else ""
        if taken:
            state = program.play(state, step.moves[0])


def test_a_pair_that_only_looks_equal_is_passed_over() -> None:
    player = pilot()
    tried, stop = mixed_up(player, "XYB XYB", heard=True)
    assert stop.ending is Ending.WON
    assert len(tried) > 3
    assert len(tried) <= (OTHERS + 1) * TRIES + 3


def test_a_program_that_never_showed_that_it_hears_is_not_asked_for_every_pair() -> None:
    tried, stop = mixed_up(pilot(), "XY YX", heard=False)
    assert stop.ending is Ending.DEAF
    assert len(set(tried)) == 1


def held_in(player: Pilot, board: str, picked: str, *, works: bool = True) -> tuple[list[str], Stop]:
    """Play against a program in which a tile was picked before, and that lets it go by nothing but taking its pair."""
    program = Shisen()
    state, tried, time, marked = program.parse(Position({"board": tuple(board.split())})), list[str](), 0.0, picked
    while True:
        step, time = show(player, time + 0.05, " ".join(state.board), seconds=60.0, marked=marked)
        if isinstance(step, Stop):
            return tried, step
        assert isinstance(step, Act), step
        player.performed(len(step.actions))
        if step.leads:
            continue
        tried.append(str(step.moves[0]))
        cells = [show_cell(cell) for cell in step.moves[0].cells]
        if works and step.moves[0] in program.moves(state) and marked in ("", *cells):
            state, marked = program.play(state, step.moves[0]), ""


def test_a_tile_that_was_picked_before_and_is_not_let_go_is_taken_first() -> None:
    player = pilot()
    tried, stop = held_in(player, "AABB CDCD", "1,2")
    assert stop.ending is Ending.WON, stop
    assert tried[:LETTING_GO] == [tried[0]] * LETTING_GO
    assert "1,2" in tried[LETTING_GO]
    assert len(tried) == LETTING_GO + 4
    assert not player.tally.rule


def test_where_nothing_fits_a_tile_that_stays_picked_that_is_the_reason() -> None:
    player = pilot()
    tried, stop = held_in(player, "AABB CDDC AABB", "1,0")
    assert (stop.ending, len(tried), player.tally.rule) == (Ending.DEAF, TRIES, "")
    assert stop.why.startswith("1,0 is picked, the program lets it go by no click")


def test_a_game_that_takes_nothing_at_all_tells_of_no_rule() -> None:
    player = pilot()
    _, stop = held_in(player, AROUND, "2,0", works=False)
    assert (stop.ending, player.tally.moves, player.tally.rule) == (Ending.DEAF, 0, "")


def test_what_was_learned_is_told() -> None:
    report = Report(Ending.WON, "the game is won", moves=6, rule="rim=off")
    assert report.as_json()["rule"] == "rim=off"
    assert "--rule rim=off" in conclusion(report.as_json())
    assert "--rule" not in conclusion(Report(Ending.WON, "the game is won", moves=6).as_json())
