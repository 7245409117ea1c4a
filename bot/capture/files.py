"""Pictures from files instead of the screen: one picture, or a folder of them in the order of their names."""

from __future__ import annotations

import re
from pathlib import Path

from bot.capture import CaptureError
from bot.clock import Clock
from bot.frame import Frame

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp"})


class NoMorePictures(CaptureError):
    """Every picture of the folder has been shown."""


class PictureFile:
    """Shows one picture for as long as it is asked."""

    def __init__(self, path: Path | str, clock: Clock) -> None:
        self.path = Path(path)
        self.clock = clock

    def grab(self) -> Frame:
        """The picture, read afresh. Raises CaptureError."""
        return _frame(self.path, self.clock)

    def wait(self, seconds: float) -> bool:
        """Let the time pass; True, the next picture may be another one."""
        self.clock.sleep(seconds)
        return True

    def close(self) -> None:
        """Nothing is held."""


class PictureFolder:
    """Shows the pictures of a folder one after the other; `2.png` comes before `10.png`."""

    def __init__(self, folder: Path | str, clock: Clock) -> None:
        """Raises CaptureError where there is no picture in it."""
        self.folder = Path(folder)
        self.clock = clock
        try:
            self.paths = sorted((p for p in self.folder.iterdir() if p.suffix.lower() in SUFFIXES), key=_natural)
        except OSError as error:
            raise CaptureError(f"{folder} is no folder that can be read ({error.strerror}); check the name.") from error
        if not self.paths:
            raise CaptureError(f"{folder} holds no picture; expected files ending in {', '.join(sorted(SUFFIXES))}.")
        self._next = 0

    def grab(self) -> Frame:
        """The next picture. Raises NoMorePictures after the last one, CaptureError for one that cannot be read."""
        if self._next == len(self.paths):
            raise NoMorePictures(f"All {len(self.paths)} pictures of {self.folder} were shown.")
        self._next += 1
        return _frame(self.paths[self._next - 1], self.clock)

    def wait(self, seconds: float) -> bool:
        """Let the time pass; True, the next picture may be another one."""
        self.clock.sleep(seconds)
        return True

    def close(self) -> None:
        """Nothing is held."""


def _frame(path: Path, clock: Clock) -> Frame:
    from bot.vision.picture import PictureError, load

    try:
        return Frame(load(path), clock.now())
    except PictureError as error:
        raise CaptureError(str(error)) from error


def _natural(path: Path) -> tuple[tuple[bool, int, str], ...]:
    """Sorts numbers in names by their value."""
    parts = re.split(r"(\d+)", path.name)
    return tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts)
