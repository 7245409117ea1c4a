"""An X display for tests: Xvfb on a free number, with openbox where it is installed, and programs started on it.

Every process started here is ended by its own id, and nothing else is; also where SIGTERM ends the program that
started them.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import NoReturn, TypeVar

import xcffib.randr

from bot.choosing import choose
from bot.x11.display import Display as Connection
from bot.x11.display import NoDisplay
from bot.x11.manager import manager_name
from bot.x11.windows import XWindow, list_windows

T = TypeVar("T")

NEEDS_XVFB = "needs an X display: install Xvfb and openbox (`apt install xvfb openbox`)"
_POLL = 0.004


def wait_for(ask: Callable[[], T | None], what: str, seconds: float = 60.0) -> T:
    """The first answer that is not None or False, asked for again and again. Raises TimeoutError naming `what`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := ask():
            return answer
        time.sleep(_POLL)
    raise TimeoutError(f"Waited {seconds:g} s for {what}.")


@dataclass
class Program:
    """A program that runs on the display."""

    process: subprocess.Popen[bytes]
    log: Path
    """What it printed, both streams."""

    @property
    def pid(self) -> int:
        """The process that was started; its window may belong to a child of it."""
        return self.process.pid

    def end(self) -> None:
        """End it and what it started. May be called twice."""
        end_group(self.process)


@dataclass
class DisplayServer:
    """A display that runs, and what was started on it."""

    name: str
    """What DISPLAY must be, such as `:7`."""
    home: Path
    """An empty home folder for the programs; there is no Xauthority file in it."""
    size: tuple[int, int]
    connection: Connection
    process: subprocess.Popen[bytes]
    programs: list[Program] = field(default_factory=list)

    @property
    def env(self) -> dict[str, str]:
        """The environment for programs that shall run on this display and nowhere else."""
        left_out = ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "DBUS_SESSION_BUS_ADDRESS", "XAUTHORITY", "LD_PRELOAD")
        env = {name: value for name, value in os.environ.items() if name not in left_out}
        home = str(self.home)
        env |= {
            "DISPLAY": self.name,
            "HOME": home,
            "XDG_RUNTIME_DIR": f"{home}/run",
            "XDG_CONFIG_HOME": f"{home}/.config",
            "XDG_DATA_HOME": f"{home}/.local/share",
            "XDG_CACHE_HOME": f"{home}/.cache",
            "QT_QPA_PLATFORM": "xcb",
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "LANG": "C.UTF-8",
            "PATH": f"{env.get('PATH', '')}:/usr/games",
        }
        return env

    def start(self, command: Sequence[str], *, env: dict[str, str] | None = None, cwd: Path | None = None) -> Program:
        """Start a program; `env` is added to the display's own environment."""
        log = self.home / f"{Path(command[0]).name}-{len(self.programs)}.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                command,
                env=self.env | (env or {}),
                cwd=cwd or self.home,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        program = Program(process, log)
        self.programs.append(program)
        return program

    def window(self, wanted: str, program: Program | None = None, seconds: float = 60.0) -> XWindow:
        """The window of that title or class, once it is there. Ends early where its program has ended."""

        def look() -> XWindow | None:
            if program is not None and program.process.poll() is not None:
                text = program.log.read_text(errors="replace")[-2000:]
                raise RuntimeError(f"{program.process.args!r} ended with {program.process.returncode}: {text}")
            shown = [facts for facts in list_windows(self.connection) if facts.shown and facts.fit(wanted) is not None]
            if not shown:
                return None
            facts = choose(shown, wanted)
            return XWindow(self.connection, facts.id, facts.title)

        return wait_for(look, f"the window {wanted!r}", seconds)

    def show_only(self, width: int, height: int) -> None:
        """Have the monitor show a part of the screen only, as the smaller one of two does."""
        randr, name = self.connection.extension(xcffib.randr), b"small"
        mode = xcffib.randr.ModeInfo.synthetic(0, width, height, 0, 0, 0, 0, 0, 0, 0, 0, len(name), 0)
        root = self.connection.root
        with self.connection.talk():
            monitor = randr.GetScreenResources(root).reply().crtcs[0]
            outputs = list(randr.GetCrtcInfo(monitor, 0).reply().outputs)
            number = randr.CreateMode(root, mode, len(name), name).reply().mode
            randr.AddOutputModeChecked(outputs[0], number).check()
            randr.SetCrtcConfig(monitor, 0, 0, 0, 0, number, 1, len(outputs), outputs).reply()

    def kill(self) -> None:
        """Let the display die, with all that is shown on it."""
        self.process.kill()
        self.process.wait()

    @contextmanager
    def playing(
        self, command: Sequence[str], wanted: str, *, env: dict[str, str] | None = None, cwd: Path | None = None
    ) -> Iterator[XWindow]:
        """A program with its window, ended afterwards."""
        program = self.start(command, env=env, cwd=cwd)
        try:
            yield self.window(wanted, program)
        finally:
            program.end()
            self.programs.remove(program)


