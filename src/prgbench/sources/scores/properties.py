"""Numbers beside scores that are none: sizes, speeds, shares, flags, counts and ranks."""

import numpy as np
import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.scores.columns import is_whole
from prgbench.sources.scores.directions import (
    PERCENT,
    ROUNDING,
    TIMES,
    is_p_value,
    known_measure,
    words_of,
)
from prgbench.sources.table.prediction_columns import shown

_ALWAYS = frozenset(
    [
        *("size", "params", "param", "parameters", "rtf", "rtfx", "dim", "dims", "dimension"),
        *("dimensions", "throughput", "latency", "memory", "vram", "ram", "gpu", "gpus", "flops"),
        *("gflops", "tflops", "macs", "gmacs", "downloads", "footprint", "runtime", "duration"),
    ]
)
"""Words of which one in a title says that a column describes models or data sets."""

_SHARES = frozenset(["perc", "percent", "percentage", "pct"])
"""Words of which one says so in few of the titles: in most of them it is the unit of scores."""

_SIZES = frozenset(
    [
        *("rows", "samples", "instances", "observations", "examples"),
        *("features", "attributes", "classes"),
    ]
)
_NUMBER_OF = frozenset(["n", "no", "num", "number", "of", "total"])

_OF_DATA = _SIZES | frozenset(
    ["ratio", "imbalance", "contamination", "prevalence", "fraction", "proportion"]
)
"""Words in the titles of what describes data sets, but also in the names of methods."""

_PERHAPS = _OF_DATA | frozenset(
    [
        *("speed", "year", "cost", "costs", "price", "usd", "energy", "time", "times", "length"),
        *("tokens", "layers", "depth", "weight", "weights", "count", "counts", "rank", "ranks"),
        *("number", "num", "seconds", "ms"),
        *("elo", "votes", "likes", "hub", "license", "date", "mb", "gb", "co2", "instance"),
    ]
)
"""Words that data sets have in their names, too: only with values unlike those of the others."""

UNLIKE = 3
"""A column is unlike others if its median is this many times above, or below, all theirs."""


def properties(numbers: pd.DataFrame, measure: str) -> list[str]:
    """Return the columns that hold no scores, by their titles and values.

    One is a column with the title of a property, or one with the title of what may be a property
    and values that are unlike those of the others, or one of which all values lie outside the
    range of the measure, even in percent, while others lie in it.
    """
    named = known_measure(measure)
    names = [str(name) for name in numbers]
    shares = [name for name in names if not _SHARES.isdisjoint(words_of(name))]
    said = [
        name
        for name in names
        if is_property(name) or (name in shares and 2 * len(shares) < len(names))
    ]
    rest = numbers.drop(columns=said)
    # Where all columns have such titles, they are what the table is about.
    if rest.columns.empty:
        return []
    outside = [
        name
        for name in map(str, rest)
        if named is not None
        and np.isfinite(named.upper)
        and _outside(rest[name], named.lower, named.upper * PERCENT)
    ]
    if len(outside) == len(rest.columns):
        return said
    rest = rest.drop(columns=outside)
    perhaps = [name for name in map(str, rest) if not _PERHAPS.isdisjoint(words_of(name))]
    others = rest.drop(columns=perhaps)
    if others.columns.empty:
        return [*said, *outside]
    return [*said, *outside, *(name for name in perhaps if _is_unlike(rest[name], others))]


def may_be_property(name: str) -> bool:
    """Say whether a title has a word of what models or data sets are or cost, or of a count.

    Examples
    --------
    >>> may_be_property("latency_s"), may_be_property("# Samples"), may_be_property("rainbow")
    (True, True, False)
    """
    return is_property(name) or not _PERHAPS.isdisjoint(words_of(name))


def flags(label: str, numbers: pd.DataFrame, measure: str) -> list[str]:
    """Return the columns of only 0 and 1 beside more columns of which all have fractions.

    They say yes or no of each model, or data set.

    Raises
    ------
    PrgbenchError
        If they are not outnumbered, so that they may be scores of single items.
    """
    binary = [name for name in map(str, numbers) if set(numbers[name].dropna()) == {0, 1}]
    others = [name for name in map(str, numbers) if name not in binary]
    if not others or any(is_whole(numbers[name]) for name in others):
        return []
    if len(binary) >= len(others):
        raise PrgbenchError(
            f"{label} has only 0 and 1 in {shown(binary)}, and fractions in {shown(others)}: "
            "leave out the columns that are not scores, or, if all are, write a long table with "
            f"the columns dataset, model and {plain(measure)}."
        )
    return binary


def may_describe_data(name: str) -> bool:
    """Say whether a title may be that of a size or a ratio of data sets.

    Examples
    --------
    >>> may_describe_data("Imbalance Ratio"), may_describe_data("TimesNet")
    (True, False)
    """
    return not (_OF_DATA | _SHARES).isdisjoint(words_of(name))


def is_property(name: str) -> bool:
    """Say whether a title alone tells that a column describes models or data sets.

    Examples
    --------
    >>> is_property("params (M)"), is_property("# outliers"), is_property("n_samples")
    (True, True, True)
    >>> is_property("samples of skin")
    False
    """
    words = set(words_of(name))
    is_time = not TIMES.isdisjoint(words) and known_measure(name) is not None
    is_size = not _SIZES.isdisjoint(words) and words <= _SIZES | _NUMBER_OF
    is_number = is_size or name.strip().startswith("#") or is_p_value(name)
    return is_time or is_number or not _ALWAYS.isdisjoint(words)


def _outside(values: pd.Series, lower: float, upper: float) -> bool:
    filled = values.dropna()
    # A loss of which the sign is turned, or the reverse, is still one.
    mirrored = max(abs(lower), abs(upper)) + ROUNDING
    return bool(len(filled) and (filled.abs() > mirrored).all())


def _is_unlike(values: pd.Series, others: pd.DataFrame) -> bool:
    """Say whether values are whole beside fractions, or on quite another scale."""
    if is_whole(values) and not any(is_whole(others[name]) for name in others):
        return True
    medians = others.abs().median()
    median = values.abs().median()
    return bool(median > UNLIKE * medians.max() or median * UNLIKE < medians.min())
