"""The part `winners` in words."""

import math

from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.rankings import FEWEST_DATASETS, POWER
from prgbench.answer.verdicts import WinnerVerdict
from prgbench.answer.winners import Winners
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import decimal, p_value, pair_label, percent, points, sample_size
from prgbench.report.shown_part import ShownPart, markdown_table

TITLE = "Do the winners differ?"
SHOWS = (
    "Whether each measure, on {units} not used for the choice, still prefers its own winner to "
    "the other measure's, and in how many data sets the winners differ for certain."
)
CANNOT_TELL = "In how many tasks the winners differ. A difference that is not shown may exist."
HEADER = (
    *("measures", "first keeps its pick", "second keeps its pick"),
    *("certain data sets (at most by chance)", "verdict"),
)


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say whether the winners differ, and what the study could have shown."""
    rows = rows_of(Winners, tables["winners"])
    if not any(row.tasks for row in rows):
        return [facts.no_halves]
    intro = (
        f"Mean of {sample_size(tables['winners'])}. How much more often, in points of the splits, "
        "a measure prefers its own pick on the other half than it prefers the other's. "
        "The p-value is that of the weaker of the two, or of the count of certain data sets, "
        "adjusted for both tests and, by Holm's method, for the pairs."
    )
    reach = [
        f"{pair_label(row.measure_a, row.measure_b)}: this study would have shown picks kept by "
        f"{percent(row.detectable)} or more with a power of {POWER:.0%}."
        for row in rows
        if row.verdict == WinnerVerdict.NOT_RESOLVED and row.detectable <= 1
    ]
    return [intro, markdown_table(HEADER, map(_cells, rows)), *reach]


def _cells(row: Winners) -> tuple[str, ...]:
    return (
        pair_label(row.measure_a, row.measure_b),
        points(row.a_kept),
        points(row.b_kept),
        "not computed"
        if math.isnan(row.certain_by_chance)
        else f"{row.certain} ({decimal(row.certain_by_chance, 1)})",
        f"{row.verdict} ({p_value(row.p_adjusted)})",
    )


SHOWN = ShownPart(
    "winners", TITLE, SHOWS, CANNOT_TELL, paragraphs, {}, fewest_datasets=FEWEST_DATASETS
)
