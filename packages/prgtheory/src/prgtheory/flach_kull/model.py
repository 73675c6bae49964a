"""What the paper and its poster say, on the authors' 25-point example.

Sources are places in P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done
Right. Advances in Neural Information Processing Systems 28, 838-846.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from prgbench import metrics
from prgbench.metrics import prg_convex_hull, roc_convex_hull, theorems
from prgbench.metrics.curves import PRCurve, ROCCurve
from prgbench.metrics.prg_curve import PRGCurve, PRGHull
from prgbench.metrics.roc_hull import ROCHull
from prgtheory.printed_data import ranked_example

Floats = npt.NDArray[np.float64]


class Example(NamedTuple):
    """Curves and hulls of the 25-point example.

    Examples
    --------
    >>> curves = example()
    >>> curves.prevalence, curves.roc_hull.tp.tolist()
    (0.64, [0.0, 3.0, 9.0, 12.0, 13.0, 16.0])
    """

    roc: ROCCurve
    pr: PRCurve
    prg: PRGCurve
    roc_hull: ROCHull
    prg_hull: PRGHull

    @property
    def prevalence(self) -> float:
        """Share of positives, 16/25."""
        return self.roc.prevalence


def example() -> Example:
    """Return the curves and hulls of the 25-point example.

    Examples
    --------
    >>> example().prg_hull.calibrated.round(4).tolist()
    [0.9697, 0.8889, 0.6154, 0.4103]
    """
    sample = ranked_example()
    return Example(
        metrics.roc_curve(*sample),
        metrics.precision_recall_curve(*sample),
        metrics.precision_recall_gain_curve(*sample),
        roc_convex_hull(*sample),
        prg_convex_hull(*sample),
    )


def non_dominated(up: npt.ArrayLike, right: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Return which points no other point beats in both coordinates (higher is better).

    Source: section 1, "Optimality".

    Examples
    --------
    >>> non_dominated([1.0, 0.5, 0.4], [0.2, 0.6, 0.5]).tolist()
    [True, True, False]
    """
    y, x = np.asarray(up, dtype=np.float64), np.asarray(right, dtype=np.float64)
    # A point beats another if it is at least as good in both and better in one.
    at_least = (y[None, :] >= y[:, None]) & (x[None, :] >= x[:, None])
    better = (y[None, :] > y[:, None]) | (x[None, :] > x[:, None])
    return np.asarray(~(at_least & better).any(axis=1))


def baseline_precision_gain(curve: PRGCurve) -> float:
    """Return y0, the precision gain where the curve passes recall gain 0.

    Source: section 3.3.

    Examples
    --------
    >>> round(baseline_precision_gain(example().prg), 6)
    0.652778
    """
    # The curve has a point where it crosses recall gain 0, so the first from there on is y0.
    return float(curve.precision_gain[np.flatnonzero(curve.recall_gain >= 0)[0]])


def baseline_recall_gains(curve: PRGCurve) -> Floats:
    """Return the recall gains where precision gain is 0: the poster calls one of them y0.

    Source: poster, theorem 3.

    Examples
    --------
    >>> baseline_recall_gains(example().prg).round(4).tolist()
    [0.746, 0.7778, 0.8815, 1.0]
    """
    return curve.recall_gain[np.abs(curve.precision_gain) < 1e-12]


def integral_of_inverse_f1(curve: PRGCurve) -> float:
    """Return the expected 1/F1 by integrating over Delta, from counts instead of gains.

    Source: section 3.3, after theorem 3.

    Examples
    --------
    >>> round(integral_of_inverse_f1(example().prg), 9)
    1.291721293
    """
    with np.errstate(divide="ignore"):
        # 1/F1 = 1 + (FP + FN) / (2 TP), infinite at the origin, which the average leaves out.
        inverse = 1.0 + (curve.fp + curve.n_pos - curve.tp) / (2.0 * curve.tp)
    return _mean_over_delta(curve, inverse)


def _mean_over_delta(curve: PRGCurve, values: Floats) -> float:
    # Trapezoids are exact: gains and Delta are linear along each segment.
    kept = curve.recall_gain >= 0
    pi = curve.prevalence
    delta = curve.recall_gain[kept] / pi - curve.precision_gain[kept] / (1 - pi)
    return float(np.trapezoid(values[kept], delta) / (delta[-1] - delta[0]))


