"""A calibrated board found again: elsewhere on the screen, at another size, in another window."""
