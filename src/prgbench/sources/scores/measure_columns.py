"""Which columns of a table of scores are measures, and errors where they may be models."""

from collections.abc import Mapping, Sequence

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.advice import as_measure, to_name
from prgbench.sources.scores.columns import (
    NO_MEASURES,
    ROLES,
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
    measure_in,
    told_direction,
    ways_to_state,
    words_of,
)
from prgbench.sources.scores.properties import is_property
from prgbench.sources.scores.shapes import likely_models
from prgbench.sources.table.prediction_columns import shown

MOST_MEASURES = 100
_LAST_OF_IDS = (["id"], ["count"])
"""The last words of columns such as ``TeamId`` and ``SubmissionCount``, which are no scores."""


def measure_columns(
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
                f"{label} has no measure column {plain(name)}; it has {shown(names)}: "
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
            and not _is_rank_by(names, name)
            and (is_numeric(table[name]) or _has_scores(name, table[name]))
        )
    ]
    # Beside measures, a column without any word of one is a setting or a count, as is
    # "Params (M) ↓", although its arrow tells what is better.
    named = [n for n in measured if n in stated or known_measure(n) or _may_be_measure(n)]
    if named:
        measured = named
    if chosen is None and not stated:
        _check_numbers(label, table, measured)
    measures = measured if chosen is None else list(chosen)
    if not measures:
        raise PrgbenchError(
            f"{label} has no measure column; it has {shown(names)}: add one, or name one of "
            "these with `measures`."
        )
    if len(measures) > MOST_MEASURES:
        raise PrgbenchError(
            f"{label} has {len(measures):,} measure columns ({shown(measures)}), more than "
            f"{MOST_MEASURES}: name those to compare with `measures`."
        )
    directions_of(measures, stated, chosen=chosen is not None)
    return measures


def _check_numbers(label: str, table: pd.DataFrame, measured: Sequence[str]) -> None:
    """Refuse numbers with signs beside fewer unknown measures: these are what is left of a table.

    Where all scores are in percent, "86.38 %", the cost in dollars or CO2 is none.

    Raises
    ------
    PrgbenchError
        Of the first cell that is no number.
    """
    texts = [name for name in map(str, table) if is_text(table[name]) and not is_name(table[name])]
    if len(texts) > len(measured) and not any(map(is_known, measured)):
        numbers_of(label, texts[0], table[texts[0]])


def _has_scores(name: str, column: pd.Series) -> bool:
    """Say whether a column is called as a measure: not "Precision" with "bfloat16"."""
    return known_measure(name) is not None and not is_name(column)


def _is_rank_by(names: Sequence[str], name: str) -> bool:
    """Say whether a column is the rank by another one, as ``auc_rank`` beside ``auc``."""
    words = words_of(name)
    scored = [word for word in words if word not in ("rank", "ranks")]
    return scored != words and any(words_of(other) == scored for other in names)


def are_called_as_measures(table: pd.DataFrame) -> bool:
    """Say whether most columns of numbers are called as measures, not as data sets."""
    numbers = [name for name in map(str, table) if not is_text(table[name])]
    return 2 * sum(map(is_known, numbers)) > len(numbers)


def check_models(
    label: str, table: pd.DataFrame, columns: Mapping[str, str], measures: Sequence[str]
) -> None:
    """Refuse a table with columns of measures, but none that names the models."""
    measured = [
        name
        for name in map(str, table)
        if name not in columns.values()
        and (
            name in measures
            or (is_measure(name) and has_word_of_measure(name) and not is_count(name))
        )
    ]
    if measured:
        candidates = likely_models(table, [*columns.values()])
        advice = to_name("model", candidates)
        if not candidates and not _of_several_measures(table, [*columns.values()]):
            # A model may be called as a measure, such as PPV, the pooling of ROCKET.
            measure = as_measure(_measure_of_all(table, [*columns.values()]) or "accuracy")
            advice += f", or if each column is a model, name the measure: {measure}"
        raise PrgbenchError(
            f"{label} has the measures {shown(measured)}, but no column of models: {advice}, or "
            "write the files of several models as one table with that column."
        )


def check_no_measures(
    label: str, table: pd.DataFrame, columns: Mapping[str, str], measure: str
) -> None:
    """Refuse columns that would be models by a measure, but are called as several measures.

    Of ``rf_acc``, ``rf_f1``, ``svm_acc`` and ``svm_f1``, none is another model by the accuracy.

    Raises
    ------
    PrgbenchError
        If at least two measures are in the names of half of the columns of numbers.
    """
    if of_measures := _of_several_measures(table, [*columns.values()]):
        raise PrgbenchError(
            f"{label} has columns named after several measures ({shown(of_measures)}), so "
            f"they can't all be models with {plain(measure)}: write a table with the columns "
            "dataset, model and one for each measure, or keep the columns of one measure."
        )


def _of_several_measures(table: pd.DataFrame, keys: Sequence[str]) -> list[str]:
    """Return the columns of numbers with measures in their names, if these are most and differ.

    Half are enough: ``sen`` and ``spe`` beside ``auc`` and ``mcc`` are measures of few programs.
    """
    numbers = [
        name
        for name in map(str, table)
        if name not in keys and is_measure(name) and is_numeric(table[name])
    ]
    told = {name: tuple(words_of(found)) for name in numbers if (found := measure_in(name))}
    # "model_b_acc" may be called as the balanced accuracy, and is the accuracy like "model_a_acc".
    last = {
        min((words[-len(end) :] for end in told.values() if words[-len(end) :] == end), key=len)
        for words in told.values()
    }
    return list(told) if len(last) > 1 and 2 * len(told) >= len(numbers) else []


def _measure_of_all(table: pd.DataFrame, keys: Sequence[str]) -> str:
    """Return the measure that all columns of numbers have beside a model, or nothing.

    Of ``LGBM AUC`` and ``RF AUC`` it is the AUC, but ``PPV`` and ``NPV`` are whole measures.
    """
    numbers = [name for name in map(str, table) if name not in keys and is_numeric(table[name])]
    found = [measure_in(name) for name in numbers]
    told = {tuple(words_of(measure)) for measure in found}
    is_beside_models = len(told) == 1 and not any(map(is_known, numbers))
    return found[0] if is_beside_models else ""


def check_no_datasets(label: str, table: pd.DataFrame) -> None:
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
    told = [name for name in numbers if told_direction(name) is not None]
    # Data sets have arrows of one direction, that of their measure.
    if {told_direction(name) for name in told} == {True, False}:
        return
    perhaps = [name for name in numbers if _may_be_measure(name) and name not in told]
    others = [
        name
        for name in numbers
        if not (
            name in perhaps
            or may_be_aggregate(name)
            or is_property(name)
            or is_count(name)
            or words_of(name)[-1:] in _LAST_OF_IDS
        )
    ]
    if any(map(is_known, numbers)) or len(perhaps) >= len(others):
        return
    instead = (
        f"to compare by {shown(perhaps)} instead, {ways_to_state(perhaps)}"
        if perhaps
        else f"if they are measures, name these, such as {as_measure(others[0])}, and "
        f"{ways_to_state(others[:1])}"
    )
    raise PrgbenchError(
        f"{label} has columns of numbers not named like measures ({shown(others)}): if "
        "they are data sets, name their measure, such as --measures accuracy "
        f"(`measures=['accuracy']`); {instead}."
    )


def _may_be_measure(name: str) -> bool:
    is_cost = told_direction(name) is not None and is_property(name)
    return has_word_of_measure(name) and not is_aggregate(name) and not is_cost
