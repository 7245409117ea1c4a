"""The clues of all lines as text, out of the digits of a band, each with how sure it is and what else it may say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from string import ascii_lowercase
from typing import Final

from bot.vision.clues.bands import Band
from bot.vision.clues.numbers import SURE, Rule, rules
from engine.position import EMPTY, UNKNOWN

NONE: Final = "0"
"""The clue of a line that stays empty."""
FLOOR: Final = 0.1
"""Margin below which a digit may be another."""
THINKABLE: Final = 0.45
"""Margin below which a digit may be another where the clues contradict each other."""
CLOSE: Final = 1.3
"""How many times as far as two numbers of a column are those of its neighbour at the least."""
LONG: Final = 2
"""Digits of a number at most."""


@dataclass(frozen=True)
class Clue:
    """The clue of one line."""

    text: str
    margin: float
    """How sure its least sure digit or gap is, 0 to 1."""
    others: tuple[str, ...] = ()
    """What else it may say, the likeliest first."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The lengths of its runs that are known."""
        return tuple(int(word.rstrip(ascii_lowercase)) for word in self.text.split() if UNKNOWN not in word)

    @property
    def known(self) -> bool:
        """Whether all of it could be told."""
        return UNKNOWN not in self.text

    @property
    def thinkable(self) -> bool:
        """Whether a clue may be written so, as far as it could be told."""
        return _thinkable(self.text)

    @property
    def plain(self) -> str:
        """It without the letters of colours."""
        return "".join(sign for sign in self.text if sign not in ascii_lowercase)

    @property
    def total(self) -> int:
        """The cells that it fills."""
        return sum(self.numbers)

    @property
    def room(self) -> int:
        """The least number of cells that it needs: between runs of one colour lies an empty one."""
        colours = [word[len(word.rstrip(ascii_lowercase)) :] for word in self.text.split()]
        return self.total + sum(a == b for a, b in pairwise(colours))

    def met(self, line: str) -> bool:
        """Whether the cells of a line show just its runs: the others are `.`."""
        words = (f"{length}{kind if kind in ascii_lowercase else ''}" for length, kind in runs_of(line))
        return (" ".join(words) or NONE) == self.text


def runs_of(line: str) -> list[tuple[int, str]]:
    """The lengths of the runs in the cells of a line, and what they are filled with; the others are `.`.

    >>> runs_of(".##.#")
    [(2, '#'), (1, '#')]
    """
    return [(len(list(run)), kind) for kind, run in groupby(line) if kind != EMPTY]


def read_clues(band: Band, lines: Sequence[int], rule: Rule | None) -> dict[int, Clue]:
    """The clues of some lines; without a `rule` each line of text is one number."""
    return {line: _clue(band, places, line in band.strays, rule) for line, places in _by_line(band, lines).items()}


def rules_of(left: Band, above: Band, rows: int, columns: int) -> tuple[Rule, Rule | None]:
    """What divides numbers from digits of one number beside the rows, and above the columns. There each line of text is
    one number (None), but for programs that write them side by side: then numbers are read that no column holds, and
    both sides add up to the same only if they are divided. Where that is so of half of the columns it is no misreading,
    though they add up to something else: a part of the board may be hidden.
    """
    cols = read_clues(above, range(columns), None)
    rule = rule_of(left, range(rows), columns, _total(cols))
    unheld = [clue for clue in cols.values() if not clue.thinkable or clue.room > rows]
    if rule.confirmed or not unheld:
        return rule, None
    divided: Rule | None = None
    for one in rules(_distances(above, range(columns))):
        cols = read_clues(above, range(columns), one)
        if all(clue.thinkable and clue.room <= rows for clue in cols.values()):
            other = rule_of(left, range(rows), columns, _total(cols))
            if other.confirmed:
                return other, replace(one, confirmed=True)
            divided = divided or one
    return rule, divided if 2 * len(unheld) >= len(cols) else None


