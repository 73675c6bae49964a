import shutil

import pytest

from workflow_project import Project


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("project") / "finished")
    project.output = project.run()
    return project


@pytest.fixture
def project(finished, tmp_path):
    """Return a copy of the finished project, as new as it."""
    copy = Project.__new__(Project)
    copy.folder = tmp_path / "copy"
    shutil.copytree(finished.folder, copy.folder)
    return copy
