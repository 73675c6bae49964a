"""The poster's six properties of ROC, PR and PRG space, each computed on the example."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from prgbench import metrics
from prgbench.metrics import gains, min_aupr, theorems
from prgbench.papers.flach_kull.model import (
    Example,
    baseline_precision_gain,
    example,
    integral_of_accuracy,
    integral_of_fg1,
)
from prgbench.papers.printed_data import ranked_example

Floats = npt.NDArray[np.float64]
Space = tuple[Floats, Floats]

# Two rankings of 3 positives among 6, best first: AUPR prefers the first, E[FG1] the second.
PREFERRED_BY_AUPR = (1, 0, 1, 0, 0, 1)
PREFERRED_BY_FG1 = (1, 0, 0, 1, 1, 0)


@dataclass(frozen=True)
class Property:
    """One property, with what was computed in each of the three spaces.

    Attributes
    ----------
    name, computed : str
        The property and the quantity that decides it.
    values : (str, str, str)
        That quantity in ROC, PR and PRG space.
    holds : (bool, bool, bool)
        Whether the property holds in ROC, PR and PRG space.
    """

    name: str
    computed: str
    values: tuple[str, str, str]
    holds: tuple[bool, bool, bool]


def six_properties() -> list[Property]:
    """Return the poster's six properties computed on the 25-point example.

    Examples
    --------
    >>> [p.holds for p in six_properties()] == [(True, False, True)] * 6
    True
    """
    found = example()
    return [
        _baseline(),
        _interpolation(found),
        _isometrics(found.prevalence),
        _front(found),
        _area(found),
        _calibration(found),
    ]


def _coordinates(tp: npt.ArrayLike, fp: npt.ArrayLike, found: Example) -> dict[str, Space]:
    """Return (abscissa, ordinate) of contingency tables in each of the three spaces."""
    t, f = np.asarray(tp, dtype=np.float64), np.asarray(fp, dtype=np.float64)
    pos, neg = found.roc.n_pos, found.roc.n_neg
    return {
        "roc": (f / neg, t / pos),
        "pr": (t / pos, t / (t + f)),
        "prg": (gains.recall_gain(t, pos, neg), gains.precision_gain(t, f, pos, neg)),
    }


def _bend(space: Space) -> float:
    """Return the largest vertical distance of points from the chord of the first and last."""
    x, y = space
    chord = y[0] + (y[-1] - y[0]) * (x - x[0]) / (x[-1] - x[0])
    return float(np.abs(y - chord).max())


def _baseline() -> Property:
    points = []
    for pi in (0.2, 0.64):
        recall_gain = gains.recall_gain(pi, pi, 1 - pi)
        precision_gain = gains.precision_gain(pi, 1 - pi, pi, 1 - pi)
        points.append(f"({recall_gain:g}, {precision_gain:g})")
    return Property(
        "baselines universal",
        "the baseline at prevalence 0.2 and 0.64: random line in ROC, precision and recall gain "
        "of always-positive in PR and PRG",
        (
            "tpr = fpr; tpr = fpr",
            "precision 0.2; precision 0.64",
            f"(recG, precG) = {points[0]}; {points[1]}",
        ),
        (True, False, points[0] == points[1]),
    )


def _interpolation(found: Example) -> Property:
    share = np.linspace(0, 1, 101)
    tp = found.roc.tp[3] + share * (found.roc.tp[-6] - found.roc.tp[3])
    fp = found.roc.fp[3] + share * (found.roc.fp[-6] - found.roc.fp[3])
    bends = [_bend(space) for space in _coordinates(tp, fp, found).values()]
    return _by_zero(
        "interpolation linear",
        "largest distance from the chord when two thresholds' contingency tables are mixed",
        bends,
    )


def _isometrics(pi: float) -> Property:
    grid = np.linspace(0.3, 0.9, 101)
    accuracy = 0.7
    tpr = (accuracy - (1 - pi) * (1 - grid)) / pi
    f1 = 0.75
    recall = np.linspace(0.65, 1, 101)
    precision = f1 * recall / (2 * recall - f1)
    bends = [
        _bend((grid, tpr)),
        _bend((recall, precision)),
        _bend((gains.gain(recall, pi), gains.gain(precision, pi))),
    ]
    return _by_zero(
        "isometrics linear",
        "largest distance from a chord along accuracy 0.7 (ROC) and F1 0.75 (PR, PRG)",
        bends,
    )


def _front(found: Example) -> Property:
    """Mix neighbouring hull vertices: in PR the mixture falls below the convex front."""
    gaps = np.zeros(3)
    hull = found.prg_hull
    for i in range(hull.tp.size - 1):
        share = np.linspace(0, 1, 101)
        tp = hull.tp[i] + share * (hull.tp[i + 1] - hull.tp[i])
        fp = hull.fp[i] + share * (hull.fp[i + 1] - hull.fp[i])
        spaces = _coordinates(tp, fp, found).values()
        gaps = np.maximum(gaps, [_bend(space) for space in spaces])
    return _by_zero(
        "Pareto front convex",
        "largest distance between the convex hull of the optimal points and what mixing two of "
        "them reaches",
        gaps.tolist(),
    )


def _by_zero(name: str, computed: str, distances: list[float]) -> Property:
    """Return a property that holds where a distance is 0."""
    texts = [f"{d:.4f}" if d > 1e-9 else "0" for d in distances]
    straight = [d <= 1e-9 for d in distances]
    return Property(
        name,
        computed,
        (texts[0], texts[1], texts[2]),
        (straight[0], straight[1], straight[2]),
    )


def _area(found: Example) -> Property:
    auroc, _, auprg = metrics.areas(*ranked_example())[0].tolist()
    pi = found.prevalence
    accuracy = float(theorems.expected_accuracy(auroc, pi))
    fg1 = float(theorems.expected_fg1(auprg, pi, baseline_precision_gain(found.prg)))
    aupr_1, fg1_1 = _aupr_and_fg1(PREFERRED_BY_AUPR)
    aupr_2, fg1_2 = _aupr_and_fg1(PREFERRED_BY_FG1)
    return Property(
        "area is an expected score",
        "theorem 0 (ROC) and theorem 3 (PRG) beside the integral on the example; for PR, AUPR and "
        "E[FG1] of the rankings 101001 and 100110, and the unachievable area",
        (
            f"E[acc] {accuracy:.6f} = {integral_of_accuracy(found.roc):.6f}",
            f"AUPR {aupr_1:.3f} > {aupr_2:.3f} but E[FG1] {fg1_1:.3f} < {fg1_2:.3f}; "
            f"unachievable {float(min_aupr(pi)):.3f}",
            f"E[FG1] {fg1:.6f} = {integral_of_fg1(found.prg):.6f}",
        ),
        (
            abs(accuracy - integral_of_accuracy(found.roc)) < 1e-12,
            not (aupr_1 > aupr_2 and fg1_1 < fg1_2),
            abs(fg1 - integral_of_fg1(found.prg)) < 1e-12,
        ),
    )


def _aupr_and_fg1(ranking: tuple[int, ...]) -> tuple[float, float]:
    scores = np.arange(len(ranking), 0, -1)
    curve = metrics.precision_recall_gain_curve(ranking, scores)
    return metrics.aupr_score(ranking, scores), integral_of_fg1(curve)


def _calibration(found: Example) -> Property:
    hull = found.prg_hull
    spaces = _coordinates(hull.tp, hull.fp, found)
    recall, precision = spaces["pr"]
    beta2 = -np.diff(1 / precision) / np.diff(1 / recall)
    slopes = {name: np.diff(y) / np.diff(x) for name, (x, y) in spaces.items()}
    roc, pi = found.roc_hull, found.prevalence
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.diff(roc.tpr) / np.diff(roc.fpr)
        by_slope = np.where(np.isinf(ratio), 1.0, pi * ratio / (pi * ratio + 1 - pi))
    gaps = [
        float(np.abs(by_slope - roc.calibrated).max()),
        float(np.abs(-slopes["pr"] - beta2).max()),
        float(np.abs(-slopes["prg"] - beta2).max()),
    ]
    return _by_zero(
        "calibrated scores by slope",
        "largest difference between the score (ROC) or beta^2 of theorem 4 (PR, PRG) and the one "
        "read off the slope of the hull",
        gaps,
    )
