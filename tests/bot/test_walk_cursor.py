"""Walking a cursor with keys: the presses, and what happens where the cursor cannot be seen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.action import Action, Key, Wait
from bot.control.controls import make_control
from bot.grid import Grid
from bot.layout import Hands, LayoutError
from bot.reading import Reading, Sight
from engine.moves import Move, parse_move
from engine.position import Position

KEYS = {"up": "w", "down": "s", "left": "a", "right": "d", "swap": "space", "raise": "r"}
GRID = Grid(10, 20, 30, 30, rows=5, columns=6)


def hands(**more: str) -> Hands:
    return Hands(control="walk-cursor", hold=0.05, keys={**KEYS, **more})


def seen(cursor: str = "") -> Reading:
    blocks = {"board": ("......",) * 4 + ("ab.cd.",)} | ({"cursor": (cursor,)} if cursor else {})
    return Reading(0.0, Sight.CLEAR, (200, 200), Position(blocks), GRID)


def pressed(actions: Sequence[Action]) -> str:
    return "".join({"space": "!"}.get(one.name, one.name) if isinstance(one, Key) else "-" for one in actions)


def play(moves: str, cursor: str = "", attempt: int = 1) -> str:
    meant: list[Move] = [parse_move(text) for text in moves.split(", ")]
    return pressed(make_control(hands()).actions(meant, seen(cursor), attempt))


@pytest.mark.parametrize(
    ("move", "cursor", "keys"),
    [
        ("swap 4,1", "4,1", "!"),
        ("swap 4,3", "4,1", "dd!"),
        ("swap 1,0", "4,2", "aawww!"),
        ("swap 4,0, swap 3,2", "3,0", "s!ddw!"),
        ("raise", "2,2", "r"),
    ],
)
def test_the_cursor_walks_from_where_it_is_seen(move: str, cursor: str, keys: str) -> None:
    assert play(move, cursor) == keys


def test_an_unseen_cursor_is_driven_into_the_corner_first() -> None:
    assert play("swap 3,1") == "aaaa" + "ssss" + "dw!"


def test_a_cursor_that_misled_twice_is_not_trusted() -> None:
    assert play("swap 3,1", "3,1", attempt=2) == "!"
    assert play("swap 3,1", "3,1", attempt=3) == "aaaa" + "ssss" + "dw!"


def test_waiting_takes_the_frames_of_the_game() -> None:
    walk = make_control(hands())
    assert walk.actions([parse_move("wait 30")], seen("0,0")) == [Wait(0.5)]


def test_keys_are_held_as_the_layout_says() -> None:
    (key,) = make_control(hands()).actions([parse_move("swap 2,2")], seen("2,2"))
    assert key == Key("space", 0.05)


def test_a_board_that_is_not_there_is_not_played() -> None:
    assert make_control(hands()).actions([parse_move("swap 2,2")], Reading(0.0, Sight.LOST)) == ()


def test_a_layout_without_the_keys_is_refused() -> None:
    with pytest.raises(LayoutError, match=r"hands\.keys.*left, right, swap"):
        make_control(Hands(control="walk-cursor", keys={"up": "w", "down": "s"}))
