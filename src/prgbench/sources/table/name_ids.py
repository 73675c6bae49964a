"""Ids of names: a data set or a model has the same id in every table and on every machine.

An id is the beginning of a SHA-256 checksum of the name, so that it depends on nothing else: rows,
models and data sets that are added later change no id, and no registry has to be kept. It has 53
bits, not 63, since the report's page holds its numbers as JavaScript does, exactly up to 2**53.
Two of 100,000 names get the same id with a probability of one in two million; that is an error.
"""

import hashlib
from collections.abc import Iterable, Sequence

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain

BITS = 53


def id_of(kind: str, *names: str) -> int:
    """Return the id of what names tell apart, at least 1.

    Parameters
    ----------
    kind : str
        What is named: ids of two kinds have nothing to do with each other.
    *names : str
        The names, as those of a data set and of a model.

    Examples
    --------
    >>> id_of("model", "forest"), id_of("model", "forest", "")
    (2112713546930382, 4414029714286792)
    """
    text = "\0".join([kind, *(name.replace("\0", "\0\0") for name in names)])
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return (int.from_bytes(digest[:8], "big") >> (64 - BITS)) or 1


def check_distinct(kind: str, names: Iterable[Sequence[str]]) -> None:
    """Refuse names of a kind of which two have the same id.

    Raises
    ------
    PrgbenchError
        If two have.
    """
    seen: dict[int, Sequence[str]] = {}
    for name in names:
        other = seen.setdefault(id_of(kind, *name), name)
        if other != name:
            first, second = (plain(" of ".join(reversed(found))) for found in (other, name))
            raise PrgbenchError(f"The {kind}s {first} and {second} have the same id: rename one.")
