"""The part `breakdown`: figure and words."""

import re

import numpy as np
import pandas as pd

from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table
from prgbench.plotting.rows import ROW, draw_rows, looks, percent_tick
from prgbench.plotting.style import PAGE
from prgbench.plotting.words import (
    bounds,
    count,
    listing,
    p_value,
    pair_label,
    pair_labels,
    percent,
    points,
)
from prgbench.report.shown_part import ShownPart, open_marks
from prgbench.robustness.breakdown import BinOfTasks
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS

NO_BINS = "No property has two bins with tasks."
FEWEST_BINS = 2
"""Of a panel."""


def bin_label(name: str) -> str:
    """Write a bin of numbers, such as ≤ 0.01 or 300 – 1,000; other names stay."""
    edges = re.fullmatch(r"\((\S+), (\S+)\]", name)
    if edges is None:
        return name
    low, high = (f"{float(edge):,g}" for edge in edges.groups())
    return f"≤ {high}" if low == "-inf" else f"> {low}" if high == "inf" else f"{low} – {high}"


def property_label(by: str) -> str:
    """Name a property, such as mean AUROC."""
    return by.replace("_", " ").replace("auroc", "AUROC")


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say in which bins measures disagree more or less often than in the other tasks."""
    table = tables["breakdown"]
    if table["difference"].isna().all():
        return [NO_BINS]
    # Bins that hold all or no tasks have nothing to be compared with.
    tested = [row for row in rows_of(BinOfTasks, table) if not np.isnan(row.p_value_adjusted)]
    if not tested:
        return [f"Bins are not tested with fewer than {FEWEST_CLUSTERS} data sets."]
    level = facts.significance_level
    clear = [row for row in tested if row.p_value_adjusted < level]
    text = (
        f"Of {count(len(tested), 'bin')} of all pairs, {len(clear) or 'none'} "
        f"{'differs' if len(clear) == 1 else 'differ'} from the other tasks in the share of "
        f"disagreements (p < {level:g}, exchanging tasks, adjusted after Holm)"
    )
    if not clear:
        return [f"{text}."]
    lines = [
        f"- {pair_label(row.measure_a, row.measure_b)}, {property_label(row.by)} "
        f"{bin_label(row.bin)}: {percent(row.best_differs)} of {count(row.tasks, 'task')}, "
        f"{points(row.difference)} {bounds(row.difference_lower, row.difference_upper, points)}, "
        f"{p_value(row.p_value_adjusted)}"
        for row in clear
    ]
    return [f"{text}; differences in points, with their {facts.interval}:", "\n".join(lines)]


def breakdown(tables: Tables, facts: Facts) -> Drawn:
    """Draw the disagreements of each pair by the properties of tasks and best models."""
    from matplotlib import pyplot as plt

    table = tables["breakdown"].assign(pair=pair_labels)
    table["by"] = table["by"].map(property_label)
    counts = table.groupby("by", sort=False)["bin"].nunique()
    # A panel of one bin compares nothing.
    single = list(counts.index[counts < FEWEST_BINS])
    counts = counts[counts >= FEWEST_BINS]
    if counts.empty:
        return not_drawn(NO_BINS)
    # Two columns keep the figure of many properties on a page.
    halves = _halves(counts)
    rows = max(int(counts[half].sum()) + 2 * len(half) for half in halves)
    figure = plt.figure(figsize=(PAGE, 0.8 + 1.15 * ROW * rows), layout="constrained")
    columns = np.atleast_1d(np.asarray(figure.subfigures(1, len(halves))))
    appearance = looks(table["pair"])
    data = {}
    for column, half in zip(columns, halves, strict=True):
        panels = column.subplots(
            len(half), 1, squeeze=False, gridspec_kw={"height_ratios": counts[half] + 1}
        )
        for axes, by in zip(panels[:, 0], half, strict=True):
            data[by] = draw_rows(
                axes,
                _with_counts(table[table["by"] == by]),
                row="named",
                series="pair",
                value="best_differs",
                appearance=appearance,
            )
            axes.set_title(by[0].upper() + by[1:], loc="left")
            axes.set_xlim(-0.03, 1.03)
            axes.xaxis.set_major_formatter(percent_tick)
            axes.label_outer()
        axes.set_xlabel("Tasks with different best models")
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    drawn = panels_table(data)
    alone = f" Not drawn, with one bin only: {listing(single)}." if single else ""
    first = table[(table["pair"] == table["pair"].iloc[0]) & (table["by"] == table["by"].iloc[0])]
    caption = (
        f"Tasks with different best models ({facts.source}, "
        f"{count(first['tasks'].sum(), 'task')}), by properties of the task and of the best model "
        f"by the first measure. Lines: the {facts.interval} over data sets. n: tasks of the first "
        f"pair.{alone}{open_marks(drawn)}"
    )
    alt = (
        "Share of tasks with different best models, with intervals, by bins of "
        f"{listing(list(counts.index))}, for {listing(list(appearance))}."
    )
    return Drawn(figure, caption, alt, drawn)


def _halves(counts: pd.Series) -> list[list[str]]:
    """Spread the panels over one column, or two of much the same length."""
    if len(counts) == 1:
        return [list(counts.index)]
    columns: list[list[str]] = [[], []]
    for by in counts.index:
        lengths = [counts[column].sum() + 2 * len(column) for column in columns]
        columns[int(np.argmin(lengths))].append(by)
    return columns


def _with_counts(table: pd.DataFrame) -> pd.DataFrame:
    tasks = table.drop_duplicates("bin").set_index("bin")["tasks"]
    return table.assign(named=[f"{bin_label(name)} (n={tasks[name]:,})" for name in table["bin"]])


SHOWN = ShownPart(
    "breakdown",
    title="Where do measures disagree?",
    shows="In which kinds of tasks, and for which best models, two measures disagree more often.",
    cannot_tell="What causes it: the properties go together, and small bins say little.",
    paragraphs=paragraphs,
    figures={"breakdown": breakdown},
    fewest_datasets=FEWEST_CLUSTERS,
)
