"""The screen in memory: eyes, hands and window of a simulated game, and what may go wrong between them."""

from __future__ import annotations

import numpy as np
import pytest

from bot.action import Actuator, ActuatorError, Click, Hover, Key, Wait
from bot.arcade import make_scene
from bot.arcade.memory import COVER, Faults, MemoryScreen, VirtualClock
from bot.capture import Capture, CaptureError
from bot.clock import Clock
from bot.frame import Box, Frame, Point
from bot.target import Target, TargetError
from engine.api import Limit, Outcome, load_game
from engine.moves import Cell, Pick
from tests.bot.arcade_play import Finger

BOARD = "ABBA\nCDDC\nCDDC"


def _screen(faults: Faults | None = None, *, origin: tuple[float, float] = (0, 0), scale: float = 1.0) -> MemoryScreen:
    return MemoryScreen(Finger(BOARD, now=0).scene, faults=faults, origin=origin, scale=scale)


def _click(screen: MemoryScreen, cell: Cell, frame: Frame | None = None) -> None:
    frame = frame or screen.grab()
    screen.perform(Click(screen.scene.grid.centre(cell)), frame)


def _marked(screen: MemoryScreen) -> tuple[str, ...]:
    """What is highlighted once every click has arrived."""
    screen.perform(Wait(0.05), screen.grab())
    return screen.scene.truth().blocks.get("marked", ())


def test_it_keeps_every_contract() -> None:
    screen = _screen()
    eyes: Capture = screen
    hands: Actuator = screen
    window: Target = screen
    clock: Clock = VirtualClock()
    assert eyes.grab().size == screen.scene.size
    assert window.title == screen.scene.title
    assert clock.now() == 0
    for contract in (eyes, hands):
        contract.close()
        contract.close()


def test_a_virtual_clock_moves_only_when_told_and_never_back() -> None:
    clock = VirtualClock(5.0)
    clock.sleep(1.5)
    clock.sleep(-3.0)
    assert clock.now() == 6.5


def test_looking_and_acting_take_time() -> None:
    screen = _screen()
    first, second = screen.grab(), screen.grab()
    assert first.time < second.time
    screen.perform(Wait(2.0), second)
    assert screen.clock.now() >= second.time + 2.0


@pytest.mark.parametrize("origin", [(0, 0), (37, 11), (-500, -20)])
@pytest.mark.parametrize("scale", [1.0, 2.0, 1.25])
def test_a_click_lands_where_the_frame_shows_it(origin: tuple[int, int], scale: float) -> None:
    screen = _screen(origin=origin, scale=scale)
    frame = screen.grab()
    assert frame.origin == Point(*origin)
    assert frame.size == screen.scene.size
    assert screen.box() == Box(*origin, frame.size[0] / scale, frame.size[1] / scale)
    _click(screen, (1, 2), frame)
    assert _marked(screen) == ("1,2",)
    pointer = screen.pointer()
    assert pointer is not None
    assert screen.on_top(pointer)


def test_a_click_takes_the_latency_to_arrive() -> None:
    screen = _screen(Faults(latency=0.03))
    _click(screen, (0, 0))
    assert "marked" not in screen.scene.truth().blocks
    screen.perform(Wait(0.03), screen.grab())
    assert "marked" in screen.scene.truth().blocks


def test_a_click_holds_the_button_and_a_hover_presses_nothing() -> None:
    screen = _screen()
    frame = screen.grab()
    screen.perform(Click(Point(5, 290), hold=0.5), frame)
    assert screen.clock.now() >= frame.time + 0.5
    screen.perform(Hover(screen.scene.grid.centre((0, 0))), frame)
    assert _marked(screen) == ()
    assert screen.pointer() == tuple(int(n) for n in screen.scene.grid.centre((0, 0)))


def test_a_key_reaches_the_game_only_with_the_focus() -> None:
    screen = _screen()
    screen.perform(Key("h"), screen.grab())
    assert len(_marked(screen)) == 2
    screen.unfocus()
    assert not screen.focused()
    screen.perform(Key("r"), screen.grab())
    assert screen.strays == [Key("r")]
    screen.activate()
    assert screen.focused()


