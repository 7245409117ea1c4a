"""Eyes, hands and the loop between them."""

__version__ = "0.1.0"
