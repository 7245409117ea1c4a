"""A short animated picture of a session: every move drawn where it was made, in the game's own rhythm."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from bot.errors import UsageError
from bot.frame import Pixels
from bot.story import Look, Story

MOST: Final = 150
"""Pictures in a film; of a longer session some are left out, evenly."""
WIDTH: Final = 480
"""Pixels at the most, so that it can be sent around."""
LENGTH: Final = 20.0
"""Seconds that it lasts at the most, its last picture aside."""
SHORTEST: Final = 0.04
LONGEST: Final = 0.6
LAST: Final = 2.5
"""Seconds that a picture is shown."""
QUALITY: Final = 70
KINDS: Final = (".webp", ".gif", ".png")
INK: Final = (60, 60, 235)
EDGE: Final = (255, 255, 255)


def film(story: Story, path: Path) -> int:
    """Write the animated picture; how many pictures it shows.

    Raises UsageError where the file's ending is none of KINDS or it cannot be written, RecordingError where a frame is
    missing.
    """
    if path.suffix.lower() not in KINDS:
        raise UsageError(f"A film is written to a file that ends in {', '.join(KINDS)}, not to {path}.")
    scenes = _scenes(story.looks)
    if not scenes:
        raise UsageError("The recording shows nothing; there is nothing to make a film of.")
    animation = cv2.Animation()
    animation.frames = _alike([still(story, number, WIDTH) for number in scenes])
    animation.durations = [round(1000 * seconds) for seconds in _durations([story.looks[n] for n in scenes])]
    options = [cv2.IMWRITE_WEBP_QUALITY, QUALITY] if path.suffix.lower() == ".webp" else []
    done, data = cv2.imencodeanimation(path.suffix.lower(), animation, options)
    if not done:
        raise UsageError(f"The film could not be turned into {path.suffix}; try .webp.")
    try:
        path.write_bytes(np.asarray(data).tobytes())
    except OSError as error:
        raise UsageError(f"The film cannot be written to {path}: {error.strerror}.") from error
    return len(scenes)


def still(story: Story, number: int, width: int) -> Pixels:
    """The picture of a look, at most `width` pixels wide, with what the hand did drawn on it.

    Raises CannotReadError, RecordingError.
    """
    look, pixels = story.look(number), story.picture(number)[:, :, :3]
    scale = min(1.0, width / pixels.shape[1])
    size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
    small = np.array(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8, copy=True)
    _draw(small, look, scale)
    return small


def _scenes(looks: Sequence[Look]) -> list[int]:
    """The looks to be shown: every move and every new picture, thinned out evenly where there are too many."""
    scenes = [
        number
        for number, look in enumerate(looks)
        if look.hands or number == 0 or look.line["frame"] != looks[number - 1].line["frame"]
    ]
    if len(scenes) > MOST:
        kept = [number for number in scenes if looks[number].hands]
        if len(kept) > MOST - 2 or len(kept) < 2:
            kept = scenes
        chosen = np.linspace(0, len(kept) - 1, min(MOST - 2, len(kept))).round().astype(int)
        scenes = sorted({scenes[0], *(kept[index] for index in chosen), scenes[-1]})
    return scenes


def _durations(looks: Sequence[Look]) -> list[float]:
    """Seconds that each is shown: as long as it was, faster where that would be too long."""
    times = [float(look.line["t"]) for look in looks]
    shown = np.clip(np.diff(times), SHORTEST, LONGEST)
    if shown.sum() > LENGTH:
        shown = np.maximum(shown * (LENGTH / shown.sum()), SHORTEST)
    return [*shown.tolist(), LAST]


def _alike(frames: Sequence[Pixels]) -> list[Pixels]:
    """All of one size, that of the largest: a window that was resized stands on a dark ground."""
    height, width = max(frame.shape[0] for frame in frames), max(frame.shape[1] for frame in frames)
    alike = []
    for frame in frames:
        ground = np.full((height, width, 3), 24, np.uint8)
        ground[: frame.shape[0], : frame.shape[1]] = frame
        alike.append(ground)
    return alike


def _draw(picture: Pixels, look: Look, scale: float) -> None:
    """The line that a move goes along, and where the hand came down."""
    if look.grid is not None:
        for line in look.lines:
            path = np.array([look.grid.centre(cell) for cell in line]).reshape(-1, 2) * scale
            for colour, width in ((EDGE, 5), (INK, 3)):
                cv2.polylines(picture, [path.round().astype(np.int32)], False, colour, width, cv2.LINE_AA)
    for hand in look.hands:
        if hand["at"] is not None and hand["what"] != "pointer":
            at = round(hand["at"][0] * scale), round(hand["at"][1] * scale)
            cv2.circle(picture, at, 7, EDGE, 4, cv2.LINE_AA)
            cv2.circle(picture, at, 7, INK, 2, cv2.LINE_AA)
