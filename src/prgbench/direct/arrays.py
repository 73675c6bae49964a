"""Arrays of predictions as tables, and tables as a study with its source."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import ArrayLike, NDArray

from prgbench.direct.data_frames import as_arrow, given_table
from prgbench.metrics.engine.inputs import as_array, as_numbers, refuse_missing
from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import first_repeated, plain
from prgbench.run.settings import check_settings
from prgbench.sources.table.aligned import mirrored
from prgbench.sources.table.names import ONLY_DATASET, label_text
from prgbench.sources.table.source import TableSource
from prgbench.study_file import StudyFile, check_by_rank

IN_MEMORY = "a table in memory"


def study_of_table(
    predictions: Any, arguments: Mapping[str, Any], settings: Mapping[str, Any]
) -> tuple[StudyFile, TableSource]:
    """Return the study of a data frame or files, and its source.

    ``arguments`` are the keys of a study file for which a call has arguments, ``settings`` the
    others.
    """
    table, archive = _table(predictions)
    labels = _as_labels(arguments["positive_label"])
    keys = {**arguments, "archive": archive, "positive_label": labels}
    for name in keys:
        if name in settings:
            raise PrgbenchError(f"`settings` has the key {name}: give it as an argument.")
    study = check_settings({**keys, **settings}, "", StudyFile)
    check_by_rank(study, study.measures)
    source = TableSource(table, columns=study.columns)
    source.positive_label = study.source["positive_label"]
    return study, source


def _table(predictions: Any) -> tuple[Any, str | list[str]]:
    """Return what `TableSource` takes, and what the settings call it."""
    table = given_table(predictions)
    return (table, table) if isinstance(table, str | list) else (as_arrow(table), IN_MEMORY)


def _as_labels(labels: Any) -> Any:
    """Return labels as a study file has them: those of NumPy are numbers there."""
    if isinstance(labels, Mapping):
        return {str(name): _as_labels(label) for name, label in labels.items()}
    return labels.item() if hasattr(labels, "item") else labels


Array = NDArray[Any]
Scores = Mapping[str, ArrayLike] | pd.DataFrame
"""The scores of each model: an array, or a matrix with a column for each class in sorted order."""


def table_of_scores(
    y_true: ArrayLike,
    scores: Scores,
    *,
    groups: ArrayLike | None = None,
    dataset: str = ONLY_DATASET,
) -> pa.Table:
    """Return the table of one data set from labels and the scores of each model."""
    labels = labels_of(y_true, "y_true")
    if not isinstance(scores, Mapping) and not hasattr(scores, "columns"):
        raise TypeError(
            'Scores must be a dict of arrays by model, such as {"forest": p1, "logistic": p2}, or '
            f"a data frame with a column for each model, not {type(scores).__name__}."
        )
    names = list(scores if isinstance(scores, Mapping) else _names_of_columns(scores))
    check_names(names)
    classes = classes_of(labels)
    read = {}
    for name in names:
        values = scores[name]
        check_index(str(name), values if isinstance(scores, Mapping) else scores, y_true)
        read[str(name)] = _scores(str(name), values, len(labels), classes)
    if not read:
        raise PrgbenchError("There are no scores: give those of at least one model.")
    shared = {"row_id": np.arange(len(labels)), "y_true": labels}
    if groups is not None:
        shared["group"] = groups_of(groups, len(labels))
    return long_table(dataset, shared, read, classes)


def _names_of_columns(frame: Any) -> Sequence[Any]:
    """Return the names of the columns of a data frame of pandas or polars, or of Arrow."""
    names: Sequence[Any] = getattr(frame, "column_names", None) or list(frame.columns)
    return names


def check_names(names: Iterable[Any]) -> None:
    """Refuse two models of one name, as 1 and "1" are: one would replace the other."""
    twice = first_repeated(map(str, names))
    if twice is not None:
        raise PrgbenchError(f"Two models are called {plain(twice)}: rename one of them.")


def labels_of(values: ArrayLike, argument: str) -> Array:
    """Return labels as an array, called ``argument`` in messages."""
    labels = _native(values, argument)
    if labels.dtype.kind == "O" and labels.ndim == 1:
        # Objects that are all of one type, such as numbers, are an array of it.
        inferred = np.array(labels.tolist())
        labels = inferred if inferred.ndim == 1 and inferred.dtype.kind in "iufb" else labels
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    if labels.ndim != 1 or not labels.size:
        raise TypeError(f"{argument} must be an array of labels, not of shape {labels.shape}.")
    if labels.dtype.kind == "c":
        raise TypeError(f"{argument} has complex numbers: give labels, such as 0 and 1.")
    try:
        refuse_missing(labels, argument)
    except ValueError as error:
        raise PrgbenchError(str(error)) from None
    return labels


def classes_of(labels: Array) -> Array:
    """Return the classes in sorted order."""
    try:
        return np.unique(labels)
    except TypeError:
        kinds = sorted({type(label).__name__ for label in labels})
        raise PrgbenchError(
            f"Labels are of several types ({', '.join(kinds)}): use one."
        ) from None


def groups_of(values: ArrayLike, n: int) -> Array:
    """Return the groups of the rows as an array."""
    groups = _native(values, "groups")
    if groups.shape != (n,):
        raise PrgbenchError(f"groups has shape {groups.shape}, there are {n:,} labels.")
    return groups


def _native(values: ArrayLike, name: str) -> Array:
    """Return an array in the byte order of the machine; a masked value is a `PrgbenchError`."""
    try:
        array = as_array(values, name)
    except ValueError as error:
        raise PrgbenchError(str(error)) from None
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def check_index(name: str, scores: Any, labels: Any, *, argument: str = "y_true") -> None:
    """Refuse scores, or features, in another order than the labels, by their index."""
    frames = (pd.Series, pd.DataFrame)
    if not (isinstance(scores, frames) and isinstance(labels, frames)):
        return
    ours = scores.index
    theirs = labels.index
    # The same rows in another order are a mistake that no number would show.
    reordered = not ours.equals(theirs) and ours.sort_values().equals(theirs.sort_values())
    if reordered:
        raise PrgbenchError(
            f"{name} has the index of {argument} in another order: give "
            f"{name}.loc[{argument}.index], or arrays if the rows are in the same order."
        )


def _scores(name: str, values: Any, n: int, classes: Array) -> Array:
    """Return the scores of a model: an array, or a matrix with a column for each class."""
    array = _native(values, name)
    # Decimals, and numbers of pandas that may be missing.
    array = _numbers(array, name) if array.dtype.kind == "O" else array
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.dtype.kind not in "biuf" or array.ndim not in (1, 2):
        raise TypeError(
            f"{name} must be an array of numbers, not {array.dtype} with {array.ndim} axes."
        )
    if len(array) != n:
        raise PrgbenchError(f"{name} has {len(array):,} scores, y_true has {n:,} labels.")
    if not np.isfinite(array).all():
        row = np.argwhere(~np.isfinite(array))[0, 0]
        raise PrgbenchError(f"{name}[{row}] is not finite: every label needs a score.")
    if array.ndim == 1 and len(classes) > 2:
        raise PrgbenchError(
            f"y_true has {len(classes)} classes: give a column of {name} for each, as "
            "predict_proba does."
        )
    if array.ndim == 2 and array.shape[1] != len(classes):
        raise PrgbenchError(
            f"{name} has {array.shape[1]} columns of scores, y_true has {len(classes)} classes."
        )
    if hasattr(values, "columns") and array.ndim == 2:
        of_columns = enumerate(_names_of_columns(values))
        places = {label_text(label): column for column, label in of_columns}
        texts = [label_text(label) for label in classes]
        if places.keys() == set(texts):
            array = array[:, [places[text] for text in texts]]
    return _numbers(array, name)


def _numbers(array: Array, name: str) -> Array:
    """Return numbers as doubles; a `PrgbenchError` where these can't tell two of them apart."""
    try:
        return as_numbers(array, name)
    except ValueError as error:
        raise PrgbenchError(str(error)) from None


