"""Practice games drawn by us: the embedded default to play, and the test rig."""
