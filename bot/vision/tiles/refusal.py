"""Why no board can be read from a picture: told by what the picture shows, never by how a certain program looks.

It is asked only when a board was not found or is in doubt. Each reason needs evidence of its own, and where there is
none for any, nothing more is said than that no board was found: a person who is sent to look for a dialog that is not
there is worse off than one who is told that the board was not understood.
"""

from __future__ import annotations

from itertools import islice, takewhile
from typing import Final, NamedTuple

import cv2
import numpy as np

from bot.frame import Box, Pixels
from bot.reading import Sight
from bot.vision.finding import locate
from bot.vision.tiles import notice
from bot.vision.tiles.cover import Traces, cover, face_down, traces_of

LOOK: Final = 640
"""The longer side, in pixels, at which a picture is looked at: reasons are coarse."""
GUESSES: Final = 3
"""Lattices that are looked at."""
SMALL: Final = 16.0
"""Cells that are narrower, in pixels of the picture, show too little of a tile."""
SLOPE: Final = 0.13
"""Share of the whole range from black to white that the steepest edges of a sharp picture climb in one pixel."""
RANGE: Final = 12.0
"""Grey levels from black to white of a picture that shows anything."""
FAINT: Final = 5.0
"""Contrast, in grey levels, below which tiles are too dark or pale to be told apart."""


class Refusal(NamedTuple):
    """A reason, and how much of the board there is to be seen."""

    sight: Sight
    why: str


NOTHING: Final = Refusal(
    Sight.LOST,
    "Expected a board of tiles, found nothing that repeats like one in both directions: show the whole board, upright "
    "and with nothing over it.",
)
NOTICE: Final = Refusal(
    Sight.COVERED,
    "Expected a board of tiles, found a notice on empty ground: the game is paused or over; go on with it, or begin a "
    "new one.",
)
EMPTY: Final = Refusal(
    Sight.LOST,
    "Expected a board of tiles, found next to nothing but empty ground: the game is paused, over or not begun.",
)


def why_not(pixels: Pixels) -> Refusal:
    """The reason why no board can be read from `pixels` (h, w, 3 or 4)."""
    if reason := _blurred(pixels):
        return reason
    scale = min(1.0, LOOK / max(pixels.shape[:2]))
    whole, small = _resized(pixels, 1.0), _resized(pixels, scale)
    traces = _traces(whole)
    if traces:
        return _of_board(small, scale, traces)
    busy, tiles = notice.busy(small), notice.rectangles(small)
    if notice.stands_alone(small, busy, tiles):
        return NOTICE
    return _tiny(pixels) or _few(small, busy, tiles) or (EMPTY if notice.empty(busy) else NOTHING)


def _traces(pixels: Pixels) -> Traces | None:
    """What there is to be seen of a board that the whole picture speaks for."""
    guesses = islice(locate.lattices(pixels), GUESSES)
    return traces_of(pixels, takewhile(lambda one: not one.in_part, guesses))


def _resized(pixels: Pixels, scale: float) -> Pixels:
    view = np.ascontiguousarray(pixels[:, :, :3])
    if scale == 1:
        return view
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(view, None, fx=scale, fy=scale, interpolation=how), np.uint8)


def _of_board(small: Pixels, scale: float, traces: Traces) -> Refusal:
    """Why a board of which there are traces cannot be read."""
    grid = traces.grid
    size = f"{grid.columns} x {grid.rows} cells"
    wide, high = grid.pitch_x, grid.pitch_y
    if face_down(traces):
        return Refusal(
            Sight.COVERED,
            f"Expected tiles, found about {size} that all look alike: the game is paused or its tiles lie face down; "
            "let it show them.",
        )
    if hidden := cover(small, traces.scaled(scale)):
        place = hidden.place
        what = "a panel that tiles shine through" if hidden.shines else "something that is neither tile nor ground"
        return Refusal(
            Sight.COVERED,
            f"Expected the whole board, found {what} over rows {place.top} to {place.bottom} and columns {place.left} "
            f"to {place.right} of what is seen of it: close the dialog or panel, or wait until it is gone.",
        )
    if min(wide, high) < SMALL:
        return _too_small(size, wide, high)
    if traces.contrast < FAINT:
        return Refusal(
            Sight.DOUBT,
            f"Expected tiles that stand out, found cells of about {wide:.0f} x {high:.0f} pixels with pictures that "
            f"differ by only {traces.contrast:.0f} grey levels from what is around them: show the board brighter or "
            "with more contrast.",
        )
    return Refusal(
        Sight.DOUBT,
        f"Expected kinds of tiles that can be told apart, found cells of about {wide:.0f} x {high:.0f} pixels that "
        "repeat but cannot be told apart for sure: show the board larger and sharper.",
    )


def _too_small(size: str, wide: float, high: float) -> Refusal:
    return Refusal(
        Sight.DOUBT,
        f"Expected cells of {SMALL:.0f} pixels or more, found about {size} of only {int(wide)} x {int(high)}: show the "
        "board larger.",
    )


def _blurred(pixels: Pixels) -> Refusal | None:
    """A picture that is out of focus as a whole: even its steepest edges are spread over many pixels."""
    grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels[:, :, :3]), cv2.COLOR_BGR2GRAY), np.uint8)
    dark, light = (float(level) for level in np.percentile(grey[::4, ::4], (1, 99)))
    if light - dark < RANGE or min(grey.shape) < 8:
        return None
    # Every other row tells as much as all.
    above = np.ascontiguousarray(grey[: len(grey) // 2 * 2 : 2])
    rows = np.ascontiguousarray(grey[1::2])
    across, down = cv2.absdiff(rows[:, 1:], rows[:, :-1]), cv2.absdiff(rows, above)
    times = np.cumsum(np.bincount(cv2.max(across, down[:, 1:]).ravel(), minlength=256)[::-1])
    steepest = 255 - int(np.argmax(times > max(20, across.size // 5000)))
    if steepest > SLOPE * (light - dark):
        return None
    return Refusal(
        Sight.DOUBT,
        f"Expected a sharp picture, found one whose sharpest edges are {(light - dark) / max(steepest, 1):.0f} pixels "
        "wide: show the board in focus and at its real size.",
    )


def _tiny(pixels: Pixels) -> Refusal | None:
    """A board whose cells are too small to be found at the picture's own size, found in an enlarged one."""
    larger = LOOK / max(pixels.shape[:2])
    if larger < 1.5:
        return None
    larger = min(larger, 4.0)
    enlarged = _resized(pixels, larger)
    traces = _traces(enlarged)
    if traces is None:
        return None
    wide, high = traces.grid.pitch_x / larger, traces.grid.pitch_y / larger
    if min(wide, high) >= SMALL:
        return None
    return _too_small(f"{traces.grid.columns} x {traces.grid.rows} cells", wide, high)


def _few(small: Pixels, busy: notice.Busy, tiles: list[Box]) -> Refusal | None:
    """Some things like tiles, two of which show the same, that lie in no grid."""
    like = notice.equals(small, tiles)
    if not like:
        return None
    if notice.among(busy, like):
        return Refusal(
            Sight.COVERED,
            f"Expected a whole board, found a panel or dialog and about {len(like)} things like tiles around it: close "
            "it, or wait until it is gone.",
        )
    return Refusal(
        Sight.DOUBT,
        f"Expected a board of tiles, found about {len(like)} things like tiles and no grid that they lie in: the "
        "board is nearly empty, or too little of it shows to tell where its cells are.",
    )
