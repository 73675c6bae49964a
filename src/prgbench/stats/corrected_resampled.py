"""The error of a difference of two models that counts the training sets as drawn, too.

The folds of a cross-validation share most of their training instances, so the differences of two
models on the folds are not independent: their variance divided by their number is too small for
the error of "which of the two learns better from such data". No unbiased estimate of that error
exists from one cross-validation; the one here assumes the correlation of two folds.
"""

import math

import numpy as np
from numpy.typing import ArrayLike


def resampled_error(differences: ArrayLike) -> float:
    """Return the standard error of a mean of differences, as if they were independent.

    It is too small where the training sets overlap [1]_.

    Parameters
    ----------
    differences : array-like
        The differences of two models on the test sets; NaN does not count.

    Returns
    -------
    float
        NaN for fewer than two differences.

    See Also
    --------
    corrected_resampled_error : The error that counts what the training sets share.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised
           classification learning algorithms. Neural Computation 10(7), 1895-1923.

    Examples
    --------
    >>> resampled_error([1.0, 2.0, 3.0, 4.0])
    0.6454972243679028
    """
    return corrected_resampled_error(differences, test_to_train=0.0)


def corrected_resampled_error(differences: ArrayLike, test_to_train: float) -> float:
    """Return the corrected resampled standard error of a mean of differences [1]_ [2]_.

    The square of it is (1/J + test/train) s^2 for J differences with variance s^2. It assumes
    that two differences have the correlation test / (test + train).

    Parameters
    ----------
    differences : array-like
        The differences of two models on all folds of all repeats; NaN does not count.
    test_to_train : float
        The size of a test set over that of a training set: 1 / (k - 1) for k folds.

    Returns
    -------
    float
        NaN for fewer than two differences.

    Raises
    ------
    ValueError
        If the ratio is negative or not finite.

    See Also
    --------
    resampled_error : The same without the correction.

    References
    ----------
    .. [1] C. Nadeau, Y. Bengio (2003). Inference for the generalization error. Machine Learning
           52(3), 239-281. Section 3.
    .. [2] R. R. Bouckaert, E. Frank (2004). Evaluating the replicability of significance tests for
           comparing learning algorithms. Advances in Knowledge Discovery and Data Mining, LNCS
           3056, 3-12. Section 3.2, for repeated cross-validation.

    Examples
    --------
    >>> error = corrected_resampled_error([1.0, 2.0, 3.0, 4.0], test_to_train=1 / 3)
    >>> round(error**2 / resampled_error([1.0, 2.0, 3.0, 4.0]) ** 2, 12)
    2.333333333333
    """
    if not 0 <= test_to_train < math.inf:
        raise ValueError(f"test_to_train must be finite and >= 0, not {test_to_train}.")
    values = np.asarray(differences, dtype=np.float64).ravel()
    values = values[~np.isnan(values)]
    if len(values) < 2:
        return float("nan")
    return float(np.sqrt((1 / len(values) + test_to_train) * values.var(ddof=1)))
