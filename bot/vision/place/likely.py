"""Where a calibrated board may lie in a frame before anything is looked at closely: the usual places of a window that
was moved, made larger or scaled, then those at which the edges around the board are found again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.vision.place.pattern import Pattern
from bot.vision.place.scene import Map, Scene
from bot.vision.place.search import Search

WHOLE: Final = 9.0
"""Shorter sides of the board around it that take in all of a picture."""
SQUARE: Final = (1.0,)
SLENDER: Final = (0.86, 1.16, 0.74, 1.35)
"""Ratios of the two scales that are tried first, and last."""
GUESSES: Final = 5
"""Guesses of a search that are followed up."""
FAINT: Final = 0.35
"""Agreement of reduced edges below which a guess is not followed up."""
AS_WIDE: Final = 0.005
"""Share by which the two scales of a frame differ at most that has the calibrated picture's shape."""


class Likely:
    """The likely places of one board."""

    def __init__(self, pattern: Pattern, width: int) -> None:
        """`width` is that of the whole calibrated picture, in pixels."""
        self._pattern = pattern
        self._scale = width / pattern.width
        """Pixels of that picture for one of the pattern."""
        self._near, self._wide = Search(pattern, self._scale), Search(pattern, self._scale, WHOLE)

    def whole(self, scene: Scene) -> Map:
        """The calibrated picture scaled with the frame."""
        return Map(scene.width / self._pattern.width, scene.height / self._pattern.height, 0, 0)

    def windows(self, scene: Scene) -> Iterator[Map]:
        """All places that the frame's size alone suggests."""
        yield from self._usual(scene)
        middle, corner = self._placed(scene, self._scale)
        yield corner
        yield middle

    def all(self, scene: Scene) -> Iterator[Map]:
        """All places to be looked at, the likelier first: the usual ones, then what a search of the frame finds."""
        yield from self._usual(scene)
        near, wide = self._near, self._wide
        for search in (near, wide):
            usual = search.guesses(scene, search.usual(scene), 2)
            yield from (guess.there for guess in usual if guess.score >= FAINT)
        seen = False
        for search, shapes in ((near, SQUARE), (wide, SQUARE), (near, SLENDER)):
            # A window that was stretched is seen a little in its own shape, too: most of the time goes into others.
            if shapes is SLENDER and not seen:
                break
            scales = [pair for shape in shapes for pair in search.all(scene, shape)]
            followed = [guess for guess in search.guesses(scene, scales, GUESSES) if guess.score >= FAINT]
            seen |= search is near and bool(followed)
            for guess in followed:
                yield search.closer(scene, guess).there

    def _usual(self, scene: Scene) -> Iterator[Map]:
        """Nothing moved; scaled with the frame; scaled with its shape kept, in the middle or the upper left."""
        whole = self.whole(scene)
        yield whole
        if abs(whole.scale_x / whole.scale_y - 1) >= AS_WIDE:
            yield from self._placed(scene, min(whole.scale_x, whole.scale_y))

    def _placed(self, scene: Scene, scale: float) -> tuple[Map, Map]:
        """The calibrated picture at one scale, in the middle of a frame and in its upper left."""
        room_x, room_y = scene.width - scale * self._pattern.width, scene.height - scale * self._pattern.height
        return Map(scale, scale, room_x / 2, room_y / 2), Map(scale, scale, 0, 0)
