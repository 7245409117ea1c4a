"""A pair in the air is told apart from what lies, and from a part of a picture behind the board."""

from __future__ import annotations

from math import ceil

import numpy as np

from bot.frame import Frame
from bot.reading import Reading, Sight
from bot.vision.falling import STILL, FallingReader
from engine.position import Position


class Script:
    """A reader that sees one board after the other."""

    def __init__(self, boards: list[tuple[str, ...]]) -> None:
        self.boards = iter(boards)

    def read(self, frame: Frame) -> Reading:
        return Reading(frame.time, Sight.DOUBT, (4, 4), Position({"board": next(self.boards)}))


def seen(boards: list[tuple[str, ...]], step: float) -> list[Reading]:
    reader = FallingReader(Script(boards))
    return [reader.read(Frame(np.zeros((4, 4, 3), np.uint8), step * at)) for at in range(len(boards))]


def falling(row: int) -> tuple[str, ...]:
    """A board with a pair in these rows, a stone on its floor, and a cell over an empty one that is never told."""
    rows = [list("......") for _ in range(8)]
    for at in (row, row + 1):
        rows[at][2] = "?"
    rows[5][4], rows[7][0] = "?", "a"
    return tuple("".join(line) for line in rows)


def test_what_never_falls_beside_a_pair_is_a_part_of_a_picture() -> None:
    late_from = ceil(STILL / 0.6)
    readings = seen([falling(at % 4) for at in range(12)], 0.6)
    assert late_from < len(readings)
    for at, reading in enumerate(readings):
        assert reading.position is not None
        blocks = reading.position.blocks
        if at < late_from:
            assert "falling" not in blocks, "it may belong to the pair"
        else:
            assert set(blocks["falling"]) == {f"{at % 4},2", f"{at % 4 + 1},2"}
            assert blocks["board"][5] == "......"


def test_a_pair_that_hangs_for_long_by_itself_is_a_pair() -> None:
    alone = tuple(row.replace("?", ".") if at == 5 else row for at, row in enumerate(falling(1)))
    last = seen([alone] * 20, 0.6)[-1]
    assert last.position is not None
    assert set(last.position.blocks["falling"]) == {"1,2", "2,2"}
