"""What a value of a table is called: the same in Parquet, where it has a type, and in CSV."""

import math
import re
from typing import Any

_WHOLE = re.compile(r"([+-]?[0-9]+)\.0+")


def name_text(value: Any) -> str | None:
    """Return the name that a value is; None where there is none.

    Examples
    --------
    >>> [name_text(value) for value in ("forest", 7, 7.0, True, None, "", float("nan"))]
    ['forest', '7', '7', 'True', None, None, None]
    """
    if value is None or value == "":
        return None
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return str(int(value)) if value.is_integer() else repr(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def label_text(value: Any) -> str | None:
    """Return the label of a class that a value is: 1, 1.0, "1" and "1.0" are the same.

    Examples
    --------
    >>> [label_text(value) for value in (1, 1.0, "1.0", "v1.0", False, None)]
    ['1', '1', '1', 'v1.0', 'False', None]
    """
    text = name_text(value)
    whole = None if text is None else _WHOLE.fullmatch(text)
    return text if whole is None else whole[1]
