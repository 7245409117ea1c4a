"""What a line shows against its clue, held against all lines that the clue allows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from bot.vision.clues.fits import fits


def lines(numbers: Sequence[int], length: int) -> Iterator[str]:
    """All lines of so many cells that a clue allows, `#` and `x`."""
    runs = [number for number in numbers if number]
    if not runs:
        yield "x" * length
        return
    for start in range(length - runs[0] + 1):
        head = "x" * start + "#" * runs[0]
        if len(runs) == 1:
            yield head + "x" * (length - len(head))
        elif len(head) < length:
            yield from (f"{head}x{tail}" for tail in lines(runs[1:], length - len(head) - 1))


def test_a_line_fits_where_one_that_the_clue_allows_is_as_it_shows() -> None:
    rng, seen = random.Random(7), {True: 0, False: 0}
    for _ in range(3000):
        length = rng.randint(1, 11)
        cells = "".join(rng.choice(".....#x" if rng.random() < 0.7 else "..##xx") for _ in range(length))
        numbers = tuple(rng.randint(0, 5) for _ in range(rng.randint(1, 4)))
        allowed = any(
            all(shown in (".", cell) for shown, cell in zip(cells, line, strict=True))
            for line in lines(numbers, length)
        )
        assert fits(numbers, cells) is allowed, (numbers, cells)
        seen[allowed] += 1
    assert min(seen.values()) > 300


def test_a_clue_longer_than_its_line_does_not_fit() -> None:
    assert not fits((9,), "." * 8)
    assert not fits((4, 4), "." * 8)
