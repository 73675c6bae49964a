"""The part `breakdown`: figure and words."""

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table
from prgbench.plotting.rows import PERCENT, ROW, draw_rows, looks
from prgbench.plotting.style import PAGE
from prgbench.plotting.words import (
    bounds,
    count,
    listing,
    p_value,
    pair,
    pair_labels,
    points,
    records,
    share_of,
)
from prgbench.report.enough_data import open_marks
from prgbench.report.shown_part import ShownPart
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS
from prgbench.study.agreement import by_pair

TITLE = "Where do measures disagree?"
SHOWS = (
    "In which kinds of tasks, and with which kinds of best models, two measures disagree more "
    "often."
)
CANNOT_TELL = (
    "What causes it: the properties go with each other, and bins with few data sets say little."
)


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say in which bins measures disagree more or less often than in the other tasks."""
    table = tables["breakdown"]
    properties = ", ".join(dict.fromkeys(table["by"]))
    text = f"The tasks fall into bins by {properties}. "
    tested = table[table["p_value_adjusted"].notna()]
    if table["difference"].isna().all():
        return [f"{text}No property has two bins with tasks."]
    if tested.empty:
        return [
            f"{text}Whether a bin differs from the other tasks is not tested with fewer than "
            f"{FEWEST_CLUSTERS} data sets."
        ]
    clear = tested[tested["p_value_adjusted"] < facts.significance_level]
    text += (
        f"Of {count(len(tested), 'bin')} of all pairs, {len(clear) or 'none'} "
        f"{'has' if len(clear) == 1 else 'have'} a share of disagreements that differs from that "
        f"of the other tasks with p < {facts.significance_level:g}, by exchanging tasks, adjusted "
        "for the number of bins (Holm)"
    )
    if clear.empty:
        return [f"{text}."]
    lines = [f"- {pair(records(rows)[0])}: {_bins(rows)}." for _, _, rows in by_pair(clear)]
    return [
        f"{text}. Differences to the other tasks, with their {facts.interval}, in points:",
        "\n".join(lines),
    ]


def _bins(rows: pd.DataFrame) -> str:
    return "; ".join(
        f"{row['by']} {row['bin']} {share_of(row['best_differs'] * row['tasks'], row['tasks'])}, "
        f"{points(row['difference'])} "
        f"{bounds(row['difference_lower'], row['difference_upper'], points)}, adjusted "
        f"{p_value(row['p_value_adjusted'])}"
        for row in records(rows)
    )


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


SHOWN = ShownPart("breakdown", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"breakdown": breakdown})
