"""No event where it does not belong: `python -m benchmarks.fuzz_gate [--steps 100000] [--managed] [--keep]`.

Each step moves, shrinks, covers, hides or raises windows or gives the keyboard away, now and then between the picture
and the click, and then clicks, drags or presses a key at random. Every press that a window hears is counted by windows
that are not the bot's. `astray` are presses that another window than the target heard. With `--managed` a window
manager moves the target when it comes to it and passes clicks on when it has looked at them: what happens meanwhile
nobody can foresee, and the presses that go astray then show how rare that is.
"""

from __future__ import annotations

import argparse
import sys
import time

from benchmarks.line import report
from tests.desktop_fuzz import Desktop, play
from tests.display import display_server, missing_programs


def main() -> None:
    """Play on a display of its own and print the line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--managed", action="store_true")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    if lacking := missing_programs("Xvfb", *(["openbox"] if given.managed else [])):
        sys.exit(f"Expected {', '.join(lacking)} to be installed; install with apt-get.")
    with display_server(window_manager=given.managed) as server:
        desktop = Desktop(server.name, given.seed, managed=given.managed)
        start = time.monotonic()
        fates = play(desktop, given.steps, given.seed)
        seconds = time.monotonic() - start
        heard = desktop.listen()
        desktop.close()
    figures: dict[str, float] = {
        "steps": given.steps,
        "sent": sum(fates[kind] for kind in ("click", "drag", "key")),
        "heard": heard["button target"] + heard["key target"],
        "astray": sum(count for name, count in heard.items() if not name.endswith("target")),
        **{f"refused_{rule}": count for rule, count in sorted(fates.items()) if rule not in {"click", "drag", "key"}},
        "steps_a_second": round(given.steps / seconds),
    }
    report(f"fuzz gate{' managed' if given.managed else ''}", figures, keep=given.keep)


if __name__ == "__main__":
    main()
