"""What Snakemake's workflow catalog does with the project, and the study in .test that it uses."""

import filecmp
import json
import re
import shutil
import subprocess
import sys

import pytest
import yaml

from bare_environment import bare_environment
from catalog_archive import ARCHIVE, make_archive
from copied_code import copy_code
from forked_snakemake import run_snakemake
from places import ROOT

DRAWN = {
    *("plan", "chunks", "fetch", "evaluate", "rank", "answer", "robustness"),
    *("figures", "report", "all"),
}

HIDDEN = ("prgbench.metrics", "snakemake_logger_plugin_prgbench", "pyarrow", "scipy", "grimp")
TRY = """
try:
    import {0}
    print("{0}")
except ModuleNotFoundError:
    pass
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """Return a copy of the project with its study for the catalog."""
    code = copy_code(tmp_path_factory.mktemp("checkout") / "prgbench")
    ignored = shutil.ignore_patterns("results", "resources", ".snakemake")
    shutil.copytree(ROOT / ".test", code / ".test", ignore=ignored)
    return code


@pytest.fixture(scope="module")
def bare(checkout):
    """Return what runs Snakemake where neither this package nor what it needs is installed."""
    variables = bare_environment(checkout.parent / "bare")
    variables["XDG_CACHE_HOME"] = str(checkout.parent / "cache")

    def snakemake(*arguments):
        command = [sys.executable, "-S", "-m", "snakemake", *arguments]
        return subprocess.run(
            command, cwd=checkout, env=variables, capture_output=True, text=True, check=False
        )

    return snakemake


def test_the_bare_environment_has_nothing_of_the_project(bare, checkout):
    snakefile = checkout.parent / "imports.smk"
    snakefile.write_text("import pandas\n" + "".join(map(TRY.format, HIDDEN)))
    done = bare("--snakefile", str(snakefile), "--directory", str(checkout.parent), "--cores", "1")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_the_lint_finds_nothing(bare):
    done = bare("--lint")
    assert done.returncode == 0, done.stderr
    assert "your workflow is in a good condition" in done.stdout + done.stderr


def test_the_rule_graph_is_drawn(bare):
    done = bare(
        *("--forceall", "-s", "workflow/Snakefile", "-d", ".test", "-c", "1", "--rulegraph")
    )
    assert done.returncode == 0, done.stderr
    assert set(re.findall(r'\blabel = "(\w+)"', done.stdout)) == DRAWN


def test_a_run_says_that_the_package_is_not_installed(bare):
    done = bare("-d", ".test", "-c", "1")
    assert done.returncode == 1
    assert (
        "The package prgbench is not installed where Snakemake is: run `make env`" in done.stderr
    )


def test_the_catalogs_settings_are_where_it_reads_them():
    settings = yaml.safe_load((ROOT / ".snakemake-workflow-catalog.yml").read_text())["usage"]
    assert settings["report"] is True
    assert settings["mandatory-flags"] == {"desc": None, "flags": None}
    assert set(settings["software-stack-deployment"]) == {"conda", "apptainer", "apptainer+conda"}


def test_the_archive_is_what_its_script_makes(tmp_path):
    make_archive(tmp_path)
    names = sorted(str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.*"))
    there = sorted(str(file.relative_to(ARCHIVE)) for file in ARCHIVE.rglob("*.*"))
    assert there == names
    assert filecmp.cmpfiles(ARCHIVE, tmp_path, names, shallow=False) == (names, [], [])


@pytest.mark.slow
def test_the_study_runs_to_its_page(checkout):
    arguments = ("-s", str(checkout / "Snakefile"), "-d", str(checkout / ".test"), "-c", "2")
    status, output = run_snakemake(arguments, [str(checkout / "src")], checkout.parent / "printed")
    assert status == 0, output
    results = checkout / ".test" / "results" / "test"
    assert "6 tasks on 4 data sets, 24 models" in (results / "report.md").read_text()
    assert json.loads((results / "answer.json").read_text())["study"] == "test"
    assert (results / "report" / "index.html").stat().st_size > 100_000
