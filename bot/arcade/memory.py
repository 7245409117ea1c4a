"""A screen in memory with an arcade game in a window on it, eyes and hands included, and faults on request.

Time passes only when somebody sleeps, looks or acts, so a whole game is over in a second, and always the same way.
"""

from __future__ import annotations

import heapq
import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from math import floor, inf

import numpy as np

from bot.action import Action, ActuatorError, Button, Click, Drag, Hover, Key
from bot.arcade.scene import Scene
from bot.capture import CaptureError
from bot.clock import Clock
from bot.frame import Box, Frame, Pixels, Point
from bot.target import Target, TargetError

COVER = (208, 206, 204)
"""Colour of whatever lies over the window."""


class VirtualClock:
    """A clock that moves only when told to."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """Seconds since the clock's zero."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Move on at once."""
        self._now += max(0.0, seconds)


@dataclass(frozen=True)
class Faults:
    """What goes wrong between the player and the game. Shares are from 0 (never) to 1 (always)."""

    lost_clicks: float = 0.0
    """Share of clicks that never arrive."""
    cut_drags: float = 0.0
    """Share of drags of which only the first half of the way arrives."""
    lost_keys: float = 0.0
    """Share of keys that never arrive."""
    late_frames: float = 0.0
    """Share of looks that show the screen as it was `late_by` seconds ago."""
    late_by: float = 0.05
    slow: float = 1.0
    """How many times longer than usual every animation takes."""
    latency: float = 0.002
    """Seconds from a click to the game."""
    double_latency: float = 0.0
    """Share of clicks and keys that take twice as long to arrive."""
    seed: int = 0
    """The same seed and the same play give the same faults."""


