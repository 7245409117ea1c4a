"""Which window a person means by a title, a class or a number, of those that there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.target import NoWindow, TargetError


@dataclass(frozen=True)
class WindowFacts:
    """What a person sees of one window."""

    id: int
    title: str
    name: str
    """The first half of its WM_CLASS, mostly the program's name."""
    kind: str
    """The second half of its WM_CLASS."""
    size: tuple[int, int]
    """Width and height of its client area in pixels."""
    side: bool = False
    """Whether it only serves another one: a dialog, a menu, a tool box."""
    shown: bool = True
    """Whether it is on the screen, not minimised."""
    owner: int = 0
    """The connection that made it; windows of one program have the same one."""

    def __str__(self) -> str:
        note = "" if self.shown else ", minimised"
        return f"0x{self.id:x} “{self.title}” ({self.kind or 'no class'}, {self.size[0]}x{self.size[1]}{note})"

    @property
    def area(self) -> int:
        """Its size in pixels."""
        return self.size[0] * self.size[1]

    def fit(self, wanted: str) -> int | None:
        """How well a title, class or number names it: 0 is exact, more is worse, None is not at all."""
        wanted = wanted.casefold().strip()
        kinds, title = {self.name.casefold(), self.kind.casefold()}, self.title.casefold()
        # As other programs write it, a number may be filled up with zeros.
        if wanted == str(self.id) or (wanted.startswith("0x") and wanted[2:].lstrip("0") == f"{self.id:x}"):
            return 0
        if not wanted:
            return None
        if wanted in kinds or wanted == title:
            return 1
        if any(wanted in kind for kind in kinds):
            return 2
        return 3 if wanted in title else None


def choose(windows: Sequence[WindowFacts], wanted: str) -> WindowFacts:
    """The window that a person means: the largest main window of the program that fits best.

    Raises NoWindow where none fits, with the windows that there are; TargetError where windows of several programs,
    or several of one size, fit equally well.
    """
    fits = [(fit, window) for window in windows if (fit := window.fit(wanted)) is not None]
    if not fits:
        seen = "; ".join(str(window) for window in windows if window.shown) or "none at all"
        raise NoWindow(f"No window is called {wanted!r} by title or class. The windows are: {seen}.")
    best = min(fit for fit, _ in fits)
    candidates = [window for fit, window in fits if fit == best]
    candidates = [window for window in candidates if window.shown] or candidates
    candidates = [window for window in candidates if not window.side] or candidates
    if len({window.owner for window in candidates}) == 1:
        largest = max(window.area for window in candidates)
        candidates = [window for window in candidates if window.area == largest]
    if len(candidates) > 1:
        listed = "; ".join(str(window) for window in candidates)
        raise TargetError(
            f"{len(candidates)} windows fit {wanted!r} equally well: {listed}. Close the others, or give the number of "
            f"the one to play: --window 0x{candidates[0].id:x}."
        )
    return candidates[0]
