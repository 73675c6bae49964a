"""Rank correlations and top-weighted agreement in each task."""