def missing_programs(*names: str) -> list[str]:
    """Which of these programs are not installed, `/usr/games` included."""
    path = f"{os.environ.get('PATH', '')}:/usr/games"
    return [name for name in names if shutil.which(name, path=path) is None]


def end_group(process: subprocess.Popen[bytes], seconds: float = 3.0) -> None:
    """End a process that leads a session of its own, and its children. May be called twice."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            break
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            continue
    process.wait(seconds)


@contextmanager
def leaving_on_sigterm() -> Iterator[None]:
    """Within it SIGTERM raises SystemExit, once, so that what was begun is also ended then, as on Ctrl-C.

    A handler that somebody else has set stays; so does everything outside the main thread.
    """
    mine = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if mine:
        signal.signal(signal.SIGTERM, _leave)
    try:
        yield
    finally:
        if mine:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _leave(number: int, _: FrameType | None) -> NoReturn:
    """Leave the program; a second signal does not disturb that."""
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)


@contextmanager
def display_server(size: tuple[int, int] = (1280, 800), *, window_manager: bool = True) -> Iterator[DisplayServer]:
    """Run Xvfb on a free number, and openbox where that is installed. Raises FileNotFoundError without Xvfb."""
    with (
        leaving_on_sigterm(),
        tempfile.TemporaryDirectory(prefix="banmen-display-", ignore_cleanup_errors=True) as folder,
    ):
        home = Path(folder)
        (home / "run").mkdir(mode=0o700)
        server, name = _start_xvfb(size)
        running: DisplayServer | None = None
        try:
            running = DisplayServer(name, home, size, _connect(name), server)
            if window_manager and not missing_programs("openbox"):
                running.start(["openbox"])
                wait_for(lambda: _manages(running.connection), "openbox")
            yield running
        finally:
            if running is not None:
                for program in reversed(running.programs):
                    program.end()
                running.connection.close()
            end_group(server)


def _start_xvfb(size: tuple[int, int]) -> tuple[subprocess.Popen[bytes], str]:
    """Xvfb and the display name that it chose."""
    tell, told = os.pipe()
    options = ["-screen", "0", f"{size[0]}x{size[1]}x24", "-ac", "-noreset", "-nolisten", "tcp"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(told), *options],
        pass_fds=[told],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(told)
    try:
        number = b""
        while not number.endswith(b"\n"):
            ready, _, _ = select.select([tell], (), (), 60)
            part = os.read(tell, 16) if ready else b""
            if not part:
                end_group(server)
                raise RuntimeError("Xvfb did not start; try `Xvfb :77` by hand to see why.")
            number += part
    finally:
        os.close(tell)
    return server, f":{int(number)}"


def _manages(connection: Connection) -> bool:
    """Whether the window manager shows a new window; while it starts up it makes itself known but may miss some."""
    if manager_name(connection) is None:
        return False
    probe, copied, viewable = connection.new_id(), 0, 2
    with connection.talk() as core:
        core.CreateWindow(copied, probe, connection.root, 0, 0, 8, 8, 0, copied, copied, 0, [])
        core.MapWindow(probe)
        try:
            end = time.monotonic() + 0.1
            while time.monotonic() < end:
                if core.GetWindowAttributes(probe).reply().map_state == viewable:
                    return True
                time.sleep(_POLL)
        finally:
            core.DestroyWindow(probe)
            connection.settle()
    return False


def _connect(name: str) -> Connection:
    def attempt() -> Connection | None:
        try:
            return Connection(name)
        except NoDisplay:
            return None

    return wait_for(attempt, f"the display {name}")
