"""Nonogram lines: the readable solver and the kernels are held against every filling of a line."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.nonogram.line import places, settle
from engine.games.nonogram.rules import Clue, State, room
from engine.games.nonogram.words import Board
from tests.naive import nonogram as naive

COLOURS = ("#", "a", "b")


@st.composite
def lines(draw: st.DrawFn, most: int = 7) -> tuple[Clue, str]:
    """A clue and cells; more often than not with a completion."""
    colours = COLOURS[: draw(st.sampled_from([1, 2, 3]))]
    size = draw(st.integers(1, most))
    full = draw(st.text(alphabet=[*colours, "x"], min_size=size, max_size=size))
    cells = "".join(cell if draw(st.booleans()) and draw(st.booleans()) else "." for cell in full)
    clue = naive.runs(full)
    if draw(st.integers(0, 4)) == 0:
        clue = tuple(draw(st.lists(st.tuples(st.integers(1, size + 1), st.sampled_from(colours)), max_size=4)))
    return clue, cells


def board_of(clue: Clue, cells: str, *, down: bool) -> Board:
    """A puzzle in which only one line has anything to say."""
    others: tuple[Clue, ...] = ((),) * len(cells)
    if down:
        return Board(State(others, (clue,), tuple(cells)))
    return Board(State((clue,), others, (cells,)))


def by_kernel(clue: Clue, cells: str, *, down: bool = False) -> str | None:
    board = board_of(clue, cells, down=down)
    line = len(cells) if down else 0
    with np.errstate(over="ignore"):  # where kernels run as plain Python: carries out of a word are meant
        return "".join(board.shown) if board.settle({line}) else None


@given(lines())
@settings(max_examples=300, deadline=None)
def test_a_line_is_settled_as_all_its_completions_say(line: tuple[Clue, str]) -> None:
    clue, cells = line
    wanted = naive.settled(clue, cells)
    assert settle(clue, cells) == wanted
    assert by_kernel(clue, cells) == wanted
    assert by_kernel(clue, cells, down=True) == wanted


@given(lines())
@settings(max_examples=200, deadline=None)
def test_the_places_of_runs_are_those_of_all_completions(line: tuple[Clue, str]) -> None:
    clue, cells = line
    wanted = [0] * len(clue)
    for full in naive.completions(clue, cells):
        starts = [i for i, cell in enumerate(full) if cell != "x" and (i == 0 or full[i - 1] != cell)]
        wanted = [places | 1 << start for places, start in zip(wanted, starts, strict=True)]
    assert places(clue, cells) == (tuple(wanted) if naive.completions(clue, cells) else None)


@given(lines(most=6), st.randoms(use_true_random=False))
@settings(max_examples=200, deadline=None)
def test_kernels_keep_the_colours_that_a_cell_can_still_have(line: tuple[Clue, str], rng: random.Random) -> None:
    clue, cells = line
    labels = ["x", *sorted({colour for _, colour in clue})]
    sets = ["".join(sorted({rng.choice(labels), *rng.sample(labels, rng.randint(0, len(labels)))})) for _ in cells]
    board = board_of(clue, "." * len(cells), down=False)
    assert board.labels == tuple(labels)
    for c, label in enumerate(labels):
        board.can[0, c, 0] = sum(1 << i for i, able in enumerate(sets) if label in able)
    wanted = naive.can_be(clue, sets)
    assert board.settle({0}) == (wanted is not None)
    if wanted is not None:
        found = [
            {label for c, label in enumerate(labels) if int(board.can[0, c, 0]) >> i & 1} for i in range(len(sets))
        ]
        assert found == wanted


@pytest.mark.parametrize("size", [62, 63, 64, 65, 66, 90, 127, 128])
def test_long_lines_are_settled_by_kernels_as_by_integers(size: int) -> None:
    rng = random.Random(size)
    told = 0
    for _ in range(150):
        colours = COLOURS[: rng.randint(1, 3)]
        density = rng.choice([0.1, 0.5, 0.9])
        full = ""
        while len(full) < size:
            label = rng.choice(colours) if rng.random() < density else "x"
            full += label * rng.randint(1, rng.choice([2, 9, 40]))
        full = full[:size]
        known = rng.choice([0.0, 0.2, 0.7])
        cells = "".join(cell if rng.random() < known else "." for cell in full)
        clue = naive.runs(full)
        if rng.random() < 0.2:
            clue = (*clue, (rng.randint(1, 3), rng.choice(colours)))
        wanted = settle(clue, cells)
        told += wanted not in (None, cells)
        assert by_kernel(clue, cells) == wanted, f"{clue} {cells}"
        assert by_kernel(clue, cells, down=True) == wanted
    assert told > 50


@pytest.mark.parametrize("size", [1, 63, 64, 65, 128])
def test_runs_as_long_as_their_line_fit_and_longer_ones_do_not(size: int) -> None:
    for length, wanted in ((size, "#" * size), (size + 1, None)):
        clue = ((length, "#"),)
        assert (room(clue) <= size) == (wanted is not None)
        assert settle(clue, "." * size) == by_kernel(clue, "." * size) == wanted
    assert settle((), "." * size) == by_kernel((), "." * size) == "x" * size
    assert by_kernel((), "." * (size - 1) + "#") is None


def test_a_board_is_the_same_after_words_and_back() -> None:
    state = State((((1, "a"),), ()), (((1, "a"),), (), ()), ("a..", ".x."))
    board = Board(state)
    assert board.shown == state.board
    assert board.can.shape == (5, 2, 2)
    assert np.count_nonzero(board.can[:, :, 1]) == 0
