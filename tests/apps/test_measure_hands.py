"""Hands are measured on real programs, and the board is as it was before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot.layouts import find_layout
from tests.apps.kshisen import Kshisen, Setting, build_shim, missing, search_path
from tests.apps.test_play_kshisen import banmen
from tests.display import DisplayServer

pytestmark = pytest.mark.apps


def own_layout(folder: Path) -> Path:
    """A layout that a person wrote, comments and all."""
    place = folder / "shisen" / "mine"
    place.mkdir(parents=True)
    text = (find_layout("shisen/tiles").folder / "layout.toml").read_text(encoding="utf-8")
    (place / "layout.toml").write_text("# mine\n" + text, encoding="utf-8")
    return place


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_the_clicks_of_kshisen(display: DisplayServer, tmp_path: Path) -> None:
    mine = own_layout(tmp_path / "layouts")
    ask = ["calibrate", "--window", "kshisen", "--hands", "mouse", "--layout", str(mine)]
    with Kshisen(Setting(rows=6, columns=14), display.name, tmp_path, build_shim(tmp_path)) as app:
        before = app.text()
        assert banmen(display, *ask)[0] == 0, "without --live nothing is pressed"
        code, answer, said = banmen(display, *ask, "--live")
        assert code == 0, said
        assert app.text() == before, "nothing was played"
    assert answer["keys"] == {}
    assert answer["hold"] <= 0.034
    assert answer["gap"] <= 0.05
    assert 0 < answer["response"] < 0.5
    kept = find_layout(str(mine))
    assert (kept.hands.hold, kept.hands.gap) == (answer["hold"], answer["gap"])
    assert (mine / "layout.toml").read_text(encoding="utf-8").startswith("# mine\n")


@pytest.mark.skipif(not shutil.which("sgt-samegame", path=search_path()), reason="needs sgt-puzzles from apt")
def test_the_keys_of_samegame(display: DisplayServer) -> None:
    with display.playing(["sgt-samegame", "10x8c3s2#5"], "samegame"):
        ask = ["calibrate", "--window", "samegame", "--hands", "keys", "--reader", "blocks", "--live"]
        code, answer, said = banmen(display, *ask)
    assert code == 0, said
    assert answer["keys"] == {"right": "Right", "left": "Left", "down": "Down", "up": "Up"}
    assert answer["hold"] <= 0.05
    assert answer["gap"] <= 0.08
