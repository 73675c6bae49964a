"""Figures 1 to 4 of Boyd et al. (2012), the brute-force proof and down-sampling."""

import numpy as np
from matplotlib.figure import Figure

from prgbench.metrics.theory import fbeta_isometric, min_aupr, minimum_precision
from prgbench.plotting.spaces import pr_axes
from prgtheory.boyd.model import (
    FIGURE_4_POINTS,
    FIGURE_4_PREVALENCE,
    achievable_points,
    downsampling,
    modified_fbeta,
)
from prgtheory.panels import (
    AT_END,
    BLACK,
    BLUE,
    FAINT,
    GREEN,
    GREY,
    LEADER,
    ORANGE,
    PURPLE,
    VERMILLION,
    WHITE,
    mark,
    row_of_panels,
)

RECALL = np.linspace(0.0, 1.0, 401)
LEVELS = tuple(round(0.1 * step, 1) for step in range(1, 10))
RANGES = (((0.0, 1.0), BLUE, "-"), ((0.5, 1.0), VERMILLION, "--"), ((0.8, 1.0), GREEN, "-."))


def figure_1() -> tuple[Figure, str]:
    """Figure 1 and the proof of theorem 1 by all confusion matrices of a small data set.

    Examples
    --------
    >>> figure, caption = figure_1()
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['unachievable', 'random guessing', 'minimum PR curve']
    >>> figure.axes[1].get_title()
    '540 confusion matrices, TP > 0'
    """
    figure, (left, right) = row_of_panels(2, height=3.2)
    pi = 1 / 3
    pr_axes(left, pi)
    lowest = minimum_precision(RECALL, pi)
    left.fill_between(RECALL, lowest, color=GREY, alpha=0.5, lw=0)
    left.plot(RECALL, lowest, color=BLUE)
    left.axhline(pi, color=VERMILLION, linestyle="--")
    left.text(0.62, 0.1, "unachievable", ha="center")
    left.text(0.02, pi + 0.02, "random guessing", color=VERMILLION)
    left.annotate(
        "minimum PR curve", (0.5, 0.2), (0.5, 0.6), color=BLUE, ha="center", arrowprops=LEADER
    )
    pr_axes(right, 0.3)
    recall, precision = achievable_points(15, 35)
    mark(right, recall, precision, color=BLUE, markersize=1)
    right.plot(RECALL, minimum_precision(RECALL, 0.3), color=VERMILLION)
    right.set_title("540 confusion matrices, TP > 0")
    caption = (
        "Left: minimum PR curve and random guessing with two negatives per positive; no "
        "ranking reaches the grey region. Right: all confusion matrices of 15 positives and 35 "
        "negatives with a true positive; none lies below the curve of theorem 1, and every recall "
        "has one on it. After Boyd et al. (2012), Figure 1 and theorem 1."
    )
    return figure, caption


def figure_2() -> tuple[Figure, str]:
    """Figure 2: the minimum PR curve at several prevalences.

    Examples
    --------
    >>> figure, caption = figure_2()
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['π = 0.01', 'π = 0.1', 'π = 0.25', 'π = 0.5', 'π = 0.75', 'π = 0.9']
    """
    figure, (axes,) = row_of_panels(1, height=3.2)
    pr_axes(axes, 0.0)
    colours = (PURPLE, BLUE, GREEN, ORANGE, VERMILLION, BLACK)
    for pi, colour in zip((0.01, 0.1, 0.25, 0.5, 0.75, 0.9), colours, strict=True):
        axes.plot(RECALL, minimum_precision(RECALL, pi), color=colour)
        axes.text(
            1.02, float(minimum_precision(1.0, pi)), f"π = {pi:g}", color=colour, va="center"
        )
    caption = (
        "Minimum PR curves at several prevalences; each ends at the prevalence. After Boyd et al. "
        "(2012), Figure 2, whose prevalences the text does not list."
    )
    return figure, caption


def figure_3() -> tuple[Figure, str]:
    """Figure 3: the minimum area over three ranges of recall, plain and scaled.

    Examples
    --------
    >>> figure, caption = figure_3()
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['Minimum AUPR', 'Minimum AUPR / maximum AUPR']
    """
    figure, (left, right) = row_of_panels(2, height=2.8)
    prevalence = np.linspace(0.0, 1.0, 201)
    for bounds, colour, line in RANGES:
        area = np.array([float(min_aupr(float(pi), bounds)) for pi in prevalence])
        label = f"recall in [{bounds[0]:g}, {bounds[1]:g}]"
        left.plot(prevalence, area, color=colour, linestyle=line, label=label)
        right.plot(prevalence, area / (bounds[1] - bounds[0]), color=colour, linestyle=line)
    for axes, name in ((left, "Minimum AUPR"), (right, "Minimum AUPR / maximum AUPR")):
        axes.set(xlabel="Prevalence π", ylabel=name, xlim=(0, 1), ylim=(0, 1))
    left.legend(loc="upper left")
    caption = (
        "Minimum area under the PR curve for recall in [0, 1], [0.5, 1] and [0.8, 1]; on the "
        "right as a share of the maximum. The higher the recalls, the larger the share that every "
        "ranking gets for free. After Boyd et al. (2012), Figure 3 and corollary 4."
    )
    return figure, caption


