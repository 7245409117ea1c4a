"""Reader: boards of full and empty cells, and the pieces of such cells that are shown beside them."""
