"""The nine numbers that Flach & Kull (2015) print in section 4: percentages and correlations."""

BEST_DIFFERS = {("aupr", "auprg"): 24, ("aupr", "auroc"): 29, ("auprg", "auroc"): 22}
TOP_DIFFERS = {("aupr", "auprg"): 58, ("aupr", "auroc"): 65, ("auprg", "auroc"): 57}
RANK_CORRELATION = {("aupr", "auprg"): 0.95, ("aupr", "auroc"): 0.95, ("auprg", "auroc"): 0.96}
DIGIT = 0.01
"""The last printed digit, of shares and of correlations."""
