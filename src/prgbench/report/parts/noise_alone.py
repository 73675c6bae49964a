"""The part `noise_alone`: figure and words."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.noise_alone import BEST, RANKS, STATISTICS, NoiseAlone
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import Look, draw_rows, legend_below, percent_axis, rows_figure
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    pair_label,
    pair_labels,
    percent,
    points,
    sample_size,
)
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL, open_marks
from prgbench.report.parts.intervals import names
from prgbench.report.shown_part import ShownPart, markdown_table
from prgbench.study.agreement import PAIR

TITLE = "What noise alone gives"
SHOWS = (
    "What the paper's numbers would be on these tasks if the measures ranked all models alike in "
    "truth."
)
CANNOT_TELL = (
    "Whether a measure truly prefers another model. The simulated models all have one shape "
    "(normal scores), and with few positives or few models the numbers are off by several points."
)
HEADER = ("statistic", "measures", "found", "noise alone", "with ties", "difference")
NO_REPLICATES = "No task has replicates: each needs two classes and all instances in every repeat."


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Compare the numbers found with those of noise alone."""
    rows = rows_of(NoiseAlone, tables["noise_alone"])
    defined = [row for row in rows if row.tasks]
    if not defined:
        return [NO_REPLICATES]
    intro = (
        f"In brackets, the range of {count(defined[0].replicates, 'replicate')} of the study, and "
        f"for the difference from the mean without ties the {facts.interval}, which is not a test."
    )
    ordered = sorted(defined, key=lambda row: STATISTICS.index(row.statistic))
    cells = [_cells(row, names(facts)) for row in ordered]
    return [" ".join([intro, *_left_out(rows)]), markdown_table(HEADER, cells)]


def _cells(row: NoiseAlone, named: Mapping[str, str]) -> tuple[str, ...]:
    write, change = (decimal, decimal) if row.statistic == RANKS else (percent, points)
    null = bounds(row.null_lower, row.null_upper, write)
    tied = bounds(row.tied_null_lower, row.tied_null_upper, write)
    difference = bounds(row.difference_lower, row.difference_upper, change)
    return (
        named[row.statistic],
        pair_label(row.measure_a, row.measure_b),
        write(row.found),
        f"{write(row.null)} {null}",
        f"{write(row.tied_null)} {tied}",
        f"{change(row.difference)} {difference}",
    )


def _left_out(rows: list[NoiseAlone]) -> list[str]:
    """Say which pairs and tasks have no replicates."""
    rows = [row for row in rows if row.statistic == BEST]
    without = [pair_label(row.measure_a, row.measure_b) for row in rows if not row.tasks]
    some = [row for row in rows if row.tasks and row.undefined]
    sentences = []
    if without:
        sentences.append(f"No such number, as a measure needs probabilities: {listing(without)}.")
    if some:
        undefined = some[0].undefined
        sentences.append(
            f"{count(undefined, 'task')} of {undefined + some[0].tasks:,} without replicates "
            "(one class, or instances missing in a repeat) left out."
        )
    return sentences


FOUND: dict[str, Look] = {"found": {"color": "black", "marker": "D"}}
VERSIONS = {"null": ("noise alone", "C0", 0.22), "tied_null": ("noise and ties", "C1", 0.4)}


def noise_alone(tables: Tables, facts: Facts) -> Drawn:
    """Draw the numbers found, with their intervals, and the ranges of noise alone."""
    table = tables["noise_alone"].dropna(subset="null")
    if table.empty:
        return not_drawn(NO_REPLICATES)
    keys = [*PAIR, "statistic"]
    intervals = tables["intervals"][[*keys, "lower", "upper"]]
    table = table.merge(intervals, how="left", on=keys).assign(pair=pair_labels)
    figure, panels = rows_figure(round(1.6 * table["pair"].nunique()), len(STATISTICS))
    data = {}
    for axes, statistic in zip(panels, STATISTICS, strict=True):
        rows = table[table["statistic"] == statistic].assign(series="found")
        observed = draw_rows(
            axes,
            rows,
            row="pair",
            series="series",
            value="found",
            lower="lower",
            upper="upper",
            appearance=FOUND,
            write=decimal if statistic == RANKS else percent,
        )
        drawn = [observed]
        for name, (label, colour, shift) in VERSIONS.items():
            lower, upper = rows[f"{name}_lower"], rows[f"{name}_upper"]
            y = np.arange(len(rows)) + shift
            axes.barh(
                y, upper - lower, 0.16, lower, color=colour, alpha=0.45, linewidth=0, label=label
            )
            axes.vlines(rows[name], y - 0.09, y + 0.09, color=colour, linewidth=1.6)
            version = {"row": rows["pair"], "value": rows[name], "lower": lower, "upper": upper}
            drawn.append(pd.DataFrame(version | {"series": label}))
        axes.set_ylim(len(rows) - 0.4, -0.3)
        label = names(facts)[statistic].capitalize()
        if statistic == RANKS:
            axes.use_sticky_edges = False
            axes.margins(x=0.06)
            axes.set_xlabel(label)
        else:
            percent_axis(axes, label)
        data[statistic] = pd.concat(drawn)
    legend_below(figure, panels[0])
    shown = panels_table(data)
    caption = (
        f"Found and what noise alone gives ({facts.source}). Diamonds: found in "
        f"{sample_size(table)}, with the {facts.interval} of all tasks. Bars: range and mean of "
        f"{table['replicates'].iloc[0]} replicates in which the measures rank the models alike in "
        f"truth, without and with ties.{open_marks(shown[shown['series'] == 'found'])}"
    )
    best = spoken(shown[(shown["panel"] == BEST) & (shown["series"] != VERSIONS["tied_null"][0])])
    alt = f"Share of tasks with different best models, found and by noise alone: {best}."
    return Drawn(figure, caption, alt, shown)


SHOWN = ShownPart(
    "noise_alone",
    TITLE,
    SHOWS,
    CANNOT_TELL,
    paragraphs,
    {"noise_alone": noise_alone},
    fewest_datasets=FEWEST_FOR_INTERVAL,
)
