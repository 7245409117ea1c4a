"""Boards of few kinds, often several cells of one side by side (falling blocks, same games)."""
