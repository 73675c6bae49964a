"""Claims of the literature, a module each."""
