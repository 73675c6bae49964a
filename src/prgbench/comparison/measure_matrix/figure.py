"""The figures of all measures against each other: the matrix, and the map with its tree."""

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy.cluster.hierarchy import dendrogram

from prgbench.comparison.compared import Tables
from prgbench.comparison.measure_matrix.names import square
from prgbench.metrics.self_tests import SAME_ORDER
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import PERCENT, empty_figure
from prgbench.plotting.labels import measure_label
from prgbench.plotting.style import PAGE

Floats = NDArray[np.float64]


def measure_matrix(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the disagreement of all measures below the diagonal, their correlation above it."""
    matrix = tables["measure_matrix"]
    differs = square(matrix, "best_differs", np.nan)
    spearman = square(matrix, "mean_spearman", np.nan)
    places = tables["metric_map"]
    order = list(places.sort_values("leaf")["measure"]) if len(places) else []
    order += [name for name in differs.index if name not in order]
    below = np.tril(np.ones((len(order), len(order)), dtype=bool), -1)
    figure, axes = plt.subplots(figsize=(PAGE, PAGE * 0.92), layout="constrained")
    lower = axes.imshow(
        np.ma.masked_where(~below, differs.loc[order, order]), cmap="Blues", vmin=0
    )
    upper = axes.imshow(np.ma.masked_where(~below.T, spearman.loc[order, order]), cmap="Oranges_r")
    labels = [measure_label(name) for name in order]
    axes.set_xticks(range(len(order)), labels, rotation=90)
    axes.set_yticks(range(len(order)), labels)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    bars = {"Tasks with different best models": lower, "Mean rank correlation": upper}
    for label, image in bars.items():
        bar = figure.colorbar(
            image,
            ax=axes,
            label=label,
            shrink=0.7,
            aspect=30,
            pad=0.02,
            format=PERCENT if image is lower else None,
        )
        bar.outline.set_visible(False)
    first = matrix.iloc[0]
    tests = tables["self_tests"]
    held = bool((tests["best_differs"] == 0).all())
    names = ", ".join(f"{measure_label(a)} with {measure_label(b)}" for a, b in SAME_ORDER.items())
    caption = (
        f"All measures against each other ({facts.source}, {first['tasks']:,} tasks): how often "
        "the best models differ (below the diagonal) and the mean of the tasks' rank correlations "
        "(above), ordered by the tree of the next figure. Self-tests, which must never disagree: "
        f"{names}: {'they never do' if held else 'THEY DO'}."
    )
    return figure, caption


def metric_map(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the tree of the measures and their map."""
    places, tree = tables["metric_map"], tables["metric_tree"]
    caption = f"Map of the measures ({facts.source}): "
    if tree.empty:
        text = "too few measures with a correlation"
        return empty_figure(text.capitalize()), f"{caption}{text}."
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(PAGE, 4.6), layout="constrained", width_ratios=[1, 1.25]
    )
    labels = [measure_label(name) for name in places["measure"]]
    dendrogram(
        tree.to_numpy(),
        labels=np.array(labels),
        orientation="left",
        ax=left,
        color_threshold=0,
        above_threshold_color="C0",
    )
    left.tick_params(axis="y", labelsize=8, length=0)
    left.spines["left"].set_visible(False)
    left.set_xlabel("1 − mean rank correlation")
    right.plot(places["x"], places["y"], "o")
    _label_column(right, places["x"].to_numpy(), places["y"].to_numpy(), labels)
    right.set(xticks=[], yticks=[])
    right.spines[:].set_visible(False)
    caption += (
        "average-linkage tree of 1 − the mean of the tasks' rank correlations, and classical "
        "scaling of the same distances to the plane: measures that rank models alike are near "
        "each other."
    )
    return figure, caption


def _label_column(axes: Axes, x: Floats, y: Floats, labels: list[str]) -> None:
    """Write the labels in a column beside the points, joined to them by thin lines."""
    order = np.argsort(y)
    span = max(float(np.ptp(y)), 0.4 * float(np.ptp(x)), 1e-9)
    heights = float(np.mean([y.min(), y.max()])) + span * np.linspace(-0.55, 0.55, len(y))
    column = float(x.max()) + 0.15 * max(float(np.ptp(x)), 1e-9)
    for height, place in zip(heights, order, strict=True):
        axes.plot([x[place], column], [y[place], height], color="0.8", linewidth=0.6, zorder=0)
        axes.text(column, height, f" {labels[place]}", va="center", fontsize=8)
