"""Pentas in memory, from pixels to clicks, with and without faults; and the practice game by itself."""

from __future__ import annotations

import pytest

from bot.action import Button
from bot.arcade.memory import Faults, MemoryScreen, VirtualClock
from bot.arcade.pentas import PentasTray, make
from bot.arcade.scene import ArcadeError
from bot.cli.live import Seat
from bot.cli.unseen import find_board
from bot.cli.view import make_view
from bot.layouts import candidates
from bot.session import Bounds, Report
from bot.stop import Stopper
from engine.api import Outcome
from engine.moves import Cell


def session(tray: PentasTray, faults: Faults, moves: int) -> Report:
    with Stopper() as stopper:
        clock = VirtualClock()
        screen = MemoryScreen(tray, clock, faults)
        found = find_board(screen, clock, candidates("pentas", screen.title), {}, stopper)
        seat = Seat(found, {}, screen, screen, screen, clock)
        return seat.session(Bounds(moves), make_view(as_json=True), stopper, None).run()


@pytest.mark.parametrize("faults", [Faults(), Faults(lost_clicks=0.1)], ids=["none", "lost-clicks"])
def test_it_plays_from_pixels(faults: Faults) -> None:
    tray = make(seed=1, skin="ink")
    report = session(tray, faults, 6)
    assert (report.moves, report.misread) == (6, 0)
    assert tray.turns == 6
    assert not [one for one in tray.history if one.what == "mismatch"]


def mark(tray: PentasTray, cells: list[Cell], button: Button = Button.LEFT) -> None:
    for cell in cells:
        tray.press(tray.grid.centre(cell), button, 1.0)
        tray.release(1.0)


def test_five_cells_that_are_not_the_piece_are_let_go() -> None:
    tray = make(seed=1)
    mark(tray, [(0, 0), (0, 2), (0, 4), (0, 6), (1, 7)])
    assert [one.what for one in tray.history][-1] == "mismatch"
    assert tray.picture().marked == frozenset()
    assert tray.turns == 0


def test_a_marked_cell_stays_marked_and_the_right_button_lets_go() -> None:
    tray = make(seed=1)
    mark(tray, [(0, 0), (0, 0), (0, 1)])
    assert tray.picture().marked == {(0, 0), (0, 1)}
    mark(tray, [(5, 5)], Button.RIGHT)
    assert tray.picture().marked == frozenset()


def test_a_drag_takes_the_piece_and_undo_brings_it_back() -> None:
    tray = make(seed=1)
    before = tray.truth()
    first, *rest = tray._game.moves(tray._state)[0].cells
    tray.press(tray.grid.centre(first), Button.LEFT, 1.0)
    for cell in rest:
        tray.point(tray.grid.centre(cell), 1.1)
    tray.release(1.2)
    assert (tray.turns, tray.score) == (1, 5)
    tray.key("u", 2.0)
    assert tray.truth() == before


def test_the_same_seed_deals_the_same_pieces_and_sizes_are_free() -> None:
    assert make(seed=9).truth() == make(seed=9, skin="ink").truth()
    tray = make(seed=9, rows=6, columns=11, scoring="bonus")
    assert (tray.grid.rows, tray.grid.columns, tray.status) == (6, 11, Outcome.OPEN)
    with pytest.raises(ArcadeError, match="scoring"):
        make(scoring="golf")
    with pytest.raises(ArcadeError, match="columns"):
        make(columns=1)
