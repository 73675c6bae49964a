"""Rows of tables as dataclasses: what a part computes, column by column.

A field is a column and its name an id; words are made where it is shown. The annotations `Bound`
and `PValue` say which columns are hidden where there are too few data sets for an interval.
"""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Annotated, Any, TypeVar, get_type_hints

import pandas as pd

BOUND = "bound of an interval"
P_VALUE = "p-value"
Bound = Annotated[float, BOUND]
PValue = Annotated[float, P_VALUE]
Row = TypeVar("Row")


def table_of(row: type[Row], rows: Iterable[Row]) -> pd.DataFrame:
    """Return rows as a table, with the columns of their type even if there are none."""
    names = columns_of(row)
    return pd.DataFrame([[getattr(one, name) for name in names] for one in rows], columns=names)


def rows_of(row: type[Row], table: pd.DataFrame | None) -> list[Row]:
    """Return the rows of a table by their type; none of no table."""
    if table is None:
        return []
    names = columns_of(row)
    return [row(*values) for values in table[names].itertuples(index=False, name=None)]


def columns_of(row: type[Any]) -> list[str]:
    """Return the columns of a type of rows."""
    return [field.name for field in fields(row)]


@lru_cache
def columns_marked(row: type[Any], mark: str) -> Sequence[str]:
    """Return the columns of a type of rows that are annotated with `BOUND` or `P_VALUE`."""
    hints = get_type_hints(row, include_extras=True)
    return [name for name, hint in hints.items() if mark in getattr(hint, "__metadata__", ())]
