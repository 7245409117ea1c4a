"""Boards of blocks as web pages draw them, dealt at random and photographed in chromium: the third generator.

Everything that a page may choose is drawn from the seed: blocks (flat, bevelled, glossy, round, letters, symbols,
figures), gaps and round corners, slots and lines of empty cells, frames and shadows, the ground of board and page, what
stands beside the board, and how many pixels of the screen a pixel of the page has. The page says itself where its cells
lie.
"""

from __future__ import annotations

import colorsys
import json
import random
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from engine.position import EMPTY
from tests.apps.browser import Browser
from tests.synthetic import Truth

SIZES = ((1280, 720), (1280, 720), (1024, 768), (800, 600), (1600, 900))
SCALES = (1, 1, 1, 1.25, 1.5, 2)
LOOKS = ("flat", "bevel", "gloss", "round", "letter", "symbol", "figure", "bordered")
PAGES = ("plain", "plain", "slope", "stripes", "dots", "clouds")
SLOTS = ("none", "none", "slot", "lines", "chequer")
FRAMES = ("none", "line", "panel", "shadow", "thick")
FILLS = ("heap", "heap", "heap", "full", "holes")
FONTS = ("sans-serif", "serif", "monospace")
SYMBOLS = (
    "\N{BLACK HEART SUIT}\N{BLACK SPADE SUIT}\N{BLACK CLUB SUIT}\N{BLACK DIAMOND SUIT}\N{BLACK STAR}\N{UMBRELLA}"
    "\N{BLACK SUN WITH RAYS}\N{BLACK CHESS KNIGHT}\N{BLACK FLORETTE}\N{SNOWFLAKE}\N{AIRPLANE}\N{SKULL AND CROSSBONES}"
)
FIGURES = {
    "disc": '<circle cx="50" cy="50" r="38"/>',
    "square": '<rect x="18" y="18" width="64" height="64"/>',
    "diamond": '<path d="M50 8 92 50 50 92 8 50z"/>',
    "triangle": '<path d="M50 12 90 84H10z"/>',
    "star": '<path d="M50 8 61 38 93 38 67 58 77 90 50 71 23 90 33 58 7 38 39 38z"/>',
    "heart": '<path d="M50 88C10 58 8 36 22 22 36 12 46 20 50 32 54 20 64 12 78 22 92 36 90 58 50 88z"/>',
    "ring": '<path fill-rule="evenodd" d="M50 10a40 40 0 1 0 .1 0zM50 32a18 18 0 1 1-.1 0z"/>',
    "cross": '<path d="M36 10h28v26h26v28H64v26H36V64H10V36h26z"/>',
}


@dataclass(frozen=True)
class Style:
    """What a page chose."""

    seed: int
    size: tuple[int, int]
    """Pixels of the screen."""
    scale: float
    """Pixels of the screen for one of the page."""
    rows: int
    columns: int
    kinds: int
    side: float
    """Width of a cell, in pixels of the page."""
    tall: float
    """Height of a cell in its width."""
    gap: float
    """Share of a cell that is left between two blocks."""
    round: float
    """Radius of the corners, as a share of a block."""
    look: str
    fill: str
    slots: str
    frame: str
    page: str
    dark: bool
    opponent: bool
    preview: bool
    words: bool
    aligned: str
    """Where the board stands: to the left, the right, or in the middle."""


def style_of(seed: int) -> Style:
    """The page of a seed."""
    rng = random.Random(f"block page {seed}")
    size, scale = rng.choice(SIZES), rng.choice(SCALES)
    rows, columns = rng.randint(5, 14), rng.randint(5, 12)
    look = rng.choice(LOOKS)
    opponent = rng.random() < 0.15
    room_x, room_y = size[0] / scale * (0.4 if opponent else 0.62), size[1] / scale * 0.74
    most = min(room_x / columns, room_y / rows)
    least = max(14 / scale, 12.0)
    side = rng.uniform(max(least, 0.45 * most), max(least, most))
    if rng.random() < 0.5:
        side = round(side)
    return Style(
        seed, size, scale, rows, columns, rng.randint(3, 7), side,
        rng.choice((1, 1, 1, 1, 0.88, 1.1)), rng.choice((0, 0, 0.03, 0.06, 0.1, 0.16)), rng.choice((0, 0, 0.1, 0.2)),
        look, rng.choice(FILLS), rng.choice(SLOTS), rng.choice(FRAMES), rng.choice(PAGES), rng.random() < 0.5,
        opponent, rng.random() < 0.4, rng.random() < 0.8, rng.choice(("left", "middle", "middle", "right")),
    )  # fmt: skip


