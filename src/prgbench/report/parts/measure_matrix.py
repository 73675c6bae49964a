"""The part `measure_matrix`: figure and words."""

import numpy as np
import pandas as pd

from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Drawn, Facts
from prgbench.plotting.rows import percent_tick
from prgbench.plotting.style import PAGE
from prgbench.plotting.words import count, decimal, measure_label, pair_label, percent
from prgbench.report.shown_part import ShownPart
from prgbench.robustness.measure_matrix import MeasurePair
from prgbench.study.agreement import PAIR

_SAME_ORDER = {"aupr", "aucnpr"}
"""These two always rank the models of a task alike."""


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Name the nearest and the farthest measures."""
    rows = rows_of(MeasurePair, tables["measure_matrix"])
    pairs = [row for row in rows if {row.measure_a, row.measure_b} != _SAME_ORDER]
    text = []
    correlated = [row for row in pairs if not np.isnan(row.mean_spearman)]
    if correlated:
        near, far = (f(correlated, key=lambda row: row.mean_spearman) for f in (max, min))
        text.append(
            f"Most alike by mean rank correlation: {_pair(near)} ({decimal(near.mean_spearman)}); "
            f"least: {_pair(far)} ({decimal(far.mean_spearman)})."
        )
    most = max(
        (row for row in pairs if not np.isnan(row.best_differs)), key=lambda row: row.best_differs
    )
    text.append(
        f"Most often different best models: {_pair(most)}, in {percent(most.best_differs)} of the "
        "tasks."
    )
    return [" ".join(text)]


def _pair(row: MeasurePair) -> str:
    return pair_label(row.measure_a, row.measure_b)


def measure_matrix(tables: Tables, facts: Facts) -> Drawn:
    """Draw the disagreement of all measures below the diagonal, their correlation above it."""
    from matplotlib import pyplot as plt

    matrix = tables["measure_matrix"]
    differs, spearman = (_square(matrix, name) for name in ("best_differs", "mean_spearman"))
    order = _by_likeness(spearman)
    upper_half = np.triu(np.ones(spearman.shape, dtype=bool))
    figure, axes = plt.subplots(figsize=(PAGE, PAGE * 0.92), layout="constrained")
    lower = axes.imshow(
        np.ma.masked_where(upper_half, differs.loc[order, order]), cmap="Blues", vmin=0
    )
    upper = axes.imshow(
        np.ma.masked_where(upper_half.T, spearman.loc[order, order]), cmap="Oranges_r"
    )
    labels = [measure_label(name) for name in order]
    axes.set_xticks(range(len(order)), labels, rotation=90)
    axes.set_yticks(range(len(order)), labels)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    bars = (
        ("Tasks with different best models", lower, percent_tick),
        ("Mean rank correlation", upper, None),
    )
    for label, image, written in bars:
        bar = figure.colorbar(
            image, ax=axes, label=label, shrink=0.7, aspect=30, pad=0.02, format=written
        )
        bar.outline.set_visible(False)
    caption = (
        f"All measures against each other ({facts.source}, "
        f"{count(matrix['tasks'].iloc[0], 'task')}): below the diagonal how often the best models "
        "differ, above it the mean of the tasks' rank correlations; similar measures are side by "
        "side (average linkage)."
    )
    shares = matrix["best_differs"]
    alt = (
        f"Matrix of {len(order)} measures; their best models differ in {percent(shares.min())} "
        f"to {percent(shares.max())} of the tasks."
    )
    data = matrix[[*PAIR, "best_differs", "mean_spearman", "tasks"]]
    return Drawn(figure, caption, alt, data)


def _square(matrix: pd.DataFrame, column: str) -> pd.DataFrame:
    """Turn a column of the pairs into a symmetric table, measures by measures."""
    names = pd.concat([matrix[name] for name in PAIR]).unique()
    half = matrix.pivot(index=PAIR[0], columns=PAIR[1], values=column)
    # A pivot of pairs lacks the last row and the first column.
    half = half.reindex(index=names, columns=names)
    return half.fillna(half.T)


def _by_likeness(spearman: pd.DataFrame) -> list[str]:
    """Order measures by a tree of 1 - correlation; those without a correlation come last."""
    from scipy.cluster.hierarchy import average, leaves_list
    from scipy.spatial.distance import squareform

    # The diagonal is 1 by definition; constant measures have no correlation with themselves.
    distances = 1 - spearman.where(~np.eye(len(spearman), dtype=bool), 1.0)
    # A tree needs all distances: the measure that lacks most of them goes first.
    while distances.isna().any(axis=None):
        worst = distances.isna().sum().idxmax()
        distances = distances.drop(index=worst, columns=worst)
    order = list(distances.index)
    if len(order) > 1:
        # Rounding can make 1 - correlation slightly negative.
        condensed = squareform(distances.clip(lower=0).to_numpy(), checks=False)
        order = [order[leaf] for leaf in leaves_list(average(condensed))]
    return order + [name for name in spearman.index if name not in order]


SHOWN = ShownPart(
    "measure_matrix",
    title="All measures against each other",
    shows="Which of all the project's measures rank models alike.",
    cannot_tell="Which measure is right: these are the study's models and tasks, noise included.",
    paragraphs=paragraphs,
    figures={"measure_matrix": measure_matrix},
)
