"""Scores of both classes, where those of the negative class rank rows that the others tie.

Some archives state a score of each class. Rounded scores of the positive class may then be equal
in rows that those of the negative class tell apart: nothing else can be won from them.
"""

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]


def breaks_ties(positive: Scores, negative: Scores) -> bool:
    """Return whether the negative-class score breaks ties in the positive-class score."""
    order = np.argsort(positive)
    ordered = positive[order]
    other = negative[order]
    begins = np.ones(len(order), dtype=bool)
    begins[1:] = ordered[1:] != ordered[:-1]
    first = np.maximum.accumulate(np.where(begins, np.arange(len(order)), 0))
    return bool((other != other[first]).any())


def ranked_by_both(positive: Scores, negative: Scores) -> Scores:
    """Return scores of the rows by both: of equal rows, the least negative score is the best."""
    order = np.lexsort((-negative, positive))
    ordered = positive[order]
    other = negative[order]
    ranks = np.zeros(len(order))
    ranks[order[1:]] = np.cumsum((ordered[1:] != ordered[:-1]) | (other[1:] != other[:-1]))
    return ranks
