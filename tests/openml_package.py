"""The package `openml`, configured for a test and as before after it."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest


@contextmanager
def openml_package(folder: Path, server: str) -> Iterator[ModuleType]:
    """Give the package a cache and a configuration in a folder, and the address of a server."""
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        patch.setenv("OPENML_CACHE_DIR", str(folder / "cache"))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        warnings.simplefilter("ignore")
        package = pytest.importorskip("openml")
        patch.setattr(package.config, "server", f"{server}/api/v1/xml")
        for name in ("apikey", "retry_policy", "connection_n_retries", "_root_cache_directory"):
            patch.setattr(package.config, name, getattr(package.config, name))
        package.config.apikey = ""
        package.config.set_root_cache_directory(str(folder / "cache"))
        yield package
