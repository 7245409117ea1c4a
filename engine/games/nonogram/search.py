"""What to do with a puzzle: the marks that finish it, and what a person should know of it besides."""

from __future__ import annotations

from dataclasses import replace

from engine.api import Limit, Outcome, Plan, Proof
from engine.budget import Budget
from engine.games.nonogram import conflict
from engine.games.nonogram.marking import marks
from engine.games.nonogram.proof import Verdict, decide, propagate
from engine.games.nonogram.rules import House, State, outcome
from engine.position import EMPTY

__all__ = ["Verdict", "decide", "marks", "plan", "propagate"]

OTHERS = "It is done in one of several ways that the clues allow."


def plan(state: State, house: House, limit: Limit) -> Plan:
    """The marks that finish a puzzle, wrong cells put right; what is certain where the limit comes first."""
    budget = Budget(limit)
    verdict = decide(state, budget)
    blank = state.with_board([EMPTY * len(state.cols)] * len(state.rows))
    spoilt = verdict.proof is Proof.NONE and state.board != blank.board
    if spoilt:
        verdict = decide(blank, budget, state.board)
    notes = conflict.notes(state, verdict, budget, spoilt=spoilt)
    if outcome(state, house) is Outcome.WON:  # what is filled allows nothing else, but the clues may
        verdict = replace(verdict, proof=decide(blank, budget, state.board).proof)
        notes = (*notes, OTHERS) if verdict.proof is Proof.SEVERAL else notes
    info = {"nodes": float(budget.nodes)}
    if verdict.proof is Proof.NONE:
        return Plan((), Outcome.STUCK, proof=Proof.NONE, notes=notes, info=info)
    goal = verdict.solutions[0] if verdict.solutions else verdict.certain
    moves = tuple(marks(state, goal, house))
    reaches = Outcome.WON if verdict.solutions else Outcome.OPEN
    score = 1.0 - sum(row.count(EMPTY) for row in goal) / (len(state.rows) * len(state.cols))
    return Plan(moves, reaches, commit=max(1, len(moves)), score=score, proof=verdict.proof, notes=notes, info=info)
