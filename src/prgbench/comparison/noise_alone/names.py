"""The statistics that are compared with what noise alone gives."""

BEST, TOP, RANKS = "best_differs", "top3_differs", "rank_correlation"
STATISTICS = (BEST, TOP, RANKS)