def crowded(above: Band, cols: Mapping[int, Clue], rule: Rule) -> dict[int, Clue]:
    """The clues of columns; those are in doubt whose numbers, side by side by this rule, stand as close to those of the
    next column as to each other: the last one may be of that, or its first one of this.
    """
    found = dict(cols)
    for one, other in _crowded(above, len(cols), rule):
        here, there = cols[one].text.split(), cols[other].text.split()
        for at, ways in ((one, (here + there[:1], here[:-1])), (other, (there[1:], here[-1:] + there))):
            texts = (" ".join(words) or NONE for words in ways)
            others = (*found[at].others, *(text for text in texts if _thinkable(text)))
            found[at] = replace(found[at], margin=0.0, others=others)
    return found


def _crowded(above: Band, columns: int, rule: Rule) -> list[tuple[int, int]]:
    """The pairs of columns with numbers so close to each other."""
    places = _by_line(above, range(columns))
    inner, ends = [0.0], list[tuple[float, float, int]]()
    for column in range(columns):
        for text in _texts(above, places[column]):
            boxes = [above.digits[place].glyph.box for place in text]
            ends.append((boxes[0].x, boxes[-1].x + boxes[-1].w, column))
            steps = zip(pairwise(boxes), _gaps(above, text, rule, below=False), strict=True)
            inner += [b.x - a.x - a.w for (a, b), (broken, _) in steps if broken]
    return [(a[2], b[2]) for a, b in pairwise(sorted(ends)) if a[2] != b[2] and b[0] - a[1] < CLOSE * max(inner)]


def rule_of(left: Band, lines: Sequence[int], longest: int, total: int) -> Rule:
    """What divides numbers from digits of one number: by it most clues fit into `longest` cells, and all add up to
    `total`, which the columns say.
    """
    choice: tuple[tuple[float, ...], Rule] | None = None
    for rule in rules(_distances(left, lines)):
        read = read_clues(left, lines, rule)
        clues = read.values()
        wrong = sum(clue.total > longest or max(clue.numbers, default=0) >= 10**LONG for clue in clues)
        agrees = _total(read) == total and all(clue.known for clue in clues)
        if agrees and not wrong:
            return replace(rule, confirmed=True)
        price = (wrong, not agrees, -rule.weight)
        if choice is None or price < choice[0]:
            choice = price, rule
    return choice[1] if choice else Rule()


def _total(clues: Mapping[int, Clue]) -> int:
    return sum(clue.total for clue in clues.values())


def _distances(band: Band, lines: Sequence[int]) -> list[tuple[bool, bool, float]]:
    """Of all neighbours in the texts of some lines whether each is a 1, and their distance: what `rules` asks for."""
    digits, found = band.named.digit, []
    for places in _by_line(band, lines).values():
        for text in _texts(band, places):
            pairs = (_pair(band, a, b) for a, b in pairwise(text))
            found += [(int(digits[a]) == 1, int(digits[b]) == 1, distance) for a, b, distance in pairs]
    return found


def _pair(band: Band, a: int, b: int) -> tuple[int, int, float]:
    """Two neighbours and the distance of their middles, in widths of a digit."""
    boxes = band.digits[a].glyph.box, band.digits[b].glyph.box
    return a, b, (boxes[1].centre.x - boxes[0].centre.x) / band.width


def _by_line(band: Band, lines: Sequence[int]) -> Mapping[int, list[int]]:
    """The places of the digits of each line."""
    found: dict[int, list[int]] = {line: [] for line in lines}
    for place, digit in enumerate(band.digits):
        if digit.line in found:
            found[digit.line].append(place)
    return found


def _texts(band: Band, places: Sequence[int]) -> list[list[int]]:
    """The digits at some places as lines of text from the top, each from left to right."""
    boxes = {i: band.digits[i].glyph.box for i in places}
    lines: list[list[int]] = []
    for i in sorted(places, key=lambda i: boxes[i].centre.y):
        last = lines[-1] if lines else []
        foot = sum(boxes[k].y + boxes[k].h for k in last) / len(last) if last else 0.0
        if last and boxes[i].centre.y < foot - 0.15 * boxes[i].h:
            last.append(i)
        else:
            lines.append([i])
    return [sorted(line, key=lambda i: boxes[i].x) for line in lines]


