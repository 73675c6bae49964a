"""The part `measure_matrix`: figure and words."""

from collections.abc import Iterable

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from numpy.typing import NDArray
from scipy.cluster.hierarchy import dendrogram
from scipy.sparse.csgraph import connected_components

from prgbench.answer.interface import Tables
from prgbench.metrics.registry import SAME_ORDER
from prgbench.plotting.drawn import Drawn, Facts, not_drawn
from prgbench.plotting.rows import PERCENT
from prgbench.plotting.style import PAGE
from prgbench.plotting.words import count, decimal, measure_label, pair, percent, records
from prgbench.report.shown_part import ShownPart
from prgbench.robustness.measure_matrix import square
from prgbench.study.agreement import PAIR

TITLE = "All measures against each other"
SHOWS = "Which measures rank models alike, for all measures that the project has."
CANNOT_TELL = (
    "Which measure is the right one. It shows the study's models and tasks, with their noise."
)


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Name the nearest and the farthest measures, and the outcome of the self-tests."""
    matrix, tests = tables["measure_matrix"], tables["self_tests"]
    own = matrix[~matrix["measure_a"].isin(SAME_ORDER) & ~matrix["measure_b"].isin(SAME_ORDER)]
    parts = []
    correlated = records(own.dropna(subset="mean_spearman").sort_values("mean_spearman"))
    if correlated:
        far, near = correlated[0], correlated[-1]
        parts.append(
            f"Nearest by mean rank correlation are {pair(near)} "
            f"({decimal(near['mean_spearman'])}), farthest {pair(far)} "
            f"({decimal(far['mean_spearman'])})."
        )
    most = records(own.dropna(subset="best_differs").sort_values("best_differs"))[-1]
    parts.append(
        f"{pair(most)} disagree most often about the best model, in "
        f"{percent(most['best_differs'])} of the tasks."
    )
    worst = float(tests["best_differs"].max())
    parts.append(
        "The self-tests hold: measures that are increasing in one another inside a task never "
        "disagree."
        if worst == 0
        else f"THE SELF-TESTS FAIL: measures that must never disagree do in {percent(worst)}."
    )
    return [" ".join(parts)]


Floats = NDArray[np.float64]
Box = tuple[Floats, Floats]
MARKER = np.array([0.03, 0.02])
"""Width and height of a marker on the map, as shares of its axes."""
CHARACTER = np.array([0.03, 0.04])
"""The same of a character of a label."""


def measure_matrix(tables: Tables, facts: Facts) -> Drawn:
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
    shares = matrix["best_differs"]
    alt = (
        f"Matrix of {len(order)} measures; their best models differ in {percent(shares.min())} "
        f"to {percent(shares.max())} of the tasks."
    )
    data = matrix[[*PAIR, "best_differs", "mean_spearman", "tasks"]]
    return Drawn(figure, caption, alt, data)


def metric_map(tables: Tables, facts: Facts) -> Drawn:
    """Draw the tree of the measures and their map."""
    places, tree = tables["metric_map"], tables["metric_tree"]
    if tree.empty:
        return not_drawn("Too few measures have a correlation for a map of them.")
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(PAGE, 4.6), layout="constrained", width_ratios=[1, 1.1]
    )
    places = places.assign(
        label=places["measure"].map(measure_label), number=len(places) - places["leaf"]
    ).sort_values("number")
    _draw_tree(left, tree, places)
    _draw_map(right, places)
    tasks = count(tables["measure_matrix"]["tasks"].max(), "task")
    caption = (
        f"Map of the measures ({facts.source}, {tasks}): average-linkage tree of 1 − the mean of "
        "the tasks' rank correlations, and classical scaling of the same distances to the plane, "
        "with the numbers of the tree: measures that rank models alike are near each other, those "
        "that rank them the same share a point."
    )
    alt = (
        "Tree and map of the measures by 1 − mean rank correlation, neighbours in the order of "
        f"the tree: {', '.join(places['label'])}."
    )
    return Drawn(figure, caption, alt, places[["number", "measure", "label", "x", "y"]])


def _draw_tree(axes: Axes, tree: pd.DataFrame, places: pd.DataFrame) -> None:
    named = (places["number"].astype(str) + " " + places["label"]).sort_index()
    dendrogram(
        tree.to_numpy(),
        labels=named.to_numpy(),
        orientation="left",
        ax=axes,
        color_threshold=0,
        above_threshold_color="C0",
    )
    axes.tick_params(axis="y", labelsize="medium", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("1 − mean rank correlation")


def _draw_map(axes: Axes, places: pd.DataFrame) -> None:
    axes.plot(places["x"], places["y"], "o")
    axes.set(xlabel="First coordinate", ylabel="Second coordinate")
    axes.margins(0.12)
    axes.locator_params(nbins=5)
    low, high = np.transpose([axes.get_xlim(), axes.get_ylim()])
    xy = (places[["x", "y"]].to_numpy() - low) / (high - low)
    _, group = connected_components((np.abs(xy[:, None] - xy[None]) < MARKER).all(axis=2))
    taken = [(point - MARKER / 2, point + MARKER / 2) for point in xy]
    for own in (np.flatnonzero(group == one) for one in np.unique(group)):
        text = numbers_as_ranges(places["number"].iloc[own])
        box = _free_box(xy[own], CHARACTER * (len(text), 1), taken)
        taken.append(box)
        x, y = np.mean(box, axis=0)
        axes.text(x, y, text, transform=axes.transAxes, ha="center", va="center")


def _free_box(points: Floats, size: Floats, taken: list[Box]) -> Box:
    """Return where beside some points a text covers least of what is there already."""
    low, high = points.min(axis=0) - MARKER / 2, points.max(axis=0) + MARKER / 2
    x, y = points.mean(axis=0) - size / 2
    corners = [(high[0], y), (low[0] - size[0], y), (x, high[1]), (x, low[1] - size[1])]
    boxes = [(np.array(corner), np.array(corner) + size) for corner in corners]
    return min(boxes, key=lambda box: sum(_overlap(box, other) for other in taken))


def _overlap(one: Box, other: Box) -> float:
    sides = np.minimum(one[1], other[1]) - np.maximum(one[0], other[0])
    return float(np.prod(np.maximum(sides, 0)))


def numbers_as_ranges(numbers: Iterable[int]) -> str:
    """Write numbers, those that follow each other as a range.

    Examples
    --------
    >>> numbers_as_ranges([7, 1, 2, 3])
    '1–3, 7'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}" if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


SHOWN = ShownPart(
    "measure_matrix",
    TITLE,
    SHOWS,
    CANNOT_TELL,
    paragraphs,
    {"measure_matrix": measure_matrix, "metric_map": metric_map},
)
