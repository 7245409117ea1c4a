"""A real game of kshisen on an X display, and what a test may know about it that a player may not."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import mss
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid

TILESETS = ("alphabet", "classic", "default", "egypt", "jade", "traditional")
BACKGROUNDS = ("chinese_landscape", "color_plain", "default", "egyptian", "summerfield", "wood_light")
SIZES = ((6, 14), (9, 16), (8, 18), (12, 24), (14, 26), (16, 30))
"""Rows and columns of the program's six boards."""
DELAYS = (1.0, 0.75, 0.5, 0.25, 0.125)
"""Seconds until a matched pair vanishes, by the setting Speed."""
DATA = Path("/usr/share/kmahjongglib")
LABELS = ".ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop"
"""What the program calls 0 to 42."""
MENU_AND_TOOLS, STATUS = 54, 22
"""Pixels above and below the play area where there is no icon theme."""


def missing() -> str:
    """What this needs and the machine lacks, as one sentence; empty when all is there."""
    programs = [
        p
        for p in ("Xvfb", "openbox", "xdotool", "wmctrl", "xwininfo", "g++", "dbus-run-session")
        if not shutil.which(p)
    ]
    if not shutil.which("kshisen", path=search_path()):
        programs.append("kshisen")
    return f"Expected {', '.join(programs)} to be installed; install with apt-get." if programs else ""


def search_path() -> str:
    """PATH with the folder of Debian's games."""
    return os.environ.get("PATH", os.defpath) + ":/usr/games"


@dataclass(frozen=True)
class Setting:
    """One way to set the program up."""

    tileset: str = "default"
    background: str = "default"
    rows: int = 8
    columns: int = 18
    window: tuple[int, int] = (853, 533)
    gravity: bool = False
    solvable: bool = True
    speed: int = 4
    seed: int = 1

    def config(self) -> str:
        """The program's own settings file."""
        return "\n".join((
            "[General]",
            f"Tileset_file={DATA}/tilesets/{self.tileset}.desktop",
            f"Background_file={DATA}/backgrounds/{self.background}.desktop",
            "[Game]",
            f"Size={SIZES.index((self.rows, self.columns))}",
            f"Speed={self.speed}",
            f"Gravity={str(self.gravity).lower()}",
            f"Solvable={str(self.solvable).lower()}",
            "Level=1\nChineseStyle=false\nTilesCanSlide=false\nShowUnsolvableMessage=true\nSounds=false\n",
        ))  # fmt: skip


