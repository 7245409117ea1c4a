"""Draw the samples of the layouts of our Puyo Puyo, and its fixtures, anew: `python -m tests.bot.record_puyo`.

To be run after its drawing has changed; what it writes is looked at before it is committed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from bot.action import Button
from bot.arcade import make_scene
from bot.arcade.puyo import USUAL, WIDE
from bot.arcade.puyo.game import COLOURS, PuyoGame
from bot.arcade.puyo.rival import rival
from bot.arcade.puyo.seen import Seen, Well
from bot.arcade.puyo.skins import LABELS, skin_names
from bot.arcade.puyo.view import PuyoView, coming
from bot.arcade.running.seen import Picture
from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.vision.place.surroundings import surroundings
from engine.games.puyo.rules import GARBAGE
from tests.bot.drawn_screens import area, heading, save, write

ROOT = Path(__file__).parents[2]
PICTURE = USUAL
"""Width and height of the window that layouts are learned from: its board is found at once."""
SIZES = {"arcade": USUAL, "arcade-versus": WIDE}
MODES = {"arcade": ("trial", "endless"), "arcade-versus": ("versus",)}
SUFFIX = {"faces": "", "shapes": "-shapes"}
LINKS = ("", "UD", "RL", "URDL")
ENDS = {"arcade": {"over": "The end"}, "arcade-versus": {"won": "You win!", "lost": "You lose"}}
"""What notices say, and on what screen that is."""
SHOWS = {"over": "won"}
KEYS = {"Left": 0.0, "Right": 0.0, "Up": 0.0, "Down": 0.6}
"""Keys, and for how long they are held."""


def main() -> None:
    """Write everything."""
    for skin in skin_names():
        for name in SIZES:
            write_layout(name, skin)
        for name, scene in SCREENS.items():
            save(scene(skin), ROOT / "fixtures" / "puyo" / f"arcade-{skin}" / "screens" / name)


# ---- layouts


def write_layout(name: str, skin: str) -> None:
    """The samples of a layout, and its file."""
    folder = ROOT / "calibration" / "layouts" / "puyo" / f"{name}{SUFFIX[skin]}"
    (folder / "samples").mkdir(parents=True, exist_ok=True)
    size = SIZES[name]
    games = [played(skin, mode, seed, 5.0, size) for mode in MODES[name] for seed in (1, 2)]
    stage = games[0]._view.stage
    pitch = stage.grid.pitch_x
    boxes = [coming(box, pitch) for box in stage.facts]
    texts = [Grid(box.x, box.y + 2.4 * pitch, box.w, box.h - 2.4 * pitch, 1, 1) for box in stage.facts]
    crops = samples(games[0], skin)
    crops["surroundings"] = surroundings([game.draw() for game in games], [*stage.wells, *boxes, *texts])
    screens = {end: notice(games[0], words) for end, words in ENDS[name].items()}
    crops |= {f"screen-{end}": pixels for end, (pixels, _) in screens.items()}
    for key, pixels in crops.items():
        write(folder / "samples" / f"{key}.png", pixels)
    own = boxes[0]
    parts = {end: box for end, (_, box) in screens.items()}
    (folder / "layout.toml").write_text(layout(name, skin, size, stage.grid, own, parts), encoding="utf-8")


def samples(game: PuyoGame, skin: str) -> dict[str, Pixels]:
    """All samples of a skin by their names."""
    view: PuyoView = game._view
    grid = view.stage.wells[0]

    def cell(*puyos: Seen) -> Pixels:
        wells = tuple(Well(puyos) for _ in view.stage.wells)
        x, y, w, h = (int(n) for n in grid.cell((5, 2)))
        return view.draw(Picture(wells))[y : y + h, x : x + w].copy()

    found = {"empty-1": cell(), "garbage-1": cell(Seen(GARBAGE, 2, 5))}
    for label in LABELS[:COLOURS]:
        for number, links in enumerate(LINKS, 1):
            found[f"{label.lower()}-{number}"] = cell(Seen(label, 2, 5, links))
        found[f"{label.lower()}-axis"] = cell(Seen(label, 2, 5, axis=True))
        found[f"{label.lower()}-lit"] = cell(Seen(label, 2, 5, lit=True))
    return found


def notice(game: PuyoGame, words: str) -> tuple[Pixels, Box]:
    """The heading of the notice that ends a game, and where it stands."""
    view: PuyoView = game._view
    wells = tuple(Well() for _ in view.stage.wells)
    return heading(view.draw(Picture(wells)), view.draw(Picture(wells, (words, " ", " "))))


def layout(name: str, skin: str, size: tuple[int, int], grid: Grid, own: Grid, screens: dict[str, Box]) -> str:
    """The text of a layout file."""
    versus = name == "arcade-versus"
    titles = ["Puyo Puyo (versus)"] if versus else ["Puyo Puyo (50 pairs)", "Puyo Puyo (endless)"]
    windows = ", ".join(f'"Banmen arcade: {title}"' for title in titles)
    shaped = ", with shapes" if skin == "shapes" else ""
    lines = [
        "schema = 1",
        'game = "puyo"',
        f'title = "The practice game of Banmen{", the left board of two" if versus else ""}{shaped}"',
        f"windows = [{windows}]",
        *(["recognise = false"] if versus else []),
        "",
        "[board]",
        'reader = "blocks"',
        f'sizes = ["{grid.columns}x{grid.rows}"]',
        "falls = true",
        "",
        "[board.place]",
        *area(grid.box, size),
        f"rows = {grid.rows}",
        f"columns = {grid.columns}",
        f"picture = [{size[0]}, {size[1]}]",
        'surroundings = "surroundings.png"',
        "",
        "# Drawn by tests/bot/record_puyo.py.",
    ]
    kinds = {".": ("empty", "empty"), GARBAGE: ("garbage", "garbage")}
    kinds |= {label: (label.lower(), f"kind {label}") for label in LABELS[:COLOURS]}
    for label, (stem, called) in kinds.items():
        few = [f"{stem}-1"] if label in (".", GARBAGE) else [f"{stem}-{n}" for n in range(1, len(LINKS) + 1)]
        more = [] if label in (".", GARBAGE) else [f"{stem}-axis"]
        names = ", ".join(f'"{one}.png"' for one in (*few, *more))
        lines += ["", "[[board.kinds]]", f'label = "{label}"', f'name = "{called}"', f"samples = [{names}]"]
        lines += [f'marked = ["{stem}-lit.png"]'] if more else []
    lines += ["", "[[regions]]", 'name = "next"', 'reader = "cells"', "turned = true", *area(own.box, size)]
    lines += [f"rows = {own.rows}", f"columns = {own.columns}"]
    for end, box in screens.items():
        shows = SHOWS.get(end, end)
        lines += ["", "[[screens]]", f'shows = "{shows}"', f'sample = "screen-{end}.png"', *area(box, size)]
    lines += [
        "",
        "[hands]",
        'control = "drop-pair"',
        "# Every press counts, however short.",
        "hold = 0.012",
        "gap = 0.005",
        "# A held key brings the pair down by a row in two frames.",
        "row = 0.034",
        "appears = 2",
        "falling = 0.4",
        "response = 4.0",
        "",
        "[hands.keys]",
        'left = "Left"',
        'right = "Right"',
        'turn = "Up"',
        'back = "z"',
        'drop = "Down"',
        "",
        "[rules]",
        f'goal = "{"rush" if versus else "chain"}"',
        "",
        "[running]",
        "",
    ]
    return "\n".join(lines)


# ---- screens


def played(skin: str, mode: str, seed: int, seconds: float, size: tuple[int, int] = PICTURE) -> PuyoGame:
    """A game in which keys were pressed for so many seconds, the same ones each time."""
    scene = make_scene("puyo", skin=skin, mode=mode, preset="hard", seed=seed, size=size)
    assert isinstance(scene, PuyoGame)
    chance, now = np.random.default_rng(seed), 0.0
    scene.step(0.0)
    while now < seconds:
        key = str(chance.choice(list(KEYS)))
        scene.key(key, now)
        now += max(0.05, KEYS[key])
        scene.let_go(key, now)
        scene.step(now)
    return scene


def calm(scene: PuyoGame) -> PuyoGame:
    """The same when nothing moves but a pair that is whole cells high."""
    now = scene._now
    while scene.running and ("?" in str(scene.truth()) or scene.seats[0].pair is None):
        now += 1 / 60
        scene.step(now)
    return scene


def flashing(skin: str) -> PuyoGame:
    """A game in which a group flashes."""
    scene = make_scene("puyo", skin=skin, preset="hard", seed=5, size=PICTURE)
    assert isinstance(scene, PuyoGame)
    scene.step(0.0)
    scene.press(scene.grid.box.centre, Button.LEFT, 0.0)
    scene.seats[0].rival = rival("hard")
    now = 0.0
    while not any(one.lit for one in scene.seats[0].well().puyos):
        now += 1 / 60
        scene.step(now)
    return scene


SCREENS: dict[str, Callable[[str], PuyoGame]] = {
    "trial": lambda skin: calm(played(skin, "trial", 3, 6.0)),
    "endless": lambda skin: calm(played(skin, "endless", 4, 5.0)),
    "versus": lambda skin: calm(played(skin, "versus", 5, 6.0, WIDE)),
    "flashing": flashing,
}


if __name__ == "__main__":
    main()
