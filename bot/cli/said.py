"""What a person said about the board that is to be read or played; the rest is found out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.errors import UsageError
from bot.layout import Layout
from bot.layouts import candidates, find_layout
from bot.rules import parse_rules
from bot.target import Target
from calibration.place import Place
from engine.api import game_names


@dataclass(frozen=True)
class Said:
    """What the options that all commands share say; None where nothing was said."""

    game: str | None = None
    layout: str | None = None
    """`game/skin`, or a folder."""
    place: Place = Place()
    """Where the board lies."""
    rules: Mapping[str, Any] = field(default_factory=dict)
    """House rules."""

    @classmethod
    def typed(
        cls, game: str | None, layout: str | None, rules: Sequence[str] | None, place: Place | None = None
    ) -> Said:
        """What was typed, each rule as `name=value`. Raises BadRule."""
        return cls(game, layout, place or Place(), parse_rules(rules or ()))

    def layouts(self, target: Target | None = None) -> Sequence[Layout]:
        """The layouts that are left open: none where it is said where the board lies, which layouts know by themselves.
        Raises LayoutError, UsageError.
        """
        if self.place.said:
            if self.layout is not None:
                raise UsageError(
                    f"The layout {self.layout} knows where its board lies; leave --layout or --which, --grid and "
                    "--size away."
                )
            return []
        if self.layout is None:
            return candidates(self.game, f"{target.title} {target.program}" if target else None)
        found = find_layout(self.layout)
        if self.game is not None and found.game != self.game:
            raise UsageError(
                f"The layout {found.name} is for {found.game}, not for {self.game}; leave one of the two away."
            )
        return [found]

    def games(self) -> Sequence[str]:
        """The games that are left open, those with layouts. Raises LayoutError, UsageError."""
        if self.layout is not None:
            return [found.game for found in self.layouts()]
        if self.game is not None:
            return [self.game]
        return [name for name in dict.fromkeys(found.game for found in candidates()) if name in game_names()]
