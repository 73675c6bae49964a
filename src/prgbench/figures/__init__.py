"""The figures: axes of the three spaces, then one module a figure."""
