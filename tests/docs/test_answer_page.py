"""docs/answer.md names every field of answer.json and every kind of warning."""

import re
from typing import get_args, get_origin

import pytest

from places import ROOT
from prgbench.answer.answer import Answer, Record
from prgbench.study.warnings import Kind

PAGE = (ROOT / "docs" / "answer.md").read_text(encoding="utf-8")
FIELDS = PAGE.split("## The fields of `answer.json`")[1]
ROWS = re.findall(
    r"^\| (`.*?) \| (.*) \|$",
    re.sub(r"(\| `costs\[\]` \| (.*) \|\n.*) the same ", r"\1 \2 ", FIELDS),
    re.MULTILINE,
)
"""What is "the same" as the row before has its names, too."""


def fields(record, path="", row=""):
    """Yield the path of each field, with the row of the table that may name it."""
    for name, field in record.model_fields.items():
        inner, listed = inner_record(field.annotation)
        own = f"{path}{name}{'[]' if listed else ''}"
        rows = "\n".join(f"{cell} {text}" for cell, text in ROWS if f"`{own}" in cell)
        yield own, rows or row
        if inner is not None:
            yield from fields(inner, f"{own}.", rows or row)


def inner_record(annotation):
    """Return the record that a field holds, or many of, and whether they are in a list."""
    if isinstance(annotation, type):
        return (annotation, False) if issubclass(annotation, Record) else (None, False)
    listed = get_origin(annotation) in (list, tuple)
    for part in get_args(annotation):
        found, inside = inner_record(part)
        if found is not None:
            return found, listed or inside
    return None, False


def is_named(path, row):
    """Say whether a row names a field, or what a bound, a target or another number is one of."""
    name = path.removesuffix("[]").rpartition(".")[2]
    shown = re.sub(r"^alike_|_new$|_interval$", "", name.removesuffix("_new"))
    if name in ("lower", "upper", "if_alike_lower", "if_alike_upper"):
        return True
    return bool({f"`{name}`", f"`{shown}`"} & set(re.findall(r"`\w+`", row))) or f"`{path}" in row


@pytest.mark.parametrize(("path", "row"), [*fields(Answer)], ids=[p for p, _ in fields(Answer)])
def test_each_field_is_explained(path, row):
    assert is_named(path, row)


def test_each_kind_of_warning_is_explained():
    section = PAGE.split("## Warnings")[1].split("\n## ")[0]
    assert set(re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)) == {"kind", *get_args(Kind)}
