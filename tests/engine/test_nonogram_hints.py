"""What the hints see in a line and in a puzzle, and that they never guess."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import Limit, Position
from engine.budget import Budget
from engine.games.nonogram import Nonogram
from engine.games.nonogram.generate import puzzle_of
from engine.games.nonogram.hints import english, japanese
from engine.games.nonogram.hints.article import article_step
from engine.games.nonogram.hints.desk import Place, Step
from engine.games.nonogram.hints.facts import Facts
from engine.games.nonogram.hints.ladder import LINE_RUNGS, NUMBER
from engine.games.nonogram.hints.lesson import steps
from engine.games.nonogram.hints.sentences import hint as tell
from engine.games.nonogram.rules import House, State, parse_clue
from engine.games.nonogram.search import decide
from engine.moves import Cell
from engine.teacher import Hint, Teacher
from tests.naive import nonogram_hints as article

GAME = Nonogram()
LIMIT = Limit(nodes=20_000)


def puzzle(rows: str, cols: str, board: str = "") -> State:
    """Clues parted by commas, rows of the board by spaces."""
    blocks = {"rows": tuple(c.strip() for c in rows.split(",")), "cols": tuple(c.strip() for c in cols.split(","))}
    return GAME.parse(Position({**blocks, **({"board": tuple(board.split())} if board else {})}))


def seen(name: str, clue: str, cells: str) -> str:
    """The line after everything that one technique tells."""
    line = list(cells)
    for rung in LINE_RUNGS:
        if rung.name == name:
            for finding in rung.find(Facts(parse_clue(clue), cells)):
                for at, label in finding.cells:
                    assert line[at] == "."
                    line[at] = label
    return "".join(line)


def first_cells(name: str, clue: str, cells: str) -> str:
    """The line after the first thing that a technique tells."""
    find = next(rung.find for rung in LINE_RUNGS if rung.name == name)
    line = list(cells)
    for at, label in next(find(Facts(parse_clue(clue), cells))).cells:
        line[at] = label
    return "".join(line)


EASIEST = [
    ("ALL_FIXED", "0", ".....", "xxxxx"),
    ("ALL_FIXED", "1", "#....", "#xxxx"),
    ("ALL_FIXED", "2", ".#xxx", "##xxx"),
    ("ALL_FIXED", "2 6", ".........", "##x######"),
    ("ALL_FIXED", "6", "...#..x..", "######xxx"),
    ("SIMPLE_BOX", "8", "..........", "..######.."),
    ("SIMPLE_BOX", "3 3", "###x....x", "###x.##.x"),
    ("SIMPLE_BOXES", "5 2", "..........", "..###....."),
    ("SIMPLE_BOXES", "1 3", "xx......x", "xx...##.x"),
    ("COLOUR_BOXES", "5b 3a", "..........", "..bbb..a.."),
    ("X_BOTH_END", "1 1 1", "xx.x#....", "xx.x#x..."),
    ("X_BOTH_END", "2 1 2", ".....##.....", "....x##x...."),
    ("X_BOTH_END", "1a 1a", "....a", "...xa"),
    ("CAN_NOT_REACH", "2", "..#.......", "x.#.xxxxxx"),
    ("CAN_NOT_REACH", "2 3", ".#......#...", ".#.xxx..#..x"),
    ("CAN_NOT_REACH", "1 2", "...#..", "...#.x"),
    ("SMALL_GAP", "3", "....x.x....", "....xxx...."),
    ("GLUE", "3 1", "#...x.....x", "###.x.....x"),
    ("GLUE", "1 3", "..........#", "........###"),
    ("SPLIT", "2 2 1", ".#.#.....", ".#x#....."),
    ("JOIN", "5 1", "....#.##......", "....####......"),
    ("RANGE_BOX", "2", "...x.", ".#.x."),
    ("RANGE_CROSS", "2", "....x.", "....xx"),
    ("CROSS", "1 2", "..#...", ".x#..."),
    ("BLACK", "1a 1b 1a 1b 1a 1b 1a 1b", "..a...a.a...", "..a...aba..."),
]


@pytest.mark.parametrize(("name", "clue", "before", "after"), EASIEST)
def test_a_line_where_a_technique_is_the_easiest(name: str, clue: str, before: str, after: str) -> None:
    easier = [rung.name for rung in LINE_RUNGS if rung.number < NUMBER[name]]
    assert [seen(other, clue, before) for other in easier] == [before] * len(easier)
    assert first_cells(name, clue, before) == after


@pytest.mark.parametrize(
    ("name", "clue", "cells"),
    [
        ("ALL_FIXED", "1", "......"),
        ("ALL_FIXED", "1", "x#xxx"),
        ("SIMPLE_BOX", "3", "......"),
        ("SIMPLE_BOX", "4 1", "........"),
        ("SIMPLE_BOXES", "2 2", "........"),
        ("SIMPLE_BOXES", "2a 2b", "....."),
        ("COLOUR_BOXES", "2 2", "......"),
        ("X_BOTH_END", "1 2", "..#..."),
        ("X_BOTH_END", "1b 2a 1b", ".....aa....."),
        ("CAN_NOT_REACH", "1 4", "....#....."),
        ("SMALL_GAP", "1 3", ".x.x....."),
        ("GLUE", "2 3", "..#......"),
        ("GLUE", "1 3", ".#......."),
        ("SPLIT", "3 1", ".#.#....."),
        ("JOIN", "1 1", ".#.#....."),
        ("RANGE_BOX", "2", "....."),
        ("RANGE_CROSS", "1 1", "..#.."),
        ("BLACK", "2", "....."),
        ("CROSS", "2", "....."),
    ],
)
def test_a_line_where_a_technique_must_not_fire(name: str, clue: str, cells: str) -> None:
    assert seen(name, clue, cells) == cells


LINES = st.tuples(
    st.text("x#", min_size=1, max_size=14) | st.text("xab", min_size=1, max_size=10), st.integers(0, 2**14)
)


@given(LINES)
@settings(max_examples=300, deadline=None)
def test_no_technique_of_a_line_guesses_and_together_they_tell_everything(line: tuple[str, int]) -> None:
    truth, hidden = line
    cells = "".join("." if hidden >> at & 1 else label for at, label in enumerate(truth))
    facts = Facts(puzzle_of([truth.replace("x", ".")]).rows[0], cells)
    assert facts.settled is not None
    told = set[tuple[int, str]]()
    for rung in LINE_RUNGS:
        for finding in rung.find(facts):
            assert all(cells[at] == "." and facts.settled[at] == label for at, label in finding.cells), rung.name
            told |= set(finding.cells)
    new = {(at, label) for at, label in enumerate(facts.settled) if label != cells[at]}
    assert not facts.fresh or told == new


PICTURES = st.integers(2, 7).flatmap(
    lambda width: (
        st.lists(st.text("#.", min_size=width, max_size=width), min_size=2, max_size=8)
        | st.lists(st.text("ab#.", min_size=width, max_size=width), min_size=2, max_size=6)
    )
)


@given(PICTURES)
@settings(max_examples=60, deadline=None)
def test_every_step_is_true_in_every_solution(picture: list[str]) -> None:
    state = puzzle_of(picture)
    truth = [row.replace(".", "x") for row in picture]
    for step in steps(state, House(crosses=True), LIMIT):
        for (row, column), label in step.cells.items():
            assert truth[row][column] == label, step


@given(PICTURES, st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_steps_from_a_half_done_board_lead_to_a_solution_where_there_is_one(picture: list[str], seed: int) -> None:
    rng = random.Random(seed)
    state = puzzle_of(picture)
    half = state.with_board("".join(rng.choice((c.replace(".", "x"), ".")) for c in row) for row in picture)
    hints = list(GAME.explain(half, LIMIT))
    for hint in hints:
        for move in hint.moves:
            half = GAME.play(half, move)
    assert GAME.outcome(half).value == "won" or not hints[-1].moves


def test_the_article_finds_the_same_hints_from_its_candidate_lists() -> None:
    for seed in range(3):
        rng = random.Random(seed)
        bars = [["#" if rng.random() < 0.55 else "." for _ in range(15)] for _ in range(15)]
        smooth = ["".join(row[i] if rng.random() < 0.3 else row[i - i % 3] for i in range(15)) for row in bars]
        state = puzzle_of(smooth)
        rows, cols = ([tuple(n for n, _ in clue) for clue in side] for side in (state.rows, state.cols))
        for _ in range(12):
            mine, other = article_step(state), article.step(rows, cols, state.board)
            if mine is None or other is None:
                assert mine is None and other is None
                break
            name, number, found = other
            place = mine.places[0]
            assert (mine.technique, place.at + (0 if place.across else 15)) == (name, number)
            assert dict(mine.cells) == {((number, at) if number < 15 else (at, number - 15)): found[at] for at in found}
            board = [list(row) for row in state.board]
            for (row, column), label in mine.cells.items():
                board[row][column] = label
            state = state.with_board("".join(row) for row in board)


@pytest.mark.parametrize(
    ("name", "picture", "cells"),
    [
        ("COLOUR_CROSSING", ["..a", ".b.", ".a."], {(1, 2): "x"}),
        ("COLOUR_RANGE", [".ab", "b.a", "..a"], {(1, 1): "x"}),
        ("EDGE_2LINE", [".a.", "..a", "a.b"], {(2, 2): "b"}),
        ("EDGE_2LINE", ["#..", "..#", "..#", "#.."], {(0, 0): "#"}),
        ("CONTRADICTION", ["...#", "#...", ".###", ".##.", "#.#."], {(1, 3): "x"}),
        ("CONTRADICTION", ["..#", ".##", ".#.", "#.."], {(0, 0): "x"}),
        ("TWO_WAY", [".ab...", "b..ab.", "..a..b"], {(2, 1): "x"}),
        ("NESTED", ["#..", "#..", ".#.", "..#", ".#."], {(2, 2): "x"}),
    ],
)
def test_a_puzzle_that_needs_more_than_one_line(name: str, picture: list[str], cells: dict[Cell, str]) -> None:
    state = puzzle_of(picture)
    taken = [step for step in steps(state, House(crosses=True), LIMIT) if step.technique == name]
    assert dict(taken[0].cells) == cells
    hints = [hint for hint in GAME.explain(state, LIMIT) if hint.technique == name]
    told(hints[0])


def test_no_supposition_is_made_where_lines_tell_something() -> None:
    state = puzzle_of(["..##.", ".###.", "#####", ".#.#."])
    assert {step.rung for step in steps(state, House(crosses=True), LIMIT)} <= set(range(1, NUMBER["EDGE_2LINE"]))


def test_a_line_that_cannot_be_is_pointed_out_and_only_the_wrong_cells_are_wiped() -> None:
    state = puzzle("2 2,7,7,7,5,3,1", "3,5,6,6,6,5,3", "x##.... #.....x ....... ....... ....... ....... .......")
    hint = GAME.hint(state, LIMIT)
    assert hint is not None
    assert (hint.technique, [str(move) for move in hint.moves]) == ("X_REPAIR", ["mark 1,6 ."])
    assert "cannot be completed with 7" in hint.says["en"][2]


def test_a_cell_that_fits_its_lines_but_not_the_solution_is_pointed_out() -> None:
    heart = puzzle_of([".##.##.", "#######", "#######", "#######", ".#####.", "..###..", "...#..."])
    hint = GAME.hint(heart.with_board(["#......", *heart.board[1:]]), LIMIT)
    assert hint is not None
    assert hint.technique == "X_REPAIR"
    assert [str(move) for move in hint.moves] == ["mark 0,0 ."]
    assert "fits its own clue" in hint.says["en"][2]
    assert hint.says["en"][0] == "There is a mistake in the 1st row from the top."


def test_a_wrong_cross_is_a_mistake_and_an_undecided_cell_is_none() -> None:
    state = puzzle_of(["###", "#..", "###"])
    assert GAME.hint(state.with_board(["...", "x..", "..."]), LIMIT).technique == "X_REPAIR"  # type: ignore[union-attr]
    assert GAME.hint(state.with_board(["...", ".x.", "..."]), LIMIT).technique != "X_REPAIR"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (puzzle("4,1", "1,1"), "row 1 cannot be completed with 4. A clue is wrong."),
        (puzzle("2,0", "1,0"), "no board fits the clues of row 1 and column 2 together"),
        (puzzle("1,1", "1,1"), "The puzzle has several solutions"),
    ],
)
def test_what_cannot_be_explained_is_said_and_ends_it(state: State, sentence: str) -> None:
    hints = list(GAME.explain(state, LIMIT))
    assert sentence in hints[-1].says["en"][2]
    assert not hints[-1].moves


def test_of_several_solutions_the_nearest_tells_what_to_wipe() -> None:
    for board in ("## ..", "#. #."):
        state = puzzle("1,1", "1,1", board)
        hint = GAME.hint(state, LIMIT)
        assert hint is not None
        assert (hint.technique, len(hint.moves)) == ("X_REPAIR", 1)
        assert "cannot be completed as it stands; without row" in hint.says["en"][2]
        told(hint)
        assert decide(GAME.play(state, hint.moves[0]), Budget(LIMIT)).solutions


def test_nothing_is_left_to_be_done() -> None:
    assert GAME.hint(puzzle_of(["##", "#."]).with_board(["##", "#."]), LIMIT) is None
    strict = Nonogram(crosses=True)
    assert strict.hint(puzzle_of(["##", "#."]).with_board(["##", "#."]), LIMIT) is not None


def test_both_languages_have_every_technique_and_every_case() -> None:
    assert set(english.IDEAS) == set(japanese.IDEAS) >= set(NUMBER)
    assert set(english.WHYS) == set(japanese.WHYS)
    assert {key.split()[0] for key in english.WHYS} | {"COLOUR_BOXES"} == set(NUMBER)


def told(hint: Hint) -> None:
    for sentences in hint.says.values():
        assert all(sentence and "{" not in sentence and "  " not in sentence for sentence in sentences)
    assert hint.says["ja"][2].endswith("。")
    assert hint.says["en"][2].endswith(".")
    assert hint.where or hint.technique == "X_REPAIR"


def test_every_sentence_of_a_line_can_be_told() -> None:
    names = set[str]()
    for _, clue, cells, _ in EASIEST:
        facts = Facts(parse_clue(clue), cells)
        state = State((facts.clue,), ((),) * len(cells), (cells,))
        for rung in LINE_RUNGS:
            for finding in rung.find(facts):
                new = {(0, at): label for at, label in finding.cells}
                told(tell(Step(rung.name, rung.number, (Place(True, 0),), new, (), finding), state))
                names.add(rung.name)
    assert names == {rung.name for rung in LINE_RUNGS}


def test_what_only_a_search_tells_can_be_told() -> None:
    step = Step("SEARCH", NUMBER["SEARCH"], (Place(True, 1), Place(False, 0)), {(1, 0): "#"}, ())
    hint = tell(step, puzzle_of(["#.", "#."]))
    told(hint)
    assert "row 2 column 1 is filled" in hint.says["en"][2]


def test_the_game_is_a_teacher_and_counts_rows_from_one() -> None:
    assert isinstance(GAME, Teacher)
    hint = GAME.hint(puzzle("1,5,1", "2,1,1,1,2"), LIMIT)
    assert hint is not None
    told(hint)
    assert hint.where == tuple((1, column) for column in range(5))
    assert hint.says["en"][0] == "Look at the 2nd row from the top."
    assert hint.says["ja"][0] == "上から2行目を見てみましょう。"
    assert [str(move) for move in hint.moves] == ["mark 1,0 1,4 #"]
    assert "columns 1-5 are filled" in hint.says["en"][2]
