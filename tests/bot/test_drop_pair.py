"""The hand that drops pairs: which keys it presses for a placement, and again for what is seen of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from bot.control.drop_pair import DropPair
from bot.grid import Grid
from bot.reading import Reading, Sight
from engine.moves import Drop
from engine.position import Position

KEYS = ("left", "right", "turn", "back", "drop")


def hand(
    board: str, drop: Drop, keys: tuple[str, ...] = KEYS, falling: tuple[str, ...] = (), press: float = 0.01
) -> list[str]:
    """The keys for a drop on a board, with the seconds of the last one."""
    rows = tuple(board.split())
    position = Position({"board": rows, "falling": falling} if falling else {"board": rows})
    seen = Reading(0.0, Sight.CLEAR, position=position, grid=Grid(0, 0, 9, 9, len(rows), len(rows[0])))
    control = DropPair({key: key for key in keys}, 0.01, row=0.1, appears=2, gap=press - 0.01)
    actions = list(control.actions((drop,), seen))
    return [*(action.name for action in actions), f"{actions[-1].hold:.2f}"]  # type: ignore[union-attr]


def test_a_drop_turns_walks_and_is_held_until_the_pair_lies() -> None:
    assert hand("...... ...... g.....", Drop(0, "R")) == ["turn", "left", "left", "drop", "0.31"]
    assert hand("...... ...... ......", Drop(4, "U")) == ["right", "right", "drop", "0.41"]


def test_where_there_is_one_key_to_turn_it_is_pressed_more_often() -> None:
    assert hand("...... ......", Drop(2, "R"), ("left", "right", "back", "drop")) == ["back"] * 3 + ["drop", "0.31"]


def test_a_way_that_is_known_is_pressed() -> None:
    way = ("turn", "right", "turn", "drop")
    assert hand("...... ......", Drop(3, "D", way)) == [*way, "0.31"]


def test_slow_keys_go_a_part_of_a_long_way_and_the_rest_from_what_is_seen() -> None:
    empty, way = "...... ...... ......", ("turn", "right", "right", "right", "drop")
    drop = Drop(5, "U", ("right", "right", "right", "drop"))
    assert hand(empty, drop, press=0.09)[:-1] == ["right"] * 3
    assert hand(empty, drop, falling=("0,4", "1,4"), press=0.09)[:-1] == ["right", "drop"]
    assert hand(empty, Drop(4, "R", way), press=0.09)[:-1] == ["turn", "right", "right"]
    assert hand(empty, Drop(4, "R", way), falling=("0,3", "0,4"))[:-1] == ["right", "drop"]
    assert hand(empty, Drop(1, "L", ("back", "left", "drop")), falling=("0,0", "0,1"))[:-1] == ["drop"]


def test_a_pair_that_is_not_seen_turned_as_it_should_is_let_fall() -> None:
    assert hand("...... ......", Drop(4, "R"), falling=("0,3", "1,3"))[:-1] == ["drop"]


def test_a_pair_that_hangs_there_after_its_drop_is_held_down_longer_from_then_on() -> None:
    control = DropPair({key: key for key in KEYS}, 0.01, row=0.1, appears=2)

    def fall(drop: Drop, *falling: str) -> float:
        """How long the key is held that drops a pair on a board without a piece."""
        position = Position({"board": ("......",) * 4, "falling": falling})
        seen = Reading(0.0, Sight.CLEAR, position=position, grid=Grid(0, 0, 9, 9, 4, 6))
        return control.actions((drop,), seen)[-1].hold  # type: ignore[union-attr]

    there = Drop(4, "U")
    assert fall(there, "0,2", "1,2") == fall(there, "0,3", "1,3") == fall(there, "0,4", "1,4") == pytest.approx(0.51)
    assert fall(there, "1,4", "2,4") == pytest.approx(1.01)
    assert fall(Drop(2, "U"), "0,2", "1,2") == pytest.approx(1.01), "the next pair falls as slowly"
    held = [fall(there, "1,4", "2,4") for _ in range(9)]
    assert max(held) == pytest.approx(2.01)


def test_a_pair_whose_steps_are_lost_is_let_fall_only_where_it_is_seen_in_its_column() -> None:
    control = DropPair({key: key for key in KEYS}, 0.01, row=0.1, appears=2)

    def keys(*falling: str) -> list[str]:
        """The keys that bring a pair on a board without a piece to the column 5."""
        position = Position({"board": ("......",) * 4, "falling": falling})
        seen = Reading(0.0, Sight.CLEAR, position=position, grid=Grid(0, 0, 9, 9, 4, 6))
        return [action.name for action in control.actions((Drop(5, "U"),), seen)]  # type: ignore[union-attr]

    assert keys("0,2", "1,2") == ["right", "right", "right", "drop"]
    assert keys("0,4", "1,4") == ["right", "drop"]
    assert keys("1,4", "2,4") == ["right"]
    assert keys("1,5", "2,5") == ["drop"]


def strangely(keys: tuple[str, ...] = KEYS, names: Mapping[str, str] | None = None) -> Callable[..., list[str]]:
    """The keys for a drop in a program that nobody knows, on a board without a piece, asked again and again."""
    control = DropPair(names or {key: key for key in keys}, 0.01, row=0.1, appears=2, strange=True)

    def asked(drop: Drop, *falling: str, current: str = "rg") -> list[str]:
        position = Position({"board": ("......",) * 4, "falling": falling, "current": (current,)})
        seen = Reading(0.0, Sight.CLEAR, position=position, grid=Grid(0, 0, 9, 9, 4, 6))
        return [action.name for action in control.actions((drop,), seen)]  # type: ignore[union-attr]

    return asked


def test_in_a_strange_program_a_pair_falls_only_where_it_is_seen_to_hang() -> None:
    asked = strangely()
    assert asked(Drop(4, "R"), "0,2", "1,2") == ["turn", "right", "right"]
    assert asked(Drop(4, "R"), "1,3", "1,4") == ["right"], "it turns about the other one of the pair"
    assert asked(Drop(4, "R"), "1,4", "1,5") == ["drop"]
    assert asked(Drop(2, "U"), "0,2", "1,2") == ["drop"], "it is to fall where it appears"


def test_a_strange_program_tells_how_fast_its_pairs_drop() -> None:
    control = DropPair({key: key for key in KEYS}, 0.01, row=0.1, appears=2, strange=True)

    def fall(drop: Drop, *falling: str) -> float:
        """How long the key is held that drops a pair on a board without a piece."""
        position = Position({"board": ("......",) * 12, "falling": falling, "current": ("rg",)})
        seen = Reading(0.0, Sight.CLEAR, position=position, grid=Grid(0, 0, 9, 9, 12, 6))
        return control.actions((drop,), seen)[-1].hold  # type: ignore[union-attr]

    down = Drop(2, "U")
    first = fall(down, "0,2", "1,2")
    assert first == pytest.approx(0.01 + 0.05 * 11), "twice as fast as others, or it would drop the next pair, too"
    again = fall(down, "7,2", "8,2")
    assert again == pytest.approx(0.01 + first / 7 * 4)
    assert fall(Drop(2, "U"), "0,2", "1,2") > first


def test_in_a_strange_program_a_pair_may_appear_lying() -> None:
    asked = strangely()
    assert asked(Drop(4, "U"), "0,2", "0,3") == ["turn", "right", "right"]
    assert asked(Drop(4, "U"), "0,4", "1,4", current="gr") == ["turn", "turn"], "it stands the other way round"
    assert asked(Drop(4, "U"), "0,4", "1,4", current="rg") == ["drop"]


def test_in_a_strange_program_a_key_that_turns_nothing_twice_is_left_out() -> None:
    asked = strangely()
    assert asked(Drop(4, "L"), "0,2", "1,2") == ["turn", "right"]
    assert asked(Drop(4, "L"), "0,3", "1,3") == ["turn"]
    assert asked(Drop(4, "L"), "1,3", "2,3") == ["back"]
    assert asked(Drop(4, "L"), "1,3", "1,4", current="gr") == ["drop"]
    assert asked(Drop(4, "L"), "0,2", "1,2", current="gg")[0] == "back"


def test_in_a_strange_program_a_turn_that_was_lost_is_made_up_for() -> None:
    asked = strangely(("left", "right", "turn", "drop"))
    assert asked(Drop(4, "D"), "0,2", "1,2") == ["turn", "turn", "right", "right"]
    assert asked(Drop(4, "D"), "0,4", "0,5", current="gr") == ["turn"]
    assert asked(Drop(4, "D"), "0,4", "1,4", current="gr") == ["drop"]


def test_in_a_strange_program_a_pair_that_is_turned_about_is_looked_at_before_its_last_step() -> None:
    asked = strangely(("left", "right", "turn", "drop"))
    assert asked(Drop(2, "R"), "0,2", "1,2") == ["turn"]
    assert asked(Drop(2, "R"), "1,1", "1,2", current="gr") == ["turn"] * 2, "it lies on the other side of its axis"
    assert asked(Drop(2, "R"), "1,2", "1,3") == ["drop"]


def test_in_a_strange_program_a_pair_that_nothing_turns_falls_as_it_is() -> None:
    asked = strangely(("left", "right", "turn", "drop"))
    ways = [asked(Drop(5, "L"), f"{row},5", f"{row + 1},5") for row in range(6)]
    assert ways[0] == ["turn", "left"]
    assert ways[-1] == ["left"]


ARROWS = {"left": "Left", "right": "Right", "turn": "Up", "back": "z", "drop": "Down"}


def test_a_pair_that_hears_no_arrow_is_steered_by_letters() -> None:
    asked = strangely(names=ARROWS)
    ways = [asked(Drop(4, "U"), f"{row},2", f"{row + 1},2") for row in range(4)]
    assert ways == [["Right", "Right"]] * 3 + [["d", "d"]]
    assert asked(Drop(4, "U"), "3,4", "4,4") == ["s"]
    assert asked(Drop(1, "R"), "0,2", "1,2") == ["w", "a"]


def test_a_pair_that_heard_a_key_once_keeps_its_keys_whatever_holds_it_later() -> None:
    asked = strangely(names=ARROWS)
    assert asked(Drop(4, "U"), "0,2", "1,2") == ["Right", "Right"]
    assert asked(Drop(4, "U"), "1,3", "2,3") == ["Right"]
    assert all(asked(Drop(4, "U"), f"{row},3", f"{row + 1},3") == ["Right"] for row in range(2, 9))


def test_keys_that_a_person_named_are_kept() -> None:
    asked = strangely(names={**ARROWS, "left": "j", "right": "l"})
    assert all(asked(Drop(4, "U"), f"{row},2", f"{row + 1},2") == ["l", "l"] for row in range(6))
