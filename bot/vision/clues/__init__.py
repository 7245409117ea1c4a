"""Reads nonograms: the clues beside a grid, and what its cells hold."""
