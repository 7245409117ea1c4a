"""What games have in common whose clock runs: one or two boards with somebody at each, frame by frame."""
