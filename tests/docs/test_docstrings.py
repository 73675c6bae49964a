"""What `numpydoc lint` of `make check` does not see in docstrings: what is public, what exists."""

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from textwrap import dedent

from numpydoc.docscrape import NumpyDocString
from numpydoc.validate import validate

import prgbench
import prgtheory
from prgbench import data, metrics, stats
from prgbench.answer import interface as parts
from prgbench.run.kernels import can_use_kernels
from prgbench.sources import (
    errors,
    exclusions,
    in_memory,
    runs,
    sent_predictions,
    task_predictions,
    tasks,
)
from prgbench.sources import interface as sources
from prgtheory import populations

COMPILED = "prgbench.metrics.engine.compiled"
"""It can be imported where there was a C compiler."""

# Examples, a docstring at all, parameters (none missing or unknown, in order), what is returned.
NEEDED = {"EX01", "GL08", "PR01", "PR02", "PR03", "RT01", "YD01"}
# A function that returns one of these computes a number, a curve or a distribution.
NUMBERS = {
    *("ConfidenceInterval", "CurveBand", "PairedTest", "float", "float64", "FloatArray", "Floats"),
    *("Limits", "NormalApproximation", "PRBand", "PRCurve", "PRGCurve", "PRGHull", "PRPoints"),
    *("Population", "PopulationAreas", "ROCCurve", "ROCHull"),
    "ThresholdCounts",
}
WITHOUT_SOURCE = {
    "evaluate": "scores models with measures, each of which has its own source",
    "simulate_areas": "the areas of `areas`, of drawn samples",
    "draw_sample": "draws from the distributions of a population",
}


def modules_of(room):
    names = [info.name for info in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")]
    without = () if can_use_kernels() else (COMPILED,)
    return [room, *(import_module(name) for name in names if name not in without)]


def public_objects(exporting, *whole):
    """Return functions and classes by name: what packages export, and all of other packages."""
    found = [getattr(package, name) for package in exporting for name in package.__all__]
    for module in (module for package in whole for module in modules_of(package)):
        named = [value for name, value in vars(module).items() if not name.startswith("_")]
        found += [value for value in named if getattr(value, "__module__", "") == module.__name__]
    return {
        f"{value.__module__}.{value.__name__}": value
        for value in found
        if inspect.isfunction(value) or inspect.isclass(value)
    }


def docstrings() -> Iterator[tuple[str, str, str, NumpyDocString]]:
    """Yield room, module, name and docstring of every function, class and method."""
    # The last room that holds a module is its own.
    rooms = (metrics, stats, prgtheory, populations)
    room_of = {module: room for room in rooms for module in modules_of(room)}
    for module, room in room_of.items():
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))):
            text = isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node)
            if text:
                yield room.__name__, module.__name__, node.name, NumpyDocString(text)


def is_found(name: str) -> bool:
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


INTERFACES = (
    *modules_of(data),
    sources,
    tasks,
    runs,
    sent_predictions,
    exclusions,
    errors,
    in_memory,
    task_predictions,
    parts,
)
"""What rooms hand on to each other, and those who write a source or a part read first."""


def of_interfaces():
    named = (value for module in INTERFACES for value in vars(module).values())
    modules = {module.__name__ for module in INTERFACES}
    return {
        f"{value.__module__}.{value.__name__}": value
        for value in named
        if getattr(value, "__module__", "") in modules
        and (inspect.isfunction(value) or inspect.isclass(value))
        and not value.__name__.startswith("_")
    }


def lacking_of(objects):
    """Return what the docstrings of functions and classes lack, by name."""
    lacking = {}
    for name, value in objects.items():
        found = validate(name)
        lacks = {code for code, _ in found["errors"]} & NEEDED
        sections = NumpyDocString(found["docstring"])
        has_fields = bool(vars(value).get("__annotations__"))
        if inspect.isclass(value) and (sections["Attributes"] or not has_fields):
            lacks -= {"PR01"}
        code = ast.walk(ast.parse(dedent(inspect.getsource(value))))
        raises = inspect.isfunction(value) and any(isinstance(node, ast.Raise) for node in code)
        if raises and not sections["Raises"]:
            lacks |= {"Raises"}
        if lacks:
            lacking[name] = lacks
    return lacking


def test_public_names_are_documented_in_full():
    assert lacking_of(public_objects((prgbench, metrics, populations), stats)) == {}


def test_interfaces_are_documented_in_full():
    objects = of_interfaces()
    assert len(objects) > 25
    assert lacking_of(objects) == {}


def test_members_of_statistics_have_examples():
    lacking = {}
    for name, value in public_objects((), stats).items():
        members = vars(value).items() if inspect.isclass(value) else ()
        for member, found in members:
            text = inspect.getdoc(getattr(found, "fget", None) or found) or ""
            is_member = inspect.isfunction(found) or isinstance(found, property | classmethod)
            if is_member and not member.startswith("_") and ">>>" not in text:
                lacking[f"{name}.{member}"] = text[:40]
    assert lacking == {}


def test_what_computes_a_number_names_its_source():
    wrong, exceptions = {}, set()
    for name, value in public_objects((metrics, populations), stats).items():
        if inspect.isclass(value):
            continue
        returned = set(re.findall(r"\w+", str(inspect.signature(value).return_annotation)))
        has_source = bool(NumpyDocString(inspect.getdoc(value))["References"])
        exceptions |= {value.__name__} & set(WITHOUT_SOURCE)
        if returned & NUMBERS and has_source == (value.__name__ in WITHOUT_SOURCE):
            wrong[name] = has_source
    assert (wrong, exceptions) == ({}, set(WITHOUT_SOURCE))


def test_relatives_exist():
    unknown = {}
    for room, module, owner, docstring in docstrings():
        for names, _ in docstring["See Also"]:
            for name, _ in names:
                full = name.startswith(("prgbench.", "prgtheory."))
                places = [name] if full else [f"{module}.{name}", f"{room}.{name}"]
                if name == owner or not any(map(is_found, places)):
                    unknown[f"{module}.{owner}"] = name
    assert unknown == {}


def test_citations_have_their_references_in_order():
    wrong = {}
    for _, module, owner, docstring in docstrings():
        listed = re.findall(r"^\.\. \[(\d+)\] ", "\n".join(docstring["References"]), re.MULTILINE)
        docstring["References"] = []
        cited = list(dict.fromkeys(re.findall(r"\[(\d+)\]_", str(docstring))))
        if not cited == listed == [str(number + 1) for number in range(len(listed))]:
            wrong[f"{module}.{owner}"] = cited, listed
    assert wrong == {}
