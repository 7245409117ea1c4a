"""Turn a Limit into the question "time to stop?"; the only clock in the engine."""

from __future__ import annotations

import time
from typing import ClassVar

from engine.api import Limit


class Budget:
    """What is left of a limit while a search runs in slices."""

    _excused: ClassVar[float] = 0.0
    """Seconds in which no search could go on, since the process began."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.nodes = 0
        self._start = time.perf_counter() - Budget._excused

    @classmethod
    def excuse(cls, seconds: float) -> None:
        """Take time off every budget that is open: kernels were compiled, which is no search."""
        cls._excused += seconds

    @property
    def seconds(self) -> float:
        """Wall-clock seconds since the budget was opened, without those that were excused."""
        return time.perf_counter() - Budget._excused - self._start

    def spend(self, nodes: int) -> None:
        """Count search nodes as used."""
        self.nodes += nodes

    def slice(self, nodes: int) -> int:
        """How many of `nodes` may be searched before asking again; 0 means stop."""
        if self.limit.seconds is not None and self.seconds >= self.limit.seconds:
            return 0
        if self.limit.nodes is None:
            return nodes
        return max(0, min(nodes, self.limit.nodes - self.nodes))

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self.slice(1) == 0
