"""Figures of what the percentages depend on: ties, draws, duplicates, folds, prevalence."""

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from prgbench.comparison.table_files import Tables
from prgbench.plotting.interval_rows import (
    PERCENT,
    draw_rows,
    empty_figure,
    legend_below,
    measure_label,
    pair_labels,
    percent_axis,
    rows_figure,
)
from prgbench.plotting.style import COLUMN

TIE_POLICIES = {
    "strict": "sets of best models differ",
    "expected": "ties broken at random",
    "lenient": "no best model in common",
}


def ties(tables: Tables, source: str) -> tuple[Figure, str]:
    """Draw the disagreement by what counts as a tie and by how ties are treated."""
    table = tables["ties"].assign(pair=pair_labels)
    table["within"] = [f"{eps:g}" for eps in table["tolerance"]]
    figure, panels = rows_figure(2 * table["within"].nunique(), len(TIE_POLICIES))
    for axes, (policy, label) in zip(panels, TIE_POLICIES.items(), strict=True):
        draw_rows(axes, table, row="within", colour="pair", value=policy)
        axes.set_title(label)
        percent_axis(axes, "Tasks")
    panels[0].set_ylabel("Tied within")
    legend_below(figure, panels[0])
    caption = (
        f"What counts as a tie ({source}): share of tasks in which two measures disagree about "
        "the best model, if scores that differ by at most the tolerance are tied, under three "
        "ways to compare sets of best models."
    )
    return figure, caption


def draws(tables: Tables, source: str) -> tuple[Figure, str]:
    """Draw the disagreement against the number of models drawn."""
    table = tables["draws"].assign(pair=pair_labels).dropna(subset="best_differs")
    figure, axes = plt.subplots(figsize=(COLUMN + 1.2, COLUMN), layout="constrained")
    for place, (pair, own) in enumerate(table.groupby("pair", sort=False)):
        x = own["size"] * (1 + 0.03 * (place - 1))
        axes.errorbar(
            x, own["best_differs"], own["sd"], marker="o", capsize=2, label=pair, linewidth=1
        )
    axes.set_xscale("log")
    sizes = sorted(table["size"].unique())
    axes.set_xticks(sizes, [f"{size}" for size in sizes])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(PERCENT)
    axes.set_ylim(bottom=0)
    axes.set(xlabel="Models drawn", ylabel="Tasks with different best models")
    figure.legend(loc="outside lower center", ncols=2)
    first = table.iloc[0]
    caption = (
        f"Disagreement by the number of models ({source}): mean and standard deviation over "
        f"{first['draws']} draws without replacement; tasks with fewer models are left out. Where "
        "as many are drawn as there are, all draws are the same."
    )
    return figure, caption


def duplicates(tables: Tables, source: str) -> tuple[Figure, str]:
    """Draw the disagreements with and without duplicates and hard labels."""
    table = tables["duplicates"].assign(pair=pair_labels)
    table["kept"] = [
        f"{variant} (−{removed:,})" if removed else variant
        for variant, removed in zip(table["variant"], table["removed"], strict=True)
    ]
    columns = {
        "best_differs": "Tasks with different best models",
        "top3_differs": "Different ordered top three",
    }
    figure, panels = rows_figure(2 * table["kept"].nunique(), len(columns))
    for axes, (column, label) in zip(panels, columns.items(), strict=True):
        draw_rows(axes, table, row="kept", colour="pair", value=column)
        percent_axis(axes, label)
    legend_below(figure, panels[0])
    caption = (
        f"With and without duplicates and hard labels ({source}): a duplicate ranks all "
        "instances as an earlier run of its task does, hard labels are at most two distinct "
        "scores; in brackets, how many models are left out."
    )
    return figure, caption


def aggregation(tables: Tables, source: str) -> tuple[Figure, str]:
    """Draw how often a measure's winner changes if folds or repeats are averaged."""
    table = tables["aggregation"]
    if table.empty:
        text = "No task has several folds or repeats that its files state"
        return empty_figure(text), f"{text} ({source})."
    table = table.assign(
        label=table["measure"].map(measure_label), over="mean over " + table["aggregation"] + "s"
    )
    figure, (axes,) = rows_figure(2 * table["label"].nunique(), width=COLUMN + 1.6)
    draw_rows(
        axes,
        table,
        row="label",
        colour="over",
        value="winner_changes",
        lower="lower",
        upper="upper",
    )
    percent_axis(axes, "Tasks whose best models change")
    legend_below(figure, axes)
    caption = (
        f"Pooled predictions against averages ({source}): share of tasks in which the best models "
        "by the same measure change if it is averaged over folds (or repeats) instead, with its "
        f"interval by resampling data sets. {table['undefined_parts'].sum():,} of "
        f"{table['parts'].sum():,} values of single folds or repeats are undefined and left out."
    )
    return figure, caption


def prevalence(tables: Tables, source: str) -> tuple[Figure, str]:
    """Draw whose winners change with the prevalence, and how often measures disagree then."""
    changes = tables["prevalence"]
    if changes.empty:
        text = "None of the measures is a function of the areas"
        return empty_figure(text), f"{text} ({source})."
    changes = changes.assign(label=changes["measure"].map(measure_label), at=_prevalences(changes))
    pairs = tables["prevalence_pairs"].assign(pair=pair_labels, at=_prevalences)
    figure, (left, right) = rows_figure(2 * changes["at"].nunique() + 1, 2)
    draw_rows(
        left,
        changes,
        row="at",
        colour="label",
        value="winner_changes",
        lower="lower",
        upper="upper",
    )
    percent_axis(left, "Tasks whose best models change")
    draw_rows(right, pairs, row="at", colour="pair", value="best_differs")
    percent_axis(right, "Tasks with different best models")
    for axes in (left, right):
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=1)
    caption = (
        f"The same models at other prevalences ({source}), by weighting the negatives. Left: "
        "share of tasks in which the best models by a measure are not those at the task's own "
        "prevalence, with its interval by resampling data sets. Right: how often two measures "
        "disagree about the best model then."
    )
    return figure, caption


def _prevalences(table: pd.DataFrame) -> list[str]:
    return [f"prevalence {value:g}" for value in table["prevalence"]]
