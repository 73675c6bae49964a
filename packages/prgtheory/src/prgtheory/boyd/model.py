"""The unachievable region and what follows from it.

Sources are places in K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
precision-recall space and its effect on empirical evaluation. Proceedings of the 29th
International Conference on Machine Learning.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import optimize

from prgbench.metrics import precision_recall_curve
from prgbench.metrics.theory import gain, min_aupr, normalize_aupr
from prgtheory.populations import aupr, binormal
from prgtheory.printed_data import (
    RATIOS,
    Points,
    PrintedScore,
    labels_and_scores,
)

Floats = npt.NDArray[np.float64]


class PRPoint(NamedTuple):
    """A point of PR space with a name.

    Examples
    --------
    >>> PRPoint("A", 0.95, 0.3).recall
    0.95
    """

    name: str
    recall: float
    precision: float


# Points of F1 = 0.45 as Figure 4 describes them; the figure prints no coordinates. At prevalence
# 0.33 A lies below the minimum PR curve, B hardly above random guessing, C at good precision.
FIGURE_4_POINTS = tuple(
    PRPoint(name, recall, 0.45 * recall / (2 * recall - 0.45))
    for name, recall in (("A", 0.95), ("B", 0.68), ("C", 0.32))
)
FIGURE_4_PREVALENCE = 0.33


def achievable_points(n_pos: int, n_neg: int) -> tuple[Floats, Floats]:
    """Return recall and precision of every confusion matrix with a true positive.

    Source: definition 1.

    Examples
    --------
    >>> recall, precision = achievable_points(2, 1)
    >>> recall.tolist(), precision.round(3).tolist()
    ([0.5, 0.5, 1.0, 1.0], [1.0, 0.5, 1.0, 0.667])
    """
    tp, fp = np.meshgrid(np.arange(1, n_pos + 1), np.arange(n_neg + 1), indexing="ij")
    return (tp / n_pos).ravel(), (tp / (tp + fp)).ravel()


def lowest_achievable(n_pos: int, n_neg: int) -> tuple[Floats, Floats]:
    """Return for each recall the lowest precision of any confusion matrix, by brute force.

    Source: theorem 1.

    Examples
    --------
    >>> [values.round(3).tolist() for values in lowest_achievable(2, 1)]
    [[0.5, 1.0], [0.5, 0.667]]
    """
    recall, precision = achievable_points(n_pos, n_neg)
    levels = np.unique(recall)
    return levels, np.array([precision[recall == level].min() for level in levels])


def modified_fbeta(
    precision: npt.ArrayLike, recall: npt.ArrayLike, prevalence: float, beta: float = 1.0
) -> Floats:
    """Return the modified F-beta of section 4.4: 0 up to precision pi, harmonic beyond.

    The harmonic mean of recall, weighted by beta^2, and (precision - pi) / (1 - pi). The paper
    prints it for beta = 1 and says that others are straightforward. Source: section 4.4.

    Examples
    --------
    >>> modified_fbeta([0.3, 1.0, 0.75], [0.9, 0.5, 1.0], prevalence=0.5).round(4).tolist()
    [0.0, 0.6667, 0.6667]
    """
    p, r = np.asarray(precision, dtype=np.float64), np.asarray(recall, dtype=np.float64)
    # F-beta with (precision - pi) / (1 - pi) in place of precision, multiplied by 1 - pi.
    above, weight = np.maximum(p - prevalence, 0.0), beta**2
    total = weight * above + (1 - prevalence) * r
    return np.divide(
        (1 + weight) * above * r, total, out=np.zeros(total.shape), where=(above > 0) & (total > 0)
    )


def point_of_cells(tp: int, fp: int, fn: int, tn: int) -> PRPoint:
    """Return the PR point of a confusion matrix, by the library's curve of a sample that has it.

    Examples
    --------
    >>> point_of_cells(20, 80, 80, 120)
    PRPoint(name='20, 80, 80, 120', recall=0.2, precision=0.2)
    """
    points = Points((0, tp, tp + fn), (0, fp, fp + tn))
    curve = precision_recall_curve(*labels_and_scores(points))
    name = f"{tp}, {fp}, {fn}, {tn}"
    return PRPoint(name, float(curve.recall[1]), float(curve.precision[1]))


def true_negatives(precision: float, recall: float, n_pos: int, n_neg: int) -> float:
    """Return the true negatives that a PR point needs; below 0 it is unachievable.

    Definition 1 of Flach & Kull (2015) solved for FP = (1 - precG) TP N/P.

    Examples
    --------
    >>> round(true_negatives(0.2, 0.6, 100, 200), 9)
    -40.0
    """
    precision_gain = float(gain(precision, n_pos / (n_pos + n_neg)))
    return n_neg - (1 - precision_gain) * recall * n_neg


def prevalence_of_minimum(area: float) -> float:
    """Return the prevalence whose minimum AUPR is given.

    Examples
    --------
    >>> round(prevalence_of_minimum(float(min_aupr(0.3))), 9)
    0.3
    """
    return float(optimize.brentq(lambda pi: float(min_aupr(pi)) - area, 1e-6, 1 - 1e-6))


def prevalence_behind(score: PrintedScore) -> float:
    """Return the prevalence at which a printed AUCPR and AUCNPR belong together.

    Examples
    --------
    >>> round(prevalence_behind(PrintedScore("gender", "0.509", "0.325")), 2)
    0.45
    """
    area, normal = float(score.aucpr), float(score.aucnpr)
    # AUCNPR = (AUPR - min) / (1 - min) solved for the minimum.
    return prevalence_of_minimum((area - normal) / (1 - normal))


class Downsampling(NamedTuple):
    """One model at several prevalences: AUPR and AUCNPR of the same score distributions.

    Examples
    --------
    >>> areas = downsampling((1, 10))
    >>> areas.prevalence.round(4).tolist(), areas.aucnpr.round(4).tolist()
    ([0.5, 0.0909], [0.7638, 0.3892])
    """

    prevalence: Floats
    aupr: Floats
    aucnpr: Floats


def downsampling(ratios: tuple[int, ...] = RATIOS) -> Downsampling:
    """Return exact AUPR and AUCNPR of one bi-normal model at 1 to `ratios` negatives.

    The scores do not change, only how many negatives are kept in the test set.

    Source: section 4.3.

    Examples
    --------
    >>> downsampling((1, 10)).aupr.round(4).tolist()
    [0.8363, 0.4178]
    """
    prevalence = np.array([1 / (1 + ratio) for ratio in ratios])
    # Down-sampling negatives changes the prevalence, not the score distributions.
    population = binormal(0.5)
    area = np.array([aupr(population.with_prevalence(float(pi))) for pi in prevalence])
    return Downsampling(prevalence, area, normalize_aupr(area, prevalence))


def table_downsampling() -> list[dict[str, object]]:
    """Return a line for each number of negatives.

    Examples
    --------
    >>> [line["negatives for each positive"] for line in table_downsampling()][:3]
    [1, 2, 3]
    """
    areas = downsampling()
    return [
        {"negatives for each positive": round(1 / pi - 1), "AUPR": area, "AUCNPR": normal}
        for pi, area, normal in zip(*(values.tolist() for values in areas), strict=True)
    ]
