"""What the studio's page may ask for, and what is done then."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.errors import BanmenError, CannotReadError
from bot.layouts import known_layouts
from bot.rules import parse_rules
from bot.story import Story
from bot.vision.picture import decode
from calibration.likely import Likely, likely_games
from calibration.studio import around, asks, view
from calibration.studio.answers import Handler, a_file, answer, aside, png
from calibration.studio.desk import Desk
from calibration.studio.windows import photograph, windows
from engine.api import BadRule, game_names, load_game
from engine.teacher import Teacher

PAGE: Final = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/style.css": ("style.css", "text/css; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
    **{
        f"/{name}.js": (f"{name}.js", "text/javascript; charset=utf-8")
        for name in (
            "app",
            "around",
            "board",
            "film",
            "finish",
            "geometry",
            "gridpane",
            "hands",
            "hint",
            "intake",
            "kinds",
            "known",
            "moving",
            "net",
            "onecell",
            "paint",
            "pictures",
            "pointing",
            "say",
            "stage",
            "tabs",
            "toolbar",
            "wording",
        )
    },
}
"""Every file that the page consists of: what is not here is not served."""


class Studio:
    """Answers the page."""

    def __init__(self, desk: Desk, root: Path, story: Story | None = None) -> None:
        """`root` is the folder in which layouts are kept, one `game/name` each."""
        self.desk = desk
        self.root = root
        self.story = story

    def routes(self) -> list[Route]:
        """All that can be asked."""
        page = files("calibration.studio") / "page"
        known = [
            Route(path, a_file((page / name).read_bytes(), kind), methods=["GET"])
            for path, (name, kind) in PAGE.items()
        ]
        return [
            *known,
            Route("/api/state", self.state, methods=["GET"]),
            Route("/api/pictures", self.upload, methods=["POST"]),
            Route("/api/pictures/{number:int}", self.picture, methods=["GET"]),
            Route("/api/windows", self.list_windows, methods=["GET"]),
            Route("/api/window", self.take_window, methods=["POST"]),
            Route("/api/solve", self.solve, methods=["POST"]),
            Route("/api/hint", self.hint, methods=["POST"]),
            Route("/api/save", self.save, methods=["POST"]),
            Route("/api/looks", self.looks, methods=["GET"]),
            Route("/api/looks/{number:int}", self.look, methods=["GET"]),
            Route("/api/looks/{number:int}/picture", self.look_picture, methods=["GET"]),
            Route("/api/looks/{number:int}/take", self.take_look, methods=["POST"]),
            *(Route(f"/api/{name}", self._edit(kind, change), methods=["POST"]) for name, kind, change in self.edits()),
        ]

    def edits(self) -> list[tuple[str, type[asks.Ask], Callable[[Any], None]]]:
        """The changes of the desk: the name of the request, what it brings, what it does."""
        desk = self.desk
        return [
            ("grid", asks.GridAsk, lambda ask: desk.grid(ask.shot, ask.grid, ask.stroke)),
            ("look", asks.LookAsk, lambda ask: desk.look(_size(ask), ask.reader)),
            ("reader", asks.ReaderAsk, lambda ask: desk.sort_by(ask.reader)),
            ("merge", asks.MergeAsk, lambda ask: desk.merge(ask.keep, ask.gone)),
            ("split", asks.SplitAsk, lambda ask: desk.split(ask.label)),
            ("name", asks.NameAsk, lambda ask: desk.name(ask.label, ask.new, ask.name)),
            ("cell", asks.CellAsk, lambda ask: desk.put(ask.shot, (ask.row, ask.column), ask.label)),
            ("board", asks.BoardAsk, lambda ask: desk.type_board(ask.shot, ask.text)),
            (
                "region",
                asks.RegionAsk,
                lambda ask: desk.surround(around.region(ask), f"the region {ask.name}", ask.stroke),
            ),
            (
                "region-gone",
                asks.RegionGoneAsk,
                lambda ask: desk.surround(lambda s, _: s.beside.without_region(ask.name), f"removing {ask.name}"),
            ),
            ("mark", asks.MarkAsk, lambda ask: desk.surround(around.mark(ask), f"the mark for {ask.shows}")),
            (
                "mark-gone",
                asks.MarkGoneAsk,
                lambda ask: desk.surround(lambda s, _: s.beside.without_anchor(ask.number), "removing a mark"),
            ),
            ("hands", asks.HandsAsk, lambda ask: desk.surround(around.hands(ask), "the hands", ask.stroke)),
            (
                "take",
                asks.TakeAsk,
                lambda ask: desk.surround(around.taken(self.root, ask.layout), f"taking over from {ask.layout}"),
            ),
            ("undo", asks.Ask, lambda _: desk.undo()),
            ("redo", asks.Ask, lambda _: desk.redo()),
        ]

    def _edit(self, kind: type[asks.Ask], change: Callable[[Any], None]) -> Handler:
        async def handler(request: Request) -> Response:
            ask = asks.parsed(kind, await request.body())

            def work() -> dict[str, Any]:
                change(ask)
                return self._state()

            return answer(await aside(work))

        return handler

    def _state(self) -> dict[str, Any]:
        draft, read = self.desk.sheet.draft, self.desk.sheet.known
        likely = Likely((), None) if draft is None else likely_games(draft)
        told = self.desk.game or likely.told if draft is not None else None
        if read is not None and read.layout.game in game_names():
            likely, told = Likely((read.layout.game,), read.layout.game), read.layout.game
        known = {layout.game for layout in known_layouts()} | {self.desk.game or ""} & set(game_names())
        about = {
            "games": sorted(known),
            "teachers": _teachers(),
            "recording": None if self.story is None else self.story.folder.name,
        }
        beside = around.around_json(self.desk, told, self.root)
        return {**view.desk_json(self.desk, likely.games), "told": told, "around": beside, **about}

    async def state(self, _: Request) -> Response:
        """What lies on the desk."""
        return answer(await aside(self._state))

    async def upload(self, request: Request) -> Response:
        """Take a picture: the body is the file."""
        body = await request.body()
        add = request.query_params.get("add", "")

        def work() -> dict[str, Any]:
            pixels = decode(body, "what was dropped")
            if add == "screen":
                self.desk.lay_screen(pixels)
            else:
                self.desk.lay([pixels], add=add == "1")
            return self._state()

        return answer(await aside(work))

    async def picture(self, request: Request) -> Response:
        """A picture that lies on the desk."""
        number = int(request.path_params["number"])
        return await png(lambda: self.desk.picture(number))

    async def list_windows(self, _: Request) -> Response:
        """The windows on the screen."""
        return answer({"windows": await aside(windows)})

    async def take_window(self, request: Request) -> Response:
        """Take a picture of a window."""
        ask: asks.WindowAsk = asks.parsed(asks.WindowAsk, await request.body())

        def work() -> dict[str, Any]:
            pixels, program = photograph(f"0x{ask.id:x}")
            self.desk.lay([pixels], add=ask.add, window=program)
            return self._state()

        return answer(await aside(work))

    async def solve(self, request: Request) -> Response:
        """What to play."""
        ask: asks.SolveAsk = asks.parsed(asks.SolveAsk, await request.body())
        rules = parse_rules(ask.rules.split())
        return answer(await aside(lambda: view.plan_json(*self.desk.solve(ask.game, rules, ask.shot))))

    async def hint(self, request: Request) -> Response:
        """What a person could see next, as deeply as they may ask."""
        ask: asks.HintAsk = asks.parsed(asks.HintAsk, await request.body())
        rules = parse_rules(ask.rules.split())
        return answer(await aside(lambda: view.hint_json(*self.desk.hint(ask.game, rules, ask.shot))))

    async def save(self, request: Request) -> Response:
        """Keep the layout."""
        ask: asks.SaveAsk = asks.parsed(asks.SaveAsk, await request.body())
        rules = parse_rules(ask.rules.split())
        if ask.game not in game_names():
            raise BadRule(f"There is no game called {ask.game!r}; the games are {', '.join(game_names())}.")
        folder = self.root / ask.game / ask.name

        def work() -> dict[str, Any]:
            layout, draft = self.desk.keep(
                folder,
                game=ask.game,
                title=ask.title or f"{ask.game}, {ask.name}",
                windows=[ask.window] if ask.window else [],
                rules=rules,
                over=ask.replace,
            )
            try:
                checked = view.check_json(layout, draft)
            except BanmenError as error:
                checked = {"ok": False, "said": f"It could not be read back: {error}", "narrowest": []}
            return {"folder": str(folder), "layout": layout.name, "check": checked}

        return answer(await aside(work))

    async def looks(self, request: Request) -> Response:
        """What is told of the recording so far."""
        first = request.query_params.get("first", "0")
        if not (first.isascii() and first.isdigit() and len(first) < 10):
            raise asks.BadAsk("first: expected a number of a look.")
        return answer(view.looks_json(self._told(), int(first)))

    async def look(self, request: Request) -> Response:
        """One look of the recording."""
        number = int(request.path_params["number"])
        return answer(await aside(lambda: view.look_json(self._told().look(number))))

    async def look_picture(self, request: Request) -> Response:
        """What was on the screen at a look."""
        number = int(request.path_params["number"])
        return await png(lambda: self._told().picture(number))

    async def take_look(self, request: Request) -> Response:
        """Lay the picture of a look on the desk."""
        number = int(request.path_params["number"])

        def work() -> dict[str, Any]:
            self.desk.lay([self._told().picture(number)])
            return self._state()

        return answer(await aside(work))

    def _told(self) -> Story:
        if self.story is None:
            raise CannotReadError("No recording is open; start with `banmen studio FOLDER`.")
        return self.story


@cache
def _teachers() -> list[str]:
    """The games that can explain their solutions."""
    return [name for name in game_names() if isinstance(load_game(name), Teacher)]


def _size(ask: asks.LookAsk) -> tuple[int, int] | None:
    return None if ask.rows is None or ask.columns is None else (ask.rows, ask.columns)
