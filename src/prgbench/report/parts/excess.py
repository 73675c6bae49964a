"""The part `excess`: figure and words."""

import pandas as pd
from matplotlib.ticker import MaxNLocator

from prgbench.answer.excess import PARTS, TOO_FEW
from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import draw_rows, look, percent_axis, rows_figure
from prgbench.plotting.words import (
    Row,
    bounds,
    count,
    p_value,
    pair,
    pair_labels,
    percent,
    points,
    records,
    sample_size,
)
from prgbench.report.enough_data import open_marks
from prgbench.report.shown_part import ShownPart
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS

TITLE = "Is it more than noise?"
SHOWS = (
    "Whether two measures pick different models more often than one measure disagrees with itself "
    "on other instances of the same task."
)
CANNOT_TELL = (
    "What happens at the full size of a task, or with other training sets. A difference that is "
    "not shown may still be there."
)


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Set the disagreement of two measures across halves beside that of one with itself."""
    table = tables["excess"]
    halves, quarters = (records(table[table["parts"] == parts]) for parts in PARTS)
    if not any(row["tasks"] for row in halves):
        return ["No task has both classes in two halves of its instances."]
    return [
        "The best model by each measure is picked on two halves of the instances of a task, in "
        "random splits, and picks are compared across the halves only. One measure disagrees with "
        "itself there because of noise; two measures because of noise and because they are two. "
        "The excess is the difference.",
        "\n".join(_line(half, quarter) for half, quarter in zip(halves, quarters, strict=True)),
        _tests(halves),
        "Replicated disagreement: where the picks of two measures differ on one half, how much "
        "more often on the other half each measure prefers its own pick than each prefers the "
        "other's. All of this is about samples of half the size, in which there is more noise "
        "than in the whole task; quarters show what size does. Halves are independent given the "
        "fitted models only: what other training sets would change is not in it. A difference "
        "that is not shown may exist.",
    ]


def _line(half: Row, quarter: Row) -> str:
    excess = bounds(half["lower"], half["upper"], points)
    smaller = bounds(quarter["lower"], quarter["upper"], points)
    replicated = bounds(half["replicated_lower"], half["replicated_upper"], points)
    return (
        f"- {pair(half)}: across halves the picks of the two measures differ in "
        f"{percent(half['two_measures'])}, those of one measure in "
        f"{percent(half['one_measure'])}; the excess is {points(half['excess'])} points {excess}: "
        f"{half['verdict']} ({p_value(half['p_value_adjusted'])}). Replicated disagreement "
        f"{points(half['replicated'])} points {replicated}. On quarters the excess is "
        f"{points(quarter['excess'])} points {smaller}: {quarter['verdict']}."
    )


def _tests(halves: list[Row]) -> str:
    datasets = max(row["datasets"] for row in halves)
    undefined = max(row["undefined"] for row in halves)
    text = (
        f"Means over {count(max(row['tasks'] for row in halves), 'task')} on "
        f"{count(datasets, 'data set')}"
    )
    if undefined:
        text += f"; {count(undefined, 'task')} without both classes in two halves left out"
    text += (
        ". p-values are one-sided, by flipping the signs of data sets, and adjusted for "
        f"{count(len(halves), 'pair')} (Holm)."
    )
    if any(row["verdict"] == TOO_FEW for row in halves):
        text += f" Below {FEWEST_CLUSTERS} data sets there is no verdict."
    return text


KINDS = {"two_measures": "two measures", "one_measure": "one measure with itself"}
SIZES = dict(zip(PARTS.values(), (look(2), look(3)), strict=True))


def excess(tables: Tables, facts: Facts) -> Drawn:
    """Draw the disagreements across halves, the excess and the replicated disagreement."""
    table = tables["excess"]
    if not table["tasks"].any():
        return not_drawn("No task has both classes in two halves of its instances.")
    table = table.assign(pair=pair_labels, size=table["parts"].map(PARTS))
    halves = table[table["parts"] == min(PARTS)]
    shares = pd.concat(
        [halves.assign(kind=kind, share=halves[name]) for name, kind in KINDS.items()]
    )
    figure, (left, middle, right) = rows_figure(len(halves) + len(halves) // 2, 3)
    data = {"shares": draw_rows(left, shares, row="pair", series="kind", value="share")}
    percent_axis(left, "Picks differ\nacross halves")
    for axes, value, label in (
        (middle, "excess", "Excess"),
        (right, "replicated", "Replicated\ndisagreement"),
    ):
        bound = "" if value == "excess" else f"{value}_"
        data[value] = draw_rows(
            axes,
            table,
            row="pair",
            series="size",
            value=value,
            lower=f"{bound}lower",
            upper=f"{bound}upper",
            appearance=SIZES,
        )
        axes.axvline(0, color="0.4", linewidth=0.8)
        percent_axis(axes, label, from_zero=False)
        axes.xaxis.set_major_locator(MaxNLocator(3))
    figure.legend(*left.get_legend_handles_labels(), loc="outside lower left", ncols=2)
    figure.legend(*middle.get_legend_handles_labels(), loc="outside lower right", ncols=2)
    drawn = panels_table(data)
    caption = (
        f"More than noise? ({facts.source}) Left: how often the models picked on two disjoint "
        f"halves of a task's instances differ, mean over {sample_size(halves)}: picked by two "
        "measures, and by one measure twice (mean of the two measures). Middle: the first minus "
        "the second, of halves and of quarters; noise alone gives 0. Right: where two measures "
        "pick two models on one part, how much more often on the other part each measure prefers "
        f"its own pick than each prefers the other's. Lines are {facts.interval}s by resampling "
        f"data sets.{open_marks(drawn[drawn['panel'] != 'shares'])}"
    )
    of_halves = data["excess"][data["excess"]["series"] == PARTS[min(PARTS)]]
    alt = (
        "Cross-half excess in percentage points: "
        f"{spoken(of_halves.drop(columns='series'), points)}."
    )
    return Drawn(figure, caption, alt, drawn)


SHOWN = ShownPart("excess", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"excess": excess})
