"""Tables of scores in other shapes than a column for each measure, and what is no score there."""

import re
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.sources.scores.columns import (
    METRICS,
    ROLES,
    SPLIT,
    found_column,
    is_aggregate,
    is_count,
    is_known,
    is_text,
    is_whole,
    numbers_of,
)
from prgbench.sources.scores.directions import known_measure
from prgbench.sources.table.layout import shown

VALUES = (
    *("value", "metric_value", "measure_value", "score", "metric_score", "mean", "result"),
    ".estimate",
)
SMALLEST = 1e-12


def splits_as_rows(table: pd.DataFrame, mapping: Mapping[str, str]) -> pd.DataFrame:
    """Return scikit-learn's ``cv_results_`` with a row for each split and metric."""
    names = list(table.columns)
    splits = [name for name in names if SPLIT.fullmatch(name)]
    if not splits:
        return table
    keys = [column for role in ROLES if (column := found_column(role, names, mapping))]
    table = table.astype(dict.fromkeys(keys, str)).melt(keys, splits, "metric")
    return table.drop(columns="metric").join(table["metric"].str.extract(SPLIT))


def metrics_as_columns(
    label: str, table: pd.DataFrame, mapping: Mapping[str, str], measures: Sequence[str]
) -> pd.DataFrame:
    """Return a table with a row for each metric as one with a column for each."""
    names = {name.strip().lower(): name for name in reversed(list(table.columns))}
    metric = next((names[name] for name in METRICS if name in names), None)
    if metric is None or not is_text(table[metric]) or set(names.values()) & set(measures):
        return table
    keys = [c for role in ROLES if (c := found_column(role, list(table.columns), mapping))]
    other_columns = table.drop(columns=[*keys, metric])
    if found_column("model", list(table.columns), mapping) is None:
        # A column for each model: a text beside the metrics names the data sets.
        named = dict.fromkeys(text_columns(label, other_columns), "dataset")
        table = table.rename(columns=named)
        keys = [*keys, *named.values()]
        table = table.melt([*keys, metric], var_name="model")
        keys, value = [*keys, "model"], "value"
    else:
        value = next((names[name] for name in VALUES if name in names), "")
        if not value or any(is_known(name) for name in map(str, other_columns)):
            return table
    if table.duplicated([*keys, metric]).any():
        raise PrgbenchError(
            f"{label} has several values of a {plain(metric)} for one {' and '.join(keys)}: keep "
            "one, or add a column fold, repeat or seed that distinguishes them."
        )
    tall = table.assign(**{value: numbers_of(label, value, table[value])})
    return tall.pivot(index=keys, columns=metric, values=value).reset_index()


def text_columns(label: str, table: pd.DataFrame) -> list[str]:
    """Return the column of texts of a wide table, if any, which names the data sets.

    Of several it is the one that has another text in each row.
    """
    texts = [name for name in map(str, table) if is_text(table[name])]
    distinct = [name for name in texts if table[name].is_unique]
    if len(texts) > 1 and len(distinct) != 1:
        raise PrgbenchError(
            f"{label} has the columns of texts {shown(texts)}: state which one names the data "
            f"sets, such as `columns={{'dataset': {plain(texts[0])!r}}}`, and leave out the "
            "others."
        )
    return distinct if len(texts) > 1 else texts


def counts(numbers: pd.DataFrame, measure: str) -> list[str]:
    """Return the columns of whole numbers that are no scores, beside scores that are none.

    They lie outside the range of all scores if their names say that they count, or else are
    greater than ten times the greatest score: one of them if the measure has a range.
    """
    whole = [name for name in map(str, numbers) if is_whole(numbers[name])]
    scores = numbers.drop(columns=whole)
    if scores.columns.empty:
        return []
    least, greatest = scores.min().min(), scores.max().max()
    named = known_measure(measure)
    bounded = named is not None and np.isfinite(named.upper)
    sizes = numbers[whole].max() if bounded else numbers[whole].min()
    return [
        name
        for name in whole
        if (is_count(name) and not numbers[name].between(least, greatest).all())
        or sizes[name] > 10 * max(abs(least), abs(greatest), 1)
    ]


def aggregates(numbers: pd.DataFrame) -> list[str]:
    """Return the columns that are called as an aggregate and hold that of the others."""
    named = [name for name in map(str, numbers) if is_aggregate(name)]
    # A baseline may be called "mean", so that the name alone does not tell.
    return [
        name
        for name in named
        if any(
            (numbers[name] - models.agg(_statistic(name), axis="columns")).abs().max()
            <= _rounding(numbers[name])
            for models in (numbers.drop(columns=named), numbers.drop(columns=name))
        )
    ]


def _rounding(values: pd.Series) -> float:
    """Return by how much rounded values may differ from the mean of others that are as rounded."""
    decimals = (n for n in range(12) if (values.round(n) - values).abs().max() < SMALLEST)
    return float(1.1 * 10.0 ** -next(decimals, 12) + SMALLEST * (1 + values.abs().max()))


def _statistic(name: str) -> str:
    if "median" in name.lower():
        return "median"
    return "std" if re.search("std|sd", name.lower()) else "mean"
