"""Keys are measured on a stack that rises meanwhile, under a cursor that blinks: what comes out is what they need."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from bot.action import Action, Key
from bot.arcade.memory import MemoryScreen, VirtualClock
from bot.arcade.paneldepon import make
from bot.cli.said import Said
from bot.cli.unseen import Found, find_board, learn_board
from bot.cli.walked import kept_walk, measure_walk, walked_board
from bot.errors import CannotReadError
from bot.frame import Frame
from bot.layout import Layout
from bot.layouts import find_layout, load_layout
from bot.stop import Stopper
from calibration.cursor import learn_cursor
from calibration.keep import keep_copy
from calibration.trying import SHOWS, WAY, Trier

POLL = 1 / 30
"""Seconds after which the program looks at its keys again."""
RISING = 12.0
"""Seconds after the first key, after which the stack rises."""
OTHER = {"j": "Left", "l": "Right", "i": "Up", "k": "Down", "f": "space"}
ARROWS = {key: key for key in OTHER.values()}


@dataclass
class PolledKeys:
    """A hand on a program that sees only keys that are down when it looks, and a key again only after it was up."""

    screen: MemoryScreen
    keys: Mapping[str, str]
    poll: float = POLL
    seen: dict[str, float] = field(default_factory=dict)
    """Key → when the program saw it down last."""

    def perform(self, action: Action, frame: Frame) -> None:
        assert isinstance(action, Key)
        clock = self.screen.clock
        press = clock.now()
        look = math.ceil(press / self.poll) * self.poll
        if look > press + action.hold:
            clock.sleep(action.hold)
            return
        held = look < self.seen.get(action.name, -1.0) + 1.5 * self.poll
        self.seen[action.name] = math.floor((press + action.hold) / self.poll) * self.poll
        name = self.keys.get(action.name, "")
        if name and not held:
            self.screen.perform(Key(name, action.hold), frame)
        else:
            clock.sleep(action.hold)

    def close(self) -> None:
        """Nothing is held."""


class Timed(Stopper):
    """A stopper whose time is that of a simulated screen."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self.clock = clock

    def now(self) -> float:
        return self.clock.now()

    def sleep(self, seconds: float) -> None:
        self.clock.sleep(seconds)


def rising(seed: int) -> tuple[MemoryScreen, Timed]:
    clock = VirtualClock()
    screen = MemoryScreen(make(mode="endless", seed=seed), clock)
    screen.perform(Key("Left"), screen.grab())
    clock.sleep(RISING)
    return screen, Timed(clock)


def test_the_keys_of_a_stack_that_rises(tmp_path: Path) -> None:
    """The board is known, its keys are not what its layout says; what is measured is written into it."""
    screen, stopper = rising(5)
    own = keep_copy(find_layout("paneldepon/arcade-rising"), tmp_path / "paneldepon" / "mine")
    with stopper:
        found = walked_board(None, own, screen, screen, stopper, tmp_path / "copies")
        assert found is not None
        scroll, start = screen.scene.truth(), stopper.now()
        layout, measured = measure_walk(
            found, screen, screen, PolledKeys(screen, OTHER), stopper, ["k", "j", "x", "i", "l", "f"], print
        )
    assert screen.scene.truth() != scroll, "it rose"
    assert stopper.now() - start < 60
    assert {way: measured.keys[way] for way in ("up", "down", "left", "right", "swap")} == {
        "up": "i", "down": "k", "left": "j", "right": "l", "swap": "f",
    }  # fmt: skip
    assert POLL <= measured.hold <= 2.1 * POLL
    assert POLL <= measured.gap <= 3.1 * POLL
    assert 0 < measured.response < 0.5
    assert load_layout(own.folder).hands.hold == own.hands.hold, "nothing is written yet"
    kept = kept_walk(own, layout, measured)
    assert kept.hands.keys["up"] == "i"
    assert (kept.hands.hold, kept.hands.gap) == (measured.hold, measured.gap)


def test_a_program_that_hears_every_key_is_played_faster(tmp_path: Path) -> None:
    screen, stopper = rising(6)
    with stopper:
        found = walked_board("paneldepon", None, screen, screen, stopper, tmp_path)
        assert found is not None
        _, measured = measure_walk(found, screen, screen, PolledKeys(screen, ARROWS, 1e-4), stopper, [], print)
    assert 0 < measured.hold <= 0.017
    assert measured.gap <= 0.034


def learned(screen: MemoryScreen, stopper: Stopper, folder: Path) -> Found:
    return learn_board(screen, stopper, Said("paneldepon"), folder, CannotReadError("no layout"), stopper)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> tuple[Layout, float]:
    """What is learned of one stack, and when that is known."""
    screen, stopper = rising(7)
    with stopper:
        return learned(screen, stopper, tmp_path_factory.mktemp("rising")).layout, stopper.now()


def met(known: tuple[Layout, float]) -> tuple[MemoryScreen, Timed, Found]:
    """The same stack, found as it was learned."""
    screen, stopper = rising(7)
    stopper.sleep(known[1] - stopper.now())
    return screen, stopper, replace(find_board(screen, stopper, [known[0]], {}, stopper), learned=True)


def test_keys_of_any_names_move_a_cursor_that_nobody_has_seen(known: tuple[Layout, float]) -> None:
    screen, stopper, found = met(known)
    hand = PolledKeys(screen, OTHER)
    with stopper:
        layout, measured = measure_walk(found, screen, screen, hand, stopper, ["f", "i", "j", "k", "l"], print)
        assert layout.board.cursor
        assert "raise" not in layout.hands.keys, "nobody knows it"
        assert measured.keys == {"up": "i", "down": "k", "left": "j", "right": "l", "swap": "f"}
        assert find_board(screen, stopper, [layout], {}, stopper).first[1].position is not None


def test_keys_that_move_no_cursor_are_told(known: tuple[Layout, float]) -> None:
    screen, stopper, found = met(known)
    none = r"nothing goes up or down or left or right with n, m: none of them"
    with stopper, pytest.raises(CannotReadError, match=none):
        measure_walk(found, screen, screen, PolledKeys(screen, OTHER), stopper, ["n", "m"], print)


def test_a_picture_that_comes_before_a_key_shows_is_no_cursor_astray() -> None:
    screen, stopper = rising(9)
    with stopper:
        layout = find_layout("paneldepon/arcade-rising")
        trier = Trier(screen, screen, stopper, find_board(screen, stopper, [layout], {}, stopper).reader)
        views = [trier.view(None)]
        for step in WAY[:7]:
            trier.press(layout.hands.keys[step])
            stopper.sleep(SHOWS[0])
            views.append(trier.view(step))
    seen = [view for view in views if view is not None]
    assert len(seen) == 8
    assert learn_cursor(seen)
    late = [*seen[:4], replace(seen[4], pixels=seen[3].pixels, grid=seen[3].grid), *seen[5:]]
    assert learn_cursor(late)
