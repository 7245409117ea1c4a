"""How the studio's page looks and feels: by day and night, on a phone, by keyboard alone, with a large screenshot."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.vision.picture import load, save
from tests.apps.browser import Browser, line
from tests.apps.studio_page import FULL, NEEDS, grid, opened, place, quiet
from tests.calibration.studio_server import Running

pytestmark = NEEDS


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
