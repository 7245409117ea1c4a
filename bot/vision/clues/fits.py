"""Whether what a line shows can still become what its clue says."""

from __future__ import annotations

from collections.abc import Sequence


def fits(numbers: Sequence[int], cells: str) -> bool:
    """Whether the runs of a clue can lie in a line so that `#` is filled, `x` is not, and `.` is either.

    >>> fits((3, 1), "..#.x.#"), fits((3, 1), "#.#.#.#"), fits((0,), "x..")
    (True, False, True)
    """
    length = len(cells)
    after: list[int] = [0]
    for number in (number for number in numbers if number):
        later: list[int] = []
        for at in _starts(after, cells):
            end = at + number
            room = end <= length and "x" not in cells[at:end]
            if room and (end == length or cells[end] != "#"):
                later.append(min(end + 1, length))
        after = sorted(set(later))
    return any("#" not in cells[at:] for at in after)


def _starts(after: Sequence[int], cells: str) -> list[int]:
    """Where a run may begin, if what is before it has ended at one of these places: no filled cell may be left out."""
    starts: set[int] = set()
    for at in after:
        for start in range(at, len(cells)):
            starts.add(start)
            if cells[start] == "#":
                break
    return sorted(starts)
