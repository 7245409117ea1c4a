"""Doubtful clues are settled by what the puzzle allows; contradictions are told with their lines and the culprit."""

import random

import pytest

from engine.api import Limit, Plan, Position
from engine.budget import Budget
from engine.doubt import Guess, Settler
from engine.games.nonogram import GAME, State, rules
from engine.games.nonogram.clues import missing, rewritings, too_long
from engine.games.nonogram.conflict import contradicting
from engine.games.nonogram.rules import parse_clue, show_clue
from tests.engine.test_nonogram_search import noise, puzzle_of
from tests.naive import nonogram as naive

HEART = """
rows:
2 2
7
7
7
5
3
1
cols:
3
5
6
6
6
5
3
"""
GAME_ = GAME()


def heart(**changes: str) -> Position:
    """The heart with some clues written otherwise: `row0="3 2"`."""
    blocks = {name: list(lines) for name, lines in Position.parse(HEART).blocks.items()}
    for where, text in changes.items():
        blocks[where[:3] + "s"][int(where[3:])] = text
    return Position({name: tuple(lines) for name, lines in blocks.items()})


def plan(position: Position) -> Plan:
    return GAME_.plan(GAME_.parse(position), Limit())


# --- guesses of a reader -------------------------------------------------------------------------------------------


def test_the_game_is_a_settler() -> None:
    assert isinstance(GAME_, Settler)


def test_a_reading_that_fits_is_believed_and_its_other_readings_are_not() -> None:
    guesses = [Guess("rows", 0, ("2 2", "2 7"), 0.01), Guess("cols", 2, ("6", "8"), 0.0)]
    settled = GAME_.settle(heart(), guesses, Limit())
    assert (settled.position, settled.notes, settled.open) == (heart(), (), ())


def test_a_misread_digit_is_put_right_and_said() -> None:
    settled = GAME_.settle(heart(row0="2 7"), [Guess("rows", 0, ("2 7", "2 2"), 0.4)], Limit())
    assert settled.position == heart()
    assert settled.open == ()
    (note,) = settled.notes
    assert "row 1" in note
    assert "2 7" in note
    assert "2 2" in note


def test_two_misread_digits_are_put_right_together() -> None:
    guesses = [
        Guess("rows", 4, ("6", "5"), 0.1),
        Guess("rows", 5, ("3", "8"), 0.1),
        Guess("cols", 1, ("6", "5", "8"), 0.2),
    ]
    settled = GAME_.settle(heart(row4="6", col1="6"), guesses, Limit())
    assert settled.position == heart()
    assert len(settled.notes) == 2


@pytest.mark.parametrize(("margin", "is_open"), [(0.0, True), (0.3, True), (0.9, False)])
def test_two_readings_with_a_solution_stay_open_unless_one_is_far_likelier(margin: float, is_open: bool) -> None:
    position = Position({"rows": ("1", "1"), "cols": ("1", "1")})
    guesses = [Guess("rows", 0, ("1", "2"), margin), Guess("cols", 1, ("1", "2"), margin / 2)]
    settled = GAME_.settle(position, guesses, Limit())
    assert settled.position == position
    assert [(guess.block, guess.row, guess.texts) for guess in settled.open] == (
        [("rows", 0, ("1", "2")), ("cols", 1, ("1", "2"))] if is_open else []
    )


def test_a_board_full_of_doubt_is_read_by_what_its_sure_lines_tell() -> None:
    picture = ["x" * 4 + "#" * 6 + "x" * 5, "x" * 3 + "#" * 8 + "x" * 4, *["x" * 2 + "#" * 11 + "xx"] * 9, "#" * 15]
    truth = rules.show(puzzle_of(picture))
    guesses = [
        Guess("rows", row, (str(int(text) - 1), text, str(int(text) + 1)), 0.1)
        for row, text in enumerate(truth.blocks["rows"])
    ]
    guesses += [Guess("cols", 0, ("7", "1"), 0.1), Guess("cols", 7, ("12", "72"), 0.1)]
    blocks = {name: list(lines) for name, lines in truth.blocks.items()}
    for guess in guesses:
        blocks[guess.block][guess.row or 0] = guess.texts[0]
    position = Position({name: tuple(lines) for name, lines in blocks.items()})
    settled = GAME_.settle(position, guesses, Limit(nodes=50_000))
    assert settled.open == ()
    assert settled.position == truth


