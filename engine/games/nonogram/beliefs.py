"""How rows and columns tell each other what their cells probably are.

Every line has, for each of its cells, a message from the line that crosses there: how likely the cell is to be empty
or to have each colour. Over all ways to lay the line's runs, each weighed by these messages, it counts how often a cell
has a colour; without what the message itself said, that is its answer to the crossing line. (Belief propagation:
Pearl, "Probabilistic Reasoning in Intelligent Systems", 1988; the exact sums over one line are the forward-backward
algorithm.)

    message float64[lines, cells, 1 + colours]   what each line tells of its cells; each sums up to 1
    starts  float64[runs, cells]                 how likely each run is to begin at each cell of its line

The other names are those of `narrowing`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from engine.games.nonogram.narrowing import ONE, WORD, ZERO
from engine.jit import helper, kernel

_LEAST: Final = 1e-4
"""No message says that anything is less likely than this, and none is believed more."""
_NEVER: Final = -1e4
"""The logarithm of what cannot be, small enough to stay 0 and large enough to be subtracted again."""
_KEPT: Final = 0.5
"""The part of an old message in a new one: without it messages swing to and fro."""

_C = "u8[:,:,::1]"
_I = "i4[::1]"
_M = "f8[:,:,::1]"


@helper
def weigh(can: Any, line: int, other: int, at: int, message: Any, weight: Any) -> None:
    """How likely the crossing lines take each cell of a line to have each colour, the likeliest as 1."""
    for i in range(weight.shape[0]):
        most = 0.0
        for c in range(weight.shape[1]):
            weight[i, c] = 0.0
            if (can[line, c, i // WORD] >> np.uint64(i % WORD)) & ONE != ZERO:
                weight[i, c] = max(message[other + i, at, c], _LEAST)
            most = max(most, weight[i, c])
        for c in range(weight.shape[1]):
            weight[i, c] /= most


@helper
def lay(weight: Any, run: int, last: int, length: Any, colour: Any, logs: Any, laid: Any) -> Any:
    """The weight of a run, and the gap that it needs behind it, at every start; returns the cells that they take."""
    size = weight.shape[0]
    gap = 1 if run + 1 < last and colour[run + 1] == colour[run] else 0
    c, cells = colour[run], length[run]
    for start in range(size):
        laid[start] = 0.0
        if start + cells + gap <= size:
            laid[start] = np.exp(logs[c, start + cells] - logs[c, start])
            if gap:
                laid[start] *= weight[start + cells, 0]
    return cells + gap


@helper
def count(weight: Any, begin: int, last: int, length: Any, colour: Any, room: Any, starts: Any, share: Any) -> bool:
    """Over all ways to lay a line's runs: how likely each begins at each cell (`starts`), and how likely each cell is
    to have each colour (`share`). False where there is no way that has a weight.
    """
    size = weight.shape[0]
    logs, laid, before, behind = room[0], room[1], room[2], room[3]
    for c in range(1, weight.shape[1]):
        logs[c, 0] = 0.0
        for i in range(size):
            logs[c, i + 1] = logs[c, i] + (np.log(weight[i, c]) if weight[i, c] > 0.0 else _NEVER)
    runs = last - begin
    before[0, 0] = 1.0
    for i in range(size):
        before[0, i + 1] = before[0, i] * weight[i, 0]
    for j in range(runs):
        step = lay(weight, begin + j, last, length, colour, logs, laid[j])
        before[j + 1, 0] = 0.0
        for i in range(size):
            before[j + 1, i + 1] = before[j + 1, i] * weight[i, 0]
            if i + 1 >= step:
                before[j + 1, i + 1] += before[j, i + 1 - step] * laid[j, i + 1 - step]
    total = before[runs, size]
    if total <= 0.0:
        return False
    behind[runs, size] = 1.0
    for i in range(size - 1, -1, -1):
        behind[runs, i] = behind[runs, i + 1] * weight[i, 0]
    share[:] = 0.0
    for j in range(runs - 1, -1, -1):
        run = begin + j
        step = length[run] + (1 if run + 1 < last and colour[run + 1] == colour[run] else 0)
        behind[j, size] = 0.0
        for i in range(size - 1, -1, -1):
            behind[j, i] = behind[j, i + 1] * weight[i, 0]
            starts[run, i] = 0.0
            if i + step <= size:
                behind[j, i] += laid[j, i] * behind[j + 1, i + step]
                starts[run, i] = before[j, i] * laid[j, i] * behind[j + 1, i + step] / total
        covered = 0.0
        for i in range(size):
            covered += starts[run, i]
            if i >= length[run]:
                covered -= starts[run, i - length[run]]
            share[i, colour[run]] += covered
    for i in range(size):
        share[i, 0] = max(0.0, 1.0 - share[i, 1:].sum())
    return True


@kernel(f"f8({_C},{_I},{_I},{_I},i8,i8,i8,i8,{_M},f8[:,::1])")
def tell(
    can: Any,
    first: Any,
    length: Any,
    colour: Any,
    rows: int,
    cols: int,
    begin: int,
    end: int,
    message: Any,
    starts: Any,
) -> Any:
    """Some rows or some columns tell their cells; returns the largest change of what is told."""
    size = cols if begin < rows else rows
    other = rows if begin < rows else 0
    weight, share = np.zeros((size, can.shape[1])), np.zeros((size, can.shape[1]))
    most = can.shape[1]
    for line in range(begin, end):
        most = max(most, first[line + 1] - first[line] + 1)
    room = np.zeros((4, most, size + 1))
    change = 0.0
    for line in range(begin, end):
        weigh(can, line, other, line - begin, message, weight)
        if not count(weight, first[line], first[line + 1], length, colour, room, starts, share):
            continue
        for i in range(size):
            total = 0.0
            for c in range(weight.shape[1]):
                share[i, c] = max(share[i, c], 0.0) / weight[i, c] if weight[i, c] > 0.0 else 0.0
                total += share[i, c]
            if total <= 0.0:
                continue
            for c in range(weight.shape[1]):
                old = message[line, i, c]
                message[line, i, c] = _KEPT * old + (1.0 - _KEPT) * share[i, c] / total
                change = max(change, abs(message[line, i, c] - old))
    return change
