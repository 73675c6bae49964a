"""Families of tests: p-values adjusted for their number."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Adjust the p-values of a family of tests after Holm [1]_.

    Rejecting where the adjusted value is at most alpha keeps the chance of any false rejection in
    the family at alpha, whatever the dependence of the tests.

    Parameters
    ----------
    p_values : array-like of shape (tests,)
        The p-values; NaN is no test and stays.

    Returns
    -------
    ndarray of shape (tests,)
        The adjusted p-values, in [0, 1].

    See Also
    --------
    prgbench.stats.sign_flips.sign_flip_test : Where such p-values come from.

    References
    ----------
    .. [1] S. Holm (1979). A simple sequentially rejective multiple test procedure. Scandinavian
           Journal of Statistics 6(2), 65-70.

    Examples
    --------
    >>> holm([0.01, 0.04, float("nan"), 0.03]).round(3).tolist()
    [0.03, 0.06, nan, 0.06]
    """
    raw = np.asarray(p_values, dtype=np.float64)
    adjusted = np.full(raw.shape, np.nan)
    order = np.argsort(raw)[: int((~np.isnan(raw)).sum())]
    times = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(times * raw[order]), 1.0)
    return adjusted
