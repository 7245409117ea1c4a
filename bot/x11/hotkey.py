"""A key combination that is caught wherever the keyboard is: the panic key."""

from __future__ import annotations

from itertools import product

from bot.target import TargetError
from bot.x11.display import Display
from bot.x11.keys import Keyboard, UnknownKey

PANIC = "Ctrl+Alt+q"

_MASKS = {"shift": 0x01, "ctrl": 0x04, "control": 0x04, "alt": 0x08, "super": 0x40}
_CAPS_LOCK, _NUM_LOCK = 0x02, 0x10
_ASYNC = 1


class NoHotkey(TargetError):
    """The key combination cannot be caught; the message says why."""


class Hotkey:
    """Catches a combination, on a connection of its own, until it is closed."""

    def __init__(self, keys: str = PANIC, name: str | None = None) -> None:
        """`keys` is such as `Ctrl+Alt+q`. Raises NoHotkey, and NoDisplay where there is no X display."""
        self.keys = keys
        self.display = Display(name)
        try:
            self._grab()
        except TargetError:
            self.close()
            raise

    @property
    def lost(self) -> bool:
        """Whether it cannot be caught any more, because the display is gone."""
        return self.display.lost

    def pressed(self) -> bool:
        """Whether it was pressed since this was last asked; False once the display is gone."""
        import xcffib.xproto

        try:
            return xcffib.xproto.KeyPressEvent in [type(event) for event in self.display.events()]
        except TargetError:
            return False

    def fileno(self) -> int:
        """The socket that becomes readable when it is pressed."""
        return self.display.fileno()

    def close(self) -> None:
        """Let go of the keys. May be called twice."""
        self.display.close()

    def _grab(self) -> None:
        import xcffib.xproto

        *modifiers, key = self.keys.split("+")
        try:
            mask = sum(_MASKS[modifier.lower()] for modifier in modifiers)
            code = Keyboard(self.display).code(key)
        except KeyError as error:
            raise NoHotkey(f"{self.keys!r} has no modifier {error}; there are Shift, Ctrl, Alt and Super.") from error
        except UnknownKey as error:
            raise NoHotkey(f"{self.keys!r}: {error}") from error
        for caps, num in product((0, _CAPS_LOCK), (0, _NUM_LOCK)):
            with self.display.talk() as core:
                request = core.GrabKeyChecked(True, self.display.root, mask | caps | num, code, _ASYNC, _ASYNC)
                try:
                    request.check()
                except xcffib.xproto.AccessError as error:
                    raise NoHotkey(f"Another program already catches {self.keys}.") from error
