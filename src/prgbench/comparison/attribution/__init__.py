"""Whether disagreements come from low or from high recall."""
