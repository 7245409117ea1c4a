"""The connection to the X display: one for each process, kept open, its errors turned into sentences."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from bot.target import NoWindow, TargetError
from bot.x11.forms import FOCUS

if TYPE_CHECKING:
    from bot.x11.wire import Wire

XORG_REMEDY = "log out and choose a session “on Xorg” (“X11”) on the log-in screen, then start it again there"
WAYLAND_MONITOR = b"XWAYLAND"
"""How the names of monitors begin that are an X server's within Wayland."""


class NoDisplay(TargetError):
    """There is no X display to look at and click on, or it went away; the message says what to do."""


def session_type(environment: Mapping[str, str] = os.environ) -> str:
    """The kind of desktop session that the environment tells of: `x11`, `wayland` or `none`.

    A display that is named counts more than the session: within Wayland it is a nested X server.
    """
    if environment.get("DISPLAY"):
        return "x11"
    wayland = environment.get("WAYLAND_DISPLAY") or environment.get("XDG_SESSION_TYPE") == "wayland"
    return "wayland" if wayland else "none"


class _Talk:
    """For a `with`: hands out xcffib's core requests, and has what goes wrong explained."""

    __slots__ = ("_core", "_display")

    def __init__(self, display: Display, core: Any) -> None:
        self._display, self._core = display, core

    def __enter__(self) -> Any:
        return self._core

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is not None:
            self._display.explain(error)


