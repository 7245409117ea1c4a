"""The gate, rule by rule, with a simulated window, hand and clock."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from bot.action import Action, ActuatorError, Click, Drag, Hover, Key, Wait
from bot.actuate.gate import Gate, GateRules, Refused
from bot.frame import Box, Frame, Point
from bot.target import Target, TargetError

BOARD = Box(100, 50, 300, 200)


@dataclass
class ManualClock:
    """A clock that moves when somebody sleeps or sets it."""

    time: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.slept.append(seconds)
        self.time += seconds


@dataclass
class FakeWindow(Target):
    """A window as the test wants it to be."""

    rectangle: Box | None = BOARD
    covered: Box | None = None
    keyboard: bool = True
    mouse: Point | None = Point(0, 0)
    title: str = "Board"
    program: str = "board"

    def box(self) -> Box:
        if self.rectangle is None:
            raise TargetError("The window is gone.")
        return self.rectangle

    def on_top(self, point: Point) -> bool:
        return self.covered is None or not self.covered.contains(point)

    def focused(self) -> bool:
        return self.keyboard

    def pointer(self) -> Point | None:
        return self.mouse

    def activate(self) -> None:
        self.keyboard = True


@dataclass
class FakeHand:
    """Moves the fake pointer and remembers when it did what."""

    window: FakeWindow
    clock: ManualClock
    done: list[tuple[float, Action]] = field(default_factory=list)
    closed: int = 0
    broken: bool = False

    def perform(self, action: Action, frame: Frame) -> None:
        if self.broken:
            raise ActuatorError("The hand failed.")
        self.done.append((self.clock.time, action))
        if isinstance(action, Drag) and self.window.mouse is not None:
            self.window.mouse = Point(*(side // 1 for side in frame.to_screen(action.end)))
        if isinstance(action, Click | Hover) and self.window.mouse is not None:
            self.window.mouse = Point(*(side // 1 for side in frame.to_screen(action.at)))
        if isinstance(action, Wait):
            self.clock.sleep(action.seconds)

    def close(self) -> None:
        self.closed += 1


class Rig:
    """A gate with everything around it simulated."""

    def __init__(self, rules: GateRules | None = None) -> None:
        self.clock = ManualClock()
        self.window = FakeWindow()
        self.hand = FakeHand(self.window, self.clock)
        self.reason: str | None = None
        self.gate = Gate(self.hand, self.window, self.clock, rules, lambda: self.reason)

    def frame(self, box: Box = BOARD, scale: float = 1.0) -> Frame:
        height, width = int(box.h * scale), int(box.w * scale)
        return Frame(np.zeros((height, width, 4), np.uint8), self.clock.now(), Point(box.x, box.y), scale)

    def pointer_arrives(self, time: float, at: Point) -> None:
        """From this time on, whoever waits finds the pointer there."""

        def arrive(seconds: float) -> None:
            self.clock.time += seconds
            if self.clock.time > time:
                self.window.mouse = at

        self.clock.sleep = arrive  # type: ignore[method-assign]

    def refusal(self, action: Action, frame: Frame | None = None) -> Refused:
        before = len(self.hand.done)
        with pytest.raises(Refused) as caught:
            self.gate.perform(action, frame or self.frame())
        assert len(self.hand.done) == before
        assert self.gate.counts[f"refused {caught.value.rule}"] == 1
        assert str(caught.value) == caught.value.reason
        return caught.value


CLICK = Click(Point(30, 20))
DRAG = Drag(Point(30, 20), Point(130, 20), steps=4)


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
