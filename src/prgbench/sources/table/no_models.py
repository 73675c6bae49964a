"""Columns of one model that may be taken as several models, or as scores of another class."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import pandas as pd
import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.advice import as_columns
from prgbench.sources.table.first_rows import first_rows
from prgbench.sources.table.names import label_text, snake_case
from prgbench.sources.table.prediction_columns import (
    PREDICTED,
    ROLES,
    SCORE,
    SCORES,
    TableLayout,
    is_called_as_models,
)
from prgbench.sources.tasks import N_CLASSES

_DATE = r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}"

PROBABLE = {"prob", "proba", "probability", "probs", "probabilities"}
"""A column with one of these words has probabilities."""

ROUNDING = 1e-4
"""The scores of two classes are opposite but for this much."""

FEWEST_ROWS = 10
"""Of fewer rows, each may be of another data set."""

FEWEST_SCORES = 4
"""Two columns with fewer different numbers may be opposite by chance."""

ENOUGH_ROWS = 1_000
"""So many rows tell whether two columns are opposite."""

WORDS_OF_CLASSES = {"label", "labels", "class", "prediction", "predicted", "pred"}
"""A column with one of these words, such as ``Scored Labels``, may have predicted classes."""

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


def check_are_models(
    table: str,
    layout: TableLayout,
    batches: Callable[[Sequence[str], int], Iterable[pa.RecordBatch]],
) -> None:
    """Refuse a wide table with a column that is called as those of scores, not as a model.

    The other columns are then predicted classes of the same model, or its features. A ``logit``
    whose numbers are all probabilities is a model, the logistic regression of econometrics.

    Raises
    ------
    PrgbenchError
        If there is such a column beside others.
    """
    names = list(layout.scores)
    scores = scores_in(names)
    predicted = [name for name in names if snake_case(name) in PREDICTED and name not in scores]
    if not layout.wide or len(names) < 2 or not (predicted or scores):
        return
    rows = first_rows(batches, names)
    scores = [n for n in scores if snake_case(n) != "logit" or not _are_shares(rows[n])]
    nameless = [*predicted, *scores]
    if nameless:
        others = [name for name in predicted if _has_fractions(rows[name])]
        others = others or [name for name in names if name not in predicted]
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


def check_not_both_classes(
    table: str,
    layout: TableLayout,
    batches: Callable[[Sequence[str], int], Iterable[pa.RecordBatch]],
) -> None:
    """Refuse a wide table with two columns, beside each other, of both classes, read as models.

    Their names do not tell the classes, such as ``logits_0`` and ``logits_1``, but one is 1 minus
    the other, or minus the other, in each row: no two models are opposite.

    Raises
    ------
    PrgbenchError
        If there are such columns.
    """
    if not layout.wide or len(layout.scores) < 2:
        return
    rows = first_rows(batches, list(layout.scores.values())).head(ENOUGH_ROWS)
    numbers = rows.apply(_as_numbers)
    for first, second in pairwise(map(str, numbers)):
        sums = (numbers[first] + numbers[second]).dropna()
        one = sums.sub(1).abs().le(ROUNDING).all()
        opposite = one or sums.abs().le(ROUNDING).all()
        if opposite and len(sums) and numbers[first].nunique() >= FEWEST_SCORES:
            either = as_columns("y_score", [first, second])
            advice = f"give {either}, whichever is that of the positive class"
            if len(layout.scores) > 2:
                advice = (
                    f"if no other column is a model, {advice}; else leave out that of the "
                    "negative class"
                )
            raise PrgbenchError(
                f"{table} has {plain(first)} and {plain(second)}, which sum to {int(one)} in each "
                f"row, as the scores of two classes do, not those of two models: {advice}."
            )


def without_texts(
    table: str,
    layout: TableLayout,
    batches: Callable[[Sequence[str], int], Iterable[pa.RecordBatch]],
) -> TableLayout:
    """Return the layout of a wide table without columns of texts that can't name models.

    These are predicted classes, all of which are labels of ``y_true``; names of rows, which
    differ in most of them, such as ``smiles`` or ``Row7``; and one text in all rows. The first
    line of the answer says that they are not used.

    Raises
    ------
    PrgbenchError
        If a column has lists, such as the probabilities of all classes in one cell.
    """
    if not layout.wide:
        return layout
    truth = layout.roles["y_true"]
    names = list(layout.scores.values())
    rows = first_rows(batches, [truth, *names] if truth not in layout.fixed else names)
    texts = [name for name in names if _has_texts(rows[name])]
    if lists := [name for name in texts if rows[name].map(str).str.match(r"\s*[\[{(]").all()]:
        raise PrgbenchError(
            f"{table} has lists in {some_of(lists)}: write one number in each cell, the score of "
            "the positive class."
        )
    labels = set(_values(rows[truth])) if truth in rows else set()
    unused = []
    for name in texts:
        values = set(_values(rows[name]))
        told = is_called_as_models(name) or snake_case(name).split("_")[0] in ROLES["dataset"]
        of_all = len(values) == 1 and not told
        of_rows = len(values) > len(rows) / 2
        if (
            snake_case(name) in PREDICTED
            or values <= labels
            or ((of_all or of_rows) and len(rows) >= FEWEST_ROWS)
        ):
            unused.append(name)
    if len(unused) == len(names):
        return layout
    scores = {model: column for model, column in layout.scores.items() if column not in unused}
    return replace(layout, scores=scores, unused=[*layout.unused, *unused])


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


def _are_shares(column: pd.Series) -> bool:
    return bool(_as_numbers(column).between(0, 1).all())


def _values(column: pd.Series) -> list[str]:
    return [text for text in map(label_text, column.unique()) if text]


def _as_numbers(column: pd.Series) -> pd.Series:
    """Return the filled cells of a column as numbers, also with decimal commas; NaN of texts."""
    stated = column[column.notna() & (column != "")]
    return pd.to_numeric(stated.astype(str).str.replace(",", "."), errors="coerce")


def _has_texts(column: pd.Series) -> bool:
    """Say whether no cell is a number; 85% is one, though with another mark than a point.

    A date is none.
    """
    if pd.api.types.is_numeric_dtype(column):
        return False
    # Nearly always the first cell is a number, so that the others need not be looked at.
    for cells in (column.iloc[:1], column):
        texts = cells[cells.notna() & (cells != "")].astype(str).str.strip()
        if (texts.str.match(r"[+-]?[.,]?\d") & ~texts.str.match(_DATE)).any():
            return False
    return len(texts) > 0


def _has_fractions(column: pd.Series) -> bool:
    return bool((_as_numbers(column) % 1 > 0).any())


def _is_called_as_predicted(name: str) -> bool:
    """Say whether a column may have predicted classes, as ``label`` of Hugging Face does."""
    words = snake_case(name)
    return words in PREDICTED or not WORDS_OF_CLASSES.isdisjoint(words.split("_"))


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
    predicted = [*decision, *filter(_is_called_as_predicted, layout.unused)]
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
