"""The requests that stand between a change on the screen and the click: what is filled in, and what is answered.

Numbers and places of bytes are those of the X protocol's description and of its extensions'.
"""

from __future__ import annotations

from struct import Struct
from typing import Final, NamedTuple


class Form(NamedTuple):
    """One kind of request: its number, what is filled in behind its first four bytes, what is read of the answer."""

    number: int
    request: Struct
    answer: Struct | None = None
    extension: str = ""
    """What it belongs to, where that is no part of the core protocol."""


ATTRIBUTES: Final = Form(3, Struct("=4xI"), Struct("=26xB"))
"""Of a window: whether it can be seen (its map state)."""
GEOMETRY: Final = Form(14, Struct("=4xI"), Struct("=16xHH"))
"""Of a window: width and height."""
POINTER: Final = Form(38, Struct("=4xI"), Struct("=xB14xhhhhH"))
"""Of a window: whether the pointer is on its screen; where on the screen, and where from the window's corner; which
buttons are down, and keys that change others.
"""
PLACE: Final = Form(40, Struct("=4xIIhh"), Struct("=8xIhh"))
"""From one window to another, of a place in the first: which child of the other lies there, and the place in it."""
SEND_EVENT: Final = Form(25, Struct("=4xII32s"))
"""To a window, for those who hear one of some kinds: the window, the kinds, the event."""
GRAB_SERVER: Final = Form(36, Struct("=4x"))
"""From here on the server hears nobody but us."""
UNGRAB_SERVER: Final = Form(37, Struct("=4x"))
"""From here on it hears everybody again."""
MONITOR: Final = Form(20, Struct("=4xII"), Struct("=12xhhHHI"), "RANDR")
"""Of a monitor, by its number (in RANDR's words a CRTC), and a time that may be 0: where on the screen it lies, its
sides, and its mode; 0 where it shows nothing.
"""
FOCUS: Final = Form(43, Struct("=4x"), Struct("=8xI"))
"""Which window has the keyboard."""
FAKE_INPUT: Final = Form(2, Struct("=4xBB2xII8xhh7xB"), None, "XTEST")
"""The kind of event, a button or a key code, a delay, the root, a place on it, a device."""
SUBTRACT: Final = Form(3, Struct("=4xIII"), None, "DAMAGE")
"""What was drawn is taken note of: the number of the damage, two regions that may be none."""
GET_IMAGE: Final = Form(4, Struct("=4xIhhHHIB3xII"), Struct("=4x"), "MIT-SHM")
"""A part of a window written to shared memory: window, x, y, width, height, planes, format, memory, place in it."""
