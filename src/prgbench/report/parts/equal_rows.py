"""The part `equal_rows`: words."""

from prgbench.answer.equal_rows import MANY, EqualRows
from prgbench.answer.interface import Tables
from prgbench.answer.rows import rows_of
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import percent, share_of
from prgbench.report.shown_part import ShownPart, markdown_table
from prgbench.run.foreign_text import as_markdown, plain

NAMED = 20
TITLE = "Which rows are not independent?"
SHOWS = (
    "In which tasks rows are equal, with the same label and the same scores of all models, or "
    "belong to a group that the table states. Halves and replicates keep such rows together."
)
CANNOT_TELL = (
    "Which other rows depend on each other. Where the scores are coarse, rows are equal by chance "
    "and do not count."
)


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say which tasks have many dependent rows."""
    rows = rows_of(EqualRows, tables["equal_rows"])
    many = [row for row in rows if max(row.equal, row.stated) > MANY]
    said = f"More than {MANY:.0%} of the rows depend on an earlier one in"
    if not many:
        return [f"{said} no task."]
    most = sorted(many, key=lambda row: row.groups / row.instances)[:NAMED]
    table = markdown_table(
        ["task", "data set", "instances", "equal to an earlier one", "group of an earlier one"],
        map(_cells, most),
    )
    return [f"{said} {share_of(len(many), len(rows))} tasks; the shares, largest first:", table]


def _cells(row: EqualRows) -> tuple[str, ...]:
    name = as_markdown(plain(row.dataset_name))
    shares = percent(row.equal), percent(row.stated)
    return str(row.task_id), name, f"{row.instances:,}", *shares


SHOWN = ShownPart("equal_rows", TITLE, SHOWS, CANNOT_TELL, paragraphs, {})
