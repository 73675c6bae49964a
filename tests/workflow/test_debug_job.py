"""The script of a job runs in the process that debugs it."""

import inspect
import os
import subprocess
import sys

from places import ROOT
from prgbench.study.ranking import add_ranks

HELPER = str(ROOT / "workflow" / "debug_job.py")
MODELS = "results/test/models.parquet"


def debugged(project, *debugger, file=MODELS, code=0):
    """Run the script of the job that makes a file; return what was printed."""
    ended = subprocess.run(
        [sys.executable, *debugger, HELPER, file, "study=test"],
        cwd=project.folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        text=True,
        capture_output=True,
        check=False,
    )
    assert ended.returncode == code, ended.stderr
    return ended.stdout + ended.stderr


def test_a_debugger_stops_in_the_script_of_a_job(project):
    models = project.folder / MODELS
    before = models.read_bytes()
    models.unlink()
    source, first = inspect.getsourcelines(add_ranks)
    inside = first + next(n for n, line in enumerate(source) if "ordered = " in line)
    place = f"{ROOT / 'src' / 'prgbench' / 'study' / 'ranking.py'}:{inside}"
    commands = (f"b {place}", "c", "p sorted(set(models.task_id))", "c", "q")
    given = [part for command in commands for part in ("-c", command)]
    printed = debugged(project, "-m", "pdb", *given)
    assert f"Breakpoint 1 at {place}" in printed
    assert "[1, 2, 3, 4]" in printed, printed
    assert models.read_bytes() == before


def test_a_file_that_no_job_makes_is_said(project):
    printed = debugged(project, file="results/test/models.csv", code=1)
    assert "models.csv" in printed.splitlines()[-1]
