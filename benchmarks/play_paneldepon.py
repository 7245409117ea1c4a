"""How well Banmen plays blockattack with nobody touching it: its puzzles, an endless game, games against the computer.

`python -m benchmarks.play_paneldepon [--levels 0-26] [--menu]`, `… --endless SECONDS [--speed 1]`,
`… --versus GAMES [--level 6] [--parts FILE] [--within SECONDS]`, each with `[--height 768] [--wide] [--mouse]
[--keep]`; with `--mouse` swaps are drawn with the pointer.

The puzzles are those that come with the program, each played once, each in a program of its own or chosen in its menu
(`--menu`). Won is what the program's own memory says, and with `--menu` what it has written down as cleared. The floor
is the program's own pace: what matches burns for a second, and what falls takes 140 ms a row. `seconds` run from the
moment when the bot may press keys to the end of the level as it sees it; `ready` is what it looked and planned before.

An endless game (speed 0 is slow, 1 fast, up to 4) is played for so many seconds, or until its stack is too high: then
the program's clock stands still. Games against the computer (levels 0 to 6) are played until one side has lost, each in
a program of its own; who has won is what the program writes into its statistics. The clock of these games does not
wait: on a busy machine the same hands are worse. Many games can be played in several calls: those that are over stand
in the FILE, none is begun after so many seconds, and the figures are told by the call that plays the last.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Any

from benchmarks.line import report
from bot.layouts import find_layout
from tests.apps.blockattack import COUNTDOWN, Blockattack, choose, endless, enter, puzzles, started, tap, versus
from tests.apps.blockattack import single as single_level
from tests.display import DisplayServer, display_server, missing_programs

ROOT = Path(__file__).parents[1]
SAVED = "puzzle.levels.json.save"
"""Where the program writes down which levels are cleared."""
BURNS = 6.0
"""Seconds for which the last match may burn, and what lies over it fall."""
STATISTICS = "statsFile"
"""Where it counts who has beaten whom."""
HANDS: list[str] = []
"""Options that say with what hands it is played."""
LONGEST = 900
"""Seconds after which a game against the computer is broken off."""
GO = 2.5
"""Seconds from the menu until a board's clock runs: it counts down from three."""


def main() -> None:
    """Play and print the line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", default="0-26", help="puzzles, FIRST-LAST or a single one, counted from 0")
    parser.add_argument("--menu", action="store_true", help="choose the puzzles in the program's own menu")
    parser.add_argument("--endless", type=float, metavar="SECONDS", help="play an endless game instead")
    parser.add_argument("--speed", type=int, choices=range(5), default=1, help="of the endless game; 1 is fast")
    parser.add_argument("--versus", type=int, metavar="GAMES", help="play against the computer instead")
    parser.add_argument("--parts", type=Path, metavar="FILE", help="of games against the computer that are over")
    parser.add_argument("--within", type=float, default=math.inf, metavar="SECONDS", help="in which games are begun")
    parser.add_argument("--level", type=int, choices=range(7), default=6, help="of the computer; 6 is its best")
    parser.add_argument("--height", type=int, default=768, help="of the window, in pixels")
    parser.add_argument("--wide", action="store_true", help="16:9 instead of 4:3")
    parser.add_argument("--mouse", action="store_true", help="swap with the mouse instead of keys")
    parser.add_argument("--keep", action="store_true", help="add the figures to history.csv")
    given = parser.parse_args()
    if lacking := missing_programs("Xvfb", "openbox", "blockattack", "xdotool"):
        sys.exit(f"needs {', '.join(lacking)}")
    options = ("--always-sixteen-nine",) if given.wide else ()
    window = f"{given.height}{' wide' if given.wide else ''}"
    window += " mouse" * given.mouse
    with display_server((1600, 1000)) as display:
        if given.mouse:
            HANDS.append(f"--layout={by_mouse(display.home / 'mouse')}")
        if given.endless:
            figures = survive(display, given.speed, given.endless, given.height, options)
            report(f"blockattack endless {given.speed} {window}", figures, keep=given.keep)
        elif given.versus:
            again = partial(duel, display, given.level, given.height, options)
            duels = in_parts(again, given.versus, given.parts, given.within)
            if len(duels) == given.versus:
                report(f"blockattack versus {given.level} {window}", of_duels(duels), keep=given.keep)
            else:
                print(f"{len(duels)} of {given.versus} games are over: call it again", file=sys.stderr)
        else:
            first, _, last = given.levels.partition("-")
            numbers = range(int(first), int(last or first) + 1)
            way = from_menu if given.menu else one_by_one
            games = [
                told(game, level=number)
                for number, game in zip(numbers, way(display, numbers, given.height, options), strict=True)
            ]
            report(f"play blockattack {window}{' menu' if given.menu else ''}", of_puzzles(games), keep=given.keep)


def told(game: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A game, told as soon as it is over."""
    print(json.dumps({**more, **game}), file=sys.stderr, flush=True)
    return game


# --- puzzles -------------------------------------------------------------------------------------------------------


