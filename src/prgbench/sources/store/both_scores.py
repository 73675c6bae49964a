"""Rows of equal score of the positive class, ranked by their score of the negative one.

The authors' own packages take both and rank so. Mostly the one follows from the other.
"""

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]


def breaks_ties(positive: Scores, negative: Scores) -> bool:
    """Say whether rows of equal score of the positive class differ in that of the negative one.

    Examples
    --------
    >>> breaks_ties(np.array([0.5, 1.0, 1.0]), np.array([0.5, 0.0, 1e-9]))
    True
    >>> breaks_ties(np.array([0.5, 1.0, 1.0]), np.array([0.5, 0.0, 0.0]))
    False
    """
    order = np.argsort(positive)
    ordered, other = positive[order], negative[order]
    begins = np.ones(len(order), dtype=bool)
    begins[1:] = ordered[1:] != ordered[:-1]
    first = np.maximum.accumulate(np.where(begins, np.arange(len(order)), 0))
    return bool((other != other[first]).any())


def ranked_by_both(positive: Scores, negative: Scores) -> Scores:
    """Return scores of the rows by both: of equal rows, the least negative score is the best.

    Examples
    --------
    >>> ranked_by_both(np.array([0.5, 1.0, 1.0]), np.array([0.5, 0.0, 1e-9])).tolist()
    [0.0, 2.0, 1.0]
    """
    order = np.lexsort((-negative, positive))
    ordered, other = positive[order], negative[order]
    ranks = np.zeros(len(order))
    ranks[order[1:]] = np.cumsum((ordered[1:] != ordered[:-1]) | (other[1:] != other[:-1]))
    return ranks
