"""The part `noise_alone`: figure and words."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from prgbench.answer.interface import Tables
from prgbench.answer.noise_replicas import BEST, RANKS, STATISTICS, TOP_DIFFERS
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import legend_below, percent_axis, rows_figure
from prgbench.plotting.words import (
    Row,
    bounds,
    count,
    decimal,
    pair_label,
    pair_labels,
    percent,
    points,
    records,
    sample_size,
)
from prgbench.report.shown_part import ShownPart

TITLE = "What noise alone would give"
SHOWS = (
    "What the paper's numbers would be on these tasks if the measures ranked all models alike in "
    "truth and only noise told them apart."
)
CANNOT_TELL = (
    "Whether a measure truly prefers another model. The simulated models all have one shape "
    "(normal scores), and with few positives or few models the numbers of noise alone are off by "
    "several points."
)
NAMES = {
    BEST: "best models differ",
    TOP_DIFFERS: "ordered top three differ",
    RANKS: "correlation of ranks",
}


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Set the numbers found beside those of noise alone, and say what these assume."""
    table = tables["noise_alone"]
    defined = table.dropna(subset="null")
    if defined.empty:
        return [
            "No task has replicates: all have one class only, or instances that do not stand in "
            "every repeat."
        ]
    rows = records(defined)
    first = rows[0]
    written = [
        "What the paper's numbers would be on the same tasks if the measures ranked all models "
        f"alike in truth, in {count(first['replicates'], 'replicate')} of the study: the mean "
        "and, in brackets, the least and the greatest of the replicates, without ties and with "
        f"each model's own ties. The last column is found minus the mean without ties with its "
        f"{facts.interval} by resampling data sets. It carries the errors of the assumptions "
        "below and is not a test."
    ]
    lines = [
        "| statistic | measures | found | noise alone | with ties | difference |",
        "|---|---|---|---|---|---|",
        *(_line(row) for name in STATISTICS for row in rows if row["statistic"] == name),
    ]
    return [*written, "\n".join(lines), *_left_out(tables), ASSUMPTIONS]


ASSUMPTIONS = (
    "It assumes that all models of a task have the same shape: the scores of each are normal "
    "after some increasing transformation, shifted for positives, so that only the AUROC tells "
    "models apart. Within each class the models hang together by a normal copula with the "
    "correlations of the sample. The spread of the AUROCs is the one that is left after noise is "
    "taken off, by an estimate. The fitted models are given: instances vary, training sets and "
    "partitions do not; rows of an instance in several repeats are drawn together."
)


def _line(row: Row) -> str:
    write, change = (decimal, decimal) if row["statistic"] == RANKS else (percent, points)
    null = bounds(row["null_lower"], row["null_upper"], write)
    tied = bounds(row["tied_null_lower"], row["tied_null_upper"], write)
    difference = bounds(row["difference_lower"], row["difference_upper"], change)
    cells = (
        NAMES[row["statistic"]],
        pair_label(row["measure_a"], row["measure_b"]),
        write(row["found"]),
        f"{write(row['null'])} {null}",
        f"{write(row['tied_null'])} {tied}",
        f"{change(row['difference'])} {difference}",
    )
    return f"| {' | '.join(cells)} |"


def _left_out(tables: Tables) -> list[str]:
    """Say which pairs and tasks have no replicates."""
    table = tables["noise_alone"]
    table = table[table["statistic"] == BEST]
    without = [
        pair_label(r["measure_a"], r["measure_b"]) for r in records(table[table["tasks"] == 0])
    ]
    some = table[(table["tasks"] > 0) & (table["undefined"] > 0)]
    sentences = []
    if without:
        sentences.append(
            f"Pairs with a measure that needs probabilities have no such number: "
            f"{'; '.join(without)}."
        )
    if len(some):
        row = records(some)[0]
        sentences.append(
            f"{count(row['undefined'], 'task')} of {row['undefined'] + row['tasks']:,} without "
            "replicates (one class only, or instances that do not stand in every repeat) "
            "are left out of all columns."
        )
    return [" ".join(sentences)] if sentences else []


LABELS = {
    BEST: "Tasks with different\nbest models",
    TOP_DIFFERS: "Tasks with a different\nordered top three",
    RANKS: "Correlation of ranks",
}
FOUND = "found"
VERSIONS = {"null": ("noise alone", "C0", 0.05), "tied_null": ("noise and ties", "C1", 0.27)}


def noise_alone(tables: Tables, facts: Facts) -> Drawn:
    """Draw the numbers found beside the range of those of noise alone."""
    table = tables["noise_alone"].dropna(subset="null")
    if table.empty:
        return not_drawn("No task has replicates.")
    table = table.assign(pair=pair_labels)
    pairs = list(dict.fromkeys(table["pair"]))
    figure, panels = rows_figure(round(1.6 * len(pairs)), len(STATISTICS))
    for axes, statistic in zip(panels, STATISTICS, strict=True):
        _draw(axes, table[table["statistic"] == statistic], pairs)
        if statistic == RANKS:
            axes.use_sticky_edges = False
            axes.margins(x=0.06)
            axes.set_xlabel(LABELS[statistic])
        else:
            percent_axis(axes, LABELS[statistic])
    legend_below(figure, panels[0])
    first = table.iloc[0]
    caption = (
        f"The paper's numbers and what noise alone would give ({facts.source}): found (diamonds) "
        f"in {sample_size(table)}, and the range of {first['replicates']} replicates of the "
        "same tasks in which all measures rank the models alike in truth, with their mean (line), "
        "without ties and with each model's own ties. Shifted normal models with the AUROCs and "
        "the correlations of the task's own; fitted models are given. Ranges are no intervals."
    )
    data = panels_table({name: _numbers(table[table["statistic"] == name]) for name in STATISTICS})
    best = data[data["panel"] == BEST]
    alt = f"Share of tasks with different best models, found and by noise alone: {spoken(best)}."
    return Drawn(figure, caption, alt, data)


def _numbers(table: pd.DataFrame) -> pd.DataFrame:
    """Return what is drawn in a panel: the numbers found, and mean and range of each version."""
    found = pd.DataFrame({"row": table["pair"], "series": FOUND, "value": table["found"]})
    versions = [
        pd.DataFrame(
            {
                "row": table["pair"],
                "series": label,
                "value": table[name],
                "lower": table[f"{name}_lower"],
                "upper": table[f"{name}_upper"],
            }
        )
        for name, (label, _, _) in VERSIONS.items()
    ]
    return pd.concat([found, *versions])


def _draw(axes: Axes, table: pd.DataFrame, pairs: list[str]) -> None:
    y = np.array([pairs.index(pair) for pair in table["pair"]])
    axes.plot(table["found"], y - 0.22, "D", color="black", label=FOUND)
    for name, (label, colour, shift) in VERSIONS.items():
        lower, upper = table[f"{name}_lower"], table[f"{name}_upper"]
        axes.barh(
            y + shift,
            upper - lower,
            0.16,
            lower,
            color=colour,
            alpha=0.45,
            linewidth=0,
            label=label,
        )
        axes.vlines(table[name], y + shift - 0.11, y + shift + 0.11, color=colour, linewidth=1.6)
    axes.set_yticks(range(len(pairs)), pairs)
    axes.set_ylim(len(pairs) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="0.92", linewidth=0.6)
    axes.set_axisbelow(True)


SHOWN = ShownPart(
    "noise_alone", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"noise_alone": noise_alone}
)
