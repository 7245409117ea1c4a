"""The window manager is waited for before a press where windows move, and does not stop anything where it is stuck."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import numpy as np
import pytest

from bot.action import Click
from bot.actuate.gate import Gate, GateRules, Refused
from bot.actuate.xtest import XTest
from bot.clock import RealClock
from bot.frame import Box, Frame, Point
from bot.x11.display import Display
from bot.x11.manager import Manager, manager_name
from bot.x11.windows import XWindow
from tests.bot.observer import Observer
from tests.display import NEEDS_XVFB, DisplayServer, display_server, missing_programs, wait_for

pytestmark = pytest.mark.x11
PLACE = Box(300, 200, 240, 160)


@pytest.fixture
def server() -> Iterator[DisplayServer]:
    """A display whose window manager is its first program, and may be stopped."""
    if missing_programs("Xvfb", "openbox"):
        pytest.skip(NEEDS_XVFB)
    with display_server() as server:
        yield server
        server.programs[0].process.send_signal(signal.SIGCONT)


def frame_of(box: Box) -> Frame:
    return Frame(np.zeros((int(box.h), int(box.w), 4), np.uint8), RealClock().now(), Point(box.x, box.y))


def asked_and_idle(manager: Manager) -> bool:
    manager.ask()
    return manager.idle()


def test_it_is_idle_only_when_it_has_answered(server: DisplayServer) -> None:
    manager, program = Manager(server.name), server.programs[0].process
    for _ in range(3):
        manager.ask()
        assert manager.idle()
        assert manager.idle(), "nothing was asked since"
    program.send_signal(signal.SIGSTOP)
    for _ in range(2):
        manager.ask()
        assert not manager.idle()
    program.send_signal(signal.SIGCONT)
    wait_for(lambda: asked_and_idle(manager), "the window manager to go on")
    manager.close()


def test_an_answer_to_an_earlier_question_is_none(server: DisplayServer) -> None:
    manager, program = Manager(server.name), server.programs[0].process
    manager.ask()
    manager.ask()
    wait_for(manager.idle, "both answers")
    program.send_signal(signal.SIGSTOP)
    manager.ask()
    assert not manager.idle()
    manager.close()


def test_one_that_has_ended_is_not_waited_for(server: DisplayServer) -> None:
    manager = Manager(server.name)
    server.programs[0].end()
    wait_for(lambda: manager_name(server.connection) is None, "the window manager to be gone")
    manager.ask()
    assert manager.idle()
    manager.close()


def test_where_there_is_none_nothing_is_asked() -> None:
    with display_server(window_manager=False) as server:
        manager = Manager(server.name)
        manager.ask()
        assert manager.idle()
        manager.close()


def test_a_move_that_it_has_in_hand_is_waited_for(server: DisplayServer) -> None:
    """The window is still where it was when the gate asks, and will have gone when the click arrives."""
    program = server.programs[0].process
    with Observer(server, PLACE) as board:
        display = Display(server.name)
        window = XWindow(display, board.id, "Board")
        gate = Gate(XTest(display, RealClock(), window), window, RealClock(), GateRules(gap=0, stale=60))
        frame, box = frame_of(board.window.box()), board.window.box()
        program.send_signal(signal.SIGSTOP)
        with board.display.talk() as core:
            core.ConfigureWindow(board.id, 3, [700, 500])
        board.display.settle()
        assert board.window.box() == box
        with pytest.raises(Refused, match="does not answer"):
            gate.perform(Click(Point(20, 30)), frame)
        os.kill(program.pid, signal.SIGCONT)
        with pytest.raises(Refused):
            gate.perform(Click(Point(20, 30)), frame)
        wait_for(lambda: board.window.box() != box, "the window to move")
        gate.perform(Click(Point(20, 30)), frame_of(board.window.box()))
        assert board.heard(2) == ["press 1 at 20,30", "release 1 at 20,30"]
        gate.close()
        display.close()


def test_the_hand_is_never_ahead_of_one_that_holds_a_click(server: DisplayServer) -> None:
    """What comes after that click is neither done nor told: a person's hand would move the mouse unseen."""
    program = server.programs[0].process
    with Observer(server, PLACE) as board:
        display = Display(server.name)
        window = XWindow(display, board.id, "Board")
        gate = Gate(XTest(display, RealClock(), window), window, RealClock(), GateRules(gap=0, stale=60, calm=0))
        frame = frame_of(board.window.box())
        gate.perform(Click(Point(20, 30)), frame)
        assert len(board.heard(2)) == 2
        program.send_signal(signal.SIGSTOP)
        gate.perform(Click(Point(20, 30)), frame)
        with pytest.raises(Refused, match="still down") as caught:
            gate.perform(Click(Point(20, 30)), frame)
        assert caught.value.rule == "person"
        os.kill(program.pid, signal.SIGCONT)
        assert board.heard(4)[2:] == ["press 1 at 20,30", "release 1 at 20,30"]
        gate.close()
        display.close()
