"""Positions: named blocks of text lines, the form in which every game is typed, stored, seen and compared.

A block is `name:` on a line of its own, then its lines. A text whose lines stand under no name is one block, the
`board`. In a board `.` is empty, `?` could not be told, and any other character is a label; what it means is the
game's. Blank lines part nothing and mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

EMPTY = "."
UNKNOWN = "?"
MAX_LINES = 1_000
MAX_LINE = 1_000

_NAME = re.compile(r"([a-z][a-z0-9]*):")


class BadPosition(ValueError):
    """A position that the game cannot stand in; the message says where, what was expected and what was found."""


@dataclass(frozen=True, eq=False)
class Position:
    r"""What is on the board, as text: block name to its lines. `str` and `parse` are inverses.

    >>> Position.parse("AB.\n.BA")
    Position({'board': ('AB.', '.BA')})
    >>> print(Position({"board": ("AB.",), "marked": ("0,1",)}))
    board:
    AB.
    marked:
    0,1
    """

    blocks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Freeze the blocks and refuse what `str` could not write. Raises BadPosition."""
        for name, lines in self.blocks.items():
            if not _NAME.fullmatch(name + ":"):
                raise BadPosition(f"A block name is lower-case letters and digits, not {name!r}.")
            for line in lines:
                if not line or line != line.strip() or (line[-1] == ":" and _NAME.fullmatch(line)):
                    raise BadPosition(f"Block {name!r} has a line that text cannot hold: {line!r}.")
        object.__setattr__(self, "blocks", MappingProxyType({n: tuple(v) for n, v in self.blocks.items()}))

    @property
    def board(self) -> tuple[str, ...]:
        """The rows of the `board` block from the top; empty where there is none."""
        return self.blocks.get("board", ())

    def __str__(self) -> str:
        if tuple(self.blocks) == ("board",) and self.board:
            return "\n".join(self.board)
        return "\n".join("\n".join((f"{name}:", *lines)) for name, lines in self.blocks.items())

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position from text. Raises BadPosition where it is empty, too large, or a block comes twice."""
        blocks: dict[str, list[str]] = {}
        lines: list[str] | None = None
        if text.count("\n") > MAX_LINES:
            raise BadPosition(f"A position has at most {MAX_LINES} lines; this text has {text.count(chr(10))}.")
        for number, raw in enumerate(text.splitlines(), 1):
            line = raw.strip()
            if len(line) > MAX_LINE:
                raise BadPosition(f"Line {number} has {len(line)} characters; at most {MAX_LINE} are taken.")
            if match := _NAME.fullmatch(line):
                name = match[1]
                if name in blocks:
                    raise BadPosition(f"Line {number}: the block {name!r} comes twice.")
                lines = blocks[name] = []
            elif line:
                if lines is None:
                    lines = blocks["board"] = []
                lines.append(line)
        if not blocks:
            raise BadPosition("The text holds no position: expected rows of cells, or blocks such as `board:`.")
        return cls({name: tuple(rows) for name, rows in blocks.items()})

    def __repr__(self) -> str:
        return f"Position({dict(self.blocks)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and dict(self.blocks) == dict(other.blocks)

    def __hash__(self) -> int:
        return hash(frozenset(self.blocks.items()))
