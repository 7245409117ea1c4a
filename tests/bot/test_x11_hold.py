"""A display that is held: nothing happens between the last question and the event, and nobody waits after it."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from bot.action import Action, ActuatorError, Click, Drag, Hover, Key
from bot.actuate.gate import Gate, GateRules, Refused
from bot.actuate.xtest import XTest
from bot.clock import RealClock
from bot.frame import Box, Point
from bot.target import Standing, TargetError
from bot.x11.display import Display
from bot.x11.windows import XWindow
from tests.bot.observer import Look, Observer
from tests.bot.test_actuate import frame_of
from tests.desktop_fuzz import Hasty
from tests.display import DisplayServer, display_server

pytestmark = pytest.mark.x11
PLACE = Box(300, 200, 240, 160)
CLICK = Click(Point(20, 30))
AT_ONCE = GateRules(gap=0, stale=1e9)
ANSWERS = 2.0
"""Seconds in which a display answers that is not held."""


class Counting(XWindow):
    """A window that counts how often it is asked how it stands, and whether the display was held after that."""

    def __init__(self, display: Display, window: int) -> None:
        super().__init__(display, window, "Board")
        self.asked = list[bool]()

    @property
    def held(self) -> bool:
        return self.hold is not None and self.hold.taken

    def standing(self, places: Sequence[Point], *, keys: bool, hold: bool = False) -> Standing:
        now = super().standing(places, keys=keys, hold=hold)
        self.asked.append(self.held)
        return now


class Noting(RealClock):
    """Notes whenever time is waited for whether a window's display is held."""

    def __init__(self, window: Counting) -> None:
        self._window = window
        self.held = list[bool]()

    def sleep(self, seconds: float) -> None:
        self.held.append(self._window.held)
        super().sleep(seconds)


@pytest.fixture
def server() -> Iterator[DisplayServer]:
    with display_server(window_manager=False) as server:
        yield server


@contextmanager
def player(server: DisplayServer, board: Observer) -> Iterator[tuple[Counting, Gate]]:
    """A hand on a connection of its own, and what it plays."""
    display = Display(server.name)
    window = Counting(display, board.id)
    gate = Gate(XTest(display, RealClock(), window), window, RealClock(), AT_ONCE)
    yield window, gate
    gate.close()
    display.close()


def answers(other: Display, seconds: float) -> bool:
    """Whether a display answers another connection within some seconds."""
    with other.talk() as core:
        asked = core.GetInputFocus()
        other.flush()
        came = bool(select.select([other], (), (), seconds)[0])
        asked.reply() if came else None
    return came


def test_nothing_happens_on_a_display_that_is_held(server: DisplayServer) -> None:
    with Observer(server, PLACE) as board, player(server, board) as (window, gate):
        gate.perform(CLICK, frame_of(PLACE))  # the pointer is seen to come to where it is sent
        assert window.standing([Point(310, 210)], keys=True, hold=True).box == PLACE
        assert window.held
        with board.display.talk() as core:
            core.ConfigureWindow(board.id, 3, [700, 500])
            board.display.flush()
        assert not answers(board.display, 0.2)
        assert window.box() == PLACE
        window.let_go()
        board.display.settle()
        assert window.box() == Box(700, 500, *PLACE[2:])


@pytest.mark.parametrize("action", [CLICK, Hover(Point(20, 30)), Key("a", hold=0)])
def test_an_event_is_sent_within_a_hold_and_asked_about_once(server: DisplayServer, action: Action) -> None:
    with Observer(server, PLACE) as board, player(server, board) as (window, gate):
        board.window.activate()
        gate.perform(CLICK, frame_of(PLACE))
        before = len(board.heard(2))
        window.asked.clear()
        gate.perform(action, frame_of(PLACE))
        assert window.asked == [True]
        assert answers(board.display, ANSWERS)
        assert len(board.heard(before)) == before + (0 if isinstance(action, Hover) else 2)


def test_a_drag_is_asked_about_without_a_hold(server: DisplayServer) -> None:
    with Observer(server, PLACE) as board, player(server, board) as (window, gate):
        gate.perform(CLICK, frame_of(PLACE))
        window.asked.clear()
        gate.perform(Drag(Point(20, 30), Point(60, 40)), frame_of(PLACE))
        assert len(window.asked) > 1
        assert not any(window.asked)


def test_a_pointer_that_was_not_seen_to_arrive_is_watched(server: DisplayServer) -> None:
    with Observer(server, PLACE) as board, player(server, board) as (window, gate):
        gate.perform(CLICK, frame_of(PLACE))
        assert window.asked == [False, False]
        gate.perform(CLICK, frame_of(PLACE))
        assert window.asked == [False, False, True]
        assert len(board.heard(4)) == 4


