"""What a session does before it may touch anything: it looks, plans, and starts with a plan that still fits."""

from __future__ import annotations

from pathlib import Path

from bot.action import Button
from bot.actuate.gate import Gate
from bot.frame import Box, Frame
from bot.layouts import find_layout
from bot.manners import Manners
from bot.reading import Reading
from bot.record import Recorder
from bot.replay import replay
from bot.session import Session
from bot.solve import read_frame
from bot.step import Act, Ending, Step
from tests.bot.table import Table

SMALL = {"rows": 4, "columns": 9, "skin": "letters"}


class Steps:
    """Keeps the steps that were decided."""

    def __init__(self) -> None:
        self.all: list[Step] = []

    def seen(self, frame: Frame, reading: Reading, step: Step) -> None:
        self.all.append(step)

    def done(self, *_: object) -> None:
        pass

    def ended(self, *_: object) -> None:
        pass


def session_at(table: Table) -> Session:
    """A session that starts with the look by which its board was found."""
    frame = table.screen.grab()
    board = read_frame(frame, [table.layout], table.layout.rules)
    assert board.reader is not None
    assert board.reading is not None
    gate = Gate(table.screen, table.screen, table.clock)
    first = (frame, board.reading)
    return Session(
        table.screen, board.reader, table.pilot, gate, table.clock, table.bounds, table.watchers, first=first
    )


def test_nothing_is_touched_while_it_gets_ready_and_the_first_look_after_it_plays() -> None:
    steps = Steps()
    table = Table(options=SMALL, watchers=[steps])
    session = session_at(table)
    assert session.prepare()
    assert table.screen.counts["clicks"] == 0
    assert not any(isinstance(step, Act) for step in steps.all)
    ready = len(steps.all)
    table.clock.sleep(3.0)
    report = session.run()
    assert isinstance(steps.all[ready], Act)
    assert (report.ending, report.moves, report.retries, report.misread) == (Ending.WON, 18, 0, 0)
    assert report.prepared > 0


def test_a_board_that_changed_during_the_countdown_is_planned_anew() -> None:
    table = Table(options=SMALL)
    session = session_at(table)
    assert session.prepare()
    assert table.pilot.plan is not None
    scene = table.screen.scene
    for cell in table.pilot.plan.moves[0].cells:
        scene.press(scene.grid.centre(cell), Button.LEFT, table.clock.now())
    table.clock.sleep(3.0)
    report = session.run()
    assert (report.ending, report.moves, report.retries) == (Ending.WON, 17, 0)
    assert table.happened("mismatch") == table.happened("unselect") == 0


def test_where_there_is_nothing_to_play_it_ends_without_a_start() -> None:
    table = Table(options=SMALL)
    session = session_at(table)
    table.screen.cover(Box(0, 0, 900, 700))
    assert not session.prepare()
    table.screen.uncover()
    report = session.run()
    assert report.ending in {Ending.COVERED, Ending.LOST_SCREEN, Ending.UNREADABLE}
    assert report.moves == table.screen.counts["clicks"] == 0


def test_a_recording_holds_what_was_seen_before_the_start(tmp_path: Path) -> None:
    table = Table(options=SMALL)
    table.watchers = [Recorder(tmp_path, find_layout("shisen/tiles"), {}, Manners(patience=2.0))]
    session = session_at(table)
    session.prepare()
    report = session.run()
    assert report.ending is Ending.WON
    again = replay(tmp_path)
    assert (again.looks, again.difference) == (report.frames, None)
