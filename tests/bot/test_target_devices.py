"""Which eyes and hands suit the system."""

from __future__ import annotations

import pytest

from bot import devices
from bot.actuate.dry import Dry
from bot.actuate.pyauto import PyAutoGui
from bot.actuate.xtest import XTest
from bot.capture import CaptureError
from bot.clock import RealClock
from bot.devices import Hand, open_actuator, open_capture, open_stopper, open_target, parse_region
from bot.errors import UsageError
from bot.frame import Box
from bot.x11.display import Display, shared
from bot.x11.region import XRegion
from bot.x11.windows import XWindow
from tests.bot.observer import Observer
from tests.display import DisplayServer

PLACE = Box(200, 150, 300, 180)


@pytest.mark.x11
def test_a_window_or_a_region_on_x11(display: DisplayServer) -> None:
    with Observer(display, PLACE) as board:
        window = open_target(window="observer")
        assert isinstance(window, XWindow)
        assert window.id == board.id
        capture = open_capture(window, RealClock())
        assert capture.grab().size == (300, 180)
        capture.close()
    assert isinstance(open_target(region=PLACE), XRegion)


@pytest.mark.x11
def test_a_black_window_under_wayland_is_refused_with_the_remedy(
    display: DisplayServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Display, "has_extension", lambda _, name: name == "XWAYLAND")
    with Observer(display, PLACE), pytest.raises(CaptureError, match="on Xorg"):
        open_capture(open_target(window="observer"), RealClock())


@pytest.mark.x11
def test_an_older_server_within_wayland_is_known_by_its_monitors(
    display: DisplayServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not shared().within_wayland()
    monkeypatch.setattr("bot.x11.display.WAYLAND_MONITOR", b"screen")  # as the only one here is called
    assert shared().within_wayland()


@pytest.mark.x11
@pytest.mark.parametrize(("name", "kind"), [("auto", XTest), ("xtest", XTest), ("pyautogui", PyAutoGui), ("dry", Dry)])
def test_hands_on_x11(display: DisplayServer, name: Hand, kind: type) -> None:
    hand = open_actuator(name, RealClock())
    assert isinstance(hand, kind)
    hand.close()


@pytest.mark.parametrize(("window", "region"), [(None, None), ("kshisen", PLACE)])
def test_exactly_one_target_is_asked_for(window: str | None, region: Box | None) -> None:
    with pytest.raises(UsageError, match="--window"):
        open_target(window, region)


@pytest.mark.parametrize("text", ["", "1,2,3", "1,2,3,4,5", "a,b,c,d", "1,2,0,4", "1,2,3,-4", "1.5,2,3,4"])
def test_what_is_no_region_is_told(text: str) -> None:
    with pytest.raises(UsageError, match="X,Y,WIDTH,HEIGHT"):
        parse_region(text)


@pytest.mark.x11
def test_the_stops_there_are_get_told(display: DisplayServer, monkeypatch: pytest.MonkeyPatch) -> None:
    stopper, told = open_stopper()
    with stopper:
        assert told == "Ctrl-C, Ctrl+Alt+q or moving the mouse stops it."
        second, told = open_stopper()
        with second:
            assert "no panic key: Another program already catches" in told
    monkeypatch.setattr(devices, "on_x11", lambda: False)
    third, told = open_stopper()
    with third:
        assert "no panic key on this system" in told


def test_without_a_display_there_is_still_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    stopper, told = open_stopper()
    with stopper:
        assert told.startswith("Ctrl-C or moving the mouse stops it; there is no panic key: ")
