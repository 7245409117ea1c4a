"""Which eyes and hands suit this system: the target, the capture and the actuator that a session asks for by name."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from bot.action import Actuator, ActuatorError
from bot.actuate.gate import GateRules
from bot.capture import Capture, CaptureError
from bot.choosing import WindowFacts
from bot.clock import Clock, RealClock
from bot.errors import UsageError
from bot.frame import Box
from bot.phone.target import Phone
from bot.stop import Stopper
from bot.target import ScreenRegion, Target
from bot.x11.display import XORG_REMEDY, shared

if TYPE_CHECKING:
    from bot.systems.system import Deed

PHONE_STALE: Final = 3.0
"""Seconds: a phone takes up to one for a picture and as long for a tap."""

Hand: TypeAlias = Literal["auto", "xtest", "uinput", "pyautogui", "dry"]


def on_x11() -> bool:
    """Whether this system's screen is an X display, if it has one: all but Windows and macOS."""
    return sys.platform not in ("win32", "darwin")


def parse_region(text: str) -> Box:
    """A rectangle written as `X,Y,W,H`. Raises UsageError.

    >>> parse_region("-100,20,640,480")
    Box(x=-100, y=20, w=640, h=480)
    """
    try:
        x, y, w, h = (int(part) for part in text.split(","))
    except ValueError:
        w = h = 0
    if w <= 0 or h <= 0:
        raise UsageError(
            f"A region is written X,Y,WIDTH,HEIGHT in whole screen units, such as 100,50,640,480; found {text!r}."
        )
    return Box(x, y, w, h)


@dataclass(frozen=True)
class Where:
    """What a person said is to be played: one of three."""

    window: str | None = None
    """Title, class or number."""
    region: str | None = None
    """As `X,Y,W,H`."""
    phone: str | None = None
    """A serial."""

    def target(self, clock: Clock) -> Target:
        """Open it. Raises UsageError and TargetError as `open_target` does."""
        return open_target(self.window, parse_region(self.region) if self.region else None, self.phone, clock)


def open_target(
    window: str | None = None, region: Box | None = None, phone: str | None = None, clock: Clock | None = None
) -> Target:
    """The window of that title, class or number, that rectangle of the screen, or what the phone of that serial shows.

    Raises UsageError unless exactly one is given; TargetError where the window is not to be found, there is no display,
    or the system does not allow to look.
    """
    if [window, region, phone].count(None) != 2:
        raise UsageError("Say what to play: --window TITLE-OR-CLASS, --region X,Y,W,H or --adb SERIAL, one of them.")
    if phone is not None:
        from bot.phone.link import Link

        return Phone(Link(phone), clock or RealClock())
    if on_x11():
        return _open_on_x11(window, region)
    from bot.systems import here
    from bot.systems.window import find_window

    if window is not None:
        return find_window(here(), window)
    assert region is not None
    return ScreenRegion(region, here().pointer)


def list_windows() -> list[WindowFacts]:
    """The windows of programs on the screen. Raises TargetError where there is no display."""
    if on_x11():
        from bot.x11.windows import list_windows as windows_of

        return windows_of(shared())
    from bot.systems import here

    return here().windows()


def open_capture(target: Target, clock: Clock, *, through: bool = False) -> Capture:
    """Pictures of the target, in the way that is the cheapest here; with `through` of a window as it is below what
    covers it, where that can be had: for looking only, because the window may lose the keyboard.

    Raises CaptureError, also where Wayland shows one colour instead of the game, and TargetError.
    """
    if isinstance(target, Phone):
        from bot.phone.capture import PhoneCapture

        return PhoneCapture(target)
    from bot.capture.backends import cheapest

    if told := _lacking("look"):
        raise CaptureError(told)

    capture = cheapest(target, clock, through=through)
    if on_x11() and shared().within_wayland():
        pixels = capture.grab().pixels
        if (pixels == pixels[0, 0]).all():
            capture.close()
            raise CaptureError(
                f"{target.title} is one colour all over: under Wayland a program sees nothing of the others. "
                f"To play it, {XORG_REMEDY}."
            )
    return capture


def open_actuator(name: Hand, clock: Clock, target: Target | None = None) -> Actuator:
    """The hand of that name; `auto` is XTEST on X11 and pyautogui elsewhere; uinput is for programs that do not hear
    XTEST. A phone has a hand of its own. Put a gate before it.

    Raises TargetError where there is no display, ActuatorError where the hand cannot be used.
    """
    if name == "dry":
        from bot.actuate.dry import Dry

        return Dry()
    if isinstance(target, Phone):
        from bot.phone.hand import PhoneHand

        return PhoneHand(target)
    if name == "xtest" or (name == "auto" and on_x11()):
        from bot.actuate.xtest import XTest

        return XTest(shared(), clock, target, guarded=True)
    if name == "uinput":
        if not on_x11():
            raise ActuatorError("uinput is a part of Linux: use --hands auto on this system.")
        from bot.actuate.uinput import UInput

        return UInput(shared(), clock, target=target)
    if told := _lacking("act"):
        raise ActuatorError(told)
    from bot.actuate.pyauto import PyAutoGui

    return PyAutoGui(clock)


def gate_rules(target: Target, gap: float) -> GateRules:
    """What the gate lets through to this target, with the least time between two events that its program needs."""
    return GateRules(gap=gap, stale=PHONE_STALE) if isinstance(target, Phone) else GateRules(gap=gap)


def open_stopper() -> tuple[Stopper, str]:
    """What stops a session, with the panic key where the display allows it, and a sentence that says which stops it
    has. Use it in `with`, and as the session's clock.
    """
    from bot.target import TargetError
    from bot.x11.hotkey import PANIC, Hotkey

    if not on_x11():
        return Stopper(), "Ctrl-C or moving the mouse stops it; there is no panic key on this system."
    try:
        return Stopper(Hotkey()), f"Ctrl-C, {PANIC} or moving the mouse stops it."
    except TargetError as error:
        return Stopper(), f"Ctrl-C or moving the mouse stops it; there is no panic key: {error}"


def _lacking(deed: Deed) -> str | None:
    """Why the system does not allow it, with the remedy; on X11 everybody may."""
    if on_x11():
        return None
    from bot.systems import here
    from bot.systems.system import lacking

    return lacking(here(), deed)


def _open_on_x11(window: str | None, region: Box | None) -> Target:
    from bot.x11.region import XRegion
    from bot.x11.windows import find_window

    if window is not None:
        return find_window(shared(), window)
    assert region is not None
    return XRegion(shared(), region)
