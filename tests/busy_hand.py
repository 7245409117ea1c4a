"""A process that clicks as fast as the gate lets it until it is stopped, again and again; or holds a key for long.

`python -m tests.busy_hand click WINDOW ROUNDS` prints `ready` before each round and `stopped` after it, and waits for a
line before the next one; `hold WINDOW 1` prints `ready` and holds the left arrow key.
"""

from __future__ import annotations

import sys
from functools import partial

import numpy as np

from bot.action import Click, Key
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
                    gate.perform(Click(Point(20, 20)) if what == "click" else Key("Left", hold=60), frame)
            except Refused as refusal:
                gate.close()
                say(f"stopped {refusal.rule}")


if __name__ == "__main__":
    main()
