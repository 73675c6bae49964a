"""What the table, the figure and the text share."""

COEFFICIENTS = {
    "spearman": "Spearman",
    "kendall": "Kendall's tau-b",
    "weighted_tau": "weighted tau",
    "overlap3": "overlap of the first three",
    "rbo": "rank-biased overlap",
}
