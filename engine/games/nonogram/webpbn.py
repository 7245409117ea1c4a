"""The XML form of webpbn.com: a puzzle by its clues or by its picture, with named colours.

A file may name its document type, as those of webpbn do, but nothing in it is ever expanded or fetched: what declares
or uses an entity of its own is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from engine import paints
from engine.games.nonogram.rules import BLACK, Clue, runs_of, show_clue
from engine.position import EMPTY, BadPosition, Position

LETTERS: Final = "abcdefghijklmnopqrstuvwyz"
"""The colours that a position can name besides black; x is a cross."""
DEEPEST: Final = 20


class Element:
    """An element of the file, with its text and children."""

    __slots__ = ("attributes", "children", "name", "text")

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name, self.attributes = name, attributes
        self.children: list[Element] = []
        self.text = ""

    def all(self, name: str) -> list[Element]:
        """The children of that name."""
        return [child for child in self.children if child.name == name]


def read(text: str) -> Position:
    """The puzzle in a file. Raises BadPosition: broken XML, entities, several puzzles, no square cells, no clues."""
    root = _parse(text)
    puzzles = [root] if root.name == "puzzle" else root.all("puzzle")
    if root.name not in ("puzzle", "puzzleset") or len(puzzles) != 1:
        raise BadPosition(
            f"The XML holds <{root.name}> with {len(puzzles)} puzzles; expected one <puzzle> as webpbn.com writes it."
        )
    (puzzle,) = puzzles
    kind = puzzle.attributes.get("type", "grid")
    if kind != "grid":
        raise BadPosition(f"The puzzle is a {kind}; only those of square cells (grid) are known here.")
    background = puzzle.attributes.get("backgroundcolor", "white")
    default = puzzle.attributes.get("defaultcolor", "black")
    letters = _letters(puzzle, background, default)
    clues = {group.attributes.get("type", ""): group for group in puzzle.all("clues")}
    if clues:
        if set(clues) != {"rows", "columns"}:
            raise BadPosition(f"The puzzle needs clues of type rows and columns; it has {', '.join(sorted(clues))}.")
        rows, cols = (
            tuple(_clue(line, letters, default, kind, n) for n, line in enumerate(clues[kind].all("line")))
            for kind in ("rows", "columns")
        )
    else:
        rows, cols = _from_picture(puzzle, letters, background)
    blocks = {"rows": rows, "cols": cols}
    title = " ".join(" ".join(found.text.split()) for found in puzzle.all("title")[:1])
    if title and not title.endswith(":"):
        return Position({"title": (title,), **blocks})
    return Position(blocks)


def write(rows: Sequence[Clue], cols: Sequence[Clue], title: str = "") -> str:
    """A puzzle as such a file."""
    used = sorted({colour for clue in (*rows, *cols) for _, colour in clue} | {BLACK})
    out = [
        '<?xml version="1.0"?>',
        '<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">',
        "<puzzleset>",
        '<puzzle type="grid" defaultcolor="black">',
    ]
    out += [f"<title>{escape(title)}</title>"] if title else []
    out.append('<color name="white" char=".">fff</color>')
    for colour in used:
        char = "X" if colour == BLACK else colour
        out.append(f"<color name={quoteattr(paints.name(colour))} char={quoteattr(char)}>{paints.rgb(colour)}</color>")
    for kind, clues in (("columns", cols), ("rows", rows)):
        out += [f'<clues type="{kind}">', *map(_line, clues), "</clues>"]
    return "\n".join([*out, "</puzzle>", "</puzzleset>", ""])


def _line(clue: Clue) -> str:
    counts = "".join(
        f"<count>{length}</count>"
        if colour == BLACK
        else f"<count color={quoteattr(paints.name(colour))}>{length}</count>"
        for length, colour in clue
    )
    return f"<line>{counts}</line>"


def _letters(puzzle: Element, background: str, default: str) -> dict[str, str]:
    """Colour name to the letter that a position gives it."""
    colours = {found.attributes.get("name", ""): found.attributes.get("char", "") for found in puzzle.all("color")}
    colours.setdefault(default, "")
    colours.pop(background, None)
    if len(colours) == 1:
        return dict.fromkeys(colours, BLACK)
    free = [letter for letter in LETTERS if letter not in {char.lower() for char in colours.values()}]
    letters: dict[str, str] = {}
    for colour, char in colours.items():
        wanted = [BLACK] if colour == "black" else [char.lower()] if char.lower() in (*LETTERS,) else []
        first = colour[:1].lower()
        wanted += [first] if first in free else []
        found = next((letter for letter in (*wanted, *free) if letter not in letters.values()), None)
        if found is None:
            raise BadPosition(f"The puzzle has {len(colours)} colours; at most {len(LETTERS) + 1} are taken.")
        letters[colour] = found
    return letters


def _clue(line: Element, letters: dict[str, str], default: str, kind: str, number: int) -> str:
    runs = []
    for count in line.all("count"):
        length, colour = count.text.strip(), count.attributes.get("color", default)
        if not (length.isascii() and length.isdigit() and len(length) < len("1000")):
            raise BadPosition(f"Clue {number} of the {kind} holds {length!r} where a number is expected.")
        if colour not in letters:
            raise BadPosition(f"Clue {number} of the {kind} has the colour {colour!r}, which the puzzle does not name.")
        if int(length):
            runs.append((int(length), letters[colour]))
    return show_clue(tuple(runs))


def _from_picture(puzzle: Element, letters: dict[str, str], background: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The clues of a puzzle that gives its picture instead: rows between bars, a character a cell."""
    goals = [found for found in puzzle.all("solution") if found.attributes.get("type", "goal") == "goal"]
    images = goals[0].all("image") if goals else []
    if not images:
        raise BadPosition("The puzzle has neither clues nor a picture.")
    chars = {found.attributes.get("char", ""): found.attributes.get("name", "") for found in puzzle.all("color")}
    chars = {".": background, "X": "black", **chars}
    board = []
    for line in images[0].text.split():
        cells = line.strip("|")
        if strange := set(cells) - set(chars):
            raise BadPosition(f"The picture holds {min(strange)!r}, which is no colour of the puzzle.")
        board.append("".join(EMPTY if chars[c] == background else letters.get(chars[c], BLACK) for c in cells))
    if not board or len(set(map(len, board))) != 1:
        raise BadPosition("The rows of the picture have different lengths.")
    rows = tuple(show_clue(runs_of(cells)) for cells in board)
    cols = tuple(show_clue(runs_of("".join(cells))) for cells in zip(*board, strict=True))
    return rows, cols


def _parse(text: str) -> Element:
    """The elements of a file; nothing is expanded. Raises BadPosition."""
    top = Element("", {})
    open_ones = [top]

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(open_ones) > DEEPEST:
            raise BadPosition("The XML is nested too deeply to be a puzzle.")
        element = Element(name, attributes)
        open_ones[-1].children.append(element)
        open_ones.append(element)

    def end(_name: str) -> None:
        open_ones.pop()

    def data(words: str) -> None:
        open_ones[-1].text += words

    def refuse(*_what: object) -> int:
        raise BadPosition("The XML declares or uses entities; a puzzle needs none, so they are refused.")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = data
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    parser.SkippedEntityHandler = refuse
    try:
        parser.Parse(text.lstrip("\ufeff \t\r\n"), True)
    except expat.ExpatError as error:
        raise BadPosition(f"The XML is broken: {expat.errors.messages[error.code]}, line {error.lineno}.") from error
    return top.children[0]
