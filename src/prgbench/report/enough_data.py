"""From how much data on something is shown: an interval, quartiles.

What only one part asks for stands in its modules.
"""

from typing import Any

import numpy as np
import pandas as pd

from prgbench.answer.answer import Answer
from prgbench.answer.interface import Tables
from prgbench.answer.rows import BOUND, P_VALUE, columns_marked
from prgbench.plotting.rows import has_open_marks
from prgbench.study_file import PARTS

_TYPES = {name: row for part in PARTS for name, row in part.rows.items()}

FEWEST_FOR_INTERVAL = 6
"""Data sets: of 5, not even flipping all signs has a two-sided p-value below .05 (2/2^5)."""

FEWEST_FOR_QUARTILES = 8
"""Tasks: of fewer, a quarter is less than two tasks."""

_BOUNDS = ("lower", "upper")
_OTHER_BOUNDS = tuple(
    f"{name}_{bound}" for name in ("null", "rank", "another_measure") for bound in _BOUNDS
)
"""Ranges, bounds of ranks, and those of all tasks in a table that counts those with repeats."""
_P_VALUES = ("p_value", "p_value_adjusted", "p_adjusted")


def without_rough_intervals(tables: Tables) -> Tables:
    """Return tables without the intervals and p-values of too few data sets.

    Parameters
    ----------
    tables : dict of str to DataFrame
        Those of the comparison. Where a table counts its ``datasets``, the bounds of rows with
        fewer than `FEWEST_FOR_INTERVAL` become NaN, and the p-values where all rows are such;
        quartiles, ranges and bounds of ranks stay.

    Examples
    --------
    >>> table = pd.DataFrame({"datasets": [5, 6], "lower": [0.1, 0.1], "lower_quartile": 0.2})
    >>> without_rough_intervals({"part": table})["part"].to_dict("list")
    {'datasets': [5, 6], 'lower': [nan, 0.1], 'lower_quartile': [0.2, 0.2]}
    """
    return {name: _shown(name, table) for name, table in tables.items()}


def without_rough_bounds(answer: Answer) -> Answer:
    """Return an answer without its intervals, if it stands on fewer than `FEWEST_FOR_INTERVAL`.

    Parameters
    ----------
    answer : Answer
        The answer of a study.
    """
    if answer.datasets >= FEWEST_FOR_INTERVAL:
        return answer
    return Answer.model_validate(_unbounded(answer.model_dump(by_alias=True)))


def open_marks(drawn: pd.DataFrame) -> str:
    """Say in a caption what open marks are, if there are any among the drawn rows.

    Examples
    --------
    >>> open_marks(pd.DataFrame({"value": [0.15], "lower": [0.1], "upper": [0.2]}))
    ''
    """
    if not has_open_marks(drawn):
        return ""
    return (
        f" Open marks have no interval: they stand on fewer than {FEWEST_FOR_INTERVAL} data sets, "
        "or do not vary between them."
    )


def _shown(name: str, table: pd.DataFrame) -> pd.DataFrame:
    if "datasets" not in table:
        return table
    rough = table["datasets"] < FEWEST_FOR_INTERVAL
    if name in _TYPES:
        row = _TYPES[name]
        marked = [
            *columns_marked(row, BOUND),
            *(columns_marked(row, P_VALUE) if rough.all() else ()),
        ]
        return table.assign(**{column: table[column].mask(rough, np.nan) for column in marked})
    hidden = [
        name
        for name in table.columns
        if (name.endswith(_BOUNDS) and not name.endswith(_OTHER_BOUNDS))
        or (name in _P_VALUES and rough.all())
    ]
    return table.assign(**{name: table[name].mask(rough, np.nan) for name in hidden})


def _unbounded(value: Any) -> Any:
    """Return a nested record with None for the bounds of its intervals."""
    if isinstance(value, dict):
        return {k: None if k in _BOUNDS else _unbounded(inner) for k, inner in value.items()}
    return [_unbounded(inner) for inner in value] if isinstance(value, list) else value
