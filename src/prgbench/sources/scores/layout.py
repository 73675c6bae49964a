"""The columns of a table of scores: what each is, and the table in long form.

Long: a row for each model, data set and replicate, a column for each measure. Wide: a row for
each data set and replicate, a column for each model, of one measure.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import first_repeated, plain
from prgbench.sources.scores.directions import (
    directions_of,
    guessed_direction,
    is_measure,
    known_measure,
    words_of,
)
from prgbench.sources.table.layout import INDEX_COLUMNS, name_text, shown

FOLD, SEED, REPEAT, RESAMPLE = "fold", "seed", "repeat", "resample"
REPLICATES = (RESAMPLE, REPEAT, FOLD, SEED)
SUBSET, FAMILY, N_TRAIN, N_TEST = "subset", "family", "n_train", "n_test"
ROLES = {
    "dataset": (
        *("dataset", "data_set", "dataset_name", "data_name", "task", "task_name", "problem"),
        *("scenario", "task_id", "key_dataset"),
    ),
    "model": (
        *("model", "method", "algorithm", "classifier", "regressor", "framework", "learner"),
        *("estimator", "flow", "system", "model_name", "alg_name", "flow_name", "learner_id"),
        *("model_id", "wflow_id", "key_scheme", "params"),
    ),
    REPEAT: ("repeat", "repetition", "key_run"),
    FOLD: ("fold", "cv_fold", "iteration", "key_fold"),
    SEED: ("seed", "random_state", "random_seed"),
    RESAMPLE: ("resample", "resample_id", "resampling"),
    SUBSET: ("subset", "hf_subset"),
    FAMILY: ("family", "dataset_family", "data_family"),
    N_TRAIN: ("n_train", "train_size"),
    N_TEST: ("n_test", "test_size"),
}
"""The roles of columns, and the names that a column may have without being mapped."""

AGGREGATE = re.compile(
    r"(?:(?:grand |overall |macro |micro )?(?:average|avg|mean|median)(?: ranks?| scores?)?)|"
    r"std|sd|stdev|std dev|standard deviation|overall|total|ranks?"
)
WHOLE = ("oof", "final", "all", "full", "cv", "all folds")
SMALLEST = 1e-12
TRUTHS = frozenset({"y", "truth", "label", "labels", "target", "class", "true_label", "y_test"})
METRICS = ("metric", "metric_name", "measure", "measure_name", "function", ".metric")
VALUES = (
    *("value", "metric_value", "measure_value", "score", "metric_score", "mean", "result"),
    ".estimate",
)
SPLIT = re.compile(r"split(?P<fold>\d+)_test_(?P<metric>.+)")
"""A column of scikit-learn's ``cv_results_``."""

DECORATED = re.compile(r"(?:\\[a-zA-Z]+\{|[^\w.+-])*[+-]?\d*\.?\d+ *[^\w .,:/-].*")
"""A number in bold or with its spread, as in the tables of papers."""

COUNTS = re.compile(r"(?:n|num|number|number of|rank)\b")
NO_MEASURES = frozenset({*INDEX_COLUMNS, "tid", "task_id", "dataset_id", "id", "index", "n"})

MOST_MEASURES = 100


class Frame(NamedTuple):
    """The name of a table for sentences, its cells, and the data set if no column states it.

    ``note`` says what of it was not read.
    """

    place: str
    table: pd.DataFrame
    dataset: str
    note: str = ""


