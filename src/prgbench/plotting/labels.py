"""How figures, tables and sentences call measures and flows."""

import re

import pandas as pd

from prgbench.metrics import get_measure
from prgbench.metrics.self_tests import SELF_TESTS


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
        return name.rpartition(":")[2]


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


def short_flow_name(name: str, longest: int = 34) -> str:
    """Return a flow's name without its package and cut to a readable length.

    Examples
    --------
    >>> short_flow_name("sklearn.tree.DecisionTreeClassifier(depth 2)")
    'DecisionTreeClassifier(depth 2)'
    >>> short_flow_name("weka.J48(1)")
    'J48(1)'
    """
    short = re.sub(r"^[^(]*\.(?=[^.(]+(\(|$))", "", name)
    return short if len(short) <= longest else short[: longest - 1] + "…"
