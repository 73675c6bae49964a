"""The parts `rankings` and `intervals`: the paper's numbers with their intervals, and verdicts."""

import math
from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from prgbench.answer.common_order import RANKS, SPEARMAN, STATISTICS, WINNERS
from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.rankings import PairVerdicts
from prgbench.answer.verdicts import EQUIVALENT
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, number, panels_table, spoken
from prgbench.plotting.rows import Look, draw_rows, legend_below, percent_axis, rows_figure
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    p_value,
    pair_label,
    pair_labels,
    percent,
    sample_size,
)
from prgbench.report.shown_part import FEWEST_FOR_INTERVAL, ShownPart, markdown_table
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS

VERDICTS = ("measures", "rankings", "winners", f"reversed by more than {EQUIVALENT:g} in both")
KEYS = ["measure_a", "measure_b", "statistic"]
IF_ALIKE = ["if_alike", "if_alike_lower", "if_alike_upper"]
OF_FEWER = "What has no interval because some models lack a measure is of the other models."
NO_NOISE = "The noise of the scores is unknown in all tasks."
FEW_MODELS = "Fewer than two models of each task have both measures of a pair."


def rankings_paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say what was found, what a common order gives, and the verdicts."""
    numbers = _numbers(tables)
    if "if_alike" not in numbers:
        return [_why_not(tables), *_number_texts(numbers, tables, facts)]
    verdicts = rows_of(PairVerdicts, tables["verdicts"])
    intro = (
        f"If alike: {percent(facts.confidence_level)} of the studies lie in the brackets if the "
        "measures order the models alike. P-values are adjusted for all pairs of measures; the "
        "second one of the rankings is for a mean rank correlation lower by more than "
        f"{verdicts[0].margin:g}."
    )
    if verdicts[0].noise_at_most:
        intro += " All that is true if no test set is larger than its training set."
    if undefined := numbers["undefined"].max():
        intro += f" {count(undefined, 'task')} with unknown noise left out."
    if few := numbers["few_models"].max():
        up_to = "" if (numbers["few_models"] == few).all() else "Up to "
        intro += (
            f" {up_to}{count(few, 'task')} left out, as fewer than two models have both measures."
        )
    table = markdown_table(VERDICTS, map(_verdict_cells, verdicts))
    return [*_number_texts(numbers, tables, facts), intro, table]


def _why_not(tables: Tables) -> str:
    """Say why no task could be compared with a common order."""
    alike = tables["if_alike"]
    few = not alike.empty and bool((alike["few_models"] > 0).all())
    return FEW_MODELS if few else NO_NOISE


def intervals_paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how often measures disagree, and how sure that is, unless the rankings say so."""
    return [] if "if_alike" in tables else _number_texts(_numbers(tables), tables, facts)


def _numbers(tables: Tables) -> pd.DataFrame:
    """Return what was found with its intervals, beside a common order where noise is known.

    A common order is of the models that both measures have, while intervals are of all models:
    where these differ, what was found has no interval and is ``of_fewer``.
    """
    intervals = tables["intervals"][[*KEYS, "estimate", "lower", "upper", "tasks"]]
    alike = tables.get("if_alike", pd.DataFrame({"tasks": []})).query("tasks > 0")
    if alike.empty:
        return intervals.rename(columns={"estimate": "found"}).assign(of_fewer=False)
    numbers = alike.merge(intervals, how="left", on=KEYS, suffixes=("", "_of_interval"))
    found = numbers["found"]
    bounded = numbers["lower"].notna()
    differs = ~np.isclose(found, numbers["estimate"])
    same_tasks = numbers["tasks"] == numbers["tasks_of_interval"]
    outside = ~found.between(numbers["lower"], numbers["upper"])
    # Tasks that are left out, as their noise is unknown, change what was found only slightly.
    numbers["of_fewer"] = bounded & differs & (same_tasks | outside)
    numbers.loc[numbers["of_fewer"], ["lower", "upper"]] = np.nan
    return numbers


def _number_texts(numbers: pd.DataFrame, tables: Tables, facts: Facts) -> list[str]:
    """List the numbers, and say of what they are and what is counted."""
    datasets = tables["intervals"]["datasets"].max()
    intro = f"Found in {sample_size(tables['intervals'])}."
    if datasets >= FEWEST_FOR_INTERVAL:
        intro += f" In brackets, the {facts.interval}, with data sets as clusters."
    if FEWEST_FOR_INTERVAL <= datasets < FEWEST_CLUSTERS:
        intro += f" With fewer than {FEWEST_CLUSTERS} data sets intervals are rough."
    if numbers["of_fewer"].any():
        intro += f" {OF_FEWER}"
    with_alike = "if_alike" in numbers
    labels = {
        SPEARMAN: "mean rank correlation",
        WINNERS: "winners differ, weighted",
        **number_names(facts),
    }
    cells = [
        [labels[statistic], *_number_cells(row, with_alike=with_alike)]
        for statistic in labels
        for row in numbers[numbers["statistic"] == statistic].to_dict("records")
    ]
    note = (
        "Best models differ if the sets of models with the greatest area differ; the ordered "
        f"{facts.top_name} differ if the first {number(facts.top)} places do. Tied models get "
        f"{facts.tied_rank}. Rank correlations are the mean over the tasks, or that of the models "
        "of all tasks together (pooled)."
        + (" The verdicts' mean and share weigh tasks by their precision." if with_alike else "")
    )
    header = ["number", "measures", "found", *(["if alike"] if with_alike else [])]
    return [intro, markdown_table(header, cells), note]


