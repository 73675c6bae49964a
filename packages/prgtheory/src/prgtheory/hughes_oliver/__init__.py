"""Hughes-Oliver: population and empirical precision-recall curves."""
