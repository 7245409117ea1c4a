"""The studio in a real browser: from a dropped screenshot to a solved puzzle and a saved layout, by hand."""

from __future__ import annotations

import base64
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.layouts import load_layout
from bot.vision.picture import save
from tests.apps.browser import Browser
from tests.apps.studio_page import (
    ALT,
    CONTROL,
    DELETE,
    ENTER,
    ESCAPE,
    F2,
    FULL,
    LEFT,
    NEEDS,
    RIGHT,
    SHIFT,
    TAB,
    TRUTH,
    at,
    board,
    grid,
    opened,
    place,
    quiet,
    same_pattern,
)
from tests.bot.test_vision_regions import SIDE, screen
from tests.calibration.drawn import rows
from tests.calibration.studio_server import Running
from tests.calibration.test_discover import FULL as LETTERS
from tests.calibration.test_studio_around import won

pytestmark = NEEDS


def test_from_a_dropped_screenshot_to_a_solved_puzzle_to_a_saved_layout(
    browser: Browser, studio: Running, tmp_path: Path
) -> None:
    opened(browser, studio)
    assert same_pattern(board(browser), TRUTH)
    browser.click("#tab-solve")
    assert browser.js("return document.querySelector('#game').value") == "shisen"
    browser.click("#solve")
    browser.until("return document.querySelector('#verdict').classList.length === 2", what="the plan")
    assert browser.text("#verdict").startswith("Won in")
    assert len(browser.all("#moves li")) == sum(map(len, TRUTH)) // 2
    browser.click("#tab-save")
    browser.type("#save-name", "My Tiles!")
    browser.click("#save")
    browser.until("return !document.querySelector('#saved').hidden", what="the saved layout")
    folder = Path(browser.text("#saved-folder"))
    assert folder == tmp_path / "layouts" / "shisen" / "my-tiles"
    assert load_layout(folder).board.kinds
    assert "--layout shisen/my-tiles" in browser.text("#saved-command")
    assert "Kept as my-tiles" in browser.text(".toast")


def test_a_screenshot_is_pasted(browser: Browser, studio: Running) -> None:
    browser.open(studio.address)
    browser.until("return document.body.classList.contains('empty')", what="the page")
    browser.js(
        """const bytes = Uint8Array.from(atob(args[0]), c => c.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], 'image.png', {type: 'image/png'}));
        document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}))""",
        base64.b64encode(FULL.read_bytes()).decode(),
    )
    browser.until("return document.querySelectorAll('#reading [role=row]').length", what="the reading")
    assert same_pattern(board(browser), TRUTH)


def test_a_wrong_grid_is_put_right_by_dragging_a_corner(browser: Browser, studio: Running) -> None:
    opened(browser, studio)
    right = grid(studio)
    end = place(browser, studio, "se")
    wrong = end[0] - 57, end[1] + 33
    browser.drag(end, wrong)
    browser.until("return !document.querySelector('#undo').disabled")
    quiet(browser)
    assert grid(studio)["pitch_x"] < right["pitch_x"] - 2
    assert not same_pattern(board(browser), TRUTH)
    browser.drag(place(browser, studio, "se"), end)
    quiet(browser)
    found = grid(studio)
    assert found["pitch_x"] == pytest.approx(right["pitch_x"], abs=0.1)
    assert found["pitch_y"] == pytest.approx(right["pitch_y"], abs=0.2)
    browser.until("return !document.querySelector('#reading .unsure')", what="a reading without doubt")
    assert same_pattern(board(browser), TRUTH)


def test_a_drag_is_one_step_back(browser: Browser, studio: Running) -> None:
    opened(browser, studio)
    before = grid(studio)
    corner = place(browser, studio, "nw")
    browser.drag(corner, (corner[0] + 40, corner[1] + 25), steps=20)
    quiet(browser)
    assert grid(studio) != before
    browser.press(CONTROL, "z")
    quiet(browser)
    assert grid(studio) == before
    browser.press(CONTROL, SHIFT, "z")
    quiet(browser)
    assert grid(studio) != before


