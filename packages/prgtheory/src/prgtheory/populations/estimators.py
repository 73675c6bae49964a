"""Empirical PR curves: PR*, PR0 and the functional estimator PRhat (Hughes-Oliver, 3.1)."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.counts import threshold_counts
from prgbench.metrics.engine.inputs import as_positive, as_scores
from prgtheory.populations._validation import Floats, check_unit, floor_count


class ScoresByClass(NamedTuple):
    """Scores of the positives and of the negatives, each sorted with the best first.

    Examples
    --------
    >>> split_scores([1, 0, 1], [1.0, 2.0, 3.0]).positive.tolist()
    [3.0, 1.0]
    """

    positive: Floats
    negative: Floats


class PRPoints(NamedTuple):
    """Points of an empirical PR curve, thresholds falling.

    Attributes
    ----------
    threshold : ndarray of shape (k,)
        Falling.
    recall, precision : ndarray of shape (k,)
        In [0, 1]; precision is NaN where nothing is predicted positive.

    See Also
    --------
    pr_star : The points of "score > t".
    pr_zero : The points of "score >= t".

    Examples
    --------
    >>> points = pr_zero([1, 0], [2.0, 1.0])
    >>> points.threshold.tolist(), points.recall.tolist()
    ([2.0, 1.0], [1.0, 1.0])
    """

    threshold: Floats
    recall: Floats
    precision: Floats


def split_scores(y_true: npt.ArrayLike, y_score: npt.ArrayLike) -> ScoresByClass:
    """Return the scores of both classes, each sorted with the best first.

    Raises ValueError or TypeError for bad labels or scores, as `prgbench.metrics` does, and if a
    class is missing.

    Examples
    --------
    >>> positive, negative = split_scores([1, 0, 1, 0], [0.6, 0.7, 0.9, 0.1])
    >>> positive.tolist(), negative.tolist()
    ([0.9, 0.6], [0.7, 0.1])
    """
    positive = as_positive(y_true)
    scores = as_scores(y_score, positive.size)
    if positive.all() or not positive.any():
        raise ValueError("y_true must hold at least one positive and one negative.")
    return ScoresByClass(np.sort(scores[positive])[::-1], np.sort(scores[~positive])[::-1])


def pr_star(y_true: npt.ArrayLike, y_score: npt.ArrayLike) -> PRPoints:
    """Return PR*: recall and precision of "score > t" for every distinct score t [1]_.

    The highest threshold predicts nothing positive; its precision is NaN.

    Parameters
    ----------
    y_true, y_score : array-like of shape (n,)
        Labels and scores, higher for more positive.

    Returns
    -------
    PRPoints

    See Also
    --------
    pr_zero : The same with "score >= t".
    pr_hat : Precision as a function of recall.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 3.1, PR*.

    Examples
    --------
    >>> pr_star([1, 0, 1], [3.0, 2.0, 1.0]).precision.tolist()
    [nan, 1.0, 0.5]
    """
    counts = threshold_counts(y_true, y_score)
    # PR* excludes the threshold itself: the counts before it, hence one point earlier.
    return _points(counts.thresholds[1:], counts.tp[:-1], counts.fp[:-1], counts.n_pos)


def pr_zero(y_true: npt.ArrayLike, y_score: npt.ArrayLike) -> PRPoints:
    """Return PR0: recall and precision of "score >= t" for every distinct score t [1]_.

    Parameters
    ----------
    y_true, y_score : array-like of shape (n,)
        Labels and scores, higher for more positive.

    Returns
    -------
    PRPoints

    See Also
    --------
    pr_star : The same with "score > t".
    pr_hat : Precision as a function of recall.
    prgbench.metrics.precision_recall_curve : The same points as a curve.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 3.1, PR0.

    Examples
    --------
    >>> pr_zero([1, 0, 1], [3.0, 2.0, 1.0]).precision.tolist()
    [1.0, 0.5, 0.6666666666666666]
    """
    counts = threshold_counts(y_true, y_score)
    # PR0 includes it.
    return _points(counts.thresholds[1:], counts.tp[1:], counts.fp[1:], counts.n_pos)


def _points(thresholds: Floats, tp: Floats, fp: Floats, n_pos: float) -> PRPoints:
    with np.errstate(invalid="ignore"):
        return PRPoints(thresholds, tp / n_pos, tp / (tp + fp))


def empirical_false_positive_rate(scores: ScoresByClass, recall: npt.ArrayLike) -> Floats:
    """Return 1 - F^-(F^+^-1(1 - x)), by exact ranks where x is a multiple of 1/n+.

    At recall 1 the generalised inverse is minus infinity and the rate is 1. Raises ValueError if a
    recall lies outside (0, 1].

    Examples
    --------
    >>> scores = split_scores([1, 0, 1], [3.0, 2.0, 1.0])
    >>> empirical_false_positive_rate(scores, [0.25, 0.5]).tolist()
    [0.0, 1.0]
    """
    x = check_unit(recall, "recall", zero=False)
    # F+^-1(1 - x) is the (floor(x n+) + 1)-th best positive; -inf beyond the last one.
    rank = floor_count(x, scores.positive.size)
    threshold = np.append(scores.positive, -np.inf)[rank]
    # Negatives strictly above the threshold, as 1 - F- has it.
    false = np.searchsorted(-scores.negative, -threshold, side="left")
    return np.asarray(false / scores.negative.size)


def pr_hat(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    recall: npt.ArrayLike,
) -> Floats:
    """Return PRhat, the empirical precision as a function of recall [1]_ [2]_.

    It is equation 5 of [1]_ with empirical distribution functions and the sample's own prevalence.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1 or booleans.
    y_score : array-like of shape (n,)
        Scores, higher for more positive.
    recall : array-like of float in (0, 1]

    Returns
    -------
    ndarray of the shape of `recall`
        In (0, 1].

    Raises
    ------
    ValueError, TypeError
        For bad labels or scores, one class only, or a recall outside (0, 1].

    See Also
    --------
    Population.precision : What it estimates.
    pr_band : The same with a confidence band.
    pr_star : The points of "score > t".
    pr_zero : The points of "score >= t".
    simulate_pr_hat : Its sampling distribution.

    Notes
    -----
    Consistent where F-(F+^-1) is continuous, hence not where the PR curve of discrete scores
    jumps. At recall 1 it equals n+/n for any scores, even where the population's limit is higher.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 3.1; section 3.2 for the inconsistency.
    .. [2] S. Clémençon, N. Vayatis (2009). Nonparametric estimation of the precision-recall curve.
           Proceedings of the 26th International Conference on Machine Learning, 185-192.

    Examples
    --------
    >>> pr_hat([1, 0, 1, 0], [4.0, 3.0, 2.0, 1.0], [0.25, 0.5, 1.0]).tolist()
    [1.0, 0.5, 0.5]
    """
    return functional_precision(split_scores(y_true, y_score), recall)


def functional_precision(scores: ScoresByClass, recall: npt.ArrayLike) -> Floats:
    """`pr_hat` of scores that are split and sorted already.

    Raises ValueError if a recall lies outside (0, 1].

    Examples
    --------
    >>> scores = split_scores([1, 0, 1], [3.0, 2.0, 1.0])
    >>> functional_precision(scores, [0.5, 1.0]).round(4).tolist()
    [0.5, 0.6667]
    """
    x = check_unit(recall, "recall", zero=False)
    # x n+ true positives, also where that is no whole number: equation 5, not a count.
    tp = x * scores.positive.size
    fp = empirical_false_positive_rate(scores, x) * scores.negative.size
    return np.asarray(tp / (tp + fp))
