"""What a recording comes to: the moves with their waits, how well the board was seen, where it hesitated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from bot.reading import Sight
from bot.step import Act
from bot.story import Look, Story

SHARES = (50, 90, 99)
"""The percentiles that are told of each wait."""


@dataclass(frozen=True)
class Played:
    """A move as it was played."""

    look: int
    """The look of the story at which it was decided, from 0."""
    at: float
    """Seconds since the first look."""
    said: str
    again: bool
    """Whether it had been tried before."""
    stood: float
    """Seconds that the picture had stood still when it was decided; 0 where it had only just changed."""
    answered: float | None
    """Seconds until the picture changed after it; None where it never did."""


@dataclass(frozen=True)
class Span:
    """A stretch of time in which the board was seen equally well."""

    start: float
    end: float
    sight: Sight
    why: str
    """What kept it from being clear; empty where it was."""


@dataclass(frozen=True)
class Pause:
    """A look at which it did not go on as it should, or several in a row for the same reason."""

    look: int
    at: float
    why: str
    looks: int


@dataclass(frozen=True)
class Waits:
    """How long something took, over all moves, in milliseconds."""

    name: str
    values: tuple[float, ...]

    @property
    def shares(self) -> tuple[tuple[int, float], ...]:
        """The percentiles of SHARES."""
        return tuple((share, float(np.percentile(self.values, share))) for share in SHARES)

    def heights(self, bars: int = 24) -> tuple[tuple[float, ...], float]:
        """How many moves fall into each of so many equal steps up to the longest wait, the tallest 1; and that wait."""
        longest = max(self.values) or 1.0
        counts, _ = np.histogram(self.values, bars, (0, longest))
        return tuple(float(count / counts.max()) for count in counts), longest


@dataclass(frozen=True)
class Chapters:
    """A recording, sorted for telling."""

    seconds: float
    """From the first look to the last."""
    moves: tuple[Played, ...]
    spans: tuple[Span, ...]
    pauses: tuple[Pause, ...]
    waits: tuple[Waits, ...] = field(default=())


def chapters(story: Story) -> Chapters:
    """Sort a story that was told to its end. One without a single look has no moves, spans or pauses."""
    looks = story.looks
    if not looks:
        return Chapters(0.0, (), (), ())
    first, last = _time(looks[0]), _time(looks[-1])
    moves = _moves(looks, first)
    waits = (
        Waits("from the last change of the picture to the move", tuple(1000 * move.stood for move in moves)),
        Waits(
            "from the move to the game's answer",
            tuple(1000 * move.answered for move in moves if move.answered is not None),
        ),
    )
    return Chapters(
        last - first, moves, _spans(looks, first), _pauses(looks, first), tuple(wait for wait in waits if wait.values)
    )


def _time(look: Look) -> float:
    return float(look.line["t"])


def _moves(looks: Sequence[Look], first: float) -> tuple[Played, ...]:
    changed = first
    shown: int | None = None
    moves: list[Played] = []
    waiting: list[int] = []
    for number, look in enumerate(looks):
        now = _time(look)
        if look.line["frame"] != shown:
            for index in waiting:
                moves[index] = _answered(moves[index], now - first)
            waiting.clear()
            changed, shown = now, look.line["frame"]
        if look.hands and isinstance(look.step, Act) and not look.step.leads:
            waiting.append(len(moves))
            said = str(look.step).removeprefix("act: ")
            moves.append(Played(number, now - first, said, look.step.attempt > 1, now - changed, None))
    return tuple(moves)


def _answered(move: Played, at: float) -> Played:
    return Played(move.look, move.at, move.said, move.again, move.stood, at - move.at)


def _spans(looks: Sequence[Look], first: float) -> tuple[Span, ...]:
    spans: list[Span] = []
    for number, look in enumerate(looks):
        start = _time(look) - first
        end = _time(looks[min(number + 1, len(looks) - 1)]) - first
        if spans and (spans[-1].sight, spans[-1].why) == (look.sight, look.unclear):
            spans[-1] = Span(spans[-1].start, end, look.sight, look.unclear)
        else:
            spans.append(Span(start, end, look.sight, look.unclear))
    return tuple(spans)


def _pauses(looks: Sequence[Look], first: float) -> tuple[Pause, ...]:
    pauses: list[Pause] = []
    before = ""
    for number, look in enumerate(looks):
        if look.hesitation and look.hesitation == before:
            last = pauses[-1]
            pauses[-1] = Pause(last.look, last.at, last.why, last.looks + look.times)
        elif look.hesitation:
            pauses.append(Pause(number, _time(look) - first, look.hesitation, look.times))
        before = look.hesitation
    return tuple(pauses)
