"""Windows of an X11 display: which there are, and what can be asked of them."""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from bot.choosing import WindowFacts, choose
from bot.frame import Box, Point
from bot.target import NoWindow, TargetError
from bot.x11.display import Display

_VIEWABLE = 2
_INPUT_ONLY = 2
_DEEPEST = 20
_PATIENCE = 1.0
_SIDE_TYPES = ("DIALOG", "UTILITY", "TOOLBAR", "MENU", "DROPDOWN_MENU", "POPUP_MENU", "TOOLTIP", "NOTIFICATION",
               "SPLASH", "DOCK", "DESKTOP", "COMBO", "DND")  # fmt: skip


def list_windows(display: Display) -> list[WindowFacts]:
    """The windows of programs on a display, also where no window manager runs."""
    managed = _managed(display)
    found = []
    for window in managed if managed is not None else _clients(display):
        try:
            facts = _facts(display, window)
        except NoWindow:
            continue
        if managed is not None or facts.shown:
            found.append(facts)
    return found


def find_window(display: Display, wanted: str) -> XWindow:
    """The window of that title, class or number. Raises TargetError with what there is to choose from."""
    facts = choose(list_windows(display), wanted)
    title = facts.title or facts.kind or f"0x{facts.id:x}"
    return XWindow(display, facts.id, title, f"{facts.name} {facts.kind}".strip())


