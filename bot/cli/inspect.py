"""`games`, `doctor` and `replay`: what is there, what is missing, what was decided."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import Any

from bot.cli import EXIT_OTHER
from bot.cli.answer import print_json


def replay_folder(folder: Path, as_json: bool) -> None:
    """Say whether a recording is decided the same today; exit code 1 at the first difference."""
    from bot.replay import replay

    result = replay(folder)
    if as_json:
        print_json({"looks": result.looks, "same": result.difference is None, "difference": result.difference})
    elif result.difference is None:
        sys.stdout.write(f"The same decisions in all {result.looks} looks.\n")
    else:
        sys.stdout.write(f"Differs at {result.difference}.\n")
    if result.difference is not None:
        sys.exit(EXIT_OTHER)


def list_games(as_json: bool) -> None:
    """Say which games there are, under which house rules, and which layouts read them."""
    from bot.layouts import known_layouts, own_home
    from engine.api import game_names, load_game

    own = [layout for game in _kept_games() for layout in known_layouts(game, own_home())]
    layouts = [*own, *(layout for name in game_names() for layout in known_layouts(name))]
    answer: list[dict[str, Any]] = []
    others = sorted({layout.game for layout in own} - set(game_names()))
    for name in game_names():
        game = load_game(name)
        rules: dict[str, Any] = (
            {f.name: getattr(game, f.name) for f in dataclasses.fields(game)} if dataclasses.is_dataclass(game) else {}
        )
        rules.pop("name", None)
        about = (sys.modules[type(game).__module__].__doc__ or "").strip().splitlines()[0]
        mine = [{"name": layout.name, "title": layout.title} for layout in layouts if layout.game == name]
        answer.append({"game": name, "about": about, "rules": rules, "layouts": mine})
    for name in others:
        mine = [{"name": layout.name, "title": layout.title} for layout in own if layout.game == name]
        about = "A game of your own layouts; its boards are read, not solved."
        answer.append({"game": name, "about": about, "rules": {}, "layouts": mine})
    if as_json:
        print_json({"games": answer})
        return
    for entry in answer:
        sys.stdout.write(f"{entry['game']}: {entry['about']}\n")
        for rule, value in entry["rules"].items():
            sys.stdout.write(f"    --rule {rule}={_typed(value)}\n")
        for layout in entry["layouts"]:
            sys.stdout.write(f"    --layout {layout['name']}: {layout['title']}\n")


def _kept_games() -> list[str]:
    """The games of a person's own layouts."""
    from bot.layouts import layout_names, own_home

    return sorted({name.partition("/")[0] for name in layout_names(own_home())})


def _typed(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "(none)"
    return str(value)


def examine_machine(deliver: bool, as_json: bool) -> None:
    """Print what was found on this machine and the remedy for what is missing; exit code 1 where something is bad."""
    from bot.doctor import examine

    checks = examine(deliver=deliver)
    bad = any(check.state == "bad" for check in checks)
    if as_json:
        print_json({"checks": [dataclasses.asdict(check) for check in checks], "ok": not bad})
    else:
        from rich.console import Console
        from rich.table import Table

        table = Table(box=None, pad_edge=False)
        for heading in ("", "what", "found", "remedy"):
            table.add_column(heading)
        signs = {"ok": "[green]ok[/]", "warn": "[yellow]note[/]", "bad": "[red]bad[/]"}
        for check in checks:
            table.add_row(signs[check.state], check.name, check.found, check.remedy)
        Console().print(table)
    if bad:
        sys.exit(EXIT_OTHER)
