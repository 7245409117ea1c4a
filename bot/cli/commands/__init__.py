# ruff: isort: skip_file
"""All commands with their options, as `--help` lists them; what they do stands beside this folder."""

from bot.cli.commands import pictures, screens, learning, practice, solo
from bot.cli.commands.app import app

__all__ = ["app", "learning", "pictures", "practice", "screens", "solo"]
