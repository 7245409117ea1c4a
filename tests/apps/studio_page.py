"""The studio's page as a person sees and uses it: what tests of it have in common."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.position import Position
from tests.apps.browser import Browser, Point, missing
from tests.calibration.studio_server import TRADITIONAL, Running

FULL = TRADITIONAL / "full.png"
TRUTH = Position.parse(FULL.with_suffix(".txt").read_text(encoding="utf-8")).board
CONTROL, SHIFT, ALT = "\ue009", "\ue008", "\ue00a"
LEFT, RIGHT, HOME, END = "\ue012", "\ue014", "\ue011", "\ue010"
TAB, ENTER, ESCAPE, DELETE, F2 = "\ue004", "\ue007", "\ue00c", "\ue017", "\ue032"
NEEDS = [pytest.mark.apps, pytest.mark.skipif(bool(missing()), reason=missing())]


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


def at(browser: Browser, studio: Running, point: Point) -> Point:
    """Where a point of the picture lies on the page, while all of the picture is shown."""
    x, y = browser.js(
        """const m = await import('/geometry.js');
        const stage = document.querySelector('#stage').getBoundingClientRect();
        const view = m.fitted({w: args[0].width, h: args[0].height}, {w: stage.width, h: stage.height});
        const p = m.toStage(view, {x: args[1][0], y: args[1][1]});
        return [stage.left + p.x, stage.top + p.y]""",
        studio.get("/api/state")["pictures"][0], list(point),
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
