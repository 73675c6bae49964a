"""The introduction to precision-recall plots, with its example of four points."""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import optimize

from prgbench import metrics
from prgbench.metrics.curves import PRCurve
from prgbench.metrics.engine.counts import threshold_counts
from prgtheory.populations import Population, aupr, binormal
from prgtheory.printed_data import INTRODUCTION_POINTS, labels_and_scores

Labels = npt.NDArray[np.int64]


class Rankings(NamedTuple):
    """Two rankings of the same instances, labels best first, and their areas.

    Examples
    --------
    >>> pair = equal_auroc_pair(0.75, (0.9, 0.5), n_per_class=2)
    >>> pair.first.tolist(), pair.areas.shape
    ([1, 0, 1, 0], (2, 3))
    """

    first: Labels
    second: Labels
    areas: npt.NDArray[np.float64]


def curve() -> PRCurve:
    """Return the PR curve of the page's example: recall 0.5, 0.75, 1 at 4 + 4 instances.

    Examples
    --------
    >>> curve().recall.tolist()
    [0.0, 0.5, 0.75, 1.0]
    """
    return metrics.precision_recall_curve(*labels_and_scores(INTRODUCTION_POINTS))


def equal_auroc_pair(
    auroc: float = 0.61, aupr: tuple[float, float] = (0.62, 0.53), n_per_class: int = 10
) -> Rankings:
    """Return two rankings of equal AUROC whose AUPR are as far apart as the page prints.

    All rankings of `n_per_class` positives among twice as many instances with that AUROC are
    listed; of those the two with the AUPR nearest to the printed ones are returned.

    Parameters
    ----------
    auroc : float, default=0.61
        Its multiple of 1/n_per_class^2 is taken.
    aupr : (float, float), default=(0.62, 0.53)
        The two areas that the page prints.
    n_per_class : int, default=10
        Positives, and negatives; all rankings are listed.

    Examples
    --------
    >>> equal_auroc_pair().areas[:, :2].round(2).tolist()
    [[0.61, 0.62], [0.61, 0.53]]
    """
    n = 2 * n_per_class
    positions = np.array(list(combinations(range(n), n_per_class)))
    # A positive at place i (best 0), the k-th of its class, has n/2 - (i - k) negatives below.
    below = (n_per_class - (positions - np.arange(n_per_class))).sum(axis=1)
    # Negatives ranked below a positive, summed, are AUROC times the number of pairs.
    chosen = positions[below == round(auroc * n_per_class**2)]
    labels = np.zeros((len(chosen), n), dtype=np.int64)
    np.put_along_axis(labels, chosen, 1, axis=1)
    # The same truth for all rankings: positives first, each scored by its place.
    truth = np.repeat((1, 0), n_per_class)
    areas = metrics.areas(truth, -np.argsort(-labels, axis=1, kind="stable"))
    nearest = [int(np.abs(areas[:, 1] - target).argmin()) for target in aupr]
    return Rankings(labels[nearest[0]], labels[nearest[1]], areas[nearest])


def error_of_straight_lines(
    n_pos: int, n_neg: int, *, decimals: int | None = None, samples: int = 50, seed: int = 0
) -> float:
    """Return by how much straight lines between points miss the AUPR of bi-normal samples.

    Scores rounded to some decimals are tied.

    Examples
    --------
    >>> error_of_straight_lines(10, 10) > error_of_straight_lines(100, 100)
    True
    """
    rng, labels = np.random.default_rng(seed), np.repeat((1, 0), (n_pos, n_neg))
    errors = []
    for _ in range(samples):
        scores = rng.normal(labels, 1.0)
        scores = scores if decimals is None else scores.round(decimals)
        straight = metrics.evaluate(labels, scores, "trapezoid_aupr")
        errors.append(abs(straight - metrics.aupr_score(labels, scores)))
    return float(np.mean(errors))


def binormal_of_area(area: float, prevalence: float = 0.5) -> Population:
    """Return the bi-normal population of unit variances whose AUPR is given.

    Raises ValueError if no difference of means from 0 to 10 has that area.

    Examples
    --------
    >>> round(aupr(binormal_of_area(0.7)), 6)
    0.7
    """

    def gap(mean: float) -> float:
        return aupr(binormal(prevalence, mean)) - area

    return binormal(prevalence, float(optimize.brentq(gap, 0.0, 10.0)))


def false_positives(recall: npt.ArrayLike, precision: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return the false positives behind (recall, precision), for each positive of the data.

    No ranking has points where they fall as recall rises.

    Examples
    --------
    >>> false_positives([0.25, 0.625], [0.25, 0.625]).round(4).tolist()
    [0.75, 0.375]
    """
    r, p = np.asarray(recall, dtype=np.float64), np.asarray(precision, dtype=np.float64)
    return np.asarray(r * (1 / p - 1))


class Zigzag(NamedTuple):
    """How two curves of one sample run over a range of recall.

    Attributes
    ----------
    rises : int
        Steps up of the first model's precision as recall grows.
    crossings_pr, crossings_roc : int
        How often the two models change places in precision, and in false positive rate.

    Examples
    --------
    >>> zigzag(0.01, 0.1)
    Zigzag(rises=64, crossings_pr=2, crossings_roc=2)
    """

    rises: int
    crossings_pr: int
    crossings_roc: int


def zigzag(low: float, high: float, *, seed: int = 0, n_per_class: int = 1000) -> Zigzag:
    """Return how the curves of two models of one bi-normal sample run over a range of recall.

    Precision and false positive rate are compared at the recalls k/P of single positives.

    Examples
    --------
    >>> zigzag(0.01, 0.1).rises > zigzag(0.91, 1.0).rises
    True
    """
    rng = np.random.default_rng(seed)
    labels = np.repeat((1, 0), n_per_class)
    recall = np.arange(1, n_per_class + 1) / n_per_class
    kept = (recall >= low) & (recall <= high)
    rates, precisions = [], []
    for _ in range(2):
        counts = threshold_counts(labels, rng.normal(labels, 1.0))
        # TP = k is first reached at the k-th positive: one place for each recall k/P.
        first = np.searchsorted(counts.tp, np.arange(1, n_per_class + 1))
        tp, fp = counts.tp[first][kept], counts.fp[first][kept]
        rates.append(fp)
        precisions.append(tp / (tp + fp))
    return Zigzag(
        int((np.diff(precisions[0]) > 0).sum()),
        _sign_changes(precisions[0] - precisions[1]),
        _sign_changes(rates[1] - rates[0]),
    )


def _sign_changes(gap: npt.NDArray[np.float64]) -> int:
    signs = np.sign(gap[gap != 0])
    return int((np.diff(signs) != 0).sum())
