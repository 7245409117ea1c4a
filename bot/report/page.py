"""The page of a recording: one HTML file with its pictures inside, without scripts and without any address."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from bot.reading import Sight
from bot.report.chapters import Chapters, Pause
from bot.report.film import still
from bot.report.frame import template
from bot.story import Look, Story

SHOWN: Final = 12
"""Hesitations that are shown with a picture."""
LISTED: Final = 500
"""Moves that are listed."""
WIDTH: Final = 420
QUALITY: Final = 70
_KINDS: Final = {".webp": "image/webp", ".gif": "image/gif", ".png": "image/png"}


@dataclass(frozen=True)
class Scene:
    """A hesitation with what was seen and believed at it."""

    pause: Pause
    picture: str
    """As a `data:` address."""
    step: str
    """What was decided; empty where that is the hesitation itself."""
    seen: str
    believed: str
    """Empty where it is what was seen."""


def page(story: Story, told: Chapters, film: Path | None = None) -> str:
    """The HTML of a story that was told to its end; `film` is put into it. Raises RecordingError, OSError."""
    return template("page.html").render(
        name=story.folder.resolve().name,
        layout=story.recording.header.get("layout", "unknown"),
        rules=story.recording.header.get("rules", {}),
        report=story.report,
        trouble=story.trouble,
        told=told,
        looks=sum(look.times for look in story.looks),
        film=None if film is None else _address(film.read_bytes(), _KINDS[film.suffix.lower()]),
        scenes=[_scene(story, pause) for pause in told.pauses[:SHOWN]],
        listed=told.moves[:LISTED],
        sights={sight: sum(span.end - span.start for span in told.spans if span.sight is sight) for sight in Sight},
        end=_picture(story, len(story.looks) - 1) if story.looks else None,
    )


def _scene(story: Story, pause: Pause) -> Scene:
    look = story.look(pause.look)
    seen = _board(look, "seen")
    believed = _board(look, "believed")
    step = str(look.line["step"])
    told = "" if pause.why in step else step
    return Scene(pause, _picture(story, pause.look), told, seen, "" if believed == seen else believed)


def _board(look: Look, which: str) -> str:
    position = look.seen if which == "seen" else look.believed
    return "" if position is None else "\n".join(position.blocks.get("board", ()))


def _picture(story: Story, number: int) -> str:
    _, data = cv2.imencode(".webp", still(story, number, WIDTH), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    return _address(np.asarray(data).tobytes(), "image/webp")


def _address(data: bytes, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
