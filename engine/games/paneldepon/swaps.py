"""Swaps in Panel de Pon: which may be asked for, and how one begins."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.paneldepon.panels import EMPTY, Panel, Phase
from engine.games.paneldepon.stack import Stack
from engine.games.paneldepon.timing import ROWS, SWAP_FRAMES


def can_swap(stack: Stack, row: int, column: int) -> bool:
    """Whether the panel there may change places with the one to its right, as things stand now."""
    left, right = stack.rows[row][column : column + 2]
    if left.colour == right.colour == EMPTY or not (left.swappable and right.swappable) or stack.clock <= 1:
        return False
    above = stack.rows[row + 1][column : column + 2] if row + 1 < len(stack.rows) else []
    if any(panel.phase is Phase.HOVERING for panel in above):
        return False
    if stack.one_pair and any(panel.phase is Phase.SWAPPING for _, _, panel in stack.panels()):
        return False
    if EMPTY in (left.colour, right.colour):
        below = stack.rows[row - 1][column : column + 2] if row > 1 else []
        if _half_empty_swap(above if row < ROWS else []) or _half_empty_swap(below):
            return False
    return True


def begin_swap(stack: Stack, row: int, column: int) -> None:
    """Let the swap begin."""
    pair = stack.rows[row][column + 1], stack.rows[row][column]
    stack.rows[row][column : column + 2] = pair
    for c, panel in zip((column, column + 1), pair, strict=True):
        chaining = panel.chaining
        panel.calm()
        panel.chaining = chaining
        panel.become(Phase.SWAPPING, SWAP_FRAMES)
        below = stack.rows[row - 1][c]
        if row > 1 and panel.colour and (not below.colour or below.phase is Phase.FALLING):
            panel.held = True
        if row < ROWS and not panel.colour and stack.rows[row + 1][c].colour:
            panel.held = True


def _half_empty_swap(pair: Sequence[Panel]) -> bool:
    """Whether a panel and a hole are just being swapped with each other."""
    return (
        len(pair) == 2
        and all(panel.phase is Phase.SWAPPING for panel in pair)
        and (pair[0].colour == EMPTY) != (pair[1].colour == EMPTY)
    )