def of_puzzles(games: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures of some puzzles."""
    won = [game for game in games if game["won"]]
    figures: dict[str, Any] = {
        "levels": len(games),
        "won": len(won),
        "misread": sum(game["misread"] for game in games),
        "retries": sum(game["retries"] for game in games),
        "swaps": sum(game["moves"] for game in won),
    }
    if won:
        figures |= {
            "seconds_median": round(statistics.median(game["seconds"] for game in won), 2),
            "seconds_worst": round(max(game["seconds"] for game in won), 2),
            "seconds_total": round(sum(game["seconds"] for game in won), 1),
            "ready_median": round(statistics.median(game["prepared"] for game in won), 2),
        }
        for part in won[0]["times"]:
            figures[f"seconds_{part}"] = round(sum(game["times"][part] for game in won) / len(won), 2)
    return figures


def one_by_one(
    display: DisplayServer, numbers: Iterable[int], height: int, options: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    """Play levels, each in a program of its own."""
    for number in numbers:
        with started(display, *single_level(number, "puzzle.levels"), *options, height=height) as game:
            time.sleep(COUNTDOWN)
            game.find()
            yield solve(display, game)


def from_menu(
    display: DisplayServer, numbers: Iterable[int], height: int, options: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    """Play levels that are chosen in the menu of one program."""
    with started(display, *options, height=height) as game:
        enter(display, *puzzles())
        for number in numbers:
            choose(game, number)
            answer = solve(display, game)
            tap(display, "F2")
            cleared = json.loads((game.home / SAVED).read_text())["cleared"] if answer["won"] else []
            yield answer | {"won": len(cleared) > number and bool(cleared[number])}


def solve(display: DisplayServer, game: Blockattack) -> dict[str, Any]:
    """Play the level that is on the screen; `won` as the program's memory says."""
    answer = play(display, 290)
    over = answer.get("outcome") == "won"
    if over:  # what is as it must be may still be burning
        deadline = time.monotonic() + BURNS
        while not game.won() and time.monotonic() < deadline:
            time.sleep(0.1)
    return answer | {"won": over and game.won()}


# --- games whose clock runs ----------------------------------------------------------------------------------------


def survive(
    display: DisplayServer, speed: int, seconds: float, height: int, options: tuple[str, ...]
) -> dict[str, Any]:
    """The figures of an endless game."""
    with started(display, *options, height=height) as game:
        enter(display, *endless(speed))
        time.sleep(GO)
        game.find()
        answer = told(play(display, seconds))
        alive = game.runs()
        height_left = max(map(len, game.stacks()))
    figures = {"seconds": answer["seconds"], "alive": int(alive), "height": height_left}
    return figures | counted([answer])


def duel(display: DisplayServer, level: int, height: int, options: tuple[str, ...]) -> dict[str, Any]:
    """A game against the computer; `won` and `lost` as the program's statistics say, neither where it was undecided."""
    with started(display, *options, height=height) as game:
        enter(display, *versus(level))
        time.sleep(GO)
        game.find()
        answer = play(display, LONGEST)
        heights = [max(map(len, game.stacks(player))) for player in range(len(game.boards))]
    path = game.home / STATISTICS
    lines = path.read_text().splitlines() if path.exists() else []
    counts = dict(words for line in lines if len(words := line.split()) == 2)
    result = {"won": int(counts.get(f"defeatedAI{level}", 0)), "lost": int(counts.get(f"defeatedByAI{level}", 0))}
    return told(answer | result | {"heights": heights})


def in_parts(
    again: Callable[[], dict[str, Any]], wanted: int, parts: Path | None, within: float
) -> list[dict[str, Any]]:
    """So many games, with those of earlier calls; fewer where no time is left to begin another."""
    lines = parts.read_text().splitlines() if parts is not None and parts.exists() else []
    games: list[dict[str, Any]] = [json.loads(line) for line in lines]
    end = time.monotonic() + within
    while len(games) < wanted and time.monotonic() < end:
        games.append(again())
        if parts is not None:
            parts.write_text("".join(f"{json.dumps(game)}\n" for game in games))
    return games[:wanted]


def of_duels(duels: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures of some games against the computer."""
    return {
        "games": len(duels),
        "won": sum(one["won"] for one in duels),
        "lost": sum(one["lost"] for one in duels),
        "seconds_median": round(statistics.median(one["seconds"] for one in duels), 1),
        "seconds_worst": max(one["seconds"] for one in duels),
    } | counted(duels)


def counted(games: list[dict[str, Any]]) -> dict[str, Any]:
    """What is counted in games whose clock runs."""
    figures: dict[str, Any] = {name: sum(game[name] for game in games) for name in ("moves", "misread", "retries")}
    looks = sum(game["frames"] for game in games)
    figures["looks_a_second"] = round(looks / max(1e-9, sum(game["seconds"] for game in games)), 1)
    for part in games[0]["times"]:
        figures[f"ms_{part}"] = round(1000 * sum(game["times"][part] for game in games) / max(1, looks), 2)
    return figures | {"load": round(os.getloadavg()[0], 1)}


def by_mouse(folder: Path) -> Path:
    """The layout of the program, copied there, in which swaps are drawn with the pointer."""
    copytree(find_layout("paneldepon/blockattack").folder, folder)
    text = (folder / "layout.toml").read_text()
    text = text.replace('control = "walk-cursor"', 'control = "drag-cells"').replace("hold = 0.01\n", "hold = 0.02\n")
    (folder / "layout.toml").write_text(text)
    return folder


def play(display: DisplayServer, seconds: float) -> dict[str, Any]:
    """Let Banmen play what is on the screen, for so long at the most; what it says of it."""
    command = [sys.executable, "-P", "-m", "bot", "play", "--window", "blockattack", "--live", "--countdown", "0"]
    here = display.env | {"PYTHONPATH": os.fspath(ROOT), "HOME": os.environ["HOME"]}
    run = subprocess.run(
        [*command, *HANDS, "--time-limit", f"{seconds:g}", "--json"],
        env=here, capture_output=True, text=True, timeout=seconds + 120, check=False,
    )  # fmt: skip
    lines = run.stdout.splitlines()
    answer: dict[str, Any] = json.loads(lines[-1]) if lines else {"why": run.stderr.strip(), "moves": 0}
    return {"misread": 0, "retries": 0, "seconds": 0.0, "prepared": 0.0, "frames": 0, "times": {}, **answer}


if __name__ == "__main__":
    main()
