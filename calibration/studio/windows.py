"""Windows on the screen that a picture can be taken of."""

from __future__ import annotations

from typing import Any

import numpy as np

from bot.clock import RealClock
from bot.devices import list_windows, open_capture, open_target, parse_region
from bot.errors import CannotReadError
from bot.frame import Pixels
from bot.target import Target, TargetError


def windows() -> list[dict[str, Any]]:
    """What may be chosen, the main windows of programs first. Raises CannotReadError where there is no display."""
    try:
        found = [facts for facts in list_windows() if facts.shown]
    except TargetError as error:
        raise CannotReadError(f"{error} A screenshot can be dropped here all the same.") from error
    return [
        {"id": facts.id, "title": facts.title or facts.kind, "program": facts.kind, "size": list(facts.size)}
        for facts in sorted(found, key=lambda facts: facts.side)
    ]


def photograph(window: str | None = None, region: str | None = None) -> tuple[Pixels, str]:
    """What a window (title, class or number) or a region of the screen shows now, and the program that it belongs to.

    Raises TargetError, CaptureError, UsageError.
    """
    target = open_target(window, None if region is None else parse_region(region))
    capture = open_capture(target, RealClock(), through=True)
    try:
        return np.ascontiguousarray(capture.grab().pixels[:, :, :3]).copy(), _program(target)
    finally:
        capture.close()


def _program(target: Target) -> str:
    return target.program.split()[-1] if target.program else ""
