"""The figures of the introduction to precision-recall plots."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from matplotlib.figure import Figure

from prgbench import metrics
from prgbench.plotting.spaces import plot_pr, plot_prg, plot_roc, pr_axes, prg_axes, roc_axes
from prgtheory.introduction.model import binormal_of_area, curve, equal_auroc_pair
from prgtheory.panels import (
    BLUE,
    GREEN,
    GREY,
    LEADER,
    VERMILLION,
    mark,
    row_of_panels,
)
from prgtheory.printed_data import INTRODUCTION_POINTS, labels_and_scores


def figure_curve() -> tuple[Figure, str]:
    """Show three steps from four points to a curve: first point, interpolation, end point.

    Examples
    --------
    >>> figure, caption = figure_curve()
    >>> [axes.get_title() for axes in figure.axes]
    ['first point', 'between points', 'end point']
    """
    page = curve()
    figure, panels = row_of_panels(3)
    for axes, title in zip(panels, ("first point", "between points", "end point"), strict=True):
        pr_axes(axes, page.prevalence)
        axes.set_title(title)
        mark(axes, page.recall[1:], page.precision[1:], color=BLUE, clip_on=axes is panels[1])
    first, between, end = panels
    first.plot([0, 0.5], page.precision[:2], color=VERMILLION, linestyle="--")
    mark(first, [0], page.precision[:1], color=VERMILLION, markerfacecolor="w")
    first.annotate("carried back", (0.02, 0.69), va="bottom")
    between.plot(page.recall[1:3], page.precision[1:3], color=GREY, linestyle="--")
    plot_pr(between, page, color=BLUE)
    mark(between, [0.625], [0.625], color=VERMILLION)
    mark(between, [0.625], [19 / 30], color=GREY)
    between.annotate("line .633", (0.625, 19 / 30), (0.64, 0.7), arrowprops=LEADER)
    between.annotate("curve .625", (0.625, 0.625), (0.44, 0.55), arrowprops=LEADER)
    between.set(xlim=(0.4, 0.85), ylim=(0.5, 0.75), aspect="auto")
    between.set_box_aspect(1)
    between.set_xticks([0.5, 0.625, 0.75], [".5", ".625", ".75"])
    between.set_yticks([0.6, 0.625, 2 / 3], [".6", ".625", ".667"])
    plot_pr(end, page, color=BLUE)
    end.annotate("(1, P/(P + N))", (1, 0.5), (0.3, 0.2), arrowprops=LEADER)
    caption = (
        "How a PR curve is built from thresholds: the first precision is carried back to recall "
        "0; between two points the curve bends below the line, through (.625, .625) instead of "
        "(.625, .633); it ends at recall 1 and the prevalence. The page's example of 4 positives "
        "and 4 negatives."
    )
    return figure, caption


def figure_area() -> tuple[Figure, str]:
    """Show the area by three trapezoids beside the area under the interpolated curve.

    Examples
    --------
    >>> figure, caption = figure_area()
    >>> [axes.get_title() for axes in figure.axes]
    ['trapezoids: 0.6291667', 'interpolated: 0.6258159']
    """
    page = curve()
    exact = metrics.aupr_score(*labels_and_scores(INTRODUCTION_POINTS))
    figure, (left, right) = row_of_panels(2, height=3.2)
    areas = np.diff(page.recall) * (page.precision[1:] + page.precision[:-1]) / 2
    pr_axes(left, page.prevalence)
    shades = (BLUE, GREEN, VERMILLION)
    for i, (area, shade) in enumerate(zip(areas, shades, strict=True)):
        ends = slice(i, i + 2)
        left.fill_between(page.recall[ends], page.precision[ends], color=shade, alpha=0.3, lw=0)
        left.text(page.recall[ends].mean(), 0.25, f"{area:.4f}", ha="center", rotation=90)
    left.plot(page.recall, page.precision, color=BLUE, marker="o")
    left.set_title(f"trapezoids: {areas.sum():.7f}")
    pr_axes(right, page.prevalence)
    recall, precision = page.interpolate()
    right.fill_between(recall, precision, color=BLUE, alpha=0.3, lw=0)
    right.plot(recall, precision, color=BLUE)
    mark(right, page.recall, page.precision, color=BLUE)
    right.set_title(f"interpolated: {exact:.7f}")
    caption = (
        "The area by trapezoids, with 2/3 for the page's .67 (which would give 0.63125), and the "
        "exact area under the interpolated curve."
    )
    return figure, caption


def figure_baselines() -> tuple[Figure, str]:
    """Show random and perfect classifiers at two prevalences.

    Examples
    --------
    >>> figure, caption = figure_baselines()
    >>> [axes.texts[-1].get_text() for axes in figure.axes]
    ['random: precision 0.5', 'random: precision 0.25']
    """
    figure, panels = row_of_panels(2, height=3.2)
    for axes, (n_pos, n_neg) in zip(panels, ((1, 1), (1, 3)), strict=True):
        pi = n_pos / (n_pos + n_neg)
        pr_axes(axes, pi)
        labels = np.repeat((1, 0), (n_pos * 12, n_neg * 12))
        plot_pr(axes, metrics.precision_recall_curve(labels, labels), color=BLUE)
        plot_pr(
            axes, metrics.precision_recall_curve(labels, np.zeros(labels.size)), color=VERMILLION
        )
        axes.text(0.5, 0.96, "perfect", color=BLUE, ha="center", va="top")
        axes.text(0.5, pi + 0.02, f"random: precision {pi:g}", color=VERMILLION, ha="center")
        axes.set_title(f"P : N = {n_pos} : {n_neg}")
    caption = (
        "Random and perfect classifiers at two prevalences: the precision of the random one is "
        "the prevalence, at which the perfect one ends."
    )
    return figure, caption


def figure_models(areas: Sequence[float] = (0.7, 0.52)) -> tuple[Figure, str]:
    """Show two models of which one is better at every recall, with their areas.

    Examples
    --------
    >>> figure, caption = figure_models(areas=[0.7])
    >>> [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    ['A: AUPR 0.70', 'perfect: AUPR 1.00']
    """
    figure, (axes,) = row_of_panels(1, height=3.2)
    recall = np.linspace(0.0, 1.0, 201)
    pr_axes(axes, 0.5)
    for name, area, colour in zip("AB", areas, (BLUE, VERMILLION), strict=False):
        precision = binormal_of_area(area).precision(recall)
        axes.plot(recall, precision, color=colour, label=f"{name}: AUPR {area:.2f}")
    axes.plot([0, 1, 1], [1, 1, 0.5], color=GREEN, linestyle="--", label="perfect: AUPR 1.00")
    axes.legend(loc="lower left")
    caption = (
        "Two models, one of them better at every recall, and the perfect one: bi-normal "
        "populations with the printed areas, as the page does not give its rankings."
    )
    return figure, caption


def figure_one_to_one() -> tuple[Figure, str]:
    """Show the same thresholds as points of ROC and of PR space.

    Examples
    --------
    >>> figure, caption = figure_one_to_one()
    >>> [axes.get_xlabel() for axes in figure.axes]
    ['False positive rate', 'Recall']
    """
    sample = labels_and_scores(INTRODUCTION_POINTS)
    roc, pr = metrics.roc_curve(*sample), metrics.precision_recall_curve(*sample)
    figure, (left, right) = row_of_panels(2, height=3.2)
    roc_axes(left)
    plot_roc(left, roc, color=BLUE)
    pr_axes(right, pr.prevalence)
    plot_pr(right, pr, color=BLUE)
    for axes, x, y, offset in (
        (left, roc.fpr, roc.tpr, (8, -4)),
        (right, pr.recall, pr.precision, (4, 4)),
    ):
        mark(axes, x, y, color=BLUE)
        for number, (u, v) in enumerate(zip(x, y, strict=True), start=1):
            shift = offset if v else (8, 4)
            axes.annotate(str(number), (u, v), shift, textcoords="offset points")
    caption = (
        "The same four thresholds of the page's example in ROC and in PR space: points correspond "
        "one to one."
    )
    return figure, caption


def figure_equal_auroc() -> tuple[Figure, str]:
    """Show two rankings with the same AUROC and different AUPR, in all three spaces.

    Examples
    --------
    >>> figure, caption = figure_equal_auroc()
    >>> [(axes.get_title("left"), axes.get_title("right")) for axes in figure.axes]
    [('AUROC 0.61', 'AUROC 0.61'), ('AUPR 0.62', 'AUPR 0.53'), ('AUPRG 0.15', 'AUPRG 0.19')]
    """
    pair = equal_auroc_pair()
    figure, panels = row_of_panels(3)
    roc_axes(panels[0])
    pr_axes(panels[1], 0.5)
    prg_axes(panels[2])
    scores = np.arange(pair.first.size, 0, -1)
    sides: tuple[Literal["left", "right"], ...] = ("left", "right")
    models = (
        (pair.first, pair.areas[0], BLUE, "-"),
        (pair.second, pair.areas[1], VERMILLION, "--"),
    )
    for (labels, areas, colour, line), side in zip(models, sides, strict=True):
        options = {"color": colour, "linestyle": line}
        plot_roc(panels[0], metrics.roc_curve(labels, scores), **options)
        plot_pr(panels[1], metrics.precision_recall_curve(labels, scores), **options)
        plot_prg(panels[2], metrics.precision_recall_gain_curve(labels, scores), **options)
        for axes, name, area in zip(panels, ("AUROC", "AUPR", "AUPRG"), areas, strict=True):
            axes.set_title(f"{name} {area:.2f}", color=colour, loc=side)
    caption = (
        f"Two rankings with AUROC {pair.areas[0, 0]:.2f} whose AUPR differ as on the page "
        f"({pair.areas[0, 1]:.2f}, {pair.areas[1, 1]:.2f}); their AUPRG are "
        f"{pair.areas[0, 2]:.2f} and {pair.areas[1, 2]:.2f}. The page does not give its rankings; "
        "these were found among all of 10 positives and 10 negatives with this AUROC."
    )
    return figure, caption
