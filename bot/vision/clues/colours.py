"""The colours of a coloured nonogram: of its digits, and of the cells that they fill.

Many programs show clues that are done, or wrong, in another colour. A puzzle is coloured only where every colour fills
as many cells by the clues of the rows as by those of the columns, and where the cells that are filled, if there are
any, show these colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.clues.bands import Band
from bot.vision.clues.cells import Floats, Groups

Bools = NDArray[np.bool_]

SAME: Final = 0.98
"""Cosine between two directions from the ground from which they are one colour, however faint."""
TIGHT: Final = 0.988
"""Cosine that all digits of one colour have with each other where colours are beyond question."""
NEAR: Final = 24.0
"""Difference up to which squares behind digits have one colour."""
DARK: Final = 80.0
"""The brightest channel of a black square at most."""
LETTERS: Final = "abcdefghij"
"""Names of colours; black has none."""
DIFFERENT: Final = 0.9
"""Cosine of two directions below which they are surely two colours."""
SHADE: Final = 1.8
"""How many times as far from the ground as a shade of it the stronger of two colours is, at the least."""
FEWEST: Final = 2
"""Digits of a colour from which it is no accident."""


@dataclass(frozen=True, eq=False)
class Palette:
    """The colours of a puzzle."""

    names: tuple[str, ...]
    """A letter each, or nothing for black."""
    looks: Floats
    """(colours, 3), the direction of each from its ground, of length 1; or, where they are `solid`, each itself."""
    sure: bool
    """Whether digits of one colour are as like each other as they should be; else two colours may pass for one."""
    solid: bool = False
    """Whether they are squares behind the digits: these are exact, thin strokes are only mixtures."""
    strengths: Floats = field(default_factory=lambda: np.zeros(0, np.float32))
    """(colours,), how far each lies from its ground, where they are not `solid`."""
    shades: frozenset[str] = frozenset()
    """The names of those that lie in the direction of another one, and differ from it in strength alone."""

    def name(self, colour: Floats, ground: Floats) -> str | None:
        """The name of a colour on a ground; None where it is none of them."""
        if self.solid:
            apart = np.abs(self.looks - colour).max(1)
            return self.names[int(apart.argmin())] if apart.min() <= NEAR else None
        likeness = self.looks @ _way(colour[None], ground)[0]
        same = np.flatnonzero(likeness >= min(SAME, float(likeness.max())))
        if likeness.max() < SAME:
            return None
        if not self.shades:
            return self.names[int(likeness.argmax())]
        strength = np.log(max(1.0, float(np.linalg.norm(colour - ground))) / self.strengths[same])
        return self.names[int(same[np.abs(strength).argmin()])]


def palettes_of(
    left: Band, above: Band, ground: Floats, worths: tuple[Sequence[int], Sequence[int]]
) -> Iterator[tuple[Palette, Band, Band]]:
    """The colours that the digits may have, or the squares behind them, and the two bands with the name of each digit's
    colour; none where they are no colours of a puzzle. First with shades of one colour apart: what is fainter may as
    well be done. `worths` is what each digit counts in its number.
    """
    solid = on_squares(left, above)
    looks = _looks(left, above, ground)
    kind, _ = _squares(looks) if solid else _directions(looks)
    glyphs = [digit.glyph for band in (left, above) for digit in band.digits]
    away = np.linalg.norm(np.array([glyph.colour for glyph in glyphs], np.float32) - ground, axis=1).astype(np.float32)
    shaded = kind if solid else _shades(kind, away)
    for kinds in (kind,) if np.array_equal(shaded, kind) else (shaded, kind):
        found = _palette(kinds, looks, away, solid, (left, above), worths)
        if found is not None:
            yield found[0], replace(left, letters=found[1]), replace(above, letters=found[2])


def _shades(kind: NDArray[np.intp], away: Floats) -> NDArray[np.intp]:
    """The kinds (n,) of directions, of which those are parted whose digits lie at two distances (n,) from the ground,
    the one a good deal farther than the other.
    """
    found = kind.copy()
    for one in range(int(kind.max(initial=-1)) + 1):
        own = np.sort(away[kind == one])
        steps = own[1:] / np.maximum(own[:-1], 1)
        if len(steps) and steps.max() >= SHADE:
            found[(kind == one) & (away <= own[int(steps.argmax())])] = found.max() + 1
    return found


def _palette(
    kind: NDArray[np.intp],
    looks: Floats,
    away: Floats,
    solid: bool,
    bands: tuple[Band, Band],
    worths: tuple[Sequence[int], Sequence[int]],
) -> tuple[Palette, tuple[str, ...], tuple[str, ...]] | None:
    """The palette of digits of these kinds (n,), each with its look (n, 3) and its distance (n,) from the ground, and
    the names for both bands; None where these are no colours of a puzzle.
    """
    left, above = bands
    count = int(kind.max(initial=-1)) + 1
    if not 1 < count <= len(LETTERS):
        return None
    means = np.stack([looks[kind == k].mean(0) for k in range(count)])
    if not solid:
        means /= np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-6)
    strengths = np.array([np.median(away[kind == k]) for k in range(count)], np.float32)
    split = len(left.digits)
    for own, digits, worth in (
        (kind[:split], left.named.digit, worths[0]),
        (kind[split:], above.named.digit, worths[1]),
    ):
        if not np.bincount(own, minlength=count).all() or len(digits) != len(worth):
            return None
    across = np.bincount(kind[:split], left.named.digit * np.array(worths[0]), count)
    down = np.bincount(kind[split:], above.named.digit * np.array(worths[1]), count)
    if not np.array_equal(across, down):
        return None
    black = means.max(1) <= DARK if solid else np.abs(means @ np.full(3, 1 / np.sqrt(3), np.float32)) >= SAME
    like = means @ means.T >= SAME if not solid else np.eye(count, dtype=bool)
    if not solid:  # of black and grey the stronger one is black
        black &= np.array([strengths[k] == strengths[like[k]].max() for k in range(count)])
    if sum(black) > 1:
        return None
    letters = iter(LETTERS)
    names = tuple("" if plain else next(letters) for plain in black)
    told = [names[k] for k in kind]
    if solid:
        apart = np.abs(means[:, None] - means).max(2) + 256 * np.eye(count)
        sure = float(apart.min()) >= 2 * NEAR
    else:
        sure = all(float((own @ own.T).min()) >= TIGHT for own in (looks[kind == k] for k in range(count)))
    shades = frozenset(names[k] for k in range(count) if like[k].sum() > 1)
    return Palette(names, means, sure, solid, strengths, shades), tuple(told[:split]), tuple(told[split:])


def motley(left: Band, above: Band, ground: Floats, *, lit: bool = False) -> bool:
    """Whether there are digits that plainly have different colours, or the squares behind them; and where some may be
    `lit`, more than those of the row and the column under a pointer.
    """
    if not (left.digits or above.digits):
        return False
    looks = _looks(left, above, ground)
    if on_squares(left, above):
        kind, means = _squares(looks)
        far = np.abs(means[:, None] - means).max(2) > 2 * NEAR
    else:
        kind, means = _directions(looks)
        far = means @ means.T < DIFFERENT
    often = np.bincount(kind, minlength=len(means)) >= FEWEST
    return bool(far[often][:, often].any()) and not (lit and _under_pointer(left, above, kind.tolist()))


def _under_pointer(left: Band, above: Band, colours: Sequence[object]) -> bool:
    """Whether a pointer may have given some digits their `colours`, one for each of both bands: each line has one, and
    all rows, or columns, but one have the same.
    """
    digits = [*((0, digit.line) for digit in left.digits), *((1, digit.line) for digit in above.digits)]
    shown: dict[tuple[int, int], set[object]] = {}
    for line, colour in zip(digits, colours, strict=True):
        shown.setdefault(line, set()).add(colour)
    if any(len(seen) > 1 for seen in shown.values()):
        return False
    for side in (0, 1):
        times = Counter(next(iter(seen)) for (where, _), seen in shown.items() if where == side)
        if sum(times.values()) - max(times.values(), default=0) > 1:
            return False
    return True


def untouched(groups: Groups, look: int, left: Band, above: Band) -> tuple[Band, Band]:
    """Both bands with the digits of those lines alone of which all cells have one plain look."""
    plain = groups.group == look
    return _beside(left, plain.all(1)), _beside(above, plain.all(0))


def _beside(band: Band, lines: Bools) -> Band:
    """A band with the digits of some of its lines, given as (n,), those of what fills no cell left out."""
    kept = [k for k, digit in enumerate(band.digits) if lines[digit.line] and band.named.digit[k]]
    letters = tuple(band.letters[k] for k in kept) if band.letters else ()
    return replace(band, digits=tuple(band.digits[k] for k in kept), letters=letters)


def on_squares(left: Band, above: Band) -> bool:
    """Whether the numbers of both bands stand on squares of their own colour."""
    return left.page is not None and above.page is not None


def _looks(left: Band, above: Band, ground: Floats) -> Floats:
    """(n, 3): the colours of the squares behind the digits; or the directions of the digits' own from their ground."""
    glyphs = [digit.glyph for band in (left, above) for digit in band.digits]
    own = np.array([glyph.colour for glyph in glyphs], np.float32)
    if not on_squares(left, above):
        return _way(own, ground)
    pages = [band.page for band in (left, above) for _ in band.digits]
    return _turned(np.array([glyph.ground for glyph in glyphs], np.float32), own, np.array(pages, np.float32))


