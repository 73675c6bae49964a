"""A store of bundles that is empty at first."""

import pytest

from prgbench.sources.store.bundle import BundleStore


@pytest.fixture
def store(tmp_path):
    return BundleStore(tmp_path / "store")
