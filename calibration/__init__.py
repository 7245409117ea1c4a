"""Layouts that are learned from the screen, and the tools that learn them."""
