"""Public functions and classes say what they take, give and raise, and show it in an example."""

import ast
import inspect
import re
from collections.abc import Iterator
from textwrap import dedent

import prgbench
from places import ROOT
from prgbench import metrics
from prgtheory import populations

Definition = ast.FunctionDef | ast.ClassDef
ROOM = ROOT / "src" / "prgtheory"
PACKAGES = (prgbench, metrics, populations)


def definitions_of(source: str) -> list[Definition]:
    """Return the public functions and classes of a module, without overloads."""
    return [
        node
        for node in ast.parse(source).body
        if isinstance(node, Definition)
        and not node.name.startswith("_")
        and not any(ast.unparse(decorator) == "overload" for decorator in node.decorator_list)
    ]


def in_rooms() -> Iterator[tuple[str, Definition]]:
    for path in sorted(ROOM.rglob("[!_]*.py")):
        for node in definitions_of(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(ROOM)}: {node.name}", node


def exported() -> Iterator[tuple[str, Definition]]:
    for package in PACKAGES:
        for name in package.__all__:
            value = getattr(package, name)
            if inspect.isfunction(value) or inspect.isclass(value):
                [node] = definitions_of(dedent(inspect.getsource(value)))
                yield f"{package.__name__}.{name}", node


def what_it_lacks(node: Definition) -> set[str]:
    """Return the sections that a docstring should have and has not."""
    found = set(re.findall(r"^(\w+)\n---", ast.get_docstring(node) or "", re.MULTILINE))
    needed = {"Examples"} | (
        sections_of_class(node) if isinstance(node, ast.ClassDef) else sections_of_function(node)
    )
    return {section for section in needed if not found & set(section.split(" or "))}


def sections_of_class(node: ast.ClassDef) -> set[str]:
    has_fields = any(isinstance(inner, ast.AnnAssign) for inner in node.body)
    return {"Attributes or Parameters"} if has_fields else set()


def sections_of_function(node: ast.FunctionDef) -> set[str]:
    arguments, gives = node.args, node.returns and ast.unparse(node.returns)
    holds = {
        "Parameters": any(
            (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg)
        ),
        "Returns or Yields": gives != "None",
        "Raises": any(isinstance(inner, ast.Raise) for inner in ast.walk(node)),
    }
    return {section for section, needed in holds.items() if needed}


def test_public_names_are_documented_in_full():
    lacking = {place: what_it_lacks(node) for place, node in (*in_rooms(), *exported())}
    assert {place: sections for place, sections in lacking.items() if sections} == {}


def test_what_is_not_documented_is_found():
    function, fields = definitions_of(
        "def half(x: int) -> float:\n    'Halve.'\n    if not x:\n        raise ValueError\n"
        "class Half(NamedTuple):\n    'A half.'\n    x: int\n"
    )
    assert what_it_lacks(function) == {"Examples", "Parameters", "Raises", "Returns or Yields"}
    assert what_it_lacks(fields) == {"Attributes or Parameters", "Examples"}
