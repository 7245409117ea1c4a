"""No event where it does not belong: `python -m benchmarks.fuzz_gate [--steps N] [--managed | --cut | --far] [--keep]`.

Each step moves, shrinks, covers, hides or raises windows or gives the keyboard away, now and then between the picture
and the click, and then clicks, drags or presses a key at random. Every press that a window hears is counted by
windows that are not the bot's. `astray` are presses that another window than the target heard. `raw` are all presses
that the display's devices made, by XInput's raw events on a connection of its own: none besides what was sent. With
`--managed` a window manager moves the target when it comes to it and passes clicks on when it has looked at them:
what happens meanwhile nobody can foresee, so nothing does, but what it has in hand when the click is decided on may
be anything. With `--cut` the monitor shows only a part of the screen, beyond which the display lets no pointer go.
`--far` plays on monitors left of and above the main one, where places are negative: such there are on Windows and
macOS only, so on a desktop in memory that answers as these do.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.line import report
from tests.desktop_fuzz import Desktop, play
from tests.display import display_server, missing_programs
from tests.far_desktop import SYSTEMS, RestlessFarDesktop
from tests.raw_input import RawInput


def main() -> None:
    """Play and print the line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--managed", action="store_true")
    parser.add_argument("--cut", action="store_true")
    parser.add_argument("--far", action="store_true")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    start = time.monotonic()
    if given.far:
        fates, heard, raw = Counter[str](), Counter[str](), {}
        for kind in SYSTEMS:
            far = RestlessFarDesktop(kind, given.seed)
            fates += play(far, given.steps, given.seed)
            heard += far.listen()
    else:
        fates, heard, pressed = on_x11(given.steps, given.seed, managed=given.managed, cut=given.cut)
        raw = {"raw": pressed["button down"] + pressed["key down"]}
    seconds = time.monotonic() - start
    figures: dict[str, float] = {
        "steps": given.steps * (len(SYSTEMS) if given.far else 1),
        "sent": sum(fates[kind] for kind in ("click", "drag", "key")),
        "heard": heard["button target"] + heard["key target"],
        **raw,
        "astray": sum(count for name, count in heard.items() if not name.endswith("target")),
        **{f"refused_{rule}": count for rule, count in sorted(fates.items()) if rule not in {"click", "drag", "key"}},
        "steps_a_second": round(sum(fates.values()) / seconds),
    }
    kinds = [kind for kind in ("managed", "cut", "far") if vars(given)[kind]]
    report(" ".join(["fuzz gate", *kinds]), figures, keep=given.keep)


@contextmanager
def overheard(display: str) -> Iterator[Counter[str]]:
    """What all devices of a display do meanwhile; whole once it is over."""
    ear, seen, over = RawInput(display), Counter[str](), threading.Event()

    def listen() -> None:
        while not over.is_set():
            seen.update(one.what for one in ear.heard(0.05))

    listener = threading.Thread(target=listen)
    listener.start()
    try:
        yield seen
    finally:
        over.set()
        listener.join()
        seen.update(one.what for one in ear.heard(0.5))
        ear.close()


def on_x11(steps: int, seed: int, *, managed: bool, cut: bool) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Play on a display of its own; what became of the actions, what the windows heard, and what the devices did."""
    if lacking := missing_programs("Xvfb", *(["openbox"] if managed else [])):
        sys.exit(f"Expected {', '.join(lacking)} to be installed; install with apt-get.")
    with display_server(window_manager=managed) as server:
        if cut:
            server.show_only(server.size[0] * 2 // 3, server.size[1] * 3 // 4)
        desktop = Desktop(server.name, seed, managed=managed)
        with overheard(server.name) as raw:
            fates = play(desktop, steps, seed)
            heard = desktop.listen()
        desktop.close()
    return fates, heard, raw


if __name__ == "__main__":
    main()
