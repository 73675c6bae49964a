"""Records (data classes) as JSON: the one way in which plans, headers and lists are kept.

A file may lack fields that were added later, which then have their defaults, and may have fields
that are not known any more: files of another version stay readable.
"""

from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

Record = TypeVar("Record")


def to_json(record: Any, record_type: Any = None) -> str:
    """Return a record, or what else has a type, as JSON on one line."""
    return _adapter(record_type or type(record)).dump_json(record).decode()


def from_json(record_type: type[Record], text: str | bytes) -> Record:
    """Return the record that JSON holds.

    Raises
    ------
    ValueError
        If it is not such a record; the message names the first field that is wrong.
    """
    try:
        found: Record = _adapter(record_type).validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise ValueError(f"{place}: {first['msg']}" if place else first["msg"]) from None
    return found


_adapters: dict[Any, TypeAdapter[Any]] = {}


def _adapter(record_type: Any) -> TypeAdapter[Any]:
    if record_type not in _adapters:
        _adapters[record_type] = TypeAdapter(record_type)
    return _adapters[record_type]
