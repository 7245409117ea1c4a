"""Draw the samples of the layout of our Puyo Invader, and its fixtures, anew: `python -m tests.bot.record_invader`.

To be run after its drawing has changed; what it writes is looked at before it is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from bot.arcade import make_scene
from bot.arcade.invader import USUAL
from bot.arcade.invader.console import place, stand
from bot.arcade.invader.game import ENDS, InvaderGame
from bot.arcade.invader.looks import LABELS
from bot.arcade.invader.seen import Scenery, Seen, Standing
from bot.arcade.running.seen import Picture
from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.vision.place.surroundings import surroundings
from engine.games.invader import rules
from engine.games.invader.running import Bullet
from tests.bot.drawn_screens import area, heading, save, write

ROOT = Path(__file__).parents[2]
LAYOUT = ROOT / "calibration" / "layouts" / "invader" / "arcade"
SCREENS = ROOT / "fixtures" / "invader" / "arcade-creatures" / "screens"
FLIES = range(0, 16, 2)
"""Where in a blank cell a bullet is shown, in pixels of the original."""
ROW, COLUMN = 4, 4
"""The cell whose picture samples are cut from."""


def main() -> None:
    """Write everything."""
    (LAYOUT / "samples").mkdir(parents=True, exist_ok=True)
    games = [make(seed, keys) for seed, keys in ((1, ()), (2, ("space", "Right", "space")), (3, ("Right", "space")))]
    grid = games[0].grid
    crops = samples(games[0])
    inside = [grid, stand(grid, games[0].house), above(grid)]
    crops["surroundings"] = surroundings([game.draw() for game in games], inside)
    ends = {shows: notice(games[0], ENDS[how]) for shows, how in (("won", "won"), ("landed", "landed"), ("hit", "hit"))}
    crops |= {f"screen-{end}": pixels for end, (pixels, _) in ends.items()}
    for name, pixels in crops.items():
        write(LAYOUT / "samples" / f"{name}.png", pixels)
    boxes = {end: box for end, (_, box) in ends.items()}
    (LAYOUT / "layout.toml").write_text(layout(games[0], boxes), encoding="utf-8")
    for name, scene in SHOWN.items():
        save(scene(), SCREENS / name)


def make(seed: int, keys: Sequence[str] = (), size: tuple[int, int] = USUAL, bullets: bool = True) -> InvaderGame:
    """A game in which keys were pressed, three in a second."""
    scene = make_scene("invader", seed=seed, size=size)
    assert isinstance(scene, InvaderGame)
    scene.game.bullets = bullets
    scene.step(0.0)
    now = 0.0
    for key in keys:
        scene.key(key, now)
        scene.let_go(key, now)
        now += 0.33
        scene.step(now)
    return scene


def above(grid: Grid) -> Grid:
    """The part of the screen over the rows that are seen whole."""
    x, y = place(grid, rules.LEFT_WALL, 0)
    return Grid(x, y, grid.pitch_x * grid.columns, grid.y - y, 1, 1)


# ---- the layout


def samples(game: InvaderGame) -> dict[str, Pixels]:
    """All samples by their names."""
    view = game._view
    grid = view.stage.grid
    halves = stand(grid, game.house)
    y = rules.LOWEST - (grid.rows - 1 - ROW) * rules.CELL_HEIGHT

    def shown(scenery: Scenery, box: Box) -> Pixels:
        left, top, wide, high = (round(n) for n in box)
        return view.draw(Picture((scenery,)))[top : top + high, left : left + wide].copy()

    cell = grid.cell((ROW, COLUMN))
    found = {"empty-1": shown(Scenery(), cell)}
    for offset in FLIES:
        found[f"bullet-{offset - FLIES.start:02}"] = shown(Scenery(bullet=(COLUMN, y + offset)), cell)
    for number, label in enumerate(LABELS):
        other = LABELS[(number + 1) % len(LABELS)]
        found[f"{label}-alien"] = shown(Scenery((Seen(label, COLUMN, y),)), cell)
        found[f"{label}-puyo"] = shown(Scenery((Seen(label.upper(), COLUMN, y),)), cell)
        for part, row in (("upper", 0), ("lower", 1)):
            half = halves.cell((row, COLUMN))
            found[f"{label}-pivot-{part}"] = shown(Scenery(standing=Standing(label + other, COLUMN, "R")), half)
            found[f"{label}-child-{part}"] = shown(Scenery(standing=Standing(other + label, COLUMN - 1, "R")), half)
        found[f"{label}-pivot-low"] = shown(
            Scenery(standing=Standing(label + other, COLUMN, "D")), halves.cell((0, COLUMN))
        )
        found[f"{label}-child-low"] = shown(
            Scenery(standing=Standing(other + label, COLUMN, "D")), halves.cell((1, COLUMN))
        )
    return found


def notice(game: InvaderGame, words: str) -> tuple[Pixels, Box]:
    """The heading of the notice that ends a game, and where it stands."""
    view = game._view
    return heading(view.draw(Picture((Scenery(),))), view.draw(Picture((Scenery(),), (words, " ", " "))))


def layout(game: InvaderGame, screens: dict[str, Box]) -> str:
    """The text of the layout's file."""
    grid, size = game.grid, game.size
    lines = [
        "schema = 1",
        'game = "invader"',
        'title = "The practice game of Banmen"',
        'windows = ["Banmen arcade: Puyo Invader"]',
        "",
        "# The rows come down by parts of a cell: the lowest one lies on the frame, or up to a cell above it.",
        "[board]",
        'reader = "blocks"',
        f'sizes = ["{grid.columns}x{grid.rows}"]',
        "scrolls = true",
        "",
        "[board.place]",
        *area(grid.box, size),
        f"rows = {grid.rows}",
        f"columns = {grid.columns}",
        f"picture = [{size[0]}, {size[1]}]",
        'surroundings = "surroundings.png"',
        "",
        "# Drawn by tests/bot/record_invader.py.",
        *kind(".", "blank", ["empty-1"]),
        "",
        "# A blank cell that a bullet crosses.",
        *kind("!", "bullet", [f"bullet-{offset - FLIES.start:02}" for offset in FLIES])[1:],
        "",
        "# Below the field, where no aliens are, a small letter is the pivot of the pair.",
        *[
            line
            for label in LABELS
            for line in (
                *kind(label, f"alien {label}, or pivot", [f"{label}-alien", *parts(label, "pivot")])[label == "a" :],
                *kind(label.upper(), f"puyo {label}", [f"{label}-puyo", *parts(label, "child")]),
            )
        ],
        "",
        "[[regions]]",
        "# The upper and the lower halves of the cells in which the pair stands.",
        'name = "stand"',
        'reader = "cells"',
        "vital = false",
        *area(stand(grid, game.house).box, size),
        "rows = 2",
        f"columns = {grid.columns}",
    ]
    for end, box in screens.items():
        shows = "won" if end == "won" else "lost"
        lines += ["", "[[screens]]", f'shows = "{shows}"', f'sample = "screen-{end}.png"', *area(box, size)]
    lines += [
        "",
        "[hands]",
        'control = "press-way"',
        "# Every press counts, however short.",
        "hold = 0.012",
        "gap = 0.005",
        "response = 4.0",
        "",
        "[hands.keys]",
        'left = "Left"',
        'right = "Right"',
        'turn = "Up"',
        'back = "Down"',
        'shoot = "space"',
        "",
        "[running]",
        "",
    ]
    return "\n".join(lines)