def _clue(band: Band, places: Sequence[int], stray: bool, rule: Rule | None) -> Clue:
    """The clue of the digits at some places; with a `stray` piece of ink among them it is in doubt. Without a `rule`
    each line of text is one number. What may be a digit and looks like none is `?`, or nothing at all.
    """
    if not places:
        return Clue(NONE, 0.0 if stray else 1.0)
    margins = {i: 1.0 if i in band.confirmed else float(band.named.margin[i]) for i in places}
    margins |= dict.fromkeys(band.unknown.intersection(places), 0.0)
    texts = _texts(band, places)
    order = [i for text in texts for i in text]
    said = [UNKNOWN if i in band.unknown else str(band.named.digit[i]) for i in order]
    letters = [band.letters[i] for i in order] if band.letters else [""] * len(order)
    gaps = [gap for number, text in enumerate(texts) for gap in _gaps(band, text, rule, number > 0)]
    breaks = [broken for broken, _ in gaps]
    changes: list[tuple[float, str]] = []
    if band.unknown.intersection(places):
        changes.append((0.0, _clue(band, [i for i in places if i not in band.unknown], stray, rule).text))
    for k, (_, margin) in enumerate(gaps):
        if margin < THINKABLE:
            changes.append((margin, _written(said, letters, [broken != (at == k) for at, broken in enumerate(breaks)])))
    for k, i in enumerate(order):
        if margins[i] < THINKABLE and i not in band.unknown:
            other = [*said[:k], str(band.named.second[i]), *said[k + 1 :]]
            changes.append((margins[i], _written(other, letters, breaks)))
    others = [text for _, text in sorted(changes) if _thinkable(text)]
    sure = min(0.0 if stray else 1.0, *margins.values(), *(margin for _, margin in gaps), 1.0)
    return Clue(_written(said, letters, breaks), sure, tuple(dict.fromkeys(others)))


def _gaps(band: Band, text: Sequence[int], rule: Rule | None, below: bool) -> list[tuple[bool, float]]:
    """Whether a number ends before each digit of a line of text but the first, and how sure that is; before the first
    too, where the line lies `below` another.
    """
    found = [(True, 1.0)] if below else []
    for a, b in pairwise(text):
        if rule is None:
            found.append((False, 1.0))
            continue
        *_, distance = _pair(band, a, b)
        off = rule.off(distance, band.named.digit[a] == 1, band.named.digit[b] == 1)
        sure = rule.confirmed and abs(off) > SURE / 4
        found.append((off > 0, 1.0 if sure else min(1.0, abs(off) / SURE * FLOOR)))
    return found


def numbers_of(band: Band, line: int, rule: Rule | None) -> list[list[int]]:
    """The places of the digits of each number of a line; without a `rule` each line of text is one."""
    found: list[list[int]] = []
    for text in _texts(band, _by_line(band, [line])[line]):
        found.append([text[0]])
        for (broken, _), place in zip(_gaps(band, text, rule, below=False), text[1:], strict=True):
            if broken:
                found.append([])
            found[-1].append(place)
    return found


def worths(band: Band, lines: Sequence[int], rule: Rule | None) -> list[int]:
    """What each digit of a band counts in its number: 1, or 10 before the last."""
    found = [1] * len(band.digits)
    for places in _by_line(band, lines).values():
        for text in _texts(band, places):
            breaks = [broken for broken, _ in _gaps(band, text, rule, below=False)]
            for at in range(len(text) - 2, -1, -1):
                found[text[at]] = 1 if breaks[at] else 10 * found[text[at + 1]]
    return found


def _written(said: Sequence[str], letters: Sequence[str], breaks: Sequence[bool]) -> str:
    """Digits as text: wherever there is a break after one, the letter of its colour and a space."""
    ends = [*breaks, True]
    words = (digit + (letter + " ") * end for digit, letter, end in zip(said, letters, ends, strict=True))
    return "".join(words).rstrip()


def _thinkable(text: str) -> bool:
    """Whether a clue may be written so: no number begins with 0 unless it is alone, none has three digits."""
    words = text.split()
    numbers = [word.rstrip(ascii_lowercase) for word in words]
    return words == [NONE] or all(number[0] != "0" and len(number) <= LONG for number in numbers)
