"""A small X program that knows nothing of Banmen: a window that changes its colour and notes clicks and keys.

`python -m benchmarks.flasher answer N` changes N times, each time after a press came or a second passed, and prints the
milliseconds that each press took as JSON; `cell N` does so with a square in the corner only; `album N FOLDER` does so
with N pictures of a folder, one after the other, 60 times a second or as fast as they are answered, and a square of
another colour in the corner; `draw N` changes N times and prints the milliseconds until the display had drawn each, and
those that it takes to ask it; `flash SECONDS` changes 60 times a second; `stand SECONDS` never does. The first line
that it prints is the number of its window; it begins, and ends, when a line is typed.
"""

from __future__ import annotations

import json
import random
import select
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import xcffib
import xcffib.xproto as x

SIZE = 853, 533
CELL = 48, 48
CORNER = 8, 8
COLOURS = 0x204060, 0x60A040
SIZES = {"answer": SIZE, "cell": CELL}
PATIENCE = 1.0
RATE = 60
DEPTH = 24
PRESS = x.ButtonPressEvent, x.KeyPressEvent
ROWS = 16
"""How many rows of a picture are handed over at once."""


class Flasher:
    """The window and its colour."""

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        self.connection = xcffib.Connection()
        setup = self.connection.get_setup()
        root = setup.roots[self.connection.pref_screen].root
        self.core: Any = self.connection.core
        self.window, self.brush = self.connection.generate_id(), self.connection.generate_id()
        heard = x.EventMask.ButtonPress | x.EventMask.KeyPress | x.EventMask.Exposure
        settings = x.CW.BackPixel | x.CW.EventMask
        self.core.CreateWindow(
            0, self.window, root, 60, 60, *size, 0, x.WindowClass.InputOutput, 0, settings, [COLOURS[0], heard]
        )
        name = b"Flasher"
        self.core.ChangeProperty(x.PropMode.Replace, self.window, x.Atom.WM_NAME, x.Atom.STRING, 8, len(name), name)
        self.core.CreateGC(self.brush, self.window, x.GC.Foreground, [COLOURS[0]])
        self.core.MapWindow(self.window)
        self.connection.flush()
        self.turn = 0
        while not self.comes(x.ExposeEvent, PATIENCE):
            pass

    def change(self, size: tuple[int, int] = SIZE) -> float:
        """Fill the window, or less of it, with the other colour; when the display was told to."""
        self.turn = 1 - self.turn
        self.core.ChangeGC(self.brush, x.GC.Foreground, [COLOURS[self.turn]])
        self.core.PolyFillRectangle(self.window, self.brush, 1, [x.RECTANGLE.synthetic(0, 0, *size)])
        told = time.perf_counter()
        self.connection.flush()
        return told

    def comes(self, kind: type[Any] | tuple[type[Any], ...], seconds: float) -> float | None:
        """When such an event was delivered, if that is within some seconds."""
        woken = time.perf_counter()
        end = woken + seconds
        while True:
            while (event := self.connection.poll_for_event()) is not None:
                if isinstance(event, kind):
                    return woken
            left = end - time.perf_counter()
            if left <= 0:
                return None
            select.select([self.connection.get_file_descriptor()], (), (), left)
            woken = time.perf_counter()

    def keep(self, file: Path) -> int:
        """Hand a picture to the display; the number that it has there."""
        picture = cv2.cvtColor(opened(file), cv2.COLOR_BGR2BGRA)
        height, width = picture.shape[:2]
        kept: int = self.connection.generate_id()
        self.core.CreatePixmap(DEPTH, kept, self.window, width, height)
        for top in range(0, height, ROWS):
            rows = picture[top : top + ROWS]
            form = x.ImageFormat.ZPixmap
            self.core.PutImage(
                form, kept, self.brush, width, len(rows), 0, top, 0, DEPTH, rows.size, rows.tobytes(), is_checked=True
            ).check()
        return kept

    def turn_over(self, kept: int, size: tuple[int, int]) -> float:
        """Show a picture, and the other colour in its corner; when the display was told to."""
        self.core.CopyArea(kept, self.window, self.brush, 0, 0, 0, 0, *size)
        return self.change(CORNER)

    def album(self, pictures: list[int], size: tuple[int, int]) -> list[float | None]:
        """Milliseconds from each picture to the press that follows it; None where none does."""
        taken = list[float | None]()
        for kept in pictures:
            start = self.turn_over(kept, size)
            came = self.comes(PRESS, PATIENCE)
            taken.append(None if came is None else 1000 * (came - start))
            self.comes(PRESS, max(0.0, start + 1 / RATE - time.perf_counter()))
        return taken

    def answers(self, count: int, size: tuple[int, int]) -> list[float | None]:
        """Milliseconds from each change to the press that follows it; None where none does."""
        chance, taken = random.Random(1), list[float | None]()
        for _ in range(count):
            self.comes(PRESS, chance.uniform(0.02, 0.06))
            start = self.change(size)
            came = self.comes(PRESS, PATIENCE)
            taken.append(None if came is None else 1000 * (came - start))
        return taken

    def drawings(self, count: int, size: tuple[int, int]) -> tuple[list[float], list[float]]:
        """Milliseconds from each change until the display answers, which it does when it has drawn it; and from a
        question before which nothing was to be drawn.
        """
        chance = random.Random(1)
        drawn, asked = list[float](), list[float]()
        for _ in range(count):
            self.comes(PRESS, chance.uniform(0.02, 0.06))
            asked.append(self.answered(time.perf_counter()))
            drawn.append(self.answered(self.change(size)))
        return drawn, asked

    def answered(self, start: float) -> float:
        """Milliseconds until the display has done all that it was told, and answers."""
        self.core.GetInputFocus().reply()
        return 1000 * (time.perf_counter() - start)


def opened(file: Path) -> Any:
    """A picture, height x width x 3."""
    return cv2.imread(str(file))


def main() -> None:
    """Open the window and do what was asked for."""
    what, amount = sys.argv[1], float(sys.argv[2])
    files = sorted(Path(sys.argv[3]).iterdir())[: int(amount)] if what == "album" else []
    size = opened(files[0]).shape[1::-1] if files else SIZE
    flasher = Flasher(size)
    pictures = [flasher.keep(file) for file in files]
    print(flasher.window, flush=True)
    sys.stdin.readline()
    if what == "album":
        print(json.dumps(flasher.album(pictures, size)), flush=True)
    end = time.perf_counter() + amount
    if what in SIZES:
        print(json.dumps(flasher.answers(int(amount), SIZES[what])), flush=True)
    if what == "draw":
        print(json.dumps(flasher.drawings(int(amount), SIZE)), flush=True)
    while what in ("flash", "stand") and (left := end - time.perf_counter()) > 0:
        if what == "flash":
            flasher.change()
        time.sleep(min(left, 1 / RATE))
    sys.stdin.readline()


if __name__ == "__main__":
    main()
