"""The part `rankings` in words."""

import math

from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.rankings import ALL, FEWEST_DATASETS, POWER, RankCorrelation
from prgbench.answer.verdicts import RankingVerdict
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import bounds, count, decimal, pair_label, percent
from prgbench.report.shown_part import ShownPart, markdown_table

TITLE = "Do the measures rank the models alike?"
SHOWS = (
    "The rank correlation of two measures with the noise of each removed: 1 if they order the "
    "models of a task alike in truth, however noisy each is."
)
CANNOT_TELL = (
    "In which tasks the order differs, or how the models would rank after training on other data."
)
HEADER = ("models", "measures", "rank correlation without noise", "verdict", "signal")


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say whether the measures rank the models alike, all of them and the best."""
    rows = rows_of(RankCorrelation, tables["rankings"])
    if not any(row.tasks for row in rows):
        return [facts.no_halves]
    sampled = f"{count(rows[0].tasks, 'task')} on {count(rows[0].datasets, 'data set')}"
    intro = (
        f"From ranks on independent halves of the {facts.units}, {sampled}, with "
        f"{facts.interval}s; at the top, the models that are best on one third of the "
        f"{facts.units}, ranked on the other two. Signal: the share of the variance of the ranks "
        "that is not noise, by either measure."
    )
    return [intro, markdown_table(HEADER, map(_cells, rows)), *_power(rows)]


def _cells(row: RankCorrelation) -> tuple[str, ...]:
    return (
        "all" if row.models == ALL else f"best {row.size}",
        pair_label(row.measure_a, row.measure_b),
        f"{decimal(min(row.without_noise, 1.0))} {bounds(row.lower, row.upper, decimal)}",
        row.verdict,
        f"{percent(row.signal_a)}, {percent(row.signal_b)}",
    )


def _power(rows: list[RankCorrelation]) -> list[str]:
    """Say what the study could have shown where it resolves nothing."""
    open_rows = [
        row for row in rows if row.verdict == RankingVerdict.NOT_RESOLVED and row.detectable <= 1
    ]
    sentences = []
    for row in open_rows:
        models = "all models" if row.models == ALL else f"the best {row.size}"
        needed = ""
        if not math.isnan(row.datasets_needed) and row.datasets_needed < 1e5:
            needed = (
                "; if the estimate is the truth, "
                f"{count(round(row.datasets_needed), 'data set')} like these would settle it"
            )
        sentences.append(
            f"{pair_label(row.measure_a, row.measure_b)}, {models}: this study would have shown a "
            f"rank correlation of {decimal(1 - row.detectable)} or less with a power of "
            f"{POWER:.0%}{needed}."
        )
    return sentences


SHOWN = ShownPart(
    "rankings", TITLE, SHOWS, CANNOT_TELL, paragraphs, {}, fewest_datasets=FEWEST_DATASETS
)
