"""Records (data classes) as JSON: the form of plans, headers and lists on disk.

Files of other versions stay readable: missing fields have their defaults, unknown ones are
ignored. Everything else is strict, as somebody else may have made the file: a number is not taken
for a text, and no key may occur twice.
"""

import json
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from prgbench.run.safe_text import first_repeated, plain

Record = TypeVar("Record")
Values = TypeVar("Values", bound=Sequence[Hashable])
Place = tuple[int | str, ...]

SHOWN = 60
KEY = "[key]"


class RecordError(ValueError):
    """The text is not the record that it should be: the ``problem``, and its ``place`` in it."""

    def __init__(self, place: Place, problem: str) -> None:
        self.place = place
        self.problem = problem
        where = ", ".join(_named(place))
        super().__init__(f"{where} {problem}" if where else problem)


def to_json(record: Any, record_type: Any = None) -> str:
    """Return a record, or another value of a type, as JSON on one line."""
    return _adapter(record_type or type(record)).dump_json(record).decode()


def from_json(record_type: type[Record], text: str | bytes) -> Record:
    """Return the record that JSON holds; a `RecordError` names the first field that is wrong."""
    try:
        record: Record = _adapter(record_type).validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise RecordError(first["loc"], _problem(first)) from None
    # pydantic takes the last of repeated keys. Numbers stay texts, which has no limits.
    json.loads(text, object_pairs_hook=_unique, parse_int=str, parse_float=str)
    return record


def distinct(values: Values) -> Values:
    """Return the values if none occurs twice: a check for fields."""
    if len(set(values)) < len(values):
        raise PydanticCustomError("distinct", "Input should not contain anything twice")
    return values


_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def _unique(pairs: list[tuple[str, Any]]) -> None:
    twice = first_repeated(key for key, _ in pairs)
    if twice is not None:
        raise RecordError((), f"the key {plain(repr(twice), SHOWN)} appears twice")


def _problem(mistake: ErrorDetails) -> str:
    if mistake["type"] == "missing":
        return "is missing"
    if not mistake["loc"]:
        return plain(mistake["msg"])
    value = plain(repr(mistake["input"]), SHOWN)
    _, should, wanted = mistake["msg"].partition(" should ")
    return f"is {value}; it should {plain(wanted)}" if should else f"is {value}: {plain(wanted)}"


def _named(place: Place) -> list[str]:
    """Return the steps to a mistake, entries of a list with the name of the list."""
    names: list[str] = []
    for step in place:
        if isinstance(step, int):
            names[-1:] = [f"entry {step + 1} of {names[-1]}" if names else f"entry {step + 1}"]
        elif step != KEY:
            names.append(plain(step, SHOWN))
    return names
