"""Puzzles as other programs write them: `.non`, the XML of webpbn, and the IDs of Simon Tatham's puzzles.

Sources: the description of `.non` by Steve Simpson with the colours that were added to it (FORMAT.md of nonogram-db),
webpbn.com/pbn_fmt.html, and the section on Pattern in the manual of Simon Tatham's puzzles.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Final

from engine import paints
from engine.games.nonogram import webpbn
from engine.games.nonogram.rules import BLACK, Clue, parse, parse_clue, show_clue
from engine.position import BadPosition, Position

FORMATS: Final = ("non", "webpbn", "sgt")

_ID = re.compile(r"\s*(?:[a-z]+:)?(\d{1,3})(?:x(\d{1,3}))?:([0-9./]*)(?:,[A-Za-z0-9]*)?\s*", re.IGNORECASE)
_NON_KEY = re.compile(r"^(?:width|height)[ \t]+\d+[ \t]*$", re.MULTILINE)
_HINT = re.compile(r"[0-9]{1,3}[a-wyzA-WYZ#]?")


def read(text: str) -> Position | None:
    """The puzzle in a text of one of these forms, told by what it holds; None where it is none of them. Raises
    BadPosition.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("<"):
        return webpbn.read(text)
    if match := _ID.fullmatch(text):
        return _read_sgt(match)
    if len(_NON_KEY.findall(text)) >= len(("width", "height")):
        return _read_non(text)
    return None


def write(position: Position, form: str) -> str:
    """A puzzle in one of these forms; what is filled in already is left out. Raises BadPosition."""
    state = parse(position)
    title = " ".join(position.blocks.get("title", ()))
    if form == "non":
        return _write_non(state.rows, state.cols, state.colours, title)
    if form == "webpbn":
        return webpbn.write(state.rows, state.cols, title)
    if form == "sgt":
        return _write_sgt(state.rows, state.cols, state.colours)
    raise BadPosition(f"A nonogram is written as one of {', '.join(FORMATS)}; not as {form!r}.")


def _read_sgt(match: re.Match[str]) -> Position:
    width, height = int(match[1]), int(match[2] or match[1])
    lines = match[3].split("/")
    if len(lines) != width + height:
        raise BadPosition(
            f"An ID of {width}x{height} has {width + height} clues, parted by `/`; this one has {len(lines)}."
        )
    clues = []
    for number, line in enumerate(lines):
        words = line.split(".") if line else []
        if any(not word.isdigit() for word in words):
            raise BadPosition(f"Clue {number} of the ID is written as 3.1, or left empty; found {line!r}.")
        clues.append(" ".join(word for word in words if int(word)) or "0")
    return Position({"rows": tuple(clues[width:]), "cols": tuple(clues[:width])})


def _write_sgt(rows: Sequence[Clue], cols: Sequence[Clue], colours: Sequence[str]) -> str:
    if len(colours) > 1:
        raise BadPosition("An ID of Simon Tatham's puzzles is black and white; this puzzle has colours.")
    lines = "/".join(".".join(str(length) for length, _ in clue) for clue in (*cols, *rows))
    return f"{len(cols)}x{len(rows)}:{lines}\n"


def _read_non(text: str) -> Position:
    """Keys that are not known are passed over, as the format wants; everything else is strict."""
    lines = text.lstrip("\ufeff").splitlines()
    if sum(line.strip() == "====" for line in lines):
        raise BadPosition("The file holds several puzzles, parted by ====; one is expected.")
    sizes = {key: _size(lines, key) for key in ("width", "height")}
    blocks = {}
    for name, key, count in (("rows", "rows", sizes["height"]), ("cols", "columns", sizes["width"])):
        at = [number for number, line in enumerate(lines) if line.strip().lower() == key]
        if len(at) != 1:
            raise BadPosition(f"A .non file has one line `{key}` before its clues; this one has {len(at)}.")
        blocks[name] = _non_clues(lines, at[0] + 1, count, key)
    if title := re.search(r'^title[ \t]+"(.*)"[ \t]*$', text, re.MULTILINE):
        words = " ".join(html.unescape(title[1]).split())
        if words and not words.endswith(":"):
            return Position({"title": (words,), **blocks})
    return Position(blocks)


def _size(lines: Sequence[str], key: str) -> int:
    found = [line.split()[1] for line in lines if re.fullmatch(rf"{key}[ \t]+\d{{1,3}}", line.strip())]
    if len(found) != 1:
        raise BadPosition(f"A .non file says its {key} once, such as `{key} 15`; this one {len(found)} times.")
    return int(found[0])


def _non_clues(lines: Sequence[str], start: int, count: int, key: str) -> tuple[str, ...]:
    """The clues from a line on. An empty line is a clue of nothing only where clues would be missing without it."""
    block = []
    for line in lines[start:]:
        if re.match(r"[a-z]{2,}", line.strip(), re.IGNORECASE):
            break
        block.append(line.strip())
    while block and not block[-1] and len(block) > count:
        block.pop()
    while block and not block[0] and len(block) > count:
        block.pop(0)
    if len(block) != count:
        block = [line for line in block if line]
    if len(block) != count:
        raise BadPosition(f"The {key} of a .non file need {count} clues; there are {len(block)}.")
    return tuple(_non_clue(line, key, number) for number, line in enumerate(block))


def _non_clue(line: str, key: str, number: int) -> str:
    words = [word.strip() for word in line.split(",")] if line else []
    if any(not _HINT.fullmatch(word) for word in words):
        raise BadPosition(f"Clue {number} of the {key} is written as 3,1 or 3a,1b; found {line!r}.")
    kept = " ".join(word.lower() for word in words if int(re.sub(r"\D", "", word)))
    return show_clue(parse_clue(kept)) if kept else "0"


def _write_non(rows: Sequence[Clue], cols: Sequence[Clue], colours: Sequence[str], title: str) -> str:
    named = {colour: paints.rgb(colour) for colour in colours if colour != BLACK}
    head = [f'title "{html.escape(title)}"'] if title else []
    head += [f"color {colour} #{value}" for colour, value in named.items()]
    head += [f"width {len(cols)}", f"height {len(rows)}"]
    return "\n".join([*head, "", "rows", *_non_lines(rows, named), "", "columns", *_non_lines(cols, named), ""])


def _non_lines(clues: Sequence[Clue], named: Mapping[str, str]) -> list[str]:
    return [
        ",".join(f"{length}{colour if colour in named else ''}" for length, colour in clue) or "0" for clue in clues
    ]
