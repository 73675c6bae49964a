"""Breaks each function behind the table of printed numbers and checks that a row or a test fails.

The functions are those of `prgbench.metrics`, its engine and `prgtheory.populations` that the rows
call, found by running them. A few arithmetic operators of each, drawn with a seed, are exchanged
one at a time. Then a row must fail. If every row still holds, a test of the function's module
must.
Run by `make mutants-of-rows`, or for some functions by
``python benchmarks/mutants.py delta_variance``.
"""

import ast
import importlib
import inspect
import os
import pkgutil
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from types import CodeType, FunctionType, ModuleType

from prgbench import metrics
from prgbench.metrics import engine
from prgtheory import populations
from prgtheory.boyd import printed as boyd
from prgtheory.flach_kull import printed as flach_kull
from prgtheory.hughes_oliver import printed as hughes_oliver
from prgtheory.introduction import printed as introduction

ROOT = Path(__file__).parents[1]
SOURCES = {"prgbench": ROOT / "src", "prgtheory": ROOT / "packages" / "prgtheory" / "src"}
ROOMS = (metrics, engine, populations)
SEED, PER_FUNCTION = 0, 2
# Seconds after which rows or tests count as failed: a mutant may never end.
LIMIT_ROWS, LIMIT_TESTS = 120, 600
EXCHANGED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
}


@dataclass(frozen=True)
class Mutant:
    """One operator exchanged in one function."""

    function: FunctionType
    index: int

    @property
    def name(self) -> str:
        """Where the operator stands."""
        line = self.operation.lineno
        return f"{self.function.__module__}.{self.function.__qualname__}, line {line}"

    @property
    def operation(self) -> ast.BinOp:
        """The operation as it is written."""
        return operations(self.function)[1][self.index]

    def module_source(self) -> str:
        """Return the module with the operator exchanged."""
        tree, found = operations(self.function)
        found[self.index].op = EXCHANGED[type(found[self.index].op)]()
        return ast.unparse(tree)

    def code(self) -> CodeType:
        """Return the function's code with the operator exchanged."""
        compiled = compile(self.module_source(), "mutant", "exec")
        return next(
            code for code in nested(compiled) if code.co_qualname == self.function.__qualname__
        )


def nested(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and all within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested(constant)


def operations(function: FunctionType) -> tuple[ast.Module, list[ast.BinOp]]:
    """Return the tree of a function's module, and the operations of the function that count."""
    tree = ast.parse(Path(inspect.getsourcefile(function)).read_text(encoding="utf-8"))
    first = function.__code__.co_firstlineno
    node = next(
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and min([node.lineno, *(d.lineno for d in node.decorator_list)]) == first
    )
    annotations = {id(part) for arg in ast.walk(node.args) for part in ast.walk(arg)}
    found = [
        part
        for statement in node.body
        for part in ast.walk(statement)
        if isinstance(part, ast.BinOp)
        and type(part.op) in EXCHANGED
        and id(part) not in annotations
    ]
    return tree, found


def exact_rows() -> int:
    """Make all rows that need no simulation study; return their number."""
    makers = (flach_kull.rows, introduction.rows, boyd.rows, hughes_oliver.exact_rows)
    return sum(len(rows()) for rows in makers)


def called_by_rows() -> set[CodeType]:
    """Return the code of everything that the rows call."""
    seen: set[CodeType] = set()
    sys.setprofile(lambda frame, event, _: seen.add(frame.f_code) if event == "call" else None)
    try:
        exact_rows()
    finally:
        sys.setprofile(None)
    return seen


def functions_of(room: ModuleType) -> Iterator[FunctionType]:
    """Yield the functions, methods and properties that are written in a room."""
    for info in pkgutil.iter_modules(room.__path__, f"{room.__name__}."):
        module = importlib.import_module(info.name)
        for thing in vars(module).values():
            members = vars(thing).values() if inspect.isclass(thing) else (thing,)
            for member in members:
                function = getattr(member, "fget", member)
                if inspect.isfunction(function) and written_in(function, module):
                    yield function


def written_in(function: FunctionType, module: ModuleType) -> bool:
    """Return whether a module's file has the function, which neither import nor dataclass made."""
    return function.__code__.co_filename == module.__file__


def mutants(names: list[str]) -> list[Mutant]:
    """Return the mutants of all functions behind the table, or of those named."""
    called = called_by_rows()
    behind = {
        function.__code__: function
        for room in ROOMS
        for function in functions_of(room)
        if function.__code__ in called and (not names or function.__name__ in names)
    }
    drawn = []
    for function in sorted(behind.values(), key=lambda f: (f.__module__, f.__qualname__)):
        count = len(operations(function)[1])
        chosen = random.Random(f"{SEED} {function.__qualname__}").sample(
            range(count), min(count, PER_FUNCTION)
        )
        drawn += [Mutant(function, index) for index in sorted(chosen)]
    return drawn


def a_row_fails(mutant: Mutant) -> bool:
    """Return whether the rows fail with the mutant, or never end, in a process of its own."""
    child = os.fork()
    if child == 0:
        signal.alarm(LIMIT_ROWS)
        try:
            mutant.function.__code__ = mutant.code()
            exact_rows()
        except Exception:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] != 0


def a_test_fails(mutant: Mutant) -> bool:
    """Return whether the tests of the mutant's module fail with it."""
    package, room, *_, module = path = mutant.function.__module__.split(".")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        copytree(SOURCES[package], source)
        source.joinpath(*path).with_suffix(".py").write_text(mutant.module_source())
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        # Without the folder of the theory that pyproject.toml names: the copy must come first.
        command += ["-o", "pythonpath=tests benchmarks"]
        environment = os.environ | {"PYTHONPATH": str(source)}
        try:
            ended = subprocess.run(
                [*command, *map(str, tests_of(package, room, module))],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                timeout=LIMIT_TESTS,
            )
        except subprocess.TimeoutExpired:
            return True
        return ended.returncode != 0


def tests_of(package: str, room: str, module: str) -> list[Path]:
    """Return the tests of a module's name, else those that import it or test what imports it."""
    folder = SOURCES[package].parent / "tests" / room
    own = folder / f"test_{module}.py"
    if own.exists():
        return [own]
    imported = re.compile(rf"{package}\.{room}(\.engine)?(\.| import .*\b){module}\b")
    importing, users = (
        [path for path in found if imported.search(path.read_text(encoding="utf-8"))]
        for found in (folder.glob("test_*.py"), (SOURCES[package] / package / room).glob("*.py"))
    )
    named = [folder / f"test_{user.stem}.py" for user in users]
    return sorted({*importing, *(path for path in named if path.exists())}) or [folder]


def main() -> int:
    """Print each mutant with what noticed it; return 1 if one was not noticed."""
    drawn = mutants(sys.argv[1:])
    survivors = []
    for mutant in drawn:
        noticed = "row" if a_row_fails(mutant) else "test" if a_test_fails(mutant) else "nothing"
        print(f"{noticed:8}{mutant.name}: {ast.unparse(mutant.operation)}", flush=True)
        if noticed == "nothing":
            survivors.append(mutant)
    functions = len({mutant.function for mutant in drawn})
    print(f"{len(drawn)} mutants of {functions} functions, {len(survivors)} not noticed.")
    return 1 if survivors else 0


if __name__ == "__main__":
    raise SystemExit(main())
