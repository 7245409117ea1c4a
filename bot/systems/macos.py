"""macOS: its windows in points, asked through Quartz and AppKit, which pyautogui brings along."""

from __future__ import annotations

import ctypes
import ctypes.util
import importlib
from collections.abc import Mapping
from typing import Any, Final

from bot.choosing import WindowFacts
from bot.frame import Box, Point
from bot.systems.system import Deed, Permit
from bot.target import NoWindow, TargetError

_ON_SCREEN, _THIS_ONE, _NO_DESKTOP = 1, 8, 16
_IGNORING_OTHERS: Final = 2
_PANE: Final = "open System Settings, Privacy & Security, {}, and allow the program that starts Banmen (the terminal)"


class MacOS:
    """The windows of macOS. A window's rectangle has its title bar, which the system does not tell apart."""

    def __init__(self, quartz: Any = None, appkit: Any = None, services: Any = None) -> None:
        """`quartz`, `appkit` and `services` are the system's frameworks; its own if not given. Raises TargetError where
        they cannot be loaded.
        """
        try:
            self._quartz = quartz or importlib.import_module("Quartz")
            self._appkit = appkit or importlib.import_module("AppKit")
        except ImportError as error:
            raise TargetError(
                f"macOS cannot be asked for its windows ({error}): pip install pyobjc-framework-Quartz."
            ) from error
        if services is None:
            services = ctypes.CDLL(ctypes.util.find_library("ApplicationServices"))
            services.AXIsProcessTrusted.restype = ctypes.c_bool
        self._services = services

    units = "points, the same on every monitor"

    def permits(self) -> list[Permit]:
        """Screen recording, without which only wallpaper is seen, and accessibility, without which no click arrives."""
        after = ", then start it again."
        return [
            Permit("Screen Recording", "look", self._may_look(), _PANE.format("Screen Recording") + after),
            Permit("Accessibility", "act", self._may_act(), _PANE.format("Accessibility") + after),
        ]

    def ask(self, deed: Deed) -> None:
        """Have macOS show its question, which it does once for each program."""
        name = "CGRequestScreenCaptureAccess" if deed == "look" else "CGRequestPostEventAccess"
        getattr(self._quartz, name, lambda: None)()

    def windows(self) -> list[WindowFacts]:
        """The windows of programs on the screen, from front to back."""
        return [
            WindowFacts(
                id=int(one["kCGWindowNumber"]),
                title=str(one.get("kCGWindowName") or ""),
                name=str(one.get("kCGWindowOwnerName") or ""),
                kind=str(one.get("kCGWindowOwnerName") or ""),
                size=(round(_box(one).w), round(_box(one).h)),
                owner=int(one["kCGWindowOwnerPID"]),
            )
            for one in self._ordinary()
        ]

    def box(self, window: int) -> Box:
        """Where it lies now, in points. Raises NoWindow where it is gone, TargetError where it is minimised."""
        one = self._one(window)
        if not one.get("kCGWindowIsOnscreen"):
            raise TargetError("The window is hidden or minimised: open it again.")
        return _box(one)

    def window_at(self, point: Point) -> int:
        """The window that a click there would reach; 0 is none. Between monitors there is nothing to click: the pointer
        would be put on the nearest one. AppKit counts upwards from the main screen's foot.
        """
        x, y = point.x // 1 + 0.5, point.y // 1 + 0.5
        _, _, monitors = self._quartz.CGGetDisplaysWithPoint((x, y), 1, None, None)
        if not monitors:
            return 0
        height = self._quartz.CGDisplayBounds(self._quartz.CGMainDisplayID()).size.height
        place = self._appkit.NSMakePoint(x, height - y)
        return int(self._appkit.NSWindow.windowNumberAtPoint_belowWindowWithWindowNumber_(place, 0))

    def focus(self) -> int:
        """The foremost ordinary window, which has the keyboard; 0 is none."""
        return next((int(one["kCGWindowNumber"]) for one in self._ordinary()), 0)

    def pointer(self) -> Point | None:
        """Where the pointer is."""
        at = self._quartz.CGEventGetLocation(self._quartz.CGEventCreate(None))
        return Point(float(at.x), float(at.y))

    def activate(self, window: int) -> None:
        """Bring its program to the front. Raises NoWindow."""
        process = int(self._one(window)["kCGWindowOwnerPID"])
        program = self._appkit.NSRunningApplication.runningApplicationWithProcessIdentifier_(process)
        if program is not None:
            program.activateWithOptions_(_IGNORING_OTHERS)

    def _may_look(self) -> bool:
        """Before macOS 10.15 everybody may."""
        return bool(getattr(self._quartz, "CGPreflightScreenCaptureAccess", lambda: True)())

    def _may_act(self) -> bool:
        """Either of two grants is enough."""
        return bool(self._services.AXIsProcessTrusted()) or bool(
            getattr(self._quartz, "CGPreflightPostEventAccess", lambda: False)()
        )

    def _ordinary(self) -> list[Mapping[str, Any]]:
        """What the system tells of windows that are no menus, docks or the pointer, from front to back."""
        told = self._quartz.CGWindowListCopyWindowInfo(_ON_SCREEN | _NO_DESKTOP, 0) or ()
        return [one for one in told if not one.get("kCGWindowLayer") and one.get("kCGWindowAlpha", 1) > 0]

    def _one(self, window: int) -> Mapping[str, Any]:
        told = self._quartz.CGWindowListCopyWindowInfo(_THIS_ONE, window)
        if not told:
            raise NoWindow("The window is gone.")
        one: Mapping[str, Any] = told[0]
        return one


def _box(one: Mapping[str, Any]) -> Box:
    bounds = one["kCGWindowBounds"]
    return Box(*(float(bounds[side]) for side in ("X", "Y", "Width", "Height")))
