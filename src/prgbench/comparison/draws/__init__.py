"""How much depends on which models are drawn, and how many."""
