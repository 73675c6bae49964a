"""Columns of wide tables that number the rows or name whom they are of: they are no models.

A name alone does not tell, as a model may be called ``resnet_id``: such a column also has whole
numbers, none of them twice on a data set. Ids that come again may say which rows belong together:
these are set aside where their name says so, such as ``patient``, and else left to the user, who
is told of them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import pandas as pd
import pyarrow as pa

from prgbench.sources.table.first_rows import first_rows
from prgbench.sources.table.names import snake_case
from prgbench.sources.table.prediction_columns import GROUPS, ROLES, TableLayout, no_scores

NAMES = frozenset(
    [
        *("id", "ids", "idx", "uid", "key", "index", "row", "rows", "rowid", "rownum", "rownames"),
        *("row_number", "row_num", "row_no", "row_nr", "row_name", "row_names", "row_index"),
        *("row_idx", "instance", "case", "observation", "obs_number", "sample", "example"),
        *("instance_number", "case_number", "sample_number", "sample_index", "sample_idx"),
    ]
)
"""What such columns are called in small letters, beside all that end in ``_id``."""

FEWEST = 3
"""Fewer different numbers may be decisions of a model."""


def without_row_numbers(
    table: str,
    layout: TableLayout,
    batches: Callable[[Sequence[str], int], Iterable[pa.RecordBatch]],
) -> TableLayout:
    """Return a layout without the columns of models that number or group the rows.

    Raises
    ------
    PrgbenchError
        If no other column of scores is left.
    """
    named = [name for name in layout.scores if layout.wide and names_rows(name)]
    if not named:
        return layout
    of_rows = [layout.roles[role] for role in ("dataset", "repeat") if role in layout.roles]
    shared = [column for column in of_rows if column not in layout.fixed]
    rows = first_rows(batches, [*shared, *named])
    numbers = [name for name in named if _is_number_of_row(rows, shared, name)]
    groups = [name for name in named if name not in numbers and _is_group(rows, name)]
    no_models = {*numbers, *groups}
    scores = {model: column for model, column in layout.scores.items() if column not in no_models}
    unused = [*layout.unused, *(name for name in named if name in no_models)]
    if not scores:
        columns = [*layout.roles.values(), *unused]
        raise no_scores(table, [name for name in columns if name not in layout.fixed])
    return replace(layout, scores=scores, unused=unused, grouping=groups)


def names_rows(name: str) -> bool:
    """Say whether a column is called as those that number rows, or name whom they are of.

    Examples
    --------
    >>> names_rows("PassengerId"), names_rows("row.id"), names_rows("patient"), names_rows("rf")
    (True, True, True, False)
    """
    words = snake_case(name)
    if words in GROUPS:
        return True
    # An id of what has a role is one to be assigned.
    of_role = words.removesuffix("_id") in {part for names in ROLES.values() for part in names}
    return words in NAMES or (words.endswith("_id") and not of_role)


def _is_number_of_row(rows: pd.DataFrame, shared: Sequence[str], name: str) -> bool:
    numbers = pd.to_numeric(rows[name], errors="coerce")
    if numbers.isna().any() or (numbers % 1 != 0).any() or numbers.nunique() < FEWEST:
        return False
    return not rows.assign(**{name: numbers}).duplicated([*shared, name]).any()


def _is_group(rows: pd.DataFrame, name: str) -> bool:
    """Say whether a column called as those of groups has texts or several whole numbers."""
    if snake_case(name) not in GROUPS:
        return False
    stated = rows[name][rows[name].notna() & (rows[name] != "")]
    numbers = pd.to_numeric(stated, errors="coerce")
    if numbers.isna().any():
        return True
    return not (numbers % 1 != 0).any() and numbers.nunique() >= FEWEST
