"""Pooled predictions against means over folds and repeats."""
