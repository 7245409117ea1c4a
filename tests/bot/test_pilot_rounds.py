"""A game that takes moves back is given up; what the gate holds back is not counted as made."""

from __future__ import annotations

from bot.pilot import Pilot
from bot.rounds import MOST
from bot.step import Act, Ending, Step, Stop
from tests.bot.test_pilot import FOUR, ONE, pilot, show


def in_turn(player: Pilot, rounds: int) -> tuple[list[str], Step]:
    """Show two boards in turn, whatever is played on them: what was played, and the last step."""
    played, time = list[str](), 0.0
    for turn in range(2 * rounds):
        step, time = show(player, time + 0.5, ONE if turn % 2 else FOUR, seconds=5.0)
        if not isinstance(step, Act):
            break
        player.performed(len(step.actions))
        played.append(str(step.moves[0]))
    return played, step


def test_two_boards_that_come_in_turn_are_given_up() -> None:
    played, step = in_turn(pilot(), MOST + 1)
    assert isinstance(step, Stop)
    assert step.ending is Ending.DEAF
    assert f"taken back {MOST} times" in step.why
    assert played == ["pick 0,0 0,1", "pick 1,0 1,1"] * MOST


def test_fewer_rounds_are_played() -> None:
    played, step = in_turn(pilot(), MOST)
    assert isinstance(step, Act)
    assert len(played) == 2 * MOST


def test_what_was_held_back_was_not_played() -> None:
    player, time = pilot(), 0.0
    for _ in range(3 * MOST):
        step, time = show(player, time + 0.1, FOUR, seconds=5.0)
        assert isinstance(step, Act)
        player.performed(0)
