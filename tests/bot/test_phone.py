"""Phones over ADB: the same contracts as a window, and a whole game played on one."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from typer.testing import CliRunner

from bot.action import ActuatorError, Button, Click, Drag, Hover, Key
from bot.actuate.gate import Gate, Refused
from bot.arcade import make_scene
from bot.arcade.memory import MemoryScreen
from bot.capture import CaptureError
from bot.cli.commands import app
from bot.clock import RealClock
from bot.devices import gate_rules, open_actuator, open_capture, open_target
from bot.errors import UsageError
from bot.frame import Box, Point
from bot.phone.capture import PhoneCapture
from bot.phone.hand import PhoneHand
from bot.phone.link import Link, PhoneError
from bot.phone.target import FRESH, Phone
from bot.pilot import Pilot
from bot.session import Session
from bot.step import Ending
from bot.target import TargetError
from bot.vision.readers import make_reader
from tests.bot.fake_phone import GAME, SERIAL, FakePhone, plugged_in
from tests.bot.table import Table

pytestmark = pytest.mark.filterwarnings(  # adbutils leaves its socket to the garbage collector where a phone is gone
    "ignore::pytest.PytestUnraisableExceptionWarning"
)


@pytest.fixture
def table() -> Table:
    return Table(options={"rows": 3, "columns": 4}, rules={"gravity": False})


@pytest.fixture
def phone(table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePhone]:
    with plugged_in(FakePhone(table.screen), monkeypatch.setenv) as phone:
        yield phone


@pytest.fixture
def target(table: Table, phone: FakePhone) -> Phone:
    return Phone(Link(SERIAL), table.clock)


def test_it_is_opened_like_a_window(phone: FakePhone) -> None:
    clock = RealClock()
    target = open_target(phone=SERIAL)
    assert target.title == f"{GAME} on Paper Phone"
    assert target.program == GAME
    assert isinstance(open_capture(target, clock), PhoneCapture)
    assert isinstance(open_actuator("auto", clock, target), PhoneHand)
    with pytest.raises(UsageError, match="--adb"):
        open_target(window="kshisen", phone=SERIAL)


@pytest.mark.parametrize(("header", "raw"), [(16, 1), (12, 2), (16, 5)])
def test_pictures_of_every_form_are_the_same(phone: FakePhone, target: Phone, header: int, raw: int) -> None:
    phone.header, phone.raw = header, raw
    frame = PhoneCapture(target).grab()
    assert np.array_equal(frame.pixels, phone.screen.grab().pixels[:, :, :3])
    assert frame.rectangle == target.box()


def test_an_app_that_forbids_pictures_is_told(phone: FakePhone, target: Phone) -> None:
    phone.dark = True
    with pytest.raises(CaptureError, match="forbids"):
        PhoneCapture(target).grab()


def session(table: Table, target: Phone) -> Session:
    gate = Gate(PhoneHand(target), target, table.clock, gate_rules(target, 0.02))
    pilot: Pilot = table.pilot
    return Session(PhoneCapture(target), make_reader(table.layout), pilot, gate, table.clock, table.bounds)


def test_a_game_is_played_to_its_end(table: Table, phone: FakePhone, target: Phone) -> None:
    report = session(table, target).run()
    assert (report.ending, report.moves, report.misread, report.retries) == (Ending.WON, 6, 0, 0)
    assert table.happened("won") == 1
    assert len(phone.inputs) == 12
    assert all(command.startswith("tap ") for command in phone.inputs)


def test_a_phone_that_is_unplugged_ends_the_session(table: Table, phone: FakePhone, target: Phone) -> None:
    table.screen.at(table.clock.now() + 1.0, lambda: setattr(phone, "gone", True))
    assert session(table, target).run().ending is Ending.LOST_SCREEN


def test_nothing_is_tapped_while_another_app_is_in_front(table: Table, phone: FakePhone, target: Phone) -> None:
    gate = Gate(PhoneHand(target), target, table.clock, gate_rules(target, 0.02))
    frame = PhoneCapture(target).grab()
    phone.app = "com.example.dialer"
    table.clock.sleep(2 * FRESH)
    for action in (Click(Point(50, 50)), Drag(Point(50, 50), Point(90, 50)), Key("Left")):
        with pytest.raises(Refused):
            gate.perform(action, frame)
    phone.app = ""
    table.clock.sleep(2 * FRESH)
    assert not target.on_top(Point(50, 50))
    assert not target.focused()
    assert not phone.inputs


def test_a_phone_that_was_turned_is_looked_at_again(table: Table, phone: FakePhone, target: Phone) -> None:
    gate = Gate(PhoneHand(target), target, table.clock, gate_rules(target, 0.02))
    frame = PhoneCapture(target).grab()
    width, height = frame.size
    table.screen.resize(height, width)
    table.clock.sleep(2 * FRESH)
    with pytest.raises(Refused) as refused:
        gate.perform(Click(Point(10, 10)), frame)
    assert refused.value.rule == "moved"
    assert not refused.value.final
    assert target.box() == Box(0, 0, height, width)
    assert not phone.inputs


def test_what_a_finger_does(phone: FakePhone, target: Phone) -> None:
    hand, frame = PhoneHand(target), PhoneCapture(target).grab()
    hand.perform(Click(Point(20.7, 30.2)), frame)
    hand.perform(Click(Point(20, 30), hold=0.6), frame)
    hand.perform(Drag(Point(20, 30), Point(80, 30), steps=3, hold=0.1), frame)
    hand.perform(Hover(Point(1, 1)), frame)
    hand.perform(Key("Left"), frame)
    hand.close()
    assert phone.inputs == [
        "tap 20 30", "swipe 20 30 20 30 600", "swipe 20 30 80 30 300", "keyevent KEYCODE_DPAD_LEFT"
    ]  # fmt: skip


def test_what_a_finger_cannot_do_is_told(phone: FakePhone, target: Phone) -> None:
    hand, frame = PhoneHand(target), PhoneCapture(target).grab()
    with pytest.raises(ActuatorError, match="no right button"):
        hand.perform(Click(Point(1, 1), Button.RIGHT), frame)
    with pytest.raises(ActuatorError, match="no key 'F5'"):
        hand.perform(Key("F5"), frame)
    assert not phone.inputs
    phone.refuses = "java.lang.SecurityException: Injecting input events requires a permission\n at x"
    with pytest.raises(ActuatorError, match=r"SecurityException.*permission$"):
        hand.perform(Click(Point(1, 1)), frame)
    phone.gone = True
    with pytest.raises(PhoneError, match="does not answer"):
        hand.perform(Click(Point(1, 1)), frame)


def test_a_phone_that_is_not_there_or_not_ready_is_told(phone: FakePhone, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PhoneError, match=rf"'other'.*found {SERIAL} \(device\)"):
        Link("other")
    phone.state = "unauthorized"
    with pytest.raises(PhoneError, match="confirm the question"):
        Link(SERIAL)
    phone.state, phone.app = "device", ""
    with pytest.raises(TargetError, match="unlock"):
        Phone(Link(SERIAL), RealClock())
    monkeypatch.setitem(sys.modules, "adbutils", None)
    with pytest.raises(PhoneError, match="pip install"):
        Link(SERIAL)


def test_the_command_plays_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = MemoryScreen(make_scene("shisen", seed=3, rows=4, columns=6), RealClock())
    with plugged_in(FakePhone(screen), monkeypatch.setenv) as phone:
        words = ["play", "--adb", SERIAL, "--game", "shisen", "--rule", "gravity=off", "--json"]
        dry = CliRunner().invoke(app, words)
        assert not phone.inputs
        live = CliRunner().invoke(app, [*words, "--live", "--countdown", "0", "--max-moves", "2"])
    assert json.loads(dry.stdout.splitlines()[-1])["outcome"] == "stopped"
    assert json.loads(live.stdout.splitlines()[-1])["moves"] == 2, live.output
    assert len(phone.inputs) >= 4
