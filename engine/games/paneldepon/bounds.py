"""How few swaps can do: a bound from the columns alone.

A panel changes its column only by being swapped, one column a swap; falling and clearing keep it. When it clears, it
lies in a run of three and more of its colour, up or across. So for every colour one can ask how many steps to the side
its panels need at least until their columns could be cleared at all, whatever their rows are. A swap moves at most one
panel of a colour the right way, and at most two colours: where a colour needs more steps than there are swaps left, or
all colours together more than twice as many, nothing can be done any more.

A *tally* holds how many panels of one colour lie in each column, four bits a column.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import helper

HOPELESS = 60
"""More steps than any puzzle has swaps: the colour can never be cleared."""
FAR = 7
"""Where more than six steps are needed they are not counted out: seven, a bound all the same."""


def new_memory() -> NDArray[np.uint8]:
    """Where steps that were worked out are kept: by tally, one more than the steps, 0 for not yet known."""
    return np.zeros(1 << 24, dtype=np.uint8)


@helper
def enough(up: Any, across: Any) -> Any:
    """Whether `up` panels of a column clear beside `across` others of it that lie in runs across. A run up needs three,
    of which some may lie in runs across as well.
    """
    return up == 0 or up + min(across, 2) >= 3


@helper
def steps_needed(tally: Any, memory: Any) -> Any:
    """The fewest steps to the side after which the panels of a colour could all be cleared.

    Column by column from the left: `carry` panels are handed on to the right (negative: fetched from there), and runs
    across are open that began one column ago, two columns ago, or earlier.
    """
    if memory[tally]:
        return np.int64(memory[tally]) - 1
    total = 0
    for x in range(6):
        total += (tally >> (4 * x)) & 15
    best = np.int64(0 if total == 0 else HOPELESS)
    if total >= 3:
        span, most = 13, 4
        size = span * most * most * most
        now = np.full(size, HOPELESS, np.int64)
        after = np.full(size, HOPELESS, np.int64)
        now[(6 * most * most) * most] = 0
        for x in range(6):
            here = (tally >> (4 * x)) & 15
            after[:] = HOPELESS
            for at in range(size):
                cost = now[at]
                if cost >= HOPELESS:
                    continue
                long, two, one = at % most, at // most % most, at // (most * most) % most
                carry = at // (most * most * most) - 6
                for fresh in range(most):
                    for kept in range(long + 1):
                        across = fresh + one + two + kept
                        longer = two + kept
                        if longer >= most:
                            continue
                        for onward in range(-6, 7):
                            up = here + carry - onward - across
                            if up < 0 or not enough(up, across):
                                continue
                            if x == 5 and (onward != 0 or fresh != 0 or one != 0):
                                continue
                            if cost + abs(onward) >= FAR:
                                continue
                            place = (((onward + 6) * most + fresh) * most + one) * most + longer
                            after[place] = min(after[place], cost + abs(onward))
            now, after = after, now
        best = np.int64(FAR)
        for at in range(size):
            best = min(best, now[at])
    memory[tally] = best + 1
    return best
