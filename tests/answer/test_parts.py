import inspect
import pkgutil
import re
from dataclasses import is_dataclass
from importlib import import_module

import pytest

from prgbench.answer.interface import PartOptions
from prgbench.answer.parts import ANSWER
from prgbench.report import parts as report_parts
from prgbench.report.parts import SHOWN
from prgbench.report.shown_part import ShownPart
from prgbench.robustness import ROBUSTNESS
from prgbench.study_file import PARTS

LONGEST_WORDS = 240


def n_arguments(function):
    return len(inspect.signature(function).parameters)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_a_part_keeps_the_contract(part):
    assert issubclass(part.options, PartOptions)
    assert part.options.__doc__
    assert part.options() == part.options.from_params({})
    assert n_arguments(part.tables) == len(["study", "options"])
    if part.per_task:
        assert n_arguments(part.per_task) == len(["task", "setting", "options"])
    assert all(is_dataclass(row) for row in part.rows.values())


@pytest.mark.parametrize("part", SHOWN, ids=lambda part: part.name)
def test_a_shown_part_keeps_the_contract(part):
    assert part.title
    for words in (part.shows, part.cannot_tell):
        assert words[0].isupper()
        assert words.endswith(".")
        assert 1 <= len(re.findall(r"[.:](?= |$)", words)) <= 3
        assert len(words) <= LONGEST_WORDS
    for function in (part.paragraphs, *part.figures.values()):
        # That of the leaderboard can be asked for fewer rows.
        inspect.signature(function).bind("tables", "facts")


def test_all_parts_are_shown_and_listed():
    modules = [
        import_module(f"{report_parts.__name__}.{module.name}")
        for module in pkgutil.iter_modules(report_parts.__path__)
    ]
    shown = {
        value.name
        for module in modules
        for value in vars(module).values()
        if isinstance(value, ShownPart)
    }
    assert shown == {part.name for part in SHOWN} == {part.name for part in PARTS}
    assert (*ANSWER, *ROBUSTNESS) == PARTS


def test_no_two_parts_have_a_table_or_figure_of_the_same_name():
    for names in (
        [name for part in SHOWN for name in part.figures],
        [name for part in PARTS for name in part.rows],
    ):
        assert len(set(names)) == len(names)
