"""What is known of a calibrated board: where it lay in its picture, what is around it and what its cells look like."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.frame import Pixels
from bot.grid import Grid
from bot.layout import Place
from bot.vision.place.cellkinds import CellKinds, Fit
from bot.vision.place.colours import Colours
from bot.vision.place.pattern import Pattern
from bot.vision.place.scene import Map


@dataclass(frozen=True, eq=False)
class Known:
    """A calibrated board in its picture."""

    place: Place
    pattern: Pattern
    kinds: CellKinds
    colours: Colours

    def map(self, grid: Grid) -> Map:
        """Where the calibrated picture lies whose board is that grid."""
        board, box = self.pattern.board, grid.box
        scale_x, scale_y = box.w / board.w, box.h / board.h
        return Map(scale_x, scale_y, box.x - scale_x * board.x, box.y - scale_y * board.y)

    def grid(self, there: Map) -> Grid:
        """The cells of the board where a map says."""
        box, place = there.box(self.pattern.board), self.place
        pitch_x, pitch_y = float(box.w / place.columns), float(box.h / place.rows)
        return Grid(float(box.x), float(box.y), pitch_x, pitch_y, place.rows, place.columns)

    def grown(self, pixels: Pixels, fit: Fit) -> Fit | None:
        """A board of the calibrated size in a picture (h, w, 3) that begins where a part of it begins; None where that
        part is larger, or nothing is known of what lies around the board.
        """
        rows, columns = self.place.rows - fit.grid.rows, self.place.columns - fit.grid.columns
        if min(rows, columns) < 0 or not self.kinds or not self.pattern.levels:
            return None
        whole = replace(fit.grid, rows=self.place.rows, columns=self.place.columns)
        return self.kinds.look(pixels, whole, fit.error)
