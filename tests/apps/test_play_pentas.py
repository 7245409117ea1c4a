"""Banmen plays Pentas on a page in chromium with real clicks, at three scales."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.pentas_page import Page, missing, playing
from tests.apps.test_play_kshisen import banmen
from tests.display import DisplayServer

pytestmark = [pytest.mark.apps, pytest.mark.skipif(bool(missing()), reason=missing())]
PAGES = (
    Page("day", 3, "rows", 1.0),
    Page("night", 5, "bonus", 1.25),
    Page("candy", 8, "rows", 1.5),
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.style}-{page.scale}")
def test_it_plays_the_page(display: DisplayServer, tmp_path: Path, page: Page) -> None:
    with playing(display, page, tmp_path) as app:
        code, answer, said = banmen(
            display, "play", "--window", "Pentas", "--live", "--countdown", "0", "--max-moves", "8"
        )
        assert (code, answer.get("outcome"), answer.get("moves")) == (5, "stopped", 8), (answer, said)
        points, turns = app.told()
    assert turns == 8
    assert points >= 5 * turns
    assert answer["misread"] == 0
