"""What the page may ask, field by field, and nothing else: sizes are bounded, names are slugs, there are no paths."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.frame import Box
from bot.grid import Grid
from bot.layout import SLUG, KeyName, Seconds, Slug

Label = Annotated[str, Field(pattern=r"^[^\s\x00-\x1f]$")]
NewLabel = Annotated[str, Field(pattern=r"^[^?\s\x00-\x1f]$")]
Number = Annotated[int, Field(ge=0, le=10_000)]
Lines = Annotated[int, Field(ge=1, le=200)]
Place = Annotated[float, Field(ge=-20_000, le=40_000)]
Extent = Annotated[float, Field(gt=0, le=20_000)]
Pitch = Annotated[float, Field(ge=2, le=20_000)]


class BadAsk(ValueError):
    """A request that is not what the page sends; the message names the field."""


class Ask(BaseModel):
    """A request of the page. Fields that it does not know are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class GridAsk(Ask):
    """The grid lies here."""

    shot: Number = 0
    x: Place
    y: Place
    pitch_x: Pitch
    pitch_y: Pitch
    rows: Lines
    columns: Lines
    stroke: Annotated[str, Field(max_length=40)] = ""
    """Changes of one stroke of the hand are undone together."""

    @property
    def grid(self) -> Grid:
        """The grid that is meant."""
        return Grid(self.x, self.y, self.pitch_x, self.pitch_y, self.rows, self.columns)


class LookAsk(Ask):
    """Look for the board again."""

    rows: Lines | None = None
    columns: Lines | None = None
    reader: Literal["tiles", "blocks"] | None = None


class ReaderAsk(Ask):
    """Sort the cells by another reader."""

    reader: Literal["tiles", "blocks"]


class MergeAsk(Ask):
    """Two kinds are one; `.` are the empty cells."""

    keep: Label
    gone: NewLabel


class SplitAsk(Ask):
    """One kind is two."""

    label: NewLabel


class NameAsk(Ask):
    """A kind gets another label and name."""

    label: NewLabel
    new: NewLabel
    name: Annotated[str, Field(max_length=40)] = ""


class CellAsk(Ask):
    """What one cell holds."""

    shot: Number = 0
    row: Number
    column: Number
    label: Label


class BoardAsk(Ask):
    """The whole board, typed."""

    shot: Number = 0
    text: Annotated[str, Field(max_length=60_000)]


class RegionAsk(Ask):
    """Something beside the board is read, too."""

    picture: Number
    """The number of the picture that it was drawn on."""
    name: Annotated[str, Field(max_length=40)]
    was: Annotated[str, Field(max_length=40)] = ""
    """What it was called, where it is there already."""
    reader: Slug = "cells"
    rows: Lines = 1
    columns: Lines = 1
    x: Place
    y: Place
    w: Extent
    h: Extent
    stroke: Annotated[str, Field(max_length=40)] = ""

    @property
    def box(self) -> Box:
        """Where it lies in that picture, in pixels."""
        return Box(self.x, self.y, self.w, self.h)


class RegionGoneAsk(Ask):
    """A region is read no more."""

    name: Annotated[str, Field(max_length=40)]


class MarkAsk(Ask):
    """A part of a picture tells a screen; without a place it is looked for."""

    picture: Number
    shows: Literal["game", "won", "lost", "menu", "paused"]
    box: tuple[Place, Place, Extent, Extent] | None = None


class MarkGoneAsk(Ask):
    """A mark tells nothing any more."""

    number: Number


class HandsAsk(Ask):
    """How the game wants to be played."""

    control: Slug
    hold: Seconds
    gap: Seconds
    response: Seconds
    falling: Seconds
    keys: Annotated[dict[Slug, KeyName], Field(max_length=40)]
    stroke: Annotated[str, Field(max_length=40)] = ""


class TakeAsk(Ask):
    """Take over what a layout that is there knows besides its board."""

    layout: Annotated[str, Field(pattern=f"^{SLUG}/{SLUG}$")]


class SolveAsk(Ask):
    """What to play on it."""

    shot: Number = 0
    game: Slug
    rules: Annotated[str, Field(max_length=200)] = ""
    """House rules such as `gravity=on`, parted by spaces."""


class HintAsk(SolveAsk):
    """What a person could see next on it."""


class SaveAsk(Ask):
    """Keep the layout."""

    game: Slug
    name: Slug
    title: Annotated[str, Field(max_length=200)] = ""
    rules: Annotated[str, Field(max_length=200)] = ""
    window: Annotated[str, Field(max_length=200)] = ""
    """Class or title of the program's window."""
    replace: bool = False


class WindowAsk(Ask):
    """Take a picture of a window, by its number in the list."""

    id: Annotated[int, Field(ge=1, le=0xFFFF_FFFF)]
    add: bool = False


def parsed(kind: type[Ask], body: bytes) -> Any:
    """The body of a request as one of these. Raises BadAsk with the field and what is wrong with it."""
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = " ".join(str(part) for part in first["loc"])
        raise BadAsk(f"{where}: {first['msg']}." if where else f"{first['msg']}.") from error
