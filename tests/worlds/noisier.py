"""Measures of the user that are noisier than AUROC but order shifted models alike in truth."""

import numpy as np
from scipy.stats import rankdata


def auroc_of_a_quarter(y_true, y_score):
    """Return the AUROC of a quarter of the rows, which the digits of the scores choose.

    A choice by the order of rows would be none that a bootstrap knows: replicates are sorted.
    """
    kept = np.floor(np.abs(y_score) * 1e6) % 4 == 0
    positive = y_true[kept] == 1
    ranks, n_pos = rankdata(y_score[kept]), positive.sum()
    if n_pos in (0, len(ranks)):
        return 0.5
    return (ranks[positive].sum() - n_pos * (n_pos + 1) / 2) / (n_pos * (len(ranks) - n_pos))


def ks(y_true, y_score):
    """Return the Kolmogorov-Smirnov distance: the largest difference of TPR and FPR."""
    order = np.argsort(-y_score, kind="stable")
    positive, scores = y_true[order] == 1, y_score[order]
    last = np.append(scores[1:] != scores[:-1], True)
    gap = np.cumsum(positive) / positive.sum() - np.cumsum(~positive) / (~positive).sum()
    return gap[last].max()
