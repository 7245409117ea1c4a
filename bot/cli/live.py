"""`play` and `record`: find the window, look, and (only with --live) click."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from bot.actuate.dry import DryActuator
from bot.actuate.gate import Gate, GateRules
from bot.capture import Capture
from bot.cli import EXIT_NO_SOLUTION, EXIT_OTHER, EXIT_STOPPED, EXIT_UNREADABLE
from bot.cli.still import choose_layouts, print_json
from bot.cli.view import View, make_view
from bot.clock import Clock, RealClock
from bot.control.controls import make_control
from bot.devices import open_actuator, open_capture, open_target
from bot.errors import UsageError
from bot.layout import Layout
from bot.pilot import Ending, Manners, Pilot
from bot.record import Recorder
from bot.rules import parse_rules, possible_games
from bot.session import Bounds, Report, Session, Watcher
from bot.solve import UnclearBoardError, read_picture
from bot.stop import Stopper
from bot.target import Target
from bot.vision.readers import make_reader

FINDING = 5.0
"""Seconds in which a board must show up."""

EXIT_OF = {
    Ending.WON: 0,
    Ending.STUCK: EXIT_NO_SOLUTION,
    Ending.STOPPED: EXIT_STOPPED,
    Ending.DEAF: EXIT_OTHER,
    Ending.COVERED: EXIT_UNREADABLE,
    Ending.UNREADABLE: EXIT_UNREADABLE,
    Ending.LOST_SCREEN: EXIT_UNREADABLE,
}


def play_window(
    window: str | None,
    region: str | None,
    game: str | None,
    layout: str | None,
    rules: Sequence[str],
    live: bool,
    max_moves: int | None,
    time_limit: float | None,
    record: Path | None,
    countdown: float,
    hands: str,
    as_json: bool,
) -> None:
    """Play what is in the window until something ends it, then say how it went."""
    house_rules = parse_rules(rules)
    clock = RealClock()
    with Stopper() as stopper:
        target = open_target(window=window, region=parse_region(region))
        capture = open_capture(target, clock)
        view = make_view(as_json)
        try:
            chosen = find_board(capture, clock, choose_layouts(game, layout, target.title), house_rules, stopper)
            table = Table(chosen, house_rules, record)
            view.say(f"{chosen.name} in {target.title!r}" + ("" if live else "; dry run, nothing is clicked"))
            if live:
                view.count_down(countdown, clock, stopper)
            report = table.play(target, capture, clock, live, hands, Bounds(max_moves, time_limit), stopper, view)
        finally:
            capture.close()
    _leave(report, live, as_json, view)


def record_window(
    folder: Path,
    window: str | None,
    region: str | None,
    game: str | None,
    layout: str | None,
    rules: Sequence[str],
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Watch and write down, without a hand on anything."""
    house_rules = parse_rules(rules)
    clock = RealClock()
    with Stopper() as stopper:
        target = open_target(window=window, region=parse_region(region))
        capture = open_capture(target, clock)
        view = make_view(as_json)
        try:
            chosen = find_board(capture, clock, choose_layouts(game, layout, target.title), house_rules, stopper)
            view.say(f"Recording {chosen.name} in {target.title!r}; Ctrl-C ends it.")
            table = Table(chosen, house_rules, folder, patient=True)
            bounds = Bounds(seconds=time_limit, look=0.02)
            report = table.play(target, capture, clock, False, "auto", bounds, stopper, view)
        finally:
            capture.close()
    if as_json:
        print_json({**report.as_json(), "folder": str(folder)})
    else:
        view.say(f"{report.frames} looks in {folder}: {report.why}.")


def parse_region(text: str | None) -> tuple[int, int, int, int] | None:
    """`X,Y,W,H` in screen units. Raises UsageError."""
    if text is None:
        return None
    try:
        x, y, width, height = (int(part) for part in text.split(","))
    except ValueError as error:
        raise UsageError(
            f"--region is written X,Y,W,H in whole pixels, such as 100,80,640,480; found {text!r}."
        ) from error
    if width <= 0 or height <= 0:
        raise UsageError(f"--region needs a width and height above 0; found {text!r}.")
    return x, y, width, height


def find_board(
    capture: Capture, clock: Clock, layouts: Sequence[Layout], rules: dict[str, Any], stopper: Stopper
) -> Layout:
    """The layout that reads what the target shows; waits a little for a game that is just starting.

    Raises UnclearBoardError with what is in the way.
    """
    start = clock.now()
    while True:
        frame = capture.grab()
        try:
            board = read_picture(frame.pixels, layouts, rules)
        except UnclearBoardError:
            if clock.now() - start > FINDING or stopper.reason:
                raise
            clock.sleep(0.1)
            continue
        assert board.layout is not None
        return board.layout


@dataclass(frozen=True)
class Table:
    """A board that was found, ready to be played or watched."""

    layout: Layout
    rules: dict[str, Any]
    recording: Path | None = None
    patient: bool = False
    """Watch for as long as the person plays."""

    def play(
        self,
        target: Target,
        capture: Capture,
        clock: Clock,
        live: bool,
        hands: str,
        bounds: Bounds,
        stopper: Stopper,
        view: View,
    ) -> Report:
        """Run one session."""
        rules = {**self.layout.rules, **self.rules}
        manners = self.manners(live)
        pilot = Pilot(possible_games(self.layout.game, rules), make_control(self.layout.hands), manners)
        watchers: list[Watcher] = [view]
        if self.recording is not None:
            watchers.insert(0, Recorder(self.recording, self.layout, rules, manners))
        actuator = open_actuator(hands, target) if live else DryActuator()
        gate = Gate(actuator, target, clock, GateRules(gap=self.layout.hands.gap), stopped=lambda: stopper.reason)
        view.follow(pilot)
        session = Session(
            capture, make_reader(self.layout), pilot, gate, clock, bounds, watchers, lambda: stopper.reason
        )
        return session.run()

    def manners(self, live: bool) -> Manners:
        """A dry run shows one move and waits for it once; a recording waits for ever."""
        usual = Manners(response=self.layout.hands.response)
        if self.patient:
            return Manners(response=float("1e9"), patience=float("1e9"))
        return usual if live else Manners(response=usual.response, tries=1)


def _leave(report: Report, live: bool, as_json: bool, view: View) -> NoReturn:
    code = EXIT_OF[report.ending]
    answer = report.as_json()
    if not live and report.ending is Ending.DEAF:
        code = 0
        answer |= {"outcome": "stopped", "why": "dry run: nothing was clicked; add --live to play"}
    if as_json:
        print_json(answer)
    else:
        view.conclude(answer)
    sys.exit(code)
