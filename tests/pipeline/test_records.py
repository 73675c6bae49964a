from dataclasses import dataclass, field
from enum import StrEnum

import pytest

from prgbench.pipeline.records import from_json, to_json


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Part:
    number: int
    colour: Colour = Colour.RED


@dataclass(frozen=True, slots=True)
class Whole:
    name: str
    parts: tuple[Part, ...]
    counts: dict[Colour, int] = field(default_factory=dict)


def test_what_is_written_is_read_back():
    whole = Whole("a", (Part(1), Part(2)), {Colour.RED: 3})
    assert from_json(Whole, to_json(whole)) == whole


def test_lists_of_records_are_records_too():
    assert from_json(list[Part], '[{"number": 1}]') == [Part(1)]


def test_files_of_other_versions_stay_readable():
    older = '{"name": "a", "parts": [{"number": 1}]}'
    newer = '{"name": "a", "parts": [{"number": 1, "size": 2}], "counts": {}, "more": [1]}'
    assert from_json(Whole, older) == from_json(Whole, newer) == Whole("a", (Part(1),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"name": "a"}', "^parts: Field required$"),
        ('{"name": "a", "parts": [{"number": "x"}]}', r"^parts\.0\.number: "),
        ("{", "Invalid JSON"),
    ],
)
def test_what_is_no_such_record_is_named(text, message):
    with pytest.raises(ValueError, match=message) as raised:
        from_json(Whole, text)
    assert "\n" not in str(raised.value)
