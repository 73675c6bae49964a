"""The poster's six properties of ROC, PR and PRG space, each computed on the example."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.spatial import ConvexHull

from prgbench import metrics
from prgbench.metrics import gains, theorems
from prgbench.metrics.theory import min_aupr
from prgtheory.flach_kull.model import (
    Example,
    baseline_precision_gain,
    example,
    integral_of_accuracy,
    integral_of_fbeta_gain,
    non_dominated,
)
from prgtheory.printed_data import ranked_example

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
    values : tuple of str
        That quantity in ROC, PR and PRG space.
    holds : tuple of bool
        Whether the property holds in ROC, PR and PRG space.

    Examples
    --------
    >>> isometrics = six_properties()[2]
    >>> isometrics.name, isometrics.values, isometrics.holds
    ('isometrics linear', ('0', '0.0580', '0'), (True, False, True))
    """

    name: str
    computed: str
    values: tuple[str, ...]
    holds: tuple[bool, ...]


def six_properties() -> list[Property]:
    """Return the poster's six properties computed on the 25-point example.

    Examples
    --------
    >>> [p.holds for p in six_properties()] == [(True, False, True)] * 6
    True
    """
    curves = example()
    return [
        _baseline(),
        _interpolation(curves),
        _isometrics(curves.prevalence),
        _front(curves),
        _area(curves),
        _calibration(curves),
    ]


def _coordinates(tp: npt.ArrayLike, fp: npt.ArrayLike, curves: Example) -> dict[str, Space]:
    """Return (abscissa, ordinate) of contingency tables of the example in each space."""
    return _places(tp, fp, curves.roc.n_pos, curves.roc.n_neg)


def _places(tp: npt.ArrayLike, fp: npt.ArrayLike, pos: float, neg: float) -> dict[str, Space]:
    t, f = np.asarray(tp, dtype=np.float64), np.asarray(fp, dtype=np.float64)
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
    """Compare the always-positive classifier of two class sizes, 1 to 4 and 16 to 9."""
    ends = [_places(np.array([pos]), np.array([neg]), pos, neg) for pos, neg in ((1, 4), (16, 9))]
    pairs = [[[float(axis[0]) for axis in end[name]] for end in ends] for name in ends[0]]
    return Property(
        "baselines universal",
        "the place of the always-positive classifier at prevalence 0.2 and 0.64",
        tuple("; ".join(f"({x:g}, {y:g})" for x, y in pair) for pair in pairs),
        tuple(pair[0] == pair[1] for pair in pairs),
    )


def _interpolation(curves: Example) -> Property:
    # Mixtures of two thresholds' tables are straight lines in counts.
    share = np.linspace(0, 1, 101)
    tp = curves.roc.tp[3] + share * (curves.roc.tp[-6] - curves.roc.tp[3])
    fp = curves.roc.fp[3] + share * (curves.roc.fp[-6] - curves.roc.fp[3])
    bends = [_bend(space) for space in _coordinates(tp, fp, curves).values()]
    return _by_zero(
        "interpolation linear",
        "largest distance from the chord when two thresholds' contingency tables are mixed",
        bends,
    )


def _isometrics(pi: float) -> Property:
    grid = np.linspace(0.3, 0.9, 101)
    accuracy = 0.7
    # Accuracy = pi tpr + (1 - pi)(1 - fpr), solved for tpr.
    tpr = (accuracy - (1 - pi) * (1 - grid)) / pi
    f1 = 0.75
    recall = np.linspace(0.65, 1, 101)
    # Equation 2 solved for precision.
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


def pareto_gaps(curves: Example) -> list[float]:
    """Return how far the hull of the non-dominated points is out of reach in each space.

    Returns
    -------
    list of three floats
        In ROC, PR and PRG space: the largest distance between the convex hull of the
        non-dominated points and the best that mixing thresholds reaches.

    Examples
    --------
    >>> [round(abs(gap), 3) for gap in pareto_gaps(example())]
    [0.0, 0.031, 0.0]
    """
    thresholds = _coordinates(curves.roc.tp[1:], curves.roc.fp[1:], curves)
    mixtures = _coordinates(*_along(curves.roc_hull.tp, curves.roc_hull.fp), curves)
    gaps = []
    for name, (x, y) in thresholds.items():
        # ROC space has its good corner on the left, the other two on the right.
        sign = -1 if name == "roc" else 1
        best_x, best_y = mixtures[name]
        front, best = non_dominated(y, sign * x), non_dominated(best_y, sign * best_x)
        gaps.append(_largest_gap(x[front], y[front], best_x[best], best_y[best]))
    return gaps


def _front(curves: Example) -> Property:
    return _by_zero(
        "Pareto front convex",
        "largest distance between the convex hull of the non-dominated points and the best that "
        "mixing thresholds reaches",
        pareto_gaps(curves),
    )


