"""One folder a game; a folder here that has a `GAME` is a game that Banmen knows."""
