"""Scikit-learn's own tests, with our functions or classes in place of theirs."""

import inspect
import types
from collections.abc import Mapping
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

import sklearn.metrics


class Difference(NamedTuple):
    """Tests of scikit-learn that fail here, and the reason; `docs/metrics.md` links to them."""

    where: str
    why: str
    tests: tuple[str, ...]


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
