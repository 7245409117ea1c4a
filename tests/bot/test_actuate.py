"""Clicks and keys, the same for every hand, heard by a window that is not the bot's."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from bot.action import Action, Actuator, ActuatorError, Button, Click, Drag, Hover, Key, Wait
from bot.actuate.dry import Dry
from bot.actuate.gate import Gate, GateRules, Refused
from bot.actuate.pyauto import PyAutoGui, key_name
from bot.actuate.uinput import UInput
from bot.actuate.xtest import XTest
from bot.clock import Clock
from bot.frame import Box, Frame, Point
from bot.target import Standing, TargetError
from bot.x11.display import Display, NoDisplay, shared
from bot.x11.keys import Keyboard, UnknownKey, keysym
from bot.x11.windows import XWindow, pointer
from tests.bot.observer import Look, Observer
from tests.display import DisplayServer, display_server, wait_for
from tests.kernel_devices import Kernel

PLACE = Box(300, 200, 240, 160)


@dataclass
class HeldClock:
    """Notes what is asked of it and lets no time pass; may break a hold off."""

    slept: list[float] = field(default_factory=list)
    interrupt: bool = False

    def now(self) -> float:
        return 0.0

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        if self.interrupt:
            raise KeyboardInterrupt


def _xtest(clock: Clock) -> Actuator:
    return XTest(shared(), clock)


def _uinput(clock: Clock) -> Actuator:
    kernel = Kernel(shared())
    return UInput(shared(), clock, kernel.make, kernel.listed)


HANDS: dict[str, Callable[[Clock], Actuator]] = {"xtest": _xtest, "uinput": _uinput, "pyautogui": PyAutoGui}


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture(params=HANDS)
def hand(request: pytest.FixtureRequest, display: DisplayServer, clock: HeldClock) -> Iterator[Actuator]:
    assert not (display.home / ".Xauthority").exists()
    hand = HANDS[request.param](clock)
    yield hand
    hand.close()


@pytest.fixture
def board(display: DisplayServer) -> Iterator[Observer]:
    with Observer(display, PLACE) as observer:
        observer.window.activate()
        yield observer


def frame_of(box: Box, scale: float = 1.0) -> Frame:
    pixels = np.zeros((int(box.h * scale), int(box.w * scale), 4), np.uint8)
    return Frame(pixels, 0.0, Point(box.x, box.y), scale)


def held(server: DisplayServer) -> tuple[int, bytes]:
    """The buttons and modifiers, and the keys, that the display believes to be down."""
    with server.connection.talk() as core:
        mask = core.QueryPointer(server.connection.root).reply().mask
        keys = bytes(core.QueryKeymap().reply().keys.buf())
    return mask, keys


NOTHING = (0, bytes(32))


@pytest.mark.x11
def test_clicks_land_where_they_are_meant(hand: Actuator, board: Observer) -> None:
    """One after the other: a window manager that looks at each click first may mix up those that come faster."""
    frame = frame_of(board.window.box())
    places = [(Point(20, 30), Button.LEFT), (Point(239.9, 0.2), Button.RIGHT), (Point(120, 159), Button.MIDDLE)]
    for count, (point, button) in enumerate(places, 1):
        hand.perform(Click(point, button), frame)
        board.heard(2 * count)
    assert board.log == [
        "press 1 at 20,30", "release 1 at 20,30", "press 3 at 239,0", "release 3 at 239,0",
        "press 2 at 120,159", "release 2 at 120,159",
    ]  # fmt: skip


@pytest.mark.x11
def test_frames_of_a_fine_screen_are_mapped_to_screen_units(hand: Actuator, board: Observer) -> None:
    hand.perform(Click(Point(81, 100)), frame_of(board.window.box(), 2.0))
    assert board.heard(2)[0] == "press 1 at 40,50"


@pytest.mark.x11
def test_a_drag_holds_its_button_all_the_way(hand: Actuator, board: Observer, clock: HeldClock) -> None:
    """Moves that come while the window manager still looks at the press may be swallowed."""
    hand.perform(Drag(Point(20, 30), Point(80, 45), Button.RIGHT, 3, 0.01), frame_of(board.window.box()))
    wait_for(lambda: any(line.startswith("release") for line in board.heard(0)), "the release")
    press, *moves, release = board.log
    assert (press, release) == ("press 3 at 20,30", "release 3 at 80,45")
    assert set(moves) <= {"move to 40,35", "move to 60,40", "move to 80,45"}
    assert clock.slept == [0.01] * 4


@pytest.mark.x11
def test_a_hover_moves_and_presses_nothing(hand: Actuator, board: Observer) -> None:
    box = board.window.box()
    hand.perform(Hover(Point(77, 88)), frame_of(box))
    assert pointer(shared()) == Point(box.x + 77, box.y + 88)
    assert board.heard(0) == []


@pytest.mark.x11
@pytest.mark.parametrize("name", ["Left", "space", "a", "1", "Return", "F5", "Page_Up", "Shift_L", "comma"])
def test_keys_go_down_and_up(hand: Actuator, board: Observer, name: str) -> None:
    hand.perform(Key(name), frame_of(board.window.box()))
    code = Keyboard(shared()).code(name)
    assert board.heard(2) == [f"key {code} down", f"key {code} up"]


@pytest.mark.x11
def test_holds_and_waits_are_the_clock_s(hand: Actuator, board: Observer, clock: HeldClock) -> None:
    frame = frame_of(board.window.box())
    for action in (Click(Point(5, 5), hold=0.05), Key("a"), Wait(0.3)):
        hand.perform(action, frame)
    assert [seconds for seconds in clock.slept if seconds] == [0.05, 0.034, 0.3]


@pytest.mark.x11
@pytest.mark.parametrize(
    "action", [Click(Point(9, 9), hold=5.0), Drag(Point(9, 9), Point(40, 9), hold=5.0), Key("a", hold=5.0)]
)
def test_a_hold_that_is_broken_off_leaves_nothing_down(
    hand: Actuator, board: Observer, clock: HeldClock, display: DisplayServer, action: Action
) -> None:
    clock.interrupt = True
    with pytest.raises(KeyboardInterrupt):
        hand.perform(action, frame_of(board.window.box()))
    assert len(board.heard(2)) == 2
    assert held(display) == NOTHING
    hand.close()
    hand.close()


@pytest.mark.x11
def test_an_unknown_key_is_told(hand: Actuator, board: Observer) -> None:
    with pytest.raises(ActuatorError, match="'Leftish'"):
        hand.perform(Key("Leftish"), frame_of(board.window.box()))
    assert board.heard(0) == []


@pytest.mark.x11
def test_the_gate_and_a_real_window(hand: Actuator, board: Observer, display: DisplayServer) -> None:
    gate = Gate(hand, board.window, HeldClock(), GateRules())
    frame = frame_of(board.window.box())
    gate.perform(Click(Point(20, 30)), frame)
    gate.perform(Key("a"), frame)
    box = board.window.box()
    with (
        Observer(display, Box(box.x + 100, box.y + 60, 60, 60), Look("Pop", popup=True)) as popup,
        pytest.raises(Refused, match="Another window lies over"),
    ):
        gate.perform(Click(Point(120, 80)), frame)
    assert popup.log == []
    board.move(40, 40)
    with pytest.raises(Refused, match="moved or changed size"):
        gate.perform(Click(Point(20, 30)), frame)
    frame = frame_of(board.window.box())
    with display.connection.talk() as core:
        core.WarpPointer(0, display.connection.root, 0, 0, 0, 0, 900, 700)
    display.connection.settle()
    with pytest.raises(Refused, match="moved by a person: it is at 900,700"):
        gate.perform(Click(Point(20, 30)), frame)
    assert len(board.heard(4)) == 4
    board.close()
    with pytest.raises(TargetError):
        gate.perform(Click(Point(20, 30)), frame)
    assert gate.counts == {
        "click": 1, "key": 1, "refused covered": 1, "refused moved": 1, "refused person": 1, "refused gone": 1,
    }  # fmt: skip


class Restless(XWindow):
    """A window that something happens to whenever somebody asks how it stands."""

    def __init__(self, window: XWindow, happens: Callable[[], object]) -> None:
        super().__init__(window.display, window.id, window.title)
        self.happens = happens

    def standing(self, places: Sequence[Point], *, keys: bool, hold: bool = False) -> Standing:
        self.happens()
        return super().standing(places, keys=keys, hold=hold)


@pytest.mark.x11
@pytest.mark.parametrize("action", [Click(Point(120, 80)), Drag(Point(120, 80), Point(20, 30), steps=3)])
@pytest.mark.parametrize("name", ["xtest", "uinput"])
@pytest.mark.parametrize("event", ["covered", "moved", "gone"])
def test_what_happens_while_the_pointer_is_on_its_way_is_seen(
    name: str, event: str, action: Action, board: Observer, display: DisplayServer
) -> None:
    kernel = Kernel(shared())
    target = Restless(board.window, lambda: None)
    if name == "xtest":
        hand: Actuator = XTest(shared(), HeldClock(), target)
    else:
        hand = UInput(shared(), HeldClock(), kernel.make, kernel.listed, target)
    gate = Gate(hand, board.window, HeldClock())
    box = board.window.box()
    with Observer(display, Box(900, 600, 240, 160), Look("Pop", popup=True)) as popup:
        events = {
            "covered": lambda: popup.move(int(box.x), int(box.y)),
            "moved": lambda: board.move(40, 40),
            "gone": board.close,
        }
        target.happens = events[event]
        with pytest.raises((Refused, TargetError)) as refused:
            gate.perform(action, frame_of(box))
        hand.close()
        assert popup.heard(0) == []
    assert held(display) == NOTHING
    if event != "gone":
        assert isinstance(refused.value, Refused)
        assert refused.value.rule == "covered"
        assert not refused.value.final
        assert board.heard(0) == []


@pytest.mark.x11
def test_keys_do_not_go_to_another_window(hand: Actuator, board: Observer, display: DisplayServer) -> None:
    gate = Gate(hand, board.window, HeldClock(), GateRules())
    with Observer(display, Box(700, 300, 100, 60), Look("Other", "other")) as other:
        other.window.activate()
        with pytest.raises(Refused, match="does not have the keyboard"):
            gate.perform(Key("a"), frame_of(board.window.box()))
        assert other.heard(0) == []


@pytest.mark.x11
def test_pyautogui_stops_in_a_corner_and_has_no_pauses(display: DisplayServer, board: Observer) -> None:
    hand = PyAutoGui(HeldClock())
    import pyautogui

    assert pyautogui.PAUSE == 0
    assert pyautogui.FAILSAFE
    screen = frame_of(Box(0, 0, *display.size))
    hand.perform(Hover(Point(0, 0)), screen)
    assert hand.pointer() == Point(0, 0)
    with pytest.raises(ActuatorError, match="in a corner"):
        hand.perform(Click(Point(10, 10)), screen)
    assert held(display) == NOTHING
    with display.connection.talk() as core:
        core.WarpPointer(0, display.connection.root, 0, 0, 0, 0, 300, 300)
    display.connection.settle()


@pytest.mark.x11
@pytest.mark.parametrize("name", ["xtest", "uinput"])
@pytest.mark.parametrize("action", [Click(Point(200, 50)), Drag(Point(20, 50), Point(200, 50))])
def test_where_no_monitor_shows_the_window_nothing_is_pressed(name: str, action: Action) -> None:
    """The display would put the pointer on the edge of the monitor, onto whatever lies there."""
    with display_server(window_manager=False) as server:
        server.show_only(640, 480)
        with Observer(server, Box(500, 200, 240, 160)) as board, Observer(server, Box(600, 190, 40, 200)) as other:
            display = Display(server.name)
            kernel = Kernel(Display(server.name))
            clock = HeldClock()
            hand = XTest(display, clock) if name == "xtest" else UInput(display, clock, kernel.make, kernel.listed)
            with pytest.raises(ActuatorError, match="did not arrive at 700,250"):
                hand.perform(action, frame_of(board.window.box()))
            hand.perform(Click(Point(20, 50)), frame_of(board.window.box()))
            assert board.heard(2) == ["press 1 at 20,50", "release 1 at 20,50"]
            assert other.heard(0) == []
            hand.close()
            display.close()


@pytest.mark.x11
def test_a_key_that_needs_shift_is_refused(display: DisplayServer) -> None:
    with pytest.raises(UnknownKey, match="typed with Shift"):
        Keyboard(shared()).code("A")


@pytest.mark.x11
def test_a_lost_display_is_told() -> None:
    with display_server((320, 240), window_manager=False) as server:
        connection = Display(server.name)
        hand = XTest(connection, HeldClock())
    with pytest.raises(NoDisplay, match="was lost"):
        hand.perform(Click(Point(3, 3)), frame_of(PLACE))
    hand.close()
    connection.close()


@pytest.mark.x11
def test_pyautogui_is_loaded_where_python_lacks_tkinter(display: DisplayServer) -> None:
    code = (
        "import sys; sys.modules['tkinter'] = None\n"
        "from bot.actuate.pyauto import PyAutoGui; from bot.clock import RealClock\n"
        "print(PyAutoGui(RealClock()).pointer())"
    )
    found = subprocess.run([sys.executable, "-c", code], env=display.env, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("Point(")


@pytest.mark.x11
def test_pyautogui_without_a_display_is_told(display: DisplayServer) -> None:
    code = "from bot.actuate.pyauto import PyAutoGui; from bot.clock import RealClock; PyAutoGui(RealClock())"
    for env, told in (({"DISPLAY": ":98765"}, "cannot be loaded"), ({"DISPLAY": ""}, "DISPLAY is not set")):
        command = [sys.executable, "-c", code]
        run = subprocess.run(command, env=os.environ | env, capture_output=True, text=True, check=False)
        last = run.stderr.splitlines()[-1]
        assert last.startswith("bot.action.ActuatorError: pyautogui")
        assert told in last
        assert run.stdout == ""


def test_a_dry_hand_says_what_it_would_do() -> None:
    hand: Actuator = Dry()
    frame = frame_of(Box(100, 50, 240, 160))
    actions: list[Action] = [
        Click(Point(1, 2)),
        Click(Point(1.9, 2), Button.RIGHT, 0.5),
        Drag(Point(1, 2), Point(31, 2), Button.MIDDLE, 3),
        Drag(Point(1, 2), Point(1, 12), hold=0.01),
        Hover(Point(0, 0)),
        Key("Left"),
        Wait(0.25),
    ]
    for action in actions:
        hand.perform(action, frame)
    hand.close()
    assert isinstance(hand, Dry)
    assert hand.log == [
        "click left at 101,52", "click right at 101,52 for 0.5 s",
        "drag middle from 101,52 to 131,52", "drag left from 101,52 to 101,62 with 0.01 s between",
        "point at 100,50", "press Left for 0.034 s", "wait 0.25 s",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "called"),
    [("Up", "up"), ("Escape", "esc"), ("Next", "pagedown"), ("KP_0", "num0"), ("KP_Enter", "kp_enter"), ("z", "z")],
)
def test_names_of_keys_in_pyautogui(name: str, called: str) -> None:
    assert key_name(name) == called


@pytest.mark.parametrize("name", ["", "Leftish", "Uxyz1", "ab"])
def test_names_that_are_no_keys(name: str) -> None:
    with pytest.raises(UnknownKey):
        keysym(name)
