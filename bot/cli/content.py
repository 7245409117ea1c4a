"""What a person named to be read: a file (a text, a picture, or none at all), or what is on the screen now."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from bot.errors import CannotReadError, UsageError
from bot.plain import MAX_TEXT

FIRST = 1000
"""Bytes by which a file that is longer is taken for a text."""


@dataclass(frozen=True)
class Named:
    """What is to be read: one of these."""

    file: str | None = None
    """A picture, a text position, or - for stdin."""
    window: str | None = None
    """Title or class of a window, as it is now."""
    region: str | None = None
    """A part of the screen, as it is now, as typed."""

    def __post_init__(self) -> None:
        if [self.file, self.window, self.region].count(None) != 2:
            raise UsageError(
                "Say what to read: FILE (a picture, a text position, or - for stdin), --window TITLE-OR-CLASS, or "
                "--region X,Y,W,H, one of them."
            )

    def __str__(self) -> str:
        """As it is typed."""
        if self.file is not None:
            return self.file
        return f"--window {shlex.quote(self.window)}" if self.window is not None else f"--region {self.region}"


def content(file: str) -> bytes | None:
    """The content of stdin or of a file that may be text; None for a picture file."""
    if file == "-":
        return sys.stdin.buffer.read(64 * 1024 * 1024)
    path = Path(file)
    if not path.exists():
        raise CannotReadError(f"There is no file {file}; name a picture, a text position, or - for stdin.")
    if path.is_dir():
        raise CannotReadError(f"{file} is a folder; name a picture or a text position.")
    if path.is_fifo() and path.resolve().exists():  # not one that a shell made for `<(…)`
        raise CannotReadError(f"{file} is a pipe, to which perhaps nobody writes: banmen … - < {file} waits for it.")
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_TEXT + 1)
    except OSError as error:
        raise CannotReadError(f"{file} cannot be read: {error.strerror}.") from error
    if len(data) > MAX_TEXT and as_text(data[:FIRST]) is not None:
        raise CannotReadError(f"{file} is a text of more than {MAX_TEXT} characters; a position is shorter.")
    return None if as_text(data) is None else data


def as_text(data: bytes) -> str | None:
    """The data as text, or None where it is not text."""
    if len(data) > MAX_TEXT or b"\0" in data[:4096]:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
