from dataclasses import dataclass, field
from enum import StrEnum

import pytest

from prgbench.run.records import RecordError, from_json, to_json


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
        ('{"name": "a"}', "^parts is missing$"),
        ('{"name": 1, "parts": []}', "^name is 1; it should be a valid string$"),
        ('{"name": "a", "parts": [{"number": 1}, {"number": "x"}]}', "^entry 2 of parts, number"),
        (
            '{"name": "a", "parts": [{"part_id": 7, "number": 1, "colour": 3}]}',
            "^entry 1 of parts, colour is 3; it should be 'red'$",
        ),
        ('{"name": "a", "parts": [], "counts": {"blue": 1}}', "^counts, blue is 'blue'; it"),
        ('{"name": "a", "name": "a", "parts": []}', "^the key 'name' appears twice$"),
        ('{"name": "a", "parts": [], "more": {"b": 1, "b": 1}}', "^the key 'b' appears twice$"),
        ('{"name": "a", "parts": [{"number": 1e0}]}', "number is 1.0; it should be a valid int"),
        ('{"name": "a", "parts": [{"number": true}]}', "number is True; it should be a valid int"),
        ('{"name": "a", "parts": [{"number": NaN}]}', "number is nan"),
        ('{"name": "a\\ud800", "parts": []}', "^Invalid JSON"),
        ("{", "^Invalid JSON"),
        ("", "^Invalid JSON"),
        ("\ufeff{}", "^Invalid JSON"),
        (b"\xff{}", "^Invalid JSON"),
        ('{"more": ' + "[" * 10_000 + "]" * 10_000 + "}", "^Invalid JSON: recursion"),
        ('{"name": "a", "parts": [{"number": ' + "9" * 10_000 + "}]}", "^Invalid JSON: number"),
        ('{"name": "\\n\\u001b[31m", "parts": {}}', "^parts is {}; it should be a valid array$"),
        (
            '{"name": "a", "parts": [{"number": "\\n\\u001b[31m' + "x" * 1000 + '"}]}',
            r"^entry 1 of parts, number is '\\n\\x1b\[31mx{40,50}\.\.\.; it should be a valid",
        ),
    ],
)
def test_what_is_no_such_record_is_named(text, message):
    with pytest.raises(RecordError, match=message) as raised:
        from_json(Whole, text)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 300


def test_a_mistake_says_where_it_is():
    with pytest.raises(RecordError) as raised:
        from_json(list[Part], '[{"number": 1}, {"number": null}]')
    assert raised.value.place == (1, "number")
    assert raised.value.problem == "is None; it should be a valid integer"
    assert str(raised.value) == "entry 2, number is None; it should be a valid integer"
