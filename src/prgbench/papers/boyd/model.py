"""Boyd et al. (2012): the unachievable region and what follows from it."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import optimize

from prgbench.metrics import (
    min_aupr,
    normalize_aupr,
)
from prgbench.papers.printed_data import (
    RATIOS,
    PrintedScore,
)
from prgbench.populations import aupr, binormal

Floats = npt.NDArray[np.float64]


class PRPoint(NamedTuple):
    """A point of PR space with a name."""

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

    Examples
    --------
    >>> recall, precision = achievable_points(2, 1)
    >>> recall.tolist(), precision.round(3).tolist()
    ([0.5, 0.5, 1.0, 1.0], [1.0, 0.5, 1.0, 0.667])
    """
    tp, fp = np.meshgrid(np.arange(1, n_pos + 1), np.arange(n_neg + 1), indexing="ij")
    return (tp / n_pos).ravel(), (tp / (tp + fp)).ravel()


def lowest_achievable(n_pos: int, n_neg: int) -> tuple[Floats, Floats]:
    """Return for each recall the lowest precision of any confusion matrix, by brute force."""
    recall, precision = achievable_points(n_pos, n_neg)
    levels = np.unique(recall)
    return levels, np.array([precision[recall == level].min() for level in levels])


def modified_f1(precision: npt.ArrayLike, recall: npt.ArrayLike, prevalence: float) -> Floats:
    """Return the modified F1 of section 4.4: 0 up to precision pi, harmonic beyond.

    The harmonic mean of recall and (precision - pi) / (1 - pi).

    Examples
    --------
    >>> modified_f1([0.3, 1.0, 0.75], [0.9, 0.5, 1.0], prevalence=0.5).round(4).tolist()
    [0.0, 0.6667, 0.6667]
    """
    p, r = np.asarray(precision, dtype=np.float64), np.asarray(recall, dtype=np.float64)
    above = np.maximum(p - prevalence, 0.0)
    total = above + (1 - prevalence) * r
    return np.divide(2 * above * r, total, out=np.zeros(total.shape), where=above > 0)


def prevalence_behind(score: PrintedScore) -> float:
    """Return the prevalence at which a printed AUCPR and AUCNPR belong together.

    Examples
    --------
    >>> round(prevalence_behind(PrintedScore("gender", "0.509", "0.325")), 2)
    0.45
    """
    area, normal = float(score.aucpr), float(score.aucnpr)
    minimum = (area - normal) / (1 - normal)
    return float(optimize.brentq(lambda pi: float(min_aupr(pi)) - minimum, 1e-6, 1 - 1e-6))


class Downsampling(NamedTuple):
    """One model at several prevalences: AUPR and AUCNPR of the same score distributions."""

    prevalence: Floats
    aupr: Floats
    aucnpr: Floats


def downsampling(ratios: tuple[int, ...] = RATIOS) -> Downsampling:
    """Return exact AUPR and AUCNPR of one bi-normal model at 1 positive to `ratios` negatives.

    The scores do not change, only how many negatives are kept in the test set.
    """
    prevalence = np.array([1 / (1 + ratio) for ratio in ratios])
    population = binormal(0.5)
    area = np.array([aupr(population.with_prevalence(float(pi))) for pi in prevalence])
    return Downsampling(prevalence, area, normalize_aupr(area, prevalence))
