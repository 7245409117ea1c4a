"""A real game of xshisen on an X display: another Shisen-sho, by other people, with other tiles and other timing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from tests.apps.kshisen import search_path, wait_for

SIZES = ("18x8", "24x12", "36x16")
"""Columns and rows, in the order of the program's menu."""
RESOURCES = """XShisen*connectLineTime: {line}
"""
MENUS = {"game": 40, "configuration": 236, "picture": 335}
"""Where the menus lie in the bar, in pixels from the left of the window."""
ITEMS = {"start": 52, "18x8": 52, "24x12": 80, "36x16": 109, "gravity": 169, "picture 1": 52, "picture 2": 80}
"""How far down the items of the menus lie."""


def missing() -> str:
    """What this needs and the machine lacks, as one sentence; empty when all is there."""
    programs = [p for p in ("Xvfb", "openbox", "xdotool", "xwininfo", "gcc") if not shutil.which(p)]
    if not shutil.which("xshisen", path=search_path()):
        programs.append("xshisen")
    return f"Expected {', '.join(programs)} to be installed; install with apt-get." if programs else ""


@dataclass(frozen=True)
class Setting:
    """One way to set the program up."""

    size: str = "18x8"
    gravity: bool = False
    picture: int = 1
    line: int = 100
    """Milliseconds for which the line of a taken pair is shown."""
    seed: int = 1


def build_shim(folder: Path) -> Path:
    """Compile the seeding shim; returns the library."""
    library = folder / "drandseed.so"
    source = Path(__file__).with_name("drandseed.c")
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True)
    return library


class Xshisen:
    """The running program with a game begun: start it in a `with`."""

    def __init__(self, setting: Setting, display: str, home: Path, shim: Path) -> None:
        self.setting = setting
        resources = home / "resources"
        resources.write_text(RESOURCES.format(line=setting.line))
        self._env = dict(os.environ) | {
            "HOME": str(home), "DISPLAY": display, "PATH": search_path(), "LANG": "C.UTF-8",
            "XENVIRONMENT": str(resources), "LD_PRELOAD": str(shim), "DRAND_SEED": str(setting.seed),
        }  # fmt: skip

    def __enter__(self) -> Xshisen:
        self._process = subprocess.Popen(
            ["xshisen"], env=self._env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            wait_for(self._found, 20, "the window of xshisen")
            time.sleep(0.5)
            if self.setting.picture > 1:
                self._choose("picture", f"picture {self.setting.picture}")
            if self.setting.gravity:
                self._choose("configuration", "gravity")
            if self.setting.size != SIZES[0]:
                self._choose("configuration", self.setting.size)
            self._choose("game", "start")
            time.sleep(0.5)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(10)

    def says(self, title: str) -> bool:
        """Whether a dialog of that title is open."""
        found = self._xdotool("search", "--onlyvisible", "--name", f"^{title}$").split()
        return any(self._xdotool("getwindowname", window) == title for window in found)

    def _found(self) -> bool:
        self.window = self._xdotool("search", "--onlyvisible", "--name", "^xshisen$").split("\n")[0]
        return bool(self.window)

    def _choose(self, menu: str, item: str) -> None:
        """Take an item from a menu: press on the menu, let go over the item."""
        self._xdotool("mousemove", "--window", self.window, str(MENUS[menu]), "20", "mousedown", "1")
        time.sleep(0.3)
        self._xdotool("mousemove", "--window", self.window, str(MENUS[menu] + 10), str(ITEMS[item]))
        time.sleep(0.3)
        self._xdotool("mouseup", "1")
        time.sleep(0.5)
        self._xdotool("mousemove", "--window", self.window, "300", "55")

    def _xdotool(self, *words: str) -> str:
        env = {key: value for key, value in self._env.items() if key != "LD_PRELOAD"}
        run = subprocess.run(["xdotool", *words], env=env, capture_output=True, text=True, check=False)
        return run.stdout.strip()
