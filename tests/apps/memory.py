"""The memory of a running program: find its C++ objects by the name of their class, read them while it stands still.

A stripped program still carries the names of its polymorphic classes. The name leads to the type's record, that to the
table of virtual functions, and that to every object, since an object begins with the address of its table.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import numpy as np

T = TypeVar("T")
LARGEST = 256 << 20
FRAMES = 4
"""Beats after which a state is surely on the screen."""


class Memory:
    """What a program of one's own user (or anyone's, for root) holds in memory."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def read(self, address: int, size: int) -> bytes:
        """Some bytes. Raises OSError where nothing is mapped."""
        with Path(f"/proc/{self.pid}/mem").open("rb", buffering=0) as memory:
            memory.seek(address)
            return memory.read(size)

    def numbers(self, address: int, count: int) -> list[int]:
        """32-bit numbers with a sign."""
        return [int(n) for n in np.frombuffer(self.read(address, 4 * count), np.int32)]

    def pointers(self, address: int, count: int) -> list[int]:
        """Addresses."""
        return [int(n) for n in np.frombuffer(self.read(address, 8 * count), np.uint64)]

    def objects(self, name: str) -> list[int]:
        """Where objects of a class lie; `name` is the class as the compiler writes it, such as `8PuyoGame`."""
        program = str(Path(f"/proc/{self.pid}/exe").readlink())
        found = []
        for text in self._find(name.encode() + b"\0", program):
            for record in self._find(text.to_bytes(8, "little"), program):
                for table in self._find((record - 8).to_bytes(8, "little"), program):
                    found += list(self._find((table + 8).to_bytes(8, "little"), ""))
        return sorted(at for at in found if at % 8 == 0)

    def _find(self, what: bytes, within: str) -> Iterator[int]:
        """Every place of some bytes, in the program's own file or (`within` empty) in all that it may write."""
        for line in Path(f"/proc/{self.pid}/maps").read_text().splitlines():
            span, mode, _, _, _, *path = line.split(maxsplit=5)
            first, last = (int(part, 16) for part in span.split("-"))
            if (path != [within] if within else "w" not in mode) or last - first > LARGEST:
                continue
            try:
                data = self.read(first, last - first)
            except OSError:
                continue
            at = data.find(what)
            while at >= 0:
                yield first + at
                at = data.find(what, at + 1)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Hold the program; it goes on afterwards."""
        os.kill(self.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.pid, signal.SIGCONT)

    def picture(
        self,
        ask: Callable[[], T],
        good: Callable[[T], bool],
        take: Callable[[], object],
        seconds: float,
        still: float,
        beat: Callable[[], object] | None = None,
    ) -> T:
        """Wait for a state that is good and that the screen shows; hold the program and take it.

        The screen shows it where it stood `still` seconds and the program drew several times since: `beat` is
        something that changes with every frame. `take` runs while the program is held. Raises TimeoutError.
        """
        end, since, last = time.monotonic() + seconds, time.monotonic(), ask()
        beats = [beat()] if beat else []
        while time.monotonic() < end:
            time.sleep(0.004)
            now = ask()
            if now != last:
                last, since, beats = now, time.monotonic(), beats[-1:]
            if beat and (new := beat()) != beats[-1]:
                beats.append(new)
            shown = time.monotonic() - since >= still and (not beat or len(beats) > FRAMES)
            if shown and good(now):
                with self.stopped():
                    if ask() == now:
                        take()
                        return now
        raise TimeoutError(f"no such state within {seconds:g} s; the last one was {last}")
