"""The figure of what changes the best model: another measure, average, repeat or half."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from prgbench.comparison.compared import Tables
from prgbench.comparison.given.names import CHANGES
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import (
    MARGIN,
    draw_rows,
    empty_figure,
    legend_below,
    percent_axis,
    rows_figure,
)
from prgbench.plotting.labels import measure_label, pair_labels
from prgbench.plotting.sentences import count, listing

FEW_PAIRS = 3


def given(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw how often the best model changes, by what changes."""
    changes, pairs = tables["given"], tables["given_pairs"]
    shown = changes.dropna(subset="best_models_change")
    if shown.empty:
        text = "No task has several folds, repeats or halves"
        return empty_figure(text), f"{text} ({facts.source})."
    others = pairs.assign(pair=pair_labels)
    sources = [source for source in CHANGES if source in set(shown["source"])]
    rows = max(len(others), len(sources) * shown["measure"].nunique())
    figure, (left, right) = rows_figure(rows + 2, 2, sharey=False)
    draw_rows(
        left,
        others,
        row="pair",
        colour=None,
        value="another_measure",
        lower="another_measure_lower",
        upper="another_measure_upper",
    )
    _recolour(left, f"C{len(CHANGES)}")
    same = shown.assign(label=shown["measure"].map(measure_label))
    draw_rows(
        right,
        same,
        row="label",
        colour="source",
        value="best_models_change",
        lower="lower",
        upper="upper",
    )
    left.set_title("Another measure")
    right.set_title("The same measure")
    for axes in (left, right):
        percent_axis(axes, "Tasks whose\nbest model changes")
        if len(others) > FEW_PAIRS:
            axes.xaxis.set_major_locator(MaxNLocator(2))
    widest = max(left.get_xlim()[1], right.get_xlim()[1])
    for axes in (left, right):
        axes.set_xlim(-MARGIN * widest, widest)
    legend_below(figure, right)
    return figure, _caption(same, facts)


def _recolour(axes: Axes, colour: str) -> None:
    """Give what is drawn a colour that the legend of the other panel does not have."""
    for line in axes.lines:
        line.set_color(colour)
    for lines in axes.collections:
        lines.set_color(colour)


def _caption(same: pd.DataFrame, facts: Facts) -> str:
    tasks = [
        f"{source}: {count(own['tasks'].iloc[0], 'task')}"
        for source, own in same.groupby("source", sort=False)
    ]
    return (
        f"What changes the best model ({facts.source}): share of tasks whose best model is not "
        f"the same by another measure (left), or by the same measure if something else changes "
        f"(right; {listing(tasks)}), ties broken in one random order, with its {facts.interval} "
        "by resampling data sets. Halves have half the instances and the same fitted models; "
        "repeats have the same instances."
    )
