"""What models achieved on an item, as numbers from 0 to 1: pass or fail in words, or a grade."""

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.scores.columns import distinct, numbers_of, stripped
from prgbench.sources.scores.directions import words_of

_YES = (
    *("1", "true", "t", "yes", "y", "pass", "passed", "correct", "right", "resolved", "solved"),
    *("success", "successful", "succeeded", "ok", "c", "✓", "✔", "✅"),
)
_NO = (
    *("0", "false", "f", "no", "n", "fail", "failed", "incorrect", "wrong", "unresolved"),
    *("not resolved", "unsolved", "not solved", "failure", "unsuccessful", "error", "errored"),
    *("timeout", "timed out", "empty", "empty patch", "i", "✗", "✘", "❌"),
)
WORDS = dict.fromkeys(_YES, 1.0) | dict.fromkeys(_NO, 0.0) | {"p": 0.5, "partial": 0.5}
"""Outcomes in words, also the letters C, I, P and N of Inspect."""

MISSING = ("", "nan", "na", "n/a", "none", "null", "<na>", "-")

GOOD = frozenset(
    {
        *("correct", "correctness", "right", "pass", "passed", "passes", "resolved", "solved"),
        *("success", "successful", "succeeded", "outcome", "result", "status", "verdict"),
        *("acc", "accuracy", "accurate", "em", "grade", "graded", "reward", "score", "value"),
        *("completed", "match", "judgement", "judgment", "won", "win", "hit", "ok"),
        *("rating", "points"),
    }
)
"""Words of which one is in the name of a column of outcomes, of which more is better."""

BAD = frozenset(
    {
        *("fail", "failed", "fails", "failure", "incorrect", "wrong", "unresolved", "unsolved"),
        *("error", "errored", "mistake", "loss", "lost"),
    }
)


def higher_is_better(name: str) -> bool | None:
    """Say whether an outcome is better the more it is, by its name; None of other names.

    Examples
    --------
    >>> higher_is_better("is_correct"), higher_is_better("failed"), higher_is_better("latency")
    (True, False, None)
    """
    words = set(words_of(name))
    if words & BAD:
        return False
    return True if words & GOOD else None


def as_outcomes(label: str, name: str, column: pd.Series) -> pd.Series:
    """Return a column as numbers, NaN where it is empty; pass or fail is 1 or 0."""
    if pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column):
        return column.astype(float)
    texts = _texts(column)
    values = texts.map(WORDS).astype(float)
    missing = texts.isin(MISSING)
    other = texts[values.isna() & ~missing]
    if other.empty:
        return values
    if pd.to_numeric(other, errors="coerce").notna().all():
        return numbers_of(label, name, column.where(~missing.to_numpy()))
    raise PrgbenchError(
        f"{label} has {plain(repr(str(column.loc[other.index[0]])))} in the column {plain(name)}, "
        "which is neither pass nor fail nor a number: write 1 or 0."
    )


def is_pass_or_fail(column: pd.Series) -> bool:
    """Say whether all cells that are filled are pass or fail, in words or numbers."""
    if pd.api.types.is_bool_dtype(column):
        return True
    if pd.api.types.is_numeric_dtype(column):
        return _is_binary(column.dropna())
    texts = _texts(distinct(column))
    filled = texts[~texts.isin(MISSING)]
    return len(filled) > 0 and bool(filled.isin(WORDS).all())


def is_graded(column: pd.Series) -> bool:
    """Say whether all cells that are filled are grades from 0 to 1, perhaps pass or fail."""
    if is_pass_or_fail(column):
        return True
    cells = distinct(column)
    numbers = pd.to_numeric(cells, errors="coerce")
    if pd.api.types.is_numeric_dtype(cells):
        filled = numbers.dropna()
    else:
        filled = numbers[~_texts(cells).isin(MISSING)]
    return len(filled) > 0 and bool(filled.between(0, 1).all())


def has_words(column: pd.Series) -> bool:
    """Say whether some cells of a column are pass or fail in words."""
    if pd.api.types.is_numeric_dtype(column):
        return False
    texts = _texts(distinct(column))
    return bool((texts.isin(WORDS) & ~texts.isin(["0", "1"])).any())


def _is_binary(values: pd.Series) -> bool:
    return len(values) > 0 and bool(values.isin([0, 1]).all())


def _texts(column: pd.Series) -> pd.Series:
    texts = stripped(column)
    return texts.str.lower().str.replace("_", " ").str.replace(r"\.0$", "", regex=True)
