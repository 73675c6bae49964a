"""Tables of which no name tells whether their numbers are scores of models or predictions."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import as_shell_word, first_repeated, plain, some_of
from prgbench.sources.advice import as_measure
from prgbench.sources.scores.columns import (
    NO_MEASURES,
    ROLES,
    check_one_header,
    found_column,
    is_name,
    is_numeric,
    is_whole,
    without_marks,
)
from prgbench.sources.scores.directions import (
    has_word_of_measure,
    is_measure,
    known_measure,
    ways_to_state,
)
from prgbench.sources.scores.frames import first_frame
from prgbench.sources.scores.headers import column_names
from prgbench.sources.scores.told_apart import check_no_steps
from prgbench.sources.table.names import snake_case
from prgbench.sources.table.prediction_columns import PREDICTED, TRUTHS
from prgbench.sources.table.prediction_columns import ROLES as OF_PREDICTIONS
from prgbench.sources.tasks import N_CLASSES

_PREDICTIONS = TRUTHS | OF_PREDICTIONS.keys() - ROLES.keys()
"""Columns with one of these names tell that the others are predictions."""

_SIZES_OF_UCR = frozenset(["train", "test", "class"])
"""Beside the numbers of training and test instances, class is that of classes."""

OF_PREDICTED = frozenset(["predict", "predicted", "prediction", "pred", "scored"])
"""A column with one of these words has no true classes."""

FEWEST_OF_CLASS = 5
"""A true class has at least so many instances; a setting of models has a row for each."""


class _Columns(NamedTuple):
    """The columns of a table: by role, with texts, with numbers, and perhaps with true classes."""

    roles: Mapping[str, str]
    texts: Sequence[str]
    numbers: Sequence[str]
    truths: Sequence[str]


def check_is_told(table: Any, columns: Mapping[str, str]) -> None:
    """Refuse a table of models and data sets if nothing tells what its numbers are.

    This is how most results are published: a row for each data set and a column for each model,
    or the reverse, with the measure in the caption alone.
    """
    called = {name.strip().lower().partition(".")[0] for name in column_names(table)}
    if called >= _SIZES_OF_UCR:
        called -= _SIZES_OF_UCR
    if not (columns.keys() <= ROLES.keys() and called.isdisjoint(_PREDICTIONS)):
        return
    label, frame = _first_rows(table)
    check_one_header(label, frame)
    if first_repeated(frame.columns) is not None:
        return
    check_no_steps(label, frame, columns)
    found = _columns_of(frame, columns)
    is_long = {"dataset", "model"} <= found.roles.keys()
    numbers = found.numbers
    several = len(numbers) > 1
    # Data sets may have numbers for names, such as those of OpenML.
    has_names = bool(found.texts) or "dataset" in found.roles
    told_by_names = has_names and (several or "model" in found.roles)
    if not numbers or not (told_by_names or found.truths):
        return
    hints = []
    if not is_long and several:
        by_one = f"name their one measure, such as {as_measure('accuracy')}"
        hints.append(f"if they are scores of models on data sets, {by_one}")
    if "model" in found.roles:
        name_these = "each column is a measure, name these, such as"
        what = name_these if several else "they are of a measure, name it:"
        hints.append(f"if {what} {as_measure(_likely_measure(frame, numbers))}")
    named = _as_predictions(frame, found) or "such as --columns y_true=label"
    hints.append(f"if they are predictions, name the column of true classes, {named}")
    raise PrgbenchError(
        f"{label} has numbers ({some_of(numbers)}), but nothing says what they are: "
        f"{'; '.join(hints)}."
    )


def check_not_predictions(table: Any, columns: Mapping[str, str]) -> None:
    """Refuse a table of scores, guessed by a name such as ``score``, that may have predictions.

    In these, a column has two classes, of which each model has many instances. Beside a known
    measure, such as the ``loss`` of each instance, it is also called as true classes are, and no
    column has the models.
    """
    names = column_names(table)
    if first_repeated(names) is not None:
        return
    label, frame = _first_rows(table)
    found = _columns_of(frame, columns)
    measures = [n for n in found.numbers if is_measure(n) and has_word_of_measure(n)]
    if any(map(known_measure, names)):
        called = [name for name in found.truths if name.strip().lower() in TRUTHS]
        found = found._replace(truths=[] if "model" in found.roles else called)
    elif not measures:
        return
    named = _as_predictions(frame, found)
    if not named:
        return
    truth = found.truths[0]
    classes = sorted(map(str, without_marks(frame[truth]).dropna().unique()))
    of_each = " of each model" if "model" in found.roles else ""
    advice = f"give {named}"
    if "model" not in found.roles:
        advice += ", with a file or a column for each model"
    otherwise = ""
    if measures:
        otherwise = f"; if {some_of(measures)} is a measure, {ways_to_state(measures)}"
    raise PrgbenchError(
        f"{label} may have predictions, since many rows{of_each} have one of two values of "
        f"{plain(truth)} ({some_of(classes)}): if these are the true classes, "
        f"{advice}{otherwise}."
    )


def _likely_measure(frame: pd.DataFrame, numbers: Sequence[str]) -> str:
    """Return the first column with fractions: whole numbers are those of patients or rows."""
    fractions = (name for name in numbers if not is_whole(frame[name]))
    return next(fractions, numbers[0])


def _first_rows(table: Any) -> tuple[str, pd.DataFrame]:
    label, frame, *_ = first_frame(table)
    return label, frame.set_axis([str(name) for name in frame.columns], axis="columns")


def _columns_of(frame: pd.DataFrame, mapping: Mapping[str, str]) -> _Columns:
    names = list(frame.columns)
    roles = {role: name for role in ROLES if (name := found_column(role, names, mapping))}
    free = [name for name in names if name not in roles.values()]
    texts = [name for name in names if is_name(frame[name])]
    numbers = [n for n in free if n not in texts and n.lower() not in NO_MEASURES]
    keys = [frame[column].astype(str) for column in roles.values()]
    # Scores would be held against what was predicted from them.
    may_be = [n for n in free if n.lower() not in NO_MEASURES and not _is_predicted(n)]
    truths = [name for name in may_be if _is_truth(frame[name], keys)]
    of_classes = [n for n in may_be if n in texts and _names_columns(frame[n], numbers)]
    return _Columns(roles, texts, numbers, truths or of_classes)


def _is_predicted(name: str) -> bool:
    """Say whether a column is called as one of predicted classes, as ``Scored Labels`` is."""
    words = snake_case(name)
    return words in PREDICTED or not OF_PREDICTED.isdisjoint(words.split("_"))


def _names_columns(column: pd.Series, numbers: Sequence[str]) -> bool:
    """Say whether each of several classes, such as ``setosa``, is in the name of a column."""
    classes = [str(label) for label in without_marks(column).dropna().unique()]
    return N_CLASSES < len(classes) <= len(numbers) and all(
        any(label in name for name in numbers) for label in classes
    )


def _is_truth(column: pd.Series, keys: Sequence[pd.Series]) -> bool:
    """Say whether a column has two values, each in many rows of every model and data set."""
    values = without_marks(column).dropna().astype(str)
    if values.nunique() != N_CLASSES:
        return False
    of_keys = [key.loc[values.index] for key in keys]
    sizes = values.groupby([*of_keys, values]).size()
    groups = sizes.groupby(level=[*range(len(of_keys))]).size() if of_keys else sizes
    both = bool((groups == N_CLASSES).all()) if of_keys else True
    return both and bool(sizes.min() >= FEWEST_OF_CLASS)


def _as_predictions(frame: pd.DataFrame, found: _Columns) -> str:
    """Return the option that says which columns have true classes and scores; "" without any."""
    if not found.truths:
        return ""
    truths = [as_shell_word(f"y_true={name}") for name in found.truths]
    # Whole numbers are those of patients or rows.
    scores = [
        name
        for name in found.numbers
        if name not in found.truths and is_numeric(frame[name]) and not is_whole(frame[name])
    ]
    score = ""
    if "model" in found.roles and len(scores) == 1:
        score = f" {as_shell_word(f'y_score={scores[0]}')}"
    return " or ".join(f"--columns {truth}{score}" for truth in truths)
