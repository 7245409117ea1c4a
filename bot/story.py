"""A recorded session told again, look by look: what was seen, believed, planned and done, and where it hesitated."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bot.action import Action, Click, Drag, Hover, Key
from bot.errors import BanmenError, CannotReadError
from bot.frame import Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.record import Recording
from bot.replay import Retold, retell
from bot.solve import Board
from bot.step import Act, Ending, Step, Stop
from engine.api import BadRule, Game, Plan, Position
from engine.moves import Cell, IllegalMove

BRIEF: Final = 0.5
"""Seconds for which a picture may be unclear without holding anything up: games draw what vanishes, falls or comes."""


@dataclass(frozen=True, eq=False)
class Thought:
    """A plan, and the board that it was made for."""

    board: Board
    plan: Plan


@dataclass(eq=False)
class Look:
    """One look of the session, or several in a row that were all alike."""

    line: dict[str, Any]
    """What was recorded, of the first of them."""
    sight: Sight
    seen: Position | None
    doubts: tuple[tuple[int, int], ...]
    grid: Grid | None
    believed: Position | None
    thought: Thought | None
    move: int | None
    """Which move of the plan is made here, or was made last; None where that one was no part of it, as a move that
    suits several house rules need not be."""
    step: Step
    """What is decided today."""
    hands: list[dict[str, Any]] = field(default_factory=list)
    """What the hand does about it, in frame pixels."""
    lines: tuple[tuple[Cell, ...], ...] = ()
    """The cells that each of the moves made here goes through."""
    unclear: str = ""
    """Why the picture could not be read surely; empty where it could."""
    hesitation: str = ""
    """Why it did not go on as it should; empty where it did."""
    done: int | None = None
    """How many of the hand's actions were carried out."""
    times: int = 1
    """How many looks it stands for."""

    def like(self, other: Look) -> bool:
        """Whether another look, right after this one, shows and says the same."""
        if self.hands or other.hands or self.line["frame"] != other.line["frame"]:
            return False
        return self._told == other._told

    @property
    def _told(self) -> tuple[object, ...]:
        told = str(self.step), self.line["step"], self.sight, self.seen, self.believed
        return (*told, self.unclear, self.hesitation)


class Story:
    """A recording, told again in the background; what is told already may be asked for at once."""

    def __init__(self, folder: Path) -> None:
        """Check the folder. Raises RecordingError."""
        self.folder = folder
        self.recording = Recording(folder)
        self.looks: list[Look] = []
        """Those told so far; looks in a row that were all alike are one."""
        self.ended = False
        self.trouble = ""
        """Why it could not be told to its end."""
        self.report: dict[str, Any] = {}
        """What the session said of itself when it ended."""

    def tell(self) -> None:
        """Tell all of it, here and now."""
        try:
            done = self._outcomes()
            for number, look in _looks(self.folder):
                look.done = done.get(number)
                if self.looks and self.looks[-1].like(look):
                    self.looks[-1].times += 1
                else:
                    self.looks.append(look)
        except (BanmenError, BadRule) as error:
            self.trouble = str(error)
        finally:
            self.ended = True

    def start(self) -> None:
        """Tell it in the background."""
        threading.Thread(target=self.tell, daemon=True, name="story").start()

    def _outcomes(self) -> dict[int, int]:
        """How many actions were carried out after each look, by its line in the log; the report is kept aside."""
        done: dict[int, int] = {}
        look = 0
        for number, line in enumerate(self.recording.lines(), 1):
            if "step" in line:
                look = number
            elif "done" in line:
                done[look] = int(line["done"])
            elif "report" in line:
                self.report = line["report"]
        return done

    def look(self, number: int) -> Look:
        """One look, from 0. Raises CannotReadError."""
        if not 0 <= number < len(self.looks):
            raise CannotReadError(f"The recording has no look {number}; it has {len(self.looks)} so far.")
        return self.looks[number]

    def picture(self, number: int) -> Pixels:
        """What was on the screen at a look. Raises CannotReadError, RecordingError."""
        return self.recording.frame(self.look(number).line).pixels


