"""Tables with a row for each metric of an item."""

from collections.abc import Mapping, Sequence

import pandas as pd

from prgbench.sources.items.item_columns import (
    CLUSTER,
    DATASET,
    ITEM,
    MODEL,
    NAMES_OF_ITEMS,
    RUN,
    found_column,
    key_of,
)
from prgbench.sources.scores.columns import METRICS, is_text
from prgbench.sources.scores.shapes import VALUES


def metrics_as_columns(
    table: pd.DataFrame, mapping: Mapping[str, str], measures: Sequence[str]
) -> pd.DataFrame:
    """Return a table with a row for each metric of an item as one with a column for each."""
    names = {key_of(str(name)): str(name) for name in reversed(list(table.columns))}
    metric = next((names[name] for name in METRICS if name in names), None)
    value = next((names[name] for name in VALUES if name in names), None)
    called = {key_of(name) for name in (*mapping.values(), *measures)}
    if metric is None or value is None or key_of(value) in called or not is_text(table[metric]):
        return table
    sure = next((names[name] for name in NAMES_OF_ITEMS if name in names), None)
    item = mapping.get(ITEM) or sure
    roles = (MODEL, RUN, CLUSTER, DATASET)
    left = [str(name) for name in table.columns if str(name) not in (item, metric, value)]
    keys = [column for role in roles if (column := found_column(role, left, mapping))]
    # A mapped column that is missing is refused where the roles of all columns are found.
    if not {item, *keys} <= set(table.columns):
        return table
    # A column that is named as the data set, such as that of queries, holds no items.
    if item is None or item in keys or table.duplicated([item, *keys, metric]).any():
        return table
    # A word beside a number, as of accuracy and of a verdict: each metric by itself.
    texts = table.astype({value: object})
    wide = texts.pivot(index=[item, *keys], columns=metric, values=value)
    return wide.infer_objects().reset_index().rename_axis(columns=None)
