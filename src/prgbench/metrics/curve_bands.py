"""Pointwise confidence bands of ROC, PR and PRG curves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.curves import HEIGHTS, CurveName, as_grid
from prgbench.metrics.engine.batch import SharedFunction
from prgbench.metrics.engine.counts import ThresholdCounts, at_prevalence
from prgbench.metrics.engine.inputs import FloatArray, as_generator, check_level, check_stated
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.resampling import Draws, counts_under, resamples_at_once


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CurveBand:
    """A curve on a grid, with a pointwise confidence band.

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
        How many times the rates were drawn.

    See Also
    --------
    curve_band : Compute it.
    RocCurveDisplay : Draws it around its curve.

    Examples
    --------
    >>> curve_band([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], grid=[0.25, 0.5], n_resamples=200)
    CurveBand(roc, 2 points, 95%, 200 draws)
    """

    x: FloatArray
    y: FloatArray
    low: FloatArray
    high: FloatArray
    curve: CurveName
    confidence_level: float
    n_resamples: int

    def __iter__(self) -> Iterator[FloatArray]:
        """Unpack into ``x, y, low, high``."""
        return iter((self.x, self.y, self.low, self.high))

    def __repr__(self) -> str:
        level = f"{100 * self.confidence_level:g}%"
        return f"CurveBand({self.curve}, {self.x.size} points, {level}, {self.n_resamples} draws)"


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
    prevalence: float | None = None,
    pos_label: Any = None,
    random_state: int | np.random.Generator | None = 0,
) -> CurveBand:
    """Pointwise confidence band of a curve, after Clopper and Pearson [1]_.

    Between two scores of the sample, the true rates of the population are those of uniform order
    statistics. They are drawn many times; each time, the curve lies between a lower and an upper
    curve: staircases, but for straight lines where scores tie. The band goes from a low quantile
    of the lower ones to a high quantile of the upper ones, as the interval of Clopper and Pearson
    does for a single rate. So it keeps its level at the ends of the curve too, and is wide where
    there are few instances: see `docs/metrics.md`.

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
        Instances of one group belong together: each has one weight in a draw.
    stratified : bool, default=False
        Whether the class sizes are fixed by design. Otherwise the prevalence is drawn too, which
        matters in PR and PRG space. Each group then has one class.
    n_resamples : int, default=1000
        How many times the rates are drawn, at least 2.
    sample_weight : array-like of shape (n,), optional
        How much each instance counts, >= 0. An instance of weight 2 is still one instance.
    prevalence : float, optional
        Proportion of positives at which the ranking is judged, inside (0, 1); by default that of
        the data. The negatives are weighed for it.
    pos_label, random_state
        As for `confidence_interval`.

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

    Notes
    -----
    Spacings of uniform order statistics are exponential variables over their sum [2]_. Groups
    share one such variable, and weights multiply it.

    References
    ----------
    .. [1] C. J. Clopper, E. S. Pearson (1934). The use of confidence or fiducial limits
           illustrated in the case of the binomial. Biometrika 26(4), 404-413.
    .. [2] D. L. Banks (1988). Histospline smoothing the Bayesian bootstrap. Biometrika 75(4),
           673-684.

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
    check_stated(prevalence)
    draws = Draws(n_resamples, stratified, random_state)
    x = as_grid(grid)
    sample = Sample.checked(
        y_true,
        {"y_score": y_score},
        sample_weight=sample_weight,
        groups=groups,
        pos_label=pos_label,
    )
    (whole,) = counts_under(sample, 0, sample.weights[np.newaxis])

    def height(counts: ThresholdCounts) -> FloatArray:
        return HEIGHTS[curve](at_prevalence(counts, prevalence), x)

    y = height(whole)
    drawn = [(height(below), height(above)) for below, above in drawn_bounds(sample, draws)]
    lower, upper = np.stack(drawn, axis=1)
    # A quantile of the lower curves below, one of the upper curves above: as for one rate,
    # where the two are Clopper and Pearson's beta distributions.
    tail = (1 - confidence_level) / 2
    low = np.quantile(lower, tail, axis=0)
    high = np.quantile(upper, 1 - tail, axis=0)
    # Quantiles of few draws may miss the curve itself, which always belongs to the band.
    return CurveBand(
        x, y, np.minimum(low, y), np.maximum(high, y), curve, confidence_level, n_resamples
    )


