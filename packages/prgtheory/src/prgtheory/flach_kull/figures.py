"""Figures 1 to 3 of Flach & Kull (2015) on the authors' 25-point example."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prgbench.metrics.theory import (
    always_positive_fbeta,
    fbeta_gain_isometric,
    fbeta_isometric,
    precision_gain,
    recall_gain,
    ungain,
)
from prgbench.plotting.rows import legend_below
from prgbench.plotting.spaces import plot_pr, plot_prg, plot_roc, pr_axes, prg_axes, roc_axes
from prgtheory.flach_kull.model import example, non_dominated
from prgtheory.flach_kull.six_properties import pareto_gaps
from prgtheory.panels import (
    AT_END,
    BLUE,
    FAINT,
    GREEN,
    VERMILLION,
    WHITE,
    mark,
    row_of_panels,
)

F1_GAINS = (-0.25, 0.0, 0.25, 0.75)
RECALL = np.linspace(0.01, 1.0, 400)
ISOMETRIC: dict[str, Any] = {**FAINT, "linestyle": ":"}
DOTS: dict[str, Any] = {"color": GREEN, "markersize": 1.5, "zorder": 1}
_EXAMPLE = (
    "Data: the 25-point example of the authors' code, as the figure's own data were not published."
)
GRID = np.linspace(0.0, 1.0, 21)


def figure_1() -> tuple[Figure, str]:
    """Figure 1: ROC curve with its hull, PR curve with its non-dominated points.

    Examples
    --------
    >>> figure, caption = figure_1()
    >>> [axes.get_xlabel() for axes in figure.axes]
    ['False positive rate', 'Recall']
    """
    data = example()
    figure, (left, right) = row_of_panels(2, height=3.4)
    roc_axes(left)
    plot_roc(left, data.roc, color=BLUE)
    left.plot(data.roc_hull.fpr, data.roc_hull.tpr, color=VERMILLION, linestyle=":")
    front = non_dominated(data.roc.tpr, -data.roc.fpr)
    mark(left, data.roc.fpr[front], data.roc.tpr[front], color=VERMILLION, markerfacecolor="none")
    pr_axes(right, data.prevalence)
    plot_pr(right, data.pr, color=BLUE)
    recall, precision = data.pr.recall[1:], data.pr.precision[1:]
    mark(right, recall, precision, color=BLUE, markersize=2)
    front = non_dominated(precision, recall)
    mark(right, recall[front], precision[front], color=VERMILLION, markerfacecolor="none")
    caption = (
        "Left: ROC curve (blue), non-dominated points and convex hull (orange), all of which can "
        "be reached. Right: the PR curve of the same scores, and its non-dominated points, whose "
        f"convex hull rises up to {_unreached():.3f} above what mixing thresholds "
        f"reaches. After Flach & Kull (2015), Figure 1. {_EXAMPLE}"
    )
    return figure, caption


def _unreached() -> float:
    """Return how far the convex hull of the PR curve's non-dominated points is out of reach."""
    return pareto_gaps(example())[1]


def figure_2() -> tuple[Figure, str]:
    """Figure 2: F1 isometrics and the baseline in PR and in PRG space.

    Examples
    --------
    >>> figure, caption = figure_2()
    >>> [axes.get_title() for axes in figure.axes]
    ['isometrics: F1', 'isometrics: F1 gain']
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['0.59', '0.64', '0.70', '0.88']
    """
    data = example()
    pi = data.prevalence
    figure, (left, right) = row_of_panels(2, height=3.6)
    pr_axes(left, pi)
    for value in F1_GAINS:
        f1 = float(ungain(value, pi))
        left.plot(RECALL, fbeta_isometric(f1, RECALL), **ISOMETRIC)
        left.text(1.03, float(fbeta_isometric(f1, 1.0)), f"{f1:.2f}", **AT_END)
    left.set_title("isometrics: F1")
    left.plot(RECALL, fbeta_isometric(always_positive_fbeta(pi), RECALL), color=GREEN)
    plot_pr(left, data.pr, color=BLUE)
    prg_axes(right)
    ends = np.array([0.0, 1.0])
    for value in F1_GAINS:
        right.plot(ends, fbeta_gain_isometric(value, ends), **ISOMETRIC)
        if value > 0:
            right.text(value, value, f"{value:.2f}", ha="center", va="center", bbox=WHITE)
    right.plot([], [], **ISOMETRIC, label="isometrics of F1 and of its gain")
    right.set_title("isometrics: F1 gain")
    right.plot(
        ends, fbeta_gain_isometric(0.5, ends), color=GREEN, label="always-positive classifier"
    )
    plot_prg(right, data.prg, color=BLUE, label="curve")
    hull = data.prg_hull
    inside = hull.recall_gain >= -1
    right.plot(
        hull.recall_gain[inside],
        hull.precision_gain[inside],
        color=VERMILLION,
        linestyle=":",
        label="convex front",
    )
    mark(right, *_inside(hull.recall_gain, hull.precision_gain), color=VERMILLION,
         markerfacecolor="none")  # fmt: skip
    legend_below(figure, right, 2)
    caption = (
        "Left: PR curve with F1 isometrics (dotted hyperbolas) and the F1 of the always-positive "
        "classifier (green). Right: the PRG curve of the same scores, where isometrics and that "
        "baseline are parallel lines of slope -1 and the front (orange) is convex. The isometrics "
        "are those of the F1 gains -0.25 (left only), 0, 0.25 and 0.75. "
        f"After Flach & Kull (2015), Figure 2. {_EXAMPLE}"
    )
    return figure, caption


