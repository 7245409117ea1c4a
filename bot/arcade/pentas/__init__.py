"""Pentas with the mouse: mark the five cells of the current piece, one after the other or with a drag, and they go."""

from __future__ import annotations

from bot.arcade.pentas.game import PentasTray, make

__all__ = ["PentasTray", "make"]
