"""What the values of a table are called, and the ids that are made from their names.

A value has the same name in Parquet, where it has a type, and in CSV. An id is the beginning of
the SHA-256 checksum of a name, so it is the same in every table and on every machine. It has 53
bits, since the report's page holds its numbers as JavaScript does, exactly up to 2**53. Two of
100,000 names get the same id with a probability of one in two million; that is an error.
"""

import hashlib
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import plain

BITS = 53

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


def id_of(kind: str, *names: str) -> int:
    """Return the id of a name, or of several together, at least 1; each kind has its own ids.

    Examples
    --------
    >>> id_of("model", "forest"), id_of("model", "forest", "")
    (2112713546930382, 4414029714286792)
    """
    text = "\0".join([kind, *(name.replace("\0", "\0\0") for name in names)])
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return (int.from_bytes(digest[:8], "big") >> (64 - BITS)) or 1


def check_distinct(kind: str, names: Iterable[Sequence[str]]) -> None:
    """Raise `PrgbenchError` if two names of a kind have the same id."""
    seen: dict[int, Sequence[str]] = {}
    for name in names:
        other = seen.setdefault(id_of(kind, *name), name)
        if other != name:
            first, second = (plain(" of ".join(reversed(found))) for found in (other, name))
            raise PrgbenchError(f"The {kind}s {first} and {second} have the same id: rename one.")
