"""Which columns have results on items: of models in a wide table, of outcomes in a long one."""

from collections.abc import Sequence

import pandas as pd

from prgbench.sources.chosen_models import FEWEST_MODELS
from prgbench.sources.items.outcomes import (
    has_words,
    higher_is_better,
    is_graded,
    is_pass_or_fail,
)
from prgbench.sources.scores.columns import is_count, is_known, is_numeric
from prgbench.sources.scores.directions import is_measure, known_measure, words_of
from prgbench.sources.scores.properties import may_be_property

_ATTRIBUTES = ("is_", "has_")
_OF_ITEMS = frozenset({"difficulty", "level", "id", "idx", "index", "group", "seed"})
"""Words of which one is in the name of a number that describes an item."""


def outcomes_of(table: pd.DataFrame, other: Sequence[str]) -> list[str]:
    """Return the columns that are called as outcomes, or the only one of pass or fail."""
    binary = [name for name in other if is_pass_or_fail(table[name])]
    called = [name for name in binary if is_outcome(name)]
    if called:
        return called
    graded = [name for name in other if is_outcome(name) and is_graded(table[name])]
    if graded:
        # Beside the Dice score of a case, its surface distance in millimetres.
        graded = [n for n in other if n in graded or n in known_scores(table, other)]
    # A text that is no outcome is refused where it is read, by its row.
    others = [name for name in other if is_outcome(name) and may_be_outcome(table[name])]
    return graded or others or (binary if len(binary) == 1 else [])


def may_be_outcome(column: pd.Series) -> bool:
    """Say whether a column that is called as an outcome has outcomes: words, grades or points."""
    return is_graded(column) or has_words(column) or is_numeric(column)


def is_outcome(name: str) -> bool:
    """Say whether a column is called as a result on an item."""
    return is_measure(name) and (
        higher_is_better(name) is not None or known_measure(name) is not None
    )


def wide_models(table: pd.DataFrame, names: Sequence[str]) -> list[str]:
    """Return the columns of models in a wide table: pass or fail, or else grades.

    What an item is or has, such as ``is_hard``, is no model.
    """
    named = [name for name in names if not name.lower().startswith(_ATTRIBUTES)]
    passed = [name for name in named if is_pass_or_fail(table[name])]
    if len(passed) >= FEWEST_MODELS:
        return passed
    return [name for name in named if is_graded(table[name])]


def other_numbers(table: pd.DataFrame, names: Sequence[str]) -> list[str]:
    """Return the columns of numbers that are neither pass nor fail, but may be models."""
    return [
        name
        for name in names
        if is_numeric(table[name])
        and not is_pass_or_fail(table[name])
        and not name.lower().startswith(_ATTRIBUTES)
        and _OF_ITEMS.isdisjoint(words_of(name))
        and not (may_be_property(name) or is_count(name))
    ]


def known_scores(table: pd.DataFrame, names: Sequence[str]) -> list[str]:
    """Return the columns of known measures with other numbers than pass or fail."""
    known = [name for name in names if is_known(name) and is_numeric(table[name])]
    return [name for name in known if not is_pass_or_fail(table[name])]
