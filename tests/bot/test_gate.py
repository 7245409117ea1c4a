"""The gate, rule by rule, with a simulated window, hand and clock."""

from __future__ import annotations

import numpy as np
import pytest

from bot.action import Action, ActuatorError, Click, Drag, Hover, Key, Wait
from bot.actuate.gate import GateRules, Refused
from bot.frame import Box, Frame, Point
from bot.target import TargetError
from tests.bot.gate_rig import BOARD, CLICK, DRAG, Rig


def test_lets_through_what_belongs_in_the_window() -> None:
    rig = Rig()
    actions: list[Action] = [CLICK, Hover(Point(299.9, 199.9)), Key("Left"), Wait(0.5), DRAG, Click(Point(0, 0))]
    for action in actions:
        rig.gate.perform(action, rig.frame())
    assert [action for _, action in rig.hand.done] == actions
    assert rig.gate.counts == {"click": 2, "drag": 1, "hover": 1, "key": 1, "wait": 1}


@pytest.mark.parametrize("action", [CLICK, DRAG, Hover(Point(1, 1)), Key("a"), Wait(0.1)])
def test_nothing_passes_once_stopped(action: Action) -> None:
    rig = Rig()
    rig.reason = "Stopped by Ctrl-C."
    refused = rig.refusal(action)
    assert (refused.rule, refused.reason, refused.final) == ("stopped", "Stopped by Ctrl-C.", True)


def test_a_stop_during_the_gap_is_seen() -> None:
    rig = Rig()
    rig.gate.perform(CLICK, rig.frame())

    def stop_while_sleeping(seconds: float) -> None:
        rig.clock.time += seconds
        rig.reason = "Stopped by the panic key."

    rig.clock.sleep = stop_while_sleeping  # type: ignore[method-assign]
    assert rig.refusal(CLICK).rule == "stopped"


def test_the_budget_of_seconds_ends_the_session() -> None:
    rig = Rig(GateRules(seconds=5))
    rig.clock.time += 4.9
    rig.gate.perform(CLICK, rig.frame())
    rig.clock.time += 0.1
    refused = rig.refusal(Wait(1))
    assert (refused.rule, refused.final) == ("time", True)


def test_the_budget_of_actions_counts_clicks_moves_and_keys_but_no_waits() -> None:
    rig = Rig(GateRules(actions=4))
    actions: list[Action] = [CLICK, Wait(0.1), DRAG, Hover(Point(5, 5)), Wait(0.1), Key("a")]
    for action in actions:
        rig.gate.perform(action, rig.frame())
    rig.gate.perform(Wait(0.1), rig.frame())
    refused = rig.refusal(CLICK)
    assert (refused.rule, refused.final) == ("actions", True)
    assert rig.gate.actions == 4


@pytest.mark.parametrize("action", [CLICK, DRAG, Key("a")])
def test_a_window_that_is_gone_is_told_as_such(action: Action) -> None:
    rig = Rig()
    frame = rig.frame()
    rig.window.rectangle = None
    with pytest.raises(TargetError, match="gone"):
        rig.gate.perform(action, frame)
    assert not rig.hand.done
    assert rig.gate.counts == {"refused gone": 1}


@pytest.mark.parametrize("action", [CLICK, DRAG, Key("a")])
def test_an_old_frame_is_looked_at_again(action: Action) -> None:
    rig = Rig(GateRules(stale=0.25))
    frame = rig.frame()
    rig.clock.time += 0.25
    rig.gate.perform(action, frame)
    rig.clock.time += 0.01
    refused = rig.refusal(action, frame)
    assert (refused.rule, refused.final) == ("stale", False)


def test_a_frame_that_grows_old_in_the_gap_is_refused() -> None:
    rig = Rig(GateRules(stale=0.5, gap=0.6))
    frame = rig.frame()
    rig.gate.perform(CLICK, frame)
    assert rig.refusal(CLICK, frame).rule == "stale"


@pytest.mark.parametrize(
    "now",
    [Box(101, 50, 300, 200), Box(100, 49, 300, 200), Box(100, 50, 310, 200), Box(100, 50, 300, 190)],
    ids=["right", "up", "wider", "lower"],
)
@pytest.mark.parametrize("action", [CLICK, DRAG, Key("a")])
def test_a_window_that_moved_or_changed_size_is_looked_at_again(now: Box, action: Action) -> None:
    rig = Rig()
    frame = rig.frame()
    rig.window.rectangle = now
    refused = rig.refusal(action, frame)
    assert (refused.rule, refused.final) == ("moved", False)


@pytest.mark.parametrize("at", [Point(-0.1, 20), Point(300, 20), Point(30, -1), Point(30, 200)])
def test_a_point_outside_the_window_is_never_clicked(at: Point) -> None:
    refused = Rig().refusal(Click(at))
    assert (refused.rule, refused.final) == ("outside", True)


