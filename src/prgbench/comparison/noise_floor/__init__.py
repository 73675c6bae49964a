"""How often a measure disagrees with itself on a bootstrap of the instances."""
