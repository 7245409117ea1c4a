"""The studio in a real browser: from a dropped screenshot to a saved layout and a solved puzzle, by hand and finger."""

from __future__ import annotations

import base64
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bot.arcade.memory import Faults
from bot.layout import load_layout
from bot.record import Recorder
from bot.vision.picture import load, save
from calibration.studio.story import Story
from engine.position import Position
from tests.apps.browser import Browser, Point, chromium, line, missing
from tests.bot.table import Table
from tests.calibration.studio_server import TRADITIONAL, Running, running

FULL = TRADITIONAL / "full.png"
TRUTH = Position.parse(FULL.with_suffix(".txt").read_text(encoding="utf-8")).board
CONTROL, SHIFT, ALT = "\ue009", "\ue008", "\ue00a"
LEFT, RIGHT, HOME, END = "\ue012", "\ue014", "\ue011", "\ue010"

pytestmark = [pytest.mark.apps, pytest.mark.skipif(bool(missing()), reason=missing())]


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile"), "--host-resolver-rules=MAP *.example 127.0.0.1") as browser:
        yield browser


@pytest.fixture
def browser(tab: Browser) -> Iterator[Browser]:
    """The tab, by day, on a desk; whatever the page did, it kept its own rules."""
    tab.screen()
    yield tab
    assert tab.complaints() == []


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "layouts") as one:
        yield one


def board(browser: Browser) -> list[str]:
    """The reading beside the picture."""
    cells = browser.js(
        """return [...document.querySelectorAll('#reading [role=row]')].map(
        row => [...row.children].map(cell => cell.textContent).join(''))"""
    )
    return [str(row).replace("·", ".") for row in cells]


def same_pattern(read: list[str], true: tuple[str, ...]) -> bool:
    """Whether two boards are equal but for what the labels are called."""
    if [len(row) for row in read] != [len(row) for row in true]:
        return False
    pairs = {(a, b) for one, other in zip(read, true, strict=True) for a, b in zip(one, other, strict=True)}
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def opened(browser: Browser, studio: Running, picture: Path = FULL, *, picked: bool = False) -> None:
    """The page with a screenshot dropped on it (or picked from a list of files), read."""
    browser.open(studio.address)
    browser.until(
        "return document.querySelector('#welcome')?.offsetParent && document.body.classList.contains('empty')"
    )
    if picked:
        browser.find("#file").send_keys(str(picture))
    else:
        browser.drop(picture, (400, 300))
    browser.until("return document.querySelectorAll('#reading [role=row]').length", what="the reading")
    browser.until("return document.querySelector('#busy').hidden", what="the end of the work")


def place(browser: Browser, studio: Running, part: str) -> Point:
    """Where a handle of the grid lies on the page, while all of the picture is shown."""
    state = studio.get("/api/state")
    x, y = browser.js(
        """const m = await import('/geometry.js');
        const stage = document.querySelector('#stage').getBoundingClientRect();
        const view = m.fitted({w: args[0].width, h: args[0].height}, {w: stage.width, h: stage.height});
        const p = m.toStage(view, m.handle(args[1], args[2]));
        return [stage.left + p.x, stage.top + p.y]""",
        state["pictures"][0], state["draft"]["shots"][0]["grid"], part,
    )  # fmt: skip
    return float(x), float(y)


def grid(studio: Running) -> dict[str, float]:
    found: dict[str, float] = studio.get("/api/state")["draft"]["shots"][0]["grid"]
    return found


def quiet(browser: Browser) -> None:
    """Wait until all that was asked for is answered."""
    browser.until(
        "await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)));"
        "return document.querySelector('#busy').hidden && performance.now() > 0",
        what="quiet",
    )


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


def test_the_token_leaves_the_address_and_a_page_without_it_is_told_so(browser: Browser, studio: Running) -> None:
    opened(browser, studio)
    assert studio.token not in browser.driver.current_url
    assert browser.js("return document.cookie") == ""
    browser.driver.refresh()
    browser.until("return document.querySelectorAll('#reading [role=row]').length", what="the reading after a reload")
    browser.open("about:blank")
    browser.js("return 1")
    stranger = studio.address.split("#")[0]
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(stranger)
    browser.until(
        "return document.querySelector('.toast.bad')?.textContent.includes('banmen studio')", what="the sentence"
    )
    browser.driver.get_log("browser")
    browser.driver.close()
    browser.driver.switch_to.window(browser.driver.window_handles[0])


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
    assert grid(studio)["columns"] == 5


