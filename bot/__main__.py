"""`python -m bot` is `banmen`."""

from bot.cli import main

main()
