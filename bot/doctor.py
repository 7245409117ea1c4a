"""The examination: what this machine has, what it lacks for playing, how fast it is, and what to do about it."""

from __future__ import annotations

import importlib
import os
import platform
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Literal, TypeAlias

from bot.action import ActuatorError
from bot.actuate import uinput
from bot.capture.backends import BACKENDS, Tried, attempt
from bot.clock import RealClock
from bot.devices import on_x11
from bot.frame import Box, Frame
from bot.systems import wakeful
from bot.target import ScreenRegion, TargetError
from bot.x11.display import XORG_REMEDY, Display, session_type
from bot.x11.manager import manager_name

State: TypeAlias = Literal["ok", "warn", "bad"]

_LIBRARIES = ("numpy", "opencv-python", "mss", "pyautogui", "numba", "xcffib")
_OPENCV_WHEELS = (
    "opencv-python",
    "opencv-python-headless",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)
_SLOW = 10.0
_GRABS = 15


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    state: State
    """Good, usable with a drawback, or in the way of playing."""
    found: str
    """What there is, with its figures."""
    remedy: str = ""
    """What to do about it; empty where it is good."""


def examine(*, deliver: bool = False) -> list[Check]:
    """Look at everything that playing needs. Nothing is touched unless `deliver`, which opens a small window for a
    moment, clicks in it and brings the pointer back.
    """
    return list(_examine(deliver=deliver))


def _examine(*, deliver: bool) -> Iterator[Check]:
    yield _python()
    yield _libraries()
    yield from _opencv(installed(_OPENCV_WHEELS))
    yield from _xlib(installed(("python-xlib", "python3-xlib")))
    if not on_x11():
        yield from _without_x11()
        return
    session = f"{session_type()} ({os.environ.get('XDG_SESSION_TYPE') or 'no XDG_SESSION_TYPE'})"
    try:
        display = Display()
    except TargetError as error:
        yield Check("display", "bad", session, str(error))
        return
    try:
        nested = display.within_wayland()
        yield _display(display, session, nested=nested)
        yield _manager(manager_name(display))
        yield _screen(display)
        yield from _capture(nested=nested)
        yield from _input(display, deliver=deliver)
        yield _uinput(uinput.trouble())
        yield _wakeful(wakeful.trouble())
    finally:
        display.close()


def _without_x11() -> Iterator[Check]:
    """Windows and macOS: what they grant, in what units they measure, and how pictures are taken there."""
    from bot.systems import here

    try:
        system = here()
        windows = system.windows()
    except TargetError as error:
        yield Check("session", "bad", platform.system(), str(error))
        return
    yield Check("session", "ok", f"{platform.system()}, {system.units}")
    for permit in system.permits():
        state: State = "ok" if permit.granted else "bad" if permit.needed else "warn"
        yield Check(
            permit.name, state, "granted" if permit.granted else "missing", "" if state == "ok" else permit.remedy
        )
    yield Check("windows", "ok", f"{len(windows)} can be played with --window")
    yield from _monitors()
    yield from _capture(nested=False)
    yield _pyautogui()


def _monitors() -> Iterator[Check]:
    """Where the monitors lie in screen units, and how many pixels a picture has for each unit."""
    import mss
    import numpy as np

    try:
        with mss.MSS() as screen:
            for number, monitor in enumerate(screen.monitors[1:], 1):
                box = Box(*(monitor[side] for side in ("left", "top", "width", "height")))
                pixels = np.asarray(screen.grab(monitor)).shape[1]
                place = f"{box.w:.0f}x{box.h:.0f} at {box.x:.0f},{box.y:.0f}"
                yield Check(f"monitor {number}", "ok", f"{place}, {pixels / box.w:g} pixels a unit")
    except mss.exception.ScreenShotError as error:
        yield Check("monitors", "bad", str(error), "Check that the screen may be read.")


