"""The wheel with each extra, installed from the index in all versions, does what the pages say.

Needs uv, which brings the versions of Python that are not there. The least versions of the
dependencies are tried with the least Python alone, as later ones have no wheels of them.
"""

import os
import shutil
import subprocess
import sys
import tomllib

import pytest

from places import ROOT

pytestmark = pytest.mark.wheel

CLASSIFIER = "Programming Language :: Python :: 3."
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = [
    name.rpartition(" ")[2] for name in PROJECT["classifiers"] if name.startswith(CLASSIFIER)
]
LEAST, NEWEST = "lowest-direct", "highest"
KINDS = [(PYTHONS[0], LEAST), *((python, NEWEST) for python in PYTHONS)]
PAGES = f"{ROOT}/tests/blocks_of_pages.py"
USES = {
    "alone": f"-W error -m doctest {ROOT}/README.md",
    "metrics": f"{PAGES} docs/metrics.md",
    "compare": f"{PAGES} docs/gallery.md docs/own_predictions.md",
    "pipeline": f"-m snakemake --cores 2 --snakefile {ROOT}/Snakefile",
}


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
@pytest.mark.parametrize("extra", USES)
@pytest.mark.parametrize(("version", "resolution"), KINDS)
def test_it_can_be_used(wheel, version, resolution, extra, tmp_path):
    made = run("uv", "venv", "--quiet", "--python", version, str(tmp_path / "env"))
    if made.returncode and not os.environ.get("CI"):
        # Without network; CI has one.
        pytest.skip(f"uv finds no Python {version} and can't bring it")
    assert made.returncode == 0, made.stderr
    python = str(tmp_path / "env" / "bin" / "python")
    options = ["--quiet", "--python", python, "--resolution", resolution]
    if extra != "alone":
        options += ["--extra", extra]
    # Of what the wheel alone asks for, the least versions would not be taken.
    installed = run("uv", "pip", "install", *options, "-r", "pyproject.toml", str(wheel))
    assert installed.returncode == 0, installed.stderr
    here = tmp_path / "there" / "here"  # with the study of `pipeline`
    shutil.copytree(ROOT / ".test", here)
    shutil.copytree(ROOT / "config", here.parent / "config")
    done = run(python, *USES[extra].split(), folder=here)
    assert done.returncode == 0, done.stdout + done.stderr