class XWindow:
    """One window of an X11 display, asked afresh each time."""

    def __init__(self, display: Display, window: int, title: str, program: str = "") -> None:
        self.display = display
        self.id = window
        self._title = title
        self._program = program
        self._levels = [display.root]
        """The windows between the screen and it, as far as they are known."""

    @property
    def title(self) -> str:
        """What a person calls it: its title when it was found."""
        return self._title

    @property
    def program(self) -> str:
        """The name and the class of its program, from WM_CLASS."""
        return self._program

    @property
    def alive(self) -> bool:
        """Whether it is still there and on the screen."""
        try:
            self.box()
        except TargetError:
            return False
        return True

    def box(self) -> Box:
        """Its client rectangle on the screen as it is now, in pixels. Raises TargetError when it is gone."""
        try:
            with self.display.talk() as core:
                shown, size = core.GetWindowAttributes(self.id), core.GetGeometry(self.id)
                corner = core.TranslateCoordinates(self.id, self.display.root, 0, 0)
                viewable, size, corner = shown.reply().map_state == _VIEWABLE, size.reply(), corner.reply()
        except NoWindow as error:
            raise NoWindow(f"The window “{self._title}” is gone: start the game again, then Banmen.") from error
        if not viewable:
            raise TargetError(f"The window “{self._title}” is hidden or minimised: open it again.")
        return Box(corner.dst_x, corner.dst_y, size.width, size.height)

    def on_top(self, point: Point) -> bool:
        """Whether a click at this point of the screen would reach the window and none that lies over it.

        The server itself is asked which window takes a click there, level by level, so shapes, pop-ups without a
        frame and the window's own dialogs all count. All levels are asked about at once, as they were the last time;
        where the answers show that they are others now, they are gone through one by one.
        """
        x, y = int(point.x // 1), int(point.y // 1)
        with suppress(NoWindow):
            if self._children(self._levels, x, y) == [*self._levels[1:], self.id]:
                return True
        line = [self.display.root]
        with suppress(NoWindow):
            while len(line) < _DEEPEST:
                (window,) = self._children(line[-1:], x, y)
                if window == self.id:
                    self._levels = line
                    return True
                if not window:
                    break
                line.append(window)
        return False

    def _children(self, levels: Sequence[int], x: int, y: int) -> list[int]:
        """Which part of each of these windows a click at this point of the screen would reach; 0 is none."""
        with self.display.talk() as core:
            asked = [core.TranslateCoordinates(self.display.root, level, x, y) for level in levels]
            return [answer.reply().child for answer in asked]

    def focused(self) -> bool:
        """Whether a key pressed now would go to the window: it, or a part of it, has the keyboard."""
        try:
            with self.display.talk() as core:
                window = core.GetInputFocus().reply().focus
                if window <= 1:  # nothing, or whatever is under the pointer
                    here = self.pointer() if window else None
                    return here is not None and self.on_top(here)
                return self.id in _upwards(core, window)
        except NoWindow:
            return False

    def pointer(self) -> Point | None:
        """Where the pointer is on the screen; None where it is on another one."""
        return pointer(self.display)

    def activate(self) -> None:
        """Bring it to the front and give it the keyboard; waits up to a second for the window manager."""
        display = self.display
        with display.talk() as core:
            asked = display.atom("_NET_ACTIVE_WINDOW")
            if asked in display.numbers(display.root, "_NET_SUPPORTED") and _manager(display):
                pager = 2
                message = struct.pack("=BBHII5I", 33, 32, 0, self.id, asked, pager, 0, 0, 0, 0)
                redirect_and_notify = 0x180000
                core.SendEvent(False, display.root, redirect_and_notify, message)
            else:
                stack_mode, above, revert_to_root = 0x40, 0, 1
                core.ConfigureWindow(self.id, stack_mode, [above])
                core.SetInputFocus(revert_to_root, self.id, 0)
        display.settle()
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end and not (self.alive and self.focused()):
            time.sleep(0.005)


def pointer(display: Display) -> Point | None:
    """Where the pointer is on a display; None where it is on another screen of it."""
    with display.talk() as core:
        at = core.QueryPointer(display.root).reply()
    return Point(at.root_x, at.root_y) if at.same_screen else None


def window_at(display: Display, point: Point) -> int:
    """The outermost window that a click at this point would reach; 0 is the bare screen."""
    with display.talk() as core:
        at = core.TranslateCoordinates(display.root, display.root, int(point.x // 1), int(point.y // 1)).reply()
    return int(at.child)


def ancestry(display: Display, window: int) -> list[int]:
    """The window, its parent and so on, up to the one that lies directly on the screen. Raises NoWindow."""
    with display.talk() as core:
        return _upwards(core, window)


def manager_name(display: Display) -> str | None:
    """The name of the window manager; None where none runs."""
    window = _manager(display)
    return None if window is None else display.text(window, "_NET_WM_NAME") or "unnamed"


def _manager(display: Display) -> int | None:
    """The window by which a running window manager makes itself known."""
    try:
        for window in display.numbers(display.root, "_NET_SUPPORTING_WM_CHECK"):
            if window in display.numbers(window, "_NET_SUPPORTING_WM_CHECK"):
                return window
    except NoWindow:  # left behind by a window manager that has ended
        return None
    return None


def _upwards(core: Any, window: int) -> list[int]:
    """The window and its ancestors, without the root."""
    line = []
    while window:
        line.append(window)
        window = core.QueryTree(window).reply().parent
    return line[:-1] if len(line) > 1 else line


def _managed(display: Display) -> list[int] | None:
    """The window manager's list of windows; None where there is none."""
    if _manager(display) is None:
        return None
    return display.numbers(display.root, "_NET_CLIENT_LIST") or None


def _clients(display: Display) -> Iterator[int]:
    """Without a window manager's list: windows that say they are a program's, else those that lie on the root."""
    with display.talk() as core:
        tops = list(core.QueryTree(display.root).reply().children)
    for top in tops:
        try:
            with display.talk() as core:
                attributes = core.GetWindowAttributes(top).reply()
            named = display.text(top, "WM_CLASS") or display.text(top, "WM_NAME")
            if attributes._class == _INPUT_ONLY or attributes.override_redirect or attributes.map_state != _VIEWABLE:
                continue
            yield top if named else _client_below(display, top) or top
        except NoWindow:
            continue


def _client_below(display: Display, top: int) -> int | None:
    """The program's own window inside a frame."""
    level = [top]
    for _ in range(3):
        with display.talk() as core:
            level = [child for window in level for child in core.QueryTree(window).reply().children]
        for window in level:
            if display.numbers(window, "WM_STATE"):
                return window
    return None


def _facts(display: Display, window: int) -> WindowFacts:
    """What a person sees of a window. Raises NoWindow."""
    with display.talk() as core:
        size, attributes = core.GetGeometry(window), core.GetWindowAttributes(window)
        size, attributes = size.reply(), attributes.reply()
    name, _, kind = display.text(window, "WM_CLASS").rstrip("\0").partition("\0")
    title = display.text(window, "_NET_WM_NAME") or display.text(window, "WM_NAME")
    types = {display.atom(f"_NET_WM_WINDOW_TYPE_{side}") for side in _SIDE_TYPES}
    own_types = display.numbers(window, "_NET_WM_WINDOW_TYPE")
    side = any(display.numbers(window, "WM_TRANSIENT_FOR")) or bool(own_types and own_types[0] in types)
    return WindowFacts(
        id=window,
        title=title,
        name=name,
        kind=kind,
        size=(size.width, size.height),
        side=side,
        shown=attributes.map_state == _VIEWABLE,
        owner=window & ~display.setup.resource_id_mask,
    )
