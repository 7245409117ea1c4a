"""What tiles look like; each skin draws all its kinds at any size, with what shows through in a fourth channel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]
LETTERS: Final = "ABCDEFGHJKLMNPRSTUVXYZ2345679abdeghkmnqrt&%$#@"
SHAPES: Final = 9
DARK: Final = 0.3


def hues(rng: np.random.Generator, count: int) -> list[Colour]:
    """Colours that differ clearly: around the wheel, every second one darker."""
    start = int(rng.integers(180))
    wheel = [((start + 180 * i // count) % 180, 210, 235 - 95 * (i % 2)) for i in range(count)]
    bgr = cv2.cvtColor(np.array([wheel], np.uint8), cv2.COLOR_HSV2BGR)[0]
    return [(int(b), int(g), int(r)) for b, g, r in bgr]


def _blank(w: int, h: int) -> Picture:
    return np.zeros((h, w, 4), np.uint8)


def _box(face: Picture, box: tuple[float, float, float, float], colour: Colour) -> None:
    x, y, w, h = box
    face[round(y) : round(y + h), round(x) : round(x + w)] = (*colour, 255)


def _mixed(colour: Colour, other: int, share: float) -> Colour:
    b, g, r = (int(v + (other - v) * share) for v in colour)
    return b, g, r


def _letter(face: Picture, sign: str, colour: Colour, size: float = 0.6, weight: float = 0.08) -> None:
    """A letter in the middle, `size` of the height of the face."""
    h, w = face.shape[:2]
    scale, font = min(size * h, size * 1.2 * w) / 21, cv2.FONT_HERSHEY_DUPLEX
    (tw, th), _ = cv2.getTextSize(sign, font, scale, 1)
    ink = np.ascontiguousarray(face[:, :, :3])
    at = ((w - tw) // 2, (h + th) // 2)
    cv2.putText(ink, sign, at, font, scale, colour, max(1, round(weight * min(w, h))), cv2.LINE_AA)
    face[:, :, :3] = ink


def _shape(face: Picture, which: int, colour: Colour, size: float = 0.36) -> None:
    """A disc, ring, square, triangle, star …; `size` is half of its width over that of the face."""
    h, w = face.shape[:2]
    ink, r, cx, cy = np.ascontiguousarray(face[:, :, :3]), size * min(w, h), w / 2, h / 2
    thick = max(2, round(r / 3))
    corners = {2: (4, 0.25), 3: (3, 0.25), 4: (4, 0.0), 5: (6, 0.0), 6: (3, 0.75)}
    if which % SHAPES in corners:
        count, turn = corners[which % SHAPES]
        angle = 2 * np.pi * (np.arange(count) + (0.5 if which % SHAPES == 2 else 0)) / count - 2 * np.pi * turn
        points = np.stack([cx + r * np.cos(angle), cy + r * np.sin(angle)], 1)
        cv2.fillPoly(ink, [np.round(points).astype(np.int32)], colour, cv2.LINE_AA)
    elif which % SHAPES == 7:
        cv2.line(ink, (round(cx - r), round(cy)), (round(cx + r), round(cy)), colour, thick, cv2.LINE_AA)
        cv2.line(ink, (round(cx), round(cy - r)), (round(cx), round(cy + r)), colour, thick, cv2.LINE_AA)
    elif which % SHAPES == 8:
        angle = np.pi * np.arange(10) / 5 - np.pi / 2
        reach = np.where(np.arange(10) % 2, 0.45 * r, r)
        points = np.stack([cx + reach * np.cos(angle), cy + reach * np.sin(angle)], 1)
        cv2.fillPoly(ink, [np.round(points).astype(np.int32)], colour, cv2.LINE_AA)
    else:
        cv2.circle(ink, (round(cx), round(cy)), round(r), colour, -1 if which % SHAPES == 0 else thick, cv2.LINE_AA)
    face[:, :, :3] = ink


def _paper(rng: np.random.Generator) -> tuple[Colour, list[Colour]]:
    """A face and inks that show on it."""
    dark = rng.random() < DARK
    b, g, r = (int(v) for v in (rng.integers(25, 70, 3) if dark else rng.integers(190, 250, 3)))
    inks = [tuple(int(v) for v in (rng.integers(140, 256, 3) if dark else rng.integers(0, 120, 3))) for _ in range(4)]
    return (b, g, r), [(i[0], i[1], i[2]) for i in inks]


def bevel(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """Letters on raised tiles whose sides hang over to the right and below."""
    paper, inks = _paper(rng)
    over, rim = round(rng.uniform(0.04, 0.14) * w), max(2, w // 16)
    faces = []
    for kind in range(kinds):
        face = _blank(w + over, h + over)
        _box(face, (over, over, w, h), _mixed(paper, 0, 0.6))
        _box(face, (0, 0, w, h), _mixed(paper, 0, 0.35))
        _box(face, (0, 0, w - rim, h - rim), _mixed(paper, 255, 0.7))
        _box(face, (rim, rim, w - 2 * rim, h - 2 * rim), paper)
        _letter(face[:h, :w], LETTERS[kind % len(LETTERS)], inks[kind % 4])
        faces.append(face)
    return faces


def mahjong(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """Dots, bars and shapes on pale tiles with thick sides; the last kind is blank."""
    over, edge = round(rng.uniform(0.06, 0.16) * w), max(2, w // 24)
    paper, inks = (225, 240, 245), [(40, 40, 190), (50, 120, 40), (160, 70, 30), (30, 30, 30)]
    faces = []
    for kind in range(kinds):
        face = _blank(w + over, h + over)
        _box(face, (over // 2, over // 2, w + over // 2, h + over // 2), (70, 130, 90))
        _box(face, (0, 0, w, h), (110, 130, 140))
        _box(face, (edge, edge, w - 2 * edge, h - 2 * edge), paper)
        count, suit = kind % 9 + 1, kind // 9
        inner = face[h // 8 : h - h // 8, w // 8 : w - w // 8]
        if suit < 2:
            across = 1 if count == 1 else 2 if count in {2, 4, 6, 8} else 3
            down = -(-count // across)
            for i in range(count):
                part = inner[
                    i // across * inner.shape[0] // down : (i // across + 1) * inner.shape[0] // down,
                    i % across * inner.shape[1] // across : (i % across + 1) * inner.shape[1] // across,
                ]
                cut = np.ascontiguousarray(part)
                _shape(cut, 0 if suit == 0 else 7, inks[(i + suit) % 3], 0.4)
                part[:] = cut
        elif kind < kinds - 1:
            cut = np.ascontiguousarray(inner)
            if suit == 2:
                _letter(cut, "123456789"[count - 1], inks[0], 0.5)
            else:
                _shape(cut, count, inks[kind % 4], 0.42)
            inner[:] = cut
        faces.append(face)
    return faces


def letters(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """Letters and nothing else, straight on the page."""
    faces = []
    ink = tuple(int(v) for v in rng.integers(0, 70, 3))
    paper = tuple(int(v) for v in rng.integers(215, 256, 3))
    for kind in range(kinds):
        face = _blank(w, h)
        _box(face, (0, 0, w, h), (paper[0], paper[1], paper[2]))
        _letter(face, LETTERS[kind % len(LETTERS)], (ink[0], ink[1], ink[2]), 0.55, 0.06)
        faces.append(face)
    return faces


def flat(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """One colour each, with room between tiles."""
    gap = max(2.0, rng.uniform(0.05, 0.14) * w)
    faces = []
    for colour in hues(rng, kinds):
        face = _blank(w, h)
        _box(face, (gap / 2, gap / 2, w - gap, h - gap), colour)
        faces.append(face)
    return faces


def flush(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """One colour each, without room between tiles."""
    faces = []
    for colour in hues(rng, kinds):
        face = _blank(w, h)
        _box(face, (0, 0, w, h), colour)
        faces.append(face)
    return faces


def blob(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """Round drops with a light on them; the ground shows around them."""
    size = rng.uniform(0.42, 0.5)
    faces = []
    for colour in hues(rng, kinds):
        face, mask = _blank(w, h), np.zeros((h, w), np.uint8)
        centre, axes = (w // 2, h // 2), (round(size * w), round(size * h))
        cv2.ellipse(mask, centre, axes, 0, 0, 360, 255, -1)
        face[mask > 0] = (*_mixed(colour, 0, 0.35), 255)
        mask[:] = 0
        cv2.ellipse(mask, centre, (round(0.84 * axes[0]), round(0.84 * axes[1])), 0, 0, 360, 255, -1)
        face[mask > 0] = (*colour, 255)
        mask[:] = 0
        cv2.ellipse(mask, (round(0.38 * w), round(0.34 * h)), (max(1, w // 10), max(1, h // 12)), 0, 0, 360, 255, -1)
        face[mask > 0] = (*_mixed(colour, 255, 0.75), 255)
        faces.append(face)
    return faces


def panel(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """Bevelled squares of one colour that bear a shape."""
    rim = max(2, round(rng.uniform(0.04, 0.1) * w))
    faces = []
    for kind, colour in enumerate(hues(rng, kinds)):
        face = _blank(w, h)
        _box(face, (0, 0, w, h), _mixed(colour, 0, 0.45))
        _box(face, (0, 0, w - rim, h - rim), _mixed(colour, 255, 0.5))
        _box(face, (rim, rim, w - 2 * rim, h - 2 * rim), colour)
        _shape(face, kind, _mixed(colour, 255, 0.6), 0.26)
        faces.append(face)
    return faces


def gem(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """Cut stones: facets of one colour; the ground shows around them."""
    faces = []
    for kind, colour in enumerate(hues(rng, kinds)):
        face, ink = _blank(w, h), np.zeros((h, w, 4), np.uint8)
        count = 4 + kind % 5
        angle = 2 * np.pi * np.arange(count) / count + rng.uniform(0, 1)
        points = np.stack([w / 2 + 0.47 * w * np.cos(angle), h / 2 + 0.47 * h * np.sin(angle)], 1)
        for i in range(count):
            facet = np.array([points[i], points[(i + 1) % count], (w / 2, h / 2)])
            tone = _mixed(colour, 255 if i % 2 else 0, 0.3 * ((i % 3) + 1) / 3)
            cv2.fillPoly(ink, [np.round(facet).astype(np.int32)], (*tone, 255))
        faces.append(np.where(ink[:, :, 3:] > 0, ink, face))
    return faces


def identicon(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """Cards with a frame and a symmetric pattern of pixels."""
    paper, inks = _paper(rng)
    frame = max(2, w // 20)
    faces: list[Picture] = []
    drawn: set[tuple[bytes, int]] = set()
    for kind in range(kinds):
        face = _blank(w, h)
        _box(face, (1, 1, w - 2, h - 2), _mixed(paper, 0, 0.5))
        _box(face, (1 + frame, 1 + frame, w - 2 - 2 * frame, h - 2 - 2 * frame), paper)
        half = np.zeros((5, 3), np.bool_)
        while not half.any() or (half.tobytes(), kind % 4) in drawn:  # no two kinds are the same
            half = rng.random((5, 3)) < 0.55
            half[2, 2] = True
        drawn.add((half.tobytes(), kind % 4))
        cells = np.hstack([half, half[:, 1::-1]]).astype(np.uint8)
        size = (round(0.6 * w), round(0.6 * h))
        mask = cv2.resize(cells, size, interpolation=cv2.INTER_NEAREST) > 0
        part = face[round(0.2 * h) : round(0.2 * h) + size[1], round(0.2 * w) : round(0.2 * w) + size[0]]
        part[mask] = (*inks[kind % 4], 255)
        faces.append(face)
    return faces


def picture(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """Small photographs in a thin dark frame."""
    frame = max(2, w // 24)
    faces = []
    for _ in range(kinds):
        coarse = rng.integers(0, 256, (5, 5, 3), dtype=np.uint8)
        face = np.dstack([cv2.resize(coarse, (w, h), interpolation=cv2.INTER_LINEAR), np.full((h, w), 255, np.uint8)])
        face[:frame], face[-frame:], face[:, :frame], face[:, -frame:] = ((25, 25, 25, 255),) * 4
        faces.append(face)
    return faces


def capsule(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """Coloured squares with round corners and two borders."""
    faces = []
    for colour in hues(rng, kinds):
        face, r = _blank(w, h), max(2, round(0.22 * min(w, h)))
        for inset, tone in ((0.02, _mixed(colour, 0, 0.6)), (0.09, _mixed(colour, 255, 0.45)), (0.16, colour)):
            mask, i = np.zeros((h, w), np.uint8), round(inset * min(w, h))
            cv2.rectangle(mask, (i + r, i), (w - i - r - 1, h - i - 1), 255, -1)
            cv2.rectangle(mask, (i, i + r), (w - i - 1, h - i - r - 1), 255, -1)
            for x, y in (
                (i + r, i + r),
                (w - i - r - 1, i + r),
                (i + r, h - i - r - 1),
                (w - i - r - 1, h - i - r - 1),
            ):
                cv2.circle(mask, (x, y), r, 255, -1)
            face[mask > 0] = (*tone, 255)
        faces.append(face)
    return faces


def ring(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """Discs with a border that bear a letter."""
    paper, inks = _paper(rng)
    faces = []
    for kind in range(kinds):
        face, mask = _blank(w, h), np.zeros((h, w), np.uint8)
        for reach, tone in ((0.47, _mixed(paper, 0, 0.65)), (0.41, paper)):
            cv2.ellipse(mask, (w // 2, h // 2), (round(reach * w), round(reach * h)), 0, 0, 360, 255, -1)
            face[mask > 0] = (*tone, 255)
            mask[:] = 0
        _letter(face, LETTERS[kind % len(LETTERS)], inks[kind % 4], 0.45)
        faces.append(face)
    return faces


def table(rng: np.random.Generator, kinds: int, w: int, h: int) -> list[Picture]:
    """Letters in the boxes of a ruled table."""
    line = max(1, w // 36)
    faces = []
    for kind in range(kinds):
        face = _blank(w, h)
        _box(face, (0, 0, w, h), (150, 150, 150))
        _box(face, (0, 0, w - line, h - line), (250, 250, 250))
        _letter(face, LETTERS[(kind + 5) % len(LETTERS)], (30, 30, 30), 0.5, 0.06)
        faces.append(face)
    return faces


SKINS: Final[dict[str, Callable[[np.random.Generator, int, int, int], list[Picture]]]] = {
    skin.__name__: skin
    for skin in (bevel, mahjong, letters, flat, flush, blob, panel, gem, identicon, picture, capsule, ring, table)
}  # fmt: skip
"""By name; each is (random numbers, kinds, width, height) → one picture for each kind."""
