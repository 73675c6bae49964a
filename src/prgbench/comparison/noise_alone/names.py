"""What the modules of this part call the statistics, the versions and the columns."""

BEST, TOP3, RANKS = "best_differs", "top3_differs", "rank_correlation"
STATISTICS = (BEST, TOP3, RANKS)
UNTIED, TIED = "untied", "tied"
VERSIONS = (UNTIED, TIED)
SUMS = ("n", "sx", "sy", "sxx", "syy", "sxy")
"""Of the ranks x and y of the models of a task: what a pooled correlation needs."""
