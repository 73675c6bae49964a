"""The figure of how reproducibly each measure picks."""

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.comparison.reproducibility.names import ALL, EVERY_SIZE, SIZES
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import (
    PERCENT,
    ROW,
    draw_rows,
    empty_figure,
    legend_below,
    percent_axis,
)
from prgbench.plotting.labels import measure_label
from prgbench.plotting.style import PAGE

SHIFT = 0.05
COLOURS = 7


def reproducibility(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw each measure's agreement with itself by size, and at n/2 by prevalence."""
    table = tables["reproducibility"]
    if not table["tasks"].any():
        text = "No task has both classes in two halves of its instances"
        return empty_figure(text), f"{text} ({facts.source})."
    table = table.assign(label=table["measure"].map(measure_label))
    bins = table[(table["parts"] == min(SIZES)) & ~table["prevalence"].isin([ALL, EVERY_SIZE])]
    bins = _with_counts(bins[bins["tasks"] > 0])
    rows = bins["bin"].nunique() * max(1.0, 0.45 * bins["label"].nunique())
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(PAGE, max(3.0, 1.0 + ROW * rows)), layout="constrained"
    )
    every = table[table["prevalence"] == EVERY_SIZE]
    _draw_sizes(left, every)
    draw_rows(
        right,
        bins,
        row="bin",
        colour="label",
        value="agreement",
        lower="lower",
        upper="upper",
    )
    _tell_apart(left)
    _tell_apart(right)
    percent_axis(right, "The same model on two halves")
    right.set_ylabel("Prevalence")
    legend_below(figure, right, columns=4)
    caption = (
        f"How reproducibly each measure picks ({facts.source}): how often its picks on two "
        "disjoint parts of a task's instances are the same model, with the "
        f"{facts.interval} by resampling data sets. Left: by the size of the parts, mean over the "
        f"{every['tasks'].max():,} tasks with a value at every size. Right: on halves by the "
        "prevalence of the task, with the number of tasks. It says nothing of how good the picks "
        "are."
    )
    return figure, caption


def _draw_sizes(axes: Axes, table: pd.DataFrame) -> None:
    order = sorted(SIZES, reverse=True)
    for place, (label, own) in enumerate(table.groupby("label", sort=False)):
        x = own["parts"].map(order.index) + SHIFT * (place - (table["label"].nunique() - 1) / 2)
        axes.plot(x, own["agreement"], "o-", color=f"C{place}", label=label, linewidth=1)
        axes.vlines(x, own["lower"], own["upper"], color=f"C{place}", linewidth=1.2)
    axes.set_xticks(range(len(order)), [SIZES[parts] for parts in order])
    axes.set_xlim(-0.4, len(order) - 0.6)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(PERCENT)
    axes.set(xlabel="Instances in a part", ylabel="The same model on two parts")


def _tell_apart(axes: Axes) -> None:
    """Change the marker where the colours begin anew."""
    for place, line in enumerate(axes.get_lines()):
        line.set_marker("os"[place // COLOURS])


def _with_counts(bins: pd.DataFrame) -> pd.DataFrame:
    tasks = bins.groupby("prevalence")["tasks"].max()
    return bins.assign(bin=[f"{name} ({tasks[name]:,})" for name in bins["prevalence"]])
