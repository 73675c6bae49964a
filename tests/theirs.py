"""Scikit-learn's own tests, with our functions or classes in place of theirs."""

import inspect
import types
from collections.abc import Mapping
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

import sklearn.metrics

from places import ROOT


class Difference(NamedTuple):
    """What of scikit-learn's tests does not hold here: a row of the table in `docs/metrics.md`."""

    where: str
    why: str
    tests: tuple[str, ...]

    def row(self) -> str:
        return f"| {', '.join(f'`{test}`' for test in self.tests)} | {self.where} | {self.why} |"


def with_ours(
    module: ModuleType, ours: Mapping[str, Any], words: Mapping[str, str] | None = None
) -> ModuleType:
    """Import a module of tests again, while scikit-learn has ours, with some words exchanged."""
    text = inspect.getsource(module)
    for theirs, own in (words or {}).items():
        text = text.replace(theirs, own)
    fresh = types.ModuleType(f"{module.__name__}_with_ours")
    with patch.multiple(sklearn.metrics, **ours):
        exec(compile(text, module.__file__, "exec"), vars(fresh))
    return fresh


def rows_of_the_page(first_column: str) -> list[str]:
    """Return the rows of the table in `docs/metrics.md` whose first column has this title."""
    page = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
    start = page.index(f"| {first_column} |")
    return page[start : page.index("\n\n", start)].splitlines()[2:]
