"""A table of scores in long form: a row for each model, data set and replicate.

Wide: a row for each data set and replicate, a column for each model, of one measure.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import first_repeated, plain, some_of
from prgbench.sources.advice import as_measure
from prgbench.sources.scores.averages import aggregates, averages_by_name
from prgbench.sources.scores.columns import (
    FAMILY,
    FOLD,
    N_TEST,
    N_TRAIN,
    NO_MEASURES,
    REPLICATES,
    RESAMPLE,
    ROLES,
    check_iterations,
    check_one_header,
    column_of,
    is_known,
    is_name,
    is_text,
    numbers_of,
)
from prgbench.sources.scores.conventions import other_samples
from prgbench.sources.scores.frames import Frame
from prgbench.sources.scores.measure_columns import (
    are_called_as_measures,
    check_models,
    check_no_datasets,
    check_no_measures,
    measure_columns,
)
from prgbench.sources.scores.properties import (
    flags,
    may_describe_data,
    properties,
)
from prgbench.sources.scores.resamples_of_r import ids_as_replicates
from prgbench.sources.scores.shapes import (
    counts,
    metrics_as_columns,
    of_several_metrics,
    splits_as_rows,
    text_columns,
)
from prgbench.sources.scores.told_apart import (
    check_no_steps,
    named_with_options,
    on_options,
    test_rows,
)
from prgbench.sources.scores.two_levels import datasets_of_columns
from prgbench.sources.table.names import name_text
from prgbench.sources.table.prediction_columns import shown


class LongTable(NamedTuple):
    """A table in long form, the columns that are not used, and which may be families.

    ``notes`` are sentences on rows that are not used, or how they are told apart; ``doubtful`` are
    columns that are used although they may describe data, ``mixed`` measures whose values are of
    several metrics.
    """

    scores: pd.DataFrame
    unused: list[str]
    families: list[str]
    notes: Sequence[str] = ()
    doubtful: Sequence[str] = ()
    mixed: Sequence[str] = ()


def long_form(
    frame: Frame,
    mapping: Mapping[str, str],
    chosen: Sequence[str] | None,
    stated: Mapping[str, bool],
) -> LongTable:
    """Return a table in long form: dataset, model, the replicates, and a column per measure.

    Parameters
    ----------
    frame : Frame
        The table as it was read.
    mapping : mapping of str to str
        Columns by role, where they have other names.
    chosen : sequence of str or None
        The measures that somebody has named.
    stated : mapping of str to bool
        Measures of which it was said whether higher is better.

    Returns
    -------
    LongTable

    Raises
    ------
    PrgbenchError
        If a row lacks a name, a cell is no number, or columns may be models as well as measures.
    """
    label = frame.label
    table = frame.table.set_axis([str(name) for name in frame.table.columns], axis="columns")
    _check_header(label, table)
    measures = list(chosen or stated)
    check_no_steps(label, table, mapping)
    table, of_test = test_rows(label, table, mapping)
    table, of_training = ids_as_replicates(splits_as_rows(table, mapping), mapping)
    lesser = [name for name in other_samples(list(table.columns)) if name not in measures]
    table = table.drop(columns=lesser)
    table, of_metrics = metrics_as_columns(label, table, mapping, measures)
    table, of_averages = datasets_of_columns(label, table, mapping, measures)
    columns = _columns_by_role(label, list(table.columns), mapping)
    unassigned = table[[name for name in table.columns if name not in columns.values()]]
    # A measure that no column has is that of all columns, which are models or data sets.
    one_new = len(measures) == 1 and measures[0] not in table.columns
    columns_are_models = "model" not in columns
    columns_are_datasets = (
        not columns_are_models
        and "dataset" not in columns
        and one_new
        and not are_called_as_measures(unassigned)
    )
    if columns_are_models and not one_new:
        check_models(label, table, columns, measures)
    if columns_are_models and one_new:
        check_no_measures(label, table, columns, measures[0])
    if columns_are_models and "dataset" not in columns:
        names_of_rows = text_columns(label, unassigned)
        if names_of_rows:
            columns["dataset"] = names_of_rows[0]
            unassigned = unassigned.drop(columns=names_of_rows)
    keys = _keys(table, columns)
    if columns_are_models or columns_are_datasets:
        role = "dataset" if columns_are_datasets else "model"
        read = _of_wide(frame, unassigned, keys, columns, measures, role)
    else:
        read = _of_long(frame, unassigned, keys, columns, chosen, stated)
    of_samples = f"Not used, as they are of other samples: {shown(lesser)}." if lesser else ""
    notes = [note for note in (of_test, of_samples, of_training, *read.notes) if note]
    # Of measures that somebody has named, the other columns are left out on purpose.
    dropped = [*of_averages, *(() if chosen else of_metrics)]
    return read._replace(unused=[*read.unused, *dropped], notes=notes)


def _of_wide(
    frame: Frame,
    table: pd.DataFrame,
    keys: pd.DataFrame,
    columns: Mapping[str, str],
    measures: Sequence[str],
    role: str,
) -> LongTable:
    """Return a table with a column for each name of a ``role``: "model" or "dataset"."""
    _check_filled(frame.label, keys, columns)
    if role == "dataset":
        keys["dataset"] = ""
    elif "dataset" not in columns:
        # Rows without replicates are data sets, those of replicates are of one.
        alone = columns.keys().isdisjoint(REPLICATES)
        rows = [f"row {n + 1}" for n in range(len(keys))]
        keys["dataset"] = rows if alone else frame.dataset
    if "dataset" in columns and frame.model:
        keys["model"] = frame.model
    names_only = table[[name for name in table.columns if is_name(table[name])]]
    keys, options = named_with_options(frame.label, names_only, keys, columns)
    table = table.drop(columns=options)
    melted = _melted(frame.label, table, keys, measures, role)
    return melted._replace(notes=[on_options(options), *melted.notes])


def _of_long(
    frame: Frame,
    table: pd.DataFrame,
    keys: pd.DataFrame,
    columns: Mapping[str, str],
    chosen: Sequence[str] | None,
    stated: Mapping[str, bool],
) -> LongTable:
    """Return a table with a row for each model, and a column for each measure."""
    label = frame.label
    named = list(chosen or stated)
    kept, failed = _finished(table, keys, columns, named)
    table = table.loc[kept].reset_index(drop=True)
    keys = keys.loc[kept].reset_index(drop=True)
    _check_filled(label, keys, columns)
    if "dataset" not in columns:
        keys["dataset"] = frame.dataset
        if not named:
            check_no_datasets(label, table)
    measures = measure_columns(label, table, chosen, stated)
    scores = keys.assign(**{name: numbers_of(label, name, table[name]) for name in measures})
    # Of measures that somebody has named, the others are left out on purpose.
    unused = [] if chosen else [name for name in table.columns if name not in measures]
    others = table.drop(columns=measures)
    named_keys, options = named_with_options(label, others, keys, columns)
    scores = scores.assign(model=named_keys["model"])
    unused = [name for name in unused if name not in options]
    families = _families_in(table[unused], keys["dataset"])
    mixed, of_metrics = of_several_metrics(others, columns, measures)
    notes = [failed, on_options(options), of_metrics]
    return LongTable(scores, unused, families, notes, mixed=mixed)


def _columns_by_role(
    label: str, names: Sequence[str], mapping: Mapping[str, str]
) -> dict[str, str]:
    """Return the columns that have a role."""
    roles = {role: column_of(label, role, names, mapping) for role in ROLES}
    if FOLD not in mapping:
        check_iterations(label, names, roles)
    if roles[RESAMPLE] is None:
        # The sizes serve the variance of resamples; of others, they are columns like any.
        roles |= {N_TRAIN: None, N_TEST: None}
    return {role: column for role, column in roles.items() if column is not None}


def _keys(table: pd.DataFrame, columns: Mapping[str, str]) -> pd.DataFrame:
    """Return the names in the columns of roles, as texts; None in roles without a column."""
    return pd.DataFrame(
        {
            role: _names_in(table[columns[role]])
            if role in columns
            else pd.Series(None, table.index, dtype=object)
            for role in ROLES
        }
    )


def _names_in(column: pd.Series) -> pd.Series:
    """Return the cells as names; None where there is none."""
    if not isinstance(column.dtype, pd.StringDtype):
        return column.map(name_text)
    # Of a long column of texts, only the different ones are looked at.
    codes, texts = pd.factorize(column, use_na_sentinel=True)
    names = np.array([*map(name_text, texts), None], dtype=object)
    return pd.Series(names[codes], column.index, dtype=column.dtype)


def _check_filled(label: str, keys: pd.DataFrame, columns: Mapping[str, str]) -> None:
    """Refuse rows without a name in a column that has one for each row."""
    for role, column in columns.items():
        empty = np.flatnonzero(keys[role].isna()).tolist()
        if empty and role not in (FAMILY, N_TRAIN, N_TEST):
            raise PrgbenchError(
                f"{label} has no {role} in row {empty[0] + 1} (column {plain(column)}): fill it "
                "in."
            )


def _finished(
    table: pd.DataFrame,
    keys: pd.DataFrame,
    columns: Mapping[str, str],
    measures: Sequence[str],
) -> tuple[pd.Series, str]:
    """Return which rows have a score or all that names them, and a sentence on the others.

    A run that failed has neither scores nor parameters.
    """
    numbers = [name for name in map(str, table) if is_known(name) or name in measures]
    needed = [role for role in columns if role not in (FAMILY, N_TRAIN, N_TEST)]
    without = table[numbers].apply(pd.to_numeric, errors="coerce").isna().all(axis="columns")
    failed = keys[needed].isna().any(axis="columns") & without & bool(numbers)
    if failed.all() or not failed.any():
        return pd.Series(True, table.index), ""
    models = [plain(name) for name in keys["model"][failed].dropna().unique()]
    of_models = f": {some_of(models)}" if models else ""
    rows = "row" if failed.sum() == 1 else "rows"
    return ~failed, f"Left out for lack of scores: {failed.sum():,} {rows}{of_models}."


def _families_in(table: pd.DataFrame, datasets: pd.Series) -> list[str]:
    """Return the columns of fewer texts than data sets, of which each data set has one."""
    return [
        name
        for name in map(str, table)
        if is_text(table[name])
        and 1 < table[name].nunique() < datasets.nunique()
        and (table[name].groupby(datasets).nunique() == 1).all()
    ]


def _melted(
    label: str, table: pd.DataFrame, keys: pd.DataFrame, measures: Sequence[str], role: str
) -> LongTable:
    """Return a table with a column for each model, or for each data set, in long form."""
    if len(measures) != 1:
        raise PrgbenchError(
            f"{label} has a column for each model: name its measure, such as "
            f"{as_measure('accuracy')}."
        )
    names = [n for n in map(str, table) if n not in NO_MEASURES and not is_name(table[n])]
    numbers = pd.DataFrame({name: numbers_of(label, name, table[name]) for name in names})
    # An average may be that of all columns, the counts among them, or of the models alone.
    numbers = numbers.drop(columns=aggregates(numbers))
    numbers = numbers.drop(columns=[*counts(numbers, measures[0])])
    numbers = numbers.drop(columns=properties(numbers, measures[0]))
    numbers = numbers.drop(columns=aggregates(numbers))
    numbers = numbers.drop(columns=flags(label, numbers, measures[0]))
    of_all = averages_by_name([*map(str, numbers)])
    of_measures = [
        n for n in map(str, numbers) if role == "dataset" and is_known(n) and n not in of_all
    ]
    if (
        role == "model"
        and len(numbers.columns) > 1
        and all(name.isdecimal() for name in map(str, numbers))
    ):
        role = RESAMPLE
        if keys["model"].isna().any():
            raise PrgbenchError(
                f"{label} has the columns {shown([*map(str, numbers)])}: if these are folds, "
                "seeds or resamples of a model, write a file for each model, or a long table with "
                f"the columns dataset, model, resample and {plain(measures[0])}; if they are "
                "models, give them names."
            )
    if numbers.columns.empty:
        raise PrgbenchError(
            f"{label} has no column of a {role}: it has {shown([*map(str, table)])}."
        )
    parts = [
        keys.assign(**{role: plain(name)}, **{measures[0]: numbers[name]})
        for name in map(str, numbers)
    ]
    unused = [name for name in map(str, table) if name not in numbers]
    families = [] if role == "dataset" else _families_in(table[unused], keys["dataset"])
    doubtful = [name for name in map(str, numbers) if may_describe_data(name)]
    note = (
        f"Taken as data sets with {plain(measures[0])}, although named like measures: "
        f"{shown(of_measures)}."
    )
    notes = [note] if of_measures else []
    return LongTable(pd.concat(parts, ignore_index=True), unused, families, notes, doubtful)


def _check_header(label: str, table: pd.DataFrame) -> None:
    if table.empty:
        raise PrgbenchError(f"{label} has no rows: write a table, or leave it out.")
    check_one_header(label, table)
    twice = first_repeated(table.columns)
    if twice is not None and not twice.strip():
        raise PrgbenchError(f"{label} has two unnamed columns: name one of them or leave it out.")
    if twice is not None:
        raise PrgbenchError(f"{label} has the column {plain(twice)} twice: keep one of them.")
