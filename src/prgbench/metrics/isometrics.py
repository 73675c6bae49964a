"""Lines of equal F-beta in PR and in PRG space, and the baseline to beat."""

import numpy as np
import numpy.typing as npt

from prgbench.metrics.bounds import check_prevalence
from prgbench.metrics.inputs import FloatArray


def fbeta_isometric(f: float, recall: npt.ArrayLike, beta: float = 1.0) -> FloatArray:
    """Precision at which F-beta equals `f`, a hyperbola over recall [1]_.

    Parameters
    ----------
    f : float
        Value of F-beta in (0, 1].
    recall : array-like
        Values in [0, 1].
    beta : float, default=1
        Weight of recall.

    Returns
    -------
    ndarray of the same shape
        NaN where no precision in [0, 1] reaches `f`.

    Raises
    ------
    ValueError
        If `f` lies outside (0, 1].

    See Also
    --------
    fbeta_gain_isometric : The straight line that it is in PRG space.
    always_positive_fbeta : The value of the baseline.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Equation 2, solved for precision;
           figure 2 (left).

    Examples
    --------
    >>> fbeta_isometric(0.5, [0.25, 0.5, 1.0]).round(4).tolist()
    [nan, 0.5, 0.3333]
    """
    if not 0 < f <= 1:
        raise ValueError(f"f must lie in (0, 1], not {f}.")
    r = np.asarray(recall, dtype=np.float64)
    denominator = (1 + beta**2) * r - beta**2 * f
    precision = np.divide(f * r, denominator, out=np.full_like(r, np.nan), where=denominator > 0)
    return np.where(precision <= 1, precision, np.nan)


def fbeta_gain_isometric(fg: float, recall_gain: npt.ArrayLike, beta: float = 1.0) -> FloatArray:
    """Precision gain at which the F-beta gain equals `fg`: a line of slope -beta^2 [1]_.

    Parameters
    ----------
    fg : float
        Value of the F-beta gain, <= 1.
    recall_gain : array-like
        Recall gains.
    beta : float, default=1
        Weight of recall.

    Returns
    -------
    ndarray of the same shape

    See Also
    --------
    fbeta_isometric : The hyperbola that it is in PR space.
    fbeta_gain : The F-beta gain of a point.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Theorem 2, solved for precision
           gain.

    Examples
    --------
    >>> fbeta_gain_isometric(0.5, [0.0, 0.5, 1.0]).tolist()
    [1.0, 0.5, 0.0]
    """
    result: FloatArray = (1 + beta**2) * fg - beta**2 * np.asarray(recall_gain, dtype=np.float64)
    return result


def always_positive_fbeta(prevalence: float, beta: float = 1.0) -> float:
    """F-beta of the classifier that always predicts positive: the baseline of PR analysis.

    No random classifier does better [1]_. Its precision is pi, its
    recall 1; its precision gain is 0, its recall gain 1 and its F-beta gain
    beta^2 / (1 + beta^2), whatever pi.

    Parameters
    ----------
    prevalence : float
        Proportion of positives pi in [0, 1].
    beta : float, default=1
        Weight of recall.

    Returns
    -------
    float
        In [0, 1].

    Raises
    ------
    ValueError
        If the prevalence lies outside [0, 1].

    See Also
    --------
    fbeta_isometric : All points with this value.
    max_fbeta_score : The value of the best threshold, at least this.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Section 3.1.

    Examples
    --------
    >>> round(always_positive_fbeta(0.5), 4)
    0.6667
    """
    check_prevalence(prevalence)
    return (1 + beta**2) * prevalence / (1 + beta**2 * prevalence)
