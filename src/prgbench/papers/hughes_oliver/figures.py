"""The figures of Hughes-Oliver: population ROC and PR curves, and histograms of PRhat."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prgbench.papers.hughes_oliver.case_panels import PREVALENCES, draw_densities, four_panels
from prgbench.papers.hughes_oliver.histograms import histograms, humps
from prgbench.papers.hughes_oliver.simulation_study import SIZES, simulate_cell
from prgbench.papers.hughes_oliver.tabulated import cell_lines
from prgbench.plotting.panels import BLACK, BLUE, GREY, VERMILLION, mark, row_of_panels
from prgbench.plotting.spaces import pr_axes, roc_axes
from prgbench.populations import (
    DiscreteScores,
    hughes_oliver_case,
    overlapping_uniforms,
    separated_curves,
)

_DRAWN = (
    "Rows are sample sizes, columns recalls; 5,000 samples each; grey: histogram, black: kernel "
    "density and the values that occur. Heights leave out the bin at precision 1, which runs off "
    "the panel where most samples fall into it."
)
_HISTOGRAMS = f"{_DRAWN} Purple dashed: normal approximation of theorem 1."
_JUMPS = (0.4, 0.6, 0.8)
EDGE = 0.1
THRESHOLDS = (-2.0, -1.0, 0.0, 0.7, 1.4, 2.0, 3.0, 4.0)


def figure_1_2() -> tuple[Figure, str]:
    """Draw figures 1 and 2: ROC and PR curves of perfectly and reversely separated classes.

    Returns
    -------
    figure : matplotlib.figure.Figure
    caption : str
        What it shows, in Markdown.
    """
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
    caption = (
        "ROC and PR curves of classes that are perfectly and reversely separated, as functions of "
        "the threshold; the reverse PR curve is the lower bound of all. After Hughes-Oliver, "
        "Figures 1 and 2 (P5, P6)."
    )
    return figure, caption


def figure_3() -> tuple[Figure, str]:
    """Draw figure 3: cases A and B with eight thresholds.

    Returns
    -------
    figure : matplotlib.figure.Figure
    caption : str
        What it shows, in Markdown.
    """
    models = (("A", VERMILLION), ("B", BLUE))
    figure, panels = four_panels(models)
    scores = np.linspace(-4, 8, 600)
    draw_densities(panels[0], models, scores)
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
    caption = (
        "Cases A (bi-normal) and B (normal against shifted lognormal): densities, ROC curves, PR "
        "curves at two prevalences, with eight thresholds of our choice. Grey: chance and the "
        "lower bound. B is better at low recall, falls below chance at low thresholds and rises "
        "again to its end. After Hughes-Oliver, Figure 3."
    )
    return figure, caption


def _number_points(axes: Axes, x: np.ndarray, y: np.ndarray) -> None:
    """Write each point's number to its right at the left edge, else below it."""
    for number, (u, v) in enumerate(zip(x, y, strict=True), start=1):
        offset = (10, -4) if number == 1 or u < EDGE else (-4, -10)
        axes.annotate(str(number), (u, v), offset, textcoords="offset points", ha="right")


def figure_4() -> tuple[Figure, str]:
    """Draw figure 4: case C, beta-distributed scores.

    Returns
    -------
    figure : matplotlib.figure.Figure
    caption : str
        What it shows, in Markdown.
    """
    models = (("C", VERMILLION),)
    figure, panels = four_panels(models)
    draw_densities(panels[0], models, np.linspace(0, 1, 400))
    caption = (
        "Case C (bi-beta): concave ROC curve, hence falling PR curve (P3). After Hughes-Oliver, "
        "Figure 4."
    )
    return figure, caption


def figure_5() -> tuple[Figure, str]:
    """Draw figure 5: cases D and E, overlapping uniform scores.

    Returns
    -------
    figure : matplotlib.figure.Figure
    caption : str
        What it shows, in Markdown.
    """
    models = (("D", VERMILLION), ("E", BLUE))
    figure, panels = four_panels(models)
    axes = panels[0]
    for low, colour, text in ((0.0, BLACK, "− in D, + in E"), (0.5, VERMILLION, "+ in D, − in E")):
        height = 1.0 if low == 0 else 1.03
        axes.plot([low, low, low + 1, low + 1], [0, height, height, 0], color=colour, label=text)
    axes.set(xlabel="Score", ylabel="Density", ylim=(0, 1.6))
    axes.legend(loc="upper center")
    caption = (
        "Cases D and E (overlapping uniforms, both ways): D's ROC curve starts at (0, .5) and its "
        "PR curve ends above the prevalence, at 2/3 and 1/6 (P1, P2). The densities are drawn a "
        "little apart. After Hughes-Oliver, Figure 5."
    )
    return figure, caption


