"""Memory that the X server and we both see: it writes pictures there, and nothing has to be sent or copied."""

from __future__ import annotations

import ctypes
import os
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from bot.frame import Pixels
from bot.target import TargetError
from bot.x11.display import Display
from bot.x11.forms import GET_IMAGE

if TYPE_CHECKING:
    from bot.x11.wire import Asked

_PRIVATE, _REMOVE = 0, 0
_CREATE_FOR_US_ALONE = 0o1600
_Z_PIXMAP, _ALL_PLANES = 2, 0xFFFFFFFF
_BYTES = 4
"""Of a pixel: blue, green, red, unused."""


class NoSharedMemory(TargetError):
    """The X server and this process cannot share memory; the message says why."""


class Segment:
    """A piece of shared memory that holds one picture of up to so many pixels, of a display with 24 bits a pixel.

    It leaves nothing behind however the process ends: it is given up for removal as soon as it is ours, and goes with
    the last who uses it. The server lets go when the connection ends; pictures that are still held stay readable.
    """

    def __init__(self, display: Display, pixels: int) -> None:
        """Raises NoSharedMemory where the server has no MIT-SHM, is on another machine or shows other pixels."""
        import xcffib.shm

        _ask_for_plain_pixels(display)
        self.display = display
        self.pixels = pixels
        if not display.has_extension("MIT-SHM"):
            raise NoSharedMemory("the display has no MIT-SHM")
        number, self._memory = _new_memory(pixels * _BYTES)
        self._view: Pixels = np.empty((0, 0, _BYTES), np.uint8)
        self._id = display.new_id()
        with display.talk():
            try:
                display.extension(xcffib.shm).AttachChecked(self._id, number, False).check()
            except (xcffib.xproto.AccessError, xcffib.xproto.ValueError, xcffib.shm.BadBadSeg) as error:
                raise NoSharedMemory("the display is on another machine, or in another container") from error
        self._ask_whether_it_is_the_same()

    def ask(self, drawable: int, x: int, y: int, width: int, height: int, skip: int = 0) -> Asked:
        """Have the server write a rectangle of a drawable, `skip` rows of it further down in the memory; the picture is
        there when the reply is, as `picture` then shows. The rectangle must lie in the drawable and, with what is
        skipped, hold no more than `pixels`.
        """
        start = skip * width * _BYTES
        return self.display.wire.ask(GET_IMAGE, drawable, x, y, width, height, _ALL_PLANES, _Z_PIXMAP, self._id, start)

    def picture(self, width: int, height: int) -> Pixels:
        """(height, width, 4), a view of what the server wrote last; the next picture overwrites it."""
        if self._view.shape[:2] != (height, width):
            self._view = np.frombuffer(self._memory, np.uint8, width * height * _BYTES).reshape(height, width, _BYTES)
            self._view.flags.writeable = False
        return self._view

    def _ask_whether_it_is_the_same(self) -> None:
        """A server in a container of its own may know another piece of memory by our number."""
        pixel = np.frombuffer(self._memory, np.uint32, 1)
        with self.display.talk():
            for sign in (0x5AA51234, 0xA55AEDCB):
                pixel[0] = sign
                self.ask(self.display.root, 0, 0, 1, 1).reply()
                if pixel[0] != sign:
                    return
        raise NoSharedMemory("the display writes to memory that is not ours, as one in another container does")


def _ask_for_plain_pixels(display: Display) -> None:
    """Raises NoSharedMemory unless pixels are blue, green, red and an unused byte, as all of Banmen expects."""
    screen = next(screen for screen in display.setup.roots if screen.root == display.root)
    visual = next(
        visual
        for depth in screen.allowed_depths
        for visual in depth.visuals
        if visual.visual_id == screen.root_visual
    )  # fmt: skip
    bits = next(one.bits_per_pixel for one in display.setup.pixmap_formats if one.depth == screen.root_depth)
    masks = visual.red_mask, visual.green_mask, visual.blue_mask
    if bits != 8 * _BYTES or masks != (0xFF0000, 0xFF00, 0xFF) or display.setup.image_byte_order:
        raise NoSharedMemory(f"the display shows {screen.root_depth} bits a pixel in an order of its own")


def _new_memory(size: int) -> tuple[int, Any]:
    """The number of a new piece of System V memory, and the memory. Raises NoSharedMemory."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    libc.shmdt.argtypes = [ctypes.c_void_p]
    libc.shmget.argtypes = [ctypes.c_int, ctypes.c_size_t, ctypes.c_int]
    number = libc.shmget(_PRIVATE, size, _CREATE_FOR_US_ALONE)
    if number < 0:
        raise NoSharedMemory(f"no shared memory is to be had ({os.strerror(ctypes.get_errno())})")
    address = libc.shmat(number, None, 0)
    # On Linux a piece that is to be removed can still be attached by its number while somebody has it.
    libc.shmctl(number, _REMOVE, None)
    if address == ctypes.c_void_p(-1).value:
        raise NoSharedMemory(f"shared memory cannot be used ({os.strerror(ctypes.get_errno())})")
    memory = (ctypes.c_uint8 * size).from_address(address)
    weakref.finalize(memory, libc.shmdt, address)
    return number, memory
