"""A nonogram in the studio, as a person sees it: its clues, a hint three times, the solution drawn over the picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bot.vision.picture import decode
from engine.position import Position
from tests.apps.browser import Browser
from tests.apps.studio_page import NEEDS, board, opened, quiet
from tests.calibration.studio_server import Running
from tests.calibration.test_studio_known import doubtful, sheet_of

pytestmark = NEEDS

SCREENS = Path(__file__).parents[2] / "fixtures" / "nonogram"
SCREEN = SCREENS / "sgt-pattern" / "screens" / "dark.png"
DRAWN = Position.parse(SCREEN.with_suffix(".txt").read_text(encoding="utf-8"))
TRUTH = Position({name: lines for name, lines in DRAWN.blocks.items() if name != "grid"})


def clues(browser: Browser, block: str) -> tuple[str, ...]:
    """The lines of a block, as they stand beside the board."""
    lines = browser.js(
        "return [...document.querySelectorAll('[data-block=' + args[0] + ']')].map(e => e.textContent)", block
    )
    return tuple(str(line) for line in lines)


def colour(browser: Browser, studio: Running, cell: tuple[int, int], share: float = 0.5) -> tuple[int, ...]:
    """What lies over the picture in a cell, red, green, blue and how much it hides: at this share of its sides."""
    known = studio.get("/api/state")["known"]
    grid, picture = known["grid"], studio.get("/api/state")["pictures"][-1]
    x = grid["x"] + (cell[1] + share) * grid["pitch_x"]
    y = grid["y"] + (cell[0] + share) * grid["pitch_y"]
    quiet(browser)
    value = browser.js(
        """const m = await import('/geometry.js');
        const top = document.querySelector('#overlay'), box = top.getBoundingClientRect();
        const view = m.fitted({w: args[0].width, h: args[0].height}, {w: box.width, h: box.height});
        const p = m.toStage(view, {x: args[1], y: args[2]}), r = devicePixelRatio;
        const copy = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
        copy.drawImage(top, -Math.round(p.x * r), -Math.round(p.y * r));
        return [...copy.getImageData(0, 0, 1, 1).data]""",
        picture, x, y,
    )  # fmt: skip
    return tuple(int(part) for part in value)


def test_a_dropped_nonogram_is_read_hinted_and_solved(browser: Browser, studio: Running) -> None:
    opened(browser, studio, SCREEN)
    assert clues(browser, "rows") == TRUTH.blocks["rows"]
    assert clues(browser, "cols") == TRUTH.blocks["cols"]
    assert tuple(board(browser)) == TRUTH.board
    assert "banmen play --window" in browser.text("#known-command")
    assert browser.text("#known-how") == "reads this picture."
    browser.until("return !document.querySelector('#pane-solve').hidden", what="the pane that solves")
    assert not browser.find("#tab-save").is_displayed()
    browser.click("#hint")
    browser.until("return document.querySelectorAll('#hint-text li').length === 1", what="which line")
    hint = studio.post("/api/hint", {"game": "nonogram"}).json
    where, marks = hint["where"], hint["marks"]
    red, green, blue, hides = colour(browser, studio, where[0])
    assert min(red, green) > blue + 60
    assert 0 < hides < 200
    browser.click("#hint")
    browser.until("return document.querySelectorAll('#hint-text li').length === 2", what="which technique")
    assert colour(browser, studio, marks[0]["cell"])[3] < 200
    browser.click("#hint")
    browser.until("return document.querySelectorAll('#hint-text li').length === 3", what="which cells")
    assert colour(browser, studio, marks[0]["cell"])[3] == 255
    assert browser.text("#hint-text") == "".join(hint["says"]["en"])
    browser.js(
        "const s = document.querySelector('#hint-language'); s.value = 'ja'; s.dispatchEvent(new Event('change'))"
    )
    assert browser.text("#hint-text") == "".join(hint["says"]["ja"])
    browser.js(
        "const s = document.querySelector('#hint-language'); s.value = 'en'; s.dispatchEvent(new Event('change'))"
    )
    browser.click("#solve")
    browser.until("return document.querySelector('#verdict').classList.length === 2", what="the plan")
    assert browser.text("#verdict").startswith("Solved")
    assert not browser.find("#moves").is_displayed()
    solved = studio.post("/api/solve", {"game": "nonogram"}).json["marks"]
    filled = next(mark["cell"] for mark in solved if mark["label"] == "#")
    empty = next(
        (row, column)
        for row in range(len(TRUTH.board))
        for column in range(len(TRUTH.board[0]))
        if [row, column] not in [mark["cell"] for mark in solved if mark["label"] == "#"]
    )
    assert colour(browser, studio, filled)[3] == 255
    assert colour(browser, studio, empty, 0.25)[3] == 0


def test_a_hint_is_written_in_and_taken_back(browser: Browser, studio: Running) -> None:
    opened(browser, studio, SCREEN)
    for deep in range(1, 4):
        browser.click("#hint")
        browser.until("return document.querySelectorAll('#hint-text li').length === args[0]", deep)
    marks = studio.post("/api/hint", {"game": "nonogram"}).json["marks"]
    browser.click("#hint-write")
    browser.until("return !document.querySelector('#hint-text li')", what="the next hint to be asked for")
    quiet(browser)
    row, column = marks[0]["cell"]
    assert board(browser)[row][column] == marks[0]["label"]
    assert colour(browser, studio, (row, column))[3] == 255
    browser.click("#undo")
    quiet(browser)
    assert tuple(board(browser)) == TRUTH.board


def test_clues_are_put_right_as_text(browser: Browser, studio: Running) -> None:
    opened(browser, studio, SCREEN)
    browser.click("#tab-text")
    assert Position.parse(browser.js("return document.querySelector('#board-text').value")) == TRUTH
    other = Position({**TRUTH.blocks, "rows": ("1", *TRUTH.blocks["rows"][1:])})
    typed(browser, str(other))
    browser.until("return document.querySelector('[data-block=rows]').textContent === '1'", what="the other clue")
    typed(browser, "rows:\n1\n")
    browser.until("return document.querySelector('.toast.bad')?.textContent.includes('board:')", what="the sentence")
    browser.driver.get_log("browser")
    assert clues(browser, "rows")[0] == "1"
    browser.js("document.querySelector('#undo').click()")
    quiet(browser)
    assert clues(browser, "rows") == TRUTH.blocks["rows"]
    browser.js("document.querySelector('#reading [role=gridcell]').focus()")
    browser.press("#")
    browser.until("return document.querySelector('#reading [role=gridcell]').textContent === '#'", what="the cell")
    assert studio.get("/api/state")["known"]["blocks"]["board"][0].startswith("#")


def test_a_reading_in_doubt_is_not_said_to_be_all_there_is_to_do(browser: Browser, studio: Running) -> None:
    studio.studio.desk._put(sheet_of(doubtful(1)))
    browser.open(studio.address)
    browser.until("return !document.querySelector('#known').hidden", what="the reading")
    assert "in doubt" in browser.text("#known-how")


def typed(browser: Browser, text: str) -> None:
    """Put a text in the field of the whole position, and use it."""
    browser.js(
        "const t = document.querySelector('#board-text'); t.value = args[0]; t.dispatchEvent(new Event('input'))", text
    )
    browser.click("#board-apply")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_it_fits_on_the_screen(browser: Browser, studio: Running, phone: bool) -> None:
    browser.screen(*((390, 844) if phone else (1280, 800)), dark=phone, phone=phone)
    opened(browser, studio, SCREEN, picked=phone)
    browser.click("#solve")
    browser.until("return document.querySelector('#verdict').classList.length === 2", what="the plan")
    assert browser.js("return document.documentElement.scrollWidth <= innerWidth")
    lists = "[...document.querySelectorAll('.clues')]"
    assert browser.js(f"return {lists}.length === 2 && {lists}.every(e => e.scrollHeight <= e.clientHeight)")
    picture: Any = cv2.cvtColor(decode(browser.photograph()), cv2.COLOR_BGR2GRAY)
    assert np.ptp(picture) > 100