def _number_cells(row: Mapping[Hashable, Any], *, with_alike: bool) -> list[str]:
    write = decimal if row["statistic"] in (RANKS, SPEARMAN) else percent
    observed = write(row["found"])
    if not math.isnan(row["lower"]):
        observed += f" {bounds(row['lower'], row['upper'], write)}"
    cells = [pair_label(row["measure_a"], row["measure_b"]), observed]
    if with_alike:
        alike = bounds(row["if_alike_lower"], row["if_alike_upper"], write)
        cells.append(f"{write(row['if_alike'])} {alike}")
    return cells


def _verdict_cells(row: PairVerdicts) -> tuple[str, ...]:
    return (
        pair_label(row.measure_a, row.measure_b),
        f"{row.ranking} ({p_value(row.p_ranks)}, {p_value(row.p_ranks_beyond)})",
        f"{row.winners} ({p_value(row.p_winners)})",
        f"{percent(row.reversed)} of the pairs of models, at most {percent(row.reversed_upper)}",
    )


LOOKS: dict[str, Look] = {
    "found": {"color": "C0", "marker": "o"},
    "if the measures ordered the models alike": {"color": "C1", "marker": "s"},
}


def if_alike(tables: Tables, facts: Facts) -> Drawn:
    """Draw the paper's numbers as found with their intervals, and the ranges of a common order."""
    numbers = _numbers(tables).query("statistic in @STATISTICS").assign(pair=pair_labels)
    if "if_alike" not in numbers:
        return not_drawn(_why_not(tables))
    series = zip(LOOKS, (["found", "lower", "upper"], IF_ALIKE), strict=True)
    points = pd.concat(
        numbers[["statistic", "pair", *columns]]
        .set_axis(["statistic", "pair", "value", "lower", "upper"], axis=1)
        .assign(series=name)
        for name, columns in series
    )
    figure, panels = rows_figure(round(1.6 * points["pair"].nunique()), len(STATISTICS))
    drawn = {}
    for axes, statistic in zip(panels, STATISTICS, strict=True):
        drawn[statistic] = draw_rows(
            axes,
            points[points["statistic"] == statistic],
            row="pair",
            appearance=LOOKS,
        )
        label = number_names(facts)[statistic].capitalize()
        if statistic == RANKS:
            axes.set_xlabel(label)
        else:
            percent_axis(axes, label)
    legend_below(figure, panels[0])
    shown = panels_table(drawn)
    caption = (
        f"Found and if the measures ordered the models alike ({facts.source}). Found in "
        f"{sample_size(numbers)}, with its {facts.interval} for other data sets; of a common "
        f"order, the range of {percent(facts.confidence_level)} of the studies."
    )
    if numbers["of_fewer"].any():
        caption += f" {OF_FEWER}"
    best = spoken(shown[shown["panel"] == STATISTICS[0]])
    return Drawn(figure, caption, f"Share of tasks with different best models: {best}.", shown)


def number_names(facts: Facts) -> dict[str, str]:
    """Name the statistics in words.

    Examples
    --------
    >>> number_names(Facts("OpenML", 0.95, "", 5))["top_differs"]
    'ordered top five differ'
    """
    return {
        "best_differs": "best models differ",
        "top_differs": f"ordered {facts.top_name} differ",
        "rank_correlation": "pooled rank correlation",
    }


RANKINGS = ShownPart(
    "rankings",
    title="Do the measures rank the models alike?",
    shows="What was found beside what this study would find if two measures ordered the models of "
    "each task alike: the same order with each measure's own spacings, and the noise of the "
    "study.",
    cannot_tell="In which tasks the order differs, or how the models would rank after training on "
    "other data. A difference that is not shown may exist.",
    paragraphs=rankings_paragraphs,
    figures={"if_alike": if_alike},
)
INTERVALS = ShownPart(
    "intervals",
    title="How precise are the percentages?",
    shows="How often two measures disagree, and how far that would move with other data sets of "
    "the same kind.",
    cannot_tell="Why they disagree: sampling noise by itself also makes measures disagree. The "
    "data sets are not a random sample of all problems.",
    paragraphs=intervals_paragraphs,
    fewest_datasets=FEWEST_FOR_INTERVAL,
)
