"""What lies around the board in the studio: regions are read live, marks tell screens, hands are said; all undone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.layouts import load_layout
from bot.vision.picture import load
from tests.bot.test_vision_regions import SIDE, screen
from tests.calibration.drawn import rows
from tests.calibration.studio_server import Running, running
from tests.calibration.test_discover import FULL

REGION = {
    "picture": 1, "name": "next", "rows": SIDE.rows, "columns": SIDE.columns, "x": SIDE.x, "y": SIDE.y, "w": SIDE.box.w,
    "h": SIDE.box.h,
}  # fmt: skip
HANDS = {"control": "click-cells", "hold": 0.05, "gap": 0.1, "response": 1.5, "falling": 0.25, "keys": {"left": "Left"}}


def won() -> Pixels:
    """The same window once the game is won: a notice lies over what is left of the board."""
    pixels = screen()
    cv2.rectangle(pixels, (90, 120), (330, 200), (235, 235, 235), -1)
    cv2.putText(pixels, "You won!", (120, 172), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (20, 20, 160), 3, cv2.LINE_AA)
    return pixels


def encoded(pixels: Pixels) -> bytes:
    return bytes(cv2.imencode(".png", pixels)[1].tobytes())


@contextmanager
def laid(folder: Path) -> Iterator[Running]:
    """A studio with one picture on the desk, whose labels are typed."""
    with running(folder / "layouts") as one:
        one.change("/api/pictures", encoded(screen()))
        one.change("/api/board", {"text": "\n".join(rows(FULL))})
        yield one


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Running]:
    with laid(tmp_path) as one:
        yield one


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One studio for all tests that prove that they change nothing in it."""
    with laid(tmp_path_factory.mktemp("untouched")) as one:
        yield one


