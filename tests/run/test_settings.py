import time
from typing import Annotated, Literal

import pytest
from pydantic import Field, create_model

from prgbench.run.errors import PrgbenchError
from prgbench.run.settings import Section, check_settings, read_settings, read_yaml, schema_of


class Inner(Section):
    """How it is done."""

    way: Literal["fast", "slow"] = "fast"
    """Which way."""

    sizes: tuple[Annotated[int, Field(ge=2)], ...] = (2, 3)
    """How many,
    one after the other.
    """


class Outer(Section):
    """What is done."""

    name: Annotated[str, Field(min_length=1)]
    """How it is called."""

    day: str | None = None
    """The day."""

    models: Annotated[int, Field(ge=2)] | Literal["all"] = 30
    """How many models."""

    inner: Inner = Inner()


def read(tmp_path, text):
    path = tmp_path / "study.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_settings(path, Outer)


def test_keys_left_out_have_their_defaults(tmp_path):
    settings = read(tmp_path, "name: a\ninner: {sizes: [5]}\n")
    assert settings.inner.sizes == (5,)
    assert (settings.inner.way, settings.models, settings.day) == ("fast", 30, None)


def test_a_day_need_not_stand_in_quotes(tmp_path):
    assert read(tmp_path, "name: a\nday: 2015-06-30\n").day == "2015-06-30"


def test_merged_keys_may_be_overridden(tmp_path):
    path = tmp_path / "merged.yaml"
    path.write_text("a: &a {x: 1, y: 2}\nb: &b {<<: *a, y: 3}\nc: {<<: *b, x: 4}\n")
    assert read_yaml(path) == {"a": {"x": 1, "y": 2}, "b": {"x": 1, "y": 3}, "c": {"x": 4, "y": 3}}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("day: x", ": the key 'name' is missing. How it is called."),
        ("name: a\nnam: b", ": unknown key 'nam'. Did you mean name?"),
        ("name: 3", "name: 3 is not allowed; it should be a valid string. How it is called."),
        (
            "name: a\ninner: {way: last}",
            "inner.way: 'last' is not allowed; it should be 'fast' or 'slow'. Which way.",
        ),
        ("name: a\ninner: {ways: last}", "inner: unknown key 'ways'. Did you mean way?"),
        (
            "name: a\ninner: {sizes: [2, 1]}",
            "inner.sizes.1: 1 is not allowed; it should be greater than or equal to 2. "
            "How many, one after the other.",
        ),
        (
            "name: a\nmodels: some",
            "models: 'some' is not allowed; it should be a valid integer or be 'all'. "
            "How many models.",
        ),
        ("name: a\nmodels: .inf", "models: inf is not allowed"),
        ("name: a\nname: b", "the key 'name' appears twice"),
        ("name: a\ninner:\n  way: fast\n  way: slow", "the key 'way' appears twice"),
        ("name: a\n? [b]\n: c", "is not YAML: while constructing a mapping"),
        ("name: [", "is not YAML"),
        (
            "name: a\n models: [",
            "is not YAML: mapping values are not allowed here in line 2, column 8.",
        ),
        (
            "name: a\nmodels: '3'",
            "models: '3' is not allowed; it should be a valid integer or be 'all': write it "
            "without quotes. ",
        ),
        (
            "name: a\ninner:",
            "inner: an empty value is not allowed; it should be a mapping of keys to values.",
        ),
        ("name: a\ninner: {sizes: 3}", "inner.sizes: 3 is not allowed; it should be a list."),
        ("- name", "is not a mapping of keys to values."),
        ("", "is not a mapping of keys to values."),
        ("name: a\n2015-06-30: b", "a key is neither a word nor a number."),
        ("name: caf\xe9".encode("latin-1"), "is not in UTF-8 (byte 9)"),
    ],
)
def test_a_mistake_is_one_sentence_that_names_file_and_key(tmp_path, text, sentence):
    with pytest.raises(PrgbenchError) as raised:
        read(tmp_path, text)
    message = str(raised.value)
    assert message.startswith(str(tmp_path / "study.yaml"))
    assert sentence in message
    assert "\n" not in message