def _pyautogui() -> Check:
    """Whether the hand of these systems can be used; nothing is touched."""
    from bot.actuate.pyauto import PyAutoGui

    try:
        hand = PyAutoGui(RealClock())
    except ActuatorError as error:
        return Check("input", "bad", str(error), "pip install --force-reinstall pyautogui")
    found = "pyautogui loads, delivery was not tried" if hand.pointer() is not None else "pyautogui sees no pointer"
    hand.close()
    return Check("input", "ok", found)


def installed(names: tuple[str, ...]) -> dict[str, str]:
    """The versions of those of these packages that are installed."""
    versions = {}
    for name in names:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


def _python() -> Check:
    found = f"{platform.python_implementation()} {platform.python_version()} on {platform.platform(terse=True)}"
    return Check("python", "ok", found)


def _libraries() -> Check:
    versions = installed(_LIBRARIES)
    missing = [name for name in _LIBRARIES if name not in versions and (on_x11() or name != "xcffib")]
    found = ", ".join(f"{name} {version}" for name, version in versions.items())
    if missing:
        return Check("libraries", "bad", f"{found}; missing: {', '.join(missing)}", f"pip install {' '.join(missing)}")
    return Check("libraries", "ok", found)


def _opencv(wheels: dict[str, str]) -> Iterator[Check]:
    """One wheel of OpenCV, and the system libraries it needs."""
    if len(wheels) > 1:
        yield Check(
            "opencv",
            "bad",
            f"{' and '.join(wheels)} are both installed and overwrite each other",
            f"pip uninstall -y {' '.join(wheels)} && pip install opencv-python",
        )
    try:
        cv2 = importlib.import_module("cv2")
    except ImportError as error:
        yield Check("opencv", "bad", str(error), opencv_remedy(str(error)))
    else:
        yield Check("opencv", "ok", f"version {cv2.__version__} loads")


def opencv_remedy(error: str) -> str:
    """What to do when OpenCV cannot be loaded, from what the loader said.

    >>> opencv_remedy("libGL.so.1: cannot open shared object file: No such file or directory")
    'apt install libgl1 libglib2.0-0'
    """
    if "libGL" in error or "libgthread" in error or "libglib" in error:
        return "apt install libgl1 libglib2.0-0"
    library = re.search(r"(lib[\w.+-]+\.so[\d.]*)", error)
    return f"Install the package that has {library[1]}." if library else "pip install --force-reinstall opencv-python"


def _xlib(packages: dict[str, str]) -> Iterator[Check]:
    if len(packages) > 1:
        yield Check(
            "Xlib",
            "warn",
            f"{' and '.join(packages)} both own the package Xlib; which one wins is chance",
            "pip uninstall -y python-xlib python3-xlib && pip install python3-xlib",
        )


def _display(display: Display, session: str, *, nested: bool) -> Check:
    vendor = bytes(display.setup.vendor.buf()).decode("latin-1")
    found = f"{display.name}, {vendor}, session {session}"
    if nested:
        return Check(
            "display",
            "warn",
            f"{found}; an X server within Wayland, where other programs' pictures are mostly black",
            f"If the board is not seen: {XORG_REMEDY}.",
        )
    return Check("display", "ok", found)


def _manager(name: str | None) -> Check:
    if name is None:
        return Check(
            "window manager",
            "warn",
            "none: some games take no keys",
            "Start one, such as openbox, for games with keys.",
        )
    return Check("window manager", "ok", name)


def _screen(display: Display) -> Check:
    with display.talk() as core:
        size = core.GetGeometry(display.root).reply()
    dpi = re.search(r"^Xft\.dpi:\s*([\d.]+)", display.text(display.root, "RESOURCE_MANAGER"), re.MULTILINE)
    scale = f"Xft.dpi {dpi[1]}, programs draw at {float(dpi[1]) / 96:.0%}" if dpi else "no scale set (Xft.dpi), 100%"
    return Check("screen", "ok", f"{size.width}x{size.height}, {scale}")


