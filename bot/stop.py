"""Stopping: Ctrl-C, Ctrl-Z, SIGTERM and the panic key, and a sleep that ends at once when one of them comes."""

from __future__ import annotations

import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Final, Protocol

from bot.errors import StoppedError

CTRL_C: Final = "Stopped by Ctrl-C."
_SIGNALS: Final = {
    signal.SIGINT: CTRL_C,
    signal.SIGTERM: "Stopped by SIGTERM.",
    **({signal.SIGTSTP: "Stopped by Ctrl-Z."} if sys.platform != "win32" else {}),
}
"""Ctrl-Z ends, too: a process that is only put to sleep goes on holding what it holds."""


class PanicKey(Protocol):
    """A key combination that is caught wherever the keyboard is."""

    keys: str

    @property
    def lost(self) -> bool:
        """Whether it cannot be caught any more, because the display is gone."""

    def pressed(self) -> bool:
        """Whether it was pressed since this was last asked."""

    def fileno(self) -> int:
        """The socket that becomes readable when it is pressed."""

    def close(self) -> None:
        """Let go of the keys."""


class Stopper:
    """Knows why everything has to stop; as a clock, it sleeps no longer than until then.

    Within `with`, SIGINT, SIGTERM and SIGTSTP set the reason instead of ending the program; a second Ctrl-C raises
    KeyboardInterrupt at once. The old handlers come back on the way out. Hand it out as the session's clock, and every
    held key and every wait ends at once when a stop comes.
    """

    def __init__(self, panic: PanicKey | None = None) -> None:
        self.panic = panic
        self._reason: str | None = None
        self._breaks = False
        self._old: dict[int, Any] = {}
        self._bell, self._ring = socket.socketpair()
        self._bell.setblocking(False)
        self._ring.setblocking(False)

    def __enter__(self) -> Stopper:
        """Take over the signals; in a thread that is not the main one, only `stop` and the panic key count."""
        if threading.current_thread() is threading.main_thread():
            self._old_wakeup = signal.set_wakeup_fd(self._ring.fileno(), warn_on_full_buffer=False)
            for number in _SIGNALS:
                self._old[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Give the signals and the panic key back."""
        if self._old:
            for number, handler in self._old.items():
                signal.signal(number, handler)
            self._old.clear()
            signal.set_wakeup_fd(self._old_wakeup)
        if self.panic is not None:
            self.panic.close()
            self.panic = None
        self._bell.close()
        self._ring.close()

    @property
    def reason(self) -> str | None:
        """Why everything has to stop, in a sentence; None as long as it need not."""
        if self._reason is None and self.panic is not None and self.panic.pressed():
            self.stop(f"Stopped by the panic key {self.panic.keys}.")
        return self._reason

    def stop(self, reason: str) -> None:
        """Stop everything; the first reason stays."""
        if self._reason is None:
            self._reason = reason

    def now(self) -> float:
        """Seconds of the machine's monotonic clock."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Let time pass, but not beyond a stop."""
        end = self.now() + seconds
        while self.reason is None and (left := end - self.now()) > 0:
            wakers: list[Any] = [self._bell]
            if self.panic is not None and not self.panic.lost:
                wakers.append(self.panic)
            ready, _, _ = select.select(wakers, (), (), left)
            if self._bell in ready:
                self._bell.recv(4096)

    @contextmanager
    def breaking_off(self) -> Iterator[None]:
        """For work that holds nothing and looks at no clock, such as compiling: within it a signal ends that at once.

        Raises StoppedError, also where it was stopped before, or in another way meanwhile.
        """
        self._break_off()
        self._breaks = True
        try:
            yield
        except KeyboardInterrupt:
            self.stop(CTRL_C)
        finally:
            self._breaks = False
        self._break_off()

    def _break_off(self) -> None:
        if self.reason is not None:
            raise StoppedError(self.reason)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGINT and self._reason is not None:
            raise KeyboardInterrupt
        self.stop(_SIGNALS[signal.Signals(number)])
        if self._breaks:
            # No more than Python's own Ctrl-C is it caught by what is on its way.
            raise KeyboardInterrupt
