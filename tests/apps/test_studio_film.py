"""A recording in the studio, in a real browser: look by look, with what was seen, believed, planned and done."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.arcade.memory import Faults
from bot.record import Recorder
from bot.story import Story
from tests.apps.browser import Browser
from tests.apps.studio_page import END, NEEDS, RIGHT
from tests.bot.table import Table
from tests.calibration.studio_server import running

pytestmark = NEEDS


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of four rows in which clicks got lost."""
    folder = tmp_path_factory.mktemp("recording")
    table = Table(Faults(lost_clicks=0.2), {"rows": 4, "columns": 6})
    table.watchers = [Recorder(folder, table.layout, table.rules, table.manners)]
    assert table.play().retries
    return folder


def test_a_recording_is_stepped_through(browser: Browser, recording: Path, tmp_path: Path) -> None:
    story = Story(recording)
    story.start()
    with running(tmp_path / "layouts", story=story) as studio:
        browser.open(studio.address)
        browser.until("return document.querySelector('#film-number').textContent === '1'", what="the first look")
        count = wait_for_end(browser, story)
        for at in (2, 3):
            browser.press(RIGHT)
            browser.until("return document.querySelector('#film-number').textContent === args[0]", str(at))
            assert browser.text("#film-step") == str(story.looks[at - 1].step)
        browser.press("n")
        slow = next(at for at, look in enumerate(story.looks) if look.hesitation)
        browser.until("return document.querySelector('#film-number').textContent === args[0]", str(slow + 1))
        assert story.looks[slow].hesitation in browser.text("#film-panel")
        browser.press(END)
        browser.until("return document.querySelector('#film-number').textContent === args[0]", str(count))
        assert "stop: won" in browser.text("#film-step")
        browser.js("const s = document.querySelector('#film-slider'); s.value = 0; s.dispatchEvent(new Event('input'))")
        browser.until("return document.querySelector('#film-number').textContent === '1'", what="the first look")
        browser.screen(390, 844, phone=True)
        assert browser.js("return document.documentElement.scrollWidth <= innerWidth")
        browser.screen()
        seen = browser.js("return [...document.querySelectorAll('#film-seen [role=row]')].map(r => r.textContent)")
        assert story.looks[0].seen is not None
        assert [str(row).replace("·", ".") for row in seen] == list(story.looks[0].seen.board)
        browser.click("#film-take")
        browser.until("return document.querySelectorAll('#reading [role=row]').length === 4", what="the layout")


def wait_for_end(browser: Browser, story: Story) -> int:
    """How many looks there are, once all are told and the page knows it."""
    return int(
        browser.until(
            """const n = Number(document.querySelector('#film-count').textContent.split('/')[1]);
            const headers = {'X-Banmen-Token': sessionStorage['banmen-token']};
            const all = await (await fetch('/api/looks?first=' + n, {headers})).json();
            return all.ended && !all.looks.length && n""",
            what="the whole recording",
        )
    )
