"""Clicks and keys through pyautogui, on every system it knows."""

from __future__ import annotations

import atexit
import importlib
import io
import os
import sys
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import Any

from bot.action import Action, ActuatorError, Button, Click, Drag, Hover, Key, Wait
from bot.actuate import pixel
from bot.clock import Clock
from bot.frame import Frame, Point

_BUTTONS = {Button.LEFT: "left", Button.MIDDLE: "middle", Button.RIGHT: "right"}
_KEYS = {
    "Return": "enter", "Escape": "esc", "BackSpace": "backspace", "Page_Up": "pageup", "Prior": "pageup",
    "Page_Down": "pagedown", "Next": "pagedown", "Shift_L": "shiftleft", "Shift_R": "shiftright",
    "Control_L": "ctrlleft", "Control_R": "ctrlright", "Alt_L": "altleft", "Alt_R": "altright",
    "Super_L": "winleft", "Super_R": "winright", "comma": ",", "period": ".", "minus": "-", "equal": "=",
    "slash": "/", "backslash": "\\", "semicolon": ";", "apostrophe": "'", "bracketleft": "[", "bracketright": "]",
    "grave": "`",
}  # fmt: skip


def key_name(name: str) -> str:
    """What pyautogui calls a key that X11 calls so.

    >>> key_name("Left"), key_name("Return"), key_name("a"), key_name("KP_7")
    ('left', 'enter', 'a', 'num7')
    """
    if name.startswith("KP_") and name[3:].isdigit():
        return f"num{name[3:]}"
    return _KEYS.get(name, name.lower())


class PyAutoGui:
    """Plays through pyautogui without its pauses; the pointer thrown into a corner of the screen still stops it."""

    def __init__(self, clock: Clock, gui: Any = None, *, drags: bool = sys.platform == "darwin") -> None:
        """Load pyautogui, unless `gui` is given in its place. Where it `drags`, the system has an event of its own for
        a move with a button held. Raises ActuatorError where it cannot be used.
        """
        self.clock = clock
        self._drags = drags
        self._gui, self._errors = (gui, (OSError,)) if gui is not None else _load()
        self._gui.PAUSE = 0
        self._gui.FAILSAFE = True
        self._keys: list[str] = []
        self._buttons: list[str] = []
        self._at = 0, 0
        """Where the pointer was sent last. pyautogui would ask where it is, which may be where it was a moment ago."""
        atexit.register(self.close)

    def perform(self, action: Action, frame: Frame) -> None:
        """Do it. Raises ActuatorError, also where the pointer is in a corner of the screen."""
        try:
            match action:
                case Click(at, button, hold):
                    self._move(frame.to_screen(at))
                    self._click(_BUTTONS[button], hold)
                case Drag(button=button, hold=hold):
                    start, *way = (frame.to_screen(point) for point in action.path)
                    self._move(start)
                    self._click(_BUTTONS[button], hold, way)
                case Hover(at):
                    self._move(frame.to_screen(at))
                case Key(name, hold):
                    self._press(name, hold)
                case Wait(seconds):
                    self.clock.sleep(seconds)
        except self._gui.FailSafeException as error:
            raise ActuatorError("Stopped: the pointer is in a corner of the screen.") from error
        except self._errors as error:
            raise ActuatorError(f"pyautogui failed: {error}; check that the display still runs.") from error

    def close(self) -> None:
        """Release every key and button that is still down. May be called twice."""
        atexit.unregister(self.close)
        while self._keys or self._buttons:
            try:
                if self._keys:
                    self._key_up(self._keys[-1])
                else:
                    self._button_up(self._buttons[-1])
            except self._errors:  # the display is gone, and with it everything that was held
                self._keys.clear()
                self._buttons.clear()

    def pointer(self) -> Point | None:
        """Where the pointer is on the screen, in screen units."""
        try:
            return Point(*self._gui.position())
        except self._errors:
            return None

    def _move(self, point: Point, held: str = "") -> None:
        """Move the pointer, with a button held or not."""
        self._at = pixel(point)
        if held and self._drags:
            self._gui.dragTo(*self._at, button=held, mouseDownUp=False, _pause=False)
        else:
            self._gui.moveTo(*self._at, _pause=False)

    def _click(self, button: str, hold: float, way: Sequence[Point] = ()) -> None:
        """Press where the pointer is, hold, move it along the way, release; the release comes also when it is broken
        off.
        """
        self._buttons.append(button)
        try:
            self._gui.mouseDown(*self._at, button=button, _pause=False)
            self.clock.sleep(hold)
            for point in way:
                self._move(point, button)
                self.clock.sleep(hold)
        finally:
            self._button_up(button)

    def _press(self, name: str, hold: float) -> None:
        key = key_name(name)
        if not self._gui.isValidKey(key):
            raise ActuatorError(f"pyautogui knows no key {name!r}; see `pyautogui.KEYBOARD_KEYS`.")
        self._keys.append(key)
        try:
            self._gui.keyDown(key, _pause=False)
            self.clock.sleep(hold)
        finally:
            self._key_up(key)

    def _button_up(self, button: str) -> None:
        with self._unconditionally():
            self._gui.mouseUp(*self._at, button=button, _pause=False)
        self._buttons.remove(button)

    def _key_up(self, key: str) -> None:
        with self._unconditionally():
            self._gui.keyUp(key, _pause=False)
        self._keys.remove(key)

    @contextmanager
    def _unconditionally(self) -> Iterator[None]:
        """A release must happen even where the pointer is in a corner."""
        self._gui.FAILSAFE = False
        try:
            yield
        finally:
            self._gui.FAILSAFE = True