def test_the_keyboard_does_it_too(browser: Browser, studio: Running) -> None:
    opened(browser, studio)
    before = grid(studio)
    browser.js("document.querySelector('#overlay').focus()")
    browser.press("5")
    browser.press(ALT, RIGHT)
    quiet(browser)
    assert grid(studio)["x"] == pytest.approx(before["x"] + 0.25, abs=0.002)
    browser.press(SHIFT, LEFT)
    quiet(browser)
    assert grid(studio)["x"] == pytest.approx(before["x"] - 9.75, abs=0.002)
    scale = browser.text("#zoom-level")
    browser.press("+")
    quiet(browser)
    assert browser.text("#zoom-level") != scale
    browser.press("0")
    quiet(browser)
    assert browser.text("#zoom-level") == scale


def test_rows_and_columns_are_typed(browser: Browser, studio: Running) -> None:
    opened(browser, studio)
    browser.type("#columns", "9")
    browser.until("return document.querySelector('#reading [role=row]').children.length === 9", what="nine columns")
    assert grid(studio)["pitch_x"] == pytest.approx(2 * 39.8, rel=0.1)
    browser.type("#rows", "0")
    browser.until("return document.querySelector('.toast.bad')?.textContent.includes('1 to 200')", what="the sentence")
    assert grid(studio)["rows"] == len(TRUTH)


def test_a_cell_is_put_right_and_kinds_are_merged_split_and_named(browser: Browser, studio: Running) -> None:
    opened(browser, studio)
    first = board(browser)[0][0]
    browser.js("document.querySelector('#reading [role=gridcell]').focus()")
    browser.press(RIGHT)
    browser.press(first)
    browser.until("return document.querySelectorAll('#reading [role=gridcell]')[1].textContent === args[0]", first)
    browser.click("#tab-kinds")
    kinds = len(browser.all("#kinds .tile"))
    browser.click("#kinds .tile:nth-child(3)")
    browser.click("#kind-merge")
    browser.click("#kinds .tile:nth-child(5)")
    browser.until("return document.querySelectorAll('#kinds .tile').length === args[0]", kinds - 1)
    browser.click("#kind-split")
    browser.until("return document.querySelectorAll('#kinds .tile').length === args[0]", kinds)
    browser.type("#kind-name", "bamboo")
    browser.until("return [...document.querySelectorAll('#kinds small')].some(e => e.textContent.endsWith('bamboo'))")
    for _ in range(4):
        browser.click("#undo")
        quiet(browser)
    assert same_pattern(board(browser), TRUTH)


def test_kinds_are_merged_split_named_and_emptied_by_keyboard_alone(browser: Browser, studio: Running) -> None:
    def focused() -> str:
        return str(browser.js("const e = document.activeElement; return e.dataset.label || e.id"))

    def labels() -> list[str]:
        script = "return [...document.querySelectorAll('#kinds .tile b')].map(e => e.textContent)"
        return [str(one) for one in browser.js(script)]

    opened(browser, studio)
    browser.js("document.querySelector('#tab-grid').focus()")
    for key in (RIGHT, TAB, RIGHT):
        browser.press(key)
    before, first = focused(), labels()
    browser.press("m")
    assert browser.text("#kind-hint").startswith("Now choose")
    browser.press(ESCAPE)
    assert not browser.text("#kind-hint").startswith("Now choose")
    for _ in range(3):
        browser.press(SHIFT, TAB)
    assert focused() == "kind-merge"
    browser.press(ENTER)
    assert focused() == before  # whoever asks by keyboard goes on in the list
    browser.press(RIGHT)
    keep = focused()
    browser.press(ENTER)
    quiet(browser)
    assert (focused(), labels()) == (keep, [one for one in first if one != before])
    browser.press("s")
    browser.until("return document.querySelector('#kind-hint').textContent.includes('split in two')", what="the split")
    assert len(labels()) == len(first)
    browser.press(F2)
    browser.press("7", "7", ENTER)
    browser.until("return document.querySelector('.toast.bad')", what="why a label of two characters is refused")
    quiet(browser)
    assert len(browser.complaints()) == 1
    assert focused() == "kind-label"
    browser.press("7", ENTER)
    quiet(browser)
    browser.js("document.querySelector('#kinds .tile[tabindex=\"0\"]').focus()")
    assert focused() == "7"
    browser.press(DELETE)
    quiet(browser)
    assert "7" not in labels()
    assert focused() in labels()
    for _ in range(4):
        browser.press(CONTROL, "z")
        quiet(browser)
    assert same_pattern(board(browser), TRUTH)


