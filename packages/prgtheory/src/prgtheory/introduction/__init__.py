"""The introduction to precision-recall plots."""
