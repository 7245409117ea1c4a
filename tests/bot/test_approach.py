"""The way of the hand to where moves begin: sent once, watched, and never pressed where it is not seen to be."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.action import Action, Key
from bot.approach import Approach
from bot.control.walk_cursor import WalkCursor
from bot.grid import Grid
from bot.manners import Manners
from bot.pilot import Pilot
from bot.reading import Reading, Sight
from bot.step import Act, Look
from engine.api import load_game
from engine.moves import Raise, Swap
from engine.position import Position

KEYS = {"up": "w", "down": "s", "left": "a", "right": "d", "swap": "space"}
GRID = Grid(10, 20, 30, 30, rows=4, columns=6)
WALK = WalkCursor(KEYS, 0.01)
SWAP = (Swap((2, 3)),)


def seen(time: float, cursor: str = "", board: Sequence[str] = ("......",) * 4) -> Reading:
    blocks = {"board": tuple(board)} | ({"cursor": (cursor,)} if cursor else {})
    return Reading(time, Sight.CLEAR, (200, 200), Position(blocks), GRID)


def pressed(actions: Sequence[Action]) -> str:
    return "".join({"space": "!"}.get(one.name, one.name) if isinstance(one, Key) else "-" for one in actions)


def steps(*cursors: str, every: float = 0.1) -> list[str]:
    """What is done at each look, the cursor being there: keys, `...` for looking on, `now` for playing."""
    approach, told = Approach(astray=0.35, hidden=0.25), []
    for number, cursor in enumerate(cursors):
        reading = seen(every * number, cursor)
        approach.see(reading)
        step = approach.step(WALK, SWAP, reading)
        told.append(pressed(step.actions) if isinstance(step, Act) else "..." if step else "now")
    return told


def test_a_cursor_that_is_there_may_be_pressed_at_once() -> None:
    assert steps("2,3") == ["now"]


def test_a_cursor_is_sent_once_and_watched_until_it_arrives() -> None:
    assert steps("2,1", "2,1", "2,2", "2,3") == ["dd", "...", "...", "now"]


def test_a_cursor_that_stands_still_is_sent_the_rest_of_the_way() -> None:
    assert steps("2,1", "2,2", "2,2", "2,2", "2,2", "2,2") == ["dd", "...", "...", "...", "...", "d"]


def test_a_cursor_that_was_sent_twice_must_stay_before_it_is_pressed() -> None:
    late = ["2,2", "2,2", "2,2", "2,2", "2,2", "2,3", "2,4", "2,4", "2,4", "2,4"]
    assert steps(*late) == ["d", "...", "...", "...", "d", "...", "...", "...", "...", "..."]


def test_a_cursor_that_hides_is_waited_for_but_not_for_ever() -> None:
    assert steps("2,3", "", "", "", "") == ["now", "...", "...", "now", "now"]


def test_a_cursor_that_was_never_seen_holds_nothing_up() -> None:
    assert steps("", "") == ["now", "now"]


def test_only_swaps_need_the_cursor_in_a_place() -> None:
    approach = Approach(astray=0.35, hidden=0.25)
    reading = seen(0.0, "0,0")
    approach.see(reading)
    assert approach.step(WALK, (Raise(),), reading) is None


@pytest.mark.parametrize(("cursor", "first"), [("0,0", "lead"), ("3,2", "act")])
def test_the_pilot_leads_the_cursor_and_then_swaps(cursor: str, first: str) -> None:
    game = load_game("paneldepon", physics="settled")
    pilot = Pilot([game], WALK, Manners(settle=0.1, response=1.0))
    board = ("......", "......", "......", "aa.a..")
    told, keys = [], ""
    for number in range(12):
        step = pilot.tick(seen(0.1 * number, cursor, board))
        told.append(str(step))
        if isinstance(step, Act):
            keys += pressed(step.actions)
            pilot.performed(len(step.actions))
            if step.leads:
                cursor = ",".join(map(str, step.moves[0].cells[0]))
            elif not isinstance(step, Look):
                break
    acts = [line for line in told if not line.startswith("look")]
    assert acts[0].startswith(first)
    assert acts[-1].startswith("act: swap 3,")
    assert keys.count("!") == 1
    assert keys.endswith("!")
    assert pilot.tally.retries == 0