def _looks(folder: Path) -> Iterator[tuple[int, Look]]:
    """Every look in order, with its line in the log; equal boards are kept once."""
    boards: dict[Position, Position] = {}
    thought: Thought | None = None
    move: int | None = None
    surprises = 0
    clear: float | None = None
    """When it was clear last, or at first."""
    parted = False
    """Whether it has already decided otherwise once: what follows is then another game."""

    def once(position: Position | None) -> Position | None:
        return None if position is None else boards.setdefault(position, position)

    for retold in retell(folder):
        pilot = retold.pilot
        believed = None if pilot.state is None else once(pilot.game.show(pilot.state))
        if pilot.plan is not None and (thought is None or pilot.plan is not thought.plan) and believed is not None:
            thought, move = Thought(Board(pilot.game, pilot.state, believed), pilot.plan), None
        surprised, surprises = pilot.tally.surprises > surprises, pilot.tally.surprises
        reading, step = retold.reading, retold.step
        if clear is None or reading.sight is Sight.CLEAR:
            clear = reading.time
        if isinstance(step, Act) and not step.leads and thought is not None:
            planned = thought.plan.moves
            move = planned.index(step.moves[-1]) if step.moves[-1] in planned else None
        look = Look(
            line=dict(retold.line),
            sight=reading.sight,
            seen=once(reading.position),
            doubts=tuple((doubt.row, doubt.col) for doubt in reading.doubts if doubt.block == "board"),
            grid=reading.grid,
            believed=believed,
            thought=thought,
            move=move,
            step=step,
            hands=[_shown(action) for action in step.actions] if isinstance(step, Act) else [],
            lines=_lines(pilot.game, pilot.state, step) if isinstance(step, Act) else (),
            unclear="" if reading.sight is Sight.CLEAR else reading.why,
            hesitation=_hesitation(retold, surprised, parted, reading.time - clear),
        )
        parted = parted or retold.difference is not None
        yield retold.number, look


def _lines(game: Game[Any], state: Any, step: Act) -> tuple[tuple[Cell, ...], ...]:
    """The line of every move of a step that the believed board allows."""
    lines: list[tuple[Cell, ...]] = []
    for move in step.moves if state is not None else ():
        try:
            lines.append(tuple(game.trace(state, move)))
            state = game.play(state, move)
        except IllegalMove:
            break
    return tuple(lines)


def _hesitation(retold: Retold, surprised: bool, parted: bool, unclear: float) -> str:
    """Why a look is worth looking at; empty for those at which all went as meant. The picture has been `unclear` for so
    many seconds.
    """
    step, reading = retold.step, retold.reading
    if retold.difference is not None and not parted:
        return f"Today it would decide otherwise: {retold.difference}"
    if isinstance(step, Act) and step.attempt > 1:
        return f"The move did not show, so it was tried again (attempt {step.attempt})."
    if isinstance(step, Stop):
        return "" if step.ending is Ending.WON else f"It stopped: {step.why}."
    if unclear >= BRIEF:
        return reading.why
    if surprised:
        return "The board was not what the move should have made of it; it planned again."
    return ""


def _shown(action: Action) -> dict[str, Any]:
    match action:
        case Click(at, button):
            return {"what": f"{button.name.lower()} click", "at": [at.x, at.y]}
        case Drag(start, end, button):
            where = f"{button.name.lower()} drag (to {end.x:.0f}, {end.y:.0f})"
            return {"what": where, "at": [start.x, start.y]}
        case Hover(at):
            return {"what": "pointer", "at": [at.x, at.y]}
        case Key(name):
            return {"what": f"key {name}", "at": None}
    return {"what": f"wait {action.seconds:g} s", "at": None}
