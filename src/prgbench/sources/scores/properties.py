"""Numbers beside scores that are none: sizes, speeds, dimensions, counts and ranks of models."""

import numpy as np
import pandas as pd

from prgbench.sources.scores.columns import is_whole
from prgbench.sources.scores.directions import PERCENT, ROUNDING, TIMES, known_measure, words_of

_ALWAYS = frozenset(
    [
        *("size", "params", "param", "parameters", "rtf", "rtfx", "dim", "dims", "dimension"),
        *("dimensions", "throughput", "latency", "memory", "vram", "ram", "gpu", "gpus", "flops"),
        *("gflops", "tflops", "macs", "gmacs", "downloads", "footprint", "runtime", "duration"),
    ]
)
"""Words of which one in a title says that a column describes models or data sets."""

_PERHAPS = frozenset(
    [
        *("speed", "year", "cost", "costs", "price", "usd", "energy", "time", "times", "length"),
        *("tokens", "layers", "depth", "weight", "weights", "count", "counts", "rank", "ranks"),
        *("rows", "samples", "instances", "features", "classes", "number", "num", "seconds", "ms"),
        *("elo", "votes", "likes", "license", "date", "mb", "gb", "co2", "instance"),
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
    said = [name for name in names if _is_said(name)]
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
    return _is_said(name) or not _PERHAPS.isdisjoint(words_of(name))


def _is_said(name: str) -> bool:
    words = words_of(name)
    is_time = not TIMES.isdisjoint(words) and known_measure(name) is not None
    return is_time or name.strip().startswith("#") or not _ALWAYS.isdisjoint(words)


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
