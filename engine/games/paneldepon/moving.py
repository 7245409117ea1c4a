"""The panels of a board in motion, one frame on: they slide, flash and pop, hover, fall and land.

They are gone through row by row from the bottom, each looking at the one below.
"""

from __future__ import annotations

from dataclasses import replace

from engine.games.paneldepon import garbage
from engine.games.paneldepon.panels import EMPTY, Panel, Phase
from engine.games.paneldepon.stack import Stack
from engine.games.paneldepon.timing import COLUMNS, LANDING_FRAMES, PANEL_SCORE, ROWS, SHAKE_FRAMES


def move_on(stack: Stack) -> int:
    """Move every panel on by a frame, row by row from the bottom; how long landing garbage shakes the stack."""
    shaken = 0
    for r in range(1, len(stack.rows)):
        for c in range(COLUMNS):
            panel = stack.rows[r][c]
            panel.changed = panel.passes_chain = panel.pulls = False
            if panel.timer > 0 and panel.phase not in (Phase.NORMAL, Phase.LANDING):
                panel.timer -= 1
            match panel.phase:
                case Phase.NORMAL | Phase.LANDING:
                    _stay(stack, panel, r, c)
                case Phase.SWAPPING:
                    _slide(stack, panel, stack.rows[r - 1][c])
                case Phase.MATCHED | Phase.POPPING | Phase.POPPED:
                    _pop(stack, panel)
                case Phase.HOVERING:
                    _hover(stack, panel, r, c)
                case Phase.FALLING:
                    shaken = max(shaken, _drop(stack, panel, r, c))
                case _:
                    pass
    return shaken


def _stay(stack: Stack, panel: Panel, r: int, c: int) -> None:
    """A panel at rest: does the one below take it along?"""
    below = stack.rows[r - 1][c]
    if panel.brick:
        if not garbage.carried(stack, panel, r, c):
            _fall(stack, panel, r, c)
        return
    if panel.colour and below.changed:
        if below.phase is Phase.HOVERING:
            _begin_hover(stack, panel, r, c, below.timer)
        elif not below.colour and below.pulls:
            _fall(stack, panel, r, c)
        elif not below.colour and below.phase is Phase.NORMAL:
            _begin_hover(stack, panel, r, c, stack.times.hover)
        elif below.colour and below.will_hover and below.passes_chain and below.phase is Phase.SWAPPING:
            _begin_hover(stack, panel, r, c, _hover_after_swaps(stack, r - 1, c))
    if panel.phase is Phase.LANDING and not panel.changed:
        panel.timer -= 1
        if panel.timer == 0:
            panel.become(Phase.NORMAL)


def _hover_after_swaps(stack: Stack, r: int, c: int) -> int:
    """How long one hovers over panels that are swapping over a match that is gone: their swaps, then a hover."""
    wait = 0
    while r > 0 and stack.rows[r][c].phase is Phase.SWAPPING:
        wait += stack.rows[r][c].timer
        r -= 1
    lowest = stack.rows[r][c]
    return wait + (lowest.timer if lowest.phase is Phase.HOVERING else stack.times.hover)


def _begin_hover(stack: Stack, panel: Panel, r: int, c: int, timer: int) -> None:
    """Begin to hover because of what happened below."""
    below = stack.rows[r - 1][c]
    panel.calm()
    if below.passes_chain:
        panel.passes_chain = panel.chaining = True
        low = r - 1
        if below.colour and not below.matches_once:
            while _passes_on(stack.rows[low][c]):
                low -= 1
        source = stack.rows[low][c]
        panel.matches_once = source.passes_chain and (not source.colour or source.matches_once)
    panel.become(Phase.HOVERING, timer)


def _slide(stack: Stack, panel: Panel, below: Panel) -> None:
    """A swap goes on, or ends: in place, or hovering over a hole."""
    if panel.timer > 0:
        if below.changed and below.passes_chain:
            panel.will_hover = panel.colour != EMPTY
            panel.changed = panel.passes_chain = True
    elif panel.colour and (not below.colour or below.phase is Phase.HOVERING or panel.will_hover):
        once = bool(below.colour) and below.phase is Phase.HOVERING and below.matches_once
        panel.calm()
        panel.passes_chain, panel.matches_once = below.passes_chain, once
        panel.become(Phase.HOVERING, stack.times.hover)
    else:
        panel.held = False
        panel.become(Phase.NORMAL)


def _pop(stack: Stack, panel: Panel) -> None:
    """A match flashes, pops one after the other, and vanishes in one frame; garbage turns into panels."""
    if panel.timer > 0:
        return
    if panel.phase is Phase.MATCHED and panel.brick:
        if panel.brick.y >= 0:
            panel.phase = Phase.NORMAL
            return
        panel.brick = None
        panel.calm()
        panel.chaining = panel.passes_chain = True
        panel.become(Phase.HOVERING, stack.times.garbage_hover)
        return
    if panel.phase is Phase.MATCHED:
        panel.become(Phase.POPPING, panel.index * stack.times.pop)
        return
    if panel.phase is Phase.POPPING:
        stack.score += PANEL_SCORE
        stack.cleared += 1
        if panel.index < panel.size:
            panel.become(Phase.POPPED, (panel.size - panel.index) * stack.times.pop)
            return
    stack.to_speedup -= 1
    panel.calm()
    panel.colour, panel.chaining, panel.passes_chain = EMPTY, False, True
    panel.become(Phase.NORMAL)


def _hover(stack: Stack, panel: Panel, r: int, c: int) -> None:
    """A panel hovers, then falls, lands, or hovers on with the one below."""
    panel.matches_once = False
    if panel.timer > 0:
        return
    below = stack.rows[r - 1][c]
    if below.phase is Phase.HOVERING:
        panel.timer = below.timer
    elif below.colour:
        panel.become(Phase.LANDING, LANDING_FRAMES)
    else:
        _fall(stack, panel, r, c)


def _drop(stack: Stack, panel: Panel, r: int, c: int) -> int:
    """A panel falls by a row, lands, or hovers with the one below; how long garbage that lands shakes the stack."""
    below = stack.rows[r - 1][c]
    if r > 1 and not garbage.carried(stack, panel, r, c):
        _fall(stack, panel, r, c)
    elif panel.brick:
        panel.become(Phase.NORMAL)
        if panel.brick.fresh and r <= ROWS:
            cells = panel.brick.width * panel.brick.height
            panel.brick = replace(panel.brick, fresh=False)
            stack.peak_shake = max(stack.peak_shake, SHAKE_FRAMES[min(cells, len(SHAKE_FRAMES) - 1)])
            return stack.peak_shake
    elif r > 1 and below.phase is Phase.HOVERING:
        panel.calm()
        panel.passes_chain = below.passes_chain
        panel.become(Phase.HOVERING, below.timer)
    else:
        panel.become(Phase.LANDING, LANDING_FRAMES)
    return 0


def _fall(stack: Stack, panel: Panel, r: int, c: int) -> None:
    """Change places with the empty cell below."""
    below = stack.rows[r - 1][c]
    stack.rows[r - 1][c], stack.rows[r][c] = panel, below
    if panel.brick:
        below.pulls = below.changed = True
    if panel.phase is not Phase.FALLING:
        panel.become(Phase.FALLING)


def _passes_on(panel: Panel) -> bool:
    """Whether one must look below it to learn where a chain comes from."""
    hovers = panel.phase is Phase.HOVERING and panel.changed and panel.passes_chain and not panel.matches_once
    return panel.phase is Phase.SWAPPING or hovers
