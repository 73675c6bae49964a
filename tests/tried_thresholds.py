"""The threshold with the best F1, by trying all."""

import numpy as np


def best_f1_threshold(positive, scores, members):
    """Return the highest threshold with the best F1 among members; NaN without a positive."""
    y, s = positive[members], scores[members]
    if not y.any():
        return np.nan
    f1 = {t: 2 * (y & (s >= t)).sum() / ((s >= t).sum() + y.sum()) for t in set(s.tolist())}
    return max(t for t, value in f1.items() if value == max(f1.values()))