def grid_of(setting: Setting, width: int, height: int) -> Grid:
    """Where the program draws its tiles in a client area of this size, from its drawing rule."""
    text = (DATA / "tilesets" / f"{setting.tileset}.desktop").read_text()
    size = {k: int(v) for k, v in re.findall(r"^(Tile\w+)=(\d+)$", text, re.M)}
    tile_w, tile_h = size["TileWidth"], size["TileHeight"]
    face_w, face_h = size["TileFaceWidth"], size["TileFaceHeight"]
    area = height - MENU_AND_TOOLS - STATUS
    scale = min(width / (face_w * setting.columns + tile_w), area / (face_h * setting.rows + tile_h))
    scale = int(scale * tile_w) / tile_w
    pitch_x, pitch_y = 2 * (int(face_w * scale) // 2), 2 * (int(face_h * scale) // 2)
    x = (width - pitch_x * setting.columns) // 2
    y = MENU_AND_TOOLS + (area - pitch_y * setting.rows) // 2
    return Grid(x, y, pitch_x, pitch_y, setting.rows, setting.columns)


def build_shim(folder: Path) -> Path:
    """Compile the seeding shim; returns the library."""
    library = folder / "qtseed.so"
    source = Path(__file__).with_name("qtseed.cpp")
    subprocess.run(["g++", "-O2", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True)
    return library


def wait_for(what: Callable[[], bool], seconds: float, name: str) -> None:
    """Wait until something is true. Raises TimeoutError."""
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            raise TimeoutError(f"{name}: not within {seconds} s")
        time.sleep(0.02)


class Kshisen:
    """The running program: start it in a `with`, look, click, and compare with its own memory."""

    def __init__(self, setting: Setting, display: str, home: Path, shim: Path) -> None:
        self.setting = setting
        (home / ".config").mkdir(parents=True, exist_ok=True)
        (home / "run").mkdir(mode=0o700, exist_ok=True)
        (home / ".config" / "kshisenrc").write_text(setting.config())
        # cv2 sets the two QT_ variables when it is imported, and then no other Qt program starts.
        gone = {"WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "DBUS_SESSION_BUS_ADDRESS"}
        gone |= {"QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR"}
        self._env = {k: v for k, v in os.environ.items() if k not in gone} | {
            "HOME": str(home), "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "XDG_RUNTIME_DIR": str(home / "run"),
            "XDG_CONFIG_HOME": str(home / ".config"), "XDG_DATA_HOME": str(home / ".local/share"),
            "XDG_CACHE_HOME": str(home / ".cache"), "PATH": search_path(), "LANG": "C.UTF-8",
            "QT_SEED": str(setting.seed),
        }  # fmt: skip
        # The shim goes to the game alone: the bus does not start with it.
        self._command = ["dbus-run-session", "--", "env", f"LD_PRELOAD={shim}", "kshisen"]
        self._display = display
        self._field = 0

    def __enter__(self) -> Kshisen:
        self._process = subprocess.Popen(
            self._command, env=self._env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            wait_for(self._found, 20, "the window of kshisen")
            self._xdotool("windowsize", "--sync", self.window, *(str(n) for n in self.setting.window))
            self._xdotool("windowmove", self.window, "20", "10")
            self._xdotool("windowactivate", "--sync", self.window)
            self.park()
            time.sleep(1.0)
            self._field = self._find_field()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def _stop(self) -> None:
        """End the bus and the game, which live in a process group of their own."""
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(10)

    def _xdotool(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self._env, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def _found(self) -> bool:
        done = subprocess.run(["wmctrl", "-lx"], env=self._env, capture_output=True, text=True, check=False)
        found = re.search(r"^(0x\w+) .* kshisen\.kshisen .* Shisen-Sho$", done.stdout, re.M)
        self.window = str(int(found[1], 16)) if found else ""
        pid = self._xdotool("getwindowpid", self.window) if found else ""
        return pid.isdecimal() and self._is_ours(int(pid))

    def _is_ours(self, pid: int) -> bool:
        """Whether that is the game that was started here, not one before it whose window is just closing."""
        try:
            self.pid = pid if os.getpgid(pid) == self._process.pid else 0
        except ProcessLookupError:
            return False
        return self.pid != 0

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width, height of the client area on the screen."""
        # xdotool and wmctrl count the window's frame twice under openbox; xwininfo asks the display itself.
        text = subprocess.run(
            ["xwininfo", "-id", self.window], env=self._env, capture_output=True, text=True, check=True
        ).stdout
        values = dict(re.findall(r"(Absolute upper-left [XY]|Width|Height):\s+(-?\d+)", text))
        x, y, w, h = (
            int(values[name]) for name in ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
        )
        return x, y, w, h

    @property
    def grid(self) -> Grid:
        """Where the tiles lie in the client area."""
        return grid_of(self.setting, *self.box[2:])

    def grab(self, whole_screen: bool = False) -> Pixels:
        """The client area (or the screen) as blue, green, red."""
        x, y, w, h = self.box
        with mss.MSS(display=self._display) as screen:
            area = screen.monitors[0] if whole_screen else {"left": x, "top": y, "width": w, "height": h}
            return np.ascontiguousarray(np.asarray(screen.grab(area))[:, :, :3])

    def click(self, row: float, column: float) -> None:
        """Click on the middle of a cell."""
        x, y, *_ = self.box
        grid = self.grid
        at = (round(x + grid.x + (column + 0.5) * grid.pitch_x), round(y + grid.y + (row + 0.5) * grid.pitch_y))
        self._xdotool("mousemove", str(at[0]), str(at[1]), "click", "--delay", "0", "1")

    def key(self, name: str) -> None:
        """Press a key with the window active."""
        self._xdotool("windowactivate", "--sync", self.window, "key", name)

    def park(self) -> None:
        """Put the pointer where it touches nothing."""
        self._xdotool("mousemove", "1270", "790")

    def board(self) -> NDArray[np.int32]:
        """The true board, rows by columns, as the program's own numbers: 0 is empty."""
        count = self.setting.rows * self.setting.columns
        with Path(f"/proc/{self.pid}/mem").open("rb", buffering=0) as memory:
            memory.seek(self._field)
            values = np.frombuffer(memory.read(4 * count), np.int32)
        return self._kinds(values).reshape(self.setting.rows, self.setting.columns)

    def _kinds(self, values: NDArray[np.int32]) -> NDArray[np.int32]:
        """Numbers as kinds: two tilesets draw one picture for all seasons and one for all flowers."""
        if self.setting.tileset not in {"egypt", "alphabet"}:
            return values
        return np.where((values >= 28) & (values <= 31), 28, np.where(values >= 39, 39, values)).astype(np.int32)

    def text(self) -> tuple[str, ...]:
        """The true board as rows of labels."""
        return tuple("".join(LABELS[v] for v in row) for row in self.board())

    def _regions(self) -> Iterator[tuple[int, bytes]]:
        with Path(f"/proc/{self.pid}/mem").open("rb", buffering=0) as memory:
            for line in Path(f"/proc/{self.pid}/maps").read_text().splitlines():
                span, mode, _, _, inode, *_ = line.split()
                first, last = (int(part, 16) for part in span.split("-"))
                if mode.startswith("rw") and inode == "0" and last - first < 64 << 20:
                    try:
                        memory.seek(first)
                        yield first, memory.read(last - first)
                    except OSError:
                        continue

    def _find_field(self) -> int:
        """Where the program keeps its board: the only run of numbers that deals every kind an even number of times."""
        count = self.setting.rows * self.setting.columns
        found = []
        for first, data in self._regions():
            words = np.frombuffer(data[: len(data) // 4 * 4], np.int32)
            good = np.concatenate(([0], np.cumsum((words >= 1) & (words <= 42))))
            for at in np.flatnonzero(good[count:] - good[:-count] == count) if len(words) >= count else ():
                times = Counter(self._kinds(words[at : at + count]).tolist())
                if all(n % 2 == 0 for n in times.values()) and len(times) >= 21:
                    found.append(first + 4 * int(at))
        if not found:
            raise LookupError("no full board in the memory of kshisen")
        return found[0]
