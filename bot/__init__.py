"""Eyes, hands and the loop between them."""