def dealt(style: Style, rng: random.Random) -> tuple[str, ...]:
    """A board: `full`, a `heap` with columns of any height, or a heap with `holes`. Every kind is there."""
    letters = "abcdefg"[: style.kinds]
    while True:
        low = rng.uniform(0.3, 0.7)
        heights = [max(1, round(rng.uniform(low - 0.3, low + 0.3) * style.rows)) for _ in range(style.columns)]
        if style.fill == "full":
            heights = [style.rows] * style.columns
        hole = 0.25 if style.fill == "holes" else 0.0
        board = tuple(
            "".join(
                rng.choice(letters) if style.rows - row <= height and rng.random() >= hole else EMPTY
                for height in heights
            )
            for row in range(style.rows)
        )
        if {*"".join(board)} >= {*letters}:
            return board


def colours(style: Style, rng: random.Random) -> list[str]:
    """A colour for every kind, apart in hue or in brightness; pastel, plain or dark."""
    first, strong = rng.random(), rng.choice((0.45, 0.7, 0.95))
    tones = []
    for number in range(style.kinds):
        light = rng.uniform(0.42, 0.62) + (0.1 if number % 2 else 0)
        tones.append(tone((first + number / style.kinds) % 1, light, strong))
    rng.shuffle(tones)
    return tones


def tone(hue: float, light: float, strong: float) -> str:
    """A colour of a page."""
    red, green, blue = (round(255 * part) for part in colorsys.hls_to_rgb(hue, light, strong))
    return f"rgb({red},{green},{blue})"


def faces(style: Style, rng: random.Random) -> tuple[str, list[str]]:
    """The rules for how blocks look, and what stands inside a block of each kind."""
    tones = colours(style, rng)
    corner = f"border-radius:{100 * style.round:.0f}%;"
    inside = [""] * style.kinds
    pale = tone(rng.random(), 0.3 if style.dark else 0.88, 0.25)
    if style.look == "symbol":
        inside = rng.sample(SYMBOLS, style.kinds)
        corner += f"background:{rng.choice((pale, 'transparent'))};"
        if rng.random() < 0.7:
            tones = ["#fff" if style.dark else "#111"] * style.kinds
    elif style.look == "figure":
        drawn = rng.sample(sorted(FIGURES), style.kinds)
        one = tone(rng.random(), 0.5, 0.8) if rng.random() < 0.3 else ""
        ink = rng.choice(("none", "#111", "#fff"))
        inside = [
            f'<svg viewBox="0 0 100 100" fill="{one or shade}" stroke="{ink}" stroke-width="4">{FIGURES[name]}</svg>'
            for name, shade in zip(drawn, tones, strict=True)
        ]
        corner += f"background:{rng.choice((pale, 'transparent', 'transparent'))};"
    elif style.look == "letter":
        inside = rng.sample("ABCDEFGHKMNPRSTXZ23456789", style.kinds)
        corner += f"font-family:{rng.choice(FONTS)};font-weight:bold;color:{rng.choice(('#fff', '#111'))};"
        if rng.random() < 0.3:
            tones = [tone(rng.random(), 0.55, 0.3)] * style.kinds
    rules = []
    for number, shade in enumerate(tones):
        look = {"symbol": f"color:{shade};", "figure": ""}.get(style.look, f"background-color:{shade};")
        if style.look == "gloss":
            look += "background-image:linear-gradient(#fff9,#fff0 50%,#0003);"
        elif style.look == "bevel":
            look += "box-shadow:inset .09em .09em #fff8,inset -.09em -.09em #0006;"
        elif style.look == "bordered":
            look += f"border:max(1px,.06em) solid {rng.choice(('#000', '#fff', '#0007'))};"
        elif style.look == "round":
            shine = rng.choice(("#fff0", "#fff6", "#fffc"))
            look += f"border-radius:50%;background-image:radial-gradient(circle at 35% 30%,{shine},#fff0 60%);"
        rules.append(f".k{number}{{{look}}}")
    return f".block{{{corner}}}{''.join(rules)}", inside


