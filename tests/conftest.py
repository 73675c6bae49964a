import os
from pathlib import Path

from hypothesis import settings

# Compiling a kernel takes longer than an example may; CI must give the same answer twice.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

WORKFLOW = Path(__file__).parent / "workflow"


def pytest_collection_modifyitems(items):
    """Begin with the files that take longest, so that no process works long after the others."""
    items.sort(key=lambda item: WORKFLOW not in item.path.parents)
