"""The figure of where measures disagree."""

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from prgbench.comparison.compared import Tables
from prgbench.comparison.enough_data import open_marks
from prgbench.plotting.drawn import Drawn, not_drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import PERCENT, ROW, draw_rows
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.looks import looks
from prgbench.plotting.sentences import count, listing
from prgbench.plotting.style import PAGE

FEWEST_BINS = 2
"""Of a panel: one bin holds all tasks, whose share stands in another figure."""


def breakdown(tables: Tables, facts: Facts) -> Drawn:
    """Draw the disagreements of each pair by the properties of tasks and best models."""
    table = tables["breakdown"].assign(pair=pair_labels)
    counts = table.drop_duplicates(["by", "bin"]).groupby("by", sort=False)["bin"].count()
    single = list(counts.index[counts < FEWEST_BINS])
    counts = counts[counts >= FEWEST_BINS]
    if counts.empty:
        return not_drawn("No property has two bins with tasks.")
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
                lower="lower",
                upper="upper",
                appearance=appearance,
            )
            axes.set_title(by.capitalize() if by.islower() else by, loc="left")
            axes.set_xlim(-0.03, 1.03)
            axes.xaxis.set_major_formatter(PERCENT)
            axes.label_outer()
        axes.set_xlabel("Tasks with different best models")
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    drawn = panels_table(data)
    alone = f" With one bin only, not drawn: {listing(single)}." if single else ""
    caption = (
        f"Where measures disagree ({facts.source}, {_size(table)}): share of tasks with different "
        "best models by properties of the task and of the best model by the first measure (flow "
        f"family, share of distinct scores, upload), with its {facts.interval} (data sets as "
        "clusters); n is the number of tasks of the first pair."
        f"{alone}{open_marks(drawn)}"
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


def _with_counts(own: pd.DataFrame) -> pd.DataFrame:
    tasks = own.drop_duplicates("bin").set_index("bin")["tasks"]
    return own.assign(named=[f"{name} (n={tasks[name]:,})" for name in own["bin"]])


def _size(table: pd.DataFrame) -> str:
    first = table[(table["pair"] == table["pair"].iloc[0]) & (table["by"] == table["by"].iloc[0])]
    return count(first["tasks"].sum(), "task")