def test_a_whole_board_is_typed_and_a_wrong_one_is_kept_for_mending(browser: Browser, studio: Running) -> None:
    opened(browser, studio)
    browser.click("#tab-text")
    browser.js(
        "const t = document.querySelector('#board-text'); t.value = args[0]; t.dispatchEvent(new Event('input'))",
        "AB\nBA",
    )
    browser.click("#board-apply")
    browser.until("return document.querySelector('.toast.bad')?.textContent.includes('rows')", what="the sentence")
    browser.driver.get_log("browser")
    assert browser.js("return document.querySelector('#board-text').value") == "AB\nBA"
    assert same_pattern(board(browser), TRUTH)
    text = "\n".join(TRUTH)
    browser.js(
        "const t = document.querySelector('#board-text'); t.value = args[0]; t.dispatchEvent(new Event('input'))", text
    )
    browser.click("#board-apply")
    browser.until("return document.querySelector('#reading [role=gridcell]').textContent === args[0]", TRUTH[0][0])
    assert tuple(board(browser)) == TRUTH


def test_a_file_that_is_no_picture_takes_nothing_away(browser: Browser, studio: Running, tmp_path: Path) -> None:
    opened(browser, studio)
    wrong = tmp_path / "broken.png"
    wrong.write_bytes(FULL.read_bytes()[:4000])
    browser.drop(wrong, (400, 300))
    browser.until(
        "return document.querySelector('.toast.bad')?.textContent.includes('ends too early')", what="the sentence"
    )
    browser.driver.get_log("browser")
    assert same_pattern(board(browser), TRUTH)


def test_a_first_picture_is_seen_while_its_board_is_looked_for(
    browser: Browser, studio: Running, tmp_path: Path
) -> None:
    browser.open(studio.address)
    browser.until("return document.querySelector('#welcome')?.offsetParent", what="the welcome")
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"\x89PNG and then nothing")
    browser.drop(broken, (400, 300))
    browser.until("return document.querySelector('.toast.bad') && document.querySelector('#looking').hidden")
    assert browser.js("return !document.querySelector('#welcome').hidden")
    assert "422" in browser.complaints()[0]
    browser.js(
        """const [looking, welcome] = ['#looking', '#welcome'].map(id => document.querySelector(id));
        window.seen = [];
        new MutationObserver(() => window.seen.push([looking.hidden, welcome.hidden]))
            .observe(looking, {attributes: true})"""
    )
    browser.drop(FULL, (400, 300))
    browser.until("return document.querySelectorAll('#reading [role=row]').length", what="the reading")
    quiet(browser)
    assert not browser.js("return document.querySelector('.toast.bad')")  # it was about the picture before
    assert browser.js("return window.seen") == [[False, True], [True, True]]


