"""The first rows of a table: as few as tell what its columns contain."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

import pandas as pd
import pyarrow as pa

ROWS = 1 << 14
BATCHES = 8


def first_rows(
    batches: Callable[[Sequence[str], int], Iterable[pa.RecordBatch]], columns: Sequence[str]
) -> pd.DataFrame:
    """Return the first rows of some columns; lists and structures of Parquet as texts."""
    first = [batch for batch in islice(batches(columns, ROWS), BATCHES) if batch.num_rows]
    if not first:
        return pd.DataFrame(columns=[*columns])
    table = pa.Table.from_batches(first)
    rows: pd.DataFrame = table.to_pandas()
    for column in table.schema:
        if pa.types.is_nested(column.type):
            rows[column.name] = list(map(str, table[column.name].to_pylist()))
    return rows
