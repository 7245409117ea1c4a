"""Windows of an X11 display: which there are, and what can be asked of them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.choosing import WindowFacts, choose
from bot.frame import Box, Point
from bot.target import Named, NoWindow, Standing, TargetError, gone
from bot.x11.display import Display
from bot.x11.forms import ATTRIBUTES, FOCUS, GEOMETRY, PLACE, POINTER
from bot.x11.manager import REDIRECT_AND_NOTIFY, Managed, manager_window, message

if TYPE_CHECKING:
    from bot.x11.hold import Hold
    from bot.x11.wire import Asked

_VIEWABLE = 2
_INPUT_ONLY = 2
_DEEPEST = 20
_BUTTONS = 0x1F00
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


def process_of(display: Display, window: int) -> int | None:
    """The number of the process that says that a window is its; None where none does. Raises NoWindow."""
    return next(iter(display.numbers(window, "_NET_WM_PID")), None)


def find_window(display: Display, wanted: str) -> XWindow:
    """The window of that title, class or number. Raises TargetError with what there is to choose from."""
    facts = choose(list_windows(display), wanted)
    title = facts.title or facts.kind or f"0x{facts.id:x}"
    return XWindow(display, facts.id, title, f"{facts.name} {facts.kind}".strip())


class XWindow(Managed, Named):
    """One window of an X11 display, asked afresh each time."""

    def __init__(self, display: Display, window: int, title: str, program: str = "") -> None:
        super().__init__(title, program)
        self.display = display
        self._wire = display.wire
        self.id = window
        self.hold: Hold | None = None
        """What a hand on the same display, and of the same connection, acts within."""
        self._levels = [display.root]
        """The windows between the screen and it, as far as they are known."""

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
        with self.display.talk():
            shown, asked = self._wire.ask(ATTRIBUTES, self.id), self._ask_box()
            self._answer_shown(shown)
            box, _, _ = self._answer_box(asked)
            return box

    def on_top(self, point: Point) -> bool:
        """Whether a click at this point of the screen would reach the window and none that lies over it.

        The server itself is asked which window takes a click there, level by level, so shapes, pop-ups without a
        frame and the window's own dialogs all count. All levels are asked about at once, as they were the last time;
        where the answers show that they are others now, they are gone through one by one.
        """
        with self.display.talk():
            return self._answer_on_top(point, self._ask_on_top(point))

    def focused(self) -> bool:
        """Whether a key pressed now would go to the window: it, or a part of it, has the keyboard."""
        with self.display.talk() as core:
            return self._answer_focused(core, self._wire.ask(FOCUS))

    def pointer(self) -> Point | None:
        """Where the pointer is on the screen; None where it is on another one."""
        return pointer(self.display)

    def let_go(self) -> None:
        """Let others be heard again on its display, if it is held. Raises NoDisplay."""
        if self.hold is not None:
            self.hold.end()

    def standing(self, places: Sequence[Point], *, keys: bool, hold: bool = False) -> Standing:
        """How it stands now, and at these places of the screen; with `keys` also whether it has the keyboard. With
        `hold` nothing else happens on its display until `let_go`, where a hand knows of that and the pointer surely
        comes to these places. All is asked before the first answer is waited for. Raises TargetError when it is gone.
        """
        taken = self.hold if hold and self.hold is not None and (self.hold.proven or not places) else None
        with self.display.talk() as core:
            monitor = taken.take(places) if taken else None
            asked = self._ask_box()
            reached = [(place, self._ask_on_top(place)) for place in places]
            shown = None if places else self._wire.ask(ATTRIBUTES, self.id)
            focus = self._wire.ask(FOCUS) if keys else None
            certain = taken is None or taken.shown(monitor, places)
            box, pointer, pressed = self._answer_box(asked)
            covered = [place for place, levels in reached if not self._answer_on_top(place, levels)]
            if covered or shown:  # what a click reaches can be seen
                self._answer_shown(shown or self._wire.ask(ATTRIBUTES, self.id))
            focused = focus is None or self._answer_focused(core, focus)
        if not certain:
            self.let_go()
        return Standing(box, pointer, pressed, covered[0] if covered else None, focused)

    def _ask_box(self) -> tuple[Asked, Asked]:
        return self._wire.ask(GEOMETRY, self.id), self._wire.ask(POINTER, self.id)

    def _answer_box(self, asked: tuple[Asked, Asked]) -> tuple[Box, Point | None, bool]:
        """Where it is, and where the pointer is, which is told by the screen and by the window at once; and whether a
        button is down.
        """
        size, mouse = asked
        try:
            width, height = size.reply()
            here, x, y, inside_x, inside_y, down = mouse.reply()
            if here:
                return Box(x - inside_x, y - inside_y, width, height), Point(x, y), bool(down & _BUTTONS)
            _, left, top = self._wire.ask(PLACE, self.id, self.display.root, 0, 0).reply()
        except self.display.no_window as error:
            raise gone(self.title) from error
        return Box(left, top, width, height), None, False

    def _answer_shown(self, asked: Asked) -> None:
        """Raises TargetError unless it is on the screen."""
        try:
            (shown,) = asked.reply()
        except self.display.no_window as error:
            raise gone(self.title) from error
        if shown != _VIEWABLE:
            raise TargetError(f"The window “{self.title}” is hidden or minimised: open it again.")

    def _ask_on_top(self, point: Point) -> list[tuple[int, Asked]]:
        """Each of the levels, and which part of it a click there would reach."""
        return [(level, _ask_part(self.display, level, point)) for level in self._levels]

    def _answer_on_top(self, point: Point, asked: Sequence[tuple[int, Asked]]) -> bool:
        with suppress(*self.display.no_window):
            reached = [question.reply()[0] for _, question in asked]
            if reached == [*(level for level, _ in asked[1:]), self.id]:
                return True
        return self._find_levels(point)

    def _find_levels(self, point: Point) -> bool:
        """Go through the windows that a click there would reach, from the outermost on, until this one is found."""
        line = [self.display.root]
        with suppress(*self.display.no_window):
            while len(line) < _DEEPEST:
                window, _, _ = _ask_part(self.display, line[-1], point).reply()
                if window == self.id:
                    self._levels = line
                    return True
                if not window:
                    break
                line.append(window)
        return False

    def _answer_focused(self, core: Any, asked: Asked) -> bool:
        (window,) = asked.reply()
        if window <= 1:  # nothing, or whatever is under the pointer
            here = self.pointer() if window else None
            return here is not None and self.on_top(here)
        with suppress(*self.display.no_window):
            return window == self.id or self.id in _upwards(core, window)
        return False

    def activate(self) -> None:
        """Bring it to the front and give it the keyboard; waits up to a second for the window manager."""
        display = self.display
        with display.talk() as core:
            asked = display.atom("_NET_ACTIVE_WINDOW")
            if asked in display.numbers(display.root, "_NET_SUPPORTED") and manager_window(display):
                pager = 2
                core.SendEvent(False, display.root, REDIRECT_AND_NOTIFY, message(self.id, asked, pager))
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
    with display.talk():
        here, x, y, *_ = display.wire.ask(POINTER, display.root).reply()
    return Point(x, y) if here else None


def _ask_part(display: Display, window: int, point: Point) -> Asked:
    """Which part of a window a click at a point of the screen would reach, if it reached the window."""
    return display.wire.ask(PLACE, display.root, window, int(point.x // 1), int(point.y // 1))


def window_at(display: Display, point: Point) -> int:
    """The outermost window that a click at this point would reach; 0 is the bare screen."""
    with display.talk():
        child, _, _ = _ask_part(display, display.root, point).reply()
    return int(child)


def ancestry(display: Display, window: int) -> list[int]:
    """The window, its parent and so on, up to the one that lies directly on the screen. Raises NoWindow."""
    with display.talk() as core:
        return _upwards(core, window)


def _upwards(core: Any, window: int) -> list[int]:
    """The window and its ancestors, without the root."""
    line = []
    while window:
        line.append(window)
        window = core.QueryTree(window).reply().parent
    return line[:-1] if len(line) > 1 else line


def _managed(display: Display) -> list[int] | None:
    """The window manager's list of windows; None where there is none."""
    if manager_window(display) is None:
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
