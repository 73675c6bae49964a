"""The figure of where measures disagree."""

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import PERCENT, ROW, draw_rows
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.style import PAGE


def breakdown(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the disagreements of each pair by the properties of tasks and best models."""
    table = tables["breakdown"].assign(pair=pair_labels)
    counts = table.drop_duplicates(["by", "bin"]).groupby("by", sort=False)["bin"].count()
    halves = [list(counts.index[0::2]), list(counts.index[1::2])]
    rows = max(int(counts[half].sum()) + 2 * len(half) for half in halves)
    figure = plt.figure(figsize=(PAGE, 0.8 + 1.15 * ROW * rows), layout="constrained")
    columns = np.atleast_1d(np.asarray(figure.subfigures(1, 2)))
    for column, half in zip(columns, halves, strict=True):
        panels = column.subplots(
            len(half), 1, squeeze=False, gridspec_kw={"height_ratios": counts[half] + 1}
        )
        for axes, by in zip(panels[:, 0], half, strict=True):
            own = table[table["by"] == by]
            tasks = own.drop_duplicates("bin").set_index("bin")["tasks"]
            named = own.assign(named=[f"{name} (n={tasks[name]:,})" for name in own["bin"]])
            draw_rows(
                axes,
                named,
                row="named",
                colour="pair",
                value="best_differs",
                lower="lower",
                upper="upper",
            )
            axes.set_title(by.capitalize() if by.islower() else by, loc="left")
            axes.set_xlim(-0.03, 1.03)
            axes.xaxis.set_major_formatter(PERCENT)
            axes.label_outer()
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    caption = (
        f"Where measures disagree ({facts.source}): share of tasks with different best models by "
        "properties of the task and of the best model by the first measure (flow family, share of "
        f"distinct scores, upload), with its {facts.interval} (data sets as clusters) where a bin "
        "has more than one data set; n is the number of tasks of the first pair."
    )
    return figure, caption
