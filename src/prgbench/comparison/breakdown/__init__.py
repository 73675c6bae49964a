"""The disagreements by prevalence, size, family and other properties."""
