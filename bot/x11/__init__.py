"""What only an X11 display can tell or do: windows, their order, key codes, a key that is caught everywhere."""
