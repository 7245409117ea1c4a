"""The examination of the machine."""

from __future__ import annotations

import pytest

from bot import doctor
from bot.capture.backends import BACKENDS, Screen
from bot.doctor import examine, installed, opencv_remedy
from bot.frame import Box, Point
from bot.target import TargetError
from bot.x11.display import shared
from bot.x11.own_window import click_own_window
from bot.x11.segment import NoSharedMemory
from bot.x11.windows import pointer
from tests.bot.observer import Look, Observer
from tests.display import DisplayServer


@pytest.mark.x11
def test_a_good_display_is_examined_without_a_click(display: DisplayServer) -> None:
    with Observer(display, Box(560, 320, 160, 160), Look(popup=True)) as middle:
        checks = {check.name: check for check in examine()}
        assert middle.log == []
    assert {"python", "libraries", "opencv", "display", "screen", "capture", "input"} <= checks.keys()
    assert checks["capture"].found.startswith("native: ")
    assert checks["by native"].found.endswith("by shared memory, told of changes")
    assert checks["by mss"].found.endswith("by xshm, has to look for changes")
    assert "1280x800" in checks["screen"].found
    assert "not tried" in checks["input"].found
    assert all(check.remedy for check in checks.values() if check.state != "ok")


@pytest.mark.x11
def test_delivery_is_tried_in_a_window_of_its_own_and_the_pointer_comes_back(display: DisplayServer) -> None:
    with display.connection.talk() as core:
        core.WarpPointer(0, display.connection.root, 0, 0, 0, 0, 111, 222)
    display.connection.settle()
    with Observer(display, Box(500, 300, 280, 200)) as game:
        checks = {check.name: check for check in examine(deliver=True)}
        assert game.heard(0) == []
    assert checks["input"].state == "ok"
    assert "a click arrived after" in checks["input"].found
    assert pointer(shared()) == Point(111, 222)


@pytest.mark.x11
def test_a_click_that_does_not_arrive_is_told(display: DisplayServer) -> None:
    """Another program has grabbed the mouse."""
    grabber = display.connection
    with grabber.talk() as core:
        core.GrabPointer(False, grabber.root, 0, 1, 1, 0, 0, 0).reply()
    try:
        with pytest.raises(TargetError, match="did not arrive"):
            click_own_window(shared(), patience=0.05)
    finally:
        with grabber.talk() as core:
            core.UngrabPointer(0)
        grabber.settle()


@pytest.mark.x11
def test_a_way_to_take_pictures_that_is_not_to_be_had_is_told(
    display: DisplayServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Screen:
        raise NoSharedMemory("the display has no MIT-SHM")

    monkeypatch.setitem(BACKENDS, "native", refuse)
    with Observer(display, Box(0, 0, 160, 160), Look(popup=True)):
        checks = {check.name: check for check in examine()}
    assert checks["capture"].found.startswith("mss: ")
    native = checks["by native"]
    assert (native.state, native.found) == ("warn", "not here: the display has no MIT-SHM")
    assert native.remedy


def test_no_display_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    last = examine(deliver=True)[-1]
    assert (last.name, last.state) == ("display", "bad")
    assert "DISPLAY is not set" in last.remedy


def test_two_opencv_wheels_are_told() -> None:
    clash, loads = doctor._opencv({"opencv-python": "5.0", "opencv-python-headless": "4.13"})
    assert clash.state == "bad"
    assert "opencv-python and opencv-python-headless" in clash.found
    assert clash.remedy.startswith("pip uninstall -y opencv-python opencv-python-headless")
    assert loads.state == "ok"


def test_two_xlibs_are_told() -> None:
    (clash,) = doctor._xlib({"python-xlib": "0.33", "python3-xlib": "0.15"})
    assert clash.state == "warn"
    assert list(doctor._xlib({"python3-xlib": "0.15"})) == []


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        ("libgthread-2.0.so.0: cannot open shared object file", "apt install libgl1 libglib2.0-0"),
        ("libxyz-1.so.3: cannot open shared object file", "Install the package that has libxyz-1.so.3."),
        ("No module named 'cv2'", "pip install --force-reinstall opencv-python"),
    ],
)
def test_what_opencv_lacks(error: str, remedy: str) -> None:
    assert opencv_remedy(error) == remedy


def test_packages_that_are_not_installed_are_left_out() -> None:
    assert installed(("no-such-package-anywhere",)) == {}
    assert list(installed(("numpy", "no-such-package-anywhere"))) == ["numpy"]


def test_a_missing_window_manager_is_told() -> None:
    assert doctor._manager(None).state == "warn"
    assert doctor._manager("Openbox").found == "Openbox"
