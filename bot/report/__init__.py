"""A recorded session for people: one page that needs nothing else, and a film of the game to show around."""

from bot.report.chapters import Chapters, chapters
from bot.report.film import film
from bot.report.page import page

__all__ = ["Chapters", "chapters", "film", "page"]
