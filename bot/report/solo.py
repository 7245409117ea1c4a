"""The page of games that were played without a screen: figures, and plots of how long they lasted and what they
brought.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import accumulate

from bot.report.frame import template
from bot.report.plots import Series, line_plot
from bot.solo import Log, SoloGame, Totals

POINTS_OF_A_CURVE = 400
LISTED = 200
"""Games that are listed."""


def solo_page(name: str, log: Log) -> str:
    """The HTML of a log. Raises ValueError where it has no game."""
    from markupsafe import Markup

    if not log.games:
        raise ValueError("the log holds no game")
    plots = [(heading, Markup(drawn)) for heading, drawn in _plots(log.games)]  # noqa: S704  # numbers and our own words
    return template("solo.html").render(
        name=name,
        log=log,
        totals=Totals.of(log.games),
        at_once=sorted(Counter(turn.rows for game in log.games for turn in game.turns).items()),
        plots=plots,
        games=sorted(log.games, key=lambda game: -game.points)[:LISTED],
    )


def _plots(games: list[SoloGame]) -> list[tuple[str, str]]:
    """Heading and SVG of every plot."""
    best = max(games, key=lambda game: game.points)
    lengths = sorted(len(game.turns) for game in games)
    alive = [(float(length), 1 - number / len(lengths)) for number, length in enumerate(lengths)]
    spent = sorted(turn.ms for game in games for turn in game.turns)
    ranks = [(100 * n / len(spent), ms) for n, ms in enumerate(spent)]
    won = [0, *accumulate(turn.points for turn in best.turns)]
    return [
        ("Points of the best game", line_plot([Series("points", thinned(list(enumerate(won))))], "turn", "points")),
        (
            "Games that last longer",
            line_plot([Series("games", thinned(alive))], "turns", "share of the games", log_y=True),
        ),
        (
            "Time for a move",
            line_plot([Series("time", thinned(ranks))], "percent of the moves", "milliseconds", log_y=True),
        ),
    ]


def thinned(points: list[tuple[float, float]] | list[tuple[int, int]]) -> list[tuple[float, float]]:
    """At most so many points as a curve needs, the first and the last among them."""
    step = max(1, math.ceil(len(points) / POINTS_OF_A_CURVE))
    return [(float(x), float(y)) for x, y in (*points[:-1:step], *points[-1:])]
