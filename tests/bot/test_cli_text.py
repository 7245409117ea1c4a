"""The command line on text positions: what it prints, and its exit codes."""

from __future__ import annotations

import gc
import io
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot import cli
from bot.vision.picture import load, save

SCREENS = Path(__file__).parents[2] / "fixtures" / "shisen"


class Run:
    """What one call of `banmen` gave back."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.out.splitlines()[-1])
        return answer


@pytest.fixture
def banmen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    usual = gc.get_threshold()

    def run(*arguments: str, stdin: str = "") -> Run:
        monkeypatch.setattr("sys.argv", ["banmen", *arguments])
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code: object = 0
        try:
            cli.main()
        except SystemExit as leaving:
            code = leaving.code or 0
        captured = capsys.readouterr()
        assert isinstance(code, int)
        return Run(code, captured.out, captured.err)

    yield run
    gc.set_threshold(*usual)


def test_solve_prints_the_board_the_moves_and_the_outcome(banmen: Any) -> None:
    run = banmen("solve", "-", stdin="AA\nBB\n")
    assert run.code == 0
    assert "AA\nBB" in run.out
    assert "pick 0,0 0,1" in run.out
    assert "Won in 2 moves." in run.out


def test_solve_json_has_every_field(banmen: Any, tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("board:\nAA.\nBB.\n", encoding="utf-8")
    answer = banmen("solve", str(file), "--json").json
    assert answer["game"] == "shisen"
    assert answer["position"] == {"board": ["AA.", "BB."]}
    assert answer["doubt"] == []
    assert answer["plan"]["reaches"] == "won"
    assert sorted(answer["plan"]["moves"]) == ["pick 0,0 0,1", "pick 1,0 1,1"]
    assert set(answer["plan"]) == {"moves", "reaches", "proof", "notes", "score", "info"}
    assert answer["ms"]["total"] > 0
    assert set(answer) == {"game", "layout", "board_box", "cell", "position", "doubt", "plan", "ms"}


def test_proved_unsolvable_is_exit_code_4(banmen: Any) -> None:
    run = banmen("solve", "-", "--rule", "rim=off", stdin="ABAB")
    assert run.code == cli.EXIT_NO_SOLUTION
    assert "Nobody can win" in run.out


@pytest.mark.parametrize(("moves", "code", "said"), [(4, 0, "(3, 1) (2, 3) (3, 2) (1, 3)"), (3, 4, "Nobody can win")])
def test_a_puzzle_may_be_given_its_number_of_moves(banmen: Any, moves: int, code: int, said: str) -> None:
    """Stage 59 of the article, told without its number: four answers with four swaps, none with three."""
    file = Path("fixtures/paneldepon/positions/stage-59-in-four.txt")
    board, _, told = file.read_text(encoding="utf-8").partition("moves:")
    assert told
    run = banmen("solve", "-", "--moves", str(moves), stdin=board)
    assert run.code == code
    assert said in run.out


def test_read_prints_the_board_only(banmen: Any) -> None:
    run = banmen("read", "-", stdin="AA\n")
    assert run.code == 0
    assert "AA" in run.out
    assert "pick" not in run.out


def test_read_draws_what_it_saw_on_the_picture(banmen: Any, tmp_path: Path) -> None:
    file, drawn = SCREENS / "kshisen-default" / "screens" / "full.png", tmp_path / "read.png"
    answer = banmen("read", str(file), "--game", "shisen", "--out", str(drawn), "--json").json
    before, after = load(file)[:, :, :3], load(drawn)[:, :, :3]
    assert before.shape == after.shape
    x, y, width, height = (round(side) for side in answer["board_box"])
    changed = (before != after).any(2)
    assert changed[y : y + height, x : x + width].mean() > 0.05
    changed[max(0, y - 9) : y + height + 9, max(0, x - 9) : x + width + 9] = False
    assert not changed.any()


def test_house_rules_leave_out_the_games_that_do_not_know_them(banmen: Any) -> None:
    """A picture that several games might read is read as one whose rules these are."""
    file = "fixtures/pentas/arcade-stones/screens/a-few-rows-gone.png"
    assert banmen("read", file).out.startswith("pentas")
    run = banmen("read", file, "--rule", "gravity=on")
    assert "pentas" not in run.out + run.err.replace(file, "")
    assert banmen("read", file, "--rule", "nosuch=on").code == cli.EXIT_USAGE


def test_read_draws_a_picture_also_where_it_is_refused(banmen: Any, tmp_path: Path) -> None:
    file, drawn = SCREENS / "kshisen-default" / "screens" / "won-dialog.png", tmp_path / "read.png"
    assert banmen("read", str(file), "--game", "shisen", "--out", str(drawn)).code == cli.EXIT_UNREADABLE
    assert load(drawn).shape == load(file).shape


def test_a_picture_of_no_game_says_what_was_looked_for_and_what_to_do(banmen: Any, tmp_path: Path) -> None:
    file = tmp_path / "nothing.png"
    save(file, np.full((60, 80, 3), 90, np.uint8))
    run = banmen("read", str(file))
    assert run.code == cli.EXIT_UNREADABLE
    assert "nonogram" in run.err
    assert "banmen calibrate" in run.err


def test_hint_prints_one_move(banmen: Any) -> None:
    run = banmen("hint", "-", stdin="AA\nBB\n")
    assert run.out.splitlines()[-1].startswith("pick ")
    assert run.out.count("pick") == 1


@pytest.mark.parametrize(
    ("stdin", "expected"),
    [
        ("AAB\n...\n", "'B'"),
        ("AA\nA\n", "[Rr]ow 1"),
        ("A?\n", "not known"),
        ("", "no position"),
        ("board:\nAA\nboard:\nBB\n", "twice"),
    ],
)
def test_a_position_that_cannot_be_is_exit_code_3_and_one_sentence(banmen: Any, stdin: str, expected: str) -> None:
    run = banmen("solve", "-", stdin=stdin)
    assert run.code == cli.EXIT_UNREADABLE
    assert run.out == ""
    assert run.err.startswith("banmen: ")
    assert re.search(expected, run.err)


def test_what_each_game_lacks_in_a_text_stands_on_a_line_of_its_own(banmen: Any) -> None:
    first, *reasons = banmen("solve", "-", stdin="AAB\n...\n").err.rstrip().split("\n")
    assert "--game" in first
    assert [reason.split(":")[0].strip() for reason in reasons].count("shisen") == 1
    assert all(line.startswith("  ") for line in reasons)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("solve",), "FILE"),
        (("solve", "-", "--rule", "gravity"), "gravity=on"),
        (("solve", "-", "--rule", "nosuch=on"), "nosuch"),
        (("solve", "-", "--game", "chess"), "chess"),
        (("solve", "-", "--moves", "0"), "--moves"),
        (("solve", "-", "--game", "shisen", "--moves", "4"), "moves"),
        (("solve", "-", "--layout", "shisen/nothing"), "shisen/tiles"),
        (("solve", "-", "--layout", "shisen/tiles", "--game", "null"), "shisen/tiles"),
        (("solve", "-", "--out", "x.gif"), ".png"),
        (("nosuch",), "nosuch"),
        (("play", "--region", "1,2,3"), "X,Y,WIDTH,HEIGHT"),
    ],
)
def test_usage_errors_are_exit_code_2(banmen: Any, arguments: tuple[str, ...], expected: str) -> None:
    run = banmen(*arguments, stdin="AA\n")
    assert run.code == cli.EXIT_USAGE
    assert expected in run.err


@pytest.mark.parametrize("file", ["nothing.txt", "."])
def test_a_file_that_is_not_there_or_is_a_folder(banmen: Any, file: str) -> None:
    run = banmen("solve", file)
    assert run.code == cli.EXIT_UNREADABLE
    assert file in run.err


def test_games_lists_rules_and_layouts(banmen: Any) -> None:
    run = banmen("games", "--json")
    shisen = next(entry for entry in run.json["games"] if entry["game"] == "shisen")
    assert shisen["rules"]["gravity"] == "off"
    assert "shisen/tiles" in [layout["name"] for layout in shisen["layouts"]]


def test_version(banmen: Any) -> None:
    from bot import __version__

    assert banmen("--version").out.strip() == f"banmen {__version__}"


def test_help_names_every_command(banmen: Any) -> None:
    run = banmen("--help")
    assert run.code == 0
    for command in ("solve", "read", "hint", "play", "record", "replay", "games", "doctor", "demo", "arcade"):
        assert command in run.out


def test_a_pipe_to_which_nobody_writes_keeps_nobody_waiting(banmen: Any, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    run = banmen("solve", str(tmp_path / "pipe.png"))
    assert run.code == 3
    assert "is a pipe" in run.err


def test_a_pipe_of_the_shell_is_read(banmen: Any) -> None:
    here, there = os.pipe()
    os.write(there, b"AA\nBB\n")
    os.close(there)
    assert banmen("solve", f"/dev/fd/{here}").code == 0
    os.close(here)


def test_a_text_that_is_too_long_is_told_as_one(banmen: Any, tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("AB\n" * 400_000)
    run = banmen("solve", str(tmp_path / "long.txt"))
    assert run.code == 3
    assert "a text of more than 1000000 characters" in run.err
