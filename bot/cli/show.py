"""`demo` and `arcade`: the practice games, played by Banmen or by a person."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.arcade import make_scene
from bot.arcade.memory import MemoryScreen, VirtualClock
from bot.arcade.window import WINDOW_CLASS, has_display, run
from bot.cli.live import Seat, leave, tell
from bot.cli.staying import person_watches, stay
from bot.cli.unseen import find_board
from bot.cli.view import View, make_view
from bot.clock import Clock
from bot.devices import list_windows, on_x11, open_actuator, open_capture, open_stopper, open_target
from bot.errors import BanmenError
from bot.layouts import candidates
from bot.session import Bounds, Report
from bot.stop import Stopper
from bot.target import NoWindow, Target, TargetError
from calibration.place import parse_size

OPENING = 30.0
"""Seconds that the practice game's window may take to open, the first time on a busy machine."""


def run_demo(
    game: str,
    memory: bool,
    options: Mapping[str, Any],
    record: Path | None,
    as_json: bool,
    bounds: Bounds = Bounds(),  # noqa: B008  # a frozen value
) -> None:
    """Play a practice game from the first move to the last, in a window where there is a display, else in memory."""
    view = make_view(as_json)
    if memory or not (has_display() and on_x11()):
        report = _in_memory(game, options, view, record, bounds, paced=not as_json and sys.stderr.isatty())
        leave(report, view, as_json)
    sys.exit(_in_a_window(game, options, view, record, bounds, as_json))


def open_arcade(game: str, options: Mapping[str, Any]) -> None:
    """Let a person play, until the window is closed."""
    sys.exit(run(game, **options))


def chosen(size: str | None, **options: Any) -> dict[str, Any]:
    """What was chosen of a practice game, without what was left open. Raises UsageError."""
    if size is not None:
        options["rows"], options["columns"] = parse_size(size)
    return {name: value for name, value in options.items() if value is not None}


class _PacedClock:
    """The simulated screen's clock, slowed down to what a person can follow."""

    def __init__(self, clock: Clock, stopper: Stopper) -> None:
        self._clock, self._stopper = clock, stopper

    def now(self) -> float:
        """Seconds of the simulated screen."""
        return self._clock.now()

    def sleep(self, seconds: float) -> None:
        """Let as much real time pass."""
        self._clock.sleep(seconds)
        self._stopper.sleep(seconds)


def _in_memory(
    game: str, options: Mapping[str, Any], view: View, record: Path | None, bounds: Bounds, *, paced: bool
) -> Report:
    with Stopper() as stopper:
        clock: Clock = _PacedClock(VirtualClock(), stopper) if paced else VirtualClock()
        screen = MemoryScreen(make_scene(game, **options), clock)
        view.say(f"{screen.title}, in memory: there is no window to be seen.")
        found = find_board(screen, clock, candidates(game, screen.title), {}, stopper)
        return Seat(found, {}, screen, screen, screen, clock).session(bounds, view, stopper, record).run()


def _in_a_window(
    game: str, options: Mapping[str, Any], view: View, record: Path | None, bounds: Bounds, as_json: bool
) -> int:
    """Play, say how it went, and let the end be looked at; returns the exit code."""
    stopper, stops = open_stopper()
    with stopper:
        shown = subprocess.Popen(_command(game, options), env=_environment())
        try:
            target = _wait_for_window(shown, stopper)
            capture = open_capture(target, stopper)
            view.say(f"{target.title}. {stops}")
            found = find_board(capture, stopper, candidates(game, f"{target.title} {target.program}"), {}, stopper)
            target.activate()
            actuator = open_actuator("auto", stopper, target)
            seat = Seat(found, {}, target, capture, actuator, stopper)
            report = seat.session(bounds, view, stopper, record).run()
            code = tell(report, view, as_json)
            stay(shown, stopper, view.say, watched=not as_json and person_watches())
        finally:
            shown.terminate()
            shown.wait()
    return code


def _command(game: str, options: Mapping[str, Any]) -> list[str]:
    command = [sys.executable, "-P", "-m", "bot.arcade", game]
    if "columns" in options:
        command += ["--size", f"{options['columns']}x{options['rows']}"]
    for name in options.keys() - {"columns", "rows"}:
        command += [f"--{name}", str(options[name])]
    return command


def _environment() -> dict[str, str]:
    """Where the code is that runs now is where the window's code is, too."""
    here = str(Path(__file__).parents[2])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))}


def _wait_for_window(shown: subprocess.Popen[bytes], stopper: Stopper) -> Target:
    """The window of the game that was started just now: another one may be open, or about to close."""
    end = stopper.now() + OPENING
    while True:
        try:
            return open_target(_window_of(shown.pid))
        except TargetError:
            if shown.poll() is not None:
                raise BanmenError(
                    "The practice game's window did not open (see above); play in memory with `banmen demo --memory`."
                ) from None
            if stopper.now() > end or stopper.reason:
                raise
            stopper.sleep(0.05)


def _window_of(process: int) -> str:
    """What names the window of a practice game that runs in that process, or may. Raises TargetError where there is
    none yet.
    """
    from bot.x11.display import shared
    from bot.x11.windows import process_of

    for window in list_windows():
        if window.shown and window.fit(WINDOW_CLASS) is not None and process_of(shared(), window.id) in {None, process}:
            return f"0x{window.id:x}"
    raise NoWindow(f"No window of class {WINDOW_CLASS!r} is on the screen yet.")
