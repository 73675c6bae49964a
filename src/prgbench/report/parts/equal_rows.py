"""What is shown of equal rows and of groups of rows."""

from prgbench.answer.equal_rows import MANY_EQUAL, EqualRowsOfTask
from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import count, percent
from prgbench.report.shown_part import ShownPart, markdown_table
from prgbench.run.safe_text import as_markdown

LISTED = 20
HEADER = ("task", "rows", "equal to an earlier row", "in the group of an earlier row")


def equal_rows_paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """List the tasks with many dependent rows, if any, the most affected first."""
    rows = rows_of(EqualRowsOfTask, tables["equal_rows"])
    many = sorted((row for row in rows if _share(row) > MANY_EQUAL), key=_share, reverse=True)
    if not many:
        return []
    tasks = f"{len(many):,} of {count(len(rows), 'task')}"
    first = f", the first {LISTED} of them below" if len(many) > LISTED else ""
    intro = f"More than {MANY_EQUAL:.0%} of the rows in {tasks}{first}:"
    return [intro, markdown_table(HEADER, map(_cells, many[:LISTED]))]


def _share(row: EqualRowsOfTask) -> float:
    return max(row.equal, row.stated)


def _cells(row: EqualRowsOfTask) -> tuple[str, ...]:
    name = as_markdown(row.dataset_name)
    return (
        f"{name} ({row.task_id})",
        f"{row.instances:,}",
        percent(row.equal),
        percent(row.stated),
    )


SHOWN = ShownPart(
    "equal_rows",
    title="Rows that are not independent",
    shows="How many rows of a task have the label and the scores of an earlier row, or its group. "
    "They stay together in halves and resamples.",
    cannot_tell="Which other rows depend on each other: name them in a column group of your "
    "table.",
    paragraphs=equal_rows_paragraphs,
)
