"""How far each universe, and so each choice, is from the numbers that the paper prints."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from prgbench.answer.task_scores import Floats
from prgbench.robustness import printed
from prgbench.robustness.choices import (
    BEST_DIFFERS,
    CHOICES,
    CORRELATION,
    NUMBERS,
    PAIRS,
    TOP_DIFFERS,
    number_column,
)

PRINTED = {
    number_column(statistic, *pair): numbers[pair] / whole
    for statistic, numbers, whole in (
        (BEST_DIFFERS, printed.BEST_DIFFERS, 100),
        (TOP_DIFFERS, printed.TOP_DIFFERS, 100),
        (CORRELATION, printed.RANK_CORRELATION, 1),
    )
    for pair in PAIRS
}
"""The nine numbers as shares and correlations."""
DISTANCE = "distance"


@dataclass(frozen=True, slots=True)
class ChoiceDistance:
    """How far a level of a choice is from the printed numbers.

    ``alone`` is the distance if all other choices are the study's, ``nearest`` the least of the
    ``universes`` with this level in which it is defined.
    """

    choice: str
    level: str
    default: bool
    alone: float
    nearest: float
    universes: int


def distances(
    found: pd.DataFrame, errors: Mapping[str, float], goal: Mapping[str, float]
) -> Floats:
    """Return how far each universe's nine numbers are from a goal, shape (universes,).

    That is the root mean square of nine differences, each less what rounding to the printed digit
    hides, in standard errors of the number. An error is at least half that digit.
    """
    hidden = printed.DIGIT / 2
    terms = [
        np.maximum(np.abs(found[number].to_numpy() - goal[number]) - hidden, 0)
        / np.fmax(errors[number], hidden)
        for number in NUMBERS
    ]
    return np.asarray(np.sqrt(np.mean(np.square(terms), axis=0)))


def standard_errors(intervals: pd.DataFrame) -> dict[str, float]:
    """Return the standard errors of the nine numbers in the table `intervals`, NaN if unknown."""
    known = {
        (row["statistic"], frozenset((row["measure_a"], row["measure_b"]))): row["standard_error"]
        for row in intervals.to_dict("records")
    }
    return {
        number: float(known.get((statistic, frozenset(pair)), np.nan))
        for number, (statistic, *pair) in NUMBERS.items()
    }


def nearest_first(found: pd.DataFrame) -> pd.DataFrame:
    """Return the universes by their distance, but the study's own first."""
    return found.sort_values(
        ["default", DISTANCE], ascending=[False, True], kind="stable", ignore_index=True
    )


def choice_distances(found: pd.DataFrame) -> Iterator[ChoiceDistance]:
    """Yield each level of the choices that vary, the nearest level of a choice first."""
    default = found.loc[found["default"]].iloc[0]
    varying = [choice for choice in CHOICES if found[choice].nunique() > 1]
    for choice in varying:
        others = [other for other in varying if other != choice]
        alike = (found[others] == default[others]).all(axis=1)
        own = [
            ChoiceDistance(
                choice,
                str(level),
                default=level == default[choice],
                alone=float(rows.loc[alike[rows.index], DISTANCE].iloc[0]),
                nearest=rows[DISTANCE].min(),
                universes=int(rows[DISTANCE].notna().sum()),
            )
            for level, rows in found.groupby(choice, sort=False)
        ]
        yield from sorted(own, key=lambda row: (np.isnan(row.nearest), row.nearest))