def _turned(squares: Floats, own: Floats, pages: Floats) -> Floats:
    """The colours of squares (n, 3) with those of the digits' `own` (n, 3) where there is none and the page shows: of
    what is done some programs turn the colours around. Thin strokes are mixtures, so the square of their colour tells.
    """
    gone = np.abs(squares - pages).max(1) <= NEAR
    if not gone.any() or gone.all():
        return squares
    there = squares[~gone]
    like = _way(own[gone], pages[gone]) @ _way(there, pages[~gone]).T
    found = squares.copy()
    found[gone] = np.where(like.max(1, keepdims=True) >= SAME, there[like.argmax(1)], squares[gone])
    return found


def undecided(palette: Palette, groups: Groups, left: Band, above: Band) -> int | None:
    """Which plain look of the cells is undecided: the most frequent one from which all others are colours of the
    palette, or which is the only one; None where cells show other colours. Where cells are filled with one colour only,
    clues of another may be done, or wrong, or under a pointer: but not several of both kinds beside lines of which no
    cell is filled. The bands have the letters of their digits.
    """
    looks = range(len(groups.means))
    for ground in looks:
        named = [palette.name(groups.means[look], groups.means[ground]) for look in looks if look != ground]
        if None in named:
            continue
        # Where nothing is filled, what is crossed out speaks for no colour.
        bare = untouched(groups, ground, left, above) if named else (left, above)
        beside = [*bare[0].letters, *bare[1].letters]
        several = len({*beside}) > 1 and not _under_pointer(*bare, beside)
        if (len({*named}) > 1 or several) and palette.shades <= {*beside, *named}:
            return ground
    return None


