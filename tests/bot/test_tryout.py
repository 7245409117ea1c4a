"""The keys of a program that nobody knows are found out by pressing and watching, on practice games that are not told
to be ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.action import Action, Click, Drag, Hover, Key
from bot.arcade.memory import Faults, MemoryScreen, VirtualClock
from bot.arcade.paneldepon import make
from bot.cli.live import Seat, _kept
from bot.cli.said import Said
from bot.cli.tryout import keep_learned, tried, wants_trying
from bot.cli.unseen import Found, find_board, learn_board
from bot.cli.view import make_view
from bot.errors import CannotReadError, StoppedError, UsageError
from bot.frame import Frame
from bot.layout import Layout
from bot.session import Bounds
from bot.step import Ending
from bot.stop import Stopper

OTHER = {"a": "Left", "d": "Right", "w": "Up", "s": "Down", "z": "space"}
"""Keys of a program → those of the practice game."""
WAITED = 12.0
"""Seconds after the first key, after which the stack rises."""
USUAL = {**{key: key for key in OTHER.values()}, "space": "", "x": "space"}


@dataclass
class Keyboard:
    """A hand on a program that has other keys; all that it does not know do nothing, and buttons of the mouse neither,
    but where it hears them.
    """

    screen: MemoryScreen
    keys: Mapping[str, str]
    mouse: bool = False
    least: float = 0.0
    """Seconds for which a key must be down to be heard."""

    def perform(self, action: Action, frame: Frame) -> None:
        if isinstance(action, Key):
            name = self.keys.get(action.name, "")
            if not name or action.hold < self.least:
                return
            action = Key(name, action.hold)
        elif not self.mouse and isinstance(action, Click | Drag):
            action = Hover(action.at if isinstance(action, Click) else action.end)
        self.screen.perform(action, frame)

    def close(self) -> None:
        """Nothing to let go of."""


def stranger(skin: str = "panels", faults: Faults | None = None) -> tuple[MemoryScreen, VirtualClock]:
    """A game whose stack has begun to rise."""
    clock = VirtualClock()
    screen = MemoryScreen(make(mode="endless", seed=3, skin=skin), clock, faults)
    screen.perform(Key("Left"), screen.grab())
    clock.sleep(WAITED)
    return screen, clock


def learned(screen: MemoryScreen, clock: VirtualClock, folder: Path) -> Found:
    found = learn_board(screen, clock, Said("paneldepon"), folder, CannotReadError("no layout"))
    assert wants_trying(found)
    return found


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> tuple[Layout, float]:
    """What is learned of the usual stranger, and when that is known."""
    screen, clock = stranger()
    return learned(screen, clock, tmp_path_factory.mktemp("stranger")).layout, clock.now()


def met(known: tuple[Layout, float]) -> tuple[MemoryScreen, VirtualClock, Found]:
    """The same stranger, found as it was learned."""
    screen, clock = stranger()
    clock.sleep(known[1] - clock.now())
    found = replace(find_board(screen, clock, [known[0]], {}), learned=True)
    assert wants_trying(found)
    return screen, clock, found


@pytest.mark.parametrize(("keys", "swap", "skin"), [(OTHER, "z", "panels"), (USUAL, "x", "letters")])
def test_keys_and_cursor_are_found_out_and_then_it_plays(
    keys: Mapping[str, str], swap: str, skin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, clock = stranger(skin)
    hand = Keyboard(screen, keys)
    with Stopper() as stopper:
        found = learned(screen, clock, tmp_path)
        told = list[str]()
        found = tried(found, screen, screen, hand, clock, stopper, {}, (), told.append)
        assert found.layout.hands.keys["swap"] == swap
        assert keys[found.layout.hands.keys["left"]] == "Left"
        assert f"{swap} swaps" in told[0]
        assert found.first[1].position is not None
        assert "cursor" in found.first[1].position.blocks
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        kept = keep_learned(found.layout, "mine")
        assert kept.hands.keys["swap"] == swap
        assert "raise" not in kept.hands.keys, "nobody knows it"
        assert kept.board.cursor
        assert not wants_trying(find_board(screen, clock, [kept], {}))
        with pytest.raises(UsageError, match="there already"):
            keep_learned(found.layout, "paneldepon/mine")
        seat = Seat(found, {}, screen, screen, hand, clock)
        report = seat.session(Bounds(seconds=10), make_view(as_json=True), stopper, None).run()
    assert report.ending is Ending.STOPPED
    assert report.moves >= 8


@pytest.mark.parametrize("begun", [0.0, 5.0], ids=["waits for a key", "has risen"])
def test_a_stack_that_stood_still_when_it_was_found_is_played_as_one_that_rises(begun: float, tmp_path: Path) -> None:
    """That it has risen by a part of a cell within its border tells at once what it is."""
    clock = VirtualClock()
    screen = MemoryScreen(make(mode="endless", seed=3), clock)
    if begun:
        screen.perform(Key("Left"), screen.grab())
        clock.sleep(begun)
    hand = Keyboard(screen, USUAL)
    with Stopper() as stopper:
        found = learned(screen, clock, tmp_path)
        assert (found.layout.running is not None) == bool(begun)
        found = tried(found, screen, screen, hand, clock, stopper, {}, (), print)
        assert found.layout.running is not None
        assert found.layout.board.cursor
        seat = Seat(found, {}, screen, screen, hand, clock)
        assert seat.runs
        report = seat.session(Bounds(seconds=10), make_view(as_json=True), stopper, None).run()
    assert report.moves >= 8


def test_a_stack_that_begins_to_rise_while_it_is_looked_at_is_learned_as_it_moves(tmp_path: Path) -> None:
    clock = VirtualClock()
    screen = MemoryScreen(make(mode="endless", seed=3, skin="letters"), clock)
    screen.perform(Key("Left"), screen.grab())
    clock.sleep(3.0)
    assert learned(screen, clock, tmp_path).layout.running is not None


def test_a_puzzle_stays_one_when_its_keys_were_tried(tmp_path: Path) -> None:
    clock = VirtualClock()
    screen = MemoryScreen(make(mode="puzzle", seed=60), clock)
    with Stopper() as stopper:
        found = learned(screen, clock, tmp_path)
        found = tried(found, screen, screen, Keyboard(screen, USUAL), clock, stopper, {}, (), print)
    assert found.layout.running is None
    assert found.layout.hands.keys["swap"] == "x"


def test_a_cursor_that_begins_in_the_top_row_is_found(tmp_path: Path) -> None:
    clock = VirtualClock()
    screen = MemoryScreen(make(mode="puzzle", seed=60), clock)
    for _ in range(12):
        screen.perform(Key("Up", 0.05), screen.grab())
        clock.sleep(0.1)
    with Stopper() as stopper:
        found = learned(screen, clock, tmp_path)
        found = tried(found, screen, screen, Keyboard(screen, USUAL), clock, stopper, {}, (), print)
    assert found.layout.board.cursor


def test_keys_that_a_slow_program_misses_are_pressed_for_longer(tmp_path: Path) -> None:
    clock = VirtualClock()
    screen = MemoryScreen(make(mode="puzzle", seed=60), clock)
    with Stopper() as stopper:
        found = learned(screen, clock, tmp_path)
        hand = Keyboard(screen, USUAL, least=0.1)
        found = tried(found, screen, screen, hand, clock, stopper, {}, (), print)
    assert found.layout.hands.keys["swap"] == "x"
    assert found.layout.hands.hold >= 0.1


def test_swaps_by_which_keys_are_tried_out_are_counted(known: tuple[Layout, float]) -> None:
    screen, clock, found = met(known)
    with Stopper() as stopper:
        hand = Keyboard(screen, USUAL)
        with pytest.raises(StoppedError, match="leaves no swap by which to find out the key that swaps"):
            tried(found, screen, screen, hand, clock, stopper, {}, (), print, most=0)
        found = tried(found, screen, screen, hand, clock, stopper, {}, (), print, most=1)
    assert found.swapped == 1


@dataclass
class Coincidence(Keyboard):
    """A program in which panels come to lie as if a key that does nothing had swapped them, once."""

    once: str = "space"

    def perform(self, action: Action, frame: Frame) -> None:
        if isinstance(action, Key) and action.name == self.once:
            action, self.once = Key("x", action.hold), ""
        super().perform(action, frame)


def test_a_key_that_seems_to_swap_once_is_not_taken_for_the_one(known: tuple[Layout, float]) -> None:
    screen, clock, found = met(known)
    with Stopper() as stopper:
        found = tried(found, screen, screen, Coincidence(screen, USUAL), clock, stopper, {}, (), print)
    assert found.layout.hands.keys["swap"] == "x"
    assert found.swapped == 3


def test_a_program_that_answers_late_is_waited_for(tmp_path: Path) -> None:
    screen, clock = stranger(faults=Faults(latency=0.2))
    with Stopper() as stopper:
        found = learned(screen, clock, tmp_path)
        found = tried(found, screen, screen, Keyboard(screen, USUAL), clock, stopper, {}, (), print)
    assert found.layout.hands.keys["swap"] == "x"


def test_a_cursor_that_no_key_moves_is_told(known: tuple[Layout, float]) -> None:
    screen, clock, found = met(known)
    no_cursor = "no cursor goes over it as these keys say: Up, Down, Left, Right; w"
    with Stopper() as stopper, pytest.raises(CannotReadError, match=no_cursor):
        tried(found, screen, screen, Keyboard(screen, {}), clock, stopper, {}, (), print)


def test_where_no_key_moves_a_cursor_panels_are_dragged(known: tuple[Layout, float]) -> None:
    screen, clock, found = met(known)
    told = list[str]()
    with Stopper() as stopper:
        found = tried(found, screen, screen, Keyboard(screen, {}, mouse=True), clock, stopper, {}, (), told.append)
        assert found.layout.hands.control == "drag-cells"
        assert not found.layout.hands.keys
        assert "dragged" in told[0]
        assert found.swapped == 1
        assert not wants_trying(found)
        seat = Seat(found, {}, screen, screen, Keyboard(screen, {}, mouse=True), clock)
        report = seat.session(Bounds(seconds=10), make_view(as_json=True), stopper, None).run()
    assert report.ending is Ending.STOPPED
    assert report.moves > 5


def test_no_mouse_is_tried_where_a_person_says_keys_or_allows_no_swap(known: tuple[Layout, float]) -> None:
    screen, clock, found = met(known)
    hand = Keyboard(screen, {}, mouse=True)
    with Stopper() as stopper:
        for keys, most in ((("left=Left",), None), ((), 0)):
            with pytest.raises(CannotReadError, match="no cursor goes over it"):
                tried(found, screen, screen, hand, clock, stopper, {}, keys, print, None, most)


def test_keys_that_a_person_says_are_not_looked_for(known: tuple[Layout, float]) -> None:
    screen, clock, found = met(known)
    hand = Keyboard(screen, USUAL)
    no_swap = "none of these keys swaps what lies under it: space"
    with Stopper() as stopper, pytest.raises(CannotReadError, match=no_swap):
        tried(found, screen, screen, hand, clock, stopper, {}, ("swap=space",), print)


def test_trying_ends_when_its_time_is_up(known: tuple[Layout, float]) -> None:
    screen, clock, found = met(known)
    with Stopper() as stopper:
        begun = clock.now()
        with pytest.raises(StoppedError, match="2 s"):
            tried(found, screen, screen, Keyboard(screen, {}), clock, stopper, {}, (), print, 2.0)
    assert clock.now() - begun < 3


def test_a_dry_run_says_that_nothing_is_kept_by_which_it_could_be_played(known: tuple[Layout, float]) -> None:
    found = met(known)[2]
    assert "Add --live" in _kept(found, "mine")
    assert "Nothing new to keep" in _kept(replace(found, learned=False), "mine")
