"""`play` and `record`: find the window, look, and (only with --live) click."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NoReturn

from bot.action import Actuator
from bot.actuate.dry import Dry
from bot.actuate.gate import Gate
from bot.answers import hint_json
from bot.capture import Capture
from bot.chase import Chaser, chaser
from bot.cli import EXIT_NO_SOLUTION, EXIT_OTHER, EXIT_STOPPED, EXIT_UNREADABLE
from bot.cli.answer import print_json
from bot.cli.glances import Glances
from bot.cli.jumps import WATCHED, jumping, may_jump
from bot.cli.keys import check_keys, told_keys, with_keys
from bot.cli.ready import got_ready, ready_board
from bot.cli.said import Said
from bot.cli.tryout import keep_learned, tried, wants_trying
from bot.cli.unseen import Found, find_board, learn_board
from bot.cli.view import View, make_view
from bot.clock import Clock
from bot.control.controls import make_control
from bot.devices import Hand, Where, gate_rules, open_actuator, open_capture, open_stopper
from bot.errors import UsageError
from bot.layout import Layout
from bot.layouts import find_layout
from bot.manners import Manners
from bot.pilot import Pilot
from bot.record import Recorder
from bot.rules import possible_games
from bot.session import Bounds, Report, Session, Watcher
from bot.solve import NoLayoutError, UnclearBoardError, UnknownGameError
from bot.step import Ending
from bot.stop import Stopper
from bot.systems.wakeful import wakeful
from bot.target import Target
from engine.api import Limit, game_names
from engine.teacher import Hint, Teacher

HINT = Limit(seconds=2.0, nodes=200_000)
"""For the hint of a dry run."""
COUNTED: Final = frozenset({"moves", "swaps"})
"""What a puzzle counts, in its position or its rules; a game whose clock runs does not."""

EXIT_OF = {
    Ending.WON: 0,
    Ending.OVER: 0,
    Ending.STUCK: EXIT_NO_SOLUTION,
    Ending.STOPPED: EXIT_STOPPED,
    Ending.DEAF: EXIT_OTHER,
    Ending.COVERED: EXIT_UNREADABLE,
    Ending.UNREADABLE: EXIT_UNREADABLE,
    Ending.LOST_SCREEN: EXIT_UNREADABLE,
}


def play_window(
    where: Where,
    said: Said,
    live: bool,
    max_moves: int | None,
    time_limit: float | None,
    record: Path | None,
    countdown: float,
    hand: Hand,
    as_json: bool,
    keys: Sequence[str] = (),
    keep: str | None = None,
) -> None:
    """Play what is in the window until something ends it, then say how it went. What is learned of a board that nobody
    knows is kept under the name `keep`. `keys` are `MEANING=KEY`, for a game
    that has others than its layout says.
    """
    view = make_view(as_json)
    stopper, stops = open_stopper()
    with taken_seat(stopper, where, said, keys) as empty:
        seat = replace(empty, actuator=open_actuator(hand, stopper, empty.target)) if live else empty
        about = stops if live else "A dry run: nothing is clicked."
        view.say(f"{seat.layout.name} in {seat.target.title!r}. {about}")
        if seat.runs or (live and wants_trying(seat.found)):
            found = ready_board(seat.found, seat.capture, seat.clock, stopper, seat.rules, view.say)
            seat = replace(seat, found=found)
        if live:
            seat.target.activate()
        if live and wants_trying(seat.found):
            view.say("Nobody knows this program: its keys, or the mouse, are tried out first, in its window only.")
            view.count_down(countdown, stopper, stopper)
            hands = open_actuator(hand, stopper, seat.target)
            begun = seat.clock.now()
            found = tried(
                seat.found,
                seat.target,
                seat.capture,
                hands,
                seat.clock,
                stopper,
                seat.rules,
                keys,
                view.say,
                time_limit,
                max_moves,
            )
            seat, countdown = replace(seat, found=found), 0.0
            # What is tried out is a part of the time and the moves that the person allows.
            if max_moves is not None:
                view.say(
                    f"{found.swapped} of the {max_moves} moves that are allowed were made to find out how it is played."
                )
                max_moves = max(0, max_moves - found.swapped)
            spent = seat.clock.now() - begun
            time_limit = None if time_limit is None else max(0.0, time_limit - spent)
        if keep:
            view.say(_kept(seat.found, keep))
        session = seat.session(Bounds(max_moves, time_limit), view, stopper, record, dry=not live)
        view.say("Looking and planning…")
        prepared = session.prepare()
        if prepared and live:
            view.count_down(countdown, stopper, stopper)
        hint = None if live or not prepared else _hint(session.pilot, view)
        with wakeful() if live and seat.runs else nullcontext():
            report = session.run()
        if live and max_moves != 0 and may_jump(seat.layout, report) and not seat.counted:
            begun = seat.clock.now() - report.seconds
            watched = WATCHED if time_limit is None else min(WATCHED, time_limit - report.seconds)
            rising = jumping(seat.found, seat.capture, seat.clock, stopper, view.say, watched, keys)
            if rising is not None:
                seat = replace(seat, found=rising)
                got_ready(seat.layout.game, stopper, view.say)
                spent = seat.clock.now() - begun
                bounds = Bounds(max_moves, None if time_limit is None else max(0.0, time_limit - spent))
                again = record and record.with_name(f"{record.name}-running")
                with wakeful():
                    report = seat.session(bounds, view, stopper, again).run()
    leave(report, view, as_json, dry=not live, also={"hint": hint_json(hint)} if hint else {})


def _kept(found: Found, name: str) -> str:
    """Keep what was learned of a board, where anything was that can be played by; and what came of it."""
    if not found.learned:
        return f"Nothing new to keep: {found.layout.name} reads this board."
    if wants_trying(found):
        return "Nothing is kept yet: in a dry run no keys are tried out, by which it is played. Add --live."
    return f"Kept as {keep_learned(found.layout, name).name}."


def _hint(pilot: Pilot | Chaser, view: View) -> Hint | None:
    """Tell the next step from the board as it stands, where its game explains itself."""
    game = pilot.game
    if not isinstance(game, Teacher) or pilot.state is None:
        return None
    hint = game.hint(pilot.state, HINT)
    if hint is not None:
        for sentence in hint.says["en"]:
            view.say(f"Hint: {sentence}")
    return hint


def record_window(
    folder: Path,
    where: Where,
    said: Said,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Watch a person play and write it down, without a hand on anything."""
    view = make_view(as_json)
    stopper, _ = open_stopper()
    with taken_seat(stopper, where, said) as seat:
        view.say(f"Recording {seat.layout.name} in {seat.target.title!r}; Ctrl-C ends it.")
        bounds = Bounds(seconds=time_limit, rest=0.02)
        report = seat.session(bounds, view, stopper, folder, dry=True, patience=float("1e9")).run()
    if as_json:
        print_json({**report.as_json(), "folder": str(folder)})
    else:
        view.say(f"{report.frames} looks are in {folder}. {report.why}")


