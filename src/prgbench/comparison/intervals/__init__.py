"""Intervals of all percentages and correlations, and paired tests."""
