"""The part `multiverse`: figure and words."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts, not_drawn
from prgbench.plotting.rows import MARGIN, PERCENT, legend_below, rows_figure
from prgbench.plotting.words import (
    Row,
    count,
    decimal,
    listing,
    measure_label,
    pair,
    pair_label,
    percent,
    records,
    rows_by,
)
from prgbench.report import printed_numbers as printed
from prgbench.report.shown_part import ShownPart
from prgbench.robustness.choices import (
    ALL_CHOICES,
    BEST_DIFFERS,
    CHOICES,
    CORRELATION,
    NUMBERS,
    PAIRS,
    TOP_DIFFERS,
    number_column,
)

TITLE = "The nine numbers under every choice"
SHOWS = (
    "How far the paper's nine numbers move over all combinations of choices that can be defended."
)
CANNOT_TELL = (
    "How likely a number is: the choices are ours and no sample, so their range is no interval."
)
_STATISTICS = {
    BEST_DIFFERS: "different best models",
    TOP_DIFFERS: "a different ordered top three",
    CORRELATION: "correlation of the ranks",
}


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say how far each number goes, and which choice moves it most."""
    table = tables["multiverse_range"]
    varying = [choice for choice in CHOICES if choice in set(table["choice"])]
    fixed = [name for choice, name in CHOICES.items() if choice not in varying]
    number = int(table.loc[table["choice"] == ALL_CHOICES, "universes"].max())
    written = (
        f"The paper's nine numbers in {count(number, 'universe')}, one for each combination of "
        f"{listing([CHOICES[choice] for choice in varying])}. Each choice can be defended; the "
        "universes are no sample, so a range is no interval."
    )
    if fixed:
        written += f" What has one level only in this study is left out: {listing(fixed)}."
    groups = table.groupby(["statistic", "measure_a", "measure_b"], sort=False)
    return [written, "\n".join(_line(rows) for _, rows in groups)]


def _line(rows: pd.DataFrame) -> str:
    everything = rows_by(rows, "choice")[ALL_CHOICES]
    start = f"- {pair(everything)}, {_STATISTICS[everything['statistic']]}: "
    if not everything["universes"]:
        return f"{start}undefined in all universes."
    text = (
        f"{start}{_written(everything, 'found')} as the study chooses, {_range(everything)} over "
        f"all universes (median {_written(everything, 'median')})"
    )
    alone = [row for row in records(rows) if row["choice"] != ALL_CHOICES and row["universes"]]
    widest = max(alone, key=_width, default=None)
    if widest is None or not _width(widest) > 0:
        return f"{text}; no choice alone moves it."
    return (
        f"{text}; of the choices alone {CHOICES[widest['choice']]} moves it most: "
        f"{_written(widest, 'least')} ({_level(widest, 'least_at')}) to "
        f"{_written(widest, 'greatest')} ({_level(widest, 'greatest_at')})."
    )


def _level(row: Row, column: str) -> str:
    level = str(row[column])
    return measure_label(level) if row["choice"] == "aupr" else level


def _width(row: Row) -> float:
    return float(row["greatest"] - row["least"])


def _range(row: Row) -> str:
    return f"{_written(row, 'least')} to {_written(row, 'greatest')}"


def _written(row: Row, column: str) -> str:
    return (decimal if row["statistic"] == CORRELATION else percent)(row[column])


_ROWS_A_STRIP = 2.2
_SPREAD = 0.6
_GOLDEN = 0.6180339887498949
_AXES = {
    BEST_DIFFERS: "Tasks with different\nbest models",
    TOP_DIFFERS: "Tasks with a different\nordered top three",
    CORRELATION: "Correlation of\nthe ranks",
}
_PRINTED = {
    BEST_DIFFERS: {pair: percent / 100 for pair, percent in printed.BEST_DIFFERS.items()},
    TOP_DIFFERS: {pair: percent / 100 for pair, percent in printed.TOP_DIFFERS.items()},
    CORRELATION: printed.RANK_CORRELATION,
}


def multiverse(tables: Tables, facts: Facts) -> Drawn:
    """Draw each of the nine numbers in all universes, as the study chooses, and as printed."""
    table = tables["multiverse"]
    if table.empty:
        return not_drawn("No task has a universe.")
    figure, panels = rows_figure(round(_ROWS_A_STRIP * len(PAIRS)), len(_AXES))
    for axes, statistic in zip(panels, _AXES, strict=True):
        for place, names in enumerate(PAIRS):
            _strip(axes, table, number_column(statistic, *names), place)
            axes.plot(
                _PRINTED[statistic][names], place, "D", color="C1", label="printed", zorder=4
            )
        axes.margins(x=MARGIN)
        axes.set_xlabel(_AXES[statistic])
        axes.grid(axis="x", color="0.92", linewidth=0.6)
        axes.set_axisbelow(True)
        if statistic != CORRELATION:
            axes.xaxis.set_major_formatter(PERCENT)
    panels[0].set_yticks(range(len(PAIRS)), [pair_label(*pair) for pair in PAIRS])
    for axes in panels:
        axes.tick_params(axis="y", length=0)
    panels[0].set_ylim(len(PAIRS) - 0.5, -0.5)
    _one_legend(figure, panels[0])
    data = table[["default", *CHOICES, "tasks", *NUMBERS]]
    return Drawn(figure, _caption(table, facts), _alt(table), data)


def _strip(axes: Axes, table: pd.DataFrame, number: str, place: int) -> None:
    """Draw all universes as points, their quartiles as a box and the default above them."""
    values = table[number].to_numpy()
    heights = place + _SPREAD * ((_GOLDEN * np.arange(len(values))) % 1 - 0.5)
    axes.plot(
        values, heights, ".", color="0.6", markersize=2.5, label="a universe", rasterized=True
    )
    defined = values[~np.isnan(values)]
    if len(defined):
        lower, median, upper = np.quantile(defined, [0.25, 0.5, 0.75])
        axes.plot([lower, upper], [place, place], color="k", linewidth=3, label="quartiles")
        axes.plot(median, place, "|", color="k", markersize=9, label="median")
    found = table.loc[table["default"], number]
    axes.plot(found, np.full(len(found), place), "o", color="C0", label="as the study chooses")


def _one_legend(figure: Figure, axes: Axes) -> None:
    """Name each kind of mark once."""
    seen: set[str] = set()
    for line in axes.get_lines():
        label = str(line.get_label())
        line.set_label("_" + label if label in seen else label)
        seen.add(label)
    legend_below(figure, axes, columns=5)


def _caption(table: pd.DataFrame, facts: Facts) -> str:
    varying = [name for choice, name in CHOICES.items() if table[choice].nunique() > 1]
    least, most = table["tasks"].min(), table["tasks"].max()
    tasks = count(most, "task") if least == most else f"{least:,} to {count(most, 'task')}"
    return (
        f"The paper's nine numbers in {count(len(table), 'universe')} ({facts.source}), one for "
        f"each combination of {listing(varying)}: {tasks}, "
        "quartiles and median over the universes, the number as the study chooses, and the "
        "number that the paper prints, for orientation where the study is no replication. The "
        "universes are no sample: their range is no interval."
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


SHOWN = ShownPart("multiverse", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"multiverse": multiverse})
