"""The errors that a person is told in one sentence: what was expected, what was found, what to do."""

from __future__ import annotations


class BanmenError(Exception):
    """Something outside Banmen is not as it must be. `exit_code` is what the command line returns."""

    exit_code = 1


class UsageError(BanmenError):
    """The request itself cannot be carried out."""

    exit_code = 2


class CannotReadError(BanmenError):
    """There is no board to be trusted: none found, covered, in doubt, or not a picture."""

    exit_code = 3


class StoppedError(BanmenError):
    """A person, the gate or a limit does not let it go on."""

    exit_code = 5
