"""The part `reproducibility`: figure and words."""

from typing import TYPE_CHECKING

import pandas as pd

from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import (
    ROW,
    Look,
    draw_rows,
    legend_below,
    looks,
    percent_axis,
    percent_tick,
)
from prgbench.plotting.style import PAGE
from prgbench.plotting.words import (
    bounds,
    count,
    measure_label,
    p_value,
    pair_label,
    percent,
    points,
)
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL, open_marks
from prgbench.report.parts.breakdown import bin_label
from prgbench.report.shown_part import ShownPart
from prgbench.robustness.reproducibility import (
    ALL,
    EVERY_SIZE,
    SIZES,
    Reproducibility,
    ReproducibilityPair,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE = "Which measure picks most reproducibly?"
SHOWS = "How often a measure picks the same model on two disjoint parts of a task's instances."
CANNOT_TELL = "Which measure picks well: always taking the same poor model is reproducible too."
NO_VALUE = "No task has both classes in two halves of its instances."


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say how often each measure picks the same model again, and compare the measures."""
    rows = rows_of(Reproducibility, tables["reproducibility"])
    halves = [row for row in rows if (row.prevalence, row.parts) == (ALL, min(SIZES))]
    if not any(row.tasks for row in halves):
        return [NO_VALUE]
    every = {
        (row.measure, row.parts): percent(row.agreement) if row.tasks else "–"
        for row in rows
        if row.prevalence == EVERY_SIZE
    }
    tasks = count(max(row.tasks for row in halves), "task")
    undefined = max(row.undefined for row in halves)
    others = f" ({count(undefined, 'other')} without a value)" if undefined else ""
    smaller = [parts for parts in SIZES if parts != min(SIZES)]
    lines = [f"| measure | n/2 | {' | '.join(SIZES[parts] for parts in smaller)} |"]
    lines.append("|---" * (2 + len(smaller)) + "|")
    for row in halves:
        cells = [
            measure_label(row.measure),
            f"{percent(row.agreement)} {bounds(row.lower, row.upper)}",
            *(every[row.measure, parts] for parts in smaller),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    pairs = rows_of(ReproducibilityPair, tables["reproducibility_pairs"])
    return [
        f"The same model on both parts: at n/2 in {tasks}{others}, at smaller sizes in the tasks "
        "with a value at every size.",
        "\n".join(lines),
        f"Differences at n/2 in points, p-values adjusted for {count(len(pairs), 'pair')} (Holm):",
        "\n".join(
            f"- {pair_label(row.measure_a, row.measure_b)}: {points(row.difference)} "
            f"{bounds(row.lower, row.upper, points)}, {p_value(row.p_value_adjusted)}"
            for row in pairs
        ),
    ]


SHIFT = 0.05


def reproducibility(tables: Tables, facts: Facts) -> Drawn:
    """Draw each measure's agreement with itself by size, and at n/2 by prevalence."""
    from matplotlib import pyplot as plt

    table = tables["reproducibility"]
    if not table["tasks"].any():
        return not_drawn(NO_VALUE)
    table = table.assign(label=table["measure"].map(measure_label))
    bins = table[(table["parts"] == min(SIZES)) & ~table["prevalence"].isin([ALL, EVERY_SIZE])]
    bins = _with_counts(bins[bins["tasks"] > 0])
    rows = bins["bin"].nunique() * max(1.0, 0.45 * bins["label"].nunique())
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(PAGE, max(3.0, 1.0 + ROW * rows)), layout="constrained"
    )
    every = table[table["prevalence"] == EVERY_SIZE]
    appearance = looks(table["label"])
    data = {
        "by size": _draw_sizes(left, every, appearance),
        "by prevalence": draw_rows(
            right,
            bins,
            row="bin",
            series="label",
            value="agreement",
            lower="lower",
            upper="upper",
            appearance=appearance,
            write=percent,
        ),
    }
    percent_axis(right, "The same model on two halves")
    right.set_ylabel("Prevalence")
    legend_below(figure, right, columns=4)
    caption = (
        f"How often a measure picks the same model on two disjoint parts ({facts.source}), with "
        f"the {facts.interval} over data sets. Left: by the size of the parts, in the "
        f"{count(every['tasks'].max(), 'task')} with a value at every size. Right: on halves, by "
        f"prevalence, with the number of tasks.{open_marks(data['by prevalence'])}"
    )
    halves = data["by size"][data["by size"]["row"] == SIZES[min(SIZES)]]
    alt = f"How often a measure picks the same model on two halves: {spoken(halves)}."
    return Drawn(figure, caption, alt, panels_table(data))


def _draw_sizes(axes: "Axes", table: pd.DataFrame, appearance: dict[str, Look]) -> pd.DataFrame:
    order = sorted(SIZES, reverse=True)
    for place, (label, look) in enumerate(appearance.items()):
        own = table[table["label"] == label]
        x = own["parts"].map(order.index) + SHIFT * (place - (len(appearance) - 1) / 2)
        axes.plot(x, own["agreement"], **look, label=label, linewidth=1)
        axes.vlines(x, own["lower"], own["upper"], color=look["color"], linewidth=1.2)
    axes.set_xticks(range(len(order)), [SIZES[parts] for parts in order])
    axes.set_xlim(-0.4, len(order) - 0.6)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(percent_tick)
    axes.set(xlabel="Instances in a part", ylabel="The same model on two parts")
    drawn = table.assign(row=table["parts"].map(SIZES), series=table["label"])
    return drawn.rename(columns={"agreement": "value"})[
        ["row", "series", "value", "lower", "upper"]
    ]


def _with_counts(bins: pd.DataFrame) -> pd.DataFrame:
    tasks = bins.groupby("prevalence")["tasks"].max()
    labels = [f"{bin_label(name)} ({tasks[name]:,})" for name in bins["prevalence"]]
    return bins.assign(bin=labels)


SHOWN = ShownPart(
    "reproducibility",
    TITLE,
    SHOWS,
    CANNOT_TELL,
    paragraphs,
    {"reproducibility": reproducibility},
    fewest_datasets=FEWEST_FOR_INTERVAL,
)
