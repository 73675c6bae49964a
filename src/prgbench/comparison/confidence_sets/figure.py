"""The figure of certain disagreements."""

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from prgbench.comparison.compared import Tables
from prgbench.comparison.confidence_sets.names import level_of_sets
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import ROW, draw_rows, empty_figure
from prgbench.plotting.labels import measure_label, pair_labels
from prgbench.plotting.style import PAGE

BESIDE = 6


def confidence_sets(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw how many disagreements are certain, and how many models are in the sets."""
    pairs = tables["certain"].assign(pair=pair_labels)
    sizes = tables["set_sizes"].assign(label=lambda rows: rows["measure"].map(measure_label))
    if pairs.empty or sizes.empty:
        return empty_figure(
            "no pair of measures"
        ), f"Certain disagreements ({facts.source}): none."
    figure, bars, members = _panels(len(pairs), len(sizes))
    outcomes = {
        "certain": (pairs["certain"], "C1"),
        "not certain": (pairs["disagreements"] - pairs["certain"], "0.8"),
    }
    left = pd.Series(0, index=pairs.index)
    for outcome, (counts, colour) in outcomes.items():
        bars.barh(pairs["pair"], counts, left=left, height=0.5, color=colour, label=outcome)
        left = left + counts
    bars.set_ylim(len(pairs) - 0.5, -0.5)
    bars.tick_params(axis="y", length=0)
    bars.set_xlabel("Tasks with different best models")
    bars.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    bars.set_xlim(0, max(1, 1.05 * left.max()))
    figure.legend(loc="outside lower center", ncols=2)
    draw_rows(
        members,
        sizes,
        row="label",
        colour=None,
        value="median",
        lower="lower_quartile",
        upper="upper_quartile",
    )
    members.set_xlabel("Models in the confidence set")
    members.set_xlim(left=0)
    members.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    level = f"{100 * level_of_sets(facts.confidence_level):.10g}%"
    most = pairs["tasks"].max()
    caption = (
        f"Certain disagreements ({facts.source}, {most:,} tasks). First: tasks in which two "
        f"measures have different best models, certain if their {level} model confidence sets "
        "have no model in common. Second: models in the set by each measure, median and quartiles "
        "over the tasks."
    )
    return figure, caption


def _panels(n_pairs: int, n_measures: int) -> tuple[Figure, Axes, Axes]:
    """Return the panels of pairs and of measures, below each other where there are many pairs."""
    rows = [max(n_pairs, 3), max(n_measures, 3)]
    if n_pairs <= BESIDE:
        figure, panels = plt.subplots(
            1, 2, figsize=(PAGE, 1.2 + 1.3 * ROW * max(rows)), layout="constrained"
        )
    else:
        figure, panels = plt.subplots(
            2, 1, figsize=(PAGE, 1.6 + ROW * sum(rows)), height_ratios=rows, layout="constrained"
        )
    return figure, panels[0], panels[1]
