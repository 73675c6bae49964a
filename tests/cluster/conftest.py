"""What the tests on a cluster share; `make test-cluster` asks for them, nobody else does."""

import os

import pytest

from copied_code import copy_code
from one_node_slurm import OneNodeSlurm
from workflow_project import ALL_TABLES, Project

collect_ignore_glob = [] if "PRGBENCH_CLUSTER" in os.environ else ["test_*.py"]


@pytest.fixture(scope="session")
def code(tmp_path_factory):
    """Return a copy of the code, which nobody edits while the jobs run."""
    return copy_code(tmp_path_factory.mktemp("code"))


@pytest.fixture(scope="session")
def slurm(tmp_path_factory):
    with OneNodeSlurm(tmp_path_factory.mktemp("slurm")) as started:
        yield started


@pytest.fixture(scope="session")
def local(tmp_path_factory, code):
    """Return the study as one machine runs it."""
    project = Project(tmp_path_factory.mktemp("local") / "project", code=code)
    project.run(*ALL_TABLES)
    return project