@pytest.mark.parametrize(
    "drag",
    [Drag(Point(-1, 20), Point(30, 20)), Drag(Point(290, 20), Point(300, 20)), Drag(Point(9, 190), Point(9, 201))],
    ids=["starts", "ends beside", "ends below"],
)
def test_a_drag_that_leaves_the_window_is_never_begun(drag: Drag) -> None:
    refused = Rig().refusal(drag)
    assert (refused.rule, refused.final) == ("outside", True)


@pytest.mark.parametrize("covered", [Box(150, 60, 10, 20), Box(125, 60, 10, 20), Box(225, 60, 10, 20)])
def test_a_drag_over_another_window_is_never_begun(covered: Box) -> None:
    rig = Rig()
    rig.window.covered = covered
    refused = rig.refusal(DRAG)
    assert (refused.rule, refused.final) == ("covered", False)


def test_the_frame_of_a_fine_screen_is_held_against_screen_units() -> None:
    rig = Rig()
    rig.gate.perform(Click(Point(598, 398)), rig.frame(scale=2.0))
    assert rig.window.mouse == Point(399, 249)
    assert rig.refusal(Click(Point(600, 10)), rig.frame(scale=2.0)).rule == "outside"


def test_what_lies_beyond_the_screen_is_never_clicked() -> None:
    rig = Rig()
    cut = Frame(np.zeros((200, 180, 3), np.uint8), rig.clock.now(), Point(100, 50), window=BOARD)
    rig.gate.perform(Click(Point(170, 10)), cut)
    assert rig.refusal(Click(Point(190, 10)), cut).rule == "outside"
    rig.window.rectangle = BOARD._replace(x=101)
    assert rig.refusal(Click(Point(170, 10)), cut).rule == "moved"


def test_a_window_on_a_monitor_left_of_the_first_one_is_played() -> None:
    rig = Rig()
    left = Box(-1200, -80, 300, 200)
    rig.window.rectangle = left
    rig.gate.perform(CLICK, rig.frame(left))
    assert rig.window.mouse == Point(-1170, -60)


def test_a_covered_point_is_looked_at_again_and_the_rest_is_played() -> None:
    rig = Rig()
    rig.window.covered = Box(100, 50, 60, 60)
    refused = rig.refusal(CLICK)
    assert (refused.rule, refused.final) == ("covered", False)
    rig.gate.perform(Click(Point(70, 20)), rig.frame())
    rig.gate.perform(Key("a"), rig.frame())
    assert len(rig.hand.done) == 2


def test_keys_need_the_keyboard_and_clicks_do_not() -> None:
    rig = Rig()
    rig.window.keyboard = False
    rig.gate.perform(CLICK, rig.frame())
    refused = rig.refusal(Key("Left"))
    assert (refused.rule, refused.final) == ("focus", True)
    assert "Left" in refused.reason


def test_a_dry_run_needs_no_keyboard() -> None:
    rig = Rig(GateRules().dry())
    rig.window.keyboard = False
    rig.gate.perform(Key("Left"), rig.frame())
    assert len(rig.hand.done) == 1


def test_events_come_at_least_the_gap_apart_and_waits_cost_no_gap() -> None:
    rig = Rig(GateRules(gap=0.02))
    actions: list[Action] = [CLICK, CLICK, Wait(0.015), Key("a"), Hover(Point(1, 1))]
    for action in actions:
        rig.gate.perform(action, rig.frame())
    times = [time - 1000 for time, action in rig.hand.done if not isinstance(action, Wait)]
    assert times == pytest.approx([0, 0.02, 0.04, 0.06])
    assert sum(rig.clock.slept) == pytest.approx(0.06)


def test_a_failed_event_still_keeps_the_gap() -> None:
    rig = Rig(GateRules(gap=0.02))
    rig.hand.broken = True
    with pytest.raises(ActuatorError, match="hand failed"):
        rig.gate.perform(CLICK, rig.frame())
    rig.hand.broken = False
    rig.gate.perform(Key("a"), Rig().frame())
    assert rig.hand.done[0][0] == pytest.approx(1000.02)


def test_a_hand_that_fails_because_of_a_stop_tells_the_stop() -> None:
    rig = Rig()
    rig.hand.broken = True
    reasons = iter([None, "Stopped by Ctrl-C."])
    rig.gate.stopped = lambda: next(reasons)
    with pytest.raises(Refused, match=r"Stopped by Ctrl-C\."):
        rig.gate.perform(CLICK, rig.frame())


def test_the_strictest_rule_is_told_first() -> None:
    rig = Rig(GateRules(actions=0))
    frame = rig.frame()
    rig.window.rectangle = None
    rig.reason = "Stopped by Ctrl-C."
    assert rig.refusal(CLICK, frame).rule == "stopped"
    rig.reason = None
    assert rig.refusal(CLICK, frame).rule == "actions"


def test_closing_the_gate_closes_the_hand() -> None:
    rig = Rig()
    rig.gate.close()
    rig.gate.close()
    assert rig.hand.closed == 2
