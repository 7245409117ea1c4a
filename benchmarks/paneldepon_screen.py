"""How well Panel de Pon is played through the screen: the practice game in memory, read from its pixels, with its keys.

    python -m benchmarks.paneldepon_screen [--games 3] [--first 0] [--seconds 120] [--preset normal] [--mode endless]
                                           [--told] [--keep]

Time is simulated: a look takes 2 ms, a key as long as the layout says, thinking nothing, so that neither machine nor
what else runs on it matters. With `--told` the player is told what the screen shows instead of reading it: what is then
lost against `benchmarks.paneldepon_player` is lost by the hands, the rest by the eyes. A versus game is won when the
engine's player of that preset tops out first.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field, replace
from statistics import median

from benchmarks.line import report
from bot.arcade.memory import MemoryScreen, VirtualClock
from bot.arcade.paneldepon import MODES, make
from bot.arcade.paneldepon.rising import RisingGame
from bot.chase import chaser
from bot.control.controls import make_control
from bot.frame import Frame
from bot.layouts import find_layout
from bot.manners import Manners
from bot.reading import Reader, Reading, Sight
from bot.session import Bounds, Report, Session
from bot.step import Step
from bot.vision.readers import make_reader
from engine.api import Outcome
from engine.games.paneldepon.timing import PRESETS
from engine.position import UNKNOWN

LAYOUTS = {
    "endless": "paneldepon/arcade-rising",
    "time": "paneldepon/arcade-rising",
    "versus": "paneldepon/arcade-versus",
}


@dataclass
class Told:
    """Eyes that are told what there is to see; those of the layout say where the board lies and when a game is over."""

    game: RisingGame
    eyes: Reader
    first: Reading | None = None

    def read(self, frame: Frame) -> Reading:
        """The truth, at the place where the board was found."""
        if self.first is None:
            self.first = self.eyes.read(frame)
        shows = "" if self.game.status is Outcome.OPEN else self.eyes.read(frame).shows
        first = replace(self.first, time=frame.time, sight=Sight.CLEAR, doubts=(), why="", shows=shows)
        return replace(first, position=self.game.truth())


@dataclass
class Looks:
    """Counts what was seen, and the chains."""

    game: RisingGame
    looks: int = 0
    doubtful: int = 0
    """Looks in which a cell could not be told."""
    chains: list[int] = field(default_factory=list)
    link: int = 0

    def seen(self, frame: Frame, reading: Reading, step: Step) -> None:
        """A look."""
        board = reading.position.board if reading.position is not None else (UNKNOWN,)
        self.looks += 1
        self.doubtful += any(UNKNOWN in line for line in board)
        chain = self.game.seats[0].game.chain
        if chain < self.link:
            self.chains.append(self.link)
        self.link = chain

    def done(self, step: Step, actions: int) -> None:
        """Nothing to count."""

    def ended(self, report: Report) -> None:
        """Nothing to count."""


def play(seed: int, mode: str, preset: str, seconds: float, *, told: bool) -> dict[str, float]:
    """The figures of one game."""
    game = make(seed=seed, mode=mode, preset=preset)
    assert isinstance(game, RisingGame)
    clock = VirtualClock()
    screen, layout = MemoryScreen(game, clock), find_layout(LAYOUTS[mode])
    reader: Reader = make_reader(layout)
    hands, running = layout.hands, {**(layout.running or {}), "preset": preset}
    manners = Manners(response=hands.response, falling=hands.falling)
    player = chaser("paneldepon", {**layout.rules, **running}, hands, make_control(hands), manners)
    looks = Looks(game)
    eyes = Told(game, reader) if told else reader
    session = Session(screen, eyes, player, screen, clock, Bounds(seconds=seconds), (looks,))
    session.prepare()
    session.run()
    running_game = game.seats[0].game
    chains = [*looks.chains, looks.link]
    return {
        "score": running_game.score,
        "seconds": round(game.seconds, 1),
        "alive": int(not running_game.topped_out),
        "won": int(game.status is Outcome.WON),
        "chain": max(chains),
        "moves": player.tally.moves,
        "doubtful": round(looks.doubtful / max(looks.looks, 1), 3),
    }


def main() -> None:
    """Measure it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3, help="how many games")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first")
    parser.add_argument("--seconds", type=float, default=120.0, help="of each game, at the most")
    parser.add_argument("--preset", choices=tuple(PRESETS), default="normal")
    parser.add_argument("--mode", choices=MODES[1:], default="endless")
    parser.add_argument("--told", action="store_true", help="the player is told what the screen shows")
    parser.add_argument("--keep", action="store_true", help="add the figures to benchmarks/history.csv")
    given = parser.parse_args()
    games = []
    for seed in range(given.first, given.first + given.games):
        games.append(play(seed, given.mode, given.preset, given.seconds, told=given.told))
        print(f"game {seed}: {games[-1]}", file=sys.stderr, flush=True)
    name = f"paneldepon screen {given.mode} {given.preset} {given.seconds:g} s{' told' * given.told}"
    figures = {
        "games": len(games),
        "score_median": median(game["score"] for game in games),
        "score_least": min(game["score"] for game in games),
        "chain_median": median(game["chain"] for game in games),
        "seconds_least": min(game["seconds"] for game in games),
        "alive": sum(game["alive"] for game in games),
        "won": sum(game["won"] for game in games),
        "doubtful": round(sum(game["doubtful"] for game in games) / len(games), 3),
    }
    report(name, figures, keep=given.keep)


if __name__ == "__main__":
    main()
