"""Ranks of models: the only place where values are ranked, so that ties are treated alike."""

from typing import Literal

import numpy as np

from prgbench.typing import Floats

TieMethod = Literal["average", "min", "max"]
"""The rank of equal values, in the words of `scipy.stats.rankdata`."""


def ranks_of(values: Floats, ties: TieMethod) -> Floats:
    """Rank values along the last axis, the smallest first and NaN last [1]_.

    As `scipy.stats.rankdata`, whose import takes a second; most jobs would need it for this alone.
    But NaN leaves the other ranks as they are, and several NaN are ties.

    Parameters
    ----------
    values : ndarray of shape (..., models)
        Lower is better.
    ties : {"average", "min", "max"}
        Which of their ranks equal values get.

    Returns
    -------
    ndarray of shape (..., models)
        Ranks from 1.

    See Also
    --------
    centred_ranks : Ranks of scores, with mean 0.

    References
    ----------
    .. [1] M. G. Kendall (1945). The treatment of ties in ranking problems. Biometrika 33(3),
           239-251.

    Examples
    --------
    >>> import numpy as np
    >>> ranks_of(np.array([[2.0, 1.0, 2.0], [0.0, 0.0, np.inf]]), "min")
    array([[2., 1., 2.],
           [1., 1., 3.]])
    """
    rows = values.reshape(-1, values.shape[-1])
    in_order = np.sort(rows, axis=1)
    # NaN is not above what comes before it, so that its ranks count as ties, too.
    tied = ~(in_order[:, 1:] > in_order[:, :-1]).all(axis=1)
    if tied.all():
        return _ranks_with_ties(rows, ties).reshape(values.shape)
    ranks = np.empty(rows.shape)
    ranks[~tied] = _places(rows[~tied])
    if tied.any():
        ranks[tied] = _ranks_with_ties(rows[tied], ties)
    return ranks.reshape(values.shape)


def _places(rows: Floats) -> Floats:
    """Return the place of each value in the order of its row, from 1."""
    places = np.empty(rows.shape)
    np.put_along_axis(places, rows.argsort(axis=1), np.arange(1.0, rows.shape[1] + 1), axis=1)
    return places


def _ranks_with_ties(rows: Floats, ties: TieMethod) -> Floats:
    """Rank each row of a matrix, NaN last."""
    import pandas as pd  # the metrics have this room below them, and can do without it

    ranks: Floats = pd.DataFrame(rows).rank(axis=1, method=ties, na_option="bottom").to_numpy()
    return ranks


def centred_ranks(scores: Floats) -> Floats:
    """Rank the models on each data set, best first, with mean 0 [1]_.

    Parameters
    ----------
    scores : ndarray of shape (..., models)
        Higher is better.

    Returns
    -------
    ndarray of shape (..., models)
        Negative for good models; tied ones share their mean rank.

    See Also
    --------
    prgbench.stats.mean_ranks.rank_correlation : The correlation of their means.

    References
    ----------
    .. [1] M. Friedman (1937). The use of ranks to avoid the assumption of normality implicit in
           the analysis of variance. Journal of the American Statistical Association 32(200),
           675-701.

    Examples
    --------
    >>> import numpy as np
    >>> centred_ranks(np.array([[0.9, 0.5, 0.7]])).tolist()
    [[-1.0, 1.0, 0.0]]
    """
    if not scores.size:
        return scores
    # The ranks from 1 to n have the mean (n + 1) / 2, also where some are tied.
    centred: Floats = ranks_of(-scores, "average") - (scores.shape[-1] + 1) / 2
    return centred
