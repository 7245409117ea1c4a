"""Our own page of nonograms in chromium, at whole and fractional scales of the device."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.x11.windows import XWindow, list_windows
from tests.apps.record_nonograms import clues
from tests.apps.screens import park
from tests.display import DisplayServer, missing_programs, wait_for

PAGE = Path(__file__).with_name("web") / "nonogram.html"
DRAGS = Path(__file__).with_name("web") / "nonogram-drags"
"""A layout of it that knows that runs may be dragged."""
READY, SOLVED = "Nonogram ready", "Nonogram solved"


def missing() -> str:
    """What this needs and the machine lacks, as one sentence; empty when all is there."""
    programs = missing_programs("Xvfb", "openbox", "xdotool", "chromium")
    return f"Expected {', '.join(programs)} to be installed; install with apt-get." if programs else ""


@dataclass(frozen=True)
class Page:
    """One puzzle on the page."""

    picture: tuple[str, ...]
    """The solution, `#` and `.`."""
    style: str = ""
    """`night`, `small`, both or none."""
    scale: float = 1.0
    given: tuple[str, ...] = ()
    """What is filled in already."""
    size: tuple[int, int] = (760, 760)
    """Width and height of the window."""

    @property
    def address(self) -> str:
        """Of the page with this puzzle."""
        said = clues(self.picture)
        lines = ("/".join(clue.replace(" ", ".") for clue in said[name]) for name in ("rows", "cols"))
        given = "/".join(self.given).replace("#", "%23")
        return f"file://{PAGE}#" + ";".join((self.style.replace(" ", "%20"), *lines, given))


@dataclass(frozen=True)
class Playing:
    """A page that is open."""

    display: DisplayServer
    window: XWindow

    def solved(self) -> bool:
        """Whether the page says so, in its title."""
        end = time.monotonic() + 3
        while time.monotonic() < end:
            if any(facts.shown and facts.title.startswith(SOLVED) for facts in list_windows(self.display.connection)):
                return True
            time.sleep(0.05)
        return False


@contextmanager
def playing(display: DisplayServer, page: Page, profile: Path) -> Iterator[Playing]:
    """The page in a browser of its own, closed afterwards."""
    command = ["chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu"]
    command += [f"--user-data-dir={profile}", f"--force-device-scale-factor={page.scale}"]
    command += [f"--window-size={page.size[0]},{page.size[1]}", "--window-position=20,10", f"--app={page.address}"]
    park(display)
    with display.playing(command, READY) as window:
        wait_for(lambda: window.box().w > 100, "the page's window")
        time.sleep(0.7)
        yield Playing(display, window)


def doubled(picture: Sequence[str]) -> tuple[str, ...]:
    """A picture four times as large: itself, and its mirror images beside and below."""
    wide = [row + row[::-1] for row in picture]
    return tuple(wide + wide[::-1])
