"""A recording as a page and a film."""

from __future__ import annotations

import json
import re
import shutil
from itertools import pairwise
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner

from bot.cli.commands import app
from bot.errors import UsageError
from bot.reading import Sight
from bot.replay import replay
from bot.report import Chapters, chapters, film, page
from bot.report.film import LAST, LENGTH, WIDTH
from bot.story import Story
from tests.bot.recorded import record_game


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_game(tmp_path_factory.mktemp("recording"))


@pytest.fixture(scope="module")
def story(recording: Path) -> Story:
    story = Story(recording)
    story.tell()
    return story


@pytest.fixture(scope="module")
def told(story: Story) -> Chapters:
    return chapters(story)


def copied(recording: Path, to: Path) -> Path:
    shutil.copytree(recording, to)
    return to


def test_every_act_of_the_log_is_a_move_of_the_page(story: Story, told: Chapters) -> None:
    acts = [line for line in story.recording.lines() if line.get("step", "").startswith("act: ")]
    assert [f"act: {move.said}" for move in told.moves] == [line["step"] for line in acts]
    assert sum(move.again for move in told.moves) == sum("(attempt" in line["step"] for line in acts) > 0


def test_the_waits_are_those_of_the_log(story: Story, told: Chapters) -> None:
    lines = [line for line in story.recording.lines() if "step" in line]
    first = next(number for number, line in enumerate(lines) if line["step"].startswith("act: "))
    changed = next(line["t"] for line in lines if line["frame"] == lines[first]["frame"])
    after = next(line["t"] for line in lines[first:] if line["frame"] != lines[first]["frame"])
    assert told.moves[0].stood == pytest.approx(lines[first]["t"] - changed)
    assert told.moves[0].answered == pytest.approx(after - lines[first]["t"])
    assert all(low <= high for wait in told.waits for (_, low), (_, high) in pairwise(wait.shares))


def test_the_spans_cover_the_whole_time_without_a_gap(told: Chapters) -> None:
    assert told.spans[0].start == 0
    assert told.spans[-1].end == pytest.approx(told.seconds)
    for before, after in pairwise(told.spans):
        assert after.start == before.end
        assert (after.sight, after.why) != (before.sight, before.why)
    assert max(told.spans, key=lambda span: span.end - span.start).sight is Sight.CLEAR


def test_hesitations_in_a_row_are_one(story: Story, told: Chapters) -> None:
    assert told.pauses
    assert sum(pause.looks for pause in told.pauses) == sum(look.times for look in story.looks if look.hesitation)
    assert any("tried again" in pause.why for pause in told.pauses)


def test_the_page_needs_nothing_else(story: Story, told: Chapters, tmp_path: Path) -> None:
    film(story, tmp_path / "film.webp")
    text = page(story, told, tmp_path / "film.webp")
    assert "<h1>Won</h1>" in text
    assert "<script" not in text.lower()
    assert not re.findall(r"""(?:src|href)=(?!"data:)|url\(|https?:""", text)
    assert "default-src 'none'" in text
    assert text.count("data:image/webp") >= 2
    assert all(move.said in text for move in told.moves)


def test_what_a_recording_says_is_escaped(recording: Path, tmp_path: Path) -> None:
    folder = copied(recording, tmp_path / "<b>odd")
    log = folder / "log.jsonl"
    log.write_text(log.read_text(encoding="utf-8").replace("the game is won", "<img src=x>"), encoding="utf-8")
    story = Story(folder)
    story.tell()
    text = page(story, chapters(story))
    assert "<img src=x" not in text
    assert "<b>odd" not in text
    assert "&lt;b&gt;odd" in text


@pytest.mark.parametrize("ending", ["webp", "gif", "png"])
def test_the_film_shows_every_move(story: Story, told: Chapters, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"film.{ending}"
    count = film(story, path)
    assert count >= len(told.moves)
    assert path.stat().st_size > 0
    if ending != "webp":
        return
    done, shown = cv2.imreadanimation(str(path))
    assert done
    assert len(shown.frames) == count
    assert all(frame.shape == shown.frames[0].shape for frame in shown.frames)
    assert shown.frames[0].shape[1] <= WIDTH
    assert sum(shown.durations) / 1000 <= LENGTH + LAST + 0.1


def test_a_film_of_an_unknown_kind_is_refused(story: Story, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\.webp"):
        film(story, tmp_path / "film.avi")


def test_the_command_writes_both_and_the_recording_can_still_be_replayed(recording: Path, tmp_path: Path) -> None:
    folder = copied(recording, tmp_path / "game")
    before = replay(folder)
    answer = CliRunner().invoke(app, ["report", str(folder), "--json"])
    assert answer.exit_code == 0, answer.output
    said = json.loads(answer.stdout)
    assert said["report"]["outcome"] == "won"
    assert Path(said["page"]).read_text(encoding="utf-8").startswith("<!doctype html>")
    assert Path(said["film"]).is_file()
    assert replay(folder) == before


def test_a_recording_that_breaks_off_is_told_up_to_there(recording: Path, tmp_path: Path) -> None:
    folder = copied(recording, tmp_path / "game")
    log = folder / "log.jsonl"
    text = log.read_text(encoding="utf-8")
    log.write_text(text[: len(text) // 2], encoding="utf-8")
    answer = CliRunner().invoke(app, ["report", str(folder)])
    assert answer.exit_code == 0, answer.output
    assert "No end was recorded" in (folder / "report.html").read_text(encoding="utf-8")


def test_a_recording_without_a_look_has_a_page_and_no_film(recording: Path, tmp_path: Path) -> None:
    folder = copied(recording, tmp_path / "game")
    (folder / "log.jsonl").write_text("", encoding="utf-8")
    answer = CliRunner().invoke(app, ["report", str(folder), "--json"])
    assert answer.exit_code == 0, answer.output
    assert json.loads(answer.stdout)["film"] is None


def test_no_recording_no_page(tmp_path: Path) -> None:
    answer = CliRunner().invoke(app, ["report", str(tmp_path)])
    assert answer.exit_code != 0
    assert not list(tmp_path.iterdir())
