"""Seeds of random numbers that a task's data decide, and nothing else.

Each task has a random stream of its own, which must not depend on the names or the order of models
or on what else a study has. It must not depend on the last digits of scores either: a table that
is saved with ten digits and read again has the same p-values. So the seed is a checksum of what
such a rounding leaves as it is.
"""

from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from prgbench.typing import Floats

_DIGITS = 5
"""Sums are rounded to so many decimals: far fewer than a table of scores is saved with."""


def seed_of_predictions(y_true: NDArray[np.bool_], y_scores: Floats) -> int:
    """Return a seed that depends on the classes of rows and on how each model orders them.

    Parameters
    ----------
    y_true : ndarray of bool, of shape (rows,)
        Whether a row is positive.
    y_scores : ndarray of shape (models, rows)
        The order of the models does not matter, nor does a transformation that keeps the order of
        the rows.

    Examples
    --------
    >>> y_true, y_scores = np.array([True, False, True]), np.array([[0.1, 0.5, 0.2], [3, 1, 2]])
    >>> seed = seed_of_predictions(y_true, y_scores)
    >>> seed == seed_of_predictions(y_true, np.log(y_scores[::-1]))
    True
    >>> seed == seed_of_predictions(y_true, y_scores[:1])
    False
    """
    ranks = np.array([_min_ranks(scores) for scores in y_scores])
    return crc32(np.sort(ranks, axis=0).tobytes(), crc32(y_true.tobytes()))


def _min_ranks(scores: Floats) -> NDArray[np.int32]:
    """Return ranks from 1, tied rows with the least of theirs.

    As `scipy.stats.rankdata`, whose import would take longer than all else that a job does.
    """
    below = np.searchsorted(np.sort(scores), scores)
    return (below + 1).astype(np.int32)


def seed_of_scores(scores: Floats) -> int:
    """Return a seed that depends on the number of units, and on the sums of the models' scores.

    Parameters
    ----------
    scores : ndarray of shape (units, measures, models)
        Scores on replicates or items, NaN where there is none. The seed does not depend on
        the order of any axis.

    Examples
    --------
    >>> scores = np.array([[[0.123456789012, 0.5]], [[0.3, 0.7]]])
    >>> seed_of_scores(scores) == seed_of_scores(scores[::-1, :, ::-1].round(10))
    True
    >>> seed_of_scores(scores) == seed_of_scores(scores + 0.001)
    False
    """
    # A sum with 0 makes -0 a 0, which has other bytes.
    sums = np.sort(np.nansum(scores, axis=0), axis=None).round(_DIGITS) + 0.0
    return crc32(sums.tobytes(), len(scores))
