"""The mice and keyboards that an X11 display listens to."""

from __future__ import annotations

from bot.x11.display import Display

_ALL = 0


def device_names(display: Display) -> set[str]:
    """What they are called. Raises NoDisplay where the server has no XInput."""
    import xcffib.xinput

    extension = display.extension(xcffib.xinput)
    with display.talk():
        extension.XIQueryVersion(2, 2).reply()
        infos = extension.XIQueryDevice(_ALL).reply().infos
        return {bytes(info.name.buf()).decode("utf-8", "replace") for info in infos}
