"""Layouts: what is known of one program's looks and of the hands it takes. Data, strictly checked; no pixels.

A layout is a folder `<game>/<skin>` with a `layout.toml`. It says which reader reads the board, which control plays
a move, how fast the hand may be, which house rules hold and which windows it is for. What it does not say is
learned from the picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    field_serializer,
    field_validator,
    model_validator,
)

from bot.errors import UsageError

SCHEMA = 1

SLUG = r"[a-z][a-z0-9-]{0,39}"
"""What names of layouts are written of."""
Slug = Annotated[str, Field(pattern=f"^{SLUG}$")]
Seconds = Annotated[float, Field(ge=0, le=60)]
Size = Annotated[str, Field(pattern=r"^[0-9]{1,3}x[0-9]{1,3}$")]
Share = Annotated[float, Field(ge=-0.05, le=1.05)]
"""A part of the width or height of the program's picture; a board may lie a hair beyond its edge."""
SampleName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,79}\.png$")]
"""A file in the layout's folder `samples`; never a path."""
KeyName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_]{1,32}$")]
"""An X keysym name, such as `Left` or `space`."""
Ink = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
"""A colour as red, green and blue, such as `#ffffff`."""
CellLook: TypeAlias = Literal["empty", "filled", "crossed"]
"""How a cell looks in which marks are made."""


class LayoutError(UsageError):
    """A layout that does not exist or cannot be used; the message names the file and the field."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @field_validator("*", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return tuple(value) if isinstance(value, list) else value


class Area(_Part):
    """A rectangle in the program's picture, as shares of its width and height: the same at every scale."""

    left: Share
    top: Share
    right: Share
    bottom: Share

    @model_validator(mode="after")
    def _not_empty(self) -> Area:
        if self.left >= self.right or self.top >= self.bottom:
            raise ValueError("left must be less than right, and top less than bottom")
        return self


class Place(Area):
    """Where the board lay in the picture that the layout was learned from."""

    rows: Annotated[int, Field(ge=1, le=200)]
    columns: Annotated[int, Field(ge=1, le=200)]
    picture: tuple[Annotated[int, Field(ge=1, le=20000)], Annotated[int, Field(ge=1, le=20000)]]
    """Width and height of that picture in pixels."""
    surroundings: SampleName | None = None
    """That picture, by which the board is found again elsewhere and at another scale."""


class Kind(_Part):
    """What one label looks like."""

    label: Annotated[str, Field(pattern=r"^[^?\s\x00-\x1f]$")]
    """The character that stands for it in a position; `.` is an empty cell."""
    name: Annotated[str, Field(max_length=40)] = ""
    """What people call it."""
    samples: Annotated[tuple[SampleName, ...], Field(max_length=64)] = ()
    """Crops of one cell each."""
    marked: Annotated[tuple[SampleName, ...], Field(max_length=64)] = ()
    """Crops of it while the game shows it picked, highlighted, flashing or darkened."""


class Region(Area):
    """Something beside the board that is read too: next pieces, a second board, a counter."""

    name: Slug
    """The block of the position that it fills."""
    reader: Slug
    """How it is read: `cells` sorts its cells into the kinds of the board."""
    rows: Annotated[int, Field(ge=1, le=200)] = 1
    columns: Annotated[int, Field(ge=1, le=200)] = 1
    ink: Ink | None = None
    """The colour in which numbers are written, where they stand on changing ground."""
    always: bool = True
    """Whether it is always there; if not, its block is left out where it cannot be told."""
    vital: bool = True
    """Whether a cell of it that cannot be told leaves the whole in doubt."""
    turned: bool = False
    """Whether each of its columns is a line, read from the lowest cell up: a pair that stands on its axis."""
    signs: Mapping[SampleName, Annotated[int, Field(ge=1, le=10_000)]] | None = None
    """What stands in a row there, and how much each is worth, for `tally`."""

    @field_validator("signs")
    @classmethod
    def _frozen(cls, value: Mapping[str, int] | None) -> Mapping[str, int] | None:
        return None if value is None else MappingProxyType(dict(value))

    @field_serializer("signs")
    def _thawed(self, value: Mapping[str, int] | None) -> dict[str, int] | None:
        return None if value is None else dict(value)


class Screen(Area):
    """A part of the picture that tells at which point of the program one is."""

    shows: Literal["game", "won", "lost", "menu", "paused"]
    sample: SampleName