def test_the_window_moves_and_an_old_frame_misses_it() -> None:
    screen = _screen(origin=(100, 100))
    frame = screen.grab()
    screen.at(frame.time + 1, lambda: screen.move(-2000, 0))
    assert screen.box().x == 100
    screen.perform(Wait(1.0), frame)
    assert screen.box().x == -2000
    _click(screen, (0, 0), frame)
    assert len(screen.strays) == 1
    assert _marked(screen) == ()
    _click(screen, (0, 0))
    assert _marked(screen) == ("0,0",)


def test_the_window_is_resized() -> None:
    screen = _screen(scale=2.0)
    screen.resize(350, 240)
    assert screen.box() == Box(0, 0, 350, 240)
    assert screen.grab().size == (700, 480)


def test_a_cover_is_seen_and_takes_the_clicks() -> None:
    screen = _screen(origin=(40, 30))
    place = screen.grab().to_screen(screen.scene.grid.centre((0, 0)))
    screen.cover(Box(place.x - 10, place.y - 10, 20, 20))
    frame = screen.grab()
    x, y = (round(n) for n in screen.scene.grid.centre((0, 0)))
    assert tuple(frame.pixels[y, x]) == COVER
    assert (frame.pixels == COVER).all(axis=2).sum() >= 400
    assert not screen.on_top(place)
    _click(screen, (0, 0), frame)
    _click(screen, (0, 3), frame)
    assert len(screen.strays) == 1
    assert _marked(screen) == ("0,3",)
    screen.uncover()
    assert screen.on_top(place)


def test_a_cover_beyond_the_edges_is_cut() -> None:
    screen = _screen(origin=(40, 30))
    screen.cover(Box(-100, -100, 150, 5000))
    assert (screen.grab().pixels == COVER).all(axis=2).sum() == 10 * screen.scene.size[1]
    screen.uncover()
    screen.cover(Box(-100, -100, 50, 50))
    assert not (screen.grab().pixels == COVER).all(axis=2).any()


def test_a_closed_window_is_an_error_that_says_so() -> None:
    screen = _screen()
    frame = screen.grab()
    screen.at(frame.time + 0.5, screen.shut)
    screen.perform(Wait(1), frame)
    with pytest.raises(CaptureError, match="closed"):
        screen.grab()
    with pytest.raises(TargetError, match="closed"):
        screen.box()
    assert not screen.focused()
    screen.perform(Click(Point(20, 20)), frame)
    assert screen.strays == [Click(Point(20, 20))]


def test_a_click_nowhere_is_refused() -> None:
    screen = _screen()
    with pytest.raises(ActuatorError, match="nan"):
        screen.perform(Click(Point(float("nan"), 3)), screen.grab())


def test_a_person_moves_the_pointer() -> None:
    screen = _screen()
    screen.at(1.0, lambda: screen.point_at(Point(12.7, -3.2)))
    screen.clock.sleep(1.0)
    assert screen.pointer() == (12, -4)


def _lost(share: float, seed: int) -> list[bool]:
    """Which of forty clicks on and off a tile were lost."""
    screen = _screen(Faults(lost_clicks=share, seed=seed))
    lost = []
    for _ in range(40):
        before = screen.counts["lost_clicks"]
        _click(screen, (0, 0))
        lost.append(screen.counts["lost_clicks"] > before)
    arrived = len(screen.scene.history)
    screen.perform(Wait(1), screen.grab())
    arrived = len(screen.scene.history)
    assert arrived == 40 - sum(lost)
    assert screen.counts["clicks"] == 40
    return lost


def test_lost_clicks_are_counted_and_the_same_for_the_same_seed() -> None:
    assert _lost(0.3, 1) == _lost(0.3, 1) != _lost(0.3, 2)
    assert 4 <= sum(_lost(0.3, 1)) <= 20
    assert not any(_lost(0, 1))
    assert all(_lost(1, 1))


