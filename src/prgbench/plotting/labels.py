"""How figures call flows and measures."""

import re


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
