"""The gate on a restless desktop: windows that are not the bot's tell that nothing went astray."""

from __future__ import annotations

import pytest

from tests.desktop_fuzz import Desktop, play
from tests.display import NEEDS_XVFB, display_server, missing_programs

pytestmark = pytest.mark.x11
STEPS = 1500


@pytest.mark.parametrize(("seed", "steps", "shown"), [(1, STEPS, (1280, 800)), (2, STEPS // 3, (700, 500))])
def test_no_event_leaves_the_target_and_none_is_lost(seed: int, steps: int, shown: tuple[int, int]) -> None:
    """Also where the monitor shows only a part of the screen, and the pointer cannot leave that."""
    with display_server(window_manager=False) as server:
        if shown != server.size:
            server.show_only(*shown)
        desktop = Desktop(server.name, seed)
        fates = play(desktop, steps, seed)
        heard = desktop.listen()
        desktop.close()
    assert heard == {"button target": fates["click"] + fates["drag"], "key target": fates["key"]}
    assert min(fates[rule] for rule in ("moved", "outside", "covered", "focus", "gone")) > 0, "each rule was needed"
    assert fates["click"] > steps / 12
    assert (fates["not arrived"] > 0) == (shown != (1280, 800))


def test_no_event_leaves_a_target_that_a_window_manager_moves() -> None:
    """It moves windows when it comes to that, after the gate has been told where they are. A click it may swallow."""
    if missing_programs("Xvfb", "openbox"):
        pytest.skip(NEEDS_XVFB)
    with display_server() as server:
        desktop = Desktop(server.name, 3, managed=True)
        fates = play(desktop, STEPS, 3)
        heard = desktop.listen()
        desktop.close()
    assert set(heard) == {"button target", "key target"}
    assert heard["button target"] > 0.95 * (fates["click"] + fates["drag"]) > STEPS / 8
    assert heard["key target"] == fates["key"]
