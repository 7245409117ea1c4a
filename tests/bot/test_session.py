"""The whole loop on practice games in memory: real pictures, simulated time, faults on request."""

from __future__ import annotations

import errno
import os
import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

import pytest

from bot.arcade.memory import Faults
from bot.frame import Box, Frame, Point
from bot.layouts import find_layout
from bot.manners import Manners
from bot.record import Recorder, Recording, RecordingError
from bot.replay import replay
from bot.session import Bounds, Report
from bot.step import Ending
from engine.api import Outcome
from tests.bot.table import AfterMoves, Table
from tests.sweep import sweep

SMALL = {"rows": 4, "columns": 9, "skin": "letters"}


@pytest.mark.parametrize(("skin", "gravity"), sweep(["letters", "mahjong"], [False, True]))
def test_it_wins_a_practice_game(skin: str, gravity: bool) -> None:
    table = Table(options={"rows": 6, "columns": 10, "skin": skin, "gravity": gravity})
    report = table.play()
    assert report.ending is Ending.WON, report
    assert report.moves == 30
    # A falling tile looks as if it lay already just before it does, and a click is lost then.
    assert report.retries <= (2 if gravity else 0)
    assert (report.misread, report.refused) == (0, 0)
    assert table.screen.scene.status is Outcome.WON
    assert table.happened("mismatch") == table.happened("unselect") == 0
    assert not table.screen.strays


@pytest.mark.parametrize("way", ["up", "left", "right"])
def test_where_tiles_fall_to_is_found_out_by_looking(way: str) -> None:
    table = Table(options={"rows": 4, "columns": 8, "skin": "letters", "gravity": way})
    report = table.play()
    assert (report.ending, report.moves, report.misread) == (Ending.WON, 16, 0), report
    assert table.happened("mismatch") == table.happened("unselect") == 0


def test_the_smallest_game_is_played_the_same_way() -> None:
    table = Table(layout_name="null/lamps")
    report = table.play()
    assert report.ending is Ending.WON, report


@pytest.mark.parametrize("seed", sweep(range(3)))
def test_lost_clicks_are_repaired_and_never_doubled(seed: int) -> None:
    table = Table(Faults(lost_clicks=0.15, seed=seed), {**SMALL, "seed": seed})
    report = table.play()
    assert report.ending is Ending.WON, report
    assert table.screen.counts["lost_clicks"] > 0
    assert report.retries > 0
    assert table.happened("mismatch") == table.happened("unselect") == 0


