"""A recording told again: what was seen, believed, planned and done at each look, and where it hesitated."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot.errors import CannotReadError
from bot.reading import Sight
from bot.record import RecordingError
from bot.step import Act, Stop
from bot.story import BRIEF, Story
from tests.bot.recorded import record_game


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_game(tmp_path_factory.mktemp("recording"))


@pytest.fixture(scope="module")
def story(recording: Path) -> Story:
    story = Story(recording)
    story.tell()
    return story


def test_every_look_is_told(story: Story) -> None:
    assert story.ended
    assert story.trouble == ""
    recorded = sum("step" in line for line in story.recording.lines())
    assert sum(look.times for look in story.looks) == recorded
    assert len(story.looks) < recorded
    assert story.report["outcome"] == "won"


def test_each_move_is_planned_before_it_is_made(story: Story) -> None:
    acts = [look for look in story.looks if look.hands]
    assert len(acts) >= 12
    for look in acts:
        assert look.thought is not None
        assert look.move is not None
        move = look.thought.plan.moves[look.move]
        assert str(move) in str(look.step)
        assert look.done == len(look.hands)
        assert [f"pick {a},{b} {c},{d}" for (a, b), *_, (c, d) in look.lines] == [str(move)]
        assert look.believed is not None
        assert look.seen == look.believed or look.unclear or look.hesitation


def test_a_lost_click_is_a_hesitation(story: Story) -> None:
    again = [look for look in story.looks if isinstance(look.step, Act) and look.step.attempt == 2]
    assert again
    assert all("tried again" in look.hesitation for look in again)
    assert not story.looks[0].hesitation
    assert not story.looks[-1].hesitation


def test_a_picture_that_is_unclear_for_a_moment_is_none_and_one_that_stays_so_is_one(story: Story) -> None:
    clear, unclear = story.looks[0].line["t"], 0
    for look in story.looks:
        if look.sight is Sight.CLEAR:
            clear = look.line["t"]
            assert not look.unclear
            continue
        unclear += 1
        assert look.unclear
        lasting = look.line["t"] - clear >= BRIEF
        assert (look.hesitation == look.unclear) == lasting or "again" in look.hesitation or isinstance(look.step, Stop)
    assert unclear


def test_a_recording_that_was_tampered_with_says_where_it_differs(recording: Path, tmp_path: Path) -> None:
    shutil.copytree(recording, tmp_path, dirs_exist_ok=True)
    log = tmp_path / "log.jsonl"
    log.write_text(log.read_text(encoding="utf-8").replace("act: pick", "act: push", 1), encoding="utf-8")
    story = Story(tmp_path)
    story.tell()
    differs = [look.hesitation for look in story.looks if "otherwise" in look.hesitation]
    assert len(differs) == 1
    assert "push" in differs[0]


def test_a_recording_that_breaks_off_is_told_up_to_there(recording: Path, tmp_path: Path) -> None:
    for file in recording.iterdir():
        if file.is_file():
            (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "frames").mkdir()
    first = "000001.png"
    (tmp_path / "frames" / first).write_bytes((recording / "frames" / first).read_bytes())
    story = Story(tmp_path)
    story.tell()
    assert story.ended
    assert story.looks
    assert "000002.png" in story.trouble
    with pytest.raises(CannotReadError, match="no look"):
        story.look(len(story.looks))


def test_a_folder_without_a_recording_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"header\.json"):
        Story(tmp_path)
