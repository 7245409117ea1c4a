"""Recordings: what a session saw and decided, as plain PNG files and JSON lines, and the replay that checks it.

recording/
  header.json      schema, game, house rules, manners, layout
  layout.toml      the layout that read it, and samples/ where it has any
  log.jsonl        a line a look: {"t", "frame", "step"}, after an act {"done"}, at the end {"report"}
  frames/000001.png …   each picture once; looks at an unchanged screen name the same file
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from bot.capture import CaptureError
from bot.errors import CannotReadError, UsageError
from bot.frame import Frame, Pixels, Point
from bot.layout import Layout
from bot.manners import Manners
from bot.plain import plain_lines, read_plain
from bot.reading import Reading
from bot.session import Report
from bot.step import Act, Step

SCHEMA = 1
MOST: Final = 1 << 30
"""Bytes of a log, at the most: a day of looks."""
FOR_EVER: Final = 1e9
"""Seconds, and screen units, that nobody reaches."""
LONGEST: Final = 1 << 20
"""Bytes of a header, and of a line."""


class RecordingError(CannotReadError):
    """A folder that holds no recording that can be used; the message names the file."""


class Recorder:
    """Follows a session and writes it down. Each line is on the disk before the step is carried out."""

    def __init__(
        self, folder: Path, layout: Layout, rules: Mapping[str, Any], manners: Manners, *, running: bool = False
    ) -> None:
        """Make the folder; `running` for a game whose clock does not wait. Raises RecordingError where something is in
        the way.
        """
        if folder.exists() and any(folder.iterdir()):
            raise RecordingError(f"{folder} is not empty; name a new folder, so that no recording is overwritten.")
        self.frames = folder / "frames"
        self.frames.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(layout.folder / "layout.toml", folder / "layout.toml")
        if (layout.folder / "samples").is_dir():
            shutil.copytree(layout.folder / "samples", folder / "samples")
        header = {"schema": SCHEMA, "layout": layout.name, "rules": dict(rules), "manners": asdict(manners)}
        header |= {"running": True} if running else {}
        (folder / "header.json").write_text(json.dumps(header, indent=2) + "\n", encoding="utf-8")
        self._log = (folder / "log.jsonl").open("w", encoding="utf-8")
        self._last: Pixels | None = None
        self._count = 0
        self._broken = False
        """Whether the disk took no more; what is there up to then can be read."""

    def seen(self, frame: Frame, reading: Reading, step: Step) -> None:
        """Write the picture, if it is a new one, and the line. Raises RecordingError where the disk takes no more."""
        if self._broken:
            return
        line = {
            "t": frame.time,
            "frame": self._keep(frame.pixels),
            "origin": list(frame.origin),
            "scale": frame.scale,
            "sight": reading.sight.value,
            "step": str(step),
        }
        self._write(line)

    def done(self, step: Act, actions: int) -> None:
        """Write how much of the step was carried out. Raises RecordingError where the disk takes no more."""
        if not self._broken:
            self._write({"done": actions})

    def ended(self, report: Report) -> None:
        """Write how it ended, if the disk takes it."""
        with suppress(RecordingError, OSError):
            if not self._broken:
                self._write({"report": report.as_json()})
            self._log.close()

    def _keep(self, pixels: Pixels) -> int:
        if self._last is None or not np.array_equal(self._last, pixels):
            from bot.vision.picture import save

            with self._told():
                save(self.frames / f"{self._count + 1:06d}.png", pixels[:, :, :3])
            self._last = pixels.copy()
            self._count += 1
        return self._count

    def _write(self, line: Mapping[str, object]) -> None:
        with self._told():
            self._log.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._log.flush()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn a disk that takes no more into a sentence; what follows would only be a recording with a gap."""
        try:
            yield
        except (OSError, UsageError) as error:
            self._broken = True
            raise RecordingError(
                f"The recording in {self.frames.parent} ends here, because the disk takes no more ({error}): make "
                "room, and record into a new folder."
            ) from error


class Recording:
    """A recording on the disk, to be read again."""

    def __init__(self, folder: Path) -> None:
        """Check the folder. Raises RecordingError."""
        self.folder = folder
        try:
            self.header: dict[str, Any] = json.loads(read_plain(folder / "header.json", LONGEST))
        except OSError as error:
            raise RecordingError(f"{folder} holds no recording: expected header.json ({error}).") from error
        except (ValueError, RecursionError) as error:
            raise RecordingError(f"{folder / 'header.json'} is not JSON: {error}.") from error
        if not isinstance(self.header, dict) or self.header.get("schema") != SCHEMA:
            raise RecordingError(f"{folder / 'header.json'}: expected schema {SCHEMA}.")

    def lines(self) -> Iterator[dict[str, Any]]:
        """The log, line by line; a last line that was cut off in the middle of writing is left out."""
        path = self.folder / "log.jsonl"
        try:
            for number, text in enumerate(plain_lines(path, MOST, LONGEST), 1):
                if text == b"\n":
                    continue
                try:
                    line = json.loads(text)
                except (ValueError, RecursionError) as error:
                    if not text.endswith(b"\n") and len(text) < LONGEST:
                        return
                    raise RecordingError(f"{path}, line {number}, is not JSON: {error}.") from error
                if not _well_formed(line):
                    raise RecordingError(
                        f"{path}, line {number}: expected a look, what was done, or the report, found "
                        f"{text[:60].decode(errors='replace')!r}."
                    )
                yield line
        except OSError as error:
            raise RecordingError(f"{path} cannot be read: {error}.") from error

    def frame(self, line: Mapping[str, Any]) -> Frame:
        """The frame of a log line. Raises RecordingError."""
        from bot.vision.picture import PictureError, load

        try:
            number, time = int(line["frame"]), float(line["t"])
            x, y = line["origin"]
            scale = line["scale"]
            if not all(_within(value, FOR_EVER) for value in (x, y, scale)) or scale <= 0:
                raise ValueError(f"origin {x}, {y}, scale {scale}")
            path = self.folder / "frames" / f"{number:06d}.png"
            if path.is_symlink() or path.parent.is_symlink():
                raise RecordingError(f"{path} leads elsewhere: expected the picture itself there.")
            pixels = load(path)
            return Frame(pixels, time, Point(float(x), float(y)), float(scale))
        except (PictureError, CaptureError) as error:
            raise RecordingError(str(error)) from error
        except (KeyError, TypeError, ValueError) as error:
            raise RecordingError(
                f"A log line of {self.folder} lacks a field or holds a wrong value: {error}."
            ) from error


def _well_formed(line: object) -> bool:
    """Whether a line of the log is one that a Recorder writes, as far as its shape tells."""
    if not isinstance(line, dict):
        return False
    if "done" in line:
        return type(line["done"]) is int and line["done"] >= 0
    if "step" in line:
        return type(line["step"]) is str and type(line.get("frame")) is int and _within(line.get("t"), FOR_EVER)
    return isinstance(line.get("report"), dict)


def _within(value: object, most: float) -> bool:
    """Whether it is a number that is not larger."""
    return type(value) in (int, float) and abs(cast(float, value)) <= most