def long_table(
    dataset: str, shared: Mapping[str, Array], scores: Mapping[str, Array], classes: Array
) -> pa.Table:
    """Return a row for each model and instance, with the scores of one class or of all.

    Scores of one class are arrays alone: beside a matrix they are those of the greater label, as
    `positive_label` may name another where there is none.
    """
    # As soon as one model tells the classes apart, all need a column for each.
    by_class = len(classes) > 2 or any(model_scores.ndim == 2 for model_scores in scores.values())
    texts = [f"y_score.{label_text(label)}" for label in classes]
    parts = []
    for name, given in scores.items():
        # Models of single precision, and decisions, are in one column with the others.
        model_scores = np.asarray(given, dtype=np.float64)
        columns = {"y_score": model_scores}
        if by_class:
            matrix = model_scores
            if matrix.ndim == 1:
                matrix = np.column_stack([mirrored(model_scores), model_scores])
            columns = {text: matrix[:, column] for column, text in enumerate(texts)}
        named = {
            "dataset": _repeated(dataset, len(model_scores)),
            "model": _repeated(name, len(model_scores)),
        }
        parts.append(pa.table({**named, **shared, **columns}))
    return pa.concat_tables(parts).unify_dictionaries()


def _repeated(text: str, n: int) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(np.zeros(n, dtype=np.int32), [text])
