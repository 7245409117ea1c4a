"""The loop: grab, read, decide, act, and look again until the pilot or the person says stop."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from typing import Protocol, TypeAlias

from bot.action import Action, Actuator, ActuatorError, Hover
from bot.actuate.gate import Refused
from bot.capture import Capture, CaptureError
from bot.chase import Chaser
from bot.clock import Clock
from bot.errors import BanmenError
from bot.frame import Frame
from bot.grid import Grid
from bot.pilot import Pilot
from bot.reading import Reader, Reading
from bot.step import Act, Ending, Step, Stop
from bot.target import TargetError
from bot.unchanged import Unchanged
from engine.moves import Mark

PREPARING = 10.0
"""Seconds for which a session looks for something to plan before it starts."""
PATIENT = 0.2
"""A wait for the screen takes up to this part of the time that it has stood still, so nothing is noticed much too late.
"""
SLOWEST = 0.05
"""Seconds that such a wait takes at the most."""
FADING = 0.8
"""Seconds for which what is lit under the pointer may go on to be seen when it is gone."""
GLIMPSE = 0.02
"""Seconds between two pictures in which that is looked for."""
STALLS = 5
"""Pictures in which it must get less, once all of an act was done."""
CUT_OFF = "a part of the window lies beyond the screen: move it so that all of it can be seen"
UNSEEN = frozenset({Ending.COVERED, Ending.UNREADABLE})
"""Endings that may have come because of that."""
Sighting: TypeAlias = tuple[Frame, Reading]
"""A frame and what was read in it."""


class Watcher(Protocol):
    """Somebody who follows a session: the recorder, the text view."""

    def seen(self, frame: Frame, reading: Reading, step: Step) -> None:
        """A frame was read and a step decided, before it is carried out. A BanmenError ends the session."""

    def done(self, step: Act, actions: int) -> None:
        """So many actions of a step were carried out. A BanmenError ends the session."""

    def ended(self, report: Report) -> None:
        """The session is over."""


@dataclass
class Report:
    """How a session went."""

    ending: Ending
    why: str
    moves: int = 0
    seconds: float = 0.0
    """From the start of `run`, when it may click, to the end."""
    prepared: float = 0.0
    """Seconds that `prepare` took before."""
    retries: int = 0
    misread: int = 0
    """Stable boards that contradicted the prediction, and boards that the game's arithmetic refused."""
    refused: int = 0
    """Actions that the gate held back."""
    frames: int = 0
    rule: str = ""
    """The house rule, `name=value`, that a refused move told; empty where none did."""
    times: dict[str, float] = field(default_factory=dict)
    """Where the time of `run` went: seconds of grab, read, decide, act, wait."""

    def as_json(self) -> dict[str, object]:
        """For the closing line of `play --json`."""
        return {
            "outcome": self.ending.value,
            "why": self.why,
            "moves": self.moves,
            "seconds": round(self.seconds, 3),
            "prepared": round(self.prepared, 3),
            "misread": self.misread,
            "retries": self.retries,
            "refused": self.refused,
            "frames": self.frames,
            **({"rule": self.rule} if self.rule else {}),
            "times": {name: round(spent, 4) for name, spent in self.times.items()},
        }


@dataclass(frozen=True)
class Bounds:
    """How far a session may go."""

    moves: int | None = None
    seconds: float | None = None
    look: float = 0.005
    """Seconds between two decisions while nothing changes on the screen; they grow to SLOWEST while nothing does."""
    rest: float = 0.0
    """Seconds at the least between two looks, however much changes."""


