"""Tables of scores of R's caret and tidymodels: what names their resamples and models.

caret's ``resamples(...)$values`` has a column for each model and measure, called as both, such as
``rf~ROC``, and the name of the fold in ``Resample``. tidymodels writes the repeat, fold or
bootstrap sample into ``id`` and ``id2``.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from prgbench.sources.scores.columns import (
    FOLD,
    REPEAT,
    RESAMPLE,
    distinct,
    found_column,
    stripped,
)
from prgbench.sources.scores.directions import words_of
from prgbench.sources.table.prediction_columns import INDEX_COLUMNS

NAME = "resample"
"""How caret calls the column of the names of resamples, in small letters."""

BETWEEN = "~"
"""What caret writes between a model and a measure."""

AUROC = frozenset(["auc", "auroc", "roc", "rocauc", "aucroc"])
"""Other names of caret's ``ROC``, which is the area under the curve."""

IDS = ("id", "id2")
"""The columns of tidymodels that name resamples."""

APPARENT = "Apparent"
"""How tidymodels calls the training sample in ``id``."""

_FOLD_OF_REPEAT = re.compile(rf"(?P<{FOLD}>Fold\d+)\.(?P<{REPEAT}>Rep\d+)")
_ROLE_OF_TEXTS = (
    (re.compile(r"Fold\d+"), FOLD),
    (re.compile(r"Rep(eat)?\d+"), REPEAT),
    (re.compile(r"(Resample|Bootstrap)\d+"), RESAMPLE),
)


def are_resamples_of_caret(names: Iterable[str]) -> bool:
    """Say whether columns are those of caret's resamples, by their names.

    Examples
    --------
    >>> are_resamples_of_caret(["Resample", "rf~ROC", "glm~ROC"])
    True
    >>> are_resamples_of_caret(["Resample", "rf", "glm"])
    False
    """
    others = [name for name in names if name not in INDEX_COLUMNS]
    scores = [name for name in others if name.strip().lower() != NAME]
    return 0 < len(scores) < len(others) and all(map(_model_and_measure, scores))


def resamples_as_rows(table: pd.DataFrame, measures: Sequence[str]) -> pd.DataFrame:
    """Return caret's resamples with a row for each model, or another table as it is.

    One of the ``measures`` that somebody has named may have another name in the table, such as
    auc for ``ROC``.
    """
    names = [str(name) for name in table.columns]
    if not are_resamples_of_caret(names):
        return table
    table = table.set_axis(names, axis="columns")
    resample = next(name for name in names if name.strip().lower() == NAME)
    told = {name: pair for name in names if (pair := _model_and_measure(name))}
    called = _called({measure for _, measure in told.values()}, measures)
    keys = _replicates(table[resample])
    parts = []
    for model in dict.fromkeys(model for model, _ in told.values()):
        scores = {
            called.get(measure, measure): table[name]
            for name, (of_model, measure) in told.items()
            if of_model == model
        }
        parts.append(keys.assign(model=model, **scores))
    return pd.concat(parts, ignore_index=True)


def ids_as_replicates(table: pd.DataFrame, mapping: Mapping[str, str]) -> tuple[pd.DataFrame, str]:
    """Return a table of tidymodels whose columns ``id`` and ``id2`` are called as what they name.

    Scores of the training sample, beside those of bootstrap samples, are left out.

    Parameters
    ----------
    table : DataFrame
        Any table; one without a column that begins with a dot, or of workflows, is not changed.
    mapping : mapping of str to str
        Columns by role, which keep their names.

    Returns
    -------
    DataFrame
    str
        A sentence on the rows that are left out, "" if there are none.
    """
    names = [str(name) for name in table.columns]
    if not any(name.startswith(".") or name == "wflow_id" for name in names):
        return table, ""
    note = ""
    if IDS[0] in names and IDS[0] not in mapping.values():
        of_training = stripped(table[IDS[0]]) == APPARENT
        if of_training.any() and not of_training.all():
            table = table[~of_training].reset_index(drop=True)
            note = f"Left out, as they were computed on the training sample: the rows {APPARENT}."
    renamed: dict[str, str] = {}
    for name in IDS:
        if name not in names or name in mapping.values():
            continue
        role = _role(table[name])
        if role and role not in renamed.values() and not found_column(role, names, mapping):
            renamed[name] = role
    return table.rename(columns=renamed), note


def _model_and_measure(name: str) -> tuple[str, str] | None:
    model, _, measure = name.rpartition(BETWEEN)
    return (model, measure) if model and measure else None


def _called(names: Iterable[str], measures: Sequence[str]) -> dict[str, str]:
    """Return what somebody calls the measures of a table, where these have other names."""
    called = {}
    for measure in measures:
        wanted = "".join(words_of(measure))
        same = [name for name in names if "".join(words_of(name)) == wanted]
        if not same and wanted in AUROC:
            same = [name for name in names if "".join(words_of(name)) in AUROC]
        if len(same) == 1:
            called[same[0]] = measure
    return called


def _replicates(column: pd.Series) -> pd.DataFrame:
    """Return the columns of replicates that names such as Fold1.Rep2 or Resample01 tell."""
    texts = stripped(column)
    parts = texts.str.extract(_FOLD_OF_REPEAT)
    if parts.notna().all(axis=None):
        return parts
    return texts.to_frame(_role(texts) or RESAMPLE)


def _role(column: pd.Series) -> str | None:
    """Return the role of a column all of whose texts name such replicates."""
    texts = stripped(distinct(column))
    return next(
        (role for pattern, role in _ROLE_OF_TEXTS if texts.str.fullmatch(pattern).all()), None
    )
