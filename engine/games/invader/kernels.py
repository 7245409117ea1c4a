"""The hot loops of Puyo Invader: what every shot leads to, with the pairs that may come after it.

    cells   int8[rows, columns]   0 blank; 1 and on aliens by colour; the same + PUYO puyos; UNSEEN aliens not seen yet
    house   int64[HOUSE]          the house rules as numbers
    weights float64[WEIGHTS]      what a field is judged by

A shot is the number side * columns + column, sides in the order of `rules.SIDES`. Row 0 is nearest to the player.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit import helper, kernel

PUYO = 8
UNSEEN = 7
HEIGHT, GROUP, LUMP, MOST, OVERFLOW, SWAPPED, COLOURS, LOWEST, CELL, SINKS, HOUSE = range(11)
ALIEN, SHOT_PUYO, LOW, SCORE, FEW, NEAR, JOINED, CLEARED, FULL, GROWS, BEHIND, SECOND, OTHERS, WEIGHTS = range(14)
"""What is weighed, as `player.Weights` says."""
RIGHT, DOWN, LEFT, UP = range(4)
LOST = -1e9
"""What a shot is worth that cannot be done, or ends the game."""
_C = "i1[:,::1]"


@helper
def front(cells: Any, column: int) -> Any:
    """The lowest row of a column that is not blank; -1 where all are."""
    for row in range(len(cells)):
        if cells[row, column]:
            return row
    return -1


@helper
def flood(cells: Any, row: int, column: int, colour: Any, stack: Any) -> Any:
    """How many cells of a colour hang together with one, listed in `stack`; colour 0: of any."""
    rows, columns = cells.shape
    label = cells[row, column]
    if label == 0 or (colour and label != colour and label != colour + PUYO):
        return 0
    size = 1
    stack[0] = row * columns + column
    stack[1000] = label
    cells[row, column] = -1
    at = 0
    while at < size:
        r, c = stack[at] // columns, stack[at] % columns
        at += 1
        for step in range(4):
            y = r + (step == 0) - (step == 1)
            x = c + (step == 2) - (step == 3)
            if 0 <= y < rows and 0 <= x < columns:
                near = np.int64(cells[y, x])
                if near > 0 and (colour in (0, near) or near == colour + PUYO):
                    stack[size] = y * columns + x
                    stack[1000 + size] = near
                    size += 1
                    cells[y, x] = -1
    for n in range(size):
        cells[stack[n] // columns, stack[n] % columns] = stack[1000 + n]
    return size


@helper
def clear(cells: Any, stack: Any, size: int) -> None:
    """Blank the cells that are listed."""
    columns = cells.shape[1]
    for n in range(size):
        cells[stack[n] // columns, stack[n] % columns] = 0


@helper
def worth_of(size: Any, house: Any) -> Any:
    """The points of so many cells."""
    bits = min(size, house[MOST])
    return 0 if bits >= house[OVERFLOW] else 1 << bits


@helper
def lands(cells: Any, height: Any, house: Any) -> Any:
    """Whether a cell is so low that the game is over when the field is drawn there."""
    columns = cells.shape[1]
    for row in range(len(cells)):
        if height - house[CELL] * row <= house[LOWEST]:
            return False
        for column in range(columns):
            if cells[row, column]:
                return True
    return False


@helper
def shoot(cells: Any, shot: int, pivot: int, child: int, house: Any, stack: Any, out: Any) -> Any:
    """Shoot a pair; False where it cannot be, or ends the game. `out` takes the points and the cells that vanished."""
    columns = cells.shape[1]
    side, column = shot // columns, shot % columns
    other = column + (side == RIGHT) - (side == LEFT)
    out[0] = 0
    out[1] = 0
    if other < 0 or other >= columns:
        return False
    near, far = front(cells, column), front(cells, other)
    if side in (UP, DOWN):
        if near < 2:
            return False
        row = near - 2 if side == UP else near - 1
        beside = near - 1 if side == UP else near - 2
    else:
        if near < 1 or far < 1:
            return False
        row, beside = near - 1, far - 1
    cells[row, column] = pivot + PUYO
    cells[beside, other] = child + PUYO
    if lands(cells, house[HEIGHT] + house[SINKS], house):
        return False
    first, second = pivot, child
    if side == DOWN and house[SWAPPED]:
        first, second = child, pivot
    size = flood(cells, row, column, first, stack)
    if size >= house[GROUP]:
        clear(cells, stack, size)
        out[0] += worth_of(size, house)
        out[1] += size
    size = flood(cells, beside, other, second, stack)
    if size >= house[GROUP]:
        clear(cells, stack, size)
        out[0] += worth_of(size, house)
        out[1] += size
    return True


@helper
def evaporate(cells: Any, house: Any, stack: Any, seen: Any) -> Any:
    """Take small lumps away; gives their points."""
    rows, columns = cells.shape
    seen[:] = False
    points = 0
    for row in range(rows):
        for column in range(columns):
            if cells[row, column] == 0 or seen[row * columns + column]:
                continue
            size = flood(cells, row, column, 0, stack)
            for n in range(size):
                seen[stack[n]] = True
            if size <= house[LUMP]:
                points += worth_of(size, house)
                clear(cells, stack, size)
    return points


@helper
def reached(cells: Any, of: Any, lumps: Any) -> Any:
    """Which lumps the next pair can touch: 2 with either half, 1 only with the half that sticks behind the other.

    `of` tells the number of each cell's lump, 0 where there is none; there are `lumps` of them.
    """
    columns = cells.shape[1]
    open_ = np.zeros(lumps + 1, np.int64)
    for column in range(columns):
        row = front(cells, column)
        if row < 1:
            continue
        open_[of[row * columns + column]] = 2
        for beside in (column - 1, column + 1):
            if 0 <= beside < columns:
                open_[of[(row - 1) * columns + beside]] = 2
                if row >= 2:
                    open_[of[(row - 2) * columns + beside]] = max(open_[of[(row - 2) * columns + beside]], 1)
    return open_


@helper
def growing(cells: Any, house: Any, weights: Any, stack: Any) -> Any:
    """What the lumps of one colour promise: each cell more brings one nearer to the largest that counts."""
    rows, columns = cells.shape
    of = np.zeros(rows * columns, np.int64)
    sizes = np.zeros(rows * columns + 1, np.int64)
    lumps = 0
    for at in range(rows * columns):
        label = cells[at // columns, at % columns]
        if label == 0 or label & 7 == UNSEEN or of[at]:
            continue
        lumps += 1
        sizes[lumps] = flood(cells, at // columns, at % columns, np.int64(label & 7), stack)
        for n in range(sizes[lumps]):
            of[stack[n]] = lumps
    open_ = reached(cells, of, lumps)
    best, second, total = 0.0, 0.0, 0.0
    full = min(house[OVERFLOW], house[MOST] + 1) - 2
    for lump in range(1, lumps + 1):
        size = sizes[lump]
        if size < 2 or size > full or open_[lump] == 0:
            continue
        value = weights[FULL] * weights[GROWS] ** (full - size)
        if open_[lump] == 1:
            value *= weights[BEHIND]
        total += value
        if value > best:
            best, second = value, best
        else:
            second = max(second, value)
    return best + weights[SECOND] * second + weights[OTHERS] * (total - best - second)


@helper
def judge(cells: Any, height: int, house: Any, weights: Any, stack: Any) -> Any:
    """How good a field is for the player; more is better."""
    rows, columns = cells.shape
    aliens = 0
    worth = 0.0
    lowest = rows
    for row in range(rows):
        left = (house[LOWEST] + house[CELL] * row - height) / house[SINKS]
        for column in range(columns):
            label = cells[row, column]
            if label == 0:
                continue
            lowest = min(lowest, row)
            if label < PUYO:
                aliens += 1
                worth += weights[ALIEN]
            else:
                worth += weights[SHOT_PUYO]
            worth += weights[LOW] / (1.0 + max(left, 0.0))
            colour = label & 7
            if colour < UNSEEN:
                if row + 1 < rows and cells[row + 1, column] & 7 == colour:
                    worth += weights[JOINED]
                if column + 1 < columns and cells[row, column + 1] & 7 == colour:
                    worth += weights[JOINED]
    if aliens == 0:
        return worth + weights[CLEARED]
    left = (house[LOWEST] + house[CELL] * lowest - height) / house[SINKS]
    if left < weights[NEAR]:
        worth += weights[FEW] * (weights[NEAR] - left)
    if weights[FULL] > 0:
        worth += growing(cells, house, weights, stack)
    return worth


@kernel(f"i8({_C}, i8, i8, i8[::1], f8[::1], i8, f8[::1])")
def best_shots(cells: Any, pivot: int, child: int, house: Any, weights: Any, followed: int, worth: Any) -> int:
    """Judge every shot of a pair by the best answer to each pair that may come next.

    Shots are first judged by themselves; the `followed` best are followed by every next pair. `worth` has a place for
    each shot and one more for not shooting, f8[4 * columns + 1]; it takes what each is worth, LOST where it cannot be
    done or ends the game. Gives the shots looked at.
    """
    rows, columns = cells.shape
    stack = np.zeros(2000, np.int64)
    seen = np.zeros(rows * columns, np.bool_)
    out = np.zeros(2, np.int64)
    one = np.zeros((rows, columns), np.int8)
    two = np.zeros((rows, columns), np.int8)
    fields = np.zeros((4 * columns, rows, columns), np.int8)
    gained = np.zeros(4 * columns)
    own = np.full(4 * columns, LOST)
    nodes = 0
    height = house[HEIGHT]
    worth[4 * columns] = judge(cells, height + house[SINKS], house, weights, stack)
    for shot in range(4 * columns):
        worth[shot] = LOST
        one[:] = cells
        if not shoot(one, shot, pivot, child, house, stack, out):
            continue
        nodes += 1
        points = out[0]
        if out[1]:
            points += evaporate(one, house, stack, seen)
        fields[shot] = one
        gained[shot] = weights[SCORE] * points
        own[shot] = gained[shot] + judge(one, height + house[SINKS], house, weights, stack)
    order = np.argsort(-own)
    for place in range(len(order)):
        shot = order[place]
        if own[shot] == LOST:
            break
        if place >= followed:
            worth[shot] = own[shot] - 1e6
            continue
        total = 0.0
        house[HEIGHT] = height + house[SINKS]
        for a in range(1, house[COLOURS] + 1):
            for b in range(a, house[COLOURS] + 1):
                best = LOST
                for then in range(4 * columns):
                    two[:] = fields[shot]
                    if not shoot(two, then, a, b, house, stack, out):
                        continue
                    nodes += 1
                    points = out[0]
                    if out[1]:
                        points += evaporate(two, house, stack, seen)
                    value = weights[SCORE] * points + judge(two, height + 2 * house[SINKS], house, weights, stack)
                    best = max(best, value)
                if best == LOST:
                    best = own[shot] - 100.0
                total += best * (1 if a == b else 2)
        house[HEIGHT] = height
        worth[shot] = gained[shot] + total / (house[COLOURS] * house[COLOURS])
    return nodes
