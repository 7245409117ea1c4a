"""`report`: a recording as a page and a film, and a log of games as a page."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.cli.answer import print_json
from bot.cli.progress import Progress
from bot.errors import UsageError


def report_folder(folder: Path, out: Path | None, film: Path | None, as_json: bool) -> None:
    """Write the page and the film of a recording, and say where they are."""
    if folder.is_file():
        _report_log(folder, out, as_json)
        return
    from bot.report import chapters
    from bot.report import film as make_film
    from bot.report import page as make_page
    from bot.story import Story

    story = Story(folder)
    page, film = out or folder / "report.html", film or folder / "film.webp"
    with Progress("Telling the recording again"):
        story.tell()
    told = chapters(story)
    with Progress("Drawing"):
        pictures = make_film(story, film) if story.looks else 0
        text = make_page(story, told, film if pictures else None)
    try:
        page.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"The page cannot be written to {page}: {error.strerror}.") from error
    if as_json:
        answer = {"page": str(page), "film": str(film) if pictures else None, "moves": len(told.moves)}
        print_json(answer | {"hesitations": len(told.pauses), "trouble": story.trouble, "report": story.report})
        return
    moves = (story.report or {}).get("moves", len(told.moves))
    sys.stdout.write(f"{page}: {moves} moves, {len(told.pauses)} hesitations.\n")
    if pictures:
        sys.stdout.write(f"{film}: {pictures} pictures, {film.stat().st_size / 1e6:.1f} MB, to show around.\n")
    if story.trouble:
        sys.stdout.write(f"It could not be told to its end: {story.trouble}\n")


def _report_log(log: Path, out: Path | None, as_json: bool) -> None:
    """Write the page of games that were played without a screen, and say where it is."""
    from bot.report.solo import solo_page
    from bot.solo import LogError, read_log

    told = read_log(log)
    if not told.games:
        raise LogError(f"{log} holds no game yet.")
    page = out or log.with_suffix(".html")
    try:
        page.write_text(solo_page(log.name, told), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"The page cannot be written to {page}: {error.strerror}.") from error
    if as_json:
        print_json({"page": str(page), "games": len(told.games)})
        return
    sys.stdout.write(f"{page}: {len(told.games)} games.\n")