def test_lost_keys_are_counted() -> None:
    screen = _screen(Faults(lost_keys=1.0))
    screen.perform(Key("h"), screen.grab())
    assert _marked(screen) == ()
    assert screen.counts["lost_keys"] == screen.counts["keys"] == 1


def test_a_late_frame_shows_the_screen_as_it_was() -> None:
    screen = _screen(Faults(late_frames=1.0, late_by=0.5, latency=0.0))
    before = screen.grab()
    _click(screen, (0, 0), before)
    assert np.array_equal(screen.grab().pixels, before.pixels)
    assert screen.counts["late_frames"] >= 1
    screen.perform(Wait(0.6), before)
    late = screen.grab()
    assert late.time >= before.time + 0.6
    assert not np.array_equal(late.pixels, before.pixels)


def test_late_frames_never_run_backwards() -> None:
    screen = _screen(Faults(late_frames=0.5, late_by=0.2, seed=4))
    pictures: list[int] = []
    known: list[np.ndarray[tuple[int, ...], np.dtype[np.uint8]]] = []
    for n in range(60):
        if n % 6 == 0:
            _click(screen, (n % 3, n % 4))
        pixels = screen.grab().pixels
        seen = next((i for i, old in enumerate(known) if old is pixels), None)
        if seen is None:
            known.append(pixels)
            seen = len(known) - 1
        pictures.append(seen)
        screen.clock.sleep(0.02)
    assert pictures == sorted(pictures)
    assert screen.counts["late_frames"] > 10


def test_slow_animations() -> None:
    screen = _screen(Faults(slow=4.0))
    _click(screen, (0, 1))
    _click(screen, (0, 2))
    screen.perform(Wait(0.9), screen.grab())
    assert screen.scene.truth().board[0] == "ABBA"
    screen.perform(Wait(0.2), screen.grab())
    assert screen.scene.truth().board[0] == "A..A"


def test_doubled_latency_keeps_the_order_of_clicks() -> None:
    screen = _screen(Faults(latency=0.1, double_latency=0.5, seed=3))
    frame = screen.grab()
    cells = [(r, c) for r in range(3) for c in range(4)]
    for cell in cells:
        _click(screen, cell, frame)
    screen.perform(Wait(0.5), frame)
    touched = [happening.cells[-1] for happening in screen.scene.history if happening.what != "removed"]
    assert touched == cells
    assert 1 <= screen.counts["double_latency"] <= 11


def _play(faults: Faults, gravity: bool) -> MemoryScreen:
    """A blind player who knows the truth, and clicks until a pair is gone."""
    scene = make_scene("shisen", seed=2, rows=4, columns=6, gravity=gravity)
    screen = MemoryScreen(scene, VirtualClock(), faults)
    game = load_game("shisen", gravity=gravity)
    state = game.parse(scene.truth())
    for move in game.plan(state, Limit(nodes=200_000)).moves:
        assert isinstance(move, Pick)
        left = screen.scene.truth().board
        while screen.scene.truth().board == left:
            if screen.scene.truth().blocks.get("marked"):
                screen.perform(Key("Escape"), screen.grab())
            _click(screen, move.a)
            _click(screen, move.b)
            screen.perform(Wait(1.0), screen.grab())
    return screen


@pytest.mark.parametrize("gravity", [False, True])
def test_a_whole_game_is_played_without_waiting(gravity: bool) -> None:
    screen = _play(Faults(), gravity)
    assert screen.scene.status is Outcome.WON
    assert screen.clock.now() > 12.0
    assert screen.strays == []


def test_a_whole_game_with_faults_is_the_same_twice() -> None:
    faults = Faults(lost_clicks=0.2, late_frames=0.3, double_latency=0.3, seed=8)
    first, second = _play(faults, gravity=False), _play(faults, gravity=False)
    assert first.scene.status is Outcome.WON
    assert first.scene.history == second.scene.history
    assert first.counts == second.counts
    assert first.counts["lost_clicks"] > 0