def grounds(style: Style, rng: random.Random) -> tuple[str, str]:
    """The ground of the page and that of the board."""
    hue, strong = rng.random(), rng.uniform(0, 0.5)
    light = rng.uniform(0.06, 0.25) if style.dark else rng.uniform(0.75, 0.97)
    near = light + (0.06 if style.dark else -0.06)
    plain, other = tone(hue, light, strong), tone(hue, near, strong)
    step = rng.choice((8, 14, 20, 33))
    page = {
        "plain": plain,
        "slope": f"linear-gradient({rng.choice((90, 135, 180))}deg,{plain},{tone((hue + 0.1) % 1, near, strong)})",
        "stripes": f"repeating-linear-gradient({rng.choice((45, 90))}deg,{plain} 0 {step}px,{other} 0 {2 * step}px)",
        "dots": f"radial-gradient({other} 22%,transparent 24%) 0 0/{step}px {step}px,{plain}",
        "clouds": f"radial-gradient(circle at 20% 30%,{other},transparent 40%),radial-gradient(circle at 75% 65%,"
        f"{tone((hue + 0.2) % 1, near, strong)},transparent 45%),{plain}",
    }[style.page]
    board = rng.choice((plain, tone(hue, 0.12 if style.dark else 0.94, 0.2), "transparent", "#000", "#fff"))
    return page, board