def test_a_window_that_comes_to_reach_beyond_the_screen_is_told_as_that() -> None:
    table = Table(options=SMALL)
    grab = table.screen.grab

    def half() -> Frame:
        frame = grab()
        return replace(frame, pixels=frame.pixels[:, : frame.size[0] // 2], window=frame.rectangle)

    table.watchers = [AfterMoves(2, lambda: setattr(table.screen, "grab", half))]
    report = table.play()
    assert report.ending in {Ending.COVERED, Ending.UNREADABLE}
    assert report.why.startswith("a part of the window lies beyond the screen: move it")


@pytest.mark.parametrize("seed", sweep(range(3)))
def test_late_frames_and_slow_games_are_waited_for(seed: int) -> None:
    table = Table(Faults(late_frames=0.3, late_by=0.1, slow=3.0, latency=0.03, double_latency=0.2, seed=seed), SMALL)
    report = table.play()
    assert report.ending is Ending.WON, report
    assert table.happened("mismatch") == table.happened("unselect") == 0


def test_a_window_that_moves_and_changes_size_is_followed() -> None:
    table = Table(options=SMALL, origin=(-300, 40))
    screen = table.screen
    table.watchers = [AfterMoves(3, lambda: screen.move(500, -20)), AfterMoves(7, lambda: screen.resize(700, 520))]
    report = table.play()
    assert report.ending is Ending.WON, report
    assert not screen.strays


def test_nothing_is_clicked_on_what_lies_over_the_board() -> None:
    table = Table(options=SMALL)
    table.watchers = [AfterMoves(4, lambda: table.screen.cover(Box(100, 100, 700, 400)))]
    report = table.play()
    assert report.ending is Ending.COVERED, report
    assert not table.screen.strays


def test_it_goes_on_when_the_cover_is_taken_away() -> None:
    table = Table(options=SMALL)
    screen = table.screen
    screen.at(12.0, lambda: screen.cover(Box(100, 100, 700, 400)))
    screen.at(13.0, screen.uncover)
    report = table.play()
    assert report.ending is Ending.WON, report
    assert not screen.strays


def test_a_paused_game_is_not_clicked() -> None:
    table = Table(options=SMALL)
    screen = table.screen
    table.watchers = [AfterMoves(4, lambda: screen.scene.key("p", table.clock.now()))]
    report = table.play()
    assert report.ending in {Ending.COVERED, Ending.UNREADABLE, Ending.LOST_SCREEN}, report
    assert report.why


def test_a_window_that_closes_ends_the_session() -> None:
    table = Table(options=SMALL)
    table.watchers = [AfterMoves(5, table.screen.shut)]
    report = table.play()
    assert report.ending is Ending.LOST_SCREEN
    assert "closed" in report.why


def test_a_person_who_moves_the_mouse_stops_it() -> None:
    table = Table(options=SMALL)
    table.watchers = [AfterMoves(5, lambda: table.screen.point_at(Point(3, 3)))]
    report = table.play()
    assert report.ending is Ending.STOPPED
    assert "mouse" in report.why
    assert report.moves <= 6


def test_a_stop_is_obeyed_before_the_next_click() -> None:
    table = Table(options=SMALL)
    reason: list[str] = []
    table.watchers = [AfterMoves(5, lambda: reason.append("Stopped by Ctrl-C."))]
    report = table.play(stopped=lambda: reason[0] if reason else None)
    assert report.ending is Ending.STOPPED
    assert report.why == "Stopped by Ctrl-C."
    assert table.screen.counts["clicks"] == 10


def test_the_limits_of_moves_and_seconds() -> None:
    moves = Table(options=SMALL, bounds=Bounds(moves=3, look=0.01)).play()
    assert (moves.ending, moves.moves) == (Ending.STOPPED, 3)
    seconds = Table(options=SMALL, bounds=Bounds(seconds=1.5, look=0.01)).play()
    assert seconds.ending is Ending.STOPPED
    assert 1.5 <= seconds.seconds < 2.0


def test_a_game_that_takes_no_clicks_is_given_up() -> None:
    table = Table(Faults(lost_clicks=1.0), SMALL, manners=Manners(response=0.5, tries=3))
    report = table.play()
    assert report.ending is Ending.DEAF, report
    assert table.screen.counts["clicks"] == 12  # of two pairs: the first needs a line around the board


def recorded(folder: Path, **options: Any) -> Table:
    table = Table(Faults(lost_clicks=0.1), {**SMALL, **options})
    table.watchers = [Recorder(folder, table.layout, table.rules, table.manners)]
    return table


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report]:
    """The recording of a whole game, and how the game went."""
    folder = tmp_path_factory.mktemp("recorded") / "game"
    return folder, recorded(folder).play()


@pytest.fixture
def recording(played: tuple[Path, Report], tmp_path: Path) -> Path:
    """A copy of it, to be spoilt."""
    return shutil.copytree(played[0], tmp_path / "game")


def test_a_recording_is_decided_the_same_again(played: tuple[Path, Report]) -> None:
    folder, report = played
    assert report.ending is Ending.WON
    result = replay(folder)
    assert result.difference is None
    assert result.looks == report.frames


def test_the_first_difference_is_named(recording: Path) -> None:
    log = recording / "log.jsonl"
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    number, line = next((n, text) for n, text in enumerate(lines, 1) if "act: pick" in text)
    lines[number - 1] = line.replace("act: pick ", "act: pick 9,9 ")
    log.write_text("".join(lines), encoding="utf-8")
    difference = replay(recording).difference
    assert difference is not None
    assert f"line {number}" in difference
    assert "9,9" in difference


def test_a_recording_cut_off_in_the_middle_of_a_line_is_read_up_to_there(recording: Path) -> None:
    log = recording / "log.jsonl"
    log.write_text(log.read_text(encoding="utf-8")[:5000], encoding="utf-8")
    result = replay(recording)
    assert result.difference is None
    assert result.looks > 5


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """A disk that takes no file larger than so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


class FullAfter:
    """A log on a disk that is full after so many lines, in the middle of the next."""

    def __init__(self, log: TextIO, lines: int) -> None:
        self.log, self.lines = log, lines

    def write(self, text: str) -> None:
        self.lines -= 1
        self.log.write(text if self.lines >= 0 else text[: len(text) // 2])

    def flush(self) -> None:
        self.log.flush()
        if self.lines < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        self.log.close()


def test_a_full_disk_ends_the_game_and_leaves_what_was_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = recorded(tmp_path)
    recorder = table.watchers[0]
    assert isinstance(recorder, Recorder)
    monkeypatch.setattr(recorder, "_log", FullAfter(recorder._log, 120))
    report = table.play()
    assert report.ending is Ending.STOPPED
    assert "No space left" in report.why
    assert report.moves > 0
    result = replay(tmp_path)
    assert result.difference is None
    assert result.looks in {report.frames, report.frames - 1}
    lines = list(Recording(tmp_path).lines())
    assert len(lines) == 120
    acts = [line for line in lines if str(line.get("step", "")).startswith("act")]
    assert table.screen.counts["clicks"] == 2 * len(acts)  # nothing was clicked that is not written down


def test_a_disk_that_takes_no_picture_ends_the_game_before_the_first_click(tmp_path: Path) -> None:
    table = recorded(tmp_path / "game")
    with room_for(1000):
        report = table.play()
    assert report.ending is Ending.STOPPED
    assert table.screen.counts["clicks"] == 0
    with pytest.raises(RecordingError, match="nothing to replay"):
        replay(tmp_path / "game")


def test_a_recording_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("x", encoding="utf-8")
    with pytest.raises(RecordingError, match="not empty"):
        Recorder(tmp_path, find_layout("shisen/tiles"), {}, Manners())


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("header.json", None, "header.json"),
        ("header.json", "{", "not JSON"),
        ("header.json", "[]", "schema"),
        ("header.json", '{"schema": 99}', "schema"),
        ("log.jsonl", "{\n{}\n", "line 1"),
        ("log.jsonl", '{"step": "look: x", "frame": 99, "t": 0, "origin": [0, 0], "scale": 1}\n', "000099"),
        (
            "log.jsonl",
            '{"step": "look: x", "frame": "../../x", "t": 0, "origin": [0, 0], "scale": 1}\n',
            "line 1: expected a look",
        ),
        ("log.jsonl", '{"step": "look: x", "frame": 1, "t": 0, "origin": [0], "scale": 1}\n', "wrong value"),
        ("log.jsonl", "", "nothing to replay"),
    ],
)
def test_a_broken_recording_is_named(recording: Path, file: str, text: str | None, expected: str) -> None:
    if text is None:
        (recording / file).unlink()
    else:
        (recording / file).write_text(text, encoding="utf-8")
    with pytest.raises(RecordingError, match=expected):
        replay(recording)
    if file == "header.json":
        with pytest.raises(RecordingError):
            Recording(recording)
