"""Figures of how sure the percentages are: intervals, noise floor, separable winners."""

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from prgbench.comparison.table_files import Tables
from prgbench.plotting.interval_rows import (
    ROW,
    draw_rows,
    legend_below,
    measure_label,
    pair_labels,
    percent_axis,
    rows_figure,
)
from prgbench.plotting.style import PAGE

STATISTICS = {
    "best_differs": "Tasks with different best models",
    "top3_differs": "Tasks with a different ordered top three",
}


def percentages(tables: Tables, source: str) -> tuple[Figure, str]:
    """Draw the percentages with both of their intervals."""
    table = tables["intervals"].assign(pair=pair_labels)
    names = list(dict.fromkeys(table["pair"]))
    kinds = {
        "by data sets": ("lower", "upper"),
        "tasks as if independent": ("naive_lower", "naive_upper"),
    }
    figure, panels = rows_figure(2 * len(names), len(STATISTICS))
    for axes, (statistic, label) in zip(panels, STATISTICS.items(), strict=True):
        own = table[table["statistic"] == statistic]
        lines = pd.concat(
            [
                own.assign(kind=kind, low=own[low], high=own[high])
                for kind, (low, high) in kinds.items()
            ]
        )
        draw_rows(
            axes, lines, row="pair", colour="kind", value="estimate", lower="low", upper="high"
        )
        percent_axis(axes, label)
    legend_below(figure, panels[0])
    first = table.iloc[0]
    caption = (
        f"How often measures disagree ({source}): share of {first['tasks']:,} tasks with its "
        f"interval by resampling the {first['datasets']:,} data sets (percentile bootstrap), and "
        "with Wilson's, which takes tasks as independent."
    )
    return figure, caption


def noise_floor(tables: Tables, source: str) -> tuple[Figure, str]:
    """Draw the disagreement of each pair beside that of each measure with itself."""
    table = tables["noise_floor"].assign(pair=pair_labels)
    kinds = {
        "the two measures": "best_differs_expected",
        "a measure with itself": "floor_expected",
    }
    lines = pd.concat([table.assign(kind=k, share=table[column]) for k, column in kinds.items()])
    figure, (axes, excess) = rows_figure(2 * len(table), 2)
    draw_rows(axes, lines, row="pair", colour="kind", value="share")
    percent_axis(axes, "Tasks with different best models")
    draw_rows(
        excess,
        table,
        row="pair",
        colour=None,
        value="excess_expected",
        lower="excess_expected_lower",
        upper="excess_expected_upper",
    )
    excess.axvline(0, color="0.4", linewidth=0.8)
    percent_axis(excess, "Excess over the noise floor", from_zero=False)
    legend_below(figure, axes)
    caption = (
        f"Disagreement and noise floor ({source}): how often the best models by two measures "
        "differ, and how often those by one measure differ between the task and a bootstrap of "
        "its instances (mean of the two measures); ties are broken at random. Right: the "
        "difference with its interval by resampling data sets."
    )
    return figure, caption


def separability(tables: Tables, source: str) -> tuple[Figure, str]:
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
    figure.legend(loc="outside lower center", ncols=2, title="Picks told apart by")
    draw_rows(
        sizes,
        tied,
        row="label",
        colour=None,
        value="median",
        lower="lower_quartile",
        upper="upper_quartile",
    )
    sizes.set_xlabel("Models not told from the best")
    sizes.set_xlim(left=0)
    sizes.xaxis.set_major_locator(MaxNLocator(integer=True))
    caption = (
        f"Which winners can be told apart ({source}). Left: disagreements about the best model, "
        "by whether the measures separate the two picks (DeLong's test for AUROC, else by "
        "bootstrap standard errors; Holm's correction over the disagreements of a pair). Right: "
        "models whose bootstrap interval of the gap to the best one includes 0, itself counted; "
        "median and quartiles over the tasks."
    )
    return figure, caption


OUTCOMES = {
    "both": ("both measures", "C0"),
    "only_a": ("the first only", "C5"),
    "only_b": ("the second only", "C4"),
    "none": ("neither", "0.8"),
}
