"""The desk with a picture that a known layout reads: clues and all, put right as text, hinted at and solved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.grid import Grid
from bot.layouts import find_layout
from bot.reading import Doubt, Reading, Sight
from bot.vision.picture import load
from calibration.known import Known, read_known
from calibration.studio.desk import Desk, Picture, Sheet
from engine.api import load_game
from engine.doubt import Guess
from engine.moves import Mark
from engine.position import Position
from tests.calibration.studio_server import SCREENS, TRADITIONAL, Running, running

NONOGRAM = SCREENS.parent / "nonogram"
SCREEN = NONOGRAM / "sgt-pattern" / "screens" / "dark-marked.png"
DRAWN = Position.parse(SCREEN.with_suffix(".txt").read_text(encoding="utf-8"))
TRUTH = Position({name: lines for name, lines in DRAWN.blocks.items() if name != "grid"})
ASKED = {"game": "nonogram"}


@pytest.fixture(scope="module")
def read() -> Known:
    """What is read in the screenshot."""
    known = read_known(load(SCREEN), None, "")
    assert known is not None
    return known


@pytest.fixture
def studio(tmp_path: Path, read: Known) -> Iterator[Running]:
    """A studio on whose desk the screenshot lies, as it was read."""
    desk = Desk()
    desk._put(replace(sheet_of(read), done="opening a picture"))
    with running(tmp_path / "layouts", desk) as one:
        yield one


def sheet_of(known: Known) -> Sheet:
    return Sheet((Picture(1, load(SCREEN)),), known=known)


def test_a_screenshot_that_a_known_layout_reads_lies_on_the_desk_with_that_reading(tmp_path: Path) -> None:
    with running(tmp_path / "layouts") as studio:
        state = studio.change("/api/pictures", SCREEN.read_bytes())
    known = state["known"]
    assert state["draft"] is None
    assert state["trouble"] == ""
    assert (known["layout"], known["why"], known["doubtful"]) == ("nonogram/paper", "", [])
    assert Position.parse(known["text"]) == TRUTH
    assert known["blocks"] == {name: list(lines) for name, lines in TRUTH.blocks.items()}
    x, y, pitch, _ = (float(value) for value in DRAWN.blocks["grid"][0].split(","))
    assert known["grid"]["x"] == pytest.approx(x, abs=2)
    assert known["grid"]["y"] == pytest.approx(y, abs=2)
    assert known["grid"]["pitch_x"] == pytest.approx(pitch, abs=0.2)
    assert (known["grid"]["rows"], known["grid"]["columns"]) == (len(TRUTH.board), len(TRUTH.board[0]))
    assert (state["told"], state["likely"]) == ("nonogram", ["nonogram"])
    assert "nonogram" in state["teachers"]
    assert "shisen" not in state["teachers"]


def test_clues_in_equal_boxes_are_no_board_of_tiles() -> None:
    known = read_known(load(NONOGRAM / "pills" / "screens" / "clues-like-tiles.png"), None, "")
    assert known is not None
    assert known.reading.sight is Sight.CLEAR
    assert (known.grid.rows, known.grid.columns) == (12, 15)


def test_nor_are_they_where_one_of_them_is_in_doubt() -> None:
    pixels = load(NONOGRAM / "pills" / "screens" / "clues-like-tiles.png")
    number = pixels[441:457, 167:178]
    number[(number == number[0, 0]).all(2)] = (171, 58, 5)
    known = read_known(pixels, None, "")
    assert known is not None
    assert known.reading.sight is Sight.DOUBT
    assert "row 12" in known.nothing_to_learn


def test_a_board_of_tiles_is_no_business_of_such_layouts() -> None:
    assert read_known(load(TRADITIONAL / "full.png"), None, "") is None


def test_a_game_without_such_a_layout_asks_none() -> None:
    assert read_known(load(SCREEN), "shisen", "") is None


def test_the_whole_position_is_typed_and_taken_back(studio: Running) -> None:
    clues = ("2 9", *TRUTH.blocks["rows"][1:])
    other = Position({**TRUTH.blocks, "rows": clues, "board": ("." * len(TRUTH.board[0]), *TRUTH.board[1:])})
    state = studio.change("/api/board", {"text": str(other)})
    assert Position.parse(state["known"]["text"]) == other
    wiped = [mark["cell"] for mark in state["known"]["written"]]
    assert wiped == [[0, column] for column, label in enumerate(TRUTH.board[0]) if label != "."]
    assert {mark["label"] for mark in state["known"]["written"]} == {"."}
    state = studio.change("/api/undo")
    assert Position.parse(state["known"]["text"]) == TRUTH
    assert state["known"]["written"] == []
    assert studio.change("/api/redo")["known"]["blocks"]["rows"][0] == "2 9"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("....\n....", "rows:, cols:, board:"),
        (str(Position({**TRUTH.blocks, "marked": ("0,0",)})), "rows:, cols:, board:"),
        (str(Position({**TRUTH.blocks, "board": TRUTH.board[1:]})), "9 rows; the picture has 10"),
        (str(Position({**TRUTH.blocks, "board": (*TRUTH.board[:-1], "...")})), "Row 10 of the board has 3 cells"),
        (str(Position({**TRUTH.blocks, "rows": ("two", *TRUTH.blocks["rows"][1:])})), "two"),
        (str(Position({**TRUTH.blocks, "cols": TRUTH.blocks["cols"][1:]})), "15"),
    ],
)
def test_a_position_that_does_not_fit_is_refused_and_takes_nothing_away(studio: Running, text: str, said: str) -> None:
    before = studio.get("/api/state")
    answer = studio.post("/api/board", {"text": text})
    assert answer.status == 422
    assert said in answer.error
    assert studio.get("/api/state") == before


def test_the_solution_is_told_as_what_is_written_into_the_cells(studio: Running) -> None:
    plan = studio.post("/api/solve", ASKED).json
    assert plan["verdict"].startswith("Solved")
    assert plan["moves"] == []
    game = load_game("nonogram")
    state = game.parse(TRUTH)
    for mark in plan["marks"]:
        cell = tuple(mark["cell"])
        state = game.play(state, Mark(cell, cell, mark["label"]))
        assert len(mark["colour"]) == 7
    assert game.outcome(state).value == "won"


def test_notes_of_a_plan_are_told(studio: Running) -> None:
    two = Position({"rows": ("1", "1"), "cols": ("1", "1"), "board": ("..", "..")})
    board = Known(find_layout("nonogram/paper"), reading(two), two)
    studio.studio.desk._put(sheet_of(board))
    plan = studio.post("/api/solve", ASKED).json
    assert plan["notes"]
    assert any("solution" in note for note in plan["notes"])


def test_a_hint_says_where_to_look_then_how_then_what(studio: Running) -> None:
    hint = studio.post("/api/hint", ASKED).json
    assert {language: len(sentences) for language, sentences in hint["says"].items()} == {"en": 3, "ja": 3}
    lines = {row for row, _ in hint["where"]}, {column for _, column in hint["where"]}
    assert 1 in map(len, lines)
    assert all(mark["cell"] in hint["where"] for mark in hint["marks"])
    assert hint["marks"]


def test_where_the_puzzle_is_done_the_hint_says_so(studio: Running) -> None:
    game = load_game("nonogram")
    state = game.parse(TRUTH)
    for mark in studio.post("/api/solve", ASKED).json["marks"]:
        cell = tuple(mark["cell"])
        state = game.play(state, Mark(cell, cell, mark["label"]))
    studio.change("/api/board", {"text": str(game.show(state))})
    said = studio.post("/api/hint", ASKED).json["says"]
    assert said == {"en": ["Nothing is left to be done."], "ja": ["もうすることはありません。"]}


def test_a_game_that_cannot_explain_says_so(tmp_path: Path) -> None:
    with running(tmp_path / "layouts") as studio:
        assert "drop a screenshot" in studio.post("/api/hint", ASKED).error
        studio.change("/api/pictures", (TRADITIONAL / "full.png").read_bytes())
        answer = studio.post("/api/hint", {"game": "shisen"})
        assert answer.status == 422
        assert "cannot explain shisen" in answer.error


def test_there_is_nothing_to_teach_or_save(studio: Running) -> None:
    for path, value in (
        ("split", {"label": "A"}),
        ("cell", {"row": 0, "column": 0, "label": "#"}),
        ("save", {"game": "nonogram", "name": "mine"}),
    ):
        answer = studio.post(f"/api/{path}", value)
        assert answer.status == 422
        assert "nonogram/paper reads this picture" in answer.error


def test_it_may_be_another_kind_of_board_after_all(read: Known) -> None:
    desk = Desk()
    desk._put(replace(sheet_of(read), pictures=(Picture(1, np.full((120, 160, 3), 90, np.uint8)),)))
    desk.look(None, None)
    assert desk.sheet.known is None
    assert desk.sheet.trouble
    desk.undo()
    assert desk.sheet.known is read


def reading(position: Position, **more: Any) -> Reading:
    """A reading of a position, at the place of the one in the screenshot."""
    grid = Grid(150, 150, 24, 24, len(position.board), len(position.board[0]))
    return Reading(0.0, more.pop("sight", Sight.CLEAR), position=position, grid=grid, **more)


SMALL = Position({"rows": ("1", "0", "1"), "cols": ("2", "1"), "board": ("..", "?.", "..")})


def doubtful(count: int) -> Known:
    """A reading of which so many lines are in doubt, and a cell."""
    guesses = tuple(Guess("rows", row, ("1", "7"), 0.2) for row in range(count))
    seen = reading(
        SMALL, sight=Sight.DOUBT, why="Row 1 may be another.", guesses=guesses, doubts=(Doubt("board", 1, 0, 0.1),)
    )
    return Known(find_layout("nonogram/paper"), seen, SMALL)


def test_lines_in_doubt_are_named_with_the_other_ways_to_read_them(studio: Running) -> None:
    studio.studio.desk._put(sheet_of(doubtful(1)))
    known = studio.get("/api/state")["known"]
    assert known["why"] == "Row 1 may be another."
    assert known["doubtful"] == [["board", 1], ["rows", 0]]
    assert known["unsure"] == [[1, 0]]
    assert known["guesses"] == [{"block": "rows", "row": 0, "texts": ["1", "7"]}]
    assert "not known" in studio.post("/api/solve", ASKED).error
    clear = str(Position({**SMALL.blocks, "board": ("..", "..", "..")}))
    known = studio.change("/api/board", {"text": clear})["known"]
    assert (known["why"], known["doubtful"], known["unsure"], known["guesses"]) == ("", [], [], [])


def test_a_reading_that_is_hardly_one_gives_way_to_others() -> None:
    assert doubtful(1).plain
    assert not doubtful(3).plain


@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b"[]", b"{", b"\xff", b"{}",
        *(
            json.dumps({"game": "nonogram"} | wrong).encode()
            for wrong in (
                {"game": "../x"}, {"game": ""}, {"game": "a" * 41}, {"shot": -1}, {"shot": 1.5}, {"rules": "x" * 201},
                {"rules": None}, {"depth": 3}, {"folder": "/etc"}, {"position": "rows:\n1"},
            )
        ),
    ],
)  # fmt: skip
def test_what_is_no_question_for_a_hint_is_refused_with_a_sentence(studio: Running, body: bytes) -> None:
    answer = studio.post("/api/hint", body)
    assert answer.status == 400
    assert answer.error


def test_a_game_or_a_rule_that_is_none_is_refused(studio: Running) -> None:
    assert "no game called" in studio.post("/api/hint", {"game": "nothing"}).error
    assert studio.post("/api/hint", {"game": "nonogram", "rules": "nothing=on"}).status == 422


def test_hints_are_told_to_the_studios_own_page_only(studio: Running) -> None:
    body = json.dumps(ASKED).encode()
    own = studio.own
    assert studio.ask("POST", "/api/hint", body, {**own, "X-Banmen-Token": "wrong"}).status == 401
    assert studio.ask("POST", "/api/hint", body, {**own, "Origin": "http://evil.example"}).status == 403
    assert studio.ask("POST", "/api/hint", body, {"X-Banmen-Token": studio.token}).status == 403
    assert studio.ask("POST", "/api/hint", body, {**own, "Host": "evil.example"}).status == 403
    assert studio.ask("GET", "/api/hint", headers=own).status == 405
    assert studio.post("/api/hint", b"{" + b" " * (256 * 1024)).status == 413
