"""The part `model_pairs` in words."""

from collections.abc import Sequence

from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.model_pairs import OrderedPairs
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import pair_label, percent, share_of
from prgbench.report.shown_part import ShownPart, markdown_table

TITLE = "Which pairs of models do both measures order alike for certain?"
SHOWS = (
    "Of all pairs of models of a task, how many both measures order the same way for certain, how "
    "many oppositely, and how many are open. In each task all of this holds at the confidence "
    "level."
)
CANNOT_TELL = "How the open pairs are ordered: more {units} would tell."
HEADER = ("measures", "the same way", "oppositely", "open", "tasks with a reversed pair")


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how many pairs of models are ordered for certain."""
    rows = [row for row in rows_of(OrderedPairs, tables["model_pairs"]) if row.pairs]
    if not rows:
        return []
    listed = (
        "The reversed pairs of models with both differences are in "
        "`tables/answer/reversed_pairs.csv`."
    )
    return [
        f"Of {rows[0].pairs:,} pairs of {facts.model_word}s:",
        markdown_table(HEADER, map(_cells, rows)),
        *([listed] if any(row.reversed for row in rows) else []),
    ]


def _cells(row: OrderedPairs) -> Sequence[str]:
    return (
        pair_label(row.measure_a, row.measure_b),
        f"{row.same:,} ({percent(row.same / row.pairs)})",
        f"{row.reversed:,} ({percent(row.reversed / row.pairs)})",
        f"{row.open:,} ({percent(row.open / row.pairs)})",
        share_of(row.reversed_tasks, row.tasks),
    )


SHOWN = ShownPart("model_pairs", TITLE, SHOWS, CANNOT_TELL, paragraphs, {})
