"""The way of a falling pair: what the buttons reach is what the rules allow."""

from __future__ import annotations

import random

import pytest

from engine.games.puyo import rules, steer
from engine.games.puyo.rules import House, Placement

TSU = House()
FLOBO = House(rows=14, counted=14, death=13, swallows=False, steering="low")


def standing(*heights: int) -> rules.Field:
    """A field whose columns are so high."""
    return tuple("#" * height for height in heights)


@pytest.mark.parametrize("house", [TSU, FLOBO], ids=["tsu", "low"])
def test_every_placement_of_the_rules_has_a_way(house: House) -> None:
    chance = random.Random(5)
    for _ in range(300):
        field = standing(*(chance.choice((0, 5, 10, 11, 11, 12, 12, 13)) for _ in range(house.columns)))
        if rules.dead(field, house):
            continue
        reached = {
            Placement(x, side)
            for x in range(house.columns)
            for side in rules.SIDES
            if steer.buttons(field, Placement(x, side), house)
        }
        legal = set(rules.placements(field, house))
        assert legal <= reached, (field, legal - reached)


def test_a_low_field_is_crossed_with_room_to_spare() -> None:
    field = standing(0, 8, 0, 0, 3, 0)
    assert steer.buttons(field, Placement(0, "U"), TSU) == ("left", "left", "drop")
    assert steer.buttons(field, Placement(5, "L"), TSU) == ("back", "right", "right", "right", "drop")


def test_only_the_keys_that_the_program_has_are_pressed() -> None:
    assert steer.buttons(standing(0, 0, 0, 0, 0, 0), Placement(2, "R"), TSU, turns=("back",)) == (
        "back",
        "back",
        "back",
        "drop",
    )


def test_between_two_walls_a_pair_is_turned_by_a_second_press() -> None:
    field = standing(12, 12, 11, 12, 12, 12)
    assert steer.buttons(field, Placement(2, "U"), TSU) == ("drop",)
    way = steer.buttons(field, Placement(0, "U"), TSU)
    assert way is not None
    assert way[:2] in (("turn", "turn"), ("back", "back"))


def test_without_kicks_a_high_wall_ends_the_way() -> None:
    field = standing(0, 12, 4, 0, 0, 0)
    assert steer.buttons(field, Placement(0, "U"), House(steering="low")) is None
    assert steer.buttons(field, Placement(1, "D"), House(steering="low")) is None