class Display:
    """An open connection to an X server. Not for use from two threads at once."""

    def __init__(self, name: str | None = None) -> None:
        """Connect to the display of that name, or to the one in DISPLAY. Raises NoDisplay."""
        if name is None:
            name = _name_from_environment()
        try:
            import xcffib

            from bot.x11.wire import Wire
        except (ImportError, OSError) as error:
            raise NoDisplay(
                f"The X library libxcb cannot be loaded ({error}): install it (`apt install libxcb1`) and xcffib "
                "(`pip install xcffib`)."
            ) from error
        try:
            connection = Wire(name)
        except xcffib.XcffibException as error:
            raise NoDisplay(
                f"The X display {name!r} does not answer: check that it runs and that you may use it "
                "(DISPLAY, XAUTHORITY, `xhost`)."
            ) from error
        self.name = name
        self._connection = connection
        self._talk = _Talk(self, connection.core)
        self._x = xcffib
        self.no_window: tuple[type[BaseException], ...] = (
            xcffib.xproto.WindowError,
            xcffib.xproto.DrawableError,
            xcffib.xproto.MatchError,
        )
        """What the server answers, within `talk`, where it was asked about a window that is gone."""
        self._atoms: dict[str, int] = {}
        self._hung_up = False
        self._socket = int(connection.get_file_descriptor())
        screen = connection.get_setup().roots[connection.pref_screen]
        self.root: int = screen.root
        self.setup: Any = connection.get_setup()

    def talk(self) -> _Talk:
        """The core requests of xcffib; raises NoWindow for a window that is gone, NoDisplay for a lost server,
        TargetError for anything else that the server refuses.
        """
        return self._talk

    def explain(self, error: BaseException) -> None:
        """Raise in a sentence what a server answered; nothing where that is no answer of a server."""
        if isinstance(error, self.no_window):
            raise NoWindow("The window is gone.") from error
        if isinstance(error, self._x.Error):
            raise TargetError(f"The X display {self.name!r} refused a request: {error!r}.") from error
        if isinstance(error, self._x.XcffibException):
            raise NoDisplay(f"The X display {self.name!r} was lost ({error}).") from error

    @property
    def wire(self) -> Wire:
        """What is asked right before each event is asked here; within `talk`, whose errors it raises."""
        return self._connection

    def extension(self, module: Any) -> Any:
        """The requests of an extension, given its xcffib module. Raises NoDisplay where the server lacks it."""
        self.require(module.key.name)
        return self._connection(module.key)

    def require(self, name: str) -> None:
        """Raises NoDisplay where the server lacks an extension, such as `XTEST`."""
        if not self.has_extension(name):
            raise NoDisplay(f"The X display {self.name!r} has no {name} extension; use another X server.")

    def has_extension(self, name: str) -> bool:
        """Whether the server knows an extension, such as `XTEST`."""
        with self.talk() as core:
            return bool(core.QueryExtension(len(name), name).reply().present)

    def within_wayland(self) -> bool:
        """Whether it is an X server within Wayland: new ones have an extension for saying so, those before are known by
        the names of their monitors.
        """
        if self.has_extension("XWAYLAND"):
            return True
        if not self.has_extension("RANDR"):
            return False
        import xcffib.randr

        randr = self.extension(xcffib.randr)
        with self.talk():
            randr.QueryVersion(1, 3).reply()
            known = randr.GetScreenResourcesCurrent(self.root).reply()
            asked = [randr.GetOutputInfo(output, known.config_timestamp) for output in known.outputs]
            return any(bytes(one.reply().name.buf()).startswith(WAYLAND_MONITOR) for one in asked)

    def atom(self, name: str) -> int:
        """The number of a name, the same for as long as the server lives."""
        if name not in self._atoms:
            with self.talk() as core:
                self._atoms[name] = core.InternAtom(False, len(name), name).reply().atom
        return self._atoms[name]

    def numbers(self, window: int, name: str) -> list[int]:
        """A window's property as 32-bit numbers; empty where it has none. Raises NoWindow."""
        with self.talk() as core:
            value = core.GetProperty(False, window, self.atom(name), 0, 0, 1 << 20).reply().value
            return [int(number) for number in value.to_atoms()]

    def text(self, window: int, name: str) -> str:
        """A window's property as text; empty where it has none. Raises NoWindow."""
        with self.talk() as core:
            raw = core.GetProperty(False, window, self.atom(name), 0, 0, 1 << 12).reply().value.buf()
        try:
            return bytes(raw).decode("utf-8")
        except UnicodeDecodeError:
            return bytes(raw).decode("latin-1")

    def events(self) -> Iterator[Any]:
        """The events that have come in and were not looked at yet. Raises NoDisplay."""
        with self.talk():
            while (event := self._connection.poll_for_event()) is not None:
                yield event

    def settle(self) -> None:
        """Wait until the server has done everything it was asked so far. Raises NoDisplay."""
        with self.talk():
            self.wire.ask(FOCUS).reply()

    def flush(self) -> None:
        """Send on its way what was said so far, without waiting for anything. Raises NoDisplay."""
        with self.talk():
            self.wire.flush()

    def new_id(self) -> int:
        """A number for something of our own on the server. Raises NoDisplay."""
        with self.talk():
            return int(self._connection.generate_id())

    def fileno(self) -> int:
        """The socket on which events come in, and which is readable for ever once the server is gone."""
        return self._socket

    @property
    def lost(self) -> bool:
        """Whether the server is gone, or we hung up."""
        return self._hung_up or bool(self._connection.has_error())

    def close(self) -> None:
        """Hang up. May be called twice."""
        self._connection.disconnect()
        self._hung_up = True


_open: dict[str, Display] = {}


def shared(name: str | None = None) -> Display:
    """The process's one connection to a display, opened when first asked for. Raises NoDisplay."""
    name = name or _name_from_environment()
    if name not in _open or _open[name].lost:
        _open[name] = Display(name)
    return _open[name]


def _name_from_environment() -> str:
    kind = session_type()
    if kind == "wayland":
        raise NoDisplay(
            "This is a Wayland session without an X display, and Wayland lets no program look at or click in "
            f"another's window: {XORG_REMEDY}, or run the game and Banmen in a nested X server "
            "(`Xwayland :7 &`, then DISPLAY=:7 for both)."
        )
    if kind == "none":
        raise NoDisplay(
            "There is no X display: DISPLAY is not set. Start it from a desktop session, or on a display of its own "
            "(`Xvfb :7 &`, then DISPLAY=:7 for the game and for Banmen)."
        )
    return os.environ["DISPLAY"]
