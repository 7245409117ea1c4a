"""The command line: what a person types, and what a script reads back.

Each command imports what it needs when it runs, so that `--help` is there at once.
"""

from __future__ import annotations

import atexit
import gc
import sys
from typing import Final

BRIEF: Final = frozenset({"solve", "read", "hint"})
"""Commands that end within seconds."""
LOADED: Final = 400_000
"""Objects that such a command may make before it looks for some to throw away; it loads half as many for good."""

EXIT_OTHER, EXIT_USAGE, EXIT_UNREADABLE, EXIT_NO_SOLUTION, EXIT_STOPPED = 1, 2, 3, 4, 5


def main() -> None:
    """Run the command line; every expected error is one sentence on stderr and an exit code."""
    import os

    if BRIEF.intersection(sys.argv[1:2]):
        _hurry()
    from bot.cli.commands import app
    from bot.errors import BanmenError
    from engine.api import BadPosition, BadRule
    from engine.moves import IllegalMove

    try:
        app(prog_name="banmen")
    except BanmenError as error:
        _leave(str(error), error.exit_code)
    except BadRule as error:
        _leave(str(error), EXIT_USAGE)
    except (BadPosition, IllegalMove) as error:
        _leave(str(error), EXIT_UNREADABLE)
    except KeyboardInterrupt:
        _leave("Stopped.", EXIT_STOPPED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_OTHER)


def _hurry() -> None:
    """Look for no garbage while modules are loaded, nor on the way out: that is a quarter of a brief command's time."""
    gc.set_threshold(LOADED)
    atexit.register(gc.freeze)


def _leave(message: str, code: int) -> None:
    sys.stderr.write(f"banmen: {message}\n")
    sys.exit(code)
