import os
from pathlib import Path

import pytest
from hypothesis import settings

# Compiling a kernel takes longer than an example may; CI must give the same answer twice.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

WORKFLOW = Path(__file__).parent / "workflow"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what runs the workflow by the folder in which it lies."""
    if WORKFLOW in item.path.parents:
        item.add_marker("workflow")