def figure_6() -> tuple[Figure, str]:
    """Draw figure 6: case F, discrete scores.

    Returns
    -------
    figure : matplotlib.figure.Figure
    caption : str
        What it shows, in Markdown.
    """
    models = (("F", VERMILLION),)
    figure, panels = four_panels(models)
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
    caption = (
        "Case F (discrete scores): the PR curve jumps at recall .4, .6 and .8, rises between, and "
        "ends at .625 and 1/7. After Hughes-Oliver, Figure 6."
    )
    return figure, caption


def figure_7() -> tuple[Figure, str]:
    """Draw figure 7: PRhat in case A at skew 10.

    Returns
    -------
    figure : matplotlib.figure.Figure
    caption : str
        What it shows, in Markdown.
    """
    caption = (
        f"PRhat in case A at skew 10. {_distances('A', 10)} {_HISTOGRAMS} Hughes-Oliver, Figure 7."
    )
    return histograms("A", 10), caption


def figure_8() -> tuple[Figure, str]:
    """Draw figure 8: PRhat in case C at skew 10.

    Returns
    -------
    figure : matplotlib.figure.Figure
    caption : str
        What it shows, in Markdown.
    """
    caption = (
        f"PRhat in case C at skew 10. {_distances('C', 10)} {_HISTOGRAMS} Hughes-Oliver, Figure 8."
    )
    return histograms("C", 10), caption


def figure_9() -> tuple[Figure, str]:
    """Draw figure 9: PRhat in case F at skew 1.

    Returns
    -------
    figure : matplotlib.figure.Figure
    caption : str
        What it shows, in Markdown.
    """
    counted = (
        f"{', '.join(str(humps(cell.values[:, _column(recall)])) for recall in _JUMPS)} at n = {n}"
        for n, cell in ((n, simulate_cell("F", 1, n)) for n in SIZES)
    )
    caption = (
        "PRhat in case F at skew 1. Humps of the kernel density at the jumps, recall .4 (one of "
        f"them at precision 1), .6 and .8: {'; '.join(counted)}. {_DRAWN} No normal curve is "
        "drawn, as theorem 1 does not apply to discrete scores. Hughes-Oliver, Figure 9."
    )
    return histograms("F", 1), caption


def figure_10() -> tuple[Figure, str]:
    """Draw figure 10: PRhat in case D at skew 4.

    Returns
    -------
    figure : matplotlib.figure.Figure
    caption : str
        What it shows, in Markdown.
    """
    caption = (
        "PRhat in case D at skew 4: degenerate below recall .5; at recall 1 it is n+/n and not "
        f"the curve's end. {_distances('D', 4)} {_HISTOGRAMS} Hughes-Oliver, Figure 10."
    )
    return histograms("D", 4), caption


def figure_11() -> tuple[Figure, str]:
    """Draw figure 11: PRhat in case B at skew 1.

    Returns
    -------
    figure : matplotlib.figure.Figure
    caption : str
        What it shows, in Markdown.
    """
    caption = (
        f"PRhat in case B at skew 1. {_distances('B', 1)} {_HISTOGRAMS} Hughes-Oliver, Figure 11."
    )
    return histograms("B", 1), caption


def _column(recall: float) -> int:
    return round(recall * 10) - 1


def _distances(case: str, skew: int) -> str:
    """Say how far the law of PRhat is from its normal approximation in the lowest row."""
    lines = {
        line["recall"]: line["ks"] for line in cell_lines(simulate_cell(case, skew, SIZES[-1]))
    }
    found = (f"{ks:.2f} at {recall:g}" for recall, ks in lines.items() if isinstance(ks, float))
    return (
        f"Kolmogorov distance from the normal approximation at n = {SIZES[-1]:,}, by recall: "
        f"{', '.join(found)}."
    )
