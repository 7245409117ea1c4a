"""Eyes: where a board lies in a picture and what its cells hold."""
