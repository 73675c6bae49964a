"""Tables in memory as data frames of pandas whose columns have all that was in an index."""

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from prgbench.sources.scores.two_levels import with_one_level


def in_memory(table: Any) -> pd.DataFrame:
    """Return a data frame as one of pandas; an index with a name or of texts is a column."""
    if isinstance(table, pd.DataFrame):
        flat = with_one_level(table)
        if isinstance(flat.index, pd.RangeIndex) and flat.index.name is None:
            return _with_texts_of_nested(flat)
        named = flat.rename_axis(index="dataset") if _is_unnamed(flat) else flat
        return _with_texts_of_nested(_with_index_as_columns(named))
    if hasattr(table, "__arrow_c_stream__"):
        return _with_texts_of_nested(pa.table(table).to_pandas())
    raise TypeError(
        f"A table of scores must be a file path or a pandas, polars or Arrow data frame, "
        f"not {type(table).__name__}."
    )


def _with_index_as_columns(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame whose index is columns; what is a column already is not added again."""
    twice = [name for name in frame.index.names if name in frame.columns]
    if len(twice) == frame.index.nlevels:
        return frame.reset_index(drop=True)
    once = frame.reset_index(level=twice, drop=True) if twice else frame
    return once.reset_index()


def _with_texts_of_nested(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with texts for dicts, lists and arrays, such as the settings of a model."""
    if not frame.columns.is_unique:
        return frame
    nested = (dict, list, set, np.ndarray)
    changed = frame.copy(deep=False)
    for name in frame:
        if frame[name].dtype == object and any(isinstance(cell, nested) for cell in frame[name]):
            changed[name] = frame[name].map(str)
    return changed


def _is_unnamed(frame: pd.DataFrame) -> bool:
    texts = frame.index.nlevels == 1 and not pd.api.types.is_numeric_dtype(frame.index)
    return texts and frame.index.name is None and "dataset" not in frame.columns