def _load() -> tuple[Any, tuple[type[Exception], ...]]:
    """Import pyautogui; with it come the errors it raises when the display fails. Raises ActuatorError."""
    errors: tuple[type[Exception], ...] = (OSError,)
    on_x11 = sys.platform not in ("win32", "darwin")
    if on_x11:
        if not os.environ.get("DISPLAY"):
            raise ActuatorError("pyautogui needs an X display and DISPLAY is not set; see `banmen doctor`.")
        x_error = importlib.import_module("Xlib.error")
        errors += (x_error.DisplayError, x_error.ConnectionClosedError, x_error.XauthError, x_error.XError)
    failures: tuple[type[BaseException], ...] = (ImportError, SystemExit, *errors)
    try:
        with _authority_file() if on_x11 else nullcontext(), _quietly(), _without_mouseinfo():
            gui = importlib.import_module("pyautogui")
    except failures as error:
        raise ActuatorError(f"pyautogui cannot be loaded: {error}; see `banmen doctor`.") from error
    return gui, (*errors, gui.PyAutoGUIException)


@contextmanager
def _without_mouseinfo() -> Iterator[None]:
    """With pyautogui comes a window that tells where the pointer is, and that ends the process where Python lacks
    tkinter, as Debian's own does. Nobody opens it here, and all else works without.
    """
    unknown = "mouseinfo" not in sys.modules
    if unknown:
        sys.modules["mouseinfo"] = None  # type: ignore[assignment]  # as the import system has it: not to be found
    try:
        yield
    finally:
        if unknown:
            del sys.modules["mouseinfo"]


@contextmanager
def _quietly() -> Iterator[None]:
    """While it loads, pyautogui prints about authority files and leaves files open; that is nobody's concern here."""
    with redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        yield


@contextmanager
def _authority_file() -> Iterator[None]:
    """An empty authority file where there is none: the Xlib that pyautogui brings cannot do without."""
    name = os.environ.get("XAUTHORITY") or str(Path.home() / ".Xauthority")
    if Path(name).is_file():
        yield
        return
    before = os.environ.get("XAUTHORITY")
    with tempfile.NamedTemporaryFile(prefix="banmen-", suffix=".Xauthority") as empty:
        os.environ["XAUTHORITY"] = empty.name
        try:
            yield
        finally:
            if before is None:
                del os.environ["XAUTHORITY"]
            else:
                os.environ["XAUTHORITY"] = before
