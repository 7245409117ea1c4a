"""Garbage in Panel de Pon: how it falls in, what carries it, and how a match beside it turns it into panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.games.paneldepon.panels import EMPTY, GREY, Brick, Panel, Phase
from engine.games.paneldepon.stack import Stack
from engine.games.paneldepon.timing import COLUMNS, ROWS


def touched(stack: Stack, cells: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The cells of all garbage at rest that the match touches, directly or through other garbage."""
    pieces: dict[int, list[tuple[int, int]]] = {}
    for r, c, panel in stack.panels():
        brick = panel.brick
        if brick and panel.phase is Phase.NORMAL and (r - brick.y <= ROWS or brick.known):
            pieces.setdefault(brick.number, []).append((r, c))
    reached, edge = list[tuple[int, int]](), list(cells)
    while edge:
        around = {(r + dr, c + dc) for r, c in edge for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        near = [number for number, piece in pieces.items() if around & set(piece)]
        edge = [cell for number in near for cell in pieces.pop(number)]
        reached += edge
    return reached


def wake(stack: Stack, cells: Sequence[tuple[int, int]], timer: int, link: bool) -> None:
    """Let garbage flash; its lowest rows get the colours that they will have."""
    for r, c in cells:
        panel = stack.rows[r][c]
        assert panel.brick is not None
        panel.phase, panel.timer = Phase.MATCHED, timer
        panel.brick = replace(panel.brick, y=panel.brick.y - 1, height=panel.brick.height - 1, known=True)
    for row in stack.rows[1:]:
        turning = [c for c, panel in enumerate(row) if panel.brick and panel.brick.y < 0 and panel.colour == GREY]
        if turning:
            colours = stack.greys[stack.greyed % len(stack.greys)]
            stack.greyed += 1
            for c in turning:
                row[c].colour = colours[c]
                row[c].chaining = row[c].chaining or link


def carried(stack: Stack, panel: Panel, r: int, c: int) -> bool:
    """Whether something carries it; garbage is carried over its whole width, but not by itself."""
    if r <= 1:
        return True
    brick = panel.brick
    if not brick:
        return stack.rows[r - 1][c].colour != EMPTY
    for column in range(c - brick.x, c - brick.x + brick.width):
        below = stack.rows[r - 1][column]
        if below.colour:
            own = below.brick is not None and below.brick.number == brick.number
            return not own or (below.brick is not None and below.brick.y != brick.y)
    return False


def falling(stack: Stack) -> bool:
    """Whether any garbage is falling."""
    return any(panel.brick and panel.phase is Phase.FALLING for _, _, panel in stack.panels())


def can_drop(stack: Stack, height: int) -> bool:
    """Whether a piece of garbage so high may fall in now: low ones wait until nothing moves."""
    if stack.topped() or falling(stack):
        return False
    return height > 1 or not stack.busy


def drop(stack: Stack, column: int, width: int, height: int) -> None:
    """Let a piece of garbage fall in from above the screen; its left column is `column`."""
    stack.bricks += 1
    while len(stack.rows) < ROWS + 1 + height:
        stack.rows.append([Panel() for _ in range(COLUMNS)])
    for y in range(height):
        row = stack.rows[ROWS + 1 + y]
        for x in range(width):
            row[column + x] = Panel(GREY, Phase.FALLING, brick=Brick(stack.bricks, x, y, width, height))
