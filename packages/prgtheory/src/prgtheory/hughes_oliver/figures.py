"""The figures of Hughes-Oliver: population ROC and PR curves, and histograms of PRhat."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prgbench.plotting.spaces import pr_axes, roc_axes
from prgtheory.hughes_oliver.case_panels import PREVALENCES, draw_densities, four_panels
from prgtheory.hughes_oliver.histograms import histograms, humps
from prgtheory.hughes_oliver.simulation_study import (
    REPLICATES,
    SIZES,
    Cell,
    kolmogorov_distances,
    simulate_cell,
)
from prgtheory.panels import BLACK, BLUE, GREY, VERMILLION, mark, row_of_panels
from prgtheory.populations import (
    DiscreteScores,
    hughes_oliver_case,
    overlapping_uniforms,
    separated_curves,
)

_JUMPS = (0.4, 0.6, 0.8)
EDGE = 0.1
THRESHOLDS = (-2.0, -1.0, 0.0, 0.7, 1.4, 2.0, 3.0, 4.0)


def figure_1_2() -> tuple[Figure, str]:
    """Draw figures 1 and 2: ROC and PR curves of perfectly and reversely separated classes.

    Examples
    --------
    >>> figure, caption = figure_1_2()
    >>> [axes.get_title() for axes in figure.axes[::2]]
    ['perfect separation', 'reverse separation']
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
        "ROC and PR curves of perfectly and reversely separated classes, as functions of the "
        "threshold; the reverse PR curve is the lower bound of all. After Hughes-Oliver, "
        "Figures 1 and 2 (P5, P6)."
    )
    return figure, caption


def figure_3() -> tuple[Figure, str]:
    """Draw figure 3: cases A and B with eight thresholds.

    Examples
    --------
    >>> figure, caption = figure_3()
    >>> [text.get_text() for text in figure.axes[1].get_legend().get_texts()]
    ['A', 'B']
    >>> [axes.get_xlabel() for axes in figure.axes]
    ['Score', 'False positive rate', 'Recall', 'Recall']
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

    Examples
    --------
    >>> figure, caption = figure_4()
    >>> [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    ['−', '+ in C']
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

    Examples
    --------
    >>> figure, caption = figure_5()
    >>> [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    ['− in D, + in E', '+ in D, − in E']
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

    Examples
    --------
    >>> figure, caption = figure_6()
    >>> figure.axes[0].get_ylabel()
    'Probability'
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


def figure_7(sizes: Sequence[int] = SIZES, replicates: int = REPLICATES) -> tuple[Figure, str]:
    """Draw figure 7: PRhat in case A at skew 10.

    Examples
    --------
    >>> figure, caption = figure_7(sizes=[1000], replicates=200)
    >>> caption.partition(" to 1: ")[2].split(", ")[4]
    '0.05'
    """
    return _beside_normal(7, "A", 10, sizes, replicates)


def figure_8(sizes: Sequence[int] = SIZES, replicates: int = REPLICATES) -> tuple[Figure, str]:
    """Draw figure 8: PRhat in case C at skew 10.

    Examples
    --------
    >>> figure, caption = figure_8(sizes=[1000], replicates=200)
    >>> caption.partition(" to 1: ")[2].split(", ")[4]
    '0.05'
    """
    return _beside_normal(8, "C", 10, sizes, replicates)


def figure_9(sizes: Sequence[int] = SIZES, replicates: int = REPLICATES) -> tuple[Figure, str]:
    """Draw figure 9: PRhat in case F at skew 1.

    Examples
    --------
    >>> figure, caption = figure_9(sizes=[1000], replicates=200)
    >>> caption.partition(".6 and .8: ")[2].partition(".")[0]
    '2, 2, 2 at n = 1000'
    """
    cells = _cells("F", 1, sizes, replicates)
    counted = "; ".join(_humps_at_jumps(cell) for cell in cells)
    caption = (
        "PRhat in case F at skew 1. Humps of the kernel density at the jumps, recall .4 (one of "
        f"them at precision 1), .6 and .8: {counted}. {_drawn(cells)} No normal curve is drawn, "
        "as theorem 1 does not apply to discrete scores. Hughes-Oliver, Figure 9."
    )
    return histograms(cells), caption


def figure_10(sizes: Sequence[int] = SIZES, replicates: int = REPLICATES) -> tuple[Figure, str]:
    """Draw figure 10: PRhat in case D at skew 4.

    Examples
    --------
    >>> figure, caption = figure_10(sizes=[1000], replicates=200)
    >>> caption.partition(" to 1: ")[2].split(", ")[:2]
    ['0.50', '0.07']
    """
    degenerate = " (degenerate below recall .5; at recall 1 it is n+/n, not the curve's end)"
    return _beside_normal(10, "D", 4, sizes, replicates, degenerate)


def figure_11(sizes: Sequence[int] = SIZES, replicates: int = REPLICATES) -> tuple[Figure, str]:
    """Draw figure 11: PRhat in case B at skew 1.

    Examples
    --------
    >>> figure, caption = figure_11(sizes=[1000], replicates=200)
    >>> caption.partition(" to 1: ")[2].split(", ")[4]
    '0.54'
    """
    return _beside_normal(11, "B", 1, sizes, replicates)


def _cells(case: str, skew: int, sizes: Sequence[int], replicates: int) -> list[Cell]:
    return [simulate_cell(case, skew, n, replicates) for n in sizes]


def _humps_at_jumps(cell: Cell) -> str:
    counts = (humps(cell.values[:, round(recall * 10) - 1]) for recall in _JUMPS)
    return f"{', '.join(map(str, counts))} at n = {cell.n}"


def _beside_normal(
    figure: int, case: str, skew: int, sizes: Sequence[int], replicates: int, caption: str = ""
) -> tuple[Figure, str]:
    """Draw a figure of the study, and say how far its lowest row is from the normal curves."""
    cells = _cells(case, skew, sizes, replicates)
    caption = (
        f"PRhat in case {case} at skew {skew}{caption}, beside the normal approximation of "
        f"theorem 1 (purple dashed). {_distances(cells[-1])} {_drawn(cells)} Hughes-Oliver, "
        f"Figure {figure}."
    )
    return histograms(cells), caption


def _drawn(cells: Sequence[Cell]) -> str:
    return (
        f"Rows: sample sizes; columns: recalls; {len(cells[0].values):,} samples each; grey: "
        "histogram, its bin at precision 1 clipped; black: kernel density and values."
    )


def _distances(cell: Cell) -> str:
    distances = kolmogorov_distances(cell)
    return (
        f"Kolmogorov distances at n = {cell.n:,} and recall {min(distances):g} to "
        f"{max(distances):g}: {', '.join(f'{ks:.2f}' for ks in distances.values())}."
    )
