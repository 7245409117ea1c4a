"""The controls that a layout can name."""

from __future__ import annotations

from bot.control import Control
from bot.control.click_cells import ClickCells
from bot.control.drag_cells import DragCells
from bot.control.drop_pair import DropPair
from bot.control.mark_cells import MarkCells
from bot.control.press_way import PressWay
from bot.control.walk_cursor import WalkCursor
from bot.layout import Hands, LayoutError

CONTROLS: dict[
    str, type[ClickCells] | type[DragCells] | type[DropPair] | type[MarkCells] | type[PressWay] | type[WalkCursor]
] = {
    "click-cells": ClickCells,
    "drag-cells": DragCells,
    "drop-pair": DropPair,
    "mark-cells": MarkCells,
    "press-way": PressWay,
    "walk-cursor": WalkCursor,
}


def make_control(hands: Hands) -> Control:
    """The control that a layout names. Raises LayoutError."""
    if hands.control not in CONTROLS:
        raise LayoutError(f"hands.control: there is no control {hands.control!r}; known are {', '.join(CONTROLS)}.")
    return CONTROLS[hands.control].of(hands)
