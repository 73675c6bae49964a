"""Averages and totals beside the scores that they are of: by their names and by their values."""

import re
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.sources.scores.columns import averaged_words, is_aggregate, may_be_aggregate
from prgbench.sources.scores.directions import words_of

SMALLEST = 1e-12
MOST_DECIMALS = 12
FEWEST_DIGITS = 6
"""At least this many significant digits are assumed of every column, as "%g" writes six."""

MOST_LEFT_OUT = 40
"""Up to this many columns, an average of all but one or two is looked for."""

FEWEST_OF_GROUP = 2
FIRST_ROWS = 8
"""Subsets are tried on this many rows first, as most of them already fail there."""


class _Cells(NamedTuple):
    """The columns of a table, its numbers, and the unit of the last digit of each."""

    names: list[str]
    values: NDArray[np.float64]
    units: NDArray[np.float64]


def aggregates(numbers: pd.DataFrame) -> list[str]:
    """Return the columns named as an average or total that is computed from other columns.

    It may be of all others; of all but one or two, as "Avg (without CORAAL)"; of those that share
    a word with its name, as "LANG_AVG"; or of such averages of groups.
    """
    names = [str(name) for name in numbers]
    named = [name for name in names if _is_called_so(name)]
    if not named:
        return []
    values = numbers.to_numpy(dtype=float)
    cells = _Cells(names, values, _units(values))
    # A baseline may be called "mean", so that the name alone does not tell.
    found: list[str] = []
    while more := [
        name
        for name in named
        if name not in found and _is_aggregate_of(cells, name, _subsets(cells, name, found))
    ]:
        # One may be the mean of the others but for those that are averages themselves.
        found += more
    return [name for name in named if name in found]


def _is_called_so(name: str) -> bool:
    return is_aggregate(name) or may_be_aggregate(name)


def averages_by_name(names: Sequence[str]) -> list[str]:
    """Return the data sets whose names alone tell that they are averages.

    That of all of them is called so ("total score"), and that of a group has a word that two of
    the group begin or end with. An average of what is not there is a score like others.

    Examples
    --------
    >>> averages_by_name(["TOTAL_SCORE", "LANG_AVG", "LANG_a", "LANG_b", "coraal_avg"])
    ['TOTAL_SCORE', 'LANG_AVG']
    """
    return [
        name
        for name in names
        if (words := averaged_words(name)) is not None
        and (not words or len(_group_of(words, names)) >= FEWEST_OF_GROUP)
    ]


def _group_of(words: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the names that begin or end with one of some words, without those of averages."""
    return [
        name
        for name in names
        if not may_be_aggregate(name)
        and (own := words_of(name))
        and not {own[0], own[-1]}.isdisjoint(words)
    ]


def _subsets(cells: _Cells, name: str, found: Collection[str]) -> NDArray[np.bool_]:
    """Return masks of the columns of which one may be the aggregate.

    All others, all scores, all of these but one or two, those of a group, and averages of groups.
    """
    names = cells.names
    others = np.array([other != name and other not in found for other in names])
    scores = others & np.array([not _is_called_so(other) for other in names])
    of_groups = others & np.array([bool(averaged_words(other)) for other in names])
    group = others & np.isin(names, _group_of(averaged_words(name) or [], names))
    masks = [others, scores, of_groups, group & (group.sum() >= FEWEST_OF_GROUP)]
    places = np.flatnonzero(scores)
    # The more columns, the more likely is such a mean by chance.
    if len(places) <= MOST_LEFT_OUT and len(cells.values) > 1:
        for few in range(1, min(2, len(places) - 2) + 1):
            left_out = np.array(list(combinations(places, few)))
            rest = np.tile(scores, (len(left_out), 1))
            np.put_along_axis(rest, left_out, False, axis=1)
            masks.extend(rest)
    every = np.array(masks)
    return every[every.any(axis=1)]


def _is_aggregate_of(cells: _Cells, name: str, subsets: NDArray[np.bool_]) -> bool:
    """Say whether a column is the aggregate of any of some subsets of columns."""
    place = cells.names.index(name)
    filled = np.isfinite(cells.values)
    # Rows with more numbers say more.
    fullest = np.argsort(-filled.sum(axis=1), kind="stable")
    rows = fullest[filled[fullest, place]]
    for some in (rows[:FIRST_ROWS], rows):
        of_rows = _Cells(cells.names, cells.values[some], cells.units[some])
        subsets = subsets[_are_equal(of_rows, place, subsets)]
    return bool(subsets.any())


def _are_equal(cells: _Cells, place: int, subsets: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell of which subsets a column has the aggregate, within rounding, in all rows.

    An average is off by up to half a unit of its last digit, and so is that of the others if they
    are as rounded. Cells that are empty are not aggregated.
    """
    filled = np.isfinite(cells.values)
    statistic = _statistic(cells.names[place])
    with np.errstate(invalid="ignore", divide="ignore"):
        of_subsets = subsets.T.astype(float)
        numbers = filled.astype(float) @ of_subsets
        if statistic == "mean":
            found = np.where(filled, cells.values, 0) @ of_subsets / numbers
        else:
            table = pd.DataFrame(cells.values)
            found = np.array([table.loc[:, own].agg(statistic, axis=1) for own in subsets]).T
    own = cells.values[:, [place]]
    gaps = np.abs(own - found.reshape(numbers.shape))
    room = 1.1 * cells.units[:, [place]] + SMALLEST * (1 + np.abs(own))
    equal: NDArray[np.bool_] = ~(gaps > room).any(axis=0) & np.isfinite(gaps).any(axis=0)
    return equal


def _units(cells: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the unit of the last digit of each number, as its column is written.

    A column has as many decimals in all rows, or as many significant digits, as spreadsheets
    export: "5.896666667" and "10.66666667" are rounded to ten digits.
    """
    sizes = np.abs(cells)
    decimals = np.full(cells.shape, MOST_DECIMALS)
    with np.errstate(invalid="ignore", divide="ignore"):
        for n in reversed(range(MOST_DECIMALS)):
            decimals[np.abs(np.round(cells, n) - cells) < SMALLEST * (1 + sizes)] = n
        places = np.floor(np.log10(sizes))
    is_number = np.isfinite(places)
    places = np.where(is_number, places, -np.inf)
    most = np.where(is_number, decimals, 0).max(axis=0, initial=0)
    digits = (places + 1 + decimals).max(axis=0, initial=FEWEST_DIGITS)
    units: NDArray[np.float64] = 10.0 ** np.maximum(-most, places + 1 - digits)
    return units


def _statistic(name: str) -> str:
    if "median" in name.lower():
        return "median"
    return "std" if re.search("std|sd", name.lower()) else "mean"