def is_score_table(
    names: Sequence[str], measures: Sequence[str], columns: Mapping[str, str]
) -> bool:
    """Say whether columns are those of a table of scores, not of predictions.

    They are if none is the truth or a score of an instance, and either one is a known measure
    beside the models, or one measure is named for a wide table.

    Examples
    --------
    >>> is_score_table(["dataset", "model", "fold", "rmse"], [], {})
    True
    >>> is_score_table(["dataset", "model", "y_true", "y_score"], [], {})
    False
    """
    taken = {columns.get(role, role) for role in ("y_true", "y_score")}
    if not names or any(name in taken or name.startswith("y_score.") for name in names):
        return False
    wide = found_column("model", names, columns) is None and len(measures) == 1
    if wide or any(n in measures or known_measure(n) or SPLIT.fullmatch(n) for n in names):
        return True
    # Without a known measure, these are predictions if a column is called as labels are.
    lower = {name.strip().lower() for name in names}
    guessed = any(guessed_direction(name) is not None for name in names)
    return TRUTHS.isdisjoint(lower) and (
        guessed or len(measures) == 1 or not lower.isdisjoint(METRICS)
    )


class LongTable(NamedTuple):
    """A table in long form, the columns that are not used, and which may be families."""

    scores: pd.DataFrame
    unused: list[str]
    families: list[str]


def long_form(
    frame: Frame,
    mapping: Mapping[str, str],
    chosen: Sequence[str] | None,
    said: Mapping[str, bool],
) -> LongTable:
    """Return a table in long form: dataset, model, the replicates, and a column per measure."""
    place, table, dataset, _ = frame
    table = table.set_axis([str(name) for name in table.columns], axis="columns")
    _check_header(place, table)
    measures = list(chosen or said)
    table = _metrics_as_columns(place, _splits_as_rows(table, mapping), mapping, measures)
    names = list(table.columns)
    roles = {role: _column(place, role, names, mapping) for role in ROLES}
    if roles[RESAMPLE] is None:
        roles |= {N_TRAIN: None, N_TEST: None}
    columns = {role: column for role, column in roles.items() if column is not None}
    rest = table[[name for name in names if name not in columns.values()]]
    one_new = len(measures) == 1 and measures[0] not in names
    turned = "model" in columns and "dataset" not in columns and one_new and not _of_measures(rest)
    wide = "model" not in columns
    if wide and not one_new:
        _check_models(place, rest, measures)
    if wide and "dataset" not in columns and (named := _text_columns(place, rest)):
        columns["dataset"] = named[0]
        rest = rest.drop(columns=named)
    keys = pd.DataFrame(
        {
            role: table[columns[role]].map(name_text)
            if role in columns
            else pd.Series(None, table.index, dtype=object)
            for role in ROLES
        }
    )
    for role, column in columns.items():
        empty = np.flatnonzero(keys[role].isna()).tolist()
        if empty and role not in (FAMILY, N_TRAIN, N_TEST):
            raise PrgbenchError(
                f"{place} has no {role} in row {empty[0] + 1} (column {plain(column)}): fill it."
            )
    if "dataset" not in columns:
        # Rows without replicates are data sets, those of replicates are of one.
        alone = wide and columns.keys().isdisjoint(REPLICATES)
        keys["dataset"] = [f"row {n + 1}" for n in range(len(keys))] if alone else dataset
    if wide or turned:
        return _melted(place, rest, keys, measures, "dataset" if turned else "model")
    measures = _measures(place, rest, chosen, said)
    scores = keys.assign(**{name: _numbers(place, name, rest[name]) for name in measures})
    # Of measures that somebody has named, the others are left out on purpose.
    unused = [] if chosen else [name for name in map(str, rest) if name not in measures]
    return LongTable(scores, unused, _families_in(rest[unused], keys["dataset"]))


def _families_in(table: pd.DataFrame, datasets: pd.Series) -> list[str]:
    """Return the columns of fewer texts than data sets, of which each data set has one."""
    return [
        name
        for name in map(str, table)
        if is_text(table[name])
        and 1 < table[name].nunique() < datasets.nunique()
        and (table[name].groupby(datasets).nunique() == 1).all()
    ]


def _is_known(name: str) -> bool:
    return known_measure(name) is not None and is_measure(name)


