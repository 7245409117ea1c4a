"""A recording in the studio, look by look."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.story import Story
from tests.bot.recorded import record_game
from tests.calibration.studio_server import Running, running


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    story = Story(record_game(tmp_path_factory.mktemp("recording")))
    story.tell()
    return story


@pytest.fixture(scope="module")
def studio(story: Story, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("layouts"), story=story) as one:
        yield one


def test_the_page_gets_it_look_by_look(studio: Running, story: Story) -> None:
    told = studio.get("/api/looks?first=3")
    assert told["ended"] is True
    assert len(told["looks"]) == len(story.looks) - 3
    at = next(number for number, look in enumerate(story.looks) if look.hands)
    look = studio.get(f"/api/looks/{at}")
    assert look["step"] == look["recorded"] == str(story.looks[at].step)
    assert look["seen"]["board"] == look["believed"]["board"]
    assert look["plan"][look["move"]] in look["step"]
    assert [len(line) >= 2 for line in look["lines"]] == [True]
    assert all(len(hand["at"]) == 2 for hand in look["hands"])
    picture = studio.ask("GET", f"/api/looks/{at}/picture", headers=studio.own)
    assert picture.body.startswith(b"\x89PNG")


def test_a_look_becomes_a_layout(studio: Running, story: Story) -> None:
    state = studio.change("/api/looks/0/take")
    board = studio.get("/api/looks/0")["seen"]["board"]
    shot = state["draft"]["shots"][0]
    assert (shot["grid"]["rows"], shot["grid"]["columns"]) == (len(board), len(board[0]))


@pytest.mark.parametrize(
    ("path", "status"), [("/api/looks/99999", 422), ("/api/looks?first=-1", 400), ("/api/looks?first=x", 400)]
)
def test_what_is_no_look_is_answered_with_a_sentence(studio: Running, path: str, status: int) -> None:
    answer = studio.ask("GET", path, headers=studio.own)
    assert answer.status == status
    assert answer.error