def test_whoever_is_refused_holds_nothing(server: DisplayServer) -> None:
    with Observer(server, PLACE) as board, player(server, board) as (window, gate):
        gate.perform(CLICK, frame_of(PLACE))
        with pytest.raises(ActuatorError, match="Leftish"):
            gate.perform(Key("Leftish"), frame_of(PLACE))
        assert answers(board.display, ANSWERS)
        with (
            Observer(server, Box(310, 210, 60, 60), Look("Pop", popup=True)),
            pytest.raises(Refused, match="lies over"),
        ):
            gate.perform(CLICK, frame_of(PLACE))
        assert answers(board.display, ANSWERS)
        with pytest.raises(Refused, match="moved"):
            gate.perform(CLICK, frame_of(Box(1, 2, 240, 160)))
        assert answers(board.display, ANSWERS)
        other = Display(server.name)
        board.close()
        with pytest.raises(TargetError):
            gate.perform(CLICK, frame_of(PLACE))
        assert answers(other, ANSWERS)
        other.close()
        assert not window.held


def test_where_no_monitor_shows_the_place_nothing_is_pressed_and_nothing_held(server: DisplayServer) -> None:
    server.show_only(420, 480)
    with (
        Observer(server, Box(400, 190, 40, 200)) as other,
        Observer(server, PLACE) as board,
        player(server, board) as (window, gate),
    ):
        gate.perform(CLICK, frame_of(PLACE))
        gate.perform(CLICK, frame_of(PLACE))
        assert window.asked[-1], "held"
        with pytest.raises(ActuatorError, match="did not arrive at 500,250"):
            gate.perform(Click(Point(200, 50)), frame_of(PLACE))
        assert not any(window.asked[3:])
        assert len(board.heard(4)) == 4
        assert other.heard(0) == []


def test_a_hand_on_another_connection_than_the_window_holds_nothing(server: DisplayServer) -> None:
    """It would wait for itself."""
    with Observer(server, PLACE) as board:
        display = Display(server.name)
        gate = Gate(XTest(display, RealClock(), board.window), board.window, RealClock(), AT_ONCE)
        for _ in range(3):
            gate.perform(CLICK, frame_of(PLACE))
        assert len(board.heard(6)) == 6
        gate.close()
        display.close()


@pytest.mark.parametrize("first", [True, False])
def test_of_two_hands_on_one_window_neither_holds_the_display_while_a_key_is_down(
    server: DisplayServer, first: bool
) -> None:
    """A program would hear of the press and of the release at once, and one that asks which keys are down of neither.
    Where keys are tried out another hand does it than the one that plays.
    """
    with Observer(server, PLACE) as board:
        display = Display(server.name)
        window = Counting(display, board.id)
        clock = Noting(window)
        hands = [XTest(display, clock, window) for _ in range(2)]
        gate = Gate(hands[0 if first else 1], window, RealClock(), AT_ONCE)
        board.window.activate()
        gate.perform(Key("a", hold=0.05), frame_of(PLACE))
        assert window.asked[-1]
        assert clock.held == [False]
        gate.close()
        display.close()


def test_a_display_is_free_again_when_the_one_who_held_it_is_killed(server: DisplayServer) -> None:
    with Observer(server, PLACE) as board:
        if (child := os.fork()) == 0:
            display = Display(server.name)
            window = Counting(display, board.id)
            XTest(display, RealClock(), window)
            window.standing([], keys=True, hold=True)
            os._exit(0 if window.held else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert answers(board.display, ANSWERS)


def test_no_click_goes_astray_however_fast_a_window_moves_in_front(server: DisplayServer) -> None:
    """Another program moves it before and behind the board all the while, also between question and click."""
    ended, moves = threading.Event(), [0]

    def move(popup: int, display: Display) -> None:
        while not ended.is_set():
            for mode in (0, 1):  # above, below
                with display.talk() as core:
                    core.ConfigureWindow(popup, 0x40, [mode])
                    display.flush()
                moves[0] += 1
                ended.wait(0.0003)

    with (
        Observer(server, PLACE) as board,
        Observer(server, PLACE, Look("Pop", popup=True)) as popup,
        player(server, board) as (_, gate),
    ):
        gate.clock = Hasty()
        popup.move(700, 500)
        gate.perform(CLICK, frame_of(PLACE))
        popup.move(300, 200)
        display = Display(server.name)
        mover = threading.Thread(target=move, args=(popup.id, display))
        mover.start()
        clicks = 1
        for _ in range(3000):
            try:
                gate.perform(CLICK, frame_of(PLACE))
                clicks += 1
            except Refused as refusal:
                assert refusal.rule == "covered"
        ended.set()
        mover.join()
        display.close()
        assert 300 < clicks < 2700, "it lay in front now and then"
        assert moves[0] > 300
        assert popup.heard(0) == []
        assert len(board.heard(2 * clicks)) == 2 * clicks
