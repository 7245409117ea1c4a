"""How kernels are compiled: numba, cached on disk, without the interpreter lock.

`NUMBA_DISABLE_JIT=1` runs every kernel as plain Python, which is how the tests look inside them. Where kernels are not
in the cache yet, half a minute passes, or two for a large engine; the log says so once, as a warning.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from engine.budget import Budget
from engine.stale import watch_all_parts

F = TypeVar("F", bound=Callable[..., Any])
_log = logging.getLogger(__name__)


class _Notice(event.Listener):  # type: ignore[misc]  # numba has no types
    """Says what takes so long, the first time that something must be compiled, and has no search pay for it."""

    def __init__(self) -> None:
        self._said = False
        self._depth, self._start = 0, 0.0

    def on_start(self, event: Any) -> None:
        """Say it, and look at the clock."""
        if self._depth == 0:
            self._start = time.perf_counter()
        self._depth += 1
        if not self._said:
            self._said = True
            _log.warning(
                "Compiling this game's engine for this machine: this takes up to two minutes, and only the first time."
            )

    def on_end(self, event: Any) -> None:
        """Take it off the time of those who search; what is compiled for something else is a part of that."""
        self._depth -= 1
        if self._depth == 0:
            Budget.excuse(time.perf_counter() - self._start)


event.register("numba:compile", _Notice())
watch_all_parts()


def kernel(signature: str) -> Callable[[F], F]:
    """Compile a function for exactly this signature, when its module is first imported, then from the cache."""
    return cast("Callable[[F], F]", numba.njit(signature, cache=True, nogil=True))


def inlined(helper: F) -> F:
    """Write a small helper out inside every kernel that calls it: a call that passes arrays costs 50 ns and more."""
    return cast("F", numba.njit(inline="always")(helper))


def helper(part: F) -> F:
    """Compile a function only as a part of the kernels that call it: it has no entry of its own to be loaded."""
    return cast("F", numba.njit(nogil=True)(part))
