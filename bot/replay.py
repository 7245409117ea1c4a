"""Replay: the same pictures, the same decisions; or the first difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.chase import Chaser, chaser
from bot.control.controls import make_control
from bot.frame import Frame
from bot.layouts import load_layout
from bot.manners import Manners
from bot.pilot import Pilot
from bot.reading import Reading
from bot.record import Recording, RecordingError
from bot.rules import possible_games
from bot.settle import eyes
from bot.step import Step
from engine.api import Limit


@dataclass(frozen=True)
class Replayed:
    """What came of a replay."""

    looks: int
    """How many readings were decided on."""
    difference: str | None = None
    """None when all was the same; else where it first differs, what was recorded and what is decided now."""


@dataclass(frozen=True)
class Retold:
    """One look of a recording, decided on again."""

    number: int
    """Its line in the log, from 1."""
    line: Mapping[str, Any]
    """What was recorded."""
    frame: Frame
    reading: Reading
    step: Step
    """What is decided now."""
    pilot: Pilot | Chaser
    """Who decided it. The same one at every look, and moved on by the next: ask it at once."""

    @property
    def difference(self) -> str | None:
        """None where the decision is the recorded one; else where it is, what was recorded and what is decided now."""
        if (now := str(self.step)) == self.line["step"]:
            return None
        where = f"log line {self.number}, frame {self.line['frame']}, at {self.line['t']:.3f} s"
        return f"{where}: recorded {self.line['step']!r}, now {now!r}"


def replay(folder: Path) -> Replayed:
    """Decide again on every recorded frame and compare. Raises RecordingError, LayoutError, BadRule."""
    looks = 0
    for looks, retold in enumerate(retell(folder), 1):
        if retold.difference is not None:
            return Replayed(looks, retold.difference)
    if not looks:
        raise RecordingError(f"{folder} holds a header but no looks; there is nothing to replay.")
    return Replayed(looks)


def retell(folder: Path) -> Iterator[Retold]:
    """Decide again, look by look. Raises RecordingError, LayoutError, BadRule."""
    recording = Recording(folder)
    layout = load_layout(folder)
    rules = recording.header.get("rules", {})
    reader = eyes(layout, rules)
    control, manners = make_control(layout.hands), _manners(recording.header)
    pilot: Pilot | Chaser
    if recording.header.get("running"):
        pilot = chaser(layout.game, rules, layout.hands, control, manners)
    else:
        pilot = Pilot(possible_games(layout.game, rules), control, manners)
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
            reading = reader.read(frame)
            yield Retold(number, line, frame, reading, pilot.tick(reading), pilot)


def _manners(header: dict[str, Any]) -> Manners:
    try:
        values = dict(header["manners"])
        return Manners(**{**values, "limit": Limit(**values["limit"])})
    except (KeyError, TypeError, ValueError) as error:
        raise RecordingError(f"header.json: `manners` cannot be used ({error}).") from error
