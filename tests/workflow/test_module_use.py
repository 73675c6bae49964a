"""The workflow as a module of another one: from a folder, and from a tag of a git repository."""

import os
import subprocess
import sys

import pytest

from copied_code import copy_code
from forked_snakemake import run_snakemake
from places import ROOT
from workflow_project import Project

MODELS = "results/test/models.parquet"
OUTER = """\
configfile: "settings.yaml"


module prgbench:
    snakefile:
        {snakefile}
    config:
        config["prgbench"]


use rule * from prgbench as prgbench_*


rule all:
    default_target: True
    input:
        "{models}",
    output:
        "count.txt",
    shell:
        "wc -c < {{input}} > {{output}}"


onstart:
    prgbench.onstart()


onsuccess:
    prgbench.onsuccess()
"""


@pytest.fixture
def outer(tmp_path):
    """Return what makes a project whose Snakefile uses the workflow as a module."""

    def make(snakefile):
        project = Project(tmp_path / "outer")
        (project.folder / "config" / "config.yaml").unlink()
        (project.folder / "settings.yaml").write_text("name: outer\nprgbench: {study: test}\n")
        (project.folder / "Snakefile").write_text(OUTER.format(snakefile=snakefile, models=MODELS))
        return project

    return make


@pytest.fixture
def hosted(tmp_path):
    """Make a repository of the working tree; return the variables that make it one of GitHub's.

    The clones of Snakemake lie in the test's folder.
    """
    code = copy_code(tmp_path / "hub" / "owner" / "prgbench.git")
    for command in (
        ("init", "--quiet"),
        ("add", "Snakefile", "workflow"),
        ("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "all"),
        ("tag", "v0.1.0"),
    ):
        subprocess.run(["git", *command], cwd=code, check=True)
    return {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.file://{tmp_path}/hub/.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PYTHONPATH": str(code / "src"),
    }


def test_a_module_from_a_folder_has_its_rules_under_the_prefix(outer):
    project = outer(repr(str(ROOT / "workflow" / "Snakefile")))
    arguments = ("--directory", str(project.folder), "--snakefile", f"{project.folder}/Snakefile")
    status, output = run_snakemake(
        (*arguments, "--dry-run", "all", "prgbench_all"), [str(ROOT / "src")], project.folder
    )
    assert status == 0, output
    for job in ("prgbench_plan 1", "prgbench_fetch 2", "prgbench_report 1", "prgbench_all 1"):
        assert job in " ".join(output.split())


@pytest.mark.slow
def test_a_module_from_git_gives_the_same_models(outer, hosted, finished):
    project = outer('github("owner/prgbench", path="workflow/Snakefile", tag="v0.1.0")')

    def snakemake(*arguments):
        command = [sys.executable, "-m", "snakemake", "--cores", "2", *arguments]
        return subprocess.run(
            command,
            cwd=project.folder,
            env=os.environ | hosted,
            capture_output=True,
            text=True,
            check=False,
        )

    done = snakemake()
    assert done.returncode == 0, done.stderr
    made = (project.folder / MODELS).read_bytes()
    assert made == (finished.folder / MODELS).read_bytes()
    assert (project.folder / "count.txt").read_text().strip() == str(len(made))
    assert (project.results / ".lock").exists()
    assert "Done. Look at count.txt" in done.stderr
    assert "Nothing to be done" in snakemake("--dry-run").stdout
