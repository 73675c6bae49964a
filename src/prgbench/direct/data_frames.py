"""Data frames of any library as tables of Arrow."""

from typing import Any

import pyarrow as pa


def as_arrow(frame: Any) -> pa.Table:
    """Return a data frame as a table of Arrow.

    Parameters
    ----------
    frame : pyarrow.Table, pandas.DataFrame or any object with ``__arrow_c_stream__``
        The data frame: one of polars, DuckDB and others has this method. The index of one of
        pandas is no column.

    Raises
    ------
    TypeError
        If it is none of these, or has columns that Arrow can't hold.

    Examples
    --------
    >>> import pandas as pd
    >>> as_arrow(pd.DataFrame({"model": ["a", "b"], "y_score": [0.5, 1.0]})).column_names
    ['model', 'y_score']
    """
    import pandas as pd

    if isinstance(frame, pa.Table):
        return frame
    try:
        if isinstance(frame, pd.DataFrame):
            named = frame.set_axis([str(name) for name in frame.columns], axis="columns")
            return pa.Table.from_pandas(named, preserve_index=False)
        if hasattr(frame, "__arrow_c_stream__"):
            return pa.table(frame)
    except pa.ArrowException as error:
        problem = str(error).splitlines()[0].rstrip(".")
        raise TypeError(f"The table can't be read ({problem}): correct its column.") from None
    raise TypeError(
        f"A table of predictions is a file's path or a data frame of pandas, polars or Arrow, "
        f"not {type(frame).__name__}."
    )
