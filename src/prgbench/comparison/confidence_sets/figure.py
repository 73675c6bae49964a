"""The figure of certain disagreements."""

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from prgbench.comparison.compared import Tables
from prgbench.comparison.confidence_sets.names import level_of_sets
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import ROW, draw_rows
from prgbench.plotting.labels import measure_label, pair_labels
from prgbench.plotting.style import PAGE


def confidence_sets(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw how many disagreements are certain, and how many models are in the sets."""
    pairs = tables["certain"].assign(pair=pair_labels)
    sizes = tables["set_sizes"].assign(label=lambda rows: rows["measure"].map(measure_label))
    rows = max(len(pairs), len(sizes), 3)
    figure, (bars, members) = plt.subplots(
        1, 2, figsize=(PAGE, 1.2 + 1.3 * ROW * rows), layout="constrained"
    )
    outcomes = {
        "certain": (pairs["certain"], "C1"),
        "not certain": (pairs["disagreements"] - pairs["certain"], "0.8"),
    }
    left = pd.Series(0, index=pairs.index)
    for outcome, (counts, colour) in outcomes.items():
        bars.barh(pairs["pair"], counts, left=left, height=0.5, color=colour, label=outcome)
        left = left + counts
    bars.set_ylim(max(len(pairs), 1) - 0.5, -0.5)
    bars.tick_params(axis="y", length=0)
    bars.set_xlabel("Tasks with different best models")
    bars.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    bars.set_xlim(0, max(1, 1.05 * left.max()) if len(left) else 1)
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
    most = max(pairs["tasks"], default=0)
    caption = (
        f"Certain disagreements ({facts.source}, {most:,} tasks). Left: tasks in which two "
        f"measures have different best models, certain if their {level} model confidence sets "
        "have no model in common. Right: models in the set by each measure, median and quartiles "
        "over the tasks."
    )
    return figure, caption
