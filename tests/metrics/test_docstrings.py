"""Docstrings of the numeric core and the papers: sections, sources and relatives that exist."""

import ast
import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

import prgtheory
from prgbench import metrics, stats

ROOMS = (metrics, stats, prgtheory.populations, prgtheory)
SECTIONS = (
    "Parameters",
    "Attributes",
    "Returns",
    "Yields",
    "Raises",
    "Warns",
    "See Also",
    "Notes",
    "References",
    "Examples",
)
# A function that returns one of these computes a number, a curve or a distribution.
NUMBERS = {
    "ConfidenceInterval",
    "CurveBand",
    "PairedTest",
    "float",
    "FloatArray",
    "Floats",
    "Limits",
    "NormalApproximation",
    "PRBand",
    "PRCurve",
    "PRGCurve",
    "PRGHull",
    "PRPoints",
    "Population",
    "PopulationAreas",
    "ROCCurve",
    "ROCHull",
    "SamplingSummary",
    "ThresholdCounts",
}
WITHOUT_SOURCE = {
    "evaluate": "scores models with measures, each of which has its own source",
    "reweighted_areas": "the areas of `areas`, under weights",
    "simulate_areas": "the areas of `areas`, of drawn samples",
    "draw_sample": "draws from the distributions of a population",
}


class Docstring(NamedTuple):
    """A docstring and where it stands."""

    module: ModuleType
    name: str
    text: str


def modules_of(room: ModuleType) -> list[ModuleType]:
    names = [info.name for info in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")]
    return [room, *map(importlib.import_module, names)]


def public_objects() -> dict[str, object]:
    """Give functions and classes by name: the public ones of two rooms, all of the third."""
    found = {
        f"{room.__name__}.{name}": getattr(room, name)
        for room in (metrics, prgtheory.populations)
        for name in room.__all__
    }
    for module in modules_of(stats):
        for name, value in vars(module).items():
            if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__:
                found[f"{module.__name__}.{name}"] = value
    return {
        name: value
        for name, value in found.items()
        if inspect.isfunction(value) or inspect.isclass(value)
    }


def all_docstrings() -> list[Docstring]:
    """Read the docstrings of every function, class and method."""
    found = []
    for module in [module for room in ROOMS for module in modules_of(room)]:
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        nodes = [(node, "") for node in tree.body]
        while nodes:
            node, owner = nodes.pop()
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                name = f"{owner}{node.name}"
                if text := ast.get_docstring(node):
                    found.append(Docstring(module, name, text))
                if isinstance(node, ast.ClassDef):
                    nodes += [(inner, f"{name}.") for inner in node.body]
    return found


def sections_of(text: str) -> dict[str, str]:
    """Split a docstring at its underlined headings; the text before them has no name."""
    pieces = re.split(r"^(\S.*)\n(-{3,})$", text, flags=re.MULTILINE)
    named = {"": pieces[0]}
    for name, line, body in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        assert len(name) == len(line), f"the line under {name!r} has another length"
        assert name not in named, f"{name!r} stands twice"
        named[name] = body
    return named


def attribute(start: object, path: str) -> bool:
    for part in path.split("."):
        if not hasattr(start, part):
            return False
        start = getattr(start, part)
    return True


def is_known(name: str, module: ModuleType) -> bool:
    """Tell whether a reader finds the name: in its module, in its room, or by its full path."""
    if not name.startswith(("prgbench.", "prgtheory.")):
        room = next(room for room in ROOMS if module.__name__.startswith(room.__name__))
        return attribute(module, name) or attribute(room, name)
    parts = name.split(".")
    for end in range(len(parts), 1, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            continue
        return end == len(parts) or attribute(found, ".".join(parts[end:]))
    return False


PUBLIC = public_objects()
DOCSTRINGS = [
    pytest.param(found, id=f"{found.module.__name__}.{found.name}") for found in all_docstrings()
]


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_have_an_example(name):
    examples = sections_of(inspect.getdoc(PUBLIC[name]) or "").get("Examples", "")
    assert ">>> " in examples


@pytest.mark.parametrize(
    "name", [name for name, value in PUBLIC.items() if inspect.isfunction(value)]
)
def test_what_computes_a_number_names_its_source(name):
    returned = set(re.findall(r"\w+", str(inspect.signature(PUBLIC[name]).return_annotation)))
    returned |= {"float"} if "float64" in returned else set()
    reason = WITHOUT_SOURCE.get(name.rpartition(".")[2])
    has_source = "References" in sections_of(inspect.getdoc(PUBLIC[name]) or "")
    if returned & NUMBERS:
        assert has_source != bool(reason)


def test_every_exception_is_a_public_name():
    assert set(WITHOUT_SOURCE) <= {name.rpartition(".")[2] for name in PUBLIC}


@pytest.mark.parametrize("docstring", DOCSTRINGS)
def test_sections_are_those_of_numpydoc_in_their_order(docstring):
    named = [section for section in sections_of(docstring.text) if section]
    assert set(named) <= set(SECTIONS)
    assert named == sorted(named, key=SECTIONS.index)


@pytest.mark.parametrize("docstring", DOCSTRINGS)
def test_relatives_exist(docstring):
    for line in sections_of(docstring.text).get("See Also", "").strip().splitlines():
        relative, separator, what = line.partition(" : ")
        assert separator
        assert what.endswith(".")
        assert is_known(relative, docstring.module), f"{relative} is not found"
        assert relative != docstring.name, f"{relative} names itself"


@pytest.mark.parametrize("docstring", DOCSTRINGS)
def test_every_citation_has_its_reference(docstring):
    sections = sections_of(docstring.text)
    listed = re.findall(r"^\.\. \[(\d+)\] ", sections.pop("References", ""), re.MULTILINE)
    cited = re.findall(r"\[(\d+)\]_", "\n".join(sections.values()))
    assert listed == [str(number) for number in range(1, len(listed) + 1)]
    assert set(cited) == set(listed)
    assert list(dict.fromkeys(cited)) == listed, "citations are not numbered as they appear"
