"""Plots as SVG: lines and steps over two axes, with ticks at round numbers; no scripts, no addresses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 360
"""Of a plot, in pixels."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 16, 16, 52
_COLOURS = ("#2a6fb0", "#c2571a", "#2e8b57", "#8e44ad")


@dataclass(frozen=True)
class Series:
    """A named row of points."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True)
class _Axis:
    """From numbers to pixels."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        """Where a number lies."""
        low, high, value = (math.log10(n) for n in (self.low, self.high, value)) if self.log else (
            self.low, self.high, value
        )  # fmt: skip
        return self.start + (value - low) / ((high - low) or 1) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Round numbers along it."""
        if self.log:
            powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            found = [m * 10.0**power for power in powers for m in (1, 2, 5)]
            return [n for n in found if self.low <= n <= self.high]
        step = round_step((self.high - self.low) / 5)
        first = math.ceil(self.low / step)
        return [n * step for n in range(first, math.floor(self.high / step) + 1)]


def round_step(least: float) -> float:
    """The smallest of 1, 2, 5 and their tenfolds and tenths that is not less.

    >>> round_step(0.3), round_step(7), round_step(100)
    (0.5, 10.0, 100.0)
    """
    if least <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least) + 1e-9)
    return next(m * power for m in (1.0, 2.0, 5.0, 10.0) if m * power >= least * (1 - 1e-9))


def line_plot(series: Sequence[Series], across: str, up: str, *, log_x: bool = False, log_y: bool = False) -> str:
    """The SVG of some series; `across` and `up` are what the axes count. Points that a logarithm cannot show are left
    out.
    """
    shown = [
        Series(one.name, [(x, y) for x, y in one.points if (x > 0 or not log_x) and (y > 0 or not log_y)])
        for one in series
    ]
    xs = [x for one in shown for x, _ in one.points] or [1.0]
    ys = [y for one in shown for _, y in one.points] or [1.0]
    x_axis = _Axis(min(xs), max(xs), _LEFT, WIDTH - _RIGHT, log_x)
    y_axis = _Axis(min(ys) if log_y else min(0.0, *ys), max(ys), HEIGHT - _BOTTOM, _TOP, log_y)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for tick in x_axis.ticks():
        x = x_axis.at(tick)
        parts.append(f'<path d="M{x:.1f} {_TOP}V{HEIGHT - _BOTTOM}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - _BOTTOM + 16}" text-anchor="middle">{_short(tick)}</text>')
    for tick in y_axis.ticks():
        y = y_axis.at(tick)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_short(tick)}</text>')
    for number, one in enumerate(shown):
        colour = _COLOURS[number % len(_COLOURS)]
        way = " ".join(f"{x_axis.at(x):.1f},{y_axis.at(y):.1f}" for x, y in one.points)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        if len(shown) > 1:
            y = _TOP + 16 * (number + 1)
            parts.append(f'<text x="{_LEFT + 8}" y="{y}" fill="{colour}">{_safe(one.name)}</text>')
    middle = (_TOP + HEIGHT - _BOTTOM) / 2
    parts.append(f'<text x="{(_LEFT + WIDTH) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{_safe(across)}</text>')
    parts.append(
        f'<text x="16" y="{middle}" text-anchor="middle" transform="rotate(-90 16 {middle})">{_safe(up)}</text>'
    )
    return "\n".join((*parts, "</svg>\n"))


def _short(number: float) -> str:
    """A number in few characters.

    >>> _short(2_500_000), _short(20_000), _short(0.5)
    ('2.5M', '20k', '0.5')
    """
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(number) >= size:
            return f"{number / size:g}{letter}"
    return f"{number:g}"


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
