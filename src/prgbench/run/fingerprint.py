"""Fingerprints of the code behind a result, so that an edit reruns only what it can change.

The code behind a stage is all that it imports from these packages, directly or not. Comments,
layout and docstrings do not count. Data files beside a module do, except leftovers of editors.
Fingerprints are kept beside the bytecode as long as no file of the packages has another size or
time: to parse all of them takes seconds.
"""

import ast
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib.machinery import PathFinder
from importlib.util import cache_from_source, find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import sha256_of, write_text

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    import grimp


def _folder_of(package: str) -> Path | None:
    """Return the folder of a package, or None where it is not installed."""
    spec = find_spec(package)
    # Without an origin it is a mere folder of that name, as one with bytecode of older code.
    return Path(spec.origin).parent if spec and spec.origin else None


FOLDERS = {
    package: folder
    for package in ("prgbench", "prgtheory")
    if (folder := _folder_of(package)) is not None
}
"""The packages whose code counts, and where they are: the theory is in checkouts alone."""

OWN = "+"
"""Stands in a fingerprint before that of code of the user's own and of plugins."""

KEPT = Path(cache_from_source(__file__)).with_suffix(".json")


def stages_fingerprint(*functions: str) -> str:
    """Return a checksum of functions of `prgbench.pipeline` and of the code they can reach."""

    def fingerprint() -> str:
        code = stages_code(*functions)
        return _checksum(code, modules_fingerprint(*imported_modules(code)))

    return _kept(" ".join(functions), fingerprint)


def stages_code(*names: str) -> str:
    """Return the code of functions of `prgbench.pipeline`, and of those beside them they use."""
    functions = _stage_functions()
    if unknown := set(names) - functions.keys():
        raise ValueError(f"{', '.join(unknown)}: not in prgbench.pipeline.")
    reached = set(names)
    new = set(names)
    while new:
        # What a function calls of its neighbours is its code too, and what these call.
        called = set().union(*(_names_from_outside(functions[name]) for name in new))
        new = (called & functions.keys()) - reached
        reached |= new
    return "\n".join(ast.unparse(functions[name]) for name in sorted(reached))


def script_fingerprint(folder: Path, script: str, *loaded: str) -> str:
    """Return a checksum of the code of these packages that a script can reach.

    Modules that it loads by name, which no import statement shows, are named in ``loaded``.
    """
    code = (folder / script).read_bytes()
    return _kept(
        _checksum(sha256(code).hexdigest(), *sorted(loaded)),
        lambda: modules_fingerprint(*imported_modules(code), *loaded),
    )


def notebook_fingerprint(folder: Path, script: str, notebook: Path) -> str:
    """Return a checksum of the code that a notebook and the script that executes it can reach."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = "".join(f"{''.join(cell['source'])}\n" for cell in cells if cell["cell_type"] == "code")
    # Magics of IPython are no Python, and import nothing.
    plain = "\n".join(line for line in code.splitlines() if not line.startswith(("%", "!")))
    return _kept(
        _checksum(sha256((folder / script).read_bytes()).hexdigest(), plain),
        lambda: script_fingerprint(folder, script, *imported_modules(plain)),
    )


def modules_fingerprint(*modules: str) -> str:
    """Return a checksum of modules of these packages and of all that they import."""
    return _checksum(*(f"{name} {_module_digest(name)}\n" for name in sorted(reachable(modules))))


def own_code_fingerprint(
    modules: Iterable[str], folder: Path, depends: Iterable[str | Path] = ()
) -> str:
    """Return a checksum of modules of the user, the local modules that they import, and files.

    They are looked for in a folder first. What is installed does not count; its versions do not
    change by an edit. Of these packages, which are local in a checkout, the modules count that the
    imported ones can reach. Of the files that the modules read, those in ``depends`` count.
    """
    path = [str(folder), *sys.path]
    sources: dict[Path, bytes] = {}
    of_packages = set()
    new = list(modules)
    while new:
        imported = new.pop()
        if imported.partition(".")[0] in FOLDERS:
            of_packages.add(imported)
            continue
        for name, file in _local_files(imported, path):
            if file not in sources:
                sources[file] = file.read_bytes()
                new += _imported_from(sources[file], name, file)
    digests = [_digest_or_bytes(sources[file]) for file in sorted(sources)]
    if of_packages:
        digests.append(_names_fingerprint(sorted(of_packages)))
    try:
        digests += [sha256_of(folder / file) for file in depends]
    except OSError as error:
        raise PrgbenchError(
            f"{error.filename}, named by `depends`, can't be read ({error.strerror}): correct it."
        ) from None
    return _checksum(*digests) if digests else ""


def plugins_fingerprint(entries: Iterable["EntryPoint"], folder: Path) -> str:
    """Return a checksum of the versions of the packages of entry points, and of local code."""
    texts = [
        f"{entry.value} {entry.dist.version if entry.dist else ''} "
        f"{own_code_fingerprint([entry.module], folder)}\n"
        for entry in entries
    ]
    return _checksum(*texts) if texts else ""


def _names_fingerprint(names: Sequence[str]) -> str:
    """Return the checksum of modules of these packages, or of those that hold the names."""

    def fingerprint() -> str:
        around = (name if name in _graph().modules else name.rpartition(".")[0] for name in names)
        return modules_fingerprint(*(name for name in around if name in _graph().modules))

    return _kept(f"names {' '.join(names)}", fingerprint)


def imported_modules(code: str | bytes) -> set[str]:
    """Return the modules of these packages that code names in its imports."""
    imported = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            imported |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            # What is imported from a package may be a module or a name inside of it.
            names = {f"{node.module}.{name.name}" for name in node.names}
            imported |= {name if name in _graph().modules else node.module for name in names}
    return {name for name in imported if name.split(".")[0] in FOLDERS}


def reachable(modules: Iterable[str]) -> set[str]:
    """Return modules of these packages with all that they import, directly or not."""
    reached: set[str] = set()
    for module in modules:
        if module not in _graph().modules:
            raise ValueError(f"{module} is not a module of {' or '.join(FOLDERS)}.")
        reached |= {module} | _graph().find_upstream_modules(module)
    return reached


def _kept(key: str, fingerprint: Callable[[], str]) -> str:
    """Return a fingerprint as kept while no file had another size or time, or compute it."""
    fingerprints = _read(KEPT)
    # A file with another size or time makes all fingerprints doubtful, not that of one rule.
    if fingerprints.get("files") != _files_of_packages():
        fingerprints = {"files": _files_of_packages()}
    if key not in fingerprints:
        fingerprints[key] = fingerprint()
        with suppress(OSError):
            write_text(KEPT, json.dumps(fingerprints), durable=False)
    return fingerprints[key]


@lru_cache
def _files_of_packages() -> str:
    """Return a checksum of the names, sizes and times of all files of these packages."""
    states = []
    for package in FOLDERS.values():
        for folder, folders, names in os.walk(package):
            # Bytecode is written by looking, and says nothing that its source does not.
            folders[:] = [name for name in folders if name != "__pycache__"]
            for path in (Path(folder, name) for name in names):
                state = path.stat()
                states.append(f"{path} {state.st_size} {state.st_mtime_ns}\n")
    return _checksum(*sorted(states))


def _local_files(name: str, path: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Yield the packages around a module and the module itself, as far as they are local."""
    folders: Sequence[str] | None = path
    parts = name.split(".")
    installed = tuple(f"{prefix}{os.sep}" for prefix in {sys.prefix, sys.base_prefix})
    for depth in range(1, len(parts) + 1):
        spec = PathFinder.find_spec(".".join(parts[:depth]), folders)
        # Installed packages have versions, which records note; they are not followed.
        if spec is None or (spec.origin and spec.origin.startswith(installed)):
            return
        if spec.has_location and spec.origin and spec.origin.endswith(".py"):
            yield spec.name, Path(spec.origin)
        if spec.submodule_search_locations is None:
            return
        folders = list(spec.submodule_search_locations)


