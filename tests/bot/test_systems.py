"""Windows and macOS, as far as a desktop in memory can answer for them: none of this was tried on the real systems."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bot import devices, doctor, systems
from bot.action import ActuatorError, Click, Drag
from bot.actuate.gate import Gate, GateRules, Refused
from bot.actuate.pyauto import PyAutoGui
from bot.arcade.memory import VirtualClock
from bot.capture import CaptureError
from bot.capture.screen import ScreenCapture
from bot.clock import RealClock
from bot.devices import list_windows, open_actuator, open_capture, open_target
from bot.frame import Box, Point
from bot.systems.macos import MacOS
from bot.systems.system import System, lacking
from bot.systems.window import SystemWindow, find_window
from bot.target import ScreenRegion, Target, TargetError
from tests.desktop_fuzz import play
from tests.far_desktop import EVERYTHING, SYSTEMS, FarDesktop, Gui, RestlessFarDesktop, Screen, as_macos, as_windows

STEPS = 500
LEFT_OF_MAIN = Box(-300, 100, 120, 80)


@pytest.fixture(params=SYSTEMS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def desktop(kind: str) -> FarDesktop:
    """A board left of the main monitor, with another window in front; pictures are finer than the screen on macOS."""
    desktop = FarDesktop(scale=2 if kind == "macos" else 1)
    desktop.open("board", LEFT_OF_MAIN)
    desktop.open("mail", Box(200, 50, 300, 200))
    return desktop


@pytest.fixture
def system(kind: str, desktop: FarDesktop) -> System:
    return SYSTEMS[kind](desktop)


@pytest.fixture
def elsewhere(system: System, desktop: FarDesktop, monkeypatch: pytest.MonkeyPatch) -> Iterator[FarDesktop]:
    """This process seems to run on that system."""
    monkeypatch.setattr(devices, "on_x11", lambda: False)
    monkeypatch.setattr(doctor, "on_x11", lambda: False)
    monkeypatch.setattr(systems, "here", lambda: system)
    monkeypatch.setattr("mss.MSS", see(desktop))
    monkeypatch.setattr("bot.actuate.pyauto._load", lambda: (Gui(desktop), (OSError,)))
    monkeypatch.setattr(Screen, "__enter__", lambda self: self, raising=False)
    monkeypatch.setattr(Screen, "__exit__", lambda *_: None, raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    yield desktop


def see(desktop: FarDesktop) -> Callable[[], Any]:
    return lambda: Screen(desktop)


def test_a_window_is_found_by_its_title_and_by_its_program(system: System) -> None:
    assert find_window(system, "Board").title == "Board"
    assert find_window(system, "board").program.startswith("Puzzle")
    with pytest.raises(TargetError, match=r"No window is called 'tetris'.*Mail"):
        find_window(system, "tetris")


def test_its_rectangle_is_asked_afresh(system: System, desktop: FarDesktop) -> None:
    window = find_window(system, "board")
    board = desktop.by_number(window.id)
    assert board is not None
    assert window.box() == LEFT_OF_MAIN
    board.box = Box(-470, 80, 60, 50)
    assert window.box() == board.box
    board.shown = False
    with pytest.raises(TargetError, match="open it again"):
        window.box()
    desktop.shut(board)
    with pytest.raises(TargetError, match="The window “Board” is gone: start the game again"):
        window.box()


def test_what_lies_over_it_and_where_keys_go(system: System, desktop: FarDesktop) -> None:
    window: Target = find_window(system, "board")
    assert window.on_top(Point(-300, 100))
    assert window.on_top(Point(-180.5, 179.5))
    assert not window.on_top(Point(-180, 120)), "its right edge is outside"
    assert not window.focused()
    window.activate()
    assert window.focused()
    menu = desktop.open("menu", Box(-250, 120, 20, 20))
    assert not window.on_top(Point(-240, 130))
    menu.shown = False
    assert window.on_top(Point(-240, 130))
    desktop.pointer = Point(-7, 80)
    assert window.pointer() == Point(-7, 80)


def test_between_monitors_there_is_nothing_to_click(system: System, desktop: FarDesktop) -> None:
    """The system would put the pointer on the nearest monitor, onto whatever lies there."""
    desktop.front(desktop.windows[-1])
    desktop.windows[0].box = Box(-100, -100, 400, 300)
    window = find_window(system, "board")
    assert window.on_top(Point(-50, 70))
    assert window.on_top(Point(130, -50))
    assert not window.on_top(Point(-50, -50))


def test_every_pixel_of_a_picture_is_mapped_to_where_it_was_taken(system: System, desktop: FarDesktop) -> None:
    desktop.front(desktop.windows[-1])
    window = find_window(system, "board")
    capture = ScreenCapture(window, RealClock(), see(desktop))
    for corner in [(-300, 100), (-480, 60), (-120, 60), (150, -350), (200, -30), (-20, 100)]:
        desktop.windows[0].box = Box(*corner, 120, 80)
        frame = capture.grab()
        assert frame.size == (120 * desktop.scale, 80 * desktop.scale)
        assert frame.rectangle == window.box()
        for x, y in np.random.default_rng(1).uniform(0, 1, (50, 2)) * frame.size:
            at = frame.to_screen(Point(x, y))
            blue, green, red, _ = frame.pixels[int(y), int(x)]
            assert (blue, green, red) == (int(at.x // 1) & 255, int(at.y // 1) & 255, window.id)
    capture.close()


def test_what_lies_beyond_all_monitors_is_left_out(system: System, desktop: FarDesktop) -> None:
    desktop.front(desktop.windows[-1])
    desktop.windows[0].box = Box(EVERYTHING.x - 40, 100, 120, 80)
    frame = ScreenCapture(find_window(system, "board"), RealClock(), see(desktop)).grab()
    assert frame.rectangle == Box(EVERYTHING.x, 100, 80, 80)
    assert frame.window == desktop.windows[0].box


def test_the_gate_lets_clicks_through_at_negative_places_and_nowhere_else(system: System, desktop: FarDesktop) -> None:
    window, clock = find_window(system, "board"), VirtualClock(1.0)
    frame = ScreenCapture(window, clock, see(desktop)).grab()
    gate = Gate(PyAutoGui(clock, Gui(desktop)), window, clock, GateRules())
    gate.perform(Click(Point(10 * desktop.scale, 20 * desktop.scale)), frame)
    assert desktop.pointer == Point(-290, 120)
    gate.perform(Drag(Point(0, 0), Point(30 * desktop.scale, 0), steps=3), frame)
    assert desktop.pointer == Point(-270, 100)
    assert desktop.heard == {"button board": 2}
    desktop.pointer = Point(50, 50)
    with pytest.raises(Refused, match="moved by a person: it is at 50,50 and was left at -270,100"):
        gate.perform(Click(Point(1, 1)), frame)
    assert desktop.heard == {"button board": 2}


def test_macos_is_told_that_a_button_is_held_while_the_pointer_moves() -> None:
    desktop = FarDesktop()
    desktop.open("board", LEFT_OF_MAIN)
    hand = PyAutoGui(VirtualClock(), Gui(desktop), drags=True)
    frame = ScreenCapture(find_window(as_macos(desktop), "board"), RealClock(), see(desktop)).grab()
    hand.perform(Drag(Point(0, 0), Point(30, 0), steps=3), frame)
    assert desktop.heard == {"button board": 1, "dragged left": 3}
    assert desktop.pointer == Point(-270, 100)


@pytest.mark.parametrize("seed", [1, 2])
def test_no_event_leaves_the_target_on_any_monitor(kind: str, seed: int) -> None:
    restless = RestlessFarDesktop(kind, seed)
    fates = play(restless, STEPS, seed)
    heard = {what: count for what, count in restless.listen().items() if count}
    assert heard == {"button target": fates["click"] + fates["drag"], "key target": fates["key"]}
    assert min(fates[rule] for rule in ("moved", "outside", "covered", "focus", "gone")) > 0, "each rule was needed"
    assert fates["click"] > STEPS / 10


def test_windows_asks_for_real_pixels_before_anything_else() -> None:
    asked: list[object] = []

    def ask(context: int) -> bool:
        asked.append(context)
        return True

    modern = SimpleNamespace(
        SetProcessDpiAwarenessContext=ask,
        GetThreadDpiAwarenessContext=lambda: 0,
        GetAwarenessFromDpiAwarenessContext=lambda _: 0,
    )
    system = as_windows(FarDesktop(), libraries={"user32": modern})
    assert asked == [-4]
    assert system.units == "real pixels of every monitor"
    assert lacking(system, "look") is None


@pytest.mark.parametrize(
    ("user", "shcore", "real"),
    [
        ({"SetProcessDpiAwarenessContext": False, "awareness": 2}, {}, True),  # somebody asked for the same before
        ({"SetProcessDpiAwarenessContext": False, "awareness": 1}, {}, False),
        ({}, {"SetProcessDpiAwareness": lambda _: 0}, True),  # Windows 8.1
        ({}, {"SetProcessDpiAwareness": lambda _: -2147024891}, False),
        ({"SetProcessDPIAware": lambda: True}, {}, True),  # Windows 7
    ],
)
def test_what_was_settled_before_and_what_older_windows_has(
    user: dict[str, Any], shcore: dict[str, Any], real: bool
) -> None:
    functions: dict[str, Any] = {name: value for name, value in user.items() if callable(value)}
    if "awareness" in user:
        functions["SetProcessDpiAwarenessContext"] = lambda _: False
        functions["GetThreadDpiAwarenessContext"] = lambda: 0
        functions["GetAwarenessFromDpiAwarenessContext"] = lambda _: user["awareness"]
    libraries = {"user32": SimpleNamespace(**functions), "shcore": SimpleNamespace(**shcore)}
    (permit,) = as_windows(FarDesktop(), libraries=libraries).permits()
    assert permit.granted == real
    assert not permit.needed
    assert "same scale for all monitors" in permit.remedy


def test_macos_that_grants_nothing_is_asked_and_the_remedy_told() -> None:
    desktop = FarDesktop(granted=set())
    desktop.open("board", LEFT_OF_MAIN)
    system = as_macos(desktop)
    with pytest.raises(TargetError, match=r"Privacy & Security, Screen Recording, and allow"):
        find_window(system, "board")
    assert "Accessibility" in str(lacking(system, "act"))
    assert desktop.asked == ["look", "act"]
    desktop.granted |= {"look", "act"}
    assert lacking(system, "look") is lacking(system, "act") is None
    assert find_window(system, "board").box() == LEFT_OF_MAIN


@pytest.mark.skipif(sys.platform == "darwin", reason="it has them")
def test_macos_without_its_frameworks_is_told() -> None:
    with pytest.raises(TargetError, match="pip install pyobjc-framework-Quartz"):
        MacOS()


def test_eyes_and_hands_of_such_a_system(elsewhere: FarDesktop) -> None:
    window = open_target(window="board")
    assert isinstance(window, SystemWindow)
    region = open_target(region=LEFT_OF_MAIN)
    assert isinstance(region, ScreenRegion)
    assert region.pointer() == elsewhere.pointer
    capture = open_capture(window, VirtualClock(1.0))
    assert isinstance(capture, ScreenCapture)
    assert capture.grab().rectangle == LEFT_OF_MAIN
    capture.close()
    hand = open_actuator("auto", VirtualClock())
    assert isinstance(hand, PyAutoGui)
    hand.close()
    assert [facts.title for facts in list_windows()] == ["Mail", "Board"]


def test_what_is_not_granted_stops_eyes_and_hands(elsewhere: FarDesktop, kind: str) -> None:
    elsewhere.granted.clear()
    if kind == "windows":
        open_actuator("auto", RealClock()).close()
        return
    with pytest.raises(CaptureError, match="Screen Recording"):
        open_capture(ScreenRegion(LEFT_OF_MAIN), RealClock())
    with pytest.raises(ActuatorError, match="Accessibility"):
        open_actuator("auto", RealClock())
    open_actuator("dry", RealClock()).close()


def test_the_examination_tells_monitors_and_what_is_granted(elsewhere: FarDesktop, kind: str) -> None:
    checks = {check.name: check for check in doctor.examine()}
    assert checks["monitor 2"].found == f"480x300 at -480,60, {elsewhere.scale} pixels a unit"
    assert checks["windows"].found == "2 can be played with --window"
    assert checks["capture"].found.startswith("mss: ")
    assert checks["input"].found.startswith("pyautogui loads")
    elsewhere.granted.clear()
    checks = {check.name: check for check in doctor.examine()}
    if kind == "macos":
        assert checks["Screen Recording"].state == checks["Accessibility"].state == "bad"
        assert checks["Accessibility"].remedy.startswith("open System Settings")
    assert all(check.remedy for check in checks.values() if check.state != "ok")


def test_the_systems_are_not_loaded_where_they_are_not_needed() -> None:
    """On X11 they cost nothing at start-up."""
    code = "import bot.cli, bot.devices, sys; sys.exit(any(n.startswith('bot.systems.') for n in sys.modules))"
    here_env = {"PYTHONPATH": str(Path(__file__).parents[2])}
    assert subprocess.run([sys.executable, "-c", code], env=here_env, check=False).returncode == 0
