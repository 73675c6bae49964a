"""How figures, tables and sentences call measures, data sets and flows."""

import re

import pandas as pd

from prgbench.metrics import get_measure
from prgbench.metrics.self_tests import SELF_TESTS
from prgbench.pipeline.foreign_text import shortened

LONGEST = 34
HAIR_SPACE = "\u200a"


def measure_label(name: str) -> str:
    """Return how a measure is called: the label of the registry, or that of a user's own.

    Examples
    --------
    >>> measure_label("auprg"), measure_label("mymeasures:top_ten")
    ('AUPRG', 'top_ten')
    """
    if name in SELF_TESTS:
        return SELF_TESTS[name].label
    try:
        return get_measure(name).label
    except ValueError:
        own = name.rpartition(":")[2]
        return own.strip("_") or own


def pair_label(a: str, b: str) -> str:
    """Return how a pair of measures is called.

    Examples
    --------
    >>> pair_label("aupr", "auprg")
    'AUPR – AUPRG'
    """
    return f"{measure_label(a)} – {measure_label(b)}"


def pair_labels(table: pd.DataFrame) -> pd.Series:
    """Return how the pair of measures of each row is called."""
    pairs = list(zip(table["measure_a"], table["measure_b"], strict=True))
    labels = {pair: pair_label(*pair) for pair in dict.fromkeys(pairs)}
    return pd.Series([labels[pair] for pair in pairs], index=table.index, dtype=object)


def short_flow_name(name: str, longest: int = LONGEST) -> str:
    """Return a flow's name without its package and cut to a readable length.

    Examples
    --------
    >>> short_flow_name("sklearn.tree.DecisionTreeClassifier(depth 2)")
    'DecisionTreeClassifier(depth 2)'
    >>> short_flow_name("weka.J48(1)")
    'J48(1)'
    """
    return shortened(re.sub(r"^[^(]*\.(?=[^.(]+(\(|$))", "", name), longest)


def legend_label(text: str) -> str:
    """Return a text for a legend, from which Matplotlib leaves out what begins with "_"."""
    return f"{HAIR_SPACE}{text}" if text.startswith("_") else text
