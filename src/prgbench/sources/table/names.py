"""Names and labels as the cells of a table have them, and the ids that are made from names."""

import hashlib
import math
import re
from typing import Any

ONLY_DATASET = "data"
"""The name of a data set that has none, such as that of arrays."""

BITS = 53

_WHOLE = re.compile(r"([+-]?[0-9]+)\.0+")


def name_text(value: Any) -> str | None:
    """Return the name that a value is; None where there is none."""
    if value is None or value == "":
        return None
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return str(int(value)) if value.is_integer() else repr(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def label_text(value: Any) -> str | None:
    """Return the label of a class that a value is: 1, 1.0, "1" and "1.0" are the same."""
    text = name_text(value)
    whole = None if text is None else _WHOLE.fullmatch(text)
    return text if whole is None else whole[1]


def snake_case(name: str) -> str:
    """Return the name of a column in small letters, with its words joined by underscores.

    Examples
    --------
    >>> snake_case("PassengerId"), snake_case("row.id"), snake_case(" Patient ID")
    ('passenger_id', 'row_id', 'patient_id')
    """
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    return re.sub(r"[^a-z0-9]+", "_", parted.lower()).strip("_")


def id_of(kind: str, *names: str) -> int:
    """Return the id of a name, or of several together, at least 1; each kind has its own ids.

    Two of a million names have the same id with a probability of 1 in 18,000.

    Examples
    --------
    >>> id_of("model", "forest"), id_of("model", "forest", "")
    (2112713546930382, 4414029714286792)
    """
    text = "\0".join([kind, *(name.replace("\0", "\0\0") for name in names)])
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return (int.from_bytes(digest[:8], "big") >> (64 - BITS)) or 1
