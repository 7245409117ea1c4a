"""Debian's chromium without a window, driven through its own driver: what a person's mouse, fingers and keys do."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from tests.display import wait_for

T = TypeVar("T")
Point = tuple[float, float]


def missing() -> str:
    """What must be installed before a browser test can run; empty when all is there."""
    programs = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    if programs:
        return "needs a browser: apt install chromium chromium-driver"
    try:
        import selenium  # noqa: F401
    except ModuleNotFoundError:
        return "needs selenium: pip install -e .[dev]"
    return ""


class Browser:
    """One tab."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def cdp(self, command: str, **arguments: Any) -> Any:
        """A command of the browser's own protocol."""
        return self.driver.execute_cdp_cmd(command, arguments)

    def screen(self, width: int = 1280, height: int = 800, *, phone: bool = False, dark: bool = False) -> None:
        """How large the page is, whether fingers touch it, whether it is night."""
        self.cdp(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )  # fmt: skip
        self.cdp("Emulation.setTouchEmulationEnabled", enabled=phone, maxTouchPoints=5)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.cdp("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, address: str) -> None:
        """Go to an address, in a tab that knows nothing of the one before."""
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get(address)

    def js(self, script: str, *arguments: Any) -> Any:
        """What a script in the page returns; it may wait."""
        text = (
            f"const done = arguments[arguments.length - 1]; (async (...args) => {{ {script} }})(...arguments)"
            ".then(done, (e) => done({failed: String(e)}));"
        )
        answer = self.driver.execute_async_script(text, *arguments)
        if isinstance(answer, dict) and "failed" in answer:
            raise AssertionError(answer["failed"])
        return answer

    def find(self, selector: str) -> Any:
        """The first element that fits."""
        return self.driver.find_element("css selector", selector)

    def all(self, selector: str) -> list[Any]:
        """All elements that fit."""
        return list(self.driver.find_elements("css selector", selector))

    def click(self, selector: str) -> None:
        """Click an element."""
        self.find(selector).click()

    def text(self, selector: str) -> str:
        """What an element says."""
        return str(self.js("return document.querySelector(args[0]).textContent", selector)).strip()

    def type(self, selector: str, text: str) -> None:
        """Put text in place of what a field holds, and leave it."""
        field = self.find(selector)
        self.js("args[0].focus(); args[0].select?.()", field)
        field.send_keys(text)
        self.js("args[0].blur()", field)

    def press(self, *keys: str) -> None:
        """Press keys together, wherever the keyboard goes."""
        from selenium.webdriver.common.action_chains import ActionChains

        chain = ActionChains(self.driver)
        for key in keys[:-1]:
            chain.key_down(key)
        chain.send_keys(keys[-1])
        for key in keys[:-1]:
            chain.key_up(key)
        chain.perform()

    def mouse(self, what: str, at: Point, buttons: int = 1) -> None:
        """One event of the mouse: `Pressed`, `Moved` or `Released`."""
        self.cdp(
            "Input.dispatchMouseEvent", type=f"mouse{what}", x=at[0], y=at[1], button="left" if buttons else "none",
            buttons=buttons if what != "Released" else 0, clickCount=1,
        )  # fmt: skip

    def drag(self, start: Point, end: Point, steps: int = 8) -> None:
        """Press, move in steps, release."""
        self.mouse("Moved", start, 0)
        self.mouse("Pressed", start)
        for step in range(1, steps + 1):
            self.mouse("Moved", between(start, end, step / steps))
        self.mouse("Released", end)

    def touch(self, fingers: list[tuple[Point, Point]], steps: int = 8) -> None:
        """Fingers that go from one place to another, all at once."""

        def points(share: float) -> list[dict[str, float]]:
            places = [between(start, end, share) for start, end in fingers]
            return [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]

        self.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=points(0))
        for step in range(1, steps + 1):
            self.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=points(step / steps))
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def drop(self, file: Path, at: Point) -> None:
        """Drop a file from the desktop on the page."""
        data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.cdp("Input.dispatchDragEvent", type=kind, x=at[0], y=at[1], data=data)

    def until(self, script: str, *arguments: Any, what: str = "") -> Any:
        """The first answer of a script that is not empty."""
        return wait_for(lambda: self.js(script, *arguments), what or script, 90)

    def complaints(self) -> list[str]:
        """What the browser complained about since the page was opened, refusals by the page's own rules included."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in {"SEVERE", "WARNING"}]

    def photograph(self) -> bytes:
        """The page as a PNG."""
        return bytes(self.driver.get_screenshot_as_png())


def between(start: Point, end: Point, share: float) -> Point:
    """A place on the way."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


@contextmanager
def chromium(profile: Path, *more: str) -> Iterator[Browser]:
    """A browser with an empty profile, closed afterwards."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    quiet = ("--no-first-run", "--disable-sync", "--disable-background-networking", "--disable-component-update")
    small = ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars")
    for argument in (f"--user-data-dir={profile}", *quiet, *small, *more):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    driver.set_script_timeout(90)
    try:
        yield Browser(driver)
    finally:
        driver.quit()


def line(**values: Any) -> str:
    """A benchmark line."""
    return json.dumps(values)
