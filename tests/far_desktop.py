"""A desktop in memory of Windows or macOS, with monitors left of and above the main one, and its own account of clicks.

It answers as user32, Quartz, mss and pyautogui do, as far as Banmen asks them, so what it shows of these systems is as
good as what their documentation says of them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from bot.actuate.gate import Gate, GateRules
from bot.actuate.pyauto import PyAutoGui
from bot.arcade.memory import VirtualClock
from bot.capture.screen import ScreenCapture
from bot.frame import Box, Pixels, Point
from bot.systems.macos import MacOS
from bot.systems.system import System
from bot.systems.win32 import Win32
from bot.systems.window import SystemWindow

MAIN: Final = Box(0, 0, 640, 400)
MONITORS: Final = (MAIN, Box(-480, 60, 480, 300), Box(120, -360, 400, 360))
"""The main one, one left of it and one above it; between these two nothing is shown."""
EVERYTHING: Final = Box(-480, -360, 1120, 760)
BARE: Final = 0


@dataclass
class Window:
    """One window; what it shows tells where each of its pixels lies on the screen."""

    number: int
    name: str
    box: Box
    owner: int
    """The number of its process."""
    shown: bool = True


@dataclass
class FarDesktop:
    """The windows from front to back, the pointer and the keyboard. `scale` is the pixels that a picture has for each
    screen unit; what has a `frame` has it as a title bar of its own.
    """

    scale: int = 1
    windows: list[Window] = field(default_factory=list)
    pointer: Point = Point(5, 5)
    heard: Counter[str] = field(default_factory=Counter)
    granted: set[str] = field(default_factory=lambda: {"look", "act"})
    asked: list[str] = field(default_factory=list)

    def open(self, name: str, box: Box) -> Window:
        """A new window, in front of the others."""
        number = 100 + len(self.windows)
        window = Window(number, name, box, owner=10 * number)
        self.windows.insert(0, window)
        return window

    def front(self, window: Window) -> None:
        """Bring it to the front, where the keyboard is."""
        self.windows.remove(window)
        self.windows.insert(0, window)

    def shut(self, window: Window) -> None:
        """Close it."""
        self.windows.remove(window)

    def by_number(self, number: int) -> Window | None:
        """The window of that number, if there is one."""
        return next((window for window in self.windows if window.number == number), None)

    def at(self, point: Point) -> Window | None:
        """The foremost window there."""
        return next((one for one in self.windows if one.shown and one.box.contains(point)), None)

    def clamp(self, x: float, y: float) -> Point:
        """Where the pointer ends up that is sent there: on the nearest monitor."""
        if any(monitor.contains(Point(x, y)) for monitor in MONITORS):
            return Point(x, y)
        near = [Point(min(max(x, m.x), m.x + m.w - 1), min(max(y, m.y), m.y + m.h - 1)) for m in MONITORS]
        return min(near, key=lambda at: abs(at.x - x) + abs(at.y - y))

    def press(self, what: str) -> None:
        """A button goes down at the pointer, or a key where the keyboard is."""
        window = self.at(self.pointer) if what == "button" else next((one for one in self.windows if one.shown), None)
        self.heard[f"{what} {window.name if window else 'floor'}"] += 1

    def picture(self, area: Mapping[str, int]) -> Pixels:
        """What is shown: blue and green tell the place, red the window."""
        s = self.scale
        x = area["left"] + np.arange(area["width"] * s) // s
        y = area["top"] + np.arange(area["height"] * s) // s
        pixels = np.zeros((len(y), len(x), 4), np.uint8)
        pixels[..., 0], pixels[..., 1] = (x & 255)[None, :], (y & 255)[:, None]
        for window in reversed(self.windows):
            if window.shown:
                left, top, width, height = window.box
                inside = ((y >= top) & (y < top + height))[:, None] & ((x >= left) & (x < left + width))[None, :]
                pixels[inside, 2] = window.number
        return pixels


class Screen:
    """As mss has it."""

    performance_status: tuple[str, ...] = ()

    def __init__(self, desktop: FarDesktop) -> None:
        self.desktop = desktop
        sides = ("left", "top", "width", "height")
        boxes = (EVERYTHING, *MONITORS)
        self.monitors = [dict(zip(sides, map(int, box), strict=True)) for box in boxes]

    def grab(self, area: Mapping[str, int]) -> Pixels:
        """The picture of a part of all monitors."""
        return self.desktop.picture(area)

    def close(self) -> None:
        """Nothing is held."""


class Gui:
    """As pyautogui has it."""

    class FailSafeException(Exception):
        """The pointer is in a corner."""

    def __init__(self, desktop: FarDesktop) -> None:
        self.desktop = desktop

    def moveTo(self, x: int, y: int, _pause: bool) -> None:
        """Move the pointer."""
        self.desktop.pointer = self.desktop.clamp(x, y)

    def dragTo(self, x: int, y: int, button: str, mouseDownUp: bool, _pause: bool) -> None:  # noqa: N803
        """Move the pointer with the button held."""
        self.desktop.heard[f"dragged {button}"] += not mouseDownUp
        self.moveTo(x, y, _pause)

    def mouseDown(self, x: int, y: int, button: str, _pause: bool) -> None:
        """Press there."""
        self.moveTo(x, y, _pause)
        self.desktop.press("button")

    def mouseUp(self, x: int, y: int, button: str, _pause: bool) -> None:
        """Release there."""
        self.moveTo(x, y, _pause)

    def isValidKey(self, key: str) -> bool:
        """Every key is known."""
        return True

    def keyDown(self, key: str, _pause: bool) -> None:
        """Press a key."""
        self.desktop.press("key")

    def keyUp(self, key: str, _pause: bool) -> None:
        """Release it."""

    def position(self) -> tuple[float, float]:
        """Where the pointer is."""
        return self.desktop.pointer


def as_windows(desktop: FarDesktop, *, libraries: Mapping[str, Any] | None = None) -> Win32:
    """The system as Windows tells of it."""
    return Win32(SimpleNamespace(**_libraries(desktop) | dict(libraries or {})))


def as_macos(desktop: FarDesktop) -> MacOS:
    """The system as macOS tells of it."""
    return MacOS(*_frameworks(desktop))


SYSTEMS: Final[dict[str, Callable[[FarDesktop], System]]] = {"windows": as_windows, "macos": as_macos}


def _libraries(desktop: FarDesktop) -> dict[str, Any]:
    """Those of user32, kernel32, shcore and dwmapi that are asked. References are what `byref` made."""

    def known(number: int) -> Window | None:
        return desktop.by_number(number)

    def each(callback: Any, _: int) -> bool:
        return all(callback(window.number, 0) for window in list(desktop.windows))

    def client(number: int, reference: Any) -> bool:
        window = known(number)
        if window is not None:
            reference._obj.right, reference._obj.bottom = int(window.box.w), int(window.box.h)
        return window is not None

    def to_screen(number: int, reference: Any) -> bool:
        window = known(number)
        if window is not None:
            reference._obj.x += int(window.box.x)
            reference._obj.y += int(window.box.y)
        return window is not None

    def from_point(at: Any) -> int:
        window = desktop.at(Point(at.x, at.y))
        return 1000 + window.number if window else 0  # a part of the window

    def title(number: int, text: Any, _: int) -> int:
        text.value = known(number).name.title()  # type: ignore[union-attr]
        return len(text.value)

    def kind(number: int, text: Any, _: int) -> int:
        text.value = "PlainWindow"
        return len(text.value)

    def process(number: int, reference: Any) -> int:
        reference._obj.value = known(number).owner  # type: ignore[union-attr]
        return 1

    def cursor(reference: Any) -> bool:
        reference._obj.x, reference._obj.y = int(desktop.pointer.x), int(desktop.pointer.y)
        return True

    def image(_: Any, __: int, text: Any, ___: Any) -> bool:
        text.value = r"C:\Games\Puzzle.exe"
        return True

    def bring(number: int) -> bool:
        window = known(number)
        if window is not None:
            desktop.front(window)
        return window is not None

    user = SimpleNamespace(
        EnumWindows=each, GetClientRect=client, ClientToScreen=to_screen, WindowFromPoint=from_point,
        GetWindowTextW=title, GetClassNameW=kind, GetWindowThreadProcessId=process, GetCursorPos=cursor,
        IsWindow=lambda number: known(number) is not None,
        IsIconic=lambda number: not known(number).shown,  # type: ignore[union-attr]
        IsWindowVisible=lambda number: known(number) is not None,
        GetWindow=lambda *_: None,
        GetAncestor=lambda part, _: part - 1000,
        GetForegroundWindow=lambda: next((one.number for one in desktop.windows if one.shown), None),
        SetForegroundWindow=bring,
        ShowWindow=lambda number, _: setattr(known(number), "shown", True),
        MonitorFromPoint=lambda at, _: any(m.contains(Point(at.x, at.y)) for m in MONITORS),
        SetProcessDpiAwarenessContext=lambda context: context == -4,
        GetThreadDpiAwarenessContext=lambda: 18,
        GetAwarenessFromDpiAwarenessContext=lambda _: 1,
    )  # fmt: skip
    kernel = SimpleNamespace(OpenProcess=lambda *_: 5, QueryFullProcessImageNameW=image, CloseHandle=lambda _: True)
    dwm = SimpleNamespace(DwmGetWindowAttribute=lambda *_: 0)
    return {"user32": user, "kernel32": kernel, "dwmapi": dwm}


def _frameworks(desktop: FarDesktop) -> tuple[Any, Any, Any]:
    """Those parts of Quartz, AppKit and ApplicationServices that are asked."""

    def told(window: Window) -> dict[str, Any]:
        x, y, w, h = window.box
        return {
            "kCGWindowNumber": window.number, "kCGWindowOwnerName": "Puzzle", "kCGWindowName": window.name.title(),
            "kCGWindowOwnerPID": window.owner, "kCGWindowLayer": 0, "kCGWindowAlpha": 1.0,
            "kCGWindowIsOnscreen": window.shown, "kCGWindowBounds": {"X": x, "Y": y, "Width": w, "Height": h},
        }  # fmt: skip

    pointer = {"kCGWindowNumber": 3, "kCGWindowLayer": 2147483630, "kCGWindowOwnerPID": 1}

    def listed(options: int, number: int) -> list[dict[str, Any]]:
        if options & 8:
            window = desktop.by_number(number)
            return [told(window)] if window else []
        return [pointer, *(told(window) for window in desktop.windows if window.shown)]

    def hit(place: Point, _: int) -> int:
        window = desktop.at(Point(place.x, MAIN.h - place.y))
        return window.number if window else BARE

    def displays(place: tuple[float, float], *_: Any) -> tuple[int, list[int], int]:
        there = [number for number, one in enumerate(MONITORS, 1) if one.contains(Point(*place))]
        return 0, there, len(there)

    def program(process: int) -> Any:
        window = next(one for one in desktop.windows if one.owner == process)
        return SimpleNamespace(activateWithOptions_=lambda _: desktop.front(window))

    quartz = SimpleNamespace(
        CGWindowListCopyWindowInfo=listed,
        CGMainDisplayID=lambda: 1,
        CGDisplayBounds=lambda _: SimpleNamespace(size=SimpleNamespace(height=MAIN.h)),
        CGGetDisplaysWithPoint=displays,
        CGEventCreate=lambda _: None,
        CGEventGetLocation=lambda _: desktop.pointer,
        CGPreflightScreenCaptureAccess=lambda: "look" in desktop.granted,
        CGRequestScreenCaptureAccess=lambda: desktop.asked.append("look"),
        CGRequestPostEventAccess=lambda: desktop.asked.append("act"),
    )
    appkit = SimpleNamespace(
        NSMakePoint=Point,
        NSWindow=SimpleNamespace(windowNumberAtPoint_belowWindowWithWindowNumber_=hit),
        NSRunningApplication=SimpleNamespace(runningApplicationWithProcessIdentifier_=program),
    )
    return quartz, appkit, SimpleNamespace(AXIsProcessTrusted=lambda: "act" in desktop.granted)


class RestlessFarDesktop:
    """Its windows move over all monitors, shrink, cover each other, are minimised and come to the front."""

    def __init__(self, kind: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.desktop = FarDesktop(scale=2 if kind == "macos" else 1)
        self.target = self.desktop.open("target", Box(-300, 100, 200, 120))
        self.menus = [self.desktop.open("menu", Box(0, 0, 40, 30)) for _ in range(3)]
        self.system: System = SYSTEMS[kind](self.desktop)
        self.window = SystemWindow(self.system, self.target.number, "Target")

    def player(self) -> tuple[ScreenCapture, Gate]:
        """Eyes and a hand in the target."""
        clock = VirtualClock(10.0)
        eyes: Any = lambda: Screen(self.desktop)  # noqa: E731
        hand = PyAutoGui(clock, Gui(self.desktop))
        capture = ScreenCapture(self.window, clock, eyes)
        return capture, Gate(hand, self.window, clock, GateRules(gap=0, stale=60))

    def stir(self) -> None:
        """Do one thing at random."""
        chance, desktop, target = self.chance, self.desktop, self.target
        what = chance.choice(["move", "resize", "cover", "uncover", "raise", "blink"])
        if what == "move":
            target.box = Box(*self._somewhere(), target.box.w, target.box.h)
        elif what == "resize":
            target.box = Box(target.box.x, target.box.y, chance.randrange(40, 300), chance.randrange(40, 200))
        elif what == "cover":
            menu = chance.choice(self.menus)
            x, y = target.box[:2] if chance.random() < 0.5 else self._somewhere()
            menu.box = Box(x + chance.randrange(-40, 90), y + chance.randrange(-40, 60), chance.randrange(20, 90), 50)
            menu.shown = True
            desktop.front(menu)
        elif what == "uncover":
            chance.choice(self.menus).shown = False
        elif what == "raise":
            desktop.front(target)
        else:
            target.shown = chance.random() < 0.8

    def rest(self) -> None:
        """Presses arrive at once."""

    def listen(self) -> Counter[str]:
        """How many presses each kind of window has heard so far: `button target`, `key floor` …"""
        return self.desktop.heard

    def close(self) -> None:
        """Nothing is held."""

    def _somewhere(self) -> tuple[int, int]:
        """A corner on any monitor, or between them."""
        left, top, width, height = (int(side) for side in EVERYTHING)
        return self.chance.randrange(left - 60, left + width - 60), self.chance.randrange(top - 40, top + height - 40)
