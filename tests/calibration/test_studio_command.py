"""`banmen studio`: what it prints, what it refuses, and that Ctrl-C ends it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bot import cli
from bot.frame import Box
from calibration.studio.windows import photograph, windows
from tests.bot.observer import Look, Observer
from tests.calibration.studio_server import TRADITIONAL
from tests.display import DisplayServer, end_group, wait_for

ROOT = Path(__file__).parents[2]


@contextmanager
def started(*arguments: str, **more: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The command as a program of its own, and the address that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "bot", "studio", *arguments],
        env=os.environ | {"PYTHONPATH": os.fspath(ROOT)} | more,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout, process.stderr:
        try:
            yield process, process.stdout.readline().decode()
        finally:
            end_group(process)


def ask(address: str, path: str) -> Any:
    url = urlsplit(address)
    connection = http.client.HTTPConnection("127.0.0.1", url.port, timeout=60)
    connection.request("GET", path, headers={"X-Banmen-Token": url.fragment})
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer


def test_it_prints_its_address_shows_the_picture_and_leaves_at_ctrl_c() -> None:
    with started(os.fspath(TRADITIONAL / "full.png"), "--json") as (process, line):
        address = json.loads(line)["address"]
        state = ask(address, "/api/state")
        assert state["draft"]["shots"][0]["grid"]["columns"] == 18
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_ctrl_c_does_not_wait_for_who_is_still_connected() -> None:
    with started("--no-open") as (process, line):
        assert line.startswith("The studio is open at http://127.0.0.1:")
        url = urlsplit(line.split()[-1])
        slow = http.client.HTTPConnection("127.0.0.1", url.port, timeout=60)
        slow.putrequest("POST", "/api/pictures")
        slow.putheader("X-Banmen-Token", url.fragment)
        slow.putheader("Origin", f"http://127.0.0.1:{url.port}")
        slow.putheader("Content-Length", "1000")
        slow.endheaders(b"only the beginning")
        assert ask(line.split()[-1], "/api/state")["pictures"] == []
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(60) == 0
        slow.close()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nothing.png"], 3, "nothing.png"),
        (["."], 3, "header.json"),
        ([".", "x.png"], 2, "not both"),
        (["x.png", "--window", "kshisen"], 2, "one of the three"),
        (["--game", "chess"], 2, "'chess'"),
        (["--region", "1,2,3"], 2, "X,Y,WIDTH,HEIGHT"),
    ],
)
def test_what_cannot_be_opened_is_said_in_a_sentence(
    arguments: list[str], code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["banmen", "studio", *arguments, "--no-open"])
    with pytest.raises(SystemExit) as leaving:
        cli.main()
    assert leaving.value.code == code
    printed = capsys.readouterr()
    assert said in printed.err
    assert printed.out == ""


@pytest.mark.x11
def test_a_window_is_listed_and_photographed(display: DisplayServer) -> None:
    with display.playing([sys.executable, "-c", WINDOW], "Blue"):
        (found,) = [one for one in windows() if one["title"] == "Blue"]
        assert found["size"] == [240, 160]

        def shown() -> list[int]:
            pixels, _ = photograph(f"0x{found['id']:x}")
            assert pixels.shape == (160, 240, 3)
            return [int(part) for part in pixels[80, 120]]

        wait_for(lambda: shown() == BLUE, "the window, which is there before it is painted")
        with Observer(display, Box(0, 0, *display.size), Look(popup=True)):
            assert shown() == BLUE


BLUE = [200, 60, 20]
WINDOW = """
import pygame
pygame.init()
screen = pygame.display.set_mode((240, 160))
pygame.display.set_caption("Blue")
while not any(event.type == pygame.QUIT for event in pygame.event.get()):
    screen.fill((20, 60, 200))
    pygame.display.flip()
    pygame.time.wait(20)
"""