def html(style: Style) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The page, its board, and the opponent's board, empty where there is none."""
    rng = random.Random(f"block page {style.seed} as drawn")
    board = dealt(style, rng)
    other = dealt(style, rng) if style.opponent else ()
    rules, inside = faces(style, rng)
    page, ground = grounds(style, rng)
    ink = "#eee" if style.dark else "#222"
    line = tone(rng.random(), 0.4 if style.dark else 0.7, 0.3)
    frame = {
        "none": "",
        "line": f"border:{rng.choice((1, 2, 3))}px solid {line};",
        "panel": f"border-radius:10px;padding:{rng.choice((4, 10, 16))}px;",
        "shadow": "box-shadow:0 4px 18px #0008;",
        "thick": f"border:{rng.choice((6, 10, 18))}px solid {line};",
    }[style.frame]
    slot = {
        "none": "",
        "slot": f".slot{{position:absolute;background:{rng.choice(('#8882', '#0002', '#fff2'))};border-radius:8%;}}",
        "lines": f".slot{{position:absolute;box-shadow:inset 0 0 0 .5px {line};}}",
        "chequer": ".odd{position:absolute;background:#8883;}",
    }[style.slots]
    high = style.side * style.tall
    across, down = style.side * (1 - style.gap), high * (1 - style.gap)

    def drawn(cells: tuple[str, ...], name: str, share: float = 1.0) -> str:
        parts = []
        for row, signs in enumerate(cells):
            for column, sign in enumerate(signs):
                x, y = share * column * style.side, share * row * high
                if style.slots != "none":
                    odd = " odd" if (row + column) % 2 else ""
                    place = f"left:{x}px;top:{y}px;width:{share * style.side}px;height:{share * high}px"
                    if style.slots == "slot":
                        place = (
                            f"left:{x + share * (style.side - across) / 2}px;top:{y + share * (high - down) / 2}px;"
                            f"width:{share * across}px;height:{share * down}px"
                        )
                    parts.append(f'<i class="slot{odd}" style="{place}"></i>')
                if sign == EMPTY:
                    continue
                kind = ord(sign) - ord("a")
                parts.append(
                    f'<b class="block k{kind}" style="left:{x + share * (style.side - across) / 2}px;'
                    f"top:{y + share * (high - down) / 2}px;width:{share * across}px;height:{share * down}px;"
                    f'font-size:{share * min(across, down)}px"><u>{inside[kind]}</u></b>'
                )
        wide, tall = share * len(cells[0]) * style.side, share * len(cells) * high
        field = f'<div class="field" id="{name}" style="width:{wide}px;height:{tall}px">{"".join(parts)}</div>'
        return f'<div class="frame">{field}</div>'

    side = []
    if style.preview:
        small = tuple("".join(rng.choice("abc") for _ in range(rng.choice((1, 2)))) for _ in range(2))
        side.append("<p>Next</p>" + drawn((small[0], small[1][: len(small[0])].ljust(len(small[0]), "a")), "next", 0.8))
    if style.words:
        side.append(
            f"<p>Score<br><b>{rng.randrange(90000)}</b></p><p>Level {rng.randint(1, 20)}</p><button>Pause</button>"
        )
    title = f"<h2>{rng.choice(('Blocks', 'Tumble', 'Colour Heap', 'Crush', 'Garden'))}</h2>" if style.words else ""
    order = [drawn(board, "board"), f'<div class="side">{"".join(side)}</div>']
    if other:
        order.append(drawn(other, "other"))
    if rng.random() < 0.3:
        order.reverse()
    where = {"left": "flex-start", "middle": "center", "right": "flex-end"}[style.aligned]
    rule = (
        f"*{{box-sizing:border-box}}body{{margin:0;height:100vh;padding:12px;background:{page};color:{ink};"
        f"font:15px {rng.choice(FONTS)};display:flex;flex-direction:column}}"
        f"main{{display:flex;gap:{rng.choice((8, 24, 40))}px;justify-content:{where};"
        f"align-items:{rng.choice(('flex-start', 'center'))}}}"
        f".frame{{{frame}background:{ground};box-sizing:content-box}}.field{{position:relative}}"
        ".block{position:absolute;display:block;overflow:hidden;line-height:1}"
        ".block u{text-decoration:none;position:absolute;inset:0;display:flex;align-items:center;"
        "justify-content:center;font-size:.68em}"
        ".block svg{width:100%;height:100%;position:absolute;inset:0}h2{margin:4px 0 12px}"
        f"{rules}{slot}"
    )
    text = f"<!doctype html><meta charset=utf-8><style>{rule}</style>{title}<main>{''.join(order)}</main>"
    return text, board, other


def photograph(browser: Browser, seed: int, folder: Path) -> tuple[Pixels, Truth]:
    """The page of a seed on a screen, (height, width, 3), and what it shows."""
    style = style_of(seed)
    text, board, other = html(style)
    file = folder / "page.html"
    file.write_text(text)
    wide, tall = (round(length / style.scale) for length in style.size)
    browser.cdp(
        "Emulation.setDeviceMetricsOverride", width=wide, height=tall, deviceScaleFactor=style.scale, mobile=False
    )
    browser.open(file.as_uri())
    where = browser.js(
        "return JSON.stringify([...document.querySelectorAll('.field')].map(f => "
        "{const b = f.getBoundingClientRect(); return [f.id, b.x, b.y, b.width, b.height]}))"
    )
    places = {name: box for name, *box in json.loads(where)}
    pixels = cv2.imdecode(np.frombuffer(browser.photograph(), np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    twin = Truth(other, _grid(style, places["other"])) if other else None
    return np.asarray(pixels, np.uint8), Truth(board, _grid(style, places["board"]), twin=twin)


def _grid(style: Style, box: list[float]) -> Grid:
    """The cells of a board on the screen; `box` in pixels of the page."""
    x, y, width, height = (style.scale * length for length in box)
    return Grid(x, y, width / style.columns, height / style.rows, style.rows, style.columns)