def test_guesses_stay_open_where_no_reading_has_a_solution() -> None:
    guess = Guess("rows", 4, ("6", "7"), 0.2)
    settled = GAME_.settle(heart(row4="6"), [guess], Limit())
    assert settled.position == heart(row4="6")
    assert settled.open == (guess,)
    assert "no way" in settled.notes[0].lower()


def test_a_guess_of_which_no_text_fits_stays_open() -> None:
    guess = Guess("rows", 0, ("2 7", "7 7"), 0.2)
    settled = GAME_.settle(heart(row0="2 7"), [guess], Limit())
    assert settled.open == (guess,)


def test_an_unknown_number_follows_from_the_sums() -> None:
    settled = GAME_.settle(heart(row4="?"), [], Limit())
    assert settled.position == heart()
    assert settled.notes == ("The clue of row 5 looked like ?; the puzzle only allows 5.",)


@pytest.mark.parametrize(
    "unknown", [{"row0": "? 2"}, {"row1": "?", "row2": "?", "row3": "?"}, {"row1": "?", "row2": "?"}]
)
def test_unknown_numbers_follow_from_the_puzzle(unknown: dict[str, str]) -> None:
    assert GAME_.settle(heart(**unknown), [], Limit()).position == heart()


def test_unknown_digits_and_colours_of_two_digit_numbers() -> None:
    picture = ["aaaaaaaaaaaabb", "xxbbbbbbbbbbbb", "axaxaxaxaxaxax"]
    position = Position(
        {name: lines for name, lines in rules.show(puzzle_of(picture)).blocks.items() if name != "board"}
    )
    rows = (position.blocks["rows"][0].replace("12a", "1?a"), *position.blocks["rows"][1:])
    settled = GAME_.settle(Position({**position.blocks, "rows": rows}), [], Limit())
    assert settled.position == position


def test_what_an_unknown_number_may_be_stays_open_where_the_puzzle_allows_several() -> None:
    position = Position({"rows": ("?", "1"), "cols": ("1", "?")})
    settled = GAME_.settle(position, [], Limit())
    assert settled.position == position
    assert {guess.block: set(guess.texts) for guess in settled.open} == {"rows": {"1", "2"}, "cols": {"1", "2"}}


def test_what_a_filled_cell_looks_like_follows_from_the_clues() -> None:
    clues = {"rows": ("1", "5", "1"), "cols": ("1", "1", "3", "1", "1")}
    right = ".x#x.\n####.\n..#x."
    wrong = right.translate(str.maketrans("x#", "#x"))
    for first, second in ((right, wrong), (wrong, right)):
        position = Position({**clues, "board": tuple(first.split("\n"))})
        settled = GAME_.settle(position, [Guess("board", None, (first, second), 0.1)], Limit())
        assert settled.position.board == tuple(right.split("\n"))
        assert settled.open == ()
        assert bool(settled.notes) == (first == wrong)


def test_a_board_with_a_mistake_is_still_told_from_its_opposite() -> None:
    clues = {"rows": ("1", "5", "1"), "cols": ("1", "1", "3", "1", "1")}
    right = "#x#x.\n####.\n..#x."
    wrong = right.translate(str.maketrans("x#", "#x"))
    position = Position({**clues, "board": tuple(wrong.split("\n"))})
    settled = GAME_.settle(position, [Guess("board", None, (wrong, right), 0.1)], Limit())
    assert settled.position.board == tuple(right.split("\n"))


def test_an_empty_looking_board_that_may_mean_either_stays_open() -> None:
    clues = {"rows": ("1", "1"), "cols": ("1", "1")}
    position = Position({**clues, "board": ("#.", "..")})
    guess = Guess("board", None, ("#.\n..", "x.\n.."), 0.1)
    settled = GAME_.settle(position, [guess], Limit())
    assert settled.open == (guess,)
    assert settled.position == position


