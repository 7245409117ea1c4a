"""Coloured nonograms: clues in pale shades, two of one colour, and boards on which only one colour is filled in yet."""

from __future__ import annotations

import pytest

from bot.reading import Sight
from engine.position import Position
from tests.bot.test_vision_clues_filled import drawn_with, read
from tests.synthetic.digit_fonts import NEEDS_FONTS, faces
from tests.synthetic.nonograms import COLOURS

pytestmark = pytest.mark.skipif(not faces(frozenset({"DejaVu Sans"})), reason=NEEDS_FONTS)

PINK = ("..ee##e...", ".e##ee##e.", "#ee..##.e#", "ee######ee", ".#ee#e##..", "...##ee#..", "e##..#e.##", ".#ee###.e.")
"""Black and a pale pink."""
RED = ("..ee##aa..", ".a##ee##a.", "#ee..##.a#", "aa######ee", ".#aa#e##..", "...##aa#..", "e##..#a.##", ".#ee###.a.")
"""The same and red."""
DONE = ("##..##....", "##########", "...####...", ".##....##.", "#.#.##.#.#", "####..####")


def renamed(position: Position) -> dict[str, tuple[str, ...]]:
    """The blocks of a position with its colours named in order of appearance."""
    letters: dict[str, str] = {}
    for line in (*position.blocks["rows"], *position.blocks["cols"]):
        for sign in line:
            if sign.isalpha():
                letters.setdefault(sign, "abcdefghij"[len(letters)])
    table = str.maketrans(letters)
    return {name: tuple(line.translate(table) for line in lines) for name, lines in position.blocks.items()}


def begun(picture: tuple[str, ...], colours: str, rows: int) -> tuple[str, ...]:
    """The first rows of a picture, filled with some of its colours."""
    kept = ("".join(sign if sign in colours else "." for sign in line) for line in picture[:rows])
    return (*kept, *("." * len(line) for line in picture[rows:]))


@pytest.mark.parametrize("pitch", [24.0, 33.0, 48.0])
@pytest.mark.parametrize("picture", [PINK, RED], ids=["pink", "red-and-pink"])
@pytest.mark.parametrize(("colours", "rows"), [("", 0), ("#", 3), ("#ae", 4), ("#ae", 8)])
def test_pale_clues_are_clues_and_shades_are_colours(
    pitch: float, picture: tuple[str, ...], colours: str, rows: int
) -> None:
    drawn = drawn_with("paper", begun(picture, colours, rows), picture, pitch=pitch)
    reading = read(drawn.pixels)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position) == renamed(drawn.truth)
    known = {sign for line in picture for sign in line if sign in COLOURS}
    assert len(reading.colours) == len(known)
    for colour in reading.colours.values():
        assert min(max(abs(a - b) for a, b in zip(colour, COLOURS[sign], strict=True)) for sign in known) < 16


@pytest.mark.parametrize("done", [(40, 40, 210), (50, 140, 30)], ids=["red", "green"])
def test_done_clues_of_another_colour_are_of_none_where_their_lines_are_filled(done: tuple[int, int, int]) -> None:
    drawn = drawn_with("paper", begun(DONE, "#", 3), DONE, pitch=30.0)
    pixels = drawn.pixels.copy()
    for row in range(3):
        box = drawn.grid.cell((row, 0))
        clue = pixels[round(box.y) + 2 : round(box.y + box.h) - 1, : round(box.x) - 3]
        clue[(clue < 140).all(2)] = done
    reading = read(pixels)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth


@pytest.mark.parametrize("rows", [0, 3])
def test_the_clues_of_the_row_and_the_column_under_a_pointer_are_of_no_other_colour(rows: int) -> None:
    picture = ("##..##....", "##########", "...####...", ".##....##.", "#.#.##.#.#", "##.###..##")
    drawn = drawn_with("paper", begun(picture, "#", rows), picture, pitch=30.0)
    pixels = drawn.pixels.copy()
    row, column = drawn.grid.cell((4, 0)), drawn.grid.cell((0, 3))
    for clue in (
        pixels[round(row.y) + 2 : round(row.y + row.h) - 1, : round(row.x) - 3],
        pixels[: round(column.y) - 3, round(column.x) + 2 : round(column.x + column.w) - 1],
    ):
        clue[(clue < 140).all(2)] = (200, 90, 20)
    reading = read(pixels)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth
