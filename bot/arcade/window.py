"""An arcade game in a window of its own, for people and for bots that look at a real screen."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

import numpy as np

from bot.action import Button
from bot.arcade import make_scene
from bot.arcade.scene import ArcadeError, Scene
from bot.arcade.skins import LABELS, Look, load_skin
from bot.frame import Pixels, Point
from engine.api import Outcome

WINDOW_CLASS = "banmen-arcade"
NO_SCREEN = ("dummy", "offscreen", "evdev")
"""Drivers that SDL falls back to where the display does not answer."""
IDLE = 0.25
"""Seconds after which a window that nobody touches looks whether it was told to end."""
CALM = 2.0
"""Seconds without an event after which it looks for the next one at ease, as pygame's own wait looks every 1 ms."""
EASE = 0.02
"""Seconds between two looks at ease."""

_SIDED = {"shift": "Shift", "ctrl": "Control", "alt": "Alt"}
"""Keys that are there on the left and on the right."""

_SETTINGS = {
    "SDL_VIDEO_X11_WMCLASS": WINDOW_CLASS,
    "SDL_APP_ID": WINDOW_CLASS,
    "SDL_VIDEO_ALLOW_SCREENSAVER": "1",
    "SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR": "0",
    "SDL_MOUSE_FOCUS_CLICKTHROUGH": "1",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}
"""What SDL is told before it starts. A click that also brings the window to the front counts, as a bot expects."""


def run(
    name: str = "shisen",
    *,
    scale: float = 1.0,
    quit_when_won: float | None = None,
    log: Path | None = None,
    **options: Any,
) -> int:
    """Show an arcade game until its window is closed, Ctrl-C or SIGTERM; returns the exit code 0.

    `scale` makes the usual window larger; `quit_when_won` closes it so many seconds after the game is won; `log` gets
    a line of JSON for everything that the window received and that happened in the game, with `t` in seconds of the
    monotonic clock. `options` are those of `make_scene`. Raises ArcadeError.
    """
    if not has_display():
        raise ArcadeError(
            "The arcade's window needs a display and neither DISPLAY nor WAYLAND_DISPLAY is set; start it on a "
            "desktop, or under `xvfb-run`, or play in memory with `banmen demo --memory`."
        )
    scene = make_scene(name, **options)
    scene.resize(*(round(n * scale) for n in scene.size))
    with ExitStack() as stack:
        told = stack.enter_context(_signals())
        notes = stack.enter_context(log.open("w", encoding="utf-8", buffering=1)) if log else None
        window = stack.enter_context(_window(scene))
        _Loop(window, scene, notes, quit_when_won).run(told)
    return 0


def has_display() -> bool:
    """Whether there is a screen that a window could open on."""
    given = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return sys.platform in {"win32", "darwin"} or any(os.environ.get(name) for name in given)


@contextmanager
def _signals() -> Iterator[list[int]]:
    """Collect SIGINT and SIGTERM in a list instead of dying of them."""
    told: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        told.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _window(scene: Scene) -> Iterator[Any]:
    """Open the window and hand out pygame, of which only the display is started, never the sound."""
    for setting, value in _SETTINGS.items():
        os.environ.setdefault(setting, value)
    import pygame

    try:
        pygame.display.init()
        if pygame.display.get_driver() in NO_SCREEN and not os.environ.get("SDL_VIDEODRIVER"):
            raise pygame.error(f"only the driver {pygame.display.get_driver()!r} would start, which shows nothing")
        pygame.display.set_caption(scene.title)
        pygame.display.set_icon(_icon(pygame))
        pygame.display.set_mode(scene.size, pygame.RESIZABLE)
        pygame.event.set_blocked(pygame.TEXTINPUT)
    except pygame.error as error:
        raise ArcadeError(
            f"The arcade's window could not be opened: {error}; check that DISPLAY names a display that runs."
        ) from error
    try:
        yield pygame
    finally:
        pygame.display.quit()


def _icon(pygame: Any) -> Any:
    """A red dragon for the task bar."""
    tile = load_skin("mahjong").tile(LABELS[31], 44, 56, Look.PLAIN)
    solid = np.dstack([tile.ink, 255 - tile.clear[:, :, 0]])
    return pygame.image.frombuffer(solid.tobytes(), (solid.shape[1], solid.shape[0]), "BGRA")


