"""Replay: the same pictures, the same decisions; or the first difference."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.control.controls import make_control
from bot.frame import Frame
from bot.layout import load_layout
from bot.pilot import Manners, Pilot
from bot.record import Recording, RecordingError
from bot.rules import possible_games
from bot.vision.readers import make_reader
from engine.api import Limit


@dataclass(frozen=True)
class Replayed:
    """What came of a replay."""

    looks: int
    """How many readings were decided on."""
    difference: str | None = None
    """None when all was the same; else where it first differs, what was recorded and what is decided now."""


def replay(folder: Path) -> Replayed:
    """Decide again on every recorded frame and compare. Raises RecordingError, LayoutError, BadRule."""
    recording = Recording(folder)
    layout = load_layout(folder)
    reader = make_reader(layout)
    games = possible_games(layout.game, recording.header.get("rules", {}))
    pilot = Pilot(games, make_control(layout.hands), _manners(recording.header))
    looks = 0
    frame: Frame | None = None
    shown: tuple[int, Frame] | None = None
    for number, line in enumerate(recording.lines(), 1):
        if "done" in line:
            pilot.performed(int(line["done"]))
        elif "step" in line:
            if shown is None or shown[0] != line.get("frame"):
                frame = recording.frame(line)
                shown = (int(line["frame"]), frame)
            else:
                frame = Frame(shown[1].pixels, float(line["t"]), shown[1].origin, shown[1].scale)
            looks += 1
            step = str(pilot.tick(reader.read(frame)))
            if step != line["step"]:
                where = f"log line {number}, frame {line['frame']}, at {line['t']:.3f} s"
                return Replayed(looks, f"{where}: recorded {line['step']!r}, now {step!r}")
    if not looks:
        raise RecordingError(f"{folder} holds a header but no looks; there is nothing to replay.")
    return Replayed(looks)


def _manners(header: dict[str, Any]) -> Manners:
    try:
        values = dict(header["manners"])
        return Manners(**{**values, "limit": Limit(**values["limit"])})
    except (KeyError, TypeError, ValueError) as error:
        raise RecordingError(f"header.json: `manners` cannot be used ({error}).") from error