def parts(label: str, half: str) -> list[str]:
    """The samples of one half of a pair."""
    return [f"{label}-{half}-{part}" for part in ("upper", "lower", "low")]


def kind(label: str, name: str, names: Sequence[str]) -> list[str]:
    """A kind of the board, and its samples."""
    files = ", ".join(f'"{one}.png"' for one in names)
    return ["", "[[board.kinds]]", f'label = "{label}"', f'name = "{name}"', f"samples = [{files}]"]


# ---- screens


def flying() -> InvaderGame:
    """A game with a bullet half on its way."""
    scene = make(6, ("Right", "space", "Right", "Right", "space", "space"), bullets=False)
    scene.game.bullet = Bullet(5, 131)
    return scene


def low() -> InvaderGame:
    """A game whose aliens are near, with puyos among them, in a larger window."""
    scene = make(8, ("space", "Right", "Up", "space") * 5, (1100, 900), bullets=False)
    scene.step(scene._now + 40.0)
    return scene


SHOWN: dict[str, Callable[[], InvaderGame]] = {
    "begun": lambda: make(4),
    "child-above": lambda: make(5, ("space", "Right", "Right", "Down", "space", "Right", "Down"), bullets=False),
    "child-below": lambda: make(7, ("Right", "space", "Right", "Up"), bullets=False),
    "flying": flying,
    "low": low,
}


if __name__ == "__main__":
    main()