def test_a_grid_is_drawn_where_none_is_found(browser: Browser, studio: Running, tmp_path: Path) -> None:
    pixels = np.full((300, 400, 3), 70, np.uint8)
    cv2.putText(pixels, "nothing", (60, 160), cv2.FONT_HERSHEY_SIMPLEX, 2.0, (200, 220, 230), 3)
    save(tmp_path / "nothing.png", pixels)
    browser.open(studio.address)
    browser.until("return !document.querySelector('#welcome').hidden")
    browser.drop(tmp_path / "nothing.png", (400, 300))
    browser.until("return !document.querySelector('#trouble').hidden", what="the reason")
    quiet(browser)
    browser.type("#columns", "5")
    browser.drag((250, 300), (600, 500))
    browser.until("return document.querySelectorAll('#reading [role=row]').length === 8", what="the reading")
    quiet(browser)
    assert grid(studio)["columns"] == 5


def test_what_lies_around_the_board_is_drawn_found_and_saved(browser: Browser, studio: Running, tmp_path: Path) -> None:
    save(tmp_path / "game.png", screen())
    save(tmp_path / "won.png", won())
    opened(browser, studio, tmp_path / "game.png")
    studio.change("/api/board", {"text": "\n".join(rows(LETTERS))})
    browser.driver.refresh()
    browser.until("return document.querySelectorAll('#reading [role=row]').length", what="the reading")
    browser.click("#tab-around")
    browser.type("#area-rows", "3")
    browser.click("#area-draw")
    box = SIDE.box
    browser.drag(at(browser, studio, (box.x, box.y)), at(browser, studio, (box.x + box.w, box.y + box.h)))
    browser.until("return document.querySelector('#areas code')?.textContent === 'A\\nC\\nH'", what="the next tiles")
    browser.type("#area-rows", "2")
    browser.until("return document.querySelector('#areas code')?.textContent !== 'A\\nC\\nH'", what="other cells")
    browser.press(CONTROL, "z")
    browser.until("return document.querySelector('#areas code')?.textContent === 'A\\nC\\nH'", what="undo")
    browser.js("document.querySelector('#overlay').focus()")
    browser.press(ALT, RIGHT)
    quiet(browser)
    moved = studio.get("/api/state")["around"]["regions"][0]["grid"]
    assert moved["x"] == pytest.approx(SIDE.x, abs=1.5)
    browser.find("#area-file").send_keys(str(tmp_path / "won.png"))
    browser.until("return document.querySelector('#shots [aria-pressed=true]')?.textContent === '2'", what="picture 2")
    browser.js("const s = document.querySelector('#area-what'); s.value = 'won'; s.dispatchEvent(new Event('change'))")
    browser.click("#area-find")
    browser.until("return document.querySelectorAll('#areas li').length === 2", what="the mark that was found")
    browser.until("return document.querySelector('#area-shown').textContent.includes('won')")
    browser.click("#areas li:last-child .gone")
    browser.until("return document.querySelectorAll('#areas li').length === 1", what="no mark")
    browser.click("#area-draw")
    browser.drag(at(browser, studio, (105, 130)), at(browser, studio, (320, 190)))
    browser.until("return document.querySelectorAll('#areas li').length === 2", what="the mark that was drawn")
    browser.click("#shots button")
    browser.until("return document.querySelector('#area-shown').textContent.includes('none')", what="the game itself")
    browser.click("#tab-hands")
    browser.type("#hands-hold", "40")
    browser.until("return document.querySelector('#hands-from').textContent.includes('here')", what="the hands")
    browser.click("#hands-add")
    browser.type("#hands-keys td input", "left")
    browser.type("#hands-keys td:nth-child(2) input", "Left")
    quiet(browser)
    browser.click("#tab-save")
    browser.type("#save-name", "letters")
    browser.js(
        "const s = document.querySelector('#save-game'); s.value = 'shisen'; s.dispatchEvent(new Event('change'))"
    )
    browser.click("#save")
    browser.until("return !document.querySelector('#saved').hidden", what="the saved layout")
    layout = load_layout(Path(browser.text("#saved-folder")))
    assert [(region.name, region.rows) for region in layout.regions] == [("next", 3)]
    assert [one.shows for one in layout.screens] == ["won"]
    assert (layout.hands.hold, dict(layout.hands.keys)) == (0.04, {"left": "Left"})
