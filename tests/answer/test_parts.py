import inspect
import pkgutil
import re
from importlib import import_module

import pytest

import prgbench.answer
from prgbench.answer.interface import PARTS, Part, PartOptions, part_modules, parts_named

NO_PART = {"your_model"}
LONGEST_WORDS = 240


def n_arguments(function):
    return len(inspect.signature(function).parameters)


def modules(part):
    return {found.name for found in pkgutil.iter_modules(import_module(part.module()).__path__)}


def test_every_folder_is_a_part_and_every_part_a_folder():
    folders = {
        found.name for found in pkgutil.iter_modules(prgbench.answer.__path__) if found.ispkg
    }
    assert folders - NO_PART == {part.name for part in PARTS}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_a_part_keeps_the_contract(part):
    assert issubclass(part.options, PartOptions)
    assert part.options().enabled
    assert n_arguments(part.load("tables", "tables")) == len(["study", "options"])
    assert n_arguments(part.load("text", "paragraphs")) == len(["tables", "facts"])
    assert part.load("text", "TITLE")
    for name in ("SHOWS", "CANNOT_TELL"):
        words = part.load("text", name)
        assert words[0].isupper()
        assert words.endswith(".")
        assert 1 <= len(re.findall(r"[.:](?= |$)", words)) <= 3
        assert len(words) <= LONGEST_WORDS
    for figure in part.figures:
        assert n_arguments(part.load("figure", figure)) == len(["tables", "facts"])
    assert ("per_task" in modules(part)) == (part.needs is not None)
    assert ("figure" in modules(part)) == bool(part.figures)
    if part.needs:
        per_task = part.load("per_task", "per_task")
        assert n_arguments(per_task) == len(["task", "models", "setting", "options"])


def test_no_two_parts_have_a_figure_of_the_same_name():
    figures = [figure for part in PARTS for figure in part.figures]
    assert len(set(figures)) == len(figures)


def test_parts_come_in_the_order_of_the_list():
    assert [part.name for part in parts_named(["ties", "intervals"])] == ["intervals", "ties"]


def test_an_unknown_part_is_refused():
    with pytest.raises(ValueError, match=r"There is no part tie\."):
        parts_named(["ties", "tie"])


def test_the_modules_of_parts_are_named_in_full():
    assert part_modules([Part("ties")], "tables") == [
        "prgbench.answer.ties",
        "prgbench.answer.ties.tables",
    ]
