"""Pixels to positions: where the board lies, and what its cells hold."""
