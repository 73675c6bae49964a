"""The parts `rankings` and `intervals`: the paper's numbers with their intervals, and verdicts."""

import math
from collections.abc import Mapping

import pandas as pd

from prgbench.answer.common_order import RANKS, SPEARMAN, STATISTICS, WINNERS
from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.intervals import AgreementInterval
from prgbench.answer.rankings import IfAlike, PairVerdicts
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
    share_of,
)
from prgbench.report.shown_part import FEWEST_FOR_INTERVAL, ShownPart, markdown_table
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS
from prgbench.stats.interval import EXACT

NUMBERS = ("number", "measures", "found", "if alike")
VERDICTS = ("measures", "rankings", "winners", "reversed by more than {:g} in both")
NO_NOISE = "No task tells how much noise its scores have."


def rankings_paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say what was found, what a common order gives, and the verdicts."""
    rows = [row for row in rows_of(IfAlike, tables["if_alike"]) if row.tasks]
    if not rows:
        return [NO_NOISE]
    verdicts = rows_of(PairVerdicts, tables["verdicts"])
    intro = (
        f"In brackets, where {percent(facts.confidence_level)} of the studies lie if the measures "
        f"order the models alike. P-values are adjusted for all pairs of measures; that of the "
        f"rankings is for a mean rank correlation lower by more than {verdicts[0].margin:g}."
    )
    if rows[0].undefined:
        intro += f" {count(rows[0].undefined, 'task')} with unknown noise left out."
    labels = number_labels(facts)
    cells = [_cells(row, labels) for name in labels for row in rows if row.statistic == name]
    header = [title.format(EQUIVALENT) for title in VERDICTS]
    return [
        intro,
        markdown_table(NUMBERS, cells),
        markdown_table(header, map(_verdict_cells, verdicts)),
    ]


def number_labels(facts: Facts) -> dict[str, str]:
    """Return the words of the numbers, those of the verdicts first."""
    return {
        SPEARMAN: "mean rank correlation",
        WINNERS: "different winners, ties in one random order",
        **{name: label for name, label in number_names(facts).items() if name in STATISTICS},
    }


def _cells(row: IfAlike, labels: Mapping[str, str]) -> tuple[str, ...]:
    write = decimal if row.statistic in (RANKS, SPEARMAN) else percent
    alike = bounds(row.if_alike_lower, row.if_alike_upper, write)
    return (
        labels[row.statistic],
        pair_label(row.measure_a, row.measure_b),
        write(row.found),
        f"{write(row.if_alike)} {alike}",
    )


def _verdict_cells(row: PairVerdicts) -> tuple[str, ...]:
    return (
        pair_label(row.measure_a, row.measure_b),
        f"{row.ranking} ({p_value(row.p_ranks)})",
        f"{row.winners} ({p_value(row.p_winners)})",
        f"{percent(row.reversed)} of the pairs of models, at most {percent(row.reversed_upper)}",
    )


LOOKS: dict[str, Look] = {
    "found": {"color": "C0", "marker": "o"},
    "if the measures ordered the models alike": {"color": "C1", "marker": "s"},
}


def if_alike(tables: Tables, facts: Facts) -> Drawn:
    """Draw the paper's numbers as found with their intervals, and the ranges of a common order."""
    table = tables["if_alike"].query("tasks > 0 and statistic in @STATISTICS")
    if table.empty:
        return not_drawn(NO_NOISE)
    keys = ["measure_a", "measure_b", "statistic"]
    observed = table[[*keys, "found"]].rename(columns={"found": "value"})
    observed = observed.merge(tables["intervals"][[*keys, "lower", "upper"]], how="left", on=keys)
    alike = table[[*keys, "if_alike", "if_alike_lower", "if_alike_upper"]]
    alike = alike.set_axis([*keys, "value", "lower", "upper"], axis=1)
    shown_numbers = pd.concat(
        [part.assign(series=name) for name, part in zip(LOOKS, (observed, alike), strict=True)]
    )
    shown_numbers = shown_numbers.assign(pair=pair_labels)
    figure, panels = rows_figure(round(1.6 * shown_numbers["pair"].nunique()), len(STATISTICS))
    drawn = {}
    for axes, statistic in zip(panels, STATISTICS, strict=True):
        write = decimal if statistic == RANKS else percent
        drawn[statistic] = draw_rows(
            axes,
            shown_numbers[shown_numbers["statistic"] == statistic],
            row="pair",
            appearance=LOOKS,
            write=write,
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
        f"{sample_size(table)}, with its {facts.interval} for other data sets; of a common order, "
        f"the range of {percent(facts.confidence_level)} of the studies."
    )
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
        "rank_correlation": "correlation of ranks",
    }


def intervals_paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how often measures disagree, and how sure that is."""
    rows = rows_of(AgreementInterval, tables["intervals"])
    first = rows[0]
    intro = (
        f"Of {count(first.tasks, 'task')} on {count(first.datasets, 'data set')}; in brackets, "
        f"the {facts.interval}, with data sets as clusters."
    )
    if first.datasets < FEWEST_CLUSTERS:
        intro += f" With fewer than {FEWEST_CLUSTERS} data sets intervals are rough."
    by_pair: dict[str, dict[str, str]] = {}
    for row in rows:
        pair = pair_label(row.measure_a, row.measure_b)
        by_pair.setdefault(pair, {})[row.statistic] = _cell(row)
    labels = number_names(facts)
    table = markdown_table(
        ["measures", *labels.values()],
        [[pair, *(cells[name] for name in labels)] for pair, cells in by_pair.items()],
    )
    note = (
        "Best models differ if the sets of models with the greatest area differ; the ordered "
        f"{facts.top_name} differ if the first {number(facts.top)} places do. Tied models get "
        f"{facts.tied_rank}."
    )
    return [intro, table, note]


def _cell(row: AgreementInterval) -> str:
    if row.statistic == "rank_correlation":
        return f"{decimal(row.estimate)} {bounds(row.lower, row.upper, decimal)}"
    exact = ", exact" if row.note == EXACT and not math.isnan(row.lower) else ""
    share = share_of(row.estimate * row.tasks, row.tasks)
    return f"{share} {bounds(row.lower, row.upper)}{exact}"


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
