"""Fingerprints of the code behind a result, so that an edit runs again what it can change.

The code behind a script is what it imports from these packages, directly or not. Comments, layout
and docstrings do not count; data files beside a module do, except an editor's leftovers.
"""

import ast
import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from prgbench.pipeline.tree_digest import tree_digests

if TYPE_CHECKING:
    import grimp

PACKAGES = ("prgbench", "prgtheory")
FOLDER = Path(__file__).parents[2]


def script_fingerprint(folder: Path, script: str, *loaded: str) -> str:
    """Return a checksum of the code of these packages that a script can reach.

    Parameters
    ----------
    folder : Path
        Where the scripts are.
    script : str
        The script.
    loaded : str
        Full names of modules that it loads by name, which no import statement shows.

    Raises
    ------
    ValueError
        If it imports, or loads, what is no module of the packages.
    """
    return modules_fingerprint(*imported_modules((folder / script).read_bytes()), *loaded)


def notebook_fingerprint(folder: Path, script: str, notebook: Path) -> str:
    """Return a checksum of the code that a notebook, and the script that executes it, can reach.

    Raises
    ------
    ValueError
        If it imports what is no module of the packages.
    """
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = "".join(f"{''.join(cell['source'])}\n" for cell in cells if cell["cell_type"] == "code")
    plain = "\n".join(line for line in code.splitlines() if not line.startswith(("%", "!")))
    return script_fingerprint(folder, script, *imported_modules(plain))


def modules_fingerprint(*modules: str) -> str:
    """Return a checksum of modules of these packages and of all that they import.

    Raises
    ------
    ValueError
        If there is no such module.
    """
    checksum = sha256()
    for module in sorted(reachable(modules)):
        checksum.update(f"{module} {_digest(module)}\n".encode())
    return checksum.hexdigest()[:16]


def imported_modules(code: str | bytes) -> set[str]:
    """Return the modules of these packages that code names in its imports.

    Examples
    --------
    >>> sorted(imported_modules("from prgbench.metrics import gain, kernel; import os"))
    ['prgbench.metrics', 'prgbench.metrics.kernel']
    """
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{name.name}" for name in node.names}
            found |= {name if name in _graph().modules else node.module for name in names}
    return {name for name in found if name.split(".")[0] in PACKAGES}


def reachable(modules: Iterable[str]) -> set[str]:
    """Return modules of these packages with all that they import, directly or not.

    Raises
    ------
    ValueError
        If there is no such module.
    """
    found: set[str] = set()
    for module in modules:
        if module not in _graph().modules:
            raise ValueError(f"{module} is no module of {' or '.join(PACKAGES)}.")
        found |= {module} | _graph().find_upstream_modules(module)
    return found


@lru_cache
def _graph() -> "grimp.ImportGraph":
    import grimp

    return grimp.build_graph(*PACKAGES, cache_dir=None, exclude_type_checking_imports=True)


@lru_cache
def _digest(module: str) -> str:
    """Return the checksum of a module's syntax tree and of the data files beside and below it."""
    checksum = sha256(_trees()[module].encode())
    checksum.update(_data(_file(module).parent))
    return checksum.hexdigest()


@lru_cache
def _trees() -> dict[str, str]:
    modules = sorted(_graph().modules)
    digests = tree_digests([_file(module).read_bytes() for module in modules])
    return dict(zip(modules, digests, strict=True))


def _file(module: str) -> Path:
    path = FOLDER.joinpath(*module.split("."))
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
