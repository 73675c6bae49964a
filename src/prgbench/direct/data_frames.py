"""Data frames of any library as tables of Arrow."""

from typing import Any

import pandas as pd
import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.table.layout import ROLES
from prgbench.sources.table.names import name_text


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
                if not pd.api.types.infer_dtype(column).startswith("mixed"):
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
        if hasattr(frame, "__arrow_c_stream__"):
            return pa.table(frame)
        if hasattr(frame, "collect"):
            return pa.table(frame.collect())
    except pa.ArrowException as error:
        problem = str(error).splitlines()[0].rstrip(".")
        raise TypeError(f"The table can't be read ({problem}): correct its column.") from None
    raise TypeError(
        f"A table of predictions must be a file's path or a pandas, polars or Arrow data frame, "
        f"not {type(frame).__name__}."
    )
