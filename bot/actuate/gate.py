"""The gate: stands before every click and key and lets through only what belongs in the target, here and now.

What it promises. `perform` hands an action on only when all of this holds, asked afresh for this very action:

1. `stopped`  nobody has asked to stop (Ctrl-C, the panic key, a signal)
2. `time`     the session's seconds are not used up
3. `actions`  the number of actions is not used up
4. `gone`     the target is there
5. `person`   the pointer is where our last event left it, or on its way there, within `drift`, and no button is down
6. `stale`    the frame that the action was decided on is not older than `stale`
7. `moved`    the target's client rectangle is the one that the frame was taken of, in place and in size
8. `outside`  a click's point, and every point of a drag's way, lies in that rectangle, and on the screen
9. `covered`  nothing else lies over the target at any of these points
10. `focus`   a key would go to the target

Otherwise nothing is sent and `Refused` says which rule, why, and whether looking again can help. Rules 6, 7 and 9
pass by themselves; the others end the session. A target that is gone raises its own TargetError. Events come at least
`gap` apart: the gate waits rather than refuses, and asks everything after the wait. A Wait sends nothing, so only
rules 1 and 2 hold for it and it uses up no action. Rule 5 needs a system that tells where the pointer is.
While a window manager looks at a click, a display neither tells nor does what comes after it: where the hand were ahead
of that, a person's hand would move the mouse unseen. The button that is still down then shows it, so each event waits
until the one before it was done.

On X11 nothing lies between question and event: the display hears nobody else meanwhile (`bot/x11/hold.py`). Not so at
a drag, and where the pointer may not come to where it is sent: there the hand asks rules 7 and 9 once more when the
pointer has arrived, and presses a button only then. In the second after something was refused because windows moved all
wait until the window manager has done what it was asked for (`bot/x11/manager.py`).

What it cannot promise: where nothing is held, a fraction of a millisecond lies between the last question and the event,
in which a window may still move or open; for a drag, which is asked about as a whole before it starts, as long as the
drag takes. Many window managers look at a click before the window gets it, and what moves meanwhile nobody can foresee.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import Literal, TypeAlias, TypeGuard

from bot.action import Action, Actuator, ActuatorError, Click, Drag, Hover, Key, Slipped, Wait
from bot.actuate import pixel
from bot.actuate.dry import describe
from bot.clock import Clock
from bot.frame import Box, Frame, Point
from bot.target import Standing, Target, TargetError

Rule: TypeAlias = Literal[
    "stopped", "time", "actions", "gone", "person", "stale", "moved", "outside", "covered", "focus"
]

_PASSING: frozenset[Rule] = frozenset({"stale", "moved", "covered"})
_STIR: frozenset[Rule] = frozenset({"gone", "moved", "covered", "focus"})
"""What is refused because of somebody who moves windows, or opens and closes them."""
LAG = 0.002
"""Seconds between two looks whether our own last event is done: window managers hold clicks back a little."""
PATIENCE = 100
"""How many times LAG is waited for a pointer that is still on the way of our own last event, or a button."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GateRules:
    """What the gate lets through."""

    stale: float = 0.5
    """The oldest frame that may still be acted on, in seconds."""
    gap: float = 0.02
    """The least time between two events, in seconds: faster clicks are lost or become drags."""
    drift: float | None = 4.0
    """How far the pointer may be from where we left it, in screen units; None does not watch it."""
    focus: bool = True
    """Whether keys need the target to have the keyboard."""
    actions: int | None = None
    """How many clicks, drags, moves of the pointer and keys a session may send."""
    calm: float = 1.0
    """Seconds without a refusal because of moving windows after which the window manager is not asked any more whether
    it is busy."""
    seconds: float | None = None
    """How long a session may take, from the making of the gate."""

    def dry(self) -> GateRules:
        """The same rules for a hand that touches nothing, beside which the person may use mouse and keyboard."""
        return replace(self, drift=None, focus=False)


