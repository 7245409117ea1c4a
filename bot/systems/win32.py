"""Windows: its windows in real pixels, asked through user32."""

from __future__ import annotations

import ctypes
from ctypes import wintypes
from pathlib import PureWindowsPath
from types import SimpleNamespace
from typing import Any, Final

from bot.choosing import WindowFacts
from bot.frame import Box, Point
from bot.systems.system import Deed, Permit
from bot.target import NoWindow, TargetError

_PER_MONITOR_V2: Final = -4
_PER_MONITOR: Final = 2
_ROOT: Final = 2
_OWNER: Final = 4
_CLOAKED: Final = 14
_RESTORE: Final = 9
_QUERY_LIMITED: Final = 0x1000
_NONE: Final = 0
_LONGEST: Final = 1024
_HANDLES: Final = {
    "IsWindow": (wintypes.BOOL, [wintypes.HWND]),
    "IsIconic": (wintypes.BOOL, [wintypes.HWND]),
    "IsWindowVisible": (wintypes.BOOL, [wintypes.HWND]),
    "GetWindow": (wintypes.HWND, [wintypes.HWND, wintypes.UINT]),
    "GetAncestor": (wintypes.HWND, [wintypes.HWND, wintypes.UINT]),
    "GetForegroundWindow": (wintypes.HWND, []),
    "SetForegroundWindow": (wintypes.BOOL, [wintypes.HWND]),
    "ShowWindow": (wintypes.BOOL, [wintypes.HWND, ctypes.c_int]),
    "WindowFromPoint": (wintypes.HWND, [wintypes.POINT]),
    "MonitorFromPoint": (wintypes.HANDLE, [wintypes.POINT, wintypes.DWORD]),
    "GetClientRect": (wintypes.BOOL, [wintypes.HWND, ctypes.POINTER(wintypes.RECT)]),
    "ClientToScreen": (wintypes.BOOL, [wintypes.HWND, ctypes.POINTER(wintypes.POINT)]),
    "GetCursorPos": (wintypes.BOOL, [ctypes.POINTER(wintypes.POINT)]),
    "GetWindowTextW": (ctypes.c_int, [wintypes.HWND, wintypes.LPWSTR, ctypes.c_int]),
    "GetClassNameW": (ctypes.c_int, [wintypes.HWND, wintypes.LPWSTR, ctypes.c_int]),
    "GetWindowThreadProcessId": (wintypes.DWORD, [wintypes.HWND, ctypes.POINTER(wintypes.DWORD)]),
    "SetProcessDpiAwarenessContext": (wintypes.BOOL, [ctypes.c_void_p]),
    "GetThreadDpiAwarenessContext": (ctypes.c_void_p, []),
    "GetAwarenessFromDpiAwarenessContext": (ctypes.c_int, [ctypes.c_void_p]),
}
"""What user32's functions give and take; a handle has 64 bits."""
_EACH: Final = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)(wintypes.BOOL, wintypes.HWND, wintypes.LPARAM)


def _own_libraries() -> SimpleNamespace:
    """The system's libraries, opened for us alone: what their functions take is not what pyautogui declares."""
    load = vars(ctypes)["WinDLL"]
    return SimpleNamespace(**{name: load(name) for name in ("user32", "kernel32", "shcore", "dwmapi")})


