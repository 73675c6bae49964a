"""Results that may not be written, such as those of another user, end a run with one sentence."""

import os
import shutil
import subprocess

import pytest

from workflow_project import ALL_TABLES, Project

AS_A_USER = [
    "setpriv",
    "--bounding-set=-dac_override,-dac_read_search,-fowner,-chown",
    "--inh-caps=-all",
]
"""Takes from the superuser what lets him write anything."""

IS_SUPERUSER = os.geteuid() == 0

pytestmark = pytest.mark.skipif(
    IS_SUPERUSER and not shutil.which("setpriv"), reason="The superuser may write anything"
)


@pytest.fixture
def protect():
    """Return a function that takes the permission to write files and folders."""
    protected = []

    def protect(*paths):
        for path in paths:
            protected.append((path, path.stat().st_mode))
            path.chmod(0o555 if path.is_dir() else 0o444)

    yield protect
    for path, mode in reversed(protected):
        path.chmod(mode)


def outcome(project, *given):
    """Run Snakemake in a process of its own; return its exit status and what it printed."""
    command = [*(AS_A_USER if IS_SUPERUSER else []), *Project.command(project)]
    place = command.index("--config")
    command[place:place] = [*given, *ALL_TABLES]
    path = os.pathsep.join([str(project.code / "src")])
    ended = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return ended.returncode, ended.stdout + ended.stderr


@pytest.mark.parametrize("name", ["answer.json", "settings", "records/models.parquet.json"])
def test_what_may_not_be_written_is_named_in_one_sentence(project, protect, name):
    models = project.results / "models.parquet"
    models.write_bytes(models.read_bytes()[:-1])
    path = project.results / name
    protect(path)
    status, output = outcome(project)
    assert status == 1
    assert "Traceback" not in output
    last = output.strip().splitlines()[-1]
    assert f"results/test/{name}" in last
    assert last.endswith("change its permissions or those of its folder, or use another folder.")


def test_results_of_another_user_that_are_up_to_date_are_no_error(project, protect):
    protect(*project.results.rglob("*"), project.results)
    status, output = outcome(project, "--dry-run")
    assert (status, "Traceback" in output) == (0, False)
    assert "Nothing to be done" in output
