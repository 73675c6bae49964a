"""The four panels of a case of Hughes-Oliver: densities, ROC curve, PR curves."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy import stats

from prgbench.metrics.theory import minimum_precision
from prgbench.plotting.spaces import pr_axes, roc_axes
from prgtheory.panels import BLACK, GREY, row_of_panels
from prgtheory.populations import Population, hughes_oliver_case, roc_limits
from prgtheory.populations.distributions import density

PREVALENCES = (("π = 1/2", 1 / 2), ("π = 1/11", 1 / 11))
Models = Sequence[tuple[str, str]]


def four_panels(models: Models) -> tuple[Figure, list[Axes]]:
    """Return densities (empty), ROC, and PR at two prevalences with the models' curves drawn.

    Examples
    --------
    >>> figure, panels = four_panels([("A", BLACK)])
    >>> [axes.get_title() for axes in panels]
    ['', '', 'π = 1/2', 'π = 1/11']
    >>> [axes.get_ylabel() for axes in panels]
    ['', 'True positive rate', 'Precision', 'Precision']
    """
    figure, panels = row_of_panels(2, rows=2, height=3.2)
    roc_axes(panels[1])
    for case, colour in models:
        _roc(panels[1], hughes_oliver_case(case, 0.5), color=colour, label=case)
    if len(models) > 1:
        panels[1].legend(loc="lower right")
    for axes, (name, pi) in zip(panels[2:], PREVALENCES, strict=True):
        pr_axes(axes, pi)
        axes.set_title(name)
        recall = np.linspace(0, 1, 201)
        axes.plot(recall, minimum_precision(recall, pi), color=GREY, linewidth=0.8)
        for case, colour in models:
            _pr(axes, hughes_oliver_case(case, pi), color=colour)
    return figure, panels


def _roc(axes: Axes, population: Population, **line: Any) -> None:
    """Draw a ROC curve by thresholds from (0, 0) to (1, 1), else as a function, with gaps."""
    # Dense at both ends, where the curves are steep.
    share = stats.norm.cdf(np.linspace(-8, 8, 2001))
    if roc_limits(population) == (0.0, 1.0):
        thresholds = np.concatenate(
            (population.positive.isf(share), population.negative.isf(share))
        )
        axes.plot(*population.roc_point(np.sort(thresholds)[::-1]), **line)
    else:
        axes.plot(*_broken(share, population.true_positive_rate(share)), **line)


def _pr(axes: Axes, population: Population, **line: Any) -> None:
    """Draw a PR curve as a function of recall (equation 5), broken at jumps."""
    x = np.unique(
        np.concatenate((np.linspace(0.0005, 0.9995, 2000), np.geomspace(1e-9, 0.1, 200)))
    )
    axes.plot(*_broken(x, population.precision(x)), **line)


def _broken(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the line with a gap wherever it jumps."""
    gaps = np.flatnonzero((np.abs(np.diff(y)) > 0.03) & (np.diff(x) < 0.01)) + 1
    return np.insert(x, gaps, np.nan), np.insert(y, gaps, np.nan)


def draw_densities(axes: Axes, models: Models, scores: np.ndarray) -> None:
    """Draw the densities of both classes, for the negatives those of the first model.

    Raises ValueError for a case of discrete scores.

    Examples
    --------
    >>> axes = Figure().subplots()
    >>> draw_densities(axes, [("A", BLACK)], np.linspace(-4, 4, 9))
    >>> axes.lines[1].get_ydata().round(3).tolist()
    [0.0, 0.0, 0.001, 0.022, 0.15, 0.368, 0.333, 0.111, 0.014]
    """
    negative = hughes_oliver_case(models[0][0], 0.5).negative
    axes.plot(scores, density(negative, scores, "negative"), color=BLACK, label="−")
    for case, colour in models:
        positive = hughes_oliver_case(case, 0.5).positive
        label = f"+ in {case}"
        axes.plot(scores, density(positive, scores, "positive"), color=colour, label=label)
    axes.set(xlabel="Score", ylabel="Density")
    axes.set_ylim(bottom=0)
    axes.legend(loc="upper center" if len(models) == 1 else "upper right")