@pytest.mark.parametrize(
    "position",
    [
        Position({}),
        Position({"rows": ("1",)}),
        Position({"rows": ("1 q",), "cols": ("1",)}),
        Position({"rows": ("? ? ? ? ? ? ?",), "cols": ("?",)}),
        Position({"rows": ("999",), "cols": ("1",), "board": ("##",)}),
        Position({"rows": ("1",) * 200, "cols": ("1",)}),
        Position({"rows": ("1",), "cols": ("1",), "board": ("?",), "marked": ("0,0",)}),
    ],
)
def test_settling_never_raises(position: Position) -> None:
    guesses = [
        Guess("rows", 0, ("zz", "?"), 0.0),
        Guess("rows", 7, ("1",), 0.0),
        Guess("cols", None, ("1",), 0.0),
        Guess("board", 9, ("#",), 0.0),
        Guess("board", None, ("#",), 0.0),
        Guess("elsewhere", 0, ("#",), 0.0),
    ]
    for limit in (Limit(nodes=0), Limit(nodes=500)):
        settled = GAME_.settle(position, guesses, limit)
        assert settled.open


def test_without_time_everything_stays_open() -> None:
    guesses = [Guess("rows", 0, ("2 7", "2 2"), 0.4)]
    settled = GAME_.settle(heart(row0="2 7"), guesses, Limit(nodes=0))
    assert settled.position == heart(row0="2 7")
    assert [guess.row for guess in settled.open] == [0]


def test_random_misreadings_are_put_right_or_stay_open() -> None:
    rng = random.Random(5)
    right = 0
    for seed in range(25):
        truth = rules.show(puzzle_of(noise(9, 8, seed, 0.6)))
        blocks = {name: list(lines) for name, lines in truth.blocks.items()}
        guesses = []
        for block in ("rows", "cols"):
            row = rng.randrange(len(blocks[block]))
            true = blocks[block][row]
            if true == "0":
                continue
            words = true.split()
            at = rng.randrange(len(words))
            words[at] = str(max(1, int(words[at]) + rng.choice([-1, 1, 6])))
            texts = tuple(dict.fromkeys(rng.sample([true, " ".join(words)], 2)))
            blocks[block][row] = texts[0]
            guesses.append(Guess(block, row, texts, rng.random() / 3))
        position = Position({name: tuple(lines) for name, lines in blocks.items()})
        settled = GAME_.settle(position, guesses, Limit(nodes=20_000))
        if not settled.open:
            assert settled.position == truth
            right += 1
    assert right > 10


# --- puzzles without a solution ------------------------------------------------------------------------------------


def test_a_clue_longer_than_its_line_is_said_at_once() -> None:
    found = plan(heart(row1="5 3"))
    assert found.proof == "none"
    assert found.notes[0] == "The clue of row 2 needs 9 cells; there are 7."


def test_sums_that_differ_are_said_first() -> None:
    notes = plan(heart(row4="6")).notes
    assert notes[0] == "The rows ask for 35 filled cells, the columns for 34."
    coloured = Position({"rows": ("2a", "1b"), "cols": ("1a 1b", "1b")})
    assert "cells of colour a" in plan(coloured).notes[0]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"row1": "1"}, "7 instead of 1 for row 2"),
        ({"col2": "8"}, "6 instead of 8 for column 3"),
        ({"row0": "2 7"}, "2 2 instead of 2 7 for row 1"),
        ({"row0": "2"}, "2 2 instead of 2 for row 1"),
    ],
)
def test_the_misread_clue_is_named_with_what_it_should_be(change: dict[str, str], says: str) -> None:
    assert any(says in note for note in plan(heart(**change)).notes)


def test_clues_may_stand_in_the_wrong_order() -> None:
    position = Position({"rows": ("1 2", "4"), "cols": ("2", "1", "2", "2")})
    assert plan(position).proof == "unique"
    swapped = Position({"rows": ("2 1", "4"), "cols": ("2", "1", "2", "2")})
    assert any("1 2 instead of 2 1 for row 1" in note for note in plan(swapped).notes)