def _inside(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    kept = (x >= 0) & (y >= 0)
    return x[kept], y[kept]


def figure_3() -> tuple[Figure, str]:
    """Figure 3: curves and hulls with calibrated scores, and the other space's grid as dots.

    Examples
    --------
    >>> figure, caption = figure_3()
    >>> [text.get_text() for text in figure.axes[1].texts]
    ['0.89', '0.62', '0.41', 'break-even']
    """
    data = example()
    pi, pos, neg = data.prevalence, data.roc.n_pos, data.roc.n_neg
    figure, (left, right) = row_of_panels(2, height=3.6)
    roc_axes(left)
    precision_gains, recall_gains = np.meshgrid(GRID, GRID)
    tpr = ungain(recall_gains, pi)
    fpr = tpr * (1 - precision_gains)
    mark(left, fpr.ravel(), tpr.ravel(), **DOTS)
    plot_roc(left, data.roc, color=BLUE, linewidth=1)
    roc = data.roc_hull
    left.plot(roc.fpr, roc.tpr, color=VERMILLION, marker="o", markerfacecolor="none")
    _label_segments(left, roc.fpr, roc.tpr, roc.calibrated, (8, -12))
    prg_axes(right)
    fpr, tpr = np.meshgrid(GRID, GRID[1:])
    gains = (recall_gain(tpr * pos, pos, neg), precision_gain(tpr * pos, fpr * neg, pos, neg))
    dots = _inside(gains[0].ravel(), gains[1].ravel())
    crowded = float((dots[0] > 0.5).mean())
    mark(right, *dots, **DOTS, label="grid of the other space")
    plot_prg(right, data.prg, color=BLUE, linewidth=1, label="curve")
    hull = data.prg_hull
    right.plot(
        hull.recall_gain,
        hull.precision_gain,
        color=VERMILLION,
        marker="o",
        markerfacecolor="none",
        label="hull, with its calibrated scores",
    )
    _label_segments(right, hull.recall_gain, hull.precision_gain, hull.calibrated, (4, 5))
    right.plot([0, 1], [0, 1], **FAINT)
    right.text(
        0.93, 0.9, "break-even", ha="right", rotation=45, rotation_mode="anchor", bbox=WHITE
    )
    legend_below(figure, right)
    caption = (
        "Left: ROC curve (blue) and hull (orange), its segments with their accuracy-calibrated "
        "score c; green: a regular grid of PRG space. Right: PRG curve and hull, its segments "
        "with their F-calibrated score d = 1/(1 + beta^2); green: a regular grid of ROC space, "
        f"{crowded:.0%} of its shown points lie right of recall gain 1/2. "
        f"After Flach & Kull (2015), Figure 3. {_EXAMPLE}"
    )
    return figure, caption


def _label_segments(
    axes: Axes, x: np.ndarray, y: np.ndarray, scores: np.ndarray, offset: tuple[int, int]
) -> None:
    """Write each segment's score beside the middle of its part right of the ordinate."""
    for i in np.flatnonzero(x[1:] > 0):
        start = max(x[i], 0.0)
        share = (start - x[i]) / (x[i + 1] - x[i]) if x[i + 1] > x[i] else 0.0
        middle = ((start + x[i + 1]) / 2, (y[i] + share * (y[i + 1] - y[i]) + y[i + 1]) / 2)
        axes.annotate(f"{scores[i]:.2f}", middle, offset, textcoords="offset points", bbox=WHITE)
