"""The part `excess` in words."""

from prgbench.answer.excess import PARTS, Excess
from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import INSTANCES, Facts
from prgbench.plotting.words import bounds, count, pair_label, percent, points
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL
from prgbench.report.shown_part import ShownPart, markdown_table

TITLE = "How much more do two measures disagree than one with itself?"
SHOWS = (
    "Whether two measures pick different models more often than one measure disagrees with itself "
    "on other {units} of the same task."
)
CANNOT_TELL = (
    "Whether the measures truly disagree: a measure that is merely noisier than another has an "
    "excess, too."
)
HEADER = (
    *("measures", "two measures", "one measure", "excess"),
    *("replicated", "excess of quarters"),
)


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Compare the disagreement of two measures across halves with that of one with itself."""
    rows = rows_of(Excess, tables["excess"])
    halves, quarters = ([row for row in rows if row.parts == parts] for parts in PARTS)
    n_tasks, datasets, undefined = (
        max(getattr(row, name) for row in halves) for name in ("tasks", "datasets", "undefined")
    )
    if not n_tasks:
        return [facts.no_halves]
    intro = (
        f"How often the best models on two halves of the {facts.units} differ, mean of "
        f"{count(n_tasks, 'task')} on {count(datasets, 'data set')}. The excess is two measures "
        f"minus one, in points with its {facts.interval}. Replicated: how much more often, on the "
        "other half, each measure prefers its own pick than each prefers the other's."
    )
    if undefined:
        lacking = "both classes in two halves" if facts.units == INSTANCES else "two halves"
        intro += f" {count(undefined, 'task')} without {lacking} left out."
    return [intro, markdown_table(HEADER, map(_cells, halves, quarters))]


def _cells(half: Excess, quarter: Excess) -> tuple[str, ...]:
    replicated = bounds(half.replicated_lower, half.replicated_upper, points)
    return (
        pair_label(half.measure_a, half.measure_b),
        percent(half.two_measures),
        percent(half.one_measure),
        f"{points(half.excess)} {bounds(half.lower, half.upper, points)}",
        f"{points(half.replicated)} {replicated}",
        f"{points(quarter.excess)} {bounds(quarter.lower, quarter.upper, points)}",
    )


SHOWN = ShownPart(
    "excess", TITLE, SHOWS, CANNOT_TELL, paragraphs, {}, fewest_datasets=FEWEST_FOR_INTERVAL
)
