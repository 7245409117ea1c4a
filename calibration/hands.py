"""How a program wants to be played, measured by pressing and watching.

Only what can be undone is done. A click is tried on one cell and must be taken back by a second click on the same
cell; a key must move a cursor that another key moves back. Where that does not hold, measuring ends and says so.
Every event goes through the hand that is given, which is a gate.

What is measured: how soon the program shows an event (`response`), how long a press must last to be seen (`hold`),
how fast presses may follow each other (`gap`), and which key means what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from bot.action import Action, ActuatorError, Click, Hover, Key
from bot.control.click_cells import resting_place
from bot.errors import BanmenError, StoppedError
from calibration.watch import Looks, Watch, nearer
from engine.moves import Cell, show_cell

HOLDS: Final = (0.0, 0.008, 0.017, 0.025, 0.034, 0.05, 0.067, 0.1)
"""Lengths of a press that are tried, in seconds: half a frame at 60 Hz, one, one and a half, two, …"""
GAPS: Final = (0.003, 0.006, 0.01, 0.02, 0.034, 0.05, 0.08, 0.12, 0.2)
"""Times from one press to the next that are tried, in seconds."""
TRIES: Final = 6
"""Presses that must all be seen for a length (or a gap) to count."""
SLOWLY: Final = 0.05
"""Seconds for which a key is held while nothing is known yet; every program that was tried sees that."""
STEPS: Final = {(0, 1): "right", (0, -1): "left", (1, 0): "down", (-1, 0): "up"}
BACK: Final = {"right": "left", "left": "right", "up": "down", "down": "up"}
CURSOR_KEYS: Final = ("Right", "Left", "Down", "Up")
PICKED_BEFORE: Final = (
    "most likely that was picked before, and is not any more. See that nothing is picked, and measure again."
)
"""The end of a sentence on cells that change at a click on another one."""
Progress = Callable[[str], None]


class HandsError(BanmenError):
    """Measuring had to end; the message says what was tried, what was seen and what to do."""

    def __init__(self, why: str, left: str = "") -> None:
        super().__init__(f"{why} {left}".rstrip())
        self.left = left
        """A sentence on what is not as it was before; empty where all is, or the message says it already."""


@dataclass(frozen=True)
class Measured:
    """How a program wants to be played."""

    response: float
    """Seconds from an event to the first change on the screen, the longest that was seen."""
    hold: float
    """Seconds that a press has to last."""
    gap: float
    """Seconds between two presses."""
    keys: dict[str, str]
    """What a key means → its X name; empty for the mouse."""
    presses: int
    """Events that were sent for it."""


def measure_mouse(watch: Watch, cells: Sequence[Cell], say: Progress = lambda _: None) -> Measured:
    """Measure clicks on a board on which a click picks a cell and a second one lets it go.

    `cells` are the cells that may be clicked; the first that answers and can be let go is used. Raises HandsError, and
    StoppedError where a click is not let through; both say which cell stays picked, if one does.
    """
    watch.learn_unrest()
    park(watch)
    trial = _Trial(watch.settled())
    try:
        return _clicks(watch, cells, trial, say)
    except ActuatorError as error:
        raise StoppedError(f"{error} {trial.left_picked(watch)}".rstrip()) from error
    except HandsError as error:
        raise HandsError(str(error), "" if trial.told else trial.left_picked(watch)) from error


def _clicks(watch: Watch, cells: Sequence[Cell], trial: _Trial, say: Progress) -> Measured:
    """As `measure_mouse`, from where nothing was clicked yet."""
    start, count = trial.start, _Count()
    cell, picked = _toggle(watch, cells, trial, count)
    say(f"A click on {show_cell(cell)} picks the cell, a second one lets it go.")

    def click(hold: float) -> Action:
        return Click(watch.grid.centre(cell), hold=hold)

    def press(hold: float, times: int, gap: float) -> bool:
        """Whether so many clicks leave the cell as they should; then let it go, slowly."""
        watch.do(*[click(hold)] * times, gap=gap)
        park(watch)
        count.add(times)
        now = watch.settled()
        wanted, other = (picked, start) if times % 2 else (start, picked)
        right = nearer(now, wanted, other)
        for _ in range(2):
            if not nearer(now, picked, start):
                return right
            watch.do(click(SLOWLY))
            park(watch)
            count.add(1)
            now = watch.shows(start, picked)
        if nearer(now, picked, start):
            raise HandsError(f"Expected a click to let {show_cell(cell)} go again, but it does not.")
        return right

    hold = shortest(HOLDS, lambda value: all(press(value, 1, 0) for _ in range(TRIES)), "a click is seen", say)
    response = max(_answers(watch, lambda _: click(hold), count))
    gap = shortest(
        GAPS, lambda value: all(press(hold, times, value) for times in (3, 2) * (TRIES // 2)), "clicks follow", say
    )
    return Measured(round(response, 4), hold, gap, {}, count.presses)


def measure_keys(watch: Watch, names: Iterable[str] = CURSOR_KEYS, say: Progress = lambda _: None) -> Measured:
    """Measure keys on a board with a cursor: which key moves it where, how long and how fast. Raises HandsError.

    Keys are pressed one by one; one that moves something is taken for what it does, whatever its name.
    """
    watch.learn_unrest()
    count = _Count()
    meaning = _directions(watch, tuple(names), count, say)
    pair = next(((way, BACK[way]) for way in ("right", "down") if {way, BACK[way]} <= set(meaning)), None)
    if pair is None:
        found = ", ".join(f"{key} goes {way}" for way, key in meaning.items()) or "none moves a cursor over the board"
        raise HandsError(
            f"Expected two keys that move a cursor to and fro, found: {found}. Give the program the keyboard, "
            "show a board on which the cursor may move, or name other keys with --key."
        )
    there, back = (meaning[way] for way in pair)
    extent = watch.grid.columns if pair[0] == "right" else watch.grid.rows
    room = min(3, max(1, extent // 2 - 1))
    # Begin at the wall, so that there is room on the other side.
    for _ in range(extent):
        watch.do(Key(back, SLOWLY), gap=SLOWLY)
        watch.clock.sleep(SLOWLY)
        count.add(1)
    places = [watch.settled()]
    for _ in range(room):
        watch.do(Key(there, SLOWLY))
        count.add(1)
        places.append(watch.settled())
    if any(not watch.changed(a, b).any() for a, b in pairwise(places)):
        raise HandsError(f"Expected {there} to move the cursor {room} cells from the edge, but it stopped before that.")
    for _ in range(room):
        watch.do(Key(back, SLOWLY))
        watch.settled()
        count.add(1)

    def goes(key: str, hold: float, times: int, gap: float, to: int) -> bool:
        watch.do(*[Key(key, hold)] * times, gap=gap)
        count.add(times)
        now = watch.settled()
        away = [float(np.abs(now - place).mean()) for place in places]
        return int(np.argmin(away)) == to

    def home() -> None:
        for _ in range(room + 1):
            watch.do(Key(back, SLOWLY))
            watch.clock.sleep(SLOWLY)
            count.add(1)
        watch.settled()

    def there_and_back(hold: float, times: int, gap: float) -> bool:
        right = goes(there, hold, times, gap, times) and goes(back, hold, times, gap, 0)
        if not right:
            home()
        return right

    hold = shortest(
        HOLDS, lambda value: all(there_and_back(value, 1, 0) for _ in range(TRIES // 2)), "a key is seen", say
    )
    response = max(_answers(watch, lambda turn: Key(there if turn % 2 == 0 else back, hold), count))
    gap = shortest(
        GAPS, lambda value: all(there_and_back(hold, room, value) for _ in range(TRIES // 2)), "keys follow", say
    )
    return Measured(round(response, 4), hold, gap, meaning, count.presses)


class _Count:
    """Events that were sent."""

    def __init__(self) -> None:
        self.presses = 0

    def add(self, number: int) -> None:
        self.presses += number


def park(watch: Watch) -> None:
    """Take the pointer off the board, where it highlights nothing."""
    frame = watch.grab()
    watch.hand.perform(Hover(resting_place(watch.grid, frame.size)), frame)


class _Trial:
    """What is known of the cell on which clicks are tried."""

    def __init__(self, start: Looks) -> None:
        self.start = start
        """The board before anything was clicked."""
        self.cell: Cell | None = None
        """The cell that was clicked last."""
        self.picked: Looks | None = None
        """The board with that cell picked, once it is known that a second click lets it go."""
        self.told = False
        """Whether the person was told how the board was left."""

    def left_picked(self, watch: Watch) -> str:
        """A sentence on the cell that stays picked, or may; empty where it looks as before."""
        if self.cell is None:
            return ""
        with suppress(BanmenError):
            now = watch.settled()
            if self.picked is None and self.cell not in watch.cells(self.start, now):
                return ""
            if self.picked is not None and nearer(now, self.start, self.picked):
                return ""
            return f"{show_cell(self.cell)} stays picked: let it go before you play on."
        return f"{show_cell(self.cell)} may stay picked: see that it is not before you play on."


def _toggle(watch: Watch, cells: Sequence[Cell], trial: _Trial, count: _Count) -> tuple[Cell, Looks]:
    """A cell that a click picks and a second click lets go, and the board with it picked."""
    start = trial.start
    for cell in cells[:TRIES]:
        trial.cell = cell
        click = Click(watch.grid.centre(cell), hold=SLOWLY)
        watch.do(click)
        park(watch)
        count.add(1)
        picked = watch.settled()
        changed = watch.cells(start, picked)
        if not changed:
            continue
        if cell not in changed:
            trial.told = True
            raise HandsError(
                f"Expected a click on {show_cell(cell)} to change that cell, but {_listed(changed)} changed instead: "
                f"{PICKED_BEFORE}"
            )
        watch.do(click)
        park(watch)
        count.add(1)
        again = watch.settled()
        if watch.changed(start, again).any():
            trial.told = True
            raise HandsError(_not_taken_back(cell, watch.cells(start, again)))
        trial.picked = picked
        return cell, picked
    raise HandsError(
        f"Expected a click to change the board, but none of {min(len(cells), TRIES)} did: show one that takes clicks."
    )


def _not_taken_back(cell: Cell, changed: frozenset[Cell]) -> str:
    """Says what is amiss where cells still look other than before a cell was clicked twice."""
    second = f"Expected a second click on {show_cell(cell)} to take the first one back, but"
    if cell not in changed:
        return f"{second} {_listed(changed)} looks different: {PICKED_BEFORE}"
    if _apart(changed, cell):
        return (
            f"{second} the board looks different: clicks cannot be tried here without playing. Undo it, and leave the "
            "hands as they are."
        )
    return (
        f"{second} it looks different still: clicks cannot be tried here without playing. If it stays picked, let it "
        "go as the program has it (some do at a click with the right button), else undo it; and leave the hands as "
        "they are."
    )


def _apart(cells: Iterable[Cell], cell: Cell) -> list[Cell]:
    """Those of the cells that do not touch this one, on which what frames it may show."""
    return sorted(one for one in cells if max(abs(one[0] - cell[0]), abs(one[1] - cell[1])) > 1)


def _listed(cells: Iterable[Cell]) -> str:
    """A few cells in words."""
    first, *others = sorted(cells)
    return f"{show_cell(first)} and {len(others)} more" if others else show_cell(first)


def _directions(watch: Watch, names: Sequence[str], count: _Count, say: Progress) -> dict[str, str]:
    """Which of the keys moves the cursor where. At a wall a key does nothing, so every key has a second turn."""
    meaning: dict[str, str] = {}
    for name in (*names, *names):
        if name in meaning.values():
            continue
        seen = [watch.settled()]
        for _ in range(2):
            watch.do(Key(name, SLOWLY))
            count.add(1)
            seen.append(watch.settled())
        first, second = watch.cells(seen[0], seen[1]), watch.cells(seen[1], seen[2])
        way = direction(first, second)
        if way is not None and way not in meaning:
            meaning[way] = name
            say(f"{name} moves the cursor {way}.")
    return meaning


def direction(first: frozenset[Cell], second: frozenset[Cell]) -> str | None:
    """The way in which a cursor went in two steps, from the cells that changed in each; None where it is no cursor.

    >>> direction(frozenset({(2, 1), (2, 2)}), frozenset({(2, 2), (2, 3)}))
    'right'
    >>> direction(frozenset({(2, 1), (2, 2)}), frozenset({(2, 1), (2, 2)})) is None
    True
    """
    if not first or not second or len(first) > 8 or len(second) > 8:
        return None
    moved = np.mean(list(second), 0) - np.mean(list(first), 0)
    step = (round(float(moved[0])), round(float(moved[1])))
    return STEPS.get(step) if np.abs(moved - step).max() < 0.3 else None


def _answers(watch: Watch, action: Callable[[int], Action], count: _Count) -> list[float]:
    """How soon the program showed each of some events; an even number of them, so that all is as it was."""
    found = []
    for turn in range(TRIES // 2 * 2):
        spent = watch.answer(action(turn))
        count.add(1)
        watch.settled()
        if spent is not None:
            found.append(spent)
    if not found:
        raise HandsError("Expected the program to show what was pressed, but nothing changes any more.")
    return found


def shortest(values: Sequence[float], holds: Callable[[float], bool], what: str, say: Progress) -> float:
    """The value after the shortest one that holds, for safety; the tries stop at the first that holds twice."""
    for number, value in enumerate(values):
        if holds(value) and holds(value):
            safe = values[min(number + 1, len(values) - 1)] if value else value
            say(f"{what.capitalize()} from {value * 1000:.0f} ms on; {safe * 1000:.0f} ms are used.")
            return safe
    raise HandsError(f"Expected that {what} at {values[-1] * 1000:.0f} ms, but not all of them did: nothing is kept.")
