"""The pilot before boards that cannot stay as they are: what hangs must fall, what stands in a row must go."""

from __future__ import annotations

import pytest

from bot.control.walk_cursor import WalkCursor
from bot.manners import Manners
from bot.pilot import Pilot
from bot.step import Act, Ending, Look, Step, Stop
from engine.api import load_game
from engine.position import Position
from engine.rest import Rests
from tests.bot.scripted import reading

KEYS = {name: name for name in ("up", "down", "left", "right", "swap")}
REST = "g..... gbg... bgb..."
HANGING = "g..... ...... gbg... bgb..."
IN_A_ROW = "ggg... bbgb.."


def shown(player: Pilot, board: str, start: float, seconds: float) -> Step:
    """A still board, a look every 50 ms, until the pilot does something or the time is over."""
    step: Step = Look("not yet")
    for number in range(round(seconds / 0.05)):
        step = player.tick(reading(start + 0.05 * number, board))
        if not isinstance(step, Look):
            break
    return step


def pilot() -> Pilot:
    return Pilot([load_game("paneldepon")], WalkCursor(KEYS), Manners(settle=0.2, patience=2.0))


@pytest.mark.parametrize("board", [HANGING, IN_A_ROW])
def test_a_board_that_must_go_on_is_waited_for_however_still_it_stands(board: str) -> None:
    player = pilot()
    assert isinstance(shown(player, board, 0.0, 5.0), Look)
    assert player.tally.plans == 0
    assert isinstance(shown(player, REST, 5.0, 2.0), Act)


def test_a_board_that_never_goes_on_is_given_up() -> None:
    step = shown(pilot(), HANGING, 0.0, 60.0)
    assert isinstance(step, Stop)
    assert step.ending is Ending.UNREADABLE
    assert "at rest" in step.why


def test_games_say_which_boards_rest() -> None:
    game = load_game("paneldepon")
    assert isinstance(game, Rests)
    boards = {board: game.parse(Position({"board": tuple(board.split())})) for board in (REST, HANGING, IN_A_ROW)}
    rests = {board: game.rests(state) for board, state in boards.items()}
    assert rests == {REST: True, HANGING: False, IN_A_ROW: False}
