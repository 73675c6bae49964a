"""Data sets that are called by tuples, as pandas writes an index of several levels."""

import re

import pandas as pd

from prgbench.sources.scores.columns import SUBSET, is_text

TUPLE = re.compile(r"""\((?:'([^']+)'|"([^"]+)"), ([^()]+)\)""")
"""A name and more, as pandas writes an index of tuples: ``('heart', 0.1, 2)``."""


def tuples_as_columns(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose data sets are called by tuples with the first name of each as data set.

    What follows it, such as a split or a seed, tells the subsets of a data set apart: results on
    these are no results on other data sets.
    """
    texts = [str(name) for name, column in frame.items() if _has_tuples(column)]
    if len(texts) != 1 or {"dataset", SUBSET} & {*map(str, frame)} - {*texts}:
        return frame
    tuples = frame[texts[0]].str.extract(TUPLE)
    names = tuples[0].fillna(tuples[1])
    return frame.drop(columns=texts).assign(**{"dataset": names, SUBSET: tuples[2]})


def _has_tuples(column: pd.Series) -> bool:
    first = column.iloc[0] if len(column) else None
    if not isinstance(first, str) or TUPLE.fullmatch(first) is None:
        return False
    texts = is_text(column) and column.notna().all()
    return bool(texts and column.map(str).str.fullmatch(TUPLE).all())
