"""The unachievable region of PR space: what every ranking gets for free.

Source: Boyd, Santos Costa, Davis & Page (2012), Unachievable Region in Precision-Recall Space.
"""

import numpy as np
import numpy.typing as npt

from prgbench.metrics.inputs import FloatArray


def minimum_precision(recall: npt.ArrayLike, prevalence: float) -> FloatArray:
    """Precision of the minimum PR curve, pi r / (1 - pi + pi r) (theorem 1).

    Parameters
    ----------
    recall : array-like
        Values in [0, 1].
    prevalence : float
        Proportion of positives pi in [0, 1].

    Returns
    -------
    ndarray of the same shape

    Raises
    ------
    ValueError
        If a recall or the prevalence lies outside [0, 1].

    Examples
    --------
    >>> minimum_precision([0.0, 0.5, 1.0], prevalence=0.5).round(4).tolist()
    [0.0, 0.3333, 0.5]
    """
    check_prevalence(prevalence)
    r = np.asarray(recall, dtype=np.float64)
    if not np.all((r >= 0) & (r <= 1)):
        raise ValueError("recall must lie in [0, 1].")
    if prevalence == 1:
        return np.ones_like(r)
    result: FloatArray = prevalence * r / (1 - prevalence + prevalence * r)
    return result


def min_aupr(
    prevalence: npt.ArrayLike, recall_range: tuple[float, float] = (0.0, 1.0)
) -> FloatArray:
    """Area under the minimum PR curve (theorem 2, corollary 4).

    Parameters
    ----------
    prevalence : array-like
        Proportion of positives pi in [0, 1].
    recall_range : (float, float), default=(0, 1)
        The part [a, b] of the recall axis.

    Returns
    -------
    ndarray of the shape of `prevalence`, or a float
        In [0, b - a]: 0 where pi = 0 and b - a where pi = 1.

    Raises
    ------
    ValueError
        If a prevalence or the range lies outside [0, 1].

    Examples
    --------
    >>> print(min_aupr(0.5).round(12))
    0.30685281944
    """
    check_prevalence(prevalence)
    low, high = check_range(recall_range, "recall_range")
    pi = np.asarray(prevalence, dtype=np.float64)
    one_class = (pi == 0) | (pi == 1)
    inner = np.where(one_class, 0.5, pi)
    log = np.log1p(inner * (high - low) / (1 - inner + inner * low))
    return np.where(one_class, (high - low) * pi, high - low - (1 - inner) / inner * log)[()]


def min_average_precision(n_pos: int, n_neg: int) -> float:
    """Average precision of the worst ranking, mean of i / (i + N) for i = 1..P (theorem 3).

    Parameters
    ----------
    n_pos, n_neg : int
        Numbers of positives P >= 1 and of negatives N >= 0.

    Returns
    -------
    float
        In (0, 1].

    Raises
    ------
    ValueError
        If there is no positive or a number is negative.

    Examples
    --------
    >>> min_average_precision(1, 1)
    0.5
    """
    if n_pos < 1 or n_neg < 0:
        raise ValueError(f"n_pos must be >= 1 and n_neg >= 0, not {n_pos} and {n_neg}.")
    i = np.arange(1, n_pos + 1)
    return float(np.mean(i / (i + n_neg)))


def normalize_aupr(
    aupr: npt.ArrayLike,
    prevalence: npt.ArrayLike,
    recall_range: tuple[float, float] = (0.0, 1.0),
) -> FloatArray:
    """Rescale an AUPR by its minimum and maximum: AUCNPR (equation 3).

    Parameters
    ----------
    aupr : array-like
        Areas over `recall_range`.
    prevalence : array-like
        Proportions of positives pi in [0, 1], broadcast against `aupr`.
    recall_range : (float, float), default=(0, 1)
        The part [a, b] of the recall axis that `aupr` covers.

    Returns
    -------
    ndarray, or a float
        (AUPR - min) / (b - a - min), in [0, 1]; by convention 0 where pi = 0 and 1 where
        pi = 1.

    Raises
    ------
    ValueError
        If a prevalence or the range lies outside [0, 1].

    Examples
    --------
    >>> print(normalize_aupr(0.851, prevalence=0.5).round(3))
    0.785
    """
    lowest = min_aupr(prevalence, recall_range)
    pi = np.asarray(prevalence, dtype=np.float64)
    room = np.where(pi == 1, 1.0, recall_range[1] - recall_range[0] - lowest)
    normalized = (np.asarray(aupr, dtype=np.float64) - lowest) / room
    return np.where((pi == 0) | (pi == 1), pi, normalized)[()]


def check_prevalence(prevalence: npt.ArrayLike) -> None:
    """Refuse a prevalence outside [0, 1]."""
    pi = np.asarray(prevalence)
    if not np.all((pi >= 0) & (pi <= 1)):
        raise ValueError(f"The prevalence must lie in [0, 1], not {pi}.")


def check_range(bounds: tuple[float, float], name: str) -> tuple[float, float]:
    """Check that 0 <= a < b <= 1."""
    low, high = bounds
    if not 0 <= low < high <= 1:
        raise ValueError(f"{name} must be (a, b) with 0 <= a < b <= 1, not {bounds}.")
    return float(low), float(high)
