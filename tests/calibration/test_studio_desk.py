"""The desk: pictures in, changes made and taken back, a plan and a layout out; nothing is lost on a bad input."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bot.layouts import find_layout, load_layout
from bot.vision.picture import decode, load
from calibration.studio.desk import Desk
from engine.position import Position
from tests.calibration.studio_server import SCREENS, TRADITIONAL, Running, running

SMALL = SCREENS / "kshisen-default" / "screens" / "few-left.png"
FULL = TRADITIONAL / "full.png"


def truth(screen: Path) -> list[str]:
    return list(Position.parse(screen.with_suffix(".txt").read_text(encoding="utf-8")).board)


def same_pattern(read: list[str], true: list[str]) -> bool:
    """Whether two boards are equal but for what the labels are called."""
    pairs = {(a, b) for one, other in zip(read, true, strict=True) for a, b in zip(one, other, strict=True)}
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def rows(state: dict[str, Any], shot: int = 0) -> list[str]:
    """The board that is read in a picture."""
    return list(Position.parse(state["draft"]["shots"][shot]["text"]).board)


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "layouts") as one:
        yield one


@pytest.fixture(scope="module")
def drawn() -> bytes:
    """A picture of a small board in plain colours, and what it holds is `BOARD`."""
    return encoded(board_picture(BOARD))


BOARD = ("AABB", "CABD", "CDDA")
COLOURS = {"A": (40, 40, 220), "B": (60, 190, 60), "C": (210, 120, 30), "D": (40, 200, 230)}


def board_picture(board: tuple[str, ...], cell: int = 40) -> np.ndarray:
    """Discs of one colour each on a grey ground."""
    height, width = len(board) * cell, len(board[0]) * cell
    pixels = np.full((height + 120, width + 160, 3), 70, np.uint8)
    for r, line in enumerate(board):
        for c, label in enumerate(line):
            x, y = 80 + c * cell, 60 + r * cell
            cv2.rectangle(pixels, (x + 1, y + 1), (x + cell - 2, y + cell - 2), (225, 225, 225), -1)
            if label != ".":
                cv2.circle(pixels, (x + cell // 2, y + cell // 2), cell // 3, COLOURS[label], -1)
                cv2.putText(pixels, label, (x + 13, y + 27), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 2)
    return pixels


def encoded(pixels: np.ndarray) -> bytes:
    return bytes(cv2.imencode(".png", pixels)[1].tobytes())


GRID = {"x": 80, "y": 60, "pitch_x": 40, "pitch_y": 40, "rows": 3, "columns": 4}


def test_an_empty_desk_says_what_to_do(studio: Running) -> None:
    state = studio.get("/api/state")
    assert state["pictures"] == []
    assert state["draft"] is None
    assert state["undo"] is None
    for path, value in (("grid", GRID), ("split", {"label": "A"}), ("solve", {"game": "shisen"}), ("look", {})):
        answer = studio.post(f"/api/{path}", value)
        assert answer.status == 422
        assert "drop a screenshot" in answer.error


def test_a_screenshot_is_read_at_once(studio: Running) -> None:
    state = studio.change("/api/pictures", FULL.read_bytes())
    assert same_pattern(rows(state), truth(FULL))
    assert "shisen" in state["likely"]
    assert state["pictures"][0]["width"] == load(FULL).shape[1]
    number = state["pictures"][0]["id"]
    sent = studio.ask("GET", f"/api/pictures/{number}", headers=studio.own)
    assert sent.headers["content-type"] == "image/png"
    assert np.array_equal(decode(sent.body), load(FULL))


def test_from_picture_to_plan_to_layout(studio: Running) -> None:
    studio.change("/api/pictures", FULL.read_bytes())
    plan = studio.post("/api/solve", {"game": "shisen"}).json
    assert plan["verdict"].startswith("Won in")
    assert all(len(move["cells"]) == 2 for move in plan["moves"])
    assert plan["moves"][0]["line"]
    kept = studio.post(
        "/api/save", {"game": "shisen", "name": "mine", "title": 'With "quotes"', "window": "kshisen"}
    ).json
    assert kept["check"]["ok"], kept["check"]
    assert len(kept["check"]["narrowest"]) == 5
    layout = load_layout(Path(kept["folder"]))
    assert layout.name == kept["layout"] == "shisen/mine"
    assert layout.title == 'With "quotes"'
    assert layout.windows == ("kshisen",)
    assert layout.hands == find_layout("shisen/kshisen").hands
    assert layout.board.place is not None
    assert layout.board.place.columns == len(truth(FULL)[0])


def test_a_layout_that_is_there_is_replaced_only_on_request(studio: Running, drawn: bytes) -> None:
    lay(studio, drawn)
    asked = {"game": "shisen", "name": "mine", "title": "first"}
    folder = Path(studio.change("/api/save", asked)["folder"])
    answer = studio.post("/api/save", asked | {"title": "second"})
    assert answer.status == 409
    assert "replace it" in answer.error
    assert load_layout(folder).title == "first"
    studio.change("/api/save", asked | {"title": "second", "replace": True})
    assert load_layout(folder).title == "second"
    assert [path.name for path in folder.parent.iterdir()] == ["mine"]


def test_an_unknown_game_is_named(studio: Running, drawn: bytes) -> None:
    lay(studio, drawn)
    for path, more in (("solve", {}), ("save", {"name": "mine"})):
        answer = studio.post(f"/api/{path}", {"game": "chess", **more})
        assert answer.status == 422
        assert "'chess'" in answer.error


def lay(studio: Running, drawn: bytes) -> dict[str, Any]:
    """The small board on the desk, with the grid where it belongs and the labels that are drawn on it."""
    studio.change("/api/pictures", drawn)
    studio.change("/api/grid", GRID)
    return studio.change("/api/board", {"text": "\n".join(BOARD)})


def test_a_picture_without_a_board_can_be_given_its_grid_by_hand(studio: Running) -> None:
    noise = np.full((240, 320, 3), 90, np.uint8)
    cv2.putText(noise, "no board", (40, 120), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (0, 0, 0), 2)
    state = studio.change("/api/pictures", encoded(noise))
    assert state["draft"] is None
    assert state["trouble"]
    assert len(state["pictures"]) == 1
    state = studio.change("/api/grid", GRID)
    assert state["trouble"] == ""
    assert state["draft"]["shots"][0]["grid"] == GRID


def test_a_wrong_grid_is_put_right(studio: Running) -> None:
    right = studio.change("/api/pictures", FULL.read_bytes())["draft"]["shots"][0]["grid"]
    wrong = studio.change("/api/grid", right | {"pitch_x": right["pitch_x"] * 1.11, "columns": right["columns"] - 2})
    assert len(rows(wrong)[0]) != len(truth(FULL)[0])
    assert same_pattern(rows(studio.change("/api/grid", right)), truth(FULL))


def test_changes_are_undone_and_done_again_in_order(studio: Running, drawn: bytes) -> None:
    start = lay(studio, drawn)
    assert rows(start) == list(BOARD)
    merged = studio.change("/api/merge", {"keep": "A", "gone": "B"})
    assert rows(merged) == [line.replace("B", "A") for line in BOARD]
    named = studio.change("/api/name", {"label": "C", "new": "z", "name": "boot"})
    assert [kind["name"] for kind in named["draft"]["kinds"] if kind["label"] == "z"] == ["boot"]
    put = studio.change("/api/cell", {"row": 2, "column": 3, "label": "."})
    assert rows(put)[2] == "zDD."
    assert put["undo"] == "cell 2,3"
    for before in (named, merged, start):
        assert studio.change("/api/undo")["draft"] == before["draft"]
    for after in (merged, named, put):
        assert studio.change("/api/redo")["draft"] == after["draft"]
    assert studio.get("/api/state")["redo"] is None


def test_a_new_change_takes_the_way_forward(studio: Running, drawn: bytes) -> None:
    lay(studio, drawn)
    studio.change("/api/merge", {"keep": "A", "gone": "B"})
    assert studio.change("/api/undo")["redo"] == "merging B into A"
    assert studio.change("/api/merge", {"keep": "C", "gone": "D"})["redo"] is None


def test_one_stroke_of_the_hand_is_undone_at_once(studio: Running, drawn: bytes) -> None:
    before = lay(studio, drawn)
    for x in range(81, 91):
        studio.change("/api/grid", GRID | {"x": x, "stroke": "drag-1"})
    studio.change("/api/grid", GRID | {"x": 100, "stroke": "drag-2"})
    assert studio.change("/api/undo")["draft"]["shots"][0]["grid"]["x"] == 90
    assert studio.change("/api/undo")["draft"] == before["draft"]


def test_names_come_back_when_the_grid_does(studio: Running, drawn: bytes) -> None:
    lay(studio, drawn)
    before = studio.change("/api/name", {"label": "D", "new": "d", "name": "boot"})
    astray = studio.change("/api/grid", GRID | {"x": 110, "y": 95, "stroke": "drag"})
    assert rows(astray) != rows(before)
    after = studio.change("/api/grid", GRID | {"stroke": "drag"})
    assert rows(after) == rows(before)
    assert [kind["name"] for kind in after["draft"]["kinds"]] == [kind["name"] for kind in before["draft"]["kinds"]]


def test_a_grid_far_too_fine_is_taken_and_doubted(studio: Running) -> None:
    right = studio.change("/api/pictures", FULL.read_bytes())["draft"]["shots"][0]["grid"]
    fine = {"pitch_x": right["pitch_x"] / 1.7, "pitch_y": right["pitch_y"] / 1.9, "rows": 15, "columns": 30}
    state = studio.change("/api/grid", right | fine)
    assert len(rows(state)) == 15
    assert state["draft"]["why"] or len(state["draft"]["kinds"]) < 62


def test_a_kind_is_parted(studio: Running, drawn: bytes) -> None:
    lay(studio, drawn)
    studio.change("/api/merge", {"keep": "A", "gone": "C"})
    state = studio.change("/api/split", {"label": "A"})
    assert same_pattern(rows(state), list(BOARD))


def test_the_first_picture_comes_back_when_the_second_was_wrong(studio: Running, drawn: bytes) -> None:
    first = lay(studio, drawn)
    studio.change("/api/pictures", encoded(np.full((90, 120, 3), 9, np.uint8)))
    state = studio.change("/api/undo")
    assert state["draft"] == first["draft"]
    number = state["pictures"][0]["id"]
    assert studio.ask("GET", f"/api/pictures/{number}", headers=studio.own).status == 200


def test_another_picture_joins_the_first_and_keeps_its_labels(studio: Running) -> None:
    studio.change("/api/pictures", FULL.read_bytes())
    before = studio.change("/api/board", {"text": "\n".join(truth(FULL))})
    state = studio.change("/api/pictures?add=1", (TRADITIONAL / "tile-picked.png").read_bytes())
    assert rows(state, 0) == rows(before)
    assert same_pattern(rows(state, 1), truth(TRADITIONAL / "tile-picked.png"))
    answer = studio.post("/api/pictures?add=1", encoded(np.full((90, 120, 3), 9, np.uint8)))
    assert answer.status == 422
    assert "not added" in answer.error
    assert studio.get("/api/state") == state


BAD_EDITS = {
    "a typed board with a row too much": ("board", {"text": "AABB\nCABD\nCDDA\nAAAA"}, "rows"),
    "a typed board that is empty": ("board", {"text": ""}, "no position"),
    "no such kind": ("merge", {"keep": "A", "gone": "Z"}, "'Z'"),
    "a label that is taken": ("name", {"label": "A", "new": "C"}, "taken"),
    "no such cell": ("cell", {"row": 3, "column": 0, "label": "A"}, "no cell 3,0"),
    "no such picture": ("cell", {"shot": 1, "row": 0, "column": 0, "label": "A"}, "no picture 2"),
    "a grid beside the picture": ("grid", GRID | {"x": 9000}, "beside the picture"),
    "a grid of too many cells": ("grid", GRID | {"rows": 150, "columns": 150}, "2500"),
    "house rules that are none": ("solve", {"game": "shisen", "rules": "gravity"}, "name=value"),
    "a board that the game does not know": ("solve", {"game": "shisen"}, "pairs"),
    "a picture that is none": ("pictures", b"hello", "is none"),
}


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory, drawn: bytes) -> Iterator[tuple[Running, dict[str, Any]]]:
    """A studio with changes that could be lost, and its state: one for all tests that prove that they lose nothing."""
    with running(tmp_path_factory.mktemp("changed") / "layouts") as studio:
        lay(studio, drawn)
        studio.change("/api/merge", {"keep": "A", "gone": "B"})
        yield studio, studio.change("/api/cell", {"row": 0, "column": 0, "label": "C"})


@pytest.mark.parametrize(("path", "value", "said"), BAD_EDITS.values(), ids=BAD_EDITS.keys())
def test_a_bad_input_is_answered_with_a_sentence_and_nothing_is_lost(
    changed: tuple[Running, dict[str, Any]], path: str, value: Any, said: str
) -> None:
    studio, before = changed
    answer = studio.post(f"/api/{path}", value)
    assert answer.status in {400, 422}
    assert said in answer.error
    assert answer.error[0].isupper()
    assert answer.error.endswith(".")
    assert json.dumps(studio.get("/api/state")) == json.dumps(before)


def test_where_no_display_is_it_says_so(studio: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.x11.display._shared", None, raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    answer = studio.ask("GET", "/api/windows", headers=studio.own)
    assert answer.status == 422
    assert "screenshot" in answer.error


def test_the_desk_forgets_the_oldest_changes_first(drawn: bytes) -> None:
    desk = Desk()
    desk.lay([board_picture(BOARD)])
    for number in range(130):
        desk._put(desk.sheet, f"stroke {number}")
    steps = 0
    while desk.undoes is not None:
        desk.undo()
        steps += 1
    assert steps == 100
