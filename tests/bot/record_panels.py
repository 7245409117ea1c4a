"""Draw the samples of the layouts of our Panel de Pon, and its fixtures, anew: `python -m tests.bot.record_panels`.

To be run after its drawing has changed; what it writes is looked at before it is committed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from bot.arcade import make_scene
from bot.arcade.paneldepon import USUAL, WIDE
from bot.arcade.paneldepon.game import PanelGame
from bot.arcade.paneldepon.rising import RisingGame
from bot.arcade.paneldepon.seen import Seen, Well
from bot.arcade.paneldepon.skins import GARBAGE, GREY, Look, load_skin, skin_names
from bot.arcade.paneldepon.view import PanelView, bracket
from bot.arcade.running.arena import Arena
from bot.arcade.running.seen import Picture
from bot.frame import Box, Pixels
from bot.vision.place.surroundings import surroundings
from engine.games.paneldepon.running import LABELS, Attack
from engine.games.paneldepon.timing import COLUMNS, ROWS
from tests.bot.drawn_screens import heading, put_screens, save, write

ROOT = Path(__file__).parents[2]
PICTURE = (420, 488)
"""Width and height of a small window of the usual shape, from which a board at rest is found at any size."""
PUZZLES = (("puzzle", 40), ("puzzle", 99), ("puzzle", 3))
RISING = (("endless", 1), ("time", 2))
"""Modes and seeds that show what changes around the board."""
VERSUS = (("versus", 1), ("versus", 2), ("versus", 3))
LAYOUTS = {
    "arcade": ("panels", USUAL, PUZZLES),
    "arcade-letters": ("letters", USUAL, PUZZLES),
    "arcade-rising": ("panels", USUAL, RISING),
    "arcade-rising-letters": ("letters", USUAL, RISING),
    "arcade-versus": ("panels", WIDE, VERSUS),
    "arcade-versus-letters": ("letters", WIDE, VERSUS),
}
"""Each layout's skin, the size of the window that it is learned from, and what is shown in it."""
ENDS = {
    "arcade-rising": {"won": "Time!", "lost": "Topped out"},
    "arcade-versus": {"won": "You win!", "lost": "You lose"},
}
"""What notices say, and on what screen that is."""
COLOURS = 6
EDGES = {
    f"{down}-{across}": (across in "left", down in ("single", "top"), across in "right", down in ("single", "bottom"))
    for down in ("single", "top", "middle", "bottom")
    for across in ("left", "inside", "right")
}
"""The cells of a slab of garbage, by where its own edges are."""


def main() -> None:
    """Write everything."""
    for layout, (skin, size, shown) in LAYOUTS.items():
        folder = ROOT / "calibration" / "layouts" / "paneldepon" / layout / "samples"
        folder.mkdir(parents=True, exist_ok=True)
        scenes = [make_scene("paneldepon", skin=skin, mode=mode, seed=seed, size=size) for mode, seed in shown]
        around = surroundings([scene.draw() for scene in scenes], [scenes[0].grid])
        boards = 2 if size == WIDE else 1
        for name, pixels in {**samples(skin, size, boards), "surroundings": around}.items():
            write(folder / f"{name}.png", pixels)
        ends = ENDS.get(layout.removesuffix("-letters"), {})
        notices = {end: notice(skin, size, boards, words) for end, words in ends.items()}
        for end, (pixels, _) in notices.items():
            write(folder / f"screen-{end}.png", pixels)
        if notices:
            put_screens(folder.parent / "layout.toml", size, {end: box for end, (_, box) in notices.items()})
    for skin in skin_names():
        for name, scene in (SCREENS | (PLAIN if skin == "panels" else {})).items():
            save(scene(skin), ROOT / "fixtures" / "paneldepon" / f"arcade-{skin}" / "screens" / name)


# ---- samples


