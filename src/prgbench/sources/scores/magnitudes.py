"""Scores in a unit so small or so large that they can't be compared as they are.

Scores are tied if they are equal at the 12th decimal, and their noise is kept in single precision.
A loss in squared metres of 1e-13, or of 1e30 where a model diverged, would be compared all the
same: all models would be tied, or their noise infinite, without a word.
"""

from collections.abc import Sequence
from math import floor, log10

import numpy as np
import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain

SMALLEST, LARGEST = 1e-6, 1e15
MOST_DIGITS = 300


def check_magnitudes(label: str, scores: pd.DataFrame, measures: Sequence[str]) -> None:
    """Raise an error if all values of a measure are too small, or any is too large.

    Values that are not finite, or 0, have no size. Those of one data set may be small beside
    others: all of its models may be nearly perfect.

    Parameters
    ----------
    label : str
        What the table is called.
    scores : DataFrame
        With the columns ``dataset``, ``model`` and those of the measures.
    measures : sequence of str
        The columns of the measures.

    Raises
    ------
    PrgbenchError
        It says in which unit the values can be compared, or which value is too large.

    Examples
    --------
    >>> scores = pd.DataFrame({"dataset": ["A"] * 2, "model": ["x", "y"], "mse": [3e-13, 7e-13]})
    >>> check_magnitudes("table.csv", scores, ["mse"])
    Traceback (most recent call last):
    ...
    prgbench.run.errors.PrgbenchError: table.csv: the values of mse are at most 7e-13, but scores \
that are equal at the 12th decimal count as tied. Give them in a smaller unit: multiplied by 1e+13.
    """
    for name in measures:
        sizes = scores[name].abs()
        sizes = sizes[np.isfinite(sizes) & (sizes > 0)]
        if sizes.empty:
            continue
        if sizes.max() < SMALLEST:
            factor = 10.0 ** min(-floor(log10(sizes.max())), MOST_DIGITS)
            raise PrgbenchError(
                f"{label}: the values of {plain(name)} are at most {sizes.max():.3g}, but scores "
                "that are equal at the 12th decimal count as tied. Give them in a smaller unit: "
                f"multiplied by {factor:g}."
            )
        if sizes.max() > LARGEST:
            row = scores.loc[sizes.idxmax()]
            raise PrgbenchError(
                f"{label}: {plain(name)} of {plain(str(row['model']))} on "
                f"{plain(str(row['dataset']))} is {row[name]:g}; values above {LARGEST:g} are too "
                "large to be compared. Give all values of the measure in a larger unit or, if the "
                "model has failed there, a score such as the worst of the others."
            )
