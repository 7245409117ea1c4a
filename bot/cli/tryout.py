"""Trying out, before a game is played that nobody knows, which keys move its cursor and which one swaps, or how the
mouse does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from bot.action import Actuator
from bot.actuate.gate import Gate, Refused
from bot.approach import Walks
from bot.capture import Capture
from bot.cli.keys import with_keys
from bot.cli.said import Said
from bot.cli.unseen import OPEN, Found, find_board, learn_board
from bot.clock import Clock
from bot.control.controls import make_control
from bot.devices import gate_rules
from bot.errors import CannotReadError, StoppedError, UsageError
from bot.layout import SLUG, Layout
from bot.layouts import known_layouts, own_home
from bot.stop import Stopper
from bot.target import Target
from bot.vision.readers import make_reader
from engine.position import UNKNOWN

if TYPE_CHECKING:
    from calibration.trying import Cursor, Trier

STEPS: Final = ("up", "down", "left", "right")
RAISE: Final = "raise"
SWAP: Final = "swap"
MICE: Final = {
    "drag-cells": "Panels are dragged to their neighbours.",
    "click-cells": "A click on each of two swaps them.",
}
"""The controls by which panels are swapped with a mouse, in the order in which they are tried, and how that is told."""
LONGEST: Final = 120.0
"""Seconds for which keys are tried out at the most."""


class NoCursorError(CannotReadError):
    """No cursor goes over a board as keys say."""


def wants_trying(found: Found) -> bool:
    """Whether a board was learned just now, is played by walking a cursor, and nobody knows how that looks."""
    return found.learned and not found.layout.board.cursor and isinstance(make_control(found.layout.hands), Walks)


def keep_learned(layout: Layout, name: str) -> Layout:
    """Keep a layout that was learned just now as one of the person's own. Raises UsageError where the name is none, or
    taken.
    """
    from calibration.keep import keep_copy

    skin = name.removeprefix(f"{layout.game}/")
    if not re.fullmatch(SLUG, skin):
        raise UsageError(f"Expected a name of small letters, digits and hyphens, such as mine, found {name!r}.")
    return keep_copy(layout, own_home() / layout.game / skin)


def tried(
    found: Found,
    target: Target,
    capture: Capture,
    hand: Actuator,
    clock: Clock,
    stopper: Stopper,
    rules: Mapping[str, Any],
    keys: Sequence[str],
    say: Callable[[str], None],
    seconds: float | None = None,
    most: int | None = None,
) -> Found:
    """The board with the keys that were seen to move its cursor and to swap, and with the looks of the cursor; or with
    the mouse, where that is seen to swap and no key moves anything. `keys` are `MEANING=KEY`, as the person said; these
    are not looked for. Nothing is pressed after so many seconds, or after the LONGEST; and no more than `most` swaps
    are made, which are counted in what is found. A stack that stood still when it was found, and rises by now, is
    learned again as one that does.

    Raises CannotReadError where no cursor goes where keys say, or no key swaps, and StoppedError where time is up.
    """
    rules_of_gate = replace(
        gate_rules(target, found.layout.hands.gap), seconds=LONGEST if seconds is None else min(LONGEST, seconds)
    )
    gate = Gate(hand, target, clock, rules_of_gate, lambda: stopper.reason)
    trial = Trial(capture, gate, clock, stopper, rules, keys, most=most)
    try:
        layout, how = trial.played(found)
    except Refused as refusal:
        raise StoppedError(str(refusal)) from refusal
    finally:
        gate.close()
    say(how)
    again = find_board(capture, clock, [layout], rules, stopper)
    return replace(again, learned=True, swapped=len(trial.swapped))


@dataclass(frozen=True, eq=False)
class Trial:
    """Trying out keys on one board, through a gate."""

    capture: Capture
    gate: Gate
    clock: Clock
    stopper: Stopper
    rules: Mapping[str, Any]
    keys: Sequence[str]
    """`MEANING=KEY`, as the person said."""
    names: Sequence[str] = ()
    """Keys to try, whatever they mean; none: the usual ones."""
    most: int | None = None
    """How many swaps the person allows; None: any number."""
    swapped: list[str] = field(default_factory=list)
    """The key, or control, of each swap that was made, or may have been."""

    @property
    def said(self) -> set[str]:
        """The meanings whose keys the person said."""
        return {one.partition("=")[0] for one in self.keys}

    def played(self, found: Found) -> tuple[Layout, str]:
        """The layout with all by which it is played, and what to say of that. Raises CannotReadError, Refused."""
        try:
            layout = self.kept(*self.find_out(found))
        except NoCursorError as none:
            if self.said - {RAISE}:
                raise
            return self._by_mouse(found, none)
        keys = layout.hands.keys
        return layout, f"The cursor goes with {', '.join(keys[step] for step in STEPS)}; {keys[SWAP]} swaps."

    def _by_mouse(self, found: Found, none: NoCursorError) -> tuple[Layout, str]:
        """The layout with the mouse, and what to say of that. Raises `none` where it swaps nothing, Refused."""
        from calibration.keep import keep_mouse, with_hands
        from calibration.trying import Trier

        found = found if self._seen(found) else self._moving(found) or found
        trier = Trier(self.capture, self.gate, self.clock, found.reader)
        for control, how in MICE.items():
            if self.left == 0:
                break
            # Where no swap was seen there may have been one all the same.
            self.swapped.append(control)
            if trier.swaps(make_control(with_hands(found.layout.hands, control=control))):
                return keep_mouse(found.layout, control), f"No key moves a cursor over it, but the mouse swaps. {how}"
        raise none

    def find_out(self, found: Found) -> tuple[Layout, dict[str, str]]:
        """The layout with the cursor, and all keys. Raises CannotReadError, Refused."""
        known: dict[str, str] | None = None
        swap: str | None = None
        try:
            cursor, known = self._cursor(found, None)
            moving = None if self._seen(found) else self._moving(found)
            if moving is None:
                layout, swap = self._swap(found, cursor, known, None)
                moving = self._moving(found)
        except CannotReadError:
            # The keys may have begun a game whose stack rises: what lies between two rows is no known panel.
            moving = self._moving(found)
            if moving is None:
                raise
        if moving is not None:
            cursor, known = self._cursor(moving, known)
            layout, swap = self._swap(moving, cursor, known, swap)
        assert known is not None
        assert swap is not None
        return layout, {**known, SWAP: swap}

    def kept(self, layout: Layout, found_out: Mapping[str, str]) -> Layout:
        """The layout with the keys that were found out. Nothing tells which key raises a stack, and one that does
        nothing would be pressed again and again: so none is, unless the person said it.
        """
        from calibration.keep import keep_cursor

        raises = RAISE in self.said
        kept = {meaning: key for meaning, key in found_out.items() if meaning != RAISE or raises}
        return keep_cursor(layout, (), kept, None if raises else {"lifting": False})

    def _cursor(self, found: Found, known: dict[str, str] | None) -> tuple[Cursor, dict[str, str]]:
        """The cursor, and the keys of the board with those that move it. Raises CannotReadError."""
        from calibration.trying import SETS, Trier

        trier = Trier(self.capture, self.gate, self.clock, found.reader)
        usual = {**found.layout.hands.keys, **(known or {})}
        own = {step: usual[step] for step in STEPS}
        fixed = known is not None or bool(self.said & set(own))
        sets = [own] if fixed else [own, *(keys for keys in SETS if keys != own)]
        if self.names and known is None:
            sets = [told(trier.find_keys(self.names), self.names)]
        cursor = trier.find_cursor(sets)
        if cursor is None:
            tried_keys = "; ".join(", ".join(keys.values()) for keys in sets)
            raise NoCursorError(
                f"The board can be read, but no cursor goes over it as these keys say: {tried_keys}. Start the game; "
                "in a browser, click on its page once, else keys do not reach it; where it has other keys, say so: "
                "--key left=KEY and so on."
            )
        return cursor, {**usual, **cursor.keys}

    def _swap(self, found: Found, cursor: Cursor, keys: dict[str, str], known: str | None) -> tuple[Layout, str]:
        """The layout with the looks of the cursor, and the key that swaps. Raises CannotReadError."""
        from calibration.keep import keep_cursor
        from calibration.trying import Trier

        layout = keep_cursor(found.layout, cursor.samples, keys, hold=cursor.hold)
        trier = Trier(self.capture, self.gate, self.clock, make_reader(layout), cursor.hold)
        said = keys[SWAP] if SWAP in self.said else known
        if said is not None and self.left == 0:
            return layout, said
        return layout, self.find_swap(trier, cursor.keys, [said] if said is not None else [])

    def find_swap(self, trier: Trier, cursor: Mapping[str, str], names: Sequence[str] = ()) -> str:
        """Which of these keys, or of all that may, swaps what lies under the cursor, which these others move.

        Raises CannotReadError where none does, StoppedError where no swap is allowed.
        """
        from calibration.trying import SWAPS

        if self.left == 0:
            raise StoppedError(
                "The limit of moves leaves no swap by which to find out the key that swaps: allow one more, or say the "
                "key: --key swap=KEY."
            )
        names = names or [key for key in dict.fromkeys((*self.names, *SWAPS)) if key not in cursor.values()]
        before = trier.swapped
        swap = trier.find_swap(cursor, names, sure=self.left != 1)
        # Where none was seen there may have been one all the same.
        self.swapped.extend([swap or UNKNOWN] * max(1, trier.swapped - before))
        if swap is None and not trier.tried:
            raise CannotReadError(
                "The cursor moves, but was not seen over two panels that differ, again and again, so that no key that "
                "may swap them was pressed. Start the game anew, or say which key swaps: --key swap=KEY."
            )
        if swap is None:
            raise CannotReadError(
                f"The cursor moves, but none of these keys swaps what lies under it: {', '.join(names)}. Say which one "
                "does: --key swap=KEY."
            )
        return swap

    @property
    def left(self) -> int | None:
        """How many swaps may still be made; None: any number."""
        return None if self.most is None else max(0, self.most - len(self.swapped))

    def _seen(self, found: Found) -> bool:
        """Whether most of the board is still to be told as it was found."""
        position = found.reader.read(self.capture.grab()).position
        cells = "".join(position.board) if position is not None else UNKNOWN
        return cells.count(UNKNOWN) <= OPEN * len(cells)

    def _moving(self, found: Found) -> Found | None:
        """The same board learned as one that moves by itself; None where it does not, or was so learned."""
        layout = found.layout
        if layout.running is not None or all(one.running is None for one in known_layouts(layout.game)):
            return None
        none, folder = CannotReadError(""), layout.folder.parents[1] / "in-motion"
        try:
            said = Said(layout.game, rules=self.rules)
            again = learn_board(self.capture, self.clock, said, folder, none, self.stopper, moving=True)
        except CannotReadError:
            return None
        return replace(again, layout=with_keys(again.layout, self.keys))


def told(found: dict[str, str], names: Sequence[str]) -> dict[str, str]:
    """The keys that move a cursor each way. Raises CannotReadError where some do not."""
    if missing := [step for step in STEPS if step not in found]:
        seen = ", ".join(f"{key} goes {way}" for way, key in found.items()) or "none of them moves one"
        raise CannotReadError(
            f"Expected keys that move a cursor over the board each way, and nothing goes {' or '.join(missing)} with "
            f"{', '.join(names)}: {seen}. Start the game, and name its other keys with --key."
        )
    return found
