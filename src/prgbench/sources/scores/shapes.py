"""Tables of scores in other shapes than a column for each measure, and what counts there."""

import re
from collections.abc import Mapping, Sequence
from itertools import islice

import numpy as np
import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.advice import as_columns, as_measure, to_name
from prgbench.sources.scores.columns import (
    METRICS,
    ROLES,
    SPLIT,
    distinct,
    found_column,
    is_count,
    is_known,
    is_name,
    is_numeric,
    is_text,
    is_whole,
    numbers_of,
    stripped,
)
from prgbench.sources.scores.directions import has_word_of_measure, is_measure, known_measure
from prgbench.sources.scores.two_levels import check_one_kind_of_metric
from prgbench.sources.table.prediction_columns import INDEX_COLUMNS, shown

VALUES = (
    *("value", "metric_value", "measure_value", "score", "metric_score", "mean", "result"),
    *(".estimate", "metric_val"),
)
DESCRIPTIONS = ("mean",)
"""Those of ``VALUES`` that may also name a model, such as the mean as a baseline."""

NO_NAME = re.compile(r"\d{4}-\d\d-\d\d\b.*|[0-9a-f]{32}")
"""A date, or an id such as that of a run of MLflow, which is no name of a model."""

RUNS = ("run", "run_id", "run_name", "run_tag", "runid", "tag", "system_id", "name")
"""Columns that name the models of a tall table without a column of models."""

NEVER_MODELS = (".estimator", "direction", "filter")
"""Columns of tidymodels (how a measure is averaged over classes) and lm-eval (which way is better,
what was taken from an answer) that never have the models.
"""


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
) -> tuple[pd.DataFrame, list[str]]:
    """Return a table with a row for each metric as one with a column for each.

    Second are the columns that it lacks.
    """
    names = {name.strip().lower(): name for name in reversed(list(table.columns))}
    metric = _metric_column(table, mapping)
    if metric is None:
        return table, []
    if unknown := [n for n in map(str, table) if n in measures and not is_known(n)]:
        check_one_kind_of_metric(label, table, metric, unknown[0])
    if set(names.values()) & set(measures):
        return table, []
    table = _with_model(label, table, mapping, metric)
    keys = [c for role in ROLES if (c := found_column(role, list(table.columns), mapping))]
    other_columns = table.drop(columns=[*keys, metric])
    if found_column("model", list(table.columns), mapping) is None:
        # A column for each model: a text beside the metrics names the data sets, or if another
        # column does, describes them.
        texts = [name for name in map(str, other_columns) if is_name(table[name])]
        dropped = []
        if found_column("dataset", list(table.columns), mapping):
            named = {}
            dropped = texts
            table = table.drop(columns=texts)
        else:
            named = dict.fromkeys(text_columns(label, other_columns), "dataset")
            table = table.rename(columns=named)
        keys = [*keys, *named.values()]
        # A cell that is no number is refused by the column that it is in.
        models = [name for name in map(str, table) if name not in [*keys, metric]]
        table = table.assign(**{name: numbers_of(label, name, table[name]) for name in models})
        value = "value of the metric"
        table = table.melt([*keys, metric], var_name="model", value_name=value)
        keys = [*keys, "model"]
    else:
        if any(is_known(name) for name in map(str, other_columns)):
            return table, []
        value = _value_column(label, other_columns, metric, several=table[metric].nunique() > 1)
        if not value:
            return table, []
        others = other_columns.drop(columns=value)
        apart = _telling_apart(others, table[[*keys, metric]])
        keys += apart
        dropped = [name for name in map(str, others) if name not in apart]
    if table.duplicated([*keys, metric]).any():
        raise PrgbenchError(
            f"{label} has several values of a {plain(metric)} for one {' and '.join(keys)}: keep "
            "one, or add a column fold, repeat or seed that distinguishes them."
        )
    tall = table.assign(**{value: numbers_of(label, value, table[value])})
    wide = tall.pivot(index=keys, columns=metric, values=value).reset_index()
    metrics = [name for name in map(str, wide) if name not in keys]
    dataset = found_column("dataset", list(table.columns), mapping)
    if dataset and len(metrics) > 1 and not set(metrics) & set(measures):
        complete = wide.groupby(dataset)[metrics].count().gt(0).all(axis="columns")
        if not complete.any():
            raise PrgbenchError(
                f"{label} has the metrics {shown(metrics)} (column {plain(metric)}), and no data "
                f"set has all of them: name one, such as {as_measure(metrics[0])}."
            )
    return wide, dropped


def of_several_metrics(
    table: pd.DataFrame, mapping: Mapping[str, str], measures: Sequence[str]
) -> tuple[list[str], str]:
    """Return the measures that have the values of several metrics, and a sentence on them.

    The ``result`` of the AutoML Benchmark is the AUROC of some data sets and the negative log loss
    of others, as its column ``metric`` says: their mean is the mean of nothing.
    """
    metric = _metric_column(table, mapping)
    if metric is None:
        return [], ""
    metrics = sorted(map(str, table[metric].dropna().unique()))
    mixed = [name for name in measures if known_measure(name) is None and len(metrics) > 1]
    if not mixed:
        return [], ""
    has = "has" if len(mixed) == 1 else "have"
    return mixed, (
        f"{some_of(mixed)} {has} the values of several metrics: {some_of(metrics)} (column "
        f"{plain(metric)})."
    )


