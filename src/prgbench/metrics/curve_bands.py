"""Pointwise confidence bands of ROC, PR and PRG curves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.curves import HEIGHTS, CurveName, as_grid
from prgbench.metrics.engine.inputs import FloatArray, check_level, check_resamples
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.resampling import counts_under, resampled_weights


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CurveBand:
    """A curve on a grid, with a confidence band that holds point by point.

    Attributes
    ----------
    x : ndarray of shape (points,)
        False positive rate, recall or recall gain.
    y : ndarray of shape (points,)
        The curve there: true positive rate, precision or precision gain.
    low, high : ndarray of shape (points,)
        The bounds at each point.
    curve : {"roc", "pr", "prg"}
        Which curve it is.
    confidence_level : float
        The level at each point.
    n_resamples : int
        Bootstrap resamples.
    n_undefined : int
        How many of them were left out because they have one class only.

    See Also
    --------
    curve_band : Compute it.
    RocCurveDisplay : Draws it around its curve.

    Examples
    --------
    >>> curve_band([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], grid=[0.25, 0.5], n_resamples=200)
    CurveBand(roc, 2 points, 95%, 200 resamples)
    """

    x: FloatArray
    y: FloatArray
    low: FloatArray
    high: FloatArray
    curve: CurveName
    confidence_level: float
    n_resamples: int
    n_undefined: int

    def __iter__(self) -> Iterator[FloatArray]:
        """Unpack into ``x, y, low, high``."""
        return iter((self.x, self.y, self.low, self.high))

    def __repr__(self) -> str:
        level = f"{100 * self.confidence_level:g}%"
        return (
            f"CurveBand({self.curve}, {self.x.size} points, {level}, {self.n_resamples} resamples)"
        )


def curve_band(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    curve: CurveName = "roc",
    *,
    grid: npt.ArrayLike | None = None,
    confidence_level: float = 0.95,
    groups: npt.ArrayLike | None = None,
    stratified: bool = False,
    n_resamples: int = 1000,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: Any = None,
    random_state: int | np.random.Generator | None = 0,
) -> CurveBand:
    """Pointwise confidence band of a curve, by quantiles of bootstrap resamples [1]_.

    The curves of the resamples are interpolated: linearly in ROC space, hyperbolically in PR space
    [2]_, linearly in PRG space [3]_. A vertical part counts by its upper end. The bands keep their
    level where two instances or more are expected beyond the point, and are too narrow at the ends
    of the curves: see `docs/metrics.md`.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    curve : {"roc", "pr", "prg"}, default="roc"
        Which curve.
    grid : array-like of shape (points,), optional
        False positive rates, recalls or recall gains in [0, 1]; by default 0, 0.01, ..., 1.
    confidence_level : float, default=0.95
        Inside (0, 1).
    groups : array-like of shape (n,), optional
        Instances of one group belong together: whole groups are drawn.
    stratified : bool, default=False
        Draw positives and negatives separately. Each group then has one class.
    n_resamples : int, default=1000
        Bootstrap resamples, at least 2.
    sample_weight : array-like of shape (n,), optional
        How much each instance counts, >= 0. An instance of weight 2 is still one instance.
    pos_label : label, optional
        The positive label.
    random_state : int, numpy.random.Generator or None, default=0
        Seed of the resamples.

    Returns
    -------
    CurveBand

    Raises
    ------
    ValueError, TypeError
        For bad input, one class only, a group of both classes if `stratified`, or a grid outside
        [0, 1].

    See Also
    --------
    confidence_interval : The interval of an area.
    average_curve : The spread of the curves of folds.
    RocCurveDisplay : ``from_predictions(..., band=0.95)`` draws the band.

    References
    ----------
    .. [1] B. Efron, R. J. Tibshirani (1993). An Introduction to the Bootstrap. Chapman & Hall.
           Chapter 13.
    .. [2] J. Davis, M. Goadrich (2006). The relationship between precision-recall and ROC curves.
           ICML 23, 233-240.
    .. [3] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Theorem 1.

    Examples
    --------
    >>> y_true, y_score = [0, 0, 1, 1, 0, 1, 0, 1], [1, 3, 2, 6, 4, 5, 2, 8]
    >>> band = curve_band(y_true, y_score, "prg", grid=[0, 0.5, 1], stratified=True)
    >>> band.y.round(3).tolist()
    [1.0, 1.0, 0.25]
    >>> bool(np.all((band.low <= band.y) & (band.y <= band.high)))
    True
    """
    if curve not in HEIGHTS:
        raise ValueError(f"curve must be 'roc', 'pr' or 'prg', not {curve!r}.")
    check_level(confidence_level)
    check_resamples(n_resamples)
    x = as_grid(grid)
    sample = Sample.checked(
        y_true,
        {"y_score": y_score},
        sample_weight=sample_weight,
        groups=groups,
        pos_label=pos_label,
    )
    height = HEIGHTS[curve]
    (whole,) = counts_under(sample, 0, sample.weights[np.newaxis])
    drawn = resampled_weights(
        sample, n_resamples=n_resamples, stratified=stratified, random_state=random_state
    )
    resamples = [
        height(counts, x)
        for counts in counts_under(sample, 0, chain.from_iterable(drawn))
        if counts.n_pos and counts.n_neg
    ]
    if 2 * len(resamples) < n_resamples:
        raise ValueError(
            f"{n_resamples - len(resamples)} of {n_resamples} resamples have one class only: "
            "draw with stratified=True, or score more data."
        )
    tail = (1 - confidence_level) / 2
    low, high = np.quantile(resamples, [tail, 1 - tail], axis=0)
    n_undefined = n_resamples - len(resamples)
    return CurveBand(
        x, height(whole, x), low, high, curve, confidence_level, n_resamples, n_undefined
    )
