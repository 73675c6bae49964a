"""Figures 1 to 6 of Hughes-Oliver: population ROC and PR curves."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy import stats

from prgbench.metrics import minimum_precision
from prgbench.plotting.panels import BLACK, BLUE, GREY, VERMILLION, mark, row_of_panels
from prgbench.plotting.spaces import pr_axes, roc_axes
from prgbench.populations import (
    DiscreteScores,
    Population,
    hughes_oliver_case,
    overlapping_uniforms,
    roc_limits,
    separated_curves,
)
from prgbench.populations.distributions import density

PREVALENCES = (("π = 1/2", 1 / 2), ("π = 1/11", 1 / 11))
THRESHOLDS = (-2.0, -1.0, 0.0, 0.7, 1.4, 2.0, 3.0, 4.0)
Models = Sequence[tuple[str, str]]


def separated_classes() -> Figure:
    """Draw figures 1 and 2: ROC and PR curves of perfectly and reversely separated classes."""
    figure, panels = row_of_panels(2, rows=2, height=2.8)
    pi = 1 / 3
    for (left, right), reverse in ((panels[:2], False), (panels[2:], True)):
        curves = separated_curves(overlapping_uniforms(pi, 2.0, reverse=reverse))
        roc_axes(left)
        pr_axes(right, pi)
        left.plot(curves["fpr"], curves["tpr"], color=VERMILLION, clip_on=False)
        right.plot(curves["recall"], curves["precision"], color=VERMILLION, clip_on=False)
        word = "reverse" if reverse else "perfect"
        left.set_title(f"{word} separation")
        right.set_title(f"{word} separation, π = 1/3")
    return figure


def cases_a_and_b() -> Figure:
    """Draw figure 3: cases A and B with eight thresholds."""
    models = (("A", VERMILLION), ("B", BLUE))
    figure, panels = _four_panels(models)
    scores = np.linspace(-4, 8, 600)
    _densities(panels[0], models, scores)
    for number, threshold in enumerate(THRESHOLDS, start=1):
        panels[0].axvline(threshold, color=GREY, linewidth=0.5, zorder=0)
        panels[0].text(threshold, 0.5, str(number), ha="center")
    panels[0].set_ylim(0, 0.49)
    for case, colour in models:
        points = [hughes_oliver_case(case, pi).pr_point(THRESHOLDS) for _, pi in PREVALENCES]
        fpr, tpr = hughes_oliver_case(case, 0.5).roc_point(THRESHOLDS)
        for axes, (x, y) in zip(panels[1:], [(fpr, tpr), *points], strict=True):
            mark(axes, x, y, color=colour, markersize=3)
            if case == "B":
                _number_points(axes, np.asarray(x), np.asarray(y))
    return figure


def _number_points(axes: Axes, x: np.ndarray, y: np.ndarray) -> None:
    for number, (u, v) in enumerate(zip(x, y, strict=True), start=1):
        offset = (10, -4) if number == 1 else (-4, -10)
        axes.annotate(str(number), (u, v), offset, textcoords="offset points", ha="right")


def case_c() -> Figure:
    """Draw figure 4: case C, beta-distributed scores."""
    models = (("C", VERMILLION),)
    figure, panels = _four_panels(models)
    _densities(panels[0], models, np.linspace(0, 1, 400))
    return figure


def cases_d_and_e() -> Figure:
    """Draw figure 5: cases D and E, overlapping uniform scores."""
    models = (("D", VERMILLION), ("E", BLUE))
    figure, panels = _four_panels(models)
    axes = panels[0]
    for low, colour, text in ((0.0, BLACK, "− in D, + in E"), (0.5, VERMILLION, "+ in D, − in E")):
        height = 1.0 if low == 0 else 1.03
        axes.plot([low, low, low + 1, low + 1], [0, height, height, 0], color=colour, label=text)
    axes.set(xlabel="Score", ylabel="Density", ylim=(0, 1.6))
    axes.legend(loc="upper center")
    return figure


def case_f() -> Figure:
    """Draw figure 6: case F, discrete scores."""
    models = (("F", VERMILLION),)
    figure, panels = _four_panels(models)
    population = hughes_oliver_case("F", 0.5)
    axes = panels[0]
    for scores, colour, text in (
        (population.negative, BLACK, "−"),
        (population.positive, VERMILLION, "+"),
    ):
        assert isinstance(scores, DiscreteScores)
        shift = 0.004 if colour == VERMILLION else -0.004
        axes.vlines(scores.values + shift, 0, scores.pmf(scores.values), color=colour)
        mark(axes, scores.values + shift, scores.pmf(scores.values), color=colour, label=text)
    axes.set(xlabel="Score", ylabel="Probability", ylim=(0, 0.25))
    axes.legend(loc="upper right")
    return figure


def _four_panels(models: Models) -> tuple[Figure, list[Axes]]:
    """Return densities (empty), ROC, and PR at two prevalences with the models' curves drawn."""
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


def _broken(x: np.ndarray, y: np.ndarray, jump: float = 0.03) -> tuple[np.ndarray, np.ndarray]:
    """Return the line with a gap wherever it jumps."""
    gaps = np.flatnonzero((np.abs(np.diff(y)) > jump) & (np.diff(x) < 0.01)) + 1
    return np.insert(x, gaps, np.nan), np.insert(y, gaps, np.nan)


def _densities(axes: Axes, models: Models, scores: np.ndarray) -> None:
    negative = hughes_oliver_case(models[0][0], 0.5).negative
    axes.plot(scores, density(negative, scores, "negative"), color=BLACK, label="−")
    for case, colour in models:
        positive = hughes_oliver_case(case, 0.5).positive
        label = f"+ in {case}"
        axes.plot(scores, density(positive, scores, "positive"), color=colour, label=label)
    axes.set(xlabel="Score", ylabel="Density")
    axes.set_ylim(bottom=0)
    axes.legend(loc="upper center" if len(models) == 1 else "upper right")
