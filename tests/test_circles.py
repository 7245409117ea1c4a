"""No module imports what imports it, not even later, inside a function, or for types alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for part in ("bot", "calibration", "engine")
    for file in (ROOT / part).rglob("*.py")
}


def imported(node: ast.AST) -> Iterator[str]:
    """The modules of ours that are imported somewhere in a piece of code."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.ImportFrom) and part.module in FILES:
            for name in part.names:
                inner = f"{part.module}.{name.name}"
                yield inner if inner in FILES else part.module
        yield from imported(part)


def test_there_are_no_circles() -> None:
    graph = {name: {*imported(ast.parse(file.read_bytes()))} - {name} for name, file in FILES.items()}
    assert sum(map(len, graph.values())) > len(graph), "that nothing is imported is not to be believed"
    TopologicalSorter(graph).prepare()
