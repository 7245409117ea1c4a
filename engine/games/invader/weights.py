"""What a field of Puyo Invader is judged by, and by how much."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """What a field is judged by, in the order of the constants of `kernels`."""

    alien: float = -1.0
    puyo: float = -0.8
    low: float = -4.0
    """For each cell, over the draws that are left before it lands."""
    score: float = 0.0002
    few: float = -1.0
    """For each draw before the front lands that is fewer than…"""
    near: float = 24.0
    """…so many."""
    joined: float = 0.12
    """For each two neighbours of one colour."""
    cleared: float = 1_000.0
    """For a field without aliens."""
    full: float = 0.0
    """For a lump of one colour that a cell more makes as large as can count; 0: lumps are not looked at…"""
    grows: float = 0.8
    """… so many times as much with each cell more…"""
    behind: float = 0.55
    """… and the part of it where only the half that sticks behind the other can touch the lump."""
    second: float = 0.6
    """The part of it for the second-best lump…"""
    others: float = 0.2
    """… and for all others."""


CLEARING = Weights()
"""To clear the field in time."""
PLAYED = Weights(few=-3.0, near=12.0, joined=0.8)
"""The same where only one shot is looked at, and what the next pair could do is not: so 87 % of fields are cleared in
plays to the end that are cleared in 85 % by `CLEARING`."""
GROWING = Weights(
    alien=-0.168, puyo=-1.91, low=-4.2, score=0.002, few=-1.0, near=14.0, joined=0.0, cleared=-30.0,
    full=179.0, grows=0.783, behind=0.56, second=0.58, others=0.19,
)  # fmt: skip
"""To let lumps grow as large as can count, and to let them vanish then; found by trying many, game by game."""