def bounding_values(
    function: SharedFunction, sample: Sample, draws: Draws, worst: float
) -> FloatArray:
    """Least and largest values of a measure of curves between the bounds of each draw.

    The shape is (2, n_resamples). The measure must be monotone: no worse for a higher curve.
    ``worst`` is its value of curves that are too low for it to be defined.
    """
    drawn = drawn_bounds(sample, draws)
    pairs = np.array([[function.of_counts(curve) for curve in curves] for curves in drawn])
    pairs[np.isnan(pairs)] = worst
    return np.sort(pairs, axis=1).T


def drawn_bounds(
    sample: Sample, draws: Draws
) -> Iterator[tuple[ThresholdCounts, ThresholdCounts]]:
    """Draw a curve below and one above the true one, and the prevalence unless it is fixed."""
    # Refuses groups of both classes, which can't be drawn by class.
    sample.strata(stratified=draws.stratified)
    pi = sample.prevalence
    generator = as_generator(draws.random_state)
    order = np.argsort(-sample.scores[0], kind="stable")
    ranked = sample.scores[0, order]
    positive = sample.positive[order]
    groups = sample.groups[order]
    weights = sample.weights[order]
    ends = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]), ranked.size - 1)
    sides = positive, ~positive
    counts = np.array([np.append(0, np.cumsum(inside)[ends]) for inside in sides])
    # Inside a run of instances of one class no threshold is a corner of either curve.
    is_still = np.diff(counts) == 0
    kept = np.ones(counts.shape[1], dtype=np.bool_)
    kept[1:-1] = ~(is_still[:, 1:] & is_still[:, :-1]).any(axis=0)
    # Per class: the groups of its instances in the ranking, their weights, its counts at the
    # thresholds, and its mean weight of a group, which is what one more instance of it weighs.
    classes = [
        (groups[inside], weights[inside], counted[kept], weights[inside].sum() / n)
        for inside, counted, n in zip(sides, counts, sample.class_sizes, strict=True)
    ]
    for resamples in resamples_at_once(draws.n_resamples, ranked.size):
        # Exponential variables over their sum are uniform spacings [2]: one for each group, and
        # one for each class beyond its last instance.
        drawn = generator.exponential(size=(resamples, sample.n_groups + 2))
        for row in drawn:
            # Row by row: all rows at once would leave the cache, and take four times as long.
            (tpr, n_pos), (fpr, n_neg) = (
                _rates(row[of_groups] * weighed, counts, float(weight * extra))
                for (of_groups, weighed, counts, weight), extra in zip(
                    classes, row[sample.n_groups :], strict=True
                )
            )
            pi = pi if draws.stratified else n_pos / (n_pos + n_neg)
            # The lower curve goes through (upper FPR, lower TPR) of each threshold, the upper one
            # through (lower FPR, upper TPR). Straight lines between them are the steps of single
            # instances, and the segment of a tie, as a curve cannot bend inside it.
            yield _curve(tpr[0], fpr[1], pi), _curve(tpr[1], fpr[0], pi)


def _curve(tpr: FloatArray, fpr: FloatArray, prevalence: float) -> ThresholdCounts:
    """Return the counts of a curve, as shares of all, from (0, 0) to the two classes."""
    tp, fp = (np.concatenate([[0.0], rate, [1.0]]) for rate in (tpr, fpr))
    return ThresholdCounts(np.full(tp.shape, np.nan), prevalence * tp, (1 - prevalence) * fp)


def _rates(
    masses: FloatArray, counts: npt.NDArray[np.intp], beyond: float
) -> tuple[tuple[FloatArray, FloatArray], float]:
    """Bounds of the rate of one class at each threshold, and all its mass."""
    # From k instances on, the true rate lies between the k-th and the (k + 1)-th of n uniform
    # order statistics: k spacings of n + 1, with or without one more.
    sums = np.concatenate(([0.0], np.cumsum(masses)))[counts]
    total = float(sums[-1]) + beyond
    return (sums / total, (sums + beyond) / total), total