def _along(tp: Floats, fp: Floats) -> Space:
    """Return tables along the edges of a hull, from its first positive on."""
    position = np.linspace(0, tp.size - 1, 200 * (tp.size - 1) + 1)
    steps = np.arange(tp.size)
    mixed_tp, mixed_fp = np.interp(position, steps, tp), np.interp(position, steps, fp)
    # Precision and gains need a true positive.
    return mixed_tp[mixed_tp > 0], mixed_fp[mixed_tp > 0]


def _largest_gap(x: Floats, y: Floats, reached_x: Floats, reached_y: Floats) -> float:
    """Return how far the upper hull of (x, y) rises above the points reached between its ends."""
    # Facets with an upward normal; the hull's height is the lowest of their lines.
    a, b, c = ConvexHull(np.column_stack((x, y))).equations.T
    upper = b > 0
    inside = (reached_x >= x.min()) & (reached_x <= x.max())
    lines = -(np.outer(reached_x[inside], a[upper]) + c[upper]) / b[upper]
    return float((lines.min(axis=1) - reached_y[inside]).max())


def _by_zero(name: str, computed: str, distances: list[float]) -> Property:
    """Return a property that holds where a distance is 0."""
    # 1e-9: the distances are sums of rounding errors where the property holds.
    return Property(
        name,
        computed,
        tuple(f"{d:.4f}" if d > 1e-9 else "0" for d in distances),
        tuple(d <= 1e-9 for d in distances),
    )


def _area(curves: Example) -> Property:
    auroc, _, auprg = metrics.areas(*ranked_example())[0].tolist()
    pi = curves.prevalence
    accuracy = float(theorems.expected_accuracy(auroc, pi))
    fg1 = float(theorems.expected_fg1(auprg, pi, baseline_precision_gain(curves.prg)))
    by_integral = integral_of_fbeta_gain(curves.prg)
    first, second = _scores(PREFERRED_BY_AUPR), _scores(PREFERRED_BY_FG1)
    wrong = first.fg1 < second.fg1
    return Property(
        "area is an expected score",
        "theorem 0 (ROC) and theorem 3 (PRG) beside the integral on the example; areas and E[FG1] "
        "of the rankings 101001 and 100110, whose y0 differ: AUPRG alone orders them as wrongly "
        "as AUPR; and the unachievable area",
        (
            f"E[acc] {accuracy:.6f} = {integral_of_accuracy(curves.roc):.6f}",
            f"AUPR {first.aupr:.3f} > {second.aupr:.3f} but E[FG1] {first.fg1:.3f} < "
            f"{second.fg1:.3f}; unachievable {float(min_aupr(pi)):.3f}",
            f"E[FG1] {fg1:.6f} = {by_integral:.6f}; AUPRG {first.auprg:.3f} > "
            f"{second.auprg:.3f}, y0 {first.y0:.3f} and {second.y0:.3f}",
        ),
        (
            abs(accuracy - integral_of_accuracy(curves.roc)) < 1e-12,
            not (first.aupr > second.aupr and wrong),
            abs(fg1 - by_integral) < 1e-12
            and all(
                abs(ranking.fg1 - ranking.by_theorem_3) < 1e-12 for ranking in (first, second)
            ),
        ),
    )


class _Scores(NamedTuple):
    aupr: float
    auprg: float
    y0: float
    fg1: float
    by_theorem_3: float


def _scores(ranking: tuple[int, ...]) -> _Scores:
    scores = np.arange(len(ranking), 0, -1)
    curve = metrics.precision_recall_gain_curve(ranking, scores)
    _, aupr, auprg = metrics.areas(ranking, scores)[0].tolist()
    y0 = baseline_precision_gain(curve)
    by_theorem_3 = float(theorems.expected_fg1(auprg, curve.prevalence, y0))
    return _Scores(aupr, auprg, y0, integral_of_fbeta_gain(curve), by_theorem_3)


def _calibration(curves: Example) -> Property:
    hull = curves.prg_hull
    spaces = _coordinates(hull.tp, hull.fp, curves)
    recall, precision = spaces["pr"]
    # Theorem 4: beta^2 from the reciprocals of precision and recall.
    beta2 = -np.diff(1 / precision) / np.diff(1 / recall)
    slopes = {name: np.diff(y) / np.diff(x) for name, (x, y) in spaces.items()}
    roc, pi = curves.roc_hull, curves.prevalence
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


def table_properties() -> list[dict[str, object]]:
    """Return a line for each property, with what was computed in each space.

    Examples
    --------
    >>> list(table_properties()[0])
    ['property', 'computed', 'ROC', 'PR', 'PRG']
    """
    return [
        {
            "property": row.name,
            "computed": row.computed,
            **{
                space: f"{'yes' if holds else 'no'}: {value}"
                for space, value, holds in zip(
                    ("ROC", "PR", "PRG"), row.values, row.holds, strict=True
                )
            },
        }
        for row in six_properties()
    ]