def labels(palette: Palette, groups: Groups, ground: int, black: str, empty: str) -> tuple[str, ...]:
    """What each plain look of the cells means, when this one is undecided: the others are filled."""
    shown = (palette.name(mean, groups.means[ground]) or black for mean in groups.means)
    return tuple(empty if look == ground else label for look, label in enumerate(shown))


def _way(colours: Floats, ground: Floats) -> Floats:
    """(n, 3): the directions in which colours lie from the ground."""
    way = colours - ground
    return np.asarray(way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6), np.float32)


def _directions(ways: Floats) -> tuple[NDArray[np.intp], Floats]:
    """The kind of each direction, and the mean of each kind."""
    kind, means = _sorted(ways, lambda firsts, way: 1 - firsts @ way, 1 - SAME)
    return kind, np.asarray(means / np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-6), np.float32)


def _squares(colours: Floats) -> tuple[NDArray[np.intp], Floats]:
    """The kind of each colour, and the mean of each kind."""
    return _sorted(colours, lambda firsts, colour: np.abs(firsts - colour).max(1), NEAR)


def _sorted(looks: Floats, apart: Callable[[Floats, Floats], Floats], within: float) -> tuple[NDArray[np.intp], Floats]:
    """Looks (n, 3) by kinds: each is of that whose first look is nearest, or begins one; and the mean of each kind."""
    kind = np.zeros(len(looks), np.intp)
    firsts = looks[:0]
    for place, look in enumerate(looks):
        # What has the colour of the ground lies in no direction, not even in its own.
        distance = apart(firsts, look)
        kind[place] = int(distance.argmin()) if distance.min(initial=np.inf) <= within else len(firsts)
        if kind[place] == len(firsts):
            firsts = np.concatenate([firsts, look[None]])
    return kind, np.stack([looks[kind == k].mean(0) for k in range(len(firsts))])
