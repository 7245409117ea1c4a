"""Rules and search: what is legal, what follows, what is good. No pixels, keys, files or threads."""
