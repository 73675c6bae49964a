"""The family of a flow: the software that it comes from."""

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


def flow_family(flow_name: str) -> str:
    """Return the family of a flow by the beginning of its name.

    Examples
    --------
    >>> flow_family("weka.J48(1)"), flow_family("classif.rpart(3)"), flow_family("mine(1)")
    ('weka', 'mlr', 'other')
    """
    return FAMILIES.get(flow_name.split(".", 1)[0].split("(", 1)[0], OTHER)


def families() -> tuple[str, ...]:
    """Return all families.

    Examples
    --------
    >>> families()
    ('weka', 'mlr', 'sklearn', 'rapidminer', 'moa', 'other')
    """
    return (*dict.fromkeys(FAMILIES.values()), OTHER)
