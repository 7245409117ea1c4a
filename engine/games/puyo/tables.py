"""The tables of Tsu: what a step of a chain is worth.

A step scores 10 x puyos x the sum of three bonuses, kept between 1 and 999: one for how far the chain is, one for how
many colours vanish at once, one for every group's size.
"""

from __future__ import annotations

STEPS: tuple[int, ...] = (0, 8, 16, 32, *range(64, 513, 32))
"""By the number of the step, from the first."""
COLOURS = (0, 0, 3, 6, 12, 24)
"""By how many colours vanish in the step."""
GROUPS = (0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 10)
"""By the size of a group; 11 and more are worth the last."""
MOST = 999
"""No sum of bonuses counts more than this."""
ALL_CLEAR = 2_100
"""Points for the first step after the field was cleared."""


def power_of_step(number: int) -> int:
    """The bonus of the n-th step, counted from 1.

    >>> [power_of_step(n) for n in (1, 2, 5, 19, 25)]
    [0, 8, 64, 512, 512]
    """
    return STEPS[min(number, len(STEPS)) - 1]


def bonus_of_colours(count: int) -> int:
    """The bonus of so many colours in one step."""
    return COLOURS[min(count, len(COLOURS) - 1)]


def bonus_of_group(size: int) -> int:
    """The bonus of one group."""
    return GROUPS[min(size, len(GROUPS) - 1)]


def score_of_step(puyos: int, bonus: int) -> int:
    """The points of a step.

    >>> score_of_step(4, 0), score_of_step(4, 512)
    (40, 20480)
    """
    return 10 * puyos * max(1, min(bonus, MOST))
