"""The part `reproducibility`: figure and words."""

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import (
    PERCENT,
    ROW,
    Look,
    draw_rows,
    legend_below,
    looks,
    percent_axis,
)
from prgbench.plotting.style import PAGE
from prgbench.plotting.words import (
    Row,
    bounds,
    count,
    listing,
    measure_label,
    p_value,
    pair,
    percent,
    points,
    records,
)
from prgbench.report.enough_data import open_marks
from prgbench.report.shown_part import ShownPart
from prgbench.robustness.reproducibility import ALL, EVERY_SIZE, SIZES

TITLE = "Which measure picks most reproducibly?"
SHOWS = "Which measure picks the same model again on other instances of the task."
CANNOT_TELL = (
    "Which measure picks well: one that always takes the same poor model is perfectly "
    "reproducible."
)


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say how often each measure picks the same model again, and compare the measures."""
    table = tables["reproducibility"]
    halves = records(table[(table["prevalence"] == ALL) & (table["parts"] == min(SIZES))])
    if not any(row["tasks"] for row in halves):
        return ["No task has both classes in two halves of its instances."]
    every = table[table["prevalence"] == EVERY_SIZE]
    return [
        "How often a measure picks the same model on two disjoint halves of a task's instances, "
        f"mean over {_tasks(halves)}:",
        "\n".join(_line(row) for row in halves),
        _sizes(every),
        "Differences of the measures at n/2, with p-values by flipping the signs of data sets, "
        f"adjusted for {count(len(tables['reproducibility_pairs']), 'pair')} (Holm):",
        "\n".join(_comparison(row) for row in records(tables["reproducibility_pairs"])),
        "To pick reproducibly is no merit by itself: a measure that always picks the same model, "
        "good or bad, does it perfectly.",
    ]


def _tasks(rows: list[Row]) -> str:
    text = count(max(row["tasks"] for row in rows), "task")
    undefined = max(row["undefined"] for row in rows)
    return text + (f" ({count(undefined, 'other')} without a value)" if undefined else "")


def _line(row: Row) -> str:
    return (
        f"- {measure_label(row['measure'])}: {percent(row['agreement'])} "
        f"{bounds(row['lower'], row['upper'])}"
    )


def _sizes(every: pd.DataFrame) -> str:
    if not every["tasks"].any():
        return f"No task has a value at every size ({listing(list(SIZES.values()))})."
    parts = []
    for measure, rows in every.groupby("measure", sort=False):
        shares = [f"{percent(row['agreement'])} at {SIZES[row['parts']]}" for row in records(rows)]
        parts.append(f"{measure_label(str(measure))} {listing(shares)}")
    number = count(every["tasks"].max(), "task")
    return f"By size, in the {number} with a value at every size: {'; '.join(parts)}."


def _comparison(row: Row) -> str:
    return (
        f"- {pair(row)}: {points(row['difference'])} points "
        f"{bounds(row['lower'], row['upper'], points)}, {p_value(row['p_value_adjusted'])}"
    )


SHIFT = 0.05


def reproducibility(tables: Tables, facts: Facts) -> Drawn:
    """Draw each measure's agreement with itself by size, and at n/2 by prevalence."""
    table = tables["reproducibility"]
    if not table["tasks"].any():
        return not_drawn("No task has both classes in two halves of its instances.")
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
        ),
    }
    percent_axis(right, "The same model on two halves")
    right.set_ylabel("Prevalence")
    legend_below(figure, right, columns=4)
    caption = (
        f"How reproducibly each measure picks ({facts.source}): how often its picks on two "
        "disjoint parts of a task's instances are the same model, with the "
        f"{facts.interval} by resampling data sets. Left: by the size of the parts, mean over the "
        f"{every['tasks'].max():,} tasks with a value at every size. Right: on halves by the "
        "prevalence of the task, with the number of tasks. It says nothing of how good the picks "
        f"are.{open_marks(data['by prevalence'])}"
    )
    halves = data["by size"][data["by size"]["row"] == SIZES[min(SIZES)]]
    alt = f"How often a measure picks the same model on two halves: {spoken(halves)}."
    return Drawn(figure, caption, alt, panels_table(data))


def _draw_sizes(axes: Axes, table: pd.DataFrame, appearance: dict[str, Look]) -> pd.DataFrame:
    order = sorted(SIZES, reverse=True)
    for place, (label, look) in enumerate(appearance.items()):
        own = table[table["label"] == label]
        x = own["parts"].map(order.index) + SHIFT * (place - (len(appearance) - 1) / 2)
        axes.plot(x, own["agreement"], **look, label=label, linewidth=1)
        axes.vlines(x, own["lower"], own["upper"], color=look["color"], linewidth=1.2)
    axes.set_xticks(range(len(order)), [SIZES[parts] for parts in order])
    axes.set_xlim(-0.4, len(order) - 0.6)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(PERCENT)
    axes.set(xlabel="Instances in a part", ylabel="The same model on two parts")
    drawn = table.assign(row=table["parts"].map(SIZES), series=table["label"])
    return drawn.rename(columns={"agreement": "value"})[
        ["row", "series", "value", "lower", "upper"]
    ]


def _with_counts(bins: pd.DataFrame) -> pd.DataFrame:
    tasks = bins.groupby("prevalence")["tasks"].max()
    return bins.assign(bin=[f"{name} ({tasks[name]:,})" for name in bins["prevalence"]])


SHOWN = ShownPart(
    "reproducibility", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"reproducibility": reproducibility}
)
