"""The command line for learners: hints, explanations, new puzzles, and texts of other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot import cli
from bot.vision.picture import load
from tests.bot.test_cli_text import banmen

__all__ = ["banmen"]

HEART = "rows:\n2 2\n7\n7\n7\n5\n3\n1\ncols:\n3\n5\n6\n6\n6\n5\n3\n"
ID = "7x7:3/5/6/6/6/5/3/2.2/7/7/7/5/3/1"
WRONG = HEART + "board:\n#......\n" + ".......\n" * 6


def test_a_hint_names_the_technique_and_gives_nothing_away(banmen: Any) -> None:
    run = banmen("hint", "-", stdin=HEART)
    assert (run.code, run.out) == (0, "Row 2: all fixed; there is only one way left to complete it.\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--depth", "line"), "Look at the 2nd row from the top.\n"),
        (("--depth", "cells"), "Row 2 needs all the cells that are left: columns 1-7 are filled.\n"),
        (("--depth", "line", "--lang", "ja"), "上から2行目を見てみましょう。\n"),
        (("--lang", "ja"), "2行目は「すべて確定」です。入り方がひと通りしか残っていません。\n"),
    ],
)
def test_a_hint_tells_as_much_as_is_asked(banmen: Any, options: tuple[str, ...], sentence: str) -> None:
    assert banmen("hint", "-", *options, stdin=HEART).out == sentence


def test_a_hint_as_json_has_everything(banmen: Any) -> None:
    answer = banmen("hint", "-", "--json", stdin=HEART).json
    hint = answer["hint"]
    assert (hint["technique"], hint["rung"], hint["moves"]) == ("ALL_FIXED", 1, ["mark 1,0 1,6 #"])
    assert hint["where"] == [f"1,{column}" for column in range(7)]
    assert {language: len(said) for language, said in hint["says"].items()} == {"en": 3, "ja": 3}
    assert answer["text"] == hint["says"]["en"][1]


def test_a_mistake_is_pointed_out_first(banmen: Any) -> None:
    assert "mistake" in banmen("hint", "-", stdin=WRONG).out


def test_nothing_is_left(banmen: Any) -> None:
    solved = "rows:\n2\n1\ncols:\n2\n1\nboard:\n##\n#.\n"
    assert banmen("hint", "-", stdin=solved).out == "Nothing is left to be done.\n"
    assert banmen("hint", "-", "--json", stdin=solved).json["hint"] is None


def test_a_game_without_a_teacher_hints_at_its_first_move(banmen: Any) -> None:
    run = banmen("hint", "-", "--game", "shisen", stdin="AA\nBB\n")
    assert run.out.splitlines()[-1].startswith("pick ")


def test_a_hint_is_drawn_on_a_sheet_of_its_own(banmen: Any, tmp_path: Path) -> None:
    for depth in ("line", "cells"):
        banmen("hint", "-", "--depth", depth, "--out", str(tmp_path / f"{depth}.png"), stdin=HEART)
    line, cells = (load(tmp_path / f"{depth}.png") for depth in ("line", "cells"))
    assert line.shape == cells.shape
    assert (line != cells).any()


def test_explain_tells_every_step_the_counts_and_the_grade(banmen: Any) -> None:
    run = banmen("explain", "-", stdin=HEART)
    lines = run.out.splitlines()
    assert any(line.startswith("   1. [ALL_FIXED] Row 2 needs all the cells") for line in lines)
    assert lines[-2].startswith("11 steps: ALL_FIXED 11")
    assert lines[-1].startswith("Grade of the puzzle: easy (ALL_FIXED)")


def test_explain_as_json_ends_at_the_solution(banmen: Any) -> None:
    answer = banmen("explain", "-", "--json", "--lang", "ja", stdin=WRONG).json
    assert answer["explained"] is True
    assert answer["steps"][0]["technique"] == "X_REPAIR"
    assert [row.replace("x", ".") for row in answer["board"]][6] == "...#..."
    assert answer["grade"]["band"] == "easy"
    assert sum(answer["techniques"].values()) == len(answer["steps"])


def test_explain_says_how_far_it_gets(banmen: Any) -> None:
    run = banmen("explain", "-", stdin="rows:\n1\n1\ncols:\n1\n1\n")
    assert "several solutions" in run.out
    assert "as far as it can be explained" in run.out


def test_explain_refuses_a_game_without_a_teacher(banmen: Any) -> None:
    run = banmen("explain", "-", "--game", "shisen", stdin="AA\n")
    assert run.code == cli.EXIT_USAGE
    assert "step by step" in run.err


def test_solve_shows_the_finished_board_and_the_notes(banmen: Any) -> None:
    run = banmen("solve", "-", stdin=ID)
    assert "solution:\n.##.##.\n#######\n" in run.out
    assert "mark" not in run.out
    several = banmen("solve", "-", "--json", stdin="rows:\n1\n1\ncols:\n1\n1\n").json
    assert several["plan"]["proof"] == "several"
    assert several["plan"]["notes"]


def test_solve_draws_the_finished_board(banmen: Any, tmp_path: Path) -> None:
    file = tmp_path / "solved.png"
    assert banmen("solve", "-", "--out", str(file), stdin=HEART).code == 0
    assert load(file).shape[0] > 7 * 32


@pytest.mark.parametrize("form", ["non", "webpbn", "sgt", "text"])
def test_read_writes_other_forms_and_reads_them_back(banmen: Any, form: str) -> None:
    text = banmen("read", "-", "--format", form, stdin=HEART).out
    again = banmen("read", "-", "--json", stdin=text).json
    assert again["game"] == "nonogram"
    assert again["position"]["rows"] == ["2 2", "7", "7", "7", "5", "3", "1"]


def test_read_refuses_a_form_that_the_game_does_not_have(banmen: Any) -> None:
    run = banmen("read", "-", "--format", "sgt", "--game", "shisen", stdin="AA\n")
    assert (run.code, "written as text" in run.err) == (cli.EXIT_USAGE, True)
    assert banmen("read", "-", "--format", "nosuch", stdin=HEART).code == cli.EXIT_USAGE


def test_a_faulty_text_of_another_program_is_unreadable(banmen: Any) -> None:
    run = banmen("solve", "-", stdin="7x7:3/5")
    assert run.code == cli.EXIT_UNREADABLE
    assert "14 clues" in run.err


def test_generate_makes_the_same_puzzle_for_the_same_seed(banmen: Any) -> None:
    first, again = (banmen("generate", "nonogram", "--size", "8x6", "--seed", "3") for _ in range(2))
    assert first.out == again.out
    assert "grade:" in first.out
    assert "Seed: 3." in first.err
    assert banmen("solve", "-", stdin=first.out).code == 0


def test_generate_in_another_form_and_as_json(banmen: Any) -> None:
    run = banmen("generate", "nonogram", "--size", "6x5", "--seed", "3", "--format", "sgt")
    assert run.out.startswith("6x5:")
    answer = banmen("generate", "nonogram", "--size", "6x5", "--seed", "3", "--format", "sgt", "--json").json
    assert answer["text"] == run.out
    assert len(answer["position"]["rows"]) == 5


def test_generate_from_a_text_picture_and_from_a_real_one(banmen: Any, tmp_path: Path) -> None:
    drawn = tmp_path / "k.txt"
    drawn.write_text("##..##\n##.##.\n####..\n####..\n##.##.\n##..##\n", encoding="utf-8")
    run = banmen("generate", "nonogram", "--picture", str(drawn))
    assert "rows:\n2 2\n2 2\n4\n4\n2 2\n2 2\n" in run.out
    sheet = tmp_path / "sheet.png"
    banmen("solve", "-", "--out", str(sheet), stdin=HEART)
    run = banmen("generate", "nonogram", "--picture", str(sheet), "--size", "12x10")
    assert run.code == 0
    assert run.out.count("\n") > 22


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("nonogram", "--size", "5"), cli.EXIT_USAGE, "COLUMNSxROWS"),
        (("null",), cli.EXIT_USAGE, "nonogram, paneldepon, shisen"),
        (("nonogram", "--grade", "fiendish"), cli.EXIT_OTHER, "easy, medium, hard"),
        (("nonogram", "--picture", "nothing.png"), cli.EXIT_UNREADABLE, "nothing.png"),
        (("nonogram", "--size", "5x5", "--seed", "1", "--format", "pdf"), cli.EXIT_USAGE, "pdf"),
        (("chess",), cli.EXIT_USAGE, "chess"),
    ],
)
def test_what_generate_cannot_do(banmen: Any, arguments: tuple[str, ...], code: int, why: str) -> None:
    run = banmen("generate", *arguments)
    assert run.code == code
    assert why in run.err


def test_shisen_boards_are_dealt(banmen: Any) -> None:
    run = banmen("generate", "shisen", "--size", "6x4", "--seed", "1")
    assert [len(line) for line in run.out.splitlines()] == [6] * 4