def _of_measures(table: pd.DataFrame) -> bool:
    """Say whether most columns of numbers are called as measures, not as data sets."""
    numbers = [name for name in map(str, table) if not is_text(table[name])]
    return 2 * sum(map(_is_known, numbers)) > len(numbers)


def _check_models(place: str, table: pd.DataFrame, measures: Sequence[str]) -> None:
    """Refuse a table with columns of measures, but none that names the models."""
    columns = [
        name
        for name in map(str, table)
        if name in measures or (is_measure(name) and guessed_direction(name) is not None)
    ]
    if columns:
        texts = [name for name in map(str, table) if is_text(table[name])]
        advice = f"say --columns model={texts[0]}" if texts else "add a column model"
        raise PrgbenchError(
            f"{place} has the measures {shown(columns)}, but no column of the models: "
            f"{plain(advice)}, or write the files of several models as one table with that column."
        )


def _splits_as_rows(table: pd.DataFrame, mapping: Mapping[str, str]) -> pd.DataFrame:
    """Return scikit-learn's ``cv_results_`` with a row for each split and metric."""
    names = list(table.columns)
    splits = [name for name in names if SPLIT.fullmatch(name)]
    if not splits:
        return table
    keys = [column for role in ROLES if (column := found_column(role, names, mapping))]
    table = table.astype(dict.fromkeys(keys, str)).melt(keys, splits, "metric")
    return table.drop(columns="metric").join(table["metric"].str.extract(SPLIT))


def _metrics_as_columns(
    place: str, table: pd.DataFrame, mapping: Mapping[str, str], measures: Sequence[str]
) -> pd.DataFrame:
    """Return a table with a row for each metric as one with a column for each."""
    names = {name.strip().lower(): name for name in reversed(list(table.columns))}
    metric = next((names[name] for name in METRICS if name in names), None)
    if metric is None or not is_text(table[metric]) or set(names.values()) & set(measures):
        return table
    keys = [c for role in ROLES if (c := found_column(role, list(table.columns), mapping))]
    rest = table.drop(columns=[*keys, metric])
    if found_column("model", list(table.columns), mapping) is None:
        # A column for each model: a text beside the metrics names the data sets.
        named = dict.fromkeys(_text_columns(place, rest), "dataset")
        table = table.rename(columns=named)
        keys = [*keys, *named.values()]
        table = table.melt([*keys, metric], var_name="model")
        keys, value = [*keys, "model"], "value"
    else:
        value = next((names[name] for name in VALUES if name in names), "")
        if not value or any(_is_known(name) for name in map(str, rest)):
            return table
    if table.duplicated([*keys, metric]).any():
        raise PrgbenchError(
            f"{place} has several values of a {plain(metric)} for one {' and '.join(keys)}: keep "
            "one, or add a column fold, repeat or seed that tells them apart."
        )
    tall = table.assign(**{value: _numbers(place, value, table[value])})
    return tall.pivot(index=keys, columns=metric, values=value).reset_index()


def _text_columns(place: str, table: pd.DataFrame) -> list[str]:
    """Return the column of texts of a wide table, if any, which names the data sets.

    Of several it is the one that has another text in each row.
    """
    texts = [name for name in map(str, table) if is_text(table[name])]
    distinct = [name for name in texts if table[name].is_unique]
    if len(texts) > 1 and len(distinct) != 1:
        raise PrgbenchError(
            f"{place} has the columns of texts {shown(texts)}: say which names the data sets, as "
            f"`columns={{'dataset': {plain(texts[0])!r}}}`, and leave out the others."
        )
    return distinct if len(texts) > 1 else texts


