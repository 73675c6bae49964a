"""How many of the first items two rankings share, tied items in one random order for both.

Breaking the ties of each ranking on its own would make a ranking differ from itself. In one order
for both, two rankings differ only where they order models differently, or tie them differently.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

ORDERS = 100


def break_ties(ranks: ArrayLike, *, orders: int = ORDERS, seed: int | list[int] = 0) -> Places:
    """Give tied items of several rankings places of their own, in random orders of all items.

    Parameters
    ----------
    ranks : array-like of shape (rankings, items)
        Ranks or losses: lower is better.
    orders : int, default=100
        How many random orders of the items are drawn; one is enough where nothing is tied.
    seed : int or list of int, default=0
        The seed of the orders.

    Returns
    -------
    ndarray of shape (rankings, orders or 1, items)
        The place of each item, from 0, if tied items stand as in the order, the same for all
        rankings.

    See Also
    --------
    mean_overlap : Compare two of the rankings.

    Examples
    --------
    >>> break_ties([[1, 2, 3], [3, 1, 2]]).tolist()
    [[[0, 1, 2]], [[2, 0, 1]]]
    >>> first, second = break_ties([[1.5, 1.5, 3], [3, 1.5, 1.5]], orders=1)
    >>> first.tolist(), second.tolist()
    ([[1, 0, 2]], [[2, 0, 1]])
    """
    groups = np.array([np.unique(own, return_inverse=True)[1] for own in np.asarray(ranks)])
    n = groups.shape[-1]
    tied = (groups.max(axis=-1) < n - 1).any()
    drawn = np.tile(np.arange(n), (orders if tied else 1, 1))
    drawn = np.random.default_rng(seed).permuted(drawn, axis=1)
    items = np.argsort(groups[:, None, :] * n + drawn, axis=-1)
    places = np.empty_like(items)
    np.put_along_axis(places, items, np.arange(n).reshape(1, 1, n), axis=-1)
    return places


def mean_overlap(a: Places, b: Places) -> Floats:
    """Return how many of the first 1, 2, 3 ... items two rankings share [1]_.

    Parameters
    ----------
    a, b : ndarray of shape (orders, items)
        The places of the items in each order, two of those that `break_ties` returns.

    Returns
    -------
    ndarray of shape (items,)
        The mean over the orders.

    See Also
    --------
    rank_biased_overlap : Weigh all depths.

    References
    ----------
    .. [1] R. Fagin, R. Kumar, D. Sivakumar (2003). Comparing top k lists. SIAM Journal on Discrete
           Mathematics 17(1), 134-160.

    Examples
    --------
    >>> first, second = break_ties([[1, 2, 3], [3, 1, 2]])
    >>> mean_overlap(first, second).tolist()
    [0.0, 1.0, 3.0]
    """
    later = np.maximum(a, b)
    counts = np.bincount(later.ravel(), minlength=a.shape[-1])
    return np.asarray(np.cumsum(counts) / len(later))


def rank_biased_overlap(overlap: Floats, persistence: float) -> float:
    """Return the rank-biased overlap of two rankings of the same items [1]_.

    Parameters
    ----------
    overlap : ndarray of shape (items,)
        What `mean_overlap` returns.
    persistence : float
        The weight of the first d items falls as persistence^d, inside (0, 1).

    Returns
    -------
    float
        In [0, 1]; 1 for a ranking and itself, tied or not.

    Raises
    ------
    ValueError
        If the persistence does not lie inside (0, 1).

    See Also
    --------
    mean_overlap : The overlaps.

    Notes
    -----
    The rankings are complete, so the extrapolated form assumes nothing about items that were not
    seen. It is linear in the overlaps, hence the mean over the orders in which ties are broken.
    Of the three ways to treat ties that are known [2]_ none is that: RBO^w takes tied items to
    stand on one rank, RBO^a is the mean over all ways to break the ties of each ranking on its
    own, by which a ranking with ties differs from itself, and RBO^b divides the agreement of
    RBO^a by those of each ranking with itself. Like RBO^b, ours is 1 for a ranking and itself;
    without ties all four are the same.

    References
    ----------
    .. [1] W. Webber, A. Moffat, J. Zobel (2010). A similarity measure for indefinite rankings.
           ACM Transactions on Information Systems 28(4), article 20. Equation 32.
    .. [2] M. Corsi, J. Urbano (2024). The treatment of ties in rank-biased overlap. Proceedings of
           the 47th International ACM SIGIR Conference on Research and Development in Information
           Retrieval.

    Examples
    --------
    >>> rank_biased_overlap(np.array([1.0, 2.0, 3.0]), 0.9)
    1.0
    >>> rank_biased_overlap(np.array([0.0, 2.0, 3.0]), 0.5)
    0.5
    """
    if not 0 < persistence < 1:
        raise ValueError(f"persistence must lie inside (0, 1), not {persistence}.")
    depths = np.arange(1, len(overlap) + 1)
    agreement = overlap / depths
    weights = persistence**depths
    # Weights and tail add up to 1: what is missing to it is exact for equal rankings.
    missing = (1 - persistence) / persistence * np.sum((1 - agreement) * weights)
    return float(1 - missing - (1 - agreement[-1]) * weights[-1])
