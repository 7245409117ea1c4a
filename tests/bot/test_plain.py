"""What somebody else may have made: links, pipes, files without end and logs that were cut off."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.errors import BanmenError
from bot.layout import LayoutError
from bot.layouts import load_layout
from bot.plain import plain_lines, read_plain
from bot.record import Recording, RecordingError
from bot.replay import replay
from bot.solo import LogError, read_log
from tests.bot.recorded import record_game

DEEP = "[" * 200_000
PARTS = ["header.json", "log.jsonl", "layout.toml", "frames/000001.png"]


def test_a_plain_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"one\ntwo\nthree")
    assert read_plain(file, 13) == b"one\ntwo\nthree"
    assert list(plain_lines(file, 13, 4)) == [b"one\n", b"two\n", b"thre", b"e"]
    with pytest.raises(OSError, match="larger than 0 KB"):
        read_plain(file, 12)
    with pytest.raises(FileNotFoundError):
        read_plain(tmp_path / "none", 12)
    with pytest.raises(OSError, match="no plain file"):
        read_plain(tmp_path, 12)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_game(tmp_path_factory.mktemp("recording"))


@pytest.fixture
def spoilt(recording: Path, tmp_path: Path) -> Path:
    """A copy of a recording, to be spoilt."""
    return Path(shutil.copytree(recording, tmp_path / "spoilt"))


@pytest.mark.parametrize("part", PARTS)
def test_a_recording_leads_nowhere_else(spoilt: Path, part: str) -> None:
    elsewhere = shutil.move(spoilt / part, spoilt.parent / "elsewhere")
    (spoilt / part).symlink_to(elsewhere)
    with pytest.raises(BanmenError, match=Path(part).name):
        replay(spoilt)


def test_frames_that_lie_elsewhere_are_refused(spoilt: Path) -> None:
    elsewhere = shutil.move(spoilt / "frames", spoilt.parent / "elsewhere")
    (spoilt / "frames").symlink_to(elsewhere)
    with pytest.raises(RecordingError, match="leads elsewhere"):
        replay(spoilt)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")], ids=["pipe", "without end"])
def test_a_recording_keeps_nobody_waiting(spoilt: Path, part: str, make: Callable[[Path], None]) -> None:
    (spoilt / part).unlink()
    make(spoilt / part)
    with pytest.raises(BanmenError, match=Path(part).name):
        replay(spoilt)


@pytest.mark.parametrize("part", ["header.json", "log.jsonl", "layout.toml"])
def test_what_is_nested_without_end_is_told(spoilt: Path, part: str) -> None:
    (spoilt / part).write_text(f"x = {DEEP}" if part.endswith("toml") else DEEP + "\n")
    with pytest.raises(BanmenError, match=r"is not (JSON|TOML)"):
        replay(spoilt)


def test_a_log_that_ends_within_a_letter_is_readable_up_to_there(spoilt: Path) -> None:
    log = spoilt / "log.jsonl"
    looks = len(list(Recording(spoilt).lines()))
    whole = log.read_bytes()
    log.write_bytes(whole + json.dumps({"t": 1.0, "step": "look: é"}, ensure_ascii=False).encode()[:-3])
    assert len(list(Recording(spoilt).lines())) == looks
    log.write_bytes(whole + b'{"step": "' + b"x" * (2 << 20))
    with pytest.raises(RecordingError, match="is not JSON"):
        list(Recording(spoilt).lines())


@pytest.mark.parametrize("field", [{"t": 1e308}, {"t": float("nan")}, {"t": "1"}, {"frame": 1.5}, {"t": True}])
def test_a_look_at_no_time_is_told(spoilt: Path, field: dict[str, object]) -> None:
    log = spoilt / "log.jsonl"
    first, second, *others = log.read_text(encoding="utf-8").splitlines(keepends=True)
    log.write_text("".join([first, json.dumps({**json.loads(second), **field}) + "\n", *others]), encoding="utf-8")
    with pytest.raises(RecordingError, match="line 2: expected a look"):
        replay(spoilt)
    log.write_text(json.dumps({**json.loads(first), "origin": [0, 1e308]}) + "\n", encoding="utf-8")
    with pytest.raises(RecordingError, match="holds a wrong value"):
        replay(spoilt)


@pytest.mark.parametrize("text", ["pipe", "link", DEEP, '{"solo": 1, ' + "x" * (1 << 20)])
def test_logs_of_games_and_layouts_are_plain_files(tmp_path: Path, text: str) -> None:
    for name, read, error in (("games.jsonl", read_log, LogError), ("layout.toml", None, LayoutError)):
        path = tmp_path / name
        if text == "pipe":
            os.mkfifo(path)
        elif text == "link":
            path.symlink_to("/dev/zero")
        else:
            path.write_text(text)
        with pytest.raises(error):
            read(path) if read else load_layout(tmp_path)


def test_what_is_no_log_is_told_without_all_that_it_holds(tmp_path: Path) -> None:
    for content in (b"", b"\x89" * 5000):
        (tmp_path / "games.jsonl").write_bytes(content)
        with pytest.raises(LogError) as told:
            read_log(tmp_path / "games.jsonl")
        assert len(str(told.value)) < 100 + len(str(tmp_path)) + 80
