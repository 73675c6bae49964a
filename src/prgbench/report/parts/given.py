"""The parts `given` and `equal_rows`, what the answer assumes, in words."""

from collections.abc import Sequence

from prgbench.answer.given import FOLD_MEAN, MANY_EQUAL, REPEAT, ChangedPick, EqualRows
from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import (
    bounds,
    count,
    measure_label,
    percent,
)
from prgbench.report.shown_part import FEWEST_FOR_INTERVAL, ShownPart, markdown_table
from prgbench.run.safe_text import as_markdown

CHANGES = {
    FOLD_MEAN: "fold mean, not pooled",
    REPEAT: "another repeat",
}
LISTED = 20
HEADER = ("task", "rows", "equal to an earlier row", "in the group of an earlier row")


def given_paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how often the best model changes with what is taken as given."""
    return [
        f"Tasks whose best model by the same measure changes [{facts.interval}]:",
        *_changes(rows_of(ChangedPick, tables["given"])),
    ]


def _changes(rows: Sequence[ChangedPick]) -> list[str]:
    by = {
        (row.measure, row.source): f"{percent(row.best_models_change)} "
        f"{bounds(row.lower, row.upper, percent)}"
        if row.tasks
        else "–"
        for row in rows
    }
    sources = [source for source in CHANGES if any(r.tasks for r in rows if r.source == source)]
    cells = [
        [measure_label(measure), *(by[measure, source] for source in sources)]
        for measure in dict.fromkeys(row.measure for row in rows)
    ]
    missing = dict.fromkeys(row.note for row in rows if not row.tasks)
    return [
        markdown_table(["", *(CHANGES[source] for source in sources)], cells),
        *(f"{note.capitalize()}." for note in missing if note),
    ]


def equal_rows_paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """List the tasks with many dependent rows, if any, the most affected first."""
    rows = rows_of(EqualRows, tables["equal_rows"])
    many = sorted((row for row in rows if _share(row) > MANY_EQUAL), key=_share, reverse=True)
    if not many:
        return []
    tasks = f"{len(many):,} of {count(len(rows), 'task')}"
    first = f", the first {LISTED} of them below" if len(many) > LISTED else ""
    intro = f"More than {MANY_EQUAL:.0%} of the rows in {tasks}{first}:"
    return [intro, markdown_table(HEADER, map(_cells, many[:LISTED]))]


def _share(row: EqualRows) -> float:
    return max(row.equal, row.stated)


def _cells(row: EqualRows) -> tuple[str, ...]:
    name = as_markdown(row.dataset_name)
    return (
        f"{name} ({row.task_id})",
        f"{row.instances:,}",
        percent(row.equal),
        percent(row.stated),
    )


GIVEN = ShownPart(
    "given",
    title="Assumptions",
    shows="How often the best model changes with what the answer takes as given: pooled "
    "predictions, the partition into folds and the fitted models.",
    cannot_tell="The effect of new training sets: repeats share the instances.",
    paragraphs=given_paragraphs,
    fewest_datasets=FEWEST_FOR_INTERVAL,
)
EQUAL_ROWS = ShownPart(
    "equal_rows",
    title="Rows that are not independent",
    shows="How many rows of a task have the label and the scores of an earlier row, or its group. "
    "They stay together in halves and resamples.",
    cannot_tell="Which other rows depend on each other: name them in a column group of your "
    "table.",
    paragraphs=equal_rows_paragraphs,
)
