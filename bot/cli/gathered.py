"""Pictures to learn from: files, folders of them, recordings, or the screen as it is now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from bot.devices import parse_region
from bot.errors import UsageError
from bot.frame import Pixels

MOST_FRAMES: Final = 12
"""Pictures of a recording that are learned from."""


@dataclass(frozen=True)
class Source:
    """Pictures and what is known of the program that they show."""

    pictures: Sequence[Pixels]
    name: str
    """What to call the layout where nobody says."""
    window: str = ""
    """The class or title of the window."""


def gather(pictures: Sequence[Path], window: str | None, region: str | None) -> Source:
    """The pictures that were named: files, folders of them, recordings, or the screen as it is now.

    Raises UsageError unless it is either pictures or a window or a region; what reading them raises.
    """
    if (len(pictures) > 0) + (window is not None) + (region is not None) != 1:
        raise UsageError(
            "Say what to learn from: pictures or a recording, --window TITLE-OR-CLASS, or --region X,Y,W,H."
        )
    if not pictures:
        return screen(window, region)
    from bot.vision.picture import load

    taken: list[Pixels] = []
    for path in pictures:
        taken += _folder_pictures(path) if path.is_dir() else [load(path)]
    return Source(taken, slug(pictures[0].stem))


def screen(window: str | None, region: str | None) -> Source:
    """One picture of a window or a region. Raises UsageError, TargetError, CaptureError."""
    from bot.clock import RealClock
    from bot.devices import open_capture, open_target

    target = open_target(window, parse_region(region) if region else None)
    capture = open_capture(target, RealClock(), through=True)
    try:
        pixels = capture.grab().pixels[:, :, :3].copy()
    finally:
        capture.close()
    if not window:
        return Source([pixels], slug("region"))
    called = " ".join(_words(target.program or target.title))
    return Source([pixels], usual_name(target.title, target.program), called)


def usual_name(title: str, program: str) -> str:
    """What to call the layout of a window where nobody says: as its program where that has one name, else as what a
    person sees of it; a page in a browser is called by its address and by the browser.

    >>> usual_name("Shisen-Sho", "kshisen KShisen"), usual_name("Bazaar of Knots", "home_me_shisen.html Chromium")
    ('kshisen', 'bazaar-of-knots')
    >>> usual_name("Panels", "")
    'panels'
    """
    words = _words(program)
    return slug(words[0] if len(words) == 1 else title or program)


def _words(program: str) -> list[str]:
    """By what a program is called: twice the same where its window's resources and their class have one name."""
    return list(dict.fromkeys(program.casefold().split()))


def _folder_pictures(folder: Path) -> list[Pixels]:
    """The pictures of a folder, or of a recording some from its beginning to its end."""
    from bot.capture import CaptureError
    from bot.capture.files import NoMorePictures, PictureFolder
    from bot.clock import RealClock
    from bot.record import Recording

    if not (folder / "header.json").exists():
        shown, taken = PictureFolder(folder, RealClock()), list[Pixels]()
        while len(taken) < MOST_FRAMES:
            try:
                taken.append(shown.grab().pixels)
            except NoMorePictures:
                break
        return taken
    recording = Recording(folder)
    looks = {int(line["frame"]): line for line in recording.lines() if "frame" in line}
    if not looks:
        raise CaptureError(f"{folder} is a recording without pictures.")
    numbers = sorted(looks)
    some = sorted({round(at) for at in np.linspace(0, len(numbers) - 1, min(MOST_FRAMES, len(numbers)))})
    return [recording.frame(looks[numbers[at]]).pixels for at in some]


def slug(text: str) -> str:
    """A name for a folder from any text.

    >>> slug("KShisen — 1"), slug("2048")
    ('kshisen-1', 'board-2048')
    """
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return (plain if plain[:1].isalpha() else f"board-{plain}".strip("-"))[:40].strip("-")
