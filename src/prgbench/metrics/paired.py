"""The difference of two models on the same instances: its interval and its test."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from prgbench.metrics.confidence import normal_quantile, percentile_bounds
from prgbench.metrics.delong import delong
from prgbench.metrics.engine.inputs import FloatArray, check_level, check_resamples
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.registry import Measure, get_measure
from prgbench.metrics.resampling import bootstrap_replicates, estimates, refuse_undefined

PairedMethod = Literal["delong", "bootstrap"]


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The difference of two models in a measure, its interval and the test that it is 0.

    Attributes
    ----------
    difference : float
        The measure of the first model minus that of the second.
    low, high : float
        The interval of the difference.
    p_value : float
        Two-sided.
    estimates : (float, float)
        The measure of each model.
    measure : str
        The name of the measure.
    confidence_level : float
        The level of the interval.
    method : str
        "delong" or "bootstrap".
    n_resamples : int
        Bootstrap resamples; 0 for "delong".
    n_undefined : int
        How many of them were left out because the measure is undefined there.

    See Also
    --------
    paired_test : Compute it.

    Examples
    --------
    >>> print(paired_test([0, 1, 0, 1, 1], [1, 3, 2, 5, 4], [1, 2, 3, 4, 5]))
    auroc: 1.000 - 0.833 = 0.167 [-0.295, 0.629] (95%, delong), p = 0.48
    """

    difference: float
    low: float
    high: float
    p_value: float
    estimates: tuple[float, float]
    measure: str
    confidence_level: float
    method: PairedMethod
    n_resamples: int = 0
    n_undefined: int = 0

    # Not `__iter__`: of what is iterable, pandas makes a table without the names of the fields.
    def __getitem__(self, place: int) -> float:
        """Unpack into ``difference, low, high, p_value``."""
        return (self.difference, self.low, self.high, self.p_value)[place]

    def __str__(self) -> str:
        first, second = self.estimates
        values = f"{first:.3f} - {second:.3f} = {self.difference:.3f}"
        interval = f"[{self.low:.3f}, {self.high:.3f}]"
        how = f"({100 * self.confidence_level:g}%, {self.method})"
        return f"{self.measure}: {values} {interval} {how}, p = {self.p_value:.2g}"


def paired_test(
    y_true: npt.ArrayLike,
    score_a: npt.ArrayLike,
    score_b: npt.ArrayLike,
    measure: str | Measure = "auroc",
    *,
    confidence_level: float = 0.95,
    method: PairedMethod | None = None,
    groups: npt.ArrayLike | None = None,
    stratified: bool = False,
    n_resamples: int = 2000,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: Any = None,
    random_state: int | np.random.Generator | None = 0,
) -> PairedTest:
    """Test whether two models differ in a measure, on the same instances.

    At 5%, it rejects models of equal worth in 3 to 8% of samples with 30 positives or more, and in
    1 to 9% with 10 positives: see `docs/metrics.md`.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
    score_a, score_b : array-like of shape (n,)
        Scores of the two models, higher for more positive.
    measure : str or Measure, default="auroc"
        A measure, or its name as `get_measure` knows it.
    confidence_level : float, default=0.95
        Inside (0, 1).
    method : {"delong", "bootstrap"}, optional
        "delong", for AUROC and its default: the difference over its standard error is normal [1]_.
        "bootstrap", for any measure: quantiles of the difference in resamples of the instances;
        the p-value is the level of the interval that ends at 0 [2]_.
    groups : array-like of shape (n,), optional
        Instances of one group belong together: whole groups are drawn, and "delong" is that for
        clusters [3]_.
    stratified : bool, default=False
        Draw positives and negatives separately. Each group then has one class. This does not
        change "delong".
    n_resamples : int, default=2000
        Bootstrap resamples, at least 2.
    sample_weight : array-like of shape (n,), optional
        How much each instance counts, >= 0. An instance of weight 2 is still one instance.
    pos_label : label, optional
        The positive label.
    random_state : int, numpy.random.Generator or None, default=0
        Seed of the resamples.

    Returns
    -------
    PairedTest
        The smallest bootstrap p-value is 2 / (n_resamples + 1). If the variance of "delong" is 0
        although the models differ, the interval and the p-value are NaN.

    Raises
    ------
    ValueError, TypeError
        For bad input, one class only, a group of both classes if `stratified`, or "delong" for a
        measure other than AUROC.

    See Also
    --------
    confidence_interval : The interval of one model.
    bootstrap_areas : The resamples of many models.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong, D. L. Clarke-Pearson (1988). Comparing the areas under two
           or more correlated receiver operating characteristic curves: a nonparametric approach.
           Biometrics 44(3), 837-845.
    .. [2] B. Efron, R. J. Tibshirani (1993). An Introduction to the Bootstrap. Chapman & Hall.
           Chapters 13 and 15.
    .. [3] N. A. Obuchowski (1997). Nonparametric analysis of clustered ROC curve data. Biometrics
           53(2), 567-578.

    Examples
    --------
    >>> y_true = [0, 1, 0, 1, 1, 0, 1, 0]
    >>> test = paired_test(y_true, [1, 3, 2, 5, 4, 4, 6, 1], [2, 2, 3, 4, 1, 5, 5, 1])
    >>> round(test.difference, 4), round(test.p_value, 4)
    (0.375, 0.0201)
    """
    chosen = measure if isinstance(measure, Measure) else get_measure(measure)
    check_level(confidence_level)
    is_auroc = chosen == get_measure("auroc")
    if method is None:
        method = "delong" if is_auroc else "bootstrap"
    if method not in get_args(PairedMethod):
        raise ValueError(f"method must be 'delong' or 'bootstrap', not {method!r}.")
    if method == "delong" and not is_auroc:
        raise ValueError(f"method='delong' is for AUROC, not for {chosen.name!r}.")
    sample = Sample.checked(
        y_true,
        {"score_a": score_a, "score_b": score_b},
        sample_weight=sample_weight,
        groups=groups,
        pos_label=pos_label,
    )
    result = partial(
        PairedTest, measure=chosen.name, confidence_level=confidence_level, method=method
    )
    if method == "delong":
        areas, covariance = delong(sample)
        contrast = np.array([1.0, -1.0])
        error = math.sqrt(max(contrast @ covariance @ contrast, 0.0))
        difference = float(contrast @ areas)
        p_value, reach = _normal_test(difference, error, confidence_level)
        return result(
            difference,
            difference - reach,
            difference + reach,
            p_value,
            (float(areas[0]), float(areas[1])),
        )
    first, second = estimates(chosen, sample).tolist()
    replicates = bootstrap_replicates(
        chosen,
        sample,
        n_resamples=check_resamples(n_resamples),
        stratified=stratified,
        random_state=random_state,
    )
    differences = refuse_undefined(replicates[:, 0] - replicates[:, 1], chosen.name)
    return result(
        first - second,
        *percentile_bounds(differences, confidence_level),
        _p_value_of_bootstrap(differences),
        (first, second),
        n_resamples=n_resamples,
        n_undefined=n_resamples - differences.size,
    )


def _normal_test(difference: float, error: float, level: float) -> tuple[float, float]:
    """P-value of a difference and half-width of its interval."""
    if error:
        return 2 * NormalDist().cdf(-abs(difference) / error), normal_quantile(level) * error
    return (math.nan, math.nan) if difference else (1.0, 0.0)


def _p_value_of_bootstrap(differences: FloatArray) -> float:
    not_above, not_below = np.sum(differences <= 0), np.sum(differences >= 0)
    return float(min(1, 2 * (1 + min(not_above, not_below)) / (1 + differences.size)))