class MemoryScreen(Target):
    """Capture, Actuator and Target of one game at once. A test moves, resizes, covers or closes the window with the
    methods of that name, now or at a given time through `at`.
    """

    def __init__(
        self,
        scene: Scene,
        clock: Clock | None = None,
        faults: Faults | None = None,
        *,
        origin: tuple[float, float] = (0, 0),
        scale: float = 1.0,
        look_time: float = 0.002,
        act_time: float = 0.001,
    ) -> None:
        """The window's picture starts at `origin`, in screen units, with `scale` pixels in each of them. A look and
        an action cost `look_time` and `act_time` seconds.
        """
        self.scene = scene
        self.clock: Clock = clock or VirtualClock()
        self.faults = faults or Faults()
        self.counts: Counter[str] = Counter()
        """How often each fault happened, by its name in Faults; also `clicks` and `keys` that were sent."""
        self.strays: list[Action] = []
        """Clicks and keys that went to something else than the game, which never may happen."""
        scene.pace = self.faults.slow
        self._origin, self._scale = Point(*origin), scale
        self._look_time, self._act_time = look_time, act_time
        self._chance = random.Random(self.faults.seed)
        self._pointer = Point(0, 0)
        self._covers: list[Box] = []
        self._open, self._focused = True, True
        self._due: list[tuple[float, int, Callable[[float], object]]] = []
        self._number = count()
        self._arrived = self.clock.now()
        self._past: list[tuple[float, Pixels]] = []
        self._seen = -1

    # ---- the window, as a test or its owner moves it

    def at(self, seconds: float, do: Callable[[], object]) -> None:
        """Have something done when the clock shows this time, before the next look or action."""
        self._later(seconds, lambda _: do())

    def move(self, x: float, y: float) -> None:
        """Put the window elsewhere on the screen; places may be negative."""
        self._origin = Point(x, y)

    def resize(self, width: float, height: float) -> None:
        """Give the window another size, in screen units."""
        self.scene.resize(round(width * self._scale), round(height * self._scale))

    def cover(self, box: Box) -> None:
        """Put another window over a part of the screen."""
        self._covers.append(box)

    def uncover(self) -> None:
        """Take away all that lies over the window."""
        self._covers.clear()

    def unfocus(self) -> None:
        """Give the keyboard to another window."""
        self._focused = False

    def shut(self) -> None:
        """Close the window for good."""
        self._open = False

    def point_at(self, point: Point) -> None:
        """Move the pointer, as a person does, to a place on the screen."""
        self._pointer = Point(floor(point.x), floor(point.y))

    # ---- Target

    @property
    def title(self) -> str:
        """What the window is called."""
        return self.scene.title

    program = "banmen-arcade"

    def box(self) -> Box:
        """The window's client rectangle in screen units. Raises TargetError once it is closed."""
        self._catch_up()
        if not self._open:
            raise TargetError(f"The window {self.title!r} was expected, but it is closed; start the game again.")
        width, height = self.scene.size
        return Box(self._origin.x, self._origin.y, width / self._scale, height / self._scale)

    def on_top(self, point: Point) -> bool:
        """Whether the window is what one sees at this point of the screen."""
        return self.box().contains(point) and not any(cover.contains(point) for cover in self._covers)

    def focused(self) -> bool:
        """Whether keys go to the window."""
        self._catch_up()
        return self._open and self._focused

    def pointer(self) -> Point | None:
        """Where the pointer is on the screen."""
        self._catch_up()
        return self._pointer

    def activate(self) -> None:
        """Bring the window to the front. Raises TargetError once it is closed."""
        self.box()
        self.uncover()
        self._focused = True

    # ---- Capture

    def grab(self) -> Frame:
        """What the window's part of the screen shows. Raises CaptureError once it is closed."""
        self.clock.sleep(self._look_time)
        self._catch_up()
        if not self._open:
            raise CaptureError(f"A picture of {self.title!r} was wanted, but its window is closed; start it again.")
        now = self.clock.now()
        pixels = self._picture(now)
        if self._covers:
            pixels = self._covered(pixels)
        return Frame(pixels, now, self._origin, self._scale)

    def wait(self, seconds: float) -> bool:
        """Let the time pass; True, the game may look different then."""
        self.clock.sleep(seconds)
        return True

    # ---- Actuator

    def perform(self, action: Action, frame: Frame) -> None:
        """Do it. Raises ActuatorError where the place lies off every number."""
        self._catch_up()
        match action:
            case Click(at, button, hold):
                self.counts["clicks"] += 1
                self._press([frame.to_screen(at)], button, action)
                self.clock.sleep(hold)
            case Drag(button=button, hold=hold):
                self.counts["drags"] += 1
                path = action.path
                self._press([frame.to_screen(point) for point in path], button, action)
                self.clock.sleep(hold * len(path))
            case Hover(at):
                self.point_at(frame.to_screen(at))
            case Key(name, hold):
                self.counts["keys"] += 1
                self._key(name, hold, action)
                self.clock.sleep(hold)
            case _:
                self.clock.sleep(action.seconds)
        self.clock.sleep(self._act_time)
        self._catch_up()

    def close(self) -> None:
        """Nothing is held; what is on its way still arrives."""

    # ---- inside

    def _press(self, places: Sequence[Point], button: Button, action: Action) -> None:
        """Press at the first place, move to the others, release at the last."""
        for place in places:
            if not (np.isfinite(place.x) and np.isfinite(place.y)):
                raise ActuatorError(f"A click needs a place on the screen, not {place}.")
        path = []
        for place in places:
            self.point_at(place)
            if not self._open or not self.on_top(self._pointer):
                self.strays.append(action)
                return
            left, top = self._origin
            path.append(Point((self._pointer.x - left) * self._scale, (self._pointer.y - top) * self._scale))
        if self._lost("lost_clicks", self.faults.lost_clicks):
            return
        start, *way = path
        if way and self._lost("cut_drags", self.faults.cut_drags):
            way = way[: len(way) // 2]
        self._send(lambda now: self._stroke(start, way, button, now))

    def _stroke(self, start: Point, way: Sequence[Point], button: Button, now: float) -> None:
        self.scene.press(start, button, now)
        for point in way:
            self.scene.point(point, now)
        self.scene.release(now)

    def _key(self, name: str, hold: float, action: Action) -> None:
        if not self.focused():
            self.strays.append(action)
        elif not self._lost("lost_keys", self.faults.lost_keys):
            self._send(lambda now: self.scene.key(name, now))
            self._arrived += hold
            self._later(self._arrived, lambda now: self.scene.let_go(name, now))

    def _lost(self, fault: str, share: float) -> bool:
        lost = self._chance.random() < share
        self.counts[fault] += lost
        return lost

    def _send(self, deliver: Callable[[float], object]) -> None:
        """Let an event arrive after the latency, never before an earlier one."""
        delay = self.faults.latency * (2 if self._lost("double_latency", self.faults.double_latency) else 1)
        self._arrived = max(self._arrived, self.clock.now() + delay)
        self._later(self._arrived, deliver)

    def _later(self, time: float, do: Callable[[float], object]) -> None:
        heapq.heappush(self._due, (time, next(self._number), do))

    def _catch_up(self) -> None:
        """Let everything happen that is due, in order."""
        now = self.clock.now()
        while self._due and self._due[0][0] <= now:
            time, _, do = heapq.heappop(self._due)
            self._step(time)
            do(time)
        self._step(now)

    def _step(self, now: float) -> None:
        """Step the game; where looks may be late, keep every picture on the way."""
        if self.faults.late_frames:
            last = -inf
            while (wake := self.scene.wakes()) is not None and last < wake < now:
                self.scene.step(wake)
                self._keep(wake)
                last = wake
        self.scene.step(now)
        if self.faults.late_frames:
            self._keep(now)

    def _keep(self, time: float) -> None:
        pixels = self.scene.draw()
        if not self._past or self._past[-1][1] is not pixels:
            self._past.append((time, pixels))

    def _picture(self, now: float) -> Pixels:
        """The picture of now or, by chance, an older one, but none older than one that was already seen."""
        if not self._past or not self._lost("late_frames", self.faults.late_frames):
            self._seen = len(self._past) - 1
            return self.scene.draw()
        then = bisect_right(self._past, now - self.faults.late_by, key=lambda kept: kept[0]) - 1
        self._seen = max(self._seen, then, 0)
        pixels = self._past[self._seen][1]
        return pixels if pixels.shape == self.scene.draw().shape else self.scene.draw()

    def _covered(self, pixels: Pixels) -> Pixels:
        """The picture with what lies over the window."""
        pixels = pixels.copy()
        for box in self._covers:
            x0, y0 = (box.x - self._origin.x) * self._scale, (box.y - self._origin.y) * self._scale
            x1, y1 = x0 + box.w * self._scale, y0 + box.h * self._scale
            pixels[max(0, round(y0)) : max(0, round(y1)), max(0, round(x0)) : max(0, round(x1))] = COVER
        pixels.flags.writeable = False
        return pixels
