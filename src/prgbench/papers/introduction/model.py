"""The introduction to precision-recall plots, with its example of four points."""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import optimize

from prgbench import metrics
from prgbench.papers.printed_data import INTRODUCTION_POINTS, labels_and_scores
from prgbench.populations import Population, aupr, binormal

Labels = npt.NDArray[np.int64]


class Rankings(NamedTuple):
    """Two rankings of the same instances, labels best first, and their areas."""

    first: Labels
    second: Labels
    areas: npt.NDArray[np.float64]


def curve() -> metrics.PRCurve:
    """Return the PR curve of the page's example: recall 0.5, 0.75, 1 at 4 + 4 instances."""
    return metrics.precision_recall_curve(*labels_and_scores(INTRODUCTION_POINTS))


def equal_auroc_pair(
    auroc: float = 0.61, aupr: tuple[float, float] = (0.62, 0.53), n_per_class: int = 10
) -> Rankings:
    """Return two rankings of equal AUROC whose AUPR are as far apart as the page prints.

    All rankings of `n_per_class` positives among twice as many instances with that AUROC are
    listed; of those the two with the AUPR nearest to the printed ones are returned.

    Examples
    --------
    >>> equal_auroc_pair().areas[:, :2].round(2).tolist()
    [[0.61, 0.62], [0.61, 0.53]]
    """
    n = 2 * n_per_class
    places = np.array(list(combinations(range(n), n_per_class)))
    # A positive at place i (best 0), the k-th of its class, has n/2 - (i - k) negatives below.
    below = (n_per_class - (places - np.arange(n_per_class))).sum(axis=1)
    chosen = places[below == round(auroc * n_per_class**2)]
    labels = np.zeros((len(chosen), n), dtype=np.int64)
    np.put_along_axis(labels, chosen, 1, axis=1)
    # The same truth for all rankings: positives first, each scored by its place.
    truth = np.repeat((1, 0), n_per_class)
    found = metrics.areas(truth, -np.argsort(-labels, axis=1, kind="stable"))
    nearest = [int(np.abs(found[:, 1] - target).argmin()) for target in aupr]
    return Rankings(labels[nearest[0]], labels[nearest[1]], found[nearest])


def binormal_of_area(area: float, prevalence: float = 0.5) -> Population:
    """Return the bi-normal population of unit variances whose AUPR is given.

    Examples
    --------
    >>> round(aupr(binormal_of_area(0.7)), 6)
    0.7
    """

    def gap(mean: float) -> float:
        return aupr(binormal(prevalence, mean)) - area

    return binormal(prevalence, float(optimize.brentq(gap, 0.0, 10.0)))