def _capture(*, nested: bool) -> Iterator[Check]:
    """The ways to take pictures of the whole screen and of a board: which is taken, and how each does."""
    import mss

    try:
        with mss.MSS() as screen:
            everything = Box(*(screen.monitors[0][side] for side in ("left", "top", "width", "height")))
    except mss.exception.ScreenShotError as error:
        yield Check("capture", "bad", str(error), "Check that the display runs and may be read.")
        return
    board = Box(everything.x, everything.y, min(300, everything.w), min(600, everything.h))
    names = [name for name in BACKENDS if on_x11() or name == "mss"]
    ways = [(_try(name, everything), _try(name, board)) for name in names]
    usable = [(whole, part) for whole, part in ways if whole.capture and part.capture]
    if not usable:
        yield Check("capture", "bad", "; ".join(str(whole) for whole, _ in ways), "Check that the display may be read.")
        return
    whole, part = min(usable, key=lambda way: way[1].cost)
    found = f"{whole.name}: {whole.ms:.2f} ms for the whole screen, {part.ms:.2f} ms for {board.w:.0f}x{board.h:.0f}"
    assert whole.frame is not None
    if _one_colour(whole.frame):
        remedy = XORG_REMEDY if nested else "Show a window, allow screen recording, then examine again"
        yield Check("capture", "bad" if nested else "warn", f"{found}; all of it has one colour", f"{remedy}.")
    elif whole.ms > _SLOW:
        yield Check("capture", "warn", found, "Play on the machine's own display, not over a network.")
    else:
        yield Check("capture", "ok", found)
    for way, _ in ways:
        remedy = "" if way.capture else "Play on the machine's own X display; until then another way is taken."
        yield Check(f"by {way.name}", "ok" if way.capture else "warn", str(way), remedy)


def _try(name: str, box: Box) -> Tried:
    """How a way to take pictures does on a rectangle of the screen; its capture is closed, its picture is kept."""
    tried = attempt(name, ScreenRegion(box), RealClock(), grabs=_GRABS)
    if tried.capture is not None:
        tried.capture.close()
    return tried


def _one_colour(frame: Frame) -> bool:
    """Whether a picture shows nothing at all, as far as some of its pixels tell."""
    pixels = frame.pixels[:, :, :3].reshape(-1, 3)
    some = pixels[:: max(1, len(pixels) // 10_000)]
    return bool((some == some[0]).all())


def _input(display: Display, *, deliver: bool) -> Iterator[Check]:
    if not display.has_extension("XTEST"):
        yield Check("input", "bad", "the display has no XTEST", "Use an X server with the XTEST extension.")
        return
    if not deliver:
        yield Check("input", "ok", "XTEST is there; delivery was not tried")
        return
    from bot.x11.own_window import click_own_window

    try:
        latency = click_own_window(display)
    except (ActuatorError, TargetError) as error:
        yield Check("input", "bad", str(error), "Close what covers the middle of the screen or catches the mouse.")
    else:
        yield Check("input", "ok", f"XTEST: a click arrived after {latency * 1000:.2f} ms")


def _uinput(lack: tuple[str, str] | None) -> Check:
    """Whether the hand for programs that do not hear XTEST could be used; it is not needed for others."""
    if lack is not None:
        found, remedy = lack
        return Check("uinput", "warn", f"{found}; needed only where a program does not hear XTEST", remedy)
    return Check("uinput", "ok", "play --hands uinput can be tried; no device was made")


def _wakeful(lack: tuple[str, str] | None) -> Check:
    """Whether the processor can be kept awake while a running game is played."""
    if lack is not None:
        found, remedy = lack
        return Check(
            "wake-ups", "warn", f"{found}; a running game is answered some tenths of a millisecond later", remedy
        )
    return Check("wake-ups", "ok", "the processor is kept awake while a running game is played")
