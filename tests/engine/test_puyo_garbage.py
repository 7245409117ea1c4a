"""Garbage of Puyo Puyo: sent, cancelled, carried on, and how it falls."""

from __future__ import annotations

import pytest

from engine.games.puyo import garbage, rules
from engine.games.puyo.garbage import Purse
from engine.games.puyo.rules import House

TSU = House()
CLONE = House(attack="puyos", at_once=0, rows=14, counted=14)
ORDER = (0, 3, 1, 4, 2, 5)
NOTHING = ("",) * 6


def test_points_become_pieces_and_the_rest_is_carried_on() -> None:
    steps = rules.chain(("RRRG", "RGG", "G", "", "", ""), TSU)
    assert [step.score for step in steps] == [40, 320]
    pieces, purse = garbage.sent(steps, Purse(carried=65), TSU)
    assert (pieces, purse.carried) == ((40 + 320 + 65) // 70, (40 + 320 + 65) % 70)


def test_ones_own_pieces_cancel_what_is_on_its_way_first() -> None:
    steps = rules.chain(("RRRG", "RGG", "G", "", "", ""), TSU)
    assert garbage.sent(steps, Purse(pending=3), TSU)[0] == 2
    pieces, purse = garbage.sent(steps, Purse(pending=9), TSU)
    assert (pieces, purse.pending) == (0, 4)


def test_a_cleared_field_pays_with_the_next_chain() -> None:
    steps = rules.chain(("RRRR", "", "", "", "", ""), TSU)
    pieces, purse = garbage.sent(steps, Purse(), TSU)
    assert (pieces, purse.carried, purse.cleared) == (0, 40, True)
    again = rules.chain(("RRRRY", "", "", "", "", ""), TSU)
    assert garbage.sent(again, purse, TSU) == ((40 + 40 + 2_100) // 70, Purse((40 + 40 + 2_100) % 70))


@pytest.mark.parametrize(("length", "pieces"), [(1, 1), (2, 8), (5, 29)])
def test_a_clone_counts_puyos(length: int, pieces: int) -> None:
    step = rules.chain(("RRRR", "", "", "", "", ""), TSU)
    assert garbage.sent(step * length, Purse(), CLONE)[0] == pieces


def test_thirty_fall_at_once_and_the_rest_stays() -> None:
    field, purse = garbage.fallen(("R", *NOTHING[1:]), Purse(pending=43), TSU, ORDER)
    assert field == ("R#####", *["#####"] * 5)
    assert purse.pending == 13


def test_a_row_that_is_not_full_fills_in_the_given_order() -> None:
    field, purse = garbage.fallen(NOTHING, Purse(pending=8), CLONE, ORDER)
    assert field == ("##", "#", "#", "##", "#", "#")
    assert purse.pending == 0


def test_what_finds_no_room_is_gone() -> None:
    field, _ = garbage.fallen(("RG" * 6, *NOTHING[1:]), Purse(pending=12), TSU, ORDER)
    assert field[0] == "RG" * 6 + "#"
