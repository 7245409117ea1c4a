"""The gate and the person at the mouse: who moved the pointer, and what is still on the way of our own events."""

from __future__ import annotations

import pytest

from bot.action import Action, Click, Key
from bot.actuate.gate import GateRules
from bot.frame import Point
from tests.bot.gate_rig import CLICK, DRAG, Rig


@pytest.mark.parametrize("action", [CLICK, DRAG, Key("a")])
def test_a_person_who_moves_the_mouse_stops_the_session(action: Action) -> None:
    rig = Rig()
    rig.gate.perform(CLICK, rig.frame())
    rig.window.mouse = Point(132, 73)
    rig.gate.perform(Key("a"), rig.frame())
    rig.window.mouse = Point(138, 70)
    refused = rig.refusal(action)
    assert (refused.rule, refused.final) == ("person", True)
    assert "138,70" in refused.reason
    assert "130,70" in refused.reason


def test_the_mouse_may_be_anywhere_before_the_first_click() -> None:
    rig = Rig()
    rig.window.mouse = Point(900, 900)
    rig.gate.perform(Key("a"), rig.frame())
    rig.gate.perform(CLICK, rig.frame())
    assert len(rig.hand.done) == 2


def test_a_click_between_pixels_leaves_the_pointer_where_it_is_expected() -> None:
    rig = Rig(GateRules(drift=0))
    rig.gate.perform(Click(Point(30.9, 20.9)), rig.frame())
    rig.gate.perform(CLICK, rig.frame())
    assert len(rig.hand.done) == 2


@pytest.mark.parametrize("rules", [GateRules(drift=None), GateRules().dry()])
def test_the_mouse_is_not_watched_where_the_rules_say_so(rules: GateRules) -> None:
    rig = Rig(rules)
    rig.gate.perform(CLICK, rig.frame())
    rig.window.mouse = Point(900, 900)
    rig.gate.perform(CLICK, rig.frame())
    assert len(rig.hand.done) == 2


def test_the_mouse_is_not_watched_where_it_cannot_be_told() -> None:
    rig = Rig()
    rig.window.mouse = None
    rig.gate.perform(CLICK, rig.frame())
    rig.gate.perform(CLICK, rig.frame())
    assert len(rig.hand.done) == 2


def test_after_a_drag_the_pointer_is_expected_at_its_end() -> None:
    rig = Rig(GateRules(drift=0))
    rig.gate.perform(DRAG, rig.frame())
    assert rig.window.mouse == Point(230, 70)
    rig.gate.perform(CLICK, rig.frame())
    rig.window.mouse = Point(131, 70)
    assert rig.refusal(DRAG).rule == "person"


def test_a_pointer_that_is_still_on_the_way_of_a_drag_is_waited_for() -> None:
    rig = Rig()
    rig.gate.perform(DRAG, rig.frame())
    rig.window.mouse = Point(155, 70)
    rig.pointer_arrives(1000.12, Point(230, 70))
    rig.gate.perform(CLICK, rig.frame())
    assert len(rig.hand.done) == 2


def test_a_pointer_that_stays_on_the_way_of_a_drag_was_left_there_by_a_slow_system_and_no_person() -> None:
    rig = Rig()
    rig.gate.perform(DRAG, rig.frame())
    rig.window.mouse = Point(155, 70)
    rig.gate.perform(CLICK, rig.frame())
    rig.gate.perform(DRAG, rig.frame())
    rig.window.mouse = Point(155, 80)
    assert rig.refusal(CLICK).rule == "person"


def test_a_pointer_that_still_stands_where_the_click_before_left_it_is_waited_for() -> None:
    rig = Rig()
    rig.gate.perform(CLICK, rig.frame())
    first = rig.window.mouse
    rig.gate.perform(Click(Point(200, 150)), rig.frame())
    rig.window.mouse = first
    rig.pointer_arrives(1000.12, Point(300, 200))
    rig.gate.perform(CLICK, rig.frame())
    assert len(rig.hand.done) == 3


def test_a_pointer_beside_the_way_between_two_clicks_was_moved_by_a_person() -> None:
    rig = Rig()
    rig.gate.perform(CLICK, rig.frame())
    rig.gate.perform(Click(Point(200, 150)), rig.frame())
    rig.window.mouse = Point(150, 180)
    assert rig.refusal(CLICK).rule == "person"


@pytest.mark.parametrize("action", [CLICK, DRAG, Key("a")])
def test_a_button_that_is_still_down_is_waited_for(action: Action) -> None:
    rig = Rig()
    rig.gate.perform(CLICK, rig.frame())
    rig.window.button = True

    def let_go(seconds: float) -> None:
        rig.clock.time += seconds
        rig.window.button = rig.clock.time < 1000.12

    rig.clock.sleep = let_go  # type: ignore[method-assign]
    rig.gate.perform(action, rig.frame())
    assert rig.clock.time >= 1000.12
    assert len(rig.hand.done) == 2


@pytest.mark.parametrize("action", [CLICK, DRAG, Key("a")])
def test_a_button_that_stays_down_is_held_by_somebody_else(action: Action) -> None:
    rig = Rig()
    rig.gate.perform(CLICK, rig.frame())
    rig.window.button = True
    refused = rig.refusal(action)
    assert (refused.rule, refused.final) == ("person", True)
    assert "button" in refused.reason


def test_a_button_may_be_down_before_the_first_click() -> None:
    rig = Rig()
    rig.window.button = True
    rig.gate.perform(CLICK, rig.frame())
    assert len(rig.hand.done) == 1


def test_a_stop_while_the_pointer_is_waited_for_is_seen() -> None:
    rig = Rig()
    rig.gate.perform(DRAG, rig.frame())
    rig.window.mouse = Point(155, 70)
    rig.clock.time += 1

    def stop_while_sleeping(seconds: float) -> None:
        rig.clock.time += seconds
        rig.reason = "Stopped by the panic key." if seconds else None

    rig.clock.sleep = stop_while_sleeping  # type: ignore[method-assign]
    assert rig.refusal(CLICK).rule == "stopped"
