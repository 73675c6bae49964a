"""The part `model_pairs`: which models two measures order oppositely for certain, in words."""

from collections.abc import Sequence

from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.model_pairs import OrderedPairs, ReversedPair
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import (
    count,
    decimal,
    listing,
    measure_label,
    pair_label,
    percent,
    short_flow_name,
)
from prgbench.report.shown_part import ShownPart, markdown_table
from prgbench.run.safe_text import as_markdown
from prgbench.study.agreement import by_pair

COUNTS = ("measures", "same way", "oppositely", "open", "tasks with such a pair")
LACKING = "lack a measure"
NOISE_UNKNOWN = "noise unknown"
REVERSED = ("data set", "first measure prefers", "by", "second measure prefers", "by")
NOT_COMPARED = "No two models of a task have both measures of a pair with known noise."
LARGEST = 5
"""So many reversed pairs of models are listed for two measures, the largest first."""

MOST_DATASETS_NAMED = 20
"""So many data sets with other winners are named; the others are counted."""


def model_pairs_paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Count the pairs of models, and list those that are reversed and winners that differ."""
    rows = rows_of(OrderedPairs, tables["model_pairs"])
    # Models without a value of a measure, such as the Brier score, are in no pair by it.
    widest = max(rows, key=lambda row: row.pairs, default=None)
    if widest is None or not any(row.pairs + row.lacking + row.noise_unknown for row in rows):
        return []
    if not widest.pairs:
        return [NOT_COMPARED, _table(rows)]
    up_to = "" if all(row.pairs == widest.pairs for row in rows) else "up to "
    intro = (
        f"Of {up_to}{count(widest.pairs, 'pair')} of models in {count(widest.tasks, 'task')}. In "
        f"each task, all orders that are called certain are right with a probability of at least "
        f"{percent(facts.confidence_level)}."
    )
    texts = [intro, _table(rows)]
    pairs = sorted(
        rows_of(ReversedPair, tables["reversed_pairs"]),
        key=lambda pair: -min(pair.difference_a, pair.difference_b),
    )
    for row in rows:
        of_measures = (row.measure_a, row.measure_b)
        listed = [pair for pair in pairs if (pair.measure_a, pair.measure_b) == of_measures]
        if listed:
            texts += [
                f"{pair_label(*of_measures)}, the largest reversed pairs:",
                markdown_table(REVERSED, map(_reversed, listed[:LARGEST])),
            ]
    return texts + _certain_winners(tables)


def _table(rows: Sequence[OrderedPairs]) -> str:
    """Return the counts of pairs of models, and of those that were not compared where any were."""
    columns = {
        COUNTS[0]: [pair_label(row.measure_a, row.measure_b) for row in rows],
        **{
            title: [f"{number:,}" for number in numbers]
            for title, numbers in zip(
                (*COUNTS[1:], LACKING, NOISE_UNKNOWN),
                zip(*map(_counts, rows), strict=True),
                strict=True,
            )
            if title in COUNTS or any(numbers)
        },
    }
    return markdown_table([*columns], zip(*columns.values(), strict=True))


def _counts(row: OrderedPairs) -> tuple[int, ...]:
    return (
        row.same,
        row.reversed,
        row.open,
        row.reversed_tasks,
        row.lacking,
        row.noise_unknown,
    )


def _reversed(row: ReversedPair) -> tuple[str, ...]:
    first, second = (as_markdown(short_flow_name(name)) for name in (row.model_a, row.model_b))
    data_set = as_markdown(row.dataset_name)
    return data_set, first, decimal(row.difference_a), second, decimal(row.difference_b)


def _certain_winners(tables: Tables) -> list[str]:
    """Name the data sets whose winners differ for certain."""
    if "certain_tasks" not in tables:
        return []
    texts = []
    for a, b, tasks in by_pair(tables["certain_tasks"]):
        names = list(dict.fromkeys(tasks.loc[tasks["certain"].astype(bool), "dataset_name"]))
        if names:
            more = (
                [f"{len(names) - MOST_DATASETS_NAMED} more"]
                if len(names) > MOST_DATASETS_NAMED
                else []
            )
            listed = listing([*map(as_markdown, names[:MOST_DATASETS_NAMED]), *more])
            texts.append(
                f"The winners by {measure_label(a)} and {measure_label(b)} certainly differ in "
                f"{listed}."
            )
    return texts


SHOWN = ShownPart(
    "model_pairs",
    title="Which models do the measures order oppositely for certain?",
    shows="Of all pairs of models within tasks, how many both measures order the same way for "
    "certain, and how many oppositely.",
    cannot_tell="That the measures agree on the pairs that are open.",
    paragraphs=model_pairs_paragraphs,
)
