"""Two finished projects, each made once for all processes of pytest-xdist, and copies of one."""

import os
import shutil

import pytest
from filelock import FileLock

from copied_code import copy_code
from hostile_project import Hostile
from workflow_project import Project

# Written by each job when it ends: the modules of the package that it has loaded.
NOTE_MODULES = """
import atexit, os, pathlib, sys

def note():
    script = pathlib.Path(sys.argv[0]).name.partition(".")[2]
    names = [name for name in sys.modules if name.split(".")[0] == "prgbench"]
    if script.endswith(".py") and names:
        file = pathlib.Path({folder!r}) / f"{{script}}.{{os.getpid()}}"
        file.write_text("\\n".join(names))

atexit.register(note)
"""


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """Return a folder that the processes of pytest-xdist have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def finish_once(folder, make):
    """Make a project and run it to its end, in the first of the processes that come here."""
    folder.mkdir(exist_ok=True)
    printed = folder / "printed.txt"
    with FileLock(folder / "lock"):
        project = make(folder)
        if not printed.exists():
            printed.write_text(project.run(), encoding="utf-8")
    project.output = printed.read_text(encoding="utf-8")
    return project


@pytest.fixture(scope="session")
def finished(shared):
    return finish_once(shared / "finished", lambda folder: Project(folder / "project"))


def note_modules(folder):
    """Make a project with names of all kinds whose jobs note the modules that they load."""
    code, loaded = folder / "code", folder / "loaded"
    if not code.exists():
        copy_code(code)
        loaded.mkdir()
        (folder / "sitecustomize.py").write_text(NOTE_MODULES.format(folder=str(loaded)))
    return Hostile(folder / "project", code=code, path=(folder,), loaded=loaded)


@pytest.fixture(scope="session")
def complete(shared):
    """Return a finished project with all parts of the comparison."""
    return finish_once(shared / "complete", note_modules)


@pytest.fixture
def project(finished, tmp_path):
    """Return a copy of the finished project, as new as it."""
    return Project(shutil.copytree(finished.folder, tmp_path / "copy"))