class Session:
    """One run of the loop on one target."""

    def __init__(
        self,
        capture: Capture,
        reader: Reader,
        pilot: Pilot | Chaser,
        actuator: Actuator,
        clock: Clock,
        bounds: Bounds | None = None,
        watchers: Sequence[Watcher] = (),
        stopped: Callable[[], str | None] = lambda: None,
        first: Sighting | None = None,
    ) -> None:
        """`first` is a look that was taken already: the frame in which the reader found the board, and its reading."""
        self.capture, self.reader, self.pilot, self.actuator, self.clock = capture, reader, pilot, actuator, clock
        self.bounds = bounds or Bounds()
        self.watchers = watchers
        self.stopped = stopped
        self._first = first
        self._frame: Frame | None = None
        self._grid: Grid | None = None
        """Where the board lay in the last reading."""
        self._stirred = clock.now()
        """When the screen changed last, or may have."""
        self._cut = False
        """Whether the last look showed a part of the target only."""
        self._ended: Stop | None = None
        self._prepared = 0.0
        self._times: defaultdict[str, float] = defaultdict(float)
        self._frames = 0
        self._refused = 0

    def prepare(self, patience: float = PREPARING) -> bool:
        """Look and think, but touch nothing, until there is a plan to start `run` with; takes about so many seconds
        at the most. False where there is nothing to play, which `run` then tells.
        """
        start = self.clock.now()
        while self._ended is None and self.pilot.plan is None and not self.stopped():
            step = self._look()
            if isinstance(step, Stop):
                self._ended = step
            elif self.clock.now() - start > patience:
                break
            else:
                self._wait()
        self._prepared = self.clock.now() - start
        return self._ended is None

    def run(self) -> Report:
        """Play until something ends it. Errors of the screen and the hands end it with a reason; others propagate."""
        start = self.clock.now()
        self._times.clear()
        self._frame = None
        try:
            stop = self._ended or self._loop(start)
        finally:
            self.actuator.close()
        tally = self.pilot.tally
        report = Report(
            stop.ending,
            f"{CUT_OFF} ({stop.why})" if self._cut and stop.ending in UNSEEN else stop.why,
            moves=tally.moves,
            seconds=self.clock.now() - start,
            prepared=self._prepared,
            retries=tally.retries,
            misread=tally.surprises,
            refused=self._refused,
            frames=self._frames,
            rule=tally.rule,
            times=dict(self._times),
        )
        for watcher in self.watchers:
            watcher.ended(report)
        return report

    def _loop(self, start: float) -> Stop:
        while True:
            if reason := self.stopped():
                return Stop(Ending.STOPPED, reason)
            if self.bounds.seconds is not None and self.clock.now() - start >= self.bounds.seconds:
                return Stop(Ending.STOPPED, f"the time limit of {round(self.bounds.seconds, 1):g} s is reached")
            step = self._look()
            if isinstance(step, Stop):
                return step
            if isinstance(step, Act):
                if self.bounds.moves is not None and self.pilot.tally.moves >= self.bounds.moves:
                    return Stop(Ending.STOPPED, f"the limit of {self.bounds.moves} moves is reached")
                if refusal := self._act(step):
                    return refusal
            self._wait()

    def _wait(self) -> None:
        """Sleep until the screen changes, or the pilot may want to go on although it does not."""
        with self._clocked("wait"):
            self.clock.sleep(self.bounds.rest)
            still = self.clock.now() - self._stirred
            if self.capture.wait(max(self.bounds.look, min(SLOWEST, PATIENT * still))):
                self._stirred = self.clock.now()
                self._frame = None

    def _look(self) -> Step:
        """Look once and decide; a target that cannot be seen is a reason to stop."""
        try:
            frame, reading = self._first or self._read()
        except (CaptureError, TargetError) as error:
            return Stop(Ending.LOST_SCREEN, self.pilot.out_of_sight(str(error)))
        self._first, self._frame, self._cut = None, frame, frame.window is not None
        self._grid = reading.grid
        with self._clocked("decide"):
            step = self.pilot.tick(reading)
        self._frames += 1
        return self._told(lambda watcher: watcher.seen(frame, reading, step)) or step

    def _read(self) -> Sighting:
        """A new picture, or the last one where the screen still shows it, and what it says now."""
        with self._clocked("grab"):
            frame = replace(self._frame, time=self.clock.now()) if self._frame else self.capture.grab()
        with self._clocked("read"):
            return frame, self.reader.read(frame)

    def _act(self, step: Act) -> Stop | None:
        done = 0
        ended: Stop | None = None
        assert self._frame is not None
        before = self._before(step)
        try:
            with self._clocked("act"):
                for action in step.actions:
                    try:
                        self.actuator.perform(action, self._frame)
                    except Refused as refusal:
                        if refusal.rule != "stale" or before is None or not self._seen_again(before, step):
                            raise
                        self.actuator.perform(action, self._frame)
                    done += 1
        except Refused as refusal:
            self._refused += 1
            if refusal.final:
                ended = Stop(Ending.STOPPED, str(refusal))
            elif done:
                self._park(step.actions[-1])
        except TargetError as error:
            ended = Stop(Ending.LOST_SCREEN, str(error))
        except ActuatorError as error:
            ended = Stop(Ending.STOPPED, str(error))
        self.pilot.performed(done)
        if before and ended is None:
            with self._clocked("wait"):
                self._faded(before, STALLS)
        return self._told(lambda watcher: watcher.done(step, done)) or ended

    def _before(self, step: Act) -> Unchanged | None:
        """What an act of marks was decided on; None for any other, after which more may change."""
        if not self._grid or not self._frame or not all(isinstance(move, Mark) for move in step.moves):
            return None
        return Unchanged(self._frame, self._grid, (cell for move in step.moves for cell in move.cells))

    def _seen_again(self, before: Unchanged, step: Act) -> bool:
        """Whether a newer picture shows that nothing but the marks of a long act changed, so that it may go on with
        that one; at the latest when the pointer is out of the way: many programs light the row and column under it.
        """
        with suppress(CaptureError, TargetError):  # which the next look tells
            self._frame = self.capture.grab()
            if before.holds(self._frame):
                return True
            self._park(step.actions[-1])
        return self._faded(before)

    def _faded(self, before: Unchanged, stalls: float = inf) -> bool:
        """Wait until nothing but the marks looks other than before: what was lit under the pointer fades, and a look at
        that costs more than it tells. Whether that came to be; what does not get less in some pictures one after the
        other, `stalls`, does not fade.
        """
        until, least, stalled = self.clock.now() + FADING, inf, 0
        with suppress(CaptureError, TargetError):
            while self.clock.now() < until and stalled < stalls:
                self._frame = self.capture.grab()
                strange = before.strange(self._frame)
                if strange == 0:
                    return True
                least, stalled = min(least, strange), stalled + 1 if strange >= least else 0
                self.clock.sleep(GLIMPSE)
        return False

    def _park(self, last: Action) -> None:
        """Where the rest of an act was held back for a newer picture, put the pointer where all of it would have left
        it: over the board it lights cells, or covers them. Presses nothing; what is in the way the next look tells.
        """
        if isinstance(last, Hover):
            with suppress(BanmenError):
                self._frame = self.capture.grab()
                self.actuator.perform(last, self._frame)

    def _told(self, tell: Callable[[Watcher], object]) -> Stop | None:
        """Tell every watcher; one that cannot follow any more is a reason to stop, before anything is done."""
        trouble: Stop | None = None
        for watcher in self.watchers:
            try:
                tell(watcher)
            except BanmenError as error:
                trouble = Stop(Ending.STOPPED, str(error))
        return trouble

    def _clocked(self, name: str) -> _Clocked:
        return _Clocked(self._times, name, self.clock)


class _Clocked:
    """Adds the time inside to one of the figures."""

    def __init__(self, times: defaultdict[str, float], name: str, clock: Clock) -> None:
        self._times, self._name, self._clock = times, name, clock

    def __enter__(self) -> None:
        self._start = self._clock.now()

    def __exit__(self, *_: object) -> None:
        self._times[self._name] += self._clock.now() - self._start
