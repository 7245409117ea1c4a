"""Whether what a line shows can still become what its clue says.

Places along the line are bits of a number, so that all are gone on with at once: of a large board a hundred thousand
lines are asked.
"""

from __future__ import annotations

from collections.abc import Sequence


def fits(numbers: Sequence[int], cells: str) -> bool:
    """Whether the runs of a clue can lie in a line so that `#` is filled, `x` is not, and `.` is either.

    >>> fits((3, 1), "..#.x.#"), fits((3, 1), "#.#.#.#"), fits((0,), "x..")
    (True, False, True)
    """
    length = len(cells)
    filled, crossed = _places(cells, "#"), _places(cells, "x")
    within = (1 << length) - 1
    after = 1
    for number in numbers:
        if not number:
            continue
        if number > length:
            return False
        starts = _onwards(after, ~filled & within) & ~_before(crossed, number) & ~(filled >> number)
        starts &= (1 << (length - number + 1)) - 1
        # One cell is left out behind a run, but for one that ends the line.
        last = starts >> (length - number) & 1
        after = ((starts << (number + 1)) | (last << length)) & ((1 << (length + 1)) - 1)
    return bool(after >> filled.bit_length())


def _places(cells: str, sign: str) -> int:
    """The places of a sign in a line, the first one as the lowest bit."""
    return int("".join("1" if cell == sign else "0" for cell in reversed(cells)) or "0", 2)


def _onwards(places: int, passed: int) -> int:
    """All places that are come to from some by going on, each time from one that may be `passed`."""
    step, through = 1, passed << 1
    while through:
        places |= through & (places << step)
        through &= through << step
        step *= 2
    return places


def _before(places: int, number: int) -> int:
    """All places from which one of some is fewer than so many cells ahead."""
    reach = 1
    while reach < number:
        more = min(reach, number - reach)
        places |= places >> more
        reach += more
    return places
