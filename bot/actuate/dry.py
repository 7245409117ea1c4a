"""A hand that only says what it would do: the first run of anything that clicks."""

from __future__ import annotations

from bot.action import Action, Click, Drag, Hover, Key
from bot.actuate import pixel
from bot.frame import Frame


class Dry:
    """Touches nothing and keeps what it would have done."""

    def __init__(self) -> None:
        self.log: list[str] = []
        """One line for each action, places in screen units."""

    def perform(self, action: Action, frame: Frame) -> None:
        """Write it down."""
        self.log.append(describe(action, frame))

    def close(self) -> None:
        """Nothing is held."""


def describe(action: Action, frame: Frame) -> str:
    """An action in words, its place in screen units."""
    match action:
        case Click(at, button, hold):
            x, y = pixel(frame.to_screen(at))
            return f"click {button.name.lower()} at {x},{y}" + (f" for {hold:g} s" if hold else "")
        case Drag(start, end, button, hold=hold):
            (x0, y0), (x1, y1) = pixel(frame.to_screen(start)), pixel(frame.to_screen(end))
            held = f" with {hold:g} s between" if hold else ""
            return f"drag {button.name.lower()} from {x0},{y0} to {x1},{y1}{held}"
        case Hover(at):
            x, y = pixel(frame.to_screen(at))
            return f"point at {x},{y}"
        case Key(name, hold):
            return f"press {name} for {hold:g} s"
    return f"wait {action.seconds:g} s"
