"""The pairs of measures of a table."""

from collections.abc import Iterator

import pandas as pd

PAIR = ["measure_a", "measure_b"]


def by_pair(table: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """Yield the two measures and the rows of each pair, in the order of the table."""
    for (a, b), rows in table.groupby(PAIR, sort=False):
        yield str(a), str(b), rows
