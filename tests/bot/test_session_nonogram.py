"""The whole loop on the arcade's nonogram in memory: batches of drags, faults included."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.action import Button
from bot.arcade.memory import Faults
from bot.frame import Box
from bot.manners import Manners
from bot.record import Recorder
from bot.replay import replay
from bot.step import Ending
from tests.bot.table import Table

AT_ONCE = 12


def table(faults: Faults | None = None, **more: object) -> Table:
    manners = Manners(patience=2.0, response=0.6, at_once=AT_ONCE)
    options = {"rows": 8, "columns": 11, "size": (520, 480), "seed": 3}
    return Table(faults or Faults(), options, layout_name="nonogram/arcade", manners=manners, **more)  # type: ignore[arg-type]


FAULTS = {
    "none": Faults(),
    "a third of the presses never arrive": Faults(lost_clicks=0.33, seed=1),
    "half of the drags are cut short": Faults(cut_drags=0.5, seed=2),
    "late looks and slow answers": Faults(late_frames=0.5, double_latency=0.5, latency=0.05, seed=3),
}


@pytest.mark.parametrize("faults", FAULTS.values(), ids=FAULTS.keys())
def test_it_is_solved(faults: Faults) -> None:
    play = table(faults)
    report = play.play()
    assert report.ending is Ending.WON, report
    assert play.happened("won") == 1
    assert play.screen.strays == []
    assert report.misread == 0
    lossy = bool(faults.lost_clicks or faults.cut_drags)
    assert bool(report.retries) == lossy


def test_it_takes_few_looks_for_many_moves() -> None:
    play = table()
    report = play.play()
    assert play.screen.counts["drags"] > 5
    assert report.frames < 60


def test_what_is_filled_in_wrongly_is_put_right() -> None:
    play = table()
    scene = play.screen.scene
    solution = play.pilot.game.plan(play.pilot.game.parse(scene.truth()), play.manners.limit)
    right = {cell for move in solution.moves for cell in move.cells}
    cells = [(row, column) for row in range(8) for column in range(11)]
    wrong = [cell for cell in cells if cell not in right][:6]
    for cell in (*wrong, *sorted(right)[:20]):
        scene.press(scene.grid.centre(cell), Button.LEFT, 10.0)
        scene.release(10.0)
    report = play.play()
    assert report.ending is Ending.WON, report
    assert play.happened("wipe") >= 1


def test_a_dialog_over_clues_and_cells_is_waited_for() -> None:
    play = table()
    grid = play.screen.scene.grid
    play.screen.at(10.3, lambda: play.screen.cover(Box(grid.x + 40, grid.y - 90, 150, 200)))
    play.screen.at(10.7, play.screen.uncover)
    report = play.play()
    assert report.ending is Ending.WON, report
    assert play.screen.strays == []


def test_a_recording_replays_byte_for_byte(tmp_path: Path) -> None:
    play = table(Faults(lost_clicks=0.2, cut_drags=0.2, seed=5))
    play.watchers = [Recorder(tmp_path / "recording", play.layout, {}, play.manners)]
    report = play.play()
    assert report.ending is Ending.WON
    assert report.retries
    again = replay(tmp_path / "recording")
    assert again.difference is None
