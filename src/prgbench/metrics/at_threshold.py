"""Confidence intervals of what a threshold gives: recall, specificity, precision, F-beta."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.confidence import ConfidenceInterval, warn_of_few
from prgbench.metrics.engine.inputs import FloatArray, check_beta, check_level
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.interval_bounds import share_bounds
from prgbench.stats.student import normal_quantile
from prgbench.stats.wilson import wilson_bounds
from prgbench.typing import BoolArray


def threshold_intervals(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    threshold: float = 0.5,
    *,
    beta: float = 1.0,
    confidence_level: float = 0.95,
    groups: npt.ArrayLike | None = None,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: Any = None,
) -> dict[str, ConfidenceInterval]:
    """Confidence intervals of the predictions ``y_score >= threshold``.

    The intervals are conditional on the threshold: if it was selected on these instances, the
    values are biased upwards.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    threshold : float, default=0.5
        Scores from here on are predicted positive.
    beta : float, default=1
        Weight of recall in the F-score, > 0.
    confidence_level : float, default=0.95
        Inside (0, 1).
    groups, sample_weight, pos_label
        As for `confidence_interval`; with groups, variances are those of clusters.

    Returns
    -------
    dict of str to ConfidenceInterval
        "recall", "specificity", "precision", "accuracy" and "f" with beta, such as "f1". Without a
        predicted positive, precision is NaN.

    Raises
    ------
    ValueError, TypeError
        For bad input or one class only.

    See Also
    --------
    confidence_interval : Intervals of areas and other measures.
    curve_band : Bands at all thresholds.

    Notes
    -----
    Each value is a share of some instances, with Wilson's interval [1]_; for weights and groups,
    the number of trials is that with the same linearized variance. Values of 0 and 1 have the
    exact bounds of [2]_. F is increasing in TP / (TP + FP + beta^2 FN), which for F1 is a share of
    the instances that are positive or predicted so.

    References
    ----------
    .. [1] E. B. Wilson (1927). Probable inference, the law of succession, and statistical
           inference. Journal of the American Statistical Association 22(158), 209-212.
    .. [2] C. J. Clopper, E. S. Pearson (1934). The use of confidence or fiducial limits
           illustrated in the case of the binomial. Biometrika 26(4), 404-413.

    Examples
    --------
    >>> y_true = [0, 0, 1, 1, 0, 1, 0, 1] * 5
    >>> intervals = threshold_intervals(y_true, [1, 3, 2, 6, 4, 5, 2, 8] * 5, threshold=4)
    >>> print(intervals["precision"])
    precision = 0.750 [0.531, 0.888] (95%, wilson)
    """
    check_level(confidence_level)
    check_beta(beta)
    if beta == 0:
        raise ValueError("beta must be > 0, not 0: F0 is the precision.")
    # One value, also of an array without axes.
    if np.ndim(threshold) or np.asarray(threshold).dtype.kind not in "biuf":
        raise TypeError(f"threshold must be a number, not {threshold!r}.")
    if np.isnan(threshold):
        raise ValueError("threshold is NaN: no score is at least that.")
    sample = Sample.checked(
        y_true,
        {"y_score": y_score},
        sample_weight=sample_weight,
        groups=groups,
        pos_label=pos_label,
    )
    warn_of_few(sample)
    positive = sample.positive
    predicted = sample.scores[0] >= threshold
    hits = positive & predicted
    share = partial(_share_interval, sample, confidence_level)
    # F-beta is (1 + beta^2) v / (1 + beta^2 v) with v = TP / (TP + FP + beta^2 FN): v is a share
    # of the union of truth and prediction, and the bounds of v become those of F-beta.
    union = (positive | predicted) * np.where(positive & ~predicted, beta**2, 1.0)
    odds = 1 + beta**2
    f, low, high = (odds * v / (1 + beta**2 * v) for v in share(hits, union))
    results = {
        "recall": share(hits, positive),
        "specificity": share(~positive & ~predicted, ~positive),
        "precision": share(hits, predicted),
        "accuracy": share(positive == predicted, np.ones_like(positive)),
        f"f{beta:g}": (f, low, high),
    }
    return {
        name: ConfidenceInterval(value, low, high, name, confidence_level, "wilson")
        for name, (value, low, high) in results.items()
    }


def _share_interval(
    sample: Sample, level: float, counted: BoolArray, parts: BoolArray | FloatArray
) -> tuple[float, float, float]:
    """Return the weighted share of the parts that is counted, and its bounds."""
    numerator = sample.weights * counted
    denominator = sample.weights * parts
    total = denominator.sum()
    if not total:
        return math.nan, math.nan, math.nan
    # A ratio of two sums has the error of the sum of its linearised parts (the delta method).
    share = float(numerator.sum() / total)
    masses, misses = sample.group_sums(
        np.stack([denominator, (numerator - share * denominator) / total])
    )
    # Kish's effective number of equal groups, for the exact bounds of a share of 0 or 1.
    alike = float(np.sum(masses) ** 2 / np.sum(masses**2))
    if share in (0, 1):
        return share, *share_bounds(share, alike, level)
    # Wilson's interval of 1 / relative trials, times the squared quantile.
    spread = float(np.sum(misses**2))
    squared_reach = normal_quantile(level) ** 2 * spread
    return share, *wilson_bounds(share, squared_reach, squared_reach / (share * (1 - share)))
