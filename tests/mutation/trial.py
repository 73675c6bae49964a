"""Tries mutants: does a test fail?"""

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mutation.forked_pytest import run_pytest
from mutation.sample import Place

CAUGHT, SURVIVED, TIMED_OUT = "caught", "survived", "timed out"
NEAR_SECONDS, ROOM_SECONDS = 300, 1_800
"""How long the tests of a module may take, and those of its room, which run for minutes."""

PYTEST = (
    *("-c", "pyproject.toml", "-x", "-q", "-p", "no:cacheprovider"),
    *("-m", "not workflow and not slow and not fuzz"),
)
"""With the settings of the checkout, outside which a mutant with its doctests lies."""

NOTHING_COLLECTED = 5


@dataclass(frozen=True)
class Trial:
    """What became of a mutant, and what it was."""

    place: Place
    line: int
    name: str
    outcome: str
    tests: str


class Trials:
    """A copy of the package in which one module at a time is another.

    Parameters
    ----------
    root : Path
        The checkout, whose tests are run.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folder = tempfile.TemporaryDirectory(prefix="mutants-")
        self._package = Path(self._folder.name) / "src"
        shutil.copytree(root / "src", self._package, ignore=shutil.ignore_patterns("__pycache__"))

    def attempt(self, place: Place) -> Trial:
        """Run tests on a mutant, those of its module first, until one fails."""
        path = self._package / place.module
        original = path.read_text(encoding="utf-8")
        found = place.mutant(self._package)
        path.write_text(found.source, encoding="utf-8")
        try:
            outcome, tests = self._first_failure(place, path)
        finally:
            path.write_text(original, encoding="utf-8")
        return Trial(place, found.line, found.name, outcome, tests)

    def _first_failure(self, place: Place, path: Path) -> tuple[str, str]:
        for seconds, tests in tests_of(self._root, place.module, path):
            status = self._run(tests, seconds)
            if status is None:
                return TIMED_OUT, tests[0]
            if status not in (0, NOTHING_COLLECTED):
                return CAUGHT, tests[0]
        return SURVIVED, ""

    def _run(self, tests: tuple[str, ...], seconds: float) -> int | None:
        variables = {
            "PYTHONPATH": str(self._package),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        return run_pytest([*PYTEST, *tests], self._root, variables, seconds)


def tests_of(root: Path, module: str, path: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield groups of tests of a module, with the seconds that they may take.

    Its own and its doctests; those that name it; those of pages made from the code; its room's.

    Parameters
    ----------
    root : Path
        The checkout.
    module : str
        The module, below ``src``.
    path : Path
        The mutant, for its doctests.
    """
    place = Path(module)
    # tests/ mirrors prgbench, and has the other packages below their names.
    mirrored = Path(*place.parts[1:]) if place.parts[0] == "prgbench" else place
    own = root / "tests" / mirrored.parent / f"test_{place.name}"
    yield NEAR_SECONDS, (str(path), *([str(own)] if own.exists() else []))
    room = root / "tests" / mirrored.parts[0]
    dotted = ".".join(place.with_suffix("").parts).removesuffix(".__init__")
    naming = [
        str(test)
        for test in sorted((root / "tests").rglob("test_*.py"))
        if test != own and "workflow" not in test.parts and dotted in test.read_text("utf-8")
    ]
    if naming:
        yield NEAR_SECONDS, tuple(naming)
    yield NEAR_SECONDS, (str(root / "tests" / "docs" / "test_written.py"),)
    if room.is_dir():
        yield ROOM_SECONDS, (str(room),)
