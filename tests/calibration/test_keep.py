"""What is measured later is written into a layout that is there; its tables, comments and other lines stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.layout import Hands, Layout
from bot.layouts import load_layout
from calibration.draft import start
from calibration.hands import Measured
from calibration.keep import keep_cursor, keep_hands
from calibration.sorting import sort_cells
from calibration.write import save
from tests.calibration.drawn import GRID, PAIRS, draw

KEYS = {"up": "Up", "left": "Left", "raise": "x"}


def layout(folder: Path, keys: dict[str, str]) -> Layout:
    """A layout whose hands have these keys, and with a table after them."""
    draft = start([sort_cells(draw(PAIRS), GRID, "tiles")], "tiles", "shisen")
    hands = Hands(control="click-cells", hold=0.05, keys=keys)
    return save(draft, folder, title="Drawn", hands=hands, rules={"gravity": False})


def text(folder: Path) -> str:
    return (folder / "layout.toml").read_text(encoding="utf-8")


def test_keys_stay_a_table_with_its_comments(tmp_path: Path) -> None:
    folder = tmp_path / "drawn"
    keep_cursor(layout(folder, KEYS), (), {"up": "w", "left": "Left", "swap": "c"})
    table = '\n[hands.keys]\n# Which key means what.\nup = "w"\nleft = "Left"\nswap = "c"\n\n[rules]\n'
    assert table in text(folder)


def test_only_what_was_measured_is_written_into_it(tmp_path: Path) -> None:
    folder = tmp_path / "drawn"
    layout(folder, KEYS)
    before = text(folder)
    keep_hands(folder, Measured(0.1, 0.034, 0.07, {"left": "a"}, 9))
    changed = [pair for pair in zip(before.splitlines(), text(folder).splitlines(), strict=True) if pair[0] != pair[1]]
    assert [after for _, after in changed] == ["hold = 0.034", "gap = 0.07", 'left = "a"']


@pytest.mark.parametrize("line", ["", 'keys = { up = "Up" }  # mine\n'])
def test_keys_are_written_where_there_were_none_and_stay_in_one_line_where_they_are(line: str, tmp_path: Path) -> None:
    folder = tmp_path / "drawn"
    layout(folder, {})
    (folder / "layout.toml").write_text(text(folder).replace("[hands]\n", f"[hands]\n{line}"), encoding="utf-8")
    kept = keep_cursor(load_layout(folder), (), {"up": "w", "swap": "c"})
    assert dict(kept.hands.keys) == {"up": "w", "swap": "c"}
    assert ("\n\n[hands.keys]\n# Which key means what.\n" in text(folder)) is not bool(line)
    assert text(folder).count("  # mine") == bool(line)
    assert "\n\n[rules]\n" in text(folder)