def _metric_column(table: pd.DataFrame, mapping: Mapping[str, str]) -> str | None:
    """Return the column that names the metric of each row, by its name or its texts."""
    names = {name.strip().lower(): name for name in reversed(list(table.columns))}
    metric = next((names[name] for name in METRICS if name in names), None)
    if metric is not None:
        return metric if is_text(table[metric]) else None
    keys = {found_column(role, list(table.columns), mapping) for role in ROLES}
    for name in map(str, table):
        texts = set(table[name].dropna().map(str)) if is_text(table[name]) else set()
        if name not in keys and len(texts) > 1 and all(map(is_known, texts)):
            return name
    return None


def _with_model(
    label: str, table: pd.DataFrame, mapping: Mapping[str, str], metric: str
) -> pd.DataFrame:
    """Return a tall table, with a column of values, whose models are runs, as trec_eval has."""
    names = [str(name) for name in table.columns]
    if found_column("model", names, mapping) is not None:
        return table
    keys = [column for role in ROLES if (column := found_column(role, names, mapping))]
    others = [name for name in names if name not in keys and name != metric]
    numbers = [n for n in others if is_numeric(table[n]) and n not in INDEX_COLUMNS]
    if not _has_values(numbers):
        return table
    runs = [name for name in others if name.strip().lower() in RUNS and is_text(table[name])]
    if runs:
        return table.rename(columns={runs[0]: "model"})
    advice = to_name("model", likely_models(table, [*keys, metric]))
    raise PrgbenchError(
        f"{label} has metric values (column {plain(metric)}), but no column of models: {advice}."
    )


def _has_values(numbers: Sequence[str]) -> bool:
    """Say whether one column of numbers has the values of all metrics, as its name tells.

    The others describe these values, as lm-eval's ``Version``, ``n-shot`` and ``Stderr`` do.
    """
    called = {name.strip().lower() for name in numbers}.intersection(VALUES)
    scores = [name for name in numbers if is_measure(name) and not is_count(name)]
    return bool(called.difference(DESCRIPTIONS)) or (bool(called) and len(scores) == 1)


def _value_column(label: str, table: pd.DataFrame, metric: str, *, several: bool) -> str:
    """Return the column with the values of the metrics; "" if there is none.

    One of ``several`` metrics has to be found, while a column may also say what all scores are.
    """
    numbers = [name for name in map(str, table) if is_numeric(table[name])]
    names = {name.strip().lower(): name for name in reversed(list(map(str, table)))}
    if named := next((names[name] for name in VALUES if name in names), None):
        return named
    likely = [n for n in numbers if is_measure(n) and not is_count(n) and has_word_of_measure(n)]
    candidates = likely or [n for n in numbers if is_measure(n) and not is_count(n)]
    if len(candidates) > 1 and several:
        raise PrgbenchError(
            f"{label} has metrics in the column {plain(metric)} and several columns that may "
            f"contain their values ({shown(candidates)}): keep one, called value."
        )
    return candidates[0] if len(candidates) == 1 else ""


def _telling_apart(others: pd.DataFrame, keys: pd.DataFrame) -> list[str]:
    """Return the first column that tells rows of a model, data set and metric apart, if any."""
    if not keys.duplicated().any():
        return []
    apart = (n for n in map(str, others) if not keys.assign(other=others[n]).duplicated().any())
    return list(islice(apart, 1))


def likely_models(table: pd.DataFrame, keys: Sequence[str]) -> list[str]:
    """Return the columns of texts that, with the ``keys``, tell the rows apart; if none, all."""
    texts = [
        name
        for name in map(str, table)
        if name not in keys
        and name.strip().lower() not in NEVER_MODELS
        and is_text(table[name])
        and not stripped(distinct(table[name])).str.fullmatch(NO_NAME).all()
    ]
    apart = [
        name
        for name in texts
        if table[name].nunique() > 1 and not table.duplicated([*keys, name]).any()
    ]
    return apart or texts


def text_columns(label: str, table: pd.DataFrame) -> list[str]:
    """Return the column of texts of a wide table, if any, which names the data sets.

    Of several it is the one that has another text in each row.
    """
    texts = [name for name in map(str, table) if is_name(table[name])]
    distinct = [name for name in texts if table[name].is_unique]
    if len(texts) > 1 and len(distinct) != 1:
        raise PrgbenchError(
            f"{label} has the text columns {shown(texts)}: for the one that names the data "
            f"sets, give {as_columns('dataset', texts)}, or if the rows are models, "
            f"{as_columns('model', texts)}."
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
    least = scores.min().min()
    greatest = scores.max().max()
    named = known_measure(measure)
    bounded = named is not None and np.isfinite(named.upper)
    sizes = numbers[whole].max() if bounded else numbers[whole].min()
    return [
        name
        for name in whole
        if (is_count(name) and not numbers[name].between(least, greatest).all())
        or sizes[name] > 10 * max(abs(least), abs(greatest), 1)
    ]