def luminance(browser: Browser, selector: str, what: str) -> float:
    """How bright a colour of an element is, 0 to 1, as the contrast rules of the web count it."""
    value = browser.js("return getComputedStyle(document.querySelector(args[0]))[args[1]]", selector, what)
    parts = [int(part) / 255 for part in str(value).strip("rgba()").split(",")[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_is_light_by_day_and_dark_by_night_and_can_be_read(browser: Browser, studio: Running, dark: bool) -> None:
    browser.screen(dark=dark)
    opened(browser, studio)
    ground = luminance(browser, "#desk-panel", "backgroundColor")
    assert (ground < 0.1) is dark
    for selector in ("h2", ".hint", "label", "[role=tab]"):
        ink = luminance(browser, f"#desk-panel {selector}", "color")
        light, low = max(ink, ground), min(ink, ground)
        assert (light + 0.05) / (low + 0.05) >= 4.5, selector
    accent = luminance(browser, "#open", "backgroundColor"), luminance(browser, "#open", "color")
    assert (max(accent) + 0.05) / (min(accent) + 0.05) >= 4.5


def test_fingers_pinch_and_drag_on_a_phone(browser: Browser, studio: Running) -> None:
    browser.screen(390, 844, phone=True)
    opened(browser, studio, picked=True)
    assert browser.js("return document.documentElement.scrollWidth <= innerWidth")
    before, scale = grid(studio), browser.text("#zoom-level")
    corner = place(browser, studio, "ne")
    browser.touch([(corner, (corner[0] - 30, corner[1] + 20))])
    quiet(browser)
    after = grid(studio)
    assert after["pitch_x"] < before["pitch_x"] - 1
    assert after["y"] > before["y"] + 5
    browser.click("#undo")
    quiet(browser)
    assert grid(studio) == before
    browser.touch([((150, 250), (90, 210)), ((220, 300), (290, 350))])
    quiet(browser)
    assert int(browser.text("#zoom-level").rstrip("%")) > 1.4 * int(scale.rstrip("%"))
    assert grid(studio) == before


def test_everything_has_a_name_and_can_be_reached_by_tab(browser: Browser, studio: Running) -> None:
    opened(browser, studio)
    nameless = browser.js(
        """return [...document.querySelectorAll('button, input, select, textarea, canvas[tabindex]')].filter(e =>
        !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length || e.type === 'file'))
        .map(e => e.outerHTML)"""
    )
    assert nameless == []
    dangling = browser.js(
        """return [...document.querySelectorAll('[aria-labelledby],[aria-controls],[aria-describedby]')].flatMap(e =>
        ['aria-labelledby', 'aria-controls', 'aria-describedby'].map(a => e.getAttribute(a)).filter(Boolean))
        .filter(id => !document.getElementById(id))"""
    )
    assert dangling == []
    seen = []
    browser.js("document.querySelector('#undo').focus()")
    for _ in range(24):
        browser.press("\ue004")
        seen.append(browser.js("return document.activeElement.id || document.activeElement.getAttribute('role')"))
    wanted = ["open", "overlay", "zoom-out", "gridcell", "tab-grid", "columns", "rows"]
    places = [seen.index(name) for name in wanted]
    assert places == sorted(places)


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
            assert browser.text("#film-step") == story.looks[at - 1].step
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


class Stranger(BaseHTTPRequestHandler):
    """A page of somebody else, on a port of its own."""

    def do_GET(self) -> None:
        """An empty page."""
        body = b"<!doctype html><title>stranger</title><body></body>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def stranger() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


ATTACKS = {
    "reads with the token": """return await fetch(args[0] + '/api/state', {headers: {'X-Banmen-Token': args[1]}})
        .then(answer => answer.text())""",
    "reads the page": "return await fetch(args[0] + '/').then(answer => answer.text())",
    "writes blindly": """return (await fetch(args[0] + '/api/undo', {method: 'POST', mode: 'no-cors', body: '{}'}))
        .type""",
    "runs its script": "return await import(args[0] + '/geometry.js').then(m => Object.keys(m).join())",
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_another_page_of_the_same_browser_gets_nothing(
    tab: Browser, studio: Running, stranger: str, attack: str
) -> None:
    studio.change("/api/pictures", FULL.read_bytes())
    tab.open(stranger)
    try:
        answer = tab.js(attack, studio.address.split("/#")[0], studio.token)
    except AssertionError as refused:
        answer = str(refused)
    assert answer == "opaque" or "Failed to fetch" in answer, answer
    assert studio.get("/api/state")["undo"] == "opening a picture"


def test_another_page_cannot_put_it_in_a_frame(tab: Browser, studio: Running, stranger: str) -> None:
    tab.open(stranger)
    tab.js(
        """const f = document.createElement('iframe'); f.src = args[0];
        await new Promise(done => { f.onload = done; document.body.append(f); })""",
        studio.address,
    )
    tab.driver.switch_to.frame(0)
    assert tab.all("#stage") == []
    tab.driver.switch_to.default_content()


def test_a_name_that_somebody_gave_to_this_address_shows_nothing(tab: Browser, studio: Running) -> None:
    tab.open(f"http://evil.example:{studio.port}/#{studio.token}")
    assert "answers only to the address" in str(tab.js("return document.body.textContent"))


def test_what_gets_into_the_page_can_neither_run_nor_send(tab: Browser, studio: Running) -> None:
    tab.screen()
    opened(tab, studio)
    ran = tab.js(
        """window.ran = [];
        await new Promise(r => setTimeout(r, 1));
        const s = document.createElement('script');
        try { s.textContent = 'window.ran.push("inline")'; document.body.append(s); } catch {}
        try { setTimeout('window.ran.push("timer")', 0); } catch {}
        try { (0, eval)('window.ran.push("eval")'); } catch {}
        try { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran.push(1)">'); } catch {}
        try { await fetch('http://evil.example:9/'); window.ran.push('sent'); } catch {}
        await new Promise(r => setTimeout(r, 50));
        return window.ran"""
    )
    assert ran == []
    assert any("Content Security Policy" in complaint or "TrustedHTML" in complaint for complaint in tab.complaints())


def test_a_4k_screenshot_stays_fluid(browser: Browser, studio: Running, tmp_path: Path) -> None:
    large = cv2.resize(load(FULL), (3840, 2160), interpolation=cv2.INTER_CUBIC)
    save(tmp_path / "large.png", np.asarray(large, np.uint8))
    opened(browser, studio, tmp_path / "large.png")
    figures = {}
    for name, script in {"drag": DRAG, "pan": PAN, "zoom": ZOOM}.items():
        intervals = sorted(browser.js(FRAMES + script, place(browser, studio, "se")))
        assert len(intervals) >= 60
        figures[name] = {
            "frames": len(intervals),
            "ms_median": round(intervals[len(intervals) // 2], 1),
            "ms_p95": round(intervals[int(len(intervals) * 0.95)], 1),
        }
        browser.js("document.querySelector('#zoom-fit').click()")
        quiet(browser)
    sys.stdout.write(line(benchmark="studio frame time at 3840x2160", **figures) + "\n")


FRAMES = """
const top = document.querySelector('#overlay');
const send = (type, x, y, more = {}) => top.dispatchEvent(new PointerEvent(type, {
  bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', clientX: x, clientY: y, button: 0, buttons: 1,
  ...more}));
top.setPointerCapture = () => {};
const frames = async (count, each) => {
  const times = [];
  let last = await new Promise(requestAnimationFrame);
  for (let n = 0; n < count; n++) {
    each(n);
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last);
    last = now;
  }
  return times;
};
"""
DRAG = """
const [x, y] = args[0];
send('pointerdown', x, y);
const times = await frames(120, n => send('pointermove', x - 30 * Math.sin(n / 9), y - 20 * Math.sin(n / 7)));
send('pointerup', x, y);
return times;
"""
PAN = """
send('pointerdown', 30, 120);
const times = await frames(120, n => send('pointermove', 30 + 40 * Math.sin(n / 9), 120 + 30 * Math.sin(n / 7)));
send('pointerup', 30, 120);
return times;
"""
ZOOM = """
return await frames(120, n => top.dispatchEvent(new WheelEvent('wheel', {
  bubbles: true, cancelable: true, deltaY: n % 60 < 30 ? -60 : 60, clientX: 400, clientY: 400})));
"""