def _melted(
    place: str, table: pd.DataFrame, keys: pd.DataFrame, measures: Sequence[str], role: str
) -> LongTable:
    """Return a table with a column for each model, or for each data set, in long form."""
    if len(measures) != 1:
        raise PrgbenchError(
            f"{place} has a column for each model: name its one measure, as "
            '`measures=["accuracy"]`.'
        )
    names = [n for n in map(str, table) if n not in NO_MEASURES and not _is_name(table[n])]
    numbers = pd.DataFrame({name: _numbers(place, name, table[name]) for name in names})
    numbers = numbers.drop(columns=[*_counts(numbers, measures[0]), *_aggregates(numbers)])
    if role == "dataset":
        numbers = numbers[[name for name in map(str, numbers) if not _is_known(name)]]
    elif len(numbers.columns) > 1 and all(name.isdecimal() for name in map(str, numbers)):
        raise PrgbenchError(
            f"{place} has the columns {shown([*map(str, numbers)])}: if these are folds, seeds or "
            f"resamples of a model, write a long table with the columns dataset, model, resample "
            f"and {plain(measures[0])}; if they are models, name them."
        )
    if numbers.columns.empty:
        raise PrgbenchError(
            f"{place} has no column of a {role}: it has {shown([*map(str, table)])}."
        )
    parts = [
        keys.assign(**{role: plain(name)}, **{measures[0]: numbers[name]})
        for name in map(str, numbers)
    ]
    unused = [name for name in map(str, table) if name not in numbers]
    families = [] if role == "dataset" else _families_in(table[unused], keys["dataset"])
    return LongTable(pd.concat(parts, ignore_index=True), unused, families)


def _is_name(column: pd.Series) -> bool:
    """Say whether a column has texts, and not numbers in bold or with their spreads."""
    return is_text(column) and not column.dropna().map(str).str.fullmatch(DECORATED).all()


def _counts(numbers: pd.DataFrame, measure: str) -> list[str]:
    """Return the columns of whole numbers that are no scores, beside scores that are none.

    They lie outside the range of all scores if their names say that they count, or else are
    greater than ten times the greatest score: one of them if the measure has a range.
    """
    whole = [name for name in map(str, numbers) if _is_whole(numbers[name])]
    scores = numbers.drop(columns=whole)
    if scores.columns.empty:
        return []
    least, greatest = scores.min().min(), scores.max().max()
    known = known_measure(measure)
    bounded = known is not None and np.isfinite(known.upper)
    sizes = numbers[whole].max() if bounded else numbers[whole].min()
    return [
        name
        for name in whole
        if (_is_count(name) and not numbers[name].between(least, greatest).all())
        or sizes[name] > 10 * max(abs(least), abs(greatest), 1)
    ]


def _is_count(name: str) -> bool:
    return COUNTS.match(" ".join(words_of(name))) is not None


