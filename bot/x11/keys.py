"""Keys of an X11 display: which physical key (key code) is meant by a name such as `Left` or `space`."""

from __future__ import annotations

from typing import Any

from bot.x11.display import Display


class UnknownKey(ValueError):
    """A key name that X11 or this keyboard does not know."""


def keysym(name: str) -> int:
    """The X keysym of a name (`Left`, `space`, `a`, `U2660`). Raises UnknownKey.

    >>> hex(keysym("Left")), hex(keysym("a")), hex(keysym("U2660"))
    ('0xff51', '0x61', '0x1002660')
    """
    import xcffib.keysymdef

    symbol = getattr(xcffib.keysymdef, f"XK_{name}", None)
    if symbol is not None:
        return int(symbol)
    if name.startswith("U") and len(name) > 4:
        try:
            return 0x1000000 + int(name[1:], 16)
        except ValueError:
            pass
    if len(name) == 1 and 0x20 < ord(name) < 0x100:
        return ord(name)
    raise UnknownKey(f"{name!r} is no X11 key name; names are such as Left, space, Return, Escape, F5, a, 1, Shift_L.")


class Keyboard:
    """The keys of a display as they are laid out now."""

    def __init__(self, display: Display) -> None:
        self.display = display
        self._rows: list[list[int]] = []
        self._codes: dict[str, int] = {}
        """Those that were asked for, as long as the keys stay as they are."""

    def code(self, name: str) -> int:
        """The key code of a key that needs no Shift. Raises UnknownKey."""
        self._follow_changes()
        if name not in self._codes:
            self._codes[name] = self._find(name)
        return self._codes[name]

    def _find(self, name: str) -> int:
        """Look through all keys. Raises UnknownKey."""
        symbol = keysym(name)
        if not self._rows:
            self._rows = self._read()
        first = self.display.setup.min_keycode
        columns = len(self._rows[0])
        for column in (0, *range(2, columns, 2)):
            for code, row in enumerate(self._rows, first):
                if row[column] == symbol:
                    return int(code)
        if any(symbol in row for row in self._rows):
            raise UnknownKey(f"{name!r} is typed with Shift on this keyboard; name the key by what it gives alone.")
        raise UnknownKey(f"This keyboard has no key {name!r}; choose another key or keyboard layout.")

    def _follow_changes(self) -> None:
        """Forget the layout when the server says that it changed."""
        import xcffib.xproto

        for event in self.display.events():
            if isinstance(event, xcffib.xproto.MappingNotifyEvent):
                self._rows, self._codes = [], {}

    def _read(self) -> list[list[int]]:
        """The keysyms of every key code, by column."""
        first, last = self.display.setup.min_keycode, self.display.setup.max_keycode
        with self.display.talk() as core:
            reply: Any = core.GetKeyboardMapping(first, last - first + 1).reply()
        width, flat = reply.keysyms_per_keycode, list(reply.keysyms)
        return [flat[start : start + width] for start in range(0, len(flat), width)]
