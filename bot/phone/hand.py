"""Taps, swipes and keys on a phone, through its `input` command."""

from __future__ import annotations

from typing import Final

from bot.action import Action, ActuatorError, Button, Click, Drag, Hover, Key, Wait
from bot.actuate import pixel
from bot.clock import Clock
from bot.frame import Frame
from bot.phone.target import Phone

SLOWEST: Final = 0.4
"""Seconds at the most from one cell of a swipe to the next: a longer touch would be taken for a long press."""
STEP: Final = 0.05
"""Seconds at the least for each step of a swipe, so that an app sees the finger on every cell."""
KEYCODES: Final = {
    "Left": "DPAD_LEFT", "Right": "DPAD_RIGHT", "Up": "DPAD_UP", "Down": "DPAD_DOWN", "Return": "ENTER",
    "space": "SPACE", "Escape": "BACK", "BackSpace": "DEL", "Tab": "TAB", "comma": "COMMA", "period": "PERIOD",
    "minus": "MINUS", "plus": "PLUS", "equal": "EQUALS", "slash": "SLASH",
}  # fmt: skip


def keycode(name: str) -> str:
    """What Android calls a key that X11 calls so. Raises ActuatorError.

    >>> keycode("Left"), keycode("a"), keycode("7"), keycode("KP_7")
    ('KEYCODE_DPAD_LEFT', 'KEYCODE_A', 'KEYCODE_7', 'KEYCODE_NUMPAD_7')
    """
    if name.startswith("KP_") and name[3:].isdecimal():
        return f"KEYCODE_NUMPAD_{name[3:]}"
    if len(name) == 1 and name.isascii() and name.isalnum():
        return f"KEYCODE_{name.upper()}"
    if name not in KEYCODES:
        raise ActuatorError(f"A phone has no key {name!r}; it has letters, digits, {', '.join(KEYCODES)}.")
    return f"KEYCODE_{KEYCODES[name]}"


class PhoneHand:
    """A finger. Nothing can be left held down: the phone itself ends every touch."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.clock: Clock = phone.clock

    def perform(self, action: Action, frame: Frame) -> None:
        """Do it; the phone has done all of it when this returns. Raises ActuatorError, and PhoneError where it is
        gone.
        """
        match action:
            case Wait(seconds):
                self.clock.sleep(seconds)
            case Hover():
                pass
            case Key(name):
                self._input(f"keyevent {keycode(name)}")
            case Click(at, button, hold):
                x, y = pixel(frame.to_screen(at))
                self._left(button)
                self._input(f"swipe {x} {y} {x} {y} {round(hold * 1000)}" if hold > STEP else f"tap {x} {y}")
            case Drag(start, end, button, steps, hold):
                (x0, y0), (x1, y1) = pixel(frame.to_screen(start)), pixel(frame.to_screen(end))
                self._left(button)
                seconds = max(1, steps) * min(max(hold, STEP), SLOWEST)
                self._input(f"swipe {x0} {y0} {x1} {y1} {round(seconds * 1000)}")

    def close(self) -> None:
        """Nothing is held."""

    def _left(self, button: Button) -> None:
        if button is not Button.LEFT:
            raise ActuatorError(
                f"A finger has no {button.name.lower()} button: this layout's hands are made for a mouse; "
                "choose the game's own way to do it by tapping."
            )

    def _input(self, command: str) -> None:
        if answer := self.phone.link.run(f"input {command}"):
            raise ActuatorError(f"The phone did not do `input {command}`: {answer.splitlines()[0]}")
