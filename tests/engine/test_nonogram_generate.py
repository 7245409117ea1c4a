"""New puzzles, and how hard puzzles are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import arcade
from engine.api import Limit, Position, load_game
from engine.budget import Budget
from engine.games.nonogram import Nonogram
from engine.games.nonogram.generate import puzzle_of
from engine.games.nonogram.grade import grade
from engine.games.nonogram.rules import parse
from engine.games.nonogram.search import decide
from engine.generator import Generator, NoPuzzleError, Picture, Wish
from engine.paints import colour
from engine.teacher import Grader

GAME = Nonogram()
LIMIT = Limit(nodes=400)
SHIPPED = sorted((Path(arcade.__file__).parent / "puzzles" / "nonogram").glob("*.txt"))
LETTER = ["##..##", "##.##.", "####..", "####..", "##.##.", "##..##"]


def shades(rows: Iterable[Iterable[float]]) -> Picture:
    """A picture in black and white, from how dark its cells are."""
    return tuple(tuple((1 - dark, 1 - dark, 1 - dark) for dark in row) for row in rows)


def inked(rows: Sequence[str]) -> Picture:
    """A picture of `.` and letters of colours."""
    return tuple(tuple((1.0, 1.0, 1.0) if cell == "." else colour(cell) for cell in row) for row in rows)


def turned(picture: list[str]) -> list[str]:
    return ["".join(cells) for cells in zip(*picture[::-1], strict=True)]


@given(
    st.integers(3, 8).flatmap(
        lambda width: st.lists(st.text("#.", min_size=width, max_size=width), min_size=3, max_size=6)
    )
)
@settings(max_examples=40, deadline=None)
def test_the_grade_is_the_same_for_a_mirrored_turned_or_transposed_puzzle(picture: list[str]) -> None:
    mirrored = [row[::-1] for row in picture]
    transposed = ["".join(cells) for cells in zip(*picture, strict=True)]
    expected = grade(puzzle_of(picture))
    for other in (mirrored, picture[::-1], turned(picture), turned(turned(picture)), transposed):
        found = grade(puzzle_of(other))
        assert found == expected
        assert found.steps == expected.steps


@pytest.mark.parametrize(
    ("picture", "band", "technique"),
    [
        (["#####", "#####"], "easy", "ALL_FIXED"),
        ([".###......", "..........", "..######.."], "easy", "SIMPLE_BOX"),
        (LETTER, "master", "EDGE_2LINE"),
        (["#.", ".#"], "beyond", "SEARCH"),
    ],
)
def test_grades(picture: list[str], band: str, technique: str) -> None:
    found = grade(puzzle_of(picture))
    assert (found.band, found.technique) == (band, technique)
    assert (found.narrowest == 0) == (band == "beyond")
    assert str(found).startswith(band)


def test_the_game_grades_the_puzzle_whatever_is_filled_in() -> None:
    assert isinstance(GAME, Grader)
    state = puzzle_of(LETTER)
    assert GAME.grade(state.with_board(LETTER), LIMIT) == GAME.grade(state, LIMIT)


@pytest.mark.parametrize("band", ["easy", "medium", "hard", "master"])
def test_a_puzzle_from_chance_has_the_grade_and_one_solution(band: str) -> None:
    made = GAME.generate(Wish(9, 7, band, seed=5), LIMIT)
    state = GAME.parse(made.position)
    assert (len(state.cols), len(state.rows)) == (9, 7)
    assert GAME.grade(state, Limit()).band == band == made.position.blocks["grade"][0]
    assert decide(state, Budget(Limit(nodes=10_000))).proof == "unique"


def test_the_same_seed_gives_the_same_puzzle_and_another_another() -> None:
    first, again, other = (GAME.generate(Wish(8, 6, seed=seed), LIMIT).position for seed in (1, 1, 2))
    assert first == again != other


def test_a_picture_that_has_one_solution_is_kept_as_it_is() -> None:
    picture = inked(LETTER)
    made = GAME.generate(Wish(picture=picture), LIMIT)
    assert GAME.parse(made.position) == puzzle_of(LETTER)
    assert made.notes == ("Grade: master (EDGE_2LINE), score 3.5, narrowest point 2.",)
    easier = GAME.generate(Wish(grade="medium", picture=picture), LIMIT)
    assert "changed" in easier.notes[1]


def test_a_picture_with_several_solutions_is_changed_and_that_is_said() -> None:
    picture = inked(["#...", ".#..", "..##", "..##", "####"])
    said: list[str] = []
    made = GAME.generate(Wish(picture=picture, say=said.append), LIMIT)
    assert decide(GAME.parse(made.position), Budget(Limit(nodes=10_000))).proof == "unique"
    assert any("changed so that there is one solution: row" in note for note in made.notes)
    assert said


def test_a_large_picture_is_reduced_to_the_size_asked_for() -> None:
    disc = shades([1.0 if (r - 30) ** 2 / 4 + (c - 50) ** 2 / 9 < 180 else 0.1 for c in range(100)] for r in range(60))
    made = GAME.generate(Wish(20, 12, picture=disc), LIMIT)
    state = GAME.parse(made.position)
    assert (len(state.cols), len(state.rows)) == (20, 12)
    assert state.rows[0] == () or state.rows[0][0][0] < state.rows[6][0][0]


@pytest.mark.parametrize(("band", "colours"), [("easy", 2), ("medium", 3), ("hard", 4)])
def test_a_coloured_puzzle_from_chance_has_the_grade_and_one_solution(band: str, colours: int) -> None:
    made = GAME.generate(Wish(9, 7, band, seed=3, colours=colours), LIMIT)
    state = GAME.parse(made.position)
    assert len(state.colours) == colours
    assert GAME.grade(state, Limit()).band == band == made.position.blocks["grade"][0]
    assert decide(state, Budget(Limit(nodes=10_000))).proof == "unique"


def test_a_coloured_picture_keeps_its_colours_and_what_is_changed_is_said() -> None:
    house = ["..rr..", ".rrrr.", "rrrrrr", ".yyyy.", ".yb#y.", ".yb#y."]
    made = GAME.generate(Wish(picture=inked(house), colours=4), LIMIT)
    state = GAME.parse(made.position)
    assert state == puzzle_of(house)
    assert made.notes == (f"Grade: {GAME.grade(state, Limit())}.",)
    both = ["rg....", "gr....", "....gr", "....rg"]
    changed = GAME.generate(Wish(picture=inked(both), colours=2), LIMIT)
    assert decide(GAME.parse(changed.position), Budget(Limit(nodes=10_000))).proof == "unique"
    assert GAME.parse(changed.position) == puzzle_of(both) or "changed so that" in changed.notes[1]


def test_a_photograph_in_colours_is_reduced_to_as_many_as_asked_for() -> None:
    rng = np.random.default_rng(4)
    pixels = np.full((60, 90, 3), 0.95)
    pixels[10:50, 10:40] = (0.8, 0.15, 0.1)
    pixels[20:55, 50:80] = (0.1, 0.3, 0.8)
    pixels += rng.normal(0, 0.02, pixels.shape)
    picture = tuple(tuple((float(r), float(g), float(b)) for r, g, b in row) for row in np.clip(pixels, 0, 1))
    made = GAME.generate(Wish(15, 10, picture=picture, colours=2), LIMIT)
    state = GAME.parse(made.position)
    assert (len(state.cols), len(state.rows)) == (15, 10)
    assert state.colours == ("b", "r")
    few = GAME.generate(Wish(15, 10, picture=inked(["r.", ".."]), colours=5), LIMIT)
    assert "1 colour besides its ground" in few.notes[1]


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (Wish(10, 10, "fiendish"), "fiendish"),
        (Wish(1, 10), "1x10"),
        (Wish(500, 10), "500x10"),
        (Wish(3, 3, "expert"), "No 3x3 puzzle of the grade expert"),
        (Wish(picture=shades([[0.5, 0.5], [0.5, 0.5]])), "one shade"),
        (Wish(picture=shades([[0.5, 0.5], [0.5, 0.5]]), colours=3), "one shade"),
        (Wish(6, 6, "beyond", picture=inked(LETTER)), "master"),
        (Wish(6, 6, colours=40), "not 40"),
    ],
)
def test_what_cannot_be_made_is_said(wish: Wish, why: str) -> None:
    with pytest.raises(NoPuzzleError, match=why):
        GAME.generate(wish, LIMIT)


def test_shisen_deals_too() -> None:
    game = load_game("shisen")
    assert isinstance(game, Generator)
    made = game.generate(Wish(6, 4, seed=3), Limit())
    assert [len(row) for row in made.position.board] == [6] * 4
    with pytest.raises(NoPuzzleError, match="even"):
        game.generate(Wish(5, 5), Limit())
    with pytest.raises(NoPuzzleError, match="no grades"):
        game.generate(Wish(grade="easy"), Limit())


def test_the_shipped_puzzles_are_many_and_of_every_grade() -> None:
    bands = {Position.parse(path.read_text(encoding="utf-8")).blocks["grade"][0] for path in SHIPPED}
    assert len(SHIPPED) >= 60
    assert bands == {"easy", "medium", "hard", "expert", "master"}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_puzzle_has_a_title_its_grade_and_one_solution(path: Path) -> None:
    position = Position.parse(path.read_text(encoding="utf-8"))
    state = parse(position)
    found = grade(state)
    assert position.blocks["title"][0]
    assert position.blocks["grade"] == (found.band,)
    assert found.band != "beyond"
    assert path.stem.startswith(f"{len(state.cols):02d}x{len(state.rows):02d}-")