def _aggregates(numbers: pd.DataFrame) -> list[str]:
    """Return the columns that are called as an aggregate and hold that of the others."""
    named = [name for name in map(str, numbers) if is_aggregate(name)]
    # A baseline may be called "mean", so that the name alone does not tell.
    return [
        name
        for name in named
        if any(
            (numbers[name] - others.agg(_statistic(name), axis="columns")).abs().max()
            <= _rounding(numbers[name])
            for others in (numbers.drop(columns=named), numbers.drop(columns=name))
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


def is_aggregate(name: str, role: str = "dataset") -> bool:
    """Say whether a name is that of an average, a rank or all folds, no data set or fold.

    Examples
    --------
    >>> is_aggregate("Avg. rank"), is_aggregate("OOF"), is_aggregate("OOF", "fold")
    (True, False, True)
    """
    words = re.sub(r"[\W_]+", " ", name.lower()).strip()
    return bool(AGGREGATE.fullmatch(words)) or (role != "dataset" and words in WHOLE)


def _measures(
    place: str,
    table: pd.DataFrame,
    chosen: Sequence[str] | None,
    said: Mapping[str, bool],
) -> list[str]:
    """Return the columns of measures: those named, or all numbers that may be measures."""
    names = list(table.columns)
    for name in [*(chosen or ()), *said]:
        if name not in names:
            raise PrgbenchError(
                f"{place} has no column {plain(name)} of a measure; it has {shown(names)}: "
                "correct the name."
            )
    other = {alias for aliases in ROLES.values() for alias in aliases} | NO_MEASURES
    measured = [
        name
        for name in names
        if name in said
        or (
            name.lower() not in other
            and is_measure(name)
            and not (_is_count(name) and _is_whole(table[name]))
            and (known_measure(name) is not None or _is_numeric(table[name]))
        )
    ]
    if any(name in said or known_measure(name) for name in measured):
        # Beside measures, a column without any word of one is a setting or a count.
        measured = [
            name
            for name in measured
            if name in said
            or known_measure(name)
            or (guessed_direction(name) is not None and not is_aggregate(name))
        ]
    measures = measured if chosen is None else list(chosen)
    if not measures:
        raise PrgbenchError(
            f"{place} has no column of a measure; it has {shown(names)}: add one, or name one of "
            "these with `measures`."
        )
    if len(measures) > MOST_MEASURES:
        raise PrgbenchError(
            f"{place} has {len(measures):,} columns of measures ({shown(measures)}), more than "
            f"{MOST_MEASURES}: name those to compare with `measures`."
        )
    directions_of(measures, said)
    return measures


def _numbers(place: str, name: str, column: pd.Series) -> pd.Series:
    if pd.api.types.is_numeric_dtype(column):
        return column.astype(float)
    texts = column.map(lambda value: "" if value is None else str(value).strip())
    numbers = pd.to_numeric(texts, errors="coerce")
    wrong = numbers.isna() & ~texts.str.lower().isin(["", "nan", "na", "none", "null"])
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise PrgbenchError(
            f"{place} has {plain(texts.iloc[row])!r} in row {row + 1} of the column "
            f"{plain(name)}: write one number."
        )
    return numbers.astype(float)


def is_text(column: pd.Series) -> bool:
    """Say whether a column has texts, none of which is a number."""
    if pd.api.types.is_numeric_dtype(column):
        return False
    texts = column.dropna().map(str).str.strip()
    return bool((texts != "").any() and pd.to_numeric(texts, errors="coerce").isna().all())


def _is_whole(column: pd.Series) -> bool:
    return bool((pd.to_numeric(column, errors="coerce").dropna() % 1 == 0).all())


def _is_numeric(column: pd.Series) -> bool:
    numbers = pd.to_numeric(column[column.notna() & (column != "")], errors="coerce")
    return (
        not pd.api.types.is_bool_dtype(column) and bool(numbers.notna().all()) and len(numbers) > 0
    )


def check_roles(mapping: Mapping[str, str]) -> None:
    """Refuse a role that no column of a table of scores has."""
    for role in mapping:
        if role not in ROLES:
            raise PrgbenchError(
                f"`columns`: {plain(role)!r} is not allowed. Allowed of a table of scores are: "
                f"{', '.join(ROLES)}."
            )


def _check_header(place: str, table: pd.DataFrame) -> None:
    if table.empty:
        raise PrgbenchError(f"{place} has no rows: write a table, or leave it out.")
    twice = first_repeated(table.columns)
    if twice is not None:
        raise PrgbenchError(f"{place} has the column {plain(twice)} twice: keep one of them.")


def _column(place: str, role: str, names: Sequence[str], mapping: Mapping[str, str]) -> str | None:
    mapped = mapping.get(role)
    if mapped is not None and mapped not in names:
        raise PrgbenchError(
            f"{place} lacks the column {plain(mapped)}, which `columns` takes as {role}; it has "
            f"{shown(names)}: correct one of them."
        )
    return found_column(role, names, mapping)


def found_column(role: str, names: Sequence[str], mapping: Mapping[str, str]) -> str | None:
    """Return the column of a role, in any case; None if there is none."""
    if role in mapping:
        return mapping[role]
    taken = set(mapping.values())
    by_name = {name.strip().lower(): name for name in reversed(names) if name not in taken}
    return next((by_name[alias] for alias in ROLES[role] if alias in by_name), None)
