"""Matches in Panel de Pon: runs of three and more flash, count as links of a chain, and wake the garbage beside them.

The readable truth for `frames`; `matching` is the same compiled.
"""

from __future__ import annotations

from engine.games.paneldepon import garbage
from engine.games.paneldepon.panels import GREY, Phase
from engine.games.paneldepon.stack import Event, Stack
from engine.games.paneldepon.timing import CHAIN_SCORES, COLUMNS, COMBO_SCORES, ROWS


def flash_matches(stack: Stack) -> None:
    """Find all runs of three and more with a panel that has just changed, and let them flash."""
    found: set[tuple[int, int]] = set()
    for r in range(1, ROWS + 1):
        for c in range(COLUMNS):
            if stack.rows[r][c].changed and stack.rows[r][c].matchable:
                for run in (_run(stack, r, c, 1, 0), _run(stack, r, c, 0, 1)):
                    if len(run) >= 3:
                        found.update(run)
    for r, c in found:
        if stack.rows[r][c].phase is Phase.HOVERING:
            stack.rows[r][c].chaining = False
    if found:
        _flash(stack, sorted(found, key=lambda cell: (-cell[0], cell[1])))
    for r, c, panel in stack.panels():
        if not panel.chaining or (r, c) in found or panel.matches_once or r > ROWS + 2:
            continue
        if (panel.matchable or panel.colour == GREY) and (r == 1 or stack.rows[r - 1][c].phase is not Phase.SWAPPING):
            panel.chaining = False


def _run(stack: Stack, row: int, column: int, up: int, right: int) -> list[tuple[int, int]]:
    """The unbroken line of matchable panels of one colour through a cell, in both directions."""
    colour, line = stack.rows[row][column].colour, [(row, column)]
    for sign in (1, -1):
        r, c = row + sign * up, column + sign * right
        while 1 <= r <= ROWS and 0 <= c < COLUMNS and stack.rows[r][c].colour == colour and stack.rows[r][c].matchable:
            line.append((r, c))
            r, c = r + sign * up, c + sign * right
    return line


def _flash(stack: Stack, cells: list[tuple[int, int]]) -> None:
    """Turn panels, in the order in which they will pop, into a match; score it, and wake garbage beside it."""
    size, times = len(cells), stack.times
    link = any(stack.rows[r][c].chaining for r, c in cells)
    if link:
        stack.chain = stack.chain + 1 if stack.chain else 2
    stack.lifting = False
    for number, (r, c) in enumerate(cells, 1):
        panel = stack.rows[r][c]
        panel.phase, panel.timer = Phase.MATCHED, times.flash + times.face + 1
        panel.chaining = panel.chaining or link
        panel.index, panel.size = number, size
    woken = garbage.touched(stack, cells)
    seen = sum(r <= ROWS for r, _ in woken)
    wait = times.flash + times.face + times.pop * (size + seen)
    garbage.wake(stack, woken, wait + 1, link)
    stack.pre_stop = max(stack.pre_stop, wait)
    _award_stop(stack, size, link)
    if stack.chain < len(CHAIN_SCORES):
        stack.score += CHAIN_SCORES[stack.chain]
    stack.score += COMBO_SCORES[min(size, len(COMBO_SCORES) - 1)]
    stack.event = Event(size, stack.chain if link else 0, len(woken))


def _award_stop(stack: Stack, size: int, link: bool) -> None:
    """Stop the rise for a combo or a chain link."""
    if size > 3 or link:
        calm = stack.times.stop_chain if link else stack.times.stop_combo
        stack.stop = max(stack.stop, stack.times.stop_danger if stack.topped() else calm)
