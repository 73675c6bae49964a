"""The figure of how reproducibly each measure picks."""

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from prgbench.comparison.compared import Tables
from prgbench.comparison.enough_data import open_marks
from prgbench.comparison.reproducibility.names import ALL, EVERY_SIZE, SIZES
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, not_drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import (
    PERCENT,
    ROW,
    draw_rows,
    legend_below,
    percent_axis,
)
from prgbench.plotting.labels import measure_label
from prgbench.plotting.looks import Look, looks
from prgbench.plotting.style import PAGE

SHIFT = 0.05


def reproducibility(tables: Tables, facts: Facts) -> Drawn:
    """Draw each measure's agreement with itself by size, and at n/2 by prevalence."""
    table = tables["reproducibility"]
    if not table["tasks"].any():
        return not_drawn("No task has both classes in two halves of its instances.")
    table = table.assign(label=table["measure"].map(measure_label))
    bins = table[(table["parts"] == min(SIZES)) & ~table["prevalence"].isin([ALL, EVERY_SIZE])]
    bins = _with_counts(bins[bins["tasks"] > 0])
    rows = bins["bin"].nunique() * max(1.0, 0.45 * bins["label"].nunique())
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(PAGE, max(3.0, 1.0 + ROW * rows)), layout="constrained"
    )
    every = table[table["prevalence"] == EVERY_SIZE]
    appearance = looks(table["label"])
    data = {
        "by size": _draw_sizes(left, every, appearance),
        "by prevalence": draw_rows(
            right,
            bins,
            row="bin",
            series="label",
            value="agreement",
            lower="lower",
            upper="upper",
            appearance=appearance,
        ),
    }
    percent_axis(right, "The same model on two halves")
    right.set_ylabel("Prevalence")
    legend_below(figure, right, columns=4)
    caption = (
        f"How reproducibly each measure picks ({facts.source}): how often its picks on two "
        "disjoint parts of a task's instances are the same model, with the "
        f"{facts.interval} by resampling data sets. Left: by the size of the parts, mean over the "
        f"{every['tasks'].max():,} tasks with a value at every size. Right: on halves by the "
        "prevalence of the task, with the number of tasks. It says nothing of how good the picks "
        f"are.{open_marks(data['by prevalence'])}"
    )
    halves = data["by size"][data["by size"]["row"] == SIZES[min(SIZES)]]
    alt = f"How often a measure picks the same model on two halves: {spoken(halves)}."
    return Drawn(figure, caption, alt, panels_table(data))


def _draw_sizes(axes: Axes, table: pd.DataFrame, appearance: dict[str, Look]) -> pd.DataFrame:
    order = sorted(SIZES, reverse=True)
    for place, (label, look) in enumerate(appearance.items()):
        own = table[table["label"] == label]
        x = own["parts"].map(order.index) + SHIFT * (place - (len(appearance) - 1) / 2)
        axes.plot(x, own["agreement"], **look, label=label, linewidth=1)
        axes.vlines(x, own["lower"], own["upper"], color=look["color"], linewidth=1.2)
    axes.set_xticks(range(len(order)), [SIZES[parts] for parts in order])
    axes.set_xlim(-0.4, len(order) - 0.6)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(PERCENT)
    axes.set(xlabel="Instances in a part", ylabel="The same model on two parts")
    drawn = table.assign(row=table["parts"].map(SIZES), series=table["label"])
    return drawn.rename(columns={"agreement": "value"})[
        ["row", "series", "value", "lower", "upper"]
    ]


def _with_counts(bins: pd.DataFrame) -> pd.DataFrame:
    tasks = bins.groupby("prevalence")["tasks"].max()
    return bins.assign(bin=[f"{name} ({tasks[name]:,})" for name in bins["prevalence"]])