def _keysym(name: str) -> str:
    """The X keysym name of a key that pygame calls so.

    >>> _keysym("a"), _keysym("space"), _keysym("up"), _keysym("right shift")
    ('a', 'space', 'Up', 'Shift_R')
    """
    side, _, key = name.partition(" ")
    if key in _SIDED:
        return f"{_SIDED[key]}_{side[0].upper()}"
    return name if len(name) == 1 or name == "space" else name.title()


class _Loop:
    """Waits for events, steps the game, shows its picture when it changed."""

    def __init__(self, pygame: Any, scene: Scene, notes: TextIO | None, quit_when_won: float | None) -> None:
        self._pygame, self._scene, self._notes, self._quit_when_won = pygame, scene, notes, quit_when_won
        self._noted = 0
        self._shown: Pixels | None = None
        self._ended_at: float | None = None
        self._touched = self._stepped = time.monotonic()
        """When something came last, and when the game was stepped last. A key goes up right after that step: a window
        that was late must not let it repeat."""

    def run(self, told: list[int]) -> None:
        """Until the window is closed or somebody tells it to end."""
        scene = self._scene
        scene.step(time.monotonic())
        self._note("opened", size=scene.size, board=scene.truth().board)
        while not told and not self._over():
            self._show()
            events = self._wait()
            now = time.monotonic()
            if not all(self._take(event, now) for event in events):
                break
            scene.step(now)
            self._stepped = now
            self._note_history()
        self._note("closed", signals=told)

    def _wait(self) -> list[Any]:
        """The next events; none where the picture changes by itself before one comes, or after IDLE."""
        wake, now, event = self._scene.wakes(), time.monotonic(), self._pygame.event
        rest = IDLE if wake is None else min(IDLE, max(0.001, wake - now))
        if now - self._touched < CALM:
            first = event.wait(round(rest * 1000) or 1)
            events = [first, *event.get()] if first.type != self._pygame.NOEVENT else []
        else:
            events = event.get()
            while not events and time.monotonic() < now + rest:
                time.sleep(min(rest, EASE))
                events = event.get()
        if events:
            self._touched = time.monotonic()
        return events

    def _over(self) -> bool:
        """Whether the game has been won for so long that the window may close."""
        if self._quit_when_won is None or self._scene.status is not Outcome.WON:
            self._ended_at = None
            return False
        if self._ended_at is None:
            self._ended_at = time.monotonic()
        return time.monotonic() - self._ended_at >= self._quit_when_won

    def _show(self) -> None:
        pixels = self._scene.draw()
        if pixels is self._shown:
            return
        pygame = self._pygame
        height, width = pixels.shape[:2]
        picture = pygame.image.frombuffer(pixels.tobytes(), (width, height), "BGR")
        pygame.display.get_surface().blit(picture, (0, 0))
        pygame.display.flip()
        self._shown = pixels

    def _take(self, event: Any, now: float) -> bool:
        """Hand an event to the game; False when the window is to close."""
        pygame, scene = self._pygame, self._scene
        if event.type == pygame.QUIT:
            return False
        if event.type == pygame.VIDEORESIZE:
            scene.resize(event.w, event.h)
            self._shown = None
            self._note("resized", size=(event.w, event.h))
        elif event.type == pygame.WINDOWEXPOSED:
            self._shown = None
        elif event.type in {pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP}:
            down = event.type == pygame.MOUSEBUTTONDOWN
            self._note("press" if down else "release", now, x=event.pos[0], y=event.pos[1], button=event.button)
            if down and event.button in {button.value for button in Button}:
                scene.press(Point(*event.pos), Button(event.button), now)
            elif not down:
                scene.release(now)
        elif event.type == pygame.MOUSEMOTION:
            if any(event.buttons):
                scene.point(Point(*event.pos), now)
        elif event.type == pygame.KEYDOWN:
            name = _keysym(pygame.key.name(event.key))
            self._note("key", now, name=name)
            if not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
                scene.key(name, now)
        elif event.type == pygame.KEYUP:
            scene.let_go(_keysym(pygame.key.name(event.key)), self._stepped)
        return True

    def _note_history(self) -> None:
        for happening in self._scene.history[self._noted :]:
            self._note(happening.what, happening.time, cells=happening.cells)
        self._noted = len(self._scene.history)

    def _note(self, event: str, when: float | None = None, **facts: Any) -> None:
        if self._notes:
            t = time.monotonic() if when is None else when
            self._notes.write(json.dumps({"t": round(t, 6), "event": event, **facts}) + "\n")