class Refused(ActuatorError):
    """The gate held an action back; nothing of it was done."""

    def __init__(self, rule: Rule, reason: str) -> None:
        super().__init__(reason)
        self.rule = rule
        """Which rule of the gate it was."""
        self.reason = reason
        """One sentence for the person."""
        self.final = rule not in _PASSING
        """Whether the session must stop; if not, look again and decide anew."""


class Gate:
    """An actuator that asks before it lets another one act."""

    def __init__(
        self,
        actuator: Actuator,
        target: Target,
        clock: Clock,
        rules: GateRules | None = None,
        stopped: Callable[[], str | None] = lambda: None,
    ) -> None:
        """`stopped` tells why everything has to stop, or None."""
        self.actuator = actuator
        self.target = target
        self.clock = clock
        self.rules = rules or GateRules()
        self.stopped = stopped
        self.counts: Counter[str] = Counter()
        """What was let through (`click`, `drag`, `hover`, `key`, `wait`) and held back (`refused stale` …)."""
        self._start = clock.now()
        self._last: float | None = None
        self._restless = self._start
        """When somebody was last seen to move windows; nobody knows about the time before."""
        self._left: Point | None = None
        self._way: tuple[Point, ...] = ()

    @property
    def actions(self) -> int:
        """How many clicks, drags, moves of the pointer and keys were let through."""
        return sum(self.counts[kind] for kind in ("click", "drag", "hover", "key"))

    def perform(self, action: Action, frame: Frame) -> None:
        """Let it through or raise Refused; TargetError where the target is gone, ActuatorError where the hand fails."""
        if not isinstance(action, Wait) and self._last is not None:
            self.clock.sleep(max(0.0, self._last + self.rules.gap - self.clock.now()))
        try:
            aims = self._question(action, frame)
        except Refused as refusal:
            self._count_refusal(refusal.rule, refusal)
            raise
        except TargetError as error:
            self._count_refusal("gone", error)
            raise
        self.counts[type(action).__name__.lower()] += 1
        if aims:
            before = () if self._left is None else (self._left,)
            self._way = (*before, *aims) if isinstance(action, Drag) else before
            self._left = None
        try:
            self._act(action, frame)
        except Slipped as error:
            slip = Refused("covered", str(error))
            self._count_refusal("covered", slip)
            raise slip from error
        except (ActuatorError, TargetError) as error:
            if reason := self.stopped():  # a hand that is stopped cannot do what it began
                raise Refused("stopped", reason) from error
            raise
        finally:
            if not isinstance(action, Wait):
                self._last = self.clock.now()
        if aims:
            self._left = Point(*pixel(aims[-1]))

    def close(self) -> None:
        """Release everything that is held. May be called twice."""
        self.actuator.close()

    def _question(self, action: Action, frame: Frame) -> Sequence[Point]:
        """As `_ask`; a display that is held stays so only where the action is let through."""
        try:
            return self._ask(action, frame)
        except BaseException:
            self.target.let_go()
            raise

    def _act(self, action: Action, frame: Frame) -> None:
        """Hand it on. What is told of it waits until nothing is held: a terminal could not show it."""
        try:
            self.actuator.perform(action, frame)
        finally:
            self.target.let_go()
        if _log.isEnabledFor(logging.INFO):
            _log.info("%s", describe(action, frame))

    def _ask(self, action: Action, frame: Frame) -> Sequence[Point]:
        """Go through the rules in their order. Where on the screen the pointer will be is the answer; nowhere for keys
        and waits.
        """
        self._ask_budget(waits=isinstance(action, Wait))
        if isinstance(action, Wait):
            return ()
        aims = [frame.to_screen(point) for point in _path(action)]
        now = self._ask_target(action, aims)
        self._ask_person(now)
        age = self.clock.now() - frame.time
        if age > self.rules.stale:
            raise Refused(
                "stale", f"The picture is {age * 1000:.0f} ms old; at most {self.rules.stale * 1000:.0f} are acted on."
            )
        if not frame.shows(now.box):
            shown = _show(frame.window or frame.rectangle)
            raise Refused(
                "moved", f"{self.target.title} moved or changed size: seen at {shown}, now at {_show(now.box)}."
            )
        for aim in aims:
            if not (now.box.contains(aim) and frame.rectangle.contains(aim)):
                raise Refused(
                    "outside",
                    f"The point {_at(aim)} lies outside {self.target.title} at {_show(now.box)}; nothing is clicked "
                    "there.",
                )
        if now.covered is not None:
            raise Refused(
                "covered", f"Another window lies over {self.target.title} at {_at(now.covered)}: move it away."
            )
        if isinstance(action, Key) and not now.focused:
            raise Refused(
                "focus", f"{self.target.title} does not have the keyboard, so {action.name} would go elsewhere."
            )
        return aims

    def _ask_budget(self, *, waits: bool) -> None:
        """Rules 1 to 3."""
        if reason := self.stopped():
            raise Refused("stopped", reason)
        rules = self.rules
        if rules.seconds is not None and self.clock.now() - self._start >= rules.seconds:
            raise Refused("time", f"The time limit of {round(rules.seconds, 1):g} s is reached.")
        if rules.actions is not None and not waits and self.actions >= rules.actions:
            raise Refused("actions", f"The limit of {rules.actions} clicks and keys is reached.")

    def _ask_target(self, action: Action, places: Sequence[Point]) -> Standing:
        """How the target stands, when our own last event is done or has had time to be. It is held where the hand can
        act within that: for all but drags, which take as long as a person sees them move.
        """
        if self.clock.now() < self._restless + self.rules.calm and not self.target.at_rest():
            raise Refused("covered", "The window manager does not answer, so nothing was pressed.")
        keys, hold = isinstance(action, Key) and self.rules.focus, not isinstance(action, Drag)
        now = self.target.standing(places, keys=keys, hold=hold)
        for _ in range(PATIENCE):
            if not (self._strayed(now.pointer) or self._pressed(now)):
                break
            self.target.let_go()
            self.clock.sleep(LAG)
            self._ask_budget(waits=False)
            now = self.target.standing(places, keys=keys, hold=hold)
            if self._strayed(now.pointer) and not self._on_the_way(now.pointer):
                break
        return now

    def _pressed(self, now: Standing) -> bool:
        """Whether a button is down after an event of ours, which has let go of it: it was not done yet."""
        return self.rules.drift is not None and self._left is not None and now.pressed

    def _strayed(self, pointer: Point | None) -> TypeGuard[Point]:
        """Whether the pointer is not where our last event left it."""
        if self.rules.drift is None or self._left is None or pointer is None:
            return False
        return dist(pointer, self._left) > self.rules.drift

    def _on_the_way(self, pointer: Point) -> bool:
        """Whether a place lies on the way of our own last event: what came before it is still being taken in there."""
        assert self.rules.drift is not None
        return any(dist(pointer, point) <= self.rules.drift for point in self._way)

    def _ask_person(self, now: Standing) -> None:
        """Rule 5."""
        pointer = now.pointer
        if self._strayed(pointer) and not self._on_the_way(pointer):
            assert self._left is not None
            raise Refused(
                "person",
                f"The mouse was moved by a person: it is at {pointer.x:.0f},{pointer.y:.0f} and was left at "
                f"{self._left.x:.0f},{self._left.y:.0f}.",
            )
        if self._pressed(now):
            raise Refused(
                "person", "A button of the mouse is still down: a person holds it, or the window manager has stopped."
            )

    def _count_refusal(self, rule: Rule, why: Exception) -> None:
        self.counts[f"refused {rule}"] += 1
        if rule in _STIR:
            self._restless = self.clock.now()
        _log.info("Held back: %s", why)


def _path(action: Click | Drag | Hover | Key) -> tuple[Point, ...]:
    """Everywhere an action takes the pointer, in frame pixels."""
    match action:
        case Drag():
            return action.path
        case Key():
            return ()
        case Click(at) | Hover(at):
            return (at,)


def _at(place: Point) -> str:
    """A pixel of the screen in words."""
    x, y = pixel(place)
    return f"{x},{y}"


def _show(box: Box) -> str:
    """A rectangle in words."""
    return f"{box.x:.0f},{box.y:.0f} ({box.w:.0f}x{box.h:.0f})"