@dataclass(frozen=True)
class Seat:
    """A place at a board: where it is, which house rules, and the eyes and hands that reach it."""

    found: Found
    rules: Mapping[str, Any]
    target: Target
    capture: Capture
    actuator: Actuator
    clock: Clock

    @property
    def layout(self) -> Layout:
        """The layout of the board."""
        return self.found.layout

    @property
    def runs(self) -> bool:
        """Whether the clock of the game runs, as far as one look tells: no swaps are counted, as in a puzzle."""
        return self.layout.running is not None and not self.counted

    @property
    def counted(self) -> bool:
        """Whether it is a puzzle that is given so many swaps."""
        position = self.found.first[1].position
        return (position is not None and not COUNTED.isdisjoint(position.blocks)) or not COUNTED.isdisjoint(self.rules)

    def session(
        self,
        bounds: Bounds,
        view: View,
        stopper: Stopper | None = None,
        record: Path | None = None,
        *,
        dry: bool = False,
        patience: float | None = None,
    ) -> Session:
        """A session that is ready to run. A dry one shows its first move and waits for it once; `patience` makes it
        watch so long.
        """
        running = self.layout.running if self.runs and patience is None else None
        rules = {**self.layout.rules, **(running or {}), **self.rules}
        hands = self.layout.hands
        manners = Manners(
            response=hands.response,
            landing=min(Manners.landing, hands.falling),
            falling=hands.falling,
            tries=1 if dry else Manners.tries,
            at_once=hands.at_once if bounds.moves is None else 1,
        )
        if patience is not None:
            manners = replace(manners, response=patience, patience=patience)
        pilot: Pilot | Chaser
        if running is None:
            pilot = Pilot(possible_games(self.layout.game, rules), make_control(hands), manners)
        else:
            pilot = chaser(self.layout.game, rules, hands, make_control(hands), manners)
        view.follow(pilot)
        watchers: list[Watcher] = [view]
        if record is not None:
            watchers.insert(0, Recorder(record, self.layout, rules, manners, running=running is not None))

        def stopped() -> str | None:
            return stopper.reason if stopper is not None else None

        rules_of_gate = gate_rules(self.target, hands.gap)
        gate = Gate(self.actuator, self.target, self.clock, rules_of_gate.dry() if dry else rules_of_gate, stopped)
        found = self.found
        return Session(
            self.capture, found.reader, pilot, gate, self.clock, bounds, watchers, stopped, first=found.first
        )