class Board(_Part):
    """Where the cells are and how they are told apart."""

    reader: Slug
    """The kind of reader, a name in `bot.vision.readers`."""
    sizes: Annotated[tuple[Size, ...], Field(max_length=64)] = ()
    """Board sizes that the program is known to have, columns x rows; a help, never a condition."""
    place: Place | None = None
    """Where it lay when the layout was learned; without it the board is looked for in every new picture."""
    kinds: Annotated[tuple[Kind, ...], Field(max_length=128)] = ()
    """What the labels look like; without it labels are given in the order of appearance."""
    scrolls: bool = False
    """Whether the cells move up by parts of a cell, as a rising stack does."""
    hues: bool = False
    """Whether kinds are told by hue alone, because light changes; samples and surroundings are hues, too."""
    falls: bool = False
    """Whether pairs fall over the cells, which are told apart from what lies there."""
    learns: bool = False
    """Whether a piece that no sample shows is a new kind once it has come to rest."""
    scenery: SampleName | None = None
    """What shows where nothing lies on a board over a picture: all of it, bare. The fourth channel is 0 where that is
    not known, and the samples show one tone instead."""
    cursor: Annotated[tuple[SampleName, ...], Field(max_length=8)] = ()
    """Pictures of the cursor over two cells side by side, with an eighth of a cell around them; the fourth channel says
    where it is."""

    @field_validator("kinds")
    @classmethod
    def _told_apart(cls, kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
        labels = [kind.label for kind in kinds]
        if len(set(labels)) < len(labels):
            raise ValueError(f"every label may stand once, found {' '.join(labels)}")
        return kinds


class Drags(StrEnum):
    """What a drag from one cell to another does in a program in which cells are marked."""

    NONE = "none"
    """No more than the click with which it begins."""
    LINES = "lines"
    """What a click does to the first cell is done to all of the straight line to where the button is let go."""
    CELLS = "cells"
    """What a click does to the first cell is done to every cell that the pointer passes."""


class Marks(_Part):
    """What each button of the mouse makes of a cell: `left = { empty = "filled", filled = "empty" }`.

    A look that is not named stays as it is.
    """

    left: Mapping[CellLook, CellLook] = {}
    right: Mapping[CellLook, CellLook] = {}
    middle: Mapping[CellLook, CellLook] = {}
    drags: Annotated[Drags, Field(strict=False)] = Drags.NONE

    @field_validator("left", "right", "middle")
    @classmethod
    def _frozen(cls, value: Mapping[CellLook, CellLook]) -> Mapping[CellLook, CellLook]:
        return MappingProxyType(dict(value))

    @model_validator(mode="after")
    def _fills(self) -> Marks:
        if all(button.get("empty") != "filled" for button in (self.left, self.right, self.middle)):
            raise ValueError("one of the buttons must make an empty cell filled")
        return self

    def press(self, button: str, look: CellLook) -> CellLook:
        """What a press of `left`, `right` or `middle` makes of a cell."""
        after: CellLook = getattr(self, button).get(look, look)
        return after


class Hands(_Part):
    """How the program wants to be played."""

    control: Slug
    """How a move is done, a name in `bot.control.controls`."""
    hold: Seconds = 0.0
    """How long a click or key stays down."""
    gap: Seconds = 0.02
    """The least time between two events; faster ones get lost or merge into drags."""
    repeats: Seconds | None = None
    """After how long a key that is held begins to repeat, where that is known: `hold` is shorter."""
    response: Annotated[float, Field(gt=0, le=60)] = 2.5
    """The longest that the program takes to show a move, before its own pace is known."""
    falling: Seconds = 0.25
    """How long after a move shows things may still begin to fall; and what fell is believed to lie after as long,
    where that is sooner than usual."""
    at_once: Annotated[int, Field(ge=1, le=200)] = 1
    """How many moves the program takes one after the other without being looked at in between."""
    marks: Marks | None = None
    """What each button makes of a cell, for controls that mark cells."""
    keys: Mapping[Slug, KeyName] = {}
    """Which key means what, such as `left = "Left"`, for controls that press keys."""
    row: Seconds = 0.0
    """How long the key `drop` is held for each row that a piece falls; 0: one press drops it."""
    appears: Annotated[int, Field(ge=0, le=199)] | None = None
    """The column in which a piece appears; without it a piece is brought to the wall first, to know where it is."""
    strange: bool = False
    """Whether nobody knows how the program turns pieces and which keys do: a piece is looked at before it falls."""

    @field_validator("keys")
    @classmethod
    def _frozen(cls, value: Mapping[str, str]) -> Mapping[str, str]:
        return MappingProxyType(dict(value))

    @model_validator(mode="after")
    def _pressed_once(self) -> Hands:
        if self.repeats is not None and self.hold >= self.repeats:
            raise ValueError(f"hold must be shorter than {self.repeats:g} s, after which a held key repeats")
        return self


class Layout(_Part):
    """One program's looks and hands."""

    schema_version: Annotated[int, Field(alias="schema", ge=SCHEMA, le=SCHEMA)]
    game: Slug
    title: Annotated[str, Field(max_length=200)]
    """What it is for, in a line."""
    windows: Annotated[tuple[str, ...], Field(max_length=32)] = ()
    """Window classes or titles that this layout was made for; empty: any."""
    recognise: bool = True
    """Whether it may be chosen when nobody names it."""
    board: Board
    hands: Hands
    regions: Annotated[tuple[Region, ...], Field(max_length=32)] = ()
    screens: Annotated[tuple[Screen, ...], Field(max_length=32)] = ()
    rules: Mapping[str, bool | int | str] = {}
    """House rules that hold in this program; what stands here is not found out by looking."""
    running: Mapping[str, bool | int | str] | None = None
    """House rules that hold besides while a game's clock runs; without it the program has no such games."""
    _folder: Path = PrivateAttr(default=Path())

    @field_validator("rules", "running")
    @classmethod
    def _frozen(cls, value: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        return None if value is None else MappingProxyType(dict(value))

    @property
    def folder(self) -> Path:
        """Where it was read from."""
        return self._folder

    def read_from(self, folder: Path) -> Layout:
        """The same, with the folder that it was read from."""
        layout = self.model_copy()
        layout._folder = folder.resolve()
        return layout

    @property
    def name(self) -> str:
        """`game/skin`, from its folder."""
        return f"{self._folder.parent.name}/{self._folder.name}"

    @property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """The known sizes as (rows, columns)."""
        pairs = (size.split("x") for size in self.board.sizes)
        return tuple((int(rows), int(columns)) for columns, rows in pairs)

    def made_for(self, window: str) -> bool:
        """Whether this layout names the window with this class or title."""
        return any(known.casefold() in window.casefold() for known in self.windows)
