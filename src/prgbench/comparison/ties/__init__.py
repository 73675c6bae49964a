"""How much depends on what counts as a tie."""