def around(state: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = state["around"]
    return found


def test_a_region_is_read_as_soon_as_it_is_drawn(studio: Running) -> None:
    region = around(studio.change("/api/region", REGION))["regions"][0]
    assert region["read"] == [["A", "C", "H"]]
    assert region["grid"]["rows"] == 3
    aside = around(studio.change("/api/region", REGION | {"was": "next", "y": SIDE.y + 44, "h": 88, "rows": 2}))
    assert aside["regions"][0]["read"] == [["C", "H"]]
    renamed = around(studio.change("/api/name", {"label": "H", "new": "z"}))
    assert renamed["regions"][0]["read"] == [["C", "z"]]


def test_a_number_is_read_live(studio: Running) -> None:
    pixels = screen()
    pixels[250:300, 390:470] = 40
    cv2.putText(pixels, "360", (398, 288), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (235, 235, 235), 2, cv2.LINE_AA)
    studio.change("/api/pictures", encoded(pixels))
    picture = studio.get("/api/state")["pictures"][0]["id"]
    ask = {"picture": picture, "name": "score", "reader": "number", "x": 391, "y": 251, "w": 78, "h": 48}
    assert around(studio.change("/api/region", ask))["regions"][0]["read"] == [["360"]]
    assert "one column" in studio.post("/api/region", ask | {"columns": 2}).error


def test_it_is_undone_deleted_and_called_otherwise(studio: Running) -> None:
    before = studio.get("/api/state")
    drawn = studio.change("/api/region", REGION)
    named = studio.change("/api/region", REGION | {"was": "next", "name": "queue"})
    assert [one["name"] for one in around(named)["regions"]] == ["queue"]
    assert around(studio.change("/api/undo")) == around(drawn)
    assert around(studio.change("/api/region-gone", {"name": "next"}))["regions"] == []
    studio.change("/api/undo")
    assert around(studio.change("/api/undo")) == around(before)


def test_a_drag_of_a_region_is_one_step_back(studio: Running) -> None:
    studio.change("/api/region", REGION)
    for step in range(1, 6):
        studio.change("/api/region", REGION | {"was": "next", "x": SIDE.x - step, "stroke": "drag"})
    state = studio.change("/api/undo")
    assert around(state)["regions"][0]["grid"]["x"] == pytest.approx(SIDE.x, abs=0.01)


def test_a_won_screen_is_told_by_what_is_new_on_it(studio: Running) -> None:
    state = studio.change("/api/pictures?add=screen", encoded(won()))
    game, shown = (one["id"] for one in state["pictures"])
    assert len(state["draft"]["shots"]) == 1
    found = around(studio.change("/api/mark", {"picture": shown, "shows": "won"}))
    assert found["shown"] == {str(game): None, str(shown): "won"}
    mark = found["marks"][0]
    assert mark["seen"] == [shown]
    assert 85 <= mark["box"]["x"] <= mark["box"]["x"] + mark["box"]["w"] <= 335
    assert around(studio.change("/api/mark-gone", {"number": 0}))["marks"] == []


def test_a_mark_can_be_drawn(studio: Running) -> None:
    shown = studio.change("/api/pictures?add=screen", encoded(won()))["pictures"][1]["id"]
    found = around(studio.change("/api/mark", {"picture": shown, "shows": "won", "box": [100, 125, 220, 70]}))
    assert found["marks"][0]["box"] == {"x": 100.0, "y": 125.0, "w": 220.0, "h": 70.0}


def test_all_of_it_is_saved_and_survives_being_saved_again(studio: Running) -> None:
    shown = studio.change("/api/pictures?add=screen", encoded(won()))["pictures"][1]["id"]
    studio.change("/api/region", REGION)
    studio.change("/api/mark", {"picture": shown, "shows": "won"})
    hands = around(studio.change("/api/hands", HANDS))["hands"]
    assert hands == {**HANDS, "from": "here"}
    asked = {"game": "shisen", "name": "mine"}
    kept = studio.change("/api/save", asked)
    assert kept["check"]["ok"], kept["check"]
    first = load_layout(Path(kept["folder"]))
    assert (first.hands.hold, dict(first.hands.keys)) == (0.05, {"left": "Left"})
    assert [region.name for region in first.regions] == ["next"]
    mark = load(first.folder / "samples" / first.screens[0].sample)
    studio.change("/api/pictures", encoded(screen("B\nB\nF")))
    assert around(studio.get("/api/state"))["regions"] == []
    again = load_layout(Path(studio.change("/api/save", asked | {"replace": True})["folder"]))
    assert (again.regions, again.hands) == (first.regions, first.hands)
    assert [one.shows for one in again.screens] == ["won"]
    assert np.array_equal(load(again.folder / "samples" / again.screens[0].sample), mark)


def test_what_a_layout_knows_is_taken_over(studio: Running) -> None:
    studio.change("/api/region", REGION)
    studio.change("/api/hands", HANDS)
    studio.change("/api/save", {"game": "shisen", "name": "mine"})
    fresh = around(studio.change("/api/pictures", encoded(screen("B\nB\nF"))))
    assert fresh["layouts"] == ["shisen/mine"]
    assert fresh["hands"]["from"] != "here"
    studio.change("/api/board", {"text": "\n".join(rows(FULL))})
    taken = around(studio.change("/api/take", {"layout": "shisen/mine"}))
    assert taken["regions"][0]["read"] == [["B", "B", "F"]]
    assert taken["hands"]["hold"] == 0.05


BAD = {
    "a region of a name that is none": ("region", REGION | {"name": "Next!"}, "small letters"),
    "a region that is the board": ("region", REGION | {"name": "board"}, "the board itself"),
    "a region beside the picture": ("region", REGION | {"x": 470}, "beside the picture"),
    "a region of a reader that is none": ("region", REGION | {"reader": "magic"}, "magic"),
    "a region of cells too small": ("region", REGION | {"columns": 30}, "smaller than"),
    "no such region": ("region-gone", {"name": "next"}, "no region"),
    "no such picture": ("mark", {"picture": 99, "shows": "won"}, "no longer on the desk"),
    "a mark of one colour": ("mark", {"picture": 1, "shows": "won", "box": [440, 200, 30, 60]}, "next to nothing"),
    "a mark that the game shows": ("mark", {"picture": 1, "shows": "won"}, "picture of the game"),
    "no such screen": ("mark", {"picture": 1, "shows": "victory"}, "shows"),
    "no such mark": ("mark-gone", {"number": 0}, "no mark 1"),
    "no such control": ("hands", HANDS | {"control": "telepathy"}, "telepathy"),
    "a key that is none": ("hands", HANDS | {"keys": {"left": "rm -rf /"}}, "keys"),
    "a time that is none": ("hands", HANDS | {"hold": -1}, "hold"),
    "no such layout": ("take", {"layout": "shisen/none"}, "no layout"),
    "a layout that is a path": ("take", {"layout": "../../etc"}, "layout"),
    "a picture of another size": ("pictures?add=screen", encoded(np.full((90, 120, 3), 9, np.uint8)), "one size"),
}


@pytest.mark.parametrize(("path", "value", "said"), BAD.values(), ids=BAD.keys())
def test_a_bad_input_is_answered_with_a_sentence_and_nothing_is_lost(
    untouched: Running, path: str, value: Any, said: str
) -> None:
    before = untouched.get("/api/state")
    answer = untouched.post(f"/api/{path}", value)
    assert answer.status in {400, 422}
    assert said in answer.error
    assert answer.error.endswith(".")
    assert untouched.get("/api/state") == before
