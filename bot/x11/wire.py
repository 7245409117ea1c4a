"""What is said to the X server right before each event, in as little work as it can be said.

xcffib builds each request and reads each answer through a dozen objects. That is nothing for what is asked once in a
session; but a program that has slept finds none of it in the processor's caches, and then it takes longer than the
server does. The few requests that stand between a change on the screen and the click have a fixed form each, which is
filled in and sent from memory of our own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import xcffib
import xcffib.damage
import xcffib.randr
import xcffib.shm
import xcffib.xproto  # a connection understands the events of what was imported before it
import xcffib.xtest

from bot.x11.forms import Form

_LONGEST: Final = 64
"""Bytes of the longest form."""
_ANSWER: Final = 32
"""Bytes of an answer, as far as they are looked at."""
_SENT_BY_A_PROGRAM: Final = 0x80
"""Marks an event that a program sent instead of the server."""
_KEYS: Final = {module.key.name: module.key.c_key for module in (xcffib.damage, xcffib.randr, xcffib.shm, xcffib.xtest)}
"""What libxcb knows the extensions by."""


class Asked:
    """A question that was sent."""

    __slots__ = ("_form", "_wire", "number")

    def __init__(self, wire: Wire, form: Form, number: int) -> None:
        self._wire, self._form, self.number = wire, form, number

    def reply(self) -> tuple[Any, ...]:
        """Wait for the answer. Raises what xcffib raises."""
        return self._wire.reply(self._form, self.number)


class Wire(xcffib.Connection):  # type: ignore[misc]  # it tells no types
    """A connection that also sends forms, and reads some kinds of events itself."""

    def __init__(self, name: str) -> None:
        self._readers: dict[int, Callable[[Any], Any]] = {}
        super().__init__(display=name)
        self._bytes = xcffib.ffi.new("char[]", _LONGEST)
        self._filled = xcffib.ffi.buffer(self._bytes)
        self._parts = xcffib.ffi.new("struct iovec[4]")  # libxcb writes to those before the one that it is given
        self._sent = self._parts + 2
        self._kinds: dict[Form, tuple[Any, int]] = {}
        """How each form is sent: libxcb's words for it, and the flags."""
        self._fault = xcffib.ffi.new("xcb_generic_error_t **")

    def send(self, form: Form, *values: int | bytes) -> int:
        """Put a request on the way; it leaves with the next one that is waited for, or with `flush`. Its number."""
        self.invalid()
        request, flags = self._kinds.get(form) or self._learn(form)
        form.request.pack_into(self._filled, 0, *values)
        sent = self._sent
        sent[0].iov_base, sent[0].iov_len = self._bytes, form.request.size
        sent[1].iov_base, sent[1].iov_len = xcffib.ffi.NULL, 0
        return int(xcffib.lib.xcb_send_request(self._conn, flags, sent, request))

    def _learn(self, form: Form) -> tuple[Any, int]:
        """How a form is sent."""
        request = xcffib.ffi.new("xcb_protocol_request_t *")
        request.count, request.opcode, request.isvoid = 2, form.number, form.answer is None
        request.ext = _KEYS[form.extension] if form.extension else xcffib.ffi.NULL
        self._kinds[form] = kind = request, 0 if form.answer is None else xcffib.lib.XCB_REQUEST_CHECKED
        return kind

    def ask(self, form: Form, *values: int) -> Asked:
        """Put a question on the way."""
        return Asked(self, form, self.send(form, *values))

    def reply(self, form: Form, number: int) -> tuple[Any, ...]:
        """Wait for the answer to the request of that number."""
        assert form.answer is not None
        answer = xcffib.lib.xcb_wait_for_reply(self._conn, number, self._fault)
        if answer == xcffib.ffi.NULL:
            fault = self._fault[0]
            try:
                self._process_error(fault)
            finally:
                xcffib.c_free(fault)
            raise xcffib.XcffibException("there was no answer")
        values = form.answer.unpack_from(xcffib.ffi.buffer(answer, _ANSWER))
        xcffib.c_free(answer)
        return values

    def read_events(self, number: int, reader: Callable[[Any], Any]) -> None:
        """Make events of that number what `reader` makes of their 32 bytes."""
        self._readers[number] = reader

    def hoist_event(self, e: Any) -> Any:
        """An event as an object."""
        reader = self._readers.get(e.response_type & ~_SENT_BY_A_PROGRAM)
        return super().hoist_event(e) if reader is None else reader(xcffib.ffi.buffer(e, _ANSWER))
