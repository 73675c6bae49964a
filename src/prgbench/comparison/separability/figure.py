"""The figure of which best models can be told apart."""

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import ROW, draw_rows
from prgbench.plotting.labels import measure_label, pair_labels
from prgbench.plotting.style import PAGE

OUTCOMES = {
    "both": ("both measures", "C0"),
    "only_a": ("the first only", "C5"),
    "only_b": ("the second only", "C4"),
    "none": ("neither", "0.8"),
}


def separability(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw how many disagreements the measures separate, and how many models are tied for best."""
    table = tables["separability"].assign(pair=pair_labels)
    tied = tables["tied_for_best"].assign(label=lambda rows: rows["measure"].map(measure_label))
    figure, (axes, sizes) = plt.subplots(
        1, 2, figsize=(PAGE, 1.2 + 2 * ROW * len(table)), layout="constrained"
    )
    left = pd.Series(0, index=table.index)
    for outcome, (label, colour) in OUTCOMES.items():
        axes.barh(table["pair"], table[outcome], left=left, height=0.5, color=colour, label=label)
        left = left + table[outcome]
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("Disagreements")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    figure.legend(loc="outside lower center", ncols=2, title="Best models told apart by")
    draw_rows(
        sizes,
        tied,
        row="label",
        colour=None,
        value="median",
        lower="lower_quartile",
        upper="upper_quartile",
    )
    sizes.set_xlabel("Models not told from the best model")
    sizes.set_xlim(left=0)
    sizes.xaxis.set_major_locator(MaxNLocator(integer=True))
    caption = (
        f"Which best models can be told apart ({facts.source}). Left: disagreements about the "
        "best model, by whether the measures separate the two (DeLong's test for AUROC, else by "
        "bootstrap standard errors; Holm's correction over the disagreements of a pair, at "
        f"{facts.significance_level:g}). Right: models whose bootstrap {facts.interval} of the "
        "gap to the best model includes 0, itself counted; median and quartiles over the tasks."
    )
    return figure, caption
