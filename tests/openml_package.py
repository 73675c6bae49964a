"""The package `openml`, set to a test's server by what it offers for that."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest


@contextmanager
def openml_package(folder: Path, server: str) -> Iterator[ModuleType]:
    """Give the package a folder to keep answers in and the address of a server.

    It reads its configuration where it is imported first: not that of the user.
    """
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        patch.setenv("OPENML_CACHE_DIR", str(folder / "cache"))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        warnings.simplefilter("ignore")
        package = pytest.importorskip("openml")
        package.config.server = f"{server}/api/v1/xml/"
        package.config.apikey = ""
        package.config.set_retry_policy("human", n_retries=1)
        package.config.set_root_cache_directory(str(folder / "cache"))
        yield package