def samples(skin: str, size: tuple[int, int], boards: int = 1) -> dict[str, Pixels]:
    """All samples of a skin by their names, as a window of this size with so many boards shows them."""
    look = load_skin(skin)
    arena = Arena.of(size, ROWS, COLUMNS, boards, ("hint", "undo", "retry", "next", "pause"))
    view, grid = PanelView(arena, look), arena.grid

    def cell(panels: tuple[Seen, ...], column: int, cursor: tuple[float, int] | None = None) -> Pixels:
        shown = view.draw(Picture((Well(panels, cursor=cursor), *[Well()] * (boards - 1))))
        x, y, w, h = (int(n) for n in grid.cell((5, column)))
        return shown[y : y + h, x : x + w].copy()

    def kind(number: int, plain: Look = Look.PLAIN) -> tuple[Seen, ...]:
        return (Seen(number, 2, 5, plain), Seen(number, 3, 5, plain))

    found: dict[str, Pixels] = {}
    kinds = {label: number for number, label in enumerate(LABELS[:COLOURS])} | {"grey": GREY}
    for label, number in kinds.items():
        found[f"{label}-1"] = cell(kind(number), 2)
        for side in (0, 1):
            found[f"{label}-cursor-{side + 1}"] = cell(kind(number), 2 + side, (5.0, 2))
        for state in (Look.LIT, Look.FACE) if number != GREY else ():
            found[f"{label}-{state.value}"] = cell(kind(number, state), 2)
            for side in (0, 1):
                found[f"{label}-{state.value}-cursor-{side + 1}"] = cell(kind(number, state), 2 + side, (5.0, 2))
    for column in (2, 3):
        found[f"empty-{column - 1}"] = cell((), column)
        for side in (0, 1):
            found[f"empty-{column - 1}-cursor-{side + 1}"] = cell((), column, (5.0, column - side))
    for name, edges in EDGES.items():
        found[f"garbage-{name}"] = cell((Seen(GARBAGE, 2, 5, Look.PLAIN, edges),), 2)
    found["garbage-lit"] = cell((Seen(GARBAGE, 2, 5, Look.LIT, EDGES["single-inside"]),), 2)
    found["cursor"] = cursor_sample(skin)
    return found


def notice(skin: str, size: tuple[int, int], boards: int, words: str) -> tuple[Pixels, Box]:
    """The heading of the notice that ends a game, and where it stands."""
    view = PanelView(Arena.of(size, ROWS, COLUMNS, boards, ("restart", "new", "pause")), load_skin(skin))
    wells = (Well(),) * boards
    return heading(view.draw(Picture(wells)), view.draw(Picture(wells, (words, " ", " "))))


def cursor_sample(skin: str) -> Pixels:
    """The cursor and an eighth of a cell around it; the fourth channel says where it is."""
    pitch = 48
    sprite, edge = bracket(pitch, *load_skin(skin).cursor)
    room = pitch // 8
    shown = np.full((pitch + 2 * room, 2 * pitch + 2 * room, 3), 128, np.uint8)
    sprite.paste(shown, room - edge, room - edge)
    ink = np.abs(shown.astype(int) - np.array(load_skin(skin).cursor[0])).max(2) < 40
    return np.dstack([shown, np.where(ink, 255, 0).astype(np.uint8)])


# ---- screens


def endless(skin: str, seconds: float, *, seed: int = 1, size: tuple[int, int] = PICTURE) -> RisingGame:
    """An endless game after so many seconds, nothing done but a step."""
    scene = make_scene("paneldepon", skin=skin, mode="endless", preset="hard", seed=seed, size=size)
    assert isinstance(scene, RisingGame)
    scene.step(0.0)
    scene.key("Down", 0.0)
    scene.let_go("Down", 0.0)
    scene.step(seconds)
    return scene


def puzzle(skin: str, number: int, size: tuple[int, int] = PICTURE) -> PanelGame:
    """A puzzle, untouched."""
    scene = make_scene("paneldepon", skin=skin, seed=number - 1, size=size)
    assert isinstance(scene, PanelGame)
    return scene


def flashing(skin: str) -> PanelGame:
    """A puzzle half a second after the swap that begins its clearing."""
    scene = puzzle(skin, 1)
    column = 2
    scene.step(0.0)
    seat = scene.seats[0]
    seat.game.cursor = 1, column
    scene.key("space", 0.0)
    scene.step(0.45)
    return scene


def with_garbage(skin: str) -> PanelGame:
    """An endless game into which garbage has fallen."""
    scene = endless(skin, 1.0, seed=7)
    scene.seats[0].game.receive([Attack(6, 2), Attack(4, 1)])
    scene.step(6.0)
    return scene


SCREENS: dict[str, Callable[[str], PanelGame]] = {
    "puzzle-101": lambda skin: puzzle(skin, 101),
    "puzzle-40-other-shape": lambda skin: puzzle(skin, 40, (400, 500)),
    "endless-risen": lambda skin: endless(skin, 9.0),
    "flashing": flashing,
}
PLAIN: dict[str, Callable[[str], PanelGame]] = {"garbage": with_garbage}
"""Screens of one skin only: where paper is as pale as slabs are, who does not know slabs takes them for ground."""


if __name__ == "__main__":
    main()
