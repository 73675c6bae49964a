"""Scores in a unit so small or so large that they can't be compared as they are.

Scores are tied if they are equal at the 12th decimal, and their noise is kept in single precision.
A loss in squared metres of 1e-13, or of 1e30 where a model diverged, would be compared all the
same: all models would be tied, or their noise infinite, without a word.
"""

from collections.abc import Iterator, Sequence
from math import floor, log10

import numpy as np
import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.scores.directions import has_common_range

SMALLEST = 1e-6
LARGEST = 1e15
MOST_DIGITS = 300
SMALL = 0.01
"""Where all values are smaller, no two differ by more, as measures that rank alike do."""


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
that agree to 12 decimals count as tied. Give them in a smaller unit: multiplied by 1e+13.
    """
    for name in measures:
        sizes = scores[name].abs()
        sizes = sizes[np.isfinite(sizes) & (sizes > 0)]
        if sizes.empty:
            continue
        if sizes.max() < SMALLEST:
            raise PrgbenchError(
                f"{label}: the values of {plain(name)} are at most {sizes.max():.3g}, but scores "
                "that agree to 12 decimals count as tied. Give them in a smaller unit: "
                f"multiplied by {_factor(sizes.max()):g}."
            )
        if sizes.max() > LARGEST:
            row = scores.loc[sizes.idxmax()]
            raise PrgbenchError(
                f"{label}: {plain(name)} of {plain(str(row['model']))} on "
                f"{plain(str(row['dataset']))} is {row[name]:g}; values above {LARGEST:g} are too "
                "large to compare. Give all values of the measure in a larger unit or, if the "
                "model failed there, a score such as the worst of the others."
            )


def small_units(scores: pd.DataFrame, measures: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each measure in units of the data whose values are all small.

    Two measures that can't be told to rank differently are said to rank alike if few models are
    reversed by more than .01. With losses of .0003 no pair can be, whatever the order.

    Parameters
    ----------
    scores : DataFrame
        With the columns of the measures.
    measures : sequence of str
        The columns of the measures.

    Yields
    ------
    str
        The measure, its largest value, and by what to multiply it.

    Examples
    --------
    >>> scores = pd.DataFrame({"rmse": [0.0003, 0.0002], "auroc": [0.06, 0.05]})
    >>> print(*small_units(scores, ["rmse", "auroc"]))
    rmse is at most 0.0003, so no two models can differ by 0.01: give it in a smaller unit, such \
as multiplied by 10000.
    """
    for name in measures:
        values = scores[name][np.isfinite(scores[name])]
        largest = float(values.abs().max())
        if 0 < largest < SMALL and not has_common_range(name, values):
            yield (
                f"{plain(name)} is at most {largest:.3g}, so no two models can differ by 0.01: "
                f"give it in a smaller unit, such as multiplied by {_factor(largest):g}."
            )


def _factor(largest: float) -> float:
    """Return the power of ten by which a value becomes one from 1 to 10."""
    return float(10.0 ** min(-floor(log10(largest)), MOST_DIGITS))
