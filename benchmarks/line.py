"""One benchmark result as one line: JSON for who watches, a few rows of a table for who compares."""

from __future__ import annotations

import csv
import json
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

HISTORY = Path(__file__).parent / "history.csv"
COLUMNS = ("date", "commit", "benchmark", "figure", "value")


def commit() -> str:
    """The short name of the commit that is measured, with `+` where files were changed since; empty outside git."""
    here = HISTORY.parent
    name = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=here, capture_output=True, text=True, check=False
    )
    if name.returncode:
        return ""
    others = ["--", ":/", f":!{HISTORY.name}"]  # the lines of the run before change nothing that is measured
    changed = subprocess.run(["git", "diff", "--quiet", "HEAD", *others], cwd=here, check=False).returncode
    return name.stdout.strip() + "+" * bool(changed)


def report(benchmark: str, figures: Mapping[str, float | str], *, keep: bool = False) -> None:
    """Print the figures of a benchmark as one JSON line; with `keep` also add the numbers to `history.csv`."""
    date, name = datetime.now(UTC).date().isoformat(), commit()
    print(json.dumps({"benchmark": benchmark, "date": date, "commit": name, **figures}), flush=True)
    if not keep:
        return
    new = not HISTORY.exists()
    with HISTORY.open("a", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        if new:
            table.writerow(COLUMNS)
        table.writerows((date, name, benchmark, figure, value) for figure, value in figures.items())