def integral_of_accuracy(curve: ROCCurve) -> float:
    """Return the expected accuracy by integrating over the predicted positive rate.

    Source: section 1, "Area".

    Examples
    --------
    >>> round(integral_of_accuracy(example().roc), 6)
    0.612
    """
    pi = curve.prevalence
    # Accuracy is linear in the predicted positive rate along each segment: trapezoids are exact.
    rate = pi * curve.tpr + (1 - pi) * curve.fpr
    accuracy = pi * curve.tpr + (1 - pi) * (1 - curve.fpr)
    return float(np.trapezoid(accuracy, rate))


def skew_sensitive_accuracy(
    tpr: npt.ArrayLike, fpr: npt.ArrayLike, prevalence: float, c: float
) -> Floats:
    """Return acc_c = 2 c pi tpr + 2 (1 - c)(1 - pi)(1 - fpr) as the paper prints it.

    It weighs the positives by c; `ROCHull.c_intervals` weighs the false positives by c. Source:
    section 1, "Calibration".

    Examples
    --------
    >>> float(skew_sensitive_accuracy(0.75, 0.25, prevalence=0.5, c=0.5))
    0.75
    """
    positive = c * prevalence * np.asarray(tpr, dtype=np.float64)
    negative = (1 - c) * (1 - prevalence) * (1 - np.asarray(fpr, dtype=np.float64))
    return np.asarray(2 * positive + 2 * negative)


def expected_fbeta_gain(
    auprg: float, prevalence: float, precision_gain_at_baseline: float, beta: float = 1.0
) -> float:
    """Return the F-beta gain expected where Delta is uniform: theorem 3 for any beta.

    The integral of (precG + beta^2 recG)/(1 + beta^2) over Delta = recG/pi - precG/(1 - pi), by
    parts. The paper names such a result and proves it in a supplement that is not here. Raises
    ZeroDivisionError if Delta has no range, 1 - pi (1 - y0) = 0. Source: section 3.3, before
    theorem 3.

    Parameters
    ----------
    auprg : float
        Area under the PRG curve.
    prevalence : float
        Proportion of positives pi, 0 < pi < 1.
    precision_gain_at_baseline : float
        y0, the precision gain where recall gain is 0.
    beta : float, default=1
        Weight of recall, >= 0.

    Examples
    --------
    >>> round(expected_fbeta_gain(1.0, 0.25, 1.0), 12)
    0.75
    """
    pi, y0, weight = prevalence, precision_gain_at_baseline, beta**2
    # The integrals of both gains over Delta, times pi (1 - pi). The curve ends at precision gain
    # 0, so that y0^2 / 2 and 1 / 2 are all that remains of the boundary terms.
    of_precision = auprg * (1 - pi) + pi * y0**2 / 2
    of_recall = (1 - pi) / 2 + auprg * pi
    return (of_precision + weight * of_recall) / ((1 + weight) * (1 - pi * (1 - y0)))


def integral_of_fbeta_gain(curve: PRGCurve, beta: float = 1.0) -> float:
    """Return the expected F-beta gain by integrating over Delta, without theorem 3.

    Source: theorem 3, and before it for other beta.

    Examples
    --------
    >>> round(integral_of_fbeta_gain(example().prg), 9)
    0.481384368
    """
    gain = theorems.fbeta_gain(curve.precision_gain, curve.recall_gain, beta)
    return _mean_over_delta(curve, gain)


def beta2_of_score(calibrated: float) -> float:
    """Return the beta^2 at which two classifiers with the F-calibrated score d are equal.

    Of two classifiers of precision 1 and recall 1 whose reciprocals make equation 7 equal to d, by
    theorem 4. Source: equations 6 and 7.

    Examples
    --------
    >>> round(beta2_of_score(0.25), 12)
    3.0
    """
    recall, precision = 1 / (1 + calibrated), 1 / (2 - calibrated)
    return theorems.indifferent_beta2(1.0, recall, precision, 1.0)
