"""The page of Pentas in chromium, at whole and fractional scales of the device."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.arcade import web
from bot.x11.windows import XWindow, list_windows
from tests.apps.nonogram_page import missing
from tests.apps.screens import park
from tests.display import DisplayServer, wait_for

PAGE = Path(str(web.__path__[0])) / "pentas.html"
READY = "Pentas ready"

__all__ = ["Page", "Playing", "missing", "playing"]


@dataclass(frozen=True)
class Page:
    """One game on the page."""

    style: str = "day"
    seed: int = 1
    scoring: str = "rows"
    scale: float = 1.0
    size: tuple[int, int] = (700, 560)
    """Width and height of the window before it is scaled."""

    @property
    def address(self) -> str:
        """Of the page with this game."""
        return f"file://{PAGE}#{self.style};{self.seed};{self.scoring}"


@dataclass(frozen=True)
class Playing:
    """A page that is open."""

    display: DisplayServer
    window: XWindow

    def told(self) -> tuple[int, int]:
        """Points and turns, as the page's title says them."""
        for facts in list_windows(self.display.connection):
            if facts.shown and (found := re.match(r"Pentas \w+: (\d+) points, (\d+) turns", facts.title)):
                return int(found[1]), int(found[2])
        raise AssertionError("the page tells nothing")


@contextmanager
def playing(display: DisplayServer, page: Page, profile: Path) -> Iterator[Playing]:
    """The page in a browser of its own, closed afterwards."""
    command = ["chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu"]
    command += [f"--user-data-dir={profile}", f"--force-device-scale-factor={page.scale}"]
    command += [f"--window-size={page.size[0]},{page.size[1]}", "--window-position=10,10", f"--app={page.address}"]
    park(display)
    with display.playing(command, READY) as window:
        wait_for(lambda: window.box().w > 100, "the page's window")
        time.sleep(0.7)
        yield Playing(display, window)
