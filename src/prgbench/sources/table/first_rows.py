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
    """Return the first rows of some columns."""
    first = [batch for batch in islice(batches(columns, ROWS), BATCHES) if batch.num_rows]
    return pa.Table.from_batches(first).to_pandas() if first else pd.DataFrame(columns=[*columns])
