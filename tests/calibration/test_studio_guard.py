"""Attacks on the studio: what a page of a stranger, or a program of one, could try, is refused."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from calibration.studio.guard import HEADERS, MAX_PICTURE, MAX_REQUEST
from calibration.studio.routes import PAGE
from calibration.studio.server import HOST
from tests.calibration.studio_server import TRADITIONAL, Running, running


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("layouts")) as one:
        yield one


def test_it_listens_on_this_computer_only(studio: Running) -> None:
    assert HOST == "127.0.0.1"
    assert studio.address.startswith("http://127.0.0.1:")


def test_every_run_has_a_port_and_a_token_of_its_own(studio: Running, tmp_path: Path) -> None:
    with running(tmp_path) as other:
        assert other.port != studio.port
        assert other.token != studio.token
        assert len(other.token) >= 32
        assert other.ask("GET", "/api/state", headers=studio.own | {"Origin": other.own["Origin"]}).status == 401


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.nip.io:{port}", "[::1]:{port}", ""],
)
def test_a_name_that_somebody_gave_to_this_address_is_not_answered(studio: Running, host: str) -> None:
    headers = studio.own | {"Host": host.format(port=studio.port)}
    for path in ("/", "/app.js", "/api/state"):
        assert studio.ask("GET", path, headers=headers).status == 403


def test_two_hosts_at_once_are_not_answered(studio: Running) -> None:
    lines = (
        f"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\nHost: evil.example\r\n"
        f"X-Banmen-Token: {studio.token}\r\n\r\n"
    )
    assert studio.raw(lines.encode()).split()[1] in {b"400", b"403"}


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1:1",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1:{port}.evil.example",
    ],
)
def test_another_page_can_change_nothing(studio: Running, origin: str) -> None:
    headers = studio.own | {"Origin": origin.format(port=studio.port)}
    for method in ("GET", "POST", "PUT", "DELETE", "OPTIONS"):
        assert studio.ask(method, "/api/state", headers=headers).status == 403
    assert studio.ask("POST", "/api/undo", b"{}", headers).status == 403


def test_a_change_without_an_origin_is_refused(studio: Running) -> None:
    assert studio.ask("POST", "/api/undo", b"{}", {"X-Banmen-Token": studio.token}).status == 403


def test_a_request_that_another_page_made_the_browser_send_is_refused(studio: Running) -> None:
    for site in ("cross-site", "same-site"):
        headers = {"X-Banmen-Token": studio.token, "Sec-Fetch-Site": site}
        assert studio.ask("GET", "/api/state", headers=headers).status == 403


@pytest.mark.parametrize("token", ["", "wrong", "é"])
def test_without_the_token_nothing_is_told(studio: Running, token: str) -> None:
    headers = studio.own | {"X-Banmen-Token": token}
    asked = [
        ("GET", "/api/state"),
        ("GET", "/api/windows"),
        ("GET", "/api/pictures/1"),
        ("GET", "/api/looks/0/picture"),
    ]
    for method, path in [*asked, ("POST", "/api/save"), ("POST", "/api/pictures"), ("GET", "/api/nothing")]:
        answer = studio.ask(method, path, b"{}" if method == "POST" else None, headers)
        assert answer.status == 401, path
        assert "banmen studio" in answer.error


def test_the_token_counts_in_its_header_only(studio: Running) -> None:
    headers = {"Origin": studio.own["Origin"], "Cookie": f"token={studio.token}", "Authorization": studio.token}
    assert studio.ask("GET", f"/api/state?token={studio.token}", headers=headers).status == 401


def test_no_cookie_is_ever_set_and_no_other_page_is_let_in(studio: Running) -> None:
    for path in (*PAGE, "/api/state", "/api/nothing", "/nothing"):
        headers = studio.ask("GET", path, headers=studio.own).headers
        assert "set-cookie" not in headers
        assert not [name for name in headers if name.startswith("access-control")]


def test_a_question_in_advance_of_another_page_is_refused(studio: Running) -> None:
    headers = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    answer = studio.ask("OPTIONS", "/api/save", headers=headers)
    assert answer.status == 403
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_every_answer_says_what_a_page_may_do(studio: Running) -> None:
    refused = studio.ask("GET", "/", headers={"Host": "evil.example"})
    for answer in (refused, *(studio.ask("GET", path, headers=studio.own) for path in (*PAGE, "/api/state", "/x"))):
        for name, value in HEADERS.items():
            assert answer.headers[name.lower()] == value
    policy = dict(part.split(" ", 1) for part in HEADERS["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"


def test_the_page_keeps_its_own_rules(studio: Running) -> None:
    for path in PAGE:
        text = studio.ask("GET", path).body.decode()
        for banned in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "eval(",
            "document.write",
            "https://",
            "<style",
            " style=",
        ):
            assert banned not in text, (path, banned)
        assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(
    "path",
    [
        "/nothing", "/static/", "/page/", "/api", "/api/", "/api/state/", "/index.html", "/../guard.py",
        "/%2e%2e/guard.py",
        "/..%2fguard.py", "/app.js/../../server.py", "//etc/passwd", "/api/pictures/../../etc/passwd",
        "/api/pictures/%2e%2e%2f1", "/api/looks/-1/picture", "/guard.py", "/__init__.py",
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_found(studio: Running, path: str) -> None:
    answer = studio.ask("GET", path, headers=studio.own)
    assert answer.status == 404
    assert answer.error == "There is nothing here."


def test_a_websocket_is_refused(studio: Running) -> None:
    lines = (
        f"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\nOrigin: http://evil.example\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    assert studio.raw(lines.encode()).split()[1] in {b"403", b"400"}


def test_a_request_that_says_it_is_too_long_is_refused_before_it_is_read(studio: Running) -> None:
    for path, most in (("/api/board", MAX_REQUEST), ("/api/pictures", MAX_PICTURE)):
        headers = "".join(f"{name}: {value}\r\n" for name, value in studio.own.items())
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\n{headers}Content-Length: {most + 1}\r\n\r\n"
        assert studio.raw(head.encode()).split()[1] == b"413"


def test_a_request_that_hides_how_long_it_is_is_cut_off(studio: Running) -> None:
    headers = "".join(f"{name}: {value}\r\n" for name, value in studio.own.items())
    head = f"POST /api/board HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\n{headers}Transfer-Encoding: chunked\r\n\r\n"
    part = f"{MAX_REQUEST // 2 + 1:x}\r\n".encode() + b"x" * (MAX_REQUEST // 2 + 1) + b"\r\n"
    answer = studio.raw(head.encode() + part + part + b"0\r\n\r\n")
    assert answer.split()[1] == b"413"


@pytest.mark.parametrize("length", ["-1", "1e3", "9" * 40])
def test_a_length_that_is_none_is_refused(studio: Running, length: str) -> None:
    headers = "".join(f"{name}: {value}\r\n" for name, value in studio.own.items())
    head = f"POST /api/board HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\n{headers}Content-Length: {length}\r\n\r\n"
    assert studio.raw(head.encode()).split()[1] in {b"400", b"413"}


def png(width: int, height: int) -> bytes:
    """A picture of one colour, tiny as a file."""

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(bytes(1 + width) * min(height, 64))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (png(60_000, 60_000), "million pixels"),
        (png(1, 0), "million pixels"),
        (b"", "is none"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "is none"),
        (b"%PDF-1.7", "is none"),
        (png(64, 64)[:-20], "ends too early"),
        (b"\x89PNG\r\n\x1a\n" + bytes(64), "is none"),
    ],
)
def test_bombs_and_what_is_no_picture_are_refused_from_the_header(studio: Running, data: bytes, said: str) -> None:
    before = studio.get("/api/state")
    answer = studio.post("/api/pictures", data)
    assert answer.status == 422
    assert said in answer.error
    assert studio.get("/api/state") == before


@pytest.mark.parametrize("name", ["../x", "a/b", "..", ".", "", "/etc", "A", "x" * 41, "a\x00b", "con fig", "-a", "é"])
@pytest.mark.parametrize("field", ["game", "name"])
def test_no_name_becomes_a_path(studio: Running, field: str, name: str) -> None:
    answer = studio.post("/api/save", {"game": "shisen", "name": "mine", field: name})
    assert answer.status == 400
    assert answer.error.startswith(field)
    assert list(studio.studio.root.iterdir()) == []


def test_a_layout_is_not_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "layouts" / "shisen").mkdir(parents=True)
    (tmp_path / "layouts" / "shisen" / "mine").symlink_to(tmp_path / "elsewhere")
    with running(tmp_path / "layouts") as studio:
        studio.change("/api/pictures", (TRADITIONAL / "full.png").read_bytes())
        answer = studio.post("/api/save", {"game": "shisen", "name": "mine"})
    assert answer.status == 409
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b"[]", b"{", b"\xff", b'{"shot": 0}', b'"x"',
        *(
            json.dumps({"x": 0, "y": 0, "pitch_x": 9, "pitch_y": 9, "rows": 3, "columns": 4} | wrong).encode()
            for wrong in (
                {"rows": 0}, {"rows": 201}, {"columns": 1.5}, {"pitch_x": 0}, {"pitch_y": -4}, {"x": 1e9},
                {"x": float("nan")}, {"y": float("inf")}, {"shot": -1}, {"stroke": "x" * 41}, {"folder": "/tmp"},
            )
        ),
    ],
)  # fmt: skip
def test_a_grid_that_is_none_is_refused_with_a_sentence(studio: Running, body: bytes) -> None:
    answer = studio.post("/api/grid", body)
    assert answer.status == 400
    assert answer.error


def test_paths_come_from_the_command_line_only(studio: Running) -> None:
    for body in (b'{"folder": "/etc"}', b'{"path": "/etc/passwd"}'):
        assert studio.post("/api/undo", body).status == 400
    assert "command line" not in studio.post("/api/looks/0/take").error
    assert studio.post("/api/window", {"id": "/etc/passwd"}).status == 400
