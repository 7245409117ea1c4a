"""Games as web pages, each one file: to be played in a browser, by a person or by Banmen."""
