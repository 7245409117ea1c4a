"""The calibrated board again: wherever the window moved, at whatever size and scale, whatever its cells hold now.

Each of the places where it may lie (`likely`) is fitted until patches around the board agree to a fraction of a pixel,
and until the cells look like the samples of their kinds. Cells that are known bear a place out; on an empty board
patches on all sides of it must. What is borne out by neither is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.layout import Area, Layout, LayoutError, Place
from bot.reason import About
from bot.vision.blocks.first import first_sight_blocks
from bot.vision.blocks.sorting import Sorting
from bot.vision.place.anchors import align, fitting
from bot.vision.place.cellfit import fitted
from bot.vision.place.cellkinds import CellKinds, Fit
from bot.vision.place.colours import Colours
from bot.vision.place.filling import filling, fills
from bot.vision.place.known import Known
from bot.vision.place.likely import Likely
from bot.vision.place.lining import lined, rivals
from bot.vision.place.nudge import nudged
from bot.vision.place.palette import Palette
from bot.vision.place.pattern import Pattern
from bot.vision.place.polish import Polished, polish, stands
from bot.vision.place.scene import Map, Scene
from bot.vision.place.screens import Screens
from bot.vision.place.sights import Sights, few, same
from bot.vision.place.stack import Stack
from bot.vision.place.surroundings import load_surroundings, surroundings
from bot.vision.place.vivid import Vivid
from bot.vision.samples import Sample, load_samples
from bot.vision.scenery import load_scenery

__all__ = ["Finder", "Found", "surroundings"]

NEAR: Final = 0.74
"""Share of the patches by the board that must agree."""
COLOURS: Final = 0.6
"""Share of the surroundings that must show the known colours."""
MORE: Final = 0.002
"""Cells by which cells may hold a place less closely than CLOSE."""
PART: Final = 0.01
"""Cells by which a corner may be off, where that is more than CLOSE: cells are compared in pixels twenty to a cell."""
SAME: Final = 0.75
"""Share of the surroundings that must be the same for the board to be where it was calibrated."""
LEAD: Final = 1.3
"""How many times more the surroundings of a stack must agree than where else it may lie."""
WHOLE: Final = 0.9
"""Share of the calibrated picture that lies in the frame where no other place is looked for."""
RATHER: Final = 0.12
"""Share of the colours around a guess below which its cells are not looked at."""
NUDGED: Final = 0.3
"""Share of the colours around a guess from which its cells are looked for aside."""
BORNE: Final = 0.85
"""Share of the cells that must be told where cells bear a place out."""
MOSTLY: Final = 0.5
"""Share of the cells that are told from which a board that should lie there surely does."""
NEARLY: Final = 0.7
"""Share that must be, not quite so surely, at half size: to fit them at full size takes the most time."""
LEAST: Final = 10.0
"""Pixels of the smallest cells that bear a place out."""
CLOSE: Final = 0.25
"""Two deviations of a corner, in pixels, that a place must be held to."""
PLAINLY: Final = 0.75
"""Share of the colours around a guess from which it is looked at more closely, before those with fewer."""
STACKS: Final = 6
"""Guesses at which the cells of a stack that scrolls are looked at."""
ASIDE: Final = 0.2
"""Cells by which a board may lie beside where it is seen."""
TWICE: Final = 0.1
"""Guesses that lie less than this apart, in cells, are one."""


@dataclass(frozen=True)
class Found:
    """Where the calibrated board lies in a frame."""

    grid: Grid
    area: Box
    """The whole calibrated picture, in frame pixels; it may reach beyond the frame."""
    certainty: float
    """0 to 1; what is not sure is not given at all."""
    cells: Fit | None = None
    """What its cells looked like when it was found, where they bear it out."""

    def box(self, area: Area) -> Box:
        """Where a part of the calibrated picture, a region or a screen, lies in the frame."""
        x, y, w, h = self.area
        return Box(x + area.left * w, y + area.top * h, (area.right - area.left) * w, (area.bottom - area.top) * h)


class Finder:
    """Finds one layout's board in frame after frame; remembers where it was."""

    _painted: Vivid | Palette | None
    """The colours of the kinds, where they come from a layout."""

    def __init__(self, layout: Layout, samples: Sequence[Sample] | None = None) -> None:
        """`samples` are those of the layout, where they were loaded. Raises LayoutError where the layout does not say
        where the board lay, or its sample is missing.
        """
        if layout.board.place is None:
            raise LayoutError(f"{layout.folder / 'layout.toml'}: there is no board.place; calibrate once more.")
        samples = load_samples(layout) if samples is None else samples
        kinds = CellKinds(samples, load_scenery(layout))
        self._of(layout.board.place, load_surroundings(layout), kinds, Screens.load(layout), layout.board.scrolls)
        self._seen_alone = layout.board.reader == "blocks"
        self._painted = Vivid(samples) if layout.board.hues else Palette(samples)

    @classmethod
    def of(cls, place: Place, sample: Pixels, samples: Sequence[Sample] = (), *, scrolls: bool = False) -> Finder:
        """A finder of what `surroundings` made of a picture, and of samples of the kinds, without files."""
        finder = cls.__new__(cls)
        finder._of(place, sample, CellKinds(samples), Screens((), ()), scrolls)
        return finder

    def _of(self, place: Place, sample: Pixels, kinds: CellKinds, screens: Screens, scrolls: bool) -> None:
        height, width = sample.shape[:2]
        self.place = place
        board = Box(
            place.left * width, place.top * height, (place.right - place.left) * width,
            (place.bottom - place.top) * height,
        )  # fmt: skip
        self.pattern = Pattern(sample, board)
        # The cells of a stack that scrolls lie anywhere: they do not tell alone where their frame is.
        self.kinds = CellKinds(()) if scrolls else kinds
        self._colours = Colours(self.pattern)
        self._known = Known(place, self.pattern, self.kinds, self._colours)
        self._likely = Likely(self.pattern, place.picture[0])
        self._stack = Stack(kinds, self.pattern, self._colours, place) if scrolls else None
        self._last: tuple[Found, Sights] | None = None
        self._missed: Pixels | None = None
        self._misses = 0
        self._area: Box | None = None
        self._frame: tuple[int, int] | None = None
        """Width and height of the frame in which the board was found last."""
        self._seen_alone = False
        """Whether such boards are seen without knowing any of them."""
        self._painted = None
        self.screens = screens

    def stays(self, pixels: Pixels) -> bool:
        """Whether the board is surely where it was found last."""
        return self._last is not None and self._last[1].stay(pixels)

    def find(self, pixels: Pixels) -> Found | None:
        """The board in a frame of (height, width, 3 or 4); None where it is not there or cannot be placed surely."""
        if self._last and self._last[1].stay(pixels):
            return self._last[0]
        self._last = None
        if self._missed is not None and same(self._missed, pixels):
            return None
        found = self._anywhere(pixels)
        self._missed = few(pixels).copy() if found is None else None
        return found

    def around(self, pixels: Pixels, fit: Fit) -> Found | None:
        """The board of which a part, smaller by whole empty rows and columns, was found by its cells."""
        found = self._part(Scene(pixels), fit)
        self._missed = None if found else self._missed
        return found

    def likeliest(self, pixels: Pixels, fit: Fit) -> Fit | None:
        """The same at the place where the surroundings agree most, be it only a little; None where there is none."""
        whole = self._known.grown(pixels, fit)
        places = rivals(self._known, Scene(pixels), whole) if whole else []
        return self.kinds.look(pixels, self._known.grid(places[0][1]), fit.error) if places else None

    def _anywhere(self, pixels: Pixels) -> Found | None:
        scene = Scene(pixels)
        alone = not self.pattern.levels  # on plain ground nothing but the window tells where it was
        windows = [self._likely.whole(scene)] if fills(self.place) else []
        filled = self._filled(scene, [*windows, *self._likely.windows(scene)] if alone else windows)
        if filled is not None and filled[1].share >= MOSTLY:
            return self._keep(scene, filled[0], filled[1].share, filled[1])
        found = self._at_sight(scene) if alone else self._elsewhere(scene)
        if found is None and filled is not None:  # what was never seen empty shows little that is known later on
            return self._keep(scene, filled[0], filled[1].share, filled[1])
        return found

    def _elsewhere(self, scene: Scene) -> Found | None:
        """The board wherever it is likely to lie."""
        if (still := self._still(scene)) is not None:
            return still
        tried: list[Grid] = []
        later: list[tuple[float, list[Map]]] = []
        partly: list[Found] = []
        for guess in self._likely.all(scene):
            grid = self._known.grid(guess)
            if any(grid.apart(other) < TWICE for other in tried):
                continue
            tried.append(grid)
            starts, surrounded = self._starts(scene, guess)
            share = max(self._colours.share(scene, start) for start in starts)
            if (share < PLAINLY or self._stack) and surrounded is None:  # to look at cells takes the most time
                later.append((share, starts))
                continue
            found = self._held(scene, starts) or (self._surrounded(scene, surrounded) if surrounded else None)
            if found is not None and scene.share(found.area) >= WHOLE:
                return found
            partly += [found] if found else []
        if partly:  # a board beside it looks the same as far as it is seen
            best = max(partly, key=lambda one: scene.share(one.area))
            return self._keep(scene, self._known.map(best.grid), best.certainty, best.cells)
        likely = sorted(later, key=lambda one: -one[0])
        if self._stack is not None:
            return self._stacked(scene, self._stack, likely)
        held = (self._held(scene, starts) for _, starts in likely)
        found = next((found for found in held if found is not None), None)
        return found or (self._at_sight(scene) if _coloured(likely) else None)

    def _still(self, scene: Scene) -> Found | None:
        """The board where it was calibrated, if the frame is as large as that picture and shows the same around it."""
        if (scene.width, scene.height) != self.place.picture:
            return None
        there = Map(scene.width / self.pattern.width, scene.height / self.pattern.height, 0, 0)
        same = stands(scene, self.pattern.exact(fitting(self.pattern.levels, there)[-1]), there)
        colours = self._colours.share(scene, there)
        if same < SAME or colours < SAME:
            return None
        return self._keep(scene, there, min(same, colours), self._told(scene, there))

    def _filled(self, scene: Scene, windows: Sequence[Map]) -> tuple[Map, Fit] | None:
        """The place of some, at which the window says that the board lies, that its cells bear out the best."""
        held: list[tuple[Map, Fit]] = []
        for there in windows:
            grid = self._known.grid(there)
            small = not self.kinds or min(grid.pitch_x, grid.pitch_y) < LEAST
            if not small and scene.holds(grid.box, grid.pitch_x / 2):
                fit = filling(self.kinds, scene.pixels, grid)
                held += [(there, fit)] if fit is not None else []
        return max(held, key=lambda one: one[1].share, default=None)

    def _told(self, scene: Scene, there: Map) -> Fit | None:
        """The cells of a place that is sure."""
        return self.kinds.look(scene.pixels, self._known.grid(there)) if self.kinds else None

    def screen(self, pixels: Pixels) -> str | None:
        """Which of the layout's screens the frame shows, `won`, `menu` and so on; None where that is not sure.

        It is looked for where the board was last found; before that, the frame is taken for the whole picture.
        """
        height, width = pixels.shape[:2]
        return self.screens.shown(pixels, self._area or Box(0, 0, width, height))

    def _starts(self, scene: Scene, guess: Map) -> tuple[list[Map], Polished | None]:
        """A guess made exact, and the guess itself; and what its surroundings say where they alone bear it out."""
        aligned = align(scene, self.pattern, guess)
        if aligned is None and self._colours.share(scene, guess) >= PLAINLY:
            aligned = align(scene, self.pattern, guess, first=1)
        if aligned is None:
            return [guess], None
        level = self.pattern.exact(fitting(self.pattern.levels, aligned[0])[-1])
        polished = polish(scene, level, aligned[0], self.pattern.board)
        if polished is None:
            return [aligned[0], guess], None
        box = polished.there.box(self.pattern.board)
        pitch = min(box.w / self.place.columns, box.h / self.place.rows)
        borne = scene.holds(box) and polished.near >= NEAR and polished.error <= max(CLOSE, PART * pitch)
        return [polished.there, guess], polished if borne else None

    def _held(self, scene: Scene, starts: Sequence[Map]) -> Found | None:
        """A place that cells bear out, fitted from the first start from which they do."""
        return next((found for start in starts if (found := self._by_cells(scene, start)) is not None), None)

    def _stacked(self, scene: Scene, stack: Stack, likely: Sequence[tuple[float, list[Map]]]) -> Found | None:
        """The place of a stack that scrolls that its cells and its surroundings bear out, if there is one only."""
        held: list[tuple[float, Map]] = []
        for share, starts in likely[:STACKS]:
            one = stack.held(scene, starts[0]) if share >= NUDGED else None
            if one is not None and all(
                self._known.grid(one[1]).apart(self._known.grid(other)) > 0.5 for _, other in held
            ):
                held.append(one)
        sorting = self._sight(scene) if not held and _coloured(likely) else None
        if sorting is not None and (one := stack.seen(scene, sorting.grid)) is not None:
            held.append(one)
        held.sort(key=lambda one: -one[0])
        if not held or (len(held) > 1 and held[0][0] < LEAD * held[1][0]):
            return None
        support, there = held[0]
        return self._keep(scene, there, 0.5 + support / 2, None)

    def _at_sight(self, scene: Scene) -> Found | None:
        """A board that is seen, whole or but for empty rows and columns, whose cells are those that are known: it may
        be drawn at a size at which what lies around it looks otherwise. Not once it was found in a frame as large as
        this one: such a look takes long.
        """
        if not (self._seen_alone and self.kinds) or self._frame == (scene.width, scene.height):
            return None
        sorting = self._sight(scene)
        if sorting is None or (sorting.why and sorting.why.about is not About.EXTENT):
            return None
        whole = sorting.kind.shape == (self.place.rows, self.place.columns) and not sorting.why
        for look in (fitted, CellKinds.look):
            fit = look(self.kinds, scene.pixels, sorting.grid)
            if fit is not None and self.kinds.borne(fit, BORNE) and fit.grid.apart(sorting.grid) < ASIDE:
                return self._keep(scene, self._known.map(fit.grid), fit.share, fit) if whole else self._part(scene, fit)
        return None

    def _part(self, scene: Scene, fit: Fit) -> Found | None:
        """The board of which a part, smaller by whole empty rows and columns, was found by its cells."""
        whole = self._known.grown(scene.pixels, fit)
        return self._among(scene, whole) if whole else None

    def _sight(self, scene: Scene) -> Sorting | None:
        """The board whose cells are seen at once as such; looked for ever more rarely while there is none: a look takes
        long.
        """
        if self._painted is not None and not self._painted.shown(scene.pixels):
            return None  # a look takes seconds, and would be of no use
        self._misses += 1
        if self._misses & (self._misses - 1):
            return None
        sorting = first_sight_blocks(np.ascontiguousarray(scene.pixels[:, :, :3]))
        return None if sorting is None or sorting.twins else sorting

    def _surrounded(self, scene: Scene, polished: Polished) -> Found | None:
        """A place that the surroundings alone bear out, if they have their colours, too."""
        colours = self._colours.share(scene, polished.there)
        if colours < COLOURS:
            return None
        certainty = min(1.0, colours, polished.near / 0.95)
        return self._keep(scene, polished.there, certainty, self._told(scene, polished.there))

    def _by_cells(self, scene: Scene, start: Map) -> Found | None:
        """A place fitted and borne out by its cells; its surroundings then need only resemble."""
        grid = self._known.grid(start)
        if not self.kinds or min(grid.pitch_x, grid.pitch_y) < LEAST or not scene.holds(grid.box, 0.5 * grid.pitch_x):
            return None
        colours = self._colours.share(scene, start)
        if colours < RATHER:
            return None
        fit = fitted(self.kinds, scene.pixels, grid, NEARLY)
        if fit is None or not self.kinds.borne(fit, BORNE):
            if colours < NUDGED:
                return None
            fit = fitted(self.kinds, scene.pixels, nudged(self.kinds, scene.pixels, grid), NEARLY)
        if fit is None or fit.error > CLOSE + MORE * fit.grid.pitch_x or not self.kinds.borne(fit, BORNE):
            return None
        return self._among(scene, fit)

    def _among(self, scene: Scene, fit: Fit) -> Found | None:
        """The place of which the cells say all but how many empty rows and columns there are on each side."""
        placed = lined(self._known, scene, fit)
        if placed is None or not self.kinds.borne(placed.cells, BORNE):
            return None
        return self._keep(scene, placed.there, min(placed.cells.share, 0.5 + placed.support / 2), placed.cells)

    def _keep(self, scene: Scene, there: Map, certainty: float, cells: Fit | None) -> Found:
        """What was found, remembered for the next frame."""
        x, y, w, h = (float(side) for side in there.box(Box(0, 0, self.pattern.width, self.pattern.height)))
        found = Found(self._known.grid(there), Box(x, y, w, h), float(certainty), cells)
        self._last = found, Sights(scene.pixels, self.pattern, there)
        self._area, self._frame = found.area, (scene.width, scene.height)
        self._misses = 0
        return found


def _within(scene: Scene, area: Box) -> float:
    """The share of a rectangle that lies in the frame."""
    wide = min(area.x + area.w, scene.width) - max(area.x, 0)
    high = min(area.y + area.h, scene.height) - max(area.y, 0)
    return float(max(wide, 0) * max(high, 0) / (area.w * area.h))


def _coloured(likely: Sequence[tuple[float, list[Map]]]) -> bool:
    """Whether around any guess there is something of its colours."""
    return any(share >= RATHER for share, _ in likely)
