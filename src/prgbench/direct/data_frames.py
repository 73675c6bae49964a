"""What is given as a table: files, or data frames of any library, and these as tables of Arrow."""

from collections.abc import Sequence
from os import PathLike, fspath
from typing import Any

import pandas as pd
import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.table.names import name_text
from prgbench.sources.table.prediction_columns import ROLES

_LARGEST = 2**63 - 1


def given_table(table: Any) -> Any:
    """Return a table that can be read several times: a path, a list of paths or a data frame.

    A stream of Arrow, which can be read once, and a lazy frame are read now. Data frames of pandas
    stay as they are; all others become tables of Arrow.

    Raises
    ------
    PrgbenchError
        If it is an empty list of files.
    TypeError
        If it is no table.

    Examples
    --------
    >>> stream = pa.table({"model": ["a"]}).to_reader()
    >>> given_table(stream).to_pydict()
    {'model': ['a']}
    """
    if isinstance(table, str | PathLike):
        return fspath(table)
    if isinstance(table, Sequence):
        if not table:
            raise PrgbenchError("The list of files is empty: give a table, or files.")
        if all(isinstance(path, str | PathLike) for path in table):
            return [fspath(path) for path in table]
    if isinstance(table, pd.DataFrame):
        _refuse_complex(table)
        return table
    arrow = as_arrow(table)
    if isinstance(table, pa.RecordBatchReader) and not arrow.num_rows:
        raise PrgbenchError(
            "The reader of Arrow has no rows left, as it can be read only once: give a new one, "
            "or the table that reader.read_all() returns."
        )
    return arrow


def _refuse_complex(frame: pd.DataFrame) -> None:
    """Refuse complex numbers, of which some readers would drop a part and others have no type."""
    for name, dtype in zip(frame.columns, frame.dtypes, strict=True):
        if pd.api.types.is_complex_dtype(dtype):
            raise PrgbenchError(
                f"The column {plain(str(name))} has complex numbers, which have no order: write "
                "real ones, such as their real parts."
            )


def as_arrow(frame: Any) -> pa.Table:
    """Return a data frame of pandas, or any with ``__arrow_c_stream__``, as a table of Arrow.

    Those of polars, DuckDB and others have this method, or are lazy and have one that does
    (``collect``). Levels of an index of pandas are columns if they are called as those of tables,
    such as ``row_id``. `TypeError` if it is none of these, or Arrow can't hold a column.
    """
    if isinstance(frame, pa.Table):
        return frame
    try:
        if isinstance(frame, pd.DataFrame):
            roles = [name for names in ROLES.values() for name in names if name not in frame]
            levels = [name for name in frame.index.names if name in roles]
            named = frame.reset_index(level=levels)
            named.columns = [str(name) for name in named.columns]
            for name, column in named.items():
                kind = pd.api.types.infer_dtype(column)
                if isinstance(column.dtype, pd.SparseDtype):
                    named[name] = column.astype(column.dtype.subtype)
                elif kind in ("period", "interval") or _of_intervals(column):
                    named[name] = column.map(str, na_action="ignore")
                elif kind == "integer" and column.dtype == object and _has_large(column):
                    named[name] = column.map(name_text)
                if not kind.startswith("mixed"):
                    continue
                nested = column.map(pd.api.types.is_list_like).any()
                # Beside a column of scores, others are not used.
                if nested and ("y_score" not in named or name == "y_score"):
                    raise PrgbenchError(
                        f"The column {plain(str(name))} has arrays in its cells: write one number "
                        "in each, in a long table with a column y_score.<label> for each class."
                    )
                named[name] = column.map(str if nested else name_text)
            return pa.Table.from_pandas(named, preserve_index=False)
        # One column of polars has the method, too.
        if hasattr(frame, "__arrow_c_stream__") and type(frame).__name__ != "Series":
            return pa.table(frame)
        if hasattr(frame, "collect"):
            return pa.table(frame.collect())
    except pa.ArrowException as error:
        problem = str(error).splitlines()[0].rstrip(".")
        raise TypeError(f"The table can't be read ({problem}): correct its column.") from None
    raise TypeError(
        "A table must be a file's path, a list of paths, or a data frame of pandas, polars or "
        f"Arrow, not {type(frame).__name__}: pandas.DataFrame makes one of rows or of columns."
    )


def _of_intervals(column: pd.Series) -> bool:
    """Say whether a column is what `pandas.cut` returns."""
    dtype = column.dtype
    return isinstance(dtype, pd.CategoricalDtype) and isinstance(
        dtype.categories.dtype, pd.IntervalDtype
    )


def _has_large(integers: pd.Series) -> bool:
    """Say whether one of Python's integers is larger than Arrow's."""
    return bool(integers.dropna().map(abs).gt(_LARGEST).any())
