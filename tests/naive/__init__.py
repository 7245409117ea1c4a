"""Slow and obvious twins of what is fast in the engine; written from the rules, sharing no code with it."""
