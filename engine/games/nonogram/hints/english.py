"""The techniques in English: what each is called, what it is about, and why its cells follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

IDEAS: Final = {
    "X_REPAIR": ("a mistake", "what stands there cannot be right"),
    "X_REPAIR none": ("no solution", "its clue cannot be right"),
    "X_REPAIR clues": ("no solution", "their clues contradict each other"),
    "ALL_FIXED": ("all fixed", "there is only one way left to complete it"),
    "SIMPLE_BOX": ("simple box", "wherever its number lies, it covers the middle"),
    "SIMPLE_BOXES": ("simple boxes", "push all numbers to one end, then to the other, and compare"),
    "COLOUR_BOXES": (
        "simple boxes in colours",
        "push all numbers to one end, then to the other; two colours may touch",
    ),
    "X_BOTH_END": ("crosses at both ends", "a run there is finished"),
    "CAN_NOT_REACH": ("cannot reach", "some cells are too far away from the runs that are there"),
    "COLOUR_CROSSING": ("colours at the crossing", "some columns have none of its colours"),
    "SMALL_GAP": ("small gap", "a gap between crosses is too small"),
    "GLUE": ("glue", "a filled cell near a wall makes its run go on"),
    "SPLIT": ("split", "one cell would make a run too long"),
    "JOIN": ("join", "two runs belong together"),
    "RANGE_BOX": ("overlap", "counting what is there, a number overlaps itself"),
    "RANGE_CROSS": ("out of range", "counting what is there, some cells are never reached"),
    "COLOUR_RANGE": ("colours that reach", "only one colour, or none, reaches a cell along both"),
    "BLACK": ("always filled", "some cells are filled in every way to complete it"),
    "CROSS": ("always empty", "some cells are empty in every way to complete it"),
    "EDGE_2LINE": ("two lines", "suppose a cell the other way and look at the lines beside it"),
    "CONTRADICTION": ("contradiction", "suppose a cell the other way and follow the lines"),
    "TWO_WAY": ("two ways", "suppose a cell both ways and compare"),
    "NESTED": ("nested contradiction", "suppose a cell the other way, and inside that suppose another"),
    "SEARCH": ("search", "none of the techniques gets any further"),
}

WHYS: Final = {
    "X_REPAIR line": "{Line} cannot be completed with {clue} as it stands; wrong: {wrong}.",
    "X_REPAIR cells": "{Line} fits its own clue, but not the rest of the puzzle; wrong: {wrong}.",
    "X_REPAIR open": "{Line} cannot be completed with {clue} as it stands; something there or around it is wrong.",
    "X_REPAIR none": "The puzzle has no solution: {line} cannot be completed with {clue}. A clue is wrong.",
    "X_REPAIR clues": "The puzzle has no solution: no board fits the clues of {lines} together. One of them is wrong.",
    "X_REPAIR without": "The board cannot be completed as it stands; without {wrong} it can.",
    "X_REPAIR": "The cells and the clues contradict each other; no single line shows where.",
    "ALL_FIXED empty": "The clue of {line} is 0: {result}.",
    "ALL_FIXED blacks placed": "Everything that is to be filled in {line} is filled: {result}.",
    "ALL_FIXED crosses placed": "{Line} needs all the cells that are left: {result}.",
    "ALL_FIXED no slack": "In {line} {numbers}, with the gaps between, take up all {room} cells between the "
    "walls: {result}.",
    "ALL_FIXED one way": "There is only one way left to complete {line} with {clue}: {result}.",
    "SIMPLE_BOX": "In {line} {numbers} has {room} cells to lie in. Pushed to one end and to the other it covers "
    "the same "
    "cells: {result}.",
    "SIMPLE_BOXES": "In {line} the numbers that are left need {needs} of {room} cells, so none can move by more than "
    "{slack}. What is longer than that covers cells in any case, here {numbers}: {result}.",
    "X_BOTH_END": "In {line} the run at {because} is as long as any number that it can belong to ({either}): {result}.",
    "CAN_NOT_REACH all": "In {line} every number has filled cells of its own ({because}), and none reaches "
    "farther than "
    "its length from there: {result}.",
    "CAN_NOT_REACH wall": "In {line} what is filled at {because} belongs to {numbers}, which from there just "
    "cannot reach "
    "the wall: {result}.",
    "COLOUR_CROSSING": "{Line} and the columns there have no colour in common: {result}.",
    "SMALL_GAP": "In {line} the gap of {gap} between the crosses is too small for {numbers}: {result}.",
    "GLUE": "In {line} the run at {because} is at least {least} long and has too little room towards {wall}, so "
    "it goes on "
    "the other way: {result}.",
    "SPLIT": "In {line} {cells}, if filled, would make a run of {length}, but there it can only be {either}: {result}.",
    "JOIN": "In {line} all of {because} belongs to {numbers}: {result}.",
    "RANGE_BOX": "In {line}, counting everything that stands there, {numbers} begins at {first} or later, and "
    "at {last} or "
    "earlier: {result}.",
    "RANGE_CROSS": "In {line}, counting everything that stands there, {numbers} cannot get that far: {result}.",
    "RANGE_CROSS none": "In {line}, counting everything that stands there, no number gets there: {result}.",
    "COLOUR_RANGE": "Of what {line} and {other} allow there, only one thing is the same: {result}.",
    "BLACK": "However {line} is completed with {clue}, {result}.",
    "CROSS": "However {line} is completed with {clue}, {result}.",
    "EDGE_2LINE": "If {assumed}, {dead} could not be completed with {deadclue}; one sees it at once: {result}.",
    "CONTRADICTION": "If {assumed}, and the lines are followed from there ({depth}), {dead} can in the end not "
    "be completed "
    "with {deadclue}: {result}.",
    "TWO_WAY": "Whatever {assumedcell} is, the lines that follow from it agree: {result}.",
    "NESTED": "If {assumed}, every way to go on ends in a contradiction, at last in {dead}; a second "
    "supposition is needed "
    "to see it: {result}.",
    "SEARCH": "Trying out shows that this is the only way to a solution: {result}.",
    "SEARCH several": "The puzzle has several solutions: {cell} may be either.",
}

RESULT = "{parts}"
LOOK = "Look at {places}."
LOOK_WRONG = "There is a mistake in {places}."
LOOK_NOWHERE = "Somewhere what is filled in contradicts the clues."
IDEA = "{Places}: {name}; {idea}."


def line(across: bool, index: int) -> str:
    """A row or column, counted from 1."""
    return f"{'row' if across else 'column'} {index + 1}"


def counted(across: bool, index: int) -> str:
    """A row or column, and how it is counted."""
    number = index + 1
    tail = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"the {number}{tail} {'row from the top' if across else 'column from the left'}"


def cells(across: bool, ranges: Sequence[tuple[int, int]]) -> str:
    """Cells of a row or column, by their columns or rows, counted from 1; ranges include their ends."""
    many = len(ranges) > 1 or ranges[0][0] != ranges[0][1]
    what = ("column" if across else "row") + "s" * many
    return f"{what} {listed([str(a + 1) if a == b else f'{a + 1}-{b + 1}' for a, b in ranges])}"


def cell(row: int, column: int) -> str:
    """One cell, counted from 1."""
    return f"row {row + 1} column {column + 1}"


def filled(what: str, label: str | None, many: bool) -> str:
    """That cells are filled with a colour, filled (no colour) or stay empty (None)."""
    verb = "are" if many else "is"
    if label is None:
        return f"{what} stay{'' if many else 's'} empty"
    return f"{what} {verb} filled" + (f" with {label}" if label else "")


def were(what: str, label: str | None) -> str:
    """That a cell be supposed so."""
    return f"{what} were " + ("empty" if label is None else "filled" + (f" with {label}" if label else ""))


def number(text: str, ordinal: int, of: int) -> str:
    """A number of the clue; which one, where it stands there several times."""
    names = ("first", "second", "third", "fourth", "fifth", "sixth")
    if of == 1:
        return f"the {text}"
    return f"the {names[ordinal] if ordinal < len(names) else f'{ordinal + 1}th'} {text}"


def numbers(all_of_them: Sequence[str]) -> str:
    """Some numbers of the clue."""
    return listed(all_of_them)


def either(all_of_them: Sequence[str]) -> str:
    """One of some numbers of the clue."""
    return " or ".join(all_of_them)


def listed(words: Sequence[str]) -> str:
    """A, b and c."""
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} and {words[-1]}"


def edge(front: bool, across: bool) -> str:
    """The end of a line."""
    return f"the {('left' if front else 'right') if across else ('upper' if front else 'lower')} edge"


def cross(what: str) -> str:
    """A cross in a cell."""
    return f"the cross at {what}"


def lines(count: int) -> str:
    """So many lines."""
    return f"{count} line{'s' if count != 1 else ''}"


def more(count: int) -> str:
    """And so many more cells."""
    return f"{count} more"
