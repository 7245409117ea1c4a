"""What is known of moves that were played and are not seen to be done yet."""

from __future__ import annotations

from bot.reading import Reading, Sight
from bot.underway import UnderWay
from engine.api import load_game
from engine.moves import Pick
from engine.position import Position

BOARD = ("abba", "cddc")


def seen(*board: str) -> Reading:
    return Reading(1.0, Sight.DOUBT, position=Position({"board": board}))


def under_way() -> UnderWay:
    game = load_game("shisen")
    return UnderWay([game], (Pick((0, 1), (0, 2)),), game.parse(Position({"board": BOARD})), 0.0)


def test_tiles_that_cannot_be_told_after_they_were_picked_are_told_as_picked() -> None:
    told = under_way().as_picked(seen("a??a", "cddc"))
    assert told is not None
    assert told.position is not None
    assert told.position.board == BOARD
    assert told.position.blocks["marked"] == ("0,1", "0,2")


def test_a_part_of_the_board_tells_nothing_of_them() -> None:
    assert under_way().as_picked(seen("a?", "cd")) is None
    assert under_way().as_picked(seen("a??a")) is None
