"""A table of scores in long form: a row for each model, data set and replicate.

Wide: a row for each data set and replicate, a column for each model, of one measure.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import first_repeated, plain, some_of
from prgbench.sources.advice import as_measure, to_name
from prgbench.sources.scores.averages import aggregates
from prgbench.sources.scores.columns import (
    FAMILY,
    FOLD,
    METRICS,
    N_TEST,
    N_TRAIN,
    NO_MEASURES,
    REPLICATES,
    RESAMPLE,
    ROLES,
    SPLIT,
    check_iterations,
    column_of,
    found_column,
    is_aggregate,
    is_count,
    is_known,
    is_name,
    is_numeric,
    is_text,
    is_whole,
    may_be_aggregate,
    numbers_of,
)
from prgbench.sources.scores.directions import (
    directions_of,
    has_word_of_measure,
    is_measure,
    known_measure,
    ways_to_state,
)
from prgbench.sources.scores.properties import (
    flags,
    is_property,
    may_describe_data,
    properties,
)
from prgbench.sources.scores.shapes import (
    counts,
    likely_models,
    metrics_as_columns,
    splits_as_rows,
    text_columns,
)
from prgbench.sources.scores.told_apart import check_no_steps, named_with_options, test_rows
from prgbench.sources.scores.two_levels import datasets_of_columns
from prgbench.sources.table.layout import TRUTHS, shown
from prgbench.sources.table.names import name_text

MOST_MEASURES = 100


class Frame(NamedTuple):
    """The name of a table for sentences, its cells, and the data set if no column states it.

    ``note`` says what of it was not read; ``model`` is that of one file among several, if its
    columns are resamples.
    """

    label: str
    table: pd.DataFrame
    dataset: str
    note: str = ""
    model: str = ""


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
    roles = ("y_true", "y_score")
    taken = {columns.get(role, role) for role in roles}
    called = {name.strip().lower() for name in names}
    unmapped = taken.intersection(roles)
    if not names or not (taken.isdisjoint(names) and unmapped.isdisjoint(called)):
        return False
    if any(name.startswith("y_score.") for name in called):
        return False
    wide = found_column("model", names, columns) is None and len(measures) == 1
    if wide or any(n in measures or known_measure(n) or SPLIT.fullmatch(n) for n in names):
        return True
    # Without a known measure, these are predictions if a column is called as labels are.
    guessed = any(map(has_word_of_measure, names))
    return TRUTHS.isdisjoint(called) and (
        guessed or len(measures) == 1 or not called.isdisjoint(METRICS)
    )


class LongTable(NamedTuple):
    """A table in long form, the columns that are not used, and which may be families.

    ``notes`` are sentences on rows that are not used, or how they are told apart; ``doubtful`` are
    columns that are used although they may describe data.
    """

    scores: pd.DataFrame
    unused: list[str]
    families: list[str]
    notes: Sequence[str] = ()
    doubtful: Sequence[str] = ()


def long_form(
    frame: Frame,
    mapping: Mapping[str, str],
    chosen: Sequence[str] | None,
    stated: Mapping[str, bool],
) -> LongTable:
    """Return a table in long form: dataset, model, the replicates, and a column per measure."""
    label, table, dataset, _, model = frame
    table = table.set_axis([str(name) for name in table.columns], axis="columns")
    _check_header(label, table)
    measures = list(chosen or stated)
    check_no_steps(label, table, mapping)
    table, of_test = test_rows(label, table, mapping)
    table = metrics_as_columns(label, splits_as_rows(table, mapping), mapping, measures)
    table, dropped = datasets_of_columns(table, mapping, measures)
    names = list(table.columns)
    roles = {role: column_of(label, role, names, mapping) for role in ROLES}
    if FOLD not in mapping:
        check_iterations(label, names, roles)
    if roles[RESAMPLE] is None:
        roles |= {N_TRAIN: None, N_TEST: None}
    columns = {role: column for role, column in roles.items() if column is not None}
    unassigned = table[[name for name in names if name not in columns.values()]]
    one_new = len(measures) == 1 and measures[0] not in names
    turned = (
        "model" in columns
        and "dataset" not in columns
        and one_new
        and not _of_measures(unassigned)
    )
    wide = "model" not in columns
    if wide and not one_new:
        _check_models(label, table, columns, measures)
    if wide and "dataset" not in columns and (named := text_columns(label, unassigned)):
        columns["dataset"] = named[0]
        unassigned = unassigned.drop(columns=named)
    keys = pd.DataFrame(
        {
            role: table[columns[role]].map(name_text)
            if role in columns
            else pd.Series(None, table.index, dtype=object)
            for role in ROLES
        }
    )
    failed = ""
    if not (wide or turned):
        kept, failed = _finished(unassigned, keys, columns, measures)
        unassigned = unassigned.loc[kept].reset_index(drop=True)
        keys = keys.loc[kept].reset_index(drop=True)
    for role, column in columns.items():
        empty = np.flatnonzero(keys[role].isna()).tolist()
        if empty and role not in (FAMILY, N_TRAIN, N_TEST):
            raise PrgbenchError(
                f"{label} has no {role} in row {empty[0] + 1} (column {plain(column)}): fill it."
            )
    if "dataset" not in columns:
        # Rows without replicates are data sets, those of replicates are of one.
        alone = wide and columns.keys().isdisjoint(REPLICATES)
        keys["dataset"] = [f"row {n + 1}" for n in range(len(keys))] if alone else dataset
    if turned:
        keys["dataset"] = ""
    if wide or turned:
        if "dataset" in columns and model:
            keys["model"] = model
        names_only = unassigned[[name for name in map(str, unassigned) if is_name(table[name])]]
        keys, apart = named_with_options(label, names_only, keys, columns)
        melted = _melted(label, unassigned, keys, measures, "dataset" if turned else "model")
        return melted._replace(notes=[n for n in (of_test, apart, *melted.notes) if n])
    if "dataset" not in columns and not measures:
        _check_no_datasets(label, unassigned)
    measures = _measures(label, unassigned, chosen, stated)
    scores = keys.assign(**{name: numbers_of(label, name, unassigned[name]) for name in measures})
    # Of measures that somebody has named, the others are left out on purpose.
    unused = [] if chosen else [name for name in map(str, unassigned) if name not in measures]
    others = unassigned.drop(columns=measures)
    named_keys, apart = named_with_options(label, others, keys, columns)
    scores = scores.assign(model=named_keys["model"])
    families = _families_in(unassigned[unused], keys["dataset"])
    notes = [note for note in (of_test, failed, apart) if note]
    return LongTable(scores, [*unused, *dropped], families, notes)


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
    return ~failed, f"Left out, without scores: {failed.sum():,} {rows}{of_models}."


def _families_in(table: pd.DataFrame, datasets: pd.Series) -> list[str]:
    """Return the columns of fewer texts than data sets, of which each data set has one."""
    return [
        name
        for name in map(str, table)
        if is_text(table[name])
        and 1 < table[name].nunique() < datasets.nunique()
        and (table[name].groupby(datasets).nunique() == 1).all()
    ]


def _of_measures(table: pd.DataFrame) -> bool:
    """Say whether most columns of numbers are called as measures, not as data sets."""
    numbers = [name for name in map(str, table) if not is_text(table[name])]
    return 2 * sum(map(is_known, numbers)) > len(numbers)


def _check_models(
    label: str, table: pd.DataFrame, columns: Mapping[str, str], measures: Sequence[str]
) -> None:
    """Refuse a table with columns of measures, but none that names the models."""
    measured = [
        name
        for name in map(str, table)
        if name not in columns.values()
        and (name in measures or (is_measure(name) and has_word_of_measure(name)))
    ]
    if measured:
        candidates = likely_models(table, [*columns.values()])
        advice = to_name("model", candidates)
        if not candidates:
            # A model may be called as a measure, such as PPV, the pooling of ROCKET.
            advice += f", or if each column is a model, name the measure: {as_measure('accuracy')}"
        raise PrgbenchError(
            f"{label} has the measures {shown(measured)}, but no column of models: {advice}, or "
            "write the files of several models as one table with that column."
        )


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
    of_measures = [n for n in map(str, numbers) if role == "dataset" and is_known(n)]
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
        f"Counted as data sets by {plain(measures[0])}, although called as measures: "
        f"{shown(of_measures)}."
    )
    notes = [note] if of_measures else []
    return LongTable(pd.concat(parts, ignore_index=True), unused, families, notes, doubtful)


def _check_no_datasets(label: str, table: pd.DataFrame) -> None:
    """Refuse columns that are data sets rather than measures, as few have a word of a measure.

    "KITTI Vehicle Distance" is one among data sets, and is no distance.

    Raises
    ------
    PrgbenchError
        If no column is called as a known measure and most have no word of any.
    """
    numbers = [
        name
        for name in map(str, table)
        if name.lower() not in NO_MEASURES and is_measure(name) and is_numeric(table[name])
    ]
    perhaps = [name for name in numbers if _may_be_measure(name)]
    others = [
        name
        for name in numbers
        if not (name in perhaps or may_be_aggregate(name) or is_property(name))
    ]
    if any(map(is_known, numbers)) or not 0 < len(perhaps) < len(others):
        return
    raise PrgbenchError(
        f"{label} has columns of numbers that are called as no measure ({shown(others)}): if "
        "they are data sets, name their measure, such as --measures accuracy "
        f"(`measures=['accuracy']`); to compare by {shown(perhaps)} instead, "
        f"{ways_to_state(perhaps)}."
    )


def _may_be_measure(name: str) -> bool:
    return has_word_of_measure(name) and not is_aggregate(name)


def _measures(
    label: str,
    table: pd.DataFrame,
    chosen: Sequence[str] | None,
    stated: Mapping[str, bool],
) -> list[str]:
    """Return the columns of measures: those named, or all numbers that may be measures."""
    names = list(table.columns)
    for name in [*(chosen or ()), *stated]:
        if name not in names:
            raise PrgbenchError(
                f"{label} has no column {plain(name)} of a measure; it has {shown(names)}: "
                "correct the name."
            )
    other = {alias for aliases in ROLES.values() for alias in aliases} | NO_MEASURES
    measured = [
        name
        for name in names
        if name in stated
        or (
            name.lower() not in other
            and is_measure(name)
            and not (is_count(name) and is_whole(table[name]))
            and (known_measure(name) is not None or is_numeric(table[name]))
        )
    ]
    # Beside measures, a column without any word of one is a setting or a count.
    named = [n for n in measured if n in stated or known_measure(n) or _may_be_measure(n)]
    if named:
        measured = named
    measures = measured if chosen is None else list(chosen)
    if not measures:
        raise PrgbenchError(
            f"{label} has no column of a measure; it has {shown(names)}: add one, or name one of "
            "these with `measures`."
        )
    if len(measures) > MOST_MEASURES:
        raise PrgbenchError(
            f"{label} has {len(measures):,} columns of measures ({shown(measures)}), more than "
            f"{MOST_MEASURES}: name those to compare with `measures`."
        )
    directions_of(measures, stated, chosen=chosen is not None)
    return measures


def _check_header(label: str, table: pd.DataFrame) -> None:
    if table.empty:
        raise PrgbenchError(f"{label} has no rows: write a table, or leave it out.")
    twice = first_repeated(table.columns)
    if twice is not None:
        raise PrgbenchError(
            f"{label} has the column {plain(twice)} twice: keep one of them, or give columns of "
            "two levels as a data frame (`pandas.read_csv(..., header=[0, 1])`)."
        )
