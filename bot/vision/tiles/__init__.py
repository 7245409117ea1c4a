"""Boards of many kinds, each in few cells: at first sight, followed, and why one cannot be read."""
