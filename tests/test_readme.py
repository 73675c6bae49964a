"""The commands and examples of the README work as they stand there."""

import doctest
import re
import shlex
import shutil
import subprocess

import pytest

from forked_snakemake import run_snakemake
from places import ROOT
from prgbench.command_line import main
from tables_of_predictions import long_table, write_table

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = [
    line
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
]
MAKE = [line.split()[1] for line in SHELL if line.startswith("make ")]
SNAKEMAKE = [line for line in SHELL if line.startswith("snakemake ")]
PRGBENCH = [line for line in SHELL if line.startswith("prgbench ")]


def test_every_command_is_one_that_is_tested():
    assert set(SHELL) == {
        *(f"make {target}" for target in MAKE),
        *SNAKEMAKE,
        *PRGBENCH,
        ". .venv/bin/activate",
    }


def test_ci_runs_the_two_commands():
    ci = (ROOT / ".ci" / "run").read_text()
    assert MAKE[:2] == ["demo", "test"]
    assert "make demo" in ci
    assert "make test" in ci


@pytest.mark.parametrize("target", sorted(set(MAKE)))
def test_make_knows_the_targets(target):
    done = subprocess.run(
        ["make", "--dry-run", "--directory", str(ROOT), target], capture_output=True, check=False
    )
    assert done.returncode == 0


@pytest.mark.parametrize("command", SNAKEMAKE)
def test_snakemake_knows_the_targets(command, tmp_path):
    shutil.copytree(ROOT / "config", tmp_path / "config")
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    (tmp_path / "preds.csv").write_text("row_id,fold,score\n")
    places = ("--snakefile", str(ROOT / "Snakefile"), "--directory", str(tmp_path))
    arguments = (*places, "--dry-run", *shlex.split(command)[1:])
    status, output = run_snakemake(arguments, [str(ROOT / "src")], tmp_path / "printed")
    assert status == 0, output


@pytest.mark.slow
@pytest.mark.parametrize("command", PRGBENCH)
def test_prgbench_does_what_is_written(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_table(long_table(3, 4), tmp_path / "predictions.parquet")
    assert main(shlex.split(command)[1:]) == 0
    assert (tmp_path / "report" / "report" / "index.html").is_file()


def test_examples_give_what_they_show():
    failures, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 6
    assert failures == 0


@pytest.mark.parametrize("path", re.findall(r"\]\((?!http)([^)#]+)\)", README))
def test_links_lead_somewhere(path):
    assert (ROOT / path).exists()
