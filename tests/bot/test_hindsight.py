"""House rules that explain afterwards what came of moves."""

from __future__ import annotations

import pytest

from bot.hindsight import Hindsight
from bot.underway import UnderWay
from engine.games.shisen import GAME
from engine.moves import Pick
from engine.position import Position

OFF, DOWN, LEFT = GAME(rim=False), GAME(rim=False, gravity="down"), GAME(rim=False, gravity="left")
START = OFF.parse(Position({"board": ("XYQR", "AARQ", "YXBB")}))
FIRST, SECOND = Pick((1, 0), (1, 1)), Pick((2, 2), (2, 3))
GONE = OFF.play(START, FIRST)


@pytest.mark.parametrize(
    ("taken", "made"), [((FIRST,), 0), ((FIRST, SECOND), 1)], ids=["a click that missed", "the next pair gone, too"]
)
def test_what_fell_late_tells_the_rule(taken: tuple[Pick, ...], made: int) -> None:
    hindsight = Hindsight([OFF, DOWN, LEFT])
    hindsight.confirmed(UnderWay((OFF,), (FIRST,), START, 0.0))
    seen = START
    for move in taken:
        seen = DOWN.play(seen, move)
    assert hindsight.explain([OFF], seen, UnderWay((OFF,), (SECOND,), GONE, 1.0)) == ([DOWN], made)


def test_what_no_rule_explains_is_not_explained() -> None:
    hindsight = Hindsight([OFF, DOWN, LEFT])
    assert hindsight.explain([OFF], GONE) == ([], 0)
    hindsight.confirmed(UnderWay((OFF,), (FIRST,), START, 0.0))
    assert hindsight.explain([OFF], OFF.play(GONE, SECOND)) == ([], 0)