class Win32:
    """The windows of Windows. Making it says that this process sees every monitor in its own pixels."""

    def __init__(self, libraries: Any = None) -> None:
        """`libraries` has `user32`, `kernel32`, `shcore` and `dwmapi`; the system's own if not given."""
        libraries = libraries or _own_libraries()
        self._user, self._kernel = libraries.user32, libraries.kernel32
        self._libraries = libraries
        for name, (gives, takes) in _HANDLES.items():
            function = getattr(self._user, name, None)  # the last three came with Windows 10
            if function is not None:
                function.restype, function.argtypes = gives, takes
        self._per_monitor = self._see_real_pixels()

    @property
    def units(self) -> str:
        """In what units the screen is measured, in words."""
        return "real pixels of every monitor" if self._per_monitor else "pixels of the main monitor's scale"

    def permits(self) -> list[Permit]:
        """Nothing has to be granted, but monitors of different scale need real pixels."""
        remedy = (
            "Set the same scale for all monitors (Settings, System, Display), or play on the main monitor: this "
            "process was told of only one scale before Banmen could ask for all."
        )
        return [Permit("scale of every monitor", "look", self._per_monitor, remedy, needed=False)]

    def ask(self, deed: Deed) -> None:
        """There is nothing to ask for."""

    def windows(self) -> list[WindowFacts]:
        """The windows of programs, from front to back."""
        found: list[WindowFacts] = []

        def each(window: int, _: int) -> bool:
            if self._user.IsWindowVisible(window) and not self._cloaked(window):
                facts = self._facts(window)
                if facts.title:
                    found.append(facts)
            return True

        self._user.EnumWindows(_EACH(each), 0)
        return found

    def box(self, window: int) -> Box:
        """Its client rectangle now, in pixels. Raises NoWindow where it is gone, TargetError where it is minimised."""
        rectangle, corner = wintypes.RECT(), wintypes.POINT(0, 0)
        if not self._user.IsWindow(window):
            raise NoWindow("The window is gone.")
        if self._user.IsIconic(window) or not self._user.IsWindowVisible(window) or self._cloaked(window):
            raise TargetError("The window is hidden or minimised: open it again.")
        if not (
            self._user.GetClientRect(window, ctypes.byref(rectangle))
            and self._user.ClientToScreen(window, ctypes.byref(corner))
        ):
            raise NoWindow("The window is gone.")
        return Box(corner.x, corner.y, rectangle.right, rectangle.bottom)

    def window_at(self, point: Point) -> int:
        """The outermost window that a click there would reach; 0 is none. Between monitors there is nothing to click:
        the pointer would be put on the nearest one.
        """
        at = wintypes.POINT(int(point.x // 1), int(point.y // 1))
        hit = self._user.WindowFromPoint(at) if self._user.MonitorFromPoint(at, _NONE) else None
        return int(self._user.GetAncestor(hit, _ROOT) or 0) if hit else 0

    def focus(self) -> int:
        """The window that has the keyboard; 0 is none."""
        return int(self._user.GetForegroundWindow() or 0)

    def pointer(self) -> Point | None:
        """Where the pointer is; None where that cannot be told, as on the log-in screen."""
        at = wintypes.POINT()
        return Point(at.x, at.y) if self._user.GetCursorPos(ctypes.byref(at)) else None

    def activate(self, window: int) -> None:
        """Bring it to the front and give it the keyboard, as far as the window that has it lets go."""
        if self._user.IsIconic(window):
            self._user.ShowWindow(window, _RESTORE)
        self._user.SetForegroundWindow(window)

    def _see_real_pixels(self) -> bool:
        """Ask for real pixels on every monitor, or for what this Windows has of it; whether it is so now. It may have
        been settled before, by the program that we run in.
        """
        user = self._user
        if hasattr(user, "SetProcessDpiAwarenessContext"):
            if user.SetProcessDpiAwarenessContext(_PER_MONITOR_V2):
                return True
            now = user.GetAwarenessFromDpiAwarenessContext(user.GetThreadDpiAwarenessContext())
            return bool(now == _PER_MONITOR)
        try:
            return bool(self._libraries.shcore.SetProcessDpiAwareness(_PER_MONITOR) == 0)
        except (AttributeError, OSError):  # before Windows 8.1 all monitors have one scale
            return bool(user.SetProcessDPIAware())

    def _cloaked(self, window: int) -> bool:
        """Whether it is kept off the screen although it counts as visible, as apps that sleep are."""
        hidden = wintypes.DWORD()
        size = ctypes.sizeof(hidden)
        self._libraries.dwmapi.DwmGetWindowAttribute(wintypes.HWND(window), _CLOAKED, ctypes.byref(hidden), size)
        return bool(hidden.value)

    def _facts(self, window: int) -> WindowFacts:
        shown, rectangle, process = not self._user.IsIconic(window), wintypes.RECT(), wintypes.DWORD()
        self._user.GetClientRect(window, ctypes.byref(rectangle))
        self._user.GetWindowThreadProcessId(window, ctypes.byref(process))
        return WindowFacts(
            id=window,
            title=self._text(self._user.GetWindowTextW, window),
            name=self._program(process.value),
            kind=self._text(self._user.GetClassNameW, window),
            size=(rectangle.right, rectangle.bottom),
            side=bool(self._user.GetWindow(window, _OWNER)),
            shown=shown,
            owner=process.value,
        )

    def _program(self, process: int) -> str:
        """The name of a process's program; empty where that is kept from us."""
        self._kernel.OpenProcess.restype = wintypes.HANDLE
        handle = self._kernel.OpenProcess(_QUERY_LIMITED, False, process)
        if not handle:
            return ""
        text, length = ctypes.create_unicode_buffer(_LONGEST), wintypes.DWORD(_LONGEST)
        told = self._kernel.QueryFullProcessImageNameW(wintypes.HANDLE(handle), 0, text, ctypes.byref(length))
        self._kernel.CloseHandle(wintypes.HANDLE(handle))
        return PureWindowsPath(text.value).stem if told else ""

    @staticmethod
    def _text(function: Any, window: int) -> str:
        text = ctypes.create_unicode_buffer(_LONGEST)
        function(window, text, _LONGEST)
        return text.value
