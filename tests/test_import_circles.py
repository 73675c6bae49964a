"""No two modules of the package import each other, directly or through others."""

import ast
from graphlib import TopologicalSorter

from places import ROOT

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def imported_names(tree):
    """Yield what a module imports outside of its functions, for types alone, too."""
    inside = {
        node
        for function in ast.walk(tree)
        if isinstance(function, FUNCTIONS)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node not in inside:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports():
    """Return the modules that each module imports, but for the packages around it."""
    source = ROOT / "src"
    files = {
        ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (source / "prgbench").rglob("*.py")
    }
    graph = {}
    for module, path in files.items():
        names = set(imported_names(ast.parse(path.read_text(encoding="utf-8"))))
        around = {name for name in files if f"{module}.".startswith(f"{name}.")}
        graph[module] = (names & files.keys()) - around
    # It offers names of its rooms, and has the version.
    del graph["prgbench"]
    return {module: others - {"prgbench"} for module, others in graph.items()}


def test_no_modules_import_each_other_in_a_circle():
    graph = imports()
    assert len(graph) > 200
    TopologicalSorter(graph).prepare()
