"""`hint` and `explain`: what a person could see next, told as deeply as they ask."""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from bot.answers import board_json, grade_json, hint_json
from bot.cli.answer import draw_on, print_board, print_json
from bot.cli.content import Named
from bot.cli.opening import open_named
from bot.cli.progress import Progress
from bot.cli.said import Said
from bot.cli.still import tell_plan
from bot.errors import UsageError
from bot.solve import Board
from engine.api import Limit, Outcome
from engine.teacher import LANGUAGES, NOT_FOUND, NOTHING, Grader, Hint, Teacher

DEPTHS = ("line", "technique", "cells")
COUNTED = {
    "en": "In sentences rows are counted from 1 at the top, columns from 1 at the left.",
    "ja": "行は上から、列は左から、1から数えます。",
}


def hint_named(
    named: Named,
    said: Said,
    out: Path | None,
    limit: float,
    as_json: bool,
    depth: str,
    lang: str,
) -> None:
    """Print the next step; of a game that cannot explain, the first move of its plan."""
    _check(depth, lang)
    seen = open_named(named, said, as_json)
    board, start = seen.playable(), time.perf_counter()
    if not isinstance(board.game, Teacher):
        tell_plan(seen, out, limit, as_json, first_only=True)
        return
    with Progress("looking for a hint", limit):
        hint = board.game.hint(board.state, Limit(seconds=limit))
    if out is not None and hint is not None:
        _draw(board, seen.pixels, hint, depth, out)
    if as_json:
        seconds = {**board.seconds, "total": seen.seconds + time.perf_counter() - start}
        answer = board_json(board, None, seconds)
        print_json(
            {**answer, "hint": None if hint is None else hint_json(hint), "text": _text(board, hint, depth, lang)}
        )
        return
    sys.stdout.write(_text(board, hint, depth, lang) + "\n")
    if out is not None and hint is not None:
        sys.stdout.write(f"Drawn on {out}.\n")


def explain_named(
    named: Named,
    said: Said,
    limit: float,
    as_json: bool,
    lang: str,
) -> None:
    """Print the whole solution as steps, with how often each technique was needed and how hard the puzzle is."""
    _check("cells", lang)
    seen = open_named(named, said, as_json)
    board, start = seen.playable(), time.perf_counter()
    own, teacher = board.game, board.game
    if not isinstance(teacher, Teacher):
        raise UsageError(f"Banmen cannot explain {board.game.name} step by step; `banmen solve` gives the moves.")
    if not as_json:
        print_board(board)
        sys.stdout.write(f"{COUNTED[lang]}\n")
    state, hints = board.state, []
    for number, hint in enumerate(teacher.explain(state, Limit(seconds=limit)), 1):
        hints.append(hint)
        for move in hint.moves:
            state = own.play(state, move)
        if not as_json:
            sys.stdout.write(f"{number:4d}. [{hint.technique}] {hint.says[lang][2]}\n")
            sys.stdout.flush()
    done = own.outcome(state) is Outcome.WON
    counts = Counter(hint.technique for hint in hints)
    grade = board.game.grade(board.state, Limit(seconds=limit)) if done and isinstance(board.game, Grader) else None
    if as_json:
        answer = board_json(board, None, {**board.seconds, "total": seen.seconds + time.perf_counter() - start})
        steps = {"steps": [hint_json(hint) for hint in hints], "techniques": dict(counts), "explained": done}
        final = {"board": list(own.show(state).board), "grade": None if grade is None else grade_json(grade)}
        print_json({**answer, **steps, **final})
        return
    sys.stdout.write("\n".join(own.show(state).board) + "\n")
    sys.stdout.write(f"{_steps(len(hints))}: {', '.join(f'{name} {count}' for name, count in counts.most_common())}.\n")
    if not done:
        sys.stdout.write("That is as far as it can be explained; `banmen solve` says how many solutions there are.\n")
    if grade is not None:
        sys.stdout.write(f"Grade of the puzzle: {grade}.\n")


def _check(depth: str, lang: str) -> None:
    if lang not in LANGUAGES:
        raise UsageError(f"Hints are given in {' and '.join(LANGUAGES)}, not in {lang!r}.")
    if depth not in DEPTHS:
        raise UsageError(f"A hint tells one of {', '.join(DEPTHS)}; not {depth!r}.")


def _text(board: Board, hint: Hint | None, depth: str, lang: str) -> str:
    if hint is not None:
        return hint.says[lang][DEPTHS.index(depth)]
    return (NOTHING if board.game.outcome(board.state) is Outcome.WON else NOT_FOUND)[lang]


def _draw(board: Board, pixels: Any, hint: Hint, depth: str, out: Path) -> None:
    """The line alone, or, for the third depth, everything that the hint tells."""
    from bot.vision.pointing import draw_hint

    deep = depth == "cells"
    draw_on(
        board,
        pixels,
        out,
        lambda picture, grid: draw_hint(
            picture,
            grid,
            hint.where,
            hint.because if deep else (),
            hint.moves if deep else (),
            board.reading.colours if board.reading is not None else {},
        ),
    )


def _steps(count: int) -> str:
    return f"{count} step{'s' if count != 1 else ''}"
