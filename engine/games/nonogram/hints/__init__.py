"""Hints: the next step that a person could see, the easiest first, and whole solutions told step by step.

`facts.py` knows one line, `techniques.py` what can be seen in it, `ladder.py` in which order; `desk.py` keeps a whole
puzzle, `suppose.py` knows the techniques over several lines, `lesson.py` goes from step to step, and `sentences.py`
says it in English and Japanese. `article.py` has the order of the article, for comparison.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Limit
from engine.games.nonogram.hints.lesson import steps
from engine.games.nonogram.hints.sentences import hint as told
from engine.games.nonogram.rules import House, State
from engine.teacher import Hint


def hint(state: State, house: House, limit: Limit) -> Hint | None:
    """The easiest next step, a mistake first; None where nothing is left to be done or found within the limit."""
    return next(explain(state, house, limit), None)


def explain(state: State, house: House, limit: Limit) -> Iterator[Hint]:
    """Step by step to the end, or as far as steps are found within the limit."""
    return (told(step, state) for step in steps(state, house, limit))
