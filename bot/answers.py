"""What `solve` and `read` say: as JSON for programs, as text for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.reading import Reading
from bot.solve import Board
from engine.api import Outcome, Plan, Position
from engine.moves import show_cell
from engine.teacher import Grade, Hint


def reading_json(reading: Reading) -> dict[str, Any]:
    """The fields of the JSON answer that come from the picture."""
    grid = reading.grid
    others = {"boxes_beside": [[round(value, 2) for value in one.box] for one in reading.beside]}
    colours = {"colours": {letter: written_colour(colour) for letter, colour in reading.colours.items()}}
    return {
        **(others if reading.beside else {}),
        **(colours if reading.colours else {}),
        "board_box": None if grid is None else [round(value, 2) for value in grid.box],
        "cell": None if grid is None else [round(grid.pitch_x, 3), round(grid.pitch_y, 3)],
        "position": None if reading.position is None else position_json(reading.position),
        "doubt": [
            {"block": d.block, "row": d.row, "col": d.col, "margin": round(float(d.margin), 4)} for d in reading.doubts
        ],
    }


def written_colour(colour: tuple[int, int, int]) -> str:
    """A colour, given as blue, green and red, as pages write it.

    >>> written_colour((203, 192, 255))
    '#ffc0cb'
    """
    blue, green, red = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


def position_json(position: Position) -> dict[str, list[str]]:
    """A position as JSON: block name to its lines."""
    return {name: list(lines) for name, lines in position.blocks.items()}


def board_json(board: Board, plan: Plan | None, seconds: Mapping[str, float]) -> dict[str, Any]:
    """The answer of `solve --json` and, without a plan, of `read --json`."""
    seen = (
        reading_json(board.reading)
        if board.reading
        else {"board_box": None, "cell": None, "position": position_json(board.position), "doubt": []}
    )
    answer: dict[str, Any] = {
        "game": board.game.name,
        "layout": board.layout.name if board.layout else None,
        **seen,
    }
    if plan is not None:
        answer["plan"] = {
            "moves": [str(move) for move in plan.moves],
            "reaches": plan.reaches.value,
            "proof": plan.proof,
            "notes": list(plan.notes),
            "score": plan.score,
            "info": dict(plan.info),
        }
    answer["ms"] = {name: round(spent * 1000, 3) for name, spent in seconds.items()}
    return answer


def hint_json(hint: Hint) -> dict[str, Any]:
    """A step of a person's reasoning, cells as `row,column`."""
    return {
        "technique": hint.technique,
        "rung": hint.rung,
        "where": [show_cell(cell) for cell in hint.where],
        "because": [show_cell(cell) for cell in hint.because],
        "moves": [str(move) for move in hint.moves],
        "says": {language: list(sentences) for language, sentences in hint.says.items()},
    }


def grade_json(grade: Grade) -> dict[str, Any]:
    """How hard a puzzle is."""
    return {
        "band": grade.band,
        "technique": grade.technique,
        "rung": grade.rung,
        "score": round(grade.score, 3),
        "narrowest": grade.narrowest,
        "steps": dict(grade.steps),
    }


def solution(plan: Plan) -> str:
    """What a plan that writes into cells promises, in one sentence."""
    if plan.reaches is Outcome.WON:
        return f"Solved (proof: {plan.proof})." if plan.proof else "Solved; whether there is another solution is open."
    if plan.reaches is Outcome.STUCK and plan.proof:
        return "There is no solution."
    return "No solution was found within the limit."


def verdict(plan: Plan) -> str:
    """What a plan promises, in one sentence."""
    count = f"{len(plan.moves)} move{'s' if len(plan.moves) != 1 else ''}"
    if plan.reaches is Outcome.WON:
        return f"Won in {count}."
    if plan.reaches is Outcome.STUCK and plan.proof:
        return f"Nobody can win from here ({plan.proof}); the most that was found is {count}."
    return f"The best that was found: {count}; the game goes on."