NINES = "9" * 5000


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name: &a [*a]", "can't be written as JSON (Circular reference detected)"),
        (f"name: {NINES}", "a value can't be read (Exceeds the limit"),
        (f"name: {'[' * 3000}", "is nested too deeply: correct it."),
        (f"name: a\nmodels: x{NINES}", "models: 'x999"),
        (f"name: a\n'{NINES[:1000]}': 1", ": unknown key '999"),
        (f"name: a\n'{NINES[:1000]}': 1\n'{NINES[:1000]}': 1", "is not YAML: the key '999"),
        (f"name: a\ninner: {{sizes: [{'1, ' * 30_000}]}}", "inner.sizes.0: 1 is not allowed"),
        (f"name: a{' ' * (1 << 19)}", "has 524 kB, above the limit of 524 kB"),
    ],
)
def test_what_has_no_end_is_refused_at_once_and_shortly(tmp_path, text, sentence):
    start = time.process_time()
    with pytest.raises(PrgbenchError) as raised:
        read(tmp_path, text)
    assert time.process_time() - start < 5
    message = str(raised.value)
    assert sentence in message
    assert len(message) < 700


def test_settings_in_memory_that_hold_themselves_are_refused():
    around: dict[str, object] = {"name": "a"}
    around["inner"] = around
    with pytest.raises(PrgbenchError, match=r"here can't be written as JSON \(Circular ref"):
        check_settings(around, "here", Outer)
    with pytest.raises(PrgbenchError, match=r"here can't be written as JSON \(Exceeds the limit"):
        check_settings({"name": "a", "models": 10**5000}, "here", Outer)


def test_the_deepest_of_several_mistakes_is_named():
    with pytest.raises(PrgbenchError, match=r"^here: inner\.way: 'x' is not allowed"):
        check_settings({"inner": {"way": "x"}, "nam": 1}, "here", Outer)


def test_settings_survive_the_way_into_a_job():
    settings = check_settings({"name": "a", "inner": {"sizes": [5, 7]}}, "here", Outer)
    params = settings.as_params()
    assert params["inner"] == {"way": "fast", "sizes": [5, 7]}
    assert Outer.from_params(params) == settings


def test_the_schema_has_every_section_where_it_stands():
    schema = schema_of(Outer)
    assert schema["required"] == ["name"]
    assert schema["properties"]["inner"]["properties"]["sizes"] == {
        "default": [2, 3],
        "description": "How many, one after the other.",
        "items": {"minimum": 2, "type": "integer"},
        "type": "array",
    }
    assert schema["properties"]["inner"]["description"] == "How it is done."
    assert schema["properties"]["inner"]["additionalProperties"] is False


class Faster(Inner):
    """How it is done, and faster."""

    cores: int = 1
    """How many cores."""

    speed: Annotated[int, Field(alias="kmh", description="Said otherwise.")] = 30
    """Not taken."""


def test_the_texts_of_bases_are_those_of_a_section_too_even_without_a_source():
    made = create_model("made", __base__=Faster, more=(int, 1))
    for section in (Faster, made):
        properties = schema_of(section)["properties"]
        found = {name: of_field.get("description") for name, of_field in properties.items()}
        assert (
            found.items()
            >= {
                "way": "Which way.",
                "sizes": "How many, one after the other.",
                "cores": "How many cores.",
                "kmh": "Said otherwise.",
            }.items()
        )
    assert found["more"] is None


def test_a_date_that_is_none_is_one_sentence(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("day: 2015-02-30\n")
    with pytest.raises(
        PrgbenchError, match=r"mine.yaml: a value can't be read \(day is out of range"
    ):
        read_yaml(path)
