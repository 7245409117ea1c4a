"""The gate on a restless desktop: windows that are not the bot's tell that nothing went astray."""

from __future__ import annotations

import pytest

from tests.desktop_fuzz import Desktop, play
from tests.display import NEEDS_XVFB, display_server, missing_programs

pytestmark = pytest.mark.x11
STEPS = 1500


@pytest.mark.parametrize("seed", [1, 2])
def test_no_event_leaves_the_target_and_none_is_lost(seed: int) -> None:
    if missing_programs("Xvfb"):
        pytest.skip(NEEDS_XVFB)
    with display_server(window_manager=False) as server:
        desktop = Desktop(server.name, seed)
        fates = play(desktop, STEPS, seed)
        heard = desktop.listen()
        desktop.close()
    assert heard == {"button target": fates["click"] + fates["drag"], "key target": fates["key"]}
    assert min(fates[rule] for rule in ("moved", "outside", "covered", "focus", "gone")) > 0, "each rule was needed"
    assert fates["click"] > STEPS / 4