def test_what_clues_may_be_taken_for() -> None:
    told = {show_clue(clue): unlikely for unlikely, clue in rewritings(parse_clue("11 3"), {"#": -9})}
    assert told == {"1 1 3": 0.5, "2 3": 3.0}
    longer = {show_clue(clue) for _, clue in rewritings(parse_clue("1 1"), {"#": 9})}
    assert longer == {"11", "10 1", "1 10", "9 1 1", "1 9 1", "1 1 9"}
    assert {show_clue(clue) for _, clue in rewritings(parse_clue("3a 3b"), {"a": -3, "b": 3})} == {"3b 3b"}
    assert not list(rewritings(parse_clue("2"), {"a": 1, "b": 1, "#": 1}))


@pytest.mark.parametrize("seed", range(10))
def test_the_contradicting_lines_contradict_each_other_and_each_is_needed(seed: int) -> None:
    rng = random.Random(seed)
    state = puzzle_of(noise(3, 5, seed, 0.55, 1 + seed % 2))
    while any(naive.solutions(state.rows, state.cols, state.board)):
        rows = list(state.rows)
        row = rng.randrange(len(rows))
        rows[row] = tuple((rng.randint(1, 2), colour) for _, colour in rows[row][:2]) or ((1, "#"),)
        state = State(tuple(rows), state.cols, state.board)
        if too_long(state):
            state = puzzle_of(noise(3, 5, seed, 0.55, 1 + seed % 2))
    lines = contradicting(state, Budget(Limit()))
    assert lines
    assert not any_board(state, lines)
    for line in lines:
        assert any_board(state, [other for other in lines if other != line])


def any_board(state: State, lines: list[int] | tuple[int, ...]) -> bool:
    """Whether some board fits these lines, whatever the others say: cell by cell, a line at a time."""
    colours = "".join(state.colours) + "x"
    height, width = len(state.rows), len(state.cols)

    def fill(row: int, above: tuple[str, ...]) -> bool:
        if row == height:
            columns = ("".join(cells) for cells in zip(*above, strict=True))
            return all(
                naive.runs(c) == clue
                for n, (c, clue) in enumerate(zip(columns, state.cols, strict=True))
                if height + n in lines
            )
        return any(fill(row + 1, (*above, cells)) for cells in rows_of(row, above))

    def rows_of(row: int, above: tuple[str, ...]) -> list[str]:
        if row in lines:
            return naive.completions(state.rows[row], "." * width)
        options = [""]
        for column in range(width):
            labels = colours if height + column in lines else "x"
            options = [option + label for option in options for label in labels]
        return [cells for cells in options if all(possible(column, (*above, cells)) for column in range(width))]

    def possible(column: int, rows: tuple[str, ...]) -> bool:
        if height + column not in lines:
            return True
        cells = "".join(row[column] for row in rows)
        return bool(naive.completions(state.cols[column], cells + "." * (height - len(rows))))

    return fill(0, ())


def test_sums_are_counted_by_colour() -> None:
    state = State((parse_clue("2a 1b"),), (parse_clue("1a"), parse_clue("1b"), ()), ("...",))
    assert missing(state) == {"a": -1}


def test_a_wrong_cell_is_named() -> None:
    text = HEART + "board:\n.......\n......x\n.......\n.......\n.......\n.......\n......."
    notes = plan(Position.parse(text)).notes
    assert notes == ("The board is filled wrongly; this changes 1 cell: row 2 column 7.",)


def test_where_even_the_limit_comes_first_a_line_that_cannot_be_completed_is_named() -> None:
    state = puzzle_of(noise(20, 21, 3, 0.42))
    length = max(sum(n for n, _ in clue) for clue in state.rows)
    row = next(i for i, clue in enumerate(state.rows) if sum(n for n, _ in clue) < length)
    board = list(state.board)
    board[row] = "#" * 21
    found = GAME_.plan(state.with_board(board), Limit(nodes=2))
    assert found.proof is None
    assert f"row {row + 1} cannot be completed" in found.notes[0]


def test_of_several_solutions_another_one_is_told() -> None:
    found = plan(Position({"rows": ("1", "1"), "cols": ("1", "1")}))
    assert found.proof == "several"
    assert found.notes == (
        "There is another solution; the two differ in 4 cells: row 1 columns 1 and 2, row 2 columns 1 and 2.",
    )
