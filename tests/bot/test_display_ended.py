"""A program that runs games on a display of its own takes display and games with it, also when SIGTERM ends it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.display import leaving_on_sigterm, wait_for

ROOT = Path(__file__).parents[2]

PROGRAM = """
import time
from tests.display import display_server

with display_server((320, 240), window_manager=False) as display:
    program = display.start(["sleep", "3600"])
    print(display.process.pid, program.pid, display.home, flush=True)
    time.sleep(3600)
"""


def running(pid: int) -> bool:
    """Whether a process is there."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.x11
def test_nothing_is_left_after_sigterm() -> None:
    """Neither the display nor the program that ran on it, nor their folder."""
    environment = {**os.environ, "PYTHONPATH": os.fspath(ROOT)}
    command = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as benchmark:
        assert benchmark.stdout is not None
        server, program, home = benchmark.stdout.readline().split()
        assert running(int(server))
        assert running(int(program))
        benchmark.send_signal(signal.SIGTERM)
        assert benchmark.wait(60) == 128 + signal.SIGTERM
    wait_for(lambda: not running(int(server)) and not running(int(program)), "the end of both", 60)
    assert not Path(home).exists()


def test_a_second_sigterm_does_not_disturb_the_leaving() -> None:
    """What ends the games is not broken off itself; afterwards the signal is as it was."""
    before = signal.getsignal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    ended = []
    try:
        with pytest.raises(SystemExit, match="143"), leaving_on_sigterm():
            try:
                signal.raise_signal(signal.SIGTERM)
            finally:
                signal.raise_signal(signal.SIGTERM)
                ended.append("all")
        assert ended == ["all"]
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_handler_of_somebody_else_stays() -> None:
    """A program that listens to the signal itself goes on doing so."""
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        with leaving_on_sigterm():
            signal.raise_signal(signal.SIGTERM)
        assert heard == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)
