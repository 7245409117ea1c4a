"""Arcade games on boards drawn as text, and a finger that clicks their cells."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.action import Button
from bot.arcade.shisen import ShisenTable
from bot.arcade.skins import load_skin
from engine.api import load_game
from engine.moves import Cell
from engine.position import Position


@dataclass
class Finger:
    """Clicks cells of a Shisen-sho board; time passes only as told."""

    board: str
    gravity: bool = False
    skin: str = "letters"
    size: tuple[int, int] = (400, 300)
    removal: float = 0.25
    fall: float = 0.15
    now: float = 100.0
    scene: ShisenTable = field(init=False)

    def __post_init__(self) -> None:
        self.scene = ShisenTable(
            load_game("shisen", gravity=self.gravity),
            lambda seed: Position.parse(self.board if seed == 0 else self.board.replace("A", "Z")),
            skin=load_skin(self.skin),
            size=self.size,
            removal=self.removal,
            fall=self.fall,
        )
        self.scene.step(self.now)

    def click(self, *cells: Cell, button: Button = Button.LEFT) -> Finger:
        """Press on each cell in turn, at once."""
        for cell in cells:
            self.scene.press(self.scene.grid.centre(cell), button, self.now)
        return self

    def push(self, name: str) -> Finger:
        """Press one of the buttons of the window."""
        self.scene.press(self.scene.buttons[name].centre, Button.LEFT, self.now)
        return self

    def key(self, name: str) -> Finger:
        """Press a key."""
        self.scene.key(name, self.now)
        return self

    def wait(self, seconds: float) -> Finger:
        """Let time pass."""
        self.now += seconds
        self.scene.step(self.now)
        return self

    def take(self, *cells: Cell) -> Finger:
        """Take pairs and wait until each is gone."""
        for first, second in zip(cells[::2], cells[1::2], strict=True):
            self.click(first, second).wait(1.0)
        return self

    @property
    def shown(self) -> str:
        """The board on the screen."""
        return "\n".join(self.scene.truth().board)

    @property
    def marked(self) -> tuple[str, ...]:
        """The highlighted cells."""
        return self.scene.truth().blocks.get("marked", ())

    @property
    def status(self) -> str:
        """How the game stands: open, won or stuck."""
        return self.scene.status.value

    @property
    def happened(self) -> list[str]:
        """All that happened, in order."""
        return [happening.what for happening in self.scene.history]
