"""Where boards lie in a picture: the pitch at which edges repeat, the grid of cells, what is a tile and what a gap."""
