"""Hands: one action at a time, through one gate."""
