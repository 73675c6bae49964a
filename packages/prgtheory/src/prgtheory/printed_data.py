"""Data that the sources print: rankings, points and tables, typed in once."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from prgtheory.printed_beside_found import Source

FLACH_KULL = Source("Flach & Kull (2015)")
POSTER = Source("Flach & Kull, poster (2015)")
INTRODUCTION = Source("Introduction to the PR plot")
BOYD = Source("Boyd et al. (2012)")
HUGHES_OLIVER = Source("Hughes-Oliver")

# The 25-point example of the authors' code; the data of their figures is not printed.
RANKED_LABELS = (1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1)


def ranked_example() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return labels and scores (25 to 1) of the authors' example.

    Examples
    --------
    >>> labels, scores = ranked_example()
    >>> int(labels.sum()), int(scores[0])
    (16, 25)
    """
    labels = np.array(RANKED_LABELS)
    return labels, np.arange(labels.size, 0, -1)


class Points(NamedTuple):
    """Cumulative true and false positives of a few thresholds, the highest first.

    Examples
    --------
    >>> Points((0, 1), (0, 2)).fp
    (0, 2)
    """

    tp: tuple[int, ...]
    fp: tuple[int, ...]


# Introduction to the PR plot, second table: recall 0, .5, .75, 1 with 4 positives, 4 negatives.
INTRODUCTION_POINTS = Points((0, 2, 3, 4), (0, 1, 2, 4))


def labels_and_scores(points: Points) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return a sample whose thresholds give the points, instances between two points tied.

    Examples
    --------
    >>> labels, scores = labels_and_scores(INTRODUCTION_POINTS)
    >>> labels.tolist(), scores.tolist()
    ([1, 1, 0, 1, 0, 1, 0, 0], [3, 3, 3, 2, 2, 1, 1, 1])
    """
    d_tp, d_fp = np.diff(points.tp), np.diff(points.fp)
    labels = [np.repeat((1, 0), (t, f)) for t, f in zip(d_tp, d_fp, strict=True)]
    scores = np.repeat(np.arange(d_tp.size, 0, -1), d_tp + d_fp)
    return np.concatenate(labels), scores


class PrintedScore(NamedTuple):
    """One line of Boyd's tables 2 and 3.

    Examples
    --------
    >>> PREDICATES[2].aucnpr
    '0.325'
    """

    name: str
    aucpr: str
    aucnpr: str


# Boyd et al., table 2 (IMDB predicates, LSM algorithm).
PREDICATES = (
    PrintedScore("actor", "1.000", "1.000"),
    PrintedScore("director", "1.000", "1.000"),
    PrintedScore("gender", "0.509", "0.325"),
    PrintedScore("genre", "0.624", "0.611"),
    PrintedScore("movie", "0.267", "0.141"),
    PrintedScore("workedUnder", "1.000", "1.000"),
)
PREDICATE_MEAN = PrintedScore("MEAN", "0.733", "0.680")

# Boyd et al., table 3 (SAYU on advisedBy), by the negatives for each positive in the train set:
# AUCPR and AUCNPR of a test set with as many, and of one with the original skew.
_TABLE_3 = {
    1: ("0.851", "0.785", "0.330", "0.316"),
    2: ("0.740", "0.680", "0.329", "0.315"),
    3: ("0.678", "0.627", "0.343", "0.329"),
    4: ("0.701", "0.665", "0.314", "0.299"),
    5: ("0.599", "0.560", "0.334", "0.320"),
    10: ("0.383", "0.352", "0.258", "0.242"),
    24: ("0.363", "0.349", "0.363", "0.349"),
}
RATIOS = tuple(_TABLE_3)
DOWNSAMPLED = tuple(PrintedScore(f"1:{ratio}", *of[:2]) for ratio, of in _TABLE_3.items())
ORIGINAL_SKEW = tuple(PrintedScore(f"1:{ratio}", *of[2:]) for ratio, of in _TABLE_3.items())
ORIGINAL_PREVALENCE = 0.04
