"""Columns of one model that may be taken as several models, or as scores of another class."""

from collections.abc import Callable, Iterable, Sequence

import pandas as pd
import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.advice import as_columns
from prgbench.sources.table.first_rows import first_rows
from prgbench.sources.table.names import label_text, snake_case
from prgbench.sources.table.prediction_columns import PREDICTED, SCORE, SCORES, TableLayout
from prgbench.sources.tasks import N_CLASSES

PROBABLE = {"prob", "proba", "probability"}
"""A column with one of these words has probabilities."""

LEAST = 0.5
"""No probability of the predicted one of two classes is lower."""


def scores_in(names: Sequence[str]) -> list[str]:
    """Return the columns that are called as scores of a model, not as a model.

    Of several columns of probabilities, such as ``rf_prob`` and ``glm_prob``, each is a model's.

    Examples
    --------
    >>> scores_in(["y_pred", "y_prob", "rf"]), scores_in(["Predicted", "oof_proba"])
    (['y_prob'], ['oof_proba'])
    >>> scores_in(["rf_prob", "glm_prob"])
    []
    """
    scores = [name for name in names if snake_case(name) in SCORES]
    probable = [name for name in names if not PROBABLE.isdisjoint(snake_case(name).split("_"))]
    return scores or (probable if len(probable) == 1 else [])


def check_are_models(table: str, layout: TableLayout) -> None:
    """Refuse a wide table with a column that is called as those of scores, not as a model.

    The other columns are then predicted classes of the same model, or its features.

    Raises
    ------
    PrgbenchError
        If there is such a column beside others.
    """
    names = list(layout.scores)
    scores = scores_in(names)
    predicted = [name for name in names if snake_case(name) in PREDICTED and name not in scores]
    nameless = [*predicted, *scores]
    if layout.wide and nameless and len(names) > 1:
        others = [name for name in names if name not in predicted]
        few = len(nameless) < len(names)
        which = (
            f"of which {some_of(nameless)} may not be a model"
            if few
            else "which may not be models"
        )
        advice = as_columns("y_score", scores or others or names)
        raise PrgbenchError(
            f"{table} has {some_of(names)}, {which}: if they are of one model, give {advice}, "
            "which has its scores; if each is a model, rename it."
        )


def check_have_numbers(
    table: str,
    layout: TableLayout,
    batches: Callable[[Sequence[str], int], Iterable[pa.RecordBatch]],
) -> None:
    """Refuse a wide table with columns of texts, which may name its data sets or its models.

    Such as a table in another language, of which only the true classes were named.

    Raises
    ------
    PrgbenchError
        If a column that would be a model has texts alone.
    """
    if not layout.wide:
        return
    rows = first_rows(batches, list(layout.scores.values()))
    texts = [name for name in map(str, rows) if _has_texts(rows[name])]
    if not texts:
        return
    others = [name for name in map(str, rows) if name not in texts]
    score = as_columns("y_score", [n for n in others if _has_fractions(rows[n])] or others)
    which = "it names" if len(texts) == 1 else "one names"
    advice = []
    if layout.roles["dataset"] in layout.fixed:
        advice.append(f"if {which} the data sets, add {as_columns('dataset', texts)}")
    if others:
        scores = score.removeprefix("--columns ")
        advice.append(f"if {which} the models, add {as_columns('model', texts)} and {scores}")
    held = [f"{plain(name)} ({some_of(_values(rows[name]))})" for name in texts]
    pronoun = "it" if len(texts) == 1 else "them"
    otherwise = "else " if advice else ""
    advice.append(f"{otherwise}leave {pronoun} out")
    raise PrgbenchError(
        f"{table} has text in {' and '.join(held)}, so these are not scores of a model: "
        f"{'; '.join(advice)}."
    )


def _values(column: pd.Series) -> list[str]:
    return [text for text in map(label_text, column.unique()) if text]


def _as_numbers(column: pd.Series) -> pd.Series:
    """Return the filled cells of a column as numbers, also with decimal commas; NaN of texts."""
    stated = column[column.notna() & (column != "")]
    return pd.to_numeric(stated.astype(str).str.replace(",", "."), errors="coerce")


def _has_texts(column: pd.Series) -> bool:
    """Say whether no cell is a number; 85% is one, though with another mark than a point."""
    if pd.api.types.is_numeric_dtype(column):
        return False
    # Nearly always the first cell is a number, so that the others need not be looked at.
    for cells in (column.iloc[:1], column):
        texts = cells[cells.notna() & (cells != "")].astype(str).str.strip()
        if texts.str.match(r"[+-]?[.,]?\d").any():
            return False
    return len(texts) > 0


def _has_fractions(column: pd.Series) -> bool:
    return bool((_as_numbers(column) % 1 > 0).any())


def check_of_one_class(
    table: str,
    layout: TableLayout,
    batches: Callable[[Sequence[str], int], Iterable[pa.RecordBatch]],
) -> None:
    """Refuse scores that are those of the class that was predicted, here one and there another.

    Raises
    ------
    PrgbenchError
        If all scores of two predicted classes are at least a half, and no threshold tells which
        class was predicted.
    """
    decision = [layout.roles["decision"]] if "decision" in layout.roles else []
    predicted = [*decision, *(name for name in layout.unused if snake_case(name) in PREDICTED)]
    score = layout.scores.get(SCORE)
    if layout.wide or score is None or not predicted:
        return
    rows = first_rows(batches, [layout.roles["y_true"], score, *predicted])
    labels = set(map(label_text, rows[layout.roles["y_true"]]))
    numbers = pd.to_numeric(rows[score], errors="coerce")
    if len(labels) != N_CLASSES or not numbers.between(LEAST, 1).all():
        return
    for name in predicted:
        classes = rows[name].map(label_text)
        lowest, highest = (numbers.groupby(classes).agg(how) for how in ("min", "max"))
        if set(lowest.index) == labels and lowest.max() < highest.min():
            negative = min(map(str, labels))
            raise PrgbenchError(
                f"{table} has the scores of the predicted class in {plain(score)}, since none is "
                f"below 0.5 whatever {plain(name)} is: write those of one class, such as 1 - "
                f"{plain(score)} where {plain(name)} is {plain(negative)} (in PyCaret, "
                "predict_model(..., raw_score=True))."
            )