def _check_played(said: Said) -> None:
    """Raise UsageError where the game that is named, or that of the layout, is none that is played here."""
    game = said.game or (find_layout(said.layout).game if said.layout else None)
    if game is not None and game not in game_names():
        raise UsageError(
            f"{game} is no game that can be played here, and so there is nothing to watch either; those are "
            f"{', '.join(game_names())}. Its board can be learned with `banmen calibrate` and read with `banmen read`."
        )


@contextmanager
def taken_seat(stopper: Stopper, where: Where, said: Said, keys: Sequence[str] = ()) -> Iterator[Seat]:
    """Find the place and the board in it; a seat with a hand that touches nothing, until the end. Raises UsageError for
    a game that is not played here.
    """
    with stopper:
        _check_played(said)
        if said.game in game_names() and not said.layout:
            check_keys(said.game, keys)
        target = where.target(stopper)
        capture = open_capture(target, stopper)
        try:
            with TemporaryDirectory(prefix="banmen-") as folder:
                if said.game in game_names():
                    got_ready(said.game, stopper, lambda text: sys.stderr.write(f"{text}\n"))
                glances = Glances()
                sys.stderr.write(f"Looking for a board in {target.title!r}…\n")
                try:
                    found = find_board(capture, stopper, said.layouts(target), said.rules, stopper, glances)
                except (NoLayoutError, UnclearBoardError) as error:
                    if said.layout or isinstance(error, UnknownGameError):
                        raise
                    sys.stderr.write("No layout reads what it shows: trying to learn a board from a few looks…\n")
                    found = learn_board(capture, stopper, said, Path(folder), error, stopper, glances)
                    sys.stderr.write(
                        f"No layout reads this board; it was learned on the spot, and taken for {found.layout.game}."
                        f"{told_keys(with_keys(found.layout, keys))}\n"
                    )
                found = replace(found, layout=with_keys(found.layout, keys))
                yield Seat(found, said.rules, target, capture, Dry(), stopper)
        finally:
            capture.close()


def leave(
    report: Report, view: View, as_json: bool, *, dry: bool = False, also: Mapping[str, Any] | None = None
) -> NoReturn:
    """Say how a session went, and what there is besides, and end with its exit code."""
    sys.exit(tell(report, view, as_json, dry=dry, also=also))


def tell(report: Report, view: View, as_json: bool, *, dry: bool = False, also: Mapping[str, Any] | None = None) -> int:
    """Say how a session went, and what there is besides; returns its exit code."""
    code = EXIT_OF[report.ending]
    answer = {**report.as_json(), **(also or {})}
    if dry and report.ending is Ending.DEAF:
        code = 0
        answer |= {"outcome": "stopped", "why": "A dry run: nothing was clicked. Add --live to play."}
    if as_json:
        print_json(answer)
    else:
        view.conclude(answer)
    return code
