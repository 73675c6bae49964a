"""The part `multiverse`: figure and words."""

from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from prgbench.answer.common_order import BEST_DIFFERS, RANKS, TOP_DIFFERS
from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Drawn, Facts, not_drawn
from prgbench.plotting.rows import MARGIN, percent_axis, rows_figure
from prgbench.plotting.words import count, decimal, listing, measure_label, pair_label, percent
from prgbench.report.shown_part import FEWEST_FOR_INTERVAL, ShownPart
from prgbench.robustness.choices import (
    ALL_CHOICES,
    AUPRGS,
    AUPRS,
    CHOICES,
    FOLD_MEAN,
    NONE_IN_COMMON,
    NUMBERS,
    ONE_ORDER,
    OTHER,
    OWN,
    PAIRS,
    REMOVED,
    SETS,
    SETS_WITHIN_001,
    STATED,
    WITHOUT_HARD_LABELS,
    number_column,
)
from prgbench.robustness.multiverse import DISTANCE, GOAL, UniverseRange
from prgbench.study.ranking import TOP

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEVELS = {
    SETS: "sets differ",
    SETS_WITHIN_001: "sets differ, scores equal at the third decimal tied",
    ONE_ORDER: "one random order",
    NONE_IN_COMMON: "nothing in common",
    FOLD_MEAN: "mean over folds",
    REMOVED: "those alike removed",
    WITHOUT_HARD_LABELS: "both removed",
    OWN: "the study's",
    STATED: "as stated",
    OTHER: "the other one",
    **{name: measure_label(name) for name in (*AUPRS, *AUPRGS)},
}
_STATISTICS = {
    BEST_DIFFERS: "Different best models",
    TOP_DIFFERS: "A different ordered {top}",
    RANKS: "Correlation of the ranks",
}


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how far each number goes, and which choice moves it most."""
    ranges = rows_of(UniverseRange, tables["multiverse_range"])
    varying = [name for choice, name in CHOICES.items() if choice in {r.choice for r in ranges}]
    number = max(r.universes for r in ranges if r.choice == ALL_CHOICES)
    written = [
        f"The nine numbers in {count(number, 'universe')}, one for each combination of these "
        "choices:",
        "\n".join(f"- {name}" for name in varying),
        "First as the study chooses, then the range over all universes, and how far one choice by "
        "itself moves the number:",
    ]
    for statistic, rows in groupby(ranges, lambda row: row.statistic):
        by_pair = groupby(rows, lambda row: (row.measure_a, row.measure_b))
        lines = [
            f"- {pair_label(*pair)}: {_line(*ranges_of_pair)}." for pair, ranges_of_pair in by_pair
        ]
        written += [f"{_STATISTICS[statistic].format(top=facts.top_name)}:", "\n".join(lines)]
    if facts.replication and facts.top == TOP:
        written += _nearest(tables["multiverse"])
    return written


def _nearest(table: pd.DataFrame) -> list[str]:
    """Say which universe is nearest to the printed numbers, and what that cannot tell."""
    default = table[table["default"]].iloc[0]
    # Of equally near universes the study's own is named.
    defined = table.dropna(subset=DISTANCE).sort_values(
        [DISTANCE, "default"], ascending=[True, False], kind="stable"
    )
    if defined.empty:
        return []
    nearest = defined.iloc[0]
    named = "the study's own"
    distance = decimal(nearest[DISTANCE])
    if not nearest["default"]:
        named = f"{_changed(nearest, default)}, otherwise as in the study,"
        distance += f" (the study's own: {decimal(default[DISTANCE])})"
    return [
        f"Of the choices tried, {named} are nearest to the printed numbers, at a distance of "
        f"{distance}. A distance is the root mean square of the nine "
        "differences, beyond what rounding hides, in standard errors of resampled data sets. It "
        "cannot tell what the paper did: choices that are not tried may be nearer, other tasks "
        "and models move the numbers too, and a universe a little farther is hardly less likely."
    ]


def _line(together: UniverseRange, *alone: UniverseRange) -> str:
    if not together.universes:
        return "undefined in all universes"
    write = decimal if together.statistic == RANKS else percent
    text = f"{write(together.found)}, {write(together.least)} to {write(together.greatest)}"
    ends = [
        (value, level, row.choice)
        for row in alone
        if row.universes
        for value, level in ((row.least, row.least_at), (row.greatest, row.greatest_at))
    ]
    default = together.found
    # The end that is farthest from the study's own number: what one choice can do at most.
    value, level, choice = max(
        ends, key=lambda end: abs(end[0] - default), default=(default, "", "")
    )
    if value == default:
        return text
    return f"{text}; {write(value)} by {CHOICES[choice]} ({LEVELS.get(level, level)})"


def _changed(universe: pd.Series, study: pd.Series) -> str:
    """Name the choices in which a universe differs from the study, with their levels."""
    return listing(
        [
            f"{name} ({LEVELS.get(universe[choice], universe[choice])})"
            for choice, name in CHOICES.items()
            if universe[choice] != study[choice]
        ]
    )


_ROWS_A_STRIP = 2.2
_SPREAD = 0.6
_GOLDEN = 0.6180339887498949


def multiverse(tables: Tables, facts: Facts) -> Drawn:
    """Draw each of the nine numbers in all universes, as the study chooses, and as printed."""
    table = tables["multiverse"]
    if table.empty:
        return not_drawn("No task has a universe.")
    figure, panels = rows_figure(round(_ROWS_A_STRIP * len(PAIRS)), len(_STATISTICS))
    for axes, statistic in zip(panels, _STATISTICS, strict=True):
        for row, names in enumerate(PAIRS):
            number = number_column(statistic, *names)
            _strip(axes, table, number, row)
            if statistic != TOP_DIFFERS or facts.top == TOP:  # the paper prints the top three
                axes.plot(GOAL[number], row, "D", color="C1", label="printed", zorder=4)
        label = _STATISTICS[statistic].format(top=facts.top_name)
        if statistic == RANKS:
            axes.margins(x=MARGIN)
            axes.set_xlabel(label)
        else:
            percent_axis(axes, label, from_zero=False)
        axes.grid(axis="x", color="0.92", linewidth=0.6)
        axes.set_axisbelow(True)
        axes.tick_params(axis="y", length=0)
    panels[0].set_yticks(range(len(PAIRS)), [pair_label(*pair) for pair in PAIRS])
    panels[0].set_ylim(len(PAIRS) - 0.5, -0.5)
    handles = {str(line.get_label()): line for line in panels[0].get_lines()}
    figure.legend(handles=handles.values(), loc="outside lower center", ncols=5)
    data = table[["default", *CHOICES, "tasks", *NUMBERS, DISTANCE]]
    return Drawn(figure, _caption(table, facts), _alt(table), data)


def _strip(axes: "Axes", table: pd.DataFrame, number: str, row: int) -> None:
    """Draw all universes as points, their quartiles as a box and the default above them."""
    values = table[number].to_numpy()
    # Multiples of the golden ratio spread points evenly, without noise that changes from run to
    # run.
    heights = row + _SPREAD * ((_GOLDEN * np.arange(len(values))) % 1 - 0.5)
    axes.plot(
        values, heights, ".", color="0.6", markersize=2.5, label="a universe", rasterized=True
    )
    defined = values[~np.isnan(values)]
    if len(defined):
        lower, median, upper = np.quantile(defined, [0.25, 0.5, 0.75])
        axes.plot([lower, upper], [row, row], color="k", linewidth=3, label="quartiles")
        axes.plot(median, row, "|", color="k", markersize=9, label="median")
    default = table.loc[table["default"], number]
    axes.plot(default, np.full(len(default), row), "o", color="C0", label="as the study chooses")


def _caption(table: pd.DataFrame, facts: Facts) -> str:
    least = table["tasks"].min()
    most = table["tasks"].max()
    tasks = count(most, "task") if least == most else f"{least:,} to {count(most, 'task')}"
    return (
        f"The nine numbers in {count(len(table), 'universe')} ({facts.source}, {tasks}), with "
        "their quartiles and median, the number as the study chooses, and the number that the "
        "paper prints."
    )


def _alt(table: pd.DataFrame) -> str:
    ranges = []
    for names in PAIRS:
        numbers = table[number_column(BEST_DIFFERS, *names)]
        ranges.append(f"{pair_label(*names)} {percent(numbers.min())} to {percent(numbers.max())}")
    return (
        "Strips of points, one a universe. Tasks with different best models over all universes: "
        f"{'; '.join(ranges)}."
    )


SHOWN = ShownPart(
    "multiverse",
    title="The nine numbers under every choice",
    shows="How far the paper's nine numbers move over all combinations of defensible choices.",
    cannot_tell="How likely a number is: the choices are not a sample, so a range is not an "
    "interval.",
    paragraphs=paragraphs,
    figures={"multiverse": multiverse},
    fewest_datasets=FEWEST_FOR_INTERVAL,
)
