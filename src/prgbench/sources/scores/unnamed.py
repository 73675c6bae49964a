"""Tables of numbers of which no name tells whether they are scores or predictions."""

from collections.abc import Mapping
from typing import Any

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import first_repeated, some_of
from prgbench.sources.advice import as_measure
from prgbench.sources.scores.columns import NO_MEASURES, ROLES, found_column, is_name
from prgbench.sources.scores.frames import column_names, first_frame
from prgbench.sources.table.layout import ROLES as OF_PREDICTIONS
from prgbench.sources.table.layout import TRUTHS

_PREDICTIONS = TRUTHS | OF_PREDICTIONS.keys() - ROLES.keys()
"""Columns with one of these names tell that the others are predictions."""


def check_is_told(table: Any, columns: Mapping[str, str]) -> None:
    """Refuse a table of models and data sets if nothing tells what its numbers are.

    This is how most results are published: a row for each data set and a column for each model,
    or the reverse, with the measure in the caption alone.
    """
    called = {name.strip().lower().partition(".")[0] for name in column_names(table)}
    if not (columns.keys() <= ROLES.keys() and called.isdisjoint(_PREDICTIONS)):
        return
    label, frame, *_ = first_frame(table)
    frame = frame.set_axis([str(name) for name in frame.columns], axis="columns")
    names = list(frame.columns)
    if first_repeated(names) is not None:
        return
    roles = {role: name for role in ROLES if (name := found_column(role, names, columns))}
    texts = [name for name in names if is_name(frame[name])]
    numbers = [
        name
        for name in names
        if not (name in texts or name in roles.values() or name.lower() in NO_MEASURES)
    ]
    is_long = {"dataset", "model"} <= roles.keys()
    several = len(numbers) > 1
    if not (numbers and texts) or not (several or "model" in roles):
        return
    hints = []
    if not is_long and several:
        by_one = f"name their one measure, such as {as_measure('accuracy')}"
        hints.append(f"if they are scores of models on data sets, {by_one}")
    if "model" in roles:
        name_these = "each column is a measure, name these, such as"
        what = name_these if several else "they are of a measure, name it:"
        hints.append(f"if {what} {as_measure(numbers[0])}")
    hints.append("if they are predictions, name the column of true classes, such as ")
    raise PrgbenchError(
        f"{label} has numbers ({some_of(numbers)}), but nothing tells what they are: "
        f"{'; '.join(hints)}--columns y_true=label."
    )
