"""What a person sees while Banmen plays: the board it believes in, what it plans and what it does."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from bot.chase import Chaser
from bot.clock import Clock
from bot.frame import Frame
from bot.pilot import Pilot
from bot.reading import Reading
from bot.session import Report
from bot.step import Act, Look, Step, in_short
from bot.stop import Stopper
from engine.api import Position

BUSY = 1.0
"""Seconds for which an unclear board goes without saying."""


class View:
    """Says nothing; what `--json` uses, and the base of the others."""

    pilot: Pilot | Chaser | None = None

    def follow(self, pilot: Pilot | Chaser) -> None:
        """Show what this pilot believes."""
        self.pilot = pilot

    def say(self, text: str) -> None:
        """One line for the person."""

    def count_down(self, seconds: float, clock: Clock, stopper: Stopper) -> None:
        """Give the person time to think better of it."""
        end = clock.now() + seconds
        while clock.now() < end and not stopper.reason:
            self.say(f"Starting in {end - clock.now():.0f} s; Ctrl-C stops it.")
            clock.sleep(min(1.0, end - clock.now()))

    def seen(self, frame: Frame, reading: Reading, step: Step) -> None:
        """A frame was read and a step decided."""

    def done(self, step: Act, actions: int) -> None:
        """A step was carried out."""

    def ended(self, report: Report) -> None:
        """The session is over."""

    def conclude(self, answer: Mapping[str, Any]) -> None:
        """The last word."""


class LineView(View):
    """A line a move; for pipes and logs."""

    def __init__(self) -> None:
        self._told = ""
        self._clear = 0.0

    def say(self, text: str) -> None:
        """One line for the person."""
        sys.stderr.write(text + "\n")

    def seen(self, frame: Frame, reading: Reading, step: Step) -> None:
        """Say once why a board stays unclear; a moment of it is only the game being busy."""
        if not (isinstance(step, Look) and reading.why):
            self._clear = reading.time
        elif reading.time - self._clear > BUSY and step.why != self._told:
            self._told = step.why
            self.waits(step.why)

    def waits(self, why: str) -> None:
        """Say what is waited for."""
        self.say(f"      {why}")

    def done(self, step: Act, actions: int) -> None:
        """Say what was played."""
        assert self.pilot is not None
        part = "" if actions == len(step.actions) else f" ({actions} of {len(step.actions)} actions)"
        again = " again" if step.attempt > 1 else ""
        self.say(f"{self.pilot.tally.moves + 1:5d} {in_short(step.moves)}{part}{again}")

    def conclude(self, answer: Mapping[str, Any]) -> None:
        """How it went, in two lines."""
        sys.stdout.write(conclusion(answer) + "\n")


class ScreenView(LineView):
    """The board, redrawn in place while it is played."""

    def __init__(self) -> None:
        super().__init__()
        from rich.console import Console
        from rich.live import Live

        self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=False)
        self._recent: list[str] = []

    def follow(self, pilot: Pilot | Chaser) -> None:
        """Show what this pilot believes."""
        super().follow(pilot)
        self._live.start()

    def say(self, text: str) -> None:
        """One line for the person."""
        self._live.console.print(text, highlight=False, markup=False)

    def waits(self, why: str) -> None:
        """Show what is waited for."""
        self._show(why)

    def done(self, step: Act, actions: int) -> None:
        """Redraw while the game is busy with the move."""
        assert self.pilot is not None
        self._show(f"{self.pilot.tally.moves + 1}. {in_short(step.moves)}" + (" again" if step.attempt > 1 else ""))

    def ended(self, report: Report) -> None:
        """Leave the last board standing."""
        self._live.stop()

    def _show(self, text: str) -> None:
        from rich.panel import Panel
        from rich.text import Text

        pilot = self.pilot
        assert pilot is not None
        body = Text()
        if pilot.state is not None:
            body.append(painted(pilot.game.show(pilot.state)))
        body.append(f"\n\n{text}\n", style="bold")
        if pilot.plan is not None:
            tally = pilot.tally
            body.append(
                f"{tally.moves} moves made, plan of {len(pilot.plan.moves)} reaches {pilot.plan.reaches.value}, "
                f"{tally.retries} retries, {tally.surprises} surprises",
                style="dim",
            )
        self._live.update(Panel(body, title="banmen", expand=False), refresh=True)


def painted(position: Position) -> Any:
    """The board as rich text, a colour a label."""
    from rich.text import Text

    colours = (
        "red",
        "green",
        "yellow",
        "blue",
        "magenta",
        "cyan",
        "bright_red",
        "bright_green",
        "bright_blue",
        "white",
    )
    text = Text()
    for number, row in enumerate(position.board):
        text.append("\n" if number else "")
        for label in row:
            text.append(f"{label} ", style="dim" if label == "." else colours[ord(label) % len(colours)])
    return text


def conclusion(answer: Mapping[str, Any]) -> str:
    """How a session went, in words."""
    moves, seconds = answer["moves"], answer["seconds"]
    made = f"{moves} move{'s' * (moves != 1)}"
    pace = f", {1000 * seconds / moves:.0f} ms a move" if moves else ""
    where = ", ".join(f"{name} {spent:.2f} s" for name, spent in answer["times"].items())
    why = str(answer["why"]).rstrip(".")
    stop = "" if why.endswith("?") else "."
    rule = answer.get("rule")
    learned = f"\nThe program refuses what --rule {rule} forbids; say so, and no time is lost on it." if rule else ""
    return (
        f"{str(answer['outcome']).capitalize()}: {why}{stop}\n"
        f"{made} in {seconds:.1f} s{pace}; {answer['frames']} looks, {answer['misread']} misread, "
        f"{answer['retries']} retried, {answer['refused']} refused.\nTime: {where}.{learned}"
    )


def make_view(as_json: bool) -> View:
    """The view that fits where the output goes."""
    if as_json:
        return View()
    return ScreenView() if sys.stderr.isatty() else LineView()
