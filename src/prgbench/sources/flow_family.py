"""What the name of a flow says: the software that it comes from, its algorithm, its version."""

import re

FAMILIES = {
    "weka": "weka",
    "mlr": "mlr",
    "classif": "mlr",
    "mlr3": "mlr",
    "sklearn": "sklearn",
    "rm": "rapidminer",
    "moa": "moa",
}
OTHER = "other"

_VERSION = re.compile(r"(?<=.)\([0-9]+\)\Z", re.DOTALL)


def flow_family(flow_name: str) -> str:
    """Return the family of a flow by the beginning of its name."""
    return FAMILIES.get(flow_name.split(".", 1)[0].split("(", 1)[0], OTHER)


def algorithm(flow_name: str) -> str:
    """Return the name of a flow without its version, which OpenML writes at its end."""
    return _VERSION.sub("", flow_name)


def families() -> tuple[str, ...]:
    """Return all families.

    Examples
    --------
    >>> families()
    ('weka', 'mlr', 'sklearn', 'rapidminer', 'moa', 'other')
    """
    return (*dict.fromkeys(FAMILIES.values()), OTHER)