def _imported_from(source: bytes, name: str, file: Path) -> Iterator[str]:
    """Yield what a module imports, names of its own package in full."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    with suppress(SyntaxError):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                around = package.split(".")[: len(package.split(".")) - node.level + 1]
                module = ".".join([*(around if node.level else []), *filter(None, [node.module])])
                yield from (f"{module}.{alias.name}" for alias in node.names)


def _digest_or_bytes(source: bytes) -> str:
    try:
        return _digest(source)
    except SyntaxError:  # reported with its line when the measure is tried
        return sha256(source).hexdigest()


def _checksum(*texts: str) -> str:
    return sha256("".join(texts).encode()).hexdigest()[:16]


@lru_cache
def _stage_functions() -> dict[str, ast.FunctionDef]:
    files = (FOLDERS["prgbench"] / "pipeline").glob("*.py")
    nodes = chain.from_iterable(_parsed(file.read_bytes()).body for file in files)
    return {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}


def _names_from_outside(function: ast.FunctionDef) -> set[str]:
    """Return the names that a function uses and neither gets as an argument nor sets."""
    nodes = list(ast.walk(function))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    inside = {node.arg for node in nodes if isinstance(node, ast.arg)}
    inside |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
    return {node.id for node in names} - inside


@lru_cache
def _graph() -> "grimp.ImportGraph":
    import grimp

    graph = grimp.build_graph(*FOLDERS, cache_dir=None, exclude_type_checking_imports=True)
    # A name that `__getattr__` fetches leaves no import that the graph could show.
    for package in [module for module in graph.modules if _file(module).name == "__init__.py"]:
        for module in _imported_on_first_use(_file(package)):
            graph.add_import(importer=package, imported=f"{package}.{module}")
    return graph


def _imported_on_first_use(file: Path) -> Iterable[str]:
    """Return the modules that a package imports by its `__getattr__`: the keys of ``_LAZY``."""
    for node in ast.parse(file.read_bytes()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_LAZY":
            return map(str, ast.literal_eval(node.value))
    return ()


@lru_cache
def _module_digest(module: str) -> str:
    """Return the checksum of a module's syntax tree and of the data files beside and below it."""
    file = _file(module)
    return sha256(_digest(file.read_bytes()).encode() + _data(file.parent)).hexdigest()


def _file(module: str) -> Path:
    package, *names = module.split(".")
    path = FOLDERS[package].joinpath(*names)
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@lru_cache
def _data(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in _data_files(folder))


def _data_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder that are no code, and those of its folders without code."""
    for path in sorted(folder.glob("[!._]*")):
        if path.is_dir() and not any(path.glob("*.py")):
            yield from _data_files(path)
        elif path.is_file() and path.suffix != ".py" and path.name[-1] != "~":
            yield path


def _read(kept: Path) -> dict[str, str]:
    try:
        content = json.loads(kept.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _digest(source: bytes) -> str:
    return sha256(ast.dump(_parsed(source)).encode()).hexdigest()


def _parsed(source: bytes) -> ast.Module:
    """Return the syntax tree without docstrings: of modules, classes, functions and fields."""
    tree = ast.parse(source)
    _strip(tree)
    return tree


def _strip(node: ast.AST) -> None:
    # Only statements are visited: to walk over all expressions takes as long as to parse them.
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inside = getattr(node, name, None)
        if isinstance(inside, list):
            inside[:] = [statement for statement in inside if not _is_text(statement)]
            for statement in inside:
                _strip(statement)


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
