"""Files that somebody else may have made: read only where they are plain ones, and never without end."""

from __future__ import annotations

import errno
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

MAX_TEXT: Final = 1_000_000
"""So long is the longest text that a position may be, in characters."""


def read_plain(path: Path, most: int) -> bytes:
    """All of a file of at most so many bytes. Raises OSError, also for what is no plain file: a link may lead
    anywhere, a pipe keeps who reads it waiting, and a device may never end.
    """
    _check(path, most)
    with path.open("rb") as file:
        return file.read(most)


def plain_lines(path: Path, most: int, longest: int) -> Iterator[bytes]:
    """The lines of such a file, each with its end, one that is longer than `longest` in pieces. Raises OSError."""
    _check(path, most)
    with path.open("rb") as file:
        while line := file.readline(longest):
            yield line


def _check(path: Path, most: int) -> None:
    about = path.lstat()
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, "it is a link, a folder or a device, and no plain file", str(path))
    if about.st_size > most:
        raise OSError(errno.EFBIG, f"it is larger than {most >> 10} KB", str(path))
