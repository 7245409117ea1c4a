"""A process that clicks as fast as the gate lets it until it is stopped, again and again; or types; or holds a key.

`python -m tests.busy_hand click WINDOW ROUNDS` prints `ready` before each round and `stopped` and the rule after it,
and waits for a line before the next one; `type` does so with the left arrow key; `hold WINDOW 1` holds that for long.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import Final

import numpy as np

from bot.action import Action, Click, Key
from bot.actuate.gate import Gate, GateRules, Refused
from bot.clock import RealClock
from bot.devices import open_actuator, open_stopper
from bot.frame import Frame, Point
from bot.x11.display import shared
from bot.x11.windows import XWindow


def say(what: str) -> None:
    """Tell who started this."""
    sys.stdout.write(what + "\n")
    sys.stdout.flush()


DOES: Final[dict[str, Action]] = {
    "click": Click(Point(20, 20)),
    "type": Key("Left", hold=0),
    "hold": Key("Left", hold=60),
}


def main() -> None:
    """Do what was asked for."""
    what, window, rounds = sys.argv[1], XWindow(shared(), int(sys.argv[2]), "Board"), int(sys.argv[3])
    for turn in range(rounds):
        if turn:
            sys.stdin.readline()
        stopper, _ = open_stopper()
        with stopper:
            hand = open_actuator("xtest", stopper)
            gate = Gate(hand, window, stopper, GateRules(gap=0.002, stale=60), partial(getattr, stopper, "reason"))
            box, clock = window.box(), RealClock()
            frame = Frame(np.zeros((int(box.h), int(box.w), 4), np.uint8), clock.now(), Point(box.x, box.y))
            say("ready")
            try:
                while True:
                    gate.perform(DOES[what], frame)
            except Refused as refusal:
                gate.close()
                say(f"stopped {refusal.rule}")


if __name__ == "__main__":
    main()
