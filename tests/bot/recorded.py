"""A recording of a practice game, for tests that look into one."""

from __future__ import annotations

from pathlib import Path

from bot.arcade.memory import Faults
from bot.record import Recorder
from tests.bot.table import Table


def record_game(folder: Path) -> Path:
    """Record a game of four rows in which clicks got lost."""
    table = Table(Faults(lost_clicks=0.2), {"rows": 4, "columns": 6})
    table.watchers = [Recorder(folder, table.layout, table.rules, table.manners)]
    assert table.play().retries
    return folder
