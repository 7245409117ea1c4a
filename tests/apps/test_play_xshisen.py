"""Banmen wins xshisen, a Shisen-sho for which there is no layout and which nobody tuned it to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.apps.test_play_kshisen import banmen
from tests.apps.xshisen import Setting, Xshisen, build_shim, missing
from tests.display import DisplayServer

pytestmark = [pytest.mark.apps, pytest.mark.skipif(bool(missing()), reason=missing())]

GAMES: dict[str, dict[str, Any]] = {
    "flat tiles": {"seed": 1},
    "raised tiles, gravity": {"picture": 2, "gravity": True, "seed": 4},
}


@pytest.mark.parametrize("setting", GAMES.values(), ids=GAMES.keys())
def test_it_wins(display: DisplayServer, tmp_path: Path, setting: dict[str, Any]) -> None:
    with Xshisen(Setting(**setting), display.name, tmp_path, build_shim(tmp_path)) as app:
        code, answer, said = banmen(display, "play", "--window", "xshisen", "--live", "--countdown", "0")
        assert answer.get("outcome") == "won", (answer, said)
        assert code == 0
        assert app.says("XShisen"), "the game congratulates in a dialog of that title"
    assert answer["misread"] == 0
    assert answer["moves"] == 72
    assert "Warning" not in said