def figure_4() -> tuple[Figure, str]:
    """Figure 4: F1 over PR space with points A, B, C, and the modified F1.

    Examples
    --------
    >>> figure, caption = figure_4()
    >>> [text.get_text() for text in figure.axes[1].texts][-3:]
    ['A 0.00', 'B 0.02', 'C 0.43']
    """
    figure, (left, right) = row_of_panels(2, height=3.4)
    pi = FIGURE_4_PREVALENCE
    pr_axes(left, pi)
    for f1 in LEVELS:
        recall, precision = _contour(f1)
        left.plot(recall, precision, **FAINT)
        left.text(1.03, precision[-1], f"{f1:.1f}", **AT_END)
    left.plot(*_contour(0.45), color=BLUE)
    left.plot(RECALL, minimum_precision(RECALL, pi), color=VERMILLION)
    for point in FIGURE_4_POINTS:
        mark(left, [point.recall], [point.precision], color=BLACK)
        left.annotate(
            point.name,
            (point.recall, point.precision),
            (-4, 7),
            textcoords="offset points",
            ha="right",
            bbox=WHITE,
        )
    left.set_title("F1; blue: 0.45")
    pr_axes(right, pi)
    x, y = np.meshgrid(RECALL, RECALL)
    values = modified_fbeta(y, x, pi)
    right.contour(x, y, values, levels=LEVELS, colors=GREY, linewidths=0.6)
    for level in LEVELS:
        end = float(np.interp(level, values[:, -1], RECALL))
        right.text(1.03, end, f"{level:.1f}", **AT_END)
    right.contour(x, y, values, levels=[0.45], colors=BLUE)
    right.axhspan(0, pi, color=GREY, alpha=0.3, lw=0)
    right.text(0.5, pi / 2, "0 up to precision π", ha="center", va="center")
    for point in FIGURE_4_POINTS:
        mark(right, [point.recall], [point.precision], color=BLACK)
        value = float(modified_fbeta(point.precision, point.recall, pi))
        right.annotate(
            f"{point.name} {value:.2f}",
            (point.recall, point.precision),
            (-4, 7),
            textcoords="offset points",
            ha="center",
            bbox=WHITE,
        )
    right.set_title("modified F1; blue: 0.45")
    caption = (
        "Left: contours of F1 with three points of F1 .45 at prevalence .33: A is unachievable "
        "(below the minimum PR curve, orange), B is hardly better than random guessing, C is "
        "good. Right: the modified F1 of section 4.4 distinguishes them. After Boyd et al. "
        "(2012), Figure 4; the positions of the points are ours."
    )
    return figure, caption


def _contour(f1: float) -> tuple[np.ndarray, np.ndarray]:
    """Return recall and precision of equal F1, denser where precision is high."""
    least = f1 / (2 - f1)
    recall = least + (1 - least) * np.linspace(0.0, 1.0, 200) ** 3
    recall[0] = np.nextafter(least, 1.0)
    return recall, fbeta_isometric(f1, recall)


def figure_downsampling() -> tuple[Figure, str]:
    """Show what down-sampling the negatives of a test set does to AUPR and AUCNPR.

    Examples
    --------
    >>> figure, caption = figure_downsampling()
    >>> figure.axes[0].get_xlabel()
    'Negatives kept for each positive'
    >>> caption.partition(": ")[2].partition(". The")[0]
    'AUPR changes by 0.58 between 1:1 and 1:24, AUCNPR by 0.52'
    """
    figure, (axes,) = row_of_panels(1, height=2.8)
    curves = downsampling((1, 2, 3, 4, 5, 10, 24, 100))
    ratio = 1 / curves.prevalence - 1
    axes.plot(ratio, curves.aupr, color=BLUE, marker="o", label="AUPR")
    axes.plot(ratio, curves.aucnpr, color=VERMILLION, marker="s", linestyle="--", label="AUCNPR")
    axes.plot(ratio, min_aupr(curves.prevalence), color=GREY, linestyle=":", label="minimum AUPR")
    axes.set(xscale="log", xlabel="Negatives kept for each positive", ylabel="Area", ylim=(0, 1))
    axes.set_xticks(ratio.round(), [f"{value:.0f}" for value in ratio])
    axes.minorticks_off()
    axes.legend()
    end = ratio.round().tolist().index(24)
    plain, normal = (values[0] - values[end] for values in (curves.aupr, curves.aucnpr))
    caption = (
        "One bi-normal model whose test set has fewer or more negatives: AUPR changes by "
        f"{plain:.2f} between 1:1 and 1:24, AUCNPR by {normal:.2f}. The normalisation removes "
        "the unachievable part, not the dependence on skew. After Boyd et al. (2012), section 4.3."
    )
    return figure, caption
