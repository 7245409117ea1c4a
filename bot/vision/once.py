"""Work on a picture that several readers ask for is done once: what all of them would see is kept for the next."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import count
from threading import Lock
from typing import Concatenate, Final, Generic, ParamSpec, TypeVar

import numpy as np

from bot.frame import Pixels

Wish = ParamSpec("Wish")
Seen = TypeVar("Seen")

KEPT: Final = 4
"""Answers that are kept: some readers look at the same picture in other colours."""


def once_per_picture(look: Callable[Concatenate[Pixels, Wish], Seen]) -> Callable[Concatenate[Pixels, Wish], Seen]:
    """A look at pictures, (height, width, 3 or 4), that keeps what it saw in the last ones.

    Pictures are told by their pixels, so that a buffer that was written over is another picture. All who ask get the
    same answer, which they must not change; other arguments must be hashable.
    """
    kept: dict[object, Seen] = {}

    @wraps(look)
    def looked(pixels: Pixels, /, *args: Wish.args, **kwargs: Wish.kwargs) -> Seen:
        name = hashlib.sha256(np.ascontiguousarray(pixels).data).digest()
        asked = (name, pixels.shape, args, *sorted(kwargs.items()))
        if asked in kept:
            return kept[asked]
        seen = look(pixels, *args, **kwargs)
        for old in list(kept)[: max(0, len(kept) + 1 - KEPT)]:
            kept.pop(old, None)
        kept[asked] = seen
        return seen

    return looked


def each_once_per_picture(look: Callable[[Pixels], Iterator[Seen]]) -> Callable[[Pixels], Iterator[Seen]]:
    """The same for a look at pictures that gives one thing after another: each is worked out when the first who asks
    gets as far, and all others get the same one.
    """
    # What is worked out later must see the picture as it was, even if the buffer was written over.
    replay = once_per_picture(lambda pixels: _Replay(look(pixels.copy())))

    @wraps(look)
    def looked(pixels: Pixels) -> Iterator[Seen]:
        return iter(replay(pixels))

    return looked


class _Replay(Generic[Seen]):
    """What an iterator gives, for any number of readers."""

    def __init__(self, source: Iterator[Seen]) -> None:
        self._source = source
        self._seen: list[Seen] = []
        self._turn = Lock()

    def __iter__(self) -> Iterator[Seen]:
        for number in count():
            with self._turn:
                if number == len(self._seen):
                    for one in self._source:
                        self._seen.append(one)
                        break
                    else:
                        return
            yield self._seen[number]
