"""The wheel with each extra, installed from the index in all versions, does what the pages say.

All code blocks of the user's pages run in a folder that has nothing of this repository, as far as
they need no clone; the README is that of the index.

Needs uv, which brings the versions of Python that are not there. The least versions of the
dependencies are tried with the least Python alone, as later ones have no wheels of them.
"""

import email
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile

import pytest

from blocks_of_pages import BY_EXTRA, own_commands
from places import ROOT

pytestmark = pytest.mark.wheel

CLASSIFIER = "Programming Language :: Python :: 3."
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = [
    name.rpartition(" ")[2] for name in PROJECT["classifiers"] if name.startswith(CLASSIFIER)
]
LEAST, NEWEST = "lowest-direct", "highest"
KINDS = [(PYTHONS[0], LEAST), *((python, NEWEST) for python in PYTHONS)]
PAGES = ROOT / "tests" / "blocks_of_pages.py"
OF_A_STUDY = ("prgbench verify-results ",)
"""Commands of a page for the results of a study."""


def run(*command, folder=ROOT):
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("extra", ["alone", *BY_EXTRA])
@pytest.mark.parametrize(("version", "resolution"), KINDS)
def test_it_can_be_used(wheel, version, resolution, extra, tmp_path):
    made = run("uv", "venv", "--quiet", "--python", version, str(tmp_path / "env"))
    if made.returncode and not os.environ.get("CI"):
        # Without network; CI has one.
        pytest.skip(f"uv finds no Python {version} and can't bring it")
    assert made.returncode == 0, made.stderr
    python = str(tmp_path / "env" / "bin" / "python")
    # Without sources: the wheel, and not the checkout that uv's workspace has, is `prgbench`.
    options = ["--quiet", "--no-sources", "--python", python, "--resolution", resolution]
    if extra != "alone":
        options += ["--extra", extra]
    # Of what the wheel alone asks for, the least versions would not be taken.
    installed = run("uv", "pip", "install", *options, "-r", "pyproject.toml", str(wheel))
    assert installed.returncode == 0, installed.stderr
    here = tmp_path / "there" / "here"
    here.mkdir(parents=True)
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith("/METADATA")]
        readme = email.message_from_bytes(archive.read(name)).get_payload()
    (here / "README.md").write_text(readme, encoding="utf-8")
    for command in commands(extra, here):
        done = run(python, *command, folder=here)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


def commands(extra, here):
    """Return what is given to Python: the pages to follow, or a study and commands for it."""
    if extra == "alone":
        return [("-W", "error", "-m", "doctest", "README.md")]
    if extra != "pipeline":
        return [(PAGES, *BY_EXTRA[extra])]
    shutil.copytree(ROOT / ".test", here, dirs_exist_ok=True)
    shutil.copytree(ROOT / "config", here.parent / "config")
    shutil.copytree(ROOT / "workflow", here / "workflow")
    of_a_study = [
        ("-m", *shlex.split(re.sub(r"results/\w+", "results/test", line)))
        for page in BY_EXTRA[extra]
        for line in own_commands(page)
        if line.startswith(OF_A_STUDY)
    ]
    assert len(of_a_study) == len(OF_A_STUDY)
    study = ("-m", "snakemake", "--cores", "2", "--snakefile", "workflow/Snakefile")
    return [study, *of_a_study]
